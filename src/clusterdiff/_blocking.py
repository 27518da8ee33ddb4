"""Run work that blocks in another library, so that signals and progress get through."""

from __future__ import annotations

from contextlib import suppress
from contextvars import copy_context
from threading import Event, Thread, current_thread, main_thread
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

_TICK = 0.1  # seconds between two looks at the clock, and between two reports of progress
_GRACE = 1.5  # seconds that the other library has to end the work


def run_blocking(
    work: Callable[[], T], cancel: Callable[[], object], tick: Callable[[], None] | None = None
) -> T:
    """Return the result of work that a driver or an engine does, and cancel it on a signal.

    Python handles signals in its main thread, and only between two of its own instructions: a
    query would keep them waiting until it ends. Work that is called in the main thread is therefore
    done in another one. If the handler of a signal raises an exception, such as
    `KeyboardInterrupt`, the work is cancelled where it is done, and the exception is raised here.

    Parameters
    ----------
    work : callable
        What to do, without arguments.
    cancel : callable
        Ends the work from another thread; it may fail.
    tick : callable, optional
        Called every tenth of a second while the work is done.

    Returns
    -------
    object
        What the work returns; its exceptions are raised.

    Examples
    --------
    >>> run_blocking(lambda: 6 * 7, cancel=lambda: None)
    42
    """
    if current_thread() is not main_thread():
        return work()
    done, results, errors = Event(), [], []
    context = copy_context()

    def do() -> None:
        try:
            results.append(context.run(work))
        except BaseException as error:  # noqa: BLE001  (raised in the main thread)
            errors.append(error)
        finally:
            done.set()

    Thread(target=do, name="clusterdiff-work", daemon=True).start()
    try:
        while not done.wait(_TICK):
            if tick is not None:
                tick()
    except BaseException:
        _cancelled(cancel, done)
        raise
    if errors:
        error = errors.pop()
        try:
            raise error
        finally:
            del error
    return results.pop()


def _cancelled(cancel: Callable[[], Any], done: Event) -> None:
    """Cancel work, and wait a moment for its end; to cancel may block as well."""

    def ask() -> None:
        with suppress(Exception):
            cancel()

    Thread(target=ask, name="clusterdiff-cancel", daemon=True).start()
    done.wait(_GRACE)
