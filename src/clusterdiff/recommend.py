"""recommend: which measure to use, from what the papers say and what the cluster sizes show."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.errors import OptionError
from clusterdiff.measures import MEASURES
from clusterdiff.sizes import variation
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

GOALS = {
    "rank": "rank algorithms on one data set",
    "across": "compare results across data sets",
    "clusters": "every cluster counts the same, however small",
    "imbalanced": "classes of very different sizes",
    "noise": "noise, and different numbers of clusters",
    "metric": "a true metric, for embedding, averaging or searching clusterings",
    "bits": "a value that can be read, in bits",
    "small_changes": "notice small changes",
    "kmeans": "judge K-means",
}
_WU, _MEILA, _REZAEI, _XIANG, _VINH = (
    "Wu, Xiong & Chen 2009", "Meilă 2007", "Rezaei & Fränti 2016", "Xiang et al. 2012", "Vinh, Epps & Bailey 2010",
)  # fmt: skip


class Choice(NamedTuple):
    """A measure, why (or why not), and who says so."""

    measure: str
    why: str
    traps: str
    source: str


# For each goal: measures in order, why, and the source. The traps come from the measures' own records.
_GUIDE: dict[str, tuple[tuple[str, str, str], ...]] = {
    "rank": (
        ("adjusted_rand", "corrected for chance, so that algorithms with more clusters gain nothing by it", f"{_WU}, sec. 4; {_MEILA}, sec. 2.1"),
        ("adjusted_mutual_information", "corrected for chance, and weighs small clusters more than pair counting does", _VINH),
        ("normalized_van_dongen", "simple, and normalised by what the sizes allow", f"{_WU}, concluding remarks"),
    ),
    "across": (
        ("adjusted_rand", "same zero and same best value on every data set", f"{_WU}, sec. 4: compare normalised values only"),
        ("adjusted_mutual_information", "same zero and same best value on every data set", _VINH),
        ("variation_of_information", "does not depend on the number of elements, only on the shares", f"{_MEILA}, sec. 5"),
        ("normalized_van_dongen", "normalised by what the sizes allow", f"{_WU}, concluding remarks"),
    ),
    "clusters": (
        ("pair_sets_index", "pairs clusters one to one, and each pair counts the same", f"{_REZAEI}, eq. 14-18"),
        ("normalized_clustering_accuracy", "averages the recall of classes, each counting the same", "Gagolewski 2025"),
        ("larsen_aone", "averages over classes, each counting the same", f"{_MEILA}, eq. 11"),
    ),
    "imbalanced": (
        ("pair_sets_index", "is not swayed by cluster sizes", f"{_REZAEI}, sec. 7"),
        ("adjusted_mutual_information", "weighs small clusters more than pair counting does", _VINH),
        ("normalized_van_dongen", "keeps its range on skewed classes", f"{_WU}, table 5"),
    ),
    "noise": (
        ("pair_sets_index", "unmatched clusters count against it, and it is corrected for chance", f"{_REZAEI}, sec. 7"),
        ("split_merge_entropy", "reaches from 0 to 1 against any reference, whatever the number of clusters", f"{_XIANG}, prop. 5.1"),
        ("adjusted_rand", "corrected for chance under any number of clusters", f"{_REZAEI}, sec. 7"),
    ),
    "metric": (
        ("variation_of_information", "a metric aligned with the lattice of partitions: splits and merges add up", f"{_MEILA}, sec. 4"),
        ("mirkin_invariant", "a metric on pairs of elements, the square of a Euclidean distance", f"{_MEILA}, sec. 5"),
        ("invariant_van_dongen", "a metric that counts elements", f"{_MEILA}, sec. 5"),
        ("classification_error", "a metric: the share of elements to move", f"{_MEILA}, eq. 10"),
    ),
    "bits": (
        ("variation_of_information", "information lost plus information gained", f"{_MEILA}, eq. 19"),
        ("mutual_information", "information shared; never alone, since it grows with the number of clusters", f"{_MEILA}, eq. 16"),
        ("conditional_entropy", "information of a that b does not hold", f"{_MEILA}, eq. 21"),
    ),
    "small_changes": (
        ("variation_of_information", "every split or merge moves it by an amount that depends on the cluster alone", f"{_MEILA}, sec. 4"),
        ("split_merge_entropy", "falls strictly along a series of ever worse clusterings", f"{_XIANG}, fig. 3"),
        ("adjusted_rand", "every pair counts", f"{_WU}, table 11"),
    ),
    "kmeans": (
        ("normalized_van_dongen", "the papers' first choice: simple, sound, and it sees the uniform effect", f"{_WU}, concluding remarks"),
        ("normalized_variation_of_information", "sees the uniform effect once normalised", f"{_WU}, concluding remarks"),
        ("adjusted_rand", "the normal form of most pair measures, which all agree", f"{_WU}, proposition 1"),
    ),
}

# What the papers call defective, and for which goals.
_DEFECTIVE = (
    ("conditional_entropy", "misses that K-means evens out class sizes, and is best for singletons"),
    ("purity", "misses that K-means evens out class sizes, and is best for singletons"),
    ("mutual_information", "misses that K-means evens out class sizes, and grows with the number of clusters"),
)
_AVOID: dict[str, tuple[tuple[str, str, str], ...]] = {
    "kmeans": tuple((name, why, f"{_WU}, sec. 3") for name, why in _DEFECTIVE),
    "rank": tuple((name, why, f"{_WU}, sec. 3") for name, why in _DEFECTIVE),
    "imbalanced": tuple((name, why, f"{_WU}, sec. 3") for name, why in _DEFECTIVE),
    "across": (("rand", "close to 1 for any two clusterings with many clusters", f"{_MEILA}, sec. 2.1"),),
    "noise": (("normalized_mutual_information", "rises with the number of clusters by chance alone", _VINH),),
    "clusters": (("adjusted_rand", "large clusters hold most pairs", f"{_REZAEI}, sec. 7"),),
    "metric": (("normalized_mutual_information", "breaks the triangle inequality", f"{_REZAEI}, sec. 5"),),
}


@dataclass(frozen=True, slots=True)
class Recommendation:
    """A short list of measures with reasons, and what to stay away from."""

    goal: str
    facts: tuple[str, ...]
    choices: tuple[Choice, ...]
    avoid: tuple[Choice, ...]

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {**asdict(self), "choices": [c._asdict() for c in self.choices], "avoid": [c._asdict() for c in self.avoid]}

    def lines(self) -> list[str]:
        """The advice as plain text."""
        head = [f"To {GOALS[self.goal]}:" if self.goal in {"rank", "across", "small_changes", "kmeans"} else f"For {GOALS[self.goal]}:"]
        facts = [f"  seen: {fact}" for fact in self.facts]
        use = [f"  use {c.measure}: {c.why} ({c.source})\n      beware: {c.traps}" for c in self.choices]
        return [*head, *facts, *use, *(f"  not {c.measure}: {c.why} ({c.source})" for c in self.avoid)]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __rich__(self) -> Any:
        from rich.text import Text

        colours = {"use": "green", "not": "red", "seen:": "dim"}
        text = Text()
        for line in self.lines():
            text.append(line + "\n", style=colours.get(line.strip().split(" ", maxsplit=1)[0], "bold"))
        return text


def recommend(a: Any = None, b: Any = None, *, goal: str | None = None, **policy: Any) -> Recommendation:
    """Say which measures fit a goal, and the data if it is given.

    Without a goal the data decide: uneven classes, many small clusters or different numbers of clusters.

    >>> [choice.measure for choice in recommend(goal="metric")][0]
    'variation_of_information'
    """
    if goal is not None and goal not in GOALS:
        listed = "; ".join(f"{name}: {what}" for name, what in GOALS.items())
        raise OptionError(f"goal must be one of {', '.join(GOALS)}: got {goal!r}.", listed)
    table = None if a is None else Table.of(a, b, policy)
    facts = [] if table is None else _facts(table)
    chosen = goal or next((fact.goal for fact in facts if fact.goal), "rank")
    choices = [Choice(name, why, MEASURES[name].warning, source) for name, why, source in _GUIDE[chosen]]
    for fact in facts:
        choices.sort(key=lambda choice, fact=fact: choice.measure not in fact.favours)  # type: ignore[misc]
    avoid = [Choice(name, why, MEASURES[name].warning, source) for name, why, source in _AVOID.get(chosen, ())]
    if any(fact.goal == "imbalanced" for fact in facts) and not avoid:
        avoid = [Choice(name, why, MEASURES[name].warning, f"{_WU}, sec. 3") for name, why in _DEFECTIVE]
    choices = [choice for choice in choices if choice.measure not in {defective.measure for defective in avoid}]
    return Recommendation(chosen, tuple(fact.sentence for fact in facts), tuple(choices), tuple(avoid))


class _Fact(NamedTuple):
    sentence: str
    goal: str
    favours: tuple[str, ...]


_CORRECTED = ("adjusted_mutual_information", "adjusted_rand", "pair_sets_index")


def _facts(table: Table) -> list[_Fact]:
    """What the sizes show that matters for the choice."""
    height, width = table.shape
    facts = []
    cv = variation(table.row_sizes)
    if cv is not None and cv > 1:
        facts.append(_Fact(f"the classes are very uneven (CV {cv:.2f})", "imbalanced", ("pair_sets_index",)))
    if max(height, width) > 1.5 * min(height, width):
        facts.append(_Fact(f"the numbers of clusters differ ({height:,} and {width:,})", "noise", ()))
    per_cluster = table.n / max(height, width)
    if per_cluster < 100 and max(height, width) > 1:  # noqa: PLR2004  (Vinh et al. 2010: correction matters below about this)
        facts.append(_Fact(f"{per_cluster:.3g} elements per cluster: chance alone lifts uncorrected measures", "", _CORRECTED))
    singles = int((table.row_sizes == 1).sum() + (table.col_sizes == 1).sum())
    if singles > (height + width) / 4:
        facts.append(
            _Fact(f"{singles:,} of {height + width:,} clusters are singletons, which no pair measure sees", "", ("adjusted_mutual_information",))
        )
    return facts
