"""The options: every command that has one has it under the same name, with the same help.

`argument` and `option` are those of click; an argument has a description, and an option stands
under the heading `group` in the help. `bundle` gives a command several options as one object.
"""

from __future__ import annotations

from dataclasses import fields
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from clusterdiff.cli import _streams
from clusterdiff.cli._run import LEVELS, carry_out
from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from click.shell_completion import CompletionItem

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Formatter(click.HelpFormatter):
    """Help whose headings are bold on a terminal."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or f"{_bold('Usage')}: ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(_bold(heading))


def _bold(text: str) -> str:
    return click.style(text, bold=True) if _streams.has_style() else text


class Context(click.Context):
    """The context of a command."""

    formatter_class = _Formatter


class Command(click.Command):
    """A command whose help lists its arguments, and its options by group."""

    context_class = Context

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments and the options under their headings."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                sections.setdefault(getattr(parameter, "group", "Options"), []).append(record)
        for heading, records in sections.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)


class Argument(click.Argument):
    """An argument with a description."""

    group = "Arguments"

    def __init__(self, *args: Any, help: str, **attributes: Any) -> None:  # noqa: A002
        super().__init__(*args, **attributes)
        self.description = help  # click before version 8.5 has no help of arguments

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:  # noqa: ARG002
        """Return the name and the description."""
        return str(self.metavar), self.description


class Option(click.Option):
    """An option that stands under a heading of the help."""

    def __init__(self, *args: Any, group: str = "Options", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.group = group


class _FileName(click.types.StringParamType):
    """The name of a file, which a shell completes; a URL or a pattern is accepted as well."""

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Leave the completion to the shell."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


def argument(*names: str, **attributes: Any) -> Decorator:
    """Return a decorator that adds an argument to a command."""
    return click.argument(*names, cls=Argument, **attributes)


def option(*names: str, **attributes: Any) -> Decorator:
    """Return a decorator that adds an option to a command."""
    return click.option(*names, cls=Option, **attributes)


def command(function: Callable[..., None]) -> Command:
    """Make a function a command; its docstring is the help.

    Every command has the options that say how it is run.
    """

    @wraps(function)
    def run(
        timeout: float | None, retry: int, log_level: str | None, log_json: bool, **given: Any
    ) -> None:
        carry_out(
            lambda: function(**given),
            timeout=timeout,
            retry=retry,
            log_level=log_level,
            log_json=log_json,
        )

    made = click.command(cls=Command)(run)
    made.params += [option for add in _RUN for option in click.command(add(lambda: None)).params]
    return made


def bundle(name: str, kind: type, *options: Decorator) -> Decorator:
    """Return a decorator that adds options and passes their values as one object.

    Parameters
    ----------
    name : str
        The parameter of the command that receives the object.
    kind : type
        A dataclass, whose fields have the names of the options.
    *options : decorator
        The options, in the order of the help.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def run(**given: Any) -> None:
            values = {field.name: given.pop(field.name) for field in fields(kind)}
            function(**given, **{name: kind(**values)})

        for add in reversed(options):
            add(run)
        return run

    return decorate


FILE = _FileName()
INPUT, SELECTION, OUTPUT, GATE, RUN = (
    "Input",
    "Missing labels, noise, unmatched keys",
    "Output",
    "Gate",
    "Run",
)
_RUN = (
    option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        metavar="SECONDS",
        help="Exit with 75 if the command is not finished after this time.",
        group=RUN,
    ),
    option(
        "--retry",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="Try again so often if a server or a store is not available (exit code 69).",
        group=RUN,
    ),
    option(
        "--log-level",
        type=click.Choice(LEVELS),
        help="Log the steps (info) and the queries too (debug) on standard error.",
        group=RUN,
    ),
    option(
        "--log-json",
        is_flag=True,
        help="Write the log, and all other messages, as lines of JSON.",
        group=RUN,
    ),
)
_FORMATS = (
    "a file, such as CSV, Parquet, JSON lines or text; a pattern in quotes; a directory; "
    "a URL (https://, s3://, duckdb:FILE#TABLE, postgres://HOST/DB#TABLE, spark:TABLE); - for "
    "standard input"
)

a = argument("a", metavar="A", type=FILE, help=f"The reference: {_FORMATS}.")
b = argument(
    "b",
    metavar="[B]",
    type=FILE,
    required=False,
    help="The other clustering; omit it if A has both columns.",
)
files = argument(
    "files",
    metavar="FILE...",
    type=FILE,
    nargs=-1,
    required=True,
    help="Files of one clustering each, or one file with several columns.",
)
header = option(
    "--header/--no-header",
    default=None,
    help="Whether the first line of text files has the names of columns; detected by default.",
    group=INPUT,
)
measures = option(
    "--measures",
    "-m",
    multiple=True,
    metavar="NAMES",
    help="Measures or families, for example ari,vi or nmi[by=max].",
)
everything = option(
    "everything", "--all", is_flag=True, help="Show everything, not only the default selection."
)
family = option(
    "--family",
    multiple=True,
    metavar="NAME",
    help="All measures of a family, for example pairs or information.",
)
min_share = option(
    "--min-share",
    type=float,
    metavar="SHARE",
    help="Elements in overlaps below this share of both clusters are scattered; with 0, none are. "
    "By default chosen from the data.",
)
groups = option(
    "--groups",
    metavar="PATTERN",
    help="Average over runs: the pattern matches what to cut off names, as '_[0-9]+$'.",
)
chance = option(
    "--chance/--no-chance",
    default=True,
    help="Compare with chance (the default), or do not: random tables may take a while.",
)
seed = option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Seed of the random numbers; 0 by default, so that a command repeats its numbers.",
)
output = option(
    "--output",
    "-o",
    type=FILE,
    metavar="FILE",
    help="Write to this file; the suffix chooses the format.",
    group=OUTPUT,
)
plot = option(
    "--plot",
    type=FILE,
    metavar="FILE",
    help="Draw a picture in this .svg, .png or .pdf file.",
    group=OUTPUT,
)
fail_under = option(
    "--fail-under",
    multiple=True,
    metavar="NAME=VALUE",
    help="Exit with 1 if a similarity is below this, for example ari=0.9.",
    group=GATE,
)
fail_over = option(
    "--fail-over",
    multiple=True,
    metavar="NAME=VALUE",
    help="Exit with 1 if a distance is above this, for example vi=0.5.",
    group=GATE,
)


def draw(*pictures: str) -> Decorator:
    """Return the option that chooses what --plot draws; the first picture is the default."""
    return option(
        "--draw",
        type=click.Choice(pictures),
        default=pictures[0],
        help="What to draw with --plot.",
        group=OUTPUT,
    )


def given(name: str) -> bool:
    """Return whether the option of a parameter of the running command was typed."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


def words_typed() -> list[str]:
    """Return the list of the words that were typed after the name of the program."""
    found: list[str] = click.get_current_context().meta.setdefault("clusterdiff.words", [])
    return found


def joined(name: str, values: Sequence[str], *, example: str) -> str | None:
    """Return the values of a repeated option as one list separated by commas.

    Examples
    --------
    >>> joined("--measures", ["ari", "vi,nmi"], example="ari")
    'ari,vi,nmi'
    """
    if any(not value.strip(", ") for value in values):
        raise OptionError(f"{name} must not be empty.", f"{name} {example}")
    return ",".join(values) or None


def selected(measures: Sequence[str], family: Sequence[str]) -> str | None:
    """Return the measures and families that were asked for, or None if none was.

    Examples
    --------
    >>> selected(["ari"], ["pairs"])
    'ari,pairs'
    """
    named = (
        joined("--measures", measures, example="ari,vi"),
        joined("--family", family, example="pairs"),
    )
    return ",".join(filter(None, named)) or None
