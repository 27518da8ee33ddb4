"""Sets of clusterings that are not partitions: the values of measures for pairs of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.covers import NonPartition, table_type_of
from clusterdiff.errors import InputError, OptionError
from clusterdiff.many._values import PairValues
from clusterdiff.measures import resolve
from clusterdiff.progress import track

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.measures import Measure


def kind_of_sets(*sets: tuple[Any, ...]) -> Any:
    """Return the kind of table that all clusterings of some sets need; `Table` for partitions."""
    flat: list[Any] = []
    for given in sets:
        alone = given[0] if len(given) == 1 else None
        if isinstance(alone, (list, tuple)):
            flat += [each for each in alone if isinstance(each, NonPartition)]
        elif isinstance(alone, Mapping):
            flat += [each for each in alone.values() if isinstance(each, NonPartition)]
        else:
            flat += given
    return table_type_of(flat) if len(flat) > 1 else table_type_of((*flat, None))


def named_set(given: tuple[Any, ...], names: Sequence[Any] | None) -> dict[str, Any]:
    """Return the clusterings of a set by name."""
    alone = given[0] if len(given) == 1 else None
    if isinstance(alone, Mapping):
        return {str(name): value for name, value in alone.items()}
    items = list(alone) if isinstance(alone, (list, tuple)) else list(given)
    titles = [str(i) for i in range(len(items))] if names is None else [str(x) for x in names]
    if len(titles) != len(items) or len(set(titles)) < len(titles):
        raise InputError(
            f"names must have one name per clustering, all different, got {len(titles)} for "
            f"{len(items)}."
        )
    return dict(zip(titles, items, strict=True))


def measures_for(wanted: Any, kind: Any) -> list[Measure]:
    """Return measures for clusterings of a kind; by default, what generalizes `adjusted_rand`."""
    if wanted is None:
        usual = resolve("default", kind)
        wanted = [
            m for m in usual if "adjusted_rand" in {m.name, m.record.generalizes}
        ] or usual  # fmt: skip
    chosen = {m.name: m for m in (each.for_kind(kind) for each in resolve(wanted, kind))}
    if not chosen:
        raise OptionError("measures must name at least one measure.")
    return list(chosen.values())


def values_of_kind(
    a: Mapping[str, Any],
    b: Mapping[str, Any],
    measures: Sequence[Measure],
    kind: Any,
    options: Mapping[str, Any],
) -> tuple[PairValues, tuple[str, ...]]:
    """Return the values for all pairs of a clustering of a and one of b, and what was assumed.

    A partition is read as a clustering of the kind once, so that its elements are known.
    """
    read = {
        id(side): {name: kind.clustering.of(value, name) for name, value in side.items()}
        for side in (a, b)
    }
    notes = dict.fromkeys(chain(kind.clustering.assumptions(a), kind.clustering.assumptions(b)))
    shape = len(a), len(b)
    out = PairValues(np.zeros((len(measures), *shape)), np.zeros(shape, np.int64))
    pairs = [(i, j) for i in range(shape[0]) for j in range(shape[1])]
    once = a is b and all(m.symmetric for m in measures)
    left, right = (list(read[id(side)].values()) for side in (a, b))
    for i, j in track(pairs, "comparing pairs"):
        if once and j < i:
            out.values[:, i, j], out.shared[i, j] = out.values[:, j, i], out.shared[j, i]
            continue
        table = kind.read((left[i], right[j]), options)
        out.shared[i, j] = table.n
        out.values[:, i, j] = [m.on(table) for m in measures]
    return out, tuple(notes)
