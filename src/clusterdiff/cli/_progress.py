"""A bar on stderr, on a terminal only, once work has taken two seconds."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

PATIENCE = 2.0  # seconds


class _Bar:
    """Told how much is done, it shows itself when it is time."""

    def __init__(self, what: str, total: float, unit: str) -> None:
        self._what, self._total, self._unit = what, total, unit
        self._start = monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __call__(self, done: float) -> None:
        if self._bar is None and monotonic() - self._start > PATIENCE:
            self._show()
        if self._bar is not None:
            spent = monotonic() - self._start
            self._bar.update(self._task, completed=done, rate=f"{done / spent * (1 if self._unit else 100):.3g} {self._unit or '%'}/s")

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._what, total=self._total, rate="")
        self._bar.start()

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def watching(what: str, total: float = 1.0, unit: str = "") -> Iterator[Callable[[float], None] | None]:
    """What to tell how much is done, or None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(what, total, unit)
    try:
        yield bar
    finally:
        bar.close()


def counted(items: list[Any], what: str, unit: str) -> Iterable[Any]:
    """The items, one after another, under a bar."""
    with watching(what, len(items), unit) as progress:
        for done, item in enumerate(items):
            if progress is not None:
                progress(done)
            yield item
