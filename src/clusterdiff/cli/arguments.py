"""What a command accepts: its parameters, declared by the annotations of a function.

A parameter of a command is annotated with its type and with an `Option` or an `Argument`::

    top: Annotated[int, Option("--top", "-t", metavar="N", help="Rows of a table.", min=1)] = 20

Types are ``str``, ``int``, ``float``, ``bool`` (a flag), a ``StrEnum`` or a ``Literal``, a list of
them (the option may be repeated), or one of these ``| None``. This module keeps the declarations;
`clusterdiff.cli.parsing` reads words by them and `clusterdiff.cli.usage` writes the help.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin

if TYPE_CHECKING:
    from collections.abc import Callable

NO_DEFAULT: Any = inspect.Parameter.empty


class Argument:
    """A parameter that is given by its position."""

    def __init__(self, *, metavar: str, help: str) -> None:  # noqa: A002
        self.metavar = metavar
        self.help = help
        self.group = "Arguments"


class Option:
    """A parameter that is given by its name.

    Parameters
    ----------
    *flags : str
        The names, for example ``--measures`` and ``-m``; ``--header/--no-header`` declares a flag
        that can be switched on and off.
    help : str
        What the option does, in one sentence.
    metavar : str or None, default=None
        What stands for the value in the help; by default the choices, if there are any.
    group : str, default="Options"
        The heading of the help under which the option stands.
    min : int or float or None, default=None
        The smallest number that is accepted.
    """

    def __init__(
        self,
        *flags: str,
        help: str,  # noqa: A002
        metavar: str | None = None,
        group: str = "Options",
        min: float | None = None,  # noqa: A002
    ) -> None:
        self.flags = tuple(flag for names in flags for flag in names.split("/")[:1])
        self.off = tuple(flag for names in flags for flag in names.split("/")[1:])
        self.help = help
        self.metavar = metavar
        self.group = group
        self.min = min


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a command."""

    name: str
    spec: Option | Argument
    kind: type  # of one value
    choices: tuple[str, ...]
    repeated: bool
    default: Any

    @property
    def required(self) -> bool:
        """Whether a value must be given."""
        return self.default is NO_DEFAULT

    @property
    def is_flag(self) -> bool:
        """Whether it takes no value."""
        return self.kind is bool

    @property
    def metavar(self) -> str:
        """What stands for the value in the help."""
        return self.spec.metavar or "|".join(self.choices) or self.kind.__name__.upper()


def parameters_of(command: Callable[..., Any]) -> list[Parameter]:
    """Return the parameters of a command, in the order of its signature."""
    return [
        _parameter(name, declared.annotation, declared.default)
        for name, declared in inspect.signature(command).parameters.items()
    ]


def _parameter(name: str, annotation: Any, default: Any) -> Parameter:
    spec = next(each for each in annotation.__metadata__ if isinstance(each, (Option, Argument)))
    kind = _without_none(annotation.__origin__)
    repeated = get_origin(kind) is list
    if repeated:
        (kind,) = get_args(kind)
    choices: tuple[str, ...] = ()
    if get_origin(kind) is Literal:
        choices, kind = get_args(kind), str
    elif issubclass(kind, StrEnum):
        choices = tuple(kind)
    return Parameter(name, spec, kind, choices, repeated, default)


def _without_none(kind: Any) -> Any:
    """Return the type X of ``X | None``."""
    if get_origin(kind) in {Union, UnionType}:
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    return kind
