"""Xiang et al. 2012, sections 4.2 to 4.5: subcomponents, S* and S'."""

from __future__ import annotations

from math import log, log2
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim, listed, refuted
from reproductions._small import pairs

if TYPE_CHECKING:
    from collections.abc import Callable

_ROUNDING = 1e-9
_CASES = [pair for n in range(1, 7) for pair in pairs(n)]


def integer_partitions(total: int) -> list[list[int]]:
    """Return the ways to write a number as a sum, largest part first."""
    return [list(parts) for parts in cd.partition.integer_partitions(total)]


def entropy_of(parts: list[int]) -> float:
    """Return the entropy of the parts, in bits."""
    whole = sum(parts)
    return -sum(x / whole * log2(x / whole) for x in parts)


def s_of(parts: list[int]) -> float:
    """s of the entropy-based measure: 1 - H(C_L)/log|L|, and 1 for a singleton."""
    whole = sum(parts)
    return 1.0 if whole == 1 else 1 - entropy_of(parts) / log2(whole)


def largest_part(parts: list[int]) -> float:
    """Return the subcomponent measure of N and of A: the largest share."""
    return max(parts) / sum(parts)


def bounded_entropy(k: int) -> Callable[[list[int]], float]:
    """Return the subcomponent measure of K, corrected: 1 - H/log k."""
    return lambda parts: 1 - entropy_of(parts) / log2(k)


def _monotone(s: Callable[[list[int]], float]) -> bool:
    """Property 4.2: s falls if a part is split, or if an element goes from a larger to a smaller part."""
    for total in range(2, 11):
        for parts in integer_partitions(total):
            for i, x in enumerate(parts):
                others = parts[:i] + parts[i + 1 :]
                if any(s([*others, y, x - y]) >= s(parts) - EXACT for y in range(1, x)):
                    return False
                for j, y in enumerate(others):
                    less = [*others[:j], y + 1, *others[j + 1 :], x - 1]
                    if x > y + 1 and s(less) >= s(parts) - EXACT:
                        return False
    return True


def _normalized(s: Callable[[list[int]], float]) -> bool:
    """Property 4.3, for all parts of up to 10 elements."""
    for total in range(1, 11):
        for parts in integer_partitions(total):
            value, uncut = s(parts), len(parts) == 1
            low = len(parts) == total and total > 1
            if (
                (abs(value - 1) < EXACT) != uncut
                or (abs(value) < EXACT) != low
                or not -EXACT <= value <= 1 + EXACT
            ):
                return False
    return True


def section_4_2() -> Section:
    """Properties 4.2 and 4.3 of the subcomponent measures."""
    tried = "all parts of up to 10 elements"
    checks = (
        claim(
            "Property 4.2",
            "s = 1 - H(C_L)/log|L| falls with more clusters and with less skewed sizes",
            _monotone(s_of),
            f"{tried}, every split of a part and every move of an element to a smaller part",
        ),
        claim(
            "Property 4.3",
            "it is 1 iff uncut, 0 iff cut into singletons (and L no singleton), in (0, 1) otherwise",
            _normalized(s_of),
            tried,
        ),
    )
    others = [s for s in (largest_part, bounded_entropy(12)) if not _normalized(s)]
    note = f"Of the subcomponent measures of N (largest share) and of K (1 - H/log k), {len(others)} of 2 lack Property 4.3."
    return Section("Section 4.2: Properties 4.2 and 4.3", checks, note=note)


def _split_merge(a: Any, b: Any, s: Callable[[list[int]], float], *, mean: bool) -> float:
    """Eq. 4 (product) or eq. 5 (mean), straight from the definition."""
    cells = cd.Table.from_labels(a, b).to_scipy().toarray()
    rows = [s([int(x) for x in row if x]) for row in cells]
    cols = [s([int(x) for x in col if x]) for col in cells.T]
    combine = (lambda x, y: (x + y) / 2) if mean else (lambda x, y: x * y)
    return sum(cells[i, j] * combine(rows[i], cols[j]) for i, j in np.argwhere(cells)) / len(a)


def _consistency_checks() -> list[Check]:
    """Property 4.4 for S* and S'."""
    parts = [p for m in range(1, 9) for p in integer_partitions(m)]
    labels = [[i for i, x in enumerate(p) for _ in range(x)] for p in parts]
    half = max(
        abs(_split_merge([0] * len(x), x, s, mean=True) - (s(p) / 2 + 1 / 2))
        for p, x in zip(parts, labels, strict=True)
        for s in (s_of, largest_part)
    )
    product = max(
        abs(_split_merge([0] * len(x), x, s_of, mean=False) - s_of(p))
        for p, x in zip(parts, labels, strict=True)
    )
    return [
        claim(
            "Property 4.4",
            "S*({L}, C_L) = s(C given L)",
            product < EXACT,
            f"all parts of up to 8 elements, error at most {product:.0e}",
        ),
        claim(
            "Sec. 4.4, eq. 5",
            "S'({L}, C_L) = s/2 + 1/2",
            half < EXACT,
            f"error at most {half:.0e}, so S' is not subcomponent-consistent",
        ),
    ]


def _instances_of_the_mean() -> list[Check]:
    """N and K as instances of S'."""
    k = 9
    n_error = max(
        abs(_split_merge(a, b, largest_part, mean=True) - (1 - cd.invariant_van_dongen(a, b)))
        for a, b in _CASES
    )
    exact = [1 - cd.variation_of_information(a, b) / (2 * log2(k)) for a, b in _CASES]
    squared, right = (
        max(
            abs(_split_merge(a, b, bounded_entropy(x), mean=True) - value)
            for (a, b), value in zip(_CASES, exact, strict=True)
        )
        for x in (k**2, k)
    )
    tried = f"all {len(_CASES)} tables of up to 6 elements"
    return [
        claim(
            "Sec. 4.4",
            "S' with the largest share is N",
            n_error < EXACT,
            f"{tried}, error at most {n_error:.0e}",
        ),
        refuted(
            "Sec. 4.4",
            "S' with s = 1 - H/log k² is K",
            squared < EXACT,
            right < EXACT,
            f"{tried}: up to {squared:.3f} off; with s = 1 - H/log k at most {right:.0e}",
            "The mean halves both terms: the printed s gives 1 - VI/(4·log k). s = 1 - H/log k is right.",
            "X2",
        ),
    ]


def section_4_4() -> Section:
    """Section 4.4: S* and S', Properties 4.4 and 4.5."""
    return Section("Section 4.4: S* and S'", (*_consistency_checks(), *_instances_of_the_mean()))


def error_kept(points: list[float], parts: list[int]) -> float | None:
    """MSE of section 4.5: the squared error within the parts over that of the whole; None for 0/0."""
    every, groups = np.array(points), np.array(parts)
    whole = float(((every - every.mean()) ** 2).sum())
    within = sum(
        float(((every[groups == k] - every[groups == k].mean()) ** 2).sum()) for k in set(parts)
    )
    return within / whole if whole else None


def _mse() -> list[Check]:
    halves = [0, 0, 1, 1]
    centered, coinciding, still = [-1.0, 1.0, -2.0, 2.0], [0.0, 0.0, 1.0, 1.0], [5.0] * 4
    one, none, undefined = (error_kept(points, halves) for points in (centered, coinciding, still))
    return [
        refuted(
            "Sec. 4.5, MSE",
            "a subcomponent measure with Property 4.3: s < 1 if L is split",
            one is not None and one < 1 - EXACT,
            one is not None and abs(one - 1) < EXACT,
            f"s = {one:g} for L = {{-1, 1, -2, 2}} split into {{-1, 1}} and {{-2, 2}}",
            "Parts with the same center leave all of the error within the parts.",
            "X5",
        ),
        refuted(
            "Sec. 4.5, MSE",
            "s > 0 if L is not cut into singletons",
            none is not None and none > EXACT,
            none == 0,
            f"s = {none:g} for {{0, 0}} and {{1, 1}}",
            "Points that coincide leave no error within the parts. For a cluster without variance s is 0/0: "
            f"{{5, 5}} and {{5, 5}} give {undefined}.",
            "X5",
        ),
    ]


def pairwise_kept(points: list[float], parts: list[int]) -> float | None:
    """Distances within the parts over those within the whole, each part's sum over its size; None for 0/0."""

    def spread(values: Any) -> float:
        return float(np.abs(np.subtract.outer(values, values)).sum() / len(values))

    every, groups = np.array(points), np.array(parts)
    whole = spread(every)
    return sum(spread(every[groups == k]) for k in set(parts)) / whole if whole else None


def with_features(
    a: list[int], b: list[int], points: list[float], kept: Callable[..., float | None]
) -> float:
    """Eq. 4 with the features of the points, straight from the definition; s = 1 for a cluster that is not split."""

    def scores(own: list[int], other: list[int]) -> dict[int, float]:
        out = {}
        for k in set(own):
            inside = [i for i, x in enumerate(own) if x == k]
            parts = [other[i] for i in inside]
            out[k] = (
                1.0 if len(set(parts)) == 1 else kept([points[i] for i in inside], parts) or 0.0
            )
        return out

    first, second = scores(a, b), scores(b, a)
    return sum(first[x] * second[y] for x, y in zip(a, b, strict=True)) / len(a)


def _with_features() -> list[Check]:
    """The two instances that take features, against the library."""
    errors = {"squares": 0.0, "distances": 0.0}
    for seed in range(30):
        rng = np.random.default_rng(seed)
        a, b = rng.integers(0, 4, (2, 25)).tolist()
        points = rng.normal(size=25).tolist()
        own = [with_features(a, b, points, kept) for kept in (error_kept, pairwise_kept)]
        x = [[p] for p in points]
        errors["squares"] = max(
            errors["squares"], abs(own[0] - cd.split_merge_squared_error(a, b, X=x))
        )
        errors["distances"] = max(
            errors["distances"], abs(own[1] - cd.split_merge_distance(a, b, X=x))
        )
    return [
        claim(
            "Sec. 4.5, MSE in eq. 4",
            "S* with s = Σ_C Σ (f_i - f_C)²/Σ (f_i - f_L)²",
            errors["squares"] < _ROUNDING,
            f"split_merge_squared_error, 30 random pairs of 25 points, error at most {errors['squares']:.0e}",
        ),
        listed(
            "Sec. 4.5, distances",
            "the framework can make use of the distances between points",
            f"no formula is printed; split_merge_distance is eq. 4 with the distances within the parts over those within the cluster (30 random pairs, error at most {errors['distances']:.0e})",
        ),
    ]


def section_4_5() -> Section:
    """Section 4.5: S_H and the MSE instance; eq. 3 and 4."""
    error = max(
        abs(_split_merge(a, b, s_of, mean=False) - cd.split_merge_entropy(a, b)) for a, b in _CASES
    )
    natural = max(
        abs(s_of(p) - (1 - entropy_of(p) * log(2) / log(sum(p))))
        for m in range(2, 9)
        for p in integer_partitions(m)
    )
    checks = (
        claim(
            "Property 4.5, eq. 3 and 4; S_H",
            "S_H = Σ |L ∩ C|/n·(1 - H(C_L)/log|L|)(1 - H(L_C)/log|C|)",
            max(error, natural) < EXACT,
            f"split_merge_entropy, all {len(_CASES)} tables of up to 6 elements, error at most {error:.0e}; the base of the logarithm does not matter",
        ),
        *_with_features(),
        *_mse(),
    )
    note = "For a singleton L the formula is 0/0; Property 4.3 (1) fixes s = 1."
    return Section("Section 4.5: examples", checks, note=note)
