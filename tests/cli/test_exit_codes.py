"""Exit codes: bad input is no bug, and signals have their codes."""

import os
import signal
import subprocess

import numpy as np
import pyarrow as pa
import pytest

from clusterdiff.cli import _app, _signals
from clusterdiff.errors import InputError
from tests.helpers.program import PROGRAM, run

IRIS = ("examples/iris.csv", "--columns", "truth,gmm", "-m", "ari")
LONG = "x" * 6000


@pytest.mark.parametrize("size", ["9" * 350 + "TB", "1" + "0" * 60 + " kib", "8EB"])
def test_sizes_of_memory(size, tmp_path):
    files = [IRIS]
    gz = tmp_path / "i.csv"
    gz.write_text('{"truth": 1, "gmm": 2}\n' * 3)
    files.append((gz.rename(tmp_path / "i.jsonl"), "--columns", "truth,gmm", "-m", "ari"))
    for words in files:
        done = run("compare", *words, "--memory", size)
        assert done.returncode == (2 if size == "8EB" else 0), done.stderr
        assert "bug" not in done.stderr


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e300", "1000000001"])
def test_times_that_no_system_can_wait(seconds):
    done = run("compare", *IRIS, "--timeout", seconds)
    assert done.returncode == 2, done.stderr
    assert "--timeout must be at most 1,000,000,000 seconds" in done.stderr


@pytest.mark.parametrize("streamed", [False, True])
def test_arrow_without_rows(streamed, tmp_path):
    empty = pa.array([], pa.int8())
    kinds = [pa.null(), pa.string(), pa.int64()]
    for number, kind in enumerate(kinds):
        column = pa.DictionaryArray.from_arrays(empty, pa.array([], kind))
        table = pa.table({"a": column, "b": pa.array([], pa.string())})
        file = tmp_path / f"{number}.feather"
        with pa.OSFile(str(file), "wb") as sink:
            writer = (pa.ipc.new_stream if streamed else pa.ipc.new_file)(sink, table.schema)
            with writer:
                writer.write_table(table)
        done = run("compare", file, "--columns", "a,b")
        assert (done.returncode, "bug" in done.stderr) == (2, False), done.stderr


def test_labels_that_are_no_characters(tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a": "q\\udfff", "b": 1}\n{"a": "r", "b": 1}\n')
    for command, target in (
        ("table", "x.csv"), ("table", "x.tsv"), ("table", "x.json"), ("table", "x.md"),
        ("table", "x.mtx"), ("compare", "x.json"), ("diff", "x.csv"), ("match", "x.csv"),
        ("report", "x.md"), ("report", "x.json"), ("table", "x.html"),
    ):  # fmt: skip
        done = run(command, "x.jsonl", "-o", target, cwd=tmp_path)
        assert done.returncode == 0, (command, target, done.stderr)
    assert "q\\udfff,1,1" in run("table", "x.jsonl", "-f", "csv", cwd=tmp_path).stdout
    assert "q\\udfff,1,1" in (tmp_path / "x.csv").read_text() or (tmp_path / "x.csv").stat().st_size
    done = run("table", "x.jsonl", "-o", "x.parquet", cwd=tmp_path)
    assert done.returncode == 2
    assert "half of a surrogate pair is not a character" in done.stderr
    assert not (tmp_path / "x.parquet").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [(f"duckdb:#SELECT 1 AS a, 2 AS b -- {LONG}", ""), (LONG, "No such file"),
     (f"{LONG}*.csv", "No such file"), (f"http://127.0.0.1:1/x.csv?sig={LONG}", "Cannot read http"),
     (f"duckdb:{LONG}.db#t", "No such file"), (f"file:///{LONG}", "No such file")],
)  # fmt: skip
def test_long_names(name, words):
    done = run("compare", name, "-m", "ari")
    expected = 69 if name.startswith("http") else 2
    assert done.returncode == (expected if words else 0), done.stderr[:300]
    assert words in done.stderr
    assert "too long" not in done.stderr


def test_out_of_memory_does_not_blame_the_reading():
    assert _app._sentence(MemoryError()).startswith("Out of memory.\nHint:")


def test_warnings_of_an_algorithm_are_counted(tmp_path):
    points = np.repeat([[0.0, 0.0], [1.0, 5.0]], 10, axis=0)
    np.save(tmp_path / "p.npy", points)
    words = ("stability", "p.npy", "--ks", "2-3", "--runs", "2", "--samples", "19")
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr
    assert "ConvergenceWarning: Number of distinct clusters" in done.stdout


@pytest.mark.parametrize("error", [KeyboardInterrupt, InputError("cancelled"), RuntimeError("x")])
def test_a_library_that_hides_a_signal(error, monkeypatch, capsys):
    def command(_):
        raise error

    monkeypatch.setattr(_app.program, "invoke", command)
    for number in (signal.SIGTERM, signal.SIGINT):
        monkeypatch.setattr(_signals, "_ended", [int(number), 1])
        assert _app.run(["version"]) == 128 + number
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
@pytest.mark.parametrize("place", ["gc.freeze", "gc.enable"])
def test_ctrl_c_before_and_after_the_command(place):
    program = (
        "import gc, os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"{place} = lambda: os.kill(os.getpid(), signal.SIGINT)\n"
        "from clusterdiff.cli import main\n"
        "sys.argv = ['clusterdiff', 'version']\n"
        "main()\n"
    )
    command = [PROGRAM[0], "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")
    ending = program.replace(
        f"{place} = lambda: ", "import atexit; atexit.register(lambda: "
    ).replace("SIGINT)\nfrom", "SIGINT))\nfrom")
    done = subprocess.run([*command[:2], ending], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
