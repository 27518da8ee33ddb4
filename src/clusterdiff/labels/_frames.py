"""Labels from pandas, polars and pyarrow columns.

A library is imported only if a column of it is passed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.labels import _arrays, _objects

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clusterdiff.labels._labels import Labels

_LISTED = 20  # columns that an error names


def read_pandas(column: Any, side: str) -> Labels:
    """Read a Series, Index, Categorical or extension array."""
    import pandas as pd

    if isinstance(column, pd.DataFrame):
        raise _not_a_column(column, side)
    if isinstance(column, pd.MultiIndex):
        raise InputError(
            f"{side} must be one label per element, got a pandas.MultiIndex of "
            f"{column.nlevels} levels.",
            "pass one level, as index.get_level_values(0)",
        )
    series = pd.Series(column)
    index = column.index if isinstance(column, pd.Series) else None
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return replace(_arrays.read_array(series.to_numpy(), side), index=index)
    if isinstance(dtype, pd.CategoricalDtype):
        return replace(
            _compose(series.cat.codes.to_numpy(), series.cat.categories.tolist(), side), index=index
        )
    if pd.api.types.is_integer_dtype(dtype):
        values = series.to_numpy(
            np.uint64 if pd.api.types.is_unsigned_integer_dtype(dtype) else np.int64, na_value=0
        )
        return replace(_masked(values, series.isna().to_numpy(), side), index=index)
    if str(dtype) == "time64[ns][pyarrow]" or _is_nested(dtype):  # which pandas does not encode
        return replace(read_pyarrow(series.array.__arrow_array__(), side), index=index)
    codes, names = pd.factorize(series)
    return replace(_compose(codes, names.tolist(), side), index=index)


def _is_nested(dtype: Any) -> bool:
    """Return whether a pandas type is an Arrow type of lists, structs or maps."""
    arrow = getattr(dtype, "pyarrow_dtype", None)
    return arrow is not None and arrow.num_fields > 0


def no_column(where: str, name: str, known: Sequence[str]) -> InputError:
    """Return the error for a column that a frame or a file does not have."""
    from difflib import get_close_matches  # takes a millisecond, and errors are rare

    near = get_close_matches(name, known, n=3) or known[:3]
    return InputError(
        f"{where} has no column {name!r}: it has {some_names(known)}.",
        f"did you mean {', '.join(near)}?",
    )


def some_names(names: Sequence[str]) -> str:
    """Return names in one line; the first ones if they are many."""
    more = f", … and {len(names) - _LISTED:,} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


def columns_of(frame: Any, names: Sequence[Any] | None = None) -> dict[Any, Any]:
    """Return columns of a frame of any library by name: those with these names, or all.

    All columns of a lazy frame are fetched in one query, so that rows match.
    """
    frame = observations(frame)
    library = type(frame).__module__.partition(".")[0]
    lazy = _COLLECTORS.get((library, type(frame).__name__)) or _COLLECTORS.get((library, None))
    if lazy is None and _is_stream(frame):
        import pyarrow as pa

        frame = pa.RecordBatchReader.from_stream(frame).read_all()
    known = _names(frame)
    try:
        wanted = known if names is None else list(dict.fromkeys(names))
    except TypeError:  # labels in the place of a name
        raise InputError(
            "Columns of a frame must be given by their names.",
            "pass the columns instead of the frame to compare them with other labels",
        ) from None
    for name in wanted:
        if name not in known:
            raise no_column("frame", str(name), list(map(str, known)))
        if known.count(name) > 1:
            raise InputError(f"frame must have one column {name!r}: it has {known.count(name)}.")
    if lazy is not None:
        frame = lazy(frame, wanted)
    return {name: frame[name] for name in wanted}


def observations(data: Any) -> Any:
    """Return the frame of the observations of an AnnData, and any other value unchanged.

    A frame may have a column named obs, which some libraries expose as an attribute.
    """
    is_annotated = hasattr(getattr(data, "obs", None), "columns") and not hasattr(data, "columns")
    return data.obs if is_annotated else data


def is_frame(data: Any) -> bool:
    """Return whether an object is a frame or an AnnData; a dict of columns is not."""
    data = observations(data)
    if hasattr(data, "collect_schema"):
        return True
    columns = getattr(data, "column_names", None)
    columns = getattr(data, "columns", None) if columns is None else columns
    if columns is not None and not callable(columns):
        return True
    return _is_stream(data)


def _names(frame: Any) -> list[Any]:
    # The columns of a frame may have the names of attributes of other libraries.
    library = type(frame).__module__.partition(".")[0]
    if library == "polars" and hasattr(frame, "collect_schema"):
        return list(frame.collect_schema().names())
    names = getattr(frame, "column_names" if library == "pyarrow" else "columns", frame)
    is_mapping = hasattr(frame, "keys") and not _is_column(frame)
    if not isinstance(names, Iterable) or (names is frame and not is_mapping):
        raise InputError(f"frame must have named columns, got {type(frame).__name__}.")
    return list(names)


def _is_column(data: Any) -> bool:
    return hasattr(data, "dtype") or hasattr(data, "type")


def _is_stream(frame: Any) -> bool:
    if not hasattr(frame, "__arrow_c_stream__") or hasattr(frame, "collect_schema"):
        return False
    if _is_column(frame):
        return False
    return not any(hasattr(frame, name) for name in ("columns", "column_names", "keys"))


def _relation(frame: Any, names: list[str]) -> Any:
    quoted = ", ".join('"' + name.replace('"', '""') + '"' for name in names)
    return frame.project(quoted).to_arrow_table()


def _backticked(name: str) -> str:
    """Return a column of Spark by quoted name, since a dot would select a field."""
    return name if name.isidentifier() else "`" + name.replace("`", "``") + "`"


_COLLECTORS: dict[tuple[str, str | None], Callable[[Any, list[Any]], Any]] = {
    ("polars", "LazyFrame"): lambda frame, names: frame.select(names).collect(),
    ("duckdb", None): _relation,
    ("_duckdb", None): _relation,
    ("ibis", None): lambda frame, names: frame.select(*names).to_pyarrow(),
    ("pyspark", None): lambda frame, names: frame.select(*map(_backticked, names)).toArrow(),
    ("dask", None): lambda frame, names: frame[names].compute(),
}


def read_polars(column: Any, side: str) -> Labels:
    """Read a Series."""
    import polars as pl

    if not isinstance(column, pl.Series):
        raise _not_a_column(column, side)
    if str(column.dtype) == "Int128":  # older versions do not have it
        return _objects.read_sequence(column.to_list(), side, blocks=False)
    if column.dtype in (pl.Datetime, pl.Duration):  # to the nanosecond
        return _arrays.read_array(column.to_numpy(), side)
    if column.dtype == pl.Time:
        return _arrays.read_array(column.cast(pl.Duration("ns")).to_numpy(), side)
    if column.dtype.is_integer() or column.dtype == pl.Boolean:
        empty = False if column.dtype == pl.Boolean else 0
        return _masked(column.fill_null(empty).to_numpy(), column.is_null().to_numpy(), side)
    if column.dtype.is_float():
        return _arrays.read_array(column.to_numpy(), side)
    if column.dtype in (pl.String, pl.Categorical, pl.Enum):
        strings = column.cast(pl.String)
        names = strings.drop_nulls().unique()
        codes = strings.cast(pl.Enum(names)).to_physical().cast(pl.Int64).fill_null(-1)
        return _compose(codes.to_numpy(), names.to_list(), side)
    return _objects.read_sequence(column.to_list(), side, blocks=False)


def read_pyarrow(column: Any, side: str) -> Labels:
    """Read an Array or ChunkedArray, dictionary-encoded or not."""
    import pyarrow as pa

    if not isinstance(column, (pa.Array, pa.ChunkedArray)):
        raise _not_a_column(column, side)
    array = pa.chunked_array([column]) if isinstance(column, pa.Array) else column
    if pa.types.is_dictionary(array.type) and array.type.value_type == pa.time64("ns"):
        array = array.cast(array.type.value_type)
    if array.type == pa.time64("ns"):  # the times of Python have microseconds
        array = array.cast(pa.int64()).cast(pa.duration("ns"))
    if pa.types.is_integer(array.type) or pa.types.is_boolean(array.type):
        if not array.null_count:
            return _arrays.read_array(array.to_numpy(), side)
        empty = False if pa.types.is_boolean(array.type) else 0
        return _masked(array.fill_null(empty).to_numpy(), array.is_null().to_numpy(), side)
    if pa.types.is_floating(array.type):
        return _arrays.read_array(array.to_numpy(), side)
    if pa.types.is_nested(array.type):
        return _objects.read_sequence(_listed(array, side), side, blocks=False)
    coded = array if pa.types.is_dictionary(array.type) else array.dictionary_encode()
    coded = coded.unify_dictionaries()
    codes = [
        chunk.indices.cast(pa.int64()).fill_null(-1).to_numpy(zero_copy_only=False)
        for chunk in coded.chunks
    ]
    names = _listed(coded.chunk(0).dictionary, side) if coded.chunks else []
    return _compose(np.concatenate([np.empty(0, np.int64), *codes]), names, side)


def _listed(array: Any, side: str) -> list[Any]:
    try:
        out: list[Any] = array.to_pylist()
    except (OverflowError, ValueError) as error:
        raise InputError(f"{side} holds values that Python has no type for: {error}.") from None
    return out


def _masked(values: Any, missing: Any, side: str) -> Labels:
    inner = _arrays.read_array(values, side)
    return replace(inner, missing=missing if missing.any() else None)


def _compose(codes: Any, names: list[Any], side: str) -> Labels:
    """Return labels from codes and names, with code -1 for a missing label."""
    return _objects.read_sequence(names, side, blocks=False).at(codes)


def _not_a_column(table: Any, side: str) -> InputError:
    names = [str(name) for name in table.columns][:8] if type(table).__name__ == "DataFrame" else []
    hint = f"name a column: {', '.join(names)}" if names else "pass one column"
    return InputError(
        f"{side} must be one column of labels, got "
        f"{type(table).__module__}.{type(table).__name__}.",
        hint,
    )
