"""summarize: several measures of one table against chance, as `compare` shows them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clusterdiff import calibration
from clusterdiff.chance._closed_forms import closed_moments
from clusterdiff.chance._expected import adjust, means_by_chance, z_score
from clusterdiff.chance._null_models import get_null_model
from clusterdiff.chance._results import ChanceSummary, Expected
from clusterdiff.covers import KindTable, table_of_any_kind
from clusterdiff.intervals._interval import LEVEL, intervals_of
from clusterdiff.intervals._validity import of_pairs, too_few
from clusterdiff.measures import resolve
from clusterdiff.sampling import (
    LIMIT,
    TOO_LARGE,
    RandomSource,
    Statistic,
    cost_of_drawing,
    cost_of_value,
)
from clusterdiff.summaries import Entropies

if TYPE_CHECKING:
    import numpy as np

    from clusterdiff.chance._null_models import NullModel
    from clusterdiff.intervals._results import Interval
    from clusterdiff.table import Table

_TOO_SLOW = "random tables of this size take too many operations"


def summarize(
    table: Table,
    *,
    measures: Any = "default",
    null: str | NullModel = "permutation",
    rng: int | np.random.Generator | None = None,
) -> list[ChanceSummary]:
    """Return mean by chance, adjusted value, z-score and 95 % interval of several measures.

    Parameters
    ----------
    table : Table
        The table of two clusterings.
    measures : str, Measure or list of these, default="default"
        The measures, as in `compare`.
    null : str or NullModel, default="permutation"
        As in `expected`.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is fresh entropy.

    Returns
    -------
    list of ChanceSummary
        One entry per measure. A number that is not determined or not valid is None, and a note
        gives the reason.

    See Also
    --------
    clusterdiff.compare : The same for two clusterings, with ``chance=True``.
    expected : The mean and the standard deviation by chance.
    interval : The confidence interval.

    Notes
    -----
    The number of random tables, at most 1,000, follows from the operations that they take, counted
    from the size of the table. If there would be fewer than 5, the most expensive measures are not
    sampled, and a note says so.

    Examples
    --------
    >>> from clusterdiff import Table
    >>> table = Table.from_labels([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    >>> found = summarize(table, measures=["rand"])[0]
    >>> round(found.expected, 2), round(found.adjusted, 4), found.notes
    (0.56, 0.2424, ('no interval: fewer than 20 elements',))
    """
    table = table_of_any_kind((table,), {})
    model, source = get_null_model(null), RandomSource.of(rng)
    statistics = [
        Statistic.of_measure(m.for_kind(type(table))) for m in resolve(measures, type(table))
    ]
    plan = _Effort(table, model, source)
    means = plan.means(statistics)
    spans = plan.intervals(statistics)
    return [_summary(s, table, means[i], spans[i]) for i, s in enumerate(statistics)]


class _Effort:
    """How many tables are drawn, and for which statistics, by the operations that they take."""

    def __init__(self, table: Table, model: NullModel, source: RandomSource) -> None:
        self.table, self.model, self.source = table, model, source
        self.drawing = cost_of_drawing(table)

    def means(self, statistics: list[Statistic]) -> list[Expected | str]:
        """Return the mean by chance of each statistic, or why it is not determined.

        Statistics that need random tables share them. Those that take more operations than the
        others are dropped, the most expensive first, until enough tables can be drawn for the rest.
        """
        out: dict[int, Expected | str] = {}
        cost: dict[int, float] = {}
        for i, s in enumerate(statistics):
            closed = closed_moments(s, self.table, self.model)
            if closed is not None:
                note = TOO_LARGE if self.table.n >= LIMIT and closed.std is None else None
                out[i] = Expected(s.name, *closed, 0.0, "closed form", self.model.name, note=note)
            if (closed is None or closed.std is None) and self.table.n < LIMIT:
                cost[i] = cost_of_value(s, self.table)
            elif closed is None:
                out[i] = TOO_LARGE
        rest = sorted(cost, key=lambda i: cost[i])
        while rest and self._tables(rest, cost) < calibration.MIN_SUMMARY_SAMPLES:
            last = rest.pop()
            known = out.get(last)
            out[last] = replace(known, note=_TOO_SLOW) if isinstance(known, Expected) else _TOO_SLOW
        if rest:
            rest.sort()
            found = means_by_chance(
                [statistics[i] for i in rest],
                self.table,
                self.model,
                self.source,
                n_samples=self._tables(rest, cost),
                tolerance=calibration.SUMMARY_TOLERANCE,
            )
            out |= dict(zip(rest, found, strict=True))
        return [out[i] for i in range(len(statistics))]

    def _tables(self, chosen: list[int], cost: dict[int, float]) -> int:
        """Return how many random tables can be drawn for these statistics."""
        each = self.drawing + sum(cost[i] for i in chosen)
        return min(calibration.SUMMARY_SAMPLES, int(calibration.SUMMARY_OPERATIONS / each))

    def intervals(self, statistics: list[Statistic]) -> list[Interval | str]:
        """Return the interval of each statistic, or why there is none."""
        if isinstance(self.table, KindTable):
            kind = self.table.clustering.__kind__
            return [f"intervals are computed for partitions, not for a {kind}"] * len(statistics)
        out: dict[int, Interval | str] = {}
        for i, s in enumerate(statistics):
            quick = of_pairs(s) or Entropies in s.summaries
            if not quick and too_few(s, self.table) is None:
                cost = cost_of_value(s, self.table, self.table.nnz)
                cost += calibration.COST_OF_CELL * self.table.nnz
                if cost * calibration.MIN_POPULATIONS > calibration.SUMMARY_OPERATIONS / 2:
                    out[i] = _TOO_SLOW
        rest = [i for i in range(len(statistics)) if i not in out]
        chosen = [statistics[i] for i in rest]
        found = intervals_of(chosen, self.table, LEVEL, calibration.POPULATIONS, self.source)
        out |= dict(zip(rest, found, strict=True))
        return [out[i] for i in range(len(statistics))]


def _summary(
    s: Statistic, table: Table, mean: Expected | str, span: Interval | str
) -> ChanceSummary:
    notes = []
    limits = conservative = None
    drawn = [each for each in (mean, span) if not isinstance(each, str) and each.n_samples]
    seed = drawn[0].seed if drawn else None
    if isinstance(span, str) or span.low is None or span.high is None:
        notes.append(f"no interval: {span if isinstance(span, str) else span.reason}")
    else:
        limits, conservative = (span.low, span.high), span.conservative
    if isinstance(mean, str):
        notes.insert(0, f"chance is not determined: {mean}")
        return ChanceSummary(
            s.name, None, None, None, limits, None, 0, seed, tuple(notes), conservative
        )
    score = None if s.best(table) is None else adjust(s, table, mean)
    if score is not None and score.by_convention:
        notes.insert(0, f"adjusted by convention: {score.by_convention}")
    if mean.note:
        notes.insert(0, mean.note)
    return ChanceSummary(
        measure=s.name,
        expected=mean.value,
        adjusted=None if score is None else score.value,
        z=z_score(s.on(table), mean.value, mean.std),
        interval=limits,
        error=mean.error,
        n_samples=mean.n_samples,
        seed=seed,
        notes=tuple(notes),
        conservative=conservative,
    )
