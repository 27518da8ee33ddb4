"""The log: steps, queries, rows and seconds, as text and as JSON, and through `logging`."""

import json
import logging

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError
from clusterdiff.io.engines import duckdb as duck
from tests.helpers.program import run

IRIS = ("compare", "examples/iris.csv", "--columns", "truth,gmm", "-m", "ari")


def test_steps_as_text():
    quiet, told = run(*IRIS), run(*IRIS, "--log-level", "info")
    assert quiet.stdout == told.stdout
    assert quiet.stderr == ""
    lines = told.stderr.splitlines()
    assert [line.split(":")[1].strip() for line in lines] == ["open", "count", "compare"]
    assert "clusterdiff: open: source=examples/iris.csv, format=csv" in lines[0]
    assert "rows=150" in lines[1]
    assert all("seconds=0." in line for line in lines)


def test_steps_and_queries_as_json(tmp_path):
    files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
    for file in files:  # with floats, which DuckDB reads
        pq.write_table(pa.table({"id": range(9), file.stem: [1.0, 2.0, 3.0] * 3}), file)
    output = tmp_path / "x.json"
    done = run("compare", *files, "--on", "id", "-m", "ari", "--log-json", "--log-level", "debug",
               "--fail-under", "ari=1", "-o", output)  # fmt: skip
    records = [json.loads(line) for line in done.stderr.splitlines()]
    assert all({"time", "level", "message"} <= record.keys() for record in records)
    steps = [record for record in records if "step" in record]
    assert {"open", "count", "query", "compare", "write"} <= {record["step"] for record in steps}
    queries = [record for record in steps if record["step"] == "query"]
    assert any("FULL JOIN" in record["sql"] for record in queries)
    assert all(record["level"] == "debug" and record["rows"] >= 0 for record in queries)
    assert all(record["seconds"] >= 0 for record in steps)
    assert json.loads(output.read_text())["gates"] == [
        {"gate": "fail_under", "measure": "adjusted_rand", "limit": 1, "value": 1.0,
         "verdict": "passed"},
    ]  # fmt: skip


def test_errors_as_json():
    done = run("compare", "nowhere.csv", "--log-json")
    assert done.returncode == 2
    *_, last = map(json.loads, done.stderr.splitlines())
    assert (last["level"], last["message"].split("\n")[0]) == (
        "error",
        "No such file: nowhere.csv.",
    )


def test_python_users_get_the_same(caplog, tmp_path):
    file = tmp_path / "x.csv"
    file.write_text("a,b\n1,2\n2,2\n")
    with caplog.at_level(logging.INFO, "clusterdiff"):
        cd.compare(str(file), measures="ari")
    steps = [record.step for record in caplog.records]
    assert steps == ["open", "count", "compare"]
    assert caplog.records[1].details["rows"] == 2


def test_a_step_that_fails_says_so(caplog):
    caplog.set_level(logging.DEBUG, "clusterdiff")
    with pytest.raises(InputError, match="nothing"), duck.connection("x") as db:
        db.number("SELECT nothing")
    assert caplog.records[-1].details["failed"] == "BinderException"


def test_secrets_are_not_logged():
    sql = "SELECT 1 AS a, 2 AS b -- password=pa55word"
    done = run("compare", "duckdb:", "--sql", sql, "--log-level", "debug", "-m", "ari")
    assert done.returncode == 0, done.stderr
    assert "pa55word" not in done.stderr
