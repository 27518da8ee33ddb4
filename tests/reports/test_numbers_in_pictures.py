"""Numbers and colors of pictures and tables against the data that they show."""

import re
from html import unescape

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff import plots
from clusterdiff.drawing import PALETTE, color_of, flow_diagram
from clusterdiff.drawing._palette import KEPT
from tests.helpers.report_pages import embedded

matplotlib = pytest.importorskip("matplotlib")
from matplotlib.colors import to_hex  # noqa: E402  (after the check)
from matplotlib.figure import Figure  # noqa: E402


def planted(clusters=45, size=80, noise=0.02, seed=3):
    """Return two clusterings with three changes: 7 and 8 merge, 20 splits, 30 gives a third to 31."""
    rng = np.random.default_rng(seed)
    a = np.repeat(np.arange(clusters), size)
    b = np.where(rng.random(len(a)) < noise, rng.integers(0, clusters, len(a)), a)
    b[a == 8] = 7
    inside = np.arange(len(a)) % size
    b[(a == 20) & (inside < size // 2)] = 99
    b[(a == 30) & (inside < size // 3)] = 31
    return a, b


def noisy(k=9, n=900, seed=1, noise=0.3):
    rng = np.random.default_rng(seed)
    a = rng.integers(0, k, n)
    return a, np.where(rng.random(n) < noise, rng.integers(0, k, n), (a + 2) % k)


def svg_of(html, key):
    return html.split(f'id="{key}"')[1].split("</svg>")[0]


def with_noise():
    """Return types, and the same with a part of each labeled as noise, and one type divided up."""
    rng = np.random.default_rng(0)
    a = np.repeat(["p", "q", "r", "s", "t"], [200, 180, 160, 140, 120])
    b = np.where(rng.random(len(a)) < 0.3, "noise", a)
    gone = a == "t"
    b[gone] = rng.choice(["p", "q", "r", "s"], gone.sum())
    return a, b


def test_new_and_gone_clusters_have_their_elements():
    a, b = with_noise()
    data = cd.report(a, b, measures=["ari", "vi"]).to_dict()
    for kind, side in (("new", b), ("gone", a)):
        found = [row for row in data["changes"] if row["kind"] == kind]
        assert found
        for row in found:
            place = 1 if kind == "new" else 0
            (number,) = row["pick"][place]
            name = data["ab"[place]]["names"][number]
            assert row["size"] == np.count_nonzero(side == name) > 0


@pytest.mark.parametrize("make", [with_noise, planted, noisy])
def test_costs_add_up_to_the_measure_in_every_format(make):
    a, b = make()
    made = cd.report(a, b, measures=["ari", "vi"])
    data = made.to_dict()
    total = sum(row["cost"] for row in data["changes"])
    assert total == pytest.approx(cd.vi(a, b), rel=1e-9)
    assert data["cost"]["total"] == pytest.approx(total, rel=1e-9)
    table = embedded(made.to_html())["tables"]["changes"]
    assert sum(row[3] for row in table["rows"]) == pytest.approx(total, rel=1e-4)
    last = re.findall(r"<tfoot>(.*?)</tfoot>", made.to_html())[0]
    assert f"{cd.vi(a, b):.4g}" in last
    lines = made.to_markdown().split("## What changed")[1].split("\n\n")[1].splitlines()[2:]
    costs = [float(line.split("|")[4]) for line in lines]
    assert sum(costs[:-1]) == pytest.approx(costs[-1], rel=1e-2)


def test_moved_elements_are_those_outside_matching_clusters():
    a, b = noisy()
    data = cd.report(a, b, measures=["ari"]).to_dict()
    moved = round((1 - cd.classification_accuracy(a, b)) * len(a))
    assert data["moved"]["count"] == moved
    assert data["verdict"]["sentences"][0].startswith(f"{moved} of 900 elements moved (")


def test_changed_clusters_are_drawn_and_kept_ones_are_one_band():
    a, b = planted()
    table = cd.Table.from_labels(a, b)
    for drawn in (flow_diagram(table), flow_diagram(table, max_bands=8)):
        names = [{band.label for band in drawn.bands if band.column == k and band.kind == "cluster"}
                 for k in (0, 1)]  # fmt: skip
        assert names[0] >= {"7", "8", "20", "30"}
        assert names[1] >= {"7", "20", "99", "31"}
        kept = [band for band in drawn.bands if band.kind == "kept"]
        assert [band.label for band in kept] == ["40 clusters kept"] * 2
        for band in kept:
            sizes = table.row_sizes if band.column == 0 else table.col_sizes
            assert band.size == sizes[list(band.clusters)].sum()
            assert band.end - band.start <= 0.16


def test_the_flow_and_the_verdict_count_the_same_kept_clusters():
    rng = np.random.default_rng(0)
    a = rng.zipf(1.3, 60_000)
    a = a[a <= 300][:20_000]
    b = np.where(rng.random(len(a)) < 0.03, rng.integers(1, 300, len(a)), a)
    b[a == 8] = 7
    made = cd.report(a, b, measures="ari", chance=False)
    (kept,) = re.findall(r"keeps ([\d,]+) of the", made.to_dict()["verdict"]["sentences"][1])
    assert f"{kept} clusters kept" in svg_of(made.to_html(), "flow")


def test_smaller_moves_are_told_only_if_there_are_some():
    a = np.repeat([0, 1, 2], 100)
    b = a.copy()
    b[:20], b[100:110] = 1, 2
    (moved,) = [
        c for c in cd.report(a, b, min_share=0.3).to_dict()["changes"] if c["kind"] == "moved"
    ]
    assert (moved["sentence"], moved["size"]) == ("0 → 1 (20), 1 → 2 (10)", 30)
    a = np.repeat(np.arange(8), 100)
    b = np.where(np.arange(len(a)) % 100 < 10, (a + 1) % 8, a)
    (moved,) = [
        c for c in cd.report(a, b, min_share=0.3).to_dict()["changes"] if c["kind"] == "moved"
    ]
    assert moved["sentence"].endswith(" and smaller moves")


def test_the_report_and_the_plot_show_the_planted_changes():
    a, b = planted()
    picture = svg_of(cd.report(a, b, measures=["ari"]).to_html(), "flow")
    texts = [
        unescape(re.sub("<[^>]*>", "", text)) for text in re.findall(r"<text.*?</text>", picture)
    ]
    ax = plots.plot_flow(a, b, ax=Figure(figsize=(8, 6)).subplots())
    drawn = [text.get_text() for text in ax.texts]
    for name, side in (("8", a), ("20", a), ("99", b), ("31", b)):
        size = np.count_nonzero(side == int(name))
        assert f"{name} {size}" in texts
        assert f"{name} ({size})" in drawn
    assert sum("40 clusters kept" in text for text in texts) == 2


def test_no_color_is_used_for_two_things():
    for seed, k in ((0, 5), (1, 14), (2, 40)):
        a, b = noisy(k, 60 * k, seed, 0.6)
        drawn = flow_diagram(cd.Table.from_labels(a, b))
        matched = {(link.source, link.target) for link in drawn.links if not link.moved}
        for column in (0, 1):
            colors = [
                band.color for band in drawn.bands if band.column == column and band.color >= 0
            ]
            assert len(colors) == len(set(colors)) <= len(PALETTE)
        for i, one in enumerate(drawn.bands):
            for j, two in enumerate(drawn.bands):
                if one.color == two.color >= 0 and one.column < two.column:
                    assert (i, j) in matched
    assert len(set(PALETTE)) == len(PALETTE)


def test_report_and_plot_have_the_same_colors():
    a, b = noisy(6, 600, 4, 0.5)
    drawn = flow_diagram(cd.Table.from_labels(a, b))
    html = cd.report(a, b, measures=["ari"]).to_html()
    ax = plots.plot_flow(a, b, ax=Figure().subplots())
    bars = [to_hex(patch.get_facecolor()).upper() for patch in ax.containers[0]]
    assert bars == [color_of(band.color).upper() for band in drawn.bands]
    classes = re.findall(r'<rect class="band (\w+)"', svg_of(html, "flow"))
    assert len(classes) == len(drawn.bands)
    for name, color in zip(classes, bars, strict=True):
        assert f".{name}{{fill:{color}}}".lower() in html.lower()


def test_own_colors_are_used_in_the_report_and_in_plots():
    a, b = ["x"] * 6 + ["y"] * 6, ["p"] * 3 + ["q"] * 3 + ["r"] * 6
    own = {"x": "#123456", "p": "red"}
    html = cd.report(a, b, measures=["ari"], colors=own).to_html()
    picture = svg_of(html, "flow")
    assert 'fill="#123456"' in picture
    assert 'fill="red"' in picture
    ax = plots.plot_flow(a, b, colors=own, ax=Figure().subplots())
    assert "#123456" in [to_hex(patch.get_facecolor()) for patch in ax.containers[0]]
    with pytest.raises(cd.ClusterdiffError, match="got 'url\\(x\\)'"):
        cd.report(a, b, measures=["ari"], colors={"x": "url(x)"})
    with pytest.raises(cd.ClusterdiffError, match="each of the 2 clusterings, got 1"):
        cd.report(a, b, measures=["ari"], colors=[own])


def test_the_colors_of_an_annotated_object_are_used():
    pd = pytest.importorskip("pandas")

    class Annotated:
        obs = pd.DataFrame({"x": pd.Categorical(["u", "u", "v", "v"]), "y": [1, 2, 3, 3]})
        uns = {"x_colors": np.array(["#abcdef", "#fedcba"])}  # noqa: RUF012

    html = cd.report(Annotated(), "x", "y", measures=["ari"]).to_html()
    assert 'fill="#abcdef"' in svg_of(html, "flow")
    ax = plots.plot_flow(Annotated(), "x", "y", ax=Figure().subplots())
    assert "#abcdef" in [to_hex(patch.get_facecolor()) for patch in ax.containers[0]]


def test_cells_of_the_heatmap_have_the_shares_of_the_data():
    a, b = noisy(11, 1500, 2)
    made = cd.report(a, b, measures=["ari"])
    page, picture = embedded(made.to_html()), svg_of(made.to_html(), "heatmap")
    place = page["heat"]
    written = {}
    for x, y, text in re.findall(
        r'<text class="cell[^"]*" x="([\d.]+)" y="([\d.]+)">([^<]+)<', picture
    ):
        col = int((float(x) - place["x"]) // place["step"])
        row = int((float(y) - place["y"]) // place["step"])
        written[row, col] = text
    for row, i in enumerate(place["rows"]):
        for col, j in enumerate(place["cols"]):
            one, two = int(page["a"]["names"][i]), int(page["b"]["names"][j])
            both = np.count_nonzero((a == one) & (b == two))
            share = both / np.count_nonzero(a == one)
            assert written.get((row, col)) == (f"{100 * share:.0f} %" if both else None)
    for text in ("0 %", "50 %", "100 %"):
        assert f">{text}</text>" in picture


def drawn_opacity(picture, row, col):
    """Return the opacity of a cell: paths are drawn over each other."""
    left = 1.0
    for opacity, shape in re.findall(r'<path class="heat" opacity="([\d.]+)" d="([^"]+)"', picture):
        for start, line, length in re.findall(r"M(\d+) (\d+)h(\d+)", shape):
            if int(line) == row and int(start) <= col < int(start) + int(length):
                left *= 1 - float(opacity)
    return 1 - left


def test_the_color_of_the_heatmap_is_linear_in_the_share():
    a = np.repeat([0, 1, 2, 3], 100)
    b = np.concatenate([np.r_[np.zeros(s), np.full(100 - s, 9)] for s in (99, 74, 50, 10)])
    made = cd.report(a, b, measures=["ari"], min_share=0.01)
    page, picture = embedded(made.to_html()), svg_of(made.to_html(), "heatmap")
    place = page["heat"]
    seen = []
    for name in range(4):
        row = place["rows"].index(page["a"]["names"].index(str(name)))
        col = place["cols"].index(
            page["b"]["names"].index("0.0" if "0.0" in page["b"]["names"] else "0")
        )
        seen.append(drawn_opacity(picture, row, col))
    assert seen == sorted(seen, reverse=True)
    assert np.allclose(seen, [0.99, 0.74, 0.5, 0.1], atol=0.09)
    assert seen[0] - seen[1] > 0.15


def test_the_confusion_plot_and_its_scale_are_in_percent():
    figure = Figure()
    ax = plots.plot_confusion(*noisy(5, 300), ax=figure.subplots())
    figure.draw_without_rendering()
    assert all(text.get_text() == "" or text.get_text().endswith(" %") for text in ax.texts)
    scale = figure.axes[1]
    assert all(label.get_text().endswith(" %") for label in scale.get_yticklabels())


def test_the_matrix_of_many_runs_keeps_medoid_outliers_and_duplicates():
    rng = np.random.default_rng(5)
    base = rng.integers(0, 6, 400)
    runs = {f"r{i}": np.where(rng.random(400) < rng.uniform(0.05, 0.2), rng.integers(0, 6, 400), base)
            for i in range(88)}  # fmt: skip
    runs |= {"odd": rng.integers(0, 6, 400), "alone": np.arange(400) % 2}
    runs |= {"copy": runs["r41"].copy()}
    made = cd.report(cd.Clusterings(runs))
    data = made.to_dict()
    kinds = {run["name"]: run["kind"] for run in data["runs"]}
    shown = set(data["pairs"]["names"])
    assert len(shown) == 60
    assert {name for name, kind in kinds.items() if kind in ("medoid", "outlier")} <= shown
    assert {"r41", "copy", "odd", "alone"} <= shown
    caption = made.to_html().split('id="matrix"')[1].split("</figcaption>")[0]
    assert "60 of 91 clusterings are shown" in caption


def test_the_matrix_tells_nearly_equal_values_apart():
    base = np.repeat(np.arange(5), 60)
    near = base.copy()
    near[:12] = 1
    runs = {"x": base, "y": base.copy(), "z": near, "w": np.roll(base, 40)}
    made = cd.report(cd.Clusterings(runs))
    data, picture = embedded(made.to_html()), svg_of(made.to_html(), "matrix")
    names = data["pairs"]["names"]
    values = np.array(data["pairs"]["values"][0])
    seen = np.array([[drawn_opacity(picture, i, j) for j in range(4)] for i in range(4)])
    one, two = names.index("x"), names.index("z")
    assert 0.8 < values[one, two] < 1
    assert seen[one, two] < seen[one, one] - 0.05
    written = re.findall(r'<text class="cell[^>]*>([^<]+)<', picture)
    assert [float(text) for text in written] == pytest.approx(values.ravel().tolist(), abs=0.051)


def test_labels_of_dots_are_their_places_on_the_axis():
    found = cd.compare(*noisy(), measures=["ari", "vi", "nmi", "rand"], chance=True, rng=0)
    ax = plots.plot_chance(found, ax=Figure().subplots())
    dots = {
        int(line.get_ydata()[0]): float(line.get_xdata()[0])
        for line in ax.lines
        if line.get_marker() == "o"
    }
    for text in ax.texts:
        x, place = text.xy
        assert text.get_text() == f"{100 * x:.0f} %"
        assert dots[int(place)] == x
    names = [label.get_text() for label in ax.get_yticklabels()]
    for score, name in zip(found.scores, names, strict=True):
        assert name.startswith(f"{score.label}: ")
        assert float(name.split(": ")[1].split(" ")[0]) == pytest.approx(score.value, rel=1e-3)
    assert any(name.endswith(" bits") for name in names)


@pytest.mark.parametrize("draw", [plots.plot_bipartite, plots.plot_derivation])
def test_changed_clusters_of_a_graph_have_a_color_of_their_own_and_kept_ones_are_gray(draw):
    a = np.repeat(np.arange(13), 20)
    b = np.where((a < 8) & (a % 2 == 1), a - 1, a)  # four merges
    ax = draw(a, b, ax=Figure().subplots())
    nodes = [to_hex(color) for dots in ax.collections[:1] for color in dots.get_facecolors()]
    by_name = dict(zip((text.get_text().split(" ")[0] for text in ax.texts), nodes, strict=False))
    assert {by_name[str(k)] for k in range(8, 13)} == {KEPT.lower()}
    merged = [by_name[str(k)] for k in range(8)]
    assert merged[::2] == merged[1::2]
    assert len(set(merged)) == 4
    assert KEPT.lower() not in merged


def test_the_headings_of_the_bipartite_plot_are_the_names_above_the_columns():
    a, b = noisy(5)
    ax = plots.plot_bipartite({"truth": a, "found": b}, "truth", "found", ax=Figure().subplots())
    heads = {text.get_text(): text.get_position()[0] for text in ax.texts}
    assert heads["truth"] == 0
    assert heads["found"] == 1


def test_labels_in_other_scripts_have_fonts_if_there_are_any():
    from matplotlib.font_manager import fontManager

    known = {"Noto Sans CJK JP", "Noto Sans CJK SC", "WenQuanYi Zen Hei"} & set(
        fontManager.get_font_names()
    )
    ax = plots.plot_flow(["東京", "大阪", "大阪"], ["x", "x", "y"], ax=Figure().subplots())
    families = next(text.get_fontfamily() for text in ax.texts if "東京" in text.get_text())
    assert known <= set(families)
