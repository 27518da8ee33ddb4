"""The report as data, HTML, JSON and Markdown."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.errors import OptionError
from tests.helpers.report_pages import block, elements, embedded

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\u202egnol\u202c",
    "&amp;\"'`$policy ${x}",
    "]]>\u2028\u2029<!--",
    "x" * 10_000,
    "\x1b[31mred\x00",
]


def labels(n=600, k=6, seed=0, noise=0.1):
    rng = np.random.default_rng(seed)
    a = rng.integers(0, k, n)
    b = np.where(rng.random(n) < noise, rng.integers(0, k, n), a)
    return a, np.where(b == 1, 0, b)


ENDS = {
    "td": ("td",),
    "tr": ("td", "tr"),
    "tbody": ("td", "tr"),
    "tfoot": ("td", "tr"),
}  # what their tags end, too


class Page(HTMLParser):
    """The start tags, attributes and texts of a page, and whether tags are balanced."""

    VOID = ("meta", "input", "br", "rect", "circle", "line", "path")

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.open, self.texts = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        self.end_before(tag)
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_endtag(self, tag):
        if tag not in {"td", "tr"}:
            self.end_before(tag)
        assert self.open.pop() == tag

    def end_before(self, tag):
        while self.open and self.open[-1] in ENDS.get(tag, ()):
            self.open.pop()

    def handle_data(self, data):
        self.texts.append(data)


def test_the_page_is_well_formed_and_refers_to_nothing_outside():
    page = Page(cd.report(*labels(), measures="ari").to_html())
    assert page.open == []
    assert page.tags.count("h1") == page.tags.count("main") == 1
    outside = {"src", "href", "action", "xlink:href", "srcset"}
    links = [value for _, name, value in page.attributes if name in outside]
    assert links
    assert all(link.startswith("#") for link in links)
    assert not [name for _, name, _ in page.attributes if name.startswith("on") or name == "style"]


def test_the_policy_allows_exactly_the_style_and_the_script():
    html = cd.report(*labels(), measures="ari").to_html()
    for tag in ("style", "script"):
        text = re.search(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in html.replace("&#x27;", "'")
    assert "default-src 'none'" in html


def test_overlaps_and_clusters_add_up():
    a, b = labels()
    data = cd.report(a, b).to_dict()
    assert sum(data["overlaps"]["count"]) == data["n"] == len(a)
    for side, own in (("a", "row"), ("b", "col")):
        found = np.bincount(data["overlaps"][own], data["overlaps"]["count"])
        assert found.astype(int).tolist() == data[side]["sizes"]
        assert [c["size"] for c in data[f"clusters_{side}"]] == data[side]["sizes"]
        assert sum(data["kinds"][side].values()) == len(data[side]["names"])
    for score in data["measures"]:
        assert score["value"] == cd.get_measure(score["name"])(a, b)


def sentences(*clusterings, **options):
    return cd.report(*clusterings, measures="ari", **options).to_dict()["verdict"]["sentences"]


def test_the_verdict_names_the_merge_and_the_agreement():
    a, b = labels(noise=0)
    said = sentences(a, b)
    sizes = np.bincount(a)
    assert (
        said[0] == f"{min(sizes[:2])} of 600 elements moved ({100 * min(sizes[:2]) / 600:.0f} %)."
    )
    assert said[1].startswith("b keeps 4 of the 6 clusters of a; ")
    large, small = sorted((0, 1), key=lambda k: -sizes[k])
    assert said[2] == f"It merges {large} ({sizes[large]}) and {small} ({sizes[small]}) into 0."
    assert said[-1].startswith("Agreement is far above chance (adjusted Rand index 0.")


def test_the_verdict_counts_changes_that_cost_little_beside_the_largest():
    a = np.repeat([0, 1, 2, 3], [500, 500, 500, 12])
    b = np.repeat([0, 2, 4, 5], [1000, 500, 6, 6])
    said = sentences(a, b)
    assert said[2:-1] == ["It merges 0 (500) and 1 (500) into 0.", "1 smaller change: see below."]


def test_the_verdict_names_large_moves_of_scattered_elements():
    a = np.repeat([0, 1, 2], 200)
    b = a.copy()
    b[:30], b[200:205] = 1, 2
    said = sentences(a, b, min_share=0.3)
    assert "30 of 0 moved to 1." in said
    assert not any("of 1 moved to 2" in text for text in said)


def test_unrelated_clusterings_have_a_short_page_without_changes():
    rng = np.random.default_rng(3)
    made = cd.report(rng.integers(0, 3, 500), rng.integers(0, 3, 500), measures="ari")
    data = made.to_dict()
    (said,) = data["verdict"]["sentences"]
    assert said.startswith("The two clusterings have no more in common than random ones")
    assert data["changes"] == []
    html = made.to_html()
    for key in ("flow", "changes", "heatmap", "overlaps", "elements"):
        assert f'id="{key}"' not in html
    assert 'id="measures"' in html


def test_equal_clusterings_have_a_short_page():
    data = cd.report(["x", "x", "y"], ["x", "x", "y"]).to_dict()
    assert data["verdict"]["sentences"] == ["The two clusterings are the same."]
    made = cd.report(["x", "x", "y"], [1, 1, 0])
    assert "apart from the names" in made.to_dict()["verdict"]["sentences"][0]
    html = made.to_html()
    found = re.findall(r'<section id="(\w+)"', html)
    assert found == ["verdict", "clusters", "method"]
    assert list(made.to_dict()["method"]) == ["Elements", "Clusters", "Software"]


def test_hostile_names_change_nothing():
    rng = np.random.default_rng(0)
    names = np.array(HOSTILE, object)
    a = names[rng.integers(0, len(names), 200)].tolist()
    b = [x if k % 3 else names[k % len(names)] for k, x in enumerate(a)]
    ids = [f"</script>{i}" for i in range(200)]
    for title in (None, HOSTILE[0]):
        made = cd.report(
            dict(zip(ids, a, strict=True)),
            dict(zip(ids, b, strict=True)),
            measures="ari",
            title=title,
        )
        html = made.to_html()
        page = Page(html)
        assert page.open == []
        assert page.tags.count("script") == 4  # data, codes, ids and the code
        assert "img" not in page.tags
        assert "\u202e" not in html
        assert "\x1b" not in html
        assert len(embedded(html)["a"]["names"]) == len(HOSTILE)
        assert "<img" not in made.to_markdown().replace("\\<", "")


def test_elements_are_those_of_the_table():
    a, b = labels(300)
    ids = [f"cell{i}" for i in range(300)]
    html = cd.report(
        dict(zip(ids, a, strict=True)), dict(zip(ids, b, strict=True)), measures="ari"
    ).to_html()
    data, (codes, _) = embedded(html), elements(html)
    assert embedded(html, "ids") == ids
    rows, cols = np.array(data["cells"]["row"]), np.array(data["cells"]["col"])
    assert [data["a"]["names"][i] for i in rows[codes]] == list(map(str, a))
    assert [data["b"]["names"][j] for j in cols[codes]] == list(map(str, b))


def test_rows_stand_for_the_clusters_that_they_name():
    """Clusters are listed as 1, 2, 10, regardless of their order in the table."""
    a, b = (np.char.add("c", side.astype(str)) for side in labels(900, 13))
    made = cd.report(a, b, measures="ari")
    data, page = made.to_dict(), embedded(made.to_html())
    for side, place in (("a", 0), ("b", 1)):
        names = page[side]["names"]
        table = page["tables"][f"clusters_{side}"]
        assert [names[pick[place]] for pick in table["picks"]] == [row[0] for row in table["rows"]]
        assert [row[0] for row in table["rows"]] == names  # the order of the pictures
    (merged,) = [row for row in data["changes"] if row["kind"] == "merged"]
    rows, (number,) = merged["pick"]
    assert rows == []
    assert merged["sentence"].endswith(f"→ {data['b']['names'][number]}")


def test_sentences_of_the_verdict_name_their_clusters():
    data = cd.report(*labels(noise=0), measures="ari").to_dict()
    said = data["verdict"]
    assert len(said["picks"]) == len(said["sentences"])
    found = [
        pick for text, pick in zip(*said.values(), strict=True) if text.startswith("It merges")
    ]
    assert found == [[[], [data["b"]["names"].index("0")]]]


def test_elements_belong_to_the_overlaps_that_are_listed(monkeypatch):
    monkeypatch.setattr("clusterdiff.reports._two.MAX_OVERLAPS", 10)
    a, b = labels(600, 6, noise=0.3)
    html = cd.report(a, b, measures="ari").to_html()
    page = embedded(html)
    codes, places = elements(html)
    cells = page["cells"]
    assert np.bincount(codes).tolist() == cells["count"]
    for side, own, name in ((a, "row", "a"), (b, "col", "b")):
        names = np.array(page[name]["names"])[np.array(cells[own])[codes]]
        assert names.tolist() == side[places].astype(str).tolist()
    assert f"without {600 - len(places)} in overlaps that are not listed" in html


def test_a_table_gives_a_report_without_elements():
    made = cd.report(cd.Table.from_labels(*labels()), measures="ari")
    assert block(made.to_html(), "codes") is None
    assert "does not hold the elements" in made.to_html()


def test_json_and_markdown_say_the_same():
    made = cd.report(*labels(), measures="ari")
    data = json.loads(made.to_json())
    assert data["verdict"] == made.to_dict()["verdict"]
    text = made.to_markdown()
    assert text.startswith("# a against b\n")
    for heading in ("Measures", "What changed", "Clusters of a", "How it was computed"):
        assert f"## {heading}" in text


def test_write_chooses_the_format_by_the_suffix(tmp_path):
    made = cd.report(*labels(), measures="ari")
    for name, start in (("r.html", "<!doctype html>"), ("r.json", "{"), ("r.md", "# ")):
        made.write(tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    with pytest.raises(OptionError, match=r"\.html, \.htm, \.json, \.md"):
        made.write(tmp_path / "report.pdf")
    assert not (tmp_path / "report.pdf").exists()


def test_a_notebook_shows_the_page_in_a_frame():
    shown = cd.report(*labels(), measures="ari")._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    assert "<script" not in shown


@pytest.mark.parametrize("k", [2_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_thousands_of_clusters(k):
    rng = np.random.default_rng(1)
    a = rng.integers(0, k, 5 * k)
    b = np.where(rng.random(len(a)) < 0.05, rng.integers(0, k, len(a)), a)
    html = cd.report(a, b, measures=["ari"], elements="none").to_html()
    page = Page(html)
    marks = sum(page.tags.count(tag) for tag in ("path", "rect"))
    assert marks <= 450
    assert len(embedded(html)["tables"]["clusters_a"]["rows"]) == len(set(a.tolist()))


def test_blank_labels_can_be_seen():
    data = cd.report(["", "", "x"], ["", " ", "x"], measures="ari").to_dict()
    assert data["a"]["names"] == ['""', "x"]
    assert data["b"]["names"] == ['""', '" "', "x"]
    assert data["clusters_a"][0]["name"] == '""'
    html = cd.report(["", "", "x"], ["", " ", "x"], measures="ari").to_html()
    assert "&quot;&quot;" in html.split('id="flow"')[1].split("</svg>")[0]


def test_lines_lead_from_thin_bands_to_their_labels():
    rng = np.random.default_rng(0)
    a = rng.integers(0, 400, 5000)
    many = cd.report(
        a, np.where(rng.random(5000) < 0.2, rng.integers(0, 400, 5000), a), measures="ari"
    )
    assert many.to_html().count('<path class="lead"') == 2
    assert (
        '<path class="lead"' not in cd.report([0, 0, 1, 1], [0, 0, 1, 0], measures="ari").to_html()
    )


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_a_card_has_the_size_of_a_preview(suffix, tmp_path):
    pytest.importorskip("matplotlib")
    noisy, unrelated = labels(), (np.arange(400) % 4, np.random.default_rng(0).integers(0, 4, 400))
    for k, pair in enumerate((noisy, (noisy[0], noisy[0]), unrelated)):
        target = tmp_path / f"card{k}{suffix}"
        cd.report(*pair, measures="ari").write_card(target)
        content = target.read_bytes()
        if suffix == ".png":
            assert content.startswith(b"\x89PNG")
            assert [int.from_bytes(content[at : at + 4], "big") for at in (16, 20)] == [1200, 630]
        else:
            assert b'viewBox="0 0 864 453.6"' in content  # points: 1200 × 630 pixels
    with pytest.raises(OptionError, match=r"must be \.png or \.svg, got '\.pdf'"):
        cd.report(*noisy, measures="ari").write_card(tmp_path / "card.pdf")


def test_the_summary_for_a_pull_request_begins_with_card_and_verdict():
    made = cd.report(*labels(), measures="ari")
    lines = made.to_markdown(card="card.png").split("\n\n")
    assert lines[:2] == ["# a against b", "![a against b](<card.png>)"]
    assert lines[2] == f"**{made.to_dict()['verdict']['sentences'][0]}**"
    shown, folded = made.to_markdown().split("<details>")
    assert "## What changed" in shown
    assert "## Clusters" in folded
