"""Frames: eager or lazy tables of other libraries as sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.errors import InputError
from clusterdiff.io._source import Format, Source
from clusterdiff.labels import observations

if TYPE_CHECKING:
    from collections.abc import Sequence

_EAGER = {
    "pandas": {"DataFrame"},
    "polars": {"DataFrame"},
    "pyarrow": {"Table", "RecordBatch"},
    "modin": {"DataFrame"},
    "cudf": {"DataFrame"},
}
_LAZY = {
    "polars": {"LazyFrame"},
    "duckdb": {"DuckDBPyRelation"},
    "_duckdb": {"DuckDBPyRelation"},
    "ibis": {"Table", "CachedTable"},
    "pyspark": {"DataFrame"},
    "dask": {"DataFrame"},
    "dask_expr": {"DataFrame"},
    "sqlframe": {"DataFrame", "BaseDataFrame"},
    "daft": {"DataFrame"},
}


class Frame(NamedTuple):
    """A frame of another library, and the names of its columns as that library knows them."""

    native: Any
    names: tuple[Any, ...]
    lazy: bool

    @property
    def library(self) -> str:
        """The package that the frame is from."""
        return _root(type(self.native))


def is_frame(value: Any) -> bool:
    """Return whether a value is a frame of a supported library, or has one (AnnData)."""
    value = observations(value)
    return _is_of(value, _EAGER) or _is_of(value, _LAZY)


def is_lazy(value: Any) -> bool:
    """Return whether a value is a frame whose rows are computed or fetched on request."""
    return _is_of(observations(value), _LAZY)


def open_frame(value: Any, name: str) -> Source:
    """Return the columns of a frame without computing anything."""
    native = observations(value)
    lazy = is_lazy(native)
    library = _root(type(native))
    if library == "polars":
        names = tuple(native.collect_schema().names())
    else:  # frames of Spark Connect have an attribute for every name
        names = tuple(native.column_names if library == "pyarrow" else native.columns)
    shown = tuple(map(str, names))
    twice = next((each for each in shown if shown.count(each) > 1), None)
    if twice is not None:
        raise InputError(f"{name} must not have two columns named {twice!r}.")
    kind = LAZY_FRAME if lazy else EAGER_FRAME
    return Source(name, (), kind, shown, details=Frame(native, names, lazy))


def _root(cls: type) -> str:
    return cls.__module__.partition(".")[0]


def _is_of(value: Any, known: dict[str, set[str]]) -> bool:
    return any(cls.__name__ in known.get(_root(cls), ()) for cls in type(value).__mro__)


def _read(source: Source, places: Sequence[int]) -> list[Any]:
    """Return columns of a frame in memory."""
    frame: Frame = source.details
    return [frame.native[frame.names[place]] for place in places]


EAGER_FRAME = Format("frame", read=_read)
LAZY_FRAME = Format("frame")
