"""Brings two clusterings into the same order of elements."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError
from clusterdiff.labels.selection import ALIGNMENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.labels._labels import Labels
    from clusterdiff.labels.selection import Alignment


def align(a: Labels, b: Labels, how: Alignment = "raise") -> tuple[Labels, Labels]:
    """Return both sides element by element, matched by key if they have keys, else by position.

    Elements of one side only are an error, or are dropped ("intersect"), or are marked as absent
    from the other side ("singletons").
    """
    check_choice("align", how, ALIGNMENTS)
    if a.elements is None and b.elements is None and _by_position(a, b, how):
        return a, b
    keys_a, keys_b = element_keys(a, "a"), element_keys(b, "b")
    if keys_a == keys_b:
        return a, b
    position = {key: i for i, key in enumerate(keys_b)}
    order = np.fromiter((position.pop(key, -1) for key in keys_a), np.int64, len(keys_a))
    if not position and not (order < 0).any():
        return a, replace(b.take(order), elements=a.elements, index=a.index)
    if how == "raise":
        raise _different_elements(keys_a, keys_b)
    shared = order >= 0
    if how == "intersect":
        elements = [key for key, kept in zip(keys_a, shared, strict=True) if kept]
        return replace(a.take(shared), elements=elements), replace(
            b.take(order[shared]), elements=elements
        )
    rest = np.fromiter(position.values(), np.int64, len(position))
    elements = [*keys_a, *position]
    return (
        replace(
            _extended(a, np.concatenate([np.arange(len(a)), np.full(len(rest), -1)])),
            elements=elements,
        ),
        replace(_extended(b, np.concatenate([order, rest])), elements=elements),
    )


def _extended(side: Labels, order: Any) -> Labels:
    """Return the elements at these positions, -1 for an absent one."""
    absent = order < 0
    if not len(side):
        return replace(
            side,
            codes=np.zeros(len(order), np.int64),
            missing=None,
            absent=absent,
            shape=None,
            index=None,
        )
    taken = side.take(np.where(absent, 0, order))
    missing = None if taken.missing is None else taken.missing & ~absent
    if not absent.any():
        return taken
    return replace(
        taken, missing=missing if missing is not None and missing.any() else None, absent=absent
    )


def _by_position(a: Labels, b: Labels, how: Alignment) -> bool:
    """Return whether the elements are matched by position.

    Indexes that differ are keys if align= is not "raise".
    """
    indexed = a.index is not None and b.index is not None
    if indexed and how != "raise" and not a.index.equals(b.index):
        return False
    if len(a) != len(b):
        hint = (
            "pass {align=intersect} to keep the elements that both have" if indexed
            else "pass dicts element → label to compare by key"
        )  # fmt: skip
        raise InputError(
            f"a and b must label the same elements: a has {len(a)} labels, b has {len(b)}.", hint
        )
    if a.shape != b.shape:
        shapes = " and ".join(str(side.shape or (len(side),)) for side in (a, b))
        raise InputError(
            f"a and b must have the same shape, got {shapes}.",
            "pass a.ravel() and b.ravel() if the elements are in the same order",
        )
    if indexed and not a.index.equals(b.index):
        raise InputError(
            "a and b must list the same elements in the same order: their indexes differ.",
            "pass {align=intersect} to match elements by index, or .to_numpy() of both to match by "
            "position",
        )
    return True


def element_keys(side: Labels, name: str) -> Sequence[Any]:
    """Return the keys of the elements, else the index of their column, else their positions."""
    if side.elements is not None:
        return side.elements
    if side.index is None:
        return range(len(side))
    if not side.index.is_unique:
        twice = side.index[side.index.duplicated()][0]
        raise InputError(
            f"The index of {name} must have no duplicates, because elements are matched by it: "
            f"{twice!r} occurs twice."
        )
    out: list[Any] = side.index.tolist()
    return out


def _different_elements(keys_a: Sequence[Any], keys_b: Sequence[Any]) -> InputError:
    set_a, set_b = set(keys_a), set(keys_b)
    only_a = [key for key in keys_a if key not in set_b]
    only_b = [key for key in keys_b if key not in set_a]
    parts = [
        f"{len(only)} only in {side} (first {only[0]!r})"
        for side, only in (("a", only_a), ("b", only_b))
        if only
    ]
    return InputError(
        f"a and b must label the same elements: {', '.join(parts)}.",
        "pass {align=intersect} to leave them out, or {align=singletons} to make each a cluster "
        "of its own",
    )
