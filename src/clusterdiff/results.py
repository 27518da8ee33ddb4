"""Results: plain frozen data, with a face for the terminal and the notebook."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from html import escape
from math import isinf
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import MissingDependencyError, UnknownNameError
from clusterdiff.measures import Measure, get_measure

if TYPE_CHECKING:
    from collections.abc import Iterator

_OF_CHANCE = ("expected", "adjusted", "z", "interval", "error", "samples")
_CHANCE_COLUMNS = ("chance", "adjusted", "z", "95 %", "chance ▸ best")
_ARROWS = {"similarity": "↑", "distance": "↓", "description": ""}


@dataclass(frozen=True, slots=True)
class Score:
    """The value of one measure, with what is needed to read it."""

    name: str
    label: str
    value: float
    bounds: tuple[float, float]
    best: float | None
    direction: str
    unit: str
    reading: str
    by_convention: str = ""  # why the formula has no value here, if so
    expected: float | None = None  # what chance gives; this and the following where chance was asked for
    adjusted: float | None = None  # 0 is chance, 1 the best value
    z: float | None = None  # standard deviations from chance
    interval: tuple[float, float] | None = None  # 95 %
    error: float = 0.0  # standard error of what chance gives; 0 where it is exact
    samples: int = 0  # random tables that z, and what chance gives, were estimated from

    def __float__(self) -> float:
        return self.value

    @property
    def range(self) -> str:
        """The bounds, readably."""
        low, high = (_number(bound) for bound in self.bounds)
        return f"{low} … {high}"

    @property
    def arrow(self) -> str:
        """Up: more is better; down: less is better."""
        return _ARROWS[self.direction]

    @property
    def shown(self) -> str:
        """The value to four digits, with its unit."""
        mark = " *" if self.by_convention else ""
        return f"{_number(self.value)}{' ' + self.unit if self.unit else ''}{mark}"

    @property
    def against_chance(self) -> tuple[str, str, str, str, str]:
        """Expected and adjusted value, z, interval and a bar from chance (left) to the best value (right), readably."""
        about = (self.error > 0, False, self.samples > 0)
        numbers = (_rounded(x, digits, near) for x, digits, near in zip((self.expected, self.adjusted, self.z), (4, 4, 3), about, strict=True))
        low, high = self.interval or (0.0, 0.0)
        return (*numbers, f"{_number(low)} … {_number(high)}" if self.interval else "", _bar(self.adjusted))  # type: ignore[return-value]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; what concerns chance only if it was asked for."""
        data = asdict(self)
        return data if self.expected is not None else {key: value for key, value in data.items() if key not in _OF_CHANCE}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two clusterings compared under several measures."""

    n: int
    clusters_a: int
    clusters_b: int
    cells: int
    dropped: int
    scores: tuple[Score, ...]
    name_a: str = "a"
    name_b: str = "b"
    chance: str = ""  # the null model, if chance was asked for

    def __getitem__(self, name: str | Measure) -> Score:
        """The score of a measure, by name or alias."""
        wanted = get_measure(name).name
        exact = [score for score in self.scores if score.name == wanted]
        found = exact or [score for score in self.scores if score.name.partition("[")[0] == wanted]
        if len(found) == 1:
            return found[0]
        raise UnknownNameError.of("a measure of this comparison", wanted, [score.name for score in self.scores])

    def __iter__(self) -> Iterator[Score]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def title(self) -> str:
        """What was compared, in one line."""
        left = f", {self.dropped} left out" if self.dropped else ""
        clusters = "cluster" if self.clusters_a == 1 else "clusters"
        return f"{self.n:,} elements{left}: {self.clusters_a:,} {clusters} in {self.name_a}, {self.clusters_b:,} in {self.name_b}"

    @property
    def notes(self) -> list[str]:
        """Which values stand by convention, and why; and what is an estimate."""
        said = [f"* {score.name} is {_number(score.value)} by convention: {score.by_convention}." for score in self.scores if score.by_convention]
        drawn = max((score.samples for score in self.scores), default=0)
        return [*said, f"≈ estimated from {drawn:,} random tables."] if drawn else said

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        data = asdict(self) | {"scores": tuple(score.to_dict() for score in self.scores)}
        if not self.chance:
            del data["chance"]
        return data

    def to_frame(self) -> Any:
        """One line per measure, as a pandas DataFrame."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingDependencyError.of("pandas", "frames") from None
        return pd.DataFrame([score.to_dict() for score in self.scores]).set_index("name")

    def _rows(self) -> list[tuple[str, ...]]:
        return [(s.name, s.shown, s.range, s.arrow, *(s.against_chance if self.chance else ()), s.reading) for s in self.scores]

    @property
    def _columns(self) -> tuple[str, ...]:
        return ("measure", "value", "range", "", *(_CHANCE_COLUMNS if self.chance else ()), "reads as")

    def __repr__(self) -> str:
        width = max((len(score.name) for score in self.scores), default=0)
        if self.chance:
            return "\n".join([self.title, *self._chance_lines(width), *self.notes])
        lines = [f"{score.name:<{width}}  {score.shown:>12}  {score.arrow}" for score in self.scores]
        return "\n".join([self.title, *lines, *self.notes])

    def _chance_lines(self, width: int) -> list[str]:
        """Value, chance, adjusted, z, interval and bar in columns."""
        rows = [("measure", "value", "", *_CHANCE_COLUMNS), *((s.name, s.shown, s.arrow, *s.against_chance) for s in self.scores)]
        width = max(width, len("measure"))
        spans = max(len(row[6]) for row in rows)
        return [f"{r[0]:<{width}}  {r[1]:>12} {r[2]:1}  {r[3]:>9}  {r[4]:>9}  {r[5]:>7}  {r[6]:^{spans}}  {r[7]}".rstrip() for r in rows]

    def __rich__(self) -> Any:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(title=self.title, title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="dim")
        table.add_column("measure", style="cyan", no_wrap=True)
        table.add_column("value", justify="right", style="bold", no_wrap=True)
        table.add_column("range", justify="center", style="dim", no_wrap=True)
        table.add_column("", no_wrap=True)
        for name in _CHANCE_COLUMNS if self.chance else ():
            table.add_column(name, justify="left" if name.startswith("chance ") else "right", no_wrap=True)
        if not self.chance:
            table.add_column("reads as", overflow="fold")
        for score in self.scores:
            arrow = Text(score.arrow, style="green" if score.direction == "similarity" else "magenta")
            rest = score.against_chance if self.chance else (score.reading,)
            table.add_row(Text(score.name), Text(score.shown, style=_colour(score)), score.range, arrow, *rest)
        return Group(table, *(Text(note, style="yellow") for note in self.notes))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in self._columns)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self._rows())
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"<table><caption>{escape(self.title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{notes}"


def _rounded(value: float | None, digits: int, near: bool) -> str:  # noqa: FBT001
    return "" if value is None else f"{'≈' * near}{value:.{digits}g}"


def _number(value: float) -> str:
    if isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:,.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.4g}"  # noqa: PLR2004


def _bar(adjusted: float | None, width: int = 10) -> str:
    """How far the value is on the way from chance to best; an arrow where it is worse than chance."""
    if adjusted is None:
        return ""
    filled = round(width * min(1.0, max(0.0, adjusted)))
    return ("◂" if adjusted < 0 else " ") + "█" * filled + "░" * (width - filled)


def _colour(score: Score) -> str:
    """Green near the best value, red near the far end, yellow between."""
    low, high = score.bounds
    if score.best is None or isinf(low) or isinf(high) or low == high:
        return "bold"
    distance = abs(score.value - score.best) / (high - low)
    return "bold green" if distance < 0.2 else "bold yellow" if distance < 0.6 else "bold red"  # noqa: PLR2004
