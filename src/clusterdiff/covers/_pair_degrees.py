"""PairDegrees: how far pairs of elements are together in two soft clusterings."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Self

import numpy as np

from clusterdiff.covers._soft_table import SoftTable
from clusterdiff.errors import InputError
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.covers._soft import Soft

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

MOST_ROWS = 20_000  # different rows, of which all pairs are held in memory


@dataclass(frozen=True)
class PairDegrees(Summary, table_type=SoftTable):
    """How much pairs of elements differ in the degree to which they are together.

    The degree of a pair is 1 - Σ_k |p_ik - p_jk| / 2 (Hüllermeier et al. 2012, eq. 9).

    Attributes
    ----------
    equal : bool
        Whether both clusterings are the same.
    discordance : float
        The mean over all pairs of the absolute difference of their degrees in a and in b.
    by_chance : float
        The same mean if the elements of b are permuted, over all permutations: a pair is then
        compared with any pair, all equally likely.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> a, b = cd.Soft([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), [0, 0, 1]
    >>> found = PairDegrees.of(cd.covers.SoftTable.from_clusterings(a, b))
    >>> round(found.discordance, 4), round(found.by_chance, 4)
    (0.3333, 0.4444)
    """

    equal: bool
    discordance: float
    by_chance: float

    @classmethod
    def _from(cls, table: SoftTable) -> Self:
        """Compare all pairs of different rows; equal rows are counted together.

        The mean by chance is that of |x - y| over all degrees x of a and y of b, since every pair
        of elements is equally likely to be compared with every other: one sort of both gives it.
        """
        pairs = comb(table.n, 2)
        if not pairs:
            return cls(table.equal, 0.0, 0.0)
        codes_a, codes_b = (_rows_alike(side) for side in (table.a, table.b))
        joint, sizes = np.unique(np.stack([codes_a, codes_b], axis=1), axis=0, return_counts=True)
        in_a, in_b = (
            _degrees(side, codes) for side, codes in ((table.a, codes_a), (table.b, codes_b))
        )
        difference = 0.0
        for i, (p, q) in enumerate(joint.tolist()):
            others = joint[i + 1 :]
            gaps = np.abs(in_a.degree[p][others[:, 0]] - in_b.degree[q][others[:, 1]])
            difference += float(sizes[i] * (gaps @ sizes[i + 1 :]))
        chance = _mean_gap(in_a.listed(), in_b.listed())
        return cls(table.equal, difference / pairs, chance)


@dataclass(frozen=True)
class _Degrees:
    """The degrees of pairs of different rows, and how many elements have each row."""

    pairs: Floats  # of rows i < j, row by row
    degree: Floats  # the same as a matrix
    sizes: Ints

    def listed(self) -> tuple[Floats, Floats | None]:
        """Return the degrees of pairs of elements, and how many pairs have each; None for one."""
        if (self.sizes == 1).all():
            return self.pairs, None
        upper = np.triu_indices(len(self.sizes), 1)
        sizes = self.sizes.astype(float)
        within = float(np.sum(sizes * (sizes - 1) / 2))
        values = np.concatenate([self.pairs, [1.0]])
        return values, np.concatenate([sizes[upper[0]] * sizes[upper[1]], [within]])


def _rows_alike(side: Soft) -> Ints:
    """Return the number of each element's row among the different rows."""
    if side.is_sparse:
        m = side.matrix
        m.sort_indices()
        starts = m.indptr.tolist()
        known: dict[tuple[bytes, bytes], int] = {}
        return np.array(
            [
                known.setdefault((m.indices[i:j].tobytes(), m.data[i:j].tobytes()), len(known))
                for i, j in itertools.pairwise(starts)
            ],
            np.int64,
        )
    return np.unique(side.matrix, axis=0, return_inverse=True)[1].ravel().astype(np.int64)


def _degrees(side: Soft, codes: Ints) -> _Degrees:
    from scipy.spatial.distance import pdist, squareform

    number, first = np.unique(codes, return_index=True)
    if len(number) > MOST_ROWS:
        raise InputError(
            f"All pairs of {len(number):,} different rows are compared, and at most "
            f"{MOST_ROWS:,} are held in memory.",
            "compare a random sample of the elements",
        )
    rows = side.matrix[first]
    rows = rows.toarray() if hasattr(rows, "toarray") else rows
    pairs = 1 - pdist(rows, "cityblock") / 2
    degree = squareform(pairs) if len(rows) > 1 else np.ones((1, 1))
    np.fill_diagonal(degree, 1.0)
    return _Degrees(pairs, degree, np.bincount(codes))


def _mean_gap(a: tuple[Floats, Floats | None], b: tuple[Floats, Floats | None]) -> float:
    """Return the mean of |x - y| over all x of a and y of b, each with its number of occurrences.

    With both sorted together, each step between neighbors t < t' is passed by the pairs with one
    of them below and the other above it: Σ (t' - t)·(F(1 - G) + G(1 - F)).
    """
    (x, of_x), (y, of_y) = (_sorted(*side) for side in (a, b))
    values = np.concatenate([x, y])
    order = np.argsort(values, kind="stable")  # which merges what is sorted already
    below_x, below_y = np.cumsum(order < len(x)), np.cumsum(order >= len(x))
    if of_x is not None or of_y is not None:
        below_x, below_y = (
            np.concatenate([[0.0], np.cumsum(np.ones(len(side)) if of is None else of)])[below]
            for side, of, below in ((x, of_x, below_x), (y, of_y, below_y))
        )
    f, g = below_x[:-1] / below_x[-1], below_y[:-1] / below_y[-1]
    return float(np.diff(values[order]) @ (f * (1 - g) + g * (1 - f)))


def _sorted(values: Floats, counts: Floats | None) -> tuple[Floats, Floats | None]:
    """Return values in ascending order with their numbers of occurrences; None if these are 1."""
    if counts is None:
        return np.sort(values), None
    order = np.argsort(values)
    return values[order], counts[order]
