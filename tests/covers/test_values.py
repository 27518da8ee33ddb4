"""Values of the measures of covers and soft clusterings against definitions, and recorded cases."""

import json
from collections import Counter
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff.covers import CoverTable, _shared_clusters
from clusterdiff.measures import measures_of
from tests.covers import definitions as by_definition

CASES = json.loads((Path(__file__).parent / "data" / "kinds.json").read_text(encoding="utf-8"))
NAMES = {
    "omega": "omega_index",
    "onmi_max": "overlapping_nmi",
    "onmi_sum": "overlapping_nmi[form=sum]",
    "onmi_lfk": "overlapping_nmi[form=lfk]",
    "set_f1": "average_f1",
    "ecs": "element_centric",
    "bcubed_precision": "bcubed_precision",
    "bcubed_recall": "bcubed_recall",
    "ndc": "concordance",
    "aci": "adjusted_concordance",
    "mi": "soft_mutual_information",
    "cophenetic": "cophenetic_correlation",
    "baker": "bakers_gamma",
    "rf": "robinson_foulds",
}
DEFINED = {
    "omega_index": by_definition.omega,
    "overlapping_nmi": by_definition.overlapping_nmi,
    "overlapping_nmi[form=sum]": lambda a, b, n: by_definition.overlapping_nmi(a, b, n, "sum"),
    "overlapping_nmi[form=lfk]": lambda a, b, n: by_definition.overlapping_nmi(a, b, n, "lfk"),
    "extended_bcubed_precision": lambda a, b, n: by_definition.bcubed(b, a, n),
    "extended_bcubed_recall": by_definition.bcubed,
    "average_f1": lambda a, b, n: by_definition.average_f1(a, b),  # noqa: ARG005
    "element_centric_of_covers": by_definition.element_centric,
}


def check(a, b, n, names=tuple(DEFINED)):
    """Compare all measures of two covers with their definitions."""
    first, second = (cd.Cover(side, elements=range(n)) for side in (a, b))
    table = CoverTable.from_clusterings(first, second)
    equal = sorted(map(sorted, a)) == sorted(map(sorted, b))
    assert table.equal == equal
    for name in names:
        wanted = 1.0 if equal else DEFINED[name](a, b, n)
        if wanted is not None:
            assert cd.get_measure(name).on(table) == pytest.approx(wanted, abs=1e-10), (
                name,
                a,
                b,
                n,
            )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["kind"])
def test_recorded_cases(case):
    a, b = case["a"], case["b"]
    if case["kind"] == "cover":
        a, b = (cd.Cover(side, elements=range(case["n"])) for side in (a, b))
    elif case["kind"] == "soft":
        a, b = cd.Soft(a), cd.Soft(b)
    else:
        a, b = cd.Tree.from_linkage(a), cd.Tree.from_linkage(b)
        for k, wanted in case["values"].pop("bk").items():
            levels = a.cut(k=int(k)), b.cut(k=int(k))
            assert cd.fowlkes_mallows(*levels) == pytest.approx(wanted, abs=1e-10)
    for name, wanted in case["values"].items():
        if wanted is not None:
            assert cd.get_measure(NAMES[name])(a, b) == pytest.approx(wanted, abs=1e-10), name


def test_values_of_onmi():
    """The program onmi by A. McDaid, on an example of its own."""
    a, b = [{1, 2}, {3, 5}, {4}, {6}], [{1, 3}, {4, 5}, {2}, {6}]
    assert cd.omega_index(a, b) == pytest.approx(-0.153846, abs=5e-7)
    assert cd.overlapping_nmi(cd.Cover(a), cd.Cover(b)) == pytest.approx(0.423228, abs=5e-7)
    assert cd.overlapping_nmi(a, b, form="sum") == pytest.approx(0.423228, abs=5e-7)
    assert cd.overlapping_nmi(a, b, form="lfk") == pytest.approx(0.470025, abs=5e-7)


def covers_of(n, most):
    """Yield all covers of n elements with at most so many different clusters."""
    blocks = [set(x) for size in range(1, n + 1) for x in combinations(range(n), size)]
    for number in range(1, most + 1):
        yield from map(list, combinations(blocks, number))


@pytest.mark.parametrize(("n", "most"), [(2, 3), (3, 2)])
def test_all_covers_of_few_elements(n, most):
    every = list(covers_of(n, most))
    for a, b in product(every, every):
        check(a, b, n)


def test_random_covers_of_four_and_five_elements():
    random = np.random.default_rng(1)
    for n, most in ((4, 4), (5, 3)):
        every = list(covers_of(n, most))
        for i, j in random.integers(0, len(every), (120, 2)):
            check(every[i], every[j], n)


@st.composite
def two_covers(draw):
    n = draw(st.integers(2, 30))
    block = st.sets(st.integers(0, n - 1), min_size=1, max_size=n)
    sides = st.lists(block, min_size=1, max_size=8)
    return draw(sides), draw(sides), n


@settings(max_examples=150, deadline=None)
@given(two_covers())
def test_covers_of_any_form(case):
    check(*case)


@pytest.mark.parametrize("n", [60, 200])
def test_larger_covers(n):
    random = np.random.default_rng(n)
    for overlap in (0.05, 0.3, 1.0):
        sides = []
        for _ in range(2):
            blocks = [set(np.flatnonzero(random.integers(0, 8, n) == k).tolist()) for k in range(8)]
            blocks += [
                set(random.choice(n, max(1, int(overlap * n / 3)), replace=False).tolist())
                for _ in range(4)
            ]
            sides.append([block for block in blocks if block])
        check(*sides, n)


def test_an_empty_overlap_can_be_the_best():
    """A small cluster tells something about a large one without common elements."""
    n = 200
    a = [set(range(120)), set(range(110, 200))]
    b = [{150}, set(range(0, 200, 2))]
    check(a, b, n, [name for name in DEFINED if "nmi" in name])


def test_blocks_of_pairs_are_added_up(monkeypatch):
    monkeypatch.setattr(_shared_clusters, "_BLOCK", 50)
    monkeypatch.setattr(_shared_clusters, "_LIGHT", 10.0)  # never all pairs
    random = np.random.default_rng(2)
    a, b = (
        [set(random.choice(40, 9, replace=False).tolist()) for _ in range(12)] for _ in range(2)
    )
    check(a, b, 40, ["omega_index", "extended_bcubed_precision", "extended_bcubed_recall"])


@pytest.mark.parametrize("m", measures_of(CoverTable), ids=lambda m: m.name)
def test_names_and_order_do_not_matter(m):
    random = np.random.default_rng(3)
    a, b = (
        [frozenset(random.choice(20, 5, replace=False).tolist()) for _ in range(7)]
        for _ in range(2)
    )
    value = m(cd.Cover(a, elements=range(20)), cd.Cover(b, elements=range(20)))
    order = random.permutation(20).tolist()
    renamed = [
        cd.Cover([{f"x{order[e]}" for e in block} for block in side[::-1]],
                 elements=[f"x{i}" for i in range(20)])
        for side in (a, b)
    ]  # fmt: skip
    assert m(*renamed) == pytest.approx(value, abs=1e-12)
    if m.symmetric:
        assert m(renamed[1], renamed[0]) == pytest.approx(value, abs=1e-12)
    assert m(renamed[0], renamed[0]) == m.best


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 12), st.integers(1, 4), st.integers(1, 4), st.integers(0, 10**6))
def test_soft_clusterings(n, k, other, seed):
    random = np.random.default_rng(seed)
    p, q = random.dirichlet(np.ones(k), n), random.dirichlet(np.full(other, 0.3), n)
    p[: n // 2] = p[0]  # equal rows are counted together
    if np.array_equal(p, q):
        return
    a, b = cd.Soft(p), cd.Soft(q)
    assert cd.concordance(a, b) == pytest.approx(by_definition.concordance(p, q), abs=1e-9)
    wanted = by_definition.adjusted_concordance(p, q)
    if wanted is not None and abs(wanted) < 1e3:
        assert cd.adjusted_concordance(a, b) == pytest.approx(wanted, abs=1e-7)
    pairs = list(combinations(range(n), 2))
    together = sum((p[i] @ p[j]) * (q[i] @ q[j]) for i, j in pairs)
    apart = sum((1 - p[i] @ p[j]) * (1 - q[i] @ q[j]) for i, j in pairs)
    assert cd.soft_rand(a, b) == pytest.approx((together + apart) / len(pairs), abs=1e-9)


def test_sparse_and_dense_degrees_agree():
    from scipy.sparse import csr_array

    random = np.random.default_rng(5)
    p, q = random.dirichlet(np.full(6, 0.2), 40), random.dirichlet(np.full(4, 0.2), 40)
    p[p < 0.05] = 0
    p /= p.sum(axis=1, keepdims=True)
    for m in measures_of(cd.covers.SoftTable):
        dense = m(cd.Soft(p), cd.Soft(q))
        assert m(cd.Soft(csr_array(p)), cd.Soft(q)) == pytest.approx(dense, abs=1e-12), m
        assert m(cd.Soft(csr_array(p)), cd.Soft(csr_array(q))) == pytest.approx(dense, abs=1e-12)


def test_the_mean_by_chance_of_the_concordance_is_that_of_all_permutations():
    random = np.random.default_rng(6)
    p, q = random.dirichlet(np.ones(3), 5), random.dirichlet(np.ones(2), 5)
    every = [cd.concordance(cd.Soft(p), cd.Soft(q[list(o)])) for o in permutations(range(5))]
    found = cd.chance.expected(cd.Soft(p), cd.Soft(q), measure="concordance")
    assert found.method.startswith("closed form")
    assert found.value == pytest.approx(np.mean(every), abs=1e-12)


def test_pairs_of_covers_with_heavy_overlap_are_counted_at_once(monkeypatch):
    """All pairs by product, with the largest clusters left out of it, against a list of all pairs."""
    monkeypatch.setattr(_shared_clusters, "_BLOCK", 20)
    monkeypatch.setattr(_shared_clusters, "_LIGHT", 0.0)
    random = np.random.default_rng(1)
    heavy = 0
    for _ in range(60):
        n = int(random.integers(1, 12))
        shares = random.choice([0.2, 0.5, 0.95], (2, 6))
        sides = [
            [set(np.flatnonzero(random.random(n) < share).tolist()) for share in side]
            for side in shares
        ]
        covers = [cd.Cover(side, elements=range(n)) for side in sides]
        table = cd.covers.CoverTable.from_clusterings(*covers)
        heavy += _shared_clusters._overlap_is_heavy(table)
        pairs = [
            tuple(sum(u in x and v in x for x in side) for side in sides)
            for u, v in combinations(range(n), 2)
        ]
        found = _shared_clusters.SharedClusters.of(table)
        assert found.same == sum(x == y for x, y in pairs)
        for place, numbers in enumerate((found.in_a, found.in_b)):
            counted = Counter(pair[place] for pair in pairs)
            assert {x: count for x, count in numbers.items() if count} == counted
    assert heavy > 30
