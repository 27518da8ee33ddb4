"""A kind of table needs a table and summaries, and nothing else: here, one of overlapping clusters."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

import clusterdiff as cd
from clusterdiff.measures import measures_of
from clusterdiff.summaries import Summary

A, B = [[0, 1], [1, 2]], [[0, 1], [2]]


@dataclass(frozen=True)
class Covers:
    """Two sets of clusters that may overlap."""

    inputs: ClassVar = {}
    needs: ClassVar = "two covers"
    a: Any
    b: Any
    _memo: dict = field(default_factory=dict)

    @classmethod
    def read(cls, clusterings, options):
        assert not options
        if len(clusterings) == 1:
            return clusterings[0]
        return cls(*({frozenset(each) for each in side} for side in clusterings))


@dataclass(frozen=True)
class Shared(Summary, table_type=Covers):
    """How many clusters are in both."""

    equal: bool
    shared: int
    most: int

    @classmethod
    def _from(cls, table):
        return cls(table.a == table.b, len(table.a & table.b), max(len(table.a), len(table.b)))


@cd.measure(
    label="Shared clusters",
    symbol="SC",
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    references=(),
)
def shared_clusters(s: Shared, /) -> float:
    """Share of clusters that both covers have."""
    return s.shared / s.most


def test_a_measure_takes_the_kind_of_its_summaries():
    table = Covers.read((A, B), {})
    assert shared_clusters.table_type is Covers
    assert shared_clusters(A, B) == shared_clusters(table) == shared_clusters.on(table) == 0.5
    assert shared_clusters.distance(A, B) == 0.5
    assert shared_clusters(A, A) == shared_clusters.best_on(table) == 1.0
    assert shared_clusters.to_dict()["table"] == "Covers"


def test_other_kinds_are_refused_with_what_is_needed():
    with pytest.raises(cd.ClusterdiffError, match="shared_clusters needs two covers"):
        shared_clusters.on(cd.Table.from_labels([0, 1], [0, 1]))
    with pytest.raises(cd.ClusterdiffError, match="shared_clusters needs two covers"):
        cd.compare([0, 1], [0, 1], measures=shared_clusters)
    with pytest.raises(cd.ClusterdiffError, match="must be a Table, got Covers"):
        cd.adjusted_rand.on(Covers.read((A, B), {}))


def test_no_measure_of_the_catalogue_takes_it():
    assert measures_of(Covers) == []
    assert list(cd.MEASURES) == [m.name for m in measures_of()]
