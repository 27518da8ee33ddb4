"""Ignored labels, noise and weights, alone and together, compared with brute force."""

from collections import Counter
from datetime import date
from itertools import repeat
from uuid import UUID

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clusterdiff import Table, adjusted_rand
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import MISSING
from tests.helpers.columns import DAYS, cells, many, numpy


def brute_force(
    a,
    b,
    weights=None,
    *,
    missing="raise",
    ignore=(),
    ignore_a=(),
    ignore_b=(),
    noise=(),
    noise_a=(),
    noise_b=(),
):
    """Return cells (label, label, count) element by element, None for an unnamed cluster.

    Also return both numbers of clusters and the dropped elements.
    """
    counts, dropped = Counter(), Counter(missing=0, ignored=0, weightless=0)
    for x, y, weight in zip(a, b, weights or repeat(1, len(a)), strict=True):
        if missing == "drop" and None in {x, y}:
            dropped["missing"] += 1
            continue
        if x in {*ignore, *ignore_a} or y in {*ignore, *ignore_b}:
            dropped["ignored"] += 1
            continue
        dropped["weightless"] += weight == 0
        for _ in range(weight):
            cell = []
            for label, names in ((x, {*noise, *noise_a}), (y, {*noise, *noise_b})):
                alone = label in names or (label is None and missing == "singletons")
                cell.append(object() if alone else MISSING if label is None else label)
            counts[tuple(cell)] += 1
    listed = Counter(
        (*(None if type(label) is object else label for label in cell), count)
        for cell, count in counts.items()
    )
    return listed, len({x for x, _ in counts}), len({y for _, y in counts}), (*dropped.values(), 0)


names = st.sets(st.sampled_from([-1, 0, 7]), max_size=2)
labels_or_none = st.sampled_from([None, -1, 0, 1, 2])
named = dict.fromkeys(("ignore", "ignore_a", "ignore_b", "noise", "noise_a", "noise_b"), names)
policies = st.fixed_dictionaries(
    {"missing": st.sampled_from(["drop", "singletons", "block"])}, optional=named
)


@given(
    st.lists(st.tuples(labels_or_none, labels_or_none, st.integers(0, 3)), max_size=12),
    policies,
    st.booleans(),
)
@settings(many, max_examples=400)
def test_missing_ignored_noise_and_weights_together_are_as_counted_by_hand(
    elements, policy, weighted
):
    a, b, weights = map(list, zip(*elements, (5, 5, 1), strict=True))
    weights = weights if weighted else None
    table = Table.from_labels(a, b, weights=weights, **policy)
    listed = Counter(
        zip(
            table.row_labels[table.rows].tolist(),
            table.col_labels[table.cols].tolist(),
            table.counts.tolist(),
            strict=True,
        )
    )
    assert (listed, *table.shape, table.dropped) == brute_force(a, b, weights, **policy)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"noise": {-1}}, "Table(n=4, 3 × 2 clusters, 4 cells)"),
        ({"noise_a": -1}, "Table(n=4, 3 × 2 clusters, 4 cells)"),
        ({"noise_b": [-1]}, "Table(n=4, 2 × 2 clusters, 3 cells)"),
        ({"ignore": {-1}}, "Table(n=1, 1 × 1 clusters, 1 cell, dropped 3 (3 ignored))"),
        ({"ignore_a": -1}, "Table(n=2, 1 × 2 clusters, 2 cells, dropped 2 (2 ignored))"),
        ({"ignore_b": (-1,)}, "Table(n=3, 2 × 1 clusters, 2 cells, dropped 1 (1 ignored))"),
        (
            {"ignore_b": -1, "weights": [1, 0, 5, 1]},
            "Table(n=6, 2 × 1 clusters, 2 cells, dropped 2 (1 ignored, 1 weightless))",
        ),
    ],
)
def test_noise_becomes_singletons_and_the_repr_shows_dropped_elements(options, shown):
    assert repr(Table.from_labels([-1, -1, 0, 0], [0, 0, 0, -1], **options)) == shown


@pytest.mark.parametrize(
    ("column", "name"),
    [
        (["x", "y", "y"], "x"),
        (np.array(["x", "y", "y"]), {"x"}),
        (np.array([b"x", b"y", b"y"]), b"x"),
        (np.array([True, False, False]), np.True_),
        (np.array([9, 1, 1], np.uint8), {9.0, -1}),
        (np.array([2**63, 1, 1], np.uint64), [2**63]),
        ([2**70, 1, 1], 2**70),
        ([(1, 2), (3, 4), (3, 4)], [(1, 2)]),
        (pl.Series(["x", "y", "y"], dtype=pl.Categorical), np.str_("x")),
        (np.array(DAYS[:1] + DAYS[1:2] * 2, "M8[D]"), np.datetime64(DAYS[0])),
        (np.array(DAYS[:1] + DAYS[1:2] * 2, "M8[ns]"), {np.datetime64(DAYS[0], "ns")}),
        ([date(2020, 1, 1), date(2020, 1, 2), date(2020, 1, 2)], date(2020, 1, 1)),
        ([UUID(int=0), UUID(int=1), UUID(int=1)], UUID(int=0)),
    ],
    ids=[
        "str",
        "U",
        "S",
        "bool",
        "whole float",
        "uint64",
        "big int",
        "tuple",
        "categorical",
        "day",
        "nanoseconds",
        "date",
        "uuid",
    ],
)
def test_labels_of_every_kind_can_be_ignored_or_noise(column, name):
    assert Table.from_labels(column, ["p", "q", "q"], ignore_a=name).dropped.ignored == 1
    assert Table.from_labels(["p", "q", "q"], column, ignore_b=name).dropped.ignored == 1
    assert [
        label is None
        for label in Table.from_labels(column, ["p", "q", "q"], noise_a=name).row_labels
    ] == [False, True]


@pytest.mark.parametrize("option", ["ignore", "noise", "ignore_a", "noise_b"])
@pytest.mark.parametrize("name", [np.array(0), ..., int, Table, pa.scalar(0)], ids=repr)
def test_names_that_are_no_labels_are_refused(name, option):
    with pytest.raises(OptionError, match=f"{option} must name labels, got"):
        Table.from_labels([0, 0, 1], [0, 1, 1], **{option: name})


@pytest.mark.parametrize("weights", [[1, [2], 3], [[1, 2], [3]]])
def test_nested_weights_are_refused(weights):
    with pytest.raises(InputError, match="weights must be one number per element"):
        Table.from_labels([0, 0, 1], [0, 1, 1], weights=weights)


def test_a_shared_option_may_fit_one_side_only():
    assert cells(Table.from_labels(["x", "y", "z"], [1, 2, 3], ignore={"x", 2})) == {("z", 3): 1}


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2**58)), max_size=12)
)
@many
def test_weights_are_exact(elements):
    a, b, weights = map(list, zip(*elements, (0, 0, 1), strict=True))
    expected = Counter()
    for x, y, weight in zip(a, b, weights, strict=True):
        expected[x, y] += weight
    assert cells(Table.from_labels(a, b, weights=weights)) == +expected


@pytest.mark.parametrize(
    "make",
    [tuple, numpy("u1"), numpy("f4"), numpy("O"), np.atleast_2d, pd.Series, pl.Series, pa.array],
)
def test_weights_may_come_in_any_form(make):
    table = Table.from_labels(["x", "x", "y"], [0, 1, 1], weights=make([2, 0, 3]))
    assert cells(table) == {("x", 0): 2, ("y", 1): 3}
    assert table.dropped == (0, 0, 1, 0)


# The lowest version of polars has no integers of 128 bits.
WIDE = [pl.Series([2**53 + 1, 1], dtype=pl.Int128)] if hasattr(pl, "Int128") else []


@pytest.mark.parametrize(
    "weights",
    [np.array([2**53 + 1, 1], object), [2**53 + 1, 1.0], *WIDE],
    ids=lambda weights: type(weights).__name__,
)
def test_weights_beyond_a_float_are_exact(weights):
    assert Table.from_labels([0, 1], [0, 1], weights=weights).n == 2**53 + 2


def test_cells_beyond_a_float_are_exact():
    assert Table.from_matrix([[2**53 + 1, 1.0], [0.0, 2**60 + 1]]).n == 2**60 + 2**53 + 3


def test_a_singleton_of_weight_w_is_w_singletons():
    table = Table.from_labels([-1, 0, 0], [7, 7, 8], noise=-1, weights=[3, 2, 1])
    assert table.row_sizes.tolist() == [3, 1, 1, 1]
    assert cells(table) == {(0, 7): 2, (0, 8): 1, (None, 7): 3}


def test_measures_take_the_options_of_the_table():
    assert adjusted_rand([0, 0, 1, None], [5, 5, 6, 6], missing="singletons") == adjusted_rand(
        [0, 0, 1, 2], [5, 5, 6, 6]
    )
    with pytest.raises(InputError, match="1 of 4 are missing"):
        adjusted_rand([0, 0, 1, None], [5, 5, 6, 6])


def test_weights_with_an_index_belong_to_the_elements_of_dicts():
    a, b = {"x": 0, "y": 1, "z": 1}, {"z": 1, "y": 0, "x": 0}
    same = pd.Series([1, 2, 3], index=["x", "y", "z"])
    assert Table.from_labels(a, b, weights=same).counts.tolist() == [1, 2, 3]
    for weights in (same[::-1], {"z": 3, "x": 1, "y": 2, "unused": 9}):
        assert Table.from_labels(a, b, weights=weights).counts.tolist() == [1, 2, 3]
    for weights in (pd.Series([1, 2, 3]), {"x": 1}):
        with pytest.raises(InputError, match="weights must have one number per element"):
            Table.from_labels(a, b, weights=weights)


def test_weights_with_an_index_that_names_an_element_twice_are_refused():
    weights = pd.Series([1, 2, 3], index=["x", "x", "y"])
    with pytest.raises(InputError, match=r"index of weights must have no duplicates.*'x'"):
        Table.from_labels({"x": 0, "y": 1}, {"x": 0, "y": 1}, weights=weights)
