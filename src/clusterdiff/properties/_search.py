"""check: whether a measure has a property, by all small cases and then by random larger ones."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_integer, is_integer
from clusterdiff.errors import OptionError, UnknownNameError
from clusterdiff.properties import (
    meila,
    meila_axioms,
    own,
    rezaei,
    wu,
    xiang,
    xiang_subcomponents,
)
from clusterdiff.properties.cases import relabel
from clusterdiff.properties.measured import Measured
from clusterdiff.properties.statements import Property
from clusterdiff.properties.verdicts import Counterexample, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.properties.cases import Case
    from clusterdiff.properties.verdicts import Status

_MODULES = (meila, meila_axioms, xiang, xiang_subcomponents, wu, rezaei, own)
# The properties that each of these modules defines, in the order of the file.
PROPERTIES: dict[str, Property] = {
    value.name: value
    for module in _MODULES
    for value in vars(module).values()
    if isinstance(value, Property) and value.claim.__module__ == module.__name__
}
LARGEST = 8  # the 4140 clusterings of 8 elements have 17 million pairs
_NO_BEST = "does not apply: a description has no best value"
_NO_RULE = "does not apply: the measure is not built from a scoring rule"
_NO_CASE = "no case was tried: the property does not apply to so few elements"


def find(name: str | Property) -> Property:
    """Return a property by its name.

    Parameters
    ----------
    name : str or Property
        Name of a property; a property is returned as it is.

    Returns
    -------
    Property
        The property.

    Raises
    ------
    UnknownNameError
        If no property has this name.

    Examples
    --------
    >>> find("symmetric")
    <property symmetric: Exchanging the clusterings does not change the value: v(a, b) = v(b, a).>
    """
    if isinstance(name, Property):
        return name
    if not isinstance(name, str) or name not in PROPERTIES:
        raise UnknownNameError.of("property", name, list(PROPERTIES))
    return PROPERTIES[name]


def check(measure: Any, property: str | Property, n: int = 6, budget: int = 300) -> Verdict:  # noqa: A002
    """Check whether a measure has a property.

    All clusterings of up to n elements are tried, then random larger ones if the property has a
    `sample`. If the property fails, the counterexample is the simplest one with the fewest
    elements.

    Parameters
    ----------
    measure : str, Measure, scoring rule or callable
        Name of a measure, a measure of your own, a split–merge measure ``SplitMerge(rule)``, a
        scoring rule such as ``EntropyScore()``, or any function of two label arrays.
    property : str or Property
        Name of a property, or a property of your own made with `axiom`.
    n : int, default=6
        Number of elements up to which all clusterings are tried, 1 to 8.
    budget : int, default=300
        Number of random cases with more elements.

    Returns
    -------
    Verdict
        Whether the property holds, with a counterexample if it does not.

    Raises
    ------
    OptionError
        If n is out of range, or `measure` cannot be checked.
    UnknownNameError
        If there is no such measure or property.

    See Also
    --------
    profile : All properties of one measure.
    matrix : All properties of several measures.

    Examples
    --------
    >>> verdict = check("vi", "triangle_inequality", n=5, budget=0)
    >>> verdict.status, verdict.how
    ('holds', 'all 20,137 cases of up to 5 elements')
    >>> print(check("ari", "triangle_inequality").counterexample)
    a = 0012, b = 0011, c = 0122: d(a, c) = 1.2 > 0.8571 = d(a, b) + d(b, c)
    """
    check_integer("budget", budget, 0)
    if not is_integer(n) or not 1 <= n <= LARGEST:
        raise OptionError(
            f"n must be an integer from 1 to {LARGEST}, got {n!r}.",
            "raise budget to try more random cases with more elements",
        )
    measured, chosen = Measured.of(measure), find(property)
    reason = why_not(measured, chosen)
    if reason is not None:
        return _verdict(measured, chosen, "undecided", (n, 0, 0), note=reason)
    count = 0
    for size in range(1, n + 1):
        tried, bad = chosen.failures(measured, size)
        count += tried
        if bad:
            simple = simplest(measured, chosen, bad)
            return _verdict(measured, chosen, "fails", (size, count, 0), simple)
    sampled, case = search(measured, chosen, n, budget)
    if case is not None:
        return _verdict(measured, chosen, "fails", (n, count + sampled, sampled), case)
    if count + sampled == 0:
        return _verdict(measured, chosen, "undecided", (n, 0, 0), note=_NO_CASE)
    return _verdict(measured, chosen, "holds", (n, count + sampled, sampled))


def why_not(measured: Measured, chosen: Property) -> str | None:
    """Return why a property does not apply to a measure; None if it does."""
    if chosen.needs == "rule" and measured.rule is None:
        return _NO_RULE
    if chosen.needs != "value" and measured.direction == "description":
        return _NO_BEST
    return None


def _verdict(
    measured: Measured,
    chosen: Property,
    status: Status,
    counts: tuple[int, int, int],
    case: Case | None = None,
    note: str | None = None,
) -> Verdict:
    n, cases, sampled = counts
    claim = None if case is None else chosen.claim(measured, *case)
    return Verdict(
        measure=measured.name,
        property_name=chosen.name,
        statement=chosen.statement,
        source=chosen.source,
        status=status,
        exhaustive=not chosen.constructed,
        n=n,
        cases=cases,
        sampled=sampled,
        counterexample=Counterexample.of(case, claim) if case and claim else None,
        note=note,
        measured=measured,
        checked=chosen,
    )


def simplest(measured: Measured, chosen: Property, bad: list[Case]) -> Case:
    """Return the counterexample with the fewest clusters, of these the one with the largest gap."""

    def order(case: Case) -> tuple[Any, ...]:
        claim = chosen.claim(measured, *case)
        clusters = sum(len(set(labels)) for labels in case)
        return clusters, -round(claim.gap, 9) if claim else 0.0, case

    return min(bad, key=order)


@lru_cache(maxsize=64)
def _drawn(chosen: Property, n: int, budget: int) -> tuple[Case, ...]:
    """Return random cases of more than n elements, the fewest elements first; always the same."""
    if chosen.sample is None:
        return ()
    rng = np.random.default_rng(n)
    cases = [chosen.sample(rng, int(rng.integers(n + 1, 2 * n + 4))) for _ in range(budget)]
    return tuple(sorted(cases, key=lambda case: len(case[0])))


def search(measured: Measured, chosen: Property, n: int, budget: int) -> tuple[int, Case | None]:
    """Return how many random cases were tried, and the first that refutes, made smaller."""
    cases = _drawn(chosen, n, budget)
    for tried, case in enumerate(cases, 1):
        if chosen.refuted_by(measured, case):
            return tried, shrink(measured, chosen, case)
    return len(cases), None


def shrink(measured: Measured, chosen: Property, case: Case) -> Case:
    """Leave out elements and merge clusters as long as the case remains a counterexample."""
    smaller = (new for new in _smaller(case) if chosen.refuted_by(measured, new))
    found = next(smaller, None)
    return case if found is None else shrink(measured, chosen, found)


def _smaller(case: Case) -> Iterator[Case]:
    """Yield the case without one element, and with two clusters of one clustering merged."""
    n = len(case[0])
    for e in range(n if n > 1 else 0):
        yield tuple(relabel(labels[:e] + labels[e + 1 :]) for labels in case)
    for k, labels in enumerate(case):
        for high in range(1, max(labels) + 1):
            for low in range(high):
                merged = relabel(low if label == high else label for label in labels)
                yield (*case[:k], merged, *case[k + 1 :])
