"""Summary: the base class of the numbers that measures are computed from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from clusterdiff.table import Table


class Summary:
    """Base class of summaries: numbers of a table, computed once and kept with it.

    A subclass is a frozen dataclass with a class method ``_from(table)`` and an attribute or
    property `equal`, which is true if the two clusterings are the same partition.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.Table.from_labels([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    >>> cd.summaries.PairCounts.of(table)
    PairCounts(both=4, only_a=2, only_b=3, neither=6)
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def equal(self) -> bool:
            """Whether the two clusterings are the same partition."""

    @classmethod
    def of(cls, table: Table) -> Self:
        """Return the summary of a table.

        Parameters
        ----------
        table : Table
            The table of two clusterings. It keeps the summary, so that the next call is fast.

        Returns
        -------
        Summary
            An instance of the class on which the method is called.

        Raises
        ------
        InputError
            If `table` is not a table.

        Examples
        --------
        >>> from clusterdiff import Table
        >>> from clusterdiff.summaries import PairCounts
        >>> PairCounts.of(Table.from_labels([0, 0, 1], [0, 1, 1]))
        PairCounts(both=0, only_a=1, only_b=1, neither=1)
        """
        try:
            memo: dict[Any, Any] = table._memo  # noqa: SLF001
        except AttributeError:
            raise InputError(
                f"table must be a Table, got {type(table).__name__}.",
                "pass Table.from_labels(a, b)",
            ) from None
        known: Self | None = memo.get(cls)
        if known is None:
            known = memo[cls] = cls._from(table)
        return known

    @classmethod
    def _from(cls, table: Table) -> Self:
        """Compute the summary of a table."""
        raise NotImplementedError
