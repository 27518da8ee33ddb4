"""CoverTable: two covers of the same elements, and the pairs of clusters that share elements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from clusterdiff import _kernel
from clusterdiff.checks import check_choice
from clusterdiff.covers._cover import Cover
from clusterdiff.covers._kind import KindTable
from clusterdiff.errors import InputError
from clusterdiff.labels import Dropped
from clusterdiff.labels._policy import MISSING_POLICIES

if TYPE_CHECKING:
    from typing import Self

    from numpy.typing import NDArray

    from clusterdiff.labels import Labelings

    Ints = NDArray[np.int64]


class Cells(NamedTuple):
    """Pairs of clusters that share elements, and how many."""

    rows: Ints
    cols: Ints
    counts: Ints


@dataclass(frozen=True, eq=False, repr=False)
class CoverTable(KindTable):
    """Two covers of the same elements, from which the measures of covers are computed.

    Parameters
    ----------
    a, b : Cover
        The covers, with the elements in the same order.
    names : tuple[str, str], default=("a", "b")
        What results call them.
    notes : tuple[str, ...], default=()
        What was assumed about the input.
    dropped : Dropped, default=Dropped(missing=0, ignored=0, weightless=0, unmatched=0)
        How many elements were dropped.
    elements : sequence, optional
        The keys of the elements; None if they are known by their positions.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> CoverTable.from_clusterings([{0, 1}, {1, 2}], [{0, 1}, {2}])
    CoverTable(n=3, 2 × 2 clusters)
    """

    needs: ClassVar[str] = "two covers"
    clustering: ClassVar[type[Cover]] = Cover

    @classmethod
    def _policies(cls) -> tuple[str, ...]:
        return ("missing",)

    @classmethod
    def _different(cls, given: Labelings) -> InputError:
        error = super()._different(given)
        return InputError(
            error.message,
            "pass all elements, as in Cover(blocks, elements=nodes), or {align=intersect} to leave "
            "out those that only one has",
        )

    def _settled(self, missing: str) -> Self:
        check_choice("missing", missing, MISSING_POLICIES)
        alone = [each.counts == 0 for each in (self.a, self.b)]
        number = int((alone[0] | alone[1]).sum())
        if not number:
            return self
        if missing == "raise":
            raise InputError(
                f"Every element must be in a cluster: {number:,} are in none.",
                "pass {missing=drop}, {missing=singletons} or {missing=block}",
            )
        if missing == "drop":
            kept = np.flatnonzero(~(alone[0] | alone[1]))
            if not len(kept):
                raise InputError("a and b must have at least one element: none is left.")
            dropped = Dropped(*self.dropped)._replace(missing=number)
            keys = None if self.elements is None else [self.elements[i] for i in kept.tolist()]
            sides = self.a.take(kept), self.b.take(kept)
            return replace(self, a=sides[0], b=sides[1], dropped=dropped, elements=keys)
        return replace(self, a=self.a.completed(missing), b=self.b.completed(missing))

    @cached_property
    def cells(self) -> Cells:
        """The pairs of clusters that share elements."""
        return _cells(self.a, self.b)

    @property
    def nnz(self) -> int:
        """Number of pairs of clusters that share elements."""
        return len(self.cells.counts)

    @cached_property
    def equal(self) -> bool:
        """Whether both covers have the same clusters, each as many times."""
        if self.a.k != self.b.k or self.a.nnz != self.b.nnz:
            return False
        rows, cols, counts = self.cells
        same = (counts == self.a.sizes[rows]) & (counts == self.b.sizes[cols])
        rows, cols = rows[same], cols[same]
        # A cluster that occurs α times in a and β times in b has β partners, and α the other way.
        in_b, in_a = (np.bincount(x, minlength=k) for x, k in ((rows, self.a.k), (cols, self.b.k)))
        return bool(in_b.all() and in_a.all() and (in_b[rows] == in_a[cols]).all())


def _cells(a: Cover, b: Cover) -> Cells:
    """Count the elements of each pair of clusters, from all pairs of memberships of an element."""
    in_a, in_b = a.counts, b.counts
    left = np.repeat(a.clusters, np.repeat(in_b, in_a))
    right = b.clusters[cross(b.starts[:-1], in_b, in_a)]
    if not len(left):
        return Cells(*(np.zeros(0, np.int64) for _ in range(3)))
    names_a, names_b, rows, cols, counts = _kernel.count_pairs(left, right, None, _kernel.THREADS)
    # The cells are in order of row, then column.
    return Cells(names_a[rows], names_b[cols], np.asarray(counts, np.int64))


def cross(starts: Ints, counts: Ints, times: Ints) -> Ints:
    """Return the places from starts[i] on, counts[i] of them, times[i] times over, for each i."""
    lengths = np.repeat(counts, times)
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(np.repeat(starts, times) - (ends - lengths), lengths) + np.arange(total)


def is_member(cover: Cover, elements: Ints, clusters: Ints) -> NDArray[np.bool_]:
    """Return whether element elements[i] is in cluster clusters[i] of the cover, for each i."""
    keys = cover.rows * max(1, cover.k) + cover.clusters  # in ascending order
    wanted = elements * max(1, cover.k) + clusters
    places = np.searchsorted(keys, wanted)
    out: NDArray[np.bool_] = (
        keys[np.minimum(places, len(keys) - 1)] == wanted if len(keys) else wanted < 0
    )
    return out


def memberships_shared(cover: Cover, u: Ints, v: Ints) -> Ints:
    """Return the number of clusters that the elements u[i] and v[i] share, for each i."""
    counts = cover.counts[u]
    clusters = cover.clusters[cross(cover.starts[u], counts, np.ones(len(u), np.int64))]
    found = is_member(cover, np.repeat(v, counts), clusters)
    totals = np.concatenate([[0], np.cumsum(found)])
    ends = np.cumsum(counts)
    out: Ints = totals[ends] - totals[ends - counts]
    return out
