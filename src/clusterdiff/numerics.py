"""Entropies without cancellation, and their units."""

from __future__ import annotations

from math import inf, log
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def nats_per_unit(base: Any) -> float:
    """Return how many nats a unit of information has: log 2 for bits; "e" stands for nats.

    Examples
    --------
    >>> nats_per_unit("e")
    1.0
    """
    if base == "e":
        return 1.0
    if isinstance(base, (str, bool)) or not isinstance(base, (int, float)) or not 1 < base < inf:
        raise OptionError(f'base must be a number above 1, or "e" for nats: got {base!r}.')
    return log(base)


def entropy_terms(part: NDArray[np.int64], whole: NDArray[np.int64] | int) -> NDArray[np.float64]:
    """Return part · log(whole/part); log1p keeps the digits where part is nearly the whole."""
    terms: NDArray[np.float64] = np.log1p((whole - part) / part) * part
    return terms


def entropy(part: NDArray[np.int64], whole: NDArray[np.int64] | int, n: int) -> float:
    """Return Σ part/n · log(whole/part) in nats.

    np.sum is used instead of np.dot, whose summation order depends on the number of threads.

    Examples
    --------
    >>> entropy(np.array([1, 1]), 2, 2)
    0.6931471805599453
    """
    return float(np.sum(entropy_terms(part, whole)) / n)
