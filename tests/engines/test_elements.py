"""`diff --elements` of tables in databases: streamed, equal to files, and never by position."""

import csv
import json

import duckdb
import numpy as np
import pytest

from tests.engines.test_signals import DRIVERS, start

RNG = np.random.default_rng(8)
N = 20_000
CODES = RNG.integers(0, 40, N)
ROWS = {
    "tenant": [f"t{i % 3}" for i in range(N)],
    "number": [i // 3 for i in range(N)],
    "key": [f"k{i}" for i in range(N)],
    "truth": [f"c{i}" for i in CODES],
    "found": np.where(RNG.random(N) < 0.9, CODES, RNG.integers(0, 40, N)).tolist(),
}


@pytest.fixture(scope="module")
def given(tmp_path_factory):
    """A file of DuckDB with one table of all columns and two of one label each."""
    file = tmp_path_factory.mktemp("given") / "rows.db"
    import pyarrow as pa

    rows = pa.table(ROWS)
    with duckdb.connect(str(file)) as db:
        db.execute(f"CREATE TABLE rows AS FROM rows; COPY rows TO '{file}.csv'")
        db.execute("CREATE TABLE a AS SELECT tenant, number, key, truth FROM rows")
        db.execute("CREATE TABLE b AS SELECT tenant, number, key, found FROM rows")
    del rows
    return file


@pytest.fixture(scope="module")
def in_postgres(given, postgres):
    import psycopg

    with psycopg.connect(postgres) as db, duckdb.connect(str(given), read_only=True) as source:
        for name in ("rows", "a", "b"):
            table = source.table(name)
            kinds = {"VARCHAR": "text", "BIGINT": "bigint"}
            columns = ", ".join(
                f"{c} {kinds[str(t)]}" for c, t in zip(table.columns, table.types, strict=True)
            )
            db.execute(f"CREATE TABLE el_{name} ({columns})")
            with db.cursor().copy(f"COPY el_{name} FROM STDIN") as copy:
                for row in table.fetchall():
                    copy.write_row(row)
    return postgres


def moved(file, *words, driver=None, code=0):
    """Return the elements that a command writes, by their ids."""
    file.unlink(missing_ok=True)
    process = start("diff", *words, "--elements", file, "--log-level", "info", driver=driver)
    _, err = process.communicate(timeout=240)
    assert process.returncode == code, err[-2000:]
    if code:
        return err
    with file.open(newline="") as opened:
        rows = list(csv.DictReader(opened))
    return sorted(tuple(row.values()) for row in rows), err


@pytest.fixture(scope="module")
def expected(given, tmp_path_factory):
    file = tmp_path_factory.mktemp("expected") / "m.csv"
    rows, err = moved(file, f"{given}.csv", "-c", "truth,found", "--on", "key")
    assert len(rows) > 1000
    assert "read:" in err  # into memory
    return rows


def test_one_table_of_duckdb(given, expected, tmp_path):
    file = tmp_path / "m.csv"
    words = (f"duckdb:{given}#rows", "-c", "truth,found", "--on", "key")
    rows, err = moved(file, *words)
    assert rows == expected
    assert "read:" not in err
    few, _ = moved(file, *words, "--ignore", "c7", "--ignore-b", "3")
    assert 0 < len(few) < len(expected)
    again, err = moved(file, *words, "--noise", "c7")
    assert "read:" in err
    assert len(again) > 1000


def test_two_tables_of_duckdb(given, expected, tmp_path):
    two = f"duckdb:{given}#a", f"duckdb:{given}#b", "-c", "truth,found"
    rows, err = moved(tmp_path / "m.csv", *two, "--on", "key")
    assert rows == expected
    assert "read:" not in err
    rows, _ = moved(tmp_path / "m.csv", *two, "--on", "tenant,number")
    assert [row[1:] for row in sorted(rows, key=lambda row: row[1:])] == sorted(
        row[1:] for row in expected
    )
    assert rows[0][0].startswith("t0,")


@pytest.mark.parametrize("driver", DRIVERS)
def test_tables_of_postgres(in_postgres, expected, driver, tmp_path):
    file = tmp_path / "m.csv"
    one = (f"{in_postgres}#el_rows", "-c", "truth,found", "--on", "key")
    rows, err = moved(file, *one, driver=driver)
    assert rows == expected
    assert "read:" not in err
    two = f"{in_postgres}#el_a", f"{in_postgres}#el_b", "-c", "truth,found", "--on", "key"
    assert moved(file, *two, driver=driver)[0] == expected
    many = (*two[:4], "--on", "tenant", "--on", "number")
    assert len(moved(file, *many, driver=driver)[0]) == len(expected)


@pytest.mark.parametrize("driver", DRIVERS)
def test_only_rows_that_moved_leave_the_server(in_postgres, expected, driver, tmp_path):
    one = (f"{in_postgres}#el_rows",)
    two = f"{in_postgres}#el_a", f"{in_postgres}#el_b"
    for tables in (one, two):
        process = start(
            "diff", *tables, "-c", "truth,found", "--on", "key", "--elements", tmp_path / "m.csv",
            "--log-json", "--log-level", "debug", driver=driver,
        )  # fmt: skip
        _, err = process.communicate(timeout=240)
        assert process.returncode == 0, err[-2000:]
        steps = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
        most = max(each["rows"] for each in steps if each.get("step") == "query")
        assert most == len(expected) < N / 4


def test_labels_that_sql_could_misread(postgres, tmp_path):
    import psycopg

    labels = [
        "it's",
        "a\\'b",
        "100%s",
        "%(x)s",
        "'); DROP TABLE el_odd; --",
        "é😀",
        " x ",
        "",
        "NULL",
    ]
    with psycopg.connect(postgres) as db:
        db.execute("CREATE TABLE el_odd (id bigint, a varchar(40), b char(40), n smallint)")
        for i in range(200):
            label = labels[i % len(labels)]
            other = labels[(i + (i % 10 == 0)) % len(labels)]
            row = (i, label, other if i % 50 else None, (i + (i % 7 == 0)) % len(labels))
            db.execute("INSERT INTO el_odd VALUES (%s, %s, %s, %s)", row)
    words = (f"{postgres}#el_odd", "--on", "id", "--missing", "drop")
    for columns in ("a,b", "a,n", "n,b"):
        rows = [moved(tmp_path / "m.csv", *words, "-c", columns, driver=d)[0] for d in DRIVERS]
        sql = "SELECT id, a, rtrim(b) AS b, n FROM el_odd"
        file = tmp_path / "odd.parquet"
        with psycopg.connect(postgres) as db:
            import pyarrow as pa
            import pyarrow.parquet as pq

            found = list(zip(*db.execute(sql).fetchall(), strict=True))
            pq.write_table(
                pa.table(dict(zip(("id", "a", "b", "n"), map(list, found), strict=True))), file
            )
        same = moved(tmp_path / "m.csv", file, *words[1:], "-c", columns)[0]
        assert rows[0] == rows[1] == same, columns
        assert 0 < len(same) < 200


def test_positions_mean_nothing(given, tmp_path):
    sql = ("--sql", "SELECT truth, found FROM rows")
    err = moved(tmp_path / "m.csv", f"duckdb:{given}", *sql, code=2)
    assert "positions mean nothing" in err
    assert not (tmp_path / "m.csv").exists()
    process = start("report", f"duckdb:{given}", *sql, "-o", tmp_path / "r.json", "--no-chance")
    _, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    assert json.loads((tmp_path / "r.json").read_text())


def test_parquet(given, tmp_path):
    import pyarrow.parquet as pq

    target = tmp_path / "m.parquet"
    process = start("diff", f"duckdb:{given}#rows", "-c", "truth,found", "--elements", target)
    assert (process.communicate(timeout=240), process.returncode)[1] == 0
    found = pq.read_table(target)
    assert found.column_names == ["id", "from", "to", "change", "cost"]
    assert found.num_rows > 1000
