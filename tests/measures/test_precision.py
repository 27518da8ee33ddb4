"""Full precision of every measure, option value and view where the printed formula would cancel."""

import math

import mpmath
import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.assignment import exact_pairs
from clusterdiff.measures import get_measure
from clusterdiff.measures._set_design import MATCHINGS, OVERALLS, SIMILARITIES
from clusterdiff.measures.builders import BoundedEntropy, LargestPart, SetMatching, SplitMerge
from clusterdiff.numerics import scaled_quotients
from clusterdiff.summaries import Encodings
from tests.measures import reference
from tests.measures.reference.case import real
from tests.measures.reference.designs import set_matching
from tests.measures.variants import EVERY

EXPECTATION = {
    "adjusted_mutual_information",
    "adjusted_variation_of_information",
    "expected_mutual_information",
    "reduced_mutual_information",
}  # their reference takes long for large tables; the golden rows have them
VIEWS = {"similarity": "distance", "distance": "similarity"}


def tables(power):
    """Return nearly equal, nearly independent and very unbalanced tables."""
    n = 2**power
    return {
        "one element moved": [[n, 1], [0, n]],
        "a small pair": [[n, 0, 0], [0, 3, 1], [0, 0, 4]],
        "one too many": [[n + 1, n], [n, n]],
        "a rectangle": [[n + 1, n - 1, n], [n - 1, n + 1, n], [n, n, n]],
        "one too few": [[n, n, n], [n, n, n - 1]],
        "in proportion": [[n, 2 * n], [2 * n + 1, 4 * n]],
        "a giant": [[n, 1], [2, 1], [0, 1]],
        "a giant and a chain": [[n, 0, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]],
    }


CASES = [
    pytest.param(counts, id=f"{name}, 2^{power}")
    for power in (12, 40)
    for name, counts in tables(power).items()
]


def variants():
    """Yield every measure with every option value, and its other view."""
    for measure in EVERY:
        if measure.record.name not in EXPECTATION:
            yield measure
            if measure.has_views:
                yield getattr(measure, VIEWS[measure.direction])


def error(value, right):
    """Return the relative error; a value of 0 must be 0."""
    if right == value:
        return 0.0
    return float(abs((value - real(right)) / real(right))) if right else math.inf


@pytest.mark.parametrize("counts", CASES)
def test_measures_and_views(counts):
    case, table = reference.Case.of({"table": counts}), cd.Table.from_matrix(counts)
    wrong = {}
    for measure in variants():
        value, right = measure.on(table), reference.value(case, measure.name)[0]
        if error(value, right) > 1e-12:
            wrong[measure.name] = value, float(right)
    assert not wrong


@pytest.mark.parametrize("counts", CASES[len(CASES) // 2 :])
def test_designs_of_set_matching(counts):
    case, table = reference.Case.of({"table": counts}), cd.Table.from_matrix(counts)
    designs = [
        (similarity, matching, overall, adjusted)
        for similarity in SIMILARITIES
        for matching in MATCHINGS
        for overall in OVERALLS
        for adjusted in (False, True)
        if matching != "greedy"
        and not (
            adjusted and (matching != "optimal" or (similarity, overall) == ("overlap", "mean"))
        )
        and not (similarity == "overlap" and overall != "shared")
    ]
    for *names, adjusted in designs:
        measure, right = (
            SetMatching(*names, adjusted=adjusted),
            set_matching(case, *names, adjusted=adjusted),
        )
        assert min(error(measure.on(table), value) for value in right) <= 1e-12
        assert min(error(measure.distance.on(table), 1 - value) for value in right) <= 1e-12


@pytest.mark.parametrize("by", ["log_n", "clusters"])
@pytest.mark.parametrize("k", [30, pytest.param(200, marks=pytest.mark.slow)])
def test_a_grid_of_single_elements_has_the_similarity_of_one_pair(by, k):
    counts = [[1] * k for _ in range(k)]
    measure = get_measure(f"normalized_variation_of_information.similarity[by={by}]")
    assert measure.on(cd.Table.from_matrix(counts)) == 0
    counts[0][0] = 2
    case, table = reference.Case.of({"table": counts}), cd.Table.from_matrix(counts)
    assert error(measure.on(table), reference.value(case, measure.name)[0]) <= 1e-12


def test_similarities_of_labels_are_those_of_tables():
    a, b = [0] * 1001 + [1] * 1000, [0, 1] * 1000 + [0]
    for name in ("nvi[by=log_n]", "nvi[by=clusters]", "nvi[by=sum]"):
        measure = get_measure(name).similarity
        assert measure(a, b) == measure.on(cd.Table.from_labels(a, b)) > 0
    measure = get_measure("nvi").similarity
    table = cd.Table.from_labels(a, b)
    assert measure.on(table, by="clusters") == measure.using(by="clusters").on(table)


def test_pairwise_gives_the_digits_of_a_view():
    a, b = [0] * 1001 + [1] * 1000, [0, 1] * 1000 + [0]
    measure = get_measure("nvi[by=clusters]").similarity
    assert cd.pairwise([a, b], measures=measure).to_numpy()[0, 1] == measure(a, b)


def test_pairings_that_doubles_cannot_tell_apart():
    """The pairing (0, 1), (1, 0) is better by 2⁻⁶⁰ than (0, 0), (1, 1)."""
    n = 2**60
    rows, cols = [0, 0, 1, 1], [0, 1, 0, 1]
    weights = scaled_quotients(([n, n + 1, n, n], [2 * n + 1, 2 * n + 1, 2 * n, 2 * n]))
    assert exact_pairs(np.array(rows), np.array(cols), weights).tolist() == [1, 2]


def test_pairings_that_two_doubles_cannot_tell_apart():
    """Two pairings differ by 2⁻¹²¹."""
    n = 2**59
    counts = [[3 * n // 2 - 1] * 2, [n - 1, n + 1], [3 * n // 2] * 2]
    case, table = reference.Case.of({"table": counts}), cd.Table.from_matrix(counts)
    right = reference.value(case, "pair_sets_index")[0]
    assert 0 < right < 1e-36
    assert error(cd.pair_sets_index(table), right) <= 1e-12


@pytest.mark.parametrize("power", [6, 20, 40, 52, 60])
def test_reduced_information_near_independence(power):
    n = 2**power
    for counts in ([[n + 1, n - 1], [n - 1, n + 1]], [[n, 1], [1, 3]], [[n, 3], [n // 2, n]]):
        a, b = [sum(row) for row in counts], [sum(column) for column in zip(*counts, strict=True)]
        whole, in_a, in_b, cells = (
            mpmath.fsum(mpmath.loggamma(count + 1) for count in each)
            for each in ([sum(a)], a, b, [count for row in counts for count in row])
        )
        table = cd.Table.from_matrix(counts)
        found = Encodings.of(table)
        assert error(found.mutual, (whole + cells - in_a - in_b) / sum(a)) <= 1e-12
        assert error(found.entropy_a, (whole - in_a) / sum(a)) <= 1e-12
        right = (whole + cells - in_a - in_b - mpmath.log(min(a + b) + 1)) / sum(a)  # Ω = min + 1
        assert error(cd.reduced_mutual_information(table, base="e"), right) <= 1e-12


def test_mutual_information_is_never_above_an_entropy():
    random = np.random.default_rng(0)
    tables = [cd.Table.from_matrix([[8, 0], [2, 0], [0, 16]])]
    for _ in range(100):
        fine = random.integers(0, random.integers(2, 30), 60)
        tables += [cd.Table.from_labels(fine, fine // 2), cd.Table.from_labels(fine % 3, fine)]
    for base in (2, "e", 10):
        mi, entropy = (get_measure(name).using(base=base) for name in ("mi", "entropy"))
        for table in tables:
            assert mi.on(table) <= min(entropy.on(table), entropy.on(table.T))
            assert mi.on(table) <= mi.best_on(table)


@pytest.mark.parametrize("size", [11728124029613, 10**7, 3 * 10**12])
def test_no_clustering_is_better_than_the_best_by_rounding(size):
    table = cd.Table.from_matrix([[1, 1, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, size]])
    for measure in EVERY:
        best = measure.best_on(table)
        if best is not None:
            sign = 1 if measure.direction == "similarity" else -1
            assert sign * measure.on(table) <= sign * best, measure.name


@pytest.mark.parametrize("n", [100, 10**6])
def test_split_merge_scores_near_zero(n):
    """One cluster against singletons of which two are together."""
    fine, one = np.maximum(np.arange(n), 1), np.zeros(n, int)
    entropy = 2 * mpmath.log(2) / (n * mpmath.log(n))
    cases = [
        (cd.split_merge_entropy, entropy),
        (SplitMerge(BoundedEntropy(n)), entropy),
        (SplitMerge(LargestPart()), mpmath.mpf(2) / n),
        (SplitMerge(lambda size, parts: int(parts[0]) / size), mpmath.mpf(2) / n),
    ]
    for measure, right in cases[: 4 if n < 10**6 else 3]:  # functions are called for each cluster
        assert error(measure(fine, one), right) <= 1e-12
        assert error(measure(one, fine), right) <= 1e-12
        assert error(measure.distance(fine, one), 1 - right) <= 1e-12


@pytest.mark.parametrize("k", [2, 3])
def test_bounded_entropy_of_nearly_even_parts(k):
    """The score is 1 - H/log k for parts n + 1, n, …, n, and 0 exactly for even parts."""
    for n in (10, 2**20, 2**60):
        sizes = [n + 1] + [n] * (k - 1)
        whole = sum(sizes)
        entropy = -mpmath.fsum(
            mpmath.mpf(s) / whole * mpmath.log(mpmath.mpf(s) / whole) for s in sizes
        )
        measure = SplitMerge(BoundedEntropy(k))
        assert (
            error(measure.on(cd.Table.from_matrix([sizes])), 1 - entropy / mpmath.log(k)) <= 1e-12
        )
        assert measure.on(cd.Table.from_matrix([[n] * k])) == 0


def test_a_score_without_the_method_scores():
    class Pieces:
        def losses(self, sizes, cluster, parts):
            del parts
            return 1 - 1 / np.bincount(cluster, minlength=len(sizes))

    measure = SplitMerge(Pieces())
    assert measure([0, 0, 0, 1, 1], [0, 0, 1, 1, 1]) == pytest.approx(0.45, rel=1e-15)
    assert measure.distance([0, 0, 0, 1, 1], [0, 0, 1, 1, 1]) == pytest.approx(0.55, rel=1e-15)


@pytest.mark.parametrize("size", [9, 289, 9801, 332929])
def test_fager_mcgowan_near_zero(size):
    """C(size, 2) = 4m²: m pairs of the large cluster of b are together in a, and 1 pair is only in b."""
    pairs = size * (size - 1) // 2
    common, parts = math.isqrt(pairs) // 2, []
    while sum(k * (k - 1) // 2 for k in parts) < common:
        left = common - sum(k * (k - 1) // 2 for k in parts)
        parts.append((1 + math.isqrt(1 + 8 * left)) // 2)
    a = np.r_[
        np.repeat(np.arange(len(parts)), parts), len(parts) + np.arange(size + 2 - sum(parts))
    ]
    b = np.r_[np.zeros(size, int), 1, 2]
    assert cd.fager_mcgowan(a, b) == 0
    b[-1] = 1
    root = mpmath.sqrt(pairs + 1)
    right = (2 * common - root) / (2 * mpmath.sqrt(common) * root)
    assert error(cd.fager_mcgowan(a, b), right) <= 1e-12


@pytest.mark.parametrize("counts", [[[4, 2]], [[2, 2]], [[5], [3], [1]], [[10**9, 3, 1]]])
def test_one_cluster_saves_no_information(counts):
    table = cd.Table.from_matrix(counts)
    assert cd.reduced_mutual_information(table) == 0
    assert cd.reduced_mutual_information(table, normalized=True) == 0
