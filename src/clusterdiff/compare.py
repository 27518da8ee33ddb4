"""compare: several measures of two clusterings from one table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clusterdiff.chance import summarize
from clusterdiff.measures import noting, resolve
from clusterdiff.results import Comparison, Score
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clusterdiff.chance import ChanceSummary
    from clusterdiff.measures import Measure

# One or two of each family, all readable without a manual.
DEFAULT = (
    "adjusted_rand", "adjusted_mutual_information", "variation_of_information", "normalized_mutual_information",
    "pair_sets_index", "invariant_van_dongen", "classification_accuracy", "purity", "jaccard", "rand",
)  # fmt: skip


def compare(
    a: Any, b: Any = None, measures: str | Measure | Iterable[str | Measure] = DEFAULT, *, chance: bool | str = False, seed: int = 0, **policy: Any
) -> Comparison:
    """Compare two clusterings, or the two sides of a table, under several measures.

    `measures` is "all", a family, a name, or a list of them; `chance=True` (or the name of a null model) adds what chance
    alone would give, the value adjusted for it, its z-score and a 95 % interval; the other options are those of `Table.from_labels`.

    >>> compare([0, 0, 1, 1], [0, 0, 1, 2], ["ari", "vi"])
    4 elements: 2 clusters in a, 3 in b
    adjusted_rand                   0.5714  ↑
    variation_of_information      0.5 bits  ↓
    """
    table = Table.of(a, b, policy)
    chosen = resolve(measures)
    scores = tuple(score(m, table) for m in chosen)
    null = "permutation" if chance is True else chance or ""
    if null:
        found = summarize(table, chosen, null, seed)
        scores = tuple(_with_chance(s, each) for s, each in zip(scores, found, strict=True))
    return Comparison(table.n, *table.shape, table.nnz, table.dropped.total, scores, chance=null)


def _with_chance(score: Score, found: ChanceSummary) -> Score:
    return replace(
        score,
        expected=found.expected,
        adjusted=found.adjusted,
        z=found.z,
        interval=found.interval,
        error=found.error or 0.0,
        samples=found.samples,
    )


def score(measure: Measure, table: Table) -> Score:
    """The value of a measure on a table, and how to read it."""
    with noting() as reasons:
        value = measure.on(table)
    return Score(
        measure.name,
        measure.label,
        value,
        measure.bounds_on(table),
        measure.best_on(table),
        measure.direction,
        measure.unit_under({}),
        measure.reads,
        "; ".join(reasons),
    )
