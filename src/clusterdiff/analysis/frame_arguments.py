"""Functions of two clusterings that also take columns of frames."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, TypeVar, cast

from clusterdiff.errors import OptionError
from clusterdiff.io import read_table
from clusterdiff.io.frames import is_frame, is_lazy
from clusterdiff.labels import POLICY_OPTIONS, two_columns

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

_DOCUMENTED = """
    on : str or None, default=None
        The key column, if `a` and `b` are frames: ``f(left, right, on="id")``.
    columns : str or list of str or None, default=None
        The label columns of two frames that have several, as "truth,pred".

    Returns"""


def takes_frames(function: F) -> F:
    """Let a function of two clusterings take frames, whose engines count the table.

    ``f(frame, "truth", "pred", …)`` is ``f`` of two columns of a frame, and
    ``f(left, right, …, on="id")`` joins two frames, as `read_table` does.
    """

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if (args and is_frame(args[0])) or "on" in kwargs or "columns" in kwargs:
            return _on_frames(function, args, kwargs)
        return function(*args, **kwargs)

    shown = signature(function)
    more = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in (("on", "str | None"), ("columns", "str | Sequence[str] | None"))
    ]
    parameters = [*shown.parameters.values(), *more]
    wrapper.__signature__ = shown.replace(parameters=parameters)  # type: ignore[attr-defined]
    if function.__doc__:
        wrapper.__doc__ = function.__doc__.replace("\n\n    Returns", _DOCUMENTED, 1)
    return cast("F", wrapper)


def _on_frames(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    kwargs = dict(kwargs)
    on, columns = kwargs.pop("on", None), kwargs.pop("columns", None)
    frame, *rest = args or (kwargs.pop("a", None),)
    if not is_frame(frame):
        raise OptionError("on and columns apply to frames.", "leave them out")
    if rest and is_frame(rest[0]):
        if on is None:
            raise OptionError(
                "Two frames must be joined on a key.", "pass {on=id}, the name of the key column"
            )
        table = read_table(frame, rest[0], on=on, columns=columns, **_policy(kwargs))
        names = (
            [name.strip() for name in columns.split(",")] if isinstance(columns, str) else columns
        )
        return _named(function(table, None, *rest[1:], **kwargs), names)
    if len(rest) < 2 or columns is not None:
        name = function.__name__
        raise OptionError(
            "A frame needs the names of its two label columns.", f'{name}(frame, "truth", "pred")'
        )
    first, second, *others = rest
    if on is None and not is_lazy(frame):
        result = function(*two_columns(frame, first, second), *others, **kwargs)
        return _named(result, [str(first), str(second)])
    table = read_table(frame, first, second, on=on, **_policy(kwargs))
    return _named(function(table, None, *others, **kwargs), [str(first), str(second)])


def _policy(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Take the options that concern the table out of keyword arguments."""
    return {name: kwargs.pop(name) for name in POLICY_OPTIONS if name in kwargs}


def _named(result: Any, names: Any) -> Any:
    """Name the two sides of a result after their columns, if the names differ."""
    known = {field.name for field in fields(result)} if is_dataclass(result) else set()
    if not names or len(set(names)) < 2 or not {"name_a", "name_b"} <= known:
        return result
    return replace(result, name_a=names[0], name_b=names[1])
