"""Types of columns that PostgreSQL and Spark have and other engines have not."""
# ruff: noqa: S608  (queries of our own)

import pytest

import clusterdiff as cd
from clusterdiff.analysis import write_moved, write_relabeled
from clusterdiff.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore")  # of the engines

CREATE = """
CREATE DOMAIN whole AS integer; CREATE DOMAIN nested_whole AS whole; CREATE DOMAIN list AS int[];
CREATE DOMAIN exact AS numeric; CREATE TYPE pair AS (x int, y text);
CREATE TABLE kinds (id int, whole nested_whole, exact exact, free numeric, price money,
  span interval, clock time, list list, pair pair, long text);
INSERT INTO kinds VALUES
  (1, 1, 1.0, 'NaN', 1, '1 day', '24:00', '{1}', ROW(1, 'a'), repeat('x', 5000) || 'a'),
  (2, -1, 1.00, 'Infinity', -1, '24 hours', '00:00', '{1}', ROW(1, 'a'), repeat('x', 5000) || 'b'),
  (3, 1, 2, 1.10, '1.00', '1 day', '24:00', '{1}', ROW(1, 'a'), repeat('x', 5000) || 'c'),
  (4, NULL, NULL, 1.1, NULL, NULL, NULL, NULL, NULL, 'd');
CREATE TABLE padded_long (key char(6000), label int);
INSERT INTO padded_long SELECT CASE id WHEN 4 THEN 'd' ELSE repeat('x', 5000) || id END, id FROM kinds;
CREATE TABLE raw_keys (key bytea, a int);
INSERT INTO raw_keys VALUES ('\\x00', 1), ('\\xff', 2);
"""
EXPECTED = {
    "whole": [1, -1, 1, None],
    "free": [None, "inf", "1.1", "1.1"],
    "price": [1, -1, 1, None],
    "span": ["1 day", "24:00:00", "1 day", None],
    "clock": ["24:00:00", "00:00:00", "24:00:00", None],
}


@pytest.fixture(scope="module")
def kinds(warehouse):
    warehouse.execute(CREATE)
    warehouse.commit()
    return warehouse


def _blocks(table):
    """Return which ids are together, regardless of the labels."""
    blocks = {}
    for row, col in zip(table.rows, table.cols, strict=True):
        blocks.setdefault(int(row), set()).add(int(table.col_labels[col]))
    return sorted(map(sorted, blocks.values()))


@pytest.mark.parametrize("engine", ["psycopg", "adbc", "ibis"])
def test_types_of_postgres(engine, kinds, postgres):
    expected = {
        name: _blocks(cd.Table.from_labels(labels, [1, 2, 3, 4], missing="drop"))
        for name, labels in EXPECTED.items()
    }
    if engine == "ibis":
        import ibis

        backend = ibis.connect(postgres)
        rows = backend.table("kinds")

        def read(name):
            return cd.read_table(rows, name, "id", missing="drop")
    else:
        from adbc_driver_postgresql import dbapi

        connection = kinds if engine == "psycopg" else dbapi.connect(postgres)

        def read(name):
            return cd.read_query(
                "SELECT * FROM kinds", connection, columns=[name, "id"], missing="drop"
            )

        expected["exact"] = [[1, 2], [3]]
    found = {name: read(name) for name in expected}
    assert {name: _blocks(table) for name, table in found.items()} == expected
    if engine == "ibis":
        backend.con.close()
        return
    assert found["whole"].row_labels.tolist() == [-1, 1]
    for name in ("list", "pair"):
        with pytest.raises(InputError, match=r"labels must be single values, got nested values"):
            read(name)
    if engine == "adbc":
        connection.close()


@pytest.mark.usefixtures("kinds")
def test_long_keys_and_keys_of_bytes(postgres):
    with pytest.raises(InputError, match=r"3 only in .* 3 only in "):
        cd.read_table(
            f"{postgres}#kinds", f"{postgres}#padded_long", on="long=key", columns="id,label"
        )
    twice = [f"{postgres}#raw_keys", f"{postgres}#SELECT key, a AS b FROM raw_keys"]
    assert cd.read_table(*twice, on="key").n == 2


def test_columns_with_internal_names_are_written(kinds):
    kinds.execute("CREATE TABLE letters (id int, a int, b int)")
    kinds.execute("INSERT INTO letters VALUES (0,1,7), (1,1,7), (2,2,7), (3,2,8), (4,2,8)")
    assert write_moved("SELECT * FROM letters", "a", "b", "letters_moved", connection=kinds) == 1
    assert write_relabeled("TABLE letters", "b", "a", "letters_named", connection=kinds) == 5
    assert kinds.execute("SELECT id FROM letters_moved").fetchall() == [(2,)]
    assert kinds.execute("SELECT b_relabeled FROM letters_named WHERE id = 4").fetchall() == [(2,)]


def test_a_connection_can_be_used_after_an_error(kinds):
    for wrong in ("SELECT * FROM nope", "SELECT 1 AS a, 1 / 0 AS b"):
        with pytest.raises(InputError, match="query could not be read: "):
            cd.read_query(wrong, kinds)
    assert cd.read_query("TABLE kinds", kinds, columns="id,whole", missing="drop").n == 3


def test_types_of_spark(spark):
    for value in ("map(1, 2)", "parse_json('1')"):
        with pytest.raises(InputError, match="labels must be single values, got "):
            cd.read_table(spark.sql(f"SELECT {value} AS a, 1 AS b"), "a", "b")


def test_a_failed_write_leaves_no_partial_output(spark, tmp_path, monkeypatch):
    import dask.dataframe as dd
    import pandas as pd

    rows = "SELECT id, id % 2 AS a, id % 3 AS b, IF(id = 5, raise_error('x'), 1) AS c FROM range(9)"
    with pytest.raises(InputError, match="could not be written"):
        write_relabeled(spark.sql(rows), "b", "a", tmp_path / "x.parquet")
    frame = pd.DataFrame({"a": [1, 1, 2, 2], "b": [1, 1, 1, 2]})

    def fail(*_, **__):
        raise OSError

    monkeypatch.setattr("dask.dataframe.read_parquet", fail)
    with pytest.raises(InputError, match="could not be written"):
        write_relabeled(dd.from_pandas(frame, npartitions=2), "b", "a", tmp_path / "y.parquet")
    assert not list(tmp_path.iterdir())
