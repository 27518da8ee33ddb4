"""Report the progress of long computations to a function that displays it.

A library function wraps its loop in `track`. Nothing is shown unless a caller installed a
reporter with `reporting`; the command line and the notebook display do.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Reporter = Callable[[str, int, int], None]

__all__ = ["heartbeat", "reporting", "share_reporter", "step", "track"]

T = TypeVar("T")
_reporter: ContextVar[Reporter | None] = ContextVar("reporter", default=None)


@contextmanager
def reporting(reporter: Reporter) -> Iterator[None]:
    """Send progress to a reporter within a `with` block.

    Parameters
    ----------
    reporter : callable
        Called as ``reporter(task, done, total)``: the name of the task, the number of finished
        steps and the number of all steps. ``done == total`` is always reported last, also when
        a task ends early.

    Yields
    ------
    None
        Nothing.

    Examples
    --------
    >>> with reporting(lambda task, done, total: print(f"{task}: {done} of {total}")):
    ...     for _ in track([10, 20], "drawing tables"):
    ...         pass
    drawing tables: 0 of 2
    drawing tables: 1 of 2
    drawing tables: 2 of 2
    """
    token = _reporter.set(reporter)
    try:
        yield
    finally:
        _reporter.reset(token)


def track(items: Sequence[T], task: str) -> Iterator[T]:
    """Yield the items of a sequence and report how many are done.

    Parameters
    ----------
    items : sequence
        The steps of the task.
    task : str
        A short description, e.g. ``"drawing tables"``.

    Yields
    ------
    object
        The items, in order.

    Examples
    --------
    >>> sum(track([10, 20], "adding"))
    30
    """
    reporter = _reporter.get()
    if reporter is None:
        yield from items
        return
    total = len(items)
    try:
        for done, item in enumerate(items):
            reporter(task, done, total)
            yield item
    finally:
        reporter(task, total, total)


@contextmanager
def step(task: str) -> Iterator[None]:
    """Report that a task is open within a `with` block.

    Parameters
    ----------
    task : str
        A short description, e.g. ``"comparing"``.

    Yields
    ------
    None
        Nothing.

    Examples
    --------
    >>> with reporting(lambda task, done, total: print(f"{task}: {done} of {total}")):
    ...     with step("comparing"):
    ...         pass
    comparing: 0 of 1
    comparing: 1 of 1
    """
    for _ in track([None], task):
        yield


def share_reporter(task: str) -> Callable[[float], None] | None:
    """Return a function to call with the share that is done, or None if there is no reporter.

    Parameters
    ----------
    task : str
        A short description, e.g. ``"reading"``.

    Returns
    -------
    callable or None
        A function of a number from 0 to 1.

    Examples
    --------
    >>> with reporting(lambda task, done, total: print(f"{task}: {done} of {total}")):
    ...     share_reporter("reading")(0.5)
    reading: 50 of 100
    """
    reporter = _reporter.get()
    if reporter is None:
        return None
    return lambda share: reporter(task, round(100 * share), 100)


def heartbeat(task: str) -> Callable[[], None] | None:
    """Return a function that reports a task whose share is not known, or None without a reporter.

    Parameters
    ----------
    task : str
        A short description, e.g. ``"reading"``.

    Returns
    -------
    callable or None
        A function without arguments, to be called again and again.

    Examples
    --------
    >>> with reporting(lambda task, done, total: print(f"{task}: {done} of {total}")):
    ...     heartbeat("reading")()
    reading: 0 of 100
    """
    tell = share_reporter(task)
    return None if tell is None else lambda: tell(0.0)
