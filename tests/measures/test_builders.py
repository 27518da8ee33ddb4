"""Every design of SetMatching and SplitMerge against its definition."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from clusterdiff.measures import (
    BoundedEntropy,
    EntropyScore,
    LargestPart,
    SetMatching,
    SplitMerge,
)
from clusterdiff.measures._set_design import MATCHINGS, OVERALLS, SIMILARITIES, SetDesign
from clusterdiff.summaries import Overlaps
from tests.helpers import golden
from tests.measures.reference import Case, designs

CASES = [
    ("cases.json", name)
    for name in (
        *("three-and-two", "one-moved", "3x5", "5x3", "1x4", "4x2", "greedy-trap-3", "random-12"),
        *("greedy-trap-dice", "ties-by-size", "below-chance", "random-18", "random-24"),
        *("top-general-6", "general-bottom-6", "singletons-on-both-sides", "nearly-equal-2e12"),
    )
]


def allowed(similarity, matching, overall, adjusted):
    """Return whether the design exists."""
    one_to_one = matching in {"greedy", "optimal"}
    return not adjusted or (one_to_one and (similarity != "overlap" or overall == "shared"))


DESIGNS = [d for d in product(SIMILARITIES, MATCHINGS, OVERALLS, (False, True)) if allowed(*d)]
SCORES = {
    "entropy": EntropyScore(),
    "largest": LargestPart(),
    "bounded": BoundedEntropy(12),
    "own": lambda size, parts: parts[0] / size / len(parts),
}


def overflows(similarity, matching, overall):
    """Return whether a design multiplies sizes and overlaps in 64 bits (an expected failure)."""
    return similarity == "overlap" and matching.startswith("nearest") and overall == "weighted"


def agrees(value, wanted):
    return abs(value - wanted) <= max(1e-12 * abs(wanted), 1e-15)


@cache
def values_of(case, design):
    """Return the possible values of a design; none if it is not compared."""
    *choices, adjusted = design
    record = Case.of(golden.cases()[case])
    if record.equal or (overflows(*choices) and record.n > 2**31):
        return ()
    values = designs.set_matching(record, *choices, adjusted=adjusted)
    return tuple((float(value), float(1 - value)) for value in values)


@cache
def value_of(case, score, combine):
    """Return the values of a split–merge measure and its distance."""
    wanted = designs.split_merge(Case.of(golden.cases()[case]), designs.SCORES[score], combine)
    return float(wanted), float(1 - wanted)


def wrong_set_matching(design, cases=CASES):
    """Yield the cases on which a design, or its distance, is not as defined."""
    *choices, adjusted = design
    measure = SetMatching(*choices, adjusted=adjusted)
    for case in cases:
        values, table = values_of(case, design), golden.table(case)
        if not values:
            continue
        if not any(agrees(measure.on(table), value) for value, _ in values):
            yield case, measure.on(table), values
        bounded = choices[0] != "overlap" or choices[2] == "shared"
        if bounded and not any(agrees(measure.distance.on(table), lost) for _, lost in values):
            yield case, measure.distance.on(table), values


def wrong_nearest():
    """Yield the cases in which the nearest clusters are wrong."""
    for case, similarity in product(CASES, SIMILARITIES):
        o = Overlaps.of(golden.table(case))
        weights, shared = o.similarity(similarity).tolist(), o.shared.tolist()
        rows, cols = o.rows.tolist(), o.cols.tolist()

        def first(side, name, weights=weights, shared=shared):
            inside = [k for k, group in enumerate(side) if group == name]
            return min(inside, key=lambda k: (-weights[k], -shared[k], k))

        of_a = {first(rows, name) for name in set(rows)}
        of_b = {first(cols, name) for name in set(cols)}
        wanted = {"nearest_a": of_a, "nearest_b": of_b, "nearest": of_a | of_b}
        for matching, cells in wanted.items():
            if sorted(SetDesign(similarity, matching).cells(o).tolist()) != sorted(cells):
                yield case, similarity, matching


def test_nearest_clusters_are_as_found_by_brute_force():
    assert list(wrong_nearest()) == []


def wrong_split_merge(score, combine, cases=CASES):
    """Yield the cases on which a split–merge measure, or its distance, is not as defined."""
    measure = SplitMerge(SCORES[score], combine=combine)
    for case in cases:
        table, (wanted, lost) = golden.table(case), value_of(case, score, combine)
        if not agrees(measure.on(table), wanted):
            yield case, measure.on(table), wanted
        if not agrees(measure.distance.on(table), lost):
            yield case, measure.distance.on(table), lost


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: "-".join(map(str, d)))
def test_set_matching_is_as_defined(design):
    assert list(wrong_set_matching(design)) == []


def test_weighted_overlaps_do_not_overflow():
    value = SetMatching("overlap", "nearest_a", "weighted").on(golden.table(CASES[-1]))
    assert value == pytest.approx(1e12, rel=1e-9)


@pytest.mark.parametrize("combine", ["product", "mean"])
@pytest.mark.parametrize("score", SCORES)
def test_split_merge_is_as_defined(score, combine):
    assert list(wrong_split_merge(score, combine)) == []


def test_a_score_gets_its_parts_from_the_largest_down():
    seen = []
    SplitMerge(lambda size, parts: seen.append((size, parts.tolist())) or 1.0)(
        [0, 0, 0, 0, 1], [5, 6, 6, 6, 5]
    )
    assert sorted(seen) == [(1, [1]), (2, [1, 1]), (3, [3]), (4, [3, 1])]


def test_a_score_must_be_a_finite_number():
    for bad in (float("nan"), float("inf"), "1", None):
        with pytest.raises(ValueError, match="finite number"):
            SplitMerge(lambda _size, _parts, bad=bad: bad)([0, 0, 1], [0, 1, 1])
    assert SplitMerge(lambda _size, _parts: np.float64(1))([0, 0, 1], [0, 1, 1]) == 1.0
