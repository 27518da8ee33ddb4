"""The program: its commands, its exit codes, and the conversion of errors to messages."""

from __future__ import annotations

import gc
from importlib import import_module
from typing import TYPE_CHECKING, Any

from clusterdiff.cli import session, streams
from clusterdiff.cli._progress_bar import progress_bar
from clusterdiff.cli.arguments import parameters_of
from clusterdiff.cli.exit_codes import BAD_INPUT, BUG, INTERRUPTED, OK, Exit
from clusterdiff.cli.parsing import HELP, flags_of, tokens_of, values_of
from clusterdiff.errors import ClusterdiffError, OptionError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS = (
    "compare",
    "diff",
    "report",
    "match",
    "explain",
    "rank",
    "pool",
    "matrix",
    "consensus",
    "stability",
    "timeline",
    "table",
    "measures",
    "recommend",
    "properties",
    "version",
)
DESCRIPTION = """Compare clusterings: measures of agreement, lists of changes, values by chance.

**Examples**

clusterdiff compare truth.csv kmeans.csv

clusterdiff diff all.parquet --columns truth,kmeans

Exit code: 0, 1 if a gate (--fail-under, --fail-over) fails, 2 on bad input, 130 on Ctrl-C.
"""
_OPTIONS = {
    "--version": "Print the version and the kernel.",
    "--debug": "Show the traceback of an error.",
    "--install-completion [SHELL]": "Install completion for bash, zsh or fish.",
    "--show-completion [SHELL]": "Print the completion script of a shell.",
    "-h, --help": "Show this help.",
}


def program(words: list[str]) -> int:
    """Run the program as a process of its own, and return its exit code."""
    try:
        streams.prepare()
        return run([word for word in words if word != "--debug"], debug="--debug" in words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except streams.Terminated as end:
        return end.code


def run(words: list[str], *, debug: bool = False) -> int:
    """Run a command, and return its exit code.

    Parameters
    ----------
    words : list of str
        The arguments, as after the name of the program.
    debug : bool, default=False
        Whether errors are raised instead of printed.
    """
    try:
        with session.session_of(words), progress_bar():
            _dispatch(words)
        streams.write("")
    except Exit as end:
        return end.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if debug:
            raise
        message = sentence(error)
        if message is None:
            message = f"this is a bug, please report it: {error!r}\nHint: --debug shows where"
            streams.say(_without_secrets(message, words))
            return BUG
        streams.say(_without_secrets(message, words))
        return BAD_INPUT
    return OK


def _without_secrets(message: str, words: list[str]) -> str:
    """Return a message without the passwords of URLs and queries that were typed."""
    urls = [word for word in words if "://" in word]
    if not urls and not any("=" in word or word == "--sql" for word in words):
        return message
    hidden: Callable[..., str] = import_module("clusterdiff.io").hidden
    return hidden(message, urls)


def load(words: list[str]) -> None:
    """Import the module of the command that the words begin with, if there is one."""
    for name in words:
        if name in COMMANDS:
            command_of(name)


def command_of(name: str) -> Callable[..., None]:
    """Return a command; its module is loaded when it is called or listed."""
    if name not in COMMANDS:
        error = UnknownNameError.of("command", name, list(COMMANDS))
        raise OptionError(f"No such command: {name}.", error.hint)
    command: Callable[..., None] = import_module(f"clusterdiff.cli.commands.{name}").command
    return command


def _dispatch(words: list[str]) -> None:
    """Run the command, or the option of the program, that the words begin with."""
    first, rest = (words[0], words[1:]) if words else ("", [])
    if not words or first in HELP:
        _show_help()
        raise Exit(OK if words else BAD_INPUT)
    name, _, value = first.partition("=")
    shell = value or (rest[0] if rest else None)
    if first == "--version":
        command_of("version")()
    elif first == "--complete":
        streams.write("".join(f"{each}\n" for each in _candidates(rest)))
    elif name in {"--show-completion", "--install-completion"}:
        completion = import_module("clusterdiff.cli.completion")
        act = completion.script if name == "--show-completion" else completion.install
        streams.write(act(shell))
    elif first.startswith("-") and first != "-":
        known = [option for names in _OPTIONS for option in names.split(", ")]
        raise UnknownNameError.of("option", first, [option.split(" ")[0] for option in known])
    else:
        _call(first, rest)


def _call(name: str, words: list[str]) -> None:
    """Call a command with what was typed after its name."""
    command = command_of(name)
    if not gc.isenabled():  # see `clusterdiff.cli.main`
        gc.freeze()
        gc.enable()
    parameters = parameters_of(command)
    try:
        tokens = tokens_of(words, flags_of(parameters))
        if any(token.flag in HELP for token in tokens):
            _show_help(name)
            return
        values = values_of(tokens, parameters)
    except ClusterdiffError as error:
        hint = error.hint or f"clusterdiff {name} --help"
        raise OptionError(error.message, hint) from None
    session.current().words = (name, *(word for token in tokens for word in token.words))
    command(**values)


def _show_help(name: str | None = None) -> None:
    usage = import_module("clusterdiff.cli.usage")
    width = streams.width()
    if name is not None:
        text = usage.command_help(name, command_of(name), width)
    else:
        listed = [(each, usage.summary(command_of(each))) for each in COMMANDS]
        groups = {"Commands": listed, "Options": list(_OPTIONS.items())}
        text = usage.page("clusterdiff COMMAND [ARGUMENTS]", DESCRIPTION, groups, width)
    streams.write(usage.emphasized(text) if streams.has_style() else text)


def _candidates(words: list[str]) -> list[str]:
    """Return the possible completions of the last word."""
    *before, last = words or [""]
    if not before:
        names = [*COMMANDS, *(name.split(" ")[0] for name in _OPTIONS)]
        return [name for name in names if name.startswith(last)]
    if before[0] not in COMMANDS:
        return []
    completion = import_module("clusterdiff.cli.completion")
    found: list[str] = completion.candidates(last, before[1:], parameters_of(command_of(before[0])))
    return found


def sentence(error: Any) -> str | None:
    """Return the message for an error in the input; None for a bug of this package."""
    if isinstance(error, ClusterdiffError):
        return error.spelled("cli")
    if isinstance(error, MemoryError):
        return "Out of memory while reading the input.\nHint: Parquet files are read in parts"
    if isinstance(error, OSError):
        name = f" {error.filename}" if error.filename else ""
        return f"Cannot read or write{name}: {error.strerror or error}."
    return None
