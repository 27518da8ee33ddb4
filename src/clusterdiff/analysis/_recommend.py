"""recommend: measures that fit a goal or the data, according to the literature."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.analysis._size_effect import variation
from clusterdiff.errors import OptionError
from clusterdiff.io import table_of
from clusterdiff.labels import takes_clusterings
from clusterdiff.measures import MEASURES, get_measure
from clusterdiff.measures import _references as references
from clusterdiff.views import Column, Result, TableView, plain_data, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Unpack

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.table import Table

_UNEVEN = 0.85  # CV of the class sizes above which K-means distorts them (Wu et al. 2009, sec. 3.1)
_FEW_ELEMENTS = 100  # per cluster; below, chance raises uncorrected measures (Vinh et al. 2010)
_FALLBACK = "rank"  # the goal where neither the user nor the data suggest one


class Choice(NamedTuple):
    """A measure, why (or why not) to use it, what to be careful about, and the reference.

    Attributes
    ----------
    measure : str
        Name of the measure.
    why, source : str
        The reason, and the publication that says so.
    warning : str or None
        What to be careful about.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> choice = next(iter(cd.recommend(goal="metric")))
    >>> choice.measure
    'variation_of_information'
    """

    measure: str
    why: str
    warning: str | None
    source: str


@dataclass(frozen=True, slots=True, repr=False)
class Recommendation(Result):
    """A short list of measures with reasons, and measures to avoid.

    Attributes
    ----------
    goal : str
        What the measure is for.
    goal_text : str
        The goal in words.
    facts : tuple of str
        What the data show, if they were given.
    choices, avoid : tuple of Choice
        Measures to use, the first choice first, and measures to avoid.
    references : tuple of str
        The publications that the advice is taken from.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> [choice.measure for choice in cd.recommend(goal="bits")]
    ['variation_of_information', 'mutual_information', 'conditional_entropy']
    """

    goal: str
    goal_text: str
    facts: tuple[str, ...]
    choices: tuple[Choice, ...]
    avoid: tuple[Choice, ...]
    references: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def _advice(self) -> list[tuple[str, Choice]]:
        return [("use", c) for c in self.choices] + [("avoid", c) for c in self.avoid]

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame."""
        return [{"advice": word, **plain_data(choice)} for word, choice in self._advice()]

    def view(self) -> TableView:
        """Return the result as a table view."""
        columns = (
            Column("", style="kind"),
            Column("measure", style="name"),
            Column("why", wrap=True),
            Column("be careful", wrap=True, priority=3),
            Column("source", wrap=True, priority=1, style="muted"),
        )
        rows = tuple((word, c.measure, c.why, c.warning, c.source) for word, c in self._advice())
        lead = tuple(f"The data: {fact}." for fact in self.facts)
        title = f"{self.goal_text[0].upper()}{self.goal_text[1:]} (goal {self.goal}):"
        return TableView(columns, rows, title, lead=lead, notes=self.references)


class _Fact(NamedTuple):
    """Something the data show, the goal it suggests, and the measures it favors."""

    text: str
    goal: str | None
    favored: tuple[str, ...]


@cache
def guidance() -> Mapping[str, Any]:
    """Return the content of guidance.toml."""
    return tomllib.loads(files("clusterdiff.analysis").joinpath("guidance.toml").read_text("utf-8"))


@cache
def publications() -> dict[str, tuple[str, str]]:
    """Return the short name and the text of each publication that guidance.toml cites."""
    found = guidance()["sources"].items()
    return {
        name: (source["short"], source.get("text") or str(getattr(references, source["reference"])))
        for name, source in found
    }


def goals() -> dict[str, str]:
    """Return the goals that `recommend` knows, each with a description.

    Returns
    -------
    dict of str to str
        The description of each goal, by its name.

    Examples
    --------
    >>> goals()["metric"]
    'to embed, average or search clusterings with a true metric'
    """
    return {name: goal["text"] for name, goal in guidance()["goals"].items()}


@takes_clusterings
def recommend(
    *clusterings: Any,
    goal: str | None = None,
    **options: Unpack[LabelsOptions],
) -> Recommendation:
    """Recommend measures for a goal, for the data, or for both.

    Parameters
    ----------
    {clusterings}
    goal : str, optional
        What the measure is for: one of "rank", "across", "clusters", "imbalanced", "noise",
        "metric", "bits", "small_changes", "kmeans", "entities", "segmentation", "communities"
        and "single_cell" (see `goals`). Without a goal, the recommendation depends on the data:
        uneven classes, different numbers of clusters.
    {selection}

    Returns
    -------
    Recommendation
        Measures to use and to avoid, with reasons.

    Raises
    ------
    OptionError
        If the goal is unknown.

    See Also
    --------
    explain : What a value means.
    clusterdiff.analysis.goals : The goals, with what each is for.

    Examples
    --------
    >>> [choice.measure for choice in recommend(goal="metric")][0]
    'variation_of_information'
    """
    known = guidance()["goals"]
    if goal is not None and (not isinstance(goal, str) or goal not in known):
        listed = "; ".join(f"{name} ({text})" for name, text in goals().items())
        raise OptionError(f"goal must be one of {', '.join(known)}, got {goal!r}.", listed)
    table = table_of(clusterings, options) if clusterings else None
    facts = [] if table is None else _facts(table)
    chosen = goal or next((fact.goal for fact in facts if fact.goal), _FALLBACK)
    avoid = _choices(known[chosen]["avoid"])
    if not avoid and any(fact.goal == "imbalanced" for fact in facts):
        avoid = _choices(known["imbalanced"]["avoid"])
    avoided = {choice.measure for choice in avoid}
    choices = [choice for choice in _choices(known[chosen]["use"]) if choice.measure not in avoided]
    for fact in facts if not known[chosen].get("ordered") else ():
        choices.sort(key=lambda choice, favored=fact.favored: choice.measure not in favored)  # type: ignore[misc]
    texts = tuple(fact.text for fact in facts)
    cited = _references(known[chosen]["use"] + known[chosen]["avoid"])
    return Recommendation(
        chosen, known[chosen]["text"], texts, tuple(choices), tuple(avoid), cited,
        () if table is None else table.notes,
    )  # fmt: skip


def _choices(entries: list[dict[str, str]]) -> list[Choice]:
    """Return entries of guidance.toml with the warning of the measure's record."""
    sources = publications()
    return [
        Choice(
            measure=entry["measure"],
            why=entry["why"],
            warning=get_measure(entry["measure"]).warning,
            source=", ".join(filter(None, (sources[entry["source"]][0], entry.get("at")))),
        )
        for entry in entries
    ]


def _references(entries: list[dict[str, str]]) -> tuple[str, ...]:
    """Return the publications behind entries of guidance.toml, in order of appearance."""
    sources = publications()
    return tuple(sources[name][1] for name in dict.fromkeys(entry["source"] for entry in entries))


def _fact(text: str, condition: str) -> _Fact:
    """Return what the data show, with the goal and the measures of a condition in guidance.toml."""
    found = guidance()["conditions"][condition]
    return _Fact(text, found.get("goal"), tuple(found["favored"]))


def _facts(table: Table) -> list[_Fact]:
    """Return the facts about the cluster sizes that matter for the choice."""
    height, width = table.shape
    facts = []
    cv = variation(table.row_sizes)
    if cv is not None and cv > _UNEVEN:
        facts.append(_fact(f"the class sizes are very uneven (CV {cv:.2f})", "uneven"))
    if max(height, width) > 1.5 * min(height, width):
        text = f"the numbers of clusters differ ({height:,} and {width:,})"
        facts.append(_fact(text, "unlike_numbers"))
    per_cluster = table.n / max(height, width)
    if per_cluster < _FEW_ELEMENTS and max(height, width) > 1:
        favored = tuple(name for name, measure in MEASURES.items() if measure.correction != "none")
        text = (
            f"with {per_cluster:.3g} elements per cluster, chance alone lifts uncorrected measures"
        )
        facts.append(_Fact(text, None, favored))
    singles = int((table.row_sizes == 1).sum() + (table.col_sizes == 1).sum())
    if singles > (height + width) / 4:
        all_clusters = plural(height + width, "cluster")
        text = f"{singles:,} of {all_clusters} are singletons, which pair measures do not see"
        facts.append(_fact(text, "singletons"))
    return facts
