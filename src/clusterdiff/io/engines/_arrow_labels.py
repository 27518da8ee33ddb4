"""Columns that an engine returns through Arrow, as labels that do not depend on the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from clusterdiff.labels import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.labels import Labels

    Encoding = Literal["hex", "number"] | None  # text, or a number as text, in hexadecimal digits


def labels_of_column(column: Any, side: str, encoding: Encoding = None) -> Labels:
    """Return the labels of a column of cells."""
    import pyarrow as pa

    kind = column.type
    if encoding is not None or _is_wide_integer(kind):
        return _converted(column, side, encoding)
    if pa.types.is_timestamp(kind):  # one instant is one label in every time zone
        column = column.cast(pa.timestamp(kind.unit))
    return read(column, side)


def _is_wide_integer(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_decimal(kind) and kind.scale == 0)


def _converted(column: Any, side: str, encoding: Encoding) -> Labels:
    """Return labels whose distinct values are converted one by one."""
    import pyarrow as pa

    coded = pa.chunked_array(column).dictionary_encode().unify_dictionaries()
    chunks = [chunk for chunk in coded.chunks if len(chunk)]
    values = chunks[0].dictionary.to_pylist() if chunks else []
    codes = coded.combine_chunks() if chunks else None
    names = read(_values(values, encoding), side)
    if codes is None:
        return names
    indices = codes.indices if hasattr(codes, "indices") else codes.chunk(0).indices
    return names.at(indices.cast(pa.int64()).fill_null(-1).to_numpy(zero_copy_only=False))


def _values(values: Sequence[Any], encoding: Encoding) -> list[Any]:
    """Return text, or numbers: integers if all of them are."""
    from decimal import Decimal

    if encoding is not None:
        values = [
            None if value is None else bytes.fromhex(value).decode("utf-8", "replace")
            for value in values
        ]
    if encoding == "hex":
        return list(values)
    numbers = [None if value is None else Decimal(value) for value in values]
    present = [number for number in numbers if number is not None]
    if all(each.is_finite() and each == each.to_integral_value() for each in present):
        return [None if number is None else int(number) for number in numbers]
    return numbers
