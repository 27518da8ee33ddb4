"""An engine that is added changes nothing for the others, and may open other kinds of source."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

import clusterdiff as cd
from clusterdiff import io
from clusterdiff.errors import InputError
from clusterdiff.io import engines
from clusterdiff.io._source import Format, Source

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("duckdb")


class Arrow(engines.Engine):
    """Parquet read by Arrow."""

    name = "arrow"

    def __init__(self, priority, *, preferred):
        self.priority, self.preferred = priority, preferred

    def reads(self, source):
        return source.format.kind == "parquet"

    def prefers(self, sources):
        del sources
        return self.preferred

    def columns(self, source, places):
        tables = [pq.ParquetFile(file).read() for file in source.files]
        columns = pa.concat_tables(tables).columns
        return [columns[place] for place in places]


COLUMNS = {
    "id": pa.array([f"e{i}" for i in range(40)]),
    "number": pa.array(range(40), pa.int32()),
    "whole": pa.array([i % 5 for i in range(40)], pa.int64()),
    "unsigned": pa.array([2**64 - 1 - i % 3 for i in range(40)], pa.uint64()),
    "text": pa.array(["x", "y", "Z", "é"] * 10),
    "coded": pa.array(["x", "y", "Z", "é"] * 10).dictionary_encode(),
    "digits": pa.array(["1", "2", "01", "NA"] * 10),
    "flag": pa.array([True, False] * 20),
    "gaps": pa.array([1, None, 2, 3] * 10),
}
PAIRS = [("whole", "text"), ("unsigned", "coded"), ("digits", "whole"), ("flag", "gaps")]


def cells(table):
    """Return the named cells of a table, whose order may differ, and what was dropped."""
    names = [[str(name).lower() for name in x] for x in (table.row_labels, table.col_labels)]
    found = Counter()
    for i, j, number in zip(table.rows, table.cols, table.counts.tolist(), strict=True):
        found[names[0][i], names[1][j]] += number
    return found, table.n, table.dropped, table.notes


def everything(folder):
    """Return the tables of all pairs of columns: of one file, of two files, by order."""
    file, other = folder / "a.parquet", folder / "b.parquet"
    out = []
    for a, b in PAIRS:
        out.append(cells(cd.read_table(file, columns=f"{a},{b}", missing="drop")))
        for on in ("id", "number"):
            options = {"on": on, "align": "intersect", "missing": "drop"}
            out.append(cells(cd.read_table(file, other, columns=f"{a},{b}", **options)))
        out.append(
            cells(cd.read_table(file, file, columns=f"{a},{b}", by_order=True, missing="drop"))
        )
        with pytest.raises(InputError) as caught:
            cd.read_table(file, other, columns=f"{a},{b}", on="id")
        out.append(str(caught.value))
    with pytest.raises(InputError) as caught:
        cd.read_table(file, columns="gaps,whole", on="id")
    return [*out, str(caught.value).partition(", the first")[0]]


def test_an_added_engine_changes_no_table(tmp_path, monkeypatch):
    table = pa.table(COLUMNS)
    pq.write_table(table, tmp_path / "a.parquet")
    pq.write_table(table.slice(3).take(list(range(36, -1, -1))), tmp_path / "b.parquet")
    before, known = everything(tmp_path), engines.ENGINES
    for priority, preferred in product((5, 80, 95), (False, True)):
        added = Arrow(priority, preferred=preferred)
        order = sorted([*known, added], key=lambda each: each.priority)
        monkeypatch.setattr(engines, "ENGINES", tuple(order))
        assert everything(tmp_path) == before, (priority, preferred)


def test_files_are_described_in_types_of_the_library(tmp_path):
    pq.write_table(pa.table(COLUMNS), tmp_path / "a.parquet")
    source = io.open_source(tmp_path / "a.parquet")
    expected = (
        "text",
        "integer",
        "integer",
        "integer",
        "text",
        "text",
        "text",
        "boolean",
        "integer",
    )
    assert source.types == expected
    assert len(source.sample) == 40


def test_integers_of_several_files_may_need_more_than_64_bits(tmp_path):
    for name, kind, value in (("a", pa.int64(), -1), ("b", pa.uint64(), 2**64 - 1)):
        table = pa.table({"label": pa.array([value] * 3, kind), "other": [1, 2, 2]})
        pq.write_table(table, tmp_path / f"{name}.parquet")
    assert io.open_source(tmp_path / "*.parquet").types == ("large integer", "integer")
    found = cd.read_table(tmp_path / "*.parquet", columns="label,other")
    assert found.row_labels.tolist() == [-1, 2**64 - 1]


class Ledger:
    """A kind of data that no engine of the library knows."""

    def __init__(self, **columns):
        self.columns = columns


class Ledgers(engines.Engine):
    """Reads ledgers."""

    name, priority = "ledgers", 40
    format = Format("ledger")

    def opens(self, value, name):
        if not isinstance(value, Ledger):
            return None
        return Source(name, (), self.format, tuple(value.columns), details=value)

    def reads(self, source):
        return source.format is self.format

    def columns(self, source, places):
        return [source.details.columns[source.columns[place]] for place in places]


def test_an_engine_opens_another_kind_of_source(monkeypatch):
    monkeypatch.setattr(engines, "ENGINES", (*engines.ENGINES, Ledgers()))
    a = Ledger(id=["x", "y", "z"], truth=[1, 1, 2], found=["p", "q", "q"])
    b = Ledger(id=["z", "y", "x"], found=["q", "q", "p"])
    expected = cd.Table.from_labels([1, 1, 2], ["p", "q", "q"])
    assert cd.read_table(a, columns="truth,found") == expected
    assert cd.read_table(a, b, on="id", columns="truth,found") == expected
    with pytest.raises(InputError, match=r"a and b must share|only in"):
        cd.read_table(a, Ledger(id=["v"], found=[1]), on="id", columns="truth,found")


def test_functions_take_other_kinds_of_source_as_they_take_frames(monkeypatch):
    monkeypatch.setattr(engines, "ENGINES", (*engines.ENGINES, Ledgers()))
    columns = {"truth": [1, 1, 2, 2], "found": ["p", "q", "q", "q"], "third": [0, 0, 1, 2]}
    frame, ledger = pa.table(columns), Ledger(**columns)
    for call in (
        lambda data: cd.adjusted_rand(data, "truth", "found"),
        lambda data: cd.diff(data, "truth", "found"),
        lambda data: cd.chance.expected(data, "truth", "found", measure="ari"),
        lambda data: cd.pairwise(data, "truth", "found", "third"),
        lambda data: cd.rank(data, "truth", "found", "third"),
        lambda data: cd.rank("truth", data, columns="truth,found"),
        lambda data: cd.Clusterings(data, "truth", "third"),
    ):
        assert str(call(ledger)) == str(call(frame))
    for wrong in (("truth",), ("truth", "fond"), ("truth", "found", "third")):
        with pytest.raises(cd.ClusterdiffError) as of_frame:
            cd.compare(frame, *wrong)
        with pytest.raises(cd.ClusterdiffError) as of_ledger:
            cd.compare(ledger, *wrong)
        assert str(of_ledger.value) == str(of_frame.value)


def test_descriptions_do_not_depend_on_the_engine(tmp_path, monkeypatch):
    """No engine is asked what a file holds."""
    pq.write_table(pa.table(COLUMNS), tmp_path / "a.parquet")
    (tmp_path / "a.csv").write_text("id,label\nx,1\ny,2\n")
    files = [tmp_path / "a.parquet", tmp_path / "a.csv"]
    described = [replace(io.open_source(file), kept=None) for file in files]
    monkeypatch.setattr(engines, "ENGINES", ())
    for file, before in zip(files, described, strict=True):
        found = replace(io.open_source(file), kept=None)
        for name in ("columns", "types", "sample", "notes"):
            assert getattr(found, name) == getattr(before, name)
