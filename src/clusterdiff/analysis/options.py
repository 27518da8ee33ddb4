"""Keyword options that every function on two clusterings takes, and how they reach the table."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, TypeVar

from clusterdiff.labels import LabelsOptions
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")


_DEFAULTS: dict[str, Any] = {"missing": "raise", "weights": None, "align": "raise"}
_DOCUMENTED = """missing : {"raise", "drop", "singletons", "block"}, default="raise"
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


def takes_selection(function: F) -> F:
    """Show the options of `LabelsOptions` by name in a signature and in a docstring.

    The function declares ``**options: Unpack[LabelsOptions]``; in its docstring ``{selection}``
    stands for their description.
    """
    shown = [
        p for p in signature(function).parameters.values() if p.kind is not Parameter.VAR_KEYWORD
    ]
    kinds = LabelsOptions.__annotations__
    more = [
        Parameter(
            name, Parameter.KEYWORD_ONLY, default=_DEFAULTS.get(name, ()), annotation=_shown(kind)
        )
        for name, kind in kinds.items()
    ]
    function.__signature__ = signature(function).replace(parameters=[*shown, *more])  # type: ignore[attr-defined]
    if function.__doc__:
        function.__doc__ = function.__doc__.replace("{selection}", _DOCUMENTED)
    return function


def _shown(kind: Any) -> Any:
    """The annotation of an option as it is written."""
    return getattr(kind, "__forward_arg__", kind)


def table_of(a: Any, b: Any, options: LabelsOptions) -> Table:
    """Return the table of two clusterings, or the table that `a` already is."""
    return Table.of(a, b, dict(options))


def name_of(labels: Any, default: str) -> str:
    """Return the name that a column carries, as ``Series.name``.

    Examples
    --------
    >>> name_of([0, 1], "a")
    'a'
    """
    name = getattr(labels, "name", None)
    return name if isinstance(name, str) and name else default
