"""What a picture is of: a table, a diff, labels, or several clusterings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from clusterdiff.analysis import Diff
from clusterdiff.analysis.options import names_of
from clusterdiff.errors import InputError, OptionError
from clusterdiff.many import Timeline
from clusterdiff.table import Table

_TWO = 2


class Subject(NamedTuple):
    """Tables of each clustering with the next one, and the names of the clusterings."""

    tables: list[Table]
    names: list[str]


def two(a: Any, b: Any, options: Mapping[str, Any]) -> Subject:
    """Return the one table of two clusterings."""
    if b is None and isinstance(a, Diff):
        _refuse(options)
        return Subject([a.table], [a.name_a, a.name_b])
    names = list(names_of(a, b))
    if b is None and not isinstance(a, Table):
        found = several(a, None, options)
        if len(found.tables) != 1:
            raise InputError(
                f"This plot needs two clusterings, got {len(found.names)}.",
                f"choose two, as in runs.table({found.names[0]!r}, {found.names[1]!r})",
            )
        return found
    return Subject([Table.of(a, b, options)], names)


def several(a: Any, b: Any, options: Mapping[str, Any]) -> Subject:
    """Return the tables of a chain of clusterings.

    `a` may be a set of clusterings, which has names and tables, or a dict name → labels.
    """
    if b is not None or isinstance(a, (Table, Diff)):
        return two(a, b, options)
    if isinstance(a, Timeline):
        a = a.clusterings
    if isinstance(a, Mapping):
        names = [str(name) for name in a]
        tables = [Table.of(x, y, options) for x, y in pairwise(a.values())]
    elif callable(getattr(a, "table", None)) and hasattr(a, "names"):
        _refuse(options)
        names = [str(name) for name in a.names]
        tables = [a.table(i, i + 1) for i in range(len(names) - 1)]
    else:
        raise InputError(
            "A plot needs two labelings, a Table, a Diff or several clusterings, got "
            f"{type(a).__name__}.",
            "pass the labels of both, or a dict name → labels",
        )
    if len(names) < _TWO:
        raise InputError(f"A plot needs at least two clusterings, got {len(names)}.")
    return Subject(tables, names)


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


def _refuse(options: Mapping[str, Any]) -> None:
    if options:
        raise OptionError(
            f"{min(options)} has no effect on a result.", "pass it where the result is made"
        )
