"""The steps of long work, told to `logging` under the name "clusterdiff".

A step is one record when it ends: what was done, to what, and for how many seconds. Its details
(`sql`, `rows`, …) are in the attribute `details` of the record too. Steps have level INFO, the
queries that they run DEBUG. Nothing is computed while `logging` is not imported.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

INFO, DEBUG = 20, 10  # as in logging, which takes milliseconds to import
_LONGEST = 2000  # characters of a query


@contextmanager
def step(name: str, *, level: int = INFO, **details: Any) -> Iterator[dict[str, Any]]:
    """Log a step when it ends.

    Parameters
    ----------
    name : str
        What is done, as "count".
    level : int, default=20
        The level of the record.
    **details : object
        What the record says; values must not have secrets.

    Yields
    ------
    dict
        The details, to which the block may add.

    Examples
    --------
    >>> import logging, sys
    >>> logger, handler = logging.getLogger("clusterdiff"), logging.StreamHandler(sys.stdout)
    >>> logger.addHandler(handler); logger.setLevel("INFO")
    >>> with step("count", source="runs.csv") as details:
    ...     details["rows"] = 3  # doctest: +ELLIPSIS
    count: source=runs.csv, rows=3, seconds=...
    >>> logger.removeHandler(handler); logger.setLevel("NOTSET")
    """
    logging: Any = sys.modules.get("logging")
    logger = None if logging is None else logging.getLogger("clusterdiff")
    if logger is None or not logger.isEnabledFor(level):
        yield details
        return
    start = perf_counter()
    failed: str | None = None
    try:
        yield details
    except BaseException as error:
        failed = type(error).__name__
        raise
    finally:
        if failed is not None:
            details["failed"] = failed
        details["seconds"] = round(perf_counter() - start, 3)
        logger.log(level, "%s: %s", name, _Words(details), extra={"step": name, "details": details})


class _Words:
    """Details as text, if a record is written at all."""

    def __init__(self, details: dict[str, Any]) -> None:
        self._details = details

    def __str__(self) -> str:
        return ", ".join(f"{name}={_shown(value)}" for name, value in self._details.items())


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
