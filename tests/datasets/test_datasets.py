"""The generators return clusterings with the documented tables."""

import csv
import gzip
from importlib.resources import files
from math import log2
from pathlib import Path

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff import datasets
from clusterdiff.errors import InputError, OptionError

EXAMPLE = Path(__file__).parents[2] / "examples" / "digits.csv"


def test_the_digits_are_those_of_the_examples():
    packaged = files("clusterdiff.datasets") / "digits.csv.gz"
    assert gzip.decompress(packaged.read_bytes()) == EXAMPLE.read_bytes()
    digits = datasets.digits()
    with EXAMPLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [digits["truth"][row["id"]] for row in rows] == [row["truth"] for row in rows]
    assert cd.compare(digits["truth"], digits["kmeans"], measures="ari").name_b == "kmeans"
    assert next(iter(cd.rank("truth", digits, measures="ari"))).name == "ward"


def table_of(pair):
    return cd.Table.from_labels(*pair).to_scipy().toarray().tolist()


@pytest.mark.parametrize("moved", [0, 50, 700, 1000, 1500, 1950])
def test_the_first_cluster_takes_the_second_and_then_the_third(moved):
    s, t = min(moved, 1000), max(moved - 1000, 0)
    expected = np.array([[1000, 0, 0], [s, 1000 - s, 0], [t, 0, 1000 - t]])
    assert table_of(datasets.growing_cluster(moved)) == expected[:, expected.any(axis=0)].tolist()


@pytest.mark.parametrize("moved", [0, 50, 1000, 1950])
def test_the_second_cluster_takes_from_both_others(moved):
    h = moved // 2
    found = table_of(datasets.growing_cluster(moved, cluster=1, take="evenly"))
    assert found == [[1000 - h, h, 0], [0, 1000, 0], [0, h, 1000 - h]]


@pytest.mark.parametrize("k", [2, 3, 5, 20])
@pytest.mark.parametrize("to", ["others", "next"])
def test_every_cluster_has_the_same_number_of_errors_and_keeps_its_size(k, to):
    table = np.array(table_of(datasets.label_errors(200, k=k, size=800, to=to)))
    assert (np.diag(table) == 600).all()
    assert (table.sum(axis=0) == 800).all()
    assert (table.sum(axis=1) == 800).all()
    wrong = table - np.diag(np.diag(table))
    assert np.ptp(wrong[~np.eye(k, dtype=bool)]) <= (1 if to == "others" else 200)


def test_errors_go_to_the_next_cluster():
    found = table_of(datasets.label_errors(1, k=3, size=3, to="next"))
    assert found == [[2, 1, 0], [0, 2, 1], [1, 0, 2]]


def test_imbalanced_clusters():
    assert table_of(datasets.imbalanced_clusters(50)) == [[900, 100, 0], [100, 900, 0], [0, 0, 50]]
    one_way = datasets.imbalanced_clusters(50, errors=3, base=10, swap=False)
    assert table_of(one_way) == [[7, 3, 0], [0, 10, 0], [0, 0, 50]]


@pytest.mark.parametrize("k", range(1, 8))
def test_separated_clusterings_reach_the_largest_vi(k):
    a, b = datasets.separated_clusterings(k, size=3)
    assert table_of((a, b)) == [[3] * k] * k
    assert cd.variation_of_information(a, b) == pytest.approx(2 * log2(k), abs=1e-12)


def test_random_labels_have_the_sizes_of_the_reference():
    a, b = datasets.random_labels(7, rng=1)
    assert np.bincount(a).tolist() == [1000] * 3
    assert set(b.tolist()) == set(range(7))
    assert (datasets.random_labels(7, rng=1)[1] == b).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda: datasets.growing_cluster(2001),
        lambda: datasets.growing_cluster(51, cluster=1, take="evenly"),
        lambda: datasets.label_errors(1001),
        lambda: datasets.label_errors(1, k=1),
        lambda: datasets.imbalanced_clusters(1, errors=-1),
        lambda: datasets.separated_clusterings(0),
        lambda: datasets.random_labels(0),
        lambda: datasets.growing_cluster(2.5),
        lambda: datasets.growing_cluster(3, cluster=3),
        lambda: datasets.growing_cluster(3, cluster=-1),
        lambda: datasets.growing_cluster(0, sizes=()),
        lambda: datasets.growing_cluster(1, sizes=(2,), take="evenly"),
        lambda: datasets.growing_cluster(0, sizes=(3, -1)),
        lambda: datasets.label_errors(0, k=0),
        lambda: datasets.label_errors(0, size=0),
        lambda: datasets.imbalanced_clusters(-1),
        lambda: datasets.separated_clusterings(1.5),
        lambda: datasets.random_labels(2, sizes=(-1, 2)),
    ],
)
def test_impossible_arguments_are_refused(call):
    with pytest.raises(InputError, match="must"):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: datasets.growing_cluster(3, take="even"),
        lambda: datasets.label_errors(3, to="neighbor"),
        lambda: datasets.random_labels(2, rng="seed"),
        lambda: datasets.random_labels(2, rng=-1),
    ],
)
def test_unknown_options_are_refused(call):
    with pytest.raises(OptionError, match=r"must be"):
        call()
