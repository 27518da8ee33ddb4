"""What all summaries share: each is made once per table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from clusterdiff.table import Table


class Summary:
    """A pure function of a table, remembered on it."""

    __slots__ = ()

    @classmethod
    def of(cls, table: Table) -> Self:
        """The summary of this table."""
        memo: dict[Any, Any] = table.memo
        known: Self | None = memo.get(cls)
        if known is None:
            known = memo[cls] = cls._from(table)
        return known

    @classmethod
    def _from(cls, table: Table) -> Self:
        raise NotImplementedError
