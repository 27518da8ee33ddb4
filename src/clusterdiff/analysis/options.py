"""How the arguments of the functions on two clusterings reach the table."""

from __future__ import annotations

from typing import Any

from clusterdiff.labels import LabelsOptions, takes_selection
from clusterdiff.table import Table

__all__ = ["name_of", "table_of", "takes_selection"]


def table_of(a: Any, b: Any, options: LabelsOptions) -> Table:
    """Return the table of two clusterings, or the table that `a` already is."""
    return Table.of(a, b, dict(options))


def name_of(labels: Any, default: str) -> str:
    """Return the name that a column carries, as ``Series.name``.

    Examples
    --------
    >>> name_of([0, 1], "a")
    'a'
    """
    name = getattr(labels, "name", None)
    return name if isinstance(name, str) and name else default
