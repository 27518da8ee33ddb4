"""Which kind the clusterings of a call are, and their table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.covers._cover_table import CoverTable
from clusterdiff.covers._kind import KindTable, NonPartition
from clusterdiff.covers._soft_table import SoftTable
from clusterdiff.covers._tree_table import TreeTable
from clusterdiff.errors import InputError
from clusterdiff.io import table_of
from clusterdiff.labels import Labels
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

# The kinds of clusterings besides partitions. A new kind is one more table here.
TABLES: tuple[type[KindTable], ...] = (CoverTable, SoftTable, TreeTable)


def table_type_of(clusterings: Sequence[Any]) -> type[Any]:
    """Return the kind of table that clusterings of a call need: `Table` if all are partitions.

    Partitions among clusterings of another kind are read as clusterings of that kind.

    Parameters
    ----------
    clusterings : sequence
        The positional arguments of a call; one may hold several clusterings.

    Returns
    -------
    type
        `Table`, or one of `TABLES`.

    Raises
    ------
    InputError
        If clusterings of two kinds have no kind in common.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table_type_of(([0, 0, 1], cd.Cover([{0, 1}, {1, 2}]))).__name__
    'CoverTable'
    """
    found: dict[type[Any], int] = {}
    for i, value in enumerate(clusterings):
        for kind in _kinds_of(value, alone=len(clusterings) == 1):
            found.setdefault(kind, i)
    if len(found) > 1:
        (one, i), (other, j), *_ = found.items()
        first, second = one.clustering.__kind__, other.clustering.__kind__
        sides = (f"{'ab'[i]} is a {first}", f"{'ab'[j]} a {second}") if i != j < 2 else (
            f"one is a {first}", f"one a {second}"
        )  # fmt: skip
        raise InputError(
            f"The clusterings must be of one kind: {' and '.join(sides)}.",
            f"{one.clustering.converted}; {other.clustering.converted}",
        )
    return next(iter(found), Table)


def _kinds_of(value: Any, *, alone: bool) -> set[type[Any]]:
    """Return the kinds of one argument; if it is the only one, it may hold several clusterings."""
    if isinstance(value, Labels) or (type(value) is np.ndarray and value.ndim == 1):
        return set()
    if isinstance(value, KindTable):
        return {type(value)}
    if alone and isinstance(value, (list, tuple, Mapping)):
        items = value.values() if isinstance(value, Mapping) else value
        return {kind for item in items for kind in _kinds_of_objects(item)}
    return {
        kind
        for kind in TABLES
        if isinstance(value, kind.clustering)
        or (not isinstance(value, NonPartition) and kind.clustering.recognizes(value))
    }


def _kinds_of_objects(value: Any) -> set[type[Any]]:
    if not isinstance(value, NonPartition):
        return set()
    return {kind for kind in TABLES if isinstance(value, kind.clustering)}


def table_of_any_kind(clusterings: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
    """Return the table of two clusterings of any kind.

    Parameters
    ----------
    clusterings : tuple
        The positional arguments of a public function.
    options : mapping
        Its options.

    Returns
    -------
    Table or KindTable
        The table that the measures of the kind take.

    Examples
    --------
    >>> table_of_any_kind(([0, 0, 1], [{0, 1}, {1, 2}]), {})
    CoverTable(n=3, 2 × 2 clusters)
    """
    kind = table_type_of(clusterings)
    return table_of(clusterings, options) if kind is Table else kind.read(clusterings, options)
