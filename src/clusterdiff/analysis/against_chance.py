"""What analysis asks of `chance`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterdiff.chance import expected, interval
from clusterdiff.chance._brief import in_brief

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.measures import Measure
    from clusterdiff.table import Table


@dataclass(frozen=True, slots=True)
class ChanceSummary:
    """One measure against chance."""

    expected: float
    adjusted: float | None
    z: float | None
    interval: tuple[float, float] | None
    error: float = 0.0
    samples: int = 0


def summarize(table: Table, measures: Sequence[Measure], null_model: str, rng: Any) -> list[ChanceSummary]:
    """Return what chance gives for several measures, from the same random tables."""
    return [ChanceSummary(*brief) for brief in in_brief(measures, table, null_model, rng or 0)]


def expected_by_chance(table: Table, measure: Measure, rng: Any) -> tuple[float | None, float]:
    """Return the mean of a measure by chance and its standard error."""
    found = expected(measure, table, seed=rng or 0)
    return float(found.value), float(found.error)


def interval_of(table: Table, measure: Measure, rng: Any) -> tuple[float, float] | None:
    """Return a 95 % confidence interval, or None if there is no valid one."""
    found = interval(measure, table, seed=rng or 0)
    return float(found.low), float(found.high)
