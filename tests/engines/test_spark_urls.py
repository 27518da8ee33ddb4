"""Tables of Spark on the command line: `spark:TABLE` and `spark-connect://HOST#TABLE`."""

import json
import os
import signal
import socket
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError
from tests.engines.test_signals import ended, start, wait_for

ROWS = {
    "tenant": ["u", "u", "u", "v", "v"], "id": [1, 2, 3, 1, 2],
    "truth": ["x", "x", "y", "y", "y"], "found": [1, 1, 1, 2, 2],
}  # fmt: skip
# A server whose tables are views of the session would not be seen by a client: files are.
SERVER = """
import sys, time
from pyspark.sql import SparkSession
spark = (
    SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    .config("spark.plugins", "org.apache.spark.sql.connect.SparkConnectPlugin")
    .config("spark.connect.grpc.binding.port", sys.argv[1])
    .config("spark.connect.grpc.binding.address", "127.0.0.1").getOrCreate()
)
print("ready", flush=True)
for _ in sys.stdin:
    print(len(spark.sparkContext.statusTracker().getActiveJobsIds()), flush=True)
"""
SLOW = "SELECT sum(a.id * b.id % 7) AS truth, 1 AS found FROM range(10000000) a, range(1000000) b"


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    file = tmp_path_factory.mktemp("spark") / "rows.parquet"
    pq.write_table(pa.table(ROWS), file)
    return file


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server of Spark Connect in a process of its own: its URL, and how many jobs it runs."""

    def jobs():
        process.stdin.write("jobs\n")
        process.stdin.flush()
        return int(process.stdout.readline())

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SPARK_")}
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, start_new_session=True,
        env=environment | {"SPARK_LOCAL_IP": "127.0.0.1"},
        cwd=tmp_path_factory.mktemp("server"),
    )  # fmt: skip
    try:
        assert process.stdout.readline() == "ready\n"
        yield f"spark-connect://127.0.0.1:{port}", jobs
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def test_a_table_of_the_session(spark, rows):
    spark.read.parquet(str(rows)).createOrReplaceTempView("given")
    expected = cd.Table.from_labels(ROWS["truth"], ROWS["found"])
    assert cd.read_table("spark:given", columns="truth,found") == expected
    assert cd.read_table("spark:SELECT truth, found FROM given") == expected
    with pytest.raises(InputError, match="nowhere"):
        cd.read_table("spark:nowhere", columns="truth,found")
    for sql in ("WITH x AS (SELECT 1 AS a) INSERT INTO given SELECT * FROM x",
                "FROM given INSERT INTO given SELECT *", "DROP VIEW given"):  # fmt: skip
        with pytest.raises(InputError, match="must be one statement that returns rows"):
            cd.io.open_source("spark:", sql=sql)
    assert spark.table("given").count() == 5  # the session is still there


def test_the_command_line_starts_spark(rows, tmp_path):
    table = f"spark:SELECT * FROM parquet.`{rows}`"  # noqa: S608
    words = ("compare", table, "--columns", "truth,found", "-m", "ari", "--format", "json")
    process = start(*words, SPARK_LOCAL_IP="127.0.0.1", SPARK_CONF_DIR=str(tmp_path))
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err[-2000:]
    assert json.loads(out)["n"] == 5


def test_a_server_of_spark_connect(server, rows):
    table = f"{server[0]}#SELECT * FROM parquet.`{rows}`"  # noqa: S608
    words = ("compare", table, "--columns", "truth,found", "-m", "ari", "--format", "json")
    process = start(*words)
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err[-2000:]
    assert json.loads(out)["n"] == 5


def test_a_signal_cancels_the_jobs_of_a_server(server):
    url, jobs = server
    process = start("compare", url, "--sql", SLOW, "--columns", "truth,found", "-m", "ari")
    wait_for(jobs, 120)  # the query takes minutes
    process.send_signal(signal.SIGTERM)
    code, err = ended(process)
    assert code == 143, err
    wait_for(lambda: jobs() == 0, 10)


def test_a_server_that_is_not_there():
    process = start("compare", "spark-connect://127.0.0.1:1#t", "--columns", "a,b")
    code, err = ended(process, 60)
    assert code == 69, err
    assert "Connection refused" in err
