"""Elements that an engine selects, renames and writes equal those computed in memory."""

import contextlib
import sqlite3

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import clusterdiff as cd
from clusterdiff.analysis import write_moved, write_relabeled
from clusterdiff.errors import InputError
from tests.helpers.written_elements import GIVEN, check_written


@pytest.fixture
def db():
    with duckdb.connect() as connection:
        yield connection


@pytest.mark.parametrize("kind", ["BIGINT", "VARCHAR", "VARCHAR COLLATE NOCASE"])
def test_moved_elements(kind, db, tmp_path):
    rng = np.random.default_rng(0)
    a = rng.integers(0, 6, 300)
    b = np.where(rng.random(300) < 0.8, a, rng.integers(0, 6, 300))
    names = "AaBb'c" if kind != "BIGINT" else range(6)
    left, right = ([names[i] for i in side] for side in (a, b))
    db.execute(f'CREATE TABLE t (id INT, "a ""x" {kind}, b {kind})')
    db.executemany(
        "INSERT INTO t VALUES (?, ?, ?)", list(zip(range(300), left, right, strict=True))
    )
    number = write_moved(db.table("t"), 'a "x', "b", tmp_path / "m.parquet")
    matched = {(pair.a, pair.b) for pair in cd.match(left, right).pairs}
    expected = [i for i, pair in enumerate(zip(left, right, strict=True)) if pair not in matched]
    found = [row[0] for row in db.read_parquet(str(tmp_path / "m.parquet")).order("id").fetchall()]
    assert found == expected
    assert number == len(expected) > 20
    assert [path.name for path in tmp_path.iterdir()] == ["m.parquet"]


def _polars(folder):
    return pl.LazyFrame(GIVEN), folder / "x.parquet", pl.read_parquet


def _duckdb_file(folder):
    return duckdb.from_arrow(pa.table(GIVEN)), str(folder / "x.parquet"), pl.read_parquet


def _duckdb_table(folder):
    db = duckdb.connect(folder / "x.db")
    return db.from_arrow(pa.table(GIVEN)), "written", lambda name: db.table(name).pl()


@pytest.mark.parametrize("engine", [_polars, _duckdb_file, _duckdb_table])
def test_written_by_an_engine(engine, tmp_path):
    frame, target, read = engine(tmp_path)
    check_written(frame, target, read)


def test_written_by_sqlite(tmp_path):
    with contextlib.closing(sqlite3.connect(tmp_path / "x.db")) as db:
        db.execute("CREATE TABLE given (id INT, truth TEXT COLLATE NOCASE, found INT)")
        db.executemany(
            "INSERT INTO given VALUES (?, ?, ?)", list(zip(*GIVEN.values(), strict=True))
        )

        def read(name):
            return pl.read_database(f"SELECT * FROM {name}", db)  # noqa: S608

        check_written("SELECT * FROM given", "written", read, connection=db)
        with pytest.raises(InputError, match=r"could not be read: .*already exists"):
            write_moved("SELECT * FROM given", "truth", "found", "written", connection=db)
        with pytest.raises(InputError, match="writes tables"):
            write_moved("SELECT * FROM given", "truth", "found", "a/b", connection=db)


def test_targets_that_cannot_be_written_are_refused(db, tmp_path):
    rows = db.sql("SELECT range AS id, range % 3 AS a, range % 2 AS b FROM range(9)")
    (tmp_path / "there.parquet").touch()
    for frame, target, words in (
        (rows, tmp_path / "there.parquet", "exists"),
        (rows, tmp_path / "nowhere" / "x.parquet", "could not be written"),
        ({"a": [1], "b": [1]}, tmp_path / "x.parquet", "must be lazy"),
        (pl.LazyFrame({"a": [1], "b": [1]}), "table", "polars writes Parquet"),
        (db.sql("SELECT 1.5 AS a, 1 AS b"), tmp_path / "x.parquet", "got Decimal"),
    ):
        with pytest.raises(InputError, match=words):
            write_moved(frame, "a", "b", target)
    with pytest.raises(InputError, match="has a column 'id'"):
        write_relabeled(rows, "a", "b", tmp_path / "x.parquet", name="id")
    holes = db.sql("SELECT 1 AS a, NULL::INT AS b")
    with pytest.raises(InputError, match="label for every element"):
        write_relabeled(holes, "a", "b", tmp_path / "x.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["there.parquet"]
