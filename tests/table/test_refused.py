"""Invalid input of a table, each refused in one sentence."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

import clusterdiff as cd
from clusterdiff import Partition, Table, TableBuilder
from clusterdiff.errors import (
    ClusterdiffError,
    InputError,
    OptionError,
)

NESTED = np.empty(2, object)
NESTED[:] = [[1], [2]]
UV, VU = pd.Series([0, 1], index=["u", "v"]), pd.Series([0, 1], index=["v", "u"])
BAD_LABELS = {
    "different lengths": (
        [1, 2, 3],
        [1, 2],
        r"a and b must label the same elements: a has 3 labels, b has 2\.",
    ),
    "empty": ([], [], r"a and b must label at least one element: they are empty\."),
    "empty array": (
        np.array([]),
        np.array([]),
        r"a and b must label at least one element: they are empty\.",
    ),
    "empty blocks": ([[], []], [[]], r"a and b must label at least one element: they are empty\."),
    "different shapes": (
        np.zeros((2, 3), int),
        np.zeros((3, 2), int),
        r"a and b must have the same shape, got \(2, 3\) and \(3, 2\)\.",
    ),
    "2-D against 1-D": (
        np.zeros((3, 1), int),
        np.zeros(3, int),
        r"a and b must have the same shape, got \(3, 1\) and \(3,\)\.",
    ),
    "a single value": (np.array(3), [1], r"a must be one label per element, got a single value\."),
    "a number": (3, [1], r"a must be one label per element, got int\."),
    "a string": ([1], "x", r"b must be one label per element, got str\."),
    "a set": ({1, 2}, [1, 2], r"a must be one label per element, got set\."),
    "nothing": ([1], None, r"b must be one label per element, got NoneType\."),
    "int and str": (
        [None, 1, "1"],
        [1, 2, 3],
        (
            r"a must hold labels of one kind, got int \(1 at position 1\) and "
            r"str \('1' at position 2\)\."
        ),
    ),
    "str and int": (
        [1, 2],
        ["1", 1],
        r"b must hold labels of one kind, got str \('1' at position 0\) and int \(1 at",
    ),
    "int and str in numpy": (
        np.array([1, "1"], object),
        [1, 2],
        r"a must hold labels of one kind, got int \(1 at position 0\) and str",
    ),
    "int and str in pandas": (
        pd.Series([1, "1"]),
        [1, 2],
        r"a must hold labels of one kind, got int \(1 at position 0\) and str",
    ),
    "bool and int": (
        [True, 1],
        [1, 2],
        (
            r"a must hold labels of one kind, got bool \(True at position 0\) and "
            r"int \(1 at position 1\)\."
        ),
    ),
    "str and bytes": (
        ["x", b"x"],
        [1, 2],
        r"a must hold labels of one kind, got str \('x' at position 0\) and bytes",
    ),
    "a fraction": (
        [1, 2],
        [1.0, 2.5],
        r"b must hold labels, and a float label must be an integer, got 2\.5 at position 1\.",
    ),
    "a fraction in numpy": (
        np.array([1, 2.5]),
        [1, 2],
        r"a must hold labels, and a float label must be an integer, got 2\.5 at position 1\.",
    ),
    "infinity": (
        [1, np.inf],
        [1, 2],
        r"a float label must be an integer, got inf at position 1\.",
    ),
    "infinity in numpy": (
        np.array([1, -np.inf]),
        [1, 2],
        r"a float label must be an integer, got -inf at position 1\.",
    ),
    "infinity in 16 bits": (
        np.array([1, np.inf], "f2"),
        [1, 2],
        r"a float label must be an integer, got inf at position 1\.",
    ),
    "complex numbers": (
        np.array([1j]),
        [1],
        r"a must hold integers, strings or other names, got an array of complex128\.",
    ),
    "unhashable": ([1, 2], [{}, {}], r"b must hold hashable labels, got dict at position 0\."),
    "unhashable in numpy": (
        NESTED,
        [1, 2],
        r"a must hold hashable labels, got list at position 0\.",
    ),
    "unhashable in polars": (
        pl.Series([[1], [2]]),
        [1, 2],
        r"a must hold hashable labels, got list at position 0\.",
    ),
    "unhashable in arrow": (
        pa.array([[1], [2]]),
        [1, 2],
        r"a must hold hashable labels, got list at position 0\.",
    ),
    "an image as lists": (
        [[0, 0], [0, 1]],
        [[0, 1], [0, 1]],
        r"a must have every element in one cluster: 1 element is in more than one\.",
    ),
    "unhashable elements": (
        [[[0]], [1]],
        [0, 1],
        r"a must be a list of blocks of hashable elements, got an element that is not\.",
    ),
    "different keys": (
        {"u": 1, "v": 1},
        {"u": 1, "w": 1},
        r"must label the same elements: 1 only in a \(first 'v'\), 1 only in b \(first 'w'\)\.",
    ),
    "fewer keys": (
        {"u": 1, "v": 1},
        {"u": 1},
        r"must label the same elements: 1 only in a \(first 'v'\)\.",
    ),
    "a dict and a list": (
        {"u": 1},
        [1],
        r"must label the same elements: 1 only in a \(first 'u'\), 1 only in b \(first 0\)\.",
    ),
    "another order": (
        UV,
        VU,
        r"in the same order: their indexes differ\.\nHint: pass align=.intersect. to match elements",
    ),
    "another order of mixed keys": (
        UV.rename({"u": 0}),
        VU.rename({"u": 0}),
        r"a and b must list the same elements in the same order",
    ),
    "a pandas frame": (
        pd.DataFrame({"x": [1]}),
        [1],
        r"a must be one column of labels, got pandas.*DataFrame\.",
    ),
    "a polars frame": (
        [1],
        pl.DataFrame({"x": [1]}),
        r"b must be one column of labels, got polars.*DataFrame\.",
    ),
    "a lazy polars frame": (
        [1],
        pl.LazyFrame({"x": [1]}),
        r"b must be labels in memory, got a polars LazyFrame, .*\.",
    ),
    "an arrow table": (
        pa.table({"x": [1]}),
        [1],
        r"a must be one column of labels, got pyarrow.*Table\.",
    ),
}
BAD_OPTIONS = {
    "an unknown policy": (
        {"missing": "skip"},
        r"missing must be one of raise, drop, singletons, block, got 'skip'\.",
    ),
    "ignore of no side": (
        {"ignore": {"z"}},
        r"ignore must name labels, got 'z', but the labels are int\.",
    ),
    "ignore of one side": (
        {"ignore_b": {"z"}},
        r"ignore_b must name labels, got 'z', but the labels are int\.",
    ),
    "noise of another kind": (
        {"noise_a": {True}},
        r"noise_a must name labels, got True, but the labels are int\.",
    ),
    "a fraction as noise": (
        {"noise": 0.5},
        r"noise must name labels, got 0\.5, but the labels are int\.",
    ),
    "no name": ({"ignore": {None}}, r"ignore must name labels, got None, but the labels are int\."),
}
BAD_WEIGHTS = {
    "negative": (
        [1, -2],
        r"weights must be non-negative integers, got -2 at position 1\.",
    ),
    "fractional": (
        [0.5, 1],
        r"weights must be non-negative integers, got 0\.5 at position 0\.",
    ),
    "NaN": (
        [1, np.nan],
        r"weights must be non-negative integers, got nan at position 1\.",
    ),
    "infinite": ([1, np.inf], r"weights must be finite integers"),
    "too few": ([1], r"weights must have one number per element, got 1 for 2\."),
    "too many": ([1, 2, 3], r"weights must have one number per element, got 3 for 2\."),
    "strings": (["1", "2"], r"weights must be integers, got <U1\."),
    "missing": ([1, None], r"weights must be integers, got object\."),
    "masked": (np.ma.array([1, 2], mask=[False, True]), r"weights must be integers"),
    "too large together": ([2**62, 2**62], r"weights must add up to less than 2\*\*63\."),
    "too large alone": ([2**64, 1], r"weights must add up to less than 2\*\*63\."),
    "all zero": (
        [0, 0],
        r"a and b must label at least one element: 2 \(2 weightless\) were dropped\.",
    ),
}


def refused(call, sentence):
    """Return whether the call raises this message: the requirement and the value, in one line.

    A hint is a line of its own.
    """
    with pytest.raises(ClusterdiffError, match=sentence) as caught:
        call()
    assert isinstance(caught.value, ValueError)
    first, _, hint = str(caught.value).partition("\n")
    return (
        (" must " in first or first.startswith("Unknown "))
        and first.endswith(".")
        and (not hint or hint.startswith("Hint: "))
        and type(caught.value)
    )


@pytest.mark.parametrize(("a", "b", "sentence"), BAD_LABELS.values(), ids=BAD_LABELS)
def test_bad_labels_are_refused_in_one_sentence(a, b, sentence):
    assert refused(lambda: Table.from_labels(a, b), sentence) is InputError


@pytest.mark.parametrize(("options", "sentence"), BAD_OPTIONS.values(), ids=BAD_OPTIONS)
def test_bad_options_are_refused_in_one_sentence(options, sentence):
    assert refused(lambda: Table.from_labels([0, 1], [0, 1], **options), sentence) is OptionError


@pytest.mark.parametrize(("weights", "sentence"), BAD_WEIGHTS.values(), ids=BAD_WEIGHTS)
def test_bad_weights_are_refused_in_one_sentence(weights, sentence):
    assert (
        refused(lambda: Table.from_labels([0, 1], [0, 1], weights=weights), sentence) is InputError
    )


def test_dropping_all_elements_is_refused_with_the_count():
    assert refused(
        lambda: Table.from_labels([0, 0], [1, 2], ignore=0),
        r"must label at least one element: 2 \(2 ignored\) were dropped\.",
    )


def test_a_partition_needs_labels():
    assert refused(lambda: Partition([]), r"labels must not be empty\.")
    assert refused(
        lambda: Partition([1, None, None]),
        r"labels must have a label for every element: 2 of 3 are missing, the first at 1\.",
    )


def test_an_unknown_option_suggests_the_nearest():
    sentence = r"^TableBuilder has no option 'mising'\.\nHint: did you mean missing"
    with pytest.raises(OptionError, match=sentence):
        TableBuilder(mising="drop")


def test_an_unknown_option_of_a_function_suggests_all_its_parameters():
    """Not only the options about labels that it passes on."""
    sentence = r"^compare has no option 'measure'\.\nHint: did you mean measures"
    with pytest.raises(OptionError, match=sentence):
        cd.compare([0, 1], [0, 1], measure="ari")
    sentence = r"^interval has no option 'alpha'\.\nHint: its options are measure, units, "
    with pytest.raises(OptionError, match=sentence):
        cd.intervals.interval([0, 1], [0, 1], measure="ari", alpha=0.1)


@pytest.mark.parametrize("function", [cd.compare, cd.diff, cd.adjusted_rand, cd.Clusterings])
def test_clusterings_are_passed_by_position(function):
    with pytest.raises(OptionError, match=r"Hint: pass clusterings by position: \w+\(a, b\)"):
        function(a=[0, 1], b=[0, 1])


@pytest.mark.parametrize(
    ("matrix", "sentence"),
    [
        ([[1, -1]], r"matrix must be non-negative integers, got -1"),
        ([[1, 0.5]], r"matrix must be non-negative integers, got 0\.5"),
        ([[1, np.nan]], r"matrix must be non-negative integers, got nan"),
        (
            sparse.coo_array(np.array([[1, -1]])),
            r"matrix must be non-negative integers, got -1",
        ),
        ([["1", "2"]], r"matrix must be integers, got <U1\."),
        (
            pd.DataFrame({"x": pd.array([1, None]), "y": [1, 2]}),
            r"matrix must be integers, got object\.",
        ),
        ([[2**62, 2**62]], r"matrix must add up to less than 2\*\*63\."),
        ([1, 2], r"matrix must have 2 dimensions, got 1"),
        (np.ones((2, 2, 2)), r"matrix must have 2 dimensions, got 3"),
        (np.zeros((2, 2)), r"must label at least one element: they are empty\."),
        (np.zeros((0, 0)), r"must label at least one element: they are empty\."),
        ([[1], [2, 3]], r"matrix must"),
        (sparse.coo_array(np.array([1, 2])), r"matrix must have 2 dimensions, got 1"),
    ],
    ids=[
        "negative",
        "fractional",
        "NaN",
        "negative sparse",
        "strings",
        "missing",
        "too large",
        "1-D",
        "3-D",
        "zeros",
        "empty",
        "ragged",
        "1-D sparse",
    ],
)
def test_a_bad_matrix_is_refused_in_one_sentence(matrix, sentence):
    assert refused(lambda: Table.from_matrix(matrix), sentence) is InputError


@pytest.mark.parametrize("names", [["x"], ["x", "x"], ["x", "y", "z"], ["x", None]], ids=str)
def test_names_of_rows_must_be_one_each_and_different(names):
    assert refused(
        lambda: Table.from_matrix([[1, 0], [2, 3]], names),
        r"row_labels must have 2 distinct labels, got \d labels",
    )
    assert refused(
        lambda: Table.from_matrix([[1, 0], [2, 3]], None, names),
        r"col_labels must have 2 distinct labels",
    )


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ([1], r"counts must have one number per element, got 1 for 2\."),
        ([1, -1], r"counts must be non-negative integers, got -1 at position 1\."),
        ([0.5, 1], r"counts must be non-negative integers, got 0\.5 at position 0\."),
        ([2**62, 2**62], r"counts must add up to less than 2\*\*63\."),
        ([2**63, 1], r"counts must add up to less than 2\*\*63\."),
        ([0, 0], r"must label at least one element: they are empty\."),
    ],
    ids=str,
)
def test_bad_counts_are_refused_in_one_sentence(counts, sentence):
    assert refused(lambda: Table.from_counts([0, 1], [0, 1], counts), sentence) is InputError


def test_streaming_nothing_is_refused():
    assert refused(
        TableBuilder().finish, r"a and b must label at least one element: they are empty\."
    )
    assert refused(
        TableBuilder(ignore=0).update([0], [1]).finish,
        r"a and b must label at least one element: 1 \(1 ignored\) were dropped\.",
    )


def test_masked_cells_of_a_matrix_are_refused():
    masked = np.ma.array([[1, 2], [3, 4]], mask=[[False, True], [False, False]])
    with pytest.raises(InputError, match="must not have masked cells, got 1"):
        Table.from_matrix(masked)
    assert Table.from_matrix(np.ma.array([[1, 2], [3, 4]])).n == 10


def test_cells_with_labels_of_different_lengths_are_named_as_they_are_given():
    sentence = "rows and cols must have the same length, got 1 and 2."
    assert refused(lambda: Table.from_counts(["x"], ["u", "v"], [1, 2]), sentence) is InputError
