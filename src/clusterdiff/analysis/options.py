"""How the arguments of the functions on two clusterings reach the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.errors import UnknownNameError
from clusterdiff.labels import LabelsOptions, takes_selection
from clusterdiff.measures import resolve
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["name_of", "names_of", "place_of", "table_of", "takes_selection"]


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


def names_of(a: Any, b: Any) -> tuple[str, str]:
    """Return the names of two clusterings: of their columns, else of their files, else a and b.

    If the names of the columns are equal, the names of the files are used if they differ, and
    otherwise a and b.

    Examples
    --------
    >>> names_of([0, 1], [0, 0])
    ('a', 'b')
    """
    own = name_of(a, "a"), name_of(b, "b")
    files = getattr(a, "file", None), getattr(b, "file", None)
    for first, second in (own, files):
        if first and second and first != second:
            return str(first), str(second)
    return "a", "b"


def place_of(measure: Any, names: Sequence[str], what: str) -> int:
    """Return the position of a measure in a list of names, by name, alias or measure.

    Options may be omitted where only one measure of the list has the name.

    Examples
    --------
    >>> place_of("nmi", ["adjusted_rand", "normalized_mutual_information[by=max]"], "measure")
    1
    """
    name = measure if isinstance(measure, str) else getattr(measure, "name", None)
    if name in names:
        return names.index(name)
    name = ", ".join(found.name for found in resolve(measure))
    places = [i for i, each in enumerate(names) if each == name]
    places = places or [i for i, each in enumerate(names) if each.partition("[")[0] == name]
    if len(places) != 1:
        raise UnknownNameError.of(what, name, list(names))
    return places[0]
