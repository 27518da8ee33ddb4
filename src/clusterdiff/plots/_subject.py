"""What a picture is of: a table, a diff, labels, or several clusterings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.analysis import Diff
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import refuse_options, table_of
from clusterdiff.many import Clusterings, Timeline
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Subject(NamedTuple):
    """Tables of each clustering with the next one, and the names of the clusterings."""

    tables: list[Table]
    names: list[str]


def two(clusterings: tuple[Any, ...], options: Mapping[str, Any]) -> Subject:
    """Return the one table of two clusterings, or of a diff."""
    if len(clusterings) == 1 and isinstance(clusterings[0], Diff):
        refuse_options(options, "a result")
        (found,) = clusterings
        return Subject([found.table], [found.name_a, found.name_b])
    table = table_of(clusterings, options)
    return Subject([table], list(table.names))


def several(clusterings: tuple[Any, ...], options: Mapping[str, Any]) -> Subject:
    """Return the tables of each clustering with the next, of two or more clusterings."""
    first = clusterings[0] if clusterings else None
    if len(clusterings) == 2 or isinstance(first, (Table, Diff)):
        return two(clusterings, options)
    if len(clusterings) == 1 and isinstance(first, Timeline):
        refuse_options(options, "a result")
        clusterings = (first.clusterings,)
    runs = Clusterings(*clusterings, **options)
    if len(runs) < 2:
        raise InputError(f"A plot needs at least two clusterings, got {len(runs)}.")
    tables = [runs.table(i, i + 1) for i in range(len(runs) - 1)]
    return Subject(tables, list(runs.names))


def check_result(value: Any, kind: type, call: str) -> None:
    """Raise if the value is not of the kind of result that the picture shows.

    Parameters
    ----------
    value : object
        What was given.
    kind : type
        The kind of result.
    call : str
        What returns such a result, for the hint.
    """
    if not isinstance(value, kind):
        raise InputError(
            f"This plot needs a {kind.__name__}, got {type(value).__name__}.", f"pass {call}"
        )


def titles_of(subject: Subject, names: Sequence[str] | None) -> list[str]:
    """Return the given names of the clusterings, or those that they have."""
    titles = list(subject.names if names is None else names)
    if len(titles) != len(subject.names):
        raise OptionError(
            f"names must name each of the {len(subject.names)} clusterings, got {len(titles)}."
        )
    return titles
