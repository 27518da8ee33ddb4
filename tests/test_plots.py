"""Plots draw what they are given on the Axes they are given."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import clusterdiff as cd
from clusterdiff import plots


@pytest.fixture
def ax():
    return Figure().subplots()


def test_series_has_a_line_and_a_name_each(ax):
    assert plots.plot_series([1, 2, 3], {"x": [1, 2, 3], "y": [3, 2, 1]}, ax=ax, xlabel="K") is ax
    assert [line.get_label() for line in ax.get_lines()] == ["x", "y"]
    assert ax.get_xlabel() == "K"
    assert len({(line.get_color(), line.get_linestyle(), line.get_marker()) for line in ax.get_lines()}) == 2


def test_heatmap_writes_its_numbers(ax):
    plots.plot_heatmap([[0.25, 1], [0, 0.5]], ["x", "y"], ax=ax)
    assert sorted(text.get_text() for text in ax.texts) == ["0.00", "0.25", "0.50", "1.00"]


def test_dendrogram_names_every_leaf(ax):
    plots.plot_dendrogram(np.array([[1, 0.9, 0.1], [0.9, 1, 0.2], [0.1, 0.2, 1]]), ["x", "y", "z"], ax=ax)
    assert {label.get_text() for label in ax.get_yticklabels()} == {"x", "y", "z"}


def test_bipartite_joins_what_shares_elements(ax):
    plots.plot_bipartite([0, 0, 1], ["p", "q", "q"], ax=ax)
    assert len(ax.get_lines()) == 3
    assert {text.get_text() for text in ax.texts} == {"0 (2)", "1 (1)", "p (1)", "q (2)"}


def test_lattice_draws_every_step(ax):
    plots.plot_lattice(cd.Partition.all(3), ax=ax)
    assert len(ax.get_lines()) == 6  # three splits of the top, three merges of the bottom


def test_wrong_shapes_are_refused(ax):
    with pytest.raises(cd.ClusterdiffError, match="one value per x"):
        plots.plot_series([1, 2], {"x": [1]}, ax=ax)
    with pytest.raises(cd.ClusterdiffError, match="row per name"):
        plots.plot_heatmap([[1, 2]], ["x", "y"], ax=ax)
