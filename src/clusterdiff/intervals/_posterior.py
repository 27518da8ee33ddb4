"""Populations that the elements of a table may have been drawn from.

The shares of the cells of a population have a Dirichlet distribution. One half of the populations
has the parameters nᵢⱼ, as in the Bayesian bootstrap (Rubin 1981). In the other half, the cells
without elements count as one element together, so that a kind of difference that was not sampled
has a share. The element is divided among them in proportion to the products aᵢbⱼ of cluster sizes,
the prior of Fienberg and Holland (1973): differences of large clusters are more likely than those
of small ones, and change the value more. If all cells have elements, the element is divided among
all of them.

For x errors of one kind, the shares of errors are Gamma(x) and Gamma(x + 1) variables over n. Their
quantiles are the exact limits of Clopper and Pearson (1934), in the limit of rare errors, and those
of the equal mixture are the mid-P limits (Lancaster 1961; Berry and Armitage 1995).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import calibration
from clusterdiff.intervals._half_samples import canonical_order, scale_power
from clusterdiff.intervals._information import (
    added,
    entropies_of,
    information_values,
    is_of_entropies,
)
from clusterdiff.intervals._validity import of_pairs
from clusterdiff.measures import MEASURES
from clusterdiff.sampling import TableBatch
from clusterdiff.summaries import Batch, PairCounts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.intervals._information import Entropies3
    from clusterdiff.sampling import RandomSource, Statistic
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_PAIRS = 1 << 60  # of a population
# Elements of a population. Samples of so many elements vary by less than one of the first number.
_ELEMENTS, _MANY, _MOST_ELEMENTS = 1 << 30, 1 << 40, 1 << 52
_STICKS = 12  # parts of the share of cells without elements; the rest is 2⁻¹² of it on average


@dataclass(frozen=True, eq=False)
class Posterior:
    """The cells of a table, and the parameters of the distribution of their shares.

    Attributes
    ----------
    table : Table
        The table of the elements.
    rows, cols : numpy.ndarray of int64
        The clusters of each cell, in order of row, then column.
    counts : numpy.ndarray of int64
        The number of elements of each cell; 0 for cells without elements. If there are more than
        `calibration.MAX_EMPTY_CELLS` of these, so many of them are chosen at random.
    prior : numpy.ndarray
        What the prior adds to the counts: 1 for all cells without elements together, or for all
        cells if all have elements.
    """

    table: Table
    rows: Ints
    cols: Ints
    counts: Ints
    prior: Floats

    @classmethod
    def of(cls, table: Table, source: RandomSource) -> Posterior:
        """Return the posterior distribution for the elements of a table."""
        full = table.rows * table.shape[1] + table.cols
        added = _empty_cells(table, full, source)
        places = np.concatenate([full, added])
        order = np.argsort(places)
        rows, cols = np.divmod(places[order], table.shape[1])
        counts = np.concatenate([table.counts, np.zeros(len(added), np.int64)])[order]
        prior = (table.row_sizes / table.n)[rows] * (table.col_sizes / table.n)[cols]
        if len(added):
            prior[counts > 0] = 0.0
            prior /= prior.sum()
        return cls(table, rows, cols, counts, prior)

    @property
    def sides(self) -> tuple[tuple[Ints, int], tuple[Ints, int]]:
        """The clusters of each cell and the number of clusters, of a and of b."""
        return (self.rows, self.table.shape[0]), (self.cols, self.table.shape[1])

    def mean(self, *, unseen: bool) -> Floats:
        """Return the mean share of each cell."""
        weights = self.counts + self.prior if unseen else self.counts.astype(float)
        out: Floats = weights / weights.sum()
        return out

    @cached_property
    def _order(self) -> Ints:
        """An order in which the draws do not depend on names or on which clustering is first."""
        return canonical_order(self.counts, (self.rows, self.cols))

    def draw(
        self, size: int, random: np.random.Generator, spread: float = 1.0, *, unseen: bool = True
    ) -> Populations:
        """Return random populations.

        The standard deviation of the shares is about `spread` times that of the distribution. The
        parameters of cells without elements are far below 1, so that nearly all of their common
        share falls on a few of them; it is divided by the stick-breaking of Sethuraman (1994).
        With `unseen=False`, their share is 0.
        """
        prior = self.prior if unseen else np.zeros(len(self.counts))
        parameters = (self.counts + prior) / spread**2
        full = self._order[self.counts[self._order] > 0]
        drawn = np.zeros((size, len(parameters)))
        drawn[:, full] = random.standard_gamma(parameters[full], (size, len(full)))
        empty = self._order[self.counts[self._order] == 0]
        if unseen and len(empty):
            mass = float(parameters[empty].sum())
            parts = random.beta(1.0, mass, (size, _STICKS))
            parts[:, -1] = 1.0
            parts[:, 1:] *= np.cumprod(1 - parts[:, :-1], axis=1)
            parts *= random.standard_gamma(mass, (size, 1))
            shares = self.prior[empty] / self.prior[empty].sum()
            places = empty[random.choice(len(empty), (size, _STICKS), p=shares)]
            np.add.at(drawn, (np.arange(size)[:, None], places), parts)
        total = drawn.sum(axis=1, keepdims=True)
        drawn /= np.maximum(total, np.finfo(float).tiny)
        twice = random.standard_gamma(np.sum(self.counts == 2) + 0.5, size)
        return Populations(self, drawn, self.mean(unseen=unseen), twice)

    def center(self, *, unseen: bool) -> Populations:
        """Return the population with the mean shares."""
        mean = self.mean(unseen=unseen)
        return Populations(self, mean[None, :], mean, np.array([np.sum(self.counts == 2)], float))


class Populations:
    """Populations with given shares of the cells, and the values of statistics in them.

    Parameters
    ----------
    posterior : Posterior
        The cells.
    shares : numpy.ndarray
        The shares of the cells (populations × cells).
    mean : numpy.ndarray
        The mean share of each cell.
    twice : numpy.ndarray
        For each population, how many cells with two elements a sample may have had.
    """

    def __init__(self, posterior: Posterior, shares: Floats, mean: Floats, twice: Floats) -> None:
        self.posterior, self.shares, self.mean, self.twice = posterior, shares, mean, twice
        self._tables: dict[int, TableBatch] = {}

    def values(self, statistic: Statistic) -> Floats:
        """Return the value of each population, scaled to the number of elements of the sample.

        Those of pair counts and of entropies have no bias. Values are not numbers where a function
        of the user raises an error, for example if a population lacks a cluster.
        """
        n, power = self.posterior.table.n, scale_power(statistic)
        if is_of_entropies(statistic):
            return information_values(statistic, self.posterior.table.shape, *self._entropies)
        if of_pairs(statistic) and statistic.measure is not None:
            found, elements = statistic.measure.values(self._pairs), sqrt(2.0 * _PAIRS)
        else:
            elements = _elements(statistic, n)
            if elements not in self._tables:
                self._tables[elements] = self._of(elements)
            try:
                found = self._tables[elements].values(statistic)
            except Exception:  # a function of the user may raise anything
                if statistic.name in MEASURES:
                    raise
                return np.full(len(self.shares), np.nan)
        return found * (n / elements) ** power

    @cached_property
    def _entropies(self) -> Entropies3:
        return entropies_of(self)

    @cached_property
    def _pairs(self) -> Batch:
        """The pair counts of the populations, scaled to a sum that keeps the digits of a double.

        The shares of the cells in a sample vary, and those of random populations vary about them as
        much again: each time, the expected sum of squares s grows by (1 - s)/n. Both are removed;
        the first as in a U-statistic, which counts pairs of distinct elements (Hoeffding 1948).
        """
        sides = (added(self.shares, x, k) for x, k in self.posterior.sides)
        n, squares = self.posterior.table.n, (np.sum(x * x, axis=1) for x in (self.shares, *sides))
        both, in_a, in_b = (np.maximum(x - 2 * (1 - x) / (n - 1), 0.0) for x in squares)
        only_a, only_b = np.maximum(in_a - both, 0.0), np.maximum(in_b - both, 0.0)
        neither = np.maximum(1 - both - only_a - only_b, 0.0)
        columns: list[Any] = [_PAIRS * x for x in (both, only_a, only_b, neither)]

        def summaries() -> list[PairCounts]:
            rows = zip(*(x.tolist() for x in columns), strict=True)
            return [PairCounts(*map(round, row)) for row in rows]

        return Batch(summaries, PairCounts(*columns))

    def _of(self, elements: int) -> TableBatch:
        """Return tables of so many elements with these shares of the cells."""
        counts = np.rint(self.shares * elements).astype(np.int64)
        largest = np.argmax(counts, axis=1)
        counts[np.arange(len(counts)), largest] += elements - counts.sum(axis=1)
        posterior = self.posterior
        return TableBatch(counts, posterior.rows, posterior.cols, posterior.table.shape)


def _empty_cells(table: Table, full: Ints, source: RandomSource) -> Ints:
    """Return the cells without elements; some of them, if there are many.

    One half of these is chosen in proportion to the products of cluster sizes.
    """
    cells, most = table.shape[0] * table.shape[1], calibration.MAX_EMPTY_CELLS
    if cells - table.nnz <= most:
        return np.setdiff1d(np.arange(cells), full, assume_unique=True)
    random = source.block(0, 2)
    sides = (
        np.searchsorted(np.cumsum(sizes), random.integers(table.n, size=most // 2), side="right")
        for sizes in (table.row_sizes, table.col_sizes)
    )
    rows, cols = sides
    chosen = rows * table.shape[1] + cols, random.integers(cells, size=most // 2)
    return np.setdiff1d(np.concatenate(chosen), full)


def _elements(statistic: Statistic, n: int) -> int:
    """Return the number of elements of tables that stand for populations."""
    if statistic.measure is None:
        return max(n, calibration.ELEMENTS_FOR_FUNCTIONS)
    return _ELEMENTS if n < _MANY else _MOST_ELEMENTS
