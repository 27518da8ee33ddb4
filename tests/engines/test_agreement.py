"""One agreement test over all engines: the same table of the same torture data, to the last cell."""

import os

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError
from clusterdiff.summaries import PairCounts
from clusterdiff.summaries.in_engine import read_summaries
from tests.helpers import torture

pytestmark = pytest.mark.filterwarnings("ignore")  # of the engines; they warn about each other

NAMES = {"torture": torture.ARROW, "other": torture.OTHER}


def _pandas(name, request):
    del request
    return NAMES[name].to_pandas(types_mapper={pa.int64(): pd.Int64Dtype()}.get)


def _dask(name, request):
    del request
    import dask.dataframe as dd

    return dd.from_pandas(
        NAMES[name].to_pandas(types_mapper=pd.ArrowDtype), npartitions=3, sort=False
    )


def _duckdb(name, request):
    del request
    import duckdb

    return duckdb.from_arrow(NAMES[name])


def _ibis_duckdb(name, request):
    backend = request.getfixturevalue("ibis_duckdb")
    return backend.table(name)


def _ibis_postgres(name, request):
    return request.getfixturevalue("ibis_postgres").table(name)


def _spark(name, request):
    session = request.getfixturevalue("spark")
    frame = request.getfixturevalue("spark_tables")[name]
    assert frame.sparkSession is session
    return frame


ENGINES = {
    "pandas": _pandas,
    "polars": lambda name, _: pl.from_arrow(NAMES[name]).lazy(),
    "arrow": lambda name, _: NAMES[name],
    "dask": _dask,
    "duckdb": _duckdb,
    "ibis on duckdb": _ibis_duckdb,
    "ibis on postgres": _ibis_postgres,
    "spark": _spark,
}


@pytest.fixture(scope="session")
def ibis_duckdb():
    import ibis

    backend = ibis.duckdb.connect()
    for name, table in NAMES.items():
        backend.con.register(f"arrow_{name}", table)
        backend.con.execute(f"CREATE TABLE {name} AS SELECT * FROM arrow_{name}")  # noqa: S608
    return backend


@pytest.fixture(scope="session")
def ibis_postgres(postgres, warehouse):
    del warehouse
    import ibis

    backend = ibis.connect(postgres)
    yield backend
    backend.con.close()


@pytest.fixture(scope="session")
def spark_tables(spark):
    """The data with text under a collation that ignores case."""
    from pyspark.sql import functions as F  # noqa: N812

    out = {}
    for name, table in NAMES.items():
        frame = spark.createDataFrame(table)
        for field in frame.schema:
            if field.dataType.typeName() == "string":
                frame = frame.withColumn(field.name, F.collate(F.col(field.name), "UTF8_LCASE"))
        out[name] = frame.cache()
    return out


@pytest.fixture(params=ENGINES)
def frame(request):
    return lambda name="torture": ENGINES[request.param](name, request)


PAIRS = [
    ("text", "whole"),
    ("real", "exact"),
    ("flag", "instant"),
    ("day", "text"),
    ("exact", "whole"),
]
POLICIES = [{"missing": "drop"}, {"missing": "block", "weights": "weight"}]


@pytest.mark.parametrize("policy", POLICIES, ids=["drop", "weights"])
def test_two_columns(frame, policy):
    native = frame()
    weights = {"weights": torture.WEIGHT} if "weights" in policy else {}
    for a, b in PAIRS[: 2 if weights else None]:
        table = cd.read_table(native, a, b, **policy)
        expected = torture.reference(a, b, **{**policy, **weights})
        assert torture.shown(table) == torture.shown(expected), (a, b)


@pytest.mark.parametrize("align", ["intersect", "singletons"])
def test_two_frames(frame, align):
    options = {"align": align, "missing": "drop", "ignore_a": "A"}
    table = cd.read_table(
        frame(), frame("other"), on="key=other_key", columns="text,found", **options
    )
    assert torture.shown(table) == torture.shown(torture.joined(**options))


def test_the_same_three_lines(frame):
    shown = cd.compare(frame(), "text", "whole", ["ari", "vi", "ami"], missing="singletons")
    lists = cd.compare(torture.TEXT, torture.WHOLE, ["ari", "vi", "ami"], missing="singletons")
    assert [score.value for score in shown] == [score.value for score in lists]


def test_keys_that_repeat_or_are_missing_are_found_by_the_engine(frame):
    with pytest.raises(InputError, match=r"a must name every element .*text: 1 row has no key"):
        cd.read_table(frame(), frame("other"), on="text=other_key", columns="whole,found")
    with pytest.raises(InputError, match=r"b must name every element once .*: 2 duplicate keys"):
        cd.read_table(frame("other"), frame(), on="other_key=weight", columns="found,text")


def test_spark_queries(spark, spark_tables):
    spark_tables["torture"].createOrReplaceTempView("torture_view")
    table = cd.read_table(
        "text", "real", sql="SELECT * FROM torture_view", connection=spark, missing="drop"
    )
    assert torture.shown(table) == torture.shown(torture.reference("text", "real", missing="drop"))
    frame = spark.sql("SELECT CAST('x' AS CHAR(4)) AS a, 1 AS b UNION ALL SELECT 'x   ', 1")
    assert cd.read_table(frame, "a", "b").n == 2


@pytest.mark.parametrize("driver", ["psycopg", "adbc"])
def test_postgres_by_sql(driver, postgres, warehouse):
    connection = warehouse
    if driver == "adbc":
        from adbc_driver_postgresql import dbapi

        connection = dbapi.connect(postgres)
    try:
        for a, b in PAIRS:
            for policy in POLICIES:
                weights = {"weights": torture.WEIGHT} if "weights" in policy else {}
                table = cd.read_table(a, b, sql="SELECT * FROM torture;", connection=connection, **policy)  # fmt: skip
                expected = torture.reference(a, b, **{**policy, **weights})
                assert torture.shown(table) == torture.shown(expected), (a, b, policy)
        padded = cd.read_table("a", "b", sql="SELECT * FROM padded", connection=connection)
        assert padded.row_labels.tolist() == ["X", "x"]
        assert padded.col_labels.tolist() == ["x", "x "]
    finally:
        if driver == "adbc":
            connection.close()


@pytest.mark.usefixtures("warehouse")
def test_postgres_by_url(postgres, monkeypatch):
    url = postgres.replace("postgresql://", "postgres://")
    for driver in ("adbc_driver_postgresql", "psycopg"):
        monkeypatch.setattr(
            "clusterdiff.io.databases.find_spec", lambda name, use=driver: name == use or None
        )
        table = cd.read_table(f"{url}#public.torture", columns="text,whole", missing="drop")
        expected = torture.reference("text", "whole", missing="drop")
        assert torture.shown(table) == torture.shown(expected)
        for align in ("intersect", "singletons"):
            options = {"align": align, "missing": "drop", "ignore_a": "A"}
            table = cd.read_table(
                f"{url}#torture",
                f"{url}#other",
                on="key=other_key",
                columns="text,found",
                **options,
            )
            assert torture.shown(table) == torture.shown(torture.joined(**options))
    with pytest.raises(InputError, match=r"4 keys are only in .*2 keys are only in"):
        cd.read_table(f"{url}#torture", f"{url}#other", on="key=other_key", columns="text,found")
    with pytest.raises(InputError, match="2 of 16 are missing, the first is "):
        cd.read_table(f"{url}#torture", columns="whole,weight")


def test_postgres_sums(warehouse):
    for a, b in PAIRS[:2]:
        options = {"sql": "SELECT * FROM torture", "connection": warehouse, "missing": "drop"}
        sums, table = read_summaries(a, b, **options), cd.read_table(a, b, **options)
        assert PairCounts.of(sums) == PairCounts.of(table)
        assert cd.mutual_information(sums) == pytest.approx(cd.mutual_information(table), rel=1e-13)
    free = "SELECT CAST(x AS numeric) AS a, 1 AS b FROM (VALUES ('1.1'), ('1.10'), ('2'), ('NaN')) t(x)"
    for read in (read_summaries, cd.read_table):
        table = read("a", "b", sql=free, connection=warehouse, missing="drop")
        assert (table.n, table.shape) == (3, (2, 1))


def test_no_password_in_an_error(postgres):
    import psycopg

    wrong = postgres.replace("/postgres", "/nowhere")
    with pytest.raises(InputError) as caught:
        cd.read_table(f"{wrong}#torture", columns="text,whole")
    assert "pa55word" not in str(caught.value)
    with psycopg.connect(postgres) as connection, pytest.raises(InputError, match="nope") as caught:
        cd.read_table(sql="SELECT * FROM nope", connection=connection)
    assert "pa55word" not in str(caught.value)
    assert os.environ.get("PGPASSWORD") is None
