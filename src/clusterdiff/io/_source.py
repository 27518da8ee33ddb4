"""Which files an argument names, and what they are, told by their first bytes rather than by their suffix."""

from __future__ import annotations

import atexit
import sys
from dataclasses import dataclass, replace
from glob import glob, has_magic
from pathlib import Path
from shutil import copyfileobj, rmtree
from tempfile import mkdtemp
from typing import IO, TYPE_CHECKING, Any

from clusterdiff.errors import InputError, MissingDependencyError
from clusterdiff.io._sniff import Dialect, sniff

if TYPE_CHECKING:
    from collections.abc import Callable

LAYOUTS = ("auto", "columns", "clusters")
SMALL = 1 << 20  # bytes of text that need no engine
WIDE = 1 << 28  # the same for text of very many columns
_HEAD = 1 << 16
_LONGEST = 1 << 28  # bytes that two lines may have
_MAGIC_LENGTH = 8
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_MAGIC = {
    b"PAR1": "parquet",
    b"ARROW1": "arrow",
    b"\xff\xff\xff\xff": "stream",  # of Arrow
    b"FEA1": "feather",
    b"\x93NUMPY": "npy",
    b"PK\x03\x04": "npz",
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
}
_CLUSTER_SUFFIXES = {".clusters", ".communities", ".cmty", ".cover"}
_JSON_SUFFIXES = {".jsonl", ".ndjson", ".json"}


@dataclass(frozen=True, slots=True)
class Source:
    """One argument: its files, what they hold, and the names of the columns."""

    name: str  # as it was typed
    files: tuple[str, ...]
    kind: str  # csv, jsonl, clusters, graphml, npy, npz, parquet or arrow
    columns: tuple[str, ...]
    packing: str = ""  # gzip or zstd
    dialect: Dialect | None = None
    sample: tuple[tuple[Any, ...], ...] = ()  # the first rows, to tell keys from labels
    types: tuple[str, ...] = ()  # as DuckDB calls them; text has none

    @property
    def is_text(self) -> bool:
        """Whether labels come as text, whose kind is decided by all of a column."""
        return self.kind in {"csv", "jsonl"}

    @property
    def bytes(self) -> int:
        """The size of all files."""
        return sum(Path(file).stat().st_size for file in self.files)

    @property
    def scannable(self) -> bool:
        """Whether DuckDB can read the files where they lie."""
        return self.kind in {"parquet", "jsonl"} or (self.kind == "csv" and self.dialect is not None and self.dialect.plain)

    @property
    def large(self) -> bool:
        """Whether DuckDB had better read them; its cost grows with the number of columns, ours does not."""
        enough = min(SMALL * (1 + len(self.columns) // 64), WIDE)
        return self.kind == "parquet" or self.bytes > enough // (10 if self.packing else 1)


def open_source(name: str, layout: str = "auto", *, header: bool | None = None) -> Source:
    """Look at the files that an argument names."""
    if layout not in LAYOUTS:
        raise InputError(f"layout must be one of {', '.join(LAYOUTS)}: got {layout!r}.")
    files = _files(name)
    first = _guarded(name, lambda: _read(files[0], _MAGIC_LENGTH))
    kind = next((kind for magic, kind in _MAGIC.items() if first.startswith(magic)), "")
    packing = kind if kind in {"gzip", "zstd"} else ""
    if not first and all(Path(file).stat().st_size == 0 for file in files):
        raise InputError(f"{name} must have a header and at least one line of labels: it is empty.")
    if kind and not packing:
        return _binary(name, files, kind)
    raw, whole = _head(files[0], packing, name)
    found = _text(Source(name, files, "", (), packing), decode(raw, name, whole=whole), layout, whole=whole, header=header)
    if found.dialect is not None and raw.startswith(_UTF_16):
        return replace(found, dialect=found.dialect._replace(plain=False))
    return found


def _files(name: str) -> tuple[str, ...]:
    if name == "-":
        return (_spooled(sys.stdin.buffer),)
    path = Path(name)
    if path.is_dir():
        raise InputError(f"{name} must be a file: it is a directory.", f"name the files in it, as '{name.rstrip('/')}/*.parquet'")
    try:
        there = path.exists()
    except (OSError, ValueError):
        there = False
    if there and not path.is_file():  # a pipe or a device is read once only
        with path.open("rb") as stream:
            return (_spooled(stream),)
    if there:
        return (name,)
    found = tuple(sorted(file for file in glob(name, recursive=True) if Path(file).is_file())) if has_magic(name) else ()  # noqa: PTH207  (absolute or not)
    if not found:
        raise InputError(f"{name} must be a file: there is none of this name.")
    return found


def _spooled(stream: IO[bytes]) -> str:
    folder = mkdtemp(prefix="clusterdiff-")
    atexit.register(rmtree, folder, ignore_errors=True)
    target = Path(folder, "input")
    with target.open("wb") as out:
        copyfileobj(stream, out)
    return str(target)


def _read(file: str, size: int) -> bytes:
    with Path(file).open("rb") as stream:
        return stream.read(size)


def _guarded(name: str, read: Callable[[], bytes]) -> bytes:
    try:
        return read()
    except (OSError, EOFError) as error:
        raise InputError(f"{name} must be a readable file: {getattr(error, 'strerror', None) or error}.") from None


def _head(file: str, packing: str, name: str) -> tuple[bytes, bool]:
    """The first bytes, at least two lines of them, and whether that is all."""
    size = _HEAD
    while True:
        raw = _guarded(name, lambda: unpack(file, packing, size) if packing else _read(file, size))  # noqa: B023  (called at once)
        if len(raw) < size or raw.count(b"\n") > 1 or size >= _LONGEST:
            return raw, len(raw) < size
        size *= 8


def unpack(file: str, packing: str, size: int = -1) -> bytes:
    """The bytes that a packed file holds, or the first of them."""
    import gzip
    import zlib

    if packing == "zstd":
        return _unzstd(file, size)
    try:
        with gzip.open(file) as stream:
            return stream.read(size)
    except zlib.error as error:
        raise OSError(str(error)) from None


def _unzstd(file: str, size: int) -> bytes:
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingDependencyError.of("pyarrow", "files") from None
    with pa.input_stream(file, compression="zstd") as stream:
        out: bytes = stream.read() if size < 0 else stream.read(size)
    return out


def read_bytes(source: Source, file: str) -> bytes:
    """All of a file, unpacked."""
    return _guarded(source.name, lambda: unpack(file, source.packing) if source.packing else Path(file).read_bytes())


def decode(raw: bytes, name: str, *, whole: bool = True) -> str:
    """Text of UTF-8, or of UTF-16 with its mark; the head of a file may end within a character."""
    encoding = "utf-16" if raw.startswith(_UTF_16) else "utf-8-sig"
    if encoding == "utf-8-sig" and b"\0" in raw:
        raise InputError(f"{name} must be a readable text file: it holds binary data.", "name a CSV, Parquet, JSON lines, Arrow or NumPy file")
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        if not whole and error.end >= len(raw) - 1:
            return raw[: error.start].decode(encoding)
        raise InputError(
            f"{name} must be a readable text file in UTF-8: byte 0x{raw[error.start]:02x} at {error.start} is none of it.",
            f"iconv -f latin1 -t utf-8 {name} > utf8.csv",
        ) from None


def _binary(name: str, files: tuple[str, ...], kind: str) -> Source:
    if kind == "feather":
        raise InputError(f"{name} must be an Arrow file or a Feather file of version 2: it is of version 1.")
    if kind == "parquet":
        from clusterdiff.engines import duck

        return duck.describe(Source(name, files, kind, ()))
    from clusterdiff.io._binary import columns_of

    return columns_of(Source(name, files, kind, ()))


def _text(source: Source, head: str, layout: str, *, whole: bool, header: bool | None) -> Source:
    suffixes = [suffix.lower() for suffix in Path(source.name).suffixes if suffix.lower() not in {".gz", ".zst", ".zstd"}]
    suffix = suffixes[-1] if suffixes else ""
    begin = head.lstrip()
    if not begin:
        raise InputError(f"{source.name} must have a header and at least one line of labels: it is empty.")
    if begin.startswith("<") and ("<graphml" in head or suffix == ".graphml"):
        from clusterdiff.io._graphml import columns_of

        return columns_of(replace(source, kind="graphml"))
    if layout == "auto" and (suffix in _JSON_SUFFIXES or begin.startswith('{"')):
        from clusterdiff.io._json import columns_of as json_columns

        return json_columns(replace(source, kind="jsonl"), head, whole=whole)
    clusters = replace(source, kind="clusters", columns=("element", "cluster"))
    if layout == "clusters" or (layout == "auto" and suffix in _CLUSTER_SUFFIXES):
        return clusters
    found = sniff(head, suffix, whole=whole, header=header)
    if layout == "auto" and found.uneven and suffix not in {".csv", ".tsv", ".tab"}:
        return clusters
    return replace(source, kind="csv", columns=found.columns, dialect=found.dialect, sample=found.sample)
