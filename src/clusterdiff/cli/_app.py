"""The program, and the one place where errors become sentences."""

import os
import re
import sys
from typing import Annotated, Any

import typer

from clusterdiff.cli import _catalogue, _compare, _many, _properties, _recommend, _reproduce, _table
from clusterdiff.errors import ClusterdiffError

_BUG = 70
_INTERRUPTED = 130
_PYTHON = re.compile(r'\b(align|columns|layout|memory|missing|on)="([^"]*)"')  # options as Python spells them

app = typer.Typer(name="clusterdiff", no_args_is_help=True, add_completion=True, rich_markup_mode="markdown", pretty_exceptions_enable=False)

for _command in (_compare.compare, _compare.diff, _many.rank, _many.matrix, _table.table):
    app.command()(_command)
for _command in (_catalogue.measures, _recommend.recommend, _properties.properties, _reproduce.reproduce, _catalogue.version):
    app.command()(_command)


def _version(wanted: bool) -> None:  # noqa: FBT001
    if wanted:
        _catalogue.version()
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and the kernel.")] = False,  # noqa: FBT002
    debug: Annotated[bool, typer.Option("--debug", help="On an error show the traceback.")] = False,  # noqa: FBT002
) -> None:
    """Compare clusterings: how far apart they are, where they differ, and why.

    **Examples**

    clusterdiff compare truth.csv kmeans.csv

    clusterdiff diff all.parquet --columns truth,kmeans

    Exit code 0 if all is well, 1 if a gate (--fail-under, --fail-over) fails, 2 on bad input, 130 on Ctrl-C.
    """


def main() -> None:
    """Run the program: exit 0, 1 if a gate fails, 2 with one clear sentence, 130 if interrupted."""
    words = [word for word in sys.argv[1:] if word != "--debug"]
    sys.exit(run(words, debug="--debug" in sys.argv[1:]))


def run(words: list[str], *, debug: bool = False) -> int:
    """The exit code of a command."""
    try:
        code = typer.main.get_command(app).main(words, prog_name="clusterdiff", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone; what is left to flush goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED
    except Exception as error:
        if debug:
            raise
        said = _sentence(error)
        if said is None:
            typer.echo(f"clusterdiff: this is a bug, please report it: {error!r}\nHint: --debug shows where", err=True)
            return _BUG
        if said:
            typer.echo(f"clusterdiff: {said}", err=True)
        return 2
    return code if isinstance(code, int) else 0


def _sentence(error: Any) -> str | None:
    """What to say of an error that is the input's fault; nothing where help has been printed."""
    if isinstance(error, ClusterdiffError):
        return _PYTHON.sub(r"--\1 \2", str(error)).replace("by_order=True", "--by-order")
    if isinstance(error, MemoryError):
        return "the clusterings must fit in memory: they do not.\nHint: convert them to Parquet, which is read out of core"
    if isinstance(error, OSError):
        return f"every file must be readable and writable: {error.filename or 'one'} is not: {error.strerror or error}."
    if hasattr(error, "format_message"):  # what typer says of options
        context = getattr(error, "ctx", None)
        hint = f"\nHint: {context.command_path} --help" if context is not None else ""
        return "" if type(error).__name__ == "NoArgsIsHelpError" else f"{error.format_message()}{hint}"
    return None
