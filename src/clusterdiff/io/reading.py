"""read_labels and read_table: label files of any kind and size to labels, and to tables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.io.columns import Wishes, choose, choose_one
from clusterdiff.io.counting import count
from clusterdiff.io.engines import engine_for
from clusterdiff.io.join import load
from clusterdiff.io.opening import open_source, open_sources

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from clusterdiff.io.source import Layout
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
        A CSV, TSV, Parquet, JSON lines, Arrow, NumPy, GraphML or text file, compressed or not; a
        pattern of files; a directory of files of one kind; or "-" for standard input.
    column : str, optional
        The column of the labels. Optional if there is only one candidate.
    on : str, optional
        The column of the keys. Optional if there is only one candidate.
    layout : {"auto", "columns", "clusters"}
        Whether a line of text is an element in columns or a cluster of elements.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.
    hive : bool
        Whether the folders `key=value` of a pattern or a directory of Parquet files are columns.

    Returns
    -------
    dict or ndarray
        A dict key → label where the file has a key column, else an array; None where there is no
        label.

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
    source = open_source(
        path,
        layout=layout,
        header=header,
        hive=hive,
        names=[name for name in (column, on) if name is not None],
    )
    side = load(choose_one(source, column, on), engine_for(source).columns)
    codes, names = side.encoded()
    if side.missing is None:
        labels: Any = names[codes]
    else:
        labels = np.full(len(side), None, object)
        labels[~side.missing] = names.astype(object)[codes[~side.missing]]
    return (
        labels if side.elements is None else dict(zip(side.elements, labels.tolist(), strict=True))
    )


def read_table(
    a: Any,
    b: Any = None,
    *,
    columns: str | Sequence[str] | None = None,
    on: str | None = None,
    by_order: bool = False,
    align: Alignment = "raise",
    layout: Layout = "auto",
    header: bool | None = None,
    hive: bool = False,
    memory: str | None = None,
    **policy: Unpack[PolicyOptions],
) -> Table:
    r"""Count two label files, or two columns of one, that may be larger than memory.

    Parameters
    ----------
    a, b : path-like
        The files; `b` is left out where `a` holds both columns.
    columns : str or sequence of str, optional
        The label columns, as "truth,kmeans" or ["truth", "kmeans"]. They may be left out where they
        are obvious.
    on : str, optional
        The key column that rows are matched by, as "id", or as "id=cell_id" where the files differ.
    by_order : bool
        Match rows by their order instead.
    align : {"raise", "intersect", "singletons"}
        What becomes of keys that are in one file only: an error, dropped, or clusters of their own.
    layout : {"auto", "columns", "clusters"}
        Whether a line of text is an element in columns or a cluster of elements.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.
    hive : bool
        Whether the folders `key=value` of a pattern or a directory of Parquet files are columns.
    memory : str, optional
        The memory that reading may take before it spills to disk, as "4GB".
    **policy
        `missing`, `ignore`, `ignore_a`, `ignore_b`, `noise`, `noise_a`, `noise_b` and `weights`, as
        in `Table.from_labels`; `weights` may also be the name of a column of the first file.

    Returns
    -------
    Table
        The contingency table.

    Raises
    ------
    InputError
        If the files cannot be read or matched, or if it is ambiguous which columns are meant.

    See Also
    --------
    read_labels : Read one clustering into memory.
    clusterdiff.Table.from_labels : Count labels that are in memory.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "runs.csv").write_text("id,truth,kmeans\nx,0,1\ny,0,1\nz,1,2\n")
    >>> read_table(folder / "runs.csv", columns="truth,kmeans")
    Table(n=3, 2 × 2 clusters, 2 cells)
    """
    wanted = (
        tuple(name for name in columns.split(",") if name)
        if isinstance(columns, str)
        else tuple(columns or ())
    )
    wishes = Wishes(wanted, on, by_order)
    paths = [path for path in (a, b) if path is not None]
    sources = open_sources(
        paths, layout=layout, header=header, names=wishes.names, hive=hive, memory=memory
    )
    first, second = choose(sources, wishes, count=2)
    table, report = count(first, second, align=align, memory=memory, **policy)
    return replace(table, notes=report.notes)
