"""Which elements: ids of changes and of moved elements."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings

import clusterdiff as cd
from clusterdiff.analysis._diff import KINDS
from tests.helpers.strategies import tuples_of_labels
from tests.helpers.tables import labels_of

PAIRS = tuples_of_labels(2, 20, 5)
A, B = labels_of([[95, 5, 0], [3, 90, 0], [0, 0, 20], [0, 0, 30]])
KEYS = [f"cell{i}" for i in range(len(A))]


def test_ids_are_keys_the_index_or_positions():
    by_position = cd.diff(A, B).moved().tolist()
    by_key = cd.diff(
        dict(zip(KEYS, A.tolist(), strict=True)), dict(zip(KEYS, B.tolist(), strict=True))
    )
    assert by_key.moved().tolist() == [KEYS[i] for i in by_position]
    by_index = cd.diff(pd.Series(A, KEYS), pd.Series(B, KEYS))
    assert by_index.moved().tolist() == [KEYS[i] for i in by_position]
    assert len(by_position) == 5 + 3 + 20


def test_elements_of_every_change():
    d = cd.diff(A, B)
    (merge,) = d.merges
    assert set(d.elements(merge)) == set(np.flatnonzero(B == 2))
    flow = d.flows[0]
    assert set(d.elements(flow)) == set(np.flatnonzero((flow.source == A) & (flow.target == B)))
    kept = next(c for c in d.of_kind("kept") if c.clusters_a == (0,))
    assert set(d.elements(kept)) == set(np.flatnonzero((A == 0) & (B == 0)))
    assert set(d.elements(d.clusters_a[0])) == set(np.flatnonzero(d.clusters_a[0].name == A))
    assert set(d.elements(d.clusters_b[0])) == set(np.flatnonzero(d.clusters_b[0].name == B))
    with pytest.raises(cd.ClusterdiffError, match="change must be a change"):
        d.elements("merge")


def test_elements_of_new_and_gone_clusters():
    a, b = labels_of([[100, 0, 0, 9], [0, 100, 0, 9], [0, 0, 100, 9], [9, 9, 9, 0]])
    d = cd.diff(a, b, min_share=0.4)
    gone = next(c for c in d.changes if c.kind == "gone")
    new = next(c for c in d.changes if c.kind == "new")
    assert set(d.elements(gone)) == set(np.flatnonzero(a == 3))
    assert set(d.elements(new)) == set(np.flatnonzero(b == 3))


@settings(max_examples=30)
@given(pair=PAIRS)
def test_changes_have_every_element_and_flows_every_one_that_moved(pair):
    d = cd.diff(*pair)
    found = {i for change in d.of_kind(*KINDS) for i in d.elements(change).tolist()}
    assert found == set(range(len(pair[0])))
    moved = [i for flow in d.flows for i in d.elements(flow).tolist()]
    assert sorted(moved) == d.moved().tolist()
    assert len(moved) == d.moved_count


def test_moved_elements_as_columns():
    columns = cd.diff(A, B).moved_columns()
    assert list(columns) == ["id", "from", "to", "change", "cost"]
    assert columns["id"].tolist() == cd.diff(A, B).moved().tolist()
    assert columns["from"].tolist() == A[columns["id"]].tolist()
    assert columns["to"].tolist() == B[columns["id"]].tolist()
    assert set(columns["change"]) == {"scattered", "merged"}
    assert columns["cost"].sum() == pytest.approx(cd.variation_of_information(A, B))


def test_dropped_elements_keep_the_ids_of_the_others():
    a = {"u": None, "v": 0, "w": 0, "x": 1, "y": 1}
    b = {"u": 0, "v": 0, "w": 0, "x": 0, "y": 1}
    d = cd.diff(a, b, missing="drop")
    assert d.moved().tolist() == ["x"]
    assert cd.diff(list(a.values()), list(b.values()), missing="drop").moved().tolist() == [3]
    del b["u"]
    assert cd.diff(a, b, missing="drop", align="intersect").moved().tolist() == ["x"]
    kept = cd.diff(a, {**b, "u": 0}, missing="block")
    assert len(kept.element_costs()) == 5
    assert kept.element_costs().sum() == pytest.approx(kept.value)


def test_a_table_has_no_elements():
    d = cd.diff(cd.Table.from_matrix([[2, 1], [0, 3]]))
    for call in (d.moved, d.moved_columns, lambda: d.elements(d.changes[0])):
        with pytest.raises(cd.ClusterdiffError, match="labels of every element"):
            call()
