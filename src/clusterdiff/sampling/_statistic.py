"""Statistic: one wrapper for a measure of the catalogue, a user's own, or a plain function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import as_number
from clusterdiff.covers import KindTable, table_of_any_kind, table_type_of
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import table_of
from clusterdiff.measures import Measure, resolve
from clusterdiff.summaries import Overlaps, PairCounts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from clusterdiff.measures._record import Direction
    from clusterdiff.summaries import Summary
    from clusterdiff.table import Table

# Relative rounding errors of plain functions, and of measures that are computed from integers and
# from sums of ratios; in the others, entropies may cancel.
_ROUNDING: dict[tuple[type[Summary], ...], float] = {
    (): 1e-9,
    (PairCounts,): 1e-15,
    (Overlaps,): 1e-13,
}
_ROUNDING_OF_OTHERS = 1e-11
_OF_DIFFERENCES = 1e-15  # of distances close to 0 that are computed as 1 - similarity

MeasureLike = str | Measure | Callable[[Any, Any], float]


@dataclass(frozen=True, slots=True, eq=False)
class Statistic:
    """A number computed from a table; `measure` is None for a function of two label arrays."""

    name: str
    on: Callable[[Table], float]
    best: Callable[[Table], float | None]
    direction: Direction | None  # None: not known
    measure: Measure | None = None

    @classmethod
    def of(cls, measure: Any) -> Statistic:
        """Return the statistic of a name, a measure or a function."""
        if isinstance(measure, (str, Measure)):
            found = resolve(measure)
            if not found:
                raise OptionError("measure must name a measure.")
            if len(found) > 1:
                raise _several(str(measure), str(len(found)))
            return cls.of_measure(found[0])
        if isinstance(measure, (list, tuple, set, frozenset)) and measure:
            raise _several([getattr(m, "name", m) for m in measure], "a list")
        if not _takes_two(measure):
            raise OptionError(
                "measure must be a name, a Measure or a function of two label arrays, "
                f"got {type(measure).__name__}."
            )
        return _of_function(measure)

    @classmethod
    def of_measure(cls, m: Measure) -> Statistic:
        """Return the statistic of a measure."""
        return cls(m.name, m.on, m.best_on, m.direction, m)

    @property
    def summaries(self) -> tuple[type[Summary], ...]:
        """The summaries that the formula takes; empty for a plain function."""
        return self.measure.summaries if self.measure else ()

    def bounds(self, table: Table) -> tuple[float, float]:
        """Return the range of values on tables with these cluster sizes."""
        return self.measure.bounds_on(table) if self.measure else (-float("inf"), float("inf"))

    def rounding(self, table: Table, values: NDArray[np.float64]) -> float:
        """Return the largest difference between values of tables that may be due to rounding."""
        best = self.best(table) or 0.0
        known = np.abs([self.on(table), best, values.min(), values.max()])
        relative = _ROUNDING.get(self.summaries, _ROUNDING_OF_OTHERS)
        largest = float(np.max(known[np.isfinite(known)], initial=0.0))
        exact = self.summaries == (PairCounts,) or abs(best) > _OF_DIFFERENCES
        return relative * largest if exact else max(relative * largest, _OF_DIFFERENCES)

    def fixed_bounds(self) -> tuple[float, float]:
        """Return the part of the range of values that is the same for all tables."""
        low, high = self.measure.bounds if self.measure else (None, None)
        return (
            -float("inf") if low is None or callable(low) else float(low),
            float("inf") if high is None or callable(high) else float(high),
        )

    def has_fixed_best(self) -> bool:
        """Return whether equal clusterings of all sizes have the same value, as far as is known."""
        return self.measure is None or not (
            self.measure.best is None or callable(self.measure.best)
        )

    def orientation(self, best: float | None, chance: float) -> int:
        """Return 1 if larger values are closer, -1 if smaller ones are, 0 without a direction."""
        if self.direction == "description" or best is None:
            return 0
        if self.direction is not None:
            return 1 if self.direction == "similarity" else -1
        return int(np.sign(best - chance))


def _takes_two(measure: Any) -> bool:
    """Return whether the function can be called with two arguments, judging by its signature."""
    if not callable(measure):
        return False
    try:
        signature(measure).bind(None, None)
    except TypeError:
        return False
    except ValueError:  # compiled functions may have no signature
        pass
    return True


def _of_function(function: Callable[[Any, Any], float]) -> Statistic:
    """Return a function of labels, called with labels written out from the table."""
    name = getattr(function, "__name__", "function")

    def called(rows: Any, cols: Any) -> float:
        number = as_number(name, function(rows, cols))
        if not isfinite(number):
            raise InputError(f"{name} must return a finite number, got {number!r}.")
        return number

    def on(table: Table | KindTable) -> float:
        if isinstance(table, KindTable):
            return called(table.a, table.b)
        return called(np.repeat(table.rows, table.counts), np.repeat(table.cols, table.counts))

    def best(table: Table | KindTable) -> float:
        if isinstance(table, KindTable):
            return called(table.a, table.a)
        labels = np.repeat(table.rows, table.counts)
        return called(labels, labels)

    return Statistic(name, on, best, None)


def _several(given: str | list[Any], shown: str) -> OptionError:
    """Return the error for several measures where one is needed."""
    named = isinstance(given, str) or all(isinstance(each, str) for each in given)
    return OptionError(
        f"measure must be a single measure, got {shown}.",
        f"compare(a, b, measures={given if named else ['ari', 'vi']!r}, chance=True)",
    )


def read_call(
    clusterings: tuple[Any, ...], measure: Any, options: Mapping[str, Any]
) -> tuple[Statistic, Table]:
    """Return the statistic asked for, and the table of two clusterings of any kind."""
    statistic = Statistic.of(measure)
    if statistic.measure is None:
        return statistic, table_of_any_kind(clusterings, options)
    chosen = statistic.measure.for_kind(table_type_of(clusterings))
    of_kind = issubclass(chosen.table_type, KindTable)
    read = chosen.read if of_kind else table_of
    return Statistic.of_measure(chosen), read(clusterings, options)
