"""The options of a set of clusterings, as keyword arguments of the functions that make one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from clusterdiff.labels import show_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from clusterdiff.labels import Alignment, MissingPolicy

F = TypeVar("F", bound="Callable[..., Any]")


class SetOptions(TypedDict, total=False):
    """Which elements of a set are counted, and as what."""

    weights: Any
    missing: MissingPolicy
    ignore: Any
    noise: Any
    align: Alignment


_SET_OPTIONS_DOC = """\
weights : array_like of int, or dict element → int, optional
    How many times each element counts; by default once.
missing : {"raise", "drop", "singletons", "block"}, default="raise"
    What to do with an element without a label in some clustering: raise an error, leave it
    out of every comparison with that clustering, make it a cluster of its own, or put all of
    them into one cluster.
ignore : label or list of labels, default=()
    An element with one of these labels is dropped from every comparison with that clustering.
noise : label or list of labels, default=()
    An element with one of these labels is a cluster of its own.
align : {"raise", "intersect", "singletons"}, default="raise"
    What to do with a keyed element that some clusterings do not have: raise an error, leave
    it out of every comparison with them, or make it a cluster of its own there."""


def takes_set_options(function: F) -> F:
    """Show the options of a function with ``**options: Unpack[SetOptions]``, or of a class."""
    return show_options(function, SetOptions, _SET_OPTIONS_DOC)
