"""Where output goes: encodings, pipes, devices, links, signals."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers.program import EXAMPLES, PROGRAM, run

IRIS = (str(EXAMPLES / "iris.csv"), "-c", "truth,kmeans")
posix = pytest.mark.skipif(os.name != "posix", reason="devices, pipes and signals are POSIX")


def process(*words, env=None, **options):
    """Run the program in a separate process."""
    return subprocess.run(
        [*PROGRAM, *map(str, words)],
        capture_output=True,
        check=False,
        env={**os.environ, **(env or {})},
        **options,
    )


COMPARE, DIFF = ("compare", *IRIS, "--chance", "-m", "ari"), ("diff", *IRIS)


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("cp1252", COMPARE),
        ("ascii", DIFF),
        ("latin-1", ("measures", "-f", "csv")),
        ("utf-8", ("compare", "-h")),
        *(
            pytest.param(encoding, words, marks=pytest.mark.slow)
            for encoding in ("cp1252", "ascii", "latin-1", "utf-8")
            for words in (COMPARE, DIFF)
        ),
    ],
)
def test_any_encoding_of_standard_output(encoding, words):
    done = process(*words, env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode(encoding)
    assert "adjusted_rand" in text or "moved" in text or "Usage" in text
    assert b"Traceback" not in done.stderr


def test_labels_outside_the_encoding_are_escaped_not_lost(tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("id,a,b\n1,日本,x\n2,日本,x\n3,é,y\n", encoding="utf-8")
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    assert b"\\u65e5\\u672c" in process("table", file, "-f", "csv", env=environment).stdout
    found = json.loads(process("table", file, "-f", "json", env=environment).stdout)
    assert "日本" in found["row_labels"]


def test_control_characters_are_escaped(tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("id,a,b\n1,\x1b[2J,x\n2,\x1b[2J,y\n3,z,y\n", encoding="utf-8")
    for words in (
        ("diff",),
        ("table",),
        ("match",),
        ("diff", "-f", "md"),
        ("table", "-f", "json"),
        ("diff", "-f", "html"),
    ):
        done = run(words[0], file, "-c", "a,b", *words[1:])
        assert done.returncode == 0, done.stderr
        assert "\x1b" not in done.stdout
        assert "[2J" in done.stdout
    done = run("compare", file, "-c", "\x1b[2J,b")
    assert (done.returncode, "\x1b" in done.stderr) == (2, False)


@posix
@pytest.mark.parametrize("tail", [(), ("--fail-under", "ari=0.1")])
def test_a_closed_pipe_is_not_a_failed_gate(tail):
    words = [*PROGRAM, "compare", *IRIS, "--all", "-f", "json", *tail]
    for _ in range(2):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, check=False)
        os.close(writer)
        assert done.returncode in {0, 141}
        assert done.stderr == b""


@posix
@pytest.mark.parametrize("words", [("-h",), ("compare", "-h"), ("measures",)])
def test_help_with_a_closed_pipe(words):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*PROGRAM, *words], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode in {0, 141}, b"Traceback" in done.stderr) == (True, False)


@posix
def test_a_gate_still_fails_when_the_reader_has_gone():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*PROGRAM, "compare", *IRIS, "--fail-under", "ari=0.99"],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, b"below the limit" in done.stderr) == (1, True)


@posix
def test_closed_standard_output_is_one_sentence():
    command = f"{sys.executable} -m clusterdiff compare {IRIS[0]} -c truth,kmeans -m ari >&-"
    words = ["bash", "-c", command]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, "Standard output is closed" in done.stderr) == (2, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_is_one_sentence():
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*PROGRAM, "compare", *IRIS],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, "No space left" in done.stderr, "Traceback" in done.stderr) == (
        2,
        True,
        False,
    )


def test_a_pipe_gets_a_table():
    assert run("compare", *IRIS, "-m", "ari").stdout.startswith(
        "150 elements: 3 clusters in truth, 3 in kmeans\nmeasure"
    )


@pytest.mark.parametrize("name", ["out.png", "out.xlsx", "out.parquet", "out.svg", "out"])
def test_unknown_suffixes_are_refused(name, tmp_path):
    done = run("compare", *IRIS, "-o", tmp_path / name)
    assert (done.returncode, "Unknown format" in done.stderr, ".json" in done.stderr) == (
        2,
        True,
        True,
    )
    assert list(tmp_path.iterdir()) == []
    assert run("compare", *IRIS, "-o", tmp_path / name, "-f", "csv").returncode == 0


def test_a_dash_is_standard_output(tmp_path):
    done = run("compare", *IRIS, "-o", "-", cwd=tmp_path)
    assert "adjusted_rand" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_html_and_tsv_by_suffix(tmp_path):
    for name, begin in (
        ("out.html", "<div "),
        ("out.tsv", "measure\tvalue\t"),
        ("out.txt", "150 elements"),
    ):
        assert run("compare", *IRIS, "-o", tmp_path / name).returncode == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begin)


def test_an_input_is_never_overwritten(tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("id,a,b\n1,x,x\n2,y,y\n")
    link = tmp_path / "link.csv"
    link.symlink_to(file)
    for target in (file, link, tmp_path / "." / "labels.csv"):
        done = run("compare", file, "-c", "a,b", "-o", target)
        assert (done.returncode, "the command reads it" in done.stderr) == (2, True)
    assert file.read_text().startswith("id,a,b")


@posix
def test_devices_and_pipes_are_written_to_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([*PROGRAM, "compare", *IRIS, "-m", "ari", "-o", str(pipe)]) as program:
        text = pipe.read_text()
        assert program.wait(timeout=60) == 0
    assert "adjusted_rand" in text
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    device = tmp_path / "null"
    device.symlink_to("/dev/null")
    assert run("compare", *IRIS, "-o", device).returncode == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@posix
def test_links_are_followed_and_modes_kept(tmp_path):
    target, link = tmp_path / "real.csv", tmp_path / "link.csv"
    target.write_text("before")
    target.chmod(0o600)
    link.symlink_to(target)
    assert run("compare", *IRIS, "-o", link).returncode == 0
    assert link.is_symlink()
    assert target.read_text().startswith("measure")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    target.chmod(0o400)
    done = run("compare", *IRIS, "-o", target)
    assert (done.returncode, "read-only" in done.stderr) == (2, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.csv", "real.csv"]


@posix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_end_in_order_and_leave_nothing(number, tmp_path):
    pipe, target, spool = tmp_path / "pipe.csv", tmp_path / "out" / "out.json", tmp_path / "spool"
    target.parent.mkdir()
    spool.mkdir()
    os.mkfifo(pipe)
    program = subprocess.Popen(
        [*PROGRAM, "compare", str(pipe), "-o", str(target)],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(spool)},
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # noqa: PLW1509  (nohup ignores it)
    )
    with pipe.open("w") as writer:
        writer.write("id,a,b\n")
        writer.flush()
        time.sleep(0.3)
        program.send_signal(number)
        _, said = program.communicate(timeout=30)
    assert (program.returncode, said) == (128 + number, "")
    assert list(target.parent.iterdir()) == []
    assert list(spool.iterdir()) == []


def test_python_m_and_the_words_that_were_given(monkeypatch, capsys):
    done = subprocess.run(
        [sys.executable, "-m", "clusterdiff", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("clusterdiff ")
    from clusterdiff.cli._app import run as run_here

    monkeypatch.setattr(sys, "argv", ["other", "words"])
    assert run_here(["compare", str(EXAMPLES / "digits.csv"), "--measures", "ari"]) == 2
    hint = capsys.readouterr().err.splitlines()[-1]
    words = f"compare {EXAMPLES / 'digits.csv'} --measures ari --columns truth,kmeans"
    assert hint == f"Hint: clusterdiff {words}"


def test_repeated_options_add_up():
    both = json.loads(
        run(
            "compare", IRIS[0], "-c", "truth", "-c", "kmeans", "-m", "ari", "-m", "vi", "-f", "json"
        ).stdout
    )
    assert [score["name"] for score in both["scores"]] == [
        "adjusted_rand",
        "variation_of_information",
    ]
    families = run(
        "compare", *IRIS, "--family", "split_merge", "--family", "coreference", "-f", "csv"
    ).stdout
    assert "split_merge_entropy" in families
    assert "bcubed_f" in families


@pytest.mark.parametrize("words", [("-m", ""), ("-c", ","), ("--family", " ")])
def test_empty_options_are_refused(words):
    done = run("compare", IRIS[0], *(("-c", "truth,kmeans") if words[0] != "-c" else ()), *words)
    assert (done.returncode, "must not be empty" in done.stderr) == (2, True)


def test_wrong_choices_do_not_show_the_validator():
    done = run("compare", *IRIS, "-f", "xml")
    assert (done.returncode, "Value error" in done.stderr, "xml" in done.stderr) == (2, False, True)


def test_every_change_is_in_csv(tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("id,a,b\n" + "".join(f"{i},p{i // 2},q{i}\n" for i in range(100)))
    rows = run("diff", file, "-c", "a,b", "-f", "csv").stdout.splitlines()
    assert len(rows) == 51
    assert "clusters_a" in rows[0]
    assert (
        len(run("diff", file, "-c", "a,b", "--show", "splits", "-f", "csv").stdout.splitlines())
        == 101  # one row per part
    )
    table = run("diff", file, "-c", "a,b").stdout
    assert "+ 42 smaller" in table
    assert len(run("diff", file, "-c", "a,b", "--top", "3").stdout.splitlines()) < len(
        table.splitlines()
    )


@posix
def test_ctrl_c_while_the_program_is_loaded_is_quiet():
    """A module that is imported after the command line has begun presses Ctrl-C."""
    program = (
        "import os, signal, sys, importlib.abc\n"
        "class Finder(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'numpy._core.multiarray':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from clusterdiff.cli import main\n"
        "sys.argv = ['clusterdiff', 'measures']\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="terminals are simulated with openpty")
@pytest.mark.parametrize("rich", [True, False])
def test_a_terminal_gets_the_table_with_and_without_rich(rich):
    """The extra `cli` adds colors; without it the same text is printed."""
    hidden = "" if rich else "import sys; sys.modules['rich'] = None; "
    program = f"{hidden}from clusterdiff.cli import main; main()"
    command = ["compare", *IRIS, "-m", "ari"]
    reader, writer = os.openpty()
    done = subprocess.run(
        [sys.executable, "-c", program, *command],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(writer)
    text = os.read(reader, 1 << 16).decode("utf-8")
    os.close(reader)
    assert done.returncode == 0, done.stderr
    assert ("\x1b[" in text) == rich
    plain = re.sub("\x1b\\[[0-9;]*m", "", text).replace("\r", "")
    assert re.search(r"^adjusted_rand +0\.6201 +↑", plain, re.MULTILINE)
