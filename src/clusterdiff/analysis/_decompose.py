"""decompose: a measure as a sum over the components of the join."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.errors import OptionError
from clusterdiff.io import table_of
from clusterdiff.labels import listed, takes_clusterings
from clusterdiff.measures import MEASURES, get_measure
from clusterdiff.summaries import Components
from clusterdiff.table import Table
from clusterdiff.views import Column, Result, TableView, number

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Unpack

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.measures import Measure

Rule = Callable[[int, int], tuple[float, float]]


class Term(NamedTuple):
    """What one component adds to a measure: weight · score + offset.

    Attributes
    ----------
    clusters_a, clusters_b : tuple
        Labels of the clusters of the component.
    size : int
        Number of elements of the component.
    weight, score, offset : float
        The contribution is weight · score + offset.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> term = cd.decompose([0, 0, 1, 1], ["x", "y", "z", "z"], measure="vi").terms[0]
    >>> term.clusters_a, term.contribution
    ((0,), 0.5)
    """

    clusters_a: tuple[Any, ...]
    clusters_b: tuple[Any, ...]
    size: int
    weight: float
    score: float
    offset: float

    @property
    def contribution(self) -> float:
        """What the component adds to the measure."""
        return self.weight * self.score + self.offset


@dataclass(frozen=True, slots=True, repr=False)
class Decomposition(Result):
    """A measure as a sum over the components of the join.

    Attributes
    ----------
    measure : str
        The name of the measure.
    value : float
        Its value for the whole.
    terms : tuple of Term
        One per component; their contributions add up to the value.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.decompose([0, 0, 1, 1, 2, 2], ["x", "y", "z", "z", "w", "w"], measure="vi")
    >>> found.value, len(found.terms)
    (0.3333333333333333, 3)
    """

    measure: str
    value: float
    terms: tuple[Term, ...]
    assumed: tuple[str, ...] = ()

    @property
    def total(self) -> float:
        """The sum of the contributions, which is the value up to rounding."""
        return float(np.sum([term.contribution for term in self.terms]))

    def __iter__(self) -> Iterator[Term]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame."""
        return [{**term._asdict(), "contribution": term.contribution} for term in self.terms]

    def view(self) -> TableView:
        """Return the result as a table view."""
        columns = (
            Column("clusters of a", wrap=True, style="name"),
            Column("clusters of b", wrap=True, style="name"),
            Column("size", "right"),
            Column("score", "right"),
            Column("contribution", "right", style="value"),
        )
        rows = tuple(
            (
                ", ".join(map(str, t.clusters_a)),
                ", ".join(map(str, t.clusters_b)),
                t.size,
                t.score,
                t.contribution,
            )
            for t in self.terms
        )
        return TableView(columns, rows, f"{self.measure} {number(self.value)}")


@takes_clusterings
def decompose(
    *clusterings: Any,
    measure: str | Measure = "variation_of_information",
    **options: Unpack[LabelsOptions],
) -> Decomposition:
    """Write a measure as a sum over the components of the join.

    A component is a group of clusters of `a` and of `b` that hold the same elements and cannot be
    divided into smaller such groups.

    Parameters
    ----------
    {clusterings}
    measure : str or Measure, default="variation_of_information"
        A measure that is such a sum.
    {selection}

    Returns
    -------
    Decomposition
        What each component adds to the value.

    Raises
    ------
    OptionError
        If the measure cannot be split into contributions of components.

    See Also
    --------
    diff : The components in words, with their costs.

    Examples
    --------
    >>> found = decompose([0, 0, 1, 1, 2, 2], ["x", "y", "z", "z", "w", "w"], measure="vi")
    >>> [(term.clusters_a, round(term.contribution, 4)) for term in found.terms]
    [((0,), 0.3333), ((1,), 0.0), ((2,), 0.0)]
    """
    return decomposed(table_of(clusterings, options), get_measure(measure))


def decomposed(table: Table, measure: Measure) -> Decomposition:
    """Return the decomposition of a measure on a table."""
    rule_of(measure)
    chosen = measure.using(**measure.facts.component_options_on(table))
    return Decomposition(
        chosen.name, chosen.on(table), terms_of(table, chosen, table.n), table.notes
    )


def terms_of(table: Table, measure: Measure, n: int) -> tuple[Term, ...]:
    """Return what each component of a table adds to a measure of `n` elements."""
    rule = rule_of(measure)
    components = Components.of(table)
    known: dict[int, float] = {}  # components of one cluster on each side differ in size only
    terms = []
    for part, size in enumerate(components.sizes.tolist()):
        rows, cols = components.rows[part], components.cols[part]
        if len(rows) > 1 or len(cols) > 1:
            score = measure.on(_part(table, components, part))
        elif size in known:
            score = known[size]
        else:
            score = known[size] = measure.on(_part(table, components, part))
        names_a, names_b = listed(table.row_labels[rows]), listed(table.col_labels[cols])
        weight, offset = rule(size, n)
        terms.append(Term(tuple(names_a), tuple(names_b), size, weight, score, offset))
    return tuple(terms)


def rule_of(measure: Measure) -> Rule:
    """Return the weights of a measure that is a sum over components, or raise an error."""
    rule: Rule | None = measure.facts.component_rule
    if rule is None:
        sums = ", ".join(
            name for name, known in MEASURES.items() if known.facts.component_rule is not None
        )
        raise OptionError(
            f"{measure.name} cannot be split into costs of single changes.",
            f"measures that can: {sums}",
        )
    return rule


def _part(table: Table, components: Components, part: int) -> Table:
    cells = components.cells[part]
    return Table.from_counts(table.rows[cells], table.cols[cells], table.counts[cells])
