"""Set matching against brute force over all pairings."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff import assignment as solver
from clusterdiff.measures import SetMatching
from clusterdiff.summaries import Overlaps
from tests.helpers.partitions import blocks

SIMILARITY = {
    "overlap": lambda x, y: len(x & y),
    "jaccard": lambda x, y: len(x & y) / len(x | y),
    "dice": lambda x, y: 2 * len(x & y) / (len(x) + len(y)),
    "braun_banquet": lambda x, y: len(x & y) / max(len(x), len(y)),
}
PAIRS = st.integers(1, 14).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 4), min_size=n, max_size=n),
        st.lists(st.integers(0, 4), min_size=n, max_size=n),
    )
)


def best_pairing(a, b, similarity):
    few, many = sorted((blocks(a), blocks(b)), key=len)
    return max(
        sum(similarity(x, y) for x, y in zip(few, chosen, strict=True))
        for chosen in permutations(many, len(few))
    )


@pytest.mark.parametrize("name", SIMILARITY)
@settings(max_examples=60)
@given(pair=PAIRS)
def test_optimal_pairing_is_the_best_of_all(name, pair):
    o = Overlaps.of(cd.Table.from_labels(*pair))
    cells = o.pairing(name, "optimal")
    assert len(set(o.rows[cells])) == len(set(o.cols[cells])) == len(cells)
    assert o.similarity(name)[cells].sum() == pytest.approx(best_pairing(*pair, SIMILARITY[name]))


@pytest.mark.parametrize("name", SIMILARITY)
def test_tables_of_few_and_of_many_clusters_are_solved_alike(name):
    """Clusters that are the same on both sides change the method, and the sum by their number."""
    random = np.random.default_rng(1)
    for _ in range(20):
        o = Overlaps.of(
            cd.Table.from_labels(random.integers(0, 30, 200), random.integers(0, 40, 200))
        )
        weights, more = o.similarity(name), np.arange(1000)
        few = weights[solver.optimal_pairs(o.rows, o.cols, weights)].sum()
        weights = np.r_[weights, np.ones(1000, weights.dtype)]
        cells = np.r_[o.rows, 30 + more], np.r_[o.cols, 40 + more]
        many = weights[solver.optimal_pairs(*cells, weights)].sum()
        assert many == pytest.approx(few + 1000, rel=1e-12)


@pytest.mark.parametrize("name", SIMILARITY)
@settings(max_examples=40)
@given(pair=PAIRS)
def test_greedy_pairing_takes_the_largest_first(name, pair):
    o = Overlaps.of(cd.Table.from_labels(*pair))
    weights, a, b = o.similarity(name), o.cell_sizes_a, o.cell_sizes_b
    order = sorted(
        range(len(weights)),
        key=lambda k: (-weights[k], -max(a[k], b[k]), -min(a[k], b[k]), o.rows[k], o.cols[k]),
    )
    taken, rows, cols = [], set(), set()
    for k in order:
        if o.rows[k] not in rows and o.cols[k] not in cols:
            taken.append(k)
            rows.add(o.rows[k])
            cols.add(o.cols[k])
    assert o.pairing(name, "greedy").tolist() == sorted(taken)


@settings(max_examples=60)
@given(pair=PAIRS)
def test_named_measures_are_designs(pair):
    design = {
        "purity": ("overlap", "nearest_b", "shared"),
        "inverse_purity": ("overlap", "nearest_a", "shared"),
        "f_measure": ("dice", "nearest_a", "weighted"),
        "larsen_aone": ("dice", "nearest_a", "mean"),
        "classification_accuracy": ("overlap", "optimal", "shared"),
    }
    for name, choices in design.items():
        assert cd.get_measure(name)(*pair) == pytest.approx(SetMatching(*choices)(*pair))
    assert cd.pair_sets_index(*pair) == pytest.approx(
        SetMatching("braun_banquet", "optimal", "mean", adjusted=True)(*pair)
    )
    assert cd.invariant_van_dongen(*pair) == pytest.approx(
        1 - SetMatching("overlap", "nearest", "shared")(*pair)
    )
    assert cd.criterion_h(*pair) == pytest.approx(
        1 - SetMatching("overlap", "greedy", "shared")(*pair)
    )


@settings(max_examples=60)
@given(pair=PAIRS)
def test_element_measures_against_their_definitions(pair):
    a, b = pair
    n = len(a)
    own_a, own_b = ([{j for j in range(n) if x[j] == x[i]} for i in range(n)] for x in (a, b))
    precision = np.mean([len(x & y) / len(y) for x, y in zip(own_a, own_b, strict=True)])
    recall = np.mean([len(x & y) / len(x) for x, y in zip(own_a, own_b, strict=True)])
    assert cd.bcubed_precision(a, b) == pytest.approx(precision)
    assert cd.bcubed_recall(a, b) == pytest.approx(recall)
    assert cd.bcubed_f(a, b) == pytest.approx(2 * precision * recall / (precision + recall))
    # Gates et al.: with α cancelled, 1 - half the L1 distance of the two uniform distributions over an element's clusters
    ecs = [
        1 - sum(abs((w in x) / len(x) - (w in y) / len(y)) for w in range(n)) / 2
        for x, y in zip(own_a, own_b, strict=True)
    ]
    assert cd.element_centric(a, b) == pytest.approx(np.mean(ecs))
    assert cd.analysis.element_scores(a, b) == pytest.approx(np.array(ecs))


@settings(max_examples=60)
@given(pair=PAIRS)
def test_link_measures_against_their_definitions(pair):
    a, b = pair

    def links(size):
        return size * (size - 1) / 2

    def muc(x, y):
        need = sum(len(c) - 1 for c in blocks(x))
        return (
            (need - sum(sum(bool(c & d) for d in blocks(y)) - 1 for c in blocks(x))) / need
            if need
            else 0.0
        )

    def lea(x, y):
        total = 0.0
        for c in blocks(x):
            if len(c) == 1:
                total += any(c == d for d in blocks(y))
            else:
                total += len(c) * sum(links(len(c & d)) for d in blocks(y)) / links(len(c))
        return total / len(x)

    if len(cd.Table.from_labels(a, b).counts) not in {len(set(a)), len(set(b))} or len(
        set(a)
    ) != len(set(b)):
        assert cd.muc(a, b, part="recall") == pytest.approx(muc(a, b))
        assert cd.muc(a, b, part="precision") == pytest.approx(muc(b, a))
        assert cd.lea(a, b, part="recall") == pytest.approx(lea(a, b))
        assert cd.lea(a, b, part="precision") == pytest.approx(lea(b, a))


def test_pairs_are_the_matched_clusters():
    found = cd.match(["x", "x", "x", "y", "z"], [7, 7, 8, 8, 9], similarity="jaccard")
    assert [(p.a, p.b, p.shared) for p in found] == [("x", 7, 2), ("y", 8, 1), ("z", 9, 1)]
    assert found.pairs[0].similarity == pytest.approx(2 / 3)
    nearest = cd.match([0, 0, 0], ["p", "q", "q"], method="nearest_b")
    assert len(nearest) == 2


def test_wrong_designs_are_refused():
    for wrong in ({"similarity": "cosine"}, {"matching": "best"}, {"overall": "total"}):
        with pytest.raises(cd.ClusterdiffError, match="must be one of"):
            SetMatching(**wrong)
    with pytest.raises(cd.ClusterdiffError, match="one-to-one"):
        SetMatching("dice", "nearest", adjusted=True)


def test_a_design_is_a_measure():
    mine = SetMatching("jaccard", "optimal", "mean")
    result = cd.compare([0, 0, 1, 1], [0, 0, 1, 2], measures=[mine, "ari"])
    assert result[mine].value == pytest.approx((1 + 0.5) / 3)
    assert mine.distance([0, 0, 1, 1], [0, 0, 1, 2]) == pytest.approx(0.5)


def test_a_chain_of_decreasing_overlaps_is_paired_quickly():
    k = 20_000
    rows = np.repeat(np.arange(k), 2)[:-1]
    cols = np.repeat(np.arange(k), 2)[1:]
    table = cd.Table.from_counts(rows, cols, np.arange(2 * k - 1, 0, -1))
    assert cd.criterion_h(table) >= cd.classification_error(table)


def test_adjusted_overlap_is_refused_where_it_has_no_scale():
    with pytest.raises(cd.ClusterdiffError, match="between 0 and 1"):
        SetMatching("overlap", "optimal", "mean", adjusted=True)


SIMILARITY_OF = {
    "jaccard": lambda x, a, b: Fraction(x, a + b - x),
    "dice": lambda x, a, b: Fraction(2 * x, a + b),
    "braun_banquet": lambda x, a, b: Fraction(x, max(a, b)),
}


@pytest.mark.parametrize("similarity", SIMILARITY_OF)
@pytest.mark.parametrize("seed", range(6))
def test_the_nearest_cluster_is_exact_where_doubles_are_equal(similarity, seed):
    """Near independence, the similarities of a cluster to others of equal size differ by 10⁻¹⁷."""
    rng = np.random.default_rng(seed)
    rows, cols = (10**8 + rng.integers(0, 10**7, size) for size in (3, 2))
    table = (rows[:, None] * cols + rng.integers(-1, 2, (3, 2))).tolist()
    sizes_a, sizes_b = [sum(row) for row in table], [sum(col) for col in zip(*table, strict=True)]
    total = 0
    for row, a in zip(table, sizes_a, strict=True):
        likeness = SIMILARITY_OF[similarity]
        total += max((likeness(x, a, b), x) for x, b in zip(row, sizes_b, strict=True))[1]
    for shown in (table, [list(col) for col in zip(*table, strict=True)]):
        side = "nearest_a" if shown is table else "nearest_b"
        m = SetMatching(similarity, side, "shared")
        found = m.on(cd.Table.from_matrix(shown))
        assert found == pytest.approx(total / sum(sizes_a), rel=1e-12)


@pytest.mark.parametrize("similarity", ["jaccard", "dice", "braun_banquet"])
def test_small_clusters_find_the_nearest_of_two_large_ones_of_nearly_equal_size(similarity):
    small, large = [0, 0, 1, 1], [0, 1, 0, 1]
    counts = [1, 1, 2**60, 2**60 - 1]
    for rows, cols, matching in ((small, large, "nearest_a"), (large, small, "nearest_b")):
        table = cd.Table.from_counts(rows, cols, counts)
        found = cd.match(table, similarity=similarity, method=matching)
        assert (0, 1) in {(p.a, p.b) if matching == "nearest_a" else (p.b, p.a) for p in found}
