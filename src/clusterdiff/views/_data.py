"""Records as CSV and plain data as JSON, with every digit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import chain, islice
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROWS = 10_000  # rows of CSV that are written at a time
_LONG = 1000  # items from which a list is written with one line per item
_CONTROL = re.compile(r"[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def to_csv(records: Sequence[dict[str, Any]], delimiter: str = ",") -> str:
    """Write records as CSV with a header; None is an empty cell.

    Parameters
    ----------
    records : list of dict
    delimiter : str, default=","

    Returns
    -------
    str

    Examples
    --------
    >>> print(to_csv([{"name": "x, y", "value": 0.1}, {"name": "z", "value": None}]), end="")
    name,value
    "x, y",0.1
    z,
    """
    return "".join(csv_parts(records, delimiter))


def csv_parts(
    records: Sequence[dict[str, Any]], delimiter: str = ",", columns: Sequence[str] = ()
) -> Iterator[str]:
    """Write records as CSV, many lines at a time.

    Parameters
    ----------
    records : list of dict
    delimiter : str, default=","
    columns : sequence of str, default=()
        Columns that come first, also where no record has them.

    Yields
    ------
    str
        Pieces of the text.
    """
    found = (key for record in records for key in record)
    header = list(dict.fromkeys([*columns, *found]))
    if header:
        yield _csv_lines([header], delimiter)
    for start in range(0, len(records), _ROWS):
        part = records[start : start + _ROWS]
        yield _csv_lines([[record.get(key) for key in header] for record in part], delimiter)


def _csv_lines(rows: list[list[Any]], delimiter: str) -> str:
    import csv

    out = StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


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
    return "".join(json_parts(data, ascii_only=ascii_only))


def json_parts(data: Any, *, ascii_only: bool = False) -> Iterator[str]:
    """Write plain data as JSON, piece by piece.

    Parameters
    ----------
    data : dict, list, str, number or None
        As in `to_json`. An iterator that is a value of a dict is written as a list, and is read
        while it is written.
    ascii_only : bool, default=False
        Whether to write other characters as escapes.

    Yields
    ------
    str
        Pieces of the text. A list of more than 1,000 items in a dict has one line per item.
    """
    if isinstance(data, dict):
        data = {key: _begun(value) for key, value in data.items()}
    if not isinstance(data, dict) or not any(map(_is_long, data.values())):
        yield _text(data, ascii_only, 2) + "\n"
        return
    before = "{\n"
    for key, value in data.items():
        yield f"{before}  {_text(str(key), ascii_only)}: "
        if _is_long(value):
            yield from _json_lines(value, ascii_only)
        else:
            yield _text(value, ascii_only, 2).replace("\n", "\n  ")
        before = ",\n"
    yield "\n}\n"


def _begun(value: Any) -> Any:
    """Return a short iterator as a list, and any other value as it is."""
    if not isinstance(value, Iterator):
        return value
    first = list(islice(value, _LONG + 1))
    return chain(first, value) if len(first) > _LONG else first


def _is_long(value: Any) -> bool:
    """Return whether a value is a list that is written with one line per item."""
    return isinstance(value, Iterator) or (isinstance(value, list) and len(value) > _LONG)


def _json_lines(items: Iterable[Any], ascii_only: bool) -> Iterator[str]:  # noqa: FBT001
    """Yield a list with one line per item, many lines at a time."""
    import json

    encode = json.JSONEncoder(ensure_ascii=ascii_only, allow_nan=False, default=str).encode
    before, remaining = "[\n    ", iter(items)
    while part := list(islice(remaining, _LONG)):
        try:
            texts = [encode(item) for item in part]
        except (TypeError, ValueError):  # infinite numbers, or keys that are not text
            texts = [encode(_finite(item)) for item in part]
        yield before + _escaped(",\n    ".join(texts))
        before = ",\n    "
    yield "\n  ]"


def _text(data: Any, ascii_only: bool, indent: int | None = None) -> str:  # noqa: FBT001
    import json

    text = json.dumps(_finite(data), indent=indent, ensure_ascii=ascii_only, default=str)
    return _escaped(text)


def _escaped(text: str) -> str:
    """Return the text with control characters as escapes."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _finite(data: Any) -> Any:
    """Return the data without infinite numbers and with keys that are text."""
    if isinstance(data, dict):
        return {
            key if isinstance(key, str) else str(key): _finite(value) for key, value in data.items()
        }
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not isfinite(data) else data
