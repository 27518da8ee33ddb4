"""Plain data as JSON."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any

_CONTROL = re.compile(r"[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def to_json(data: Any, *, ascii_only: bool = False) -> str:
    """Write plain data as JSON.

    Parameters
    ----------
    data : dict, list, str, number or None
        Infinite numbers become null, for JSON has none; labels of other types become text.
    ascii_only : bool, default=False
        Whether to write other characters as escapes.

    Returns
    -------
    str
        Indented, with a newline at the end; control characters are escaped.

    Examples
    --------
    >>> print(to_json({"bounds": [0.0, float("inf")]}), end="")
    {
      "bounds": [
        0.0,
        null
      ]
    }
    """
    text = json.dumps(_finite(data), indent=2, ensure_ascii=ascii_only, default=str) + "\n"
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _finite(data: Any) -> Any:
    """The data without infinite numbers and with keys that are text."""
    if isinstance(data, dict):
        return {
            key if isinstance(key, str) else str(key): _finite(value) for key, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not isfinite(data) else data
