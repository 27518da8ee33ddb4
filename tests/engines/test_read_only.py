"""PostgreSQL by URL: transactions that cannot write and see one state of the data."""

import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError
from clusterdiff.io import open_source

DRIVERS = ["adbc_driver_postgresql", "psycopg"]


@pytest.fixture
def rows(warehouse):
    warehouse.execute("DROP TABLE IF EXISTS kept; CREATE TABLE kept (a int, b int)")
    warehouse.execute("INSERT INTO kept VALUES (1, 1), (1, 2), (2, 2)")
    warehouse.execute("CREATE OR REPLACE FUNCTION wipe() RETURNS int LANGUAGE sql AS "
                      "$$ DELETE FROM kept; SELECT 1 $$")  # fmt: skip
    warehouse.commit()
    return warehouse


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_query_cannot_write(driver, rows, postgres, monkeypatch):
    monkeypatch.setattr("clusterdiff.io._databases.find_spec", lambda name: name == driver or None)
    for sql, words in (
        ("SELECT wipe() AS a, 2 AS b", "read-only transaction"),
        ("WITH x AS (DELETE FROM kept RETURNING *) SELECT a, b FROM x", "could not be"),
        ("DELETE FROM kept", "must be one statement that returns rows, got DELETE"),
        ("SELECT 1 AS a, 2 AS b; DROP TABLE kept", "there are 2"),
        ("SELECT 1 AS a, 2 AS b) q; DROP TABLE kept; --", "must be one statement"),
    ):
        with pytest.raises(InputError, match=words):
            cd.read_table(f"{postgres}#{sql}" if sql.startswith(("SELECT", "WITH"))
                          else open_source(postgres, sql=sql))  # fmt: skip
    assert rows.execute("SELECT count(*) FROM kept").fetchone()[0] == 3
    rows.commit()


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_query_that_ends_in_a_comment(driver, rows, postgres, monkeypatch):
    del rows
    monkeypatch.setattr("clusterdiff.io._databases.find_spec", lambda name: name == driver or None)
    for end in ("-- all", "; -- all", "/* all */ ;", "WHERE a < 9 -- ; or"):
        assert cd.read_table(f"{postgres}#SELECT a, b FROM kept {end}").n == 3  # noqa: S608


@pytest.mark.parametrize("driver", DRIVERS)
def test_all_reads_see_one_state(driver, rows, postgres, monkeypatch):
    monkeypatch.setattr("clusterdiff.io._databases.find_spec", lambda name: name == driver or None)
    source = open_source(f"{postgres}#kept")
    assert cd.read_table(source, columns="a,b").n == 3
    rows.execute("INSERT INTO kept VALUES (5, 5)")
    rows.commit()
    assert cd.read_table(source, columns="a,b").n == 3
