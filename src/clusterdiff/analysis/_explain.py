"""explain: a value with its range, and the values for independence and by chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterdiff.chance import expected
from clusterdiff.io import table_of
from clusterdiff.labels import takes_clusterings
from clusterdiff.measures import get_measure, noting
from clusterdiff.views import (
    Column,
    Result,
    TableView,
    estimate,
    interval,
    number,
    percent,
    plain_data,
)

if TYPE_CHECKING:
    from typing import Unpack

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.measures import Measure


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Result):
    """One value and what to compare it with; None where nothing is known.

    Attributes
    ----------
    measure, label : str
        The name of the measure, and its full name for people.
    value : float
    unit : str or None
    bounds : tuple of float
        The range for data of this size.
    attainable : tuple of float
        The range for these cluster sizes, as tight as is known in closed form.
    at_independence : float or None
        The value of a table of ``a_i · b_j / n`` elements.
    at_chance : float or None
        The mean over random permutations of the labels; None if it was not asked for.
    at_chance_error : float
        Its standard error; 0 where it is exact.
    best : float or None
        The value of equal clusterings; None for a description.
    by_convention : str or None
        Why the formula has no value here, if so.
    seed : int or None
        The integer that, as `rng`, gives the same random tables; None if none were drawn.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.explain([0, 0, 1, 1], [0, 0, 1, 2], measure="rand")
    >>> found.meaning
    'rand is 0.8333 (range 0 … 1, best 1); chance gives 0.6111; 57 % of the way from chance to best'
    """

    measure: str
    label: str
    value: float
    unit: str | None
    bounds: tuple[float, float]
    attainable: tuple[float, float]
    at_independence: float | None
    at_chance: float | None
    at_chance_error: float
    best: float | None
    by_convention: str | None
    seed: int | None = None
    assumed: tuple[str, ...] = ()

    @property
    def progress(self) -> float | None:
        """How far the value is on the way from chance (0) to the best value (1)."""
        if self.at_chance is None or self.best is None or self.best == self.at_chance:
            return None
        return (self.value - self.at_chance) / (self.best - self.at_chance)

    @property
    def meaning(self) -> str:
        """The explanation in one sentence."""
        unit = f" {self.unit}" if self.unit else ""
        best = "" if self.best is None else f", best {number(self.best)}"
        parts = [
            f"{self.measure} is {number(self.value)}{unit} (range {interval(self.bounds)}{best})"
        ]
        if self.attainable != self.bounds:
            parts.append(f"with these cluster sizes it lies within {interval(self.attainable)}")
        if self.at_chance is not None:
            shown = estimate((self.at_chance, self.at_chance_error > 0))
            parts.append(f"chance gives {shown}{unit}")
        if self.progress is not None:
            better = f"{percent(self.progress)} of the way from chance to best"
            parts.append(better if self.progress > 0 else "no better than chance")
        return "; ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            **plain_data(self),
            "progress": self.progress,
            "meaning": self.meaning,
            **self._assumed_data(),
        }

    def view(self) -> TableView:
        """Return the result as a table view."""
        chance = estimate((self.at_chance, self.at_chance_error > 0))
        rows = (
            ("value", " ".join(filter(None, (number(self.value), self.unit)))),
            ("range", interval(self.bounds)),
            (
                "range for these cluster sizes",
                None if self.attainable == self.bounds else interval(self.attainable),
            ),
            ("best", number(self.best)),
            ("if independent", number(self.at_independence)),
            ("by chance", chance),
            ("from chance to best", percent(self.progress)),
        )
        title = f"{self.measure} ({self.label})"
        notes = (f"The value is a convention: {self.by_convention}.",) if self.by_convention else ()
        shown = tuple(row for row in rows if row[1])
        return TableView(
            (Column("", style="name"), Column("", "right")), shown, title, notes=notes, header=False
        )


@takes_clusterings
def explain(
    *clusterings: Any,
    measure: str | Measure = "adjusted_rand",
    chance: bool = True,
    rng: Any = None,
    **options: Unpack[LabelsOptions],
) -> Explanation:
    """Say what the value of a measure means for two clusterings.

    Parameters
    ----------
    {clusterings}
    measure : str or Measure, default="adjusted_rand"
        The measure to explain.
    chance : bool, default=True
        Whether to find the mean by chance, which may have to be sampled.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers where the mean by chance has to be sampled. None is fresh
        entropy; `seed` of the result repeats it.
    {selection}

    Returns
    -------
    Explanation
        The value, the values that it is compared with, and an explanation in words.

    Raises
    ------
    InputError
        If the labels cannot be compared.
    UnknownNameError
        If there is no such measure.

    See Also
    --------
    compare : Several measures at once.
    clusterdiff.chance.expected : The mean by chance.

    Examples
    --------
    >>> explain([0, 0, 1, 1], [0, 0, 1, 2], measure="rand").meaning
    'rand is 0.8333 (range 0 … 1, best 1); chance gives 0.6111; 57 % of the way from chance to best'
    """
    chosen, table = get_measure(measure), table_of(clusterings, options)
    with noting() as reasons:
        value = chosen.on(table)
    by_chance = expected(table, measure=chosen, rng=rng) if chance else None
    return Explanation(
        measure=chosen.name,
        label=chosen.label,
        value=value,
        unit=chosen.unit,
        bounds=chosen.bounds_on(table),
        attainable=chosen.facts.attainable_on(table),
        at_independence=chosen.facts.independent_on(table),
        at_chance=None if by_chance is None else by_chance.value,
        at_chance_error=0.0 if by_chance is None else by_chance.error,
        best=chosen.best_on(table),
        by_convention="; ".join(reasons) or None,
        seed=None if by_chance is None else by_chance.seed,
        assumed=table.notes,
    )
