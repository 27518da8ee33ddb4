"""Tables of selected elements equal those of a definition in plain Python."""

from collections import Counter
from itertools import combinations, count

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff.errors import InputError
from clusterdiff.io import pair_labelings
from clusterdiff.labels import select

LABELS = (-1, 0, 1, 2)
PART = st.sampled_from([(), (-1,), (0, 2), (9,)])


def place(element, side, policy):
    """Return the cluster of one element in one clustering, or the reason why it has none."""
    labels, ignored, noise = side
    if element not in labels:
        return "unmatched" if policy["align"] == "intersect" else "alone"
    label = labels[element]
    if label is None:
        reasons = {"drop": "missing", "singletons": "alone", "block": "block"}
        return reasons[policy["missing"]]
    return "ignored" if label in ignored else "alone" if label in noise else label


def defined(first, second, weights, policy, elements=()):
    """Return the counts of the cells and of the dropped elements; each singleton has a number."""
    number = count()
    cells, dropped = Counter(), Counter()
    for element in dict.fromkeys([*elements, *first[0], *second[0]]):
        places = [place(element, side, policy) for side in (first, second)]
        reasons = [why for why in ("unmatched", "missing", "ignored") if why in places]
        if not reasons and weights[element] == 0:
            reasons = ["weightless"]
        if reasons:
            dropped[reasons[0]] += 1
        elif "alone" in places:
            for _ in range(weights[element]):
                cells[tuple(("alone", next(number)) if p == "alone" else p for p in places)] += 1
        else:
            cells[tuple(places)] += weights[element]
    return cells, dropped


def shown(cells):
    """Return how often each cell occurs, without the numbers of the singletons."""
    return Counter(
        (*("alone" if isinstance(part, tuple) else str(part) for part in pair), times)
        for pair, times in cells
    )


def cells_of(table):
    """Return the cells of a table with the names of the definition."""
    special = {"None": ("alone",), "<missing>": "block"}
    sides = (table.row_labels[table.rows], table.col_labels[table.cols])
    a, b = ([special.get(str(label), label) for label in side.tolist()] for side in sides)
    return zip(zip(a, b, strict=True), table.counts.tolist(), strict=True)


@st.composite
def cases(draw, sides):
    n = draw(st.integers(1, 8))
    keys = [f"e{i}" for i in range(n)]
    align = draw(st.sampled_from(["raise", "intersect", "singletons"]))
    missing = draw(st.sampled_from(["drop", "singletons", "block"]))
    labelings = []
    for _ in range(draw(sides)):
        own = draw(st.permutations(keys))
        if align != "raise":
            own = own[: draw(st.integers(1, n))]
        label = st.sampled_from([*LABELS, None])
        labelings.append({key: draw(label) for key in own})
    weights = {key: draw(st.integers(0, 3)) for key in keys}
    return labelings, weights, {"align": align, "missing": missing}


def check(table, cells):
    assert table.n == cells.total()
    assert shown(cells_of(table)) == shown(cells.items())
    for k, sizes in enumerate((table.row_sizes, table.col_sizes)):
        clusters = Counter()
        for pair, times in cells.items():
            clusters[pair[k]] += times
        assert sorted(sizes.tolist()) == sorted(clusters.values())


@given(cases(st.just(2)), PART, PART, PART, PART, PART, PART, st.booleans())
def test_two_clusterings(case, ignore, ignore_a, ignore_b, noise, noise_a, noise_b, weighted):
    (a, b), weights, policy = case
    if not weighted:
        weights = dict.fromkeys(weights, 1)
    sides = [(a, ignore + ignore_a, noise + noise_a), (b, ignore + ignore_b, noise + noise_b)]
    cells, dropped = defined(*sides, weights, policy)
    options = {
        **policy, "ignore": ignore, "ignore_a": ignore_a, "ignore_b": ignore_b, "noise": noise,
        "noise_a": noise_a, "noise_b": noise_b, "weights": weights if weighted else None,
    }  # fmt: skip
    if not cells:
        with pytest.raises(InputError, match="must label at least one element"):
            cd.Table.from_labels(a, b, **options)
        return
    found = cd.Table.from_labels(a, b, **options)
    check(found, cells)
    assert found.dropped._asdict() == {why: dropped[why] for why in found.dropped._fields}
    if weighted:
        series = pd.Series(weights)[::-1]
        assert cd.Table.from_labels(a, b, **{**options, "weights": series}) == found
    if policy["align"] == "raise":  # the elements in one order are matched by position
        lists = [[side[key] for key in a] for side in (a, b)]
        numbers = np.array([weights[key] for key in a]) if weighted else None
        assert cd.Table.from_labels(*lists, **{**options, "weights": numbers}) == found


@given(cases(st.integers(2, 4)), PART, PART, st.booleans())
def test_pairs_of_a_set(case, ignore, noise, weighted):
    labelings, weights, policy = case
    options = {**policy, "ignore": ignore, "noise": noise, "weights": weights if weighted else None}
    if not weighted:
        weights = dict.fromkeys(weights, 1)
    every = dict.fromkeys(key for labels in labelings for key in labels)
    reasons = {"unmatched", "missing", "ignored"}
    for labels in labelings:
        side = labels, ignore, noise
        if all(not weights[key] or place(key, side, policy) in reasons for key in every):
            with pytest.raises(InputError, match="were dropped"):
                cd.Clusterings(labelings, **options)
            return
    runs = cd.Clusterings(labelings, **options)
    for i, j in combinations(range(len(labelings)), 2):
        sides = [(labelings[k], ignore, noise) for k in (i, j)]
        if policy["align"] == "singletons":  # also of elements that only other clusterings have
            every = dict.fromkeys(key for each in labelings for key in each)
            sides = [(dict.fromkeys(every, "alone") | labels, a, b) for labels, a, b in sides]
        cells, _ = defined(*sides, weights, policy)
        if cells:
            check(runs.table(i, j), cells)


def test_positions_are_those_of_the_input_also_after_dropping_and_repeating():
    options = {"missing": "drop", "noise": -1, "weights": [1, 1, 3, 2]}
    given_labels, policy = pair_labelings(([0, None, -1, 1], [0, 0, 0, 1]), options)
    chosen = select(given_labels, policy).shared().expanded()
    assert chosen.positions.tolist() == [0, 2, 2, 2, 3]
    assert chosen.weights.tolist() == [1, 1, 1, 1, 2]


def test_a_missing_label_that_is_compared_with_no_other_is_no_error():
    runs = {"a": {"x": 0, "y": 0, "z": None}, "b": {"x": 0, "y": 1}, "c": {"x": 0, "y": 1}}
    assert cd.pairwise(runs, align="intersect")["adjusted_rand"][1, 2] == 1
    with pytest.raises(InputError):
        cd.pairwise(runs | {"b": {"x": 0, "y": 1, "z": 1}}, align="intersect")


def test_noise_that_is_left_out_is_no_singleton():
    runs = [[0, 0, 1, -1], [0, 0, 1, 1], [0, 1, 1, -1]]
    weighted = cd.pairwise(runs, noise=-1, weights=[1, 1, 1, 0])
    short = cd.pairwise([run[:3] for run in runs])
    assert np.array_equal(weighted.to_numpy(), short.to_numpy())
