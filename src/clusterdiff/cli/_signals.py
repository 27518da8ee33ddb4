"""Signals and the time limit: an orderly end within two seconds, whatever the process does."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

from clusterdiff._temporary import remove_all
from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator

TIMED_OUT = 75
_LONGEST = 10**9  # seconds that every system can wait
_PATIENCE = 1.8  # seconds from a signal to the end, orderly or not
_ended: list[int] = []  # the signals that were received
_ALARM = getattr(signal, "SIGALRM", None)  # not on Windows


class Terminated(BaseException):
    """The process was asked to end; raised so that queries are cancelled and files removed."""


def prepare() -> None:
    """Handle the signals that ask the process to end."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    if os.name == "posix":
        _watch()


def _end(number: int, frame: Any) -> None:
    _ended.append(number)
    if number == signal.SIGINT:
        signal.default_int_handler(number, frame)
    raise Terminated(number)


def ended_by() -> int | None:
    """Return the exit code of the first signal that asked the process to end, or None.

    A library that is interrupted may raise an error of its own instead of what the signal raised.
    """
    return _code(_ended[0]) if _ended else None


def _code(number: int) -> int:
    return TIMED_OUT if number == _ALARM else 128 + number


def _watch() -> None:
    """End the process if a signal has not ended it in time.

    Python calls the handler of a signal between two of its own instructions, which may be minutes
    away while a library computes. The number of the signal is written to a pipe at once.
    """
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    os.register_at_fork(after_in_child=lambda: signal.set_wakeup_fd(-1))  # the pipe is ours alone
    handled = {int(number) for number in signal.valid_signals() if signal.getsignal(number) is _end}
    if _ALARM is not None:
        handled.add(int(_ALARM))

    def wait() -> None:
        while True:
            (number,) = os.read(read, 1)
            if number in handled:
                time.sleep(_PATIENCE)
                remove_all()
                os._exit(_code(number))

    Thread(target=wait, name="clusterdiff-signals", daemon=True).start()


def finish(code: int) -> None:
    """Ignore signals from now on: the work is done, and Python would show tracebacks.

    A process that a signal has ended exits here, since a library may still be at work in another
    thread, for which Python would wait.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM"):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, signal.SIG_IGN)
    if _ended:
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):
                stream.flush()
        remove_all()
        os._exit(code)


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """End the process after so many seconds, as a signal does."""
    if seconds is None:
        yield
        return
    if not seconds <= _LONGEST:  # NaN too
        raise OptionError(f"--timeout must be at most {_LONGEST:,} seconds, got {seconds:g}.")
    if _ALARM is None:
        raise OptionError("--timeout is not available on this system.")
    before = signal.signal(_ALARM, _end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(_ALARM, before)
