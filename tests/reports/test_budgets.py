"""The size limit of a report page, and what is left out to meet it."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.reports._elements import packed_elements
from tests.helpers.report_pages import elements, embedded


def fifty(kind, rng, n=5000):
    """Return two clusterings with up to fifty clusters on a side."""
    a = rng.integers(0, 50, n)
    if kind == "random":
        return a, rng.integers(0, 50, n)
    if kind == "one to many":
        return a // 10, a
    if kind == "ten to fifty":
        return rng.integers(0, 10, n), a
    return a, np.where(rng.random(n) < float(kind), rng.integers(0, 50, n), a)


KINDS = ("random", "one to many", "ten to fifty", "0", "0.1", "0.5", "0.7", "0.9")


NAMES = {"{}": 120, "cell type {}": 120, "{:0>60}": 150, "{:x<300}": 150, "{:ä<40}": 150}  # kB


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (kind, name)
        if (kind, name) in {("random", "{}"), ("random", "{:x<300}"), ("0.5", "cell type {}")}
        else pytest.param(kind, name, marks=pytest.mark.slow)
        for kind in KINDS
        for name in NAMES
    ],
)
def test_budget_of_fifty_clusters(kind, name):
    names = np.array([name.format(k) for k in range(50)])
    sides = (names[side] for side in fifty(kind, np.random.default_rng(0)))
    page = cd.report(*sides, elements="none").to_html()
    assert len(page.encode()) <= 1000 * NAMES[name]


def test_budget_of_fifty_clusters_with_a_million_elements_that_are_left_out():
    a, b = fifty("random", np.random.default_rng(0), 1_000_000)
    assert len(cd.report(a, b, elements="none").to_html().encode()) <= 120_000


@pytest.mark.parametrize(
    ("clusters", "noise"),
    [
        pytest.param(10, 0.9, marks=pytest.mark.slow),
        (1000, 0.02),
        pytest.param(300, 0.02, marks=pytest.mark.slow),
        pytest.param(1000, 0.9, marks=pytest.mark.slow),
        pytest.param(300, 0.9, marks=pytest.mark.slow),
        pytest.param(10_000, 0.02, marks=pytest.mark.slow),
        pytest.param(10_000, 0.9, marks=pytest.mark.slow),
        pytest.param(100_000, 0.02, marks=pytest.mark.slow),
    ],
)
def test_budget_of_a_million_elements(clusters, noise):
    rng = np.random.default_rng(clusters)
    a = rng.integers(0, clusters, 1_000_000)
    b = np.where(rng.random(len(a)) < noise, rng.integers(0, clusters, len(a)), a)
    html = cd.report(a, b, measures=["ari"]).to_html()
    assert len(html.encode()) <= 2_000_000
    data, (codes, places) = embedded(html), elements(html)
    cells = data["cells"]
    assert len(codes) >= len(cells["count"])  # every overlap of the page has an element
    assert (np.bincount(codes) <= cells["count"]).all()
    for side, own, name in ((a, "row", "a"), (b, "col", "b")):
        names = np.array(data[name]["names"])[np.array(cells[own])[codes]]
        assert (names == side[places].astype(str)).all()
    said = "all" if len(codes) == len(a) else f"{len(codes):,} of"
    assert f"The page holds {said} 1,000,000 elements" in html
    assert ("--elements moved.csv" in html) == (len(codes) < len(a))


def test_a_page_lists_the_largest_clusters_and_their_overlaps(monkeypatch):
    monkeypatch.setattr("clusterdiff.reports._two.MAX_CLUSTERS", 4)
    a = np.repeat(np.arange(6), [50, 3, 40, 30, 20, 2])
    b = np.where(np.arange(len(a)) % 7 == 0, (a + 1) % 6, a)
    made = cd.report(a, b, measures="ari", min_share=0)
    html = made.to_html()
    page, whole = embedded(html), made.to_dict()
    names = page["a"]["names"]
    assert len(set(names)) == 4
    assert [row[0] for row in page["tables"]["clusters_a"]["rows"]] == names
    assert sorted(cluster["name"] for cluster in whole["clusters_a"]) == list("012345")
    cells = page["cells"]
    assert 0 < len(cells["row"]) < len(whole["overlaps"]["row"])
    codes, places = elements(html)
    names = [page["a"]["names"][cells["row"][code]] for code in codes]
    assert names == a[places].astype(str).tolist()
    assert all(name and page["b"]["names"][j] for name, j in zip(names, cells["col"], strict=False))
    assert "6 clusters in a; the page lists 4 of them" in html


def decoded(packed):
    return elements("".join(part.html() for part in packed.blocks))


def test_a_sample_holds_at_most_a_thousand_elements_of_each_overlap():
    cells = np.repeat([0, 1, 2], [5000, 10, 1200])
    packed = packed_elements(cells, None, "sample", with_ids=None, limit=10**6)
    codes, places = decoded(packed)
    assert np.bincount(codes).tolist() == [1000, 10, 1000]
    assert "2,010 of 6,210 elements, at most 1,000 of each overlap." in packed.note
    assert cells[places].tolist() == codes.tolist()


def test_fewer_elements_of_each_overlap_are_held_where_room_is_small():
    cells = np.random.default_rng(0).integers(0, 30, 6000)
    sizes = []
    for limit in (5000, 3000, 1000, 0):
        packed = packed_elements(cells, None, "auto", with_ids=None, limit=limit)
        sizes.append(max(np.bincount(decoded(packed)[0])))
        assert limit == 0 or sum(len(part.text) for part in packed.blocks) <= limit
        assert f"at most {sizes[-1]} of each overlap" in packed.note or sizes[-1] > 200
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == 1
    every = packed_elements(cells, None, "all", with_ids=None, limit=0)
    assert len(decoded(every)[0]) == 6000
