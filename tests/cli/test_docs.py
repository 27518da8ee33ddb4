"""Every command of docs/command-line.md and of the README gives the output that stands there."""

import re
import shlex
from pathlib import Path

import pytest

from tests.helpers.program import run

ROOT = Path(__file__).parents[2]
PAGE, README = ROOT / "docs" / "command-line.md", ROOT / "README.md"
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)


def commands(page):
    return [line[2:] for block in BLOCK.findall(page.read_text(encoding="utf-8")) for line in block.splitlines() if line.startswith("$ ")]


def shown(command):
    """The command and what a terminal shows."""
    words = shlex.split(command)[1:]
    plain = {"-o", "--format"} & set(words) or words[0] == "version"
    done = run(*words, *([] if plain else ["--format", "table"]), cwd=ROOT)
    out = (done.stdout + done.stderr).replace(" --format table", "")
    return "\n".join([f"$ {command}", *(line.rstrip() for line in out.rstrip().splitlines()), ""])


@pytest.mark.parametrize(("page", "command"), [(page, command) for page in (PAGE, README) for command in commands(page)])
def test_the_page_shows_what_the_program_prints(page, command):
    words = shlex.split(command)
    text = shown(command)
    if words[1] == "version":
        assert text.splitlines()[1].startswith("clusterdiff ")
    else:
        assert text in page.read_text(encoding="utf-8")


def test_every_command_is_on_the_page():
    from clusterdiff.cli.app import app

    assert {command.callback.__name__ for command in app.registered_commands} <= {shlex.split(command)[1] for command in commands(PAGE)}


def write():
    """Fill the pages anew."""
    for page in (PAGE, README):
        page.write_text(BLOCK.sub(_filled, page.read_text(encoding="utf-8")), encoding="utf-8")


def _filled(block):
    return "".join(shown(line[2:]) for line in block.group().splitlines() if line.startswith("$ "))


if __name__ == "__main__":
    write()
