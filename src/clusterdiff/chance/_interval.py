"""interval: how much of a value is due to which elements happened to be there."""

from __future__ import annotations

from math import isfinite
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from clusterdiff.chance._resample import Resampled
from clusterdiff.chance._results import Interval
from clusterdiff.chance._sample import check_sampling
from clusterdiff.chance._subject import Asked, Subject, subjects
from clusterdiff.errors import InputError, OptionError
from clusterdiff.summaries import Entropies, PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

METHODS = ("auto", "bootstrap", "jackknife")
_FEW = 500  # cells up to which the jackknife is no more work than the bootstrap, whatever the measure
_SOME = 4000  # and for entropies, which are found for many tables at once
KINDS = ("normal", "bca", "percentile")
_NORMAL = NormalDist()


@overload
def interval(measure: Asked, a: Any, b: Any = None, /, **options: Any) -> Interval: ...
@overload
def interval(measure: Iterable[Asked], a: Any, b: Any = None, /, **options: Any) -> tuple[Interval, ...]: ...
def interval(
    measure: Any, a: Any, b: Any = None, /, *, level: float = 0.95, method: str = "auto", kind: str = "normal",
    samples: int = 1000, seed: int = 0, **policy: Any,
) -> Any:  # fmt: skip
    """A confidence interval for the value on all elements, of which these are a random sample.

    `method` is "jackknife", which leaves out each element in turn (cell by cell: the elements of a cell are alike) and
    corrects for bias; "bootstrap", which draws tables of n elements from the cells; or "auto", the jackknife for pair counts and for
    tables of up to 500 cells (4000 for entropies). `kind` of bootstrap is "normal" (value ± z standard errors), "bca" (percentiles corrected for bias
    and skew) or "percentile". A list of measures gives a tuple, from the same tables.

    >>> interval("ari", [0] * 20 + [1] * 20, [0] * 18 + [1] * 22, method="jackknife")
    adjusted_rand: 0.8051, 95 % [0.5458, 1] (jackknife)
    """
    check_sampling(samples, seed)
    check_level(level)
    for name, chosen, known in (("method", method, METHODS), ("kind", kind, KINDS)):
        if chosen not in known:
            raise OptionError(f"{name} must be one of {', '.join(known)}: got {chosen!r}.")
    wanted, several = subjects(measure)
    found = intervals(wanted, Table.of(a, b, policy), level, method, kind, samples, seed)
    return tuple(found) if several else found[0]


def check_level(level: float) -> None:
    """Refuse what is no level of confidence."""
    if not 0 < level < 1:
        raise OptionError(f"level must lie between 0 and 1: got {level!r}.", "level=0.95")


def intervals(wanted: list[Subject], table: Table, level: float, method: str, kind: str, samples: int, seed: int) -> list[Interval]:
    """The intervals of several subjects."""
    cells = Resampled(table)
    by_jackknife = [method == "jackknife" or (method == "auto" and table.n > 1 and _quick(s, table)) for s in wanted]
    others = [s for s, direct in zip(wanted, by_jackknife, strict=True) if not direct]
    drawn = iter(cells.bootstrap(others, samples, seed).T if others else ())
    return [
        _jackknife(s, cells, level) if direct else _bootstrap(s, cells, next(drawn), level, kind, seed)
        for s, direct in zip(wanted, by_jackknife, strict=True)
    ]


def _quick(subject: Subject, table: Table) -> bool:
    eaten = subject.measure.summaries if subject.measure else ()
    return eaten == (PairCounts,) or table.nnz <= (_SOME if eaten == (Entropies,) else _FEW)


def _bootstrap(subject: Subject, cells: Resampled, values: Floats, level: float, kind: str, seed: int) -> Interval:
    value = subject.on(cells.table)
    std = float(values.std(ddof=1)) if np.isfinite(values).all() else float("inf")
    if kind == "normal":
        low, high = _normal(subject, cells.table, value, std, level)
    else:
        low, high = quantiles(values, value, level, cells.acceleration(subject, seed) if kind == "bca" else None)
    return Interval(subject.name, value, low, high, level, std, f"bootstrap, {kind}", len(values), seed)


def _jackknife(subject: Subject, cells: Resampled, level: float) -> Interval:
    """Variance (n-1)/n·Σ (θ₋ - mean θ₋)² and bias (n-1)·(mean θ₋ - θ), over the values θ₋ without one element."""
    table, n = cells.table, cells.table.n
    if n < 2:  # noqa: PLR2004
        raise InputError("the jackknife must have two elements or more: got one.")
    value, without = subject.on(table), cells.left_out(subject)
    mean = float(np.sum(table.counts / n * without))
    std = float(np.sum(table.counts / n * (without - mean) ** 2) * (n - 1)) ** 0.5
    bias = (n - 1) * float(np.sum(table.counts / n * (without - value)))
    return Interval(subject.name, value, *_normal(subject, table, value - bias, std, level), level, std, "jackknife")


def _normal(subject: Subject, table: Table, centre: float, std: float, level: float) -> tuple[float, float]:
    """The centre ± z standard errors, within the measure's bounds."""
    reach = _NORMAL.inv_cdf((1 + level) / 2) * std
    low, high = _bounds(subject, table)
    return min(max(low, centre - reach), high), max(low, min(high, centre + reach))


def _bounds(subject: Subject, table: Table) -> tuple[float, float]:
    return subject.measure.bounds_on(table) if subject.measure else (-float("inf"), float("inf"))


def quantiles(values: Floats, value: float, level: float, acceleration: float | None) -> tuple[float, float]:
    """The percentile interval, or with an acceleration the BCa interval (Efron 1987)."""
    tails = [(1 - level) / 2, (1 + level) / 2]
    if acceleration is not None:
        slack = 1e-12 * max(1.0, abs(value)) if isfinite(value) else 0.0
        below = float(np.mean(values < value - slack) + np.mean((values >= value - slack) & (values <= value + slack)) / 2)
        edge = 0.5 / len(values)
        bias = _NORMAL.inv_cdf(min(max(below, edge), 1 - edge))
        shifted = [bias + _NORMAL.inv_cdf(tail) for tail in tails]
        tails = [_NORMAL.cdf(bias + x / max(1 - acceleration * x, 1e-6)) for x in shifted]
    low, high = np.quantile(values, tails, method="inverted_cdf")
    return float(low), float(high)
