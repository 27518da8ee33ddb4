"""The clusters of several data sets under one list of names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.labels._labels import MISSING, canonical_ints, listed, object_array, rank_names
from clusterdiff.labels._objects import kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def unite(names: Sequence[NDArray[Any]], side: str) -> tuple[list[NDArray[np.int64]], NDArray[Any]]:
    """Return the places of each list of names in the union, and the union.

    Clusters with the name None have no name, so that all of them are different.
    """
    types = {array.dtype for array in names if len(array)}
    if (
        types == {np.dtype(np.int64), np.dtype(np.uint64)}
        and min(array.min() for array in names if len(array)) >= 0
    ):
        types = {np.dtype(np.uint64)}
    if len(types) == 1 and np.dtype(object) not in types:
        (dtype,) = types
        arrays = [array.astype(dtype) for array in names]
        union = canonical_ints(np.unique(np.concatenate(arrays)))
        return [np.searchsorted(union, array) for array in arrays], union
    everything = [name for array in names for name in listed(array)]
    kinds = {kind_of(type(name)) for name in everything if name is not None and name is not MISSING}
    if len(kinds) > 1:
        raise InputError(
            f"{side} must hold labels of one kind in every table, got "
            f"{' and '.join(sorted(kinds))}."
        )
    named = list(
        dict.fromkeys(name for name in everything if name is not None and name is not MISSING)
    )
    rank, ordered = rank_names(named)
    place = dict(zip(named, rank.tolist(), strict=True))
    blocks = [MISSING] if any(name is MISSING for name in everything) else []
    place[MISSING] = len(place)
    nameless = iter(range(len(named) + len(blocks), len(everything) + 1))
    places = [
        np.array(
            [next(nameless) if name is None else place[name] for name in listed(array)], np.int64
        )
        for array in names
    ]
    lone = sum(name is None for name in everything)
    return places, np.concatenate([ordered, object_array(blocks), np.full(lone, None, object)])
