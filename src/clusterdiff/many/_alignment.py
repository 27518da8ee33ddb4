"""Bring the labels of many clusterings into one order of elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError
from clusterdiff.labels import ALIGNMENTS, element_keys

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from clusterdiff.labels import Alignment, Labels

    Order = NDArray[np.int64]


class Aligned(NamedTuple):
    """The elements of all clusterings, and where each clustering has them.

    ``orders[i]`` has the position of each element in clustering i, -1 where it is absent; None
    means that it has all elements in order. ``elements`` is None where elements have no names;
    ``index`` is the pandas index that they are, which need not be matched.
    """

    n: int
    orders: list[Order | None]
    elements: tuple[Any, ...] | None
    index: Any = None


def align_all(sides: Mapping[str, Labels], how: Alignment) -> Aligned:
    """Match the elements by key or index where they have one, else by position."""
    check_choice("align", how, ALIGNMENTS)
    first = next(iter(sides.values()))
    keyed = any(side.elements is not None for side in sides.values())
    if not keyed and _by_position(sides, how):
        names = _index_names(first)
        return Aligned(
            len(first), [None] * len(sides), names, None if names is None else first.index
        )
    keys = {name: element_keys(side, name) for name, side in sides.items()}
    leading = next(iter(keys.values()))
    if all(each is leading or each == leading for each in keys.values()):
        return Aligned(len(first), [None] * len(sides), tuple(leading))
    position: dict[Any, int] = {}
    for each in keys.values():
        for key in each:
            position.setdefault(key, len(position))
    if how == "raise":
        _check_complete(keys, position)
    return Aligned(
        len(position), [_order(each, position) for each in keys.values()], tuple(position)
    )


def _order(keys: Sequence[Any], position: Mapping[Any, int]) -> Order:
    """Return the position of each element in a clustering, -1 if it is absent."""
    order = np.full(len(position), -1)
    order[[position[key] for key in keys]] = np.arange(len(keys))
    return order


def _by_position(sides: Mapping[str, Labels], how: Alignment) -> bool:
    """Return whether elements are matched by position.

    Indexes that differ are keys if align= is not "raise".
    """
    (name, first), *others = sides.items()
    indexes = [side.index for side in sides.values()]
    indexed = all(index is not None for index in indexes)
    differ = [
        other
        for other, side in others
        if first.index is not None and side.index is not None and not first.index.equals(side.index)
    ]
    if indexed and differ and how != "raise":
        return False
    for other, side in others:
        if len(side) != len(first):
            raise InputError(
                f"All clusterings must label the same elements: {name} has {len(first)} labels, "
                f"{other} has {len(side)}.",
                "pass {align=intersect} to compare each pair on the elements that both have"
                if indexed
                else "pass dicts element → label to match elements by key",
            )
        if side.shape != first.shape:
            raise InputError(f"{name} and {other} must have the same shape.")
    if differ:
        raise InputError(
            f"{name} and {differ[0]} must list the same elements in the same order: their indexes "
            "differ.",
            "pass {align=intersect} to match elements by index, or .to_numpy() of each to match by "
            "position",
        )
    return True


def _index_names(side: Labels) -> tuple[Any, ...] | None:
    """Return the names of the rows of a pandas column, None if they are numbers from 0 on."""
    index = side.index
    if index is None or not index.is_unique:
        return None
    if (getattr(index, "start", None), getattr(index, "step", None)) == (0, 1):
        return None
    return tuple(index.tolist())


def _check_complete(keys: Mapping[str, Sequence[Any]], position: Mapping[Any, int]) -> None:
    """Raise an error that names a clustering without some element."""
    lacking = {name: len(position) - len(each) for name, each in keys.items()}
    name = next((name for name, number in lacking.items() if number), None)
    if name is None:
        return
    has = set(keys[name])
    first = next(key for key in position if key not in has)
    runs = sum(number > 0 for number in lacking.values())
    raise InputError(
        f"All clusterings must label the same elements: {runs} of {len(keys)} lack some; {name} "
        f"lacks {lacking[name]} of {len(position)} (first {first!r}).",
        "pass {align=intersect} to compare each pair on the elements that both have, or "
        "{align=singletons} to make each absent element a cluster of its own",
    )
