"""check: whether a measure has a property, by all small cases and then by random larger ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff.checks import check_integer, is_integer
from clusterdiff.errors import OptionError, UnknownNameError
from clusterdiff.properties import _meila, _own, _rezaei, _wu, _xiang
from clusterdiff.properties._cases import relabel
from clusterdiff.properties._measured import Measured
from clusterdiff.properties._statements import Claim, Property, Relation, sides
from clusterdiff.views import Result, TableView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clusterdiff.properties._cases import Case

_MODULES = (_meila, _xiang, _wu, _rezaei, _own)
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
Status = Literal["holds", "fails", "undecided"]
_LONG, _ONE_DIGIT = 24, 9
_SIGNS = {"holds": "✓", "fails": "✗", "undecided": "–"}
_NEGATED = {"=": "≠", "≤": ">", "≥": "<", ">": "≤"}


@dataclass(frozen=True)
class Counterexample:
    """Clusterings for which a relation does not hold.

    Attributes
    ----------
    clusterings : dict of str to list of int
        The clusterings a, b, … of the case.
    derived : dict of str to list of int
        Clusterings that the statement makes from them.
    left, right : float
        The two sides.
    op : {"=", "≤", "≥", ">"}
        The relation that should hold.
    left_text, right_text : str
        Formulas of the two sides.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.properties.check("rand", "n_invariant", n=3).counterexample.clusterings
    {'a': [0, 0], 'b': [0, 1]}
    """

    clusterings: dict[str, list[int]]
    derived: dict[str, list[int]]
    left: float
    op: Relation
    right: float
    left_text: str
    right_text: str

    @classmethod
    def of(cls, case: Case, claim: Claim) -> Counterexample:
        """Return the case, its clusterings named a, b, c, …, with the claim that fails.

        Parameters
        ----------
        case : tuple
            The clusterings of the case.
        claim : Claim
            The claim that fails for it.

        Returns
        -------
        Counterexample
            The counterexample.
        """
        given = {name: list(labels) for name, labels in zip("abcdef", case, strict=False)}
        derived = {name: list(labels) for name, labels in claim.derived}
        numbers = claim.left, claim.op, claim.right, claim.left_text, claim.right_text
        return cls(given, derived, *numbers)

    @property
    def case(self) -> Case:
        """The clusterings as tuples."""
        return tuple(tuple(labels) for labels in self.clusterings.values())

    @property
    def relation(self) -> str:
        """The two sides and how they are related."""
        sign = _NEGATED[self.op]
        return sides(self.left_text, self.left, sign, self.right, self.right_text)

    def __str__(self) -> str:
        every = {**self.clusterings, **self.derived}
        shown = ", ".join(f"{name} = {_short(labels)}" for name, labels in every.items())
        return f"{shown}: {self.relation}"


@dataclass(frozen=True, repr=False)
class Verdict(Result):
    """Result of `check`. It is true if the property holds.

    Attributes
    ----------
    measure : str
        Name of the measure.
    property_name, statement : str
        The property.
    source : str or None
        Where the property is printed; None for one of clusterdiff.
    status : {"holds", "fails", "undecided"}
        "holds" means that no counterexample was found, "undecided" that no case applies.
    exhaustive : bool
        Whether all clusterings of up to n elements were tried.
    n : int
        Number of elements up to which cases were tried.
    cases : int
        Number of cases.
    sampled : int
        How many of them were random ones of more than n elements.
    counterexample : Counterexample or None
        The simplest one with the fewest elements.
    note : str or None
        Why nothing was decided.
    measured, checked : object
        What was checked, so that `rerun` can compute the counterexample again.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> verdict = cd.properties.check("rand", "symmetric", n=4)
    >>> verdict.status
    'holds'
    """

    measure: str
    property_name: str
    statement: str
    source: str | None
    status: Status
    exhaustive: bool
    n: int
    cases: int
    sampled: int = 0
    counterexample: Counterexample | None = None
    note: str | None = None
    measured: Measured | None = field(default=None, repr=False, compare=False)
    checked: Property | None = field(default=None, repr=False, compare=False)

    def __bool__(self) -> bool:
        return self.status == "holds"

    @property
    def sign(self) -> str:
        """The sign ✓, ✗ or –."""
        return _SIGNS[self.status]

    @property
    def how(self) -> str:
        """Which cases were tried."""
        if self.note:
            return self.note
        count = f"{self.cases - self.sampled:,}"
        tried = (
            f"all {count} cases of up to {self.n} elements"
            if self.exhaustive
            else f"{count} constructed cases"
        )
        return tried + (f" and {self.sampled:,} random larger ones" if self.sampled else "")

    def rerun(self) -> Claim | None:
        """Compute the counterexample again from its labels.

        Returns
        -------
        Claim or None
            None if there is no counterexample.
        """
        if self.counterexample is None or self.measured is None or self.checked is None:
            return None
        return self.checked.claim(self.measured.fresh(), *self.counterexample.case)

    def view(self) -> TableView:
        """Return the verdict as a table."""
        title = f"{self.sign} {self.measure}, {self.property_name} {self.status}: {self.statement}"
        lead = [f"  {self.how}"]
        return TableView(
            title=title,
            lead=tuple([*lead, f"  {self.counterexample}"] if self.counterexample else lead),
        )

    def records(self) -> list[dict[str, Any]]:
        """Return the verdict as one flat record."""
        return [self.record]

    @property
    def record(self) -> dict[str, Any]:
        """One row of a frame."""
        return {
            "measure": self.measure,
            "property": self.property_name,
            "source": self.source,
            "status": self.status,
            "counterexample": str(self.counterexample) if self.counterexample else None,
            "statement": self.statement,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain data."""
        example = self.counterexample
        return {
            "measure": self.measure,
            "property": self.property_name,
            "statement": self.statement,
            "source": self.source,
            "status": self.status,
            "exhaustive": self.exhaustive,
            "n": self.n,
            "cases": self.cases,
            "sampled": self.sampled,
            "counterexample": None
            if example is None
            else vars(example) | {"relation": example.relation},
            "how": self.how,
        }


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


def check(
    measure: Any,
    property: str | Property,  # noqa: A002
    *,
    n: int = 6,
    n_samples: int = 300,
) -> Verdict:
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
    n_samples : int, default=300
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
    >>> verdict = check("vi", "triangle_inequality", n=5, n_samples=0)
    >>> verdict.status, verdict.how
    ('holds', 'all 20,137 cases of up to 5 elements')
    >>> print(check("ari", "triangle_inequality").counterexample)
    a = 0012, b = 0011, c = 0122: d(a, c) = 1.2 > 0.8571 = d(a, b) + d(b, c)
    """
    check_integer("n_samples", n_samples, 0)
    if not is_integer(n) or not 1 <= n <= LARGEST:
        raise OptionError(
            f"n must be an integer from 1 to {LARGEST}, got {n!r}.",
            "raise n_samples to try more random cases with more elements",
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
    sampled, case = search(measured, chosen, n, n_samples)
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
def _drawn(chosen: Property, n: int, n_samples: int) -> tuple[Case, ...]:
    """Return random cases of more than n elements, the fewest elements first; always the same."""
    if chosen.sample is None:
        return ()
    rng = np.random.default_rng(n)
    cases = [chosen.sample(rng, int(rng.integers(n + 1, 2 * n + 4))) for _ in range(n_samples)]
    return tuple(sorted(cases, key=lambda case: len(case[0])))


def search(measured: Measured, chosen: Property, n: int, n_samples: int) -> tuple[int, Case | None]:
    """Return how many random cases were tried, and the first that refutes, made smaller."""
    cases = _drawn(chosen, n, n_samples)
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


def _short(labels: Sequence[int]) -> str:
    """Return labels in few characters.

    >>> _short([0, 0, 1, 2]), _short([0] * 30 + [1, 1, 2])
    ('0012', '0×30 1×2 2×1')
    """
    if len(labels) > _LONG or max(labels) > _ONE_DIGIT:
        return " ".join(f"{label}×{len(list(run))}" for label, run in groupby(labels))
    return "".join(map(str, labels))
