"""NumPy's NPY and NPZ."""

from __future__ import annotations

import math
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.io._source import Format, Head, Source
from clusterdiff.io.formats._arrays import check_fits, described, only_file, reason

if TYPE_CHECKING:
    from collections.abc import Sequence

_ZIP = b"PK\x03\x04"
_MAGIC = b"\x93NUMPY"
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
            check_fits(source, _size(stream, zipped=zipped))
            stream.seek(0)
            loaded = np.load(stream, allow_pickle=False)
            parts = {"label": loaded} if isinstance(loaded, np.ndarray) else dict(loaded)
    except InputError:
        raise
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


def _size(stream: IO[bytes], *, zipped: bool) -> int:
    """Return the bytes of all arrays, from their headers."""
    if not zipped:
        return _size_of(stream)
    from zipfile import ZipFile  # takes milliseconds

    with ZipFile(stream) as archive:
        total = 0
        for name in archive.namelist():
            with archive.open(name) as part:
                if part.read(len(_MAGIC)) == _MAGIC:
                    part.seek(0)
                    total += _size_of(part)
        return total


def _size_of(stream: IO[bytes]) -> int:
    form = np.lib.format
    first = form.read_magic(stream) == (1, 0)
    # Version 3 differs from 2 only in the encoding of the names of fields.
    read = form.read_array_header_1_0 if first else form.read_array_header_2_0
    shape, _, dtype = read(stream)
    if not dtype.itemsize and 0 not in shape:
        raise ValueError("its values have no bytes")
    return math.prod(shape) * dtype.itemsize


def _check_text(source: Source, array: Any) -> None:
    """Refuse strings of NumPy whose four bytes per character are not a character."""
    if array.dtype.kind != "U" or not array.dtype.itemsize or not array.size:
        return
    codes = np.ascontiguousarray(array).view(
        np.dtype(np.uint32).newbyteorder(array.dtype.byteorder)
    )
    if codes.max() > _LAST_CHARACTER:
        raise InputError(f"{source.name} holds strings that are not valid Unicode.")


FORMAT = Format("npy", describe, read, magic=(_MAGIC, _ZIP))
