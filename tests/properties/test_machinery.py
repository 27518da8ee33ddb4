"""The search for counterexamples."""

import json
from math import ceil, sqrt

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff import properties
from clusterdiff.errors import UnknownNameError
from clusterdiff.measures import EntropyScore
from clusterdiff.properties import PROPERTIES, Claim, Measured, axiom, check, extremes
from clusterdiff.properties._cases import everything, join, meet, relabel, shapes
from clusterdiff.properties._check import shrink
from clusterdiff.properties._tables import canonical, pairs, table_numbers

METRIC = ("non_negative", "zero_only_on_equal", "symmetric", "triangle_inequality")


@pytest.mark.slow
def test_every_verdict_is_decided_or_says_why_and_every_counterexample_counts(found):
    for verdict in found:
        if verdict.status == "undecided":
            assert verdict.note
        assert (verdict.counterexample is not None) == (verdict.status == "fails")
        if verdict.status != "undecided":
            assert verdict.cases > 0
            assert verdict.exhaustive != PROPERTIES[verdict.property_name].constructed


def test_every_kind_of_counterexample_runs_again(found):
    for name in PROPERTIES:
        failed = [v for v in found if v.property_name == name and v.counterexample]
        for verdict in failed[:3] + failed[-3:]:
            claim = verdict.rerun()
            assert not claim.holds, verdict
            assert claim.left == pytest.approx(verdict.counterexample.left, nan_ok=True)


# Numbers of the papers


@pytest.mark.parametrize("n", range(1, 8))
def test_least_similarities_of_xiangs_table_2(n):
    """Erratum 9: the printed minimum of N is wrong for n = 3, and for 7 and 8."""
    assert extremes("invariant_van_dongen", n).least == pytest.approx(ceil(2 * sqrt(n)) / (2 * n))
    assert extremes("classification_accuracy", n).least == pytest.approx(1 / n)
    if n > 1:
        assert extremes("rand", n).least == extremes("split_merge_entropy", n).least == 0.0
    printed = (int(sqrt(n)) + ceil(sqrt(n))) / (2 * n)
    assert (extremes("invariant_van_dongen", n).least == pytest.approx(printed)) == (
        n not in {3, 7}
    )


def test_similarity_to_singletons_can_be_zero():
    """Erratum 11: 57 clusterings of 3 to 6 elements other than the singletons."""
    bottoms = [
        (a, tuple(range(n))) for n in range(3, 7) for a in everything(n) if a != tuple(range(n))
    ]
    assert sum(cd.split_merge_entropy(a, b) == 0 for a, b in bottoms) == 57


def test_a_subcomponent_of_squared_errors_can_miss_a_split():
    """Erratum 13: parts with the same centroid leave no error between them."""
    x = np.array([-1.0, 1.0, -2.0, 2.0])

    def explained(labels):
        errors = sum(((x[labels == k] - x[labels == k].mean()) ** 2).sum() for k in set(labels))
        return errors / ((x - x.mean()) ** 2).sum()

    assert explained(np.array([0, 0, 1, 1])) == 1.0


def test_wus_table_3_gives_the_numbers_of_table_4():
    a, even, true = next(iter(PROPERTIES["captures_uniform_effect"].cases(1)))
    assert [round(cd.conditional_entropy(a, b), 3) for b in (even, true)] == [0.274, 0.396]
    assert [round(cd.mutual_information(a, b), 3) for b in (even, true)] == [1.371, 1.249]
    assert [round(cd.invariant_van_dongen(a, b), 3) for b in (even, true)] == [0.24, 0.1]


def test_the_pair_sets_index_may_rise_while_clusters_are_split_on():
    assert not check("psi", "monotone_along_chains", n=6, n_samples=0)
    a, b, c = [0, 0, 0, 0, 1, 1], [0, 0, 1, 1, 2, 3], [0, 0, 1, 2, 3, 4]
    assert cd.Partition(c) <= cd.Partition(b) <= cd.Partition(a)
    assert cd.pair_sets_index(a, b) < cd.pair_sets_index(a, c)


def test_which_measures_are_metrics_by_rezaei(found):
    """Errata 17, 18, 19, 20."""
    assert all(found["simplified_pair_sets_index", name] for name in METRIC)
    assert not found["pair_sets_index", "triangle_inequality"]
    assert not found["adjusted_rand", "normalized"]
    assert cd.adjusted_rand([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]) == pytest.approx(-4 / 11)
    assert extremes("rand", 4).least == 0.0
    assert not found["rand", "constant_baseline"]
    assert not found["mi", "triangle_inequality"]
    assert not found["mi", "similarity_metric"]
    single, split = [0] * 5, [0, 0, 1, 2, 3]
    assert (cd.purity(single, split), cd.classification_accuracy(single, split)) == (1.0, 0.4)


def test_of_the_normalised_variations_only_two_are_metrics():
    kept = [
        by
        for by in ("sum", "joint", "log_n", "clusters")
        if check(f"nvi[by={by}]", "triangle_inequality", n=5, n_samples=50)
    ]
    assert kept == ["joint", "log_n"]


# The machinery


def test_tables_are_counted_up_to_order_of_rows_and_columns():
    assert [len(pairs(n)) for n in range(1, 7)] == [1, 4, 10, 33, 91, 298]  # OEIS A007716
    assert [len(shapes(n)) for n in range(1, 7)] == [1, 2, 3, 5, 7, 11]
    assert [len(everything(n)) for n in range(1, 7)] == [1, 2, 5, 15, 52, 203]


def test_equal_tables_have_one_canonical_form():
    random = np.random.default_rng(0)
    for _ in range(200):
        n = int(random.integers(1, 10))
        a, b = random.integers(0, 4, (2, n))
        order, names = random.permutation(n), random.permutation(9)
        assert canonical(tuple(a), tuple(b)) == canonical(
            tuple(names[a[order]]), tuple(names[b[order]])
        )


def test_different_tables_have_different_numbers():
    number, matrices = table_numbers(4)
    every = everything(4)
    for i, a in enumerate(every):
        for j, b in enumerate(every):
            assert matrices[number[i, j]] == canonical(a, b)


def test_meets_and_joins_are_those_of_the_lattice():
    for a in shapes(5):
        for b in everything(5):
            x, y = cd.Partition(a), cd.Partition(b)
            assert cd.Partition(meet(a, b)) == x & y
            assert cd.Partition(join(a, b)) == x | y


@pytest.mark.parametrize("measure", ["ari", "vi", "jaccard", "criterion_h", "nmi"])
@pytest.mark.parametrize("name", ["triangle_inequality", "similarity_metric"])
def test_all_triples_at_once_is_one_by_one(measure, name):
    subject, chosen = Measured(measure), PROPERTIES[name]
    for n in range(1, 5):
        slow = [case for case in chosen.cases(n) if chosen.refuted_by(subject, case)]
        count, fast = chosen.failures(subject, n)
        assert bool(slow) == bool(fast)
        assert all(chosen.refuted_by(subject, case) for case in fast)
        if subject.by_table:
            assert count == len(list(chosen.cases(n)))


def test_all_triples_of_six_elements_are_tried():
    verdict = check("vi", "triangle_inequality", n=6, n_samples=0)
    assert verdict
    assert verdict.exhaustive


def test_a_larger_counterexample_is_shrunk():
    @axiom("here", pairs, sample=lambda _, n: ((0,) * n, tuple(range(n))))
    def smaller_than_nine(s, a, b):
        """No distance is 7 or more."""
        return Claim(s.distance(a, b), "≤", 7, "d(a, b)", "7")

    verdict = check("transfer_distance", smaller_than_nine, n=4, n_samples=5)
    assert verdict.status == "fails"
    assert verdict.sampled
    assert len(verdict.counterexample.clusterings["a"]) == 9
    case = ((0,) * 15, tuple(range(15)))
    assert shrink(Measured("transfer_distance"), smaller_than_nine, case) == (
        (0,) * 9,
        tuple(range(9)),
    )


def test_a_source_may_name_a_paper_without_a_place():
    @axiom("A Paper 2020", pairs)
    def never_negative(m, a, b):
        """No distance is negative: d(a, b) ≥ 0."""
        return Claim(m.distance(a, b), "≥", 0.0, "d(a, b)", "0")

    assert (never_negative.paper, never_negative.places, never_negative.place) == (
        "A Paper 2020",
        None,
        "",
    )


def test_own_properties_are_shown_and_found_in_results():
    @axiom(None, pairs)
    def at_most_one(m, a, b):
        """No distance is above 1: d(a, b) ≤ 1."""
        return Claim(m.distance(a, b), "≤", 1.0, "d(a, b)", "1")

    one = properties.profile("ari", [at_most_one], n=3)
    many = properties.matrix(["vi", "rand"], [at_most_one, "symmetric"], n=3)
    for result in (one, many):
        assert "at_most_one" in repr(result)
        assert "at_most_one" in result._repr_html_()
    assert not one[at_most_one]
    assert one["at_most_one"] is one[at_most_one]
    assert many["rand", "at_most_one"]
    assert many.holding(at_most_one, "symmetric") == ["rand"]
    for ask in (lambda: one["symmetric"], lambda: many.holding("local")):
        with pytest.raises(UnknownNameError, match="property"):
            ask()


def test_any_function_of_two_label_arrays_can_be_checked():
    def unequal(a, b):
        return float(relabel(a) != relabel(b))

    def overlap(a, b):
        return float(np.mean(a == b))

    assert all(check(unequal, name, n=5) for name in METRIC)
    assert Measured(unequal).direction == "distance"
    assert Measured(overlap).direction == "similarity"
    assert not Measured(overlap).by_table
    verdict = check(cd.adjusted_rand.__call__, "triangle_inequality")
    assert verdict.counterexample.case == check("ari", "triangle_inequality").counterexample.case
    assert Measured(cd.mutual_information.__call__).distance((0, 0, 1), (0, 1, 1)) == Measured(
        "mi"
    ).distance((0, 0, 1), (0, 1, 1))


def test_a_function_that_divides_by_zero_fails_rather_than_raises():
    def fragile(a, b):
        return 1 - len(set(a) & set(b)) / (len(set(a)) - 1)

    assert check(fragile, "non_negative", n=3).status == "fails"


def test_a_description_has_no_distance():
    verdict = check("joint_entropy", "triangle_inequality", n=3)
    assert (verdict.status, verdict.sign, verdict.cases) == ("undecided", "–", 0)
    assert "no best value" in str(verdict)
    assert check("joint_entropy", "symmetric", n=3)


def test_what_cannot_be_checked_is_reported():
    with pytest.raises(cd.ClusterdiffError, match="did you mean"):
        check("vi", "triangle")
    with pytest.raises(cd.ClusterdiffError, match="n must be an integer from 1 to 8"):
        check("vi", "symmetric", n=9)
    with pytest.raises(cd.ClusterdiffError, match="function of two label arrays"):
        check(3, "symmetric")
    with pytest.raises(cd.ClusterdiffError, match="a scoring rule or a function"):
        check(EntropyScore, "symmetric")  # the class instead of EntropyScore()
    with pytest.raises(cd.ClusterdiffError, match="direction must be"):
        Measured(lambda _a, _b: 0.0, direction="up")


def test_results_are_text_data_and_frames():
    chosen = ["symmetric", "triangle_inequality", "normalized"]
    small = properties.matrix(["vi", "ari"], n=3, properties=chosen)
    profile = properties.profile("ari", chosen, n=3)
    for result in (small, profile, profile["normalized"]):
        assert json.loads(json.dumps(result.to_dict()))
    assert "a = 001, b = 010: S(a, b) = -0.5 < 0" in str(profile)
    assert str(profile).index("Meilă 2007") < str(profile).index("Xiang et al. 2012")
    assert small.to_frame().loc["variation_of_information", "symmetric"] == "holds"
    frame = profile.to_frame().set_index("property")
    assert frame.loc["normalized", "source"] == "Xiang et al. 2012, sec. 5.1"
    first, second = str(small).split("\n\n")
    assert first.splitlines()[0] == "Meilă 2007"
    assert first.splitlines()[2].split() == ["variation_of_information", "✓", "✓"]
    assert second.splitlines()[-1] == "properties: 3 normalized"
    assert "<table" in small._repr_html_()


def test_a_matrix_has_every_property_that_applies(found):
    assert len(list(found)) == len(found.measures) * len(found.properties)
    assert set(found.properties) == set(PROPERTIES)
    assert not any(
        PROPERTIES[p].needs == "rule"
        for p in properties.matrix(["vi"], n=1, n_samples=0).properties
    )


def test_a_claim_says_whether_it_holds():
    assert str(Claim(0.4226, "≤", 0.367, "x", "y")) == "x = 0.4226 ≤ 0.367 = y does not hold"
    assert str(Claim(1.0, "≥", 0.0, "x", "0")) == "x = 1 ≥ 0 holds"
