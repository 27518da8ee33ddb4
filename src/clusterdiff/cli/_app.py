"""The program: its commands, its exit codes, and the conversion of errors to messages."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from clusterdiff.cli import _signals, _streams
from clusterdiff.cli._options import Context, words_typed
from clusterdiff.cli._progress_bar import progress_bar
from clusterdiff.errors import (
    ClusterdiffError,
    OptionError,
    UnavailableError,
    UnknownNameError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from click.shell_completion import CompletionItem

# The commands and the first sentence of the help of each: a module is imported when it is called.
_GROUPS = {
    "Compare": {
        "diff": "List which clusters split, merged and moved, and what each change costs.",
        "compare": "Compare two clusterings of the same elements.",
        "report": "Write one self-contained HTML page about two or more clusterings.",
        "match": "Match the clusters of two clusterings.",
        "estimate": "Estimate how good a clustering is from a labeled sample of true clusters.",
        "demo": "Show a diff, a comparison and a report of handwritten digits.",
    },
    "Many clusterings": {
        "rank": "Rank predictions by their agreement with a reference; ties share a rank.",
        "matrix": "Compare every pair of several clusterings.",
        "consensus": "Find the partition that agrees best with many clusterings.",
        "stability": "Find how many clusters are stable when the data are resampled.",
        "cluster-stability": "List how often each cluster is found in the other clusterings.",
        "timeline": "List which clusters split, merge, appear and disappear in a sequence.",
        "pool": "Compare methods over data sets: mean ranks, Friedman test, critical difference.",
    },
    "Learn": {
        "measures": "List the measures, or show everything about one of them.",
        "recommend": "Recommend measures for a goal, or for these clusterings, with reasons.",
        "explain": (
            "Explain values: their range, and those of independent and of random clusterings."
        ),
        "properties": (
            "Check properties of measures on all small clusterings and show counterexamples."
        ),
    },
    "More": {
        "table": (
            "Count the elements in each pair of a cluster of A and a cluster of B; omit zeros."
        ),
        "version": "Print the version, and whether it has compiled code.",
    },
}
COMMANDS = {name: text for group in _GROUPS.values() for name, text in group.items()}
_OK, _BAD_INPUT, _UNAVAILABLE, _BUG, _INTERRUPTED = 0, 2, 69, 70, 130
_COMPLETE = "_CLUSTERDIFF_COMPLETE"  # the variable with which a completion script calls the program
_SHELLS = ("bash", "zsh", "fish")


class _Program(click.Group):
    """The commands, each imported when it is called."""

    context_class = Context

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        return command_of(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            hint = UnknownNameError.of("command", args[0], list(COMMANDS)).hint
            raise OptionError(f"No such command: {args[0]}.", hint)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        for title, group in _GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(group.items()), col_max=17)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=text)
            for name, text in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]


def command_of(name: str) -> click.Command:
    """Return a command; its module is imported now."""
    command: click.Command = import_module(
        f"clusterdiff.cli.commands.{name.replace('-', '_')}"
    ).command
    return command


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        ctx.invoke(command_of("version"))
        ctx.exit()


def _show_completion(ctx: click.Context, _: click.Parameter, shell: str | None) -> None:
    if shell is not None:
        from click.shell_completion import get_completion_class

        kind: Any = get_completion_class(shell)
        _streams.write(kind(program, {}, "clusterdiff", _COMPLETE).source())
        ctx.exit()


@click.group(
    cls=_Program,
    invoke_without_command=True,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "show_default": True,
    },
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Print the version, and whether it has compiled code.",
)
@click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an error.")
@click.option(
    "--show-completion",
    type=click.Choice(_SHELLS),
    is_eager=True,
    expose_value=False,
    callback=_show_completion,
    help="Print the script that completes commands, options and their choices in a shell.",
)
@click.pass_context
def program(context: click.Context) -> None:
    """Compare clusterings: measures of agreement, lists of changes, values by chance.

    Exit code: 0, 1 if a gate (--fail-under, --max-drop, …) fails, 2 on bad input, 69 if a service
    is not available (worth a retry), 70 for a bug, 75 after --timeout, 130 on Ctrl-C.

    \b
    Examples:
      clusterdiff demo
      clusterdiff diff truth.csv kmeans.csv
      clusterdiff report all.parquet --columns truth,kmeans --open
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
        context.exit(_BAD_INPUT)


def main(words: list[str]) -> int:
    """Run the program as a process of its own, and return its exit code."""
    try:
        _streams.prepare()
        _signals.prepare()
        if _COMPLETE in os.environ:
            from click.shell_completion import shell_complete

            return shell_complete(program, {}, "clusterdiff", _COMPLETE, os.environ[_COMPLETE])
        return run([word for word in words if word != "--debug"], debug="--debug" in words)
    except (KeyboardInterrupt, _signals.Terminated):
        return _signals.ended_by() or _INTERRUPTED


def run(words: Sequence[str], *, debug: bool = False) -> int:
    """Run a command, and return its exit code.

    Parameters
    ----------
    words : sequence of str
        The arguments, as after the name of the program.
    debug : bool, default=False
        Whether errors are raised instead of printed.
    """
    _streams.say_as_json(wanted=False)
    try:
        with progress_bar(), program.make_context("clusterdiff", list(words)) as context:
            words_typed().extend(words)
            program.invoke(context)
        _streams.write("")
    except click.exceptions.Exit as end:
        return end.exit_code
    except BrokenPipeError:  # while help is printed
        _streams.discard()
    except Exception as error:
        ended = _signals.ended_by()
        if debug and ended is None:
            raise
        return ended or _failed(error, words)
    except (KeyboardInterrupt, _signals.Terminated):
        return _signals.ended_by() or _INTERRUPTED
    finally:
        if _signals.ended_by() == _signals.TIMED_OUT:
            _streams.say("Not finished within the time of --timeout.", "error")
    return _OK


def _failed(error: Exception, words: Sequence[str]) -> int:
    """Print the message of an error, and return its exit code."""
    message = _sentence(error)
    if message is None:
        message = f"this is a bug, please report it: {error!r}\nHint: --debug shows where"
    _streams.say(_without_secrets(message, words), "error")
    if isinstance(error, UnavailableError):
        return _UNAVAILABLE
    return _BUG if _sentence(error) is None else _BAD_INPUT


def _without_secrets(message: str, words: Sequence[str]) -> str:
    """Return a message without the passwords of URLs and queries that were typed."""
    urls = [word for word in words if "://" in word]
    if not urls and not any("=" in word or word == "--sql" for word in words):
        return message
    hidden: Callable[..., str] = import_module("clusterdiff.io").hidden
    return hidden(message, urls)


def _sentence(error: Exception) -> str | None:
    """Return the message for an error in the input; None for a bug of this package."""
    if isinstance(error, click.UsageError):
        error = _of_usage(error)
    if isinstance(error, ClusterdiffError):
        return error.spelled("cli")
    if isinstance(error, MemoryError):
        return (
            "Out of memory.\nHint: Parquet files are read in parts, and --memory 4GB limits what "
            "reading holds; many clusters need memory too"
        )
    if isinstance(error, OSError):
        name = f" {error.filename}" if error.filename else ""
        return f"Cannot read or write{name}: {error.strerror or error}."
    return None


def _of_usage(error: click.UsageError) -> ClusterdiffError:
    """Return the error of click as one of clusterdiff, with a hint."""
    context = error.ctx
    if isinstance(error, click.NoSuchOption) and context is not None:
        known = [name for each in context.command.get_params(context) for name in each.opts]
        alike = [name for name in known if name[:2] == "--" or error.option_name[:2] != "--"]
        return UnknownNameError.of("option", error.option_name, alike)
    message = error.format_message().rstrip(".")
    return OptionError(f"{message}.", f"{context.command_path} --help" if context else None)
