"""decompose: a measure as a sum over the components of the join."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.errors import OptionError
from clusterdiff.labels import listed
from clusterdiff.measures import Measure, SplitMerge
from clusterdiff.measures import get_measure as find
from clusterdiff.summaries import Components
from clusterdiff.table import Table
from clusterdiff.numerics import nats_per_unit

if TYPE_CHECKING:
    from collections.abc import Mapping

Rule = Callable[[int, int, "Mapping[str, Any]"], tuple[float, float]]


def _pairs(m: int, n: int) -> float:
    return m * (m - 1) / (n * (n - 1)) if n > 1 else 1.0


def _share(m: int, n: int, _: Mapping[str, Any]) -> tuple[float, float]:
    return m / n, 0.0


def _sum(_m: int, _n: int, _: Mapping[str, Any]) -> tuple[float, float]:
    return 1.0, 0.0


def _entropy(m: int, n: int, options: Mapping[str, Any]) -> tuple[float, float]:
    return m / n, m / n * log(n / m) / nats_per_unit(options.get("base", 2))


def _pair_share(m: int, n: int, _: Mapping[str, Any]) -> tuple[float, float]:
    return _pairs(m, n), 0.0


def _pair_agreement(m: int, n: int, _: Mapping[str, Any]) -> tuple[float, float]:
    return _pairs(m, n), m / n - _pairs(m, n)


def _squares(m: int, n: int, _: Mapping[str, Any]) -> tuple[float, float]:
    return (m / n) ** 2, 0.0


def _normalised_variation(m: int, n: int, options: Mapping[str, Any]) -> tuple[float, float]:
    if options.get("by") == "log_n":
        return (m * log(m) / (n * log(n)) if n > 1 else 1.0), 0.0
    return m / n, 0.0


# Weight w(m, n) and offset b(m, n) of a component of m out of n elements (Xiang et al., table 1; Meilă, property 9):
# the measure is Σ w·score + b.
RULES: dict[str, Rule] = {
    **dict.fromkeys(("variation_of_information", "conditional_entropy"), _share),
    **dict.fromkeys(("mutual_information", "joint_entropy", "entropy"), _entropy),
    **dict.fromkeys(("purity", "inverse_purity", "goodman_kruskal", "f_measure"), _share),
    **dict.fromkeys(("classification_error", "classification_accuracy", "invariant_van_dongen"), _share),
    **dict.fromkeys(("bcubed_precision", "bcubed_recall", "element_centric", "split_merge_entropy"), _share),
    **dict.fromkeys(("van_dongen", "transfer_distance", "mirkin"), _sum),
    **dict.fromkeys(("rand", "hubert_gamma_prime"), _pair_agreement),
    "russell_rao": _pair_share,
    "mirkin_invariant": _squares,
    "normalized_variation_of_information": _normalised_variation,
}


class Term(NamedTuple):
    """What one component adds: weight · score + offset."""

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


class Decomposition(NamedTuple):
    """A measure as a sum over components."""

    measure: str
    value: float
    terms: tuple[Term, ...]

    @property
    def total(self) -> float:
        """The sum of the terms, which is the value."""
        return float(np.sum([term.contribution for term in self.terms]))


def decompose(measure: str | Measure, a: Any, b: Any = None, **policy: Any) -> Decomposition:
    """Write a measure as a sum over the components of the join.

    >>> d = decompose("vi", [0, 0, 1, 1, 2, 2], ["x", "y", "z", "z", "w", "w"])
    >>> [(term.clusters_a, round(term.contribution, 4)) for term in d.terms]
    [((0,), 0.3333), ((1,), 0.0), ((2,), 0.0)]
    """
    chosen = find(measure)
    table = Table.of(a, b, policy)
    rule = rule_of(chosen)
    chosen, options = _with_fixed_clusters(chosen, table)
    components = Components.of(table)
    known: dict[int, float] = {}  # whole clusters differ in size only
    terms = []
    for part, size in enumerate(components.sizes.tolist()):
        rows, cols = components.rows[part], components.cols[part]
        if len(rows) == len(cols) == 1:
            if size not in known:
                known[size] = chosen.on(_part(table, components, part))
            score = known[size]
        else:
            score = chosen.on(_part(table, components, part))
        weight, offset = rule(size, table.n, options)
        terms.append(Term(tuple(listed(table.row_labels[rows])), tuple(listed(table.col_labels[cols])), size, weight, score, offset))
    return Decomposition(chosen.name, chosen.on(table), tuple(terms))


def rule_of(measure: Measure) -> Rule:
    """The weights of a measure that is a sum over components, or an error."""
    name = measure.name.partition("[")[0]
    rule = _share if isinstance(measure, SplitMerge) else RULES.get(name)
    if rule is None or (name == "normalized_variation_of_information" and measure.fixed.get("by") not in {"log_n", "clusters"}):
        hint = f"these are: {', '.join(RULES)}; normalized_variation_of_information with by=log_n or by=clusters; any SplitMerge"
        raise OptionError(f"{measure.name} is not a sum over the components of the join.", hint)
    return rule


def _with_fixed_clusters(measure: Measure, table: Table) -> tuple[Measure, Mapping[str, Any]]:
    """VI/(2·log k) is a sum over components only for one and the same k in all of them."""
    if measure.fixed.get("by") == "clusters" and "k_max" not in measure.fixed:
        measure = measure.using(k_max=max(table.shape))
    return measure, measure.fixed


def _part(table: Table, components: Components, part: int) -> Table:
    cells = components.cells[part]
    return Table.from_counts(table.rows[cells], table.cols[cells], table.counts[cells])
