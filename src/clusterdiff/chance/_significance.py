"""significance: z-scores and p-values of measures under a null model."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from clusterdiff import calibration
from clusterdiff.chance._closed_forms import closed_moments, is_affine_in_pairs, pair_slope
from clusterdiff.chance._enumeration import enumerated, too_many_tables
from clusterdiff.chance._expected import z_score
from clusterdiff.chance._null_models import get_null_model
from clusterdiff.chance._random_tables import from_samples, sampled
from clusterdiff.chance._results import Alternative, Significance
from clusterdiff.chance._tails import (
    NOT_ACCURATE,
    Tails,
    exact_pair_counts,
    exceeding,
    pearson_tails,
    sampled_tail,
    tails_of_all,
    tails_of_moments,
)
from clusterdiff.checks import check_choice
from clusterdiff.errors import OptionError
from clusterdiff.labels import takes_clusterings
from clusterdiff.sampling import (
    LIMIT,
    RandomSource,
    Statistic,
    check_sampling,
    pair_batch,
    read_call,
)
from clusterdiff.summaries import Entropies, Overlaps, PairCounts

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.chance._null_models import NullModel
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.sampling import MeasureLike
    from clusterdiff.summaries import Summary
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

Method = Literal["auto", "enumeration", "pearson", "sampled"]
ALTERNATIVES: tuple[Alternative, ...] = get_args(Alternative)
METHODS: tuple[Method, ...] = get_args(Method)
# Cells of tables up to which measures of these summaries are computed for many tables at once.
_QUICK_CELLS: dict[tuple[type[Summary], ...], int] = {
    (PairCounts,): 1 << 16,
    (Entropies,): 1 << 16,
    (Overlaps,): 1 << 8,
}
_PAIRS = Statistic.of("mirkin")  # of integers, so that ties are exact


@takes_clusterings
def significance(
    *clusterings: Any,
    measure: MeasureLike,
    null: str | NullModel = "permutation",
    alternative: Alternative = "closer",
    method: Method = "auto",
    n_samples: int | None = None,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> Significance:
    """Test whether two clusterings agree more than random clusterings do.

    Parameters
    ----------
    {clusterings}
    measure : str, Measure or callable
        A name, a measure, or a function of two label arrays.
    null : str or NullModel, default="permutation"
        As in `expected`.
    alternative : {"closer", "farther", "greater", "less", "two-sided"}, default="closer"
        ``"closer"`` is better agreement than by chance for measures of both directions;
        ``"greater"`` and ``"less"`` refer to the value.
    method : {"auto", "enumeration", "pearson", "sampled"}, default="auto"
        ``"enumeration"`` is exact. ``"pearson"`` fits a Pearson III curve to the exact mean,
        standard deviation and skewness of the number of pairs together, and is refused where it
        is not accurate. ``"sampled"`` draws random tables. ``"auto"`` takes the first that is
        accurate.
    n_samples : int, optional
        Number of random tables. By default 999; for measures of pair counts, entropies and, on
        small tables, of overlaps up to 9999, until 100 tables are as extreme as the observed one.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is fresh entropy; `seed` of the result repeats it.
    {selection}

    Returns
    -------
    Significance
        The value, its mean and standard deviation by chance, and the p-value, which is never 0.

    Raises
    ------
    OptionError
        If an option is invalid, or the method does not apply.

    See Also
    --------
    clusterdiff.intervals.holm : Correct p-values for several tests.
    standardized_mutual_information : The z-score of the mutual information.

    Examples
    --------
    >>> significance([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], measure="ari")
    adjusted_rand: 1 against 0 by chance, z = 3, p = 0.1 (closer; permutation; enumeration)

    Correct the p-values of several clusterings:

    >>> from clusterdiff.intervals import holm
    >>> others = [1, 1, 1, 0, 0, 0], [0, 1, 0, 1, 0, 1]
    >>> found = [significance([0, 0, 0, 1, 1, 1], b, measure="ari") for b in others]
    >>> [round(p, 3) for p in holm(each.pvalue for each in found)]
    [0.2, 1.0]
    """
    if n_samples is not None:
        check_sampling(n_samples)
    check_choice("alternative", alternative, ALTERNATIVES)
    check_choice("method", method, METHODS)
    test = _Test(get_null_model(null), alternative, method, n_samples, RandomSource.of(rng))
    statistic, table = read_call(clusterings, measure, dict(options))
    return replace(test.run(statistic, table), assumed=table.notes)


@takes_clusterings
def standardized_mutual_information(
    *clusterings: Any,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> float | None:
    """Return the mutual information minus its mean by chance, in standard deviations.

    Parameters
    ----------
    {clusterings}
    rng : int, numpy.random.Generator or None, default=None
        Used only if the exact standard deviation would take too long.
    {selection}

    Returns
    -------
    float or None
        The standardized mutual information (Romano et al. 2014). None if the standard deviation
        is not determined.

    See Also
    --------
    significance : The p-value and the z-score of any measure.

    Examples
    --------
    >>> round(standardized_mutual_information([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]), 4)
    0.8165
    """
    source, model = RandomSource.of(rng), get_null_model("permutation")
    statistic, table = read_call(clusterings, "mutual_information", dict(options))
    exact = closed_moments(statistic, table, model)
    if exact is None:  # a single element
        return 0.0
    std = exact.std
    if std is None and table.n < LIMIT:
        values = sampled([statistic], table, model, calibration.PVALUE_SAMPLES, source)
        std = from_samples(statistic, table, values[:, 0], model, source).std
    return z_score(statistic.on(table), exact.mean, std)


class _Test:
    """The options of a test, and how its tails are found."""

    def __init__(
        self,
        model: NullModel,
        alternative: Alternative,
        method: Method,
        n_samples: int | None,
        source: RandomSource,
    ) -> None:
        self.model, self.alternative, self.method = model, alternative, method
        self.n_samples, self.source = n_samples, source

    def run(self, s: Statistic, table: Table) -> Significance:
        """Return the result for a statistic of a table."""
        if s.direction == "description" and self.alternative in {"closer", "farther"}:
            raise OptionError(
                f"{s.name} has no direction, so alternative={self.alternative!r} is undefined.",
                'alternative="two-sided"',
            )
        t = self._tails(s, table)
        value = s.on(table)
        low = 1.0 if t.low is None else t.low
        closer = s.orientation(s.best(table), t.mean) >= 0
        high_side = {"greater": True, "less": False, "closer": closer, "farther": not closer}
        p = min(1.0, 2 * min(t.high, low))
        if self.alternative != "two-sided":
            p = t.high if high_side[self.alternative] else low
        return Significance(
            measure=s.name,
            observed=value,
            expected=t.mean,
            std=t.std,
            z=z_score(value, t.mean, t.std),
            pvalue=max(float(p), sys.float_info.min),
            alternative=self.alternative,
            null=self.model.name,
            method=t.method,
            n_samples=t.n_samples,
            seed=self.source.seed if t.n_samples else None,
        )

    def _tails(self, s: Statistic, table: Table) -> Tails:
        """Return the tails by the first method that applies."""
        found = None
        if self.method in {"auto", "enumeration"}:
            found = self._exact(s, table)
            if found is None and self.method == "enumeration":
                raise too_many_tables()
        if found is None and self.method in {"auto", "pearson"}:
            found = self._pearson(s, table)
            if found is None and self.method == "pearson":
                raise OptionError(self._no_curve(s, table), 'method="auto"')
        if found is None and self.method == "auto" and table.n >= LIMIT:  # they are not drawn
            found = tails_of_moments(s, table, closed_moments(s, table, self.model))
        return found or self._sampled(s, table)

    def _exact(self, s: Statistic, table: Table) -> Tails | None:
        """Return the tails by enumerating all tables, or all classes of tables for pair counts."""
        ordered = self._ordered(s, table)
        few, many = calibration.ENUMERATED, calibration.ENUMERATED_ON_REQUEST
        found = enumerated([ordered], table, self.model, few if self.method == "auto" else many)
        if found is not None:
            values, shares = found
            return self._of(s, table, tails_of_all(ordered, table, values[:, 0], shares))
        m = ordered.measure
        if m is None or m.summaries != (PairCounts,) or not self.model.fixes_margins:
            return None
        pairs = exact_pair_counts(table)
        if pairs is None:
            return None
        p, (both, shares) = PairCounts.of(table), pairs
        fixed_a, fixed_b = np.full(len(both), p.in_a), np.full(len(both), p.in_b)
        values = m.values(pair_batch(both, fixed_a, fixed_b, p.total))
        return self._of(s, table, tails_of_all(ordered, table, values, shares))

    def _ordered(self, s: Statistic, table: Table) -> Statistic:
        """Return the statistic whose tails are used for s.

        For all measures that are affine in the number of pairs, this is the number of pairs,
        because differences between their values may be lost to rounding.
        """
        return s if self._slope(s, table) is None else _PAIRS

    def _of(self, s: Statistic, table: Table, t: Tails) -> Tails:
        """Return the tails of s from the tails of the statistic that orders tables as s does."""
        slope = self._slope(s, table)
        if slope == 0:
            t = t._replace(high=1.0, low=1.0)
        elif slope == 1 and t.low is not None:  # _PAIRS falls
            t = t._replace(high=t.low, low=t.high)
        exact = closed_moments(s, table, self.model)
        if exact is None:
            return t
        return t._replace(mean=exact.mean, std=t.std if exact.std is None else exact.std)

    def _slope(self, s: Statistic, table: Table) -> int | None:
        """Return the slope of a measure that is affine in the number of pairs; None for others."""
        m = s.measure
        if m is None or not self.model.fixes_margins or not is_affine_in_pairs(m):
            return None
        # Without moments, equal clusterings have a value apart from the others.
        return None if closed_moments(s, table, self.model) is None else pair_slope(m, table)

    def _no_curve(self, s: Statistic, table: Table) -> str:
        """Return why the curve is not used."""
        if self._slope(s, table) is None:
            return (
                f"{s.name} has no Pearson III curve under {self.model.name}: it is not a linear "
                "function of the number of pairs together."
            )
        return f"The Pearson III curve of {s.name} is not accurate here: {NOT_ACCURATE}."

    def _pearson(self, s: Statistic, table: Table) -> Tails | None:
        """Return the tails of m, which are the tails of every measure that is affine in m."""
        slope, found = self._slope(s, table), closed_moments(s, table, self.model)
        if slope is None or found is None or found.std is None:
            return None
        if found.std == 0:
            return Tails(found.mean, 0.0, 1.0, 1.0, "no other value is possible")
        tails = pearson_tails(table, self.model.sides(table))
        if tails is None:
            return None
        high, low = tails if slope > 0 else tails[::-1]
        less = "closer" if s.direction == "distance" else "farther"
        needs_low = self.alternative in {"less", "two-sided", less}
        needs_high = self.alternative in {"greater", "two-sided"} or not needs_low
        if (high is None and needs_high) or (low is None and needs_low):
            return None
        method = "Pearson III curve, moments exact"
        return Tails(found.mean, found.std, 1.0 if high is None else high, low, method)

    def _sampled(self, s: Statistic, table: Table) -> Tails:
        """Return the tails from N random tables, of which r are at least as extreme.

        Measures that are quick to compute get more tables, until enough are as extreme.
        """
        wanted = self._ordered(s, table)
        quick = self.n_samples is None and _is_quick(s, table)
        most = calibration.MAX_PVALUE_SAMPLES if quick else calibration.PVALUE_SAMPLES
        enough = partial(_exceed_enough, wanted, table) if quick else None
        drawn = sampled([wanted], table, self.model, self.n_samples or most, self.source, enough)
        values = drawn[:, 0]
        count, found = len(values), from_samples(wanted, table, values, self.model, self.source)
        high, low = (sampled_tail(r, count) for r in exceeding(wanted, table, values))
        method = f"Monte Carlo, {count:,} tables"
        return self._of(s, table, Tails(found.value, found.std, high, low, method, count))


def _is_quick(s: Statistic, table: Table) -> bool:
    cells = table.shape[0] * table.shape[1]
    most = _QUICK_CELLS.get(s.summaries, 0)
    return cells <= min(table.n, most)


def _exceed_enough(s: Statistic, table: Table, values: Floats) -> bool:
    """Return whether enough random tables are as extreme as the observed one."""
    if len(values) < calibration.PVALUE_SAMPLES:
        return False
    return min(exceeding(s, table, values[:, 0])) >= calibration.ENOUGH_EXCEEDING
