"""Standard errors of measures of pair counts, which are functions of U-statistics."""

from __future__ import annotations

import math
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from clusterdiff.measures import Measure

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64] | NDArray[np.float64]

_SCALED = 10**15  # pairs to which pair counts are scaled for derivatives
_POWERS = {"n": 0.5, "n_squared": 1.0}  # of the number of pairs


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

        With h the weight of a pair, the sum is a U-statistic, whose variance (Hoeffding 1948,
        section 5) has the unbiased estimate (4 Σ_x (Σ_y h)² - 2 Σ_xy h²)/(n)_4 for centered h. The
        second term matters where few pairs are together: without it, as in the jackknife, the
        variance is up to twice too large. A factor n/(n - 3) allows for small samples.
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


def _steps(below: int, above: int) -> tuple[int, int]:
    """Return the steps of a difference: central if possible, else to the wider side."""
    small, large = min(below, above), max(below, above)
    if 1000 * small >= large:
        step = max(small // 10_000, min(small, 1))
        return step, step
    step = max(large // 10_000, 1)
    return (step, 0) if below > above else (0, step)
