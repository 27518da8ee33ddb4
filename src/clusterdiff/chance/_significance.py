"""significance: z-scores and p-values of measures under a null model."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from clusterdiff import calibration
from clusterdiff.chance._closed_forms import (
    closed_moments,
    information_slope,
    is_affine_in_pairs,
    pair_slope,
)
from clusterdiff.chance._enumeration import enumerated, too_many_tables
from clusterdiff.chance._expected import z_score
from clusterdiff.chance._null_models import get_null_model
from clusterdiff.chance._random_tables import from_samples, sampled
from clusterdiff.chance._results import Alternative, Significance
from clusterdiff.chance._tails import (
    Tails,
    as_extreme,
    exact_pair_counts,
    limits_of_pairs,
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
    cost_of_drawing,
    cost_of_value,
    pair_batch,
    read_call,
)
from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.chance._null_models import NullModel
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.sampling import MeasureLike
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

Method = Literal["auto", "enumeration", "bound", "sampled"]
ALTERNATIVES: tuple[Alternative, ...] = get_args(Alternative)
METHODS: tuple[Method, ...] = get_args(Method)
_PAIRS = Statistic.of("mirkin")  # of integers, so that ties are exact; falls with the pairs
_INFORMATION = Statistic.of("mutual_information")


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
        ``"greater"`` and ``"less"`` refer to the value. The p-value of ``"two-sided"`` is twice
        the smaller of the p-values of ``"greater"`` and ``"less"``, and at most 1.
    method : {"auto", "enumeration", "bound", "sampled"}, default="auto"
        ``"enumeration"`` is exact. ``"sampled"`` draws random tables. ``"bound"`` is a proved upper
        limit of the p-value, from exact moments. ``"auto"`` enumerates if there are few tables; it
        takes the bound if that is at most the least p-value that random tables can give, 1/(N +
        1); otherwise it draws them.
    n_samples : int, optional
        Number N of random tables. By default between 999 and 9,999, by a count of the operations
        that a table takes; drawing stops when 100 tables are as extreme as the observed one.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is fresh entropy; `seed` of the result repeats it.
    {selection}

    Returns
    -------
    Significance
        The value, its mean and standard deviation by chance, and the p-value, which is never 0;
        `kind` says whether it is exact, a Monte Carlo p-value or an upper bound.

    Raises
    ------
    OptionError
        If an option is invalid, or the method does not apply.

    See Also
    --------
    clusterdiff.intervals.holm : Correct p-values for several tests.
    standardized_mutual_information : The z-score of the mutual information.

    Notes
    -----
    With r of N random tables at least as extreme as the observed one, the Monte Carlo p-value is
    (r + 1)/(N + 1) (Phipson and Smyth 2010). If drawing stops at the table with which 100 are as
    extreme, N is the number of tables before it, and p = 100/(N + 1) (Besag and Clifford 1991).
    Bounds are Cantelli's inequality, P(X ≥ μ + zσ) ≤ 1/(1 + z²), for measures with an exact mean
    and standard deviation; and for the number of pairs together, Markov's inequality for its exact
    moments up to order 8.

    Examples
    --------
    >>> significance([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], measure="ari")
    adjusted_rand: 1 against 0 by chance, z = 3, p = 0.1 (closer; permutation; enumeration)

    Two hundred clusters of two elements:

    >>> pairs = [i // 2 for i in range(400)]
    >>> found = significance(pairs, pairs, measure="ari")
    >>> found.kind, found.pvalue < 1e-15
    ('bound', True)

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
        closer = s.orientation(s.best(table), t.mean) >= 0
        high_side = {"greater": True, "less": False, "closer": closer, "farther": not closer}
        high = high_side.get(self.alternative, t.high <= t.low)
        p, count = (t.high, t.n_high) if high else (t.low, t.n_low)
        if self.alternative == "two-sided":
            p = min(1.0, 2 * p)
        return Significance(
            measure=s.name,
            observed=value,
            expected=t.mean,
            std=t.std,
            z=z_score(value, t.mean, t.std),
            pvalue=max(float(p), sys.float_info.min),
            alternative=self.alternative,
            null=self.model.name,
            kind=t.kind,
            method=f"Monte Carlo, {count:,} tables" if count else t.method,
            n_samples=count,
            seed=self.source.seed if count else None,
        )

    def _tails(self, s: Statistic, table: Table) -> Tails:
        """Return the tails by the first method that applies."""
        found = None
        if self.method in {"auto", "enumeration"}:
            found = self._exact(s, table)
            if found is None and self.method == "enumeration":
                raise too_many_tables()
        if found is None and self.method in {"auto", "bound"}:
            found = self._bound(s, table)
            if found is None and self.method == "bound":
                raise OptionError(
                    f"The mean of {s.name} under {self.model.name} is not known exactly.",
                    'method="auto"',
                )
        return found or self._sampled(s, table)

    def _exact(self, s: Statistic, table: Table) -> Tails | None:
        """Return the tails by enumerating all tables, or all classes of tables for pair counts."""
        ordered, sign = self._ordered(s, table)
        if ordered is _INFORMATION:  # it may be too small for its rounding errors
            ordered, sign = s, 1
        few, many = calibration.ENUMERATED, calibration.ENUMERATED_ON_REQUEST
        found = enumerated([ordered], table, self.model, few if self.method == "auto" else many)
        if found is not None:
            values, shares = found
            return self._of(s, table, tails_of_all(ordered, table, values[:, 0], shares), sign)
        m = ordered.measure
        if m is None or m.summaries != (PairCounts,) or not self.model.fixes_margins:
            return None
        pairs = exact_pair_counts(table)
        if pairs is None:
            return None
        p, (both, shares) = PairCounts.of(table), pairs
        fixed_a, fixed_b = np.full(len(both), p.in_a), np.full(len(both), p.in_b)
        values = m.values(pair_batch(both, fixed_a, fixed_b, p.total))
        return self._of(s, table, tails_of_all(ordered, table, values, shares), sign)

    def _ordered(self, s: Statistic, table: Table) -> tuple[Statistic, int]:
        """Return the statistic whose tails are used for s, and whether s rises (1) with it.

        For measures that are affine in the number of pairs or in the mutual information, given the
        cluster sizes, it is that quantity, because differences between their values may be lost
        to rounding. It is -1 if s falls, and 0 if the cluster sizes determine its value.
        """
        m = s.measure
        if m is None or not self.model.fixes_margins:
            return s, 1
        # Without moments, equal clusterings have a value apart from the others.
        if m.facts.affine_in is None or closed_moments(s, table, self.model) is None:
            return s, 1
        if is_affine_in_pairs(m):
            return _PAIRS, -pair_slope(m, table)
        slope = information_slope(m, table)
        return (s, 1) if slope is None else (_INFORMATION, slope)

    def _of(self, s: Statistic, table: Table, t: Tails, sign: int) -> Tails:
        """Return the tails of s from the tails of the statistic that orders tables as s does."""
        if sign == 0:
            t = t._replace(high=1.0, low=1.0)
        elif sign < 0:
            t = t._replace(high=t.low, low=t.high, n_high=t.n_low, n_low=t.n_high)
        exact = closed_moments(s, table, self.model)
        if exact is None:
            return t
        return t._replace(mean=exact.mean, std=t.std if exact.std is None else exact.std)

    def _bound(self, s: Statistic, table: Table) -> Tails | None:
        """Return upper limits of the tails from exact moments; None if random tables give more."""
        exact = closed_moments(s, table, self.model)
        found = tails_of_moments(s, table, exact)
        if found is None or exact is None:
            return None
        if exact.std == 0:
            return found._replace(kind="exact", method="no other value is possible")
        ordered, sign = self._ordered(s, table)
        if ordered is _PAIRS and sign:
            high, low = limits_of_pairs(table, self.model.sides(table))
            high, low = (high, low) if sign < 0 else (low, high)  # _PAIRS falls
            method = "upper limit by Markov's inequality, moments exact"
            found = found._replace(high=high, low=low, method=method)
        least = 1 / (self._n_samples(s, table) + 1)
        if self.method == "bound" or table.n >= LIMIT or min(found.high, found.low) <= least:
            return found
        return None

    def _sampled(self, s: Statistic, table: Table) -> Tails:
        """Return the tails from random tables, by default until enough are as extreme."""
        (wanted, sign), count = self._ordered(s, table), self._n_samples(s, table)
        most = None if self.n_samples else calibration.ENOUGH_EXCEEDING
        sides = self._sides(s, sign)

        def enough(values: Floats) -> bool:
            extreme = as_extreme(wanted, table, values[:, 0])
            return all(int(extreme[i].sum()) >= calibration.ENOUGH_EXCEEDING for i in sides)

        values = sampled(
            [wanted], table, self.model, count, self.source, None if most is None else enough
        )[:, 0]
        found = from_samples(wanted, table, values, self.model, self.source)
        (high, n_high), (low, n_low) = (
            sampled_tail(x, most) for x in as_extreme(wanted, table, values)
        )
        tails = Tails(found.value, found.std, high, low, "Monte Carlo", "", n_high, n_low)
        return self._of(s, table, tails, sign)

    def _sides(self, s: Statistic, sign: int) -> tuple[int, ...]:
        """Return which tails of the ordering statistic are needed: 0 the upper, 1 the lower."""
        if self.alternative == "two-sided" or s.direction is None:
            return 0, 1
        closer = s.direction == "similarity"
        high = {"greater": True, "less": False, "closer": closer, "farther": not closer}
        return (0,) if high[self.alternative] == (sign >= 0) else (1,)

    def _n_samples(self, s: Statistic, table: Table) -> int:
        """Return the number of random tables: the one that was asked for, or by their cost."""
        if self.n_samples is not None:
            return self.n_samples
        wanted, _ = self._ordered(s, table)
        cost = cost_of_drawing(table) + cost_of_value(wanted, table)
        least, most = calibration.PVALUE_SAMPLES, calibration.MAX_PVALUE_SAMPLES
        return round(min(most, max(least, calibration.PVALUE_OPERATIONS / cost)))
