"""Queries whose rows have no order, whose columns have any name, and keys of any type."""

import sqlite3
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import clusterdiff as cd
from clusterdiff.analysis import write_moved, write_relabeled
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io._queries import query
from tests.helpers.program import run

A = [1, 1, 2, 2, 2]
B = [7, 7, 7, 8, 8]
ROWS = {"id": range(5), "a": A, "b": B}


@pytest.fixture
def lite():
    with sqlite3.connect(":memory:") as connection:
        yield connection
    connection.close()


def _filled(lite, table, columns, rows):
    lite.execute(f"CREATE TABLE {table} ({columns})")
    slots = ", ".join("?" * len(rows[0]))
    lite.executemany(f"INSERT INTO {table} VALUES ({slots})", rows)  # noqa: S608
    return query(f"SELECT * FROM {table}", lite, table)  # noqa: S608


def test_columns_of_a_query_are_read_at_once(tmp_path):
    """Two queries may give their rows in two orders."""
    with duckdb.connect(tmp_path / "x.db") as db:
        db.execute("CREATE TABLE t AS SELECT range % 5 AS a, range % 5 AS b FROM range(300)")
        db.execute("CREATE VIEW shuffled AS SELECT *, a AS c FROM t ORDER BY random()")
    table = f"duckdb:{tmp_path}/x.db#shuffled"
    done = run("rank", table, "--columns", "a,b,c", "-m", "ari", "--format", "json")
    assert done.stdout.count('"value": 1.0') + done.stdout.count('"adjusted_rand": 1.0') == 2, done


def test_weights_of_rows_without_an_order_are_a_column():
    frame = pl.LazyFrame(ROWS)
    with pytest.raises(OptionError, match="have no order, so weights must be a column"):
        cd.read_table(frame, "a", "b", weights=[1, 2, 3, 4, 5])
    assert cd.read_table(frame.collect(), "a", "b", weights=[1, 2, 3, 4, 5]).n == 15


@pytest.mark.parametrize(
    "names", [("a", "b"), ("b", "a"), ("A", "B"), ("p", "q"), ("k", "v"), ("l", "r"), ("a.b", '"')]
)
def test_columns_of_any_name_are_written(names, lite):
    first, second = (each.replace('"', '""') for each in names)
    rows = list(zip(*ROWS.values(), strict=True))
    _filled(lite, "t", f'id, "{first}", "{second}"', rows)
    assert write_moved("SELECT * FROM t", *names, "moved", connection=lite) == 1
    assert lite.execute("SELECT id FROM moved").fetchall() == [(2,)]
    assert write_relabeled("SELECT * FROM t", *names[::-1], "named", connection=lite) == 5
    assert lite.execute("SELECT * FROM named WHERE id = 2").fetchall() == [(2, 2, 7, 1)]


def test_no_column_is_lost_when_rows_are_written(tmp_path):
    frame = pl.LazyFrame(ROWS).rename({"id": "clusterdiff_label_0"})
    target = tmp_path / "x.parquet"
    for rows in (frame, duckdb.from_arrow(frame.collect().to_arrow())):
        assert write_moved(rows, "a", "b", target) == 1
        assert pl.read_parquet(target).rows() == [(2, 2, 7)]
        target.unlink()


def test_labels_that_are_floats_are_written(tmp_path):
    frame = pl.LazyFrame(ROWS).with_columns(pl.col("a").cast(pl.Float64))
    assert write_moved(frame, "a", "b", tmp_path / "x.parquet") == 1
    large = pl.LazyFrame(ROWS).with_columns(pl.col("a").cast(pl.UInt64) + 2**63)
    with pytest.raises(InputError, match="integers of 64 bits to be written"):
        write_moved(large, "a", "b", tmp_path / "y.parquet")


def test_targets_that_exist_or_are_elsewhere(tmp_path):
    with duckdb.connect() as db:
        db.register("view_of_rows", pa.table({**ROWS, "id": list(range(5))}))
        with pytest.raises(InputError, match="view_of_rows already exists"):
            write_moved(db.table("view_of_rows"), "a", "b", "view_of_rows")
    with pytest.raises(InputError, match="write_to must be a path or a table, got s3://bucket/x"):
        write_moved(pl.LazyFrame(ROWS), "a", "b", "s3://bucket/x.parquet")
    broken = pl.LazyFrame({**ROWS, "c": ["1", "2", "three", "4", "5"]}).with_columns(
        pl.col("c").cast(pl.Int64)
    )
    with pytest.raises(InputError, match="could not be written"):
        write_moved(broken, "a", "b", tmp_path / "x.parquet")
    assert not list(tmp_path.iterdir())


def test_the_name_of_a_key_may_have_an_equals_sign():
    left = pl.LazyFrame({"x=y": [1, 2], "x": [2, 1], "a": [1, 2]})
    right = pl.LazyFrame({"x=y": [1, 2], "y": [2, 1], "b": [1, 1]})
    assert cd.read_table(left, right, on="x=y", columns="a,b").n == 2
    assert cd.read_table(left, right.drop("x=y"), on="x=y", columns="a,b").n == 2


def test_text_and_numbers_are_keys_of_sqlite(lite):
    numbers = _filled(lite, "numbers", "id INTEGER, p", [(1, "x"), (2, "y")])
    padded = _filled(lite, "padded", "id TEXT, q", [("01", "x"), ("2", "y")])
    plain = _filled(lite, "plain", "id TEXT, q", [("1", "x"), ("2", "y")])
    floats = _filled(lite, "floats", "id REAL, q", [(1.0, "x"), (2.0, "y")])
    with pytest.raises(InputError, match="must write keys alike: '1' in the first looks like '01'"):
        cd.read_table(numbers, padded, on="id", columns="p,q")
    for other in (plain, floats):
        assert cd.read_table(numbers, other, on="id", columns="p,q").n == 2


def _frames(table):
    return {
        "pandas": table.to_pandas(types_mapper=pd.ArrowDtype),
        "polars": pl.from_arrow(table).lazy(),
        "arrow": table,
        "duckdb": duckdb.from_arrow(table),
    }


PARIS = timezone(timedelta(hours=1))
SAME = {
    "zones": (
        pa.array([datetime(2024, 1, 1, tzinfo=UTC)] * 1, pa.timestamp("us", "UTC")),
        pa.array([datetime(2024, 1, 1, 1, tzinfo=PARIS)], pa.timestamp("us", "Europe/Paris")),
    ),
    "units": (pa.array([10**9], pa.timestamp("ns")), pa.array([1], pa.timestamp("s"))),
    "large": (pa.array([2**60]), pa.array([2.0**60])),
    "half": (pa.array([0.5], pa.float32()), pa.array([Decimal("0.50")], pa.decimal128(9, 2))),
}


@pytest.mark.parametrize("kind", SAME)
@pytest.mark.parametrize("library", ["pandas", "polars", "arrow", "duckdb"])
def test_keys_of_two_types_that_are_equal(kind, library):
    left = _frames(pa.table({"id": SAME[kind][0], "a": [1]}))[library]
    right = _frames(pa.table({"id": SAME[kind][1], "b": [1]}))[library]
    assert cd.read_table(left, right, on="id", columns="a,b").n == 1


@pytest.mark.parametrize("library", ["pandas", "polars", "arrow", "duckdb"])
def test_keys_that_are_not_equal(library):
    def read(one, two):
        left = _frames(pa.table({"id": one, "a": [1]}))[library]
        right = _frames(pa.table({"id": two, "b": [1]}))[library]
        return cd.read_table(left, right, on="id", columns="a,b")

    with pytest.raises(InputError, match="must share at least one key"):
        read(pa.array([0.1], pa.float32()), pa.array([0.1]))
    for one, two in (
        (pa.array([True]), pa.array(["true"])),
        (pa.array([1], pa.timestamp("us")), pa.array(["1970-01-01 00:00:00.000001"])),
        (pa.array([1], pa.timestamp("us")), pa.array([1], pa.timestamp("us", "UTC"))),
    ):
        with pytest.raises(InputError, match="keys of a and b must have one type"):
            read(one, two)


def test_numbers_of_two_types_are_keys_of_files(tmp_path):
    whole, other = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pq.write_table(pa.table({"id": [1, 2, 2**60], "a": [1, 1, 2]}), whole)
    for keys in (
        pa.array([2.0**60, 2.0, 1.0]),
        pa.array([Decimal(2**60), Decimal(2), Decimal(1)], pa.decimal128(30, 3)),
    ):
        pq.write_table(pa.table({"id": keys, "b": [2, 1, 1]}), other)
        assert cd.read_table(whole, other, on="id") == cd.Table.from_labels([1, 1, 2], [1, 1, 2])
        left, right = pl.read_parquet(whole), pq.read_table(other)
        assert cd.read_table(left, right, on="id", columns="a,b").n == 3


def test_categories_are_labels_of_their_own_kind():
    left = pd.DataFrame({"id": [1, 2, 3], "a": pd.Categorical([5, None, 5])})
    right = pd.DataFrame({"id": [3, 2, 1], "b": [1, 1, 2]})
    table = cd.read_table(left, right, on="id", columns="a,b", missing="drop")
    assert table.row_labels.tolist() == [5]


def test_nested_values_are_not_labels():
    for value in ("MAP {1: 2}", "union_value(x := 1)"):
        with pytest.raises(InputError, match="labels must be single values, got "):
            cd.read_table(duckdb.sql(f"SELECT {value} AS a, 1 AS b"), "a", "b")
    rows = "FROM (VALUES (INTERVAL 1 DAY), (INTERVAL 24 HOUR)) t(a)"
    table = cd.read_table(duckdb.sql(f"SELECT a, 1 AS b {rows}"), "a", "b")
    assert table.row_labels.tolist() == ["1 day", "24:00:00"]
