"""Proofs that a partition has the least Binder loss: against all partitions."""

import os
import signal
import subprocess
import sys
import threading
import time
from itertools import combinations
from math import inf
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import optimize

from clusterdiff.errors import OptionError
from clusterdiff.many import Clusterings, _optimality, consensus
from clusterdiff.many._loss import Loss
from clusterdiff.many._optimality import solve_apart
from clusterdiff.many._search import make_problem
from tests.helpers.partitions_by_definition import all_partitions, least


@pytest.mark.parametrize("seed", range(12))
def test_the_integer_program_finds_the_best_of_all_partitions(seed):
    rng = np.random.default_rng(seed)
    n = 8 if seed < 2 else int(rng.integers(3, 8))
    runs = rng.integers(4, size=(int(rng.integers(2, 7)), n))
    weights = None if seed % 2 else rng.integers(1, 4, n).tolist()
    costs = (1, 1) if seed % 3 else (2, 0.5)
    given, loss = Clusterings(runs, weights=weights), Loss.of("binder", costs)
    shares = np.full(len(runs), 1 / len(runs))
    problem = make_problem(given, loss, shares)
    pair_costs = _optimality.pair_costs(given, problem, loss, shares)
    solution = _optimality.solve(pair_costs, 60)
    best = least("binder", runs.tolist(), weights=weights, costs=costs)
    assert solution.bound == pytest.approx(best, abs=1e-9)
    value = loss.expected(given, problem.spread(solution.labels), shares)
    assert value == pytest.approx(best, abs=1e-9)
    assert pair_costs.simple_bound <= best + 1e-9


@pytest.mark.parametrize("seed", range(6))
def test_a_proved_value_is_the_least(seed):
    rng = np.random.default_rng(seed + 50)
    runs = rng.integers(3, size=(6, 7)).astype(object)
    runs[1:][rng.random((5, 7)) < 0.2] = None
    rows = [np.array(row, object) for row in runs]
    found = consensus(Clusterings(rows, missing="drop"), loss="binder", method="exact")
    assert found.proved
    assert found.value == found.bound
    assert found.value == pytest.approx(least("binder", runs.tolist()), abs=1e-9)


def cyclic_costs():
    """Return costs with a fractional relaxation: pairs of a wheel gain, all others lose."""
    n = 6
    together, apart = np.full((n, n), 10.0), np.zeros((n, n))
    for spoke in range(1, n):
        together[0, spoke] = together[spoke, 0] = 0
        apart[0, spoke] = apart[spoke, 0] = 1
        follower = spoke % (n - 1) + 1
        together[spoke, follower] = together[follower, spoke] = 1
    np.fill_diagonal(together, 0)
    return _optimality.PairCosts(together, apart, None)


def test_a_fractional_relaxation_is_followed_by_integers():
    costs = cyclic_costs()
    solution = _optimality.solve(costs, 60)
    labels = solution.labels
    same = labels[:, None] == labels
    value = np.triu(np.where(same, costs.together, costs.apart), 1).sum()
    assert value == pytest.approx(solution.bound)
    assert value == pytest.approx(4.0)  # one spoke joins the middle, or two that follow each other


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_largest_gain_of_a_part(n):
    """Against all partitions; the diagonal is no pair."""
    rng = np.random.default_rng(n)
    for low in (-3, 0, 1):
        gains = rng.integers(low, 4, (n, n)).astype(float)
        gains += gains.T
        pairs = list(combinations(range(n), 2))

        def total(labels, gains=gains, pairs=pairs):
            return sum(gains[u, v] for u, v in pairs if labels[u] == labels[v])

        found = _optimality._solve_part(gains, inf)
        assert found.bound == pytest.approx(max(map(total, all_partitions(n))), abs=1e-6)
        assert total(found.labels) == pytest.approx(found.bound, abs=1e-6)


def solver_calls(monkeypatch, *limits, now=0.0, costs=None):
    """Solve a part that needs rounds of constraints, then integers; return the options of each."""
    calls, milp = [], optimize.milp

    def spy(*args, **options):
        calls.append((options["integrality"].any(), dict(options["options"])))
        return milp(*args, **options)

    monkeypatch.setattr(optimize, "milp", spy)
    monkeypatch.setattr(_optimality, "monotonic", lambda: now)
    costs = cyclic_costs() if costs is None else costs
    found = _optimality._solve_part(costs.apart - costs.together, *limits)
    monkeypatch.undo()
    return calls, found


def test_the_limits_of_a_part(monkeypatch):
    calls, found = solver_calls(monkeypatch, inf)
    number = len(calls)
    integers = [integer for integer, _ in calls]
    assert number > 2
    assert integers == sorted(integers)  # first without, then with integers
    assert not integers[0]
    assert integers[-1]
    assert all(options == {"mip_rel_gap": 0} for _, options in calls)
    assert found.labels is not None
    for rounds in (0, 1, number - 1, number):
        calls, part = solver_calls(monkeypatch, inf, rounds)
        assert len(calls) == rounds
        assert [options for _, options in calls] == [
            {"mip_rel_gap": 0, "node_limit": 1000}
        ] * rounds
        assert (part.labels is None) == (rounds < number)
        assert part.bound >= found.bound - 1e-9
    calls, _ = solver_calls(monkeypatch, 5.0, now=4.5)
    assert len(calls) == number
    assert all(options["time_limit"] == 0.5 for _, options in calls)
    calls, part = solver_calls(monkeypatch, 5.0, now=5.0)
    assert (calls, part.labels) == ([], None)
    assert part.bound == 5  # every gain


def test_integers_are_asked_for_where_the_relaxation_has_none(monkeypatch):
    apart = np.array([[0, 2, 0], [2, 0, 1], [0, 1, 0.0]])
    together = np.array([[0, 0, 3], [0, 0, 0], [3, 0, 0.0]])
    costs = _optimality.PairCosts(together, apart, None)
    calls, found = solver_calls(monkeypatch, inf, costs=costs)
    assert not any(integer for integer, _ in calls)
    assert found.bound == pytest.approx(2)
    assert found.labels.tolist() == [0, 0, 1]


def test_a_solver_that_reached_a_limit_proves_nothing(monkeypatch):
    stopped = SimpleNamespace(x=np.zeros(15), status=1, fun=0.0)
    monkeypatch.setattr(optimize, "milp", lambda *_, **__: stopped)
    costs = cyclic_costs()
    found = _optimality._solve_part(costs.apart - costs.together, inf)
    assert (found.bound, found.labels) == (5, None)


def test_without_time_the_bound_is_still_a_bound():
    rng = np.random.default_rng(1)
    runs = rng.integers(4, size=(5, 8))
    given, loss, shares = Clusterings(runs), Loss.of("binder"), np.full(5, 0.2)
    problem = make_problem(given, loss, shares)
    solution = _optimality.solve(_optimality.pair_costs(given, problem, loss, shares), 0)
    assert solution.labels is None
    assert 0 <= solution.bound <= least("binder", runs.tolist()) + 1e-12


def test_a_bound_is_reported_where_nothing_is_proved():
    rng = np.random.default_rng(1)
    runs = rng.integers(4, size=(9, 60))
    found = consensus(runs, loss="binder")
    assert not found.proved
    assert 0 < found.bound < found.value
    assert "no partition is below" in str(found)


def test_a_limit_on_the_clusters_can_prevent_the_proof():
    runs = [[0, 1, 2, 3]] * 3
    found = consensus(runs, loss="binder", max_clusters=2, method="exact")
    assert not found.proved
    assert found.partition.k <= 2
    assert found.bound < found.value


def test_exact_is_refused_for_too_many_elements():
    runs = np.arange(2 * 1100).reshape(2, 1100)
    with pytest.raises(OptionError, match="at most 1000 distinct elements, got"):
        consensus(runs, loss="binder", method="exact", n_runs=1)


def hard_runs(n=90, m=15):
    """Return runs whose least Binder loss takes long to prove."""
    return np.random.default_rng(0).integers(3, size=(m, n))


def test_a_time_limit_that_was_reached_is_named():
    found = consensus(hard_runs(), loss="binder", method="exact", time_limit=0.5, n_runs=1, rng=0)
    assert not found.proved
    assert 0 < found.bound < found.value
    assert found.notes == ("The time limit of 0.5 s was reached before the proof was complete.",)
    with pytest.raises(OptionError, match="time_limit must be a number of seconds, got -1"):
        consensus(hard_runs(), loss="binder", time_limit=-1)


def test_by_default_no_clock_limits_the_proof(monkeypatch):
    """Also where the clock runs a million times faster, the proof has as many rounds."""
    runs = np.random.default_rng(1).integers(3, size=(7, 24))
    found = consensus(runs, loss="binder", n_runs=2, rng=0)
    clock = time.monotonic
    monkeypatch.setattr(_optimality, "monotonic", lambda: 1e6 * clock())
    again = consensus(runs, loss="binder", n_runs=2, rng=0)
    assert (again.bound, again.proved, again.value) == (found.bound, found.proved, found.value)


def test_all_parts_of_a_proof_share_the_time_limit(monkeypatch):
    limits = []

    def solved(gains, deadline, rounds):
        assert rounds is None
        limits.append(deadline)
        return _optimality.Solution(0.0, np.zeros(len(gains), np.int64))

    monkeypatch.setattr(_optimality, "_solve_part", solved)
    apart = np.kron(np.eye(3), np.ones((2, 2)))
    _optimality.solve(_optimality.PairCosts(1 - apart, apart, None), 7)
    assert len(limits) == 3
    assert len(set(limits)) == 1


@pytest.mark.parametrize("delay", [0.0, 0.5])
def test_ctrl_c_stops_the_proof_at_once(monkeypatch, delay):
    started = []

    class Child(subprocess.Popen):
        def communicate(self, *args):
            started.append(time.monotonic())
            if delay == 0:
                raise KeyboardInterrupt  # before anything is written
            threading.Timer(delay, os.kill, (os.getpid(), signal.SIGINT)).start()
            return super().communicate(*args)

    monkeypatch.setattr(_optimality.subprocess, "Popen", Child)
    with pytest.raises(KeyboardInterrupt):
        consensus(hard_runs(), loss="binder", method="exact", time_limit=60, n_runs=1, rng=0)
    assert time.monotonic() - started[0] < 20


def test_another_process_finds_the_same():
    costs = cyclic_costs()
    here, there = _optimality.solve(costs, 60), solve_apart(costs, 60)
    assert there.bound == here.bound
    assert there.labels.tolist() == here.labels.tolist()


@pytest.mark.parametrize("program", ["/no/such/program", sys.executable])
def test_without_another_process_this_one_makes_the_proof(monkeypatch, program):
    monkeypatch.setattr(sys, "executable", program)
    monkeypatch.setattr(_optimality, "_PROGRAM", "raise SystemExit(3)")
    assert solve_apart(cyclic_costs(), 60).bound == pytest.approx(4.0)


def test_a_process_that_does_not_end_is_terminated(monkeypatch):
    monkeypatch.setattr(_optimality, "_PROGRAM", "import time; time.sleep(60)")
    monkeypatch.setattr(_optimality, "_PATIENCE", 0.2)
    costs = cyclic_costs()
    found = solve_apart(costs, 0)
    assert (found.labels, found.bound) == (None, costs.simple_bound)
