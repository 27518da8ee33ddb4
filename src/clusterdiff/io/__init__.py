"""Label files of any kind and size to labels, and to tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.io._choose import Clustering, ColumnsError, Wishes, choose, choose_one
from clusterdiff.io._count import ALIGNMENTS, Counted, Report, count
from clusterdiff.io._memory import forget, labelled
from clusterdiff.io._source import LAYOUTS, Source, open_source
from clusterdiff.io._write import write_mtx, write_parquet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.table import Table

__all__ = [
    "ALIGNMENTS",
    "LAYOUTS",
    "Clustering",
    "ColumnsError",
    "Counted",
    "Report",
    "Source",
    "Wishes",
    "choose",
    "count",
    "open_source",
    "open_sources",
    "read",
    "table",
    "write_mtx",
    "write_parquet",
]


def open_sources(names: Sequence[Any], layout: str = "auto", *, header: bool | None = None) -> list[Source]:
    """Look at files anew."""
    forget()
    return [open_source(str(name), layout, header=header) for name in names]


def read(path: Any, column: str = "", on: str = "", *, layout: str = "auto", header: bool | None = None) -> Any:
    """The labels of a file: a dict key → label where it has a key column, else an array.

    `column` and `on` (the key) may be left out where they are obvious. The labels go into `compare` and all others.
    """
    (source,) = open_sources([path], layout, header=header)
    return labelled(choose_one(source, column, on))


def table(
    a: Any, b: Any = None, *, columns: str | Sequence[str] = (), on: str = "", by_order: bool = False, align: str = "raise",
    layout: str = "auto", header: bool | None = None, memory: str = "", **policy: Any,
) -> Table:  # fmt: skip
    """The table of two label files, or of two columns of one, larger than memory if need be."""
    sources = open_sources([path for path in (a, b) if path is not None], layout, header=header)
    names = tuple(name for name in columns.split(",") if name) if isinstance(columns, str) else tuple(columns)
    first, second = choose(sources, Wishes(names, on, by_order), count=2)
    return count(first, second, align=align, memory=memory, **policy).table
