"""Property: a statement about a measure, and the cases that could refute it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from numpy.random import Generator

from clusterdiff.properties._cases import Case, Labels
from clusterdiff.properties._measured import TOLERANCE, Measured

Relation = Literal["=", "≤", "≥", ">"]
Needs = Literal["value", "best", "rule"]
OURS = "clusterdiff"


class Claim(NamedTuple):
    """One instance of a property: a relation between two numbers.

    Parameters
    ----------
    left : float
        Left side.
    op : {"=", "≤", "≥", ">"}
        Relation that must hold, up to rounding.
    right : float
        Right side.
    left_text, right_text : str
        Formulas of the two sides.
    derived : tuple of (str, tuple of int), default=()
        Clusterings that were made from those of the case, with their names.

    Examples
    --------
    >>> print(Claim(0.4226, "≤", 0.367, "d(a, c)", "d(a, b) + d(b, c)"))
    d(a, c) = 0.4226 ≤ 0.367 = d(a, b) + d(b, c) does not hold
    """

    left: float
    op: Relation
    right: float
    left_text: str
    right_text: str
    derived: tuple[tuple[str, Labels], ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the relation holds up to rounding; with nan no relation does."""
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
        """How far the two sides are apart."""
        gap = abs(self.left - self.right)
        return math.inf if math.isnan(gap) else gap

    def __str__(self) -> str:
        verb = "holds" if self.holds else "does not hold"
        return f"{sides(self.left_text, self.left, self.op, self.right, self.right_text)} {verb}"


def sides(left_text: str, left: float, sign: str, right: float, right_text: str) -> str:
    """Return "formula = number sign number = formula", without formulas that are numbers.

    A number that differs from 0 by rounding only is written as 0: its digits depend on the machine.
    """
    x, y = (
        "0" if abs(value) <= TOLERANCE else f"{value:.4g}".replace("inf", "∞")
        for value in (left, right)
    )
    before = "" if left_text == x else f"{left_text} = "
    after = "" if right_text == y else f" = {right_text}"
    return f"{before}{x} {sign} {y}{after}"


Claimer = Callable[..., Claim | None]
Cases = Callable[[int], Iterable[Case]]
Sampler = Callable[[Generator, int], Case]
Scan = Callable[[Measured, int], tuple[int, list[Case]]]


@dataclass(frozen=True, eq=False)
class Property:
    """A statement about a measure that small clusterings can refute.

    Parameters
    ----------
    name : str
        Name, also used on the command line.
    statement : str
        The statement, in one sentence.
    source : str or None
        Where the statement is printed, such as "Meilă 2007, Property 1"; None for a statement of
        clusterdiff itself. Several places are separated by semicolons.
    claim : callable
        Takes a `Measured` and the clusterings of a case. Returns the `Claim` that must hold, or
        None if the statement does not apply to these clusterings.
    cases : callable
        Takes n and returns all cases of exactly n elements, up to the order of elements.
    note : str or None, default=None
        What is checked in detail.
    sample : callable or None, default=None
        Takes a random generator and n, and returns one random case.
    scan : callable or None, default=None
        Does the same as going through `cases` one by one, but faster.
    needs : {"value", "best", "rule"}, default="best"
        Measures it applies to: all, those with a best value, those built from a scoring rule.
    constructed : bool, default=False
        Whether the cases are a family of examples instead of all clusterings.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.properties.PROPERTIES["symmetric"].statement
    'Exchanging the clusterings does not change the value: v(a, b) = v(b, a).'
    """

    name: str
    statement: str
    source: str | None
    claim: Claimer
    cases: Cases
    note: str | None = None
    sample: Sampler | None = None
    scan: Scan | None = None
    needs: Needs = "best"
    constructed: bool = False

    @property
    def paper(self) -> str:
        """The paper that prints the statement first, or "clusterdiff"."""
        return OURS if self.source is None else self.source.split(",")[0]

    @property
    def places(self) -> str | None:
        """Where in the paper it is printed; None if the source names only a paper, or is None."""
        return (self.source or "").partition(",")[2].strip() or None

    @property
    def place(self) -> str:
        """Where in the first paper it is printed; empty if `places` is None."""
        return (self.places or "").split(";")[0]

    def failures(self, measured: Measured, n: int) -> tuple[int, list[Case]]:
        """Return the number of cases of n elements, and those that are counterexamples.

        Parameters
        ----------
        measured : Measured
            The measure.
        n : int
            The number of elements.

        Returns
        -------
        tuple of int and list
            The number of cases, and the counterexamples.
        """
        if self.scan is not None:
            return self.scan(measured, n)
        count, bad = 0, []
        for case in self.cases(n):
            claim = self.claim(measured, *case)
            if claim is not None:
                count += 1
                if not claim.holds:
                    bad.append(case)
        return count, bad

    def refuted_by(self, measured: Measured, case: Case) -> bool:
        """Return whether this case is a counterexample.

        Parameters
        ----------
        measured : Measured
            The measure.
        case : tuple
            The clusterings of the case.

        Returns
        -------
        bool
            Whether the claim fails.
        """
        claim = self.claim(measured, *case)
        return claim is not None and not claim.holds

    def __repr__(self) -> str:
        return f"<property {self.name}: {self.statement}>"


def axiom(
    source: str | None,
    cases: Cases,
    *,
    sample: Sampler | None = None,
    scan: Scan | None = None,
    needs: Needs = "best",
    constructed: bool = False,
) -> Callable[[Claimer], Property]:
    """Make a property of a function that returns a claim.

    The first line of the docstring of the function is the statement, the rest is the note.

    Parameters
    ----------
    source : str or None
        Where the statement is printed; None for a statement of clusterdiff itself.
    cases : callable
        Takes n and returns all cases of exactly n elements, up to the order of elements.
    sample : callable or None, default=None
        Takes a random generator and n, and returns one random case.
    scan : callable or None, default=None
        Does the same as going through `cases` one by one, but faster.
    needs : {"value", "best", "rule"}, default="best"
        Measures it applies to: all, those with a best value, those built from a scoring rule.
    constructed : bool, default=False
        Whether the cases are a family of examples instead of all clusterings.

    Returns
    -------
    callable
        Decorator.

    Examples
    --------
    >>> from clusterdiff.properties import check, pairs
    >>> @axiom(None, pairs)
    ... def at_most_one(m, a, b):
    ...     "No distance is above 1: d(a, b) ≤ 1."
    ...     return Claim(m.distance(a, b), "≤", 1.0, "d(a, b)", "1")
    >>> print(check("ari", at_most_one).counterexample)
    a = 001, b = 010: d(a, b) = 1.5 > 1
    """

    def decorate(claim: Claimer) -> Property:
        statement, _, rest = (claim.__doc__ or "").strip().partition("\n")
        note = " ".join(rest.split()) or None
        return Property(
            claim.__name__, statement, source, claim, cases, note, sample, scan, needs, constructed
        )

    return decorate
