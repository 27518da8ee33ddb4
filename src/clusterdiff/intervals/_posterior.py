"""Populations that the elements of a table may have been drawn from, with Perks' prior.

The shares of the cells of the population have a Dirichlet distribution with the parameters
nᵢⱼ + αᵢⱼ. For a cell with elements, αᵢⱼ is 1/C, where C = K·K' is the number of cells (Perks 1947).
The cells without elements count as one element together, so that a kind of difference that was not
sampled has a share: with no error among n elements, the upper limit of errors is the exact one.
This element is spread evenly over them by one half, and by the other half as the products of
cluster sizes aᵢbⱼ, as in the prior of Fienberg and Holland (1973): differences of large
clusters are more likely than those of small ones, and change the value more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

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
from clusterdiff.sampling import TableBatch, pair_batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.intervals._information import Entropies3
    from clusterdiff.sampling import RandomSource, Statistic
    from clusterdiff.summaries import Batch
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
        What the prior adds to each count; 1 for all cells without elements together.
    """

    table: Table
    rows: Ints
    cols: Ints
    counts: Ints
    prior: Floats

    @classmethod
    def of(cls, table: Table, source: RandomSource) -> Posterior:
        """Return the posterior distribution for the elements of a table."""
        cells = table.shape[0] * table.shape[1]
        empty = cells - table.nnz
        full = table.rows * table.shape[1] + table.cols
        if empty <= calibration.MAX_EMPTY_CELLS:
            added = np.setdiff1d(np.arange(cells), full, assume_unique=True)
        else:
            chosen = source.block(0, 2).integers(cells, size=calibration.MAX_EMPTY_CELLS)
            added = np.setdiff1d(chosen, full)
        places = np.concatenate([full, added])
        order = np.argsort(places)
        rows, cols = np.divmod(places[order], table.shape[1])
        counts = np.concatenate([table.counts, np.zeros(len(added), np.int64)])[order]
        prior = np.full(len(counts), 1 / cells)
        if empty:
            sizes = (table.row_sizes / table.n)[rows] * (table.col_sizes / table.n)[cols]
            shares = np.where(counts == 0, 1 / len(added) + sizes / sizes[counts == 0].sum(), 0.0)
            prior = np.where(counts > 0, prior, shares / 2)
        return cls(table, rows, cols, counts, prior)

    @property
    def sides(self) -> tuple[tuple[Ints, int], tuple[Ints, int]]:
        """The clusters of each cell and the number of clusters, of a and of b."""
        return (self.rows, self.table.shape[0]), (self.cols, self.table.shape[1])

    @property
    def mean(self) -> Floats:
        """The mean share of each cell, in proportion to nᵢⱼ + αᵢⱼ."""
        weights = self.counts + self.prior
        out: Floats = weights / weights.sum()
        return out

    @cached_property
    def _order(self) -> Ints:
        """An order in which the draws do not depend on names or on which clustering is first."""
        return canonical_order(self.counts, (self.rows, self.cols))

    def draw(
        self, size: int, random: np.random.Generator, spread: float = 1.0, *, unseen: bool = True
    ) -> Floats:
        """Return shares of the cells of random populations (populations × cells).

        The standard deviation of the shares is about `spread` times that of the distribution. The
        parameters of cells without elements are far below 1, so that nearly all of their common
        share falls on a few of them; it is divided by the stick-breaking of Sethuraman (1994).
        With `unseen=False`, their share is 0 (the Bayesian bootstrap of Rubin 1981).
        """
        parameters = (self.counts + self.prior) / spread**2
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
        out: Floats = drawn / np.maximum(total, np.finfo(float).tiny)
        return out

    @property
    def center(self) -> Populations:
        """The population with the mean shares."""
        return Populations(self, self.mean[None, :], 0.0)


class Populations:
    """Populations with given shares of the cells, and the values of statistics in them.

    Parameters
    ----------
    posterior : Posterior
        The cells.
    shares : numpy.ndarray
        The shares of the cells (populations × cells).
    z : float
        Standard errors of the upper limit of the number of elements in cells without elements.
    """

    def __init__(self, posterior: Posterior, shares: Floats, z: float) -> None:
        self.posterior, self.shares, self.z = posterior, shares, z
        self._tables: dict[int, TableBatch] = {}

    def values(self, statistic: Statistic) -> list[Floats]:
        """Return the value of each population, scaled to the number of elements of the sample.

        For functions of entropies there are three arrays (`entropies_of`). Values are not numbers
        where a function of the user raises an error, for example if a population lacks a cluster.
        """
        n, power = self.posterior.table.n, scale_power(statistic)
        if is_of_entropies(statistic):
            return information_values(statistic, self.posterior.table.shape, self._entropies)
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
                return [np.full(len(self.shares), np.nan)]
        return [found * (n / elements) ** power]

    @cached_property
    def _entropies(self) -> tuple[Entropies3, ...]:
        return entropies_of(self.posterior, self.shares, self.z)

    @cached_property
    def _pairs(self) -> Batch:
        """The pair counts of the populations, scaled to a sum that keeps the digits of a double."""
        sides = (added(self.shares, x, k) for x, k in self.posterior.sides)
        squares = (np.sum(x * x, axis=1) for x in (self.shares, *sides))
        both, in_a, in_b = (_whole(x) for x in squares)
        in_a, in_b = np.maximum(in_a, both), np.maximum(in_b, both)
        both = np.maximum(both, in_a + in_b - _PAIRS)
        return pair_batch(both, in_a, in_b, _PAIRS)

    def _of(self, elements: int) -> TableBatch:
        """Return tables of so many elements with these shares of the cells."""
        counts = np.rint(self.shares * elements).astype(np.int64)
        largest = np.argmax(counts, axis=1)
        counts[np.arange(len(counts)), largest] += elements - counts.sum(axis=1)
        posterior = self.posterior
        return TableBatch(counts, posterior.rows, posterior.cols, posterior.table.shape)


def _elements(statistic: Statistic, n: int) -> int:
    """Return the number of elements of tables that stand for populations."""
    if statistic.measure is None:
        return max(n, calibration.ELEMENTS_FOR_FUNCTIONS)
    return _ELEMENTS if n < _MANY else _MOST_ELEMENTS


def _whole(shares: Floats) -> Ints:
    """Return shares of all pairs as integers, the numbers of pairs."""
    out: Ints = np.array([round(x * _PAIRS) for x in shares.tolist()], object)
    return out
