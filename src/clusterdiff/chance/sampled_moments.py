"""Mean and standard deviation of the values of random tables, and what they do not determine."""

from __future__ import annotations

from math import isfinite, sqrt
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.chance.results import Expected
from clusterdiff.chance.sampling import moments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.chance.null_models import NullModel
    from clusterdiff.chance.sampling import RandomSource
    from clusterdiff.chance.statistic import Statistic
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

_EVENTS = 20  # tables off the most common value that a standard deviation needs


def from_samples(
    statistic: Statistic, table: Table, values: Floats, model: NullModel, source: RandomSource
) -> Expected:
    """Return mean and standard deviation of sampled values, and what they do not determine.

    If few tables differ from the most common value, the other values are too rare to estimate the
    standard deviation. The error of the mean is then about the effect of one such table: the
    distance from the mean to the observed (or best) value, or to a bound if these equal the mean,
    divided by the number of tables.
    """
    count = len(values)
    slack = statistic.rounding(table, values)
    mean, std = moments(values, slack)
    ends = statistic.on(table), statistic.best(table)
    bounds = statistic.bounds(table)
    error = error_of_mean(values, std, slack, ends) or error_of_mean(values, std, slack, bounds)
    differing = _differing(values, slack)
    note = None
    if differing < _EVENTS and isfinite(mean):
        same = "all" if differing == 0 else f"{count - differing:,} of"
        note = f"the spread is not determined: {same} {count:,} random tables gave the same value"
    return Expected(
        measure=statistic.name,
        value=mean,
        std=None if note else std,
        error=error,
        method="sampling",
        null=model.name,
        samples=count,
        seed=source.seed,
        note=note,
    )


def error_of_mean(
    values: Floats, std: float, slack: float, ends: tuple[float | None, ...]
) -> float:
    """Return the standard error of a mean; if few tables differ, at least the effect of one."""
    error, mean = std / sqrt(len(values)), float(values[0])
    if _differing(values, slack) >= _EVENTS or not isfinite(std):
        return error
    distances = (abs(x - mean) for x in ends if x is not None and isfinite(x))
    return max(error, max(distances, default=0.0) / len(values))


def _differing(values: Floats, slack: float) -> int:
    """Return how many values differ from the most common one by more than rounding."""
    distinct, counts = np.unique(values, return_counts=True)
    common = distinct[np.argmax(counts)]
    others = values[values != common]
    return int(np.sum(np.abs(others - common) > slack))
