"""Partitions: labels, names, copies and errors."""

import copy
import pickle

import numpy as np
import pytest

from clusterdiff import Table
from clusterdiff.errors import InputError, OptionError
from clusterdiff.partition import Merge, Partition, Split, bell_number, join, meet, path

# Reading


@pytest.mark.parametrize(
    "labels",
    [
        ["x", "y", "x"],
        (7, -3, 7),
        np.array([2, 0, 2], np.uint64),
        np.array(["b", "a", "b"]),
        np.array([True, False, True]),
        [1.0, 2.0, 1.0],
        {0: "x", 1: "y", 2: "x"},
        {2: "x", 0: "x", 1: "y"},
        [[0, 2], [1]],
        [[1], [2, 0]],
    ],
)
def test_whatever_the_labels_the_clusters_are_the_same(labels):
    p = Partition(labels)
    assert p == Partition([0, 1, 0])
    assert hash(p) == hash(Partition([0, 1, 0]))
    assert (p.n, p.k, len(p)) == (3, 2, 2)
    assert p.codes.tolist() == [0, 1, 0]
    assert p.sizes.tolist() == [2, 1]
    assert p.blocks == ((0, 2), (1,))
    assert repr(p) == "Partition(n=3, k=2: {0, 2} {1})"


def test_labels_and_names_are_kept():
    p = Partition(["y", "x", "y", "z"])
    assert p.labels.tolist() == ["y", "x", "y", "z"]
    assert p.names.tolist() == ["y", "x", "z"]
    assert Partition.from_blocks({"low": [3, 1], "high": (0, 2)}).labels.tolist() == [
        "high",
        "low",
        "high",
        "low",
    ]
    assert (p & p).names.tolist() == [0, 1, 2]


def test_a_table_of_partitions_is_that_of_their_labels():
    a, b = ["y", "x", "y", "x"], [3, 1, 1, 1]
    assert Table.from_labels(Partition(a), Partition(b)) == Table.from_labels(a, b)
    assert Table.from_labels(Partition(a), b) == Table.from_labels(a, b)
    image = np.array([[1, 0], [1, 1]])
    assert Table.from_labels(Partition(image), image) == Table.from_labels(image, image)


def test_unused_categories_are_no_clusters():
    pd = pytest.importorskip("pandas")
    p = Partition(pd.Categorical(["b", "c", "b"], categories=["a", "b", "c", "d"]))
    assert (p.k, p.sizes.tolist(), p.names.tolist()) == (2, [2, 1], ["b", "c"])
    assert Partition(np.array([True, True])).k == 1


def test_the_index_of_a_column_names_the_elements():
    pd = pytest.importorskip("pandas")
    column = pd.Series([1, 2, 1], index=["x", "y", "z"])
    p = Partition(column)
    assert p.blocks == (("x", "z"), ("y",))
    assert p.induced(["z", "y"]).blocks == (("z",), ("y",))
    assert (p & Partition([0, 0, 1])).blocks == (("x",), ("y",), ("z",))
    assert Partition(pd.Series([1, 2, 1])).blocks == ((0, 2), (1,))
    with pytest.raises(InputError, match="same order"):
        p & Partition(column[::-1])
    assert p != Partition(column[::-1])


def test_named_elements_are_matched_by_key():
    a = Partition({"x": 0, "y": 0, "z": 1})
    b = Partition({"z": 5, "y": 5, "x": 4})
    assert a == Partition({"z": "q", "x": "p", "y": "p"})
    assert hash(a) == hash(Partition.from_blocks([["z"], ["y", "x"]]))
    assert a != b
    assert a & b == Partition.from_blocks([["x"], ["y"], ["z"]])
    assert a | b == Partition.from_blocks([["x", "y", "z"]])
    assert (a & b).elements == ("x", "y", "z")
    assert a & b < b < a | b
    assert b.apply(path(b, a)) == a
    assert a != Partition([0, 0, 1])
    with pytest.raises(InputError, match="same elements"):
        a <= Partition([0, 0, 1])  # noqa: B015  (raises)
    with pytest.raises(InputError, match="same elements"):
        a | Partition({"x": 0, "y": 0, "w": 1})


def test_a_partition_does_not_change():
    labels = np.array([True, False, True])
    p = Partition(labels)
    labels[:] = True
    assert p == Partition([0, 1, 0])
    assert p.labels.tolist() == [True, False, True]
    for array in (p.codes, p.sizes):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    with pytest.raises(AttributeError):
        p.codes = None
    with pytest.raises((AttributeError, TypeError)):
        p.other = None


def pickled(p):
    return pickle.loads(pickle.dumps(p))  # noqa: S301


@pytest.mark.parametrize(
    "p",
    [
        Partition(["y", "x", "y"]),
        Partition({"k": 1, "l": 1}),
        Partition([0, 1]) & Partition([0, 0]),
    ],
)
@pytest.mark.parametrize("clone", [pickled, copy.copy, copy.deepcopy, Partition])
def test_a_copy_is_the_same(p, clone):
    other = clone(p)
    assert other == p
    assert hash(other) == hash(p)
    assert (other.names.tolist(), other.elements) == (p.names.tolist(), p.elements)
    assert not other.codes.flags.writeable


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Partition([]), "labels must not be empty"),
        (lambda: Partition([1, None, 2]), "1 of 3 are missing"),
        (lambda: Partition("xyz"), "one label per element"),
        (lambda: Partition.from_blocks([[0, 1], []]), "block 1 is empty"),
        (lambda: Partition.from_blocks([[0, 1], [1]]), "every element in one cluster"),
        (lambda: Partition.from_blocks([]), "must not be empty"),
        (lambda: Partition.top(0), "n must be a positive integer"),
        (lambda: Partition.bottom(2.5), "n must be a positive integer"),
        (lambda: Partition.all(-1), "n must be a positive integer"),
        (lambda: bell_number("3"), "n must be a positive integer"),
        (
            lambda: list(Partition.all(15)),
            "at most 100,000,000 items: 15 elements have 1,382,958,545",
        ),
        (lambda: Partition([0, 1]) & Partition([0, 1, 1]), "a has 2 labels, b has 3"),
        (lambda: Partition(np.zeros((2, 3))) | Partition(np.zeros((3, 2))), "same shape"),
        (lambda: Partition([0]).nearest_by_vi(), "one element has no other"),
        (lambda: Partition([0, 1]).induced([]), "non-empty and unique"),
        (lambda: Partition([0, 1]).induced([1, 1]), r"unique, got 2 elements \(1 distinct\)"),
        (lambda: Partition([0, 1]).induced([2]), "from 0 to 1, got 2"),
        (lambda: Partition([0, 1]).induced([-1]), "from 0 to 1, got -1"),
        (lambda: Partition([0, 1]).induced(["x"]), "integers from 0 to 1"),
        (lambda: Partition({"x": 1}).induced(["y"]), "no element 'y'"),
        (lambda: Split([[0, 1]]), "two or more non-empty parts"),
        (lambda: Merge([[0], []]), r"sizes \[1, 0\]"),
        (lambda: Partition([0, 0, 0]).apply(Split([[0], [1]])), r"\{0, 1\} is not a cluster"),
        (lambda: Partition([0, 0, 0]).apply(Split([[0], [1, 1]])), r"\{0, 1, 1\} is not a cluster"),
        (lambda: Partition([0, 0, 1]).apply(Merge([[0], [2]])), r"\{0\} is not a cluster"),
        (lambda: Partition([0, 0, 1]).apply(Merge([[2], [2]])), "different clusters"),
        (lambda: Partition([0, 0, 1]).apply(["split"]), "a Split or a Merge, got str"),
        (meet, "meet needs partitions, got none"),
        (lambda: join([0, 1], [1, 1]), "join needs partitions, got list"),
        (lambda: path(Partition([0]), [0]), "path needs partitions, got list"),
    ],
)
def test_errors_are_one_clear_sentence(make, words):
    with pytest.raises(InputError, match=words) as caught:
        make()
    assert caught.value.message.endswith(".")
    assert "\n" not in caught.value.message


@pytest.mark.parametrize("base", [1, 0, -2, "bits", None, float("nan"), float("inf")])
def test_a_base_is_above_one(base):
    with pytest.raises(OptionError, match="base must be a number above 1"):
        Partition([0, 1]).entropy(base)


@pytest.mark.parametrize("operate", ["__and__", "__or__", "__le__", "__lt__", "__ge__", "__gt__"])
def test_operators_take_partitions_only(operate):
    assert getattr(Partition([0, 1]), operate)([0, 1]) is NotImplemented
    assert Partition([0, 1]) != [0, 1]


# The lattice
