"""Tables whose cells stay in the engine, which counts the cells and clusters of each size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NoReturn

from clusterdiff.errors import InputError
from clusterdiff.io.reading import read_sizes
from clusterdiff.labels import Dropped
from clusterdiff.summaries.entropies import Entropies
from clusterdiff.summaries.from_sizes import (
    entropies_of_sizes,
    pair_counts_of_sizes,
    sizes_of_clusters,
)
from clusterdiff.summaries.pairs import PairCounts
from clusterdiff.summaries.sizes import Sizes
from clusterdiff.table import Table

if TYPE_CHECKING:
    from clusterdiff.io.aggregates import CellSizes

__all__ = ["SummarizedTable", "read_summaries"]


def _not_fetched(table: Table) -> NoReturn:
    del table
    raise InputError(
        "This needs the cells of the table, which were not read from the engine.",
        "count them with read_table",
    )


class SummarizedTable(Table):
    """A table of which only pair counts, entropies and the sizes of clusters are known.

    Measures of pair counts and of entropies accept it as they accept any table, also those that are
    adjusted for chance. Other measures need the cells and raise `InputError`.

    Parameters
    ----------
    found : CellSizes
        How many cells and clusters of each size there are.

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

    Examples
    --------
    >>> import duckdb
    >>> rows = duckdb.sql("SELECT range % 6 AS truth, range % 4 AS found FROM range(1200)")
    >>> table = read_summaries(rows, "truth", "found")
    >>> table.n, table.shape, table.nnz
    (1200, (6, 4), 12)
    """

    __slots__ = ("_cells", "_clusters")

    rows = cols = counts = row_sizes = col_sizes = property(_not_fetched)
    row_labels = col_labels = property(_not_fetched)

    def __init__(self, found: CellSizes) -> None:
        entropies = entropies_of_sizes(found)
        known = {
            PairCounts: pair_counts_of_sizes(found),
            Entropies: entropies,
            Sizes: sizes_of_clusters(found),
        }
        for name, value in (
            ("n", found.n),
            ("dropped", Dropped(missing=found.dropped)),
            ("notes", ()),
            ("_memo", known),
            ("_cells", sum(found.cells.values())),
            ("_clusters", (entropies.clusters_a, entropies.clusters_b)),
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
    """Count in the engine that has the data how many cells and clusters have each size.

    For tables with very many cells: `read_table` fetches all cells, this function fetches only
    the sizes that occur and how often, from which pair counts and entropies follow. If a sample
    shows nearly as many cells as rows, and the labels take at most 512 MB, the two columns are
    fetched instead and counted in this process, which is faster than grouping in the engine.

    Parameters
    ----------
    a : frame, path-like or str, optional
        The data: a frame, eager or lazy, or a file; with `sql`, the name of the first label column,
        or None. Files and frames in memory are counted in this process.
    b, second : str, optional
        The names of the two label columns.
    missing : {"raise", "drop"}, default="raise"
        What to do with elements without a label.
    sql : str, optional
        A query that gives both label columns, instead of a frame.
    connection : object, optional
        The connection that runs `sql`: of DuckDB, ADBC, any DB-API driver, an Ibis backend or a
        Spark session.

    Returns
    -------
    SummarizedTable
        A table for measures of pairs and of information. Pair counts are exact, and entropies are
        rounded once, so that every engine gives the same numbers.

    Raises
    ------
    InputError
        If the source cannot be read, or labels are missing.

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
    found = read_sizes(a, b, second, missing=missing, sql=sql, connection=connection)
    return SummarizedTable(found)
