"""expected and adjusted: the value of a measure by chance, and the measure corrected for it."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, get_args

from clusterdiff import calibration
from clusterdiff.chance._closed_forms import closed_moments
from clusterdiff.chance._enumeration import enumerated, too_many_tables
from clusterdiff.chance._null_models import get_null_model
from clusterdiff.chance._random_tables import error_of_mean, from_samples, moments, sampled
from clusterdiff.chance._results import Adjusted, Expected
from clusterdiff.checks import check_choice
from clusterdiff.errors import OptionError
from clusterdiff.labels import takes_clusterings
from clusterdiff.measures import by_convention
from clusterdiff.sampling import (
    LIMIT,
    TOO_LARGE,
    MeasureLike,
    RandomSource,
    check_sampling,
    read_call,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Unpack

    import numpy as np
    from numpy.typing import NDArray

    from clusterdiff.chance._null_models import NullModel
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.sampling import Statistic
    from clusterdiff.table import Table

    Floats = NDArray[np.float64]

Method = Literal["auto", "closed", "enumeration", "sampled"]
_METHODS: tuple[Method, ...] = get_args(Method)
NO_RANGE = "chance already gives the best value"
TOO_NEAR = "chance is too near the best value for the digits of a similarity; its distance has more"
INFINITE = "the mean by chance is infinite"


@takes_clusterings
def expected(
    *clusterings: Any,
    measure: MeasureLike,
    null: str | NullModel = "permutation",
    method: Method = "auto",
    n_samples: int = calibration.EXPECTED_SAMPLES,
    tolerance: float = calibration.EXPECTED_TOLERANCE,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> Expected:
    """Return the mean and the standard deviation of a measure by chance.

    Parameters
    ----------
    {clusterings}
    measure : str, Measure or callable
        A name, a measure, or a function of two label arrays.
    null : str or NullModel, default="permutation"
        What is meant by chance: ``"permutation"`` (both clusterings keep their cluster sizes),
        ``"fixed_k"`` (all partitions with as many clusters are equally likely), ``"all"`` (all
        partitions are equally likely), or ``"fixed_k_one_sided"`` and ``"all_one_sided"``, in which
        only `b` is random.
    method : {"auto", "closed", "enumeration", "sampled"}, default="auto"
        ``"auto"`` takes the first of the others that applies.
    n_samples : int, default=10000
        Largest number of random tables.
    tolerance : float, default=0.002
        Sampling stops when the standard error of the mean is at most this share of the distance
        between the mean and the best value.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers. None is fresh entropy; `seed` of the result repeats it.
    {selection}

    Returns
    -------
    Expected
        Mean, standard deviation and standard error. The standard deviation is None, with a note,
        where the random tables do not determine it.

    Raises
    ------
    OptionError
        If an option has an invalid value, or the method does not apply.
    InputError
        If tables of 10⁹ or more elements would have to be drawn for a mean.

    See Also
    --------
    adjusted : A measure on the scale from chance to best.
    significance : The p-value of a measure under a null model.

    Notes
    -----
    Closed forms under permutation are those of the generalized hypergeometric distribution: of
    pair counts the mean of Hubert and Arabie (1985) and the variance of a sum over cells of
    C(nᵢⱼ, 2); of the mutual information the mean of Vinh, Epps and Bailey (2010, eq. 24a), and
    the variance by its components in Hahn polynomials. Those under the other null models are the
    probabilities of pairs to be together of Gates and Ahn (2017). A sampled mean is the average
    over independent random tables, with its standard error.

    Examples
    --------
    >>> expected([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2], measure="rand")
    rand by chance: 0.56, std 0.1306 (permutation; closed form)
    >>> expected([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2], measure="psi")
    pair_sets_index by chance: 0.1714, std 0.14 (permutation; enumeration)
    """
    check_sampling(n_samples, tolerance)
    source = RandomSource.of(rng)
    statistic, table = read_call(clusterings, measure, dict(options))
    plan = _Plan(table, get_null_model(null), method, n_samples, tolerance, source)
    return replace(plan.expect([statistic])[0], assumed=table.notes)


@takes_clusterings
def adjusted(
    *clusterings: Any,
    measure: MeasureLike,
    null: str | NullModel = "permutation",
    method: Method = "auto",
    n_samples: int = calibration.EXPECTED_SAMPLES,
    tolerance: float = calibration.EXPECTED_TOLERANCE,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> Adjusted:
    """Return a measure on the scale where 0 is chance and 1 is the best value.

    The adjusted value is ``(value - mean) / (best - mean)``, with the mean by chance.

    Parameters
    ----------
    {clusterings}
    measure : str, Measure or callable
        A name, a measure, or a function of two label arrays.
    null : str or NullModel, default="permutation"
        As in `expected`.
    method : {"auto", "closed", "enumeration", "sampled"}, default="auto"
        As in `expected`.
    n_samples : int, default=10000
        As in `expected`.
    tolerance : float, default=0.002
        As in `expected`.
    rng : int, numpy.random.Generator or None, default=None
        As in `expected`.
    {selection}

    Returns
    -------
    Adjusted
        The adjusted value, with its standard error where the mean was sampled. Equal clusterings
        get 1. Where chance already gives the best value, other clusterings get 0 by convention.

    Raises
    ------
    OptionError
        If the measure has no best value, or an option is invalid.

    See Also
    --------
    expected : The mean by chance.
    clusterdiff.compare : Several measures at once, with ``chance=True``.

    Notes
    -----
    This is the correction for chance of Hubert and Arabie (1985).

    Examples
    --------
    >>> adjusted([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2], measure="purity")
    adjusted purity: 0.4444 (0.8333, chance 0.7, best 1; permutation; enumeration)
    """
    check_sampling(n_samples, tolerance)
    source = RandomSource.of(rng)
    statistic, table = read_call(clusterings, measure, dict(options))
    if statistic.best(table) is None:
        raise OptionError(f"{statistic.name} cannot be adjusted: it has no best value.")
    plan = _Plan(table, get_null_model(null), method, n_samples, tolerance, source)
    found = adjust(statistic, table, plan.expect([statistic])[0])
    return replace(found, assumed=table.notes)


def adjust(statistic: Statistic, table: Table, chance: Expected) -> Adjusted:
    """Return the adjusted value of a statistic with a best value, given its mean by chance."""
    value, best = statistic.on(table), statistic.best(table)
    if best is None:
        raise OptionError(f"{statistic.name} cannot be adjusted: it has no best value.")
    scale = best - chance.value
    if table.equal:
        return Adjusted(statistic.name, 1.0, 0.0, value, chance, best)
    largest = max(abs(best), abs(chance.value), chance.std or 0.0)
    if not isfinite(scale) or abs(scale) <= 1e-12 * largest:
        reason = INFINITE if not isfinite(scale) else NO_RANGE if value == best else TOO_NEAR
        score = by_convention(0.0, reason)
        return Adjusted(statistic.name, score, 0.0, value, chance, best, reason)
    # An exact std of 0 means that no other value is possible, up to rounding.
    score = 0.0 if chance.std == 0 else (value - chance.value) / scale
    # d/dE (v - E)/(b - E) = (v - b)/(b - E)²
    error = chance.error * abs(value - best) / scale**2
    return Adjusted(statistic.name, score, error, value, chance, best)


class _Plan:
    """How the means of several statistics of one table are found."""

    def __init__(
        self,
        table: Table,
        model: NullModel,
        method: Method,
        n_samples: int,
        tolerance: float,
        source: RandomSource,
    ) -> None:
        check_choice("method", method, _METHODS)
        self.table, self.model, self.method = table, model, method
        self.n_samples, self.tolerance, self.source = n_samples, tolerance, source

    def expect(self, statistics: Sequence[Statistic]) -> list[Expected]:
        """Return the means; all statistics that need random tables share them."""
        closed = [self._closed(s) for s in statistics]
        if self.method == "closed" and None in closed:
            name = statistics[closed.index(None)].name
            raise OptionError(
                f"{name} has no closed form under {self.model.name}.", 'method="auto"'
            )
        unknown = [i for i, e in enumerate(closed) if e is None or e.std is None]
        out: dict[int, Expected] = {i: e for i, e in enumerate(closed) if e is not None}
        if not unknown:
            return [out[i] for i in range(len(statistics))]
        chosen = [statistics[i] for i in unknown]
        only_std = all(i in out for i in unknown)
        found = self._enumerated(chosen)
        if found is None and only_std and self.table.n >= LIMIT:
            return [replace(e, note=TOO_LARGE) if e.std is None else e for e in out.values()]
        found = found or self._sampled(chosen, only_std=only_std)
        for i, e in zip(unknown, found, strict=True):
            out[i] = _with_std(out[i], e) if i in out else e
        return [out[i] for i in range(len(statistics))]

    def _closed(self, statistic: Statistic) -> Expected | None:
        if self.method not in {"auto", "closed"}:
            return None
        found = closed_moments(statistic, self.table, self.model)
        if found is None:
            return None
        return Expected(statistic.name, *found, 0.0, "closed form", self.model.name)

    def _enumerated(self, chosen: Sequence[Statistic]) -> list[Expected] | None:
        if self.method == "sampled":
            return None
        most = (
            calibration.ENUMERATED_ON_REQUEST
            if self.method == "enumeration"
            else calibration.ENUMERATED // (1 + len(chosen) // 10)
        )
        found = enumerated(chosen, self.table, self.model, most)
        if found is None:
            if self.method == "enumeration":
                raise too_many_tables()
            return None
        values, shares = found
        return [
            Expected(
                s.name,
                *moments(column, s.rounding(self.table, column), shares),
                0.0,
                "enumeration",
                self.model.name,
            )
            for s, column in zip(chosen, values.T, strict=True)
        ]

    def _sampled(self, chosen: Sequence[Statistic], *, only_std: bool) -> list[Expected]:
        count = min(self.n_samples, calibration.STD_SAMPLES) if only_std else self.n_samples
        enough = None if only_std else self._enough(chosen)
        values = sampled(chosen, self.table, self.model, count, self.source, enough)
        return [
            from_samples(s, self.table, column, self.model, self.source)
            for s, column in zip(chosen, values.T, strict=True)
        ]

    def _enough(self, chosen: Sequence[Statistic]) -> Callable[[Floats], bool]:
        """Return whether every standard error is small relative to |best - mean|."""
        best = [s.best(self.table) for s in chosen]
        observed = [s.on(self.table) for s in chosen]

        def enough(values: Floats) -> bool:
            for s, column, top, seen in zip(chosen, values.T, best, observed, strict=True):
                slack = s.rounding(self.table, column)
                mean, std = moments(column, slack)
                if std == 0 and seen != mean and len(column) < calibration.CONSTANT_SAMPLES:
                    return False
                scale = abs(mean if top is None else top - mean)
                if error_of_mean(column, std, slack, (seen, top)) > self.tolerance * scale:
                    return False
            return True

        return enough


def _with_std(closed: Expected, other: Expected) -> Expected:
    """Return a closed mean with the standard deviation that was enumerated or sampled."""
    how = f"closed form, std by {other.method}"
    return replace(
        closed,
        std=other.std,
        method=how,
        n_samples=other.n_samples,
        seed=other.seed,
        note=other.note,
    )


def z_score(value: float, mean: float, std: float | None) -> float | None:
    """Return the distance from chance in standard deviations; 0 if no other value is possible.

    None if the standard deviation is not determined.
    """
    if std is None or not isfinite(std) or not isfinite(mean) or not isfinite(value):
        return None
    return 0.0 if std == 0 else (value - mean) / std


def means_by_chance(
    statistics: Sequence[Statistic],
    table: Table,
    model: NullModel,
    source: RandomSource,
    *,
    method: Method = "auto",
    n_samples: int = calibration.EXPECTED_SAMPLES,
    tolerance: float = calibration.EXPECTED_TOLERANCE,
) -> list[Expected]:
    """Return the means of several statistics, which share their random tables."""
    return _Plan(table, model, method, n_samples, tolerance, source).expect(statistics)
