"""Clusterings of every kind in every function: which kind is seen, and what becomes of mixed ones."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import adjusted, expected, significance
from clusterdiff.covers import TABLES, table_type_of
from clusterdiff.measures import FAMILIES, measures_of

ALL = [m for family in FAMILIES.values() for m in family]
GENERAL = [m for m in ALL if m.record.generalizes]
X, Y = cd.Cover([{1, 2}, {2, 3}, {4}]), cd.Cover([{1, 2}, {3}, {4, 1}])
P, Q = cd.Soft([[0.2, 0.8], [0.5, 0.5], [1, 0]]), cd.Soft([[1, 0], [0.5, 0.5], [0.1, 0.9]])
S, T = cd.Tree("((a:1,b:1):2,(c:2,d:2):1);"), cd.Tree("(((a:1,c:1):2,b:3):1,d:4);")
PAIRS = [(X, Y), (P, Q), (S, T)]


def partitions():
    random = np.random.default_rng(0)
    for n in (1, 2, 3, 5, 12, 40):
        for _ in range(6):
            yield tuple(random.integers(0, random.integers(1, n + 1), n) for _ in range(2))
        yield np.zeros(n, int), np.arange(n)
        yield np.arange(n), np.arange(n)


@pytest.mark.parametrize("m", GENERAL, ids=lambda m: m.name)
def test_a_generalization_equals_its_measure_on_partitions(m):
    base = cd.get_measure(m.record.generalizes)
    assert base.table_type is cd.Table
    assert (m.direction, m.symmetric) == (base.direction, base.symmetric)
    for a, b in partitions():
        assert m(a, b) == pytest.approx(base(a, b), abs=1e-12), (a, b)
        assert m(a[::-1], b[::-1]) == pytest.approx(m(a, b), abs=1e-12)


def test_every_kind_has_a_generalization_of_a_chance_corrected_pair_measure():
    """Trees have no adjusted Rand index in the literature; the correlation of pairs is phi."""
    for kind in TABLES:
        wanted = "hubert_gamma" if kind.clustering is cd.Tree else "adjusted_rand"
        found = [m for m in measures_of(kind) if m.record.generalizes == wanted]
        assert any(m.record.default for m in found), kind


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_compare_says_which_kind_it_saw(a, b):
    found = cd.compare(a, b)
    assert found.kind == a.__kind__
    assert f"({a.__kind__}s)" in str(found)
    assert found.to_dict()["kind"] == a.__kind__
    assert cd.compare([0, 1], [0, 1]).kind == "partition"


@pytest.mark.parametrize("a", [X, P, S])
def test_a_partition_is_compared_as_the_kind_of_the_other(a):
    elements = a.elements or range(a.n)
    labels = {element: i // 2 for i, element in enumerate(elements)}
    found = cd.compare(a, labels)
    assert found.kind == a.__kind__
    assert f"b is a partition, and is read as a {a.__kind__}." in found.assumed
    assert [each.value for each in found] == [
        each.value for each in cd.compare(a, type(a).of(labels, "b"))
    ]


def test_kinds_without_a_common_kind_are_refused():
    with pytest.raises(cd.ClusterdiffError, match="a is a cover and b a soft clustering"):
        cd.compare(X, P)
    with pytest.raises(cd.ClusterdiffError, match="must be of one kind"):
        cd.pairwise([X, P])
    with pytest.raises(cd.ClusterdiffError, match=r"b a tree\.\nHint: .*tree\.cut\(k=3\)"):
        cd.compare(X, S)


@pytest.mark.parametrize(("a", "b"), [(P, Q), (S, T)])
def test_diff_says_how_other_kinds_become_partitions(a, b):
    with pytest.raises(cd.ClusterdiffError, match=f"not a {a.__kind__}") as caught:
        cd.diff(a, b)
    assert caught.value.hint == a.converted


def test_a_measure_of_partitions_names_the_one_to_use():
    with pytest.raises(
        cd.ClusterdiffError, match=r"takes partitions, not a cover\.\nHint: omega_index"
    ):
        cd.adjusted_rand(X, Y)
    with pytest.raises(cd.ClusterdiffError, match="Hint: adjusted_concordance"):
        cd.compare(P, Q, measures="ari")
    with pytest.raises(
        cd.ClusterdiffError, match="the measures of a cover are omega_index, overlapping_nmi"
    ):
        cd.mirkin(X, Y)
    with pytest.raises(cd.ClusterdiffError, match=r"cophenetic_correlation, .*tree\.cut\(k=3\)"):
        cd.adjusted_rand(S, T)
    with pytest.raises(cd.ClusterdiffError, match="Hint: omega_index"):
        significance(X, Y, measure="ari")
    with pytest.raises(cd.ClusterdiffError, match="must be a partition, got a cover"):
        cd.Table.from_labels(X, Y)


def test_measures_of_other_kinds_take_partitions_beside_those_of_partitions():
    found = cd.compare([0, 0, 1], [0, 1, 1], measures=["ari", "omega_index", "aci"], chance=True)
    assert found.kind == "partition"
    assert [each.value for each in found] == pytest.approx([-0.5] * 3)
    assert [each.chance.expected for each in found] == [0.0] * 3


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_chance_permutes_the_elements_of_one_side(a, b):
    """All permutations, against brute force; then random ones, against all."""
    kind = table_type_of((a, b))
    table = kind.read((a, b), {})
    for m in measures_of(kind):
        if m.direction == "description":
            continue
        from itertools import permutations

        values = [m.on(table.permuted(np.array(o))) for o in permutations(range(table.n))]
        exact = expected(a, b, measure=m, method="enumeration")
        assert exact.value == pytest.approx(np.mean(values), abs=1e-12), m
        auto = expected(a, b, measure=m)
        assert auto.value == pytest.approx(exact.value, abs=1e-12), m
        found = significance(a, b, measure=m)
        sign = 1 if m.direction == "similarity" else -1
        extreme = np.mean(sign * np.array(values) >= sign * m(a, b) - 1e-9)
        assert found.pvalue == pytest.approx(extreme), m
        drawn = expected(a, b, measure=m, method="sampled", n_samples=200, rng=0)
        assert abs(drawn.value - exact.value) <= 5 * max(drawn.error, 1e-3), m
        if exact.value != m.best_on(table):
            scale = m.best_on(table) - exact.value
            score = adjusted(a, b, measure=m).value
            assert score == pytest.approx((m(a, b) - exact.value) / scale), m


def test_p_values_of_many_elements_are_sampled():
    random = np.random.default_rng(0)
    blocks = [set(random.choice(60, 8, replace=False).tolist()) for _ in range(12)]
    a = cd.Cover(blocks, elements=range(60))
    found = significance(a, a, measure="omega_index", n_samples=99, rng=1)
    assert found.pvalue == pytest.approx(1 / 100)
    assert found.pvalue == significance(a, a, measure="omega_index", n_samples=99, rng=1).pvalue


def test_null_models_of_partitions_are_refused():
    with pytest.raises(cd.ClusterdiffError, match='null="permutation"'):
        expected(X, Y, measure="omega_index", null="fixed_k")


def test_a_function_of_two_covers_is_a_statistic():
    def sizes(a, b):
        return float(abs(a.k - b.k))

    assert expected(X, Y, measure=sizes, method="enumeration").value == 0.0


def test_pairwise_and_rank_take_any_kind():
    labels = {1: 0, 2: 0, 3: 1, 4: 1}
    found = cd.pairwise({"x": X, "y": Y, "z": labels})
    assert found.measures == ("omega_index",)
    assert found["omega_index"][0, 1] == cd.omega_index(X, Y)
    assert found["omega_index"][2, 0] == cd.omega_index(labels, X)
    assert found.order()
    crossed = cd.pairwise([X], cross={"y": Y})
    assert crossed.to_numpy().tolist() == [[cd.omega_index(X, Y)]]
    ranked = cd.rank(X, {"y": Y, "x": X, "z": labels})
    assert ranked.names[0] == "x"
    assert cd.rank("x", {"y": Y, "x": X, "z": labels}).names == ("y", "z")
    assert cd.rank(P, {"q": Q, "p": P}).names == ("p", "q")
    with pytest.raises(cd.ClusterdiffError, match="interval and test are for partitions"):
        cd.rank(X, {"y": Y}, interval=True)
    with pytest.raises(cd.ClusterdiffError, match="Hint: omega_index"):
        cd.pairwise([X, Y], measures="adjusted_rand")


@pytest.mark.parametrize("option", ["weights", "noise", "ignore", "on"])
def test_options_that_are_not_defined_are_refused(option):
    with pytest.raises(cd.ClusterdiffError, match=option):
        cd.compare(X, Y, **{option: [1, 2, 3, 4]})
