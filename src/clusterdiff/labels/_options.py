"""The signature and documentation of the arguments that all functions of clusterings share."""

from __future__ import annotations

import re
from functools import wraps
from inspect import Parameter, signature
from textwrap import indent
from typing import TYPE_CHECKING, Any, Final, TypeVar

from clusterdiff.errors import OptionError
from clusterdiff.labels._policy import LabelOptions, LabelsOptions, Policy, SelectionOptions

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

_LABELS: Final = """\
missing : {"raise", "drop", "singletons", "block"}, default="raise"
    What to do with elements without a label: raise an error, drop them, make each a cluster
    of its own, or put them into one cluster.
ignore, ignore_a, ignore_b : label, list of labels, or dict clustering → labels, default=()
    Labels whose elements are dropped: of any clustering, of the first, of the others.
noise, noise_a, noise_b : label, list of labels, or dict clustering → labels, default=()
    Labels whose elements become clusters of their own."""
_SELECTION: Final = f"""\
{_LABELS}
weights : array_like of int, dict element → int, or None, default=None
    How many times each element counts; of a file or frame also the name of a column.
align : {{"raise", "intersect", "singletons"}}, default="raise"
    What to do with elements that some clusterings do not have: raise an error, leave them out
    of every comparison with these, or make each a cluster of its own there."""
OPTIONS_DOC: Final = f"""\
{_SELECTION}
columns : str or list of str or None, default=None
    The label columns of files and frames, as "truth,pred".
on : str or list of str or None, default=None
    The key column that the rows of files and frames are matched by, or "tenant,id" for several.
by_order : bool, default=False
    Whether the rows of files are matched by their order."""
CLUSTERINGS_DOC: Final = """\
*clusterings : labels, Table, frame and names of columns, or paths
    Two clusterings of the same elements, the reference first: arrays, lists, Series, dicts
    element → label, lists of clusters or `Partition`; or two paths. One argument may hold
    both: a `Table`, a dict name → labels, a file with two label columns. A frame (pandas,
    polars, Arrow, DuckDB, Spark, Dask, Ibis) or an AnnData is followed by the names of two of
    its columns."""
_SET: Final = """\
*clusterings : Clusterings, data frame, dict, list, array of shape (m, n), or paths
    Several clusterings of the same elements: a set; a frame or an AnnData, followed by the
    names of columns if not all are meant; a dict name → labels; a list of labelings; an array
    with one row per clustering; files; or one argument for each clustering."""
_PLACES: Final = {"{selection}": OPTIONS_DOC, "{clusterings}": CLUSTERINGS_DOC, "{set}": _SET}
_PLACE: Final = re.compile(r"^( *)(\{selection\}|\{clusterings\}|\{set\})", re.MULTILINE)


def option_parameters(options: type = LabelsOptions) -> list[Parameter]:
    """Return the options of a TypedDict as parameters of a signature."""
    default = Policy()
    return [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=getattr(default, name, False if name == "by_order" else None),
            annotation=getattr(kind, "__forward_arg__", kind),
        )
        for base in reversed(options.__mro__)
        for name, kind in getattr(base, "__annotations__", {}).items()
    ]


def _show(function: F, options: type, places: dict[str, str]) -> F:
    """Show the options of a TypedDict by name in a signature, in a docstring and in errors."""
    if function.__doc__:
        function.__doc__ = _PLACE.sub(
            lambda place: indent(places[place[2]], place[1]), function.__doc__
        )
    if isinstance(function, type):
        return function
    declared = signature(function)
    own = [p for p in declared.parameters.values() if p.kind is not Parameter.VAR_KEYWORD]
    parameters = [*own, *option_parameters(options)]
    named = (p.name for p in parameters if p.kind is not Parameter.VAR_POSITIONAL)
    known = [name for name in named if name not in {"self", "cls"}]

    @wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        for name in kwargs:
            if name not in known:
                where = function.__qualname__.removesuffix(".__init__")
                raise OptionError.unknown(where, name, known)
        return function(*args, **kwargs)

    checked.__signature__ = declared.replace(parameters=parameters)  # type: ignore[attr-defined]
    return checked  # type: ignore[return-value]


def takes_clusterings(function: F) -> F:
    """Show the arguments of a function with ``*clusterings, **options: Unpack[LabelsOptions]``.

    In its docstring, ``{clusterings}`` or ``{set}`` stands for the clusterings, and ``{selection}``
    for the options. Unknown options are errors that suggest a known one.
    """
    takes = "two" if "{clusterings}" in (function.__doc__ or "") else "several"
    shown = _show(function, LabelsOptions, _PLACES)
    shown.__clusterings__ = takes  # type: ignore[attr-defined]
    return shown


def takes_options(function: F) -> F:
    """Show the arguments of a function whose clusterings are neither two nor a set.

    It has ``**options: Unpack[LabelsOptions]``, as those of `takes_clusterings`.
    """
    return _show(function, LabelsOptions, _PLACES)


def takes_selection(function: F) -> F:
    """Show the options of a function or class with ``**options: Unpack[SelectionOptions]``."""
    return _show(function, SelectionOptions, {**_PLACES, "{selection}": _SELECTION})


def takes_label_options(function: F) -> F:
    """Show the options of a function with ``**options: Unpack[LabelOptions]``."""
    return _show(function, LabelOptions, {**_PLACES, "{selection}": _LABELS})
