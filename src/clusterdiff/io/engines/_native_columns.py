"""Columns of a lazy frame, converted so that its engine compares them by value.

An engine may compare text under a collation that ignores case, accents or trailing blanks, so that
GROUP BY would merge labels that differ. Here text is compared by its bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clusterdiff.io._frames import Frame
    from clusterdiff.io.engines._arrow_labels import Encoding

# Functions that return the bytes of a text in hexadecimal: name, constants, result.
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
    """Return the columns at these positions as c0, c1, …, to be compared by value.

    With `keep`, all columns of the frame come first. The result is None for libraries that always
    compare by value.
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
        elif kinds[name] in {"UUID", "BIT", "INTERVAL"} or kinds[name].startswith("ENUM"):
            quoted = f"CAST({quoted} AS VARCHAR)"
        elif kinds[name].startswith(("MAP(", "UNION(", "VARIANT")):
            raise _not_single(kinds[name])
        columns.append(f"{quoted} AS {new}")
    chosen = ", ".join([*(["*"] if keep else []), *columns])
    return Columns(native.project(chosen), (None,) * len(names))


def _not_single(kind: str) -> InputError:
    return InputError(f"labels must be single values, got {kind}.")


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
        elif field.dataType.typeName() in {"map", "variant"}:
            raise _not_single(field.dataType.simpleString())
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
        number = kind.is_decimal() and backend == "postgres"  # with NaN, and of any size
        text = number or kind.is_string()
        if kind.is_map() or "UNION" in repr(getattr(kind, "raw_type", "")):
            raise _not_single(str(kind))
        if kind.is_interval() or (kind.is_time() and backend == "postgres"):
            column, text = column.cast("string"), bool(functions)
        elif number:
            column = _trimmed(column)
        elif kind.is_uuid():
            column = column.cast("string")
        if text:
            column = _ibis_hex(column, functions)
        if text and not functions and backend not in _BINARY_IN_IBIS:
            note = f"text compared as {backend} compares it"
            notes = (f"{note}; a collation that ignores case or accents merges labels",)
        columns[new] = column
        encodings.append(("number" if number else "hex") if text and functions else None)
    chosen = native.mutate(**columns) if keep else native.select(**columns)
    return Columns(chosen, tuple(encodings), notes)


def hex_column(native: Any, name: str) -> Any:
    """Return a table of Ibis with the bytes of a text column, as `prepared` encodes them."""
    functions = _IBIS_HEX[native.get_backend().name]
    return native.mutate(**{name: _ibis_hex(native[name], functions)})


def _trimmed(column: Any) -> Any:
    """Return a number of PostgreSQL as text without trailing zeros; NaN is a missing label."""
    import ibis
    from ibis.expr import datatypes as dt

    exact = dt.Decimal()

    def trim(x0: Any) -> Any: ...

    trim_scale = ibis.udf.scalar.builtin(trim, name="trim_scale", signature=((exact,), exact))
    return trim_scale(column.cast(exact)).cast("string").nullif("NaN")


def _ibis_hex(column: Any, functions: Sequence[tuple[str, tuple[str, ...], type]]) -> Any:
    """Return the bytes of a text, by functions of the database."""
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


def _pandas(native: Any, names: dict[str, str], keep: bool) -> Columns | None:  # noqa: FBT001
    """Replace categories by values, since integers beside missing values would print as floats."""
    if not any(_is_coded(native[name].dtype) for name in names.values()):
        return None
    columns = {new: _decoded(native[name]) for new, name in names.items()}
    found = native.assign(**columns)
    return Columns(found if keep else found[list(columns)], (None,) * len(names))


def _dask(native: Any, names: dict[str, str], keep: bool) -> Columns | None:  # noqa: FBT001
    if not any(_is_coded(native[name].dtype) for name in names.values()):
        return None
    columns = {}
    for new, name in names.items():
        column = native[name]
        if getattr(column.dtype, "name", "") == "category" and not column.cat.known:
            column = column.cat.as_known()
        columns[new] = column.map_partitions(_decoded, meta=_decoded(column._meta))  # noqa: SLF001
    found = native.assign(**columns)
    return Columns(found if keep else found[list(columns)], (None,) * len(names))


def _is_coded(dtype: Any) -> bool:
    return dtype.name == "category" or str(dtype).startswith("dictionary<")


def _decoded(column: Any) -> Any:
    """Return a column of pandas with the values of its categories."""
    import pandas as pd

    if column.dtype.name == "category":
        values = pd.Series(column.cat.categories).convert_dtypes().array
        found = values.take(column.cat.codes.to_numpy(), allow_fill=True)
        return pd.Series(found, index=column.index, name=column.name)
    if _is_coded(column.dtype):
        return column.astype(pd.ArrowDtype(column.dtype.pyarrow_dtype.value_type))
    return column


_PREPARE: dict[str, Callable[[Any, dict[str, str], bool], Columns | None]] = {
    "pandas": _pandas,
    "dask": _dask,
    "dask_expr": _dask,
    "duckdb": _duckdb,
    "_duckdb": _duckdb,
    "pyspark": _spark,
    "ibis": _ibis,
}
