"""Files on other machines: https:// by Python, s3:// and other stores by fsspec.

Parquet of a store is scanned by DuckDB, which fetches the columns that it needs; other files are
copied to a temporary folder. Credentials are those that fsspec finds, for S3 in the environment and
in the configuration of AWS; they are never shown.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit
from weakref import WeakValueDictionary, finalize

from clusterdiff._steps import step
from clusterdiff.errors import InputError, MissingDependencyError, UnavailableError
from clusterdiff.io._failures import failure
from clusterdiff.io._folders import files_below
from clusterdiff.io._secrets import without_secrets
from clusterdiff.io.engines._duckdb_sql import quoted, without_patterns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.io._source import Kept

_WEB = {"http", "https"}
_HERE = re.compile(r"(?:file|local)://(?:localhost(?=/))?", re.IGNORECASE)
_PARQUET = (".parquet", ".pq")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
_PACKAGES = {
    "s3": "s3fs", "s3a": "s3fs", "gs": "gcsfs", "gcs": "gcsfs", "az": "adlfs", "abfs": "adlfs",
    "abfss": "adlfs", "hdfs": "pyarrow", "hf": "huggingface_hub",
}  # fmt: skip
_BLOCKS = {"default_block_size": 1 << 22}  # bytes of a read; its own default is 50 MB
_OPTIONS = {"s3": _BLOCKS, "s3a": _BLOCKS}
_TIMEOUT = 60  # seconds without an answer


def is_remote(name: str) -> bool:
    """Return whether a name is a URL of a file."""
    return _SCHEME.match(name) is not None


def local_name(name: str) -> str:
    """Return the path that a URL ``file://`` names, and any other name as it is.

    Examples
    --------
    >>> local_name("file:///data/my%20runs.csv"), local_name("runs.csv")
    ('/data/my runs.csv', 'runs.csv')
    """
    found = _HERE.match(name)
    if found is None:
        return name
    path = name[found.end() :]
    if name.lower().startswith("file:") and not path.startswith("/"):
        host = path.partition("/")[0]
        raise InputError(
            f"Cannot read {name}: file:// names files of this machine, not of {host or 'none'}.",
            "write file:///folder/name with three slashes, or the path alone",
        )
    return unquote(path)


def shown_name(name: str) -> str:
    """Return a URL without user, password and signature."""
    return without_secrets(name, name).partition("?")[0]


def scanned(name: str, *, hive: bool) -> Any:
    """Return Parquet of a store as a DuckDB relation and its connection; None for other files."""
    scheme = _scheme(name)
    if scheme in _WEB or find_spec("duckdb") is None or find_spec("narwhals") is None:
        return None
    with _errors_of(name):
        system, files = _listed(name, scheme)
        if not all(file.endswith(_PARQUET) for file in files):
            return None
        database = _OPEN.get("stores")
        if database is None:
            database = _OPEN["stores"] = _Stores()
        urls = [f"{scheme}://{file.lstrip('/')}" for file in sorted(files)]
        return database.relation(system, scheme, urls, hive=hive), database


class _Stores:
    """A connection of DuckDB that reads the file systems of fsspec."""

    def __init__(self) -> None:
        import duckdb

        self._connection = duckdb.connect(":memory:")
        self._schemes: set[str] = set()
        finalize(self, self._connection.close)

    def relation(self, system: Any, scheme: str, urls: list[str], *, hive: bool) -> Any:
        """Return the rows of Parquet files."""
        if scheme not in self._schemes:
            self._connection.register_filesystem(system)
            self._schemes.add(scheme)
        files = ", ".join(quoted(without_patterns(url)) for url in urls)
        options = f"hive_partitioning={hive}, union_by_name={len(urls) > 1}"
        if hive:  # k=01 is not k=1
            options += ", hive_types_autocast=false"
        return self._connection.sql(f"SELECT * FROM read_parquet([{files}], {options})")  # noqa: S608  (quoted)


_OPEN: WeakValueDictionary[str, _Stores] = WeakValueDictionary()


def fetched(name: str, kept: Kept) -> tuple[str, ...]:
    """Return copies of the files of a URL, which are deleted with the source."""
    scheme = _scheme(name)
    with _errors_of(name), step("download", source=shown_name(name)) as details:
        found = (_by_http(name, kept),) if scheme in _WEB else _by_fsspec(name, scheme, kept)
        details["bytes"] = sum(Path(file).stat().st_size for file in found)
        return found


def _scheme(name: str) -> str:
    found = _SCHEME.match(name)
    return found[1].lower() if found else ""


@contextmanager
def _errors_of(name: str) -> Iterator[None]:
    """Convert errors of any protocol to one sentence without passwords."""
    try:
        yield
    except (InputError, MissingDependencyError):
        raise
    except Exception as error:  # noqa: BLE001  (every protocol has its own)
        if hasattr(error, "close"):  # an answer of a web server
            error.close()
        raise failure(f"Cannot read {shown_name(name)}", error, name) from None


def _by_http(name: str, kept: Kept) -> str:
    from http import HTTPStatus
    from shutil import copyfileobj  # all take milliseconds, and few sources are remote
    from urllib.request import urlopen

    if "@" in urlsplit(name).netloc:
        raise InputError(
            f"Cannot read {shown_name(name)}: a user and a password in a URL are not sent.",
            "use a signed URL, or copy the file with another program first",
        )
    target = kept.folder() / (PurePosixPath(urlsplit(name).path).name or "input")
    with urlopen(name, timeout=_TIMEOUT) as answer, target.open("wb") as out:  # noqa: S310
        if answer.status != HTTPStatus.OK:
            raise InputError(
                f"Cannot read {shown_name(name)}: the server answered with status {answer.status} "
                f"({answer.reason}) instead of the whole file (200)."
            )
        chunked = answer.headers.get("Transfer-Encoding") is not None
        length = None if chunked else answer.headers.get("Content-Length")
        copyfileobj(answer, out)
    if length is not None:
        _check_length(name, target, int(length))
    elif not chunked:
        kept.notes[
            f"the server of {shown_name(name)} does not say how long the file is, so a download "
            "that breaks off would go unnoticed"
        ] = None
    return str(target)


def _check_length(name: str, copy: Path, length: int) -> None:
    """Raise if a copy is not as long as the server or the store said."""
    written = copy.stat().st_size
    if written != length:
        raise UnavailableError(
            f"Cannot read {shown_name(name)}: the download broke off after {written:,} of "
            f"{length:,} bytes.",
            "try again",
        )


def _by_fsspec(name: str, scheme: str, kept: Kept) -> tuple[str, ...]:
    system, files = _listed(name, scheme)
    folder = kept.folder()
    out = []
    for i, file in enumerate(sorted(files)):
        target = folder / str(i) / PurePosixPath(file).name
        target.parent.mkdir()
        system.get_file(file, str(target))
        length = system.size(file)
        if length is not None:  # some stores do not know
            _check_length(name, target, length)
        out.append(str(target))
    return tuple(out)


def _listed(name: str, scheme: str) -> tuple[Any, list[str]]:
    """Return the file system of a URL, and its files."""
    package = _PACKAGES.get(scheme)
    missing = [each for each in ("fsspec", package) if each and find_spec(each) is None]
    if missing:
        raise MissingDependencyError(
            f"{scheme}:// needs {' and '.join(missing)}.", f"pip install {' '.join(missing)}"
        )
    import fsspec

    system, path = fsspec.core.url_to_fs(name, **_OPTIONS.get(scheme, {}))
    files = _remote_files(system, path, shown_name(name))
    if not files:
        raise InputError(f"No such file: {shown_name(name)}.")
    return system, files


def _remote_files(system: Any, path: str, name: str) -> list[str]:
    """Return the files of a name: a folder, a file, or a pattern if no file has this name."""
    if system.isdir(path):
        found: dict[PurePath, str] = {
            PurePosixPath(each).relative_to(path): each for each in system.find(path)
        }
        return [found[inner] for inner in files_below(list(found), name)]
    if system.exists(path):
        return [path]
    if any(mark in path for mark in "*?["):
        return [each for each in system.glob(path) if system.isfile(each)]
    return []
