"""Records as comma-separated values, with every digit."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ROWS = 10_000  # rows that are written at a time


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
        yield _lines([header], delimiter)
    for start in range(0, len(records), _ROWS):
        part = records[start : start + _ROWS]
        yield _lines([[record.get(key) for key in header] for record in part], delimiter)


def _lines(rows: list[list[Any]], delimiter: str) -> str:
    out = StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()
