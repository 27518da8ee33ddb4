"""Plots of a consensus: what they draw, and in which order."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import clusterdiff as cd
from clusterdiff import plots
from clusterdiff.errors import OptionError
from clusterdiff.many import coassignment


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
    assert found.coassignment(ax=ax) is ax
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
    plots.plot_coassignment(found, most=20, ax=ax, title=None)
    assert ax.images[0].get_array().shape == (20, 20)
    assert "1 of 3 elements drawn" in ax.get_title()
    with pytest.raises(OptionError, match="most must be an integer of at least 2"):
        plots.plot_coassignment(found, most=1)


def test_agreement_has_a_bar_and_quartiles_per_cluster(found, ax):
    assert found.agreement(ax=ax, title="mine") is ax
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
