"""summarize: several measures of one table against chance, as `compare` shows them."""

from __future__ import annotations

from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import calibration
from clusterdiff.chance._closed_forms import closed_moments
from clusterdiff.chance._expected import adjust, means_by_chance, z_score
from clusterdiff.chance._null_models import get_null_model
from clusterdiff.chance._random_tables import is_dense, shuffled
from clusterdiff.chance._results import ChanceSummary, Expected
from clusterdiff.intervals._interval import LEVEL, intervals_of
from clusterdiff.intervals._validity import of_pairs, too_few
from clusterdiff.io import table_of
from clusterdiff.measures import resolve
from clusterdiff.sampling import LIMIT, TOO_LARGE, RandomSource, Statistic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.chance._closed_forms import Moments
    from clusterdiff.chance._null_models import NullModel
    from clusterdiff.intervals._results import Interval
    from clusterdiff.table import Table

    Ints = NDArray[np.int64]

_PART = 16
_TOO_SLOW = "random tables of this size take too long"


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
    For tables of more than 200,000 elements, fewer random tables are drawn, at least 20. A measure
    that would need more than two seconds for them is not sampled, and a note says so. None is
    sampled if there are more than a million elements and most pairs of clusters share none.

    Examples
    --------
    >>> from clusterdiff import Table
    >>> table = Table.from_labels([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2])
    >>> found = summarize(table, measures=["rand"])[0]
    >>> round(found.expected, 2), round(found.adjusted, 4), found.notes
    (0.56, 0.2424, ('no interval: fewer than 20 elements',))
    """
    table = table_of((table,), {})
    model, source = get_null_model(null), RandomSource.of(rng)
    statistics = [Statistic.of_measure(m) for m in resolve(measures)]
    plan = _Effort(table, model, source)
    means = plan.means(statistics)
    spans = plan.intervals(statistics)
    return [_summary(s, table, means[i], spans[i]) for i, s in enumerate(statistics)]


class _Effort:
    """How many tables are drawn, and for which statistics."""

    def __init__(self, table: Table, model: NullModel, source: RandomSource) -> None:
        self.table, self.model, self.source = table, model, source
        size = max(table.n, table.nnz)
        self.large = size > calibration.LARGE_TABLE
        share = min(1.0, calibration.LARGE_TABLE / size) ** 2
        self.n_samples = max(
            calibration.MIN_SUMMARY_SAMPLES, round(calibration.SUMMARY_SAMPLES * share)
        )
        self.halves = max(
            calibration.MIN_SUMMARY_SAMPLES, round(calibration.SUMMARY_HALF_SAMPLES * share)
        )
        sparse = not is_dense(table.row_sizes, table.col_sizes, table.n)
        self.huge = sparse and size > calibration.MAX_SHUFFLED
        self._small: Table | None = None

    def seconds(self, s: Statistic) -> float:
        """Return an estimate of the time of the statistic on a random table, if tables are large.

        The time is measured on a table of the first clusters with a sixteenth of the elements.
        """
        if not self.large or self.table.n >= LIMIT:
            return 0.0
        if self.huge:
            return float("inf")
        if self._small is None:
            sizes = self.model.sides(self.table)
            random = self.source.block(0, 3)
            part = self.table.n // _PART
            rows, cols = (_first(side.sizes(random), part) for side in sizes)
            self._small = shuffled(rows, cols, random)
        seconds = []
        for _ in range(2):  # the first call may load a library
            start = process_time()
            s.on(replace(self._small))
            seconds.append(process_time() - start)
        return _PART * min(seconds)

    def means(self, statistics: list[Statistic]) -> list[Expected | str]:
        """Return the mean by chance of each statistic, or why it is not determined."""
        out: dict[int, Expected | str] = {}
        for i, s in enumerate(statistics):
            closed = closed_moments(s, self.table, self.model)
            slow = (
                self.seconds(s) * self.n_samples > calibration.SUMMARY_SECONDS
                if not _complete(closed)
                else False
            )
            if closed is not None and (slow or self.table.n >= LIMIT):
                note = None if closed.std is not None else _TOO_SLOW if slow else TOO_LARGE
                out[i] = Expected(s.name, *closed, 0.0, "closed form", self.model.name, note=note)
            elif closed is None and (slow or self.table.n >= LIMIT):
                out[i] = _TOO_SLOW if slow else TOO_LARGE
        rest = [i for i in range(len(statistics)) if i not in out]
        chosen = [statistics[i] for i in rest]
        if chosen:
            found = means_by_chance(
                chosen,
                self.table,
                self.model,
                self.source,
                n_samples=self.n_samples,
                tolerance=calibration.SUMMARY_TOLERANCE,
            )
            out |= dict(zip(rest, found, strict=True))
        return [out[i] for i in range(len(statistics))]

    def intervals(self, statistics: list[Statistic]) -> list[Interval | str]:
        """Return the interval of each statistic, or why there is none."""
        slow = [
            not of_pairs(s)
            and too_few(s, self.table) is None
            and 2 * self.halves * self.seconds(s) > calibration.SUMMARY_SECONDS
            for s in statistics
        ]
        chosen = [s for s, long in zip(statistics, slow, strict=True) if not long]
        found = iter(intervals_of(chosen, self.table, LEVEL, self.halves, self.source))
        return [_TOO_SLOW if long else next(found) for long in slow]


def _first(sizes: Ints, n: int) -> Ints:
    """Return the first clusters, cut so that they have n elements."""
    ends = np.minimum(np.cumsum(sizes), n)
    cut = np.diff(ends, prepend=0)
    return cut[cut > 0]


def _complete(moments: Moments | None) -> bool:
    return moments is not None and moments.std is not None


def _summary(
    s: Statistic, table: Table, mean: Expected | str, span: Interval | str
) -> ChanceSummary:
    notes = []
    limits = None
    drawn = [each for each in (mean, span) if not isinstance(each, str) and each.n_samples]
    seed = drawn[0].seed if drawn else None
    if isinstance(span, str) or span.low is None or span.high is None:
        notes.append(f"no interval: {span if isinstance(span, str) else span.reason}")
    else:
        limits = span.low, span.high
    if isinstance(mean, str):
        notes.insert(0, f"chance is not determined: {mean}")
        return ChanceSummary(s.name, None, None, None, limits, None, 0, seed, tuple(notes))
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
    )
