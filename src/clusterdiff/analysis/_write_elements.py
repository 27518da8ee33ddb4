"""Element-level results of lazy data, written by the engine that has the data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.analysis._match import match, new_names
from clusterdiff.io import open_elements, read_query, read_table, write_except, write_renamed
from clusterdiff.labels import takes_selection

if TYPE_CHECKING:
    import os
    from typing import Unpack

    from clusterdiff.labels import SelectionOptions
    from clusterdiff.measures._set_design import Similarity
    from clusterdiff.table import Table


@takes_selection
def write_moved(
    frame: Any,
    a: str,
    b: str,
    write_to: str | os.PathLike[str],
    *,
    connection: Any = None,
    **policy: Unpack[SelectionOptions],
) -> int:
    """Write the elements that moved between two clusterings, without collecting them.

    An element moved if its cluster in `a` is not matched with its cluster in `b`. The clusters are
    matched as `match` does, from the table that the engine counts; the engine selects the elements
    and writes them.

    Parameters
    ----------
    frame : lazy frame or str
        The data, with the two label columns and any others, which are written too: a lazy frame of
        polars, DuckDB, Spark, Dask or Ibis, or a query that `connection` runs.
    a, b : str
        The names of the two label columns.
    write_to : path-like or str
        What to write. It must not exist. A path, or text that ends in ".parquet" or has a slash, is
        Parquet: a file, or a directory where Spark or Dask writes. Other text is the name of a
        table in the engine.
    connection : object, optional
        The connection that runs the query `frame`.
    {selection}

    Returns
    -------
    int
        The number of elements written. Elements without a label are not.

    Raises
    ------
    InputError
        If the frame is not lazy, or if the target exists or cannot be written.

    See Also
    --------
    match : The pairs of clusters.
    write_relabeled : Write all elements with the names of another clustering.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import duckdb
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "moved.parquet"
    >>> rows = duckdb.sql("SELECT range // 10 AS a, (range + 1) // 10 AS b FROM range(50)")
    >>> write_moved(rows, "a", "b", target)
    5
    """
    source = open_elements(frame, write_to, connection)
    found = match(_table(frame, a, b, connection, policy)).pairs
    pairs = [(pair.a, pair.b) for pair in found if pair.a is not None and pair.b is not None]
    return write_except(source, (a, b), pairs, write_to)


def write_relabeled(
    frame: Any,
    column: str,
    like: str,
    write_to: str | os.PathLike[str],
    *,
    name: str | None = None,
    connection: Any = None,
    similarity: Similarity = "overlap",
    keep: Any = (),
) -> int:
    """Write all elements with the clusters of one column named after those of another.

    Parameters
    ----------
    frame : lazy frame or str
        The data: a lazy frame of polars, DuckDB, Spark, Dask or Ibis, or a query that `connection`
        runs. Its rows are not collected.
    column : str
        The column of the clustering to rename.
    like : str
        The column of the clustering whose names are used.
    write_to : path-like or str
        Parquet or a table, as for `write_moved`. It must not exist.
    name : str, optional
        The name of the new column; by default that of `column` and "_relabeled".
    connection : object, optional
        The connection that runs the query `frame`.
    similarity : {"overlap", "jaccard", "dice", "braun_banquet"}, default="overlap"
        How alike two clusters are.
    keep : label or list of labels, default=()
        Labels of `column` that stay as they are, such as noise.

    Returns
    -------
    int
        The number of elements written.

    Raises
    ------
    InputError
        If labels are missing, if the frame is not lazy, or if the target exists or cannot be
        written.

    See Also
    --------
    relabel : The same for labels in memory.
    write_moved : Write only the elements that moved.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import polars as pl
    >>> target = pathlib.Path(tempfile.mkdtemp()) / "named.parquet"
    >>> rows = pl.LazyFrame({"truth": ["x", "x", "y"], "found": [7, 7, 8]})
    >>> write_relabeled(rows, "found", "truth", target)
    3
    >>> sorted(pl.read_parquet(target)["found_relabeled"])  # rows are written in any order
    ['x', 'x', 'y']
    """
    source = open_elements(frame, write_to, connection)
    names = new_names(_table(frame, like, column, connection, {}), similarity, keep)
    return write_renamed(source, column, names, name or f"{column}_relabeled", write_to)


def _table(frame: Any, a: str, b: str, connection: Any, policy: Any) -> Table:
    if connection is not None:
        return read_query(str(frame), connection, columns=[a, b], **policy)
    return read_table(frame, a, b, **policy)
