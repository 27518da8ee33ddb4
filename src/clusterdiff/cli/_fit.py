"""Tables on a narrow terminal: what only adorns goes first, and no number is ever cut."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

_ADORNS = ("chance ▸ best", "range", "tried")  # headers, in the order in which their columns go
_FOLDED = 20  # characters to which a column of prose can be folded
_BETWEEN = 2


def print_whole(console: Any, face: Any) -> None:
    """Print tables without columns that do not fit and only adorn; wider than the console rather than cut."""
    drawn = _drawn(face)
    console.width = max(console.width, _fit(drawn, console.width))
    console.print(drawn)


def _drawn(face: Any) -> Any:
    """What rich would draw, with tables that can be changed."""
    from rich.console import Group

    while hasattr(face, "__rich__"):
        face = face.__rich__()
    return Group(*map(_drawn, face.renderables)) if isinstance(face, Group) else face


def _fit(face: Any, width: int) -> int:
    """The width that is needed once the tables have lost what only adorns."""
    from rich.console import Group
    from rich.table import Table

    if isinstance(face, Group):
        return max((_fit(part, width) for part in face.renderables), default=0)
    if not isinstance(face, Table):
        return 0
    for name in _ADORNS:
        if _needed(face) > width:
            kept = [column for column in face.columns if str(column.header) != name]
            face.columns = [replace(column, _index=i) for i, column in enumerate(kept)]
    return _needed(face)


def _needed(table: Any) -> int:
    return sum(_width(column) for column in table.columns) + _BETWEEN * (len(table.columns) - 1)


def _width(column: Any) -> int:
    from rich.cells import cell_len

    widest = max((cell_len(line) for text in (column.header, *column.cells) for line in str(text).split("\n")), default=0)
    return widest if column.no_wrap or column.justify == "right" else min(widest, _FOLDED)
