"""Natural order of labels: numbers by value, digits inside text as numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.labels._labels import listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]+)?")
_DIGITS = re.compile(r"([0-9]+)")
_LONG = 4000  # digits that Python still reads as a number
_SHORT = 18  # digits of a number that 64 bits hold


def natural_key(label: Any) -> tuple[Any, ...]:
    """Return a key that sorts 0, 1, 2, 10 and "c1", "c2", "c10" in this order; None is last."""
    if label is None:
        return (2,)
    if isinstance(label, (int, float)) and label == label:  # noqa: PLR0124  (NaN)
        return (0, label, "")
    text = str(label)
    if _NUMBER.fullmatch(text):
        return (0, float(text), text)
    parts = _DIGITS.split(text)
    keys = [
        int(part) if i % 2 and len(part) < _LONG else 0 if i % 2 else part
        for i, part in enumerate(parts)
    ]
    return (1, tuple(keys), text)


def natural_ranks(names: NDArray[Any]) -> NDArray[np.int64]:
    """Return the rank of each name in natural order."""
    rank = np.empty(len(names), np.int64)
    if names.dtype.kind in "iu":
        rank[np.argsort(names, kind="stable")] = np.arange(len(names))
        return rank
    given = listed(names)
    order = _order_of_numbers(given)
    if order is not None:
        rank[order] = np.arange(len(names))
        return rank
    keys = [natural_key(name) for name in given]
    rank[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    return rank


def _order_of_numbers(names: list[Any]) -> NDArray[np.int64] | None:
    """Return the order of names such as "c1" and "c20", which differ in their number only.

    None if names have another form, or two names have the same number.
    """
    if set(map(type, names)) != {str}:
        return None
    prefix = names[0].rstrip("0123456789")
    if prefix in {"", "+", "-"} or _DIGITS.search(prefix):
        return None
    ends = [name[len(prefix) :] for name in names]
    lengths, digits = set(map(len, ends)), "".join(ends)
    if 0 in lengths or max(lengths) > _SHORT or not (digits.isascii() and digits.isdigit()):
        return None
    if {name[: len(prefix)] for name in names} != {prefix}:
        return None
    numbers = np.array(list(map(int, ends)), np.int64)
    order = np.argsort(numbers)
    return order if bool(np.all(np.diff(numbers[order]))) else None
