"""Values are exact where other packages are wrong.

There is one numbered test per defect found in another package.
"""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb, log, nan, sqrt

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff import Table, get_measure
from tests.helpers.peers import CASES, GENIECLUST, SMALL, close, noisy

TRIVIAL = [
    pytest.param([0] * 7, id="one-block"),
    pytest.param(list(range(7)), id="singletons"),
    pytest.param([0], id="one-element"),
]


def pair_counts(a, b):
    """Return m, m1, m2, M as Python integers, from the definition."""
    sides = (
        Counter(zip(a.tolist(), b.tolist(), strict=True)),
        Counter(a.tolist()),
        Counter(b.tolist()),
    )
    return (*(sum(comb(count, 2) for count in side.values()) for side in sides), comb(len(a), 2))


def exact_adjusted_rand(a, b):
    m, m1, m2, total = pair_counts(a, b)
    chance = Fraction(m1 * m2, total)
    return float((m - chance) / (Fraction(m1 + m2, 2) - chance))


def best_matching(matrix, weight=lambda count, _row, _col: count):
    """Return the largest total weight of a one-to-one matching, by brute force."""
    matrix = np.asarray(matrix)
    if matrix.shape[0] > matrix.shape[1]:
        return best_matching(matrix.T, lambda count, row, col: weight(count, col, row))
    rows, cols = matrix.sum(axis=1).tolist(), matrix.sum(axis=0).tolist()
    values = [
        [weight(int(matrix[i, j]), rows[i], cols[j]) for j in range(len(cols))]
        for i in range(len(rows))
    ]
    return max(
        sum(values[i][j] for i, j in enumerate(chosen))
        for chosen in permutations(range(len(cols)), len(rows))
    )


def two_clusters(n):
    a = np.arange(n) * 2 // n
    return a, np.where(np.arange(n) % 10 == 0, 1 - a, a)


@pytest.mark.parametrize("n", [200_000, 400_000])
def test_defect_01_networkit_adjusted_rand_overflows(n):
    a, b = two_clusters(n)
    assert get_measure("adjusted_rand")(a, b) == pytest.approx(exact_adjusted_rand(a, b), rel=1e-15)
    a, b = CASES["large"]
    assert get_measure("adjusted_rand")(a, b) == pytest.approx(exact_adjusted_rand(a, b), rel=1e-15)


@pytest.mark.parametrize("n", [65_000, 100_000, 400_000])
def test_defect_02_torchmetrics_adjusted_rand_overflows(n):
    a, b = two_clusters(n)
    for dtype in (np.int8, np.int32, np.int64):
        assert get_measure("adjusted_rand")(a.astype(dtype), b.astype(dtype)) == pytest.approx(
            exact_adjusted_rand(a, b), rel=1e-15
        )
    big = Table.from_matrix([[9 * 10**17, 10**17], [10**17, 9 * 10**17]])
    assert get_measure("adjusted_rand")(big) == pytest.approx(0.64, rel=1e-12)


@pytest.mark.parametrize("name", ["normalized_mutual_information", "adjusted_mutual_information"])
@pytest.mark.parametrize("by", ["arithmetic", "geometric", "min", "max"])
@pytest.mark.parametrize("labels", TRIVIAL)
def test_defect_03_torchmetrics_information_of_identical_blocks_is_zero(name, by, labels):
    assert get_measure(name)(labels, [f"cluster {label}" for label in labels], by=by) == 1.0


def test_defect_04_elki_bcubed_and_pair_sets_overflow():
    matrix = [[50_000, 10, 0], [70, 3_000_000_000, 0], [0, 11, 60_000]]
    table = Table.from_matrix(matrix)
    rows, cols = [sum(row) for row in matrix], [sum(col) for col in zip(*matrix, strict=True)]
    cells = [
        (count, rows[i], cols[j]) for i, row in enumerate(matrix) for j, count in enumerate(row)
    ]
    precision = sum(Fraction(count**2, col) for count, _, col in cells) / table.n
    recall = sum(Fraction(count**2, row) for count, row, _ in cells) / table.n
    assert get_measure("bcubed_precision")(table) == pytest.approx(float(precision), rel=1e-14)
    assert get_measure("bcubed_recall")(table) == pytest.approx(float(recall), rel=1e-14)
    assert get_measure("bcubed_f")(table) == pytest.approx(
        float(2 * precision * recall / (precision + recall)), rel=1e-14
    )
    shared = best_matching(matrix, lambda count, row, col: Fraction(count, max(row, col)))
    largest_first = zip(sorted(rows, reverse=True), sorted(cols, reverse=True), strict=True)
    chance = sum(Fraction(row * col, table.n * max(row, col)) for row, col in largest_first)
    assert get_measure("pair_sets_index")(table) == pytest.approx(
        float((shared - chance) / (3 - chance)), rel=1e-14
    )


def test_defect_05_elki_adjusted_information_stops_at_ten_thousand():
    a, b = np.random.default_rng(5).integers(0, 100, (2, 20_000))
    assert get_measure("normalized_mutual_information")(a, b) > 0.05
    assert get_measure("expected_mutual_information")(a, b) > 0.3
    assert abs(get_measure("adjusted_mutual_information")(a, b)) < 0.01


def test_defect_06_clusim_adjusted_information_depends_on_the_base():
    a, b = CASES["noisy-200-5"]
    for base in ("e", 2, 10):
        entropy = [get_measure("mutual_information")(side, side, base=base) for side in (a, b)]
        chance = get_measure("expected_mutual_information")(a, b, base=base)
        adjusted = (get_measure("mutual_information")(a, b, base=base) - chance) / (
            sum(entropy) / 2 - chance
        )
        assert get_measure("adjusted_mutual_information")(a, b) == close(adjusted)
    assert get_measure("adjusted_mutual_information")(a, a) == 1.0


@pytest.mark.parametrize("name", SMALL)
def test_defect_07_clusim_reduced_information_is_not_symmetric(name):
    a, b = CASES[name]
    assert get_measure("reduced_mutual_information")(a, b) == close(
        get_measure("reduced_mutual_information")(b, a)
    )


def test_defect_08_clusim_adds_the_joint_entropy():
    a, b = [0, 0, 1, 1], [0, 1, 2, 2]
    assert get_measure("mutual_information")(a, b) == 1.0
    entropies = [get_measure("joint_entropy")(*sides) for sides in ((a, a), (b, b), (a, b))]
    assert entropies == [1.0, 1.5, 1.5]
    assert get_measure("mutual_information")(a, b) == entropies[0] + entropies[1] - entropies[2]


def test_defect_09_clusim_classification_error_without_matching():
    table = Table.from_matrix(
        [[4, 1], [4, 1]]
    )  # both rows would like the first column, only one can have it
    assert get_measure("inverse_purity")(table) == 0.8
    assert get_measure("classification_error")(table) == 0.5
    matrix = np.random.default_rng(9).integers(0, 20, (5, 5))
    assert get_measure("classification_error")(Table.from_matrix(matrix)) == close(
        1 - best_matching(matrix) / matrix.sum()
    )


def test_defect_10_clusim_distances_taken_for_similarities():
    for name in (
        "classification_error",
        "normalized_classification_error",
        "normalized_minkowski",
        "normalized_van_dongen",
    ):
        assert get_measure(name)([0, 0, 1, 2], [5, 5, 3, 4]) == 0.0
        assert get_measure(name).similarity([0, 0, 1, 2], [5, 5, 3, 4]) >= 1.0
    a, b = CASES["random-1000-30"]
    assert get_measure("normalized_minkowski")(a, b) == close(
        1 - get_measure("adjusted_rand")(a, b)
    )


@pytest.mark.parametrize("labels", TRIVIAL)
def test_defect_11_clusim_identical_trivial_clusterings(labels):
    for name in (
        "adjusted_rand",
        "jaccard",
        "normalized_mutual_information",
        "adjusted_mutual_information",
    ):
        assert get_measure(name)(labels, labels) == 1.0
    assert get_measure("variation_of_information")(labels, labels) == 0.0


def test_defect_11_clusim_variation_is_never_negative():
    for a in np.random.default_rng(11).integers(0, 9, (200, 60)):
        assert get_measure("variation_of_information")(a, (a * 7 + 3) % 11) == 0.0


@pytest.mark.parametrize("name", cd.MEASURES)
def test_defect_12_cdlib_options_by_position(name):
    with pytest.raises(cd.ClusterdiffError, match="got 3 arguments"):
        get_measure(name)([0, 0, 1], [0, 1, 1], 0.9)


def test_defect_12_element_centric_similarity():
    """1 - half the distance of the uniform distributions on an element's two clusters, averaged."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    distances = [
        2 * (half - third) + third,  # element 0: {0, 1} against {0, 1, 2}
        2 * (half - third) + third,  # element 1: the same
        (half - third) + half + 2 * third,  # element 2: {2, 3} against {0, 1, 2}
        half + half,  # element 3: {2, 3} against {3}
    ]
    assert get_measure("element_centric")([0, 0, 1, 1], [0, 0, 0, 1]) == close(
        float(1 - sum(distances) / 8)
    )
    assert get_measure("element_centric")([0, 0, 1, 1], [1, 1, 0, 0]) == 1.0


def test_defect_13_cdlib_names_another_normaliser():
    a, b = CASES["noisy-200-5"]
    b = b // 2  # so that the two entropies, and hence their means, differ
    information, *entropies = (
        get_measure("mutual_information")(*sides) for sides in ((a, b), (a, a), (b, b))
    )
    nmi = get_measure("normalized_mutual_information")
    assert nmi(a, b, by="geometric") == close(information / sqrt(entropies[0] * entropies[1]))
    assert nmi(a, b) == nmi(a, b, by="arithmetic") == close(2 * information / sum(entropies))
    assert nmi(a, b) < nmi(a, b, by="geometric")
    assert nmi.options["by"].default == "arithmetic"


@pytest.mark.parametrize("labels", TRIVIAL)
def test_defect_14_genieclust_identical_trivial_clusterings(labels):
    for name in GENIECLUST:
        if not name.startswith("mutual_information"):
            assert get_measure(name)(labels, labels) == 1.0


@pytest.mark.parametrize("shape", [(2, 5), (5, 2), (3, 4), (1, 3), (3, 1)])
def test_defect_14_genieclust_refuses_unequal_numbers_of_clusters(shape):
    matrix = np.random.default_rng(14).integers(1, 20, shape)
    table = Table.from_matrix(matrix)
    for name in GENIECLUST:
        assert -1 <= get_measure(name)(table) <= 1 or name.startswith("mutual_information")
    recall = best_matching(matrix, lambda count, row, _: Fraction(count, row)) / shape[0]
    uniform = Fraction(1, max(shape))
    if shape[0] > 1:
        assert get_measure("normalized_clustering_accuracy")(table) == close(
            float(max(0, (recall - uniform) / (1 - uniform)))
        )


@pytest.mark.parametrize("labels", TRIVIAL)
def test_defect_15_igraph_identical_trivial_clusterings(labels):
    assert get_measure("adjusted_rand")(labels, labels) == 1.0
    assert get_measure("variation_of_information")(labels, labels) == 0.0


@pytest.mark.slow
def test_defect_15_igraph_loses_digits_with_many_clusters():
    rng = np.random.default_rng(15)
    a = rng.integers(0, 300_000, 1_000_000)
    b = noisy(a, 0.1, rng)
    assert get_measure("adjusted_rand")(a, b) == pytest.approx(exact_adjusted_rand(a, b), rel=1e-15)
    assert get_measure("variation_of_information")(a, -3 * a) == 0.0


def test_defect_16_scikit_image_label_values_are_indices():
    far = [500_000_000, 500_000_000, -7, 2**62]
    assert get_measure("variation_of_information")(far, [1, 1, 0, 2]) == 0.0
    assert Table.from_labels(far, [0, 0, 0, 0]).shape == (3, 1)
    assert get_measure("pair_f")(range(5), range(5)) == 1.0
    assert get_measure("pair_f").distance(range(5), range(5)) == 0.0


@pytest.mark.parametrize("labels", TRIVIAL)
def test_defect_17_scikit_learn_fowlkes_mallows_of_identical_singletons(labels):
    assert get_measure("fowlkes_mallows")(labels, labels) == 1.0


@pytest.mark.parametrize("name", cd.MEASURES)
@pytest.mark.parametrize("labels", [*TRIVIAL, pytest.param([0, 0, 1, 1, 2, 2, 2], id="plain")])
def test_defect_18_permetrics_declares_another_range(name, labels):
    table = Table.from_labels(labels, labels)
    low, high = get_measure(name).bounds_on(table)
    value = get_measure(name)(table)
    assert low <= value <= high
    assert value == get_measure(name).best_on(table) or get_measure(name).direction == "description"


def test_defect_19_mclustcomp_f_measure_ignores_the_overlap():
    assert get_measure("f_measure")(Table.from_matrix([[5, 0], [0, 5]])) == 1.0
    assert get_measure("f_measure")(Table.from_matrix([[3, 2], [2, 3]])) == pytest.approx(0.6)
    assert get_measure("classification_accuracy")(Table.from_matrix([[4, 1], [4, 1]])) == 0.5


def test_defect_20_clustercrit_unequal_lengths_and_32_bits():
    with pytest.raises(cd.ClusterdiffError, match="a has 3 labels, b has 2"):
        get_measure("rand")([0, 1, 2], [0, 1])
    a, b = two_clusters(70_000)
    m, m1, m2, total = pair_counts(a, b)
    assert get_measure("rand")(a, b) == (total - m1 - m2 + 2 * m) / total
    assert get_measure("jaccard")(a, b) == m / (m1 + m2 - m)
    assert get_measure("mirkin")(a, b) == 2 * (m1 + m2 - 2 * m)


@pytest.mark.parametrize("shape", [(6, 3), (3, 6), (6, 6), (4, 1)])
def test_defect_21_partition_comparison_needs_fewer_clusters_on_one_side(shape):
    matrix = np.random.default_rng(21).integers(1, 10, shape)
    table = Table.from_matrix(matrix)
    assert get_measure("classification_error")(table) == close(
        1 - best_matching(matrix) / matrix.sum()
    )
    assert get_measure("classification_error")(table) == get_measure("classification_error")(
        table.T
    )


def test_defect_22_aricode_labels_go_through_integers():
    assert get_measure("adjusted_rand")(["x", "x", "y"], ["1.2", "1.2", "1.7"]) == 1.0
    with pytest.raises(cd.ClusterdiffError, match=r"got 1\.2 at position 0"):
        get_measure("adjusted_rand")([0, 0, 1], [1.2, 1.2, 1.7])
    assert get_measure("adjusted_rand")([-(2**62), -(2**62), 2**62], [0, 0, 1]) == 1.0


@pytest.mark.parametrize("beta", [0.2, 1, 2, 5])
def test_defect_23_clevr_squares_beta(beta):
    a, b = CASES["noisy-200-5"]
    h, c = get_measure("homogeneity")(a, b // 2), get_measure("completeness")(a, b // 2)
    assert get_measure("v_measure")(a, b // 2, beta=beta) == close(
        (1 + beta) * h * c / (beta * h + c)
    )
    assert get_measure("fowlkes_mallows")(range(4), range(4)) == 1.0
    with pytest.raises(cd.ClusterdiffError, match="1 of 3 are missing"):
        get_measure("v_measure")([0, 1, nan], [0, 1, 1])


def test_defect_24_clustering_jl_overflow_guards_and_zero_by_zero():
    a, b = two_clusters(90_000)
    assert get_measure("adjusted_rand")(a, b) == pytest.approx(exact_adjusted_rand(a, b), rel=1e-15)
    assert get_measure("normalized_mutual_information")([0] * 9, [1] * 9) == 1.0
    independent = [0, 0, 1, 1], [0, 1, 0, 1]
    for name in ("homogeneity", "completeness", "v_measure", "mutual_information"):
        assert get_measure(name)(*independent) == 0.0
    assert get_measure("variation_of_information")(*independent, base="e") == close(2 * log(2))
