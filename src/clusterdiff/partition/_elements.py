"""Find the positions of elements by name, by position or by mask."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_several
from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clusterdiff.labels import Labels
    from clusterdiff.partition._codes import Ints


def element_names(labels: Labels) -> Sequence[Any]:
    """Return the names of the elements: keys, a unique index, or their positions."""
    if labels.elements is not None:
        return tuple(labels.elements)
    index = labels.index
    if index is None or not index.is_unique:
        return range(len(labels))
    if (getattr(index, "start", None), getattr(index, "step", None)) == (0, 1):
        return range(len(labels))
    return tuple(index.tolist())


def in_numeric_order(labels: Labels) -> Labels:
    """Sort elements named 0 to n-1 by name, so that names and positions agree."""
    if labels.elements is None or set(labels.elements) != set(range(len(labels))):
        return labels
    return labels.take(np.argsort(np.array(labels.elements, np.int64)))


def subset(labels: Labels, positions: Ints) -> Labels:
    """Return the labels of the elements at these positions, with their names."""
    distinct = np.count_nonzero(np.bincount(positions))
    if not 0 < len(positions) == distinct:
        raise InputError(
            f"elements must be non-empty and unique, got {len(positions)} elements "
            f"({distinct} distinct)."
        )
    names = labels.elements
    kept = None if names is None else [names[i] for i in positions.tolist()]
    index = None if labels.index is None else labels.index[positions]
    return replace(labels.take(positions), elements=kept, index=index)


def finder(elements: Sequence[Any]) -> Callable[[Any], Ints]:
    """Return a function that maps elements to positions."""
    if isinstance(elements, range):
        return lambda wanted: _positions(wanted, len(elements))
    position = {element: i for i, element in enumerate(elements)}

    def find(wanted: Iterable[Any]) -> Ints:
        found = []
        for element in wanted:
            place = position.get(element) if isinstance(element, Hashable) else None
            if place is None:
                raise InputError(f"The partition has no element {element!r}.")
            found.append(place)
        return np.array(found, np.int64)

    return find


def _positions(wanted: Any, n: int) -> Ints:
    """Return positions below n, given as integers or as a mask."""
    if not hasattr(wanted, "__len__"):
        wanted = check_several("elements", wanted, "elements")
    given = np.asarray(wanted)
    if given.dtype == bool and given.shape == (n,):
        return np.flatnonzero(given)
    if given.ndim != 1 or (len(given) and given.dtype.kind not in "iu"):
        raise InputError(
            f"elements must be integers from 0 to {n - 1} or a mask of length {n}, "
            f"got an array of {given.dtype} with shape {given.shape}."
        )
    if len(given) and not (given.min() >= 0 and given.max() < n):
        wrong = given.min() if given.min() < 0 else given.max()
        raise InputError(f"elements must be integers from 0 to {n - 1}, got {wrong}.")
    return given.astype(np.int64)
