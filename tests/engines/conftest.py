"""PostgreSQL and Spark, started for these tests and stopped after them."""

import os
import time

import pytest

from tests.helpers import torture
from tests.helpers.servers import postgres_server

SPARK = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.driver.memory": "1g",
    "spark.sql.session.timeZone": "Asia/Kolkata",
    "spark.ui.showConsoleProgress": "false",
}


def pytest_collection_modifyitems(items):
    """Mark all tests of this folder: they need engines that `make test-engines` installs."""
    for item in items:
        if "tests/engines/" in str(item.path).replace("\\", "/"):
            item.add_marker(pytest.mark.engines)


@pytest.fixture(scope="session")
def spark():
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").appName("clusterdiff")
    for name, value in SPARK.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def postgres():
    """The URL of a server of our own."""
    with postgres_server() as url:
        yield url


CREATE = """
CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
CREATE TYPE color AS ENUM ('green', 'red', 'Red');
CREATE TABLE torture (key text COLLATE nocase, text text COLLATE nocase, whole bigint,
  real double precision, exact numeric(20, 3), flag boolean, day date, instant timestamptz,
  weight bigint, raw bytea, uuid uuid, kind color, local timestamp);
CREATE TABLE nested (a integer[], b integer);
INSERT INTO nested VALUES ('{1,2}', 1);
CREATE TABLE other (other_key text COLLATE nocase, found bigint);
CREATE TABLE padded (id char(4), a char(5), b varchar(5));
INSERT INTO padded VALUES ('1', 'x', 'x'), ('2', 'x ', 'x '), ('3', 'X', 'x');
"""


@pytest.fixture(scope="session")
def warehouse(postgres):
    """A connection to a database that holds the torture data under a lax collation."""
    import psycopg

    for _ in range(50):
        try:
            connection = psycopg.connect(postgres)
            break
        except psycopg.OperationalError:
            time.sleep(0.1)
    with connection:
        connection.execute(CREATE)
        for name, table in (("torture", torture.ARROW), ("other", torture.OTHER)):
            slots = ", ".join(["%s"] * table.num_columns)
            with connection.cursor() as cursor:
                rows = [tuple(row.values()) for row in table.to_pylist()]
                cursor.executemany(f"INSERT INTO {name} VALUES ({slots})", rows)  # noqa: S608
        connection.commit()
        yield connection
