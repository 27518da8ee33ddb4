"""The signature and documentation of the keyword options that many functions accept."""

from __future__ import annotations

import re
from functools import wraps
from inspect import Parameter, signature
from textwrap import indent
from typing import TYPE_CHECKING, Any, TypeVar

from clusterdiff.errors import OptionError
from clusterdiff.labels.selection import LabelsOptions, Policy, PolicyOptions

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

_POLICY_DOC = """\
missing : {"raise", "drop", "singletons", "block"}, default="raise"
    What to do with elements without a label: raise an error, drop them, make each a cluster
    of its own, or put them into one cluster.
ignore, ignore_a, ignore_b : label or list of labels, default=()
    Labels whose elements are dropped: on either side, in `a`, in `b`.
noise, noise_a, noise_b : label or list of labels, default=()
    Labels whose elements become clusters of their own.
weights : array_like of int or None, default=None
    How many times each element counts."""
OPTIONS_DOC = f"""\
{_POLICY_DOC}
align : {{"raise", "intersect", "singletons"}}, default="raise"
    What to do with elements that only one clustering has: raise an error, drop them, or make
    each a cluster of its own in the other."""
_PLACE = re.compile(r"^( *)\{selection\}", re.MULTILINE)


def option_parameters(options: type = LabelsOptions) -> list[Parameter]:
    """Return the options of a TypedDict as parameters of a signature."""
    default = Policy()
    return [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=getattr(default, name),
            annotation=getattr(kind, "__forward_arg__", kind),
        )
        for base in reversed(options.__mro__)
        for name, kind in getattr(base, "__annotations__", {}).items()
    ]


def show_options(function: F, options: type, text: str) -> F:
    """Show the options of a TypedDict by name in a signature, in a docstring and in errors.

    Parameters
    ----------
    function : callable or type
        A function that declares ``**options: Unpack[…]``, or a class, whose docstring is changed
        and whose signature is that of its constructor.
    options : type
        The TypedDict.
    text : str
        What stands for ``{selection}`` in the docstring.

    Returns
    -------
    callable or type
        The function, which refuses other options; or the same class.
    """
    if function.__doc__:
        function.__doc__ = _PLACE.sub(lambda place: indent(text, place[1]), function.__doc__)
    if isinstance(function, type):
        return function
    declared = signature(function)
    own = [p for p in declared.parameters.values() if p.kind is not Parameter.VAR_KEYWORD]
    parameters = [*own, *option_parameters(options)]
    known = dict.fromkeys(p.name for p in parameters if p.name not in {"self", "cls"})

    @wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        for name in kwargs:
            if name not in known:
                where = function.__qualname__.removesuffix(".__init__")
                raise OptionError.unknown(where, name, known)
        return function(*args, **kwargs)

    checked.__signature__ = declared.replace(parameters=parameters)  # type: ignore[attr-defined]
    return checked  # type: ignore[return-value]


def takes_selection(function: F) -> F:
    """Show the options of a function with ``**options: Unpack[LabelsOptions]``."""
    return show_options(function, LabelsOptions, OPTIONS_DOC)


def takes_policy(function: F) -> F:
    """Show the options of a function with ``**policy: Unpack[PolicyOptions]``."""
    return show_options(function, PolicyOptions, _POLICY_DOC)
