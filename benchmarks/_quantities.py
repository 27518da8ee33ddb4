"""Parse the cells of a report as numbers."""

from __future__ import annotations

import re

UNITS = {
    "µs": 1e-6,
    "ms": 1e-3,
    "s": 1.0,
    "MB": 1e6,
    "GB": 1e9,
    "TB": 1e12,
    "×": 1.0,
    "× its time": 1.0,
}
_CELL = re.compile(r"([+-]?[\d.,]+(?:e[+-]?\d+)?) ?(\D*)")
_COUNT = re.compile(r"10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)|([\d,]+)")
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def quantity(cell: str) -> float | None:
    """Return the seconds, the bytes or the factor of a cell; None for other cells."""
    found = _CELL.fullmatch(cell.strip())
    if found is None or found[2] not in UNITS:
        return None
    return float(found[1].replace(",", "")) * UNITS[found[2]]


def is_duration(cell: str) -> bool:
    """Return whether a cell is a time."""
    return cell.endswith(("s", "ms", "µs")) and quantity(cell) is not None


def count(text: str) -> int:
    """Return the number that ``power`` wrote: 10⁷ or 500."""
    found = _COUNT.fullmatch(text)
    if found is None:
        msg = f"not a count: {text!r}"
        raise ValueError(msg)
    if found[1]:
        return 10 ** int(found[1].translate(_DIGITS))
    return int(found[2].replace(",", ""))
