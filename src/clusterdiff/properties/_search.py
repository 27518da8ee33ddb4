"""check: whether a measure has a property, by all small cases and then by random larger ones."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import OptionError, UnknownNameError
from clusterdiff.properties import meila, naming, rezaei, wu, xiang
from clusterdiff.properties._cases import Case, relabel
from clusterdiff.properties._property import Counterexample, Property, Verdict
from clusterdiff.properties._subject import Subject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from clusterdiff.measures import Measure

PROPERTIES: dict[str, Property] = {p.name: p for p in (*meila.PROPERTIES, *xiang.PROPERTIES, *wu.PROPERTIES, *rezaei.PROPERTIES, *naming.PROPERTIES)}
LARGEST = 8  # the 4140 clusterings of 8 elements have 17 million pairs
_NO_BEST = "does not apply: a description has no best value"


def find(name: str | Property) -> Property:
    """A property by its name.

    >>> find("symmetric")
    <property symmetric: Exchanging the clusterings changes nothing: v(a, b) = v(b, a).>
    """
    if isinstance(name, Property):
        return name
    if name not in PROPERTIES:
        raise UnknownNameError.of("a property", name, list(PROPERTIES))
    return PROPERTIES[name]


def check(
    measure: str | Measure | Subject | Callable[[Any, Any], float],
    property: str | Property,  # noqa: A002
    n: int = 6,
    budget: int = 300,
) -> Verdict:
    """Try all clusterings of up to n elements, then `budget` random larger ones.

    The measure may be any function of two label arrays. Where the property fails, the counterexample is the simplest
    of the fewest elements.

    >>> print(check("vi", "triangle_inequality", n=5, budget=0))
    ✓ variation_of_information, triangle_inequality holds: No detour is shorter: d(a, c) ≤ d(a, b) + d(b, c).
      all 20,137 cases of up to 5 elements
    >>> print(check("ari", "triangle_inequality").counterexample)
    a = 0012, b = 0011, c = 0122: d(a, c) = 1.2 > 0.8571 = d(a, b) + d(b, c)
    """
    if not 1 <= n <= LARGEST:
        raise OptionError(f"n must lie between 1 and {LARGEST}: got {n}.", "the search beyond is random: raise budget")
    subject, chosen = measure if isinstance(measure, Subject) else Subject(measure), find(property)
    if subject.direction == "description" and not chosen.describes:
        return _verdict(subject, chosen, "undecided", n, 0, note=_NO_BEST)
    count = 0
    for m in range(1, n + 1):
        tried, bad = chosen.failures(subject, m)
        count += tried
        if bad:
            return _verdict(subject, chosen, "fails", m, count, case=simplest(subject, chosen, bad))
    sampled, case = search(subject, chosen, n, budget)
    if case is not None:
        return _verdict(subject, chosen, "fails", n, count + sampled, sampled, case)
    if count + sampled == 0:
        return _verdict(subject, chosen, "undecided", n, 0, note="no case was tried: the property says nothing about so few elements")
    return _verdict(subject, chosen, "holds", n, count + sampled, sampled)


def _verdict(
    subject: Subject, chosen: Property, status: Any, n: int, cases: int, sampled: int = 0, case: Case | None = None, note: str = ""
) -> Verdict:
    claim = None if case is None else chosen.claim(subject, *case)
    example = Counterexample.of(case, claim) if case and claim else None
    return Verdict(
        subject.name, chosen.name, chosen.statement, status, not chosen.constructed, n, cases, sampled, example, note, subject, chosen.claim
    )


def simplest(subject: Subject, chosen: Property, bad: list[Case]) -> Case:
    """The counterexample with the fewest clusters, among these the one furthest off."""

    def order(case: Case) -> tuple[Any, ...]:
        claim = chosen.claim(subject, *case)
        return sum(len(set(labels)) for labels in case), -round(claim.gap, 9) if claim else 0.0, case

    return min(bad, key=order)


@lru_cache(maxsize=64)
def _drawn(chosen: Property, n: int, budget: int) -> tuple[Case, ...]:
    """Random cases of more than n elements, the fewest elements first; always the same ones."""
    if chosen.sample is None:
        return ()
    random = np.random.default_rng(n)
    cases = [chosen.sample(random, int(random.integers(n + 1, 2 * n + 4))) for _ in range(budget)]
    return tuple(sorted(cases, key=lambda case: len(case[0])))


def search(subject: Subject, chosen: Property, n: int, budget: int) -> tuple[int, Case | None]:
    """How many random cases were tried, and the first that refutes, shrunk."""
    cases = _drawn(chosen, n, budget)
    for tried, case in enumerate(cases, 1):
        if chosen.refuted_by(subject, case):
            return tried, shrink(subject, chosen, case)
    return len(cases), None


def shrink(subject: Subject, chosen: Property, case: Case) -> Case:
    """Leave out elements and merge clusters as long as it stays a counterexample."""
    smaller = next((new for new in _smaller(case) if chosen.refuted_by(subject, new)), None)
    return case if smaller is None else shrink(subject, chosen, smaller)


def _smaller(case: Case) -> Iterator[Case]:
    n = len(case[0])
    for e in range(n if n > 1 else 0):
        yield tuple(relabel(labels[:e] + labels[e + 1 :]) for labels in case)
    for k, labels in enumerate(case):
        for high in range(1, max(labels) + 1):
            for low in range(high):
                merged = relabel(low if label == high else label for label in labels)
                yield (*case[:k], merged, *case[k + 1 :])
