"""A database of DuckDB in memory: its settings, its progress, its errors as sentences."""

from __future__ import annotations

import os
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from clusterdiff import _kernel
from clusterdiff.errors import InputError, MissingDependencyError
from clusterdiff.io.engines._duckdb_sql import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clusterdiff.io.engines._engine import Progress

_NEEDED = ("duckdb", "pyarrow")
_TICK = 0.1  # seconds between two reports of the progress


class EngineError(InputError):
    """DuckDB could not read a file."""


def installed() -> bool:
    """Return whether DuckDB and Arrow, which holds its results, are installed."""
    return all(find_spec(name) is not None for name in _NEEDED)


@contextmanager
def connection(
    name: str, memory: int | None = None, progress: Progress | None = None
) -> Iterator[Connection]:
    """Yield a database in memory that spills to a temporary folder."""
    for needed in _NEEDED:
        if find_spec(needed) is None:
            raise MissingDependencyError.of(needed, "files")
    from tempfile import TemporaryDirectory  # takes milliseconds, as the next one

    import duckdb

    with TemporaryDirectory(prefix="clusterdiff-") as folder, duckdb.connect(":memory:") as raw:
        settings = {
            "temp_directory": quoted(folder),
            "autoinstall_known_extensions": "false",
            "enable_progress_bar_print": "false",
        }
        settings |= {
            "enable_progress_bar": str(progress is not None).lower(),
            "threads": str(_threads()),
        }
        if memory is not None:
            settings["memory_limit"] = quoted(f"{memory}B")
        try:
            raw.execute("; ".join(f"SET {option} = {value}" for option, value in settings.items()))
            yield Connection(raw, progress)
        except duckdb.Error as error:
            raise _sentence(name, error, duckdb) from None
        except RuntimeError as error:
            if "interrupted" in str(error):  # the message after Ctrl-C
                raise KeyboardInterrupt from None
            raise


def _threads() -> int:
    """Return the number of cores plus one, which is faster since some threads wait for memory."""
    spare = 0 if os.environ.get("CLUSTERDIFF_THREADS") else 1
    return min(_kernel.THREADS + spare, 4 * (os.cpu_count() or 1))


class Connection:
    """Runs queries, and reports their progress."""

    def __init__(self, raw: Any, progress: Progress | None) -> None:
        self._raw, self._progress = raw, progress

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Return all rows of a query; DuckDB refuses the next query if rows are left."""
        out: list[tuple[Any, ...]] = self._watched(lambda: self._raw.execute(sql).fetchall())
        return out

    def number(self, sql: str) -> int:
        """Return the one number that a query gives."""
        return int(self.rows(sql)[0][0])

    def columns(self, sql: str) -> dict[str, Any]:
        """Return the columns of a query as Arrow's, which take least time to fetch."""
        table = self._watched(lambda: self._raw.sql(sql).to_arrow_table())
        return dict(zip(table.column_names, table.columns, strict=True))

    def _watched(self, work: Callable[[], Any]) -> Any:
        if self._progress is None:
            return work()
        done = Event()
        ticker = Thread(target=self._tell, args=(done,), daemon=True)
        ticker.start()
        try:
            return work()
        finally:
            done.set()
            ticker.join()

    def _tell(self, done: Event) -> None:
        while self._progress is not None and not done.wait(_TICK):
            self._progress(max(0.0, self._raw.query_progress()) / 100)


def _sentence(name: str, error: Exception, duckdb: Any) -> InputError:
    words = " ".join(str(error).split("\n\n")[0].split("\n")[0].split())
    words = (words.partition("Error: ")[2] or words).rstrip(".")
    if isinstance(error, duckdb.OutOfMemoryException):
        return InputError(
            f"{name} must fit the memory limit and the disk: {words}.",
            "pass {memory=8GB}, or name a larger disk for temporary files by TMPDIR",
        )
    return EngineError(f"Cannot read {name}: {words}.")
