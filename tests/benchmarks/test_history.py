"""The history of the benchmarks: what a run adds, and what two runs show."""

import json

import pytest

from benchmarks import history
from benchmarks._quantities import count, quantity
from benchmarks._report import Row, duration, markdown, power, size
from benchmarks.history import Entry, changes, entries, read, rows_of_page, write
from benchmarks.pictures import bars, draw, points

ROWS = [
    Row("ARI, n = 10⁷, K = 50", "10 ms", "scikit-learn", "2 s", "200×", "≥ 2×", met=True),
    Row("ARI, n = 10⁷, K = 50", "10 ms", "genieclust", "40 ms", "4×"),
    Row("n = 100, one call", "5 µs", required="≤ 8 µs", met=True),
    Row("n = 100, one call", "5 µs", "genieclust", "2.5 µs", "0.5×"),
    Row("peak memory", "89.4 MB", required="≤ 480 MB", met=True),
    Row("AMI by chance", "-1.7e-05", "chance", "0", required="|AMI| ≤ 0.001", met=True),
    Row("broken", "", note="failed: ValueError: x"),
]


def entry(ours, ratio=None, machine="x", workload="w"):
    theirs = None if ratio is None else ratio * ours
    return Entry("c", "2026-01-01", machine, workload, "peer" if ratio else "", ours, theirs, ratio)


@pytest.mark.parametrize("seconds", [3.21e-6, 4.5e-3, 0.118, 2.25, 76.4, 1234.0])
def test_durations_are_read_as_they_are_written(seconds):
    assert quantity(duration(seconds)) == pytest.approx(seconds, rel=5e-3)


@pytest.mark.parametrize("amount", [180e3, 89.4e6, 3.58e9, 8e12])
def test_sizes_are_read_as_they_are_written(amount):
    assert quantity(size(amount)) == pytest.approx(amount, rel=5e-3)


@pytest.mark.parametrize("n", [5, 100, 500, 1000, 10**8])
def test_counts_are_read_as_they_are_written(n):
    assert count(power(n)) == n


def test_only_times_enter_the_history():
    found = entries(ROWS, "abc", "2026-01-01", "x")
    assert [(each.workload, each.against) for each in found] == [row[:3:2] for row in ROWS[:4]]
    assert found[0].ours == 0.01
    assert [each.ratio for each in found] == [200, 4, None, 0.5]


def test_a_page_is_read_as_it_was_written():
    assert list(rows_of_page(markdown(ROWS, "abc"))) == [
        row._replace(required=row.required.replace("|", "∣")) for row in ROWS
    ]


def test_lines_survive_and_a_second_run_replaces_the_first(tmp_path):
    file = tmp_path / "history.jsonl"
    write([entry(1.0, 2.0), entry(3.0, 4.0), entry(5.0, machine="y")], file)
    assert read(file) == [entry(3.0, 4.0), entry(5.0, machine="y")]
    keys = ["commit", "date", "machine", "workload", "against", "ours", "theirs", "ratio"]
    assert list(json.loads(file.read_text(encoding="utf-8").splitlines()[0])) == keys


def test_a_slower_program_is_reported():
    (change,) = changes([entry(1.0)], [entry(1.5)])
    assert (change.factor, change.by) == (1.5, "time")


def test_a_loaded_machine_is_not_a_slower_program():
    (change,) = changes([entry(1.0, 8.0)], [entry(2.0, 8.0)])
    assert change.factor == 1


def test_times_of_other_machines_are_not_compared():
    assert changes([entry(1.0)], [entry(9.0, machine="y")]) == []
    (change,) = changes([entry(1.0, 8.0)], [entry(9.0, 4.0, machine="y")])
    assert (change.factor, change.by) == (2, "ratio")


def test_the_command_reports_a_regression(tmp_path, monkeypatch, capsys):
    file = tmp_path / "history.jsonl"
    later = entry(2.0, workload="slow one")._replace(commit="d")
    write([entry(1.0, workload="slow one"), later], file)
    monkeypatch.setattr(history, "read", lambda: read(file))
    assert history.main(["c", "d"]) == 1
    assert "2.00" in capsys.readouterr().out
    assert history.main(["d", "d"]) == 0
    with pytest.raises(SystemExit, match="There are runs of c, d"):
        history.main(["c", "nothing"])


def test_the_history_of_the_repository_is_readable():
    found = read()
    assert len({each.commit for each in found}) >= 2
    assert all(each.ours > 0 for each in found)


def test_pictures_show_every_comparison_with_a_package(tmp_path):
    assert {(point.package, point.seconds) for point in points(ROWS)} == {
        ("clusterdiff", 0.01),
        ("scikit-learn", 2.0),
        ("genieclust", 0.04),
    }
    assert bars(ROWS) == [("n = 100, one call", "genieclust", 0.5)]
    more = [
        row._replace(workload=f"scaling: ARI, n = {n}, K = 100")
        for n in ("10⁷", "10⁸")
        for row in ROWS[:2]
    ]
    assert [file.name for file in draw(ROWS + more, tmp_path)] == ["ratios.svg", "scaling-n.svg"]
