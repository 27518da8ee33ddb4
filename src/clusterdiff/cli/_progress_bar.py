"""Progress on standard error, of work that takes a while: a bar on a terminal, lines in a pipe."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, Any

from clusterdiff.cli import _streams
from clusterdiff.progress import reporting

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 2.0  # seconds before the bar appears
EVERY = 10.0  # seconds from line to line


class _Bar:
    """A reporter that shows itself when a task has taken long enough."""

    def __init__(self) -> None:
        self._starts: dict[str, float] = {}
        self._tasks: dict[str, Any] = {}
        self._bar: Any = None

    def __call__(self, task: str, done: float, total: float) -> None:
        start = self._starts.setdefault(task, monotonic())
        if done >= total:
            self._starts.pop(task, None)
            if task in self._tasks:
                self._bar.remove_task(self._tasks.pop(task))
        elif monotonic() - start >= PATIENCE:
            if self._bar is None:
                self._bar = _started()
            if task not in self._tasks:
                self._tasks[task] = self._bar.add_task(task, total=total)
            self._bar.update(self._tasks[task], completed=done, total=total)

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._bar is not None:
            self._bar.stop()


def _started() -> Any:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.start()
    return bar


class _Lines:
    """A reporter that says now and then how far a task is."""

    def __init__(self) -> None:
        self._starts: dict[str, float] = {}
        self._next: dict[str, float] = {}

    def __call__(self, task: str, done: float, total: float) -> None:
        now = monotonic()
        start = self._starts.setdefault(task, now)
        due = self._next.setdefault(task, start + EVERY)
        if done >= total:
            self._starts.pop(task)
            self._next.pop(task)
        elif now >= due:
            self._next[task] = now + EVERY
            share = f"{done / total:.0%} after " if done else ""
            seconds = round(now - start)
            _streams.say(f"{task}: {share}{seconds} s", step=task, share=done / total)


@contextmanager
def progress_bar() -> Iterator[None]:
    """Show the progress of everything in the block on standard error.

    The bar is drawn with rich, which the extra `cli` installs; without it there is none.
    """
    if sys.stderr is None:
        yield
        return
    if not sys.stderr.isatty():
        with reporting(_Lines()):
            yield
        return
    if find_spec("rich") is None:
        yield
        return
    bar = _Bar()
    try:
        with reporting(bar):
            yield
    finally:
        bar.close()
