"""significance: how often chance alone agrees as well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import isfinite, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from clusterdiff.chance._closed import AFFINE_IN_PAIRS, closed, pair_moments
from clusterdiff.chance._enumerate import enumerated
from clusterdiff.chance._expected import FEW
from clusterdiff.chance._nulls import sides
from clusterdiff.chance._results import Significance
from clusterdiff.chance._sample import check_sampling, moments, sampled
from clusterdiff.chance._subject import Asked, Subject, subjects
from clusterdiff.errors import OptionError
from clusterdiff.summaries import PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from clusterdiff.chance._closed import Moments
    from clusterdiff.chance._nulls import Side

    Floats = NDArray[np.float64]

ALTERNATIVES = ("closer", "farther", "greater", "less", "two-sided")
METHODS = ("auto", "enumeration", "pearson", "sampled")
_STEPS = 5.0  # standard deviation of m, in pairs, from which on a smooth curve may stand for its steps
_SKEW = 1.5  # and skewness up to which Pearson III was found close (docs/chance.md)
_SLACK = 1e-9  # values that differ by less are ties


class _Tails(NamedTuple):
    """Chances of a value as high, and as low, as the one observed."""

    mean: float
    std: float
    high: float
    low: float
    method: str
    samples: int = 0


@overload
def significance(measure: Asked, a: Any, b: Any = None, /, **options: Any) -> Significance: ...
@overload
def significance(measure: Iterable[Asked], a: Any, b: Any = None, /, **options: Any) -> tuple[Significance, ...]: ...
def significance(
    measure: Any, a: Any, b: Any = None, /, *, null: str = "permutation", alternative: str = "closer", method: str = "auto",
    samples: int = 999, seed: int = 0, **policy: Any,
) -> Any:  # fmt: skip
    """How far from chance a value is, in standard deviations, and how often chance alone gets as far.

    `alternative` is "closer" (better agreement than by chance), "farther", "greater" or "less" (of the value), or
    "two-sided". `method` is "enumeration" (exact), "pearson" (a Pearson III curve with the exact mean, standard deviation and
    skewness, for measures that are linear in the number of pairs together), "sampled" (Monte Carlo, (r + 1)/(N + 1)), or
    "auto": the first that holds. A list of measures gives a tuple, with p-values also corrected by Holm.

    >>> significance("ari", [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1])
    adjusted_rand: 1 against 0 by chance, z = 3, p = 0.1 (closer; permutation; enumeration)
    """
    check_sampling(samples, seed)
    wanted, several = subjects(measure)
    found = _significances(wanted, Table.of(a, b, policy), null, alternative, method, samples, seed)
    return tuple(_with_holm(found)) if several else found[0]


def significances(measure: Asked, a: Any, others: Mapping[Any, Any] | Iterable[Any], /, **options: Any) -> dict[Any, Significance]:
    """Many comparisons with a at once: each by name (or number), p-values also corrected by Holm.

    >>> found = significances("ari", [0, 0, 0, 1, 1, 1], {"same": [1, 1, 1, 0, 0, 0], "other": [0, 1, 0, 1, 0, 1]})
    >>> {name: round(each.p_holm, 3) for name, each in found.items()}
    {'same': 0.2, 'other': 1.0}
    """
    named = dict(others) if isinstance(others, Mapping) else dict(enumerate(others))
    if not named:
        raise OptionError("others must have at least one clustering: got none.")
    subject = Subject.of(measure)
    found = [significance(subject.measure or measure, a, b, **options) for b in named.values()]
    return dict(zip(named, _with_holm(found), strict=True))


def standardized_mutual_information(a: Any, b: Any = None, /, **options: Any) -> float:
    """Mutual information less its mean by chance, in standard deviations (Romano et al. 2014).

    >>> round(standardized_mutual_information([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]), 4)
    0.8165
    """
    return float(significance("mutual_information", a, b, **options).z)


def holm(p_values: Iterable[float]) -> list[float]:
    """P-values corrected for there being several (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(list(p_values), float)
    if not ((p >= 0) & (p <= 1)).all():
        raise OptionError("p_values must lie between 0 and 1.")
    order = np.argsort(p, kind="stable")
    steps = np.minimum(1.0, p[order] * np.arange(len(p), 0, -1))
    out = np.empty(len(p))
    out[order] = np.maximum.accumulate(steps)
    return [float(x) for x in out]


def _with_holm(found: Sequence[Significance]) -> list[Significance]:
    return [replace(each, p_holm=p) for each, p in zip(found, holm(each.p for each in found), strict=True)]


def _significances(wanted: Sequence[Subject], table: Table, null: str, alternative: str, method: str, samples: int, seed: int) -> list[Significance]:
    for name, value, known in (("alternative", alternative, ALTERNATIVES), ("method", method, METHODS)):
        if value not in known:
            raise OptionError(f"{name} must be one of {', '.join(known)}: got {value!r}.")
    both = sides(null, table)
    tails = _tails(wanted, table, both, null, method, samples, seed)
    return [_judged(s, table, t, null, alternative, seed) for s, t in zip(wanted, tails, strict=True)]


def _judged(subject: Subject, table: Table, t: _Tails, null: str, alternative: str, seed: int) -> Significance:
    value = subject.on(table)
    if alternative == "two-sided":
        p = min(1.0, 2 * min(t.high, t.low))
    elif alternative in {"greater", "less"}:
        p = t.high if alternative == "greater" else t.low
    else:
        pull = subject.pull(subject.best(table), t.mean)
        if pull == 0 and subject.direction == "description":
            raise OptionError(f"{subject.name} describes, and knows no closer or farther.", 'alternative="two-sided"')
        p = (t.high if pull >= 0 else t.low) if alternative == "closer" else (t.low if pull >= 0 else t.high)
    samples = {"samples": t.samples, "seed": seed} if t.samples else {}
    return Significance(subject.name, value, t.mean, t.std, z_score(value, t.mean, t.std), float(p), alternative, null, t.method, **samples)


def z_score(value: float, mean: float, std: float) -> float:
    """Standard deviations from chance; 0 where chance gives always this value, or has no finite spread."""
    if std == 0 or not isfinite(std) or not isfinite(mean):
        return 0.0
    return (value - mean) / std


def _tails(wanted: Sequence[Subject], table: Table, both: tuple[Side, Side], null: str, method: str, samples: int, seed: int) -> list[_Tails]:
    listed = enumerated(wanted, both, FEW if method == "auto" else 10**6) if method in {"auto", "enumeration"} else None
    if listed is not None:
        values, chances = listed
        return [_from_all(s.on(table), column, chances, closed(s, table, null, both)) for s, column in zip(wanted, values.T, strict=True)]
    if method == "enumeration":
        raise OptionError("enumeration takes at most 1,000,000 tables: these are more.", 'method="sampled"')
    out: dict[int, _Tails] = {}
    if method != "sampled":
        out = {i: t for i, s in enumerate(wanted) if (t := _pearson(s, table, both, null, forced=method == "pearson"))}
    rest = [i for i in range(len(wanted)) if i not in out]
    if rest and method == "pearson":
        raise OptionError(f"{wanted[rest[0]].name} has no Pearson III curve under {null}: it is not linear in the pairs together.", 'method="auto"')
    if rest:
        values = sampled([wanted[i] for i in rest], both, samples, seed)
        for i, column in zip(rest, values.T, strict=True):
            out[i] = _from_some(wanted[i], table, column, closed(wanted[i], table, null, both))
    return [out[i] for i in range(len(wanted))]


def _from_all(value: float, values: Floats, chances: Floats, exact: Moments | None) -> _Tails:
    slack = _slack(value)
    high, low = (float(np.sum(chances[x])) for x in (values >= value - slack, values <= value + slack))
    return _Tails(*_better(exact, *moments(values, chances)), min(1.0, high), min(1.0, low), "enumeration")


def _better(exact: Moments | None, mean: float, std: float) -> tuple[float, float]:
    """The closed form where there is one."""
    return (mean, std) if exact is None else (exact.mean, std if exact.std is None else exact.std)


def _from_some(subject: Subject, table: Table, values: Floats, exact: Moments | None) -> _Tails:
    value, count = subject.on(table), len(values)
    slack = _slack(value)
    high, low = ((int(np.sum(x)) + 1) / (count + 1) for x in (values >= value - slack, values <= value + slack))
    return _Tails(*_better(exact, *moments(values)), high, low, f"Monte Carlo, {count:,} tables", count)


def _slack(value: float) -> float:
    return _SLACK * max(1e-3, abs(value)) if isfinite(value) else 0.0


def _pearson(subject: Subject, table: Table, both: tuple[Side, Side], null: str, *, forced: bool) -> _Tails | None:
    """The tails of m, which are those of any measure that rises or falls with it in a line."""
    m = subject.measure
    if null != "permutation" or m is None or m.name.partition("[")[0] not in AFFINE_IN_PAIRS:
        return None
    found = closed(subject, table, null, both)
    if found is None or found.std is None:
        return None
    mean, std, skew = pair_moments(both)
    if std > 0 and (not forced and (std < _STEPS or abs(skew) > _SKEW)):
        return None
    if std == 0:
        return _Tails(found.mean, 0.0, 1.0, 1.0, "no other value is possible")
    pairs = PairCounts.of(table).both
    # Half a step towards the middle: m is a whole number.
    high = _above(float(pairs - mean - 0.5) / std, skew)
    low = 1 - _above(float(pairs - mean + 0.5) / std, skew)
    rising = m.direction != "distance"
    return _Tails(found.mean, found.std, *((high, low) if rising else (low, high)), "Pearson III curve, moments exact")


def _above(z: float, skew: float) -> float:
    """The chance that a standardised Pearson III (shifted gamma) number is above z."""
    from scipy.special import gammainc, gammaincc

    if abs(skew) < 1e-5:  # noqa: PLR2004
        return NormalDist().cdf(-z)
    shape = 4 / skew**2
    at = max(0.0, shape + z * sqrt(shape) * (1 if skew > 0 else -1))
    return float(gammaincc(shape, at) if skew > 0 else gammainc(shape, at))
