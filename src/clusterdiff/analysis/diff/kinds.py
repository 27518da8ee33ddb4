"""What happened to each cluster and to each component."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.labels import listed, natural_ranks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.analysis.diff.costs import Accounts
    from clusterdiff.analysis.diff.data import Kind
    from clusterdiff.analysis.diff.threshold import Parted

    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Kinds:
    """What happened to the clusters of a table that is divided into structure and leakage.

    Clusters are numbered as in the whole table.
    """

    parted: Parted
    accounts: Accounts  # of the structure

    @cached_property
    def ranks(self) -> tuple[Ints, Ints]:
        """The rank of each cluster of a and of b in natural order."""
        t = self.parted.table
        return natural_ranks(t.row_labels), natural_ranks(t.col_labels)

    @cached_property
    def parts(self) -> tuple[Ints, Ints]:
        """Overlaps of each cluster of a and of b that are structure."""
        t, cells = self.parted.table, self.parted.cells
        return (
            np.bincount(t.rows[cells], minlength=t.shape[0]),
            np.bincount(t.cols[cells], minlength=t.shape[1]),
        )

    @cached_property
    def partners(self) -> tuple[Ints, Ints]:
        """The partner of each cluster in the optimal pairing of the structure, -1 without one."""
        t, pairs = self.parted.table, self.parted.cells[self.accounts.paired]
        of_rows, of_cols = np.full(t.shape[0], -1), np.full(t.shape[1], -1)
        of_rows[t.rows[pairs]], of_cols[t.cols[pairs]] = t.cols[pairs], t.rows[pairs]
        return of_rows, of_cols

    @cached_property
    def leaked(self) -> tuple[Ints, Ints]:
        """Elements of each cluster of a and of b that are leakage."""
        p = self.parted
        return p.table.row_sizes - p.kept_sizes_a, p.table.col_sizes - p.kept_sizes_b

    @cached_property
    def of_a(self) -> list[Kind]:
        """What happened to each cluster of a."""
        t, cells = self.parted.table, self.parted.cells
        return self._of(t.rows[cells], t.cols[cells], *self.parts, ("split", "merged", "dissolved"))

    @cached_property
    def of_b(self) -> list[Kind]:
        """What happened to each cluster of b."""
        t, cells = self.parted.table, self.parted.cells
        return self._of(
            t.cols[cells], t.rows[cells], *self.parts[::-1], ("merged", "split", "born")
        )

    def _of(
        self, own: Ints, other: Ints, parts: Ints, other_parts: Ints, names: tuple[Kind, Kind, Kind]
    ) -> list[Kind]:
        """Return the kinds of the clusters of one side.

        `names` are those of a cluster with several parts, of one of several parts of a cluster of
        the other side, and of a cluster without structure.
        """
        divided, shared, gone = names
        most = np.zeros(len(parts), np.int64)  # parts of the most divided neighbor
        np.maximum.at(most, own, other_parts[other])
        out: list[Kind] = [gone] * len(parts)
        several, mixed = parts > 1, most > 1
        for which, kind in ((several & ~mixed, divided), (~several & mixed, shared),
                            (several & mixed, "reshuffled")):  # fmt: skip
            for i in np.flatnonzero(which).tolist():
                out[i] = kind
        single = np.flatnonzero((parts == 1) & (most == 1))
        cell = np.zeros(len(parts), np.int64)
        cell[own] = self.parted.cells
        for i, kind in zip(single.tolist(), self.one_to_one(cell[single]), strict=True):
            out[i] = kind
        return out

    def one_to_one(self, cells: Ints) -> list[Kind]:
        """Return by cell the kinds of pairs of clusters whose only structure is one overlap."""
        t = self.parted.table
        rows, cols, shared = t.rows[cells], t.cols[cells], t.counts[cells]
        whole = (shared == t.row_sizes[rows]) & (shared == t.col_sizes[cols])
        mostly = np.minimum(shared / t.row_sizes[rows], shared / t.col_sizes[cols]) > 1 / 2
        names = zip(listed(t.row_labels[rows]), listed(t.col_labels[cols]), strict=True)
        return [
            _whole(a, b) if same else "mostly kept" if most else "reshuffled"
            for same, most, (a, b) in zip(whole.tolist(), mostly.tolist(), names, strict=True)
        ]


def _whole(a: object, b: object) -> Kind:
    """Return the kind of two equal clusters: labels that are written alike are one name."""
    return "kept" if a == b or str(a) == str(b) else "renamed"
