"""Every command of docs/command-line.md gives the output that stands there."""

import re
import shlex
from pathlib import Path

import pytest

from tests.program import run

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "command-line.md"
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
COMMANDS = [line[2:] for block in BLOCK.findall(PAGE.read_text(encoding="utf-8")) for line in block.splitlines() if line.startswith("$ ")]


def shown(command):
    """The command and what a terminal shows."""
    words = shlex.split(command)[1:]
    plain = {"-o", "--format"} & set(words) or words[0] == "version"
    done = run(*words, *([] if plain else ["--format", "table"]), cwd=ROOT)
    out = (done.stdout + done.stderr).replace(" --format table", "")
    return "\n".join([f"$ {command}", *(line.rstrip() for line in out.rstrip().splitlines()), ""])


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_shows_what_the_program_prints(command):
    words = shlex.split(command)
    text = shown(command)
    if words[1] == "version":
        assert text.splitlines()[1].startswith("clusterdiff ")
    else:
        assert text in PAGE.read_text(encoding="utf-8")


def test_every_command_is_on_the_page():
    from clusterdiff.cli._app import app

    assert {command.callback.__name__ for command in app.registered_commands} <= {shlex.split(command)[1] for command in COMMANDS}


def write():
    """Fill the page anew."""
    text = PAGE.read_text(encoding="utf-8")
    blocks = ("".join(shown(line[2:]) for line in block.group().splitlines() if line.startswith("$ ")) for block in BLOCK.finditer(text))
    PAGE.write_text(BLOCK.sub(lambda _: next(blocks), text), encoding="utf-8")


if __name__ == "__main__":
    write()
