"""Every entry of ERRATA.md, checked with fractions and loops instead of the library."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import ceil, comb, floor, isqrt, log2, prod, sqrt
from pathlib import Path

import numpy as np
import pytest

from tests.reproductions.definitions import (
    adjusted_rand,
    cells,
    clusterings,
    entropy,
    information,
    least_n,
    mirkin_invariant,
    mirkin_of,
    one_to_one,
    pair_counts,
    pair_sets,
    rand,
    split_merge,
    tables,
    vi,
)

TEXT = (Path(__file__).parents[2] / "reproductions" / "ERRATA.md").read_text(encoding="utf-8")


def entry(number):
    """Return the text of one entry."""
    return next(part for part in TEXT.split("\n\n") if part.startswith(f"**{number}. "))


def test_every_entry_is_tested_here():
    numbers = {line.split(".")[0].strip("*") for line in TEXT.splitlines() if line.startswith("**")}
    source = Path(__file__).read_text(encoding="utf-8").lower()
    assert numbers
    assert {n for n in numbers if f"def test_{n.lower()}_" not in source} == set()


def test_m1_the_unadjusted_indices_reach_0():
    assert rand((0, 0, 0, 0), (0, 1, 2, 3)) == 0
    assert pair_counts((0, 0, 1, 1), (0, 1, 0, 1))[0] == 0


def test_m2_h_of_equal_clusterings_and_of_the_example():
    assert 1 - Fraction(one_to_one((0, 0, 1), (0, 0, 1)), 3) == 0
    one, split = (0,) * 100, (0,) * 98 + (1, 2)  # f = 1/100
    assert 1 - Fraction(one_to_one(one, split), 100) == 2 * Fraction(1, 100)


def test_m3_larsen_and_aone():
    f = Fraction(1, 100)
    value = (2 * (2 * f / (1 + f)) + 2 * (1 - 2 * f) / (2 - 2 * f)) / 3
    assert value == Fraction(1, 3) * (4 * f / (1 + f) + (1 - 2 * f) / (1 - f))
    printed = Fraction(1, 3) * (f / (1 + f) + (1 - 2 * f) / (1 - f))
    for number in (value, printed):
        assert f"{float(number):.6f}" in entry("M3")


def test_m4_names_of_the_two_clusterings():
    k, size, f = 5, 100, 20
    next_ = [(i, i if e >= f else (i + 1) % k) for i in range(k) for e in range(size)]
    others = [[j for j in range(k) if j != i] for i in range(k)]
    spread = [(i, i if e >= f else others[i][e % (k - 1)]) for i in range(k) for e in range(size)]
    near, wide = (vi(*zip(*pairs, strict=True)) for pairs in (next_, spread))
    assert wide == pytest.approx(near + 2 * f / size * log2(k - 1))


@pytest.mark.parametrize("n", [4, 8, 12, 16])
def test_m5_what_the_separated_pair_is_best_at_for_two_clusters(n):
    separated = [[n // 4] * 2] * 2
    every = list(tables(2, n))
    assert max(map(mirkin_of, every)) == mirkin_of(separated) == Fraction(1, 2)
    least = min(adjusted_rand(t) for t in every)
    assert (adjusted_rand([list(r) for r in separated]) == least) == (n in {4, 8})


@pytest.mark.slow
def test_m5_what_the_separated_pair_is_best_at_for_three_clusters():
    separated, every = [[1] * 3 for _ in range(3)], list(tables(3, 9))
    assert mirkin_of(separated) == Fraction(4, 9)
    assert max(map(mirkin_of, every)) == Fraction(46, 81)
    assert round(46 / 81, 3) == 0.568
    assert min(adjusted_rand(t) for t in every) == adjusted_rand(separated)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_m6_mirkin_of_the_separated_pair(k):
    assert mirkin_of([[1] * k for _ in range(k)]) == Fraction(2, k) - Fraction(2, k * k)
    assert Fraction(2, 2) - Fraction(1, 4) == Fraction(3, 4)  # as printed, for K = 2


def test_m7_eq_46_is_the_other_conditional_entropy():
    a, b = (0, 0, 0, 1), (0, 1, 2, 2)
    induced = sum(
        Counter(a)[k] / 4 * entropy([x for (i, _), x in cells(a, b).items() if i == k])
        for k in set(a)
    )
    joint = entropy(cells(a, b).values())
    assert induced == pytest.approx(joint - entropy(Counter(a).values()))  # H(C' | C)
    assert induced != pytest.approx(joint - entropy(Counter(b).values()))  # H(C | C')


def test_m8_mirkin_needs_a_factor():
    assert mirkin_invariant((0, 0, 1, 1), (0, 0, 1, 2)) == Fraction(1, 8)
    assert mirkin_invariant((0, 0), (0, 1)) == Fraction(1, 2)


def test_m9_what_a1_to_a3_force():
    for sizes in ((2, 2), (3, 1), (2, 2, 2)):
        n, k = sum(sizes), len(sizes)
        down = sum(Fraction(s, n) * (1 - Fraction(1, s)) for s in sizes)  # A3 with A4.M
        assert (1 - Fraction(1, n)) - down == Fraction(k - 1, n)  # A1
    assert Fraction(2 - 1, 4) != 1 - Fraction(1, 2)


@pytest.mark.parametrize(("k", "printed"), [(2, 0.13), (5, 0.02)])
def test_m10_jaccard_of_separated_clusterings(k, printed):
    for share in (1, 4, 25):
        labels = [(i, j) for i in range(k) for j in range(k) for _ in range(share)]
        both, only_a, only_b, _ = pair_counts(*zip(*labels, strict=True))
        if both:
            f = both / sqrt((both + only_a) * (both + only_b))
            assert both / (both + only_a + only_b) == pytest.approx(f / (2 - f))
    assert abs(1 / (2 * k * k) - printed) < 0.00501


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_x1_the_least_value_of_n(n):
    root = isqrt(n)
    printed = Fraction(root + (root if root * root == n else root + 1), 2 * n)
    assert least_n(n) == Fraction(ceil(2 * sqrt(n)), 2 * n)
    assert (least_n(n) == printed) == (n != 3)


def test_x1_the_numbers_of_the_entry():
    for n, right, wrong in ((3, 0.6667, 0.5), (7, 0.4286, 0.3571), (8, 0.375, 0.3125)):
        assert round(ceil(2 * sqrt(n)) / (2 * n), 4) == right
        assert round((floor(sqrt(n)) + ceil(sqrt(n))) / (2 * n), 4) == wrong


def test_x2_k_as_a_mean():
    a, b, k = (0, 0, 0, 1, 1), (0, 0, 1, 1, 1), 3

    def mean(bound):
        total = 0.0
        for x, y in ((a, b), (b, a)):
            for c, size in Counter(x).items():
                parts = [n for (i, _), n in cells(x, y).items() if i == c]
                total += size / len(a) * (1 - entropy(parts) / bound) / 2
        return total

    assert mean(log2(k)) == pytest.approx(1 - vi(a, b) / (2 * log2(k)))
    assert mean(log2(k * k)) == pytest.approx(1 - vi(a, b) / (4 * log2(k)))


def test_x3_s_star_against_the_bottom():
    every = [p for n in range(3, 7) for p in clusterings(n) if max(p) < n - 1]
    zero = [p for p in every if abs(split_merge(p, tuple(range(len(p))))) < 1e-12]
    assert (len(zero), len(every)) == (57, 271)
    assert zero == [p for p in every if min(Counter(p).values()) > 1]


def test_x4_nmi_against_the_top_is_0_over_0():
    assert information((0, 0, 0), (0, 0, 0)) == 0
    assert entropy(Counter((0, 0, 0)).values()) == 0


def test_x5_the_error_kept_by_a_split():
    def kept(points, parts):
        def error(xs):
            return sum((x - Fraction(sum(xs), len(xs))) ** 2 for x in xs)

        return sum(map(error, parts)), error(points)

    assert kept([-1, 1, -2, 2], [[-1, 1], [-2, 2]]) == (10, 10)
    assert kept([0, 0, 1, 1], [[0, 0], [1, 1]]) == (0, 1)
    assert kept([5, 5, 5, 5], [[5, 5], [5, 5]]) == (0, 0)


def test_x6_both_constraints_cannot_hold():
    for k, other in ((1, 2), (2, 3)):
        every = product((0, 1), repeat=k * other)
        assert not any(
            all(sum(w[i * other : (i + 1) * other]) == 1 for i in range(k))
            and all(sum(w[j::other]) == 1 for j in range(other))
            for w in every
        )


def test_r1_ten_singletons_against_five_pairs():
    a, b = tuple(range(10)), tuple(i // 2 for i in range(10))
    nmi = information(a, b) / ((log2(10) + log2(5)) / 2)
    assert f"NMI = {nmi:.3f}" in entry("R1")
    for seed in range(5):  # every deal has the same MI, so that AMI is 0
        other = tuple(np.random.default_rng(seed).permutation(b).tolist())
        assert information(a, other) == pytest.approx(information(a, b))


def test_r2_the_mean_of_s():
    truth = (0, 0, 0, 1, 1, 1)
    values = []
    for chosen in combinations(range(6), 3):
        labels = tuple(int(e in chosen) for e in range(6))
        values.append(Fraction(one_to_one(truth, labels), 3))
    assert sum(values) / len(values) == Fraction(7, 5)
    assert sum(Fraction(3 * 3, 6) / 3 for _ in range(2)) == 1


def test_r3_ari_below_0():
    assert adjusted_rand([[1, 1], [1, 1], [1, 1]]) == Fraction(-4, 11)


def test_r4_the_rand_index():
    assert rand((0,) * 4, (0, 1, 2, 3)) == 0
    together = Fraction(10 * comb(1000, 2), comb(10_000, 2))
    assert round(float(together**2 + (1 - together) ** 2), 2) == 0.82


def test_r5_mutual_information_of_a_partition_with_itself():
    assert (information((0, 0), (0, 0)), information((0, 1), (0, 1))) == (0, 1)


def test_r6_purity_and_accuracy():
    classes, clusters = (0,) * 5, (0, 0, 1, 1, 2)
    assert (
        sum(max(x for (_, j), x in cells(classes, clusters).items() if j == k) for k in range(3))
        == 5
    )
    assert Fraction(one_to_one(classes, clusters), 5) == Fraction(2, 5)


def test_r7_ari_of_figure_18():
    def ari(size, first, second):
        return adjusted_rand([[1000 - first, first, 0], [second, 1000 - second, 0], [0, 0, size]])

    for first in range(0, 201, 20):
        assert round(float(ari(50, first, 200 - first)), 2) == 0.66
        assert round(float(ari(2000, first, 200 - first)), 2) == 0.90
    both = [
        total
        for total in range(180, 215)
        if any(
            round(float(ari(50, x, total - x)), 2) == 0.66
            and round(float(ari(2000, x, total - x)), 2) == 0.91
            for x in range(0, total // 2 + 1, 5)
        )
    ]
    assert (both[0], both[-1]) == (195, 198)
    assert (round(float(ari(50, 200, 200)), 2), round(float(ari(2000, 200, 200)), 2)) == (
        0.39,
        0.83,
    )


def test_r8_psi_is_not_a_metric():
    a, b, c = (0, 0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 2)
    assert (1 - pair_sets(a, b)) + (1 - pair_sets(b, c)) < 1 - pair_sets(a, c)


def test_r9_the_rand_index_is_not_a_similarity_metric_as_printed():
    values = [rand(*pair) for pair in combinations([(0, 0, 0), (0, 0, 1), (0, 1, 2)], 2)]
    assert values == [Fraction(1, 3), 0, Fraction(2, 3)]  # R12, R13, R23
    assert values[0] * values[2] > values[1] * (values[0] + values[2])


def test_m11_a1_does_not_make_chains_straight():
    every = clusterings(4)
    top, bottom = (0, 0, 0, 0), (0, 1, 2, 3)

    def d(a, b):
        return 0 if a == b else 2 if {a, b} == {top, bottom} else 1

    assert all(d(top, c) + d(c, bottom) == d(top, bottom) for c in every)
    assert all(d(a, c) <= d(a, b) + d(b, c) for a, b, c in product(every, repeat=3))
    chain = top, (0, 0, 1, 1), (0, 0, 1, 2)
    assert d(chain[0], chain[1]) + d(chain[1], chain[2]) == 2 > d(chain[0], chain[2])


def test_x7_k_reaches_zero_only_for_multiples_of_k_squared():
    for n in range(4, 8):
        two = [c for c in clusterings(n) if max(c) < 2]
        least = min(1 - vi(a, b) / 2 for a in two for b in two)
        assert (abs(least) < 1e-12) == (n % 4 == 0)
        if n % 4:
            assert f"{least:.4f}" in entry("X7")


def test_x8_a_single_point_has_no_worst_clustering():
    assert len(clusterings(1)) == 1


def test_r10_two_means_of_entropies_differ():
    entropies = entropy([1000, 1000, 1000]), entropy([2000, 1000])
    assert sum(entropies) / 2 > (entropies[0] * entropies[1]) ** 0.5 + 0.01


def corrected_purity(truth, found):
    """Return purity, less its mean over all ways to deal the elements, over the largest value less this mean."""

    def shared(a, b):
        table = cells(a, b)
        return sum(max(table[i, j] for i in set(a)) for j in set(b))

    deals = set(permutations(found))
    mean = Fraction(sum(shared(truth, deal) for deal in deals), len(deals))
    return (shared(truth, found) - mean) / (len(truth) - mean)


def test_r11_correction_for_chance_keeps_a_linear_index_linear():
    truth = (0, 0, 0, 0, 1, 1, 1, 1)  # as in figure 16, the sizes stay and labels are exchanged
    steps = [(0,) * (4 - e) + (1,) * e + (0,) * e + (1,) * (4 - e) for e in range(3)]
    values = [corrected_purity(truth, p) for p in steps]
    assert values[0] - values[1] == values[1] - values[2] > 0
    grown = [(0,) * (3 + k) + (1,) * (3 - min(k, 3)) + (2,) * (3 - max(0, k - 3)) for k in range(6)]
    values = [corrected_purity((0, 0, 0, 1, 1, 1, 2, 2, 2), p) for p in grown]  # as in figure 12
    assert all(x > y for x, y in pairwise(values))


def test_w4_the_best_partial_map_is_symmetric():
    def matched(a, b):
        table = cells(a, b)
        few, many = range(max(a) + 1), range(max(b) + 1)
        if len(few) > len(many):
            return matched(b, a)
        return max(sum(table[i, j] for i, j in enumerate(m)) for m in permutations(many, len(few)))

    every = clusterings(4)
    assert all(matched(a, b) == matched(b, a) for a in every for b in every)


def test_w1_ranges():
    assert information((0, 0, 1, 1), (0, 1, 0, 1)) == pytest.approx(0, abs=1e-12)
    assert information((0, 1, 2), (0, 1, 1)) < 1 < log2(3)
    assert rand((0,) * 4, (0, 1, 2, 3)) == 0
    assert 2 * rand((0,) * 4, (0, 1, 2, 3)) - 1 == -1
    assert mirkin_invariant((0,) * 4, (0, 1, 2, 3)) * 16 == 2 * comb(4, 2)


def test_w2_gamma_is_its_own_normalized_form():
    sizes_a, b = (0, 0, 0, 1, 1), (0, 0, 1, 1, 1)

    def excess(a, b):
        both, only_a, only_b, _ = pair_counts(a, b)
        return both * comb(5, 2) - (both + only_a) * (both + only_b)

    assert sum(excess(sizes_a, deal) for deal in permutations(b)) == 0  # so that E[Γ] = 0


def test_w3_vd_n_is_not_convex_additive():
    def vd_n(a, b):
        table, n = cells(a, b), len(a)
        rows = sum(max(table[k, j] for j in set(b)) for k in set(a))
        columns = sum(max(table[k, j] for k in set(a)) for j in set(b))
        least = max(Counter(a).values()) + max(Counter(b).values())
        return Fraction(2 * n - rows - columns, 2 * n - least) if least < 2 * n else Fraction(0)

    whole = vd_n((0, 1, 2), (0, 0, 1))
    parts = Fraction(2, 3) * vd_n((0, 1), (0, 0)) + Fraction(1, 3) * vd_n((0,), (0,))
    assert (whole, parts) == (Fraction(1, 3), Fraction(2, 3))


def test_s1_vi_of_independent_clusterings():
    a = (0, 0, 1, 1, 2, 2)
    b = (0, 1, 0, 1, 0, 1)
    assert vi(a, b) == pytest.approx(log2(6))
    assert f"{log2(6):.3f}" in entry("S1")


def test_s2_the_two_conditional_distributions():
    joint = np.array([[2, 1], [0, 3]]) / 6
    rows, columns = joint.sum(axis=1), joint.sum(axis=0)
    assert (np.diag(1 / rows) @ joint).sum(axis=1) == pytest.approx(1)  # p(y | x)
    assert (joint @ np.diag(1 / columns)).sum(axis=0) == pytest.approx(1)  # p(x | y)
    assert (np.diag(1 / columns) @ joint).sum(axis=1) != pytest.approx(1)


def test_s3_rounding():
    terms = 3 / 8 * entropy([2, 1]), 5 / 8 * entropy([2, 3])
    assert f"{sum(terms):.6f}" in entry("S3")
    assert (round(terms[1], 4), round(sum(terms), 4)) == (0.6068, 0.9512)


def test_s4_one_minus_rand_is_a_metric():
    every = clusterings(4)
    d = {(a, b): 1 - rand(a, b) for a in every for b in every}
    assert all(d[a, c] <= d[a, b] + d[b, c] for a, b, c in product(every, repeat=3))
    assert prod(bool(d[a, b]) for a in every for b in every if a != b) == 1
