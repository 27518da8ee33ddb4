"""Tables whose cells stay where they are: the engine sums them, and only the sums are fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NoReturn

from clusterdiff.errors import InputError
from clusterdiff.io.reading import read_sums
from clusterdiff.labels import Dropped
from clusterdiff.summaries.entropies import Entropies
from clusterdiff.summaries.pairs import PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from clusterdiff.io.aggregates import Sums

__all__ = ["SummarizedTable", "read_summaries"]


def _not_fetched(table: Table) -> NoReturn:
    del table
    raise InputError(
        "This needs the cells of the table, which stayed in the engine.",
        "count them with read_table",
    )


class SummarizedTable(Table):
    """A table of which only pair counts and entropies are known.

    Measures of the families pairs and information accept it as they accept any table; whatever
    needs the cells raises `InputError`.

    Attributes
    ----------
    n : int
        Number of elements.
    shape : tuple of int
        Number of clusters of a and of b.
    nnz : int
        Number of non-zero cells.

    See Also
    --------
    read_summaries : Make one.
    """

    __slots__ = ("_cells", "_clusters")

    rows = cols = counts = row_sizes = col_sizes = property(_not_fetched)
    row_labels = col_labels = property(_not_fetched)

    def __init__(self, sums: Sums) -> None:
        known = {PairCounts: _pair_counts(sums), Entropies: _entropies(sums)}
        for name, value in (
            ("n", sums.n),
            ("dropped", Dropped(missing=sums.dropped)),
            ("notes", ()),
            ("_memo", known),
            ("_cells", sums.cells),
            ("_clusters", (sums.clusters_a, sums.clusters_b)),
        ):
            object.__setattr__(self, name, value)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of clusters of a and of b."""
        return self._clusters  # type: ignore[attr-defined,no-any-return]

    @property
    def nnz(self) -> int:
        """Number of non-zero cells."""
        return self._cells  # type: ignore[attr-defined,no-any-return]

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same partition."""
        return self.nnz == self.shape[0] == self.shape[1]

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled, as there are no cells."""
        _not_fetched(self)


def read_summaries(
    a: Any = None,
    b: Any = None,
    second: str | None = None,
    *,
    missing: Literal["raise", "drop"] = "raise",
    sql: str | None = None,
    connection: Any = None,
) -> SummarizedTable:
    """Compute pair counts and entropies in the engine that has the data.

    For tables with very many cells: `read_table` fetches all cells, this function fetches one row.

    Parameters
    ----------
    a : DuckDB relation or str
        The data; with `sql`, the name of the first label column, or None.
    b, second : str, optional
        The names of the two label columns.
    missing : {"raise", "drop"}, default="raise"
        What to do with elements without a label.
    sql : str, optional
        A query that gives both label columns, instead of a frame.
    connection : object, optional
        The connection to DuckDB or PostgreSQL that runs `sql`.

    Returns
    -------
    SummarizedTable
        A table for measures of pairs and of information. Pair counts are exact; entropies are sums
        in double precision in the engine's order, so that the last digits may differ.

    Raises
    ------
    InputError
        If the engine cannot sum, or labels are missing.

    See Also
    --------
    clusterdiff.read_table : Fetch the cells, for all measures.

    Examples
    --------
    >>> import duckdb
    >>> import clusterdiff as cd
    >>> rows = duckdb.sql("SELECT range % 6 AS truth, range % 4 AS found FROM range(1200)")
    >>> table = read_summaries(rows, "truth", "found")
    >>> table
    Table(n=1200, 6 × 4 clusters, 12 cells)
    >>> round(cd.adjusted_rand(table), 12) == round(cd.adjusted_rand(cd.read_table(
    ...     rows, "truth", "found")), 12)
    True
    """
    return SummarizedTable(read_sums(a, b, second, missing=missing, sql=sql, connection=connection))


def _pair_counts(s: Sums) -> PairCounts:
    return PairCounts(
        both=(s.squares - s.n) // 2,
        only_a=(s.squares_a - s.squares) // 2,
        only_b=(s.squares_b - s.squares) // 2,
        neither=(s.n * s.n - s.squares_a - s.squares_b + s.squares) // 2,
    )


def _entropies(s: Sums) -> Entropies:
    """Equal clusterings have conditional entropies of exactly 0, as every term is log 1."""
    full = s.cells == s.clusters_a * s.clusters_b
    empty = 0.0 if full else max(0.0, s.n - s.expected)
    return Entropies(
        s.n,
        s.clusters_a,
        s.clusters_b,
        s.entropy_a / s.n,
        s.entropy_b / s.n,
        s.a_given_b / s.n,
        s.b_given_a / s.n,
        (s.divergence + empty) / s.n,
    )
