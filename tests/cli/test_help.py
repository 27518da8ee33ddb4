"""Help: written from the commands, and shown without loading them."""

import os
import re
import subprocess
import sys

import pytest

from clusterdiff.cli._app import COMMANDS, command_of
from tests.helpers.program import PROGRAM, run

LOADED = (
    "import sys; from clusterdiff.cli._app import main; code = main({words!r});"
    "print(code, sorted(name for name in sys.modules if name in {heavy!r}"
    " or name.startswith('clusterdiff.cli.commands')))"
)


@pytest.mark.parametrize(
    ("words", "code"),
    [(["--help"], 0), (["-h"], 0), ([], 2), (["nonsense"], 2), (["--show-completion", "zsh"], 0)],
)
def test_help_loads_neither_numpy_nor_a_command(words, code):
    program = LOADED.format(words=words, heavy=["numpy", "scipy", "clusterdiff.io"])
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == f"{code} []"


def test_the_program_lists_the_first_sentence_of_every_command():
    for name, text in COMMANDS.items():
        assert command_of(name).help.partition("\n\n")[0] == text
    shown = re.sub(r"\s+", " ", run("--help").stdout)
    assert all(f" {name} {text} " in shown for name, text in COMMANDS.items())


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command):
    done, short = run(command, "--help", COLUMNS="200"), run(command, "-h", COLUMNS="200")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: clusterdiff {command} [OPTIONS]")
    assert f"Examples:\n    clusterdiff {command}" in done.stdout or command == "version"
    assert done.stdout == short.stdout
    assert not {"{", "\b", "<bool>", "UNSET", "Sentinel"} & set(
        re.findall(r"\{|\x08|<bool>|\w+", done.stdout)
    )


def test_help_lists_arguments_and_options_under_headings():
    text = run("diff", "--help", COLUMNS="80").stdout
    headings = re.findall(r"^(\w.*):$", text, re.MULTILINE)
    assert headings == [
        *(
            "Arguments",
            "Options",
            "Input",
            "Missing labels, noise, unmatched keys",
            "Output",
            "Gate",
            "Run",
        )
    ]
    assert text.startswith("Usage: clusterdiff diff [OPTIONS] A [B]\n\n  List which clusters split")
    assert "  -m, --measure NAME              The measure of the cost of a change." in text
    assert "[default: vi]" in text
    assert max(map(len, text.splitlines())) <= 100
    assert max(map(len, run("diff", "--help", COLUMNS="300").stdout.splitlines())) <= 100


def test_no_words_show_help_and_exit_with_2():
    done = run()
    assert (done.returncode, done.stdout, done.stderr) == (2, run("--help").stdout, "")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="terminals are simulated with openpty")
@pytest.mark.parametrize("color", [True, False])
def test_headings_are_bold_on_a_terminal_only(color):
    reader, writer = os.openpty()
    environment = {**os.environ, "TERM": "xterm"} | ({} if color else {"NO_COLOR": "1"})
    subprocess.run([*PROGRAM, "-h"], stdout=writer, check=True, env=environment)
    os.close(writer)
    text = os.read(reader, 1 << 16).decode("utf-8")
    os.close(reader)
    assert ("\x1b[1mLearn\x1b[0m:" in text, "\x1b" in text) == (color, color)
    assert "\x1b" not in run("-h").stdout
