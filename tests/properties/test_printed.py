"""What the papers print, entry by entry, against what is computed.

The tables here are typed from the papers and do not use `reproductions._printed`.
"""

import re
from math import log2

import pytest

import clusterdiff as cd
from clusterdiff import properties
from clusterdiff.measures import LargestPart, SplitMerge
from clusterdiff.properties import Measured, check, extremes
from clusterdiff.properties._cases import everything
from clusterdiff.properties._xiang import worsening

# Wu et al. 2009, table 12. P3 is printed for the measures before normalization.
COLUMNS = {
    "F_n": ("normalized_f_measure", "f_measure"),
    "VI_n": ("normalized_variation_of_information", "variation_of_information"),
    "VD_n": ("normalized_van_dongen", "invariant_van_dongen"),
    "ε_n": ("normalized_classification_error", "classification_error"),
    "R_n": ("adjusted_rand", "rand"),
    "FM_n": ("adjusted_fowlkes_mallows", "fowlkes_mallows"),
    "Γ_n": ("hubert_gamma", "hubert_gamma"),
}
TABLE_12 = """
P1 symmetric             No  Yes Yes Yes Yes Yes Yes
P2 n_invariant           Yes Yes Yes Yes No  No  No
P3 convex_additive       Yes Yes Yes Yes No  No  No
P4 left_domain_complete  No  Yes Yes No  No  No  No
P5 right_domain_complete Yes Yes Yes Yes Yes Yes Yes
"""
# Xiang et al. 2012, propositions 5.1 and 5.2, table 1.
V = "normalized_variation_of_information[by=log_n]"
NMI = "normalized_mutual_information[by=max]"
K = "normalized_variation_of_information[by=clusters,k_max=16]"
N, A, R, INFORMATION, S_H = (
    "invariant_van_dongen",
    "classification_accuracy",
    "rand",
    "mutual_information",
    "split_merge_entropy",
)


@pytest.mark.parametrize("line", TABLE_12.strip().splitlines(), ids=lambda line: line[:2])
@pytest.mark.parametrize("column", COLUMNS)
def test_table_12_of_wu(found, line, column):
    number, name, *answers = line.split()
    measure = COLUMNS[column][number == "P3"]
    printed = answers[list(COLUMNS).index(column)]
    assert bool(found[measure, name]) == (printed == "Yes"), found[measure, name]


def test_no_normalized_measure_of_wu_is_convex_additive(found):
    assert not any(found[measure, "convex_additive"] for measure, _ in COLUMNS.values())


def test_independent_clusterings_have_the_poorest_value_and_equal_ones_the_best():
    """Properties 4 and 5 of Wu: left is independent, right is a perfect match."""
    a, b = [0, 0, 1, 1], [0, 1, 0, 1]
    assert cd.normalized_van_dongen(a, b) == cd.normalized_variation_of_information(a, b) == 1.0
    assert check("jaccard", "right_domain_complete", n=4)
    verdict = check("jaccard", "left_domain_complete", n=4)
    assert verdict.counterexample.op == "="
    assert verdict.counterexample.right == 0.0
    # conditional entropy is 0 for other pairs too, which Property 5 does not forbid
    assert check("conditional_entropy", "right_domain_complete", n=4)


@pytest.mark.parametrize("measure", [R, NMI, V, S_H])
def test_proposition_5_1_normalized(measure):
    assert check(measure, "normalized")


@pytest.mark.parametrize("measure", [N, A, INFORMATION])
def test_proposition_5_1_not_normalized(measure):
    assert check(measure, "normalized").status == "fails"


def test_proposition_5_1_conditionally_normalized():
    kept = [m for m in (R, INFORMATION, NMI, V, N, A, S_H) if check(m, "conditionally_normalized")]
    assert kept == [S_H]
    assert "000" in str(check(NMI, "conditionally_normalized").counterexample)
    assert check(NMI, "conditionally_normalized").counterexample.left_text.startswith("number of b")


def test_proposition_5_1_for_k():
    """K is normalized where n is a multiple of k², and never conditionally."""
    measure = "nvi[by=clusters,k_max=2]"
    assert extremes(measure, 4, max_clusters=2).least == pytest.approx(0, abs=1e-12)
    assert extremes(measure, 5, max_clusters=2).least > 0.04
    m = Measured(measure)
    assert min(m.similarity((0, 0, 0, 1), b) for b in everything(4) if max(b) == 1) > 0.3


def test_proposition_5_2():
    every = (R, INFORMATION, NMI, V, N, A, K, S_H)
    assert [m for m in every if check(m, "join_weighted")] == [N, A, K, S_H]
    assert [m for m in (N, A, K, S_H) if check(m, "subcomponent_consistent")] == [A, S_H]


def test_table_1_of_xiang_and_that_nmi_has_no_decomposition():
    every = (R, INFORMATION, NMI, V, N, A, K, S_H)
    assert [m for m in every if not check(m, "component_decomposable")] == [NMI]


def test_the_arithmetic_mean_is_half_consistent():
    """Section 4.4: S'({L}, C_L) = s/2 + 1/2."""
    measure = SplitMerge(LargestPart(), combine="mean")
    m = Measured(measure)
    for cut in everything(5):
        assert measure([0] * 5, cut) == pytest.approx(m.score(cut) / 2 + 0.5)
    assert not check(measure, "subcomponent_consistent")


# Meilă 2007, Properties 1 to 13.
OF_VI = {
    1: ("non_negative", "zero_only_on_equal", "symmetric", "triangle_inequality"),
    2: ("n_invariant",),
    3: ("at_most_log_n",),
    4: ("at_most_two_log_k",),
    5: ("split_costs_entropy",),
    6: ("collinear_through_meet",),
    7: ("farther_than_meet",),
    8: ("additive_under_composition",),
}
A1, A2, A3, A4 = (
    "collinear_through_top_and_bottom",
    "collinear_through_meet",
    "convex_additive",
    "scale_log_k",
)
A3_M, A4_M, A4_H = "convex_additive_squared", "scale_one_less_one_over_k", "scale_non_decreasing"


@pytest.mark.parametrize("number", OF_VI)
def test_properties_1_to_8_of_meila(number):
    for name in OF_VI[number]:
        assert check("variation_of_information", name), name
        assert f"Property {number}" in properties.PROPERTIES[name].source


def test_property_9_of_meila(found):
    assert found["invariant_van_dongen", "additive_under_composition"]
    assert found["mirkin_invariant", "additive_under_composition_squared"]
    assert found["van_dongen", "additive_under_composition_unweighted"]
    assert found["mirkin", "additive_under_composition_unweighted"]


def test_properties_10_to_13_of_meila(found):
    assert found.holding(A1, A2, A3, A4) == ["variation_of_information"]
    assert found.holding(A1, A2, A3, A4_M) == []
    assert found.holding(A1, A2, A3_M, A4_M) == ["mirkin_invariant"]
    assert found.holding(A1, A2, A3, A4_H) == ["variation_of_information"]


def test_a_multiple_of_vi_has_a4_h_but_not_a4():
    def half(a, b):
        return cd.variation_of_information(a, b) / 2

    assert all(check(half, name, n=4) for name in (A1, A2, A3, A4_H))
    assert not check(half, A4, n=4)


def test_axioms_of_mirkin_and_cherny(found):
    for name in (
        "non_negative",
        "zero_only_on_equal",
        "symmetric",
        "triangle_inequality",
        "scale_one_element_off",
        "scale_top_to_bottom",
    ):
        assert found["mirkin_invariant", name], name
    assert found["mirkin", "common_clusters_do_not_count"]
    assert not found["mirkin_invariant", "common_clusters_do_not_count"]
    assert (
        cd.mirkin_invariant([0, 0, 1, 1], [0, 0, 1, 2]),
        cd.mirkin_invariant([0, 0], [0, 1]),
    ) == (1 / 8, 1 / 2)


def test_which_measures_are_local(found):
    """Section 6 of Meilă."""
    local = (
        "variation_of_information",
        "van_dongen",
        "invariant_van_dongen",
        "mirkin",
        "mirkin_invariant",
        "rand",
        "classification_error",
    )
    assert all(found[m, "local"] for m in local)
    assert not any(
        found[m, "local"] for m in ("larsen_aone", "fowlkes_mallows", "jaccard", "adjusted_rand")
    )


@pytest.mark.parametrize("k", [2, 3, 5])
def test_maximally_separated_clusterings(k):
    """Section 5 of Meilă: AR⁰ = -(K - 1)/(n - K), VI⁰ = 2 log K."""
    for n in (k * k, 3 * k * k):
        a, b = [i % k for i in range(n)], [i // k % k for i in range(n)]
        assert cd.adjusted_rand(a, b) == pytest.approx(-(k - 1) / (n - k), abs=1e-12)
        assert cd.variation_of_information(a, b) == pytest.approx(2 * log2(k))


def test_criterion_1_of_wu(found):
    lost = ("conditional_entropy", "purity", "mutual_information")
    kept = (
        "f_measure",
        "vi",
        "rand",
        "jaccard",
        "fowlkes_mallows",
        "hubert_gamma",
        "hubert_gamma_prime",
        "minkowski",
        "classification_error",
        "nvd",
    )
    assert not any(found[m, "captures_uniform_effect"] for m in lost)
    assert all(found[m, "captures_uniform_effect"] for m in kept)


def test_experiments_of_rezaei(found):
    """Sections 7.3 to 7.5: linear, size of an exact cluster, number of clusters."""
    psi, others = "pair_sets_index", ("invariant_van_dongen", "criterion_h", "purity")
    assert all(found[m, "linear_in_label_errors"] for m in (psi, *others))
    assert not any(found[m, "linear_in_label_errors"] for m in ("ari", "nmi"))
    assert found[psi, "size_imbalance_invariant"]
    assert not any(found[m, "size_imbalance_invariant"] for m in ("ari", "nmi", *others))
    assert all(found[m, "cluster_count_invariant"] for m in others)
    assert not any(found[m, "cluster_count_invariant"] for m in ("ari", "nmi", psi))


def test_worsening_series_of_xiang():
    series = worsening((0, 0, 0, 1, 2))
    assert series == [(0, 0, 0, 1, 2), (0, 0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 1, 2, 3, 3)]
    for measure in (S_H, R):
        assert check(measure, "strictly_decreasing_while_worsening"), measure
    for measure in (A, N):
        assert not check(measure, "strictly_decreasing_while_worsening"), measure
    assert check(S_H, "zero_after_worsening")
    assert not any(check(m, "zero_after_worsening") for m in (R, V, A, N))


def test_every_property_cites_a_place_or_none():
    for p in properties.PROPERTIES.values():
        if p.source is None:
            assert p.paper == "clusterdiff"
            continue
        for cited in p.source.split("; "):
            place = r"(Property|sec\.|axiom|eq\.|Criterion) .+"
            assert re.fullmatch(rf"[A-Z].+ (19|20)\d\d, {place}", cited), cited


def test_each_file_has_the_properties_of_one_paper():
    found = {(p.claim.__module__, p.paper) for p in properties.PROPERTIES.values()}
    assert len(found) == len({module for module, _ in found})
    sources = [p.source for p in properties.PROPERTIES.values() if p.source]
    cited = {each.split(",")[0] for source in sources for each in source.split("; ")}
    assert cited < {paper for _, paper in found}
