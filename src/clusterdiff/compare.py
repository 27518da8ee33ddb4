"""compare: several measures of two clusterings from one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.measures import noting, resolve
from clusterdiff.results import Comparison, Score
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clusterdiff.measures import Measure

# One or two of each family, all readable without a manual.
DEFAULT = (
    "adjusted_rand", "adjusted_mutual_information", "variation_of_information", "normalized_mutual_information",
    "pair_sets_index", "invariant_van_dongen", "classification_accuracy", "purity", "jaccard", "rand",
)  # fmt: skip


def compare(a: Any, b: Any = None, measures: str | Measure | Iterable[str | Measure] = DEFAULT, **policy: Any) -> Comparison:
    """Compare two clusterings, or the two sides of a table, under several measures.

    `measures` is "all", a family, a name, or a list of them; the other options are those of `Table.from_labels`.

    >>> compare([0, 0, 1, 1], [0, 0, 1, 2], ["ari", "vi"])
    4 elements: 2 clusters in a, 3 in b
    adjusted_rand                   0.5714  ↑
    variation_of_information      0.5 bits  ↓
    """
    table = Table.of(a, b, policy)
    scores = tuple(score(m, table) for m in resolve(measures))
    return Comparison(table.n, *table.shape, table.nnz, table.dropped.total, scores)


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
