"""Labels that come as text, in the kind of their whole column."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.labels import Labels, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_WHOLE = re.compile(r"0|-?[1-9][0-9]*")  # "01" and "1" are two names
_FLOAT = re.compile(r"(0|-?[1-9][0-9]*)[.]0")  # how a whole number looks in a column that had to hold nan
_MISSING = {"", "NA", "NaN", "nan", "null", "None", "<NA>"}
_DIGITS = 4000  # Python reads no longer integers


def typed(values: Sequence[str | None]) -> list[int | str | None]:
    """Integers where every label is one, else strings; None where there is no label."""
    present = [None if value is None or value in _MISSING else value for value in values]
    distinct = {value for value in present if value is not None}
    for pattern, end in ((_WHOLE, None), (_FLOAT, -2)):
        if all(pattern.fullmatch(value) and len(value) < _DIGITS for value in distinct):
            number = {value: int(value[:end]) for value in distinct}
            return [None if value is None else number[value] for value in present]
    return list(present)


def labels_of(values: Any, side: str, *, text: bool) -> Labels:
    """The labels of a column as it was read."""
    return read(typed(values) if text else values, side)


def spread(names: Labels, codes: NDArray[np.int64]) -> Labels:
    """Labels of codes into some names, -1 for none."""
    absent = codes < 0
    if not len(names):
        return Labels(np.zeros(len(codes), np.int64), None, np.ones(len(codes), bool))
    at = np.where(absent, 0, codes)
    if names.missing is not None:
        absent = absent | names.missing[at]
    return replace(names, codes=names.codes[at], missing=absent if absent.any() else None, elements=None, shape=None, index=None)


def called(wanted: Any, side: Labels) -> list[Any]:
    """Labels as they are typed, in the kind of a side: -1 is a number in one column and a name in another."""
    names = [wanted] if isinstance(wanted, (str, int)) else list(wanted)
    whole = side.names is None or (len(side.names) > 0 and isinstance(side.names[0], (int, np.integer)) and not isinstance(side.names[0], bool))
    if whole:
        return [int(name) if isinstance(name, str) else name for name in names if not isinstance(name, str) or _WHOLE.fullmatch(name)]
    return [str(name) if isinstance(name, int) and not isinstance(name, bool) else name for name in names]
