"""Stand-ins for what the record of a measure and `chance` will give; this module goes when they do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from clusterdiff.analysis import _old_rules
from clusterdiff.chance import expected, interval
from clusterdiff.chance._brief import in_brief
from clusterdiff.measures import MEASURES, SplitMerge, noting
from clusterdiff.measures import measure as get_measure
from clusterdiff.measures import resolve as _resolve
from clusterdiff.measures._set_design import SetDesign
from clusterdiff.cells import Cells

if TYPE_CHECKING:
    from clusterdiff.measures import Measure
    from clusterdiff.summaries import Overlaps
    from clusterdiff.table import Table

_DEFAULT = (
    "adjusted_rand", "adjusted_mutual_information", "variation_of_information", "normalized_mutual_information",
    "pair_sets_index", "invariant_van_dongen", "classification_accuracy", "purity", "jaccard", "rand",
)  # fmt: skip

__all__ = ["get_measure", "noting"]


@dataclass(frozen=True, slots=True)
class ChanceSummary:
    """One measure against chance."""

    expected: float
    adjusted: float | None
    z: float | None
    interval: tuple[float, float] | None
    error: float = 0.0
    samples: int = 0


def resolve(wanted: Any) -> list[Measure]:
    return [MEASURES[name] for name in _DEFAULT] if wanted == "default" else _resolve(wanted)


def summarize(table: Table, measures: list[Measure], null_model: str, rng: Any) -> list[ChanceSummary]:
    return [ChanceSummary(*brief) for brief in in_brief(measures, table, null_model, rng or 0)]


def expected_by_chance(table: Table, measure: Measure, rng: Any) -> tuple[float | None, float]:
    found = expected(measure, table, seed=rng or 0)
    return float(found.value), float(found.error)


def unit_of(measure: Measure) -> str | None:
    return measure.unit_under({}) or None


def reading_of(measure: Measure) -> str:
    return measure.reads


def warning_of(measure: Measure) -> str:
    return measure.beware


def base_name(measure: Measure) -> str:
    return measure.name.partition("[")[0]


def component_rule(measure: Measure) -> Any:
    rule = _old_rules.share if isinstance(measure, SplitMerge) else _old_rules.RULES.get(base_name(measure))
    if base_name(measure) == "normalized_variation_of_information" and measure.fixed.get("by") not in {"log_n", "clusters"}:
        return None
    return None if rule is None else partial(rule, options=measure.fixed)


def attainable_on(measure: Measure, table: Table) -> tuple[float, float]:
    return _old_rules.attainable(measure, table)


def independent_on(measure: Measure, table: Table) -> float | None:
    return _old_rules.independent(measure, table)


def corrected(measure: Measure) -> bool:
    return measure.name in {"adjusted_mutual_information", "adjusted_rand", "pair_sets_index"}


def matched_cells(overlaps: Overlaps, similarity: str, matching: str) -> Any:
    return SetDesign(similarity, matching).cells(overlaps)


def cell_of_elements(a: Any, b: Any) -> tuple[Table, Any]:
    found = Cells.of(a, b)
    return found.table, found.of_elements


def interval_of(table: Table, measure: Measure, rng: Any) -> tuple[float, float] | None:
    found = interval(measure, table, seed=rng or 0)
    return float(found.low), float(found.high)


def record_of(measure: Measure) -> dict[str, Any]:
    return measure.record()
