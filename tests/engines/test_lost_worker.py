"""Spark in local-cluster mode: a worker process is killed while it counts, and the table is exact."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import clusterdiff as cd

ROWS = 400_000

# In a separate process, since a process can have only one Spark context.
PROGRAM = textwrap.dedent("""
    import json, os, sys, threading, time
    from pathlib import Path
    from pyspark.sql import SparkSession, functions as F
    import clusterdiff as cd

    rows = int(sys.argv[1])
    spark = (
        SparkSession.builder.master("local-cluster[2,1,1024]").appName("lost worker")
        .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "4").config("spark.executor.memory", "512m")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    spark.range(10, numPartitions=4).count()  # both workers have started

    def executors():
        found = []
        for process in Path("/proc").iterdir():
            if process.name.isdigit():
                try:
                    words = (process / "cmdline").read_bytes().split(b"\\0")
                except OSError:
                    continue
                if (b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words
                        and spark.sparkContext.applicationId.encode() in words):
                    found.append(int(process.name))
        return sorted(found)

    before = executors()
    marks = Path(sys.argv[2])

    def slowly(batches):
        for batch in batches:
            (marks / str(os.getpid())).touch()  # counting has begun on some worker
            time.sleep(0.5)
            yield batch

    frame = spark.range(rows, numPartitions=12).select(
        (F.col("id") * 7919 % 97).alias("truth"), (F.col("id") * 104729 % 89).alias("pred")
    ).mapInPandas(slowly, "truth long, pred long")
    killed = []

    def kill():
        while not list(marks.iterdir()):
            time.sleep(0.05)
        time.sleep(0.5)
        os.kill(before[0], 9)
        killed.append((before[0], time.monotonic()))

    thread = threading.Thread(target=kill)
    thread.start()
    table = cd.read_table(frame, "truth", "pred")
    end = time.monotonic()
    thread.join()
    print(json.dumps({
        "before": before, "killed": killed[0][0], "during": killed[0][1] < end, "n": table.n,
        "after": executors(), "cells": table.to_scipy().toarray().tolist(),
    }))
    spark.stop()
""")


def test_a_killed_worker_loses_no_row(tmp_path):
    marks = tmp_path / "marks"
    marks.mkdir()
    environment = os.environ | {
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONWARNINGS": "ignore",
    }
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(ROWS), str(marks)], env=environment, cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            out, err = process.communicate(timeout=420)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 0, err[-2000:]
    found = json.loads(out.strip().splitlines()[-1])
    assert len(found["before"]) == 2
    assert found["during"], "the worker was killed after the table was there"
    assert found["killed"] not in found["after"]
    rows = range(ROWS)
    expected = cd.Table.from_labels([i * 7919 % 97 for i in rows], [i * 104729 % 89 for i in rows])
    assert found["n"] == ROWS
    assert found["cells"] == expected.to_scipy().toarray().tolist()
