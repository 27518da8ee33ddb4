"""Arguments on the command line become values, or one sentence that says what is wrong."""

import os
import shutil
import subprocess
import sys
from enum import StrEnum
from typing import Annotated, Literal

import pytest

from clusterdiff.cli.arguments import Argument, Option, parameters_of
from clusterdiff.cli.completion import candidates, install, script
from clusterdiff.cli.parsing import flags_of, tokens_of, values_of
from clusterdiff.cli.usage import command_help
from clusterdiff.errors import ClusterdiffError
from tests.helpers.program import PROGRAM, run


class Color(StrEnum):
    red = "red"
    blue = "blue"


def command(
    file: Annotated[str, Argument(metavar="FILE", help="A file.")],
    more: Annotated[list[str] | None, Argument(metavar="MORE", help="More files.")] = None,
    names: Annotated[list[str] | None, Option("--names", "-n", metavar="NAMES", help="N.")] = None,
    top: Annotated[int, Option("--top", metavar="N", help="Rows.", min=1)] = 20,
    share: Annotated[float | None, Option("--share", metavar="X", help="A share.")] = None,
    color: Annotated[Color, Option("--color", help="A color.")] = Color.red,
    side: Annotated[Literal["a", "b"], Option("--side", help="A side.")] = "a",
    header: Annotated[bool | None, Option("--header/--no-header", help="Names.")] = None,
    everything: Annotated[bool, Option("--all", "-a", help="All.", group="Special")] = False,  # noqa: FBT002
):
    """Do something.

    At length.

    **Examples**

    program x

    program y
    """


PARAMETERS = parameters_of(command)


def parsed(*words):
    given = values_of(tokens_of(words, flags_of(PARAMETERS)), PARAMETERS)
    return {name: value for name, value in given.items() if value != defaults()[name]}


def defaults():
    return {p.name: None if p.required else p.default for p in PARAMETERS}


GOOD = [
    (("f",), {"file": "f"}),
    (("f", "g", "--top", "3", "h"), {"file": "f", "more": ["g", "h"], "top": 3}),
    (("--top=3", "f"), {"file": "f", "top": 3}),
    (("f", "-n", "x", "--names", "y,z", "-nq", "-n=r"), {"names": ["x", "y,z", "q", "r"]}),
    (("f", "-n", "-1", "--names=-2", "-n-3"), {"names": ["-1", "-2", "-3"]}),
    (("f", "-n", ""), {"names": [""]}),
    (("f", "--names="), {"names": [""]}),
    (("f", "--color", "blue", "--side", "b"), {"color": Color.blue, "side": "b"}),
    (("f", "--share", "1e-3"), {"share": 0.001}),
    (("f", "--header"), {"header": True}),
    (("f", "--no-header", "--no-header"), {"header": False}),
    (("f", "-a", "--all"), {"everything": True}),
    (("f", "-an", "x"), {"everything": True, "names": ["x"]}),
    (("f", "--top", "5", "--top", "5"), {"top": 5}),
    (("-",), {"file": "-"}),
    (("--", "-n", "--all"), {"file": "-n", "more": ["--all"]}),
    (("f", "-n", "--"), {"names": ["--"]}),
]


@pytest.mark.parametrize(("words", "expected"), GOOD, ids=[" ".join(words) for words, _ in GOOD])
def test_words_become_values(words, expected):
    assert parsed(*words) == {"file": "f"} | expected


BAD = [
    ((), "Missing argument 'FILE'."),
    (("f", "--top", "0"), "--top must be an integer of at least 1, got '0'."),
    (("f", "--top", "1.5"), "--top must be an integer of at least 1, got '1.5'."),
    (("f", "--share", "nan"), "--share must be a number, got 'nan'."),
    (("f", "--share", "x"), "--share must be a number, got 'x'."),
    (("f", "--color", "green"), "'green' is not one of 'red', 'blue'."),
    (("f", "--side", "c"), "'c' is not one of 'a', 'b'."),
    (("f", "--top"), "Option --top needs a value: N."),
    (("f", "--names", "--all"), "the next word is the option --all."),
    (("f", "--all=yes"), "Option --all takes no value, got 'yes'."),
    (("f", "--nmes", "x"), "did you mean --names"),
    (("f", "-x"), "Unknown option '-x'."),
    (("f", "-xyz"), "Unknown option '-xyz'."),
    (("f", "-1"), "Unknown option '-1'."),
    (("f", "--tops", "1"), "did you mean --top"),
    (("f", "--na", "x"), "Unknown option '--na'."),
    (("f", "--header", "--no-header"), "--header and --no-header exclude each other."),
    (("f", "--top", "1", "--top", "2"), "Option --top accepts one value, got 1 and 2."),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_what_is_wrong_is_one_sentence(words, message):
    with pytest.raises(ClusterdiffError) as error:
        parsed(*words)
    assert message in str(error.value)


def test_too_many_arguments():
    done = run("compare", "a", "b", "c")
    assert (done.returncode, "Unexpected argument 'c'." in done.stderr) == (2, True)


def test_help_lists_every_parameter_under_its_group():
    text = command_help("something", command, 80)
    assert text.startswith("Usage: clusterdiff something [OPTIONS] FILE [MORE...]\n\nDo something.")
    assert "Examples:\n  program x\n  program y\n\nArguments:\n" in text
    assert "  --color red|blue              A color.  [default: red]\n" in text
    assert "  --header, --no-header         Names.\n" in text
    assert text.endswith("Special:\n  -a, --all                     All.\n")
    assert max(map(len, text.splitlines())) <= 80
    narrow = command_help("something", command, 10)
    assert max(map(len, narrow.splitlines())) <= 60


def test_no_words_show_help_and_exit_with_2():
    done = run()
    assert (done.returncode, done.stdout.startswith("Usage: clusterdiff")) == (2, True)
    assert run("--help").returncode == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("compre",), "No such command: compre.\nHint: did you mean compare"),
        (("--versoin",), "Unknown option '--versoin'.\nHint: did you mean --version?"),
        (("compare", "--measurs", "ari"), "did you mean --measures"),
        (("--show-completion", "tcsh"), "The shell must be bash, zsh or fish, got 'tcsh'."),
    ],
)
def test_unknown_words_suggest_known_ones(words, message):
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_candidates_for_completion():
    assert candidates("--h", [], PARAMETERS) == ["--header", "--help"]
    assert candidates("", ["f", "--color"], PARAMETERS) == ["red", "blue"]
    assert candidates("b", ["--color"], PARAMETERS) == ["blue"]
    assert candidates("x", ["--names"], PARAMETERS) == []
    assert candidates("", ["--all"], PARAMETERS) == []
    assert run("--complete", "mat").stdout.split() == ["match", "matrix"]
    assert run("--complete", "compare", "x.csv", "--fail-").stdout.split() == [
        "--fail-under",
        "--fail-over",
    ]
    assert run("--complete", "compare", "-f", "l").stdout.split() == ["latex"]
    assert run("--complete", "nonsense", "").stdout == ""


def test_completion_is_installed_once(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", "/bin/bash")
    (tmp_path / ".bashrc").write_text("alias ll='ls -l'")
    said = install(None)
    assert install("bash") == said
    assert (tmp_path / ".bash_completions" / "clusterdiff.sh").read_text() == script("bash")
    assert (tmp_path / ".bashrc").read_text().splitlines() == [
        "alias ll='ls -l'",
        "source ~/.bash_completions/clusterdiff.sh",
    ]
    for shell in ("zsh", "fish"):
        assert str(tmp_path) in install(shell)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_with_the_script(tmp_path):
    program = tmp_path / "clusterdiff"
    program.write_text(f'#!/bin/sh\nexec "{PROGRAM[0]}" -m clusterdiff "$@"\n')
    program.chmod(0o755)
    assert PROGRAM[0] == sys.executable
    words = 'COMP_WORDS=(clusterdiff compare --fail-u); COMP_CWORD=2; _clusterdiff; echo "${COMPREPLY[@]}"'
    done = subprocess.run(
        [shutil.which("bash"), "-c", script("bash") + words],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "--fail-under\n"
