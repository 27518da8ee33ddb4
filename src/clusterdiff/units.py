"""Units of information: the base of the logarithm."""

from __future__ import annotations

from math import inf, log
from typing import Any

from clusterdiff.errors import OptionError


def nats_per_unit(base: Any) -> float:
    """How many nats a unit has: log 2 for bits; "e" stands for nats themselves.

    >>> nats_per_unit("e")
    1.0
    """
    if base == "e":
        return 1.0
    if isinstance(base, (str, bool)) or not isinstance(base, (int, float)) or not 1 < base < inf:
        raise OptionError(f'base must be a number above 1, or "e" for nats: got {base!r}.')
    return log(base)
