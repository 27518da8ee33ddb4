"""Pictures of long names, of sets, tables and diffs, and of many clusterings."""

import itertools

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import clusterdiff as cd
from clusterdiff import plots
from tests.plots.test_pictures import PICTURES, noisy_pair


@pytest.fixture
def ax():
    return Figure(figsize=(8, 6)).subplots()


LONG = "Activated regulatory CD4-positive, CD25-positive alpha-beta T lymphocyte of lung"


def long_names(clusters):
    """Two clusterings with long names of clusters, and long names of their own."""
    a, b = noisy_pair(clusters)
    return {
        "cell types of the atlas, second version": [f"{LONG} {name}" for name in a],
        "Leiden clusters at resolution 1.0": [f"cluster number {name} at 1.0" for name in b],
    }


def test_bars_name_the_clusters_of_both_sides_where_names_are_long(ax):
    plots.plot_contributions(long_names(20), ax=ax)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    changes = [label for label in labels if not label.startswith("leakage")]
    assert len(changes) > 3
    assert all(" → " in label and len(label) <= 72 for label in changes)
    assert all("type " in label.split(" → ")[0][-9:] for label in changes)


@pytest.mark.parametrize("normalize", ["rows", "cols", "all", "none"])
@pytest.mark.parametrize("clusters", [3, 10])
def test_the_name_of_the_scale_is_inside_the_figure(clusters, normalize):
    ax = plots.plot_confusion(long_names(clusters), normalize=normalize)
    ax.figure.draw_without_rendering()
    box = ax.figure.axes[-1].yaxis.label.get_window_extent()
    assert box.y0 >= 0
    assert box.y1 <= ax.figure.bbox.y1
    plt.close(ax.figure)


RUNS = {"coarse": [0, 0, 0, 1, 1], "fine": [0, 0, 2, 1, 1], "same": [5, 5, 7, 6, 6]}


def test_lattice_of_a_set_has_the_names_of_the_clusterings(ax):
    plots.plot_lattice(cd.Clusterings({**RUNS, "other": [0, 1, 0, 1, 0]}), ax=ax)
    texts = {text.get_text(): text for text in ax.texts}
    assert set(texts) == {"coarse (2)", "fine = same (3)", "other (2)", "0.55"}
    low, high = ax.get_xlim()
    assert all(low < text.get_position()[0] < high for text in texts.values())
    assert len(ax.get_lines()) == 1
    assert f"{cd.variation_of_information(RUNS['coarse'], RUNS['fine']):.2f}" == "0.55"


def test_lattice_of_two_clusterings_has_their_meet_and_join():
    a, b = [0, 0, 1, 1, 2, 2], [0, 1, 1, 1, 2, 2]
    for subject, names in (
        (cd.Table.from_labels(a, b), ("a (3)", "b (3)")),
        (cd.diff({"p": 0, "q": 0}, {"p": 0, "q": 1}), ("a = join (1)", "b = meet (2)")),
        (cd.diff(a, b), ("a (3)", "b (3)", "meet (4)", "join (2)")),
    ):
        ax = plots.plot_lattice(subject, ax=Figure().subplots())
        assert set(names) <= {text.get_text() for text in ax.texts}


def test_lattice_says_that_nothing_is_refined(ax):
    plots.plot_lattice([cd.Partition([0, 0, 1, 1]), cd.Partition([0, 1, 0, 1])], ax=ax)
    assert ax.get_xlabel() == "None of the partitions refines another one."


@pytest.mark.parametrize("draw", [*PICTURES, plots.plot_chance, plots.plot_lattice])
def test_every_picture_takes_a_table_a_diff_and_a_set(draw):
    a, b = noisy_pair(4)
    given = (cd.Table.from_labels(a, b), cd.diff(a, b), cd.Clusterings({"a": a, "b": b}))
    for subject in given:
        ax = draw(subject, ax=Figure(figsize=(8, 6)).subplots())
        assert ax.has_data() or ax.texts


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
@pytest.mark.parametrize("count", [5, 50, 90])
def test_names_of_many_clusterings_do_not_overlap(draw, count):
    ax = draw(cd.pairwise(many_runs(count), "vi"))
    ax.figure.draw_without_rendering()
    ticks = [label for label in ax.get_yticklabels() if label.get_text()]
    assert len({label.get_text() for label in ticks}) == count
    boxes = sorted((label.get_window_extent() for label in ticks), key=lambda box: box.y0)
    assert all(low.y1 <= high.y0 + 1 for low, high in itertools.pairwise(boxes))
    plt.close(ax.figure)


@pytest.mark.parametrize("draw", [plots.plot_heatmap, plots.plot_dendrogram])
def test_names_that_do_not_fit_are_not_drawn(draw):
    values = cd.pairwise(many_runs(120), "vi")
    for ax in (draw(values), draw(values, ax=Figure().subplots())):
        assert ax.get_xlabel().endswith("names are not drawn.")
        assert not [label for label in ax.get_yticklabels() if label.get_text()]
    plt.close("all")


def test_a_map_of_many_says_that_it_has_no_names(ax):
    plots.plot_map(cd.pairwise(many_runs(70), "vi"), ax=ax)
    assert ax.get_xlabel() == "70 names not drawn"
    assert not ax.texts


def test_titles_of_columns_differ(ax):
    plots.plot_flow(many_runs(3), ax=ax)
    titles = [text.get_text() for text in ax.texts[:3]]
    assert titles == ["…ns_seed_0…", "…ns_seed_1…", "…ns_seed_2…"]
