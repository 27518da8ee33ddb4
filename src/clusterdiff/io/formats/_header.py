"""Whether the first row of a text file names its columns.

The first row is a header if it contains a requested name, text above a column of numbers, a name
that only headers have (id, cluster), or the unnamed index column that pandas writes. If the row is
ambiguous, an error is raised, because a wrong guess would lose an element or count one too many.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from clusterdiff.errors import InputError
from clusterdiff.io._columns import like_a_key, like_labels
from clusterdiff.io._text_labels import MISSING_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBER = re.compile(
    r"[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]+)?|[-+]?(inf|infinity|nan)", re.IGNORECASE
)
TABULAR = {".csv", ".tsv", ".tab"}


def has_header(rows: Sequence[Sequence[str]], suffix: str, asked: Sequence[str], name: str) -> bool:
    """Return whether the first row is a header, or raise an error that says what to type."""
    first, rest = [cell.strip() for cell in rows[0]], rows[1:]
    columns = [[row[i].strip() for row in rest if i < len(row)] for i in range(len(first))]
    settled = _asked_for(first, asked)
    if settled is None:
        settled = _settled(first, columns, suffix)
    if settled is None:
        shown = ", ".join(first[:5]) + (", …" if len(first) > 5 else "")
        raise InputError(
            f"Cannot tell whether the first line of {name} ({shown}) names the columns or belongs "
            "to the data.",
            "pass {header=True} or {header=False}",
        )
    return settled


def _asked_for(first: Sequence[str], asked: Sequence[str]) -> bool | None:
    """Return whether the names that were asked for occur in the first row, which is then a header.

    Column numbers that do not occur in the first row do not count as names.
    """
    numbers = {str(i) for i in range(1, len(first) + 1)}
    if any(name in first and name not in numbers for name in asked):
        return True
    return False if any(name in numbers and name not in first for name in asked) else None


def _settled(first: Sequence[str], columns: Sequence[Sequence[str]], suffix: str) -> bool | None:
    below = [[cell for cell in column if cell not in MISSING_WORDS] for column in columns]
    numeric = [bool(column) and all(map(_NUMBER.fullmatch, column)) for column in below]
    if any(_names_its_column(*each) for each in zip(first, below, numeric, strict=True)):
        return True
    if len(first) > 1 and first[0] == "" and columns[0] == [str(i) for i in range(len(columns[0]))]:
        return True  # pandas: the index has no name and counts from 0
    if any(cell in MISSING_WORDS and cell for cell in first):
        return False
    named = [cell for cell in first if cell]
    if len(set(named)) < len(named) or not named:
        return False  # names of columns differ
    if suffix not in TABULAR and (
        len(first) == 1 or (all(map(_NUMBER.fullmatch, first)) and all(numeric))
    ):
        return False
    return None


def _names_its_column(cell: str, below: Sequence[str], numeric: bool) -> bool:  # noqa: FBT001
    if cell in MISSING_WORDS:
        return False
    if _NUMBER.fullmatch(cell):  # 0.4 above integers
        return (
            numeric
            and not float(cell).is_integer()
            and all(float(each).is_integer() for each in below)
        )
    if numeric:
        return True
    # cluster_1 above cluster_2 is a label
    return any(like(cell) and not any(map(like, below)) for like in (like_a_key, like_labels))
