"""Score and Comparison: what `compare` returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import UnknownNameError
from clusterdiff.measures import resolve
from clusterdiff.views import (
    Column,
    Result,
    TableView,
    bar,
    estimate,
    interval,
    number,
    plain_data,
    plural,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from clusterdiff.chance import ChanceSummary
    from clusterdiff.measures import Measure
    from clusterdiff.measures._record import Direction

ARROWS = {"similarity": "↑", "distance": "↓", "description": ""}
_CHANCE_COLUMNS = (
    Column("chance", "right", estimate),
    Column("adjusted", "right", priority=1),
    Column("95 %", "right", interval),
    Column("z", "right", estimate, priority=2),
    Column("chance ▸ best", "left", bar, priority=4),
)
_FEW = 12  # scores, of which z is not shown


@dataclass(frozen=True, slots=True, repr=False)
class Score(Result):
    """The value of one measure, with its range and its meaning.

    Attributes
    ----------
    name, label : str
        The name of the measure, and its full name for people.
    value : float
    bounds : tuple of float
        The range of values for these data.
    best : float or None
        The value of equal clusterings; None for a description.
    direction : {"similarity", "distance", "description"}
        Whether more or less is better.
    unit : str or None
    meaning : str or None
        What the value means, if the record says so.
    by_convention : str or None
        Why the formula has no value here, if so; the value is then a convention.
    approximate : str or None
        Why the value is approximate, if so.
    chance : ChanceSummary or None
        The comparison with chance, if it was requested.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> score = cd.compare([0, 0, 1, 1], [0, 0, 1, 2], measures=["rand"])["rand"]
    >>> score.name, score.value, score.best
    ('rand', 0.8333333333333334, 1.0)
    """

    _plots = ("plot_chance",)

    name: str
    label: str
    value: float
    bounds: tuple[float, float]
    best: float | None
    direction: Direction
    unit: str | None
    meaning: str | None
    by_convention: str | None = None
    approximate: str | None = None
    chance: ChanceSummary | None = None

    def __float__(self) -> float:
        return self.value

    @property
    def arrow(self) -> str:
        """An arrow up if more is better, down if less is."""
        return ARROWS[self.direction]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data; `chance` only if it was asked for."""
        data: dict[str, Any] = plain_data(self)
        if self.chance is None:
            del data["chance"]
        return data

    def records(self) -> list[dict[str, Any]]:
        """Return one flat row."""
        low, high = self.bounds
        row = {
            "measure": self.name,
            "value": self.value,
            "unit": self.unit,
            "lower_bound": low,
            "upper_bound": high,
            "best": self.best,
            "direction": self.direction,
            "meaning": self.meaning,
            "by_convention": self.by_convention,
            "approximate": self.approximate,
        }
        return [row if self.chance is None else {**row, **flat_chance(self.chance)}]

    def view(self) -> TableView:
        """Return the result as a table view."""
        return _scores_view((self,), None, ())


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Result):
    """Two clusterings compared under several measures.

    Attributes
    ----------
    n : int
        Number of elements that count.
    clusters_a, clusters_b : int
        Number of clusters on each side; of label images, number of objects.
    cells : int
        Number of pairs of clusters, or of objects, that share elements.
    dropped : int
        Number of elements that were dropped.
    scores : tuple of Score
    name_a, name_b : str
        The names of the two clusterings.
    null_model : str or None
        The null model, if chance was asked for.
    seed : int or None
        The integer that, as `rng`, gives the same random tables; None if none were drawn.
    assumed : tuple of str
        What was assumed about the input, for example that the first line of a file is a header.
    left_out : tuple of str
        Why measures of the default are missing: their pairings of clusters would take too long.
    kind : str
        What the clusterings are: "partition", "label image", "cover" or "soft clustering".

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.compare([0, 0, 1, 1], [0, 0, 1, 2], measures=["rand", "vi"])
    >>> found["vi"].value
    0.5
    >>> [score.name for score in found]
    ['rand', 'variation_of_information']
    """

    _plots = ("plot_chance",)

    n: int
    clusters_a: int
    clusters_b: int
    cells: int
    dropped: int
    scores: tuple[Score, ...] = field(default=())
    name_a: str = "a"
    name_b: str = "b"
    null_model: str | None = None
    seed: int | None = None
    assumed: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    kind: str = "partition"

    def __getitem__(self, name: str | Measure) -> Score:
        """Return the score of a measure, by name, alias or measure."""
        names = [score.name for score in self.scores]
        return self.scores[place_of(name, names, "measure of this comparison")]

    def __iter__(self) -> Iterator[Score]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def title(self) -> str:
        """What was compared, in one line."""
        dropped = f" ({self.dropped:,} dropped)" if self.dropped else ""
        clusters = plural(self.clusters_a, "object" if self.kind == "label image" else "cluster")
        sides = f"{clusters} in {self.name_a}, {self.clusters_b:,} in {self.name_b}"
        kind = f" ({self.kind}s)" if self.kind not in {"partition", "label image"} else ""
        return f"{plural(self.n, 'element')}{dropped}: {sides}{kind}"

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on values by convention, on estimates, and on measures that were left out."""
        return (*_notes(self.scores), *self.left_out)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data; the results on chance only if they were requested."""
        data: dict[str, Any] = plain_data(self)
        data["scores"] = [score.to_dict() for score in self.scores]
        if self.null_model is None:
            del data["null_model"]
        if not self.left_out:
            del data["left_out"]
        return data

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame."""
        return [row for score in self.scores for row in score.records()]

    def to_frame(self) -> Any:
        """Return one row per measure, indexed by its name, as a pandas DataFrame."""
        return super(Comparison, self).to_frame().set_index("measure")

    def view(self) -> TableView:
        """Return the result as a table view."""
        return _scores_view(self.scores, self.title, self.notes)


def flat_chance(chance: ChanceSummary) -> dict[str, Any]:
    """Return what is known about chance as columns of a row."""
    data = plain_data(chance)
    bounds = data.pop("interval", None) or (None, None)
    return {**data, "interval_low": bounds[0], "interval_high": bounds[1]}


def _notes(scores: tuple[Score, ...]) -> tuple[str, ...]:
    said = [
        f"* {s.name} is {number(s.value)} by convention: {s.by_convention}."
        for s in scores
        if s.by_convention
    ]
    said += [f"≈ {s.name} is approximate: {s.approximate}." for s in scores if s.approximate]
    drawn = max((s.chance.n_samples for s in scores if s.chance is not None), default=0)
    said += [f"≈ estimated from {drawn:,} random tables."] if drawn else []
    return (*said, *_chance_notes(scores))


def _chance_notes(scores: tuple[Score, ...]) -> list[str]:
    """Return why values are not determined, one note for all measures with a reason."""
    reasons: dict[str, list[str]] = {}
    for score in scores:
        for note in score.chance.said if score.chance is not None else ():
            reasons.setdefault(note, []).append(score.name)
    every = len(scores)
    return [
        f"{'all measures' if len(names) == every > 1 else ', '.join(names)}: {note}."
        for note, names in reasons.items()
    ]


def _scores_view(scores: tuple[Score, ...], title: str | None, notes: tuple[str, ...]) -> TableView:
    """Return one row per score."""
    against = any(score.chance is not None for score in scores)
    shown = _CHANCE_COLUMNS if len(scores) > _FEW else (*_CHANCE_COLUMNS[:3], *_CHANCE_COLUMNS[4:])
    last = () if against else (Column("meaning", priority=1, wrap=True),)
    columns = (
        Column("measure", style="name"),
        Column("value", "right", style="value"),
        *((Column(""),) if any(score.unit or score.by_convention for score in scores) else ()),
        Column(""),
        Column("range", "center", interval, priority=2, style="muted"),
        *(shown if against else ()),
        *last,
    )
    marked = len(columns) - (len(shown) if against else 1) == 5
    rows = tuple(
        (
            s.name,
            s.value,
            *((_mark(s),) if marked else ()),
            s.arrow,
            s.bounds,
            *(_chance_cells(s, z=len(scores) > _FEW) if against else (s.meaning,)),
        )
        for s in scores
    )
    return TableView(columns, rows, title, notes=notes)


def _mark(score: Score) -> str:
    """Return the unit, and a star where the value is a convention."""
    return " ".join(filter(None, (score.unit, "*" if score.by_convention else None)))


def _chance_cells(score: Score, *, z: bool) -> tuple[Any, ...]:
    """Return the cells expected value, adjusted value, interval, z if it is shown, and bar."""
    c = score.chance
    if c is None:
        return (None, False), None, None, *(((None, False),) if z else ()), None
    deviations = ((c.z, c.n_samples > 0),) if z else ()
    return (c.expected, bool(c.error)), c.adjusted, c.interval, *deviations, c.adjusted


def place_of(measure: Any, names: Sequence[str], what: str) -> int:
    """Return the position of a measure in a list of names, by name, alias or measure.

    Options may be omitted where only one measure of the list has the name.

    Parameters
    ----------
    measure : str or Measure
        The measure to find.
    names : sequence of str
        The names of the measures, with their options.
    what : str
        What the list holds, for the error.

    Returns
    -------
    int
        The position.

    Examples
    --------
    >>> place_of("nmi", ["adjusted_rand", "normalized_mutual_information[by=max]"], "measure")
    1
    """
    name = measure if isinstance(measure, str) else getattr(measure, "name", None)
    if name in names:
        return names.index(name)
    name = ", ".join(found.name for found in resolve(measure))
    places = [i for i, each in enumerate(names) if each == name]
    places = places or [i for i, each in enumerate(names) if each.partition("[")[0] == name]
    if len(places) != 1:
        raise UnknownNameError.of(what, name, list(names))
    return places[0]
