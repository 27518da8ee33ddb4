"""Every command of a `console` block prints the output that is shown there.

``python -m tests.cli.test_docs`` regenerates the pages.
"""

import re
import shlex
from argparse import ArgumentParser
from textwrap import dedent, indent

import pytest

from clusterdiff.cli._app import COMMANDS
from tests.helpers.pages import ROOT, all_blocks
from tests.helpers.program import run

PAGE = ROOT / "docs" / "command-line.md"
BLOCKS = all_blocks("console")
CONSOLE = re.compile(r"^( *)(```console\n)(.*?)(?=^\1```$)", re.MULTILINE | re.DOTALL)


def commands(text):
    return [line[2:] for line in text.splitlines() if line.startswith("$ ")]


def shown(command):
    """Return the command and its output."""
    done = run(*shlex.split(command)[1:], cwd=ROOT, COLUMNS="120")
    lines = (done.stdout + done.stderr).rstrip().splitlines()
    return "\n".join([f"$ {command}", *(line.rstrip() for line in lines), ""])


@pytest.mark.parametrize(
    ("block", "command"),
    [(block, command) for block in BLOCKS for command in commands(block.text)],
    ids=lambda each: each if isinstance(each, str) else each.name,
)
def test_the_page_shows_what_the_program_prints(block, command):
    text = shown(command)
    if shlex.split(command)[1] == "version":
        assert text.splitlines()[1].startswith("clusterdiff ")
    else:
        assert text in block.text


def test_every_command_is_on_the_page():
    on_page = [command for b in BLOCKS if b.page == PAGE for command in commands(b.text)]
    assert set(COMMANDS) <= {shlex.split(command)[1] for command in on_page}


def write():
    """Regenerate the output on the pages."""
    for page in {block.page for block in BLOCKS}:
        text = page.read_text(encoding="utf-8")
        page.write_text(CONSOLE.sub(_filled, text), encoding="utf-8")


def _filled(match):
    text = "".join(shown(command) for command in commands(dedent(match[3])))
    return match[1] + match[2] + indent(text, match[1])


if __name__ == "__main__":
    ArgumentParser(description=write.__doc__).parse_args()
    write()
