"""What the papers print about properties of measures, compared with the checks.

Each entry is one cell of a printed table or one clause of a numbered statement. Every measure has
the name it has in clusterdiff; the symbol of the paper stands in the item.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterdiff.properties import Measured, check

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from clusterdiff.properties import PropertyMatrix, Verdict

MEILA, XIANG = "Meilă 2007", "Xiang et al. 2012"
WU, REZAEI = "Wu et al. 2009", "Rezaei & Fränti 2016"


@dataclass(frozen=True)
class Printed:
    """One printed statement: a measure has a property, or has not.

    Attributes
    ----------
    paper, item : str
        Where it is printed, such as "Wu et al. 2009" and "Table 12, P4, F_n".
    measure : str
        Name of the measure, with its options.
    property : str
        Name of the property.
    holds : bool
        What the paper says.
    remark : str or None
        What a reader must know to compare: a restriction of the paper, or why the paper errs.
    """

    paper: str
    item: str
    measure: str
    property: str
    holds: bool
    remark: str | None = None


@dataclass(frozen=True)
class CheckedStatement:
    """A printed statement and the verdict of `check` on it.

    Attributes
    ----------
    printed : Printed
        The statement.
    verdict : Verdict
        What was found; its counterexample refutes a paper that says "holds".
    """

    printed: Printed
    verdict: Verdict

    @property
    def agrees(self) -> bool:
        """Whether the paper and the check say the same."""
        return self.verdict.status == ("holds" if self.printed.holds else "fails")


_VI, _D, _M = "variation_of_information", "van_dongen", "mirkin"
_D_INV, _M_INV, _H = "invariant_van_dongen", "mirkin_invariant", "classification_error"
_METRIC = ("non_negative", "zero_only_on_equal", "symmetric", "triangle_inequality")


# Which measures have all these properties. Property 13 allows a constant factor.
_ALIGNED = ("collinear_through_top_and_bottom", "collinear_through_meet")
CHARACTERIZATIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Property 10": ((*_ALIGNED, "convex_additive", "scale_log_k"), (_VI,)),
    "Property 11": ((*_ALIGNED, "convex_additive", "scale_one_less_one_over_k"), ()),
    "Property 12": ((*_ALIGNED, "convex_additive_squared", "scale_one_less_one_over_k"), (_M_INV,)),
    "Property 13": ((*_ALIGNED, "convex_additive", "scale_non_decreasing"), (_VI,)),
}


def _entries(
    paper: str, item: str, measures: Iterable[str], names: Iterable[str], *, holds: bool = True
) -> Iterator[Printed]:
    """Yield one statement for each measure and property."""
    names = list(names)
    for measure in measures:
        yield from (Printed(paper, item, measure, name, holds) for name in names)


def _meila() -> Iterator[Printed]:
    """Yield Properties 1 to 9 and the statements of sections 4.3, 5 and 6."""
    first = {
        "Property 1": _METRIC,
        "Property 2": ("n_invariant",),
        "Property 3": ("at_most_log_n",),
        "Property 4": ("at_most_two_log_k",),
        "Property 5": ("split_costs_entropy",),
        "Property 6": ("collinear_through_meet",),
        "Property 7": ("farther_than_meet",),
        "sec. 4.3": ("at_least_two_over_n", "nearest_is_split_or_merge"),
        "Property 8": ("additive_under_composition",),
    }
    for item, names in first.items():
        yield from _entries(MEILA, item, [_VI], names)
    yield from _entries(MEILA, "Property 9, D_inv", [_D_INV], ["additive_under_composition"])
    yield from _entries(
        MEILA, "Property 9, M_inv", [_M_INV], ["additive_under_composition_squared"]
    )
    yield from _entries(
        MEILA, "sec. 6, D and M", [_D, _M], ["additive_under_composition_unweighted"]
    )
    yield from _entries(MEILA, "Property 10", [_VI], CHARACTERIZATIONS["Property 10"][0])
    yield from _entries(MEILA, "sec. 7", [_VI], ["additive_along_chains"])
    yield from _entries(MEILA, "Property 13", [_VI], ["scale_non_decreasing"])
    yield from _entries(MEILA, "Property 12", [_M_INV], CHARACTERIZATIONS["Property 12"][0])
    yield from _entries(MEILA, "axiom M1", [_M_INV], _METRIC)
    yield from _entries(
        MEILA, "axioms M2, M4", [_M_INV], ["scale_one_element_off", "scale_top_to_bottom"]
    )
    yield Printed(
        MEILA, "axiom M3", _M_INV, "common_clusters_do_not_count", holds=True,
        remark="the axiom holds for M; M_inv needs a factor (n'/n)², n' elements being left",
    )  # fmt: skip
    yield from _meila_comparisons()


def _meila_comparisons() -> Iterator[Printed]:
    """Yield which measures are n-invariant (sec. 5) and which are local (sec. 6)."""
    local = (_VI, _D, _M, _D_INV, _M_INV, "rand", _H)
    not_local = ("larsen_aone", "fowlkes_mallows", "jaccard", "adjusted_rand")
    yield from _entries(MEILA, "sec. 6, local", local, ["local"])
    yield from _entries(MEILA, "sec. 6, not local", not_local, ["local"], holds=False)
    invariant = (_H, "larsen_aone", _D_INV, _M_INV)
    others = (
        "rand",
        "adjusted_rand",
        "fowlkes_mallows",
        "jaccard",
        "wallace_a",
        "wallace_b",
        _D,
        _M,
    )
    yield from _entries(MEILA, "sec. 5, n-invariant", invariant, ["n_invariant"])
    yield from _entries(MEILA, "sec. 5, not n-invariant", others, ["n_invariant"], holds=False)


# The measures of Xiang et al.: K is 1 - VI/log k² for at most k clusters; k is fixed.
XIANG_MEASURES = {
    "R": "rand",
    "I": "mutual_information",
    "NMI": "normalized_mutual_information[by=max]",
    "V": "normalized_variation_of_information[by=log_n]",
    "N": _D_INV,
    "A": "classification_accuracy",
    "K": "normalized_variation_of_information[by=clusters,k_max=16]",
    "S_H": "split_merge_entropy",
}


def _xiang() -> Iterator[Printed]:
    """Yield propositions 5.1 and 5.2 and table 1; the normalization of K needs n = k²."""
    rows = {
        ("Prop. 5.1", "normalized"): ("R NMI V S_H", "N A I"),
        ("Prop. 5.1", "conditionally_normalized"): ("S_H", "R NMI V N A I"),
        ("Prop. 5.2", "join_weighted"): ("N A K S_H", "R I NMI V"),
        ("Prop. 5.2", "subcomponent_consistent"): ("A S_H", "N K"),
        ("Table 1", "component_decomposable"): ("R I V N A K S_H", "NMI"),
        ("eq. 4, 5", "meet_weighted"): ("S_H N K", ""),
        ("sec. 4.5", "subcomponent_monotone"): ("S_H", ""),
        ("sec. 4.5", "subcomponent_normalized"): ("S_H", ""),
    }
    for (item, name), (yes, no) in rows.items():
        for symbols, holds in ((yes, True), (no, False)):
            for symbol in symbols.split():
                remark = None
                if (item, symbol) == ("Table 1", "NMI"):
                    remark = "the authors found no decomposition; there is none"
                where = f"{item}, {symbol}"
                yield Printed(XIANG, where, XIANG_MEASURES[symbol], name, holds, remark)


# Table 12, the columns F_n, VI_n, VD_n, ε_n, R_n, FM_n, Γ_n.
WU_NORMALIZED = {
    "F_n": "normalized_f_measure",
    "VI_n": "normalized_variation_of_information",
    "VD_n": "normalized_van_dongen",
    "ε_n": "normalized_classification_error",
    "R_n": "adjusted_rand",
    "FM_n": "adjusted_fowlkes_mallows",
    "Γ_n": "hubert_gamma",
}
# P3 is answered for the measures before normalization.
WU_RAW = {
    "F_n": "f_measure",
    "VI_n": _VI,
    "VD_n": _D_INV,
    "ε_n": _H,
    "R_n": "rand",
    "FM_n": "fowlkes_mallows",
    "Γ_n": "hubert_gamma",
}
TABLE_12 = {
    "P1": ("symmetric", "No Yes Yes Yes Yes Yes Yes"),
    "P2": ("n_invariant", "Yes Yes Yes Yes No No No"),
    "P3": ("convex_additive", "Yes Yes Yes Yes No No No"),
    "P4": ("left_domain_complete", "No Yes Yes No No No No"),
    "P5": ("right_domain_complete", "Yes Yes Yes Yes Yes Yes Yes"),
}


def _wu() -> Iterator[Printed]:
    """Yield the 35 entries of table 12, the sentence after Property 3, and section 3.3."""
    for row, (name, answers) in TABLE_12.items():
        for (symbol, measure), answer in zip(WU_NORMALIZED.items(), answers.split(), strict=True):
            remark = None
            if row == "P3":
                measure, remark = WU_RAW[symbol], "printed for the measure before normalization"  # noqa: PLW2901
            elif (row, symbol) == ("P1", "ε_n"):
                remark = (
                    "printed for K = K'; it holds for all if classes may stay without a cluster"
                )
            yield Printed(WU, f"Table 12, {row}, {symbol}", measure, name, answer == "Yes", remark)
    none = "sec. 5.2, no normalized measure has P3"
    yield from _entries(WU, none, WU_NORMALIZED.values(), ["convex_additive"], holds=False)
    captured = (
        "f_measure", _VI, "rand", "jaccard", "fowlkes_mallows", "hubert_gamma",
        "hubert_gamma_prime",
        "minkowski", _H, _D_INV,
    )  # fmt: skip
    defective = ("conditional_entropy", "purity", "mutual_information")
    yield from _entries(WU, "Criterion 1, table 4", captured, ["captures_uniform_effect"])
    yield from _entries(
        WU, "Criterion 1, table 4", defective, ["captures_uniform_effect"], holds=False
    )


def _rezaei() -> Iterator[Printed]:
    """Yield sections 5, 6.3 and 7."""
    psi, simple, nmi = (
        "pair_sets_index",
        "simplified_pair_sets_index",
        "normalized_mutual_information",
    )
    yield from _entries(REZAEI, "sec. 6.3", [psi], _METRIC[:3])
    yield from _entries(REZAEI, "sec. 6.3", [simple], _METRIC)
    yield from _entries(REZAEI, "sec. 5, VI is a metric", [_VI], _METRIC)
    yield Printed(
        REZAEI, "sec. 5, MI is a metric", "mutual_information", "similarity_metric", holds=True,
        remark="mutual information is not a metric in either sense of section 2",
    )  # fmt: skip
    chance = "the expected value is not the value of the expected table"
    corrected = {
        "sec. 5, ARI is corrected for chance": ("adjusted_rand", None),
        "theorem 1, NMI is corrected for chance": (nmi, chance),
        "sec. 6.2, PSI is corrected for chance": (psi, chance),
    }
    for item, (measure, remark) in corrected.items():
        yield Printed(REZAEI, item, measure, "constant_baseline", holds=True, remark=remark)
    overlaps = (_D_INV, "criterion_h", "purity")
    linear, pairs_info = "linear_in_label_errors", ("adjusted_rand", nmi)
    yield from _entries(REZAEI, "sec. 7.3, fig. 16", (psi, *overlaps), [linear])
    yield from _entries(REZAEI, "sec. 7.4, fig. 18", [psi], ["size_imbalance_invariant"])
    others = (*pairs_info, *overlaps)
    yield from _entries(
        REZAEI, "sec. 7.4, fig. 18", others, ["size_imbalance_invariant"], holds=False
    )
    count = "cluster_count_invariant"
    yield from _entries(REZAEI, "sec. 7.5, fig. 20", overlaps, [count])
    yield from _entries(REZAEI, "sec. 7.5, fig. 20", (*pairs_info, psi), [count], holds=False)
    yield from _entries(
        REZAEI, "sec. 7.3, fig. 12", pairs_info, ["monotone_under_enlargement"], holds=False
    )


PRINTED: tuple[Printed, ...] = (*_meila(), *_xiang(), *_wu(), *_rezaei())


def compare_with_papers(
    found: PropertyMatrix | None = None, n: int = 5, n_samples: int = 100
) -> list[CheckedStatement]:
    """Check everything that the papers print about properties of measures.

    Parameters
    ----------
    found : PropertyMatrix or None, default=None
        Verdicts that are already known; the others are computed.
    n : int, default=5
        Number of elements up to which all clusterings are tried.
    n_samples : int, default=100
        Number of random cases with more elements.

    Returns
    -------
    list of CheckedStatement
        What each paper prints, and what is found.

    Examples
    --------
    >>> [c.printed.item for c in compare_with_papers(n=4) if not c.agrees][:1]
    ['axiom M3']
    """
    known = {} if found is None else found.verdicts
    measured: dict[str, Any] = {}
    out = []
    for entry in PRINTED:
        verdict = known.get((entry.measure, entry.property))
        if verdict is None:
            if entry.measure not in measured:
                measured[entry.measure] = Measured(entry.measure)
            verdict = check(measured[entry.measure], entry.property, n=n, n_samples=n_samples)
        out.append(CheckedStatement(entry, verdict))
    return out
