"""Summary: the base class, which computes each summary once per table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from clusterdiff.table import Table


class Summary:
    """A pure function of a table, remembered by it.

    A subclass is a frozen dataclass with a class method ``_from(table)`` and an attribute or property
    `equal`, which says whether the two clusterings are the same partition.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def equal(self) -> bool:
            """Whether the two clusterings are the same partition."""

    @classmethod
    def of(cls, table: Table) -> Self:
        """Return the summary of a table, computing it only once."""
        memo: dict[Any, Any] = table._memo  # noqa: SLF001
        known: Self | None = memo.get(cls)
        if known is None:
            known = memo[cls] = cls._from(table)
        return known

    @classmethod
    def _from(cls, table: Table) -> Self:
        raise NotImplementedError
