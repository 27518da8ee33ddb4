"""PostgreSQL and Spark, started for these tests and stopped after them."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from tests.helpers import torture

SPARK = {
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.driver.memory": "1g",
    "spark.sql.session.timeZone": "Asia/Kolkata",
    "spark.ui.showConsoleProgress": "false",
}


def pytest_collection_modifyitems(items):
    """All tests of this folder need engines that `make test-engines` installs."""
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


def _program(name):
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(found[-1]) if found else shutil.which(name)


@pytest.fixture(scope="session")
def postgres():
    """The URL of a server of our own, in a folder of its own, on a port of its own."""
    folder = Path(tempfile.mkdtemp(prefix="clusterdiff-pg-"))
    root = os.geteuid() == 0
    if root:  # the server refuses to run as root
        shutil.chown(folder, "postgres", "postgres")
    user = ["runuser", "-u", "postgres", "--"] if root else []
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"

    def run(*command):
        subprocess.run([*user, *command], check=True, capture_output=True, timeout=120, cwd=folder)

    run(_program("initdb"), "-D", str(data), "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")  # fmt: skip
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    run(
        _program("pg_ctl"), "-D", str(data), "-w", "-o", options, "-l", str(folder / "log"), "start"
    )
    yield f"postgresql://tester:pa55word@127.0.0.1:{port}/postgres"
    run(_program("pg_ctl"), "-D", str(data), "-w", "-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


CREATE = """
CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
CREATE TABLE torture (key text COLLATE nocase, text text COLLATE nocase, whole bigint,
  real double precision, exact numeric(20, 3), flag boolean, day date, instant timestamptz,
  weight bigint);
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
