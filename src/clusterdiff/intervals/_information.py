"""Standard error and bias of functions of entropies, in closed form; their values in populations.

The bias of a plug-in entropy is removed by the estimate of Grassberger (2003), which replaces log k
by G(k) for a cell with k elements. The remaining bias is μ·E₁(2μ)/n for a cell with expected count
μ: practically 0 for cells with several elements, and at most 0.141/n for any cell. The standard
error is the jackknife estimate (Efron and Stein 1981), computed from the changes of k·log k when
one element is removed. It is larger than the estimate of the delta method if cells have few
elements, which is more accurate. A second term is the variance of the quadratic part of the
entropies, which deviates from its mean like χ²/2n.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import calibration
from clusterdiff.intervals._half_samples import Spread
from clusterdiff.summaries import Batch, Entropies, ExpectedInformation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.intervals._posterior import Populations
    from clusterdiff.sampling import Statistic
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Entropies3 = tuple[Floats, Floats, Floats]

_STEP = 1e-5  # of numerical derivatives, in nats
_EXACT = 30  # elements of a cell up to which the exact bias is used instead of the limit 1/2n
_MISSED = 0.141  # max μ·E₁(2μ): remaining bias of a cell without elements, times n
_MEANS = 1e-3, 300.0  # expected elements of cells without elements
_MANY = 1 << 30  # elements of a population
_LEAST = 1e-300  # conditional entropies of clusterings that are not equal


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


def independent_value(statistic: Statistic, table: Table, level: float) -> list[float]:
    """Return the value of independent clusterings, if a test at this level does not exclude them.

    The test is that of the likelihood ratio: 2n·I(a; b) is at most the quantile of χ² with
    (K - 1)(K' - 1) degrees of freedom (Wilks 1938). Random populations are never independent.
    """
    from scipy.special import chdtri

    freedom = (table.shape[0] - 1) * (table.shape[1] - 1)
    if 2 * table.n * Entropies.of(table).mutual > float(chdtri(freedom, 1 - level)):
        return []
    return [EntropyFunction(statistic, table).independent()]


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

    def independent(self) -> float:
        """Return the value of independent clusterings with the same cluster sizes."""
        a, b, _ = self._at.tolist()
        return self._value(np.array([a, b, a + b]), 0.0)

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


def entropies_of(drawn: Populations) -> Entropies3:
    """Return the entropies of a, of b and of both together in random populations.

    An entropy of a population is that of the estimator of Chao, Wang and Jost (2013),

        Σ k/n·(ψ(n) - ψ(k)) + f₁/n·(1 - A)^(1 - n)·(-log A - Σ_{r < n} (1 - A)^r/r)

    with k elements in a cell, f₁ cells with one element and f₂ with two, and A = 2f₂/((n - 1)f₁ +
    2f₂). It has nearly no bias, and varies as the entropy of the shares does: its linear part has
    the derivatives of the estimator, and its quadratic part is that of the shares, less its mean.

    Parameters
    ----------
    drawn : Populations
        The shares of the cells.

    Returns
    -------
    tuple of three numpy.ndarray
        The entropies in nats, with a number for each population.
    """
    posterior, shares = drawn.posterior, drawn.shares
    table, n = posterior.table, posterior.table.n
    margins = []
    for (groups, size), sizes in zip(
        posterior.sides, (table.row_sizes, table.col_sizes), strict=True
    ):
        parts, mean = (added(x, groups, size) for x in (shares, drawn.mean[None, :]))
        twice = n / 2 * parts[:, sizes == 2].sum(axis=1) + 0.5
        margins.append(_estimate(parts, mean[0], sizes, n, twice, inf))
    seen = posterior.counts > 0
    new = shares[:, ~seen].sum(axis=1)
    rows, cols = (k + unseen_clusters(x) for k, x in zip(
        table.shape, (table.row_sizes, table.col_sizes), strict=True
    ))  # fmt: skip
    joint = _estimate(
        shares[:, seen], drawn.mean[seen], posterior.counts[seen], n, drawn.twice,
        rows * cols - table.nnz, new,
    )  # fmt: skip
    return margins[0], margins[1], joint


def _estimate(
    shares: Floats,
    mean: Floats,
    counts: Ints,
    n: int,
    twice: Floats,
    empty: float,
    new: Floats | float = 0.0,
) -> Floats:
    """Return the entropy of random populations, without the bias of an entropy of samples.

    Removing the only element of a cell changes the first sum of the estimator by 1/n more than its
    term says.

    Parameters
    ----------
    shares, mean : numpy.ndarray
        Shares of the cells with elements (populations × cells), and their means.
    counts : numpy.ndarray of int64
        Numbers of elements of these cells.
    n : int
        Number of elements.
    twice : numpy.ndarray
        Number of cells with two elements, for each population.
    empty : float
        Number of cells without elements.
    new : numpy.ndarray or float
        Share of the cells without elements, for each population.
    """
    from scipy.special import digamma

    alone = counts == 1
    terms = digamma(n) - digamma(counts.astype(float)) + alone
    first = shares @ terms + new * (digamma(n) - digamma(1.0) + 1) - np.sum(alone) / n
    once = n * (shares[:, alone].sum(axis=1) + new)
    out: Floats = first + _unseen_information(once, twice, empty) / n - _curvature(shares, mean)
    return out


def _unseen_information(once: Floats, twice: Floats, empty: float) -> Floats:
    """Return n times the second part of the estimator, for cells that were not sampled.

    With μ = nA small beside n, it is f₁·exp(μ)·E₁(μ). The cells without elements are taken to have
    μ = 2f₂/f₁ expected elements each (Good 1953; Chao 1984), and more if there are too few of them
    to hold the f₁ elements that are expected in them.
    """
    from scipy.special import exp1

    f1 = np.maximum(once, _LEAST)
    mean = np.clip(np.maximum(2 * twice / f1, f1 / max(empty, _LEAST)), *_MEANS)
    out: Floats = once * np.exp(mean) * exp1(mean)
    return out


def information_values(
    statistic: Statistic, shape: tuple[int, int], a: Floats, b: Floats, joint: Floats
) -> Floats:
    """Return the value of each population with these entropies of a, of b and of both together."""
    assert statistic.measure is not None  # noqa: S101
    a, b = np.maximum(a, _LEAST), np.maximum(b, _LEAST)
    joint = np.clip(joint, np.maximum(a, b), a + b)
    rest_a, rest_b = (np.maximum(joint - x, _LEAST) for x in (b, a))
    mutual = np.maximum(a + b - joint, 0.0)
    clusters = (np.full(len(a), k) for k in shape)
    columns: list[Any] = [*clusters, a, b, rest_a, rest_b, mutual]

    def summaries() -> list[Entropies]:
        return [Entropies(_MANY, *row) for row in zip(*(x.tolist() for x in columns), strict=True)]

    if statistic.summaries == (Entropies,):
        return statistic.measure.values(Batch(summaries, Entropies(_MANY, *columns)))
    formula = statistic.measure.formula
    made = ({Entropies: e, ExpectedInformation: _no_information(e)} for e in summaries())
    return np.array([formula(*(each[kind] for kind in statistic.summaries)) for each in made])


def added(shares: Floats, groups: Ints, size: int) -> Floats:
    """Return the shares of the clusters of one side (populations × clusters)."""
    order = np.argsort(groups, kind="stable")
    starts = np.searchsorted(groups[order], np.arange(size))
    out: Floats = np.add.reduceat(shares[:, order], starts, axis=1)
    return out


def _curvature(shares: Floats, mean: Floats) -> Floats:
    """Return the quadratic part of the entropy of each population, less its mean."""
    ratio = np.where(shares > 0, shares, 1.0) / mean
    parts = np.sum(shares * np.log(ratio) - shares + mean, axis=1)
    out: Floats = parts - parts.mean()
    return out


def _no_information(e: Entropies) -> ExpectedInformation:
    """Return the expected information of random clusterings of very many elements."""
    return ExpectedInformation(
        equal=False, mutual=0.0, a_given_b=e.a, b_given_a=e.b, most=min(e.a, e.b), constant=False
    )
