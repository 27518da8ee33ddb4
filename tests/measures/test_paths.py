"""The ways to compute a value that no reference row distinguishes: exact results and last digits."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import clusterdiff as cd
from clusterdiff.assignment import _potentials
from clusterdiff.measures._cluster_scores import BoundedEntropy, EntropyScore
from clusterdiff.numerics import SORTED
from clusterdiff.summaries import ExpectedInformation, Overlaps, PairSets
from clusterdiff.summaries._entropies import uneven_terms


def test_reduced_information_is_marked_where_a_number_of_tables_is_approximate():
    few = cd.Table.from_matrix([[3, 1], [1, 3]])
    many = cd.Table.from_matrix(np.diag(np.full(12, 30)))  # Ω of 12 × 12 sizes is approximated
    mixed = cd.Table.from_matrix([[30] * 6 + [0] * 6, [0] * 6 + [30] * 6])  # Ω of 2 × 12 is exact
    reduced = cd.get_measure("reduced_mutual_information")
    normalized = cd.get_measure("reduced_mutual_information[normalized=True]")
    found = [
        [m.facts.approximate_on(t) is not None for t in (few, many, mixed)]
        for m in (reduced, normalized)
    ]
    assert found == [[False, True, False], [False, False, True]]


@pytest.mark.parametrize("size", [2, 3, 5, 6, 7, 14, 19, 21, 60])
def test_undivided_clusters_score_one_and_singletons_lose_one(size):
    """In every digit, whatever the logarithms are."""
    whole = np.array([size]), np.array([0]), np.array([size])
    divided = np.array([size]), np.zeros(size, np.int64), np.ones(size, np.int64)
    assert EntropyScore().scores(*whole) == 1
    assert EntropyScore().losses(*whole) == 0
    assert EntropyScore().scores(*divided) == 0
    assert EntropyScore().losses(*divided) == 1
    for k in (2, 3, 7):
        assert BoundedEntropy(k).scores(*whole) == 1


def test_a_singleton_scores_one():
    one = np.array([1]), np.array([0]), np.array([1])
    assert EntropyScore().scores(*one) == 1
    assert EntropyScore().losses(*one) == 0


@pytest.mark.parametrize("name", ["split_merge_entropy", "bcubed_f", "lea"])
def test_renaming_clusters_changes_no_digit(name):
    random = np.random.default_rng(2)
    a, b = random.integers(0, 30, (2, 2000))
    values = {cd.get_measure(name)(a, random.permutation(30)[b]) for _ in range(20)}
    assert len(values) == 1


def test_the_order_of_parts_changes_no_digit():
    random = np.random.default_rng(3)
    parts = random.integers(1, 10**6, 40)
    sizes, cluster = np.array([int(parts.sum())]), np.zeros(40, np.int64)
    scores = {
        float(EntropyScore().scores(sizes, cluster, random.permutation(parts))[0])
        for _ in range(200)
    }
    assert len(scores) == 1


def test_a_cluster_of_many_parts_is_summed_without_loss():
    """The rounding errors of SORTED terms added one after the other would be a thousand times as
    large."""
    parts = np.full(8 * SORTED + 1, 3)
    cluster = np.zeros(len(parts), np.int64)
    cluster[-1] = 1  # beside a cluster of one part
    sizes = np.bincount(cluster, parts).astype(np.int64)
    found = EntropyScore().scores(sizes, cluster, parts)
    assert found[0] == pytest.approx(np.log(3) / np.log(float(sizes[0])), rel=4e-16, abs=0)
    assert found[1] == 1


def test_the_expected_information_of_swapped_clusterings_has_the_same_digits():
    random = np.random.default_rng(4)
    for _ in range(50):
        a, b = random.integers(0, 9, 200), random.integers(0, 7, 200)
        one = ExpectedInformation.of(cd.Table.from_labels(a, b))
        other = ExpectedInformation.of(cd.Table.from_labels(b, a))
        assert one.mutual == other.mutual
        assert (one.a_given_b, one.b_given_a) == (other.b_given_a, other.a_given_b)


def test_the_optimal_pairing_of_more_clusters_than_are_paired_exactly():
    """Greedy pairing would take the overlap of three in each block of two clusters."""
    blocks = 150
    matrix = np.kron(np.eye(blocks, dtype=np.int64), np.array([[3, 2], [2, 0]]))
    overlaps = Overlaps.of(cd.Table.from_matrix(matrix))
    chosen = overlaps.exact_pairing("jaccard")
    found = sum(overlaps.similarity("jaccard")[chosen])
    weights = np.zeros(matrix.shape)
    weights[overlaps.rows, overlaps.cols] = overlaps.similarity("jaccard")
    right = weights[linear_sum_assignment(weights, maximize=True)].sum()
    assert found == pytest.approx(right, rel=1e-12)


@pytest.mark.parametrize("whole", [[2**62], [2**62, 4], [4, 2**62 + 1]])
def test_shares_of_clusters_whose_multiples_exceed_64_bits(whole):
    k = 8
    parts = [size - 3 for size in whole]
    found = uneven_terms(np.array(parts), np.array(whole), k)
    for value, part, size in zip(found, parts, whole, strict=True):
        x = float(Fraction(part * k, size) - 1)
        assert value == pytest.approx((1 + x) * np.log(1 + x) - x, rel=1e-12)


def test_potentials_prove_that_a_pairing_is_optimal():
    """u_i + v_j is at least w_ij, and equal to it for partners."""
    random = np.random.default_rng(6)
    for size in (2, 3, 5, 9):
        weights = random.integers(0, 20, (size, size)).astype(float)
        partner = linear_sum_assignment(weights, maximize=True)[1]
        u, v = _potentials(weights, partner)
        level = u[:, None] + v[None, :]
        assert np.all(level >= weights)
        assert np.array_equal(level[np.arange(size), partner], weights[np.arange(size), partner])


def test_the_attributes_of_pair_sets():
    found = PairSets.of(cd.Table.from_matrix([[4, 1, 0], [0, 2, 1]]))
    assert (found.n, found.clusters_a, found.clusters_b, found.cells) == (8, 2, 3, 4)
    assert found.similarity == pytest.approx(4 / 5 + 2 / 3)
    assert found.shortfall == pytest.approx(3 - 4 / 5 - 2 / 3)
    assert found.expected == 7  # min(5, 4) + min(3, 3)
    assert found.excess == pytest.approx(4 / 5 + 2 / 3 - 7 / 8)
    one = PairSets.of(cd.Table.from_matrix([[5, 2, 1]]))
    assert (one.excess, one.adjusted) == (0, 0)
