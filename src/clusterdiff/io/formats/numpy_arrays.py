"""NumPy's NPY and NPZ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.io._source import Format, Head, Source
from clusterdiff.io.formats._arrays import described, only_file, reason

if TYPE_CHECKING:
    from collections.abc import Sequence

_ZIP = b"PK\x03\x04"
_LAST_CHARACTER = 0x10FFFF


def describe(source: Source, head: Head | None) -> Source:
    """Return the names of the arrays; a matrix gives one column for each of its columns."""
    del head
    return described(source, _arrays(source))


def read(source: Source, places: Sequence[int]) -> list[Any]:
    """Return the columns at these places."""
    found = _arrays(source)
    return [found[place][1] for place in places]


def _arrays(source: Source) -> list[tuple[str, Any]]:
    file = only_file(source)
    try:
        with Path(file).open("rb") as stream:
            zipped = stream.read(len(_ZIP)) == _ZIP
            stream.seek(0)
            loaded = np.load(stream, allow_pickle=False)
            parts = {"label": loaded} if isinstance(loaded, np.ndarray) else dict(loaded)
    except Exception as error:  # noqa: BLE001  (a damaged file makes NumPy raise anything)
        raise InputError(f"{source.name} is not a readable NumPy file: {reason(error)}.") from None
    if not all(isinstance(part, np.ndarray) for part in parts.values()):
        raise InputError(
            f"{source.name} is a ZIP archive that does not hold NumPy arrays.",
            "unzip it, or save a spreadsheet (.xlsx, .ods) as CSV",
        )
    out: list[tuple[str, Any]] = []
    for name, array in parts.items():
        if array.dtype.names:
            out += [(field, array[field].ravel()) for field in array.dtype.names]
        elif array.ndim == 2 and not zipped:
            out += [(str(i), np.ascontiguousarray(column)) for i, column in enumerate(array.T, 1)]
        else:
            out.append((name, array.ravel()))
    for _, array in out:
        _check_text(source, array)
    return out


def _check_text(source: Source, array: Any) -> None:
    """Refuse strings of NumPy whose four bytes per character are not a character."""
    if array.dtype.kind != "U" or not array.dtype.itemsize or not array.size:
        return
    codes = np.ascontiguousarray(array).view(
        np.dtype(np.uint32).newbyteorder(array.dtype.byteorder)
    )
    if codes.max() > _LAST_CHARACTER:
        raise InputError(f"{source.name} holds strings that are not valid Unicode.")


FORMAT = Format("npy", describe, read, magic=(b"\x93NUMPY", _ZIP))
