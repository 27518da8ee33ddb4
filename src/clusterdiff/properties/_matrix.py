"""profile and matrix: all properties of one measure, and of several measures."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import MissingDependencyError
from clusterdiff.measures import Measure, get_measure, resolve
from clusterdiff.progress import track
from clusterdiff.properties._search import PROPERTIES, check, find, why_not
from clusterdiff.properties.measured import Measured

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clusterdiff.properties.statements import Property
    from clusterdiff.properties.verdicts import Verdict

QUICK = 5
QUICK_BUDGET = 100


@dataclass(frozen=True)
class Profile:
    """All verdicts on one measure.

    Attributes
    ----------
    measure : str
        Name of the measure.
    verdicts : tuple of Verdict
        One for each property.
    """

    measure: str
    verdicts: tuple[Verdict, ...]

    def __getitem__(self, name: str) -> Verdict:
        """Return the verdict on a property."""
        wanted = find(name).name
        return next(v for v in self.verdicts if v.property_name == wanted)

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {"measure": self.measure, "verdicts": [v.to_dict() for v in self.verdicts]}

    def to_frame(self) -> Any:
        """Return a pandas DataFrame with one row per property."""
        columns = ["property", "source", "status", "counterexample", "statement"]
        rows = [
            [v.property_name, v.source, v.status, str(v.counterexample or ""), v.statement]
            for v in self.verdicts
        ]
        return _pandas().DataFrame(rows, columns=columns)

    def __str__(self) -> str:
        width = max(len(v.property_name) for v in self.verdicts)
        lines = [self.measure]
        for paper, group in by_paper(v.checked for v in self.verdicts if v.checked):
            lines += ["", paper]
            for chosen in group:
                v = self[chosen.name]
                shown = f"  {v.counterexample}" if v.counterexample else ""
                lines.append(f"  {v.sign} {v.property_name:<{width if shown else 0}}{shown}")
        return "\n".join(lines)


@dataclass(frozen=True)
class PropertyMatrix:
    """Verdicts by measure and property.

    Attributes
    ----------
    n : int
        Number of elements up to which all clusterings were tried.
    measures, properties : tuple of str
        Names of the rows and columns.
    verdicts : dict of (str, str) to Verdict
        By measure and property.
    """

    n: int
    measures: tuple[str, ...]
    properties: tuple[str, ...]
    verdicts: dict[tuple[str, str], Verdict]

    def __getitem__(self, key: tuple[str | Measure, str]) -> Verdict:
        """Return the verdict on a measure, by name or alias, and a property."""
        measure, name = key
        exact = measure if measure in self.measures else get_measure(measure).name
        return self.verdicts[str(exact), find(name).name]

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts.values())

    def holding(self, *names: str) -> list[str]:
        """Return the measures that have all these properties."""
        wanted = [find(name).name for name in names]
        return [m for m in self.measures if all(self.verdicts[m, name] for name in wanted)]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        by_measure = {
            m: {p: self.verdicts[m, p].to_dict() for p in self.properties} for m in self.measures
        }
        return {"n": self.n, "verdicts": by_measure}

    def to_frame(self) -> Any:
        """Return a pandas DataFrame of "holds", "fails" and "undecided", measures by properties."""
        rows = [[self.verdicts[m, p].status for p in self.properties] for m in self.measures]
        return _pandas().DataFrame(rows, index=list(self.measures), columns=list(self.properties))

    def numbered(self) -> dict[str, int]:
        """Return the number of each column, starting at 1."""
        return {name: k for k, name in enumerate(self.properties, 1)}

    def block(self, chosen: Iterable[Property]) -> list[str]:
        """Return lines of text with the signs of some properties, one line per measure."""
        numbers, names = self.numbered(), [p.name for p in chosen]
        width = max(len(m) for m in self.measures)
        head = " " * width + "".join(f"{numbers[p]:>3}" for p in names)
        rows = [
            f"{m:<{width}}" + "".join(f"{self.verdicts[m, p].sign:>3}" for p in names)
            for m in self.measures
        ]
        return [head, *rows]

    def __str__(self) -> str:
        numbers, lines = self.numbered(), []
        for paper, group in by_paper(find(p) for p in self.properties):
            named = (f"{numbers[p.name]:>3}  {p.name}" for p in group)
            lines += [paper, *named, "", *self.block(group), ""]
        return "\n".join(lines[:-1])


def by_paper(chosen: Iterable[Property]) -> list[tuple[str, list[Property]]]:
    """Return properties grouped by the paper that prints them first.

    Parameters
    ----------
    chosen : iterable of Property
        Properties, those of one paper next to each other.

    Returns
    -------
    list of (str, list of Property)

    Examples
    --------
    >>> [(paper, len(group)) for paper, group in by_paper([find("local"), find("normalized")])]
    [('Meilă 2007', 1), ('Xiang et al. 2012', 1)]
    """
    return [(paper, list(group)) for paper, group in groupby(chosen, key=lambda p: p.paper)]


def listing(chosen: Iterable[Property] | None = None) -> str:
    """Return the names and statements of properties as text, grouped by paper.

    Parameters
    ----------
    chosen : iterable of Property or None, default=None
        Properties, those of one paper next to each other; by default all.

    Returns
    -------
    str

    Examples
    --------
    >>> print(listing([find("local"), find("names_do_not_matter")]))
    Meilă 2007
      local (sec. 6)
        The distance of a split depends only on the cluster that is split.
    <BLANKLINE>
    clusterdiff
      names_do_not_matter
        Renaming the clusters of b does not change the value: v(a, b) = v(a, b').
    """
    blocks = []
    for paper, group in by_paper(PROPERTIES.values() if chosen is None else chosen):
        lines = [paper]
        for p in group:
            place = f" ({p.places})" if p.places else ""
            lines += [f"  {p.name}{place}", f"    {p.statement}"]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def _pandas() -> Any:
    try:
        import pandas as pd
    except ImportError:
        raise MissingDependencyError.of("pandas", "frames") from None
    return pd


def profile(
    measure: Any,
    properties: Iterable[str | Property] | None = None,
    n: int = QUICK,
    budget: int = QUICK_BUDGET,
) -> Profile:
    """Check the properties of one measure.

    Parameters
    ----------
    measure : str, Measure, scoring rule or callable
        See `check`.
    properties : iterable of str or Property, or None, default=None
        Properties to check; by default all that apply to the measure.
    n : int, default=5
        Number of elements up to which all clusterings are tried.
    budget : int, default=100
        Number of random cases with more elements.

    Returns
    -------
    Profile

    Examples
    --------
    >>> print(profile("ari", ["symmetric", "n_invariant"]))
    adjusted_rand
    <BLANKLINE>
    Meilă 2007
      ✓ symmetric
      ✗ n_invariant  a = 001, b = 010: v(a, b) = -0.5 ≠ 0 = v(a thrice, b thrice)
    """
    measured = Measured.of(measure)
    every = [p for p in PROPERTIES.values() if p.needs != "rule" or not why_not(measured, p)]
    chosen = every if properties is None else [find(p) for p in properties]
    return Profile(measured.name, tuple(check(measured, p, n, budget) for p in chosen))


def matrix(
    measures: str | Measure | Iterable[Any] = "all",
    n: int = QUICK,
    *,
    properties: Iterable[str | Property] | None = None,
    budget: int = QUICK_BUDGET,
) -> PropertyMatrix:
    """Check the properties of several measures.

    Parameters
    ----------
    measures : str, Measure or iterable, default="all"
        Names of measures or families, measures, or functions of two label arrays.
    n : int, default=5
        Number of elements up to which all clusterings are tried.
    properties : iterable of str or Property, or None, default=None
        Properties to check; by default all that apply to at least one of the measures.
    budget : int, default=100
        Number of random cases with more elements.

    Returns
    -------
    PropertyMatrix

    Examples
    --------
    >>> chosen = ["collinear_through_meet", "scale_log_k"]
    >>> found = matrix(["vi", "mirkin_invariant"], n=4, properties=chosen)
    >>> found.holding(*chosen)
    ['variation_of_information']
    """
    wanted = [measures] if isinstance(measures, str | Measure) else list(measures)
    measured = [m for item in wanted for m in _measured(item)]
    if properties is None:
        every = PROPERTIES.values()
        chosen = [
            p for p in every if p.needs != "rule" or any(why_not(m, p) is None for m in measured)
        ]
    else:
        chosen = [find(p) for p in properties]
    verdicts: dict[tuple[str, str], Verdict] = {}
    for one in track(measured, "checking measures"):
        verdicts |= {(one.name, v.property_name): v for v in profile(one, chosen, n, budget)}
    names = tuple(one.name for one in measured)
    return PropertyMatrix(n, names, tuple(p.name for p in chosen), verdicts)


def _measured(item: Any) -> list[Measured]:
    if isinstance(item, str | Measure):
        return [Measured(m) for m in resolve(item)]
    return [Measured.of(item)]
