"""Clusterings that are given by their tables: their order and their names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis import Diff
from clusterdiff.numerics import entropy, nats_per_unit
from clusterdiff.plots._style import shortened
from clusterdiff.summaries import Components
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Member:
    """One of several clusterings of the same elements; ``p < q`` if p refines q.

    Attributes
    ----------
    names : tuple of str
        The names of the clustering; equal clusterings are one member.
    place : int
        Its number.
    table_of : callable
        Returns the table of two clusterings from their numbers.
    """

    names: tuple[str, ...]
    place: int
    table_of: Callable[[int, int], Table]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The sizes of the clusters."""
        return self.table_of(self.place, self.place).row_sizes

    @property
    def k(self) -> int:
        """Number of clusters."""
        return len(self.sizes)

    def entropy(self) -> float:
        """Return the entropy in bits."""
        n = int(self.sizes.sum())
        return entropy(self.sizes, n, n) / nats_per_unit(2)

    def table(self, other: Member) -> Table:
        """Return the table with another one."""
        return self.table_of(self.place, other.place)

    def __lt__(self, other: Member) -> bool:
        return self.k > other.k and self.table(other).nnz == self.k

    def __str__(self) -> str:
        return f"{' = '.join(map(shortened, self.names))} ({self.k:,})"


def members(subject: Any) -> list[Member] | None:
    """Return the clusterings of a set, or both of a table with meet and join; None otherwise."""
    if isinstance(subject, Table):
        return _of_two(subject, ["a", "b"])
    if isinstance(subject, Diff):
        return _of_two(subject.table, [subject.name_a, subject.name_b])
    if callable(getattr(subject, "table", None)) and hasattr(subject, "names"):
        return _distinct([str(name) for name in subject.names], subject.table)
    return None


def _of_two(table: Table, names: list[str]) -> list[Member]:
    """Return the two clusterings of a table, their meet and their join."""
    codes = (table.rows, table.cols, np.arange(table.nnz), Components.of(table).of_cells)

    def table_of(i: int, j: int) -> Table:
        return Table.from_counts(codes[i], codes[j], table.counts)

    return _distinct([*names, "meet", "join"], table_of)


def _distinct(names: list[str], table_of: Callable[[int, int], Table]) -> list[Member]:
    """Return the clusterings, of which equal ones are one member with several names."""
    out: list[Member] = []
    for place, name in enumerate(names):
        new = Member((name,), place, table_of)
        same = next((k for k, old in enumerate(out) if _equal(old, new)), None)
        if same is None:
            out.append(new)
        else:
            out[same] = Member((*out[same].names, name), out[same].place, table_of)
    return out


def _equal(one: Member, two: Member) -> bool:
    return one.k == two.k and one.table(two).nnz == one.k
