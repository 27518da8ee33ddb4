"""read_labels and read_table: read label files of any format and size as labels or tables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_several
from clusterdiff.errors import OptionError
from clusterdiff.io._columns import Wishes, check_name, choose, choose_one, stem_of
from clusterdiff.io._source import Source
from clusterdiff.io.counting import count
from clusterdiff.io.engines import engine_for, open_with_engines
from clusterdiff.io.frames import is_frame
from clusterdiff.io.join import load
from clusterdiff.io.opening import open_source
from clusterdiff.io.queries import query
from clusterdiff.labels import named, takes_policy

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from clusterdiff.io._source import Layout
    from clusterdiff.labels import Alignment, PolicyOptions
    from clusterdiff.table import Table


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


@takes_policy
def read_table(  # noqa: PLR0913  (options of files and of queries)
    a: Any = None,
    b: Any = None,
    second: str | None = None,
    *,
    columns: str | Sequence[str] | None = None,
    on: str | None = None,
    by_order: bool = False,
    align: Alignment = "raise",
    layout: Layout = "auto",
    header: bool | None = None,
    hive: bool = False,
    memory: str | None = None,
    sql: str | None = None,
    connection: Any = None,
    **policy: Unpack[PolicyOptions],
) -> Table:
    r"""Count two clusterings of files, frames or queries that may be larger than memory.

    Parameters
    ----------
    a : path-like or frame, optional
        A file, a pattern of files, a directory; or a frame: pandas, polars (also lazy), Arrow,
        Dask, DuckDB, Spark or Ibis. A lazy frame is counted by its own engine, and only the cells
        of the table are fetched. Integers of at most 2²⁴ rows that DuckDB or polars has stored are
        fetched instead, since counting them here takes less time.
    b : path-like, frame or str, optional
        The other file or frame; with a frame `a`, the name of the column of the first clustering.
        None where `a` holds both columns.
    second : str, optional
        The name of the column of the second clustering, if `b` names that of the first.
    columns : str or sequence of str, optional
        The label columns, as "truth,kmeans" or ["truth", "kmeans"]. They may be omitted where they
        are obvious.
    on : str, optional
        The key column that rows are matched by, as "id", or as "id=cell_id" where the sides differ.
    by_order : bool, default=False
        Match rows by their order instead.
    align : {"raise", "intersect", "singletons"}, default="raise"
        What to do with keys that are on one side only: raise an error, drop them, or make each a
        singleton cluster.
    layout : {"auto", "columns", "clusters"}, default="auto"
        Whether a line of text is an element in columns or a cluster of elements.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.
    hive : bool, default=False
        Whether the folders `key=value` of a pattern or a directory of Parquet files are columns.
    memory : str, optional
        The memory that reading may take before it spills to disk, as "4GB".
    sql : str, optional
        A query that gives both label columns, instead of `a` and `b`. The database groups and
        counts its rows.
    connection : object, optional
        The connection that runs `sql`: of DuckDB, ADBC, any DB-API driver, an Ibis backend or a
        Spark session.
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
    paths, wanted = _arguments(a, b, second, columns, sql, connection)
    wishes = Wishes(wanted, on, by_order)
    options = {"layout": layout, "header": header, "hive": hive, "memory": memory}
    sources = [
        _opened(path, "ab"[i] if len(paths) > 1 else "frame", wishes, options)
        for i, path in enumerate(paths)
    ]
    first, other = choose(sources, wishes, count=2)
    table, report = count(first, other, align=align, memory=memory, **policy)
    return replace(table, notes=report.notes)


def _arguments(
    a: Any, b: Any, second: Any, columns: Any, sql: str | None, connection: Any
) -> tuple[list[Any], tuple[str, ...]]:
    """Return the sources and the columns that were asked for."""
    listed = columns.split(",") if isinstance(columns, str) else columns
    wanted = tuple(check_several("columns", listed, "names")) if listed is not None else ()
    wanted = tuple(str(name) for name in wanted if name != "")
    if (sql is None) != (connection is None):
        raise OptionError("sql and connection must be given together.")
    if sql is not None:
        names = tuple(str(name) for name in (a, b) if name is not None)
        if second is not None or (names and (wanted or len(names) == 1)):
            raise OptionError(
                "sql accepts no label columns, or the names of two.",
                'read_table("truth", "pred", sql=…, connection=…)',
            )
        return [query(sql, connection)], wanted or names
    if a is None:
        raise OptionError("Nothing to read.", "pass a file, a frame, or sql= and connection=")
    if not _is_table(a) or b is None or _is_table(b):
        if second is not None:
            raise OptionError(
                "second can be given only if a is a frame and b a column of it.",
                'read_table(frame, "truth", "pred")',
            )
        return [each for each in (a, b) if each is not None], wanted
    if second is None or wanted:
        raise OptionError(
            f"A frame needs the names of two label columns, got {b!r} only.",
            'read_table(frame, "truth", "pred")',
        )
    return [a], (str(b), str(second))


def _opened(path: Any, name: str, wishes: Wishes, options: dict[str, Any]) -> Source:
    if isinstance(path, Source):
        return engine_for(path).describe(path)
    opened = open_with_engines(path, name)
    return opened or open_source(path, names=wishes.names, **options)


def _is_table(value: Any) -> bool:
    """Return whether a value has columns: a frame, or what another engine opens."""
    return is_frame(value) or open_with_engines(value, "") is not None
