"""Standard errors and score limits of measures of pair counts, which are functions of U-statistics.

The limits are those of the least favorable family of populations (`_score.score_limit`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.intervals._half_samples import Spread
from clusterdiff.intervals._score import score_limit
from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from clusterdiff.measures import Measure
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64] | NDArray[np.float64]

_SCALED = 10**15  # pairs to which pair counts are scaled for derivatives
_LOST_DIGITS = 0.01  # standard errors by which shares of pairs may change the value
_POWERS = {"n": 0.5, "n_squared": 1.0}  # of the number of pairs


def pair_spread(m: Measure, table: Table) -> tuple[Spread, float]:
    """Return the standard error of a measure of pair counts, and its value for large n."""
    (g, g_a, g_b), far = pair_gradient(m, PairCounts.of(table))
    shares = PairShares.of(table, table.counts)
    return Spread(shares.std({"ab": g, "a": g_a, "b": g_b})), far


@dataclass(frozen=True)
class PairShares:
    """The shares of pairs that are together in clusterings, by cell.

    `cells` are the shares of the elements in each cell, and `others` those of the other elements
    that are together with an element of the cell. A key of `others` names the clusterings in which
    they are together, so that the union of two keys is their conjunction.
    """

    n: int
    cells: Floats
    others: dict[str, Floats]

    @classmethod
    def of(cls, table: Table, counts: Numbers) -> PairShares:
        """Return the shares of a table whose cells have these counts; their sum is n."""
        rows = np.bincount(table.rows, counts, table.shape[0])[table.rows]
        cols = np.bincount(table.cols, counts, table.shape[1])[table.cols]
        return cls.from_sizes(table.n, counts, {"a": rows, "b": cols, "ab": counts})

    @classmethod
    def from_sizes(cls, n: int, counts: Numbers, sizes: Mapping[str, Numbers]) -> PairShares:
        """Return the shares for `counts` elements per cell, in clusters of `sizes` elements."""
        return cls(n, counts / n, {key: (size - 1) / (n - 1) for key, size in sizes.items()})

    def of_pairs(self, key: str) -> float:
        """Return the share of the pairs that are together in the clusterings of the key."""
        return max(0.0, float(self.cells @ self.others[key]))

    def by_element(self, weights: dict[str, float]) -> Floats:
        """Return the mean weight of the pairs of an element of each cell, centered."""
        mean = sum(weight * self.of_pairs(key) for key, weight in weights.items())
        out = np.full(len(self.cells), -mean)
        for key, weight in weights.items():
            out += weight * self.others[key]
        return out

    def std(self, weights: dict[str, float]) -> float:
        """Return the standard error of a weighted sum of shares of pairs.

        With h the weight of a pair, the sum is a U-statistic, whose variance has the unbiased
        estimate (4 Σ_x (Σ_y h)² - 2 Σ_xy h²)/(n)_4 for centered h. The second term matters where
        few pairs are together: without it, as in the jackknife, the variance is up to twice too
        large.
        """
        n = self.n
        shares = {key: self.of_pairs(key) for key in self.others}
        mean = sum(weight * shares[key] for key, weight in weights.items())
        square = sum(
            x * y * shares["".join(sorted({*first, *second}))]
            for first, x in weights.items()
            for second, y in weights.items()
        )
        first = 4 * (n - 1) * float(self.cells @ self.by_element(weights) ** 2)
        # At least the second term, since Var = (4(n-2) ζ1 + 2 ζ2)/(n(n-1)).
        second = 2 * max(0.0, square - mean**2)
        return sqrt(max(first - second, second) * n / ((n - 2) * (n - 3) ** 2))

    def pair_counts(self) -> PairCounts:
        """Return the pair counts of a large table with these shares of pairs."""
        both, in_a, in_b = (round(_SCALED * self.of_pairs(key)) for key in ("ab", "a", "b"))
        in_a, in_b = max(in_a, both), max(in_b, both)
        both = max(both, in_a + in_b - _SCALED)
        return PairCounts(both, in_a - both, in_b - both, _SCALED - in_a - in_b + both)


@dataclass(frozen=True)
class AtChance:
    """A measure of pair counts for independent clusterings of a population.

    Near them, the value is about a weighted sum of noncentral χ² variables; `weight` is the mean of
    their weights, each taken as often as its part of the variance.
    """

    value: float
    std: float
    weight: float


def at_chance(m: Measure, table: Table) -> AtChance:
    """Return value and standard error of a measure of pair counts for independent clusterings."""
    p, n = PairCounts.of(table), table.n
    both = p.in_a * p.in_b // p.total
    pairs = PairCounts(both, p.in_a - both, p.in_b - both, p.total - p.in_a - p.in_b + both)
    (g, g_a, g_b), _ = pair_gradient(m, pairs)
    x, y = table.row_sizes / n, table.col_sizes / n
    (x2, x3), (y2, y3) = ((float(np.sum(z**2)), float(np.sum(z**3))) for z in (x, y))
    mean = g * x2 * y2 + g_a * x2 + g_b * y2
    # Squares of g·xy + g_a·x + g_b·y over elements, and of the weight of a pair over pairs.
    mixed = 2 * (g * g_a * x3 * y2 + g * g_b * x2 * y3 + g_a * g_b * x2 * y2)
    by_element = g * g * x3 * y3 + g_a * g_a * x3 + g_b * g_b * y3 + mixed
    crossed = g * g + 2 * (g * g_a + g * g_b + g_a * g_b)
    by_pair = crossed * x2 * y2 + g_a * g_a * x2 + g_b * g_b * y2
    variance = 4 * max(by_element - mean**2, 0.0) / n + 2 * max(by_pair - mean**2, 0.0) / n**2
    weight = abs(g) * _mean_eigenvalue(table.row_sizes, n) * _mean_eigenvalue(table.col_sizes, n)
    return AtChance(m.formula(pairs), sqrt(variance), weight / n)


def _mean_eigenvalue(sizes: Ints, n: int) -> float:
    """Return Σ λ²/Σ λ for the eigenvalues λ of diag(x) - xxᵀ, where x = sizes/n."""
    x, rest = sizes / n, (n - sizes) / n
    squares = float(np.sum(x**2))
    others = float(np.sum(x**2 * np.maximum(squares - x**2, 0.0)))
    return (float(np.sum((x * rest) ** 2)) + others) / float(np.sum(x * rest))


def scaled_value(m: Measure, p: PairCounts, factor: int) -> float:
    """Return the value for multiplied pair counts, over the power of the factor it grows with."""
    counts = (factor * x for x in (p.both, p.only_a, p.only_b, p.neither))
    return m.facts.raw(PairCounts(*counts)) / math.pow(factor, _POWERS.get(m.scale, 0.0))


def pair_gradient(m: Measure, p: PairCounts) -> tuple[tuple[float, float, float], float]:
    """Return derivatives by the shares of pairs together in both, in a and in b, and the value.

    The counts are scaled up first, so that differences can be small beside every count.
    """
    factor = max(1, _SCALED // p.total)
    power = _POWERS.get(m.scale, 0.0)
    both, only_a, only_b, rest = (factor * x for x in (p.both, p.only_a, p.only_b, p.neither))

    def value(d: int, d_a: int, d_b: int) -> float:
        counts = both + d, only_a + d_a - d, only_b + d_b - d, rest + d - d_a - d_b
        return m.facts.raw(PairCounts(*counts)) / math.pow(factor, power)

    # How far the pairs together in both, in a and in b can go down and up by themselves.
    limits = ((min(both, rest), min(only_a, only_b)), (only_a, rest), (only_b, rest))
    center = value(0, 0, 0)
    out = []
    for axis, (below, above) in enumerate(limits):
        down, up = _steps(below, above)
        if down == up == 0:
            out.append(0.0)
            continue
        ends = [value(*(step if i == axis else 0 for i in range(3))) for step in (-down, up)]
        out.append((ends[1] - ends[0]) / (down + up) * factor * p.total)
    return (out[0], out[1], out[2]), center


def value_and_weights(m: Measure, pairs: PairShares) -> tuple[float, dict[str, float]]:
    """Return the value of a measure for shares of pairs, and its derivatives by them."""
    counts = pairs.pair_counts()
    (g, g_a, g_b), value = pair_gradient(m, counts)
    scale = math.pow(pairs.n * (pairs.n - 1) // 2 / counts.total, _POWERS.get(m.scale, 0.0))
    return scale * value, {"ab": scale * g, "a": scale * g_a, "b": scale * g_b}


def _steps(below: int, above: int) -> tuple[int, int]:
    """Return the steps of a difference: central if possible, else to the wider side."""
    small, large = min(below, above), max(below, above)
    if 1000 * small >= large:
        step = max(small // 10_000, min(small, 1))
        return step, step
    step = max(large // 10_000, 1)
    return (step, 0) if below > above else (0, step)


def pair_limits(m: Measure, table: Table, z: float) -> tuple[float, float] | None:
    """Return the limits of a measure of pair counts, or None if the family has none.

    It has none where the value is near an extreme for its cluster sizes: it then changes to the
    second order only, and moves to one side whatever the shares of the cells. It has none either
    where shares of pairs differ from 0 or 1 by less than the precision of a float.
    """
    try:
        family = _PairFamily(m, table)
        _, exact = pair_gradient(m, PairCounts.of(table))
        if abs(family.value - exact) > _LOST_DIGITS * family.std:
            return None
        low, high = (score_limit(family, side, z) for side in (-1, 1))
    except ZeroDivisionError:  # nearly all elements are in one cluster
        return None
    return None if low is None or high is None else (low, high)


class _PairFamily:
    """Populations of a measure of pair counts; h is the mean weight of the pairs of an element."""

    def __init__(self, m: Measure, table: Table) -> None:
        self.measure, self.table = m, table
        observed = PairShares.of(table, table.counts)
        self.value, weights = value_and_weights(m, observed)
        self.cells, self.std = observed.cells, observed.std(weights)
        self.direction = observed.by_element(weights)

    def of_cells(self, cells: Floats) -> tuple[float, float]:
        """Return the value and the standard error of a population with these shares of cells."""
        pairs = PairShares.of(self.table, cells * self.table.n)
        value, weights = value_and_weights(self.measure, pairs)
        return value, pairs.std(weights)
