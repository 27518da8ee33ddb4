"""Keys of two frames that are compared by value: numbers as numbers, other types as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.io._join import different_keys
from clusterdiff.io.engines._native_columns import hex_column

if TYPE_CHECKING:
    from clusterdiff.io.engines._native_columns import Columns

    Keyed = tuple[Any, Columns]  # rows, and how their text was encoded

_EXACT = 2.0**63  # largest float that is converted to a 64-bit integer
_UNITS = ("ns", "us", "ms", "s")


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
    rows = rows.with_columns(_text(nw.col(key), kind).alias(key))
    if not encoded or columns.encodings[1] is not None:
        return rows, columns
    rows = nw.from_native(hex_column(nw.to_native(rows), key)).lazy()
    first, _, *others = columns.encodings
    return rows, columns._replace(encodings=(first, "hex", *others))


def _text(column: Any, kind: Any) -> Any:
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
