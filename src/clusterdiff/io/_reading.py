"""read_labels and read_table: read label files of any format and size as labels or tables."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.io._columns import check_name, choose_one, stem_of
from clusterdiff.io._inputs import table_of
from clusterdiff.io._join import load
from clusterdiff.io._opening import open_source
from clusterdiff.io._queries import query
from clusterdiff.io._source import LAYOUTS
from clusterdiff.io.engines import engine_for
from clusterdiff.labels import takes_selection

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.io._source import Layout
    from clusterdiff.labels import SelectionOptions
    from clusterdiff.table import Table


class NamedArray(np.ndarray[Any, Any]):
    """An array of labels with the name of its column and of its file."""

    name: str | None
    file: str | None

    def __array_finalize__(self, other: NDArray[Any] | None) -> None:
        self.name = getattr(other, "name", None)
        self.file = getattr(other, "file", None)

    def __reduce__(self) -> Any:
        return named, (np.asarray(self), self.name, self.file)

    def __repr__(self) -> str:
        return repr(np.asarray(self))


_PRINTED = 10  # labels of a dict


class NamedDict(dict[Any, Any]):
    """A dict element → label with the name of its column and of its file."""

    __slots__ = ("file", "name")
    name: str | None
    file: str | None

    def __reduce__(self) -> Any:
        return named, (dict(self), self.name, self.file)

    def __repr__(self) -> str:
        shown = ", ".join(f"{key!r}: {label!r}" for key, label in islice(self.items(), _PRINTED))
        rest = len(self) - _PRINTED
        return f"{{{shown}, … and {rest:,} more}}" if rest > 0 else f"{{{shown}}}"


def named(labels: Any, name: str | None, file: str | None) -> Any:
    """Return an array or a dict of labels that carries the name of its column and of its file."""
    found: Any = NamedDict(labels) if isinstance(labels, dict) else labels.view(NamedArray)
    found.name, found.file = name, file
    return found


def read_labels(
    path: Any,
    column: str | None = None,
    *,
    on: str | None = None,
    layout: Layout = "auto",
    header: bool | None = None,
    hive: bool = False,
) -> Any:
    r"""Read the labels of one clustering from a file.

    Parameters
    ----------
    path : path-like
        A file, such as CSV, Parquet, JSON lines, Arrow, NumPy or text, compressed or not; a
        pattern of files; a directory of files of one kind; or "-" for standard input.
    column : str, optional
        The column of the labels. Optional if there is only one candidate.
    on : str, optional
        The column of the keys. Optional if there is only one candidate.
    layout : {"auto", "columns", "clusters"}, default="auto"
        Whether a line of text is an element in columns or a cluster of elements.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.
    hive : bool, default=False
        Whether the folders `key=value` of a pattern or a directory of Parquet files are columns.

    Returns
    -------
    dict or ndarray
        A dict key → label where the file has a key column, else an array; None where there is no
        label. Its attribute `name` is the name of the column, which results use as the name of the
        clustering.

    Raises
    ------
    InputError
        If the file cannot be read, or if it is ambiguous which columns are meant.

    See Also
    --------
    read_table : Count two files that need not fit in memory.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "runs.csv").write_text("id,kmeans\nx,1\ny,1\nz,2\n")
    >>> read_labels(folder / "runs.csv", "kmeans", on="id")
    {'x': 1, 'y': 1, 'z': 2}
    """
    check_name("column", column)
    check_name("on", on)
    names = [name for name in (column, on) if name is not None]
    source = open_source(path, layout=layout, header=header, hive=hive, names=names)
    chosen = choose_one(source, column, on)
    side = load(chosen, engine_for(source).columns)
    codes, values = side.encoded()
    if side.missing is None:
        labels: Any = values[codes]
    else:
        labels = np.full(len(side), None, object)
        labels[~side.missing] = values.astype(object)[codes[~side.missing]]
    if side.elements is not None:
        labels = dict(zip(side.elements, labels.tolist(), strict=True))
    return named(labels, chosen.name, stem_of(source.name))


@takes_selection
def read_table(
    *sources: Any,
    columns: str | Sequence[str] | None = None,
    on: str | Sequence[str] | None = None,
    by_order: bool = False,
    layout: Layout = "auto",
    header: bool | None = None,
    hive: bool = False,
    memory: str | None = None,
    **options: Unpack[SelectionOptions],
) -> Table:
    r"""Count two clusterings of files or frames that may be larger than memory.

    Parameters
    ----------
    *sources : path-like or frame
        One or two files, patterns of files or directories; tables of databases
        (``duckdb:file#table``, ``postgres://host/database#schema.table``); or frames: pandas,
        polars (also lazy), Arrow, Dask, DuckDB, Spark or Ibis. A frame may be followed by the
        names of its two label columns. A lazy frame is counted by its own engine, and only the
        cells of the table are fetched. Integers of at most 2²⁴ rows that DuckDB or polars has
        stored are fetched instead, since counting them here takes less time.
    columns : str or sequence of str, optional
        The label columns, as "truth,kmeans" or ["truth", "kmeans"]. They may be omitted where they
        are obvious.
    on : str or list of str, optional
        The key column that rows are matched by, as "id", or as "id=cell_id" where the sides differ;
        "tenant,id" or ["tenant", "id"] for a key of two columns.
    by_order : bool, default=False
        Match rows by their order instead.
    layout : {"auto", "columns", "clusters"}, default="auto"
        Whether a line of text is an element in columns or a cluster of elements.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.
    hive : bool, default=False
        Whether the folders `key=value` of a pattern or a directory of Parquet files are columns.
    memory : str, optional
        The memory that reading may take before it spills to disk, as "4GB".
    {selection}

    Returns
    -------
    Table
        The contingency table. Its `notes` say what was assumed.

    Raises
    ------
    InputError
        If the sources cannot be read or matched, or if it is ambiguous which columns are meant.

    See Also
    --------
    read_query : Count the rows of a query.
    read_labels : Read one clustering into memory.
    clusterdiff.Table.from_labels : Count labels that are in memory.

    Notes
    -----
    `weights` may also be the name of a column of the first source.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "runs.csv").write_text("id,truth,kmeans\nx,0,1\ny,0,1\nz,1,2\n")
    >>> read_table(folder / "runs.csv", columns="truth,kmeans")
    Table(n=3, 2 × 2 clusters, 2 cells)

    Two columns of a lazy frame, grouped by polars:

    >>> import polars as pl
    >>> frame = pl.LazyFrame({"truth": ["x", "x", "y"], "kmeans": [5, 6, 6]})
    >>> read_table(frame, "truth", "kmeans")
    Table(n=3, 2 × 2 clusters, 3 cells)
    """
    reading = {
        "columns": columns, "on": on, "by_order": by_order, "header": header, "hive": hive,
        "layout": layout, "memory": memory,
    }  # fmt: skip
    check_choice("layout", layout, LAYOUTS)
    defaults = {"layout": "auto", "by_order": False, "hive": False}
    given = {name: value for name, value in reading.items() if value is not defaults.get(name)}
    return table_of(sources, {**options, **given})


@takes_selection
def read_query(
    sql: str,
    connection: Any,
    *,
    columns: str | Sequence[str] | None = None,
    **options: Unpack[SelectionOptions],
) -> Table:
    """Count the rows of a query, which the database groups.

    Parameters
    ----------
    sql : str
        A query that gives both label columns.
    connection : object
        The connection that runs it: of DuckDB, ADBC, any DB-API driver, an Ibis backend or a Spark
        session.
    columns : str or sequence of str, optional
        The label columns, as "truth,kmeans"; not needed if there are two columns.
    {selection}

    Returns
    -------
    Table
        The contingency table. Only its cells are fetched.

    Raises
    ------
    InputError
        If the query fails, or does not have two columns of labels.

    See Also
    --------
    read_table : Count files and frames.

    Examples
    --------
    >>> import sqlite3
    >>> db = sqlite3.connect(":memory:")
    >>> _ = db.execute("CREATE TABLE runs (truth, kmeans)")
    >>> _ = db.executemany("INSERT INTO runs VALUES (?, ?)", [("x", 1), ("x", 2), ("y", 2)])
    >>> read_query("SELECT truth, kmeans FROM runs", db)
    Table(n=3, 2 × 2 clusters, 3 cells)
    """
    given = {} if columns is None else {"columns": columns}
    return table_of((query(sql, connection),), {**options, **given})
