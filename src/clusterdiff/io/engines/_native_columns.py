"""Columns of a lazy frame as its engine must see them, before they are compared.

An engine may compare text under a collation that ignores case, accents or trailing blanks, so that
GROUP BY would merge labels that differ. Here text is compared by its bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io.engines._arrow_labels import Encoding
    from clusterdiff.io.frames import Frame

# Functions that give the bytes of a text in hexadecimal digits: name, constants, result.
_IBIS_HEX: dict[str, tuple[tuple[str, tuple[str, ...], type], ...]] = {
    "duckdb": (("hex", (), str),),
    "postgres": (
        ("text", (), str),  # Ibis takes an enumeration for text
        ("convert_to", ("UTF8",), bytes),
        ("encode", ("hex",), str),
    ),
    "sqlite": (("hex", (), str),),
    "mysql": (("hex", (), str),),
    "snowflake": (("hex_encode", (), str),),
}
_BINARY_IN_IBIS = {"polars", "datafusion", "pyspark", "clickhouse", "trino", "bigquery", "athena"}
_CHAR = "__CHAR_VARCHAR_TYPE_STRING"  # where Spark remembers that a column is CHAR(n)


class Columns(NamedTuple):
    """A frame of the columns c0, c1, … of another, how text was encoded, and notes."""

    native: Any
    encodings: tuple[Encoding, ...]
    notes: tuple[str, ...] = ()


def prepared(
    frame: Frame, places: Sequence[int], prefix: str = "c", *, keep: bool = False
) -> Columns | None:
    """The columns at these places, called c0, c1, …, to be compared by value.

    With `keep` all columns of the frame come first. None for libraries that compare by value
    anyway.
    """
    prepare = _PREPARE.get(frame.library)
    if prepare is None:
        return None
    new = {f"{prefix}{i}": frame.names[place] for i, place in enumerate(places)}
    return prepare(frame.native, new, keep)


def _duckdb(native: Any, names: dict[str, str], keep: bool) -> Columns:  # noqa: FBT001
    columns = []
    kinds = dict(zip(native.columns, map(str, native.types), strict=True))
    for new, name in names.items():
        quoted = '"' + name.replace('"', '""') + '"'
        if kinds[name] == "VARCHAR":
            quoted += ' COLLATE "C"'
        elif kinds[name] in {"UUID", "BIT"} or kinds[name].startswith("ENUM"):
            quoted = f"CAST({quoted} AS VARCHAR)"
        columns.append(f"{quoted} AS {new}")
    chosen = ", ".join([*(["*"] if keep else []), *columns])
    return Columns(native.project(chosen), (None,) * len(names))


def _spark(native: Any, names: dict[str, str], keep: bool) -> Columns:  # noqa: FBT001
    from pyspark.sql import functions as F  # noqa: N812

    columns = []
    for new, name in names.items():
        field = native.schema[name]
        column = native["`" + name.replace("`", "``") + "`"]
        if field.dataType.typeName() == "string":
            if getattr(field.dataType, "collation", "UTF8_BINARY") != "UTF8_BINARY":
                column = F.collate(column, "UTF8_BINARY")
            if str(field.metadata.get(_CHAR, "")).startswith("char"):
                column = F.rtrim(column)
        elif field.dataType.typeName() == "char":
            column = F.rtrim(column)
        columns.append(column.alias(new))
    return Columns(native.select(*(["*"] if keep else []), *columns), (None,) * len(names))


def _ibis(native: Any, names: dict[str, str], keep: bool) -> Columns:  # noqa: FBT001
    backend = native.get_backend().name
    functions = _IBIS_HEX.get(backend, ())
    columns: dict[str, Any] = {}
    encodings: list[Encoding] = []
    notes: tuple[str, ...] = ()
    for new, name in names.items():
        column, kind = native[name], native[name].type()
        text = kind.is_string()
        if text:
            column = _ibis_hex(column, functions)
        elif kind.is_uuid():
            column = column.cast("string")
        if text and not functions and backend not in _BINARY_IN_IBIS:
            note = f"text compared as {backend} compares it"
            notes = (f"{note}; a collation that ignores case or accents merges labels",)
        columns[new] = column
        encodings.append("hex" if text and functions else None)
    chosen = native.mutate(**columns) if keep else native.select(**columns)
    return Columns(chosen, tuple(encodings), notes)


def hex_column(native: Any, name: str) -> Any:
    """A table of Ibis with the bytes of a column of text, as `prepared` gives them."""
    functions = _IBIS_HEX[native.get_backend().name]
    return native.mutate(**{name: _ibis_hex(native[name], functions)})


def _ibis_hex(column: Any, functions: Sequence[tuple[str, tuple[str, ...], type]]) -> Any:
    """The bytes of a text, by functions of the database."""
    import ibis

    kind: type = str
    for name, constants, result in functions:
        types = {f"x{i}": each for i, each in enumerate((kind, *(str for _ in constants)))}

        def one(x0: Any) -> Any: ...

        def two(x0: Any, x1: Any) -> Any: ...

        body = two if constants else one
        body.__annotations__ = {**types, "return": result}
        column = ibis.udf.scalar.builtin(body, name=name)(column, *constants)
        kind = result
    return column


_PREPARE = {
    "duckdb": _duckdb,
    "_duckdb": _duckdb,
    "pyspark": _spark,
    "ibis": _ibis,
}
