"""Arrow: files of text and integers that fit in memory, matched on arrays.

For such files this takes less time than starting DuckDB, which reads all others.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import InputError
from clusterdiff.io._cells import BOTH, ONLY_A, ONLY_B, Cells
from clusterdiff.io._join import duplicated, keyless, lengths_differ
from clusterdiff.io._text_labels import (
    as_numpy,
    labels_of,
    one_array,
    read_integers,
    read_strings,
    string_buffers,
    string_codes,
)
from clusterdiff.io.engines._engine import Engine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Scan, Source
    from clusterdiff.io.engines._engine import Progress
    from clusterdiff.labels import Labels

SMALL = 1 << 20  # bytes of text that Python reads as fast
LARGE = (
    1 << 28
)  # bytes of files that are read into memory; columns and keys take several times that
_ROW = 16  # bytes of a row of a key and a label
_KINDS = {"text", "integer"}


class Arrow(Engine):
    """Parquet and text of moderate size."""

    name = "arrow"
    priority = 5

    def installed(self) -> bool:
        """Return whether Arrow is installed."""
        return find_spec("pyarrow") is not None

    def reads(self, source: Source) -> bool:
        """Return whether all columns are text or integers, and have names of their own."""
        return (
            source.format.scan is not None
            and not source.reading.hive
            and set(source.types or ()) <= _KINDS
            and len(set(source.columns)) == len(source.columns)
        )

    def prefers(self, sources: Sequence[Source]) -> bool:
        """Return whether the files fit in memory, and are not so small that Python is faster."""
        sizes = {id(source): _unpacked(source) for source in sources}  # one source may come twice
        limits = [source.reading.limit // 8 for source in sources if source.reading.limit]
        small = max(sizes.values()) < SMALL and all(source.format.read for source in sources)
        packed = any(source.compression for source in sources)
        return not small and not packed and sum(sizes.values()) <= min([LARGE, *limits])

    def columns(self, source: Source, places: Sequence[int]) -> list[Any]:
        """Return columns in memory."""
        found = _columns(source, places)
        return [values if source.format.text else _labels(source, values, "") for values in found]

    def count(
        self,
        a: Clustering,
        b: Clustering,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        weights: int | None = None,
    ) -> Cells:
        """Return one cell for each element."""
        del memory, progress, weights
        if a.source is b.source:
            places = [a.place, b.place, *([] if a.key is None else [a.key])]
            values_a, values_b, *keys = _columns(a.source, places)
            if a.key is not None:
                codes = _codes(_keys(a, keys[0]))
                _check_once(a, codes, keys[0])
            return Cells(_labels(a.source, values_a, a.name), _labels(b.source, values_b, b.name))
        if a.key is None or b.key is None:
            (values_a,), (values_b,) = (_columns(side.source, [side.place]) for side in (a, b))
            if len(values_a) != len(values_b):
                raise lengths_differ(a, b, len(values_a), len(values_b))
            return Cells(_labels(a.source, values_a, a.name), _labels(b.source, values_b, b.name))
        return _joined(a, b)


def _unpacked(source: Source) -> int:
    """Return about how many bytes a source takes in memory; equal values take none in Parquet."""
    rows = source.details if source.format.kind == "parquet" else 0
    return max(source.bytes, _ROW * int(rows))


def _of_side(clustering: Clustering) -> tuple[Any, Any]:
    """Return the labels and the keys of a clustering, all of which must be known."""
    assert clustering.key is not None  # noqa: S101  (rows without keys are not joined)
    values, keys = _columns(clustering.source, [clustering.place, clustering.key])
    return values, _keys(clustering, keys)


def _joined(a: Clustering, b: Clustering) -> Cells:
    """Return the elements of both sides, matched by key: those of a, then those only in b."""
    from concurrent.futures import ThreadPoolExecutor  # takes milliseconds

    with ThreadPoolExecutor(2) as pool:  # Arrow and the kernels run without the lock of Python
        (values_a, keys_a), (values_b, keys_b) = pool.map(_of_side, (a, b))
        read = [
            pool.submit(_labels, side.source, values, side.name)
            for side, values in ((a, values_a), (b, values_b))
        ]
        at = _places(a, b, keys_a, keys_b)
        side_a, side_b = (each.result() for each in read)
    lone = at < 0
    if len(keys_a) == len(keys_b) and not lone.any():
        return Cells(side_a, side_b.take(at))
    here = np.ones(len(keys_b), bool)
    here[at[~lone]] = False
    only_b = np.flatnonzero(here)
    sides = np.full(len(at) + len(only_b), BOTH, np.int8)
    sides[: len(at)][lone] = ONLY_A
    sides[len(at) :] = ONLY_B
    rows = np.concatenate([np.arange(len(at)), np.full(len(only_b), -1)])
    cells = Cells.of_sides(side_a.at(rows), side_b.at(np.concatenate([at, only_b])), None, sides)
    examples = (_least(keys_a, lone), _least(keys_b, here))
    return replace(cells, examples=examples)


def _places(a: Clustering, b: Clustering, keys_a: Any, keys_b: Any) -> NDArray[np.int64]:
    """Return where b has each key of a, -1 if it has not; keys of different types are text."""
    import pyarrow as pa

    if keys_a.type != keys_b.type:
        whole = all(pa.types.is_signed_integer(keys.type) for keys in (keys_a, keys_b))
        kind = pa.int64() if whole else pa.large_string()
        keys_a, keys_b = keys_a.cast(kind), keys_b.cast(kind)
    if not pa.types.is_integer(keys_a.type):
        places, repeated = _kernel.match_strings(*string_buffers(keys_a), *string_buffers(keys_b))
        if not repeated:
            return places
    codes = _codes(pa.chunked_array([keys_a, keys_b]))
    codes_a, codes_b = codes[: len(keys_a)], codes[len(keys_a) :]
    _check_once(a, codes_a, keys_a)
    _check_once(b, codes_b, keys_b)
    there = np.full(int(codes.max(initial=0)) + 1, -1)
    there[codes_b] = np.arange(len(codes_b))
    found: NDArray[np.int64] = there[codes_a]
    return found


def _codes(keys: Any) -> NDArray[Any]:
    import pyarrow as pa

    if pa.types.is_integer(keys.type):
        return _kernel.encode(as_numpy(keys))[0]
    return string_codes(keys)


def _check_once(clustering: Clustering, codes: NDArray[Any], keys: Any) -> None:
    times = np.bincount(codes) if len(codes) else codes
    twice = times > 1
    if twice.any():
        raise duplicated(clustering, int(twice.sum()), _least(keys, twice[codes]))


def _least(keys: Any, mask: NDArray[np.bool_]) -> Any:
    return min(keys.filter(_mask(mask)).to_pylist(), default=None)


def _mask(mask: NDArray[np.bool_]) -> Any:
    """Return a mask as Arrow has it."""
    import pyarrow as pa

    bits = pa.py_buffer(np.packbits(mask, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), len(mask), [None, bits])


def _keys(clustering: Clustering, column: Any) -> Any:
    """Return keys, none of which may be missing; in text, an empty one is."""
    bare = column.null_count
    if clustering.source.format.text:
        known = column.drop_null() if bare else column
        bare += int(np.count_nonzero(np.diff(string_buffers(known)[0]) == 0))
    if bare:
        raise keyless(clustering, bare)
    return column


def _labels(source: Source, column: Any, name: str) -> Labels:
    import pyarrow as pa

    if source.format.text:
        return labels_of(column, name, text=True)
    return read_integers(column) if pa.types.is_integer(column.type) else read_strings(column)


def _columns(source: Source, places: Sequence[int]) -> list[Any]:
    """Return columns as arrays of Arrow; text that Arrow cannot split is converted first."""
    from pyarrow import ArrowException

    assert source.format.scan is not None  # noqa: S101  (asked by `reads`)
    scan = source.format.scan(source, True)  # noqa: FBT003
    try:
        try:
            return _scanned(scan, places)
        except ArrowException:
            if scan.kind == "parquet":
                raise
        return _scanned(source.format.scan(source, False), places)  # noqa: FBT003
    except (ArrowException, OSError) as error:
        words = (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
        raise InputError(f"Cannot read {source.name}: {words}.") from None


def _scanned(scan: Scan, places: Sequence[int]) -> list[Any]:
    import pyarrow as pa

    wanted = list(dict.fromkeys(places))
    read = _parquet if scan.kind == "parquet" else _csv
    tables = list(read(scan, wanted))
    whole = (
        tables[0] if len(tables) == 1 else pa.concat_tables(tables, promote_options="permissive")
    )
    found = {place: _plain(column) for place, column in zip(wanted, whole.columns, strict=True)}
    return [found[place] for place in places]


def _plain(column: Any) -> Any:
    """Return integers or strings without a dictionary."""
    import pyarrow as pa

    if not (pa.types.is_integer(column.type) or pa.types.is_string(column.type)):
        column = column.cast(pa.large_string())
    return one_array(column)


def _parquet(scan: Scan, places: Sequence[int]) -> Iterator[Any]:
    from pyarrow.parquet import ParquetFile

    names = None
    for file in scan.files:
        with Path(file).open("rb") as stream:
            opened = ParquetFile(stream)
            names = names or [opened.schema_arrow.names[place] for place in places]
            yield opened.read(columns=names).select(names)


def _csv(scan: Scan, places: Sequence[int]) -> Iterator[Any]:
    import pyarrow as pa
    from pyarrow import csv

    names = [f"c{i}" for i in range(scan.width)]
    wanted = [names[place] for place in places]
    for file in scan.files:
        with Path(file).open("rb") as stream:
            yield csv.read_csv(
                stream,
                csv.ReadOptions(column_names=names, skip_rows=int(scan.header)),
                csv.ParseOptions(delimiter=scan.delimiter, ignore_empty_lines=False),
                csv.ConvertOptions(
                    column_types=dict.fromkeys(names, pa.string()), include_columns=wanted
                ),
            )


ENGINE: Final = Arrow()
