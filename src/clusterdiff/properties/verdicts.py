"""Verdict: whether a measure has a property, and the counterexample if it has not."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from clusterdiff.properties.statements import Claim, Property, Relation, sides
from clusterdiff.views import Result, TableView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.properties.cases import Case
    from clusterdiff.properties.measured import Measured

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


def _short(labels: Sequence[int]) -> str:
    """Return labels in few characters.

    >>> _short([0, 0, 1, 2]), _short([0] * 30 + [1, 1, 2])
    ('0012', '0×30 1×2 2×1')
    """
    if len(labels) > _LONG or max(labels) > _ONE_DIGIT:
        return " ".join(f"{label}×{len(list(run))}" for label, run in groupby(labels))
    return "".join(map(str, labels))


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
