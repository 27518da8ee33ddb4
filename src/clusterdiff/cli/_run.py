"""How a command is run: its log, its time limit, and what is tried again."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from clusterdiff.cli import _streams
from clusterdiff.cli._signals import time_limit
from clusterdiff.errors import UnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LEVELS = ("debug", "info", "warning")
_LONGEST_WAIT = 60.0  # seconds between two attempts


def carry_out(
    work: Callable[[], None],
    *,
    timeout: float | None,
    retry: int,
    log_level: str | None,
    log_json: bool,
) -> None:
    """Run a command; errors of services are tried again after 1, 2, 4, … seconds."""
    _streams.say_as_json(wanted=log_json)
    with _logging(log_level or ("info" if log_json else None)), time_limit(timeout):
        for attempt in range(retry):
            try:
                work()
            except UnavailableError as error:
                wait = min(2.0**attempt, _LONGEST_WAIT)
                _streams.say(
                    f"{error.message} Trying again in {wait:g} s ({attempt + 1} of {retry}).",
                    "warning",
                )
                time.sleep(wait)
            else:
                return
        work()


@contextmanager
def _logging(level: str | None) -> Iterator[None]:
    """Show the records of the logger "clusterdiff" on standard error."""
    if level is None:
        yield
        return
    import logging

    class Handler(logging.Handler):
        """Write records as the other messages are written."""

        def emit(self, record: Any) -> None:
            details = getattr(record, "details", {})
            if hasattr(record, "step"):
                details = {"step": record.step, **details}
            _streams.say(record.getMessage(), record.levelname.lower(), **details)

    logger, handler, before = logging.getLogger("clusterdiff"), Handler(), None
    logger.addHandler(handler)
    before = logger.level
    logger.setLevel(level.upper())
    try:
        yield
    finally:
        logger.setLevel(before)
        logger.removeHandler(handler)
