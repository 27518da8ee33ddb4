"""Property: a claim about all clusterings; Verdict: what became of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal, NamedTuple

from numpy.random import Generator

from clusterdiff.properties._cases import Case, Labels
from clusterdiff.properties._subject import TOLERANCE, Subject

Status = Literal["holds", "fails", "undecided"]
_LONG = 24
_SIGNS = {"holds": "✓", "fails": "✗", "undecided": "–"}


class Claim(NamedTuple):
    """One instance of a property: left op right."""

    left: float
    op: str
    right: float
    left_text: str
    right_text: str
    derived: tuple[tuple[str, Labels], ...] = ()  # clusterings made from those of the case

    @property
    def holds(self) -> bool:
        """Whether the relation is so, up to rounding; nan makes none so."""
        near = TOLERANCE * max(1.0, min(abs(self.left), abs(self.right)))
        if self.left == self.right:  # also of two infinities
            return self.op != ">"
        if self.op == "=":
            return abs(self.left - self.right) <= near
        if self.op == "≤":
            return self.left <= self.right + near
        if self.op == "≥":
            return self.left >= self.right - near
        return self.left > self.right + near

    @property
    def gap(self) -> float:
        """By how much it fails."""
        gap = abs(self.left - self.right)
        return math.inf if math.isnan(gap) else gap

    def __str__(self) -> str:
        verb = "is" if self.holds else "is not"
        return f"{self.left_text} = {self.left:.6g}, {self.right_text} = {self.right:.6g}: the first {verb} {_WORDS[self.op]}"


_WORDS = {"=": "equal to the second", "≤": "at most the second", "≥": "at least the second", ">": "more than the second"}
_NEGATED = {"=": "≠", "≤": ">", "≥": "<", ">": "≤"}
Claimer = Callable[..., Claim | None]
Cases = Callable[[int], Iterable[Case]]
Sampler = Callable[[Generator, int], Case]
Scan = Callable[[Subject, int], tuple[int, list[Case]]]


@dataclass(frozen=True, eq=False)
class Property:
    """A statement about a measure, the cases that could refute it, and the relation that must hold in each."""

    name: str
    statement: str
    source: str
    claim: Claimer  # (subject, *clusterings) → Claim, or None where the statement says nothing
    cases: Cases  # all cases of exactly n elements, up to the order of elements
    note: str = ""  # how the paper's words were read
    sample: Sampler | None = None  # a random case of n elements
    scan: Scan | None = None  # the same as going through the cases, but faster
    describes: bool = False  # also applies to a measure without a best value
    constructed: bool = False  # the cases are a family of examples, not all

    def failures(self, subject: Subject, n: int) -> tuple[int, list[Case]]:
        """How many cases n elements have, and those in which the relation does not hold."""
        if self.scan is not None:
            return self.scan(subject, n)
        count, bad = 0, []
        for case in self.cases(n):
            claim = self.claim(subject, *case)
            if claim is not None:
                count += 1
                if not claim.holds:
                    bad.append(case)
        return count, bad

    def refuted_by(self, subject: Subject, case: Case) -> bool:
        """Whether this case is a counterexample."""
        claim = self.claim(subject, *case)
        return claim is not None and not claim.holds

    def __repr__(self) -> str:
        return f"<property {self.name}: {self.statement}>"


def axiom(source: str, cases: Cases, **more: Any) -> Callable[[Claimer], Property]:
    """Make a property of a claim: its first docstring line is the statement, the rest the note."""

    def decorate(claim: Claimer) -> Property:
        statement, _, note = (claim.__doc__ or "").strip().partition("\n")
        return Property(claim.__name__, statement, source, claim, cases, " ".join(note.split()), **more)

    return decorate


@dataclass(frozen=True)
class Counterexample:
    """Clusterings for which the relation does not hold, and its two sides."""

    clusterings: dict[str, list[int]]
    derived: dict[str, list[int]]
    left: float
    op: str
    right: float
    left_text: str
    right_text: str

    @classmethod
    def of(cls, case: Case, claim: Claim) -> Counterexample:
        """The case, named a, b, c, …, with the claim it refutes."""
        given = {name: list(labels) for name, labels in zip("abcdef", case, strict=False)}
        derived = {name: list(labels) for name, labels in claim.derived}
        return cls(given, derived, claim.left, claim.op, claim.right, claim.left_text, claim.right_text)

    @property
    def case(self) -> Case:
        """The clusterings, to be tried again."""
        return tuple(tuple(labels) for labels in self.clusterings.values())

    @property
    def relation(self) -> str:
        """The two sides, as they are."""
        left, right = (f"{value:.4g}".replace("inf", "∞") for value in (self.left, self.right))
        before = "" if self.left_text == left else f"{self.left_text} = "
        after = "" if self.right_text == right else f" = {self.right_text}"
        return f"{before}{left} {_NEGATED[self.op]} {right}{after}"

    def __str__(self) -> str:
        return ", ".join(f"{name} = {_short(labels)}" for name, labels in {**self.clusterings, **self.derived}.items()) + f": {self.relation}"


def _short(labels: Sequence[int]) -> str:
    """Labels in few characters.

    >>> _short([0, 0, 1, 2]), _short([0] * 30 + [1, 1, 2])
    ('0012', '0×30 1×2 2×1')
    """
    if len(labels) > _LONG or max(labels) > 9:  # noqa: PLR2004
        return " ".join(f"{label}×{len(list(run))}" for label, run in groupby(labels))
    return "".join(map(str, labels))


@dataclass(frozen=True)
class Verdict:
    """Whether a measure has a property, from how many cases, and why not."""

    measure: str
    property_name: str
    statement: str
    status: Status
    exhaustive: bool  # all clusterings of up to n elements were tried, not only some
    n: int
    cases: int
    sampled: int = 0  # of these, random ones of more than n elements
    counterexample: Counterexample | None = None
    note: str = ""
    subject: Subject | None = field(default=None, repr=False, compare=False)
    claim: Claimer | None = field(default=None, repr=False, compare=False)

    def __bool__(self) -> bool:
        return self.status == "holds"

    @property
    def sign(self) -> str:
        """✓, ✗ or –."""
        return _SIGNS[self.status]

    @property
    def how(self) -> str:
        """What was tried."""
        if self.note:
            return self.note
        kind = (
            f"all {self.cases - self.sampled:,} cases of up to {self.n} elements"
            if self.exhaustive
            else f"{self.cases - self.sampled:,} constructed cases"
        )
        return kind + (f" and {self.sampled:,} random larger ones" if self.sampled else "")

    def rerun(self) -> Claim | None:
        """The counterexample once more, from its labels and without anything remembered."""
        if self.counterexample is None or self.subject is None or self.claim is None:
            return None
        return self.claim(Subject(self.subject.what, None if self.subject.measure else self.subject.direction), *self.counterexample.case)

    def __str__(self) -> str:
        lines = [f"{self.sign} {self.measure}, {self.property_name} {self.status}: {self.statement}", f"  {self.how}"]
        return "\n".join([*lines, f"  {self.counterexample}"] if self.counterexample else lines)

    def __rich__(self) -> Any:
        from rich.text import Text

        colour = {"holds": "green", "fails": "red", "undecided": "dim"}[self.status]
        first, *rest = str(self).split("\n")
        return Text.assemble((first[0], f"bold {colour}"), first[1:], *(("\n" + line, "dim" if i == 0 else "yellow") for i, line in enumerate(rest)))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        example = self.counterexample
        shown = None if example is None else {**vars(example), "relation": example.relation}
        return {
            "measure": self.measure,
            "property": self.property_name,
            "statement": self.statement,
            "status": self.status,
            "exhaustive": self.exhaustive,
            "n": self.n,
            "cases": self.cases,
            "sampled": self.sampled,
            "counterexample": shown,
            "how": self.how,
        }
