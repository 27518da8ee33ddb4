"""size_effect, recommend and explain."""

from itertools import permutations

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.analysis import goals
from clusterdiff.analysis._recommend import publications


def test_size_variation():
    assert cd.analysis.size_variation([0, 0, 0, 1]) == pytest.approx(np.std([3, 1], ddof=1) / 2)
    assert cd.analysis.size_variation([0, 1, 2]) == 0.0
    assert cd.analysis.size_variation([0, 0]) is None


@pytest.mark.parametrize(
    ("sizes_a", "sizes_b", "word"),
    [
        ((90, 10), (55, 45), "more even"),
        ((50, 50), (90, 10), "more uneven"),
        ((60, 40), (58, 42), "about as uneven"),
    ],
)
def test_size_effect_says_what_happened(sizes_a, sizes_b, word):
    effect = cd.analysis.size_effect(np.repeat([0, 1], sizes_a), np.repeat([0, 1], sizes_b))
    assert effect.change == pytest.approx(effect.cv_b - effect.cv_a)
    assert word in effect.meaning
    assert cd.analysis.size_effect([0, 0], [0, 1]).change is None


@pytest.mark.parametrize("goal", goals())
def test_every_goal_has_a_short_ranked_list_with_reasons(goal):
    advice = cd.recommend(goal=goal)
    assert 2 <= len(advice.choices) <= 5
    for choice in (*advice.choices, *advice.avoid):
        assert cd.get_measure(choice.measure).name == choice.measure
        assert choice.why
        assert choice.warning
        assert choice.source
    assert not {c.measure for c in advice.choices} & {c.measure for c in advice.avoid}
    assert advice.to_dict()["goal"] == goal
    assert advice.choices[0].measure in str(advice)


def test_every_source_is_cited_and_every_citation_names_its_publication():
    sources = publications()
    cited = {choice.source for goal in goals() for choice in _advice(goal)}
    for short, publication in sources.values():
        assert any(source.startswith(short) for source in cited), short
        assert publication.endswith(".")
    for goal in goals():
        references = cd.recommend(goal=goal).references
        assert len(set(references)) == len(references)
        shorts = {short for short, publication in sources.values() if publication in references}
        assert all(any(c.source.startswith(s) for s in shorts) for c in _advice(goal))
        assert references[0] in str(cd.recommend(goal=goal))


def _advice(goal):
    found = cd.recommend(goal=goal)
    return (*found.choices, *found.avoid)


@pytest.mark.parametrize(
    ("goal", "first", "field"),
    [
        ("entities", "pair_f", "Menestrina"),
        ("segmentation", "variation_of_information", "Nunez-Iglesias"),
        ("communities", "adjusted_mutual_information", "Vinh"),
        ("single_cell", "adjusted_rand", "Luecken"),
    ],
)
def test_fields_of_application_have_goals_with_their_own_literature(goal, first, field):
    advice = cd.recommend(goal=goal)
    assert advice.choices[0].measure == first
    assert advice.choices[0].source.startswith(field)


def test_why_the_rand_index_is_refused_for_entities():
    truth = np.arange(1000) // 2  # pairs of records
    assert cd.rand(truth, np.arange(1000)) > 0.99
    assert cd.pair_f(truth, np.arange(1000)) == 0


def test_why_normalized_mutual_information_is_refused_for_communities():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 5, 500)
    few, many = (cd.normalized_mutual_information(truth, rng.integers(0, k, 500)) for k in (5, 100))
    assert many > few + 0.1
    assert abs(cd.adjusted_mutual_information(truth, rng.integers(0, 100, 500))) < 0.05


def test_why_purity_is_refused_for_single_cells():
    types = np.arange(300) // 100
    assert cd.purity(types, np.arange(300) // 10) == 1


def test_what_the_papers_call_defective_is_refused():
    defective = {"conditional_entropy", "purity", "mutual_information"}
    for goal in ("kmeans", "rank", "imbalanced"):
        advice = cd.recommend(goal=goal)
        assert not defective & {c.measure for c in advice.choices}
        assert defective <= {c.measure for c in advice.avoid}


def test_the_data_decide_where_no_goal_is_given():
    assert (
        cd.recommend(np.repeat([0, 1, 2], [900, 50, 50]), np.arange(1000) % 3).goal == "imbalanced"
    )
    assert cd.recommend(np.arange(1000) % 2, np.arange(1000) % 9).goal == "noise"
    assert cd.recommend(np.arange(1000) % 2, np.arange(1000) // 500).goal == "rank"
    small = cd.recommend(np.arange(100) % 10, np.arange(100) // 10)
    assert any("per cluster" in fact for fact in small.facts)
    assert cd.recommend().facts == ()
    assert any(
        "singletons" in fact
        for fact in cd.recommend(np.arange(20), np.arange(20) // 2, goal="metric").facts
    )
    with pytest.raises(cd.ClusterdiffError, match="goal must be one of"):
        cd.recommend(goal="best")


A, SIZES_B = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 2]
LINEAR = (
    "rand",
    "mi",
    "vi",
    "nmi",
    "hubert_gamma_prime",
    "mirkin",
    "wallace_a",
    "wallace_b",
    "pair_f",
    "fowlkes_mallows",
    "russell_rao",
    "ari",
    "ami",
)


@pytest.mark.parametrize("name", LINEAR)
def test_chance_is_the_mean_over_all_permutations(name):
    mean = np.mean([cd.get_measure(name)(A, b) for b in permutations(SIZES_B)])
    assert cd.explain(A, SIZES_B, measure=name).at_chance == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize(
    "name",
    [
        "vi",
        "mi",
        "conditional_entropy",
        "van_dongen",
        "NVD",
        "f_measure",
        "epsilon",
        "classification_accuracy",
        "purity",
        "inverse_purity",
    ],
)
def test_attainable_bounds_hold_for_all_permutations(name):
    values = [cd.get_measure(name)(A, b) for b in set(permutations(SIZES_B))]
    low, high = cd.explain(A, SIZES_B, measure=name).attainable
    assert low - 1e-12 <= min(values)
    assert max(values) <= high + 1e-12


@pytest.mark.parametrize(
    "name",
    [
        "vi",
        "mi",
        "conditional_entropy",
        "joint_entropy",
        "nmi",
        "homogeneity",
        "nvi",
        "purity",
        "inverse_purity",
        "NVD",
        "adjusted_rand_asymptotic",
    ],
)
def test_independence_is_the_value_of_an_independent_table(name):
    table = cd.Table.from_matrix(np.outer([1, 2, 3], [4, 2]))
    explained = cd.explain(table, measure=name)
    assert explained.at_independence == pytest.approx(explained.value, abs=1e-12)


def test_every_measure_can_be_explained():
    for name in cd.MEASURES:
        explained = cd.explain(A, SIZES_B, measure=name)
        assert explained.value == cd.get_measure(name)(A, SIZES_B)
        assert explained.measure in str(explained)
        assert explained.measure in explained.meaning
        assert explained.to_dict()["bounds"]
    assert cd.explain(A, SIZES_B, measure="nmi[by=max]").at_chance is not None
    assert cd.explain(A, SIZES_B, measure="vi[base=e]").at_chance == pytest.approx(
        cd.explain(A, SIZES_B, measure="vi").at_chance * np.log(2)
    )


def test_the_order_for_k_means_is_that_of_wu_et_al_for_all_data():
    expected = ["normalized_van_dongen", "normalized_variation_of_information", "adjusted_rand"]
    small = [0] * 20 + [1] * 3 + [2] * 2
    for found in (cd.recommend(goal="kmeans"), cd.recommend(small, small, goal="kmeans")):
        assert [choice.measure for choice in found] == expected


def test_class_sizes_are_uneven_above_the_threshold_of_wu_et_al():
    even, uneven = [0] * 50 + [1] * 20, [0] * 50 + [1] * 8  # CV 0.61 and 1.02
    assert not any("uneven" in fact for fact in cd.recommend(even, even).facts)
    assert any("uneven" in fact for fact in cd.recommend(uneven, uneven).facts)
    between = [0] * 50 + [1] * 12  # CV 0.87, above 0.85
    assert any("uneven" in fact for fact in cd.recommend(between, between).facts)
