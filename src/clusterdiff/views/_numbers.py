"""How numbers, counts and labels are written in tables and sentences."""

from __future__ import annotations

import re
from math import isinf
from typing import Any

_DIGITS = 4
_EXACT = 1e15  # floats below this that are integers are written as such
_LARGE = 1e4  # from here on the digits before the point are enough
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def number(value: Any, digits: int = _DIGITS) -> str:
    """Write a number for display: four significant digits, thousands separated.

    A number just below 1 gets as many digits as show that it is not 1.

    Parameters
    ----------
    value : float, int, str or None
        The number; None gives an empty string and a string is returned as it is.
    digits : int, default=4
        Significant digits.

    Returns
    -------
    str

    Examples
    --------
    >>> number(0.66666), number(1234567), number(0.99999998), number(float("inf"))
    ('0.6667', '1,234,567', '0.99999998', '∞')
    """
    if value is None:
        return ""
    if isinstance(value, (str, bool)):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    value = float(value)
    if isinf(value):
        return "∞" if value > 0 else "-∞"
    if (value.is_integer() or abs(value) >= _LARGE) and abs(value) < _EXACT:
        return f"{value + 0.0:,.0f}"
    return significant(value, digits)


def significant(value: float, digits: int = _DIGITS) -> str:
    """Write a float with some significant digits, with more if it would be rounded to 1."""
    for more in range(digits, 17):
        text = f"{value:.{more}g}"
        if abs(value) >= 1 or abs(float(text)) < 1:
            return text
    return text


def interval(value: Any) -> str:
    """Write a pair of bounds.

    Examples
    --------
    >>> interval((0.0, float("inf"))), interval(None)
    ('0 … ∞', '')
    """
    if value is None:
        return ""
    low, high = value
    return f"{number(low)} … {number(high)}"


def estimate(value: Any) -> str:
    """Write a pair (number, whether it is an estimate).

    Examples
    --------
    >>> estimate((0.25, True)), estimate((0.25, False)), estimate((None, False))
    ('≈0.25', '0.25', '')
    """
    shown, estimated = value
    return "" if shown is None else ("≈" if estimated else "") + number(shown)


def percent(value: float | None) -> str:
    """Write a share as a percentage.

    Examples
    --------
    >>> percent(0.573)
    '57 %'
    """
    return "" if value is None else f"{value:.0%}".replace("%", " %")


def bar(value: float | None, width: int = 10) -> str:
    """Draw a share as a bar; a number below 0 is marked with an arrow.

    Examples
    --------
    >>> bar(0.5), bar(-0.2)
    (' █████░░░░░', '◂░░░░░░░░░░')
    """
    if value is None:
        return ""
    filled = round(width * min(1.0, max(0.0, value)))
    return ("◂" if value < 0 else " ") + "█" * filled + "░" * (width - filled)


def plural(count: int, noun: str) -> str:
    """Write a count with its noun.

    Examples
    --------
    >>> plural(1, "element"), plural(2000, "element")
    ('1 element', '2,000 elements')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def shortened(text: Any, max_length: int) -> str:
    """Leave out the middle of a long label: labels often begin alike and differ at the end.

    Examples
    --------
    >>> shortened("CD4-positive memory T cell 7", 15), shortened("B cell", 15)
    ('CD4-pos…cell 7', 'B cell')
    """
    shown = str(text)
    if len(shown) <= max_length:
        return shown
    tail = (max_length - 1) // 2
    return f"{shown[: max_length - 1 - tail].rstrip()}…{shown[len(shown) - tail :].lstrip()}"


def label_text(label: Any) -> str:
    """Write a label of a cluster; a blank one is in quotes, so that it can be seen.

    Examples
    --------
    >>> label_text("B cell"), label_text(""), label_text(7)
    ('B cell', '""', '7')
    """
    text = str(label)
    return text if text.strip() else f'"{text}"'


def printable(text: Any) -> str:
    r"""Escape control characters, so that a label cannot move the cursor or reverse the line.

    Examples
    --------
    >>> print(printable("a\x1b[2Jb\n"))
    a\x1b[2Jb\n
    """
    return _CONTROL.sub(_escaped, str(text))


def _escaped(found: re.Match[str]) -> str:
    """Return one character as a Python escape."""
    character = found[0]
    code = ord(character)
    return _SHORT.get(character) or (f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}")
