"""Affinities: where random walks from an element lead in two covers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from clusterdiff.covers._cover_table import CoverTable
from clusterdiff.errors import InputError, OptionError
from clusterdiff.numerics import ordered_sum
from clusterdiff.progress import track
from clusterdiff.summaries import Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.covers._cover import Cover

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

_MOST_CLUSTERS = 5_000  # that common elements connect: their matrix is inverted
_MOST_AFFINITIES = 2_000_000_000  # pairs of kinds of elements
_BLOCK = 5_000_000


@dataclass(frozen=True, eq=False)
class Affinities(Summary, table_type=CoverTable):
    """Personalized PageRank of each element in two covers (Gates et al. 2019, eq. 2 and 3).

    A walk goes from an element to one of its clusters and from there to one of its elements, all
    equally likely, and begins again with probability 1 - α. An element in no cluster is a cluster
    of its own.

    Attributes
    ----------
    equal : bool
        Whether both covers have the same clusters.
    table : CoverTable
        The covers.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.covers.CoverTable.from_clusterings([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    >>> round(Affinities.of(table).similarity(0.9), 12)
    0.6
    """

    equal: bool
    table: CoverTable

    @classmethod
    def _from(cls, table: CoverTable) -> Self:
        return cls(table.equal, table)

    def similarity(self, alpha: float) -> float:
        """Return the mean over elements of 1 - Σ |p - q| / 2α, with p and q the walks in a and b.

        Elements in the same clusters of a and of b have the same walks, and are counted together.

        Parameters
        ----------
        alpha : float
            The probability that a walk goes on, above 0 and below 1.

        Returns
        -------
        float
            Between 0 and 1.
        """
        if isinstance(alpha, bool) or not isinstance(alpha, (int, float)) or not 0 < alpha < 1:
            raise OptionError(f"alpha must be above 0 and below 1, got {alpha!r}.")
        a, b = (side.completed() for side in (self.table.a, self.table.b))
        codes = np.stack([_kinds(a), _kinds(b)], axis=1)
        _, first, sizes = np.unique(codes, axis=0, return_index=True, return_counts=True)
        walks = [_Walks(side, first) for side in (a, b)]
        work = sum(side.work for side in walks)
        if work > _MOST_AFFINITIES:
            raise InputError(
                f"The walks have {work:,.0f} affinities, since common elements connect clusters; "
                f"at most {_MOST_AFFINITIES:,} are computed.",
                "compare a part of the elements, or use omega_index or extended_bcubed_f",
            )
        for side in walks:
            side.solve(float(alpha))
        gaps = np.empty(len(first))
        step = max(1, int(_BLOCK * len(first) / max(1.0, work)))
        for start in track(range(0, len(first), step), "random walks"):
            rows = slice(start, start + step)
            gaps[rows] = abs(walks[0].rows(rows) - walks[1].rows(rows)) @ sizes
        # p = (1 - α)(e + α·g): the start e is the same in both, and α cancels.
        total = ordered_sum(sizes * (1 - (1 - alpha) / 2 * gaps))
        return total / self.table.n


class _Walks:
    """The walks from some elements in a cover, as g = R (I - α CᵀR)⁻¹ Cᵀ.

    R goes from elements to clusters and Cᵀ from clusters to elements; by Woodbury's identity, only
    a matrix of clusters is inverted, one block for each set of connected clusters.
    """

    def __init__(self, cover: Cover, first: Ints) -> None:
        from scipy.sparse import csr_array, diags_array
        from scipy.sparse.csgraph import connected_components

        ones = np.ones(cover.nnz)
        s = csr_array((ones, cover.clusters, cover.starts), shape=(cover.n, cover.k))
        out: Any = diags_array(1 / cover.counts) @ s
        back: Any = s @ diags_array(1 / cover.sizes)
        steps = (back.T @ out).tocsr()
        number, part = connected_components(steps, directed=False)
        order = np.argsort(part, kind="stable")
        self.sizes = np.bincount(part, minlength=number)
        self.steps = steps[order][:, order]
        self.out, self.back = out[first][:, order], back[first][:, order]
        # A walk stays within connected clusters.
        kinds = np.bincount(part[cover.clusters[cover.starts[first]]], minlength=number)
        self.work = float(np.sum(kinds.astype(float) ** 2))
        if int(self.sizes.max()) > _MOST_CLUSTERS:
            raise InputError(
                f"{int(self.sizes.max()):,} clusters are connected by common elements, and at most "
                f"{_MOST_CLUSTERS:,} are solved at once.",
                "use omega_index or extended_bcubed_f",
            )

    def solve(self, alpha: float) -> None:
        """Invert the matrix of clusters, block by block."""
        from scipy.sparse import block_diag, csr_array, diags_array

        of_block = np.repeat(self.sizes, self.sizes)
        alone, several = np.flatnonzero(of_block == 1), np.flatnonzero(of_block > 1)
        diagonal = np.zeros(len(of_block))
        diagonal[alone] = 1 / (1 - alpha * self.steps.diagonal()[alone])
        inverse: Any = diags_array(diagonal).tocsr()
        blocks = [
            np.linalg.inv(np.eye(size) - alpha * self.steps[end - size : end, end - size : end])
            for size, end in zip(self.sizes.tolist(), np.cumsum(self.sizes).tolist(), strict=True)
            if size > 1
        ]
        if blocks:
            cells = np.ones(len(several)), (several, np.arange(len(several)))
            place = csr_array(cells, shape=(len(of_block), len(several)))
            inverse = inverse + place @ block_diag(blocks, format="csr") @ place.T
        self._left = (self.out @ inverse).tocsr()
        self._right = self.back.T.tocsr()

    def rows(self, chosen: slice) -> Any:
        """Return g for some of the elements."""
        return self._left[chosen] @ self._right


def _kinds(cover: Cover) -> Ints:
    """Return a number for each element that tells its set of clusters."""
    starts = cover.starts
    codes = np.where(cover.counts > 0, cover.clusters[np.minimum(starts[:-1], cover.nnz - 1)], -1)
    known: dict[bytes, int] = {}
    for i in np.flatnonzero(cover.counts > 1).tolist():
        key = cover.clusters[starts[i] : starts[i + 1]].tobytes()
        codes[i] = known.setdefault(key, cover.k + len(known))
    return codes
