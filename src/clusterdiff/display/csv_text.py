"""Records as comma-separated values, with every digit."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


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
    out = StringIO()
    header = list(dict.fromkeys(key for record in records for key in record))
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    if header:
        writer.writerow(header)
    writer.writerows([record.get(key) for key in header] for record in records)
    return out.getvalue()
