"""All engines give exactly the same table for the same difficult data."""

import os

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError
from tests.helpers import torture, written_elements

pytestmark = pytest.mark.filterwarnings("ignore")  # of the engines; they warn about each other

NAMES = {"torture": torture.ARROW, "other": torture.OTHER}


def _parquet_folder(path):
    return pl.read_parquet(f"{path}/*.parquet")


def _pandas(name, request):
    del request
    return NAMES[name].to_pandas(types_mapper={pa.int64(): pd.Int64Dtype()}.get)


def _dask_of(table):
    import dask.dataframe as dd

    return dd.from_pandas(table.to_pandas(types_mapper=pd.ArrowDtype), npartitions=3, sort=False)


def _dask(name, request):
    del request
    return _dask_of(NAMES[name])


def _duckdb(name, request):
    """Return text under a collation that ignores case and accents, and enumerations."""
    backend = request.getfixturevalue("ibis_duckdb")
    return backend.con.table(name)


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
    backend.con.execute("CREATE TYPE color AS ENUM ('green', 'red', 'Red')")
    lax = "COLLATE NOCASE.NOACCENT AS"
    changed = {
        "torture": f"key {lax} key, text {lax} text, uuid::UUID AS uuid, kind::color AS kind",
        "other": f"other_key {lax} other_key",
    }
    for name, table in NAMES.items():
        backend.con.register(f"arrow_{name}", table)
        rows = f"SELECT * REPLACE ({changed[name]}) FROM arrow_{name}"  # noqa: S608
        backend.con.execute(f"CREATE TABLE {name} AS {rows}")
    alike = backend.con.execute("SELECT count(*) FROM torture WHERE text = 'a'").fetchall()
    assert alike == [(4,)]
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
            if field.name == "local":  # which Spark interpreted as an instant in its own time zone
                frame = frame.withColumn("local", F.col("local").cast("timestamp_ntz"))
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
    ("raw", "kind"),
    ("uuid", "local"),
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


THREE_LINES = ["ari", "vi", "ami", "mi", "homogeneity", "b3"]
ANYWHERE = ["pandas", "polars", "duckdb", "spark", "postgres"]


@pytest.mark.parametrize("engine", ANYWHERE)
def test_the_same_three_lines(engine, request):
    """The results are the same for all engines; only the first line, with the names, differs."""
    lists = cd.compare(torture.TEXT, torture.WHOLE, measures=THREE_LINES, missing="singletons")
    if engine == "postgres":
        args = ("SELECT * FROM torture", request.getfixturevalue("warehouse"))
        table = cd.read_query(*args, columns="text,whole", missing="singletons")
    else:
        args = (ENGINES[engine]("torture", request), "text", "whole")
        table = cd.read_table(*args, missing="singletons")
    result = cd.compare(table, measures=THREE_LINES)
    values = [score.value for score in result]

    assert values == [score.value for score in lists]
    if engine != "postgres":
        shown = cd.compare(*args, measures=THREE_LINES, missing="singletons")
        assert [score.value for score in shown] == values


def test_arrays_are_not_labels(request, warehouse):
    spark = request.getfixturevalue("spark")
    given = pa.table({"a": [[1, 2], [3]], "b": [1, 2]})
    frames = (
        pl.from_arrow(given).lazy(),
        duckdb.from_arrow(given),
        spark.sql("SELECT array(1, 2) AS a, 1 AS b"),
    )
    for each in frames:
        with pytest.raises(InputError, match="labels must be single values, got"):
            cd.read_table(each, "a", "b")
    with pytest.raises(InputError, match=r"labels must be single values, got nested values"):
        cd.read_query("SELECT * FROM nested", warehouse)


def test_rows_written_by_spark_and_postgres(spark, warehouse, tmp_path):
    given = spark.createDataFrame(pa.table(written_elements.GIVEN))
    written_elements.check_written(given, tmp_path / "x.parquet", _parquet_folder)
    slots = ", ".join(["%s"] * 3)
    warehouse.execute("CREATE TABLE given (id bigint, truth text COLLATE nocase, found bigint)")
    with warehouse.cursor() as cursor:
        rows = list(zip(*written_elements.GIVEN.values(), strict=True))
        cursor.executemany(f"INSERT INTO given VALUES ({slots})", rows)  # noqa: S608

    def read(name):
        return pl.read_database(f"SELECT * FROM {name}", warehouse)  # noqa: S608

    written_elements.check_written("SELECT * FROM given", "written", read, connection=warehouse)


def test_rows_written_by_dask_and_ibis(tmp_path, ibis_duckdb):
    import dask.dataframe as dd

    frame = pa.table(written_elements.GIVEN).to_pandas(types_mapper=pd.ArrowDtype)
    written_elements.check_written(
        dd.from_pandas(frame, npartitions=3), tmp_path / "x.parquet", _parquet_folder
    )
    ibis_duckdb.con.register("arrow_given", pa.table(written_elements.GIVEN))
    ibis_duckdb.con.execute("CREATE TABLE given AS SELECT * FROM arrow_given")
    written_elements.check_written(
        ibis_duckdb.table("given"), "written", lambda name: ibis_duckdb.con.table(name).pl()
    )


def test_keys_that_repeat_or_are_missing_are_found_by_the_engine(frame):
    with pytest.raises(InputError, match=r"a must name every element .*text: 1 row has no key"):
        cd.read_table(frame(), frame("other"), on="text=other_key", columns="whole,found")
    with pytest.raises(InputError, match=r"b must name every element once .*: 2 duplicate keys"):
        cd.read_table(frame("other"), frame(), on="other_key=weight", columns="found,text")


def test_keys_that_are_equal_numbers(request, postgres, spark, ibis_duckdb, ibis_postgres):
    names = {"numbered": torture.NUMBERED, "renumbered": torture.RENUMBERED}
    warehouse = request.getfixturevalue("warehouse")
    columns = (
        "whole bigint, real float8, text text COLLATE nocase, cents numeric(20, 2), tenths numeric"
    )
    for name, table in names.items():
        ibis_duckdb.con.register(f"arrow_{name}", table)
        ibis_duckdb.con.execute(f"CREATE TABLE {name} AS SELECT * FROM arrow_{name}")  # noqa: S608
        warehouse.execute(f"CREATE TABLE {name} ({columns}, {table.column_names[-1]} bigint)")
        with warehouse.cursor() as cursor:
            rows = [tuple(row.values()) for row in table.to_pylist()]
            cursor.executemany(f"INSERT INTO {name} VALUES (%s, %s, %s, %s, %s, %s)", rows)  # noqa: S608
    warehouse.commit()
    for tables in (
        [spark.createDataFrame(table) for table in names.values()],
        [ibis_duckdb.table(name) for name in names],
        [ibis_postgres.table(name) for name in names],
        [f"{postgres}#{name}" for name in names],
        [_dask_of(table) for table in names.values()],
    ):
        torture.check_keys_of_numbers(*tables)


def test_spark_queries(spark, spark_tables):
    spark_tables["torture"].createOrReplaceTempView("torture_view")
    table = cd.read_query("SELECT * FROM torture_view", spark, columns="text,real", missing="drop")
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
                table = cd.read_query(
                    "SELECT * FROM torture;", connection, columns=[a, b], **policy
                )
                expected = torture.reference(a, b, **{**policy, **weights})
                assert torture.shown(table) == torture.shown(expected), (a, b, policy)
        padded = cd.read_query("SELECT * FROM padded", connection, columns="a,b")
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
            "clusterdiff.io._databases.find_spec", lambda name, use=driver: name == use or None
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
    with pytest.raises(InputError, match=r"4 only in .*2 only in"):
        cd.read_table(f"{url}#torture", f"{url}#other", on="key=other_key", columns="text,found")
    with pytest.raises(InputError, match="2 of 16 are missing, the first is "):
        cd.read_table(f"{url}#torture", columns="whole,weight")


def test_exact_numbers_of_postgres(warehouse):
    free = "SELECT CAST(x AS numeric) AS a, 1 AS b FROM (VALUES ('1.1'), ('1.10'), ('2'), ('NaN')) t(x)"
    table = cd.read_query(free, warehouse, missing="drop")
    assert (table.n, table.shape) == (3, (2, 1))


def test_no_password_in_an_error(postgres):
    import psycopg

    wrong = postgres.replace("/postgres", "/nowhere")
    with pytest.raises(InputError) as caught:
        cd.read_table(f"{wrong}#torture", columns="text,whole")
    assert "pa55word" not in str(caught.value)
    with psycopg.connect(postgres) as connection, pytest.raises(InputError, match="nope") as caught:
        cd.read_query("SELECT * FROM nope", connection)
    assert "pa55word" not in str(caught.value)
    assert os.environ.get("PGPASSWORD") is None
