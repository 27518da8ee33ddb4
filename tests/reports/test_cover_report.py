"""The report of two covers: the same numbers in all formats, and what it leaves out."""

import json

import pytest

import clusterdiff as cd
from clusterdiff.reports import CoverReport, report

A = cd.Cover([range(10), range(9, 14), range(14, 17), [1, 2]], elements=range(20))
B = cd.Cover([range(5), range(5, 10), range(9, 14), [1, 2], range(17, 20)], elements=range(20))


def test_a_report_says_what_the_diff_says():
    page = report(A, B, rng=0)
    assert isinstance(page, CoverReport)
    data = json.loads(page.to_json())
    changes = cd.diff(A, B)
    assert data["moved"]["count"] == changes.moved_count
    assert data["cost"]["total"] == changes.total_cost == sum(c["cost"] for c in data["changes"])
    assert data["kinds"] == changes.counts
    assert len(data["clusters_a"]) == A.k
    assert data["verdict"]["sentences"][0] == "11 of 20 elements moved (55 %)."
    assert "It splits 0 into 0 and 1." in data["verdict"]["sentences"]
    assert data["measures"][0]["name"] == "omega_index"
    assert data["measures"][0]["expected"] == 0.0
    text, html = page.to_markdown(), page.to_html()
    for sentence in data["verdict"]["sentences"]:
        assert sentence in text
        assert sentence in html
    assert "Elements that moved" in html


def test_elements_are_left_out_on_request(tmp_path):
    assert "Elements that moved" not in report(A, B, elements="none", chance=False).to_html()
    assert "Elements that moved" not in report(A, B, ids=False, chance=False).to_html()
    path = tmp_path / "page.html"
    report(A, B, chance=False, title="Teams").write(path)
    assert "<title>Teams" in path.read_text("utf-8")


def test_a_report_of_equal_covers():
    page = report(A, A, chance=False)
    assert str(page).startswith("The two covers are the same.")
    assert "What changed" not in page.to_html()
    assert page.card(".svg")


def test_reports_of_other_kinds_are_refused():
    soft = cd.Soft([[0.5, 0.5], [1, 0]])
    with pytest.raises(cd.ClusterdiffError, match="not a soft clustering"):
        report(soft, soft)
    with pytest.raises(cd.ClusterdiffError, match="reference applies to a set"):
        report(A, B, reference="a")
    with pytest.raises(cd.ClusterdiffError, match="colors has no effect"):
        report(A, B, colors={0: "red"})
