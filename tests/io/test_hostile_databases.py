"""Databases of others read no other file, and queries are one statement that cannot write."""
# ruff: noqa: S608  (queries of our own)

import sqlite3
from pathlib import Path

import duckdb
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError
from clusterdiff.io._queries import one_query
from clusterdiff.io.engines._sql_dialects import table_name
from tests.helpers.program import run


@pytest.fixture
def hostile(tmp_path):
    """A database whose views read other files."""
    (tmp_path / "diary.csv").write_text("a,b\nsecret,1\nmine,2\n")
    path = tmp_path / "theirs.db"
    with duckdb.connect(path) as db:
        db.execute("CREATE TABLE runs AS SELECT range % 3 AS a, range % 4 AS b FROM range(60)")
        db.execute("CREATE VIEW plain AS SELECT b AS a, a AS b FROM runs")
        for name, rows in (
            ("lines", f"read_csv('{tmp_path}/diary.csv')"),
            ("text", f"(SELECT content AS a, size AS b FROM read_text('{tmp_path}/*.csv'))"),
            ("listed", f"(SELECT file AS a, 1 AS b FROM glob('{tmp_path}/*'))"),
        ):
            db.execute(f"CREATE VIEW {name} AS SELECT * FROM {rows}")
    return f"duckdb:{path}"


def test_tables_and_views_of_a_file_are_read(hostile):
    expected = cd.Table.from_labels([i % 3 for i in range(60)], [i % 4 for i in range(60)])
    assert cd.read_table(f"{hostile}#runs", columns="a,b") == expected
    assert cd.read_table(f"{hostile}#plain", columns="b,a") == expected
    assert cd.read_table(f"{hostile}#SELECT a, b FROM runs -- all of them\n;") == expected


@pytest.mark.parametrize("view", ["lines", "text", "listed"])
def test_a_database_of_others_reads_no_other_file(view, hostile):
    for name in (f"{hostile}#{view}", f"{hostile}#SELECT a, b FROM {view}"):
        with pytest.raises(InputError) as caught:
            cd.read_table(name, columns="a,b", missing="block")
        assert "secret" not in str(caught.value)
        assert "reads files or loads extensions" in str(caught.value)
    done = run("compare", hostile, "--sql", f"SELECT a, b FROM {view}", "--format", "json")
    assert (done.returncode, done.stdout) == (2, "")


def test_a_database_of_others_cannot_change_the_settings(hostile):
    for sql in ("SET enable_external_access = true", "INSTALL httpfs", "LOAD httpfs"):
        done = run("compare", hostile, "--sql", sql)
        assert done.returncode == 2
        assert "must be one statement that returns rows, got" in done.stderr
    from clusterdiff.io._databases import _duckdb

    with _duckdb(hostile.removeprefix("duckdb:"), "x") as db:
        for sql in ("SET enable_external_access = true", "SET autoload_known_extensions = true"):
            with pytest.raises(duckdb.Error, match=r"lock|Cannot"):
                db.execute(sql)


@pytest.mark.parametrize("where", ["duckdb:", "file"])
@pytest.mark.parametrize(
    "sql",
    ["SELECT 1 AS a, 2 AS b; COPY (SELECT 1) TO '{}'", "COPY (SELECT 1 AS a, 2 AS b) TO '{}'",
     "COPY (SELECT 1 AS a, 2 AS b) TO '{}' --", "/* x */ COPY (SELECT 1) TO '{}'",
     "WITH x AS (SELECT 1 AS a) INSERT INTO runs SELECT a, a FROM x", "EXPORT DATABASE '{}'",
     "CREATE TABLE z AS SELECT 1 AS a, 2 AS b; FROM z", "ATTACH '{}'", "EXPLAIN SELECT 1"],
)  # fmt: skip
def test_sql_is_one_statement_that_cannot_write(sql, where, hostile, tmp_path):
    target = tmp_path / "written"
    database = hostile if where == "file" else where
    done = run("compare", database, "--sql", sql.format(target))
    assert done.returncode == 2, done
    assert "must be one statement that returns rows" in done.stderr
    assert not target.exists()


def test_queries_of_an_empty_database_still_read_files(tmp_path):
    (tmp_path / "x.csv").write_text("a,b\n1,2\n1,3\n")
    found = cd.read_table(f"duckdb:#SELECT a, b FROM '{tmp_path}/x.csv' -- mine", columns="a,b")
    assert found.n == 2


def test_queries_that_end_in_a_comment():
    with sqlite3.connect(":memory:") as lite:
        lite.execute("CREATE TABLE t (a, b)")
        lite.executemany("INSERT INTO t VALUES (?, ?)", [(1, ";"), (1, "y"), (2, "y")])
        for sql in (
            "SELECT a, b FROM t -- all", "SELECT a, b FROM t; -- all", "SELECT a, b FROM t /* x */ ;",
            "-- first\nSELECT a, b FROM t;", "SELECT a, b FROM t WHERE b <> ';--' -- ; x",
        ):  # fmt: skip
            assert cd.read_query(sql, lite).n == 3
        for sql in (
            "DELETE FROM t",
            "SELECT a, b FROM t; DROP TABLE t",
            "select 1) q; drop table t --",
        ):
            with pytest.raises(InputError, match="must be one statement that returns rows"):
                cd.read_query(sql, lite)
        assert lite.execute("SELECT count(*) FROM t").fetchone() == (3,)
    lite.close()


@pytest.mark.parametrize("sql", ["", " ; ", "-- nothing", "/* SELECT 1 */"])
def test_a_query_must_have_a_statement(sql):
    with pytest.raises(InputError, match="there are none"):
        one_query(sql, "query")


@pytest.mark.parametrize("sql", ["SELECT $x$;$x$ AS a", "SELECT E'\\';' AS a", 'SELECT ";" FROM t'])
def test_semicolons_within_quotes_end_nothing(sql):
    assert one_query(f"{sql};", "query") == sql


@pytest.mark.parametrize("name", ['"t', 't."u', '"t"u', '"a. ,b --', '""', "a..b", ".a", "a."])
def test_names_of_tables_with_unbalanced_quotes_are_refused(name, hostile):
    with pytest.raises(InputError, match="is not the name of a table"):
        table_name(name)
    with pytest.raises(InputError, match="is not the name of a table"):
        cd.read_table(f"{hostile}#{name}")


def test_names_of_tables(tmp_path):
    path = Path(tmp_path) / "x.db"
    with duckdb.connect(path) as db:
        db.execute('CREATE TABLE "we""ird; --" AS SELECT 1 AS a, 2 AS b')
    assert cd.read_table(f'duckdb:{path}#we"ird; --', columns="a,b").n == 1
    assert cd.read_table(f'duckdb:{path}#main."we""ird; --"', columns="a,b").n == 1
