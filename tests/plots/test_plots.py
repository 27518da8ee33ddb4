"""Plots draw what they are given on the Axes they are given."""

from itertools import pairwise

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
    assert (
        len(
            {(line.get_color(), line.get_linestyle(), line.get_marker()) for line in ax.get_lines()}
        )
        == 2
    )


def test_heatmap_writes_its_numbers(ax):
    plots.plot_heatmap([[0.25, 1], [0, 0.5]], ["x", "y"], ax=ax)
    assert sorted(text.get_text() for text in ax.texts) == ["0.00", "0.25", "0.50", "1.00"]


def test_dendrogram_names_every_leaf(ax):
    plots.plot_dendrogram(
        np.array([[1, 0.9, 0.1], [0.9, 1, 0.2], [0.1, 0.2, 1]]), ["x", "y", "z"], ax=ax
    )
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


def test_scatter_marks_each_group_without_lines(ax):
    assert plots.plot_scatter({"x": ([1, 2], [3, 4]), "y": ([1], [2])}, ax=ax, ylabel="DCV") is ax
    assert [
        (line.get_label(), line.get_linestyle(), len(line.get_xdata())) for line in ax.get_lines()
    ] == [("x", "None", 2), ("y", "None", 1)]
    assert len({(line.get_color(), line.get_marker()) for line in ax.get_lines()}) == 2
    with pytest.raises(cd.ClusterdiffError, match="one y per x"):
        plots.plot_scatter({"x": ([1, 2], [1])}, ax=ax)


def test_derivation_goes_through_the_meet(ax):
    assert plots.plot_derivation([0, 0, 1, 2], ["p", "q", "q", "r"], ax=ax) is ax
    assert {text.get_text() for text in ax.texts} >= {
        "0 (2)",
        "0 ∩ p (1)",
        "0 ∩ q (1)",
        "1 ∩ q (1)",
        "2 ∩ r (1)",
        "q (2)",
        "a",
        "b",
    }
    assert sorted(line.get_linestyle() for line in ax.get_lines()) == [
        "-",
        "-",
        "--",
        "--",
        ":",
        ":",
        ":",
        ":",
    ]
    assert len({line.get_color() for line in ax.get_lines()}) == 2


def test_components_do_not_cross(ax):
    a, b = [0, 1, 2, 2, 3, 3, 3], [5, 5, 6, 7, 8, 9, 10]
    for draw in (plots.plot_bipartite, plots.plot_derivation):
        ax.clear()
        draw(a, b, ax=ax)
        heights = {}
        for line in ax.get_lines():
            heights.setdefault(line.get_color(), []).extend(line.get_ydata())
        spans = sorted((min(ys), max(ys)) for ys in heights.values())
        assert all(below[1] < above[0] for below, above in pairwise(spans))


def test_lattice_paths_add_up_in_the_legend(ax):
    top, middle, bottom = cd.Partition.top(4), cd.Partition([0, 0, 1, 1]), cd.Partition.bottom(4)
    plots.plot_lattice(cd.Partition.all(4), paths=[[top, middle, bottom]], ax=ax)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "1.00 + 1.00 = 2.00, distance 2.00"
    ]


def test_lattice_writes_no_two_lengths_over_each_other(ax):
    plots.plot_lattice(cd.Partition.all(4), ax=ax)
    ax.figure.set_size_inches(9, 6.5)
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert not any(x.overlaps(y) for k, x in enumerate(boxes) for y in boxes[:k])


def test_heatmap_leaves_nan_blank(ax):
    plots.plot_heatmap([[0.25, np.nan]], ["x"], ["p", "q"], ax=ax)
    assert [text.get_text() for text in ax.texts] == ["0.25"]


def test_a_lattice_without_edges_is_drawn(ax):
    apart = [cd.Partition([0, 0, 1, 1]), cd.Partition([0, 1, 0, 1])]
    assert plots.plot_lattice(apart, ax=ax) is ax
    assert len(ax.texts) == 2
