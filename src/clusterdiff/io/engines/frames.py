"""Frames of other libraries, counted by their own engines through narwhals.

The engine selects, joins, groups and counts, and only the cells are fetched. Small stored tables of
integers are fetched as they are. This module handles the differences between engines (nulls, NaN,
collations, the width of counts), so that every engine gives the same table.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.io._cells import BOTH, NEITHER, ONLY_A, ONLY_B, Cells
from clusterdiff.io._frames import is_frame, open_frame
from clusterdiff.io._join import different_keys, duplicated, keyless, match
from clusterdiff.io.engines._arrow_labels import labels_of_column
from clusterdiff.io.engines._engine import Engine
from clusterdiff.io.engines._frame_rows import (
    collected,
    engine_errors,
    label,
    labeled_rows,
    lazy,
    prepared,
    streamed,
)
from clusterdiff.io.engines._native_columns import hex_column
from clusterdiff.labels import object_array

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._frames import Frame
    from clusterdiff.io._source import Source
    from clusterdiff.io.engines._engine import Batches, Progress
    from clusterdiff.io.engines._native_columns import Columns
    from clusterdiff.labels import Labels

    Keyed = tuple[Any, Columns]  # rows, and how their text was encoded


_MOST_ROWS = 1 << 24  # 256 MB for two columns of 64 bits
_EXACT = 2.0**63  # largest float that is converted to a 64-bit integer
_UNITS = ("ns", "us", "ms", "s")
STREAMED = {"duckdb", "_duckdb", "pyspark"}
_HALF = 1 << 31  # weights are summed in two halves, since some engines wrap around silently


class Frames(Engine):
    """pandas, polars, Arrow, Dask, DuckDB relations, Spark, Ibis."""

    name = "frames"
    priority = 20
    weighs = True

    def installed(self) -> bool:
        """Return whether narwhals and Arrow, which holds the cells, are installed."""
        return all(find_spec(name) is not None for name in ("narwhals", "pyarrow"))

    def opens(self, value: Any, name: str) -> Source | None:
        """Return a frame as a source."""
        return open_frame(value, name) if is_frame(value) else None

    def reads(self, source: Source) -> bool:
        """Return whether the source is a frame."""
        return source.format.kind == "frame"

    def prefers(self, sources: Sequence[Source]) -> bool:
        """Return whether a frame is lazy, or two frames are to be joined."""
        return len(set(map(id, sources))) > 1 or any(each.details.lazy for each in sources)

    def columns(self, source: Source, places: Sequence[int]) -> list[Any]:
        """Return columns in memory, in one query."""
        with engine_errors(source.name):
            chosen = prepared(source, places)
            found = collected(lazy(chosen.native))
            return [
                labels_of_column(found.column(f"c{i}"), source.name, encoding)
                for i, encoding in enumerate(chosen.encodings)
            ]

    def count(
        self,
        a: Clustering,
        b: Clustering,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        weights: int | None = None,
    ) -> Cells:
        """Return the cells of two columns of a frame, or of two frames joined on a key."""
        del memory, progress
        same = a.source is b.source
        if not same and (a.key is None or b.key is None):
            return _by_order(a, b)
        if not same and a.source.details.library != b.source.details.library:
            return _of_two_libraries(a, b)
        with engine_errors(a.source.name):
            return _of_one_frame(a, b, weights) if same else _joined(a, b, weights)

    def batches(self, a: Clustering, b: Clustering) -> Batches | None:
        """Return a function that yields the key and both labels of elements, in parts."""
        libraries = {each.source.details.library for each in (a, b)}
        if len(libraries) > 1 or not libraries <= STREAMED:
            return None
        return lambda _: _batches(a, b)

    def unlabeled(self, clustering: Clustering, other: Clustering | None) -> Any:
        """Return the smallest key without a label."""
        import narwhals as nw

        with engine_errors(clustering.source.name):
            rows, columns = _side(clustering, "a")
            rows = rows.filter(nw.col("a").is_null())
            if other is not None:
                right, _ = _side(other, "b")
                rows = rows.join(right, how="semi", left_on="ka", right_on="kb")
            found = collected(rows.select(nw.col("ka").min())).column("ka")
            return _key(found[0].as_py(), columns.encodings[1])


def _batches(a: Clustering, b: Clustering) -> Iterator[tuple[Any, Labels, Labels]]:
    import narwhals as nw

    with engine_errors(a.source.name, "read"):
        if a.source is b.source:
            rows, columns = labeled_rows(a, b, a.key)
            encodings = columns.encodings[2], *columns.encodings[:2]
            rows = rows.select(nw.col("w").alias("k"), "a", "b")
        else:
            left, right = comparable(_side(a, "a"), _side(b, "b"))
            rows = left[0].join(right[0], how="inner", left_on="ka", right_on="kb")
            rows = rows.select(nw.col("ka").alias("k"), "a", "b")
            encodings = left[1].encodings[1], left[1].encodings[0], right[1].encodings[0]
        for batch in streamed(nw.to_native(rows)):
            keys, one, two = (
                labels_of_column(batch.column(name), name, encoding)
                for name, encoding in zip(("k", "a", "b"), encodings, strict=True)
            )
            codes, names = keys.encoded()
            yield names[codes], one, two


def _side(clustering: Clustering, x: str, weights: int | None = None) -> tuple[Any, Columns]:
    """Return the label a, the key ka and the weight w of one side (or b, kb)."""
    import narwhals as nw

    assert clustering.key is not None  # noqa: S101  (rows without keys are not joined)
    places = [clustering.place, clustering.key, *([] if weights is None else [weights])]
    columns = prepared(clustering.source, places)
    rows = lazy(columns.native)
    kinds = rows.collect_schema()
    chosen = [label(kinds["c0"], "c0").alias(x), label(kinds["c1"], "c1").alias(f"k{x}")]
    if weights is not None:
        chosen.append(nw.col("c2").alias("w"))
    return rows.select(*chosen), columns


def _of_one_frame(a: Clustering, b: Clustering, weights: int | None) -> Cells:
    rows, columns = labeled_rows(a, b, weights)
    if a.key is not None:
        _check_keys(a, *_side(a, "a"))
    if weights is None and _has_few_integers(rows, a.source):
        found = collected(rows)
        side_a, side_b = (labels_of_column(found.column(x), x) for x in "ab")
        return Cells(side_a, side_b)
    found = _grouped(rows, ["a", "b"], weighted=weights is not None)
    return _cells(found, columns.encodings[:2])


def _has_few_integers(rows: Any, source: Source) -> bool:
    """Return whether two columns are integers of a small table stored in this process."""
    integers = all(kind.is_integer() for kind in rows.collect_schema().dtypes())
    return integers and _has_few_rows(source.details)


def _joined(a: Clustering, b: Clustering, weights: int | None) -> Cells:
    """Return two frames joined on their keys, each of which must be unique."""
    import narwhals as nw

    left, columns_a = _side(a, "a", weights)
    right, columns_b = _side(b, "b")
    (left, columns_a), (right, columns_b) = comparable((left, columns_a), (right, columns_b))
    rows = [_number(each.select(nw.len().alias("n"))) for each in (left, right)]
    joined = left.join(right, how="full", left_on="ka", right_on="kb")
    if weights is not None:  # elements that are only in b have no weight; an error is raised later
        joined = joined.with_columns(nw.col("w").fill_null(0))
    joined = joined.with_columns(_which_side().alias("side"))
    found = _grouped(joined, ["a", "b", "side"], weighted=weights is not None)
    cells = _cells(found, (columns_a.encodings[0], columns_b.encodings[0]))
    only_a, only_b = cells.weight(cells.b.absent), cells.weight(cells.a.absent)
    fits = rows[0] == cells.total - only_b and rows[1] == cells.total - only_a
    if only_a or only_b or not fits or (_integers(found.column("side")) == NEITHER).any():
        _check_keys(a, left, columns_a)
        _check_keys(b, right, columns_b)
    examples = (
        _lone(left, right, "ka", "kb", columns_a) if only_a else None,
        _lone(right, left, "kb", "ka", columns_b) if only_b else None,
    )
    return replace(cells, examples=examples)


def _which_side() -> Any:
    """Return which sides have the key of each row."""
    import narwhals as nw

    none_a, none_b = nw.col("ka").is_null(), nw.col("kb").is_null()
    lone = nw.when(none_b).then(nw.lit(ONLY_A)).otherwise(nw.lit(BOTH))
    one = nw.when(none_a).then(nw.lit(ONLY_B)).otherwise(lone)
    return nw.when(none_a & none_b).then(nw.lit(NEITHER)).otherwise(one)


def _counted(rows: Any, by: list[str], sums: Sequence[Any] = ()) -> Any:
    """Return rows grouped by label, with their number n as a 64-bit integer in every engine."""
    import narwhals as nw

    if rows.implementation.is_polars() or sums:  # its own count has 32 bits
        # polars sums integers of 8 bits as integers of 64 bits.
        width = nw.Int8 if rows.implementation.is_polars() else nw.Int64
        rows = rows.with_columns(nw.lit(1, width).alias("one"))
        return rows.group_by(*by).agg(nw.col("one").sum().alias("n"), *sums)
    return rows.group_by(*by).agg(nw.len().alias("n"))


def _grouped(rows: Any, by: list[str], *, weighted: bool) -> Any:
    """Return rows grouped by label, in one query."""
    import narwhals as nw

    if not weighted:
        return collected(_counted(rows, by))
    sums = [nw.col(half).sum().alias(half) for half in ("high", "low")]
    return collected(_counted(_weighed(rows), [*by, "none"], sums))


def _cells(found: Any, encodings: Sequence[Any]) -> Cells:
    """Return the cells of a grouped result."""
    sides = [
        labels_of_column(found.column(x), x, encoding)
        for x, encoding in zip("ab", encodings, strict=True)
    ]
    counts, elements = _integers(found.column("n")), None
    if "high" in found.column_names:
        high, low = (found.column(x).to_pylist() for x in ("high", "low"))
        total = [int(x) * _HALF + int(y) for x, y in zip(high, low, strict=True)]
        counts, elements = object_array(total), counts
    if "side" not in found.column_names:
        return Cells(sides[0], sides[1], counts, elements=elements)
    where = _integers(found.column("side")).astype(np.int8)
    cells = Cells.of_sides(sides[0], sides[1], counts, where)
    return replace(cells, elements=elements)


def _integers(column: Any) -> Any:
    import pyarrow as pa

    return column.cast(pa.int64()).to_numpy()


def _number(frame: Any) -> int:
    """Return the only number of a frame."""
    return int(collected(frame).column(0)[0].as_py())


def _times(condition: Any) -> Any:
    """Return how often a condition holds."""
    import narwhals as nw

    return nw.when(condition).then(nw.lit(1)).otherwise(nw.lit(0)).sum()


def _weighed(rows: Any) -> Any:
    """Return weights in two halves whose sums do not overflow, and whether one is 0."""
    import narwhals as nw

    w, kind = nw.col("w"), rows.collect_schema()["w"]
    if not (kind.is_numeric() or kind == nw.Boolean):
        raise InputError(f"weights must be integers, got {kind}.")
    if kind == nw.Boolean:
        rows = rows.with_columns(w.cast(nw.Int64))
    wrong = w.is_null() | (w < 0)
    if kind.is_numeric() and not kind.is_integer():
        wrong |= w % 1 != 0
    if _number(rows.select(_times(wrong).alias("n"))):
        raise InputError("weights must be non-negative integers, and none may be missing.")
    # pandas has no remainder of Arrow's integers, and others divide integers as floats.
    local = rows.implementation.is_pandas_like() or rows.implementation.is_dask()
    low = w - (w // _HALF) * _HALF if local else w % _HALF
    return rows.with_columns(
        low.cast(nw.Int64).alias("low"),
        # w - low is a multiple of 2**31, which floating-point division keeps
        ((w - low) // _HALF).cast(nw.Int64).alias("high"),
        (w == 0).alias("none"),
    )


def _check_keys(clustering: Clustering, rows: Any, columns: Columns) -> None:
    """Raise if a row has no key or a key is duplicated."""
    import narwhals as nw

    name = "ka" if "ka" in rows.collect_schema() else "kb"
    key = nw.col(name)
    bare = _number(rows.select(_times(key.is_null()).alias("n")))
    if bare:
        raise keyless(clustering, bare)
    counted = rows.with_columns(nw.lit(1, nw.Int64).alias("one")).group_by(name)
    twice = counted.agg(nw.col("one").sum().alias("n")).filter(nw.col("n") > 1)
    found = collected(twice.select(nw.len().alias("n"), key.min().alias("k")))
    if found.column("n")[0].as_py():
        example = _key(found.column("k")[0].as_py(), columns.encodings[1])
        raise duplicated(clustering, int(found.column("n")[0].as_py()), example)


def _lone(rows: Any, other: Any, key: str, other_key: str, columns: Columns) -> Any:
    """Return the smallest key that the other side does not have."""
    import narwhals as nw

    lone = rows.join(other, how="anti", left_on=key, right_on=other_key)
    found = collected(lone.select(nw.col(key).min().alias("k"))).column("k")
    return _key(found[0].as_py(), columns.encodings[1])


def _key(value: Any, encoding: Any) -> Any:
    """Return a key as it is in the frame."""
    if value is None or encoding is None:
        return value
    return bytes.fromhex(value).decode("utf-8", "replace")


def _by_order(a: Clustering, b: Clustering) -> Cells:
    """Return rows of two frames in memory, matched by position; lazy frames have no order."""
    for side in (a, b):
        if side.source.details.lazy:
            raise InputError(
                f"{side.source.name} is lazy: its rows have no order to be matched by.",
                "pass {on=COLUMN} to match them by a key",
            )
    return match(a, b, _in_memory)


def _of_two_libraries(a: Clustering, b: Clustering) -> Cells:
    """Return frames of two libraries, joined here if both are in memory."""
    for side, other in ((a, b), (b, a)):
        if side.source.details.lazy:
            raise InputError(
                f"{a.source.name} and {b.source.name} must be frames of one library to be joined, "
                f"got {a.source.details.library} and {b.source.details.library}.",
                f"load the other one into {side.source.details.library}, "
                f"or collect both ({other.source.name} is "
                f"{'lazy' if other.source.details.lazy else 'in memory'})",
            )
    return match(a, b, _in_memory)


def _in_memory(source: Source, places: Sequence[int]) -> list[Any]:
    assert source.format.read is not None  # noqa: S101  (frames in memory have it)
    return source.format.read(source, places)


def _has_few_rows(frame: Frame) -> bool:
    """Return whether a frame is a stored table in this process with at most 2²⁴ rows.

    Counting integers here takes less time than grouping them there. A query is not fetched: to
    learn its number of rows, it would have to be run twice.
    """
    rows = {
        "polars": _polars_rows,
        "duckdb": _duckdb_rows,
        "_duckdb": _duckdb_rows,
        "ibis": _ibis_rows,
    }
    count = rows.get(frame.library)
    number = None if count is None else count(frame.native)
    return number is not None and number <= _MOST_ROWS


def _polars_rows(native: Any) -> int | None:
    """Return the rows of a frame in memory."""
    import polars as pl

    if not native.explain(optimized=False).startswith("DF "):
        return None
    return int(native.select(pl.len()).collect().item())


def _duckdb_rows(native: Any) -> int | None:
    if native.type != "TABLE_RELATION":
        return None
    return int(native.aggregate("count(*)").fetchall()[0][0])


def _ibis_rows(native: Any) -> int | None:
    if type(native.op()).__name__ != "DatabaseTable" or native.get_backend().name != "duckdb":
        return None
    return int(native.count().to_pyarrow().as_py())


ENGINE: Final = Frames()


def comparable(left: Keyed, right: Keyed) -> tuple[Keyed, Keyed]:
    """Return rows whose keys ka and kb have the same type.

    Instants are compared in UTC. Other keys of different types are compared as text, so that 1 is
    not 01; numbers are written in one way for that, so that 1 is 1.0 and 1.00.
    """
    import narwhals as nw

    kinds = left[0].collect_schema()["ka"], right[0].collect_schema()["kb"]
    if kinds[0] == kinds[1] and left[1].encodings[1] == right[1].encodings[1]:
        return left, right
    if all(kind.is_integer() for kind in kinds) and nw.UInt64 not in kinds:
        return _cast(left, "ka", nw.Int64), _cast(right, "kb", nw.Int64)
    if all(kind.is_float() for kind in kinds):
        return _cast(left, "ka", nw.Float64), _cast(right, "kb", nw.Float64)
    if all(kind == nw.Datetime for kind in kinds):
        return _as_instants(left, right, kinds)
    if any((kind.is_temporal() and kind != nw.Date) or kind == nw.Boolean for kind in kinds):
        raise different_keys(*kinds)
    encoded = any(columns.encodings[1] is not None for _, columns in (left, right))
    return _as_text(left, "ka", kinds[0], encoded), _as_text(right, "kb", kinds[1], encoded)


def _cast(side: Keyed, key: str, kind: Any) -> Keyed:
    import narwhals as nw

    return side[0].with_columns(nw.col(key).cast(kind)), side[1]


def _as_instants(left: Keyed, right: Keyed, kinds: tuple[Any, Any]) -> tuple[Keyed, Keyed]:
    """Return timestamps in the same time zone, in the finer unit of both."""
    import narwhals as nw

    if (kinds[0].time_zone is None) != (kinds[1].time_zone is None):
        raise different_keys(*kinds)
    if left[0].implementation.is_ibis():  # no function for time zones; databases store instants
        return left, right
    unit = min((kind.time_unit for kind in kinds), key=_UNITS.index)
    zone = None if kinds[0].time_zone is None else "UTC"
    sides = []
    for (rows, columns), name, kind in zip((left, right), ("ka", "kb"), kinds, strict=True):
        key = nw.col(name)
        if zone is not None and kind.time_zone != zone:
            key = key.dt.convert_time_zone(zone)
        if kind.time_unit != unit:
            key = key.cast(nw.Datetime(unit, zone))
        sides.append((rows.with_columns(key.alias(name)), columns))
    return sides[0], sides[1]


def _as_text(side: Keyed, key: str, kind: Any, encoded: bool) -> Keyed:  # noqa: FBT001
    import narwhals as nw

    rows, columns = side
    rows = rows.with_columns(key_as_text(nw.col(key), kind).alias(key))
    if not encoded or columns.encodings[1] is not None:
        return rows, columns
    rows = nw.from_native(hex_column(nw.to_native(rows), key)).lazy()
    first, _, *others = columns.encodings
    return rows, columns._replace(encodings=(first, "hex", *others))


def key_as_text(column: Any, kind: Any) -> Any:
    """Return a key as text, without trailing zeros of a fraction."""
    import narwhals as nw

    text = column.cast(nw.String)
    if kind == nw.Decimal:
        trimmed = text.str.replace_all(r"[.]?0+$", "")
        text = nw.when(text.str.contains(".", literal=True)).then(trimmed).otherwise(text)
    if kind.is_float():
        whole = (column // 1 == column) & (column < _EXACT) & (column > -_EXACT)
        integer = nw.when(whole).then(column).otherwise(nw.lit(0.0)).cast(nw.Int64)
        text = nw.when(whole).then(integer.cast(nw.String)).otherwise(text)
    return nw.when(~column.is_null()).then(text)  # pandas converts missing values to text
