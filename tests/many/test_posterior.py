"""Credible balls, modes, co-assignment and the reading of draws."""

from types import SimpleNamespace

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff import Partition
from clusterdiff.errors import InputError, OptionError
from clusterdiff.many import (
    Clusterings,
    coassignment,
    coassignment_blocks,
    consensus,
    credible_ball,
    modes,
    read_draws,
)
from tests.helpers.gibbs import posterior_draws
from tests.helpers.partitions_by_definition import LOSSES, all_partitions

DATA = np.concatenate([np.random.default_rng(0).normal(mean, 1, 8) for mean in (-4, 0, 3.5)])


@pytest.fixture(scope="module")
def draws():
    return posterior_draws(DATA, 60, seed=1)


@pytest.mark.parametrize("loss", ["vi", "binder"])
@pytest.mark.parametrize("level", [0.3, 0.5, 0.95])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_ball_by_definition(loss, level, weighted):
    rng = np.random.default_rng(7)
    partitions = list(all_partitions(5))
    runs = [partitions[i] for i in rng.integers(len(partitions), size=40)]
    shares = rng.random(40) * (np.arange(40) % 4 > 0) if weighted else np.ones(40)
    shares = shares / shares.sum()
    center = [0, 0, 1, 1, 2]
    ball = credible_ball(runs, center=center, level=level, loss=loss, draw_weights=shares)
    distance = [LOSSES[loss](run, center) for run in runs]
    inside = [
        radius
        for radius in sorted(np.array(distance)[shares > 0].tolist())
        if shares[np.array(distance) <= radius + 1e-12].sum() >= level - 1e-12
    ]
    assert ball.radius == pytest.approx(inside[0])
    members = [i for i in range(40) if shares[i] and distance[i] <= inside[0] + 1e-12]
    assert sorted(ball.members.tolist()) == members
    assert ball.coverage == pytest.approx(shares[members].sum())
    assert ball.coverage >= level - 1e-12
    for bound, pick in ((ball.upper, min), (ball.lower, max)):
        size = pick(len(set(runs[i])) for i in members)
        of_size = [i for i in members if len(set(runs[i])) == size]
        most = max(distance[i] for i in of_size)
        assert list(bound) == [i for i in of_size if distance[i] >= most - 1e-12]
    most = max(distance[i] for i in members)
    assert list(ball.horizontal) == [i for i in members if distance[i] >= most - 1e-12]
    for partition in partitions:
        away = LOSSES[loss](partition, center)
        assert ball.contains(partition) == (away <= inside[0] + 1e-9)
        farther = (shares * 40)[np.array(distance) >= away - 1e-12].sum()
        assert ball.pvalue(partition) == pytest.approx((farther + 1) / 41)


def test_equal_draws_are_a_ball_of_radius_0():
    ball = credible_ball([[0, 0, 1]] * 3)
    assert (ball.radius, ball.coverage, ball.members.tolist()) == (0, 1, [0, 1, 2])
    assert ball.horizontal == ball.upper == ball.lower == (0, 1, 2)
    assert ball.contains([1, 1, 0])
    assert not ball.contains([0, 1, 1])


def test_shares_of_draws_are_at_most_1():
    """Weights are rounded, and so are their sums."""
    center = [0, 0, 1]
    for seed in range(20):
        weights = np.random.default_rng(seed).random(9)
        ball = credible_ball([[0, 1, 2]] * 9, center=center, draw_weights=weights)
        assert ball.coverage == pytest.approx(1)
        assert ball.coverage <= 1
        assert 1 - 1e-12 < ball.pvalue(center) <= 1


@pytest.mark.parametrize("named", [False, True])
def test_the_center_has_the_elements_that_some_draw_has(named):
    rows = [["x", "x", None, "y"], ["x", "y", None, "y"], ["x", "x", None, None]]
    draws = [dict(zip("pqrs", row, strict=True)) for row in rows] if named else rows
    ball = credible_ball(Clusterings(draws, missing="drop"), loss="binder", rng=5)
    assert ball.seed == 5
    assert ball.clusterings.n == 4
    wanted = Partition({"p": 0, "q": 0, "s": 1} if named else {0: 0, 1: 0, 3: 1})
    assert ball.center == wanted
    assert ball.distances.tolist() == pytest.approx([0, LOSSES["binder"]([0, 1, 1], [0, 0, 1]), 0])
    found = consensus(Clusterings(draws, missing="drop"), loss="binder")
    again = credible_ball(Clusterings(draws, missing="drop"), center=found, loss="binder")
    assert again.center == wanted
    assert again.distances.tolist() == ball.distances.tolist()


def test_the_center_is_the_consensus_by_default(draws):
    ball = credible_ball(draws)
    assert ball.center == consensus(draws).partition
    assert ball.contains(ball.center)
    assert ball.pvalue(ball.center) == 1.0
    assert ball.partition(ball.upper[0]).k <= ball.partition(ball.lower[0]).k
    assert "Credible ball of level 0.95" in str(ball)
    assert len(ball.to_frame()) == 60
    assert ball.to_dict()["radius"] == ball.radius
    given = credible_ball(draws, center=consensus(draws))
    assert given.radius == ball.radius


def test_a_new_draw_is_seldom_unusual(draws):
    more = posterior_draws(DATA, 100, seed=9)
    ball = credible_ball(draws)
    values = [ball.pvalue(draw) for draw in more]
    assert np.mean(np.array(values) <= 0.1) < 0.3
    assert ball.pvalue(np.arange(24)) < 0.1


def test_named_elements_are_matched_by_name():
    runs = [{"a": 0, "b": 0, "c": 1}, {"a": 0, "b": 1, "c": 1}, {"a": 0, "b": 0, "c": 1}]
    ball = credible_ball(runs, center={"c": 5, "a": 7, "b": 7})
    assert ball.distances[[0, 2]].tolist() == [0, 0]
    assert ball.contains({"c": 1, "b": 0, "a": 0})
    with pytest.raises(cd.ClusterdiffError):
        credible_ball(runs, center={"a": 0, "b": 0})


@pytest.mark.parametrize("level", [0, 1, -1, 2, "x", None, True])
def test_refuses_a_level(draws, level):
    with pytest.raises(OptionError, match="level must be a number between 0 and 1"):
        credible_ball(draws, level=level)


def test_coassignment_by_definition(draws):
    runs = draws[:9, :7].astype(object)
    runs[2, 3] = runs[4, 6] = None
    given = Clusterings([np.array(run, object) for run in runs], missing="drop")
    weights = np.arange(1.0, 10.0)
    matrix = coassignment(given, draw_weights=weights)
    for i in range(7):
        for j in range(7):
            both = [r for r in range(9) if runs[r, i] is not None and runs[r, j] is not None]
            same = [r for r in both if runs[r, i] == runs[r, j]]
            assert matrix[i, j] == pytest.approx(weights[same].sum() / weights[both].sum())
    blocks = list(coassignment_blocks(given, draw_weights=weights, max_cells=14))
    assert [len(positions) for positions, _ in blocks] == [2, 2, 2, 1]
    assert np.vstack([block for _, block in blocks]) == pytest.approx(matrix)
    order = np.array([3, 1, 0])
    (positions, block), *_ = coassignment_blocks(given, order=order, draw_weights=weights)
    assert positions.tolist() == [3, 1, 0]
    assert block == pytest.approx(matrix[np.ix_(order, order)])


def test_coassignment_of_a_pair_that_no_run_has_is_nan():
    rows = [np.array(row, object) for row in ([0, None], [None, 0])]
    matrix = coassignment(Clusterings(rows, missing="drop"))
    assert np.isnan(matrix[0, 1])
    assert matrix[0, 0] == 1.0


def test_a_matrix_that_is_too_large_is_refused():
    runs = np.zeros((2, 10_001), np.int64)
    with pytest.raises(InputError, match="more than 100,000,000 cells"):
        coassignment(runs)
    assert coassignment(runs, rows=[5]).shape == (1, 10_001)
    with pytest.raises(OptionError, match="rows must be positions from 0 to 10000"):
        coassignment(runs, rows=[10_001])
    with pytest.raises(OptionError, match="rows must be positions of elements"):
        coassignment(runs, rows=["x"])


def groups_of_draws(sizes, n=30, seed=0):
    rng = np.random.default_rng(seed)
    out = []
    for size in sizes:
        center = rng.integers(4, size=n)
        noise = rng.random((size, n)) < 0.05
        out.append(np.where(noise, rng.integers(4, size=(size, n)), center))
    return np.vstack(out)


@pytest.mark.parametrize("sizes", [(30, 12), (20, 15, 10)])
def test_modes_finds_the_groups(sizes):
    found = modes(groups_of_draws(sizes))
    assert [round(mode.weight * sum(sizes)) for mode in found.modes] == list(sizes)
    truth = np.repeat(np.arange(len(sizes)), sizes)
    assert cd.adjusted_rand(found.members, truth) == 1.0
    assert found.silhouette > 0.5
    assert len(found.draws(1)) == sizes[1]
    assert found.partition(0).n == 30
    assert "modes of" in str(found)
    assert len(found.to_frame()) == len(sizes)


def test_modes_reports_one_group_where_none_stands_out():
    found = modes(groups_of_draws((40,)))
    assert len(found) == 1
    assert "No groups stand out" in found.notes[0]
    assert found.silhouette is None


def test_the_medoids_of_modes_are_medoids():
    runs = groups_of_draws((8, 5))
    found = modes(runs, k=2, loss="binder")
    for number, mode in enumerate(found.modes):
        inside = np.flatnonzero(found.members == number)
        sums = [
            sum(LOSSES["binder"](runs[i].tolist(), runs[j].tolist()) for j in inside)
            for i in inside
        ]
        assert sums[inside.tolist().index(mode.position)] == pytest.approx(min(sums))
        assert mode.spread == pytest.approx(min(sums) / len(inside))


@pytest.mark.parametrize("k", [0, 14, "many", 1.5, True, None])
def test_refuses_a_number_of_modes(k):
    with pytest.raises(OptionError, match='k must be "auto" or an integer from 1 to 13'):
        modes(groups_of_draws((8, 5)), k=k)


def test_as_many_modes_as_draws():
    runs = np.arange(12).reshape(3, 4) % 3
    assert len(modes(runs, k=1)) == 1
    assert len(modes([[0, 0, 0], [0, 1, 2], [0, 0, 1]], k=3)) == 3


def test_draws_are_read_from_arrays_and_posteriors():
    array = np.arange(2 * 3 * 4).reshape(2, 3, 4) % 3
    assert read_draws(array).codes.tolist() == read_draws(array.reshape(6, 4)).codes.tolist()
    posterior = {"z": array, "mu": np.zeros((2, 3, 4)), "count": np.zeros((2, 3), int)}
    idata = SimpleNamespace(posterior=posterior)
    assert read_draws(idata).codes.tolist() == read_draws(array).codes.tolist()
    assert consensus(idata).clusterings.n == 4
    assert len(read_draws(SimpleNamespace(posterior={"z": array, "y": array}), variable="y")) == 6


class DataArray:
    """As in xarray: values, and no array interface of NumPy."""

    def __init__(self, values):
        self.values = values


class Dataset(dict):
    """As in xarray: iteration and `data_vars` give the names of variables."""

    @property
    def data_vars(self):
        return self


def test_a_posterior_of_xarray_is_read_by_its_values():
    posterior = Dataset(z=DataArray(np.zeros((1, 3, 4), int)))
    assert len(read_draws(SimpleNamespace(posterior=posterior))) == 3


@pytest.mark.parametrize(
    ("draws", "variable", "message"),
    [
        (SimpleNamespace(posterior={}), None, "must have one variable of integers"),
        (
            SimpleNamespace(
                posterior={"z": np.zeros((1, 2, 3), int), "y": np.zeros((1, 2, 3), int)}
            ),
            None,
            r"got 2 \(z, y\)",
        ),
        (SimpleNamespace(posterior={"z": np.zeros((1, 2, 3), int)}), "x", "no variable 'x'"),
        (np.zeros((2, 3), int), "x", "variable applies only to draws"),
        (np.zeros((0, 2, 3), int), None, "draws must not be empty"),
    ],
)
def test_refuses_draws(draws, variable, message):
    with pytest.raises(InputError, match=message):
        read_draws(draws, variable=variable)
