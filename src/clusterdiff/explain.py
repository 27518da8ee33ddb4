"""explain_value: a measure's value beside what it could be, what independence gives, and what chance gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import isinf, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.measures import get_measure as find
from clusterdiff.measures import noting
from clusterdiff.summaries import Entropies, ExpectedInformation, Overlaps, PairCounts
from clusterdiff.table import Table
from clusterdiff.numerics import nats_per_unit

if TYPE_CHECKING:
    from clusterdiff.measures import Measure


@dataclass(frozen=True, slots=True)
class Explanation:
    """One value and what to hold it against; None where nothing is known."""

    measure: str
    value: float
    unit: str
    bounds: tuple[float, float]
    attainable: tuple[float, float]  # bounds for these cluster sizes, as tight as is known in closed form
    at_independence: float | None  # for a table of a_i·b_j/n elements
    at_chance: float | None  # the mean over random clusterings with these cluster sizes
    best: float | None
    by_convention: str
    reading: str

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        return self.reading


def explain_value(measure: str | Measure, a: Any, b: Any = None, **policy: Any) -> Explanation:
    """Say what a value means for these clusterings.

    >>> print(explain_value("rand", [0, 0, 1, 1], [0, 0, 1, 2]))
    rand is 0.8333 (range 0 … 1, best 1); chance alone gives 0.6111; 57 % of the way from chance to the best value
    """
    chosen, table = find(measure), Table.of(a, b, policy)
    with noting() as reasons:
        value = chosen.on(table)
    name = chosen.name.partition("[")[0]
    unit = _unit(chosen)
    low, high = chosen.bounds_on(table)
    least, most = (rule(table) / unit if rule else None for rule in _ATTAINABLE.get(name, (None, None)))
    attainable = (low if least is None else max(low, least), high if most is None else min(high, most))
    independent, chance = ((rule(table) / unit if rule else None) for rule in (_INDEPENDENT.get(name), _CHANCE.get(name)))
    if chosen.chance_adjusted and chance is None:
        chance = 0.0 if chosen.direction == "similarity" else 1.0
    if chosen.fixed.keys() - {"base"}:
        independent, chance, attainable = None, None, (low, high)  # the closed forms are those of the default options
    best = chosen.best_on(table)
    reading = _reading(chosen, value, (low, high), attainable, chance, best)
    return Explanation(chosen.name, value, chosen.unit or "", (low, high), attainable, independent, chance, best, "; ".join(reasons), reading)


def _unit(measure: Measure) -> float:
    """Nats per unit of the measure."""
    if measure.record.unit != "bits":
        return 1.0
    return nats_per_unit(measure.fixed.get("base", 2))


def _reading(
    measure: Measure, value: float, bounds: tuple[float, float], attainable: tuple[float, float], chance: float | None, best: float | None
) -> str:
    unit = f" {measure.unit}" if measure.unit else ""
    parts = [f"{measure.name} is {value:.4g}{unit} (range {_shown(bounds)}" + ("" if best is None else f", best {best:.4g}") + ")"]
    if attainable != bounds:
        parts.append(f"cluster sizes like these keep it within {_shown(attainable)}")
    if chance is not None:
        parts.append(f"chance alone gives {chance:.4g}{unit}")
        if best is not None and best != chance:
            way = (value - chance) / (best - chance)
            parts.append(f"{way:.0%} of the way from chance to the best value".replace("%", " %") if way > 0 else "no better than chance")
    return "; ".join(parts)


def _shown(bounds: tuple[float, float]) -> str:
    return " … ".join(("∞" if bound > 0 else "-∞") if isinf(bound) else f"{bound:.4g}" for bound in bounds)


Rule = Callable[[Table], float]


def _entropies(rule: Callable[[Entropies], float]) -> Rule:
    return lambda table: rule(Entropies.of(table))


def _overlaps(rule: Callable[[Overlaps], float]) -> Rule:
    return lambda table: rule(Overlaps.of(table))


def _at_expected_pairs(rule: Callable[[float, int, int, int], float]) -> Rule:
    """A measure that is linear in the pairs together in both, at their expectation m1·m2/M."""

    def value(table: Table) -> float:
        p = PairCounts.of(table)
        return rule(p.in_a * p.in_b / p.total, p.in_a, p.in_b, p.total) if p.total else 0.0

    return value


def _f_least(table: Table) -> float:
    from clusterdiff.measures.set_matching import f_lower_bound

    return f_lower_bound(Overlaps.of(table))


def _expected_mutual(table: Table) -> float:
    return ExpectedInformation.of(table).mutual


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
_CHANCE: dict[str, Rule] = {
    "mutual_information": _expected_mutual,
    "variation_of_information": lambda t: Entropies.of(t).a + Entropies.of(t).b - 2 * _expected_mutual(t),
    "normalized_mutual_information": lambda t: 2 * _expected_mutual(t) / s if (s := Entropies.of(t).a + Entropies.of(t).b) else 0.0,
    "rand": _at_expected_pairs(lambda m, a, b, total: (total - a - b + 2 * m) / total),
    "hubert_gamma_prime": _at_expected_pairs(lambda m, a, b, total: (total - 2 * a - 2 * b + 4 * m) / total),
    "mirkin": _at_expected_pairs(lambda m, a, b, _: 2 * (a + b - 2 * m)),
    "wallace_a": _at_expected_pairs(lambda _m, _a, b, total: b / total),
    "wallace_b": _at_expected_pairs(lambda _m, a, _b, total: a / total),
    "pair_f": _at_expected_pairs(lambda m, a, b, _: 2 * m / (a + b) if a + b else 0.0),
    "fowlkes_mallows": _at_expected_pairs(lambda m, a, b, _: m / sqrt(a * b) if a * b else 0.0),
    "russell_rao": _at_expected_pairs(lambda m, _a, _b, total: m / total),
}
