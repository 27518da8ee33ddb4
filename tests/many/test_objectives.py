"""The parts of the search for a consensus, each by brute force: objectives, starts, moves, bounds."""

from dataclasses import replace
from importlib import import_module
from itertools import combinations
from math import inf, isqrt

import numpy as np
import pytest

from clusterdiff import van_dongen
from clusterdiff.errors import InputError, OptionError
from clusterdiff.many import Clusterings, consensus
from clusterdiff.many._loss import Loss, read_draw_weights
from clusterdiff.many._medoid import (
    _batches,
    _candidates,
    _in_kernel,
    codes_of,
    distance_matrix,
    find_medoid,
)
from clusterdiff.many._metric_search import _all_partitions, _cuts, _Moves, metric_search
from clusterdiff.many._optimality import PairCosts, Solution, pair_costs
from clusterdiff.many._search import (
    _at_most,
    fits,
    is_linked,
    linkage_cuts,
    make_problem,
    make_starts,
    objectives_of,
    search,
)
from clusterdiff.numerics import MAX_TOTAL
from clusterdiff.sampling import RandomSource
from tests.helpers.partitions_by_definition import all_partitions

medoid_module = import_module("clusterdiff.many._medoid")
search_module = import_module("clusterdiff.many._search")
consensus_module = import_module("clusterdiff.many._consensus")
metric_module = import_module("clusterdiff.many._metric_search")
COSTS = [(1, 1), (1, 4), (3, 0.5)]


def random_runs(seed, *, m=5, n=7, absent=0.3, weighted=False, clusters=3):
    rng = np.random.default_rng(seed)
    labels = rng.integers(clusters, size=(m, n)).astype(object)
    labels[rng.random((m, n)) < absent] = None
    labels[:, 0] = 0  # every run has an element
    labels[0] = rng.integers(clusters, size=n)  # one has all
    weights = rng.integers(1, 5, n) if weighted else None
    return Clusterings(labels, missing="drop", weights=weights)


def loss_by_definition(runs, name, costs, estimate, i):
    """Return the loss of an estimate for a run: sums over pairs, or over elements."""
    code = codes_of(runs, i)
    w = np.ones(runs.n) if runs.weights is None else runs.weights.astype(float)
    shared = (code >= 0) & (estimate >= 0)
    code, estimate, w = code[shared], estimate[shared], w[shared]
    separate, join = costs
    if name == "binder":
        a, b = code[:, None] == code, estimate[:, None] == estimate
        return (
            float(np.sum(np.outer(w, w) * (separate * (a & ~b) + join * (~a & b)))) / w.sum() ** 2
        )
    total = 0.0
    for c, e, own in zip(code, estimate, w, strict=True):
        both = w[(code == c) & (estimate == e)].sum()
        lost = separate * np.log2(w[code == c].sum() / both)
        total += own * (lost + join * np.log2(w[estimate == e].sum() / both))
    return total / w.sum()


@pytest.mark.parametrize("loss", ["vi", "binder"])
@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("absent", [0.0, 0.3])
def test_losses_of_pairs_by_definition(loss, costs, weighted, absent, monkeypatch):
    runs = random_runs(1, weighted=weighted, absent=absent)
    chosen = Loss.of(loss, costs)
    wanted = [
        [loss_by_definition(runs, loss, costs, codes_of(runs, i), j) for j in range(len(runs))]
        for i in (0, 3)
    ]
    places = np.array([0, 3])
    for _ in range(2):  # in the kernel, and pair by pair
        assert distance_matrix(runs, chosen, places) == pytest.approx(np.array(wanted), abs=1e-12)
        whole = distance_matrix(runs, chosen)
        assert whole[places] == pytest.approx(np.array(wanted), abs=1e-12)
        monkeypatch.setattr(medoid_module, "_MOST_KERNEL_CLUSTERS", 0)


@pytest.mark.parametrize("loss", ["vi", "binder"])
@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("absent", [0.0, 0.3, 0.9])
def test_the_objective_by_definition(loss, costs, weighted, absent):
    runs = random_runs(6, m=4, n=7, weighted=weighted, absent=absent)
    shares = np.array([0.1, 0.2, 0.3, 0.4])
    problem = make_problem(runs, Loss.of(loss, costs), shares)
    rng = np.random.default_rng(0)
    tried = [rng.integers(k, size=problem.n) for k in (1, 2, 3, problem.n)]
    values = [
        sum(
            shares[i] * loss_by_definition(runs, loss, costs, problem.spread(labels), i)
            for i in range(4)
        )
        for labels in tried
    ]
    found = objectives_of(problem, tried)
    assert found - found[0] == pytest.approx(np.array(values) - values[0], abs=1e-9)


def test_equal_clusterings_have_no_loss():
    """The kernel subtracts sums: without a limit, rounding errors are left in four of ten cases."""
    for seed in range(10):
        rng = np.random.default_rng(seed)
        labels = rng.integers(30, size=1000)
        named = rng.permutation(30)[labels]
        runs = Clusterings([labels, named], weights=rng.integers(1, 9, 1000) if seed % 2 else None)
        assert (distance_matrix(runs, Loss.of("vi", (1, 3))) == 0).all()
        heavy = Clusterings([labels, named], weights=rng.integers(1, 2**21, 1000))
        assert (distance_matrix(heavy, Loss.of("binder", (1, 3))) == 0).all()


def test_the_losses_of_another_metric():
    runs = random_runs(4, absent=0.0)
    wanted = [[van_dongen(x, y) for y in runs.codes] for x in runs.codes]
    found = distance_matrix(runs, Loss.of("van_dongen"))
    assert found == pytest.approx(np.array(wanted))


def test_the_smallest_losses_are_not_taken_for_rounding_errors():
    """One of 2³¹ elements, or one pair, is elsewhere. Sums of squares are exact up to 2⁵³."""
    exact = isqrt(2**53)
    for name, total, pairs in (
        ("vi", MAX_TOTAL - 1, MAX_TOTAL - 1),
        ("binder", exact, exact**2),
        ("binder", exact + 1, inf),
    ):
        runs = Clusterings([[0, 1, 2], [0, 1, 1]], weights=[total - 2, 1, 1])
        found = distance_matrix(runs, Loss.of(name))
        wanted, precision = 2 / pairs, 1e-4 if name == "vi" else 1e-12
        assert found[0, 1] == pytest.approx(wanted, rel=precision, abs=0)
        assert found[1, 0] == pytest.approx(wanted, rel=precision, abs=0)
        assert (np.diag(found) == 0).all()


@pytest.mark.parametrize("number", [1, 2, 5, 6])
@pytest.mark.parametrize("batch", [1, 11, 12, 35, 36, 100])
def test_a_matrix_is_computed_in_parts_that_fit(number, batch, monkeypatch):
    monkeypatch.setattr(medoid_module, "_BATCH", batch)
    runs = random_runs(0, m=6)
    parts = _batches(runs, Loss.of("vi"), np.arange(number)).parts
    assert np.concatenate(parts).tolist() == list(range(number))
    if number == 6 and batch >= 36:
        assert len(parts) == 1
    else:
        height = max(1, min(batch // 6, number - 1))
        assert [len(part) for part in parts[:-1]] == [height] * (len(parts) - 1)
        assert 1 <= len(parts[-1]) <= height


@pytest.mark.parametrize(("m", "parts"), [(2**12, [2**12]), (2**12 + 1, [2**12 - 1, 2])])
def test_a_part_of_a_matrix_has_so_many_cells(m, parts):
    """At most 2²⁴ in the usual case."""
    runs = type("Set", (), {"__len__": lambda _: m})()
    assert list(map(len, _batches(runs, Loss.of("vi"), np.arange(m)).parts)) == parts


def test_codes_of_a_clustering_that_lacks_elements():
    runs = Clusterings(np.array([[0, 1, None], [0, 0, 1]], object), missing="drop")
    assert codes_of(runs, 0).tolist() == [0, 1, -1]
    assert codes_of(runs, 1).tolist() == [0, 0, 1]


@pytest.mark.parametrize("most", [2**12 - 1, 2**12])
@pytest.mark.parametrize("place", [0, 1])
def test_the_kernel_takes_so_many_clusters(most, place):
    labels = np.zeros((2, most), int)
    labels[place] = np.arange(most)
    runs = Clusterings(labels)
    assert _in_kernel(runs, Loss.of("vi")) == (most < 2**12)
    assert not _in_kernel(runs, Loss.of("van_dongen"))


@pytest.mark.parametrize("most", [MAX_TOTAL - 1, MAX_TOTAL])
def test_the_kernel_takes_so_many_elements(most):
    weights = [most // 2, most - most // 2]
    runs = Clusterings([[0, 1], [0, 0]], weights=weights)
    assert _in_kernel(runs, Loss.of("vi")) == (most < MAX_TOTAL)


@pytest.mark.parametrize("batch", [1, 7, 2**24])
@pytest.mark.parametrize("absent", [0.0, 0.2])
def test_the_medoid_by_definition(batch, absent, monkeypatch):
    monkeypatch.setattr(medoid_module, "_BATCH", batch)
    for seed in range(6):
        runs = random_runs(seed, m=7, absent=absent)
        weights = np.random.default_rng(seed).dirichlet(np.ones(7))
        weights[2] = 0
        weights /= weights.sum()
        found = find_medoid(runs, Loss.of("vi"), weights)
        fewest = min(hole for i, hole in enumerate(runs.absent) if weights[i])
        tried = [i for i in range(7) if weights[i] and runs.absent[i] == fewest]
        values = {
            i: sum(
                weights[j] * loss_by_definition(runs, "vi", (1, 1), codes_of(runs, i), j)
                for j in range(7)
            )
            for i in tried
        }
        best = min(values, key=values.__getitem__)
        assert (found.position, found.name) == (best, runs.names[best])
        assert found.value == pytest.approx(values[best])
        assert found.candidates == len(tried)


@pytest.mark.parametrize(
    ("loss", "m", "n", "tried"),
    [
        ("vi", 100, 10**5, 100),  # 10⁹ elements of pairs in all
        ("vi", 100, 10**5 + 1, 99),
        ("vi", 1000, 10**6, 16),
        ("van_dongen", 141, 5, 141),  # 20,000 pairs
        ("van_dongen", 160, 5, 125),
        ("van_dongen", 177, 5, 112),
        ("van_dongen", 2000, 5, 16),
    ],
)
def test_a_large_set_is_sampled_evenly(loss, m, n, tried):
    facts = {"absent": [0] * m, "complete": True, "sizes": [3], "weights": None, "n": n}
    runs = type("Set", (), facts | {"__len__": lambda _: m})()
    weights = np.full(m, 1 / m)
    found = _candidates(runs, Loss.of(loss), weights, exact=False)
    assert found.tolist() == np.linspace(0, m - 1, tried).round().astype(int).tolist()
    assert len(_candidates(runs, Loss.of(loss), weights, exact=True)) == m


@pytest.mark.parametrize("loss", ["vi", "binder"])
@pytest.mark.parametrize("weighted", [False, True])
def test_distinct_elements_are_merged(loss, weighted):
    columns = np.array([[0, 1], [0, 1], [1, 1], [0, 1], [2, 0]] * 8)
    weights = np.arange(1, 41) if weighted else None
    runs = Clusterings(columns.T, weights=weights)
    problem = make_problem(runs, Loss.of(loss), np.full(2, 0.5))
    assert problem.n == 3
    for k in range(3):
        own = np.flatnonzero(problem.group == k)
        assert problem.first[k] == own[0]
        assert problem.weights[k] == (len(own) if weights is None else weights[own].sum())
        assert len(np.unique(columns[own], axis=0)) == 1
    assert problem.spread(np.array([4, 5, 6])).tolist() == (problem.group + 4).tolist()


def test_few_equal_elements_are_not_merged_for_the_variation_of_information():
    columns = np.stack([np.arange(20), np.arange(20)])
    columns[:, 1] = columns[:, 0]
    runs = Clusterings(columns)
    assert make_problem(runs, Loss.of("vi"), np.full(2, 0.5)).n == 20
    assert make_problem(runs, Loss.of("binder"), np.full(2, 0.5)).n == 19
    for labels, distinct in (
        (np.arange(20) // 10, 2),  # 2 + 9·2 = 20 elements: merged
        (np.arange(20) // 2, 20),  # ten pairs
        (np.append(np.arange(21), np.full(19, 20)), 21),  # 21 + 9·1 < 40
        (np.append(np.arange(5), np.full(10, 5)), 6),  # 6 + 9·1 = 15
        (np.append(np.arange(5), np.full(9, 5)), 14),  # 6 + 9·1 > 14
    ):
        assert make_problem(Clusterings([labels]), Loss.of("vi"), np.ones(1)).n == distinct


@pytest.mark.parametrize("loss", ["vi", "binder"])
def test_elements_that_no_run_has_are_left_out(loss):
    runs = Clusterings(np.array([[0, None, 1], [0, None, None]], object), missing="drop")
    problem = make_problem(runs, Loss.of(loss), np.full(2, 0.5))
    assert problem.n == 2
    assert problem.group.tolist() == [0, -1, 1]
    assert problem.spread(np.array([0, 1])).tolist() == [0, -1, 1]


@pytest.mark.parametrize("costs", [(1, 1), (3, 3), (1, 4), (5, 0.75), (1e-9, 3e-9), (1e200, 1)])
def test_costs_are_scaled_by_a_power_of_two(costs):
    found = Loss.of("binder", costs).scaled()
    separate, join = found.costs
    assert separate * found.scale == costs[0]
    assert join * found.scale == costs[1]
    assert 1 <= max(separate, join) < 2
    if costs[0] == costs[1]:
        assert found.costs == (1, 1)
    else:
        assert np.frexp(found.scale)[0] == 0.5


def test_a_loss_is_a_metric():
    for name in ("adjusted_rand", "entropy", "wallace_a"):
        with pytest.raises(OptionError, match="must be a metric"):
            Loss.of(name)


def test_complete_runs_share_a_column():
    """Each other one has a column of its own that counts what it lacks."""
    for absent in (0.0, 0.4):
        runs = random_runs(0, absent=absent)
        problem = make_problem(runs, Loss.of("vi"), np.full(5, 0.2))
        lacking = sum(map(bool, runs.absent))
        assert problem.codes.shape[1] == 1 + lacking + 5
        assert len(problem.coefficients) == 1 + 3 * lacking + sum(runs.sizes)


def wide_problem(rows, elements=1):
    """Return a problem of any size that takes no memory."""
    problem = make_problem(random_runs(0), Loss.of("vi"), np.full(5, 0.2))
    codes = np.broadcast_to(np.uint8(0), (elements, 1))
    return replace(problem, codes=codes, coefficients=np.broadcast_to(0.0, rows))


def test_memory_of_a_search():
    """Four gigabytes of groups of eight numbers with eight bytes; one cluster more may be made."""
    problem = wide_problem(5)
    assert [problem.memory(k) for k in (1, 7, 8, 16)] == [5 * x * 8 for x in (8, 8, 16, 24)]
    assert fits(wide_problem(2**26), 7)
    assert not fits(wide_problem(2**26), 8)
    assert not fits(wide_problem(2**26 + 1), 7)


@pytest.mark.parametrize(("rows", "threads"), [(2**26, 1), (2**25, 1), (2**24, 2), (2**20, 4)])
@pytest.mark.parametrize("long", [False, True])
def test_a_search_uses_the_threads_that_fit_and_reports_its_progress(
    rows, threads, long, monkeypatch
):
    """The tables of all threads take at most four gigabytes; a long search is done in parts."""
    problem = wide_problem(rows, 10**7)
    calls = []

    def run(_, starts, seeds, most, threads):
        calls.append((len(starts), threads))
        return list(zip(starts, seeds, [most] * len(starts), strict=True))

    monkeypatch.setattr(search_module, "_run", run)
    monkeypatch.setattr(search_module._kernel, "THREADS", 4)
    number = 10 if long else 9  # 10⁸ cells in all
    starts = [("six", np.array([5, 0])), ("eight", np.array([3, 7])), *[("none", -np.ones(1))] * 8]
    starts = starts[:number]
    found = search(problem, starts, range(number), 5)
    assert found == list(zip(starts, range(number), [5] * number, strict=True))
    assert {used for _, used in calls} == {threads}
    step = threads if long else number
    assert [size for size, _ in calls] == [min(step, number - i) for i in range(0, number, step)]


@pytest.mark.parametrize("loss", ["vi", "binder"])
@pytest.mark.parametrize("costs", COSTS)
def test_the_search_reports_the_objective_of_its_partition(loss, costs):
    runs = random_runs(3, m=6, n=30, clusters=5)
    problem = make_problem(runs, Loss.of(loss, costs), np.full(6, 1 / 6))
    starts = [(name, np.full(problem.n, -1, np.int32)) for name in "xyz"]
    results = search(problem, starts, [1, 2, 3], problem.n)
    assert [found.start for found in results] == ["x", "y", "z"]
    for found in results:
        assert found.clusters == len(set(found.labels.tolist()))
        assert found.sweeps >= 1
        assert objectives_of(problem, [found.labels])[0] == pytest.approx(found.objective)
        for element in range(problem.n):  # no element can be moved
            for cluster in range(min(found.clusters + 1, problem.n)):
                moved = found.labels.copy()
                moved[element] = cluster
                assert objectives_of(problem, [moved])[0] >= found.objective - 1e-6


def test_the_starts_of_a_search():
    problem = make_problem(random_runs(5, n=9, absent=0), Loss.of("binder"), np.full(5, 0.2))
    n, medoid = problem.n, np.arange(9) % 4
    together = np.eye(n)
    names = [name for name, _ in make_starts(problem, 2, medoid, together, n)]
    assert names == ["empty", "empty", "medoid", "coarsest", "finest", "average linkage"]
    named = dict(make_starts(problem, 1, medoid, None, n))
    assert named.keys() == {"empty", "medoid", "coarsest", "finest"}
    assert (named["empty"] == -1).all()
    assert (named["coarsest"] == 0).all()
    assert named["finest"].tolist() == list(range(n))
    assert "finest" not in dict(make_starts(problem, 1, medoid, None, n - 1))


@pytest.mark.parametrize("n", [1, 2, 64, 65, 200, 201])
def test_small_problems_have_more_starts(n):
    problem = make_problem(Clusterings([np.arange(n)]), Loss.of("binder"), np.ones(1))
    names = ["empty", "medoid"]
    names += ["coarsest"] * (n <= 200) + ["finest"] * (n <= 64) + ["average linkage"] * (n > 1)
    starts = make_starts(problem, 1, np.arange(n), np.eye(n), n)
    assert [name for name, _ in starts] == names


def test_up_to_256_elements_are_linked():
    for n in (256, 257):
        problem = make_problem(Clusterings([np.arange(n)]), Loss.of("binder"), np.ones(1))
        assert is_linked(problem) == (n == 256)


@pytest.mark.parametrize("most", [1, 2, 3, 20])
def test_the_start_by_average_linkage_is_its_best_cut(most):
    rng = np.random.default_rng(2)
    runs = Clusterings([np.where(rng.random(24) < 0.1, 9, np.arange(24) % 3) for _ in range(9)])
    problem = make_problem(runs, Loss.of("binder"), np.full(9, 1 / 9))
    codes = runs.codes[:, problem.first]
    together = np.mean(codes[:, :, None] == codes[:, None], axis=0)
    cuts = [cut for cut in linkage_cuts(together.copy()) if len(set(cut.tolist())) <= most]
    start = dict(make_starts(problem, 1, np.zeros(24, int), together, most))["average linkage"]
    values = objectives_of(problem, cuts)
    assert objectives_of(problem, [start])[0] == pytest.approx(values.min())
    assert start.max() < most


def test_cuts_of_average_linkage():
    together = np.array([[1, 0.9, 0.1, 0], [0.9, 1, 0.2, 0], [0.1, 0.2, 1, 0.6], [0, 0, 0.6, 1]])
    cuts = [cut.tolist() for cut in linkage_cuts(together)]
    assert cuts == [[0, 0, 0, 0], [0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 2, 3]]
    assert len(linkage_cuts(np.eye(50))) == 40


def test_the_smallest_clusters_of_the_medoid_are_left_out():
    labels = np.array([0, 1, 1, 2, 2, 2, 3, 3, -1])
    assert _at_most(labels, 4).tolist() == [3, 1, 1, 0, 0, 0, 2, 2, -1]
    assert _at_most(labels, 2).tolist() == [-1, 1, 1, 0, 0, 0, -1, -1, -1]
    assert _at_most(np.array([0, 0, 1, -1]), 1).tolist() == [0, 0, -1, -1]


@pytest.mark.parametrize("most", [None, 2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_moves_end_where_no_element_can_be_moved(most, seed):
    runs = random_runs(seed, m=4, n=8, absent=0.2)
    loss, weights = Loss.of("vi"), np.full(4, 0.25)
    start = np.random.default_rng(seed).integers(2, size=8)
    start[3] = -1 if seed % 2 else start[3]
    before = loss.expected(runs, start, weights)
    codes, value = _Moves(runs, loss, weights, most).improved(start, before)
    assert value == pytest.approx(loss.expected(runs, codes, weights))
    assert value <= before
    assert ((codes < 0) == (start < 0)).all()
    assert most is None or len(set(codes[codes >= 0].tolist())) <= most
    for element, cluster in np.ndindex(8, 9):
        moved = codes.copy()
        moved[element] = cluster
        if codes[element] >= 0 and (most is None or len(set(moved[moved >= 0].tolist())) <= most):
            assert loss.expected(runs, moved, weights) >= value - 1e-9


def test_moves_make_new_clusters():
    runs = Clusterings([[0, 0, 0, 0, 1, 2]] * 2)
    loss, weights = Loss.of("vi"), np.full(2, 0.5)
    start = np.zeros(6, int)
    value = loss.expected(runs, start, weights)
    codes, least = _Moves(runs, loss, weights, None).improved(start, value)
    assert least == 0
    assert len(set(codes.tolist())) == 3
    two, _ = _Moves(runs, loss, weights, 2).improved(start, value)
    assert len(set(two.tolist())) == 2
    one, _ = _Moves(runs, loss, weights, 1).improved(start, value)
    assert len(set(one.tolist())) == 1


def test_elements_are_not_moved_without_a_gain():
    runs = Clusterings(np.array([[0, 0, 1, None]], object), missing="drop")
    start = np.array([0, 0, 1, 0])  # the last one has no loss anywhere
    codes, value = _Moves(runs, Loss.of("vi"), np.ones(1), None).improved(start, 0.0)
    assert (codes.tolist(), value) == (start.tolist(), 0)


def test_numbers_of_partitions():
    assert tuple(len(list(all_partitions(n))) or 1 for n in range(9)) == metric_module._BELL


def found_by_metric(runs, most=None, candidates=(), loss="van_dongen", shares=None):
    chosen = Loss.of(loss)
    shares = np.full(len(runs), 1 / len(runs)) if shares is None else shares
    medoid = find_medoid(runs, chosen, shares)
    best = metric_search(runs, chosen, shares, medoid, list(candidates), most)
    assert best.value == pytest.approx(chosen.expected(runs, best.codes, shares))
    return best


@pytest.mark.parametrize("most", [None, 2])
@pytest.mark.parametrize("absent", [0.0, 0.4])
def test_the_best_of_all_partitions(most, absent):
    runs = random_runs(2, m=4, n=5, absent=absent)
    shares = np.array([0.4, 0.3, 0.2, 0.1])
    best = found_by_metric(runs, most, shares=shares)
    loss = Loss.of("van_dongen")
    values = [
        loss.expected(runs, np.array(p), shares)
        for p in all_partitions(5)
        if most is None or len(set(p)) <= most
    ]
    assert best.value == pytest.approx(min(values))
    assert (best.proved, best.notes) == (True, ())


@pytest.mark.parametrize("most", [None, 2, 3])
@pytest.mark.parametrize("absent", [0.0, 0.3])
def test_the_best_of_some_partitions(most, absent, monkeypatch):
    runs = random_runs(11, m=5, n=12, absent=absent, clusters=4)
    loss, shares = Loss.of("van_dongen"), np.array([0.4, 0.3, 0.1, 0.1, 0.1])
    rng = np.random.default_rng(0)
    given = [rng.integers(k, size=12) for k in (2, 3)]
    monkeypatch.setattr(metric_module, "_EVALUATIONS", 0)
    best = found_by_metric(runs, most, given, shares=shares)
    medoid = codes_of(runs, find_medoid(runs, loss, shares).position)
    tried = [medoid, *given, np.zeros(12, int), *_cuts(runs, shares)]
    tried = [codes for codes in tried if most is None or len(set(codes.tolist())) <= most]
    values = [loss.expected(runs, codes, shares) for codes in tried]
    assert best.value == pytest.approx(min(values))
    assert f"this is the best of {len(tried)} partitions" in best.notes[0]
    assert not best.proved
    monkeypatch.setattr(metric_module, "_EVALUATIONS", 10**6)
    moved = found_by_metric(runs, most, given, shares=shares)
    assert moved.notes == ()
    assert moved.value <= best.value
    assert most is None or len(set(moved.codes.tolist())) <= most


def test_candidates_that_lack_elements_are_not_compared_with_others(monkeypatch):
    monkeypatch.setattr(metric_module, "_EVALUATIONS", 0)
    rows = np.array([[0, 0, 1, 1, None, 2], [0, 0, 1, None, 1, 2]], object)
    runs = Clusterings(rows, missing="drop")
    whole, nothing = np.array([0, 0, 1, 1, 1, 2]), np.array([0, 0, 0, 0, 0, 0])
    best = found_by_metric(runs, None, [whole])
    assert best.codes.tolist() == whole.tolist()
    assert (best.value, best.proved) == (0, True)
    assert "the best of 2 partitions" in best.notes[0]
    assert found_by_metric(runs, 1, [whole]).codes.tolist() == nothing.tolist()
    lacking = np.array([0, 0, 1, 1, -1, 2])  # no run has the fifth element
    rows[1, 4] = None
    best = found_by_metric(Clusterings(rows, missing="drop"), 2, [lacking])
    assert best.codes.tolist() == [0, 0, 0, 0, -1, 0]


@pytest.mark.parametrize("equal", [False, True])
@pytest.mark.parametrize(
    ("n", "k", "m", "noted"), [(500, 3, 10, False), (113, 2, 59, True), (500, 3, 11, True)]
)
def test_when_elements_are_moved(equal, n, k, m, noted, monkeypatch):
    """Up to 20,000 comparisons in one sweep: each element, k clusters and a new one, each run."""
    monkeypatch.setattr(_Moves, "improved", lambda _, codes, value: (codes, value))
    labels = np.tile(np.arange(n) % k, (m, 1))
    labels[1:, 0] = 0 if equal else 1
    best = found_by_metric(Clusterings(labels))
    assert best.codes.max() == k - 1
    assert bool(best.notes) == noted
    assert best.proved == equal


def test_without_candidates_no_element_is_added(monkeypatch):
    monkeypatch.setattr(metric_module, "_EVALUATIONS", 0)
    rows = np.array([[0, 1, None, None], [0, None, None, 1]], object)
    best = found_by_metric(Clusterings(rows, missing="drop"))
    assert best.codes.tolist() == [0, 0, -1, 0]


def test_cuts_are_made_of_few_elements_that_all_runs_have():
    shares = np.full(5, 0.2)
    whole = random_runs(1, n=7, absent=0)
    assert len(_cuts(whole, shares)) == 7
    assert _cuts(random_runs(1, n=7), shares) == []
    assert _cuts(Clusterings([[0]] * 5), shares) == []
    assert len(_cuts(Clusterings([[0, 1]] * 5), shares)) == 2
    for n, cuts in ((256, 40), (257, 0)):
        assert len(_cuts(Clusterings([np.arange(n) % 9]), np.ones(1))) == cuts


@pytest.mark.parametrize("most", [None, 1, 2, 4])
def test_all_partitions_of_the_elements_that_a_run_has(most):
    runs = Clusterings(np.array([[0, None, 1, 0, 1]], object), missing="drop")
    found = _all_partitions(runs, most)
    wanted = [p for p in all_partitions(4) if most is None or len(set(p)) <= most]
    assert len(found) == len(wanted)
    assert len({tuple(codes) for codes in map(np.ndarray.tolist, found)}) == len(wanted)
    for codes in found:
        assert codes[1] == -1
        assert (codes[[0, 2, 3, 4]] >= 0).all()
    assert _all_partitions(Clusterings(np.zeros((2, 9), int)), most) is None


def test_how_many_partitions_are_tried(monkeypatch):
    runs = Clusterings(np.zeros((2, 4), int))
    monkeypatch.setattr(metric_module, "_EVALUATIONS", 30)
    assert len(_all_partitions(runs, None)) == 15
    monkeypatch.setattr(metric_module, "_EVALUATIONS", 29)
    assert _all_partitions(runs, None) is None


@pytest.mark.parametrize("costs", COSTS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("absent", [0.0, 0.3])
def test_the_costs_of_pairs_add_up_to_the_loss(costs, weighted, absent):
    runs = random_runs(8, m=4, n=6, weighted=weighted, absent=absent, clusters=2)
    shares = np.array([0.4, 0.3, 0.3, 0.0])
    loss = Loss.of("binder", costs)
    problem = make_problem(runs, loss, shares)
    found = pair_costs(runs, problem, loss, shares)
    pairs = list(combinations(range(problem.n), 2))
    for labels in all_partitions(problem.n):
        total = sum(
            (found.together if labels[u] == labels[v] else found.apart)[u, v] for u, v in pairs
        )
        wanted = sum(
            shares[i]
            * loss_by_definition(runs, "binder", costs, problem.spread(np.array(labels)), i)
            for i in range(4)
        )
        assert total == pytest.approx(wanted, abs=1e-12)
    least = sum(min(found.together[u, v], found.apart[u, v]) for u, v in pairs)
    assert found.simple_bound == pytest.approx(least)
    assert found.unit is None  # the draws have different weights


@pytest.mark.parametrize("weighted", [False, True])
def test_losses_are_multiples_of_a_unit(weighted):
    runs = random_runs(9, m=4, n=6, absent=0, weighted=weighted)
    shares, loss = np.full(4, 0.25), Loss.of("binder")
    problem = make_problem(runs, loss, shares)
    unit = pair_costs(runs, problem, loss, shares).unit
    total = 6 if runs.weights is None else runs.weights.sum()
    assert unit == pytest.approx(2 / (4 * total**2))
    for labels in all_partitions(problem.n):
        value = loss.expected(runs, problem.spread(np.array(labels)), shares) / unit
        assert value == pytest.approx(round(value), abs=1e-9)
    assert pair_costs(runs, problem, Loss.of("binder", (1, 2)), shares).unit is None
    holes = random_runs(9, m=4, n=6, absent=0.5)
    assert pair_costs(holes, make_problem(holes, loss, shares), loss, shares).unit is None


def test_a_value_that_is_attained():
    costs = PairCosts(np.zeros((2, 2)), np.zeros((2, 2)), 0.25)
    assert costs.attained(0.5, 0.26)  # the next multiple is 0.5
    assert not costs.attained(0.5, 0.25)
    assert costs.attained(0.5, 0.5 + 1e-6)
    free = PairCosts(np.zeros((2, 2)), np.zeros((2, 2)), None)
    assert free.attained(0.5, 0.5)
    assert free.attained(0.5, 0.5 - 1e-10)
    assert not free.attained(0.5, 0.5 - 1e-8)
    assert free.attained(0.0, 0.0)


def test_weights_of_draws():
    assert read_draw_weights(None, 4).tolist() == [0.25] * 4
    assert read_draw_weights([1, 3, 0], 3).tolist() == [0.25, 0.75, 0]
    assert read_draw_weights([1e308, 1e308], 2).tolist() == [0.5, 0.5]
    for wrong in ([1, 2], [1, -1, 1], [0, 0, 0], [1, np.inf, 1], [[1, 1, 1]], ["x", 1, 1]):
        with pytest.raises(OptionError, match="draw_weights"):
            read_draw_weights(wrong, 3)


def test_the_medoid_as_a_consensus():
    same = consensus([[0, 0, 1], [0, 0, 1]], method="medoid")
    assert (same.value, same.proved, same.bound, same.runs) == (0, True, None, ())
    runs = [[0, 0, 1, 2], [0, 0, 1, 2], [0, 1, 1, 2]]
    found = consensus(runs, method="medoid", max_clusters=3)
    assert not found.proved
    assert found.labels.tolist() == [0, 0, 1, 2]
    with pytest.raises(OptionError, match="The medoid has 3 clusters"):
        consensus(runs, method="medoid", max_clusters=2)


def test_the_limit_of_clusters():
    def most(number, sizes, given=None):
        clusterings = type("Set", (), {"sizes": sizes})
        task = type("Task", (), {"max_clusters": given, "clusterings": clusterings})
        problem = type("Problem", (), {"n": number})
        return consensus_module._most_clusters(task, problem)

    assert most(1000, (3, 4)) == 1000
    assert most(0, (3, 4)) == 1
    assert most(1001, (3, 4)) == 64
    assert most(1001, (40, 10)) == 80
    assert most(1001, (40, 10), 7) == 7


@pytest.mark.parametrize("wrong", [0, -0.5, float("inf"), float("nan")])
def test_costs_are_positive_and_finite(wrong):
    for costs in ((wrong, 1), (1, wrong)):
        with pytest.raises(OptionError, match="two positive numbers"):
            Loss.of("vi", costs)
    assert Loss.of("vi", (1e-300, 1e300)).costs == (1e-300, 1e300)


def test_a_run_without_shared_elements_has_no_loss():
    runs = Clusterings(np.array([[0, 1, None], [0, 0, 1]], object), missing="drop")
    for loss in ("vi", "binder", "van_dongen"):
        values = Loss.of(loss).values(runs, np.array([-1, -1, 0]))
        assert values.tolist() == [0, 0]
        assert Loss.of(loss).values(runs, np.array([0, 0, -1]))[0] > 0
        whole = Clusterings([[0, 1, 1], [0, 0, 1]])
        assert Loss.of(loss).values(whole, np.full(3, -1)).tolist() == [0, 0]


def test_weights_sum_to_less_than_the_kernels_count():
    runs = [[0, 0, 1], [0, 1, 1]]
    assert consensus(runs, weights=[MAX_TOTAL // 2, MAX_TOTAL // 2 - 2, 1]).value > 0
    with pytest.raises(InputError, match=r"less than 2\*\*31"):
        consensus(runs, weights=[MAX_TOTAL // 2, MAX_TOTAL // 2 - 1, 1])


def test_the_medoid_of_all_runs(monkeypatch):
    monkeypatch.setattr(medoid_module, "_MOST_WORK", 0)
    runs = np.random.default_rng(0).integers(3, size=(20, 6))
    note = "The medoid is the best of 16 of 20 clusterings."
    for method, tried in (("medoid", 20), ("search", 16)):
        found = consensus(runs, method=method, n_runs=1, rng=5)
        assert found.medoid.candidates == tried
        assert (note in found.notes) == (tried == 16)
        assert found.seed == (None if method == "medoid" else 5)


def test_notes_on_absent_elements():
    rows = np.array(
        [[0, 1, None, None, 2], [0, None, 1, None, 2], [0, None, None, None, 1]], object
    )
    found = consensus(rows, missing="drop", n_runs=1)
    assert found.notes == (
        "3 of 3 clusterings lack some elements; each is compared on the elements that it has.",
        "The medoid lacks 1 element; its loss is that on the others.",
        "1 of 5 elements are in no clustering and have no cluster.",
    )
    (note,) = consensus(rows[:1], missing="drop", n_runs=1).notes[1:]
    assert note == "2 of 5 elements are in no clustering and have no cluster."


def test_clusters_are_numbered_by_appearance():
    codes, number = consensus_module.by_appearance(np.array([2, -1, 2, 0]))
    assert (codes.tolist(), number) == ([0, -1, 0, 1], 2)


@pytest.mark.parametrize("loss", ["vi", "van_dongen"])
@pytest.mark.parametrize("fitting", [False, True])
def test_a_search_needs_memory_for_the_most_clusters_of_a_run(loss, fitting, monkeypatch):
    runs = Clusterings([np.arange(9) % 7, np.arange(9)])
    rows = 1 + 7 + 9
    monkeypatch.setattr(search_module, "_MOST_BYTES", rows * 8 * (16 if fitting else 8))
    monkeypatch.setattr(metric_module, "_EVALUATIONS", 0)
    found = consensus(runs, loss=loss, method="search", n_runs=1)
    if loss == "vi":
        assert (found.notes == ()) == fitting
        assert bool(found.runs) == fitting
    else:
        assert ("best of 13 partitions" in found.notes[0]) == fitting


def test_a_pair_that_no_run_has_is_neither_together_nor_apart(monkeypatch):
    """In the similarities from which average linkage makes a start."""
    starts, seen = consensus_module.make_starts, []

    def spy(problem, n_runs, medoid, together, most):
        seen.append(together)
        return starts(problem, n_runs, medoid, together, most)

    monkeypatch.setattr(consensus_module, "make_starts", spy)
    rows = np.array([[0, 0, None], [1, None, 1], [0, 1, None]], object)
    found = consensus(rows, missing="drop", n_runs=1)
    assert seen[0].tolist() == [[1, 0.5, 1], [0.5, 1, 0.5], [1, 0.5, 1]]
    assert "average linkage" in {run.start for run in found.runs}
    consensus([np.arange(257)], n_runs=1)
    assert seen[1] is None


def test_time_limits():
    assert [consensus_module._time_limit(x) for x in (None, 0, 2)] == [inf, 0, 2]


def test_a_diff_counts_as_the_consensus_does():
    """With weights, without elements that are in no clustering, and with other options if given."""
    rows = np.array([[0, 0, 1, 1, None], [0, 1, 1, None, None]], object)
    found = consensus(rows, weights=[5, 4, 3, 2, 1], missing="drop")
    assert found.diff(0).table.n == 14
    assert found.diff(1).table.n == 12
    assert found.diff(1, weights=[1] * 5).table.n == 3
    light = consensus([[0, 0, 1, 1], [0, 1, 1, 1]], weights=[3, 2, 1, 0])
    assert light.diff(0).table.n == 6
    assert consensus([[0, 0, 1, 1], [0, 1, 1, 1]]).diff(0).table.n == 4


@pytest.mark.parametrize("loss", ["vi", "binder"])
def test_the_values_of_the_runs_are_losses(loss):
    """The best of them is the loss of the consensus; costs and holes change nothing about that."""
    rows = np.random.default_rng(3).integers(3, size=(5, 12)).astype(object)
    rows[1, :4] = None
    found = consensus(rows, loss=loss, costs=(1, 3), missing="drop", method="search", n_runs=4)
    assert min(run.value for run in found.runs) == pytest.approx(found.value)
    one = consensus(rows[:1], loss=loss, method="search", n_runs=2)
    assert [run.value for run in one.runs] == pytest.approx([0] * len(one.runs), abs=1e-12)
    assert {run.clusters for run in one.runs} == {3}
    for seed in range(6):
        labels = np.random.default_rng(seed).integers(5, size=(1, 40))
        assert all(0 <= run.value < 1e-12 for run in consensus(labels, loss=loss, n_runs=2).runs)


@pytest.mark.parametrize(
    ("bits", "given", "join", "limited"),
    [(3, None, 9, True), (2, None, 9, False), (3, 4, 9, False), (3, None, 0.1, False)],
)
def test_a_search_that_the_limit_of_clusters_stops_says_so(bits, given, join, limited, monkeypatch):
    """The corners of a cube, which the runs divide by one axis each: joining any of them is dear.

    The limit is twice the two clusters of a run; a square has no more corners.
    """
    monkeypatch.setattr(consensus_module, "_UNLIMITED", 3)
    monkeypatch.setattr(consensus_module, "_LEAST_LIMIT", 1)
    runs = np.indices((2,) * bits).reshape(bits, -1)
    found = consensus(runs, costs=(1, join), max_clusters=given, method="search", n_runs=2)
    assert found.partition.k == (4 if join > 1 else 1)
    assert (found.notes == ("The search was limited to 4 clusters.",)) == limited
    assert limited or not found.notes


def stub(**facts):
    return type("Stub", (), facts)


@pytest.mark.parametrize(
    ("method", "n", "m", "least", "outcome"),
    [
        ("exact", 1000, 1, 0.5, "proof"),
        ("exact", 1000, 201, 0.5, "proof"),
        ("exact", 1001, 1, 0.5, "refused"),
        ("search", 1000, 200, 0.5, (0.5, False)),  # 2·10⁸ cells of pairs
        ("search", 1000, 201, 0.5, (None, False)),
        ("search", 40, 1, 0.5, (0.5, False)),
        ("auto", 40, 1, 0.5, "proof"),
        ("auto", 41, 1, 0.5, (0.5, False)),
        ("auto", 41, 1, 2.0, (2.0, True)),
        ("exact", 5, 1, 2.0, (2.0, True)),
    ],
)
def test_when_a_bound_is_computed_and_when_a_proof_is_tried(
    method, n, m, least, outcome, monkeypatch
):
    """The value is 2; a bound that attains it proves it."""
    costs = stub(simple_bound=least, attained=lambda value, bound: value <= bound)
    monkeypatch.setattr(consensus_module, "pair_costs", lambda *_: costs)
    monkeypatch.setattr(consensus_module, "_proved", lambda *_: "proof")
    task = stub(method=method, clusterings=[0] * m, loss=None, draw_weights=None)
    given = task, stub(n=n), consensus_module.Outcome(np.zeros(1, int)), 2.0
    if outcome == "refused":
        with pytest.raises(OptionError, match="at most 1000 distinct elements, got 1001"):
            consensus_module._bounded(*given)
        return
    found = consensus_module._bounded(*given)
    assert (found if outcome == "proof" else (found.bound, found.proved)) == outcome


@pytest.mark.parametrize(
    ("method", "n", "seconds", "limits"),
    [
        ("exact", 25, inf, ("here", inf, None)),
        ("exact", 26, inf, ("apart", inf, None)),
        ("exact", 26, 3.0, ("apart", 3.0, None)),
        ("auto", 40, inf, ("here", inf, 30)),
        ("auto", 40, 3.0, ("here", 3.0, None)),
    ],
)
def test_the_limits_of_a_proof(method, n, seconds, limits, monkeypatch):
    """Many elements are handled by another process; without a time limit, the rounds are limited."""
    calls = []
    here, apart = (lambda _, *x, y=y: calls.append((y, *x)) for y in ("here", "apart"))
    monkeypatch.setattr(consensus_module, "solve", here)
    monkeypatch.setattr(consensus_module, "solve_apart", apart)
    task = stub(method=method, seconds=seconds, loss=Loss.of("binder", (0.5, 0.5e6)))
    costs = stub(simple_bound=0.5)
    before = consensus_module.Outcome(np.zeros(1, int), notes=("first",))
    with pytest.raises(AttributeError):  # the solution is None
        consensus_module._proved(task, stub(n=n), before, 2.0, costs)
    assert calls == [limits]
    task.loss = Loss.of("binder", (0.55e6, 0.5))
    found = consensus_module._proved(task, stub(n=n), before, 2.0, costs)
    assert (found.bound, found.proved, found.notes[0]) == (0.5, False, "first")
    assert "one cost is more than 1,000,000 times the other" in found.notes[1]


@pytest.mark.parametrize(
    ("labels", "better", "most", "bound", "outcome"),
    [
        (None, 0.0, None, 1.5, (1.5, False, 1)),  # the limit was reached
        (None, 0.0, None, 0.2, (0.5, False, 1)),  # the simple bound is better
        (None, 0.0, None, 2.0, (2.0, True, 0)),
        ([1, 2, 2], 1.0, None, 1.0, (1.0, True, 0)),  # a better partition
        ([1, 2, 2], 1.0, 2, 1.0, (1.0, True, 0)),
        ([1, 2, 2], 1.0, 1, 1.0, (1.0, False, 0)),  # which has too many clusters
        ([1, 2, 2], 2.0, None, 2.0, (2.0, True, 0)),
        ([1, 2, 2], 2.0, None, 1.9, (1.9, False, 0)),
    ],
)
def test_what_follows_from_a_solution(labels, better, most, bound, outcome, monkeypatch):
    solution = Solution(bound, None if labels is None else np.array(labels))
    monkeypatch.setattr(consensus_module, "solve", lambda *_: solution)
    loss = stub(costs=(1, 1), expected=lambda *_: better)
    task = stub(method="auto", seconds=inf, loss=loss, max_clusters=most)
    task.clusterings, task.draw_weights = None, None
    costs = stub(simple_bound=0.5, attained=lambda value, bound: value <= bound)
    before = consensus_module.Outcome(np.zeros(3, int))
    problem = stub(n=3, spread=lambda codes: codes)
    found = consensus_module._proved(task, problem, before, 2.0, costs)
    assert (found.bound, found.proved, len(found.notes)) == outcome
    replaced = better == 1 and most != 1
    assert found.codes.tolist() == ([0, 1, 1] if replaced else [0, 0, 0])
    assert all("The limit of rounds was reached" in note for note in found.notes)
    task.seconds = 3
    for note in consensus_module._proved(task, problem, before, 2.0, costs).notes:
        assert "The time limit of 3 s was reached" in note


@pytest.mark.parametrize(
    ("row", "most", "last", "replaced"),
    [
        ([0, 0, 1, 2], None, 0, True),
        ([0, 0, 1, 2], 3, 0, True),
        ([0, 0, 1, 2], 2, 0, False),
        ([2, 1, 0, None], None, 0, False),  # it lacks an element
        ([2, 1, 0, None], None, -1, True),  # which the result lacks, too
    ],
)
def test_the_result_is_not_worse_than_the_medoid(row, most, last, replaced):
    """Unless the medoid has too many clusters or too few elements."""
    runs = Clusterings(np.array([row, row], object), missing="drop")
    loss, weights = Loss.of("vi", (3, 0.5)).scaled(), np.full(2, 0.5)
    medoid = find_medoid(runs, loss, weights)
    source = RandomSource.of(7)
    task = consensus_module.Task(runs, loss, weights, medoid, most, 1, source, "search", inf)
    worse = np.array([0, 0, 0, last])
    found = consensus_module._result(task, consensus_module.Outcome(worse))
    assert found.partition.k == (3 if replaced else 1)
    assert found.value == pytest.approx(
        0 if replaced else Loss.of("vi", (3, 0.5)).expected(runs, worse, weights)
    )
    assert found.costs == (3, 0.5)
    assert found.seed is None  # nothing was searched


def test_thirty_clusters_are_shown():
    for k in (30, 31):
        view = consensus([np.arange(k)], n_runs=1).view()
        assert len(view.rows) == 30
        assert view.notes == (() if k == 30 else ("… and 1 more cluster",))
