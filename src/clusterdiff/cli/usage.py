"""The help of the program and of its commands, as text."""

from __future__ import annotations

import textwrap
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from clusterdiff.cli.arguments import Argument, Option, Parameter, parameters_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_HELP = ("-h, --help", "Show this help.")
_EXAMPLES = "**Examples**"
_INDENT = 2
_NAMES = 30  # characters of the column of names; longer names have a line of their own
_MOST = 100  # characters of a line


def command_help(name: str, command: Callable[..., Any], width: int) -> str:
    """Return the help of a command: what it does, examples, arguments and options.

    Parameters
    ----------
    name : str
        The name of the command.
    command : callable
        Its function; the docstring describes it.
    width : int
        The characters of a line.
    """
    parameters = parameters_of(command)
    places = [p for p in parameters if isinstance(p.spec, Argument)]
    usage = " ".join(["clusterdiff", name, "[OPTIONS]", *map(_place, places)])
    groups: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
    for parameter in parameters:
        groups.setdefault(parameter.spec.group, []).append(_entry(parameter))
    groups["Options"].append(_HELP)
    return page(usage, command.__doc__ or "", groups, width)


def page(usage: str, description: str, groups: dict[str, list[tuple[str, str]]], width: int) -> str:
    """Return a page of help.

    Parameters
    ----------
    usage : str
        How the program is called.
    description : str
        Paragraphs; those after ``**Examples**`` are commands.
    groups : dict of str to list of (str, str)
        Headings, and below each the names and what they mean.
    width : int
        The characters of a line.
    """
    size = max(40, min(width, _MOST))
    parts = [f"Usage: {usage}", *_described(description, size)]
    parts += [
        f"{heading}:\n" + "\n".join(_row(*entry, size) for entry in entries)
        for heading, entries in groups.items()
        if entries
    ]
    return "\n\n".join(parts) + "\n"


def summary(command: Callable[..., Any]) -> str:
    """Return the first sentence of the description of a command."""
    return cleandoc(command.__doc__ or "").partition("\n\n")[0].replace("\n", " ")


def _described(description: str, size: int) -> Iterable[str]:
    text, _, examples = cleandoc(description).partition(_EXAMPLES)
    commands, *more = examples.strip().split("\n\nExit code") if examples else ("",)
    closing = [f"Exit code{each}" for each in more]
    for paragraph in [*text.strip().split("\n\n"), *closing]:
        yield textwrap.fill(" ".join(paragraph.split()), size)
    if commands:
        yield "Examples:\n" + "\n".join(f"  {line}" for line in commands.split("\n") if line)


def _place(parameter: Parameter) -> str:
    """Return an argument on the usage line: A, [B], FILE... or [FILE...]."""
    shown = parameter.metavar + ("..." if parameter.repeated else "")
    return shown if parameter.required else f"[{shown}]"


def _entry(parameter: Parameter) -> tuple[str, str]:
    """Return the names of a parameter, and what it means."""
    spec = parameter.spec
    if isinstance(spec, Argument):
        return parameter.metavar, spec.help
    short = sorted(flag for flag in spec.flags if not flag.startswith("--"))
    long = [*(flag for flag in spec.flags if flag.startswith("--")), *spec.off]
    names = ", ".join([*short, *long])
    return (names if parameter.is_flag else f"{names} {parameter.metavar}"), _with_default(
        parameter, spec
    )


def _with_default(parameter: Parameter, spec: Option) -> str:
    default = parameter.default
    if parameter.required or default is None or default is False or "[default:" in spec.help:
        return spec.help
    return f"{spec.help}  [default: {default}]"


def _row(names: str, text: str, size: int) -> str:
    """Return a row of two columns; text that does not fit continues below itself."""
    lines = textwrap.wrap(text, max(size - _INDENT - _NAMES, 20)) or [""]
    first, rest = f"{'':{_INDENT}}{names}", [f"{'':{_INDENT + _NAMES}}{line}" for line in lines[1:]]
    if len(names) + 2 > _NAMES:
        return "\n".join([first, f"{'':{_INDENT + _NAMES}}{lines[0]}", *rest]).rstrip()
    return "\n".join([f"{first:{_INDENT + _NAMES}}{lines[0]}", *rest]).rstrip()


def emphasized(text: str) -> str:
    """Return help with its headings in bold, for a terminal."""
    return "\n".join(map(_bold_heading, text.split("\n")))


def _bold_heading(line: str) -> str:
    if line.startswith("Usage: "):
        return f"\x1b[1mUsage:\x1b[0m{line[6:]}"
    is_heading = line.endswith(":") and not line.startswith(" ")
    return f"\x1b[1m{line}\x1b[0m" if is_heading else line
