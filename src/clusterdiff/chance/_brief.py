"""What `compare` says of chance: several measures of one table in brief."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from clusterdiff.chance._expected import adjust, expect
from clusterdiff.chance._interval import intervals
from clusterdiff.chance._sample import check_sampling
from clusterdiff.chance._significance import z_score
from clusterdiff.chance._subject import Subject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.measures import Measure
    from clusterdiff.table import Table

_SAMPLES, _TOLERANCE = 1000, 0.005
_RESAMPLES, _LEVEL = 200, 0.95


class Brief(NamedTuple):
    """One measure against chance."""

    expected: float
    adjusted: float | None  # None for a description, which has no best value
    z: float
    interval: tuple[float, float]
    error: float  # standard error of the expectation; 0 where it is exact
    samples: int  # random tables behind it, or behind z; 0 where both are exact


def in_brief(measures: Sequence[Measure], table: Table, null: str = "permutation", seed: int = 0) -> list[Brief]:
    """Expectation, adjusted value, z and 95 % interval of each measure, from the same tables."""
    check_sampling(_SAMPLES, seed)
    wanted = [Subject.of(m) for m in measures]
    found = expect(wanted, table, null, "auto", _SAMPLES, _TOLERANCE, seed)
    spans = intervals(wanted, table, _LEVEL, "auto", "normal", _RESAMPLES, seed)
    out = []
    for s, e, span in zip(wanted, found, spans, strict=True):
        value = None if s.best(table) is None else adjust(s, table, e).value
        out.append(Brief(e.value, value, z_score(span.value, e.value, e.std), (span.low, span.high), e.error, e.samples))
    return out
