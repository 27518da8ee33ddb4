"""Files of arrays: NumPy's NPY and NPZ, and Arrow IPC (Feather)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError, MissingDependencyError
from clusterdiff.io._source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

_SAMPLE = 1000


def columns_of(source: Source) -> Source:
    """The names of the arrays; a matrix gives one column for each of its columns."""
    found = _arrays(source)
    sample = tuple(zip(*(map(str, _values(array[:_SAMPLE]).tolist()) for array in found.values()), strict=False))
    return Source(source.name, source.files, source.kind, tuple(found), sample=sample)


def read_arrays(source: Source, places: list[int]) -> list[Any]:
    """The columns at these places."""
    found = _arrays(source)
    return [found[source.columns[place]] for place in places]


def _values(array: Any) -> Any:
    return array.to_numpy(zero_copy_only=False) if hasattr(array, "to_numpy") else array


def _arrays(source: Source) -> Mapping[str, Any]:
    if len(source.files) > 1:
        raise InputError(f"{source.name} must be one {source.kind} file: it is {len(source.files)}.", "name one file, or use Parquet")
    if source.kind in {"arrow", "stream"}:
        return _arrow(source)
    try:
        with Path(source.files[0]).open("rb") as file:
            loaded = np.load(file, allow_pickle=False)
            parts = {"label": loaded} if isinstance(loaded, np.ndarray) else dict(loaded)
    except Exception as error:  # noqa: BLE001  (a damaged file makes NumPy raise anything)
        raise InputError(f"{source.name} must be a readable NumPy file without Python objects: {_reason(error)}.") from None
    out: dict[str, Any] = {}
    for name, array in parts.items():
        if array.dtype.names:
            out.update({field: array[field] for field in array.dtype.names})
        elif array.ndim == 2 and source.kind == "npy":  # noqa: PLR2004
            out.update({str(i): np.ascontiguousarray(column) for i, column in enumerate(array.T, 1)})
        else:
            out[name] = array.ravel()
    if not out:
        raise InputError(f"{source.name} must hold at least one array: it holds none.")
    return out


def _reason(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")


def _arrow(source: Source) -> Mapping[str, Any]:
    try:
        from pyarrow import ArrowException, ipc, memory_map
    except ImportError:
        raise MissingDependencyError.of("pyarrow", "files") from None
    try:
        with memory_map(str(Path(source.files[0]))) as file:
            table = (ipc.open_stream if source.kind == "stream" else ipc.open_file)(file).read_all()
        table.validate(full=True)
    except (ArrowException, OSError, ValueError) as error:
        raise InputError(f"{source.name} must be a readable Arrow file: {_reason(error)}.") from None
    return {name: column.combine_chunks() for name, column in zip(table.column_names, table.columns, strict=True)}
