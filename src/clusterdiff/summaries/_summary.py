"""Summary: the numbers of a table that measures are computed from; Batch: those of many tables."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray


class Summary:
    """Base class of summaries: numbers of a table, computed once and kept with it.

    A subclass is a named tuple or a frozen dataclass with a class method ``_from(table)`` and an
    attribute or property `equal`, which is true if the two clusterings are the same. It says by
    ``class MySummary(Summary, table_type=MyTable)`` from which kind of table it is computed; the
    default is `Table`. Measures find that kind by their summaries.

    Attributes
    ----------
    table_type : type
        The kind of table from which the summary is computed.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.Table.from_labels([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1])
    >>> cd.summaries.PairCounts.of(table)
    PairCounts(both=4, only_a=2, only_b=3, neither=6)
    """

    __slots__ = ()
    table_type: ClassVar[type[Any]] = Table

    if TYPE_CHECKING:

        @property
        def equal(self) -> bool:
            """Whether the two clusterings are the same partition."""

    def __init_subclass__(cls, table_type: type[Any] | None = None, **options: Any) -> None:
        super().__init_subclass__(**options)
        if table_type is not None:
            cls.table_type = table_type

    @classmethod
    def of(cls, table: Any) -> Self:
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
            If `table` is not a table of the kind that the summary needs.

        Examples
        --------
        >>> from clusterdiff import Table
        >>> from clusterdiff.summaries import PairCounts
        >>> PairCounts.of(Table.from_labels([0, 0, 1], [0, 1, 1]))
        PairCounts(both=0, only_a=1, only_b=1, neither=1)
        """
        if not isinstance(table, cls.table_type):
            kind = cls.table_type.__name__
            raise InputError(
                f"table must be a {kind}, got {type(table).__name__}.",
                f"pass {kind}.from_labels(a, b)",
            )
        memo: dict[Any, Any] = table._memo  # noqa: SLF001
        known: Self | None = memo.get(cls)
        if known is None:
            known = memo[cls] = cls._from(table)
        return known

    @classmethod
    def _from(cls, table: Any) -> Self:
        """Compute the summary of a table."""
        raise NotImplementedError

    @classmethod
    def _columns(cls, summaries: Sequence[Any]) -> Any:
        """Return the numbers of many summaries, each number as an array; integers stay exact."""
        columns = zip(*summaries, strict=True)
        return cls(*(np.array(c, object if isinstance(c[0], int) else None) for c in columns))


class Batch:
    """Summaries of many tables, for formulas that are evaluated for all of them at once.

    Parameters
    ----------
    summaries : sequence of Summary, or callable
        The summaries, all of one class and of as many elements, or a function that returns them. It
        is called only for formulas that take one summary at a time.
    columns : object, optional
        An object with the attributes of the summary that formulas use, each an array with one
        number per table. By default it is made from the summaries.

    Examples
    --------
    >>> from clusterdiff.summaries import Batch, PairCounts
    >>> batch = Batch([PairCounts(1, 1, 0, 4), PairCounts(2, 0, 0, 4)])
    >>> batch.columns.in_a.tolist(), batch.equal.tolist()
    ([2, 2], [False, True])
    """

    def __init__(
        self, summaries: Sequence[Any] | Callable[[], Sequence[Any]], columns: Any = None
    ) -> None:
        self._given = summaries
        if columns is not None:
            self.columns = columns

    @cached_property
    def summaries(self) -> Sequence[Any]:
        """The summaries one by one."""
        return self._given() if callable(self._given) else self._given

    @cached_property
    def columns(self) -> Any:
        """The numbers of all summaries, as arrays."""
        first = self.summaries[0]
        return type(first)._columns(self.summaries)  # noqa: SLF001

    @cached_property
    def equal(self) -> NDArray[np.bool_]:
        """Which tables are those of equal clusterings."""
        return np.asarray(self.columns.equal, bool)

    def __len__(self) -> int:
        return len(self.equal)

    def where(self, chosen: NDArray[np.bool_]) -> Batch:
        """Return the batch of some of the summaries.

        Parameters
        ----------
        chosen : ndarray of bool
            Which of them.

        Returns
        -------
        Batch
            Those summaries.
        """
        if chosen.all():
            return self
        columns = type(self.columns)(*(x[chosen] if np.ndim(x) else x for x in self.columns))
        positions = np.flatnonzero(chosen).tolist()
        return Batch(lambda: [self.summaries[i] for i in positions], columns)

    def each(self, function: Callable[[Any], float]) -> NDArray[np.float64]:
        """Return the value of a function for each summary; it is called once for equal ones.

        Parameters
        ----------
        function : callable
            A function of one summary.

        Returns
        -------
        ndarray of float64
            The values.
        """
        known: dict[Any, float] = {}
        for each in self.summaries:
            if each not in known:
                known[each] = function(each)
        return np.array([known[each] for each in self.summaries])
