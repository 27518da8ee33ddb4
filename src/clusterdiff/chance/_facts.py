"""Temporary: facts about measures that the record of the merged core holds. Delete with that merge.

Every use reads ``facts.affine_in(m)``; with the core it is ``m.affine_in``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.measures import MEASURES
from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    from clusterdiff.measures import Measure
    from clusterdiff.table import Table

_PAIRS = frozenset((
    "rand", "adjusted_rand", "adjusted_rand_asymptotic", "fowlkes_mallows", "adjusted_fowlkes_mallows", "wallace_a",
    "wallace_b", "adjusted_wallace_a", "adjusted_wallace_b", "pair_f", "mirkin", "mirkin_invariant", "hubert_gamma",
    "hubert_gamma_prime", "minkowski_prime", "jaccard_prime", "normalized_minkowski", "russell_rao", "kulczynski",
    "mcconnaughey", "peirce", "baulieu_1", "baulieu_2", "fager_mcgowan", "sokal_sneath_1",
))  # fmt: skip
_NOTHING = frozenset(("rand", "mirkin", "mirkin_invariant", "hubert_gamma_prime", "russell_rao"))
_GIVEN_A = frozenset(("wallace_a", "minkowski_prime", "baulieu_2"))
_INFORMATION = frozenset((
    "entropy", "joint_entropy", "conditional_entropy", "mutual_information", "variation_of_information",
    "normalized_variation_of_information", "normalized_mutual_information", "expected_mutual_information",
    "adjusted_mutual_information", "adjusted_variation_of_information", "homogeneity", "completeness", "v_measure",
))  # fmt: skip


def base(m: Measure) -> Measure:
    """The measure without options and view."""
    return getattr(m, "base", None) or MEASURES.get(m.name.partition("[")[0].partition(".")[0], m)


def _known(m: Measure) -> bool:
    name = m.name.partition("[")[0]
    return name in MEASURES and MEASURES[name].function is m.function


def affine_in(m: Measure) -> str | None:
    """What the value is affine in when the cluster sizes are fixed."""
    if hasattr(m, "affine_in"):
        return m.affine_in  # type: ignore[no-any-return]
    name = m.name.partition("[")[0]
    if not _known(m) or m.fixed.get("by") == "joint":
        return None
    return "pairs" if name in _PAIRS else "information" if name in _INFORMATION else None


def affine_given(m: Measure) -> str:
    """Which sizes must be fixed for that."""
    if hasattr(m, "affine_given"):
        return m.affine_given  # type: ignore[no-any-return]
    name = m.name.partition("[")[0]
    return "nothing" if name in _NOTHING else "a" if name in _GIVEN_A else "both"


def expectation_on(m: Measure, table: Table) -> float | None:
    """Closed mean under permutation of the few others that have one."""
    if hasattr(m, "expectation_on"):
        return m.expectation_on(table)  # type: ignore[no-any-return]
    if m.name not in {"bcubed_precision", "bcubed_recall"} or not _known(m):
        return None
    p, n = PairCounts.of(table), table.n
    precise = m.name == "bcubed_precision"
    clusters, pairs = (table.shape[1], p.in_a) if precise else (table.shape[0], p.in_b)
    return (clusters + (n - clusters) * (pairs / p.total)) / n


def scale(m: Measure) -> str:
    """How the value grows when every element is repeated."""
    if hasattr(m, "scale"):
        return m.scale  # type: ignore[no-any-return]
    known = {"mirkin": "n_squared", "van_dongen": "n", "transfer_distance": "n"}
    other = m.fixed.get("by") == "log_n"
    return known.get(base(m).name, "invariant" if m.n_invariant and not other else "other")
