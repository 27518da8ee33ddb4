"""Invalid input ends with exit code 2 and one clear sentence."""

import os

import pytest

from tests.helpers.program import EXAMPLES, run

IRIS = (EXAMPLES / "iris.csv", "-c", "truth,kmeans")
ERRORS = [
    (("compare", "nowhere.csv", "nothing.csv"), "No such file: nowhere.csv"),
    (("compare", "{folder}", "{found}"), "is a directory"),
    (("compare", "{truth}", "{found}", "-m", "nonsense"), "Unknown measure 'nonsense'"),
    (("compare", "{truth}", "{found}", "--missing", "maybe"), "is not one of 'raise'"),
    (("compare", "{truth}", "{found}", "-c", "klass,cluster"), "did you mean class"),
    (("compare", "{truth}"), "must give two label columns"),
    (("compare", "{truth}", "{found}", "-c", "a,b,c"), "one column for each of 2 files"),
    (("compare", "{empty}", "{found}"), "is empty"),
    (("compare", "{uneven}", "{found}"), "must have 2 fields: line 3 has 3"),
    (("compare", "{twice}", "{found}"), "1 duplicate key, the first is 'x'"),
    (("compare", "{other}", "{found}"), "must label the same elements: 1 only in"),
    (
        ("compare", "{gap}", "{found}"),
        "must have a label for every element in column class: 1 of 3",
    ),
    (("compare", "{binary}", "{found}"), "is not a text file: it holds binary data"),
    (("compare", "{latin}", "{found}"), "is not valid UTF-8 (byte 0xe9"),
    (("compare", "{headers}", "-c", "a,b"), "must have one column 'a': it has 2"),
    (("compare", "{gzip}", "{found}"), "Cannot read"),
    (("compare", "{parquet}", "{found}"), "is not a readable Parquet file"),
    (("compare", "{npy}", "{found}"), "is not a readable NumPy file"),
    (("compare", "{npz}", "{found}"), "is not a readable NumPy file"),
    (("compare", "{json}", "{found}"), "must be a JSON object: line 2 is not"),
    (("compare", "{graphml}", "{found}"), "is not a readable GraphML file"),
    (("compare", "{wide}"), "… and 9,980 more"),
    (
        ("compare", "{truth}", "{found}", "--ignore", "cat", "--ignore", "dog"),
        "must label at least one element",
    ),
    (("diff", "{truth}", "{found}", "--measure", "nmi"), "cannot be split into costs"),
    (("rank", "{truth}", "{found}", "-m", "entropy"), "entropy has no best value"),
    (("measures", "nonsense"), "Unknown measure"),
    (("nonsense",), "No such command"),
    (("compare",), "Missing argument 'A'"),
]
CONTENTS = {
    "empty.csv": b"",
    "uneven.csv": b"id,class\nx,cat\ny,dog,1\n",
    "twice.csv": b"id,class\nx,cat\nx,dog\n",
    "other.csv": b"id,class\nq,cat\ny,cat\nz,dog\n",
    "gap.csv": b"id,class\nx,\ny,cat\nz,dog\n",
    "binary.csv": bytes(range(256)),
    "latin.csv": "id,class\nx,caf\u00e9\ny,b\nz,c\n".encode("latin-1"),
    "headers.csv": b"id,a,a,b\nx,1,2,3\n",
    "gzip.csv.gz": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03abc",
    "parquet.parquet": b"PAR1 is how it begins, PAR1",
    "npy.npy": b"\x93NUMPY\x01\x00v\x00{'descr'",
    "npz.npz": b"PK\x03\x04 and nothing else",
    "json.jsonl": b'{"id": "x", "class": 1}\n[1, 2]\n{"id": "y", "class": 1}\n',
    "graphml.graphml": b"<graphml><node id='x'>",
    "wide.csv": (
        ",".join(f"column{i}" for i in range(10_000))
        + "\n"
        + ",".join("x" for _ in range(10_000))
        + "\n"
    ).encode(),
}


@pytest.mark.parametrize(("args", "message"), ERRORS, ids=[message for _, message in ERRORS])
def test_bad_input_is_one_clear_sentence(args, message, files, tmp_path):
    if "{parquet}" in args:
        pytest.importorskip("duckdb")
    paths = {"truth": files[0], "found": files[1], "folder": tmp_path}
    for name, content in CONTENTS.items():
        paths[name.split(".")[0]] = tmp_path / name
        if f"{{{name.split('.')[0]}}}" in args:
            (tmp_path / name).write_bytes(content)
    done = run(*(arg.format(**paths) for arg in args))
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(files):
    files[0].chmod(0)
    done = run("compare", *files)
    assert (done.returncode, "Permission denied" in done.stderr) == (2, True)


def test_the_hint_is_the_command_to_type():
    done = run("compare", EXAMPLES / "digits.csv", "-m", "ari")
    hint = done.stderr.splitlines()[-1].removeprefix("Hint: clusterdiff ")
    assert hint.endswith("-m ari --columns truth,kmeans")
    assert run(*hint.split()).returncode == 0


def test_debug_shows_the_traceback():
    assert "Traceback" in run("compare", "nowhere.csv", "--debug").stderr


def test_a_bug_is_called_a_bug(monkeypatch, capsys):
    from clusterdiff.cli import _app
    from clusterdiff.cli.commands import compare

    monkeypatch.setattr(compare, "compare", lambda *_, **__: 1 / 0)
    assert _app.run(["compare", *map(str, IRIS)]) == 70
    assert "this is a bug, please report it: ZeroDivisionError" in capsys.readouterr().err
    with pytest.raises(ZeroDivisionError):
        _app.run(["compare", *map(str, IRIS)], debug=True)
