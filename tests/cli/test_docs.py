"""Every command of docs/command-line.md and of the README prints the output that is shown there.

``python -m tests.cli.test_docs`` regenerates both pages.
"""

import re
import shlex
from pathlib import Path

import pytest

from clusterdiff.cli.app import COMMANDS
from tests.helpers.program import run

ROOT = Path(__file__).parents[2]
PAGE, README = ROOT / "docs" / "command-line.md", ROOT / "README.md"
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)


def commands(page):
    return [
        line[2:]
        for block in BLOCK.findall(page.read_text(encoding="utf-8"))
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


def shown(command):
    """The command and what it prints."""
    done = run(*shlex.split(command)[1:], cwd=ROOT, COLUMNS="120")
    lines = (done.stdout + done.stderr).rstrip().splitlines()
    return "\n".join([f"$ {command}", *(line.rstrip() for line in lines), ""])


@pytest.mark.parametrize(
    ("page", "command"), [(page, command) for page in (PAGE, README) for command in commands(page)]
)
def test_the_page_shows_what_the_program_prints(page, command):
    words = shlex.split(command)
    text = shown(command)
    if words[1] == "version":
        assert text.splitlines()[1].startswith("clusterdiff ")
    else:
        assert text in page.read_text(encoding="utf-8")


def test_every_command_is_on_the_page():
    assert set(COMMANDS) <= {shlex.split(command)[1] for command in commands(PAGE)}


def write():
    """Regenerate the output on the pages."""
    for page in (PAGE, README):
        page.write_text(BLOCK.sub(_filled, page.read_text(encoding="utf-8")), encoding="utf-8")


def _filled(block):
    return "".join(shown(line[2:]) for line in block.group().splitlines() if line.startswith("$ "))


if __name__ == "__main__":
    write()
