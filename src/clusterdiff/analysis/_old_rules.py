"""Rules that move into the records of measures; this module goes when they have."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.measures.set_matching import f_lower_bound
from clusterdiff.summaries import Entropies, Overlaps
from clusterdiff.table import Table
from clusterdiff.units import nats_per_unit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clusterdiff.measures import Measure

def _pairs(m: int, n: int) -> float:
    return m * (m - 1) / (n * (n - 1)) if n > 1 else 1.0


def share(m: int, n: int, options: Mapping[str, Any]) -> tuple[float, float]:
    return m / n, 0.0


def _sum(_m: int, _n: int, options: Mapping[str, Any]) -> tuple[float, float]:
    return 1.0, 0.0


def _entropy(m: int, n: int, options: Mapping[str, Any]) -> tuple[float, float]:
    return m / n, m / n * log(n / m) / nats_per_unit(options.get("base", 2))


def _pair_share(m: int, n: int, options: Mapping[str, Any]) -> tuple[float, float]:
    return _pairs(m, n), 0.0


def _pair_agreement(m: int, n: int, options: Mapping[str, Any]) -> tuple[float, float]:
    return _pairs(m, n), m / n - _pairs(m, n)


def _squares(m: int, n: int, options: Mapping[str, Any]) -> tuple[float, float]:
    return (m / n) ** 2, 0.0


def _normalised_variation(m: int, n: int, options: Mapping[str, Any]) -> tuple[float, float]:
    if options.get("by") == "log_n":
        return (m * log(m) / (n * log(n)) if n > 1 else 1.0), 0.0
    return m / n, 0.0


# Weight w(m, n) and offset b(m, n) of a component of m out of n elements (Xiang et al., table 1; Meilă, property 9):
# the measure is Σ w·score + b.
RULES: dict[str, Any] = {
    **dict.fromkeys(("variation_of_information", "conditional_entropy"), share),
    **dict.fromkeys(("mutual_information", "joint_entropy", "entropy"), _entropy),
    **dict.fromkeys(("purity", "inverse_purity", "goodman_kruskal", "f_measure"), share),
    **dict.fromkeys(("classification_error", "classification_accuracy", "invariant_van_dongen"), share),
    **dict.fromkeys(("bcubed_precision", "bcubed_recall", "element_centric", "split_merge_entropy"), share),
    **dict.fromkeys(("van_dongen", "transfer_distance", "mirkin"), _sum),
    **dict.fromkeys(("rand", "hubert_gamma_prime"), _pair_agreement),
    "russell_rao": _pair_share,
    "mirkin_invariant": _squares,
    "normalized_variation_of_information": _normalised_variation,
}


Rule = Callable[[Table], float]


def _entropies(rule: Callable[[Entropies], float]) -> Rule:
    return lambda table: rule(Entropies.of(table))


def _overlaps(rule: Callable[[Overlaps], float]) -> Rule:
    return lambda table: rule(Overlaps.of(table))


def _f_least(table: Table) -> float:
    return f_lower_bound(Overlaps.of(table))


def _largest(o: Overlaps) -> int:
    return int(np.max(o.sizes_a)) + int(np.max(o.sizes_b))


# Least and largest value with these sizes, in nats where the measure has a unit.
_ATTAINABLE: dict[str, tuple[Rule | None, Rule | None]] = {
    "variation_of_information": (_entropies(lambda e: abs(e.a - e.b)), _entropies(lambda e: min(e.log_n, e.a + e.b))),
    "mutual_information": (None, _entropies(lambda e: min(e.a, e.b))),
    "conditional_entropy": (_entropies(lambda e: max(0.0, e.a - e.b)), _entropies(lambda e: e.a)),
    "van_dongen": (None, _overlaps(lambda o: 2 * o.n - _largest(o))),
    "invariant_van_dongen": (None, _overlaps(lambda o: 1 - _largest(o) / (2 * o.n))),
    "f_measure": (_f_least, None),
    "classification_error": (None, _overlaps(lambda o: 1 - 1 / max(len(o.sizes_a), len(o.sizes_b)))),
    "classification_accuracy": (_overlaps(lambda o: 1 / max(len(o.sizes_a), len(o.sizes_b))), None),
    "purity": (_overlaps(lambda o: int(np.max(o.sizes_a)) / o.n), None),
    "inverse_purity": (_overlaps(lambda o: int(np.max(o.sizes_b)) / o.n), None),
}
_INDEPENDENT: dict[str, Rule] = {
    "variation_of_information": _entropies(lambda e: e.a + e.b),
    "mutual_information": lambda _: 0.0,
    "conditional_entropy": _entropies(lambda e: e.a),
    "joint_entropy": _entropies(lambda e: e.a + e.b),
    **dict.fromkeys(("normalized_mutual_information", "homogeneity", "completeness", "v_measure", "adjusted_rand_asymptotic"), lambda _: 0.0),
    "normalized_variation_of_information": lambda _: 1.0,
    "purity": _overlaps(lambda o: int(np.max(o.sizes_a)) / o.n),
    "inverse_purity": _overlaps(lambda o: int(np.max(o.sizes_b)) / o.n),
    "invariant_van_dongen": _overlaps(lambda o: 1 - _largest(o) / (2 * o.n)),
}


def _nats(measure: Measure) -> float:
    return nats_per_unit(measure.fixed.get("base", 2)) if measure.unit == "bits" else 1.0


def attainable(measure: Measure, table: Table) -> tuple[float, float]:
    low, high = measure.bounds_on(table)
    if measure.fixed.keys() - {"base"}:
        return low, high
    name, unit = measure.name.partition("[")[0], _nats(measure)
    least, most = (rule(table) / unit if rule else None for rule in _ATTAINABLE.get(name, (None, None)))
    return (low if least is None else max(low, least), high if most is None else min(high, most))


def independent(measure: Measure, table: Table) -> float | None:
    rule = _INDEPENDENT.get(measure.name.partition("[")[0])
    return None if rule is None or measure.fixed.keys() - {"base"} else rule(table) / _nats(measure)
