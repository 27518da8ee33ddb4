"""Clusterings of files, of frames that are not in memory, and of queries."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from clusterdiff.checks import check_several
from clusterdiff.errors import InputError
from clusterdiff.io._columns import Clustering, Wishes, choose, choose_one, guess_key, place
from clusterdiff.io._counting import count, integers_of
from clusterdiff.io._frames import is_frame, is_lazy
from clusterdiff.io._join import load, read_once
from clusterdiff.io._keys import with_one_key
from clusterdiff.io._opening import open_source
from clusterdiff.io._source import Source, unchanged
from clusterdiff.io.engines import engine_for, open_with_engines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from clusterdiff.labels import Labels, Policy
    from clusterdiff.table import Table


def is_source(value: Any) -> bool:
    """Return whether an engine must read a value: a path, an opened source, or a lazy frame."""
    if isinstance(value, (str, PathLike, Source)) or is_lazy(value):
        return True
    return not is_frame(value) and open_with_engines(value, "") is not None


def table_of_sources(sources: Sequence[Any], options: Mapping[str, Any], policy: Policy) -> Table:
    """Return the table of two clusterings of one or two sources, counted by an engine."""
    wishes = _wishes(options)
    opened, wishes = with_one_key(open_all(sources, wishes, options), wishes)
    first, other = choose(opened, wishes, count=2)
    counted = count(first, other, policy, memory=options.get("memory"))
    return replace(counted.table, notes=counted.report.notes)


def labels_of_files(
    sources: Sequence[Any], options: Mapping[str, Any], number: int | None = None
) -> dict[str, Labels]:
    """Return the labels of clusterings of files by name: so many, or all.

    Rows of one file are matched by their order, and named by its key column if it clearly has one.
    """
    wishes = _wishes(options)
    opened, wishes = with_one_key(open_all(sources, wishes, options), wishes)
    if number is None and not wishes.columns and len(opened) == 1 and _holds_one(opened[0]):
        return labels_of_columns([choose_one(opened[0], None, wishes.on)])
    found = choose(opened, wishes, count=number)
    source = found[0].source
    if len(found) > 1 and all(each.source is source and each.key is None for each in found):
        key = None if wishes.by_order else guess_key(source)
        if key is not None and key not in {each.place for each in found}:
            try:
                return labels_of_columns([each._replace(key=key) for each in found])
            except InputError:  # the values that looked like keys are missing or duplicated
                pass
    return labels_of_columns(found)


def _holds_one(source: Source) -> bool:
    """Return whether a file has one column besides the key, if it has a key."""
    return len(source.columns) == 1 + (guess_key(source, alone=True) is not None)


def labels_of_columns(found: Sequence[Clustering]) -> dict[str, Labels]:
    """Return the labels of columns of files by name."""
    columns = read_once(found, lambda source, places: engine_for(source).columns(source, places))
    with unchanged(*(each.source for each in found)):
        return {each.name: load(each, columns) for each in found}


def weights_of_file(path: Any, column: str) -> Any:
    """Return a column of integers of a file, in the order of its rows."""
    source = open_all([path], Wishes(), {})[0]
    (values,) = engine_for(source).columns(source, [place(source, column)])
    return integers_of(values, source, column)


def column_of_file(path: Any, column: str) -> Labels:
    """Return the values of a column of a file as labels, in the order of its rows."""
    source = open_all([path], Wishes(), {})[0]
    (found,) = labels_of_columns([Clustering(source, place(source, column), None, column)]).values()
    return found


def labels_of_path(path: Any, on: str | None = None) -> Labels:
    """Return the labels of a file that holds one clustering."""
    source = open_source(path, names=() if on is None else (on,))
    return load(choose_one(source, None, on), engine_for(source).columns)


def _wishes(options: Mapping[str, Any]) -> Wishes:
    columns = options.get("columns")
    listed = columns.split(",") if isinstance(columns, str) else columns
    wanted = () if listed is None else check_several("columns", listed, "names")
    names = tuple(str(name) for name in wanted if name != "")
    return Wishes(names, options.get("on"), options.get("by_order", False))


def open_all(sources: Sequence[Any], wishes: Wishes, options: Mapping[str, Any]) -> list[Source]:
    """Return sources with their columns; files are not read yet."""
    files = {
        name: options[name] for name in ("layout", "header", "hive", "memory") if name in options
    }
    names = {1: ("frame",), 2: ("a", "b")}.get(len(sources)) or map(str, range(len(sources)))
    out = []
    for name, given in zip(names, sources, strict=True):
        if isinstance(given, Source):
            out.append(engine_for(given).describe(given))
        else:
            opened = open_with_engines(given, name)
            out.append(opened or open_source(given, names=wishes.names, **files))
    return out
