"""The program: its commands, its exit codes, and the one place where errors become sentences."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from clusterdiff.cli import streams
from clusterdiff.cli.session import session_of
from clusterdiff.display.progress import progress_bar
from clusterdiff.errors import ClusterdiffError
from clusterdiff.views import printable

OK, GATE, BAD_INPUT, BUG, INTERRUPTED = 0, 1, 2, 70, 130
COMMANDS = (
    "compare",
    "diff",
    "match",
    "explain",
    "rank",
    "matrix",
    "table",
    "measures",
    "recommend",
    "properties",
    "version",
)
_SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"]}


class Command(TyperCommand):
    """A command whose usage line shows arguments plainly: ``A [B]``."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the parts of the usage line without the braces of newer versions of typer."""
        pieces = super().collect_usage_pieces(ctx)
        return [piece.replace("{", "").replace("}", "") for piece in pieces]

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters; the types of arguments and flags are not shown."""
        params: list[Any] = super().get_params(ctx)
        for param in params:
            if hasattr(param, "display_type_rich") and (
                param.param_type_name == "argument" or param.name == "help"
            ):
                param.display_type_rich = lambda ctx: None  # noqa: ARG005
        return params


class Commands(TyperGroup):
    """The commands by name; the module of a command is loaded when it is called or listed."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Return the names in the order in which help lists them."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """Return a command, or None if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"clusterdiff.cli.commands.{cmd_name}")
        single = typer.Typer(
            rich_markup_mode="markdown", add_completion=False, pretty_exceptions_enable=False
        )
        single.command(cmd_name, cls=Command, context_settings=_SETTINGS)(module.command)
        return typer.main.get_command(single)


app = typer.Typer(
    cls=Commands,
    name="clusterdiff",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings=_SETTINGS,
)


def _print_version(wanted: bool) -> None:  # noqa: FBT001
    if wanted:
        import_module("clusterdiff.cli.commands.version").command()
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            metavar="",
            callback=_print_version,
            is_eager=True,
            help="Print the version and the kernel.",
        ),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", metavar="", help="Show the traceback of an error.")
    ] = False,
) -> None:
    """Compare clusterings: how far apart they are, where they differ, and why.

    **Examples**

    clusterdiff compare truth.csv kmeans.csv

    clusterdiff diff all.parquet --columns truth,kmeans

    Exit code: 0, 1 if a gate (--fail-under, --fail-over) fails, 2 on bad input, 130 on Ctrl-C.
    """


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
        with session_of(words), progress_bar():
            code = typer.main.get_command(app).main(
                words, prog_name="clusterdiff", standalone_mode=False
            )
        streams.write("")
    except SystemExit:  # raised only where the reader of the help has gone
        streams.discard()
        return OK
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except Exception as error:
        if debug:
            raise
        message = sentence(error)
        if message is None:
            _say(f"this is a bug, please report it: {error!r}\nHint: --debug shows where")
            return BUG
        if message:
            _say(message)
        return BAD_INPUT
    return code if isinstance(code, int) else OK


def _say(message: str) -> None:
    """Print a message on standard error, if there is one."""
    if sys.stderr is not None:
        lines = "\n".join(map(printable, message.split("\n")))
        typer.echo(f"clusterdiff: {lines}", err=True)


def sentence(error: Any) -> str | None:
    """Return what to say about an error in the input; None if it is an error of ours.

    An empty string means that help has been printed already.
    """
    if isinstance(error, ClusterdiffError):
        return _spelled(error)
    if isinstance(error, MemoryError):
        return "Out of memory while reading the input.\nHint: Parquet files are read in parts"
    if isinstance(error, OSError):
        name = f" {error.filename}" if error.filename else ""
        return f"Cannot read or write{name}: {error.strerror or error}."
    if hasattr(error, "format_message"):  # an error of typer about options
        if type(error).__name__ == "NoArgsIsHelpError":
            return ""
        context = getattr(error, "ctx", None)
        hint = f"\nHint: {context.command_path} --help" if context is not None else ""
        return f"{error.format_message().replace('Value error, ', '')}{hint}"
    return None


def _spelled(error: ClusterdiffError) -> str:
    """The message and the hint, with options as they are typed on the command line."""
    return error.spelled("cli")
