"""Completion in bash, zsh and fish, with the scripts and the protocol of click."""

import os
import shutil
import subprocess

import pytest
from click.shell_completion import shell_complete

from clusterdiff.cli._app import COMMANDS, program
from tests.helpers.program import PROGRAM, run

SHELLS = ["bash", "zsh", "fish"]


@pytest.mark.parametrize("shell", SHELLS)
def test_commands_options_choices_and_files_are_completed(shell, monkeypatch, capsys):
    def completed(*words):
        """Return the kind and the text of what a shell is told about the last word."""
        typed = words[:-1] if shell == "fish" else words
        line = " ".join(["clusterdiff", *(word or "''" for word in typed)])
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words)))
        asked = "_CLUSTERDIFF_COMPLETE", f"{shell}_complete"
        assert shell_complete(program, {}, "clusterdiff", *asked) == 0
        lines = capsys.readouterr().out.strip("\n").splitlines()
        if shell == "zsh":  # the kind, the text and its description, each on a line
            return list(zip(lines[0::3], lines[1::3], strict=True))
        return [tuple(line.split("\t")[0].split(",", 1)) for line in lines if "," in line]

    assert [text for _, text in completed("mat")] == ["match", "matrix"]
    assert [text for _, text in completed("compare", "x.csv", "--fail-")] == [
        "--fail-under",
        "--fail-over",
    ]
    assert completed("compare", "-f", "l") == [("plain", "latex")]
    assert completed("compare", "exam")[0] == ("file", "exam")
    assert completed("compare", "--plot", "p")[0] == ("file", "p")
    assert completed("nonsense", "x") == []


def test_completing_a_command_loads_none():
    text = "import sys; from clusterdiff.cli._app import main; main([]); assert 'numpy' not in sys.modules"
    done = subprocess.run(
        [PROGRAM[0], "-c", text],
        env=os.environ
        | {
            "_CLUSTERDIFF_COMPLETE": "bash_complete",
            "COMP_WORDS": "clusterdiff ''",
            "COMP_CWORD": "1",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [f"plain,{name}" for name in COMMANDS]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_each_shell_is_printed(shell):
    done = run("--show-completion", shell)
    assert done.returncode == 0
    assert f"_CLUSTERDIFF_COMPLETE={shell}_complete" in done.stdout
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=done.stdout, text=True, check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_with_the_script(tmp_path):
    script = tmp_path / "clusterdiff"
    script.write_text(f'#!/bin/sh\nexec "{PROGRAM[0]}" -m clusterdiff "$@"\n')
    script.chmod(0o755)
    words = (
        "COMP_WORDS=(clusterdiff compare --fail-u); COMP_CWORD=2;"
        '_clusterdiff_completion clusterdiff; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        [shutil.which("bash"), "-c", 'eval "$(clusterdiff --show-completion bash)"; ' + words],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "--fail-under\n"
