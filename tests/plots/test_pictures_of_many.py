"""Pictures of many clusterings: their names do not overlap, and a note says which are not drawn."""

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import clusterdiff as cd
from clusterdiff import plots
from clusterdiff.errors import InputError, OptionError


@pytest.fixture
def ax():
    return Figure(figsize=(8, 6)).subplots()


def many_runs(count):
    rng = np.random.default_rng(0)
    base = rng.integers(0, 4, 60)
    return cd.Clusterings(
        {
            f"kmeans_seed_{i}_with_a_long_name": np.where(
                rng.random(60) < 0.03 * (i % 9), rng.integers(0, 4, 60), base
            )
            for i in range(count)
        }
    )


@pytest.mark.parametrize("draw", [plots.plot_heatmap, plots.plot_dendrogram])
@pytest.mark.parametrize("count", [5, 50, pytest.param(90, marks=pytest.mark.slow)])
def test_names_of_many_clusterings_do_not_overlap(draw, count):
    ax = draw(cd.pairwise(many_runs(count), measures="vi"))
    ax.figure.draw_without_rendering()
    ticks = [label for label in ax.get_yticklabels() if label.get_text()]
    assert len({label.get_text() for label in ticks}) == count
    boxes = sorted((label.get_window_extent() for label in ticks), key=lambda box: box.y0)
    assert all(low.y1 <= high.y0 + 1 for low, high in itertools.pairwise(boxes))
    plt.close(ax.figure)


@pytest.mark.parametrize("draw", [plots.plot_heatmap, plots.plot_dendrogram])
def test_names_that_do_not_fit_are_not_drawn(draw):
    values = cd.pairwise(many_runs(120), measures="vi")
    for ax in (draw(values), draw(values, ax=Figure().subplots())):
        assert ax.get_xlabel().endswith("names are not drawn.")
        assert not [label for label in ax.get_yticklabels() if label.get_text()]
    plt.close("all")


def test_a_map_of_many_says_that_it_has_no_names(ax):
    plots.plot_map(cd.pairwise(many_runs(70), measures="vi"), ax=ax)
    assert ax.get_xlabel() == "70 names not drawn"
    assert not ax.texts


def test_titles_of_columns_differ(ax):
    plots.plot_flow(many_runs(3), ax=ax)
    titles = [text.get_text() for text in ax.texts[:3]]
    assert titles == ["…ns_seed_0…", "…ns_seed_1…", "…ns_seed_2…"]


def test_maps_heatmaps_and_trees_compare_clusterings_themselves():
    runs = cd.Clusterings({"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]})
    for draw in (plots.plot_map, plots.plot_heatmap, plots.plot_dendrogram):
        of_set = draw(runs, measure="ari", ax=Figure().subplots())
        of_pairs = draw(cd.pairwise(runs, measures="ari"), ax=Figure().subplots())
        assert of_set.get_title() == of_pairs.get_title() != ""
    with pytest.raises(cd.ClusterdiffError, match="values must be a result of pairwise"):
        plots.plot_map([[0, 1], [1, 0]])


ONE_KIND = (
    "plot_agreement",
    "plot_cluster_stability",
    "plot_coassignment",
    "plot_credible_ball",
    "plot_critical_difference",
    "plot_diversity",
    "plot_modes",
    "plot_ranking",
    "plot_scatter",
    "plot_stability",
)


@pytest.mark.parametrize("name", ONE_KIND)
def test_a_picture_of_one_kind_of_result_says_what_to_pass(name):
    labels = [0, 0, 1, 1], [0, 1, 1, 1]
    runs = cd.Clusterings({"x": labels[0], "y": labels[1]})
    for given in (cd.Table.from_labels(*labels), cd.diff(*labels), runs, "text", None):
        with pytest.raises(InputError, match=rf"got {type(given).__name__}\.\s+Hint: pass "):
            getattr(plots, name)(given)


def test_a_picture_of_two_of_three_clusterings_says_how_to_choose():
    runs = cd.Clusterings({"x": [0, 0, 1], "y": [0, 1, 1], "z": [0, 1, 2]})
    with pytest.raises(OptionError, match='columns="x,y"'):
        plots.plot_confusion(runs)
    assert plots.plot_confusion(runs, columns="x,y")
    assert plots.plot_confusion(runs.table("x", "y"))


def test_ten_groups_have_different_marks():
    ax = plots.plot_scatter({str(i): ([i], [i]) for i in range(20)})
    marks = {(line.get_color(), line.get_marker()) for line in ax.get_lines()}
    assert len(marks) == 20


def test_the_smallest_overlaps_of_a_derivation_are_left_out_with_a_note():
    rng = np.random.default_rng(0)
    a = rng.integers(0, 12, 2000)
    b = np.where(rng.random(2000) < 0.3, rng.integers(0, 12, 2000), a)
    ax = plots.plot_derivation(a, b)
    texts = [text.get_text() for text in ax.texts]
    assert len(ax.get_lines()) == 2 * 60
    assert any("smaller overlaps" in text for text in [*texts, ax.get_xlabel()])
    assert (
        len(plots.plot_derivation(a, b, max_clusters=None).get_lines())
        == 2 * cd.Table.from_labels(a, b).nnz
    )
