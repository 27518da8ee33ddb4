"""Plots of a consensus: what they draw, and in which order."""

from importlib import import_module

import numpy as np
import pytest
from matplotlib.figure import Figure

import clusterdiff as cd
from clusterdiff import plots
from clusterdiff.errors import OptionError
from clusterdiff.many import coassignment, credible_ball, modes


@pytest.fixture
def ax():
    return Figure().subplots()


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(0)
    group = np.array(["small"] * 10 + ["large"] * 30 + ["mid"] * 20)
    other = rng.choice(["small", "mid", "large"], size=(30, 60))
    return cd.consensus(np.where(rng.random((30, 60)) < 0.15, other, group))


def test_coassignment_is_ordered_by_the_consensus(found, ax):
    assert found.plot(ax=ax) is ax
    matrix = np.asarray(ax.images[0].get_array())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["large", "mid", "small"]
    labels = found.labels
    order = [
        i
        for name in ("large", "mid", "small")
        for i in sorted(np.flatnonzero(labels == name), key=lambda i: -found.per_element[i])
    ]
    assert matrix == pytest.approx(coassignment(found.clusterings)[np.ix_(order, order)])


def test_coassignment_draws_some_of_many_elements(found, ax):
    plots.plot_coassignment(found, max_elements=20, ax=ax, title=None)
    assert ax.images[0].get_array().shape == (20, 20)
    assert "1 of 3 elements drawn" in ax.get_title()
    with pytest.raises(OptionError, match="max_elements must be an integer of at least 2"):
        plots.plot_coassignment(found, max_elements=1)


def test_agreement_has_a_bar_and_quartiles_per_cluster(found, ax):
    assert found.plot("agreement", ax=ax, title="mine") is ax
    assert ax.get_title() == "mine"
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["large (30)", "mid (20)", "small (10)"]
    by_label = {cluster.label: cluster for cluster in found.per_cluster}
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == [by_label[name].agreement for name in ("large", "mid", "small")]
    low, high = ax.get_lines()[0].get_xdata()
    expected = np.quantile(found.per_element[found.labels == "large"], [0.25, 0.75])
    assert (low, high) == pytest.approx(tuple(expected))


def test_an_element_without_a_cluster_is_not_drawn(ax):
    rows = [np.array(row, object) for row in ([0, 0, None, 1], [0, 0, None, 1])]
    found = cd.consensus(cd.Clusterings(rows, missing="drop"))
    plots.plot_coassignment(found, ax=ax)
    assert ax.images[0].get_array().shape == (3, 3)
    plots.plot_agreement(found, ax=Figure().subplots())


DRAWS = [[0, 0, 1, 1]] * 12 + [[0, 0, 1, 2]] * 5 + [[0, 0, 0, 0]] * 2 + [[0, 1, 2, 3]]


def test_a_ball_has_a_bar_for_every_draw_and_a_line_for_every_bound(ax):
    ball = credible_ball(DRAWS, center=DRAWS[0], level=0.8)
    ball.plot(ax=ax)
    heights = sum(bar.get_height() for bar in ax.patches)
    assert heights == pytest.approx(100)
    inside = sum(bar.get_height() for bar in ax.patches if bar.get_x() < ball.radius)
    assert inside == pytest.approx(100 * ball.coverage)
    lines = [float(line.get_xdata()[0]) for line in ax.get_lines()]
    bounds = ball.horizontal[0], ball.upper[0], ball.lower[0]
    assert lines == [ball.distances[i] for i in bounds]
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert "lower bound (3 clusters)" in names


def test_a_ball_without_a_radius_is_drawn(ax):
    plots.plot_credible_ball(credible_ball([[0, 1, 1]] * 3), ax=ax)
    assert sum(bar.get_height() for bar in ax.patches) == pytest.approx(100)


def test_modes_are_points_around_their_medoids(ax, monkeypatch):
    found = modes(DRAWS, k=3)
    found.plot(ax=ax)
    points, medoids = ax.collections[::2], ax.collections[1::2]
    shares = [len(each.get_offsets()) / len(DRAWS) for each in points]
    assert shares == pytest.approx([mode.weight for mode in found.modes])
    assert len(medoids) == 3
    monkeypatch.setattr(import_module("clusterdiff.many._modes"), "_MOST_POINTS", 4)
    few = found.coordinates()
    assert {mode.medoid for mode in found.modes} <= set(few.names)
    assert len(few.names) <= 7
    assert (
        f"{len(few.names)} of 20 draws drawn"
        in plots.plot_modes(found, ax=Figure().subplots()).get_title()
    )
    distances = cd.pairwise([DRAWS[int(name)] for name in few.names], measures="vi").to_numpy()
    apart = np.linalg.norm(few.points[:, None] - few.points, axis=2)
    stress = np.sqrt(((distances - apart) ** 2).sum() / (distances**2).sum())
    assert few.stress == pytest.approx(stress)


def test_diversity_marks_the_medoid_and_outliers(ax):
    base = np.repeat([0, 1, 2], 6)
    runs = {f"r{i}": np.where(np.arange(18) == i, 2, base) for i in range(8)}
    runs["odd"] = np.arange(18) % 3
    found = cd.Clusterings(runs).diversity()
    found.plot(ax=ax)
    assert found.outliers == ("odd",)
    assert [bar.get_width() for bar in ax.patches] == list(found.distances)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["medoid", "outlier"]
