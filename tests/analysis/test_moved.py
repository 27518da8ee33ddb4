"""Elements that moved, selected and written by DuckDB, are those of the labels in memory."""

import duckdb
import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.analysis.moved import write_moved
from clusterdiff.errors import InputError


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


def test_what_cannot_be_written_is_an_error(db, tmp_path):
    rows = db.sql("SELECT range AS id, range % 3 AS a, range % 2 AS b FROM range(9)")
    (tmp_path / "there.parquet").touch()
    for frame, target, words in (
        (rows, tmp_path / "there.parquet", "exists"),
        (rows, tmp_path / "nowhere" / "x.parquet", "Cannot write"),
        ({"a": [1], "b": [1]}, tmp_path / "x.parquet", "must be a DuckDB relation"),
        (db.sql("SELECT DATE '2024-01-01' AS a, 1 AS b"), tmp_path / "x.parquet", "got date"),
    ):
        with pytest.raises(InputError, match=words):
            write_moved(frame, "a", "b", target)
    assert [path.name for path in tmp_path.iterdir()] == ["there.parquet"]
