"""The signature and documentation of the options that all functions on two clusterings accept."""

from __future__ import annotations

from inspect import Parameter, signature
from textwrap import indent
from typing import TYPE_CHECKING, Any, TypeVar

from clusterdiff.labels.selection import LabelsOptions, Policy

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

OPTIONS_DOC = """\
missing : {"raise", "drop", "singletons", "block"}, default="raise"
    What to do with elements without a label: raise an error, drop them, make each a cluster
    of its own, or put them into one cluster.
ignore, ignore_a, ignore_b : label or list of labels, default=()
    Labels whose elements are dropped: on either side, in `a`, in `b`.
noise, noise_a, noise_b : label or list of labels, default=()
    Labels whose elements become clusters of their own.
weights : array-like of int or None, default=None
    How many times each element counts.
align : {"raise", "intersect", "singletons"}, default="raise"
    What to do with elements that only one clustering has: raise an error, drop them, or make
    each a cluster of its own in the other."""


def option_parameters() -> list[Parameter]:
    """Return the options of `LabelsOptions` as parameters of a signature."""
    default = Policy()
    return [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=getattr(default, name),
            annotation=getattr(kind, "__forward_arg__", kind),
        )
        for name, kind in LabelsOptions.__annotations__.items()
    ]


def takes_selection(function: F) -> F:
    """Show the options of `LabelsOptions` by name in a signature and in a docstring.

    The function declares ``**options: Unpack[LabelsOptions]``; in its docstring ``{selection}``
    stands for their description.
    """
    declared = signature(function)
    shown = [p for p in declared.parameters.values() if p.kind is not Parameter.VAR_KEYWORD]
    function.__signature__ = declared.replace(parameters=[*shown, *option_parameters()])  # type: ignore[attr-defined]
    if function.__doc__:
        text = indent(OPTIONS_DOC, "    ").strip()
        function.__doc__ = function.__doc__.replace("{selection}", text)
    return function
