"""Pictures of two or several clusterings: complete, readable, and reduced with a note."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import clusterdiff as cd
from clusterdiff import plots
from clusterdiff.drawing import flow_diagram


@pytest.fixture
def ax():
    return Figure(figsize=(8, 6)).subplots()


def noisy_pair(clusters, seed=0):
    """Return clusters of very different sizes, some split and merged, with 5 % of noise."""
    rng = np.random.default_rng(seed)
    weights = rng.pareto(1.5, clusters) + 0.2
    n = max(200, 60 * clusters)
    a = rng.choice(clusters, n, p=weights / weights.sum())
    b = rng.permutation(clusters)[a]
    b = np.where((a % 5 == 0) & (rng.random(n) < 0.4), clusters + a, b)
    stray = rng.random(n) < 0.05
    b[stray] = rng.choice(b, int(stray.sum()))
    return np.array([f"type {i}" for i in a]), np.array([f"c{i}" for i in b])


PICTURES = [
    plots.plot_flow,
    plots.plot_confusion,
    plots.plot_bipartite,
    plots.plot_contributions,
]


@pytest.mark.parametrize("draw", PICTURES)
@pytest.mark.parametrize("clusters", [1, 3, 10, 50, pytest.param(300, marks=pytest.mark.slow)])
def test_labels_do_not_overlap_and_are_inside_the_figure(draw, clusters):
    ax = draw(*noisy_pair(clusters))
    figure = ax.figure
    figure.draw_without_rendering()
    labels = [*ax.texts, *(ax.get_yticklabels() if ax.axison else ())]
    labels += ax.get_xticklabels() if draw is plots.plot_confusion else []
    boxes = [text.get_window_extent() for text in labels if text.get_text()]
    for box in boxes:
        assert box.x0 >= -1
        assert box.y0 >= -1
        assert box.x1 <= figure.bbox.x1 + 1
        assert box.y1 <= figure.bbox.y1 + 1
    tight = [box.expanded(0.98, 0.85) for box in boxes]
    found = [(i, j) for i, x in enumerate(tight) for j in range(i) if x.overlaps(tight[j])]
    assert not [(boxes[i], boxes[j]) for i, j in found]
    plt.close(figure)


@pytest.mark.parametrize("draw", PICTURES)
def test_labels_tables_and_diffs_are_drawn_alike(draw):
    a, b = noisy_pair(6)
    given = ((a, b), (cd.Table.from_labels(a, b),), (cd.diff(a, b),))
    drawn = []
    for arguments in given:
        ax = draw(*arguments, ax=Figure().subplots())
        drawn.append([text.get_text() for text in (*ax.texts, *ax.get_yticklabels())])
    assert drawn[0] == drawn[1] == drawn[2]


def test_flow_of_several_clusterings(ax):
    labels = [noisy_pair(5, seed)[0] for seed in range(3)]
    runs = dict(zip(("truth", "first", "second"), labels, strict=True))
    plots.plot_flow(runs, ax=ax)
    texts = [text.get_text() for text in ax.texts]
    assert texts[:3] == ["truth", "first", "second"]
    other = plots.plot_flow(cd.Clusterings(runs), ax=Figure(figsize=(8, 6)).subplots())
    assert [text.get_text() for text in other.texts] == texts
    assert len(ax.patches) > 15  # bands and links


def test_flow_shows_every_element(ax):
    a, b = noisy_pair(4)
    plots.plot_flow(a, b, fold=False, ax=ax)
    sizes = {f"{name} ({np.count_nonzero(a == name):,})" for name in set(a)}
    assert sizes <= {text.get_text() for text in ax.texts}


def test_flow_reduces_with_a_note(ax):
    plots.plot_flow(*noisy_pair(300), max_bands=10, ax=ax)
    texts = " ".join(text.get_text() for text in ax.texts)
    assert "more clusters (" in texts
    assert "clusters kept" in texts
    assert "not drawn" in texts
    small = Figure(figsize=(3, 1)).subplots()
    plots.plot_flow(*noisy_pair(50), ax=small)
    assert "have no label" in small.texts[-1].get_text()


@pytest.mark.parametrize(
    ("normalize", "expected"),
    [
        ("rows", ["67 %", "33 %", "", "100 %"]),
        ("cols", ["100 %", "50 %", "", "50 %"]),
        ("all", ["50 %", "25 %", "", "25 %"]),
        ("none", ["2", "1", "", "1"]),
    ],
)
def test_confusion_is_normalized(ax, normalize, expected):
    plots.plot_confusion([0, 0, 0, 1], ["p", "p", "q", "q"], normalize=normalize, ax=ax)
    assert [text.get_text() for text in ax.texts] == expected


def test_confusion_orders_both_sides_by_the_matching(ax):
    a = np.repeat(np.arange(6), np.arange(10, 70, 10))
    plots.plot_confusion(a, (a * 5 + 2) % 6, ax=ax, normalize="none")
    shown = np.array([text.get_text() for text in ax.texts]).reshape(6, 6)
    assert (shown[~np.eye(6, dtype=bool)] == "").all()
    assert shown.diagonal().tolist() == ["60", "50", "40", "30", "20", "10"]


def test_confusion_joins_the_smallest_clusters(ax):
    plots.plot_confusion(*noisy_pair(80), max_clusters=20, ax=ax)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert len(names) == 20
    assert names[-1].endswith(" more")


def test_contributions_add_up_to_the_measure(ax):
    for measure in ("vi", "mirkin", "rand"):
        ax.clear()
        d = cd.diff(*noisy_pair(30), measure=measure)
        plots.plot_contributions(d, max_components=3, ax=ax)
        assert sum(bar.get_width() for bar in ax.patches) == pytest.approx(d.total_cost)
        assert any("more changes" in text.get_text() for text in ax.get_yticklabels())
    ax.clear()
    plots.plot_contributions([0, 1], [0, 1], ax=ax)
    assert [text.get_text() for text in ax.get_yticklabels()] == ["no change"]


def test_bipartite_draws_scattered_elements_in_gray(ax):
    a = np.repeat([0, 1], 100)
    b = np.r_[np.repeat([0, 1], [95, 5]), np.repeat([0, 1], [3, 97])]
    plots.plot_bipartite(a, b, ax=ax)
    assert [line.get_color() == "#999999" for line in ax.get_lines()] == [False, False, True, True]


def test_chance_needs_chance(ax):
    a, b = noisy_pair(4)
    with pytest.raises(cd.ClusterdiffError, match="compared with chance"):
        plots.plot_chance(cd.compare(a, b, measures="ari"), ax=ax)
    found = cd.compare(a, b, measures=["ari", "rand", "entropy"], chance=True)
    plots.plot_chance(found, ax=ax)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert [name.partition(":")[0] for name in names] == ["Adjusted Rand index", "Rand index"]
    assert "1 of 3 measures has no mean by chance" in ax.get_xlabel()
    value = found["rand"]
    dots = [line.get_xdata()[0] for line in ax.get_lines() if line.get_marker() == "o"]
    best, mean = value.best, value.chance.expected
    assert dots[1] == pytest.approx((value.value - mean) / (best - mean))
    single = plots.plot_chance(value, ax=Figure().subplots())
    dots = [line.get_xdata()[0] for line in single.get_lines() if line.get_marker() == "o"]
    assert dots == [value.value]


@pytest.mark.parametrize(
    ("draw", "options", "message"),
    [
        (plots.plot_flow, {"max_bands": 0}, "max_bands must be an integer of at least 1"),
        (plots.plot_flow, {"names": ["x"]}, "names must name each of the 2 clusterings"),
        (plots.plot_confusion, {"normalize": "both"}, "normalize must be one of"),
        (
            plots.plot_confusion,
            {"max_clusters": 0},
            "max_clusters must be an integer of at least 1",
        ),
        (
            plots.plot_contributions,
            {"max_components": 0},
            "max_components must be an integer of at least 1",
        ),
        (
            plots.plot_contributions,
            {"max_components": "all"},
            "max_components must be an integer of at least 1",
        ),
    ],
)
def test_options_are_checked(ax, draw, options, message):
    with pytest.raises(cd.ClusterdiffError, match=message):
        draw([0, 1], [0, 1], ax=ax, **options)


def test_what_cannot_be_drawn_is_refused(ax):
    with pytest.raises(cd.ClusterdiffError, match="several labelings, got one"):
        plots.plot_flow([0, 1], ax=ax)
    with pytest.raises(cd.ClusterdiffError, match="at least two clusterings"):
        plots.plot_flow({"x": [0, 1]}, ax=ax)
    with pytest.raises(cd.ClusterdiffError, match="Two clusterings are compared, got 3"):
        plots.plot_confusion({key: [0, 1] for key in "xyz"}, ax=ax)
    with pytest.raises(cd.ClusterdiffError, match="missing has no effect"):
        plots.plot_flow(cd.diff([0, 1], [0, 1]), missing="drop", ax=ax)


def test_hostile_names_are_drawn_as_they_are(ax):
    names = ["$x^2$", "a\nb", "<script>", "\u202ertl", "y" * 500]
    plots.plot_flow(names, names[::-1], ax=ax)
    ax.figure.draw_without_rendering()
    assert all(len(text.get_text()) < 60 for text in ax.texts)


def test_large_lattices_are_reduced_or_refused():
    ax = plots.plot_lattice(cd.Partition.all(5))
    figure = ax.figure
    figure.draw_without_rendering()
    assert ax.get_xlabel().startswith("The lengths of the ")
    boxes = [text.get_window_extent().expanded(0.98, 0.9) for text in ax.texts]
    assert len(boxes) == 52
    assert not any(x.overlaps(y) for k, x in enumerate(boxes) for y in boxes[:k])
    plt.close(figure)
    with pytest.raises(cd.ClusterdiffError, match="At most 60 partitions can be drawn, got 203"):
        plots.plot_lattice(cd.Partition.all(6))


NAMED = [*PICTURES, plots.plot_derivation]


@pytest.mark.parametrize("draw", NAMED)
def test_long_labels_are_inside_the_figure_and_differ(draw):
    """Labels that begin alike are shortened in the middle, so that they still differ."""
    a = np.repeat([f"CD4-positive, alpha-beta memory T cell, type {i}" for i in range(8)], 40)
    b = np.repeat([f"Leiden clustering at resolution 1.0, cluster {i}" for i in range(16)], 20)
    ax = draw(a, b)
    figure = ax.figure
    figure.draw_without_rendering()
    labels = [*ax.texts, *(ax.get_yticklabels() if ax.axison else ())]
    for text in labels:
        box = text.get_window_extent()
        assert box.x0 >= -1
        assert box.x1 <= figure.bbox.x1 + 1
    shown = [text.get_text() for text in labels if "…" in text.get_text()]
    assert len(shown) >= 8
    assert len(set(shown)) == len(shown)
    plt.close(figure)


def test_derivation_is_readable_at_ten_clusters():
    a, b = noisy_pair(10)
    ax = plots.plot_derivation(a, b)
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent().expanded(0.98, 0.85) for text in ax.texts]
    assert not any(x.overlaps(y) for k, x in enumerate(boxes) for y in boxes[:k])
    plt.close(ax.figure)


# Machado, Oliveira and Fernandes 2009, severity 1.0: linear RGB as seen with a deficiency.
SEEN = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}  # fmt: skip


def lab(linear):
    """Return CIELAB of linear RGB, white point D65."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x, y, z = np.cbrt(np.clip(linear, 0, 1) @ np.array(to_xyz).T / [0.9505, 1, 1.089]).T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


@pytest.mark.parametrize("vision", SEEN)
def test_colors_differ_with_color_vision_deficiency(vision):
    """Any two colors of areas are a distance of at least 10 apart in CIELAB."""
    from matplotlib.colors import to_rgb

    from clusterdiff.drawing import KEPT, OTHER, PALETTE

    colors = np.array([to_rgb(color) for color in (*PALETTE, KEPT, OTHER)])
    linear = np.where(colors <= 0.04045, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)
    seen = lab(linear @ np.array(SEEN[vision]).T)
    apart = np.linalg.norm(seen[:, None] - seen, axis=2)
    assert apart[~np.eye(len(apart), dtype=bool)].min() >= 10


def crossings(drawn, left, right):
    """Return the pairs of elements whose links cross, with the bands in these orders."""
    total = 0
    for one in drawn.links:
        for two in drawn.links:
            if left[one.source] < left[two.source] and right[one.target] > right[two.target]:
                total += one.size * two.size
    return total


def by_barycenter(drawn, sweeps=4):
    """Return places of bands after sweeps to the mean place of the neighbors, from the sizes."""
    columns = [[k for k, band in enumerate(drawn.bands) if band.column == c] for c in (0, 1)]
    order = [sorted(column, key=lambda k: -drawn.bands[k].size) for column in columns]
    for sweep in range(sweeps):
        free = 1 - sweep % 2
        fixed = {band: place for place, band in enumerate(order[1 - free])}

        def mean(band, fixed=fixed, free=free):
            ends = [
                (fixed[link.source if free else link.target], link.size)
                for link in drawn.links
                if (link.target if free else link.source) == band
            ]
            weight = sum(size for _, size in ends)
            return sum(place * size for place, size in ends) / weight if weight else 0.0

        order[free].sort(key=mean)
    return [{band: place for place, band in enumerate(column)} for column in order]


@pytest.mark.parametrize("clusters", [5, 12, 30])
def test_flow_has_no_more_crossings_than_barycenter_sweeps(clusters):
    for seed in range(3):
        a, b = noisy_pair(clusters, seed)
        drawn = flow_diagram([cd.Table.from_labels(a, b)], fold=False)
        place = {k: band.start for k, band in enumerate(drawn.bands)}
        assert crossings(drawn, place, place) <= crossings(drawn, *by_barycenter(drawn))


LONG = "Activated regulatory CD4-positive, CD25-positive alpha-beta T lymphocyte of lung"


def long_names(clusters):
    """Return two clusterings with long names, whose clusters have long names."""
    a, b = noisy_pair(clusters)
    return {
        "cell types of the atlas, second version": [f"{LONG} {name}" for name in a],
        "Leiden clusters at resolution 1.0": [f"cluster number {name} at 1.0" for name in b],
    }


def test_bars_name_the_clusters_of_both_sides_where_names_are_long(ax):
    plots.plot_contributions(long_names(20), ax=ax)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    changes = [label for label in labels if "scattered" not in label]
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
