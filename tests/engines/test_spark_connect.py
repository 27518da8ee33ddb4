"""Spark Connect: the client without a local Spark gives the same tables and sizes."""

import json
import os
import signal
import subprocess
import sys
import textwrap

# In a separate process, since a process can have only one kind of Spark session.
PROGRAM = textwrap.dedent("""
    import json, sys
    from pyspark.sql import SparkSession
    import clusterdiff as cd
    from tests.helpers import torture

    spark = SparkSession.builder.remote("local[2]").getOrCreate()
    frame = spark.createDataFrame(torture.ARROW)
    other = spark.createDataFrame(torture.OTHER)
    out = {"module": type(frame).__module__}
    for a, b in (("text", "whole"), ("real", "exact"), ("flag", "instant"), ("day", "text")):
        expected = torture.reference(a, b, missing="drop")
        table = cd.read_table(frame, a, b, missing="drop")
        out[f"{a} {b}"] = torture.shown(table) == torture.shown(expected)
    expected = torture.reference("text", "whole", missing="drop")
    options = {"align": "intersect", "missing": "drop"}
    table = cd.read_table(frame, other, on="key=other_key", columns="text,found", **options)
    out["joined"] = torture.shown(table) == torture.shown(torture.joined(**options))
    frame.createOrReplaceTempView("given")
    table = cd.read_query("SELECT * FROM given", spark, columns="text,whole", missing="drop")
    out["query"] = torture.shown(table) == torture.shown(expected)
    print(json.dumps(out))
    spark.stop()
""")


def test_the_tables_of_spark_connect(tmp_path):
    environment = os.environ | {
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYTHONPATH": os.pathsep.join([os.getcwd(), *filter(None, sys.path)]),  # noqa: PTH109
        "PYTHONWARNINGS": "ignore",
    }
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            out, err = process.communicate(timeout=420)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 0, err[-2000:]
    found = json.loads(out.strip().splitlines()[-1])
    assert ".connect." in found.pop("module")
    assert len(found) == 6
    assert all(found.values()), found
