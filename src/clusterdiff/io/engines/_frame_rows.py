"""Rows of frames, with labels that every engine compares by value."""

from __future__ import annotations

from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from clusterdiff._blocking import run_blocking
from clusterdiff._steps import DEBUG, step
from clusterdiff.errors import ClusterdiffError, InputError, MissingDependencyError
from clusterdiff.io._failures import failure
from clusterdiff.io.engines import _native_columns
from clusterdiff.io.engines._native_columns import Columns
from clusterdiff.progress import heartbeat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source

T = TypeVar("T")
_ROWS = 1 << 16  # of a batch


@contextmanager
def engine_errors(name: str, done: str = "counted") -> Iterator[None]:
    """Convert errors of any engine to one sentence without passwords."""
    if find_spec("narwhals") is None:
        raise MissingDependencyError.of("narwhals", "frames")
    try:
        yield
    except ClusterdiffError:
        raise
    except RuntimeError as error:
        if "interrupted" in str(error).lower():  # as DuckDB says after Ctrl-C
            raise KeyboardInterrupt from None
        raise failure(f"{name} could not be {done}: {type(error).__name__}", error) from None
    except Exception as error:  # noqa: BLE001  (engines raise whatever they like)
        raise failure(f"{name} could not be {done}: {type(error).__name__}", error) from None


def lazy(native: Any) -> Any:
    import narwhals as nw

    return nw.from_native(native).lazy()


def collected(frame: Any) -> Any:
    """Return the rows of a lazy frame as an Arrow table."""
    import narwhals as nw

    native = nw.to_native(frame)
    with step("query", level=DEBUG, engine=str(frame.implementation).lower()) as details:
        if frame.implementation.is_pyspark() or frame.implementation.is_pyspark_connect():
            found = by_spark(native.sparkSession, lambda: _collected(frame, native))
        else:
            found = _collected(frame, native)
        details["rows"] = len(found)
        return found


def by_spark(session: Any, work: Callable[[], T]) -> T:
    """Return the result of work that Spark does; a signal cancels its jobs."""
    from uuid import uuid4

    tag = f"clusterdiff-{uuid4().hex}"
    tagged = hasattr(session, "interruptTag")

    def do() -> T:
        if not tagged:
            return work()
        session.addTag(tag)  # to the jobs of this thread
        try:
            return work()
        finally:
            session.removeTag(tag)

    def cancel() -> None:
        if tagged:
            session.interruptTag(tag)
        else:
            session.sparkContext.cancelAllJobs()

    return run_blocking(do, cancel, heartbeat("reading"))


def streamed(native: Any) -> Iterator[Any]:
    """Yield the rows of DuckDB or Spark as Arrow tables, some at a time."""
    import pyarrow as pa

    if hasattr(native, "toLocalIterator"):
        names, rows = list(native.columns), native.toLocalIterator()
        while part := by_spark(native.sparkSession, lambda: list(islice(rows, _ROWS))):
            columns = zip(*part, strict=True)
            yield pa.table({name: list(each) for name, each in zip(names, columns, strict=True)})
        return
    for batch in native.fetch_record_batch(_ROWS):
        yield pa.Table.from_batches([batch])


def _collected(frame: Any, native: Any) -> Any:
    import narwhals as nw

    if frame.implementation.is_polars():
        try:
            return native.collect(engine="streaming").to_arrow()
        except ValueError as error:
            if "engine" not in str(error):
                raise
            return native.collect(streaming=True).to_arrow()  # older versions of polars
    if hasattr(native, "toArrow"):
        return native.toArrow()
    return nw.to_native(frame.collect("pyarrow"))


def prepared(
    source: Source, places: Sequence[int], prefix: str = "c", *, keep: bool = False
) -> Columns:
    """Return the columns at these positions as c0, c1, …; with `keep`, after all other columns."""
    import narwhals as nw

    frame = source.details
    found = _native_columns.prepared(frame, places, prefix, keep=keep)
    if found is None:
        chosen = [nw.col(frame.names[at]).alias(f"{prefix}{i}") for i, at in enumerate(places)]
        rows = nw.from_native(frame.native)
        native = nw.to_native(rows.with_columns(*chosen) if keep else rows.select(*chosen))
        found = Columns(native, (None,) * len(places))
    for note in found.notes:
        source.note(note)
    return found


def label(kind: Any, name: str) -> Any:
    """Return a label that every engine groups by value."""
    import narwhals as nw

    if kind in {nw.Categorical, nw.Enum, nw.Unknown}:
        return nw.col(name).cast(nw.String)
    if kind.is_float():  # some engines distinguish null and NaN, and 0.0 and -0.0
        column = nw.col(name)
        present = nw.when(~column.is_nan()).then(column)
        return nw.when(column == 0).then(nw.lit(0.0)).otherwise(present)
    if kind.is_nested():
        raise InputError(f"labels must be single values, got {kind}.")
    return nw.col(name)


def labeled_rows(a: Clustering, b: Clustering, weights: int | None = None) -> tuple[Any, Columns]:
    """Return the labels a and b of one frame, and the weight w."""
    import narwhals as nw

    columns = prepared(a.source, [a.place, b.place, *([] if weights is None else [weights])])
    rows = lazy(columns.native)
    kinds = rows.collect_schema()
    chosen = [label(kinds["c0"], "c0").alias("a"), label(kinds["c1"], "c1").alias("b")]
    if weights is not None:
        chosen.append(nw.col("c2").alias("w"))
    return rows.select(*chosen), columns
