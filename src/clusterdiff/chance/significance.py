"""significance: z-scores and p-values of measures under a null model."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from clusterdiff.chance.closed_forms import closed_moments, is_affine_in_pairs, pair_slope
from clusterdiff.chance.enumeration import FEW, MANY, enumerated
from clusterdiff.chance.expected import z_score
from clusterdiff.chance.holm import holm
from clusterdiff.chance.null_models import get_null_model
from clusterdiff.chance.pair_tails import NOT_ACCURATE, exact_pair_counts, pearson_tails
from clusterdiff.chance.results import Alternative, Significance
from clusterdiff.chance.sampled_moments import from_samples
from clusterdiff.chance.sampling import LIMIT, RandomSource, check_sampling, sampled
from clusterdiff.chance.statistic import Statistic, read_call
from clusterdiff.chance.table_batch import pair_values
from clusterdiff.chance.tails import (
    Tails,
    exceeding,
    sampled_tail,
    tails_of_all,
    tails_of_moments,
)
from clusterdiff.checks import check_choice
from clusterdiff.errors import OptionError
from clusterdiff.labels import takes_selection
from clusterdiff.summaries import Entropies, Overlaps, PairCounts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.chance.null_models import NullModel
    from clusterdiff.chance.statistic import MeasureLike
    from clusterdiff.labels import LabelsLike, LabelsOptions
    from clusterdiff.summaries import Summary
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

Method = Literal["auto", "enumeration", "pearson", "sampled"]
ALTERNATIVES: tuple[Alternative, ...] = get_args(Alternative)
METHODS: tuple[Method, ...] = get_args(Method)
_SAMPLES = 999  # random tables for a p-value
_QUICK_SAMPLES = 9999  # at most, for measures of pair counts and entropies
_EXCEEDING = 100  # tables as extreme as the observed one after which sampling stops
# Cells of tables up to which measures of these summaries are computed for many tables at once.
_QUICK_CELLS: dict[tuple[type[Summary], ...], int] = {
    (PairCounts,): 1 << 16,
    (Entropies,): 1 << 16,
    (Overlaps,): 1 << 8,
}
_PAIRS = Statistic.of("mirkin")  # of integers, so that ties are exact


@takes_selection
def significance(
    a: LabelsLike | Table,
    b: LabelsLike | Mapping[str, LabelsLike] | None = None,
    measure: MeasureLike | Iterable[MeasureLike] | None = None,
    *,
    null: str | NullModel = "permutation",
    alternative: Alternative = "closer",
    method: Method = "auto",
    samples: int | None = None,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> Any:
    """Test whether two clusterings agree more than random clusterings do.

    Parameters
    ----------
    a : labels or Table
        A clustering, or the table of two clusterings.
    b : labels or mapping of str to labels, optional
        Another clustering of the same elements, unless `a` is a table; or clusterings by name, each
        of which is compared with `a`.
    measure : str, Measure, callable or list of these, default=None
        A name, a measure, or a function of two label arrays; None is an error. A list gives a
        tuple of results.
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
    samples : int, optional
        Number of random tables. By default 999; for measures of pair counts, entropies and, on
        small tables, of overlaps up to 9999, until 100 tables are as extreme as the observed one.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is the seed 0.
    {selection}

    Returns
    -------
    Significance, tuple of Significance or dict of Significance
        One result; a tuple for a list of measures; a dict for a mapping of clusterings. The latter
        two also have p-values corrected by Holm's method.

    Raises
    ------
    OptionError
        If an option is invalid, or the method does not apply.

    See Also
    --------
    holm : Correct p-values for several tests.
    standardized_mutual_information : The z-score of the mutual information.

    Examples
    --------
    >>> significance([0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1], "ari")
    adjusted_rand: 1 against 0 by chance, z = 3, p = 0.1 (closer; permutation; enumeration)
    >>> others = {"same": [1, 1, 1, 0, 0, 0], "other": [0, 1, 0, 1, 0, 1]}
    >>> found = significance([0, 0, 0, 1, 1, 1], others, "ari")
    >>> {name: round(each.p_holm, 3) for name, each in found.items()}
    {'same': 0.2, 'other': 1.0}
    """
    if samples is not None:
        check_sampling(samples)
    check_choice("alternative", alternative, ALTERNATIVES)
    check_choice("method", method, METHODS)
    test = _Test(get_null_model(null), alternative, method, samples, RandomSource.of(rng))
    if isinstance(b, Mapping) and _is_collection(b):
        return _several_clusterings(a, b, measure, test, dict(options))
    statistics, several, table = read_call(a, b, measure, dict(options))
    found = test.run(statistics, table)
    return tuple(_with_holm(found)) if several else found[0]


def _several_clusterings(
    a: Any, b: Mapping[Any, Any], measure: Any, test: _Test, policy: dict[str, Any]
) -> dict[Any, Significance]:
    if not b:
        raise OptionError("b must contain at least one clustering, got an empty mapping.")
    found = []
    for each in b.values():
        statistics, several, table = read_call(a, each, measure, policy)
        if several:
            raise OptionError(
                "measure must be a single measure when b is a mapping of clusterings."
            )
        found += test.run(statistics, table)
    return dict(zip(b, _with_holm(found), strict=True))


def _is_collection(b: Mapping[Any, Any]) -> bool:
    """Return whether a mapping holds clusterings, rather than the labels of elements."""
    return all(hasattr(x, "__len__") and not isinstance(x, (str, bytes, tuple)) for x in b.values())


@takes_selection
def standardized_mutual_information(
    a: LabelsLike | Table,
    b: LabelsLike | None = None,
    *,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> float | None:
    """Return the mutual information minus its mean by chance, in standard deviations.

    Parameters
    ----------
    a : labels or Table
        A clustering, or the table of two clusterings.
    b : labels, optional
        Another clustering of the same elements, unless `a` is a table.
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
    (statistic,), _, table = read_call(a, b, "mutual_information", dict(options))
    exact = closed_moments(statistic, table, model)
    if exact is None:  # a single element
        return 0.0
    std = exact.std
    if std is None and table.n < LIMIT:
        values = sampled([statistic], table, model, _SAMPLES, source)
        std = from_samples(statistic, table, values[:, 0], model, source).std
    return z_score(statistic.on(table), exact.mean, std)


def _with_holm(found: Sequence[Significance]) -> list[Significance]:
    corrected = holm(each.p for each in found)
    return [replace(each, p_holm=p) for each, p in zip(found, corrected, strict=True)]


class _Test:
    """The options of a test, and how its tails are found."""

    def __init__(
        self,
        model: NullModel,
        alternative: Alternative,
        method: Method,
        samples: int | None,
        source: RandomSource,
    ) -> None:
        self.model, self.alternative, self.method = model, alternative, method
        self.samples, self.source = samples, source

    def run(self, statistics: Sequence[Statistic], table: Table) -> list[Significance]:
        """Return the results for several statistics of one table."""
        for s in statistics:
            if s.direction == "description" and self.alternative in {"closer", "farther"}:
                raise OptionError(
                    f"{s.name} has no direction, so alternative={self.alternative!r} is undefined.",
                    'alternative="two-sided"',
                )
        tails = self._tails(statistics, table)
        return [self._result(s, table, t) for s, t in zip(statistics, tails, strict=True)]

    def _result(self, s: Statistic, table: Table, t: Tails) -> Significance:
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
            p=max(float(p), sys.float_info.min),
            alternative=self.alternative,
            null=self.model.name,
            method=t.method,
            samples=t.samples,
            seed=self.source.seed if t.samples else None,
        )

    def _tails(self, statistics: Sequence[Statistic], table: Table) -> list[Tails]:
        out: dict[int, Tails] = {}
        if self.method in {"auto", "enumeration"}:
            out |= self._exact(statistics, table)
        if self.method == "enumeration" and len(out) < len(statistics):
            raise OptionError(
                f"There are more than {MANY:,} tables to enumerate.", 'method="sampled"'
            )
        if self.method in {"auto", "pearson"}:
            for i, s in enumerate(statistics):
                if i not in out and (found := self._pearson(s, table)):
                    out[i] = found
        if self.method == "auto" and table.n >= LIMIT:  # such tables are not drawn
            for i, s in enumerate(statistics):
                exact = None if i in out else closed_moments(s, table, self.model)
                if limits := tails_of_moments(s, table, exact):
                    out[i] = limits
        rest = [i for i in range(len(statistics)) if i not in out]
        if rest and self.method == "pearson":
            raise OptionError(self._no_curve(statistics[rest[0]], table), 'method="auto"')
        out |= self._sampled(statistics, rest, table)
        return [out[i] for i in range(len(statistics))]

    def _exact(self, statistics: Sequence[Statistic], table: Table) -> dict[int, Tails]:
        """Return the tails by enumerating all tables, or all classes of tables for pair counts."""
        ordered = [self._ordered(s, table) for s in statistics]
        found = enumerated(ordered, table, self.model, FEW if self.method == "auto" else MANY)
        if found is not None:
            values, shares = found
            tails = (tails_of_all(s, table, values[:, i], shares) for i, s in enumerate(ordered))
            return {i: self._of(statistics[i], table, t) for i, t in enumerate(tails)}
        of_pairs = {i: s.measure for i, s in enumerate(ordered) if s.summaries == (PairCounts,)}
        pairs = exact_pair_counts(table) if self.model.fixes_margins and of_pairs else None
        if pairs is None:
            return {}
        p, (both, shares) = PairCounts.of(table), pairs
        fixed_a, fixed_b = np.full(len(both), p.in_a), np.full(len(both), p.in_b)
        out = {}
        for i, m in of_pairs.items():
            if m is not None:
                values = pair_values(m, both, fixed_a, fixed_b, p.total)
                found_tails = tails_of_all(ordered[i], table, values, shares)
                out[i] = self._of(statistics[i], table, found_tails)
        return out

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

    def _sampled(
        self, statistics: Sequence[Statistic], rest: list[int], table: Table
    ) -> dict[int, Tails]:
        """Return the tails by Monte Carlo; measures that are quick to compute get more tables."""
        out: dict[int, Tails] = {}
        quick = [i for i in rest if self.samples is None and _is_quick(statistics[i], table)]
        slow = [i for i in rest if i not in quick]
        for chosen, most in ((quick, _QUICK_SAMPLES), (slow, self.samples or _SAMPLES)):
            if not chosen:
                continue
            wanted = [self._ordered(statistics[i], table) for i in chosen]
            enough = partial(_exceed_enough, wanted, table) if chosen is quick else None
            values = sampled(wanted, table, self.model, most, self.source, enough)
            for i, one, column in zip(chosen, wanted, values.T, strict=True):
                out[i] = self._of(statistics[i], table, self._from_some(one, table, column))
        return out

    def _from_some(self, s: Statistic, table: Table, values: Floats) -> Tails:
        """Return the tails from N random tables, of which r are at least as extreme."""
        count, found = len(values), from_samples(s, table, values, self.model, self.source)
        high, low = (sampled_tail(r, count) for r in exceeding(s, table, values))
        return Tails(found.value, found.std, high, low, f"Monte Carlo, {count:,} tables", count)


def _is_quick(s: Statistic, table: Table) -> bool:
    cells = table.shape[0] * table.shape[1]
    most = _QUICK_CELLS.get(s.summaries, 0)
    return cells <= min(table.n, most)


def _exceed_enough(statistics: Sequence[Statistic], table: Table, values: Floats) -> bool:
    """Return whether enough random tables are as extreme as the observed one."""
    columns = zip(statistics, values.T, strict=True)
    return len(values) >= _SAMPLES and all(
        min(exceeding(s, table, column)) >= _EXCEEDING for s, column in columns
    )
