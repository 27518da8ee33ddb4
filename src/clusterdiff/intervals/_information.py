"""Standard error, bias and score limits of functions of entropies, in closed form.

The bias of a plug-in entropy is removed by the estimate of Grassberger (2003), which replaces log k
by G(k) for a cell with k elements. The remaining bias is μ·E₁(2μ)/n for a cell with expected count
μ: practically 0 for cells with several elements, and at most 0.141/n for any cell. The standard
error is the jackknife estimate, computed from the changes of k·log k when one element is removed.
It is larger than the estimate of the delta method if cells have few elements, which is more
accurate. A second term is the variance of the quadratic part of the entropies, which deviates from
its mean like χ²/2n.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff import calibration
from clusterdiff.intervals._half_samples import Spread
from clusterdiff.intervals._score import score_limit
from clusterdiff.summaries import Entropies, ExpectedInformation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.sampling import Statistic
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_STEP = 1e-5  # of numerical derivatives, in nats
_EXACT = 30  # elements of a cell up to which the exact bias is used instead of the limit 1/2n
_LOST_DIGITS = 0.01  # standard errors by which shares of cells may change the value
_MISSED = 0.141  # max μ·E₁(2μ): remaining bias of a cell without elements, times n


def is_of_entropies(statistic: Statistic) -> bool:
    """Return whether the statistic needs entropies and at most expected information besides."""
    return Entropies in statistic.summaries and {Entropies, ExpectedInformation}.issuperset(
        statistic.summaries
    )


@dataclass(frozen=True, eq=False)
class InformationSpread:
    """A function of entropies near the entropies of a table, and its variation over samples.

    Attributes
    ----------
    spread : Spread
        Standard error and bias. `evenness` is the part of the standard error by which the value
        departs from a linear function of the entropies.
    by_cell : numpy.ndarray
        The influence of an element of each cell on the value.
    quadratic : float
        Variance of the quadratic part, included in the standard error.
    missed : float
        The largest bias that cells without elements may have left.
    unseen : float
        The bias if cells without elements have left as much as they may.
    value : float
        The value for the table.
    growth : float
        The distance of the value from its limit apart from the bias: 0 unless the formula contains
        the number of elements.
    """

    spread: Spread
    by_cell: Floats
    quadratic: float
    missed: float
    unseen: float
    value: float
    growth: float


def information_spread(statistic: Statistic, table: Table) -> InformationSpread:
    """Return the spread of a function of entropies over samples of elements."""
    near = EntropyFunction(statistic, table)
    cells = _changes(table.counts)
    sides = _changes(table.row_sizes), _changes(table.col_sizes)
    logs = np.stack([sides[0][table.rows], sides[1][table.cols], cells])
    slopes = near.slopes()
    n, weights = table.n, table.counts / table.n
    by_cell = slopes @ logs
    by_cell = by_cell - np.sum(weights * by_cell)
    quadratic = _quadratic(slopes, table)
    std = sqrt(float(np.sum(weights * by_cell**2)) / n + quadratic)
    missing = [_missing(x) / n for x in (table.row_sizes, table.col_sizes, table.counts)]
    bias = near.value - near.limit(missing)
    centered = logs - (logs @ weights)[:, None]
    curved = near.departure(np.sqrt((centered**2 @ weights) / n))
    lost = _lost(table)
    return InformationSpread(
        Spread(std, bias, evenness=curved / std if std > 0 else 0.0),
        by_cell,
        quadratic,
        float(np.abs(slopes) @ lost),
        near.value - near.limit([x + y for x, y in zip(missing, lost, strict=True)]),
        near.value,
        near.growth(),
    )


def _lost(table: Table) -> list[float]:
    """Return the largest bias of each entropy due to cells and clusters without elements."""
    rows, cols = unseen_clusters(table.row_sizes), unseen_clusters(table.col_sizes)
    empty = table.shape[0] * table.shape[1] - table.nnz + rows + cols
    return [_MISSED * x / table.n for x in (rows, cols, empty)]


def unseen_clusters(sizes: Ints) -> float:
    """Return an estimate of the number of clusters that the sample lacks (Chao 1984)."""
    once, twice = int(np.sum(sizes == 1)), int(np.sum(sizes == 2))
    return once * (once - 1) / (2 * (twice + 1))


class EntropyFunction:
    """The value of a statistic as a function of the entropies of a, of b and of both together."""

    def __init__(self, statistic: Statistic, table: Table) -> None:
        assert statistic.measure is not None  # noqa: S101
        self._formula = statistic.measure.formula
        self._summaries = statistic.summaries
        self._table = table
        e = Entropies.of(table)
        self._at = np.array([e.a, e.b, e.joint])
        expected = ExpectedInformation in statistic.summaries
        self._chance = ExpectedInformation.of(table).mutual if expected else 0.0
        self.value = statistic.on(table)

    def moved(self, entropies: Floats) -> EntropyFunction:
        """Return the same function at other entropies of a, of b and of both together."""
        out = copy(self)
        out._at = entropies  # noqa: SLF001
        return out

    def _value(self, entropies: Floats, chance: float, copies: int = 1) -> float:
        a, b, both = np.maximum(entropies, 0.0).tolist()
        # Conditional entropies are not negative, and not both 0, which would mean equal
        # clusterings.
        least = 1e-300
        rest_a, rest_b = max(both - b, least), max(both - a, least)
        mutual = max(a + b - both, 0.0)
        made = {
            Entropies: Entropies(
                copies * self._table.n, *self._table.shape, a, b, rest_a, rest_b, mutual
            ),
            ExpectedInformation: ExpectedInformation(
                equal=False,
                mutual=chance,
                a_given_b=max(a - chance, least),
                b_given_a=max(b - chance, least),
                most=min(a, b),
                constant=False,
            ),
        }
        return float(self._formula(*(made[kind] for kind in self._summaries)))

    def _space(self, axis: int) -> tuple[float, float]:
        """Return how far an entropy can fall and rise before another one would be negative."""
        a, b, both = self._at.tolist()
        mutual = a + b - both
        return ((mutual, both - a), (mutual, both - b), (both - max(a, b), mutual))[axis]

    def _ends(self, axis: int, down: float, up: float) -> tuple[float, float]:
        move = np.eye(3)[axis]
        low, high = (self._value(self._at + s * move, self._chance) for s in (-down, up))
        return low, high

    def _slope(self, axis: int) -> float:
        """Return the derivative by an entropy; one-sided if the other step is not possible."""
        down, up = (_STEP if x >= _STEP else 0.0 for x in self._space(axis))
        if down == up == 0:
            down = up = _STEP
        low, high = self._ends(axis, down, up)
        return (high - low) / (down + up)

    def slopes(self) -> Floats:
        """Return the derivatives by the three entropies."""
        return np.array([self._slope(axis) for axis in range(3)])

    def limit(self, missing: list[float]) -> float:
        """Return the value for entropies without their bias, and for many more elements."""
        return self._value(self._at + np.array(missing), 0.0)

    def growth(self) -> float:
        """Return the change of the value if elements are repeated, with the same entropies."""
        return abs(self._value(self._at, 0.0, calibration.REPEATS) - self._value(self._at, 0.0))

    def departure(self, steps: Floats) -> float:
        """Return the largest half second difference over a standard error of each entropy.

        Steps that are not possible are shortened, and the difference is scaled in proportion, as is
        right at a kink.
        """
        middle, out = self._value(self._at, self._chance), 0.0
        for axis, step in enumerate(steps.tolist()):
            short = min(step, *self._space(axis))
            if short > _STEP:
                low, high = self._ends(axis, short, short)
                out = max(out, abs(low + high - 2 * middle) / 2 * (step / short))
        return out


def _changes(counts: Ints) -> Floats:
    """Return the change of k·log k if one of the k elements is removed."""
    k = counts.astype(float)
    with np.errstate(divide="ignore"):
        rest = np.where(k > 1, (k - 1) * np.log1p(-1 / np.maximum(k, 1.5)), 0.0)
    out: Floats = rest - np.log(k)
    return out


def _missing(counts: Ints) -> float:
    """Return n times the bias correction Σ k·(log k - G(k)) (Grassberger 2003, eq. 35)."""
    from scipy.special import digamma

    few = counts[counts <= _EXACT]
    k = np.arange(1.0, _EXACT + 1)
    half = (digamma((k + 1) / 2) - digamma(k / 2)) / 2
    by_count = k * (np.log(k) - digamma(k) - np.where(k % 2 == 0, half, -half))
    many = counts[counts > _EXACT]
    return float(np.sum(by_count[few - 1]) + np.sum(0.5 + 1 / (12 * many.astype(float)))) - 0.5


def _quadratic(slopes: Floats, table: Table) -> float:
    """Return the variance of the quadratic part, three chi-squared sums."""
    g_a, g_b, g = slopes.tolist()
    rows, cols = (x - 1 for x in table.shape)
    inner = max(table.nnz - 1 - rows - cols, 0)
    weighted = (g_a + g) ** 2 * rows + (g_b + g) ** 2 * cols + g**2 * inner
    return float(weighted) / (2.0 * table.n**2)


def information_limits(
    statistic: Statistic, table: Table, found: InformationSpread, z: float
) -> list[float]:
    """Return by how much the limits differ from the value; there may be none, one or two."""
    family = _InformationFamily(statistic, table, found)
    if abs(family.value - family.exact) > _LOST_DIGITS * family.std:  # shares lost digits
        return []
    limits = (score_limit(family, side, z) for side in (-1, 1))
    return [x - family.value for x in limits if x is not None]


class _InformationFamily:
    """Populations of a function of entropies; h is the influence of an element on the value.

    Their standard errors are those of the delta method, times that of the jackknife over that of
    the delta method for the observed table.
    """

    def __init__(self, statistic: Statistic, table: Table, found: InformationSpread) -> None:
        self._table, self._quadratic, self._factor = table, found.quadratic, 1.0
        self._near = EntropyFunction(statistic, table)
        self.cells, self.exact = table.counts / table.n, self._near.limit([0.0] * 3)
        self.direction = self._influence(self.cells)[1]
        self.value, own = self.of_cells(self.cells)
        self._factor, self.std = found.spread.std / own, found.spread.std

    def _influence(self, cells: Floats) -> tuple[EntropyFunction, Floats]:
        """Return the function at the entropies of a population, and the influence of elements."""
        table = self._table
        rows = np.bincount(table.rows, cells, table.shape[0])
        cols = np.bincount(table.cols, cells, table.shape[1])
        logs = -np.log(np.stack([rows[table.rows], cols[table.cols], cells]))
        near = self._near.moved(logs @ cells)
        influence: Floats = near.slopes() @ logs
        return near, influence - float(influence @ cells)

    def of_cells(self, cells: Floats) -> tuple[float, float]:
        """Return the value and the standard error of a population with these shares of cells."""
        near, influence = self._influence(cells)
        # Near a population of one cluster, the derivatives of an adjusted value have no bound.
        with np.errstate(over="ignore"):
            variance = float(cells @ influence**2) / self._table.n + self._quadratic
        return near.limit([0.0] * 3), self._factor * float(np.sqrt(variance))
