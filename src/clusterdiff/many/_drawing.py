"""Drawings of results: functions of `clusterdiff.plots`, which is imported when one is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def drawn(function: str, result: Any, **options: Any) -> Any:
    """Return what a function of `clusterdiff.plots` draws of a result.

    The package `plots` is in a higher layer than this one, so that it is imported by name on first
    use.
    """
    return getattr(import_module("clusterdiff.plots"), function)(result, **options)
