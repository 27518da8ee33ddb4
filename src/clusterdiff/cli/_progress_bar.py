"""Progress on standard error, of work that takes a while: a bar on a terminal, lines in a pipe."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Lock, Timer
from time import monotonic
from typing import TYPE_CHECKING, Any

from clusterdiff.cli import _streams
from clusterdiff.progress import reporting

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 2.0  # seconds of a command before the bar appears
EVERY = 10.0  # seconds from line to line


class _Bar:
    """A reporter whose bar appears when the command has run for a while, if a task is open then.

    A timer makes it appear, so that it also does during a step that reports nothing.
    """

    def __init__(self) -> None:
        self._open: dict[str, tuple[float, float]] = {}  # what is done of how much
        self._tasks: dict[str, Any] = {}
        self._bar: Any = None
        self._lock, self._late = Lock(), False
        self.timer = Timer(PATIENCE, self._appear)
        self.timer.daemon = True
        self.timer.start()

    def __call__(self, task: str, done: float, total: float) -> None:
        with self._lock:
            self._open.pop(task, None)
            if done < total:
                self._open[task] = done, total
            self._draw()

    def _appear(self) -> None:
        with self._lock:
            self._late = True
            self._draw()

    def _draw(self) -> None:
        """Show the open tasks; without one, leave the terminal to the output of the command."""
        if not self._late or not self._open:
            self._stop()
            return
        if self._bar is None:
            self._bar = _started()
        for task in self._tasks.keys() - self._open.keys():
            self._bar.remove_task(self._tasks.pop(task))
        for task, (done, total) in self._open.items():
            if task not in self._tasks:
                self._tasks[task] = self._bar.add_task(task, total=total)
            self._bar.update(self._tasks[task], completed=done, total=total)

    def _stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
        self._bar, self._tasks = None, {}

    def close(self) -> None:
        """Leave the terminal as it was."""
        self.timer.cancel()
        with self._lock:
            self._stop()


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
