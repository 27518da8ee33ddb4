"""Parquet, which engines scan without loading it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError, MissingDependencyError
from clusterdiff.io._folders import partition_keys
from clusterdiff.io._source import Format, Head, Scan, Source, Type
from clusterdiff.io.formats._arrays import reason

if TYPE_CHECKING:
    from collections.abc import Sequence

_SAMPLE = 1000
_BYTES = 1 << 16  # that are read at once


def describe(source: Source, head: Head | None) -> Source:
    """Return the columns, their types and the first rows."""
    del head
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise MissingDependencyError.of("pyarrow", "files") from None
    try:
        schemas, rows = [], 0
        for file in source.files:
            with Path(file).open("rb") as stream:  # of any name; Arrow wants UTF-8
                opened = ParquetFile(stream, buffer_size=_BYTES, pre_buffer=False)
                schemas.append(opened.schema_arrow)
                rows += opened.metadata.num_rows
                if len(schemas) == 1:
                    sample = _sample(opened)
    except (ArrowException, OSError, ValueError) as error:
        raise InputError(
            f"{source.name} is not a readable Parquet file: {reason(error)}."
        ) from None
    _check_alike(source, schemas)
    folders = tuple(partition_keys(source.files[0])) if source.reading.hive else ()
    names = tuple(schemas[0].names)
    if {name.lower() for name in names} & {key.lower() for key in folders}:
        raise InputError(
            f"The folders of {source.name} must not have the names of columns: "
            f"{', '.join(folders)}."
        )
    first, *others = schemas
    types = [
        _type([kind, *(other.field(other.names.index(name)).type for other in others)])
        for name, kind in zip(names, first.types, strict=True)
    ]
    text: list[Type] = ["text"] * len(folders)
    return replace(
        source,
        columns=(*names, *folders),
        types=(*types, *text),
        sample=tuple((*row, *("" for _ in folders)) for row in sample),
        partitions=len(folders),
        details=rows,
    )


def _sample(opened: Any) -> list[tuple[str, ...]]:
    """Return the first rows as text; a column that Python has no type for is empty."""
    batch = next(opened.iter_batches(_SAMPLE), None)
    return [] if batch is None else list(zip(*map(_shown, batch.columns), strict=True))


def _shown(column: Any) -> list[str]:
    try:
        return list(map(str, column.to_pylist()))
    except (OverflowError, ValueError):
        return [""] * len(column)


def _check_alike(source: Source, schemas: Sequence[Any]) -> None:
    """Raise if the files have different columns, or none."""
    from pyarrow import types

    first = schemas[0]
    kinds = {field.name: field.type for field in first}
    for file, schema in zip(source.files[1:], schemas[1:], strict=True):
        if sorted(schema.names) != sorted(first.names):
            raise InputError(
                f"The files of {source.name} must have the same columns: {file} has "
                f"{', '.join(schema.names)} "
                f"instead of {', '.join(first.names)}."
            )
        for field in schema:
            known = kinds[field.name]
            if field.type != known and not (
                types.is_integer(field.type) and types.is_integer(known)
            ):
                raise InputError(
                    f"The files of {source.name} must have columns of the same types: column "
                    f"{field.name} is {known} "
                    f"in {source.files[0]} and {field.type} in {file}."
                )
    if not first.names:
        raise InputError(f"{source.name} holds no columns.")


def _type(kinds: Sequence[Any]) -> Type:
    """Return the type of a column that has these types of Arrow in the files."""
    from pyarrow import types

    kind = kinds[0]
    if types.is_integer(kind):
        signed = {types.is_signed_integer(each) for each in kinds}
        large = len(signed) > 1 and any(map(types.is_uint64, kinds))  # no 64 bits hold both
        return "large integer" if large else "integer"
    if types.is_dictionary(kind):
        return _type([kind.value_type])
    if types.is_timestamp(kind):
        return "timestamp" if kind.tz is None else "instant"
    tests: tuple[tuple[Any, Type], ...] = (
        (types.is_string, "text"),
        (types.is_large_string, "text"),
        (types.is_string_view, "text"),
        (types.is_floating, "float"),
        (types.is_decimal, "decimal"),
        (types.is_boolean, "boolean"),
        (types.is_date, "date"),
        (types.is_time, "time"),
        (types.is_duration, "time"),
        (types.is_interval, "time"),
        (types.is_binary, "bytes"),
        (types.is_large_binary, "bytes"),
        (types.is_binary_view, "bytes"),
        (types.is_fixed_size_binary, "bytes"),
        (types.is_nested, "nested"),
    )
    return next((name for test, name in tests if test(kind)), "other")


def scan(source: Source, direct: bool) -> Scan:  # noqa: FBT001
    """Return the files themselves."""
    del direct
    width, hive = len(source.columns), source.reading.hive
    return Scan("parquet", source.files, width, hive=hive, rows=source.details)


FORMAT = Format("parquet", describe, scan=scan, magic=(b"PAR1",), folders=True)
