"""Every code block of the documentation runs, or a comment before it says why not.

The commands of `console` blocks, with their output, are in tests/cli/test_docs.py. ``python -m tests.test_docs``
updates the output of the sessions.
"""

import doctest
import os
import pkgutil
import re
import shlex
import tempfile
import tomllib
from argparse import ArgumentParser
from pathlib import Path

import pytest
import yaml

from clusterdiff.sampling import _random_source
from tests.helpers.examples import NumbersChecker, run_examples
from tests.helpers.pages import PAGES, ROOT, Block, all_blocks, blocks
from tests.helpers.program import run

# Text is shown as it is; YAML and TOML are parsed below.
LANGUAGES = {"console", "pycon", "python", "sh", "text", "toml", "yaml"}
RUN = [block for block in all_blocks() if block.reason is None]
SESSIONS = sorted({b.page for b in RUN if b.language in {"pycon", "python"} and ">>>" in b.text})
PROGRAMS = [b for b in RUN if b.language == "python" and ">>>" not in b.text]
COMMANDS = [b for b in RUN if b.language == "sh"]


@pytest.fixture
def folder(tmp_path):
    """A folder with the examples, in which the blocks may write."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


def session(page):
    """Return the statements of a page with what they print."""
    parts = [b.text for b in blocks(page) if b.reason is None and ">>>" in b.text]
    return "\n\n".join(parts)


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.name)
def test_sessions_print_what_they_show(page, folder, monkeypatch):
    import matplotlib as mpl

    monkeypatch.chdir(folder)
    monkeypatch.setitem(mpl.rcParams, "figure.max_open_warning", 0)  # a page draws many figures
    result = run_examples(session(page), {}, page.name)
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("block", PROGRAMS, ids=lambda block: block.name)
def test_programs_run(block, folder, monkeypatch):
    monkeypatch.chdir(folder)
    exec(compile(block.text, block.name, "exec"), {})  # noqa: S102


LONG = ("docs/stability.md", "docs/many.md")  # pages whose commands take seconds


@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, marks=pytest.mark.slow) if block.name.startswith(LONG) else block
        for block in COMMANDS
    ],
    ids=lambda block: block.name,
)
def test_commands_run(block, folder):
    for line in block.text.splitlines():
        words = shlex.split(line, comments=True)
        if words:
            assert problem(words, folder) is None, line


def problem(words, folder=ROOT):
    """Run a command and say what is wrong; `make`, `pip` and tools are not run, only looked up."""
    if words[0] == "clusterdiff":
        done = run(*words[1 : words.index(">") if ">" in words else None], cwd=folder)
        return None if done.returncode == 0 else done.stderr
    if words[0] == "make":
        targets = re.findall(
            r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
        )
        return None if set(words[1:]) <= set(targets) else "no such target"
    if words[:2] == ["pip", "install"]:
        asked = {x for word in words[2:] for x in re.findall(r"\[(.+)\]", word)}
        extras = {x for each in asked for x in each.split(",")}
        return None if extras <= set(project()["optional-dependencies"]) else "no such extra"
    if words[0].startswith("tools/"):
        return None if (ROOT / words[0]).exists() else "no such file"
    return f"neither run nor looked up: {words[0]}"


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_every_block_has_a_known_language():
    assert [b.name for b in all_blocks() if b.language not in LANGUAGES] == []


def test_every_block_that_runs_is_run():
    """A `python` or `pycon` block is a session or a program, `sh` and `console` blocks have commands."""
    for block in RUN:
        if block.language == "pycon":
            assert ">>>" in block.text, block.name
        if block.language == "console":
            assert "$ clusterdiff " in block.text, block.name


def test_sessions_have_no_statement_outside_of_them():
    stray = [
        page.name
        for page in PAGES
        if page.read_text(encoding="utf-8").count("\n>>> ")
        > sum(("\n" + b.text).count("\n>>> ") for b in blocks(page))
    ]
    assert stray == []


def test_structured_blocks_are_valid():
    for block in RUN:
        if block.language == "toml":
            tomllib.loads(block.text)
        if block.language == "yaml":
            yaml.safe_load(block.text)


def test_blocks_and_reasons_are_found():
    text = "a\n```sh\nx\n```\n<!-- not run: no network -->\n\n    ```pycon\n    >>> 1\n    1\n    ```\n```\nz\n```\n"
    first, second, third = blocks(PAGES[0], text)
    assert first == Block(PAGES[0], 2, "sh", "x\n", None)
    assert second[2:] == ("pycon", ">>> 1\n1\n", "no network")
    assert (third.language, third.reason) == ("", None)


def test_commands_that_do_not_exist_are_found():
    assert problem(["make", "nothing"])
    assert problem(["pip", "install", ".[nothing]"])
    assert problem(["clusterdiff", "nothing"])
    assert problem(["rm", "x"])
    assert problem(["make", "test"]) is None


class Outputs(doctest.DocTestRunner):
    """Collects what examples print instead of what is shown."""

    def report_failure(self, out, test, example, got):  # noqa: ARG002
        self.got = [*getattr(self, "got", []), (example, got)]


def test_names_in_the_text_exist():
    wrong = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for name in set(re.findall(r"`(?:cd|clusterdiff)\.([a-zA-Z_.]*\w)", text)):
            try:
                pkgutil.resolve_name(f"clusterdiff.{name}")
            except (AttributeError, ImportError):
                wrong.append((page.name, name))
    assert wrong == []


def write():
    """Update the output of all sessions."""
    folder = Path(tempfile.mkdtemp())
    (folder / "examples").symlink_to(ROOT / "examples")
    os.chdir(folder)
    for page in SESSIONS:
        runner = Outputs(NumbersChecker())
        parts = doctest.DocTestParser().get_doctest(session(page), {}, page.name, str(page), 0)
        runner.run(parts, clear_globs=False)
        text = page.read_text(encoding="utf-8")
        for example, got in getattr(runner, "got", []):
            source = "\n".join(
                f"{'...' if i else '>>>'} {line}".rstrip()
                for i, line in enumerate(example.source.splitlines())
            )
            new = re.sub(r"^$(?!\Z)", "<BLANKLINE>", got, flags=re.MULTILINE)
            text = text.replace(f"{source}\n{example.want}", f"{source}\n{new}", 1)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    ArgumentParser(description=write.__doc__).parse_args()
    os.environ["MPLBACKEND"] = "Agg"
    _random_source.fresh_seed = lambda: 0  # as in the tests
    write()
