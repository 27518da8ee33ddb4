"""Frames of every library in this environment give the table of plain lists."""

import sys

import duckdb
import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import clusterdiff as cd
from clusterdiff.errors import ClusterdiffError, InputError, OptionError
from clusterdiff.io.engines import frames
from tests.helpers import torture


@pytest.fixture
def db():
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'Asia/Kolkata'")
        yield connection


LIBRARIES = {
    "pandas": lambda table, _: table.to_pandas(types_mapper={pa.int64(): pd.Int64Dtype()}.get),
    "pandas with Arrow": lambda table, _: table.to_pandas(types_mapper=pd.ArrowDtype),
    "polars": lambda table, _: pl.from_arrow(table),
    "polars, lazy": lambda table, _: pl.from_arrow(table).lazy(),
    "Arrow": lambda table, _: table,
    "DuckDB": lambda table, db: db.from_arrow(table),
}


SLOW = {"pandas with Arrow", "Arrow"}


@pytest.fixture(
    params=[pytest.param(x, marks=pytest.mark.slow) if x in SLOW else x for x in LIBRARIES]
)
def frame(request, db):
    return lambda table=torture.ARROW: LIBRARIES[request.param](table, db)


PAIRS = [(a, b) for i, a in enumerate(torture.LABELS) for b in torture.LABELS[i + 1 :]]
POLICIES = [
    {"missing": "drop"},
    {"missing": "block", "weights": "weight"},
    pytest.param({"missing": "singletons"}, marks=pytest.mark.slow),
]


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_two_columns_of_a_frame(frame, policy):
    native = frame()
    for a, b in PAIRS[:: 2 if "weights" not in policy else 5]:
        table = cd.read_table(native, a, b, **policy)
        weights = {"weights": torture.WEIGHT} if "weights" in policy else {}
        assert torture.shown(table) == torture.shown(
            torture.reference(a, b, **{**policy, **weights})
        ), (a, b)


@pytest.mark.parametrize("align", ["intersect", "singletons"])
@pytest.mark.parametrize(
    "missing", ["drop", *(pytest.param(x, marks=pytest.mark.slow) for x in ("block", "singletons"))]
)
def test_two_frames_joined(frame, align, missing):
    left, right = frame(), frame(torture.OTHER)
    table = cd.read_table(
        left,
        right,
        on="key=other_key",
        columns="text,found",
        align=align,
        missing=missing,
        ignore_a="A",
    )
    assert torture.shown(table) == torture.shown(
        torture.joined(align, missing=missing, ignore_a="A")
    )


def test_errors_name_what_is_wrong_with_keys_and_labels(frame):
    left, right = frame(), frame(torture.OTHER)
    options = {"on": "key=other_key", "columns": "text,found"}
    with pytest.raises(InputError, match=r"4 only in a \(first .*2 only in b \(first 'New'"):
        cd.read_table(left, right, **options)
    with pytest.raises(InputError, match=r"(flag|day)( must .*)?: 4 of 16 are missing"):
        cd.read_table(left, "day", "flag")
    with pytest.raises(
        InputError, match=r"must have a label for every element( in column whole)?: 2 of 16"
    ):
        cd.read_table(left, "whole", "key", missing="raise")
    with pytest.raises(InputError, match="the first is 'é'"):
        cd.read_table(left, frame(pa.table({"k": torture.KEY, "x": [*[1] * 3, None, *[1] * 12]})), on="key=k",
                      columns="weight,x")  # fmt: skip
    twice = frame(pa.table({"k": ["a", "a", "b", "b", "c"], "x": [1] * 5}))
    once = frame(pa.table({"k": ["a", "b", "c"], "y": [1] * 3}))
    for align in ("raise", "intersect", "singletons"):
        for pair in ((twice, once), (once, twice), (twice, twice)):
            with pytest.raises(InputError, match="2 duplicate keys, the first is 'a'"):
                cd.read_table(*pair, on="k", align=align)
    for none in (None, float("nan")):
        bare = frame(pa.table({"k": [1.0, none, 3.0], "x": [1] * 3}))
        whole = frame(pa.table({"k": [1.0, 2.0, 3.0], "y": [1] * 3}))
        with pytest.raises(InputError, match="1 row has no key"):
            cd.read_table(bare, whole, on="k", align="intersect")


def test_weights_are_checked_and_do_not_wrap(frame):
    big = frame(pa.table({"a": [1] * 4, "b": [1, 1, 2, 2], "w": [2**62, 2**61, 2**60, 2**60 - 1]}))
    assert cd.read_table(big, "a", "b", weights="w").n == 2**62 + 2**61 + 2**61 - 1
    wrapping = frame(pa.table({"a": [1] * 4, "b": [1] * 4, "w": [2**62] * 4}))
    with pytest.raises(InputError, match=r"add up to less than 2\*\*63"):
        cd.read_table(wrapping, "a", "b", weights="w")
    for bad in ([1, -1], [1, None], [0.5, 1.0], ["x", "y"]):
        with pytest.raises(ClusterdiffError, match=r"weights must be|to be used as weights"):
            cd.read_table(
                frame(pa.table({"a": [1, 1], "b": [1, 1], "w": bad})), "a", "b", weights="w"
            )
    good = frame(pa.table({"a": [1, 1], "b": [1, 1], "w": [2.0, 3.0]}))
    assert cd.read_table(good, "a", "b", weights="w").n == 5


def test_keys_of_two_types(frame):
    left = frame(pa.table({"k": [1, 2, 3], "x": [0, 0, 1]}))
    right = frame(pa.table({"k": ["3", "2", "01"], "y": [5, 6, 6]}))
    table = cd.read_table(left, right, on="k", align="intersect")
    assert torture.shown(table)[:2] == (2, (2, 2))
    narrow = frame(pa.table({"k": pa.array([3, 2, 1], pa.int8()), "y": [5, 6, 6]}))
    assert cd.read_table(left, narrow, on="k").n == 3


def test_keys_that_are_equal_numbers(frame, request):
    if request.node.callspec.params["frame"] == "pandas":  # has no decimals of its own
        left, right = (
            table.to_pandas(types_mapper=lambda kind: pd.ArrowDtype(kind) if pa.types.is_decimal(kind) else None)
            for table in (torture.NUMBERED, torture.RENUMBERED)
        )  # fmt: skip
    else:
        left, right = frame(torture.NUMBERED), frame(torture.RENUMBERED)
    torture.check_keys_of_numbers(left, right)
    once = pa.table({"k": [1.5, 2.0, 1e300, -0.0], "a": [1, 1, 2, 2]})
    other = pa.table({"k": [2, 0], "b": [3, 4]})
    table = cd.read_table(frame(once), frame(other), on="k", align="intersect")
    assert (table.n, table.nnz) == (2, 2)
    hole = pa.table({"k": [2.0, None], "b": [3, 4]})
    with pytest.raises(InputError, match=r"b must name every element in column k: 1 row has no"):
        cd.read_table(frame(other), frame(hole), on="k", columns="b,b")


def test_collations_do_not_merge_labels(db):
    db.execute(
        "CREATE TABLE t (k VARCHAR COLLATE NOCASE, a VARCHAR COLLATE NOCASE.NOACCENT, b INT)"
    )
    db.execute("INSERT INTO t VALUES ('x', 'A', 1), ('X', 'a', 1), ('y', 'á', 2)")
    assert cd.read_table(db.table("t"), "a", "b").row_labels.tolist() == ["A", "a", "á"]
    other = db.sql("SELECT k AS id, b AS c FROM t")
    assert cd.read_table(db.sql("SELECT k, a FROM t"), other, on="k=id", columns="a,c").n == 3


def test_functions_of_two_clusterings_accept_frames(frame):
    native = frame(
        pa.table({"id": [1, 2, 3, 4], "truth": ["x", "x", "y", "y"], "pred": [0, 0, 1, 2]})
    )
    a, b = ["x", "x", "y", "y"], [0, 0, 1, 2]
    assert [s.value for s in cd.compare(native, "truth", "pred")] == [
        s.value for s in cd.compare(a, b)
    ]
    assert cd.compare(native, "truth", "pred", measures="ari", chance=True).name_b == "pred"
    assert cd.diff(native, "truth", "pred").clusters_a == cd.diff(a, b).clusters_a
    assert cd.match(native, "truth", "pred").pairs == cd.match(a, b).pairs
    assert (
        cd.decompose(native, "truth", "pred", measure="vi").value
        == cd.decompose(a, b, measure="vi").value
    )
    left = frame(pa.table({"id": [1, 2, 3, 4], "truth": a}))
    right = frame(pa.table({"id": [4, 3, 2, 1], "pred": b[::-1]}))
    assert cd.compare(left, right, measures="vi", on="id")["vi"].value == 0.5


def test_ambiguous_uses_are_refused(frame):
    native = frame()
    for wrong in (
        lambda: cd.compare(native, "text"),
        lambda: cd.compare(native, native),
        lambda: cd.read_table(native, "text"),
        lambda: cd.read_table(native, "text", "flag", columns="text,flag"),
        lambda: cd.read_table("x.csv", "y.csv", "z.csv"),
        cd.read_table,
        lambda: cd.compare([0], [0], on="id"),
    ):
        with pytest.raises(OptionError):
            wrong()
    with pytest.raises(ClusterdiffError, match=r"label columns|must be a clustering"):
        cd.compare(native)
    with pytest.raises(ClusterdiffError, match="column 'ari'"):
        cd.compare(native, "text", "ari")


def test_lazy_frames_have_no_order(db):
    relation = db.from_arrow(torture.ARROW)
    with pytest.raises(InputError, match="no order to be matched by"):
        cd.read_table(relation, db.from_arrow(torture.OTHER), by_order=True, columns="text,found")
    with pytest.raises(
        InputError, match=r"frames of one library to be joined, got _?duckdb and polars"
    ):
        cd.read_table(
            relation, pl.from_arrow(torture.OTHER), on="key=other_key", columns="text,found"
        )


def test_frames_of_two_libraries_in_memory():
    table = cd.read_table(
        torture.ARROW.to_pandas(), pl.from_arrow(torture.OTHER), on="key=other_key", columns="text,found",
        align="intersect", missing="drop",
    )  # fmt: skip
    assert torture.shown(table) == torture.shown(torture.joined("intersect", missing="drop"))


def test_queries_of_connections(db):
    import sqlite3

    db.register("torture", torture.ARROW)
    for policy in ({"missing": "drop"}, {"missing": "singletons"}):
        table = cd.read_query("SELECT * FROM torture;", db, columns="text,real", **policy)
        assert torture.shown(table) == torture.shown(torture.reference("text", "real", **policy))
    with sqlite3.connect(":memory:") as lite:
        lite.execute("CREATE TABLE t (text TEXT COLLATE NOCASE, whole INTEGER, weight INTEGER)")
        rows = list(zip(torture.TEXT, torture.WHOLE, torture.WEIGHT, strict=True))
        lite.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
        weights = {"weights": torture.WEIGHT}
        table = cd.read_query(
            "SELECT * FROM t", lite, columns="text,whole", weights="weight", missing="drop"
        )
        assert torture.shown(table) == torture.shown(
            torture.reference("text", "whole", missing="drop", **weights)
        )
    for connection in (db, sqlite3.connect(":memory:")):
        with pytest.raises(InputError, match="nope"):
            cd.read_query("SELECT * FROM nope", connection)


def test_without_narwhals_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "narwhals", None)
    monkeypatch.setattr("clusterdiff.io.engines.frames.find_spec", lambda _: None)
    with pytest.raises(ImportError, match="narwhals is not installed"):
        cd.read_table(pl.LazyFrame({"a": [1], "b": [2]}), "a", "b")
    assert cd.read_table(pd.DataFrame({"a": [1], "b": [2]}), "a", "b").n == 1


def test_polars_counts_with_64_bits():
    """Its own count of rows has 32 bits and would wrap around."""
    rows = nw.from_native(pl.LazyFrame({"a": [1, 1, 2]}))
    counted = frames._counted(rows, ["a"])
    assert counted.collect_schema()["n"] == nw.Int64
    assert sorted(counted.collect().rows()) == [(1, 2), (2, 1)]


@pytest.mark.parametrize("most_rows", [0, 1 << 24], ids=["grouped there", "rows fetched"])
@pytest.mark.parametrize("library", ["polars", "duckdb"])
def test_integers_of_stored_tables_are_counted_by_either(library, most_rows, db, monkeypatch):
    """Integers with nulls, the extremes of 64 bits and labels to ignore, in both ways."""
    monkeypatch.setattr(frames, "_MOST_ROWS", most_rows)
    asked = []
    group = frames._grouped
    monkeypatch.setattr(frames, "_grouped", lambda *a, **k: asked.append(a) or group(*a, **k))
    a = [1, 1, None, -1, -(2**63), 2**63 - 1, 5, 5, 0]
    b = [0, 0, 7, None, 2**64 - 1, 2**64 - 1, 7, 8, 0]
    table = pa.table({"a": pa.array(a, pa.int64()), "b": pa.array(b, pa.uint64())})
    db.register("given", table)
    db.execute("CREATE TABLE stored AS SELECT * FROM given")
    stored = db.table("stored") if library == "duckdb" else pl.from_arrow(table).lazy()
    for options in ({"missing": "drop"}, {"missing": "singletons", "ignore_a": 5}):
        found = cd.read_table(stored, "a", "b", **options)
        assert torture.shown(found) == torture.shown(cd.Table.from_labels(a, b, **options))
    assert bool(asked) == (most_rows == 0)
    if library == "duckdb":
        queries = (stored.filter("a > 0"), db.sql("SELECT * FROM stored"))
    else:
        queries = (stored.filter(pl.col("a") > 0), stored.unique())
    for query in queries:  # to learn how many rows a query has, it would have to be run
        asked.clear()
        cd.read_table(query, "a", "b", missing="drop")
        assert asked


def test_text_of_stored_tables_is_grouped_there(db, monkeypatch):
    monkeypatch.setattr(frames, "_has_few_rows", lambda _: pytest.fail("asked"))
    db.execute("CREATE TABLE words AS SELECT 'x' AS a, 1 AS b")
    assert cd.read_table(db.table("words"), "a", "b").n == 1


def test_labels_of_frames_may_be_named_as_text_in_every_call_form(frame):
    native = frame(pa.table({"x": [0, 0, -1, 1], "y": [1, 1, 2, 2]}))
    for args, options in (((native, "x", "y"), {}), ((native,), {"columns": "x,y"})):
        assert cd.read_table(*args, ignore="-1", **options).n == 3
        assert cd.read_table(*args, ignore=-1, **options).n == 3


def test_a_key_of_one_frame_has_no_effect():
    with pytest.raises(OptionError, match="on has no effect on one frame"):
        cd.Clusterings(torture.ARROW.to_pandas(), "text", "whole", on="key", missing="drop")
