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
    keys = [natural_key(name) for name in listed(names)]
    rank[sorted(range(len(keys)), key=keys.__getitem__)] = np.arange(len(keys))
    return rank
