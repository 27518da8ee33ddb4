"""The variance of mutual information by chance, both size sequences fixed (Romano et al. 2014, grouped by sizes)."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff._kernel import phi
from clusterdiff.summaries import ExpectedInformation, Sizes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

_MOST = 400_000  # terms; more than these are left to sampling


def information_std(table: Table) -> float | None:
    """Standard deviation of the mutual information in nats, or None if it would take too long."""
    sizes = Sizes.of(table)
    a, b = sizes.a.tolist(), sizes.b.tolist()
    terms = sum((min(x, y) + 1) * (min(x, z) + 1) for x in a for y in b for z in b) if len(a) * len(b) ** 2 < _MOST else _MOST
    back = sum((min(x, y) + 1) * (min(z, y) + 1) for x in a for z in a for y in b) if len(a) ** 2 * len(b) < _MOST else _MOST
    if terms + back + 20 * len(a) ** 2 * len(b) ** 2 >= _MOST:
        return None
    mean = ExpectedInformation.of(table).mutual
    return sqrt(max(0.0, _Overlapping(sizes).second_moment() - mean**2))


class _Overlapping:
    """Sums over pairs of cells of E[g·g′], I = Σ g_ij(n_ij), g_ij(k) = μ/n·φ(k/μ - 1) with μ = a_i·b_j/n."""

    def __init__(self, sizes: Sizes) -> None:
        from scipy.special import gammaln

        self.n = sizes.n
        self.a = list(zip(sizes.a.tolist(), sizes.times_a.tolist(), strict=True))
        self.b = list(zip(sizes.b.tolist(), sizes.times_b.tolist(), strict=True))
        self.gammaln = gammaln

    def second_moment(self) -> float:
        """E[I²]: the same cell, the same row, the same column, or neither."""
        total = 0.0
        for x, times_x in self.a:
            for y, times_y in self.b:
                chances = self._chances(x, y, self.n)
                cells = times_x * times_y
                total += cells * float(np.sum(chances * self._g(x, y) ** 2))
                total += sum(cells * others * self._same_row(x, y, z) for z, others in _others(self.b, y))
                total += sum(cells * others * self._same_row(y, x, z) for z, others in _others(self.a, x))
        return total + self._neither()

    def _neither(self) -> float:
        total = 0.0
        for x, times_x in self.a:
            for z, times_z in self.b:
                given = [(times_w, self._given_overlap(x, w, z)) for w, times_w in _others(self.a, x)]
                for y, others in _others(self.b, z):
                    reached = np.sum(self._joint(x, y, z) * self._g(x, y)[:, None], axis=0)  # over the overlap of row x and column z
                    total += times_x * times_z * others * sum(times_w * float(np.sum(reached * g)) for times_w, g in given)
        return total

    def _g(self, x: int, y: int) -> Floats:
        """g(0), …, g(min(x, y)) of a cell of these sizes."""
        mean = x * y / self.n
        return mean / self.n * phi((np.arange(min(x, y) + 1, dtype=np.float64) - mean) / mean)

    def _log_choose(self, n: Floats | int, k: Floats) -> Floats:
        inside = (k >= 0) & (k <= n)
        top, part = np.maximum(n, 0), np.where(inside, k, 0)
        logs = self.gammaln(top + 1.0) - self.gammaln(part + 1.0) - self.gammaln(np.maximum(top - part, 0) + 1.0)
        return np.where(inside, logs, -np.inf)

    def _chances(self, x: int, y: int, n: int) -> Floats:
        """Chances that x of n elements hold 0, …, min(x, y) of y marked ones."""
        k = np.arange(min(x, y) + 1.0)
        return _normalised(self._log_choose(y, k) + self._log_choose(n - y, x - k))

    def _joint(self, x: int, y: int, z: int) -> Floats:
        """Chances of the overlaps of a row of x with two columns of y and z."""
        k, m = np.arange(min(x, y) + 1.0)[:, None], np.arange(min(x, z) + 1.0)[None, :]
        return _normalised(self._log_choose(y, k) + self._log_choose(z, m) + self._log_choose(self.n - y - z, x - k - m))

    def _same_row(self, x: int, y: int, z: int) -> float:
        return float(np.sum(self._joint(x, y, z) * self._g(x, y)[:, None] * self._g(x, z)[None, :]))

    def _given_overlap(self, x: int, w: int, z: int) -> Floats:
        """E[g of row w and column z], given that row x has taken 0, 1, … of the column."""
        out, g = np.zeros(min(x, z) + 1), self._g(w, z)
        for taken in range(len(out)):
            if taken <= x and z - taken <= self.n - x and w <= self.n - x:
                chances = self._chances(w, z - taken, self.n - x)
                out[taken] = float(np.sum(chances * g[: len(chances)]))
        return out


def _others(sizes: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """Sizes, and how many clusters other than one of this size have them."""
    return [(other, times - (other == size)) for other, times in sizes if times > (other == size)]


def _normalised(logs: Floats) -> Floats:
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())
