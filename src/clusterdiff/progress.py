"""Progress of long work: who does it reports, who watches decides how to show it.

Nobody watches by default. `watching` sets a reporter for everything that is called inside it; a
library module never writes to a terminal itself.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")

__all__ = ["Reporter", "report", "tracked", "watching"]


class Reporter(Protocol):
    """Called with what is being done, how much of it is done, and how much there is."""

    def __call__(self, task: str, done: float, total: float) -> None:
        """Take note of progress."""


_reporter: ContextVar[Reporter | None] = ContextVar("clusterdiff_reporter", default=None)


@contextmanager
def watching(reporter: Reporter) -> Iterator[None]:
    """Send the progress of everything inside the block to a reporter.

    Parameters
    ----------
    reporter : callable
        Called as ``reporter(task, done, total)``.

    Examples
    --------
    >>> seen = []
    >>> with watching(lambda task, done, total: seen.append((task, done, total))):
    ...     squares = [x * x for x in tracked([1, 2], "squaring")]
    >>> seen
    [('squaring', 0, 2), ('squaring', 1, 2), ('squaring', 2, 2)]
    """
    token = _reporter.set(reporter)
    try:
        yield
    finally:
        _reporter.reset(token)


def report(task: str, done: float, total: float) -> None:
    """Report progress to whoever watches.

    Parameters
    ----------
    task : str
        What is being done, as "reading".
    done, total : float
        How much of how much.
    """
    reporter = _reporter.get()
    if reporter is not None:
        reporter(task, done, total)


def tracked(items: Sequence[T], task: str) -> Iterator[T]:
    """Yield items one by one and report how many are done."""
    for done, item in enumerate(items):
        report(task, done, len(items))
        yield item
    report(task, len(items), len(items))
