"""matrix: every property of every measure, in one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import MissingDependencyError
from clusterdiff.measures import Measure, resolve
from clusterdiff.measures import get_measure as find_measure
from clusterdiff.properties._search import PROPERTIES, check, find
from clusterdiff.properties._subject import Subject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from clusterdiff.properties._property import Property, Verdict

QUICK = 5
QUICK_BUDGET = 100


@dataclass(frozen=True)
class PropertyMatrix:
    """Verdicts by measure and property."""

    n: int
    measures: tuple[str, ...]
    properties: tuple[str, ...]
    verdicts: dict[tuple[str, str], Verdict]

    def __getitem__(self, key: tuple[str | Measure, str]) -> Verdict:
        """The verdict on a measure, by name or alias, and a property."""
        measure, name = key
        exact = measure if isinstance(measure, str) and measure in self.measures else find_measure(measure).name
        return self.verdicts[exact, find(name).name]

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts.values())

    def holding(self, *names: str) -> list[str]:
        """The measures that have all these properties."""
        return [m for m in self.measures if all(self.verdicts[m, find(name).name] for name in names)]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        by_measure = {m: {p: self.verdicts[m, p].to_dict() for p in self.properties} for m in self.measures}
        return {"n": self.n, "verdicts": by_measure}

    def to_frame(self) -> Any:
        """One line per measure, one column per property, as a pandas DataFrame of holds, fails and undecided."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingDependencyError.of("pandas", "frames") from None
        rows = [[self.verdicts[m, p].status for p in self.properties] for m in self.measures]
        return pd.DataFrame(rows, index=list(self.measures), columns=list(self.properties))

    def markdown(self) -> str:
        """The signs as a table; properties are numbered, for their names are long."""
        head = ["| measure | " + " | ".join(str(k) for k in range(1, len(self.properties) + 1)) + " |", "|---" * (len(self.properties) + 1) + "|"]
        lines = [f"| `{m}` | " + " | ".join(self.verdicts[m, p].sign for p in self.properties) + " |" for m in self.measures]
        return "\n".join([*head, *lines])

    def __str__(self) -> str:
        width = max(len(m) for m in self.measures)
        names = [f"{k:>3}  {p}" for k, p in enumerate(self.properties, 1)]
        head = " " * width + "".join(f"{k:>3}" for k in range(1, len(self.properties) + 1))
        lines = [f"{m:<{width}}" + "".join(f"{self.verdicts[m, p].sign:>3}" for p in self.properties) for m in self.measures]
        return "\n".join([*names, "", head, *lines])

    def __rich__(self) -> Any:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        colours = {"holds": "green", "fails": "red", "undecided": "dim"}
        table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 1), header_style="dim")
        table.add_column("measure", style="cyan", no_wrap=True)
        for k in range(1, len(self.properties) + 1):
            table.add_column(str(k), justify="right", no_wrap=True)
        for m in self.measures:
            row = [self.verdicts[m, p] for p in self.properties]
            table.add_row(m, *(Text(v.sign, style=colours[v.status]) for v in row))
        return Group(table, *(Text(f"{k:>3} {p}", style="dim") for k, p in enumerate(self.properties, 1)))


@dataclass(frozen=True)
class Card:
    """All verdicts on one measure."""

    measure: str
    verdicts: tuple[Verdict, ...]

    def __getitem__(self, name: str) -> Verdict:
        """The verdict on a property."""
        wanted = find(name).name
        return next(v for v in self.verdicts if v.property_name == wanted)

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {"measure": self.measure, "verdicts": [v.to_dict() for v in self.verdicts]}

    def __str__(self) -> str:
        lines = [f"{v.sign} {v.property_name}" + (f"\n    {v.counterexample}" if v.counterexample else "") for v in self.verdicts]
        return "\n".join([self.measure, *lines])

    def __rich__(self) -> Any:
        from rich.table import Table
        from rich.text import Text

        colours = {"holds": "green", "fails": "red", "undecided": "dim"}
        table = Table(title=self.measure, title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="dim")
        for name in ("", "property", "tried", "counterexample"):
            table.add_column(name, overflow="fold", no_wrap=name in {"", "property"})
        for v in self.verdicts:
            table.add_row(
                Text(v.sign, style=colours[v.status]), Text(v.property_name, style="cyan"), v.how, Text(str(v.counterexample or ""), style="yellow")
            )
        return table


def card(
    measure: str | Measure | Subject | Callable[[Any, Any], float],
    properties: Iterable[str | Property] | None = None,
    n: int = QUICK,
    budget: int = QUICK_BUDGET,
) -> Card:
    """Check all properties of one measure, or those given.

    >>> print(card("ari", ["symmetric", "n_invariant"]))
    adjusted_rand
    ✓ symmetric
    ✗ n_invariant
        a = 001, b = 010: v(a, b) = -0.5 ≠ 0 = v(a thrice, b thrice)
    """
    subject = measure if isinstance(measure, Subject) else Subject(measure)
    chosen = PROPERTIES if properties is None else properties
    return Card(subject.name, tuple(check(subject, p, n, budget) for p in chosen))


def matrix(
    measures: str | Measure | Iterable[str | Measure | Callable[[Any, Any], float]] = "all",
    n: int = QUICK,
    *,
    properties: Iterable[str | Property] | None = None,
    budget: int = QUICK_BUDGET,
    progress: Callable[[float], None] | None = None,
) -> PropertyMatrix:
    """Check every property of every measure; `progress` is told how many measures are done.

    >>> found = matrix(["vi", "mirkin_invariant"], n=4, properties=["collinear_through_meet", "scale_log_k"])
    >>> found.holding("collinear_through_meet", "scale_log_k")
    ['variation_of_information']
    """
    chosen = [find(p) for p in (PROPERTIES if properties is None else properties)]
    wanted = [measures] if isinstance(measures, str | Measure) else list(measures)
    subjects = [s for item in wanted for s in ([Subject(m) for m in resolve(item)] if isinstance(item, str | Measure) else [Subject(item)])]
    verdicts: dict[tuple[str, str], Verdict] = {}
    for done, subject in enumerate(subjects, 1):
        verdicts |= {(subject.name, v.property_name): v for v in card(subject, chosen, n, budget)}
        if progress is not None:
            progress(done)
    return PropertyMatrix(n, tuple(s.name for s in subjects), tuple(p.name for p in chosen), verdicts)
