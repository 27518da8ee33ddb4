"""Plots draw what they are given on the Axes they are given."""

from itertools import pairwise

import numpy as np
import pandas as pd
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
    assert {text.get_text() for text in ax.texts} == {"a", "b", "0 (2)", "1 (1)", "p (1)", "q (2)"}


def test_lattice_draws_every_step(ax):
    plots.plot_lattice(cd.Partition.all(3), ax=ax)
    assert len(ax.get_lines()) == 6  # three splits of the top, three merges of the bottom


def test_wrong_shapes_are_refused(ax):
    with pytest.raises(cd.ClusterdiffError, match="one value per x"):
        plots.plot_series([1, 2], {"x": [1]}, ax=ax)
    with pytest.raises(cd.ClusterdiffError, match="one row per name"):
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


def test_lattice_without_refinements_has_no_edges(ax):
    plots.plot_lattice([cd.Partition([0, 0, 1, 1]), cd.Partition([0, 1, 0, 1])], ax=ax)
    assert not ax.get_lines()
    assert sorted(text.get_text() for text in ax.texts) == ["01|23", "02|13"]


@pytest.mark.parametrize(
    "given", [[cd.Partition.top(3)], [cd.Partition.top(1)], [cd.Partition.top(3)] * 2]
)
def test_lattice_of_one_partition(ax, given):
    plots.plot_lattice(given, ax=ax)
    assert len(ax.texts) == 1


def test_lattice_joins_partitions_with_none_between_them(ax):
    top, middle, bottom = cd.Partition.top(4), cd.Partition([0, 0, 1, 1]), cd.Partition.bottom(4)
    plots.plot_lattice([top, bottom], ax=ax)
    assert len(ax.get_lines()) == 1
    ax.clear()
    plots.plot_lattice([bottom, middle, top], ax=ax)
    assert len(ax.get_lines()) == 2


@pytest.mark.parametrize(
    ("partitions", "paths", "message"),
    [
        ([], (), "at least one partition"),
        ([cd.Partition.top(2)], [[cd.Partition.bottom(2)]], "among the given ones"),
        ([cd.Partition.top(2)], [[]], "a path is empty"),
    ],
)
def test_lattice_refuses_what_it_cannot_draw(ax, partitions, paths, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        plots.plot_lattice(partitions, paths=paths, ax=ax)


RUNS = {"x": [0, 0, 1, 1, 2, 2], "y": [0, 0, 1, 1, 2, 3], "z": [0, 1, 0, 1, 0, 1]}


def drawn_distances(ax):
    """Return the heights at which the dendrogram joins branches."""
    segments = [segment for group in ax.collections for segment in group.get_segments()]
    return sorted({round(float(np.max(segment[:, 0])), 9) for segment in segments})


@pytest.mark.parametrize("form", ["matrix", "result", "frame"])
def test_dendrogram_of_distances_keeps_them(ax, form):
    result = cd.pairwise(RUNS, measures="vi")
    values = {"matrix": result.to_numpy(), "result": result, "frame": result.to_frame()}[form]
    plots.plot_dendrogram(values, ax=ax)
    assert ax.get_xlabel() == "distance"
    nearest = cd.variation_of_information(RUNS["x"], RUNS["y"])
    far = [cd.variation_of_information(RUNS[name], RUNS["z"]) for name in "xy"]
    assert drawn_distances(ax) == pytest.approx([nearest, sum(far) / 2])
    if form != "matrix":
        assert {label.get_text() for label in ax.get_yticklabels()} == set(RUNS)


@pytest.mark.parametrize("form", ["matrix", "result"])
def test_dendrogram_of_similarities_draws_one_minus_them(ax, form):
    result = cd.pairwise(RUNS, measures="adjusted_rand")
    plots.plot_dendrogram(result if form == "result" else result.to_numpy(), ax=ax)
    assert ax.get_xlabel() == "1 - similarity"
    assert drawn_distances(ax)[0] == pytest.approx(1 - cd.adjusted_rand(RUNS["x"], RUNS["y"]))


@pytest.mark.parametrize(
    ("values", "options", "message"),
    [
        ([[0.5, 1], [1, 0.5]], {}, "diagonal must be 1"),
        ([[0, 2], [2, 0]], {"kind": "similarity"}, "similarities must be 1 on the diagonal"),
        ([[1, 0.2], [0.2, 1]], {"kind": "distance"}, "distances must be 0 on the diagonal"),
        ([[1, 3], [3, 1]], {}, "at most 1"),
        ([[0, -1], [-1, 0]], {}, "not negative"),
        ([[1, np.nan], [np.nan, 1]], {}, "finite"),
        ([[1]], {}, "two or more"),
        ([1, 2], {}, "must be a matrix"),
        ([["p", "q"], ["r", "s"]], {}, "matrix of numbers"),
        ([[0, 1, 2], [1, 0, 1]], {}, "one row per name"),
        ([[0, 1], [1, 0]], {"kind": "metric"}, "kind must be one of"),
        ([[0, 1], [1, 0]], {"measure": "vi"}, "only for a result of pairwise"),
    ],
)
def test_dendrogram_refuses_other_matrices(ax, values, options, message):
    names = ["p", "q"] if np.shape(values) == (2, 3) else None
    with pytest.raises(cd.ClusterdiffError, match=message):
        plots.plot_dendrogram(values, names, ax=ax, **options)


def test_dendrogram_refuses_similarities_without_an_upper_bound(ax):
    with pytest.raises(cd.ClusterdiffError, match="similarities must be 1"):
        plots.plot_dendrogram(cd.pairwise(RUNS, measures="mutual_information"), ax=ax)


def test_heatmap_of_a_result_has_its_names_and_measure(ax):
    result = cd.pairwise(RUNS, measures=["adjusted_rand", "vi"])
    plots.plot_heatmap(result, measure="vi", order="given", ax=ax)
    assert [label.get_text() for label in ax.get_yticklabels()] == list(RUNS)
    assert ax.get_title() == "Variation of information"
    assert ax.texts[0].get_text() == "0.00"


def test_heatmap_of_nothing_but_nan_is_blank(ax):
    plots.plot_heatmap([[np.nan]], ["x"], ax=ax)
    assert not ax.texts


@pytest.mark.parametrize("draw", [plots.plot_bipartite, plots.plot_derivation])
def test_large_inputs_are_reduced_with_a_note(ax, draw):
    rng = np.random.default_rng(0)
    a = np.repeat(np.arange(1000), np.arange(1, 1001))
    b = np.where(rng.random(len(a)) < 0.02, rng.permutation(a), a)
    draw(a, b, ax=ax)
    texts = [text.get_text() for text in ax.texts]
    (note,) = [text for text in texts if "clusters of a" in text]
    assert "of 1,000 clusters of a" in note
    assert "largest overlaps" in note
    left = [text for text in texts if text == f"999 ({np.count_nonzero(a == 999):,})"]
    assert left  # the largest cluster is drawn with its full size
    assert len(ax.get_lines()) < 2 * 30 * 30
    ax.clear()
    draw(a[a < 40], b[a < 40], max_clusters=None, ax=ax)
    assert not any("largest overlaps" in text.get_text() for text in ax.texts)


@pytest.mark.parametrize("draw", [plots.plot_bipartite, plots.plot_derivation])
@pytest.mark.parametrize("limit", [1, 2, 7])
def test_reduced_graphs_have_no_more_clusters_than_asked_for(ax, draw, limit):
    a, b = np.arange(60) // 4, np.arange(60) // 3
    draw(a, b, max_clusters=limit, ax=ax)
    columns = [c for c in ax.collections if len(c.get_offsets())]
    assert max(len(columns[0].get_offsets()), len(columns[-1].get_offsets())) <= limit
    with pytest.raises(cd.ClusterdiffError, match="max_clusters must be an integer of at least 1"):
        draw(a, b, max_clusters=0, ax=ax)


@pytest.mark.parametrize("draw", [plots.plot_bipartite, plots.plot_derivation])
def test_tables_and_diffs_are_drawn_as_their_labels(draw):
    a, b = [0, 0, 1], ["p", "q", "q"]
    drawn = []
    for given in ((a, b), (cd.Table.from_labels(a, b),), (cd.diff(a, b),)):
        ax = draw(*given, ax=Figure().subplots())
        drawn.append([text.get_text() for text in ax.texts])
    assert drawn[0] == drawn[1] == drawn[2]


def test_a_frame_of_correlations_is_drawn_with_its_names():
    names = ["ari", "purity", "rand"]
    found = pd.DataFrame([[1, 0.9, 0.2], [0.9, 1, 0.3], [0.2, 0.3, 1]], names, names)
    ax = plots.plot_heatmap(found, ax=Figure().subplots())
    assert [label.get_text() for label in ax.get_yticklabels()] == names
    assert ax.texts[1].get_text() == "0.90"
    ax = plots.plot_dendrogram(found, ax=Figure().subplots())
    assert {label.get_text() for label in ax.get_yticklabels()} == set(names)
    assert ax.get_xlabel() == "1 - similarity"
    with pytest.raises(cd.ClusterdiffError, match="only for a result of pairwise"):
        plots.plot_heatmap(found, measure="rand")


def test_an_unknown_value_is_blank_in_the_heatmap_and_refused_by_the_dendrogram():
    found = [[1, np.nan], [np.nan, 1]]
    ax = plots.plot_heatmap(found, ax=Figure().subplots())
    assert [text.get_text() for text in ax.texts] == ["1.00", "1.00"]
    with pytest.raises(cd.ClusterdiffError, match="finite"):
        plots.plot_dendrogram(found, ax=Figure().subplots())


def test_heatmaps_share_a_color_scale_if_it_is_given():
    for values in ([[1.0, 0.2], [0.2, 1.0]], [[1.0, 0.9], [0.9, 1.0]]):
        ax = plots.plot_heatmap(values, limits=(-1, 1), ax=Figure().subplots())
        assert ax.images[0].get_clim() == (-1, 1)
    with pytest.raises(cd.ClusterdiffError, match="the lower first"):
        plots.plot_heatmap([[1.0]], limits=(1, 0), ax=Figure().subplots())
