"""ObjectCells: the sizes of the objects of two label images, and their overlaps."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self, get_args

import numpy as np

from clusterdiff.assignment import optimal_pairs
from clusterdiff.numerics import ordered_sum
from clusterdiff.segmentation._table import ObjectTable
from clusterdiff.summaries import Entropies, PairCounts, Summary
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

FoundBackground = Literal["cluster", "singletons", "ignored"]
FOUND_BACKGROUNDS: Final[tuple[FoundBackground, ...]] = get_args(FoundBackground)


class Matches(NamedTuple):
    """The matched objects at one threshold, and the numbers of the others.

    Attributes
    ----------
    cells : ndarray of int64
        The cells of the matched pairs of objects.
    found : int
        Number of matched pairs.
    missed, spurious : int
        Numbers of objects of a, and of b, without a partner.
    """

    cells: Ints
    found: int
    missed: int
    spurious: int


class VoxelEntropies(NamedTuple):
    """H(b | a) and H(a | b) over the elements of the objects of a, in nats, and their number."""

    split: float
    merge: float
    n: int


@dataclass(frozen=True, eq=False)
class ObjectCells(Summary, table_type=ObjectTable):
    """Sizes of objects, and the pairs of objects that share elements.

    Background is no object on either side, but its elements count in the sizes of the objects of
    the other side that cover them.

    Attributes
    ----------
    equal : bool
        Whether both images have the same objects.
    sizes_a, sizes_b : ndarray of int64
        Number of elements of each object.
    rows, cols, shared : ndarray of int64
        An object of a, an object of b, and the number of elements in both, by row and column.

    Examples
    --------
    >>> from clusterdiff.segmentation import ObjectTable
    >>> cells = ObjectCells.of(ObjectTable.from_labels([0, 1, 1, 2], [1, 1, 0, 2], background=0))
    >>> cells.iou.tolist()
    [0.3333333333333333, 1.0]
    """

    equal: bool
    sizes_a: Ints
    sizes_b: Ints
    rows: Ints
    cols: Ints
    shared: Ints
    _table: ObjectTable
    _matches: dict[float, Matches] = field(default_factory=dict, init=False)
    _voxels: dict[str, Any] = field(default_factory=dict, init=False)

    @classmethod
    def _from(cls, table: ObjectTable) -> Self:
        in_a, in_b = table.objects_a[table.rows], table.objects_b[table.cols]
        both = in_a & in_b
        place_a, place_b = np.cumsum(table.objects_a) - 1, np.cumsum(table.objects_b) - 1
        whole = table.counts == np.where(in_a, table.row_sizes[table.rows], 0)
        whole &= table.counts == np.where(in_b, table.col_sizes[table.cols], 0)
        return cls(
            bool(whole[in_a | in_b].all()),
            table.row_sizes[table.objects_a],
            table.col_sizes[table.objects_b],
            place_a[table.rows[both]],
            place_b[table.cols[both]],
            table.counts[both],
            table,
        )

    @cached_property
    def unions(self) -> Ints:
        """Number of elements of the union of the two objects of each cell."""
        return self.sizes_a[self.rows] + (self.sizes_b[self.cols] - self.shared)

    @cached_property
    def iou(self) -> Floats:
        """Intersection over union of the two objects of each cell."""
        return self.shared / self.unions

    @cached_property
    def dice(self) -> Floats:
        """Dice coefficient of the two objects of each cell."""
        return self.shared / self._mean_sizes

    @cached_property
    def not_dice(self) -> Floats:
        """One minus the Dice coefficient of each cell, without cancellation."""
        return (self.unions - self.shared) / 2 / self._mean_sizes

    @cached_property
    def _mean_sizes(self) -> Floats:
        """Mean size of the two objects of each cell; the sum of large sizes would overflow."""
        return self.sizes_a[self.rows] / 2 + self.sizes_b[self.cols] / 2

    def best(self, scores: Floats, side: Literal["a", "b"]) -> Floats:
        """Return the largest score of the cells of each object of a side, 0 if it has no cell.

        Parameters
        ----------
        scores : ndarray of float64
            A score of each cell, at least 0.
        side : {"a", "b"}
            Which objects.

        Returns
        -------
        ndarray of float64
            One score per object.
        """
        place, sizes = (self.rows, self.sizes_a) if side == "a" else (self.cols, self.sizes_b)
        out = np.zeros(len(sizes))
        np.maximum.at(out, place, scores)
        return out

    def matched(self, threshold: float) -> Matches:
        """Return the most pairs of objects whose intersection over union reaches a threshold.

        Each object has at most one partner. Above 0.5 the pairs are unique; below, of the largest
        sets of pairs, one with the largest sum of intersections over unions is taken.

        Parameters
        ----------
        threshold : float
            Least intersection over union, above 0 and at most 1.

        Returns
        -------
        Matches
            The matched pairs, and the numbers of the other objects.
        """
        if threshold not in self._matches:
            able = np.flatnonzero(self.iou >= threshold)
            rows, cols = self.rows[able], self.cols[able]
            if len(np.unique(rows)) == len(rows) and len(np.unique(cols)) == len(cols):
                cells = able
            else:
                # The sum of the second terms is below 1: one more pair outweighs all of them.
                most = max(1, min(len(self.sizes_a), len(self.sizes_b)))
                weights = 1 + self.iou[able] / (2 * most)
                cells = able[optimal_pairs(rows, cols, weights)]
            found = len(cells)
            others = len(self.sizes_a) - found, len(self.sizes_b) - found
            self._matches[threshold] = Matches(cells, found, *others)
        return self._matches[threshold]

    def voxel_pairs(self, found_background: FoundBackground) -> PairCounts | None:
        """Return the numbers of pairs of elements that are in objects of a.

        Parameters
        ----------
        found_background : {"cluster", "singletons", "ignored"}
            What the background of b is there: one cluster, a cluster per element, or left out.

        Returns
        -------
        PairCounts or None
            None if no element is left.
        """
        inside = self._inside(found_background)
        if inside is None or found_background != "singletons":
            return None if inside is None else PairCounts.of(inside)
        whole, rest = PairCounts.of(inside), self._inside("ignored")
        found = PairCounts(0, 0, 0, 0) if rest is None else PairCounts.of(rest)
        neither = whole.total - whole.in_a - found.only_b
        return PairCounts(found.both, whole.in_a - found.both, found.only_b, neither)

    def voxel_entropies(self, found_background: FoundBackground) -> VoxelEntropies | None:
        """Return the conditional entropies over the elements that are in objects of a.

        Parameters
        ----------
        found_background : {"cluster", "singletons", "ignored"}
            What the background of b is there: one cluster, a cluster per element, or left out.

        Returns
        -------
        VoxelEntropies or None
            None if no element is left.
        """
        inside = self._inside(found_background)
        if inside is None:
            return None
        found = Entropies.of(inside)
        if found_background != "singletons":
            return VoxelEntropies(found.b_given_a, found.a_given_b, inside.n)
        # Σ c·log(a_i/c) of background as one cluster becomes Σ c·log(a_i); nothing is merged there.
        t = self._table
        alone = t.counts[t.objects_a[t.rows] & ~t.objects_b[t.cols]]
        further = ordered_sum(alone * np.log(alone))
        rest = self._inside("ignored")
        merge = 0.0 if rest is None else Entropies.of(rest).a_given_b * (rest.n / inside.n)
        return VoxelEntropies(found.b_given_a + further / inside.n, merge, inside.n)

    def _inside(self, found_background: FoundBackground) -> Table | None:
        """Return the table of the elements in objects of a, with or without background of b."""
        ignored = found_background == "ignored"
        key = "ignored" if ignored else "cluster"
        if key not in self._voxels:
            t = self._table
            kept = t.objects_a[t.rows] & (t.objects_b[t.cols] | (not ignored))
            self._voxels[key] = (
                Table.from_counts(t.rows[kept], t.cols[kept], t.counts[kept])
                if kept.any()
                else None
            )
        table: Table | None = self._voxels[key]
        return table
