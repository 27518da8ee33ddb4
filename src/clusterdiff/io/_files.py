"""Resolve a name to files, and read their bytes.

This module handles standard input, pipes, patterns, compression and encodings.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from glob import glob, has_magic
from io import BufferedReader, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from clusterdiff.errors import InputError, MissingDependencyError
from clusterdiff.io._folders import files_in
from clusterdiff.io._secrets import hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.io._source import Kept, Source

HEAD = 1 << 16
_CHUNK = 1 << 24
_LONGEST = 1 << 28  # bytes that the first two lines may have
_SPLIT = 16  # bytes of memory that a byte of text takes when it is split into cells
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_UTF_32 = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
_OTHERS = {
    b"BZh": ("a bzip2 file", "bunzip2 it first"),
    b"\xfd7zXZ": ("an xz file", "unxz it first"),
    b"\x89HDF": (
        "an HDF5 file",
        "export the labels as CSV or Parquet; for .h5ad, adata.obs.to_parquet(…)",
    ),
    b"\xd0\xcf\x11\xe0": ("an Excel workbook", "save the sheet as CSV"),
    b"SQLite format 3": ("an SQLite database", "export the columns as CSV or Parquet"),
    b"FEA1": ("a Feather file of version 1", "write it as version 2"),
    b"%PDF": ("a PDF file", "pass a file of labels"),
    b"\x89PNG": ("a PNG image", "save the label image with numpy.save"),
    b"II*\0": ("a TIFF image", "save the label image with numpy.save"),
    b"MM\0*": ("a TIFF image", "save the label image with numpy.save"),
    b"\x80\x04\x95": ("a pickle", "save the labels with numpy.save or as CSV"),
    b"\x80\x05\x95": ("a pickle", "save the labels with numpy.save or as CSV"),
}
_FORMATS = "pass text, such as CSV, or a known binary format, such as Parquet"


def exists(name: str) -> bool:
    """Return whether there is a file or folder of this name."""
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # too long, or not a name
        return False


def resolve(name: str, kept: Kept) -> tuple[str, ...]:
    """Return the files of a name.

    Input that can be read only once is copied to a folder that is deleted with the source.
    """
    if name == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise InputError("Standard input is closed.", "name a file instead of -")
        return _spooled(sys.stdin.buffer, kept)
    if not name:
        raise InputError("The name of a file must not be empty.")
    path = Path(name)
    try:
        there, folder = path.exists(), path.is_dir()
    except (OSError, ValueError):  # too long, or not a name
        there = folder = False
    if folder:
        return files_in(path, name)
    if there and not path.is_file():  # a pipe or a device is read once only
        with path.open("rb") as stream:
            return _spooled(stream, kept)
    if there:
        return (name,)
    found: tuple[str, ...] = ()
    if has_magic(name):
        matches = glob(name, recursive=True)  # noqa: PTH207  (absolute or not)
        found = tuple(sorted(file for file in matches if Path(file).is_file()))
    if not found:
        raise InputError(f"No such file: {hidden(name)}.")  # maybe a connection string
    return found


def _spooled(stream: IO[bytes], kept: Kept) -> tuple[str, ...]:
    from shutil import copyfileobj

    target = kept.folder() / "input"
    with target.open("wb") as out:
        copyfileobj(stream, out)
    return (str(target),)


@contextmanager
def readable(name: str) -> Iterator[None]:
    """Convert errors of the operating system and of decompression to one sentence."""
    try:
        yield
    except (OSError, EOFError) as error:
        raise InputError(
            f"Cannot read {name}: {getattr(error, 'strerror', None) or error}."
        ) from None


def first_bytes(file: str, size: int) -> bytes:
    """Return the first bytes of a file, as they are on disk."""
    with Path(file).open("rb") as stream:
        return stream.read(size)


def compression_of(first: bytes) -> Any:
    """Return gzip, zstd or None, by the first bytes."""
    return next((kind for magic, kind in _MAGIC.items() if first.startswith(magic)), None)


def refuse_others(first: bytes, name: str) -> None:
    """Raise an error that names the kind of a known but unsupported file."""
    for magic, (what, hint) in _OTHERS.items():
        if first.startswith(magic):
            raise InputError(f"{name} is {what}, which is not supported.", hint)


@contextmanager
def open_bytes(file: str, compression: str | None) -> Iterator[IO[bytes]]:
    """Yield a stream of the decompressed bytes."""
    if compression is None:
        with Path(file).open("rb") as stream:
            yield stream
    elif compression == "gzip":
        import gzip
        import zlib

        try:
            with gzip.open(file) as unpacked:
                yield unpacked  # type: ignore[misc]
        except zlib.error as error:
            raise OSError(str(error)) from None
    else:
        try:
            import pyarrow as pa
        except ImportError:
            raise MissingDependencyError.of("pyarrow", "files") from None
        with pa.input_stream(file, compression="zstd") as stream:
            yield stream


def head(file: str, compression: str | None, name: str, limit: int | None) -> tuple[bytes, bool]:
    """Return the first bytes, at least two lines of them, and whether that is all.

    Lines whose text would exceed a limit of memory when it is split are refused.
    """
    size, longest = HEAD, _LONGEST if limit is None else min(_LONGEST, limit // _SPLIT)
    while True:
        with readable(name), open_bytes(file, compression) as stream:
            raw = stream.read(size)
            while len(raw) < size and (more := stream.read(size - len(raw))):
                raw += more
        whole = len(raw) < size
        if not whole and limit is not None and raw.count(b"\n") <= 1 and size >= longest:
            raise too_long(name, limit)
        if whole or raw.count(b"\n") > 1 or size >= _LONGEST:
            return bytes(raw), whole
        size = min(8 * size, max(longest, HEAD))


def read_bytes(source: Source, file: str) -> bytes:
    """Return all of a file, decompressed, within the memory limit."""
    limit = source.reading.limit
    raw = bytearray()
    with readable(source.name), open_bytes(file, source.compression) as stream:
        while chunk := stream.read(_CHUNK):  # a read of the limit would reserve it
            raw += chunk
            if limit is not None and len(raw) > limit:
                raise too_long(source.name, limit)
    return bytes(raw)


def encoding_of(raw: bytes) -> str:
    """Return UTF-16 or UTF-32 by their byte order marks, else UTF-8."""
    if raw.startswith(_UTF_32):
        return "utf-32"
    return "utf-16" if raw.startswith(_UTF_16) else "utf-8-sig"


def decode(raw: bytes, name: str, *, whole: bool = True) -> str:
    """Decode UTF-8, or UTF-16 with its byte order mark.

    The head of a file may end within a character.
    """
    encoding = encoding_of(raw)
    if encoding == "utf-8-sig" and b"\0" in raw:
        raise binary_data(name)
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        if not whole and error.end >= len(raw) - 3:
            return raw[: error.start].decode(encoding)
        raise not_utf_8(name, f"byte 0x{raw[error.start]:02x} at offset {error.start}") from None


def binary_data(name: str) -> InputError:
    """Return the error for a file that is not text."""
    return InputError(f"{name} is not a text file: it holds binary data.", _FORMATS)


def not_utf_8(name: str, where: str) -> InputError:
    """Return the error for text in another encoding."""
    return InputError(
        f"{name} is not valid UTF-8 ({where}).", f"iconv -f latin1 -t utf-8 {name} > utf8.csv"
    )


@contextmanager
def open_text(source: Source, file: str, *, in_memory: bool = False) -> Iterator[IO[str]]:
    """Yield a stream of text with line ends as they are; an invalid encoding is an input error.

    Text that is held in memory must not exceed the memory limit.
    """
    limit = source.reading.limit if in_memory else None
    with readable(source.name):
        with open_bytes(file, source.compression) as stream:
            start = bytes(stream.read(4))
        with open_bytes(file, source.compression) as stream:
            raw: Any = stream
            if limit is not None:
                raw = BufferedReader(_Bounded(stream, limit, source.name))
            try:
                yield TextIOWrapper(raw, encoding_of(start), newline="")
            except UnicodeError as error:
                at = getattr(error, "object", b"")[getattr(error, "start", 0) :][:1]
                where = f"byte 0x{at.hex()}" if at else str(error)
                raise not_utf_8(source.name, where) from None


class _Bounded(RawIOBase):
    """A stream that must end before a limit."""

    def __init__(self, stream: IO[bytes], limit: int, name: str) -> None:
        self._stream, self._limit, self._name, self._read = stream, limit, name, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        chunk = self._stream.read(len(buffer))
        self._read += len(chunk)
        if self._read > self._limit:
            raise too_long(self._name, self._limit)
        buffer[: len(chunk)] = chunk
        return len(chunk)


def too_long(name: str, limit: int) -> InputError:
    """Return the error for data that would take more memory than a limit."""
    return InputError(
        f"{name} does not fit the memory limit of {limit:,} bytes.",
        "pass a larger limit, as {memory=8GB}",
    )
