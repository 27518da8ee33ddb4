"""Brings two clusterings into the same order of elements."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.labels._labels import Labels


def align(a: Labels, b: Labels) -> tuple[Labels, Labels]:
    """The two sides element by element; keys are matched by name, the rest by position."""
    if a.elements is None and b.elements is None:
        _check_positions(a, b)
        return a, b
    keys_a = range(len(a)) if a.elements is None else a.elements
    keys_b = range(len(b)) if b.elements is None else b.elements
    if keys_a == keys_b:
        return a, b
    position = {key: i for i, key in enumerate(keys_b)}
    order = np.fromiter((position.get(key, -1) for key in keys_a), np.int64, len(keys_a))
    if len(a) != len(b) or (order < 0).any():
        raise _different_elements(keys_a, keys_b)
    return a, replace(b.take(order), elements=a.elements)


def _check_positions(a: Labels, b: Labels) -> None:
    if len(a) != len(b):
        raise InputError(
            f"a and b must label the same elements: a has {len(a)} labels, b has {len(b)}.", "pass dicts element → label to compare by key"
        )
    if a.shape != b.shape:
        shapes = " and ".join(str(side.shape or (len(side),)) for side in (a, b))
        raise InputError(f"a and b must have the same shape: got {shapes}.", "pass a.ravel() and b.ravel() if the elements are in the same order")
    if a.index is not None and b.index is not None and not a.index.equals(b.index):
        raise InputError(
            "a and b must list the same elements in the same order: their indexes differ.",
            "pass b.reindex(a.index), or .to_numpy() of both to compare by position",
        )


def _different_elements(keys_a: Sequence[Any], keys_b: Sequence[Any]) -> InputError:
    set_a, set_b = set(keys_a), set(keys_b)
    only_a = [key for key in keys_a if key not in set_b]
    only_b = [key for key in keys_b if key not in set_a]
    parts = [f"{len(only)} only in {side} (first {only[0]!r})" for side, only in (("a", only_a), ("b", only_b)) if only]
    return InputError(f"a and b must label the same elements: {', '.join(parts)}.", "keep the keys they share, or label the rest None")
