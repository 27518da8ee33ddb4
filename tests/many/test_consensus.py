"""The consensus of many clusterings, compared with all partitions, and its invariances."""

from datetime import date
from importlib import import_module
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clusterdiff as cd
from benchmarks.consensus import posterior
from clusterdiff import _kernel
from clusterdiff.errors import InputError, OptionError
from clusterdiff.many import Clusterings, _search, consensus, credible_ball
from clusterdiff.many._loss import Loss
from clusterdiff.many._medoid import distance_matrix
from tests.helpers.gibbs import posterior_draws
from tests.helpers.partitions_by_definition import all_partitions, expected, least

LOSSES = ("vi", "binder")
consensus_module = import_module("clusterdiff.many._consensus")
DATA = np.concatenate([np.random.default_rng(0).normal(mean, 1, 8) for mean in (-4, 0, 3.5)])


@pytest.fixture(scope="module")
def draws():
    return posterior_draws(DATA, 60, seed=1)


def random_case(seed):
    """Return random runs of up to 6 elements with random options; None where a label is missing."""
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(1, 7)), int(rng.integers(1, 9))
    runs = rng.integers(int(rng.integers(1, n + 1)), size=(m, n)).astype(object)
    if seed % 3 == 2:
        runs[rng.random((m, n)) < 0.2] = None
        runs[0] = [0] * n
        runs[:, 0] = 0
    options = {
        "costs": [(1, 1), (0.5, 1), (3, 1), (0.25, 1.75)][seed % 4],
        "weights": None if seed % 2 else rng.integers(1, 4, n).tolist(),
        "run_weights": None if seed % 5 < 3 else (rng.random(m) + 0.01).tolist(),
    }
    most = None if seed % 7 < 4 else int(rng.integers(1, n + 1))
    return [list(run) for run in runs], options, most


def found_for(runs, options, loss, most, **more):
    rows = [np.array(run, object) for run in runs]
    given = Clusterings(rows, weights=options["weights"], missing="drop")
    return consensus(
        given,
        loss=loss,
        costs=options["costs"],
        draw_weights=options["run_weights"],
        max_clusters=most,
        **more,
    )


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("seed", range(42))
def test_is_the_best_of_all_partitions(seed, loss):
    runs, options, most = random_case(seed)
    found = found_for(runs, options, loss, most, rng=seed)
    assert found.value == pytest.approx(
        expected(loss, runs, found.labels.tolist(), **options), abs=1e-12
    )
    assert found.value == pytest.approx(least(loss, runs, most, **options), abs=1e-9)
    assert most is None or most >= found.partition.k


@settings(max_examples=150)
@given(
    seed=st.integers(0, 2**32 - 1),
    loss=st.sampled_from(LOSSES),
    costs=st.tuples(st.sampled_from([0.25, 1, 4]), st.sampled_from([0.5, 1, 3])),
    absent=st.sampled_from([0, 0.15, 0.5]),
    weighted=st.booleans(),
)
def test_the_objective_of_the_search_is_the_expected_loss_up_to_a_constant(
    seed, loss, costs, absent, weighted
):
    rng = np.random.default_rng(seed)
    m, n = rng.integers([1, 1], [6, 16])
    labels = rng.integers(rng.integers(1, n + 1), size=(m, n)).astype(object)
    labels[rng.random((m, n)) < absent] = None
    labels[:, 0] = 0  # every run has an element
    runs = Clusterings(labels, missing="drop", weights=rng.integers(1, 5, n) if weighted else None)
    draw_weights = rng.dirichlet(np.ones(m)) if weighted else np.full(m, 1 / m)
    chosen = Loss.of(loss, costs)
    problem = _search.make_problem(runs, chosen, draw_weights)
    partitions = [rng.integers(k, size=problem.n) for k in (1, min(2, problem.n), problem.n)]
    objectives = _search.objectives_of(problem, partitions)
    values = [chosen.expected(runs, problem.spread(each), draw_weights) for each in partitions]
    assert objectives - objectives[0] == pytest.approx(np.array(values) - values[0], abs=1e-9)


@pytest.mark.parametrize("loss", ["van_dongen", "classification_error", "rand", "jaccard"])
@pytest.mark.parametrize("seed", range(4))
def test_other_metrics_reach_the_best_of_all_partitions_of_few_elements(seed, loss):
    runs = np.random.default_rng(seed).integers(3, size=(5, 5))
    distance = cd.get_measure(loss).distance
    found = consensus(runs, loss=loss)
    mean = [np.mean([distance(run, p) for run in runs.tolist()]) for p in all_partitions(5)]
    assert found.value == pytest.approx(min(mean), abs=1e-12)


FEW = (
    ("jaccard", [[1, 0, 1, 1], [0, 0, 1, None], [0, 1, 1, 0]], None),
    ("sokal_sneath_2", [[3, 0, 3, 1, 0, 3], [1, 1, 1, 1, None, 4]], None),
    ("element_centric", [[0, 0, 0, 1, 0], [None, None, 1, 1, 0], [1, 1, 0, None, 0]], None),
    ("van_dongen", [[0, 1, 1, 2, 2, 0], [0, 0, 1, 1, 2, 2], [0, 1, 2, 0, 1, 2]], 2),
)


@pytest.mark.parametrize(("loss", "labels", "most"), FEW)
def test_other_metrics_of_few_elements_are_proved(loss, labels, most):
    runs = Clusterings(labels, missing="drop")
    found = consensus(runs, loss=loss, max_clusters=most)
    measure, weights = Loss.of(loss), np.full(len(runs), 1 / len(runs))
    least = min(
        measure.expected(runs, np.array(partition.labels), weights)
        for partition in cd.Partition.all(runs.n)
        if most is None or most >= partition.k
    )
    assert found.value == pytest.approx(least, abs=1e-12)
    assert (found.proved, found.bound) == (True, found.value)


def test_a_metric_without_a_fast_search_says_so():
    rng = np.random.default_rng(0)
    base = rng.integers(20, size=200)
    runs = np.where(rng.random((6, 200)) < 0.2, rng.integers(20, size=(6, 200)), base)
    found = consensus(runs, loss="van_dongen")
    assert "has no fast search" in found.notes[0]
    assert found.value <= found.medoid.value


@pytest.mark.parametrize("loss", LOSSES)
def test_the_value_is_the_mean_of_the_measure(draws, loss):
    measure = {"vi": cd.variation_of_information, "binder": cd.mirkin_invariant}[loss]
    found = consensus(draws, loss=loss)
    assert found.value == pytest.approx(np.mean([measure(d, found.labels) for d in draws]))
    assert found.value <= found.medoid.value
    means = [np.mean([measure(d, e) for d in draws]) for e in draws]
    assert found.medoid.value == pytest.approx(min(means))
    assert found.medoid.position == int(np.argmin(np.round(means, 12)))


@pytest.mark.parametrize("loss", LOSSES)
def test_does_not_depend_on_names_or_on_the_order_of_elements_and_runs(draws, loss):
    plain = consensus(draws, loss=loss)
    rng = np.random.default_rng(3)
    elements, runs = rng.permutation(draws.shape[1]), rng.permutation(len(draws))
    renamed = np.array([rng.permutation(50)[row] for row in draws])
    other = consensus(renamed[runs][:, elements], loss=loss)
    assert other.value == pytest.approx(plain.value, abs=1e-12)
    assert cd.Partition(other.labels) == cd.Partition(plain.labels[elements])


def test_is_the_same_for_any_number_of_threads(monkeypatch):
    rng = np.random.default_rng(5)
    base = rng.integers(12, size=400)
    runs = np.where(rng.random((60, 400)) < 0.4, rng.integers(15, size=(60, 400)), base)
    answers = set()
    for threads in (1, 2, 7):
        monkeypatch.setattr(_kernel, "THREADS", threads)
        found = consensus(runs, rng=8, n_runs=5)
        values = [run.value.hex() for run in found.runs]
        answers.add((*found.labels.tolist(), found.value.hex(), *values))
    assert len(answers) == 1


def test_is_the_same_for_a_seed_and_differs_in_its_path_between_seeds():
    rng = np.random.default_rng(5)
    base = rng.integers(12, size=300)
    runs = np.where(rng.random((20, 300)) < 0.6, rng.integers(15, size=(20, 300)), base)
    paths = [
        [run.value for run in consensus(runs, rng=seed, n_runs=4).runs]
        for seed in (1, 1, np.random.default_rng(2))
    ]
    assert paths[0] == paths[1] != paths[2]


def test_the_costs_move_the_number_of_clusters(draws):
    numbers = [
        consensus(draws, loss=loss, costs=costs).partition.k
        for loss in LOSSES
        for costs in ((1, 20), (1, 1), (20, 1))
    ]
    assert numbers[0] > numbers[2]
    assert numbers[3] > numbers[5]
    assert numbers == sorted(numbers[:3], reverse=True) + sorted(numbers[3:], reverse=True)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_has_no_more_clusters_than_allowed(draws, most):
    for loss in (*LOSSES, "van_dongen"):
        found = consensus(draws[:12, ::3], loss=loss, max_clusters=most)
        assert most >= found.partition.k


def test_draw_weights_count_as_repetitions(draws):
    times = np.random.default_rng(0).integers(0, 4, len(draws))
    weighted = consensus(draws, draw_weights=times)
    repeated = consensus(np.repeat(draws, times, axis=0))
    assert weighted.value == pytest.approx(repeated.value)
    assert weighted.partition == repeated.partition
    assert weighted.per_element == pytest.approx(repeated.per_element)


@pytest.mark.parametrize("loss", LOSSES)
def test_weights_of_elements_count_as_repetitions(draws, loss):
    times = np.random.default_rng(0).integers(1, 4, draws.shape[1])
    weighted = consensus(Clusterings(draws, weights=times), loss=loss)
    repeated = consensus(np.repeat(draws, times, axis=1), loss=loss)
    assert weighted.value == pytest.approx(repeated.value)
    assert cd.Partition(np.repeat(weighted.labels, times)) == repeated.partition


def test_agreement_by_definition(draws):
    runs = draws[:7, :9].astype(object)
    runs[2, 3] = runs[4, 8] = None
    found = consensus(Clusterings([np.array(r, object) for r in runs], missing="drop"))
    labels = found.labels.tolist()
    for element in range(9):
        values = []
        for run in runs:
            if run[element] is None:
                continue
            own = {i for i in range(9) if labels[i] == labels[element] and run[i] is not None}
            theirs = {i for i in range(9) if run[i] == run[element]}
            values.append(len(own & theirs) / len(own | theirs))
        assert found.per_element[element] == pytest.approx(np.mean(values))
    for cluster in found.per_cluster:
        members = [i for i in range(9) if labels[i] == cluster.label]
        assert cluster.size == len(members)
        assert cluster.agreement == pytest.approx(found.per_element[members].mean())
        best = []
        for run in runs:
            own = {i for i in members if run[i] is not None}
            blocks = [{i for i in range(9) if run[i] == k} for k in set(run) - {None}]
            best.append(max(len(own & b) / len(own | b) for b in blocks) if own else None)
        assert cluster.best_match == pytest.approx(np.mean([b for b in best if b is not None]))


def test_clusters_are_named_after_the_medoid():
    found = consensus({"x": ["p", "p", "q", "q"], "y": ["p", "p", "q", "q"], "z": [1, 2, 3, 4]})
    assert found.labels.tolist() == ["p", "p", "q", "q"]
    assert found.medoid.name == "x"
    assert [cluster.label for cluster in found.per_cluster] == ["p", "q"]


def test_diff_shows_what_one_run_changes():
    runs = {"x": {"a": 0, "b": 0, "c": 1}, "y": {"a": 0, "b": 0, "c": 1}, "z": {"a": 0, "b": 1}}
    found = consensus(Clusterings(runs, align="intersect"))
    assert (found.diff("z").name_a, found.diff("z").name_b) == ("z", "consensus")
    assert found.diff("z").table.n == 2
    assert found.diff(0).value == 0
    assert found.partition == cd.Partition({"a": 0, "b": 0, "c": 1})


def test_an_element_that_no_run_has_gets_no_cluster():
    runs = [np.array(row, object) for row in ([0, 0, None, 1], [0, 0, None, 1])]
    found = consensus(Clusterings(runs, missing="drop"))
    assert found.labels.tolist() == [0, 0, None, 1]
    assert found.partition.n == 3
    assert any("1 of 4 elements are in no clustering" in note for note in found.notes)
    assert found.diff(0).value == 0


def test_runs_with_holes_are_named():
    runs = [[0, 0, 1, None], [0, 0, 1, 1], [0, 0, 1, 1]]
    rows = [np.array(row, object) for row in runs]
    found = consensus(Clusterings(rows, missing="drop"))
    assert found.labels.tolist() == [0, 0, 1, 1]
    assert "1 of 3 clusterings lack some elements" in found.notes[0]
    assert len(found.notes) == 1
    keyed = {"x": {"a": 0, "b": 0, "c": 1}, "y": {"b": 5, "c": 6, "d": 6}, "z": {"a": 1, "d": 2}}
    none = consensus(Clusterings(keyed, align="intersect"))
    assert none.notes[1] == "The medoid lacks 1 element; its loss is that on the others."


def test_shows_and_exports(draws):
    found = consensus(draws, loss="binder")
    assert str(found).startswith("Consensus of 60 clusterings of 24 elements")
    assert "<table" in found._repr_html_()
    data = found.to_dict()
    assert len(data["elements"]) == 24
    assert data["value"] == found.value
    assert list(found.to_frame().columns) == ["element", "cluster", "agreement"]
    assert cd.adjusted_rand(found, found.labels) == 1.0


@pytest.mark.parametrize("n", [1, 2])
def test_tiny_sets(n):
    for loss in (*LOSSES, "van_dongen"):
        found = consensus(np.zeros((1, n), int), loss=loss)
        assert (found.partition.k, found.value, found.proved) == (1, 0.0, True)


def test_equal_runs_have_a_consensus_without_loss():
    for loss in (*LOSSES, "jaccard"):
        found = consensus([[0, 1, 1, 2]] * 5, loss=loss)
        assert found.value == 0.0
        assert found.proved
        assert found.per_element.tolist() == [1.0] * 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"loss": "adjusted_rand"}, "loss must be a metric"),
        ({"loss": "nonsense"}, "Unknown measure"),
        ({"costs": (1, 0)}, "costs must be two positive numbers"),
        ({"costs": 3}, "costs must be two positive numbers"),
        ({"costs": (1, float("nan"))}, "costs must be two positive numbers"),
        ({"costs": (1, 2), "loss": "van_dongen"}, r"costs must be \(1, 1\)"),
        ({"max_clusters": 0}, "max_clusters must be an integer of at least 1"),
        ({"max_clusters": True}, "max_clusters must be an integer of at least 1"),
        ({"n_runs": 0}, "n_runs must be an integer of at least 1"),
        ({"n_runs": 1.5}, "n_runs must be an integer of at least 1"),
        ({"rng": "x"}, "rng must be"),
        ({"method": "guess"}, "method must be one of"),
        ({"method": "exact"}, "method='exact' requires the loss binder, got vi"),
        ({"draw_weights": [1, 2]}, "draw_weights must be one number per clustering"),
        ({"draw_weights": [0, 0, 0]}, "draw_weights must be non-negative"),
        ({"draw_weights": [1, -1, 1]}, "draw_weights must be non-negative"),
        ({"draw_weights": [1, float("inf"), 1]}, "draw_weights must be non-negative"),
        ({"draw_weights": ["x", "y", "z"]}, "draw_weights must be numbers"),
    ],
)
def test_refuses_options(options, message):
    with pytest.raises((OptionError, cd.ClusterdiffError), match=message):
        consensus([[0, 0, 1], [0, 1, 1], [0, 0, 1]], **options)


@pytest.mark.parametrize("runs", [[], [[]], [[0, 1], [0]], np.zeros((0, 3), int), 5, "abc", None])
def test_refuses_what_is_not_a_set_of_clusterings(runs):
    with pytest.raises(cd.ClusterdiffError):
        consensus(runs)


def test_refuses_weights_that_are_too_large():
    with pytest.raises(InputError, match="weights must sum to less than"):
        consensus(Clusterings([[0, 1], [0, 0]], weights=[2**31, 1]))


@pytest.mark.parametrize("loss", LOSSES)
def test_clusterings_that_differ_in_few_of_many_elements_have_a_medoid(loss):
    base = np.arange(100_000) % 2
    runs = np.array([np.where(np.arange(len(base)) < moved, 1 - base, base) for moved in (4, 2, 0)])
    found = consensus(runs, loss=loss, method="medoid")
    assert found.medoid.position == 1
    assert 0 < found.values[0] < 1e-3
    distances = distance_matrix(Clusterings(runs), Loss.of(loss))
    expected = [[Loss.of(loss).measure(a, b) for b in runs] for a in runs]
    assert distances == pytest.approx(np.array(expected), rel=1e-6)


def test_the_medoid_can_be_asked_for(draws):
    found = consensus(draws, method="medoid")
    assert found.value == found.medoid.value
    assert found.partition == cd.Partition(draws[found.medoid.position])
    with pytest.raises(OptionError, match="more than max_clusters = 1"):
        consensus(draws, method="medoid", max_clusters=1)


def test_many_clusters_and_one_cluster():
    apart = np.arange(300)
    found = consensus([apart, apart[::-1], np.zeros(300, int)])
    assert found.partition.k == 300
    together = consensus([np.zeros(300, int), np.zeros(300, int), apart])
    assert together.partition.k == 1


def test_without_memory_for_the_search_the_medoid_is_returned(draws, monkeypatch):
    monkeypatch.setattr(_search, "_MOST_BYTES", 1000)
    found = consensus(draws)
    assert "too many clusters for the search" in found.notes[0]
    assert found.value == found.medoid.value
    assert consensus(draws[:10], loss="van_dongen", max_clusters=1).partition.k == 1


def test_a_default_limit_is_named(draws, monkeypatch):
    monkeypatch.setattr(consensus_module, "_UNLIMITED", 2)
    monkeypatch.setattr(consensus_module, "_LEAST_LIMIT", 1)
    apart = np.array([[0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1], [0, 1, 2, 2, 1, 0]])
    found = consensus(apart, loss="binder", costs=(1, 50))
    assert found.notes == ()
    assert (
        consensus(draws, loss="binder", costs=(1, 1000))
        .notes[0]
        .startswith("The search was limited")
    )


@pytest.mark.parametrize(
    ("runs", "policy"),
    [
        ([[None, 1, 2], [0, None, 2], [None, None, 1]], {"missing": "block"}),
        ([["a", None, "b"], [None, None, "b"]], {"missing": "block"}),
        ([[i in {0, k} for i in range(4)] for k in (1, 2, 3)], {}),
    ],
)
def test_labels_that_cannot_name_the_clusters_are_replaced_by_numbers(runs, policy):
    given = Clusterings([np.array(run, object) for run in runs], **policy)
    found = consensus(given, loss="binder")
    assert len({type(label) for label in found.labels.tolist()}) == 1
    assert len(set(found.labels.tolist())) == found.partition.k
    assert "Consensus of" in repr(found)


@pytest.mark.parametrize(
    ("first", "second"),
    [(1234567, 7), (date(2020, 1, 1), date(2020, 1, 2)), (UUID(int=1), UUID(int=2)), (b"x", b"y")],
    ids=repr,
)
def test_names_of_clusters_are_shown_as_they_are(first, second):
    labels = np.array([first] * 3 + [second] * 3, object)
    assert str(first) in repr(consensus([labels, labels])).split()

    """clue 0.3-64, cl_consensus with 16 runs on the same draws: methods HE and SE agree."""
    draws = posterior(50, 300)
    assert consensus(draws, loss="vi", rng=0).value <= 1.465976
    assert consensus(draws, loss="binder", rng=0).value <= 0.033603


@pytest.mark.parametrize("loss", ["vi", "binder"])
@pytest.mark.parametrize("ratio", [1.0, 0.3])
def test_the_size_of_the_costs_changes_nothing_but_the_size_of_the_values(loss, ratio):
    draws = np.random.default_rng(7).integers(0, 4, (12, 18))
    plain = consensus(draws, loss=loss, costs=(1, ratio), rng=5)
    for size in (1e-300, 3e-46, 1e-17, 7.0, 1e40, 1e290):
        scaled = consensus(draws, loss=loss, costs=(size, ratio * size), rng=5)
        assert scaled.labels.tolist() == plain.labels.tolist()
        assert scaled.costs == pytest.approx((size, ratio * size), rel=1e-12)
        assert scaled.value == pytest.approx(size * plain.value, rel=1e-12)
        assert scaled.values == pytest.approx(size * plain.values, rel=1e-12)
        assert scaled.medoid.value == pytest.approx(size * plain.medoid.value, rel=1e-12)
        assert scaled.proved == plain.proved
        if plain.bound is None:
            assert scaled.bound is None
        else:
            assert scaled.bound == pytest.approx(size * plain.bound, rel=1e-9)
        assert min(run.value for run in scaled.runs) == pytest.approx(size * plain.value, rel=1e-7)


def test_costs_that_are_too_uneven_for_the_solver_are_not_called_proved():
    draws = np.random.default_rng(3).integers(0, 3, (9, 14))
    found = consensus(draws, loss="binder", costs=(1e-12, 1), rng=0)
    assert found.bound <= found.value
    if not found.proved:
        assert any("one cost is more than" in note for note in found.notes)
    best = least("binder", draws[:, :7].tolist(), costs=(1e-12, 1))
    small = consensus(draws[:, :7], loss="binder", costs=(1e-12, 1), rng=0)
    assert small.value == pytest.approx(best, rel=1e-9)
    assert small.bound <= best * (1 + 1e-9)


def test_distances_far_below_the_old_tolerance_are_told_apart():
    weights = np.array([10**6, 10**6, 1, 1, 1])
    near, far = [0, 1, 2, 3, 4], [0, 1, 2, 2, 2]
    runs = Clusterings({"x": near, "y": [0, 1, 2, 2, 4], "z": far}, weights=weights)
    ball = credible_ball(runs, center=near, loss="binder", level=0.3)
    assert ball.members.tolist() == [0]
    assert not ball.contains([0, 1, 2, 2, 4])
