"""Summaries computed from two integer arrays by one call of a kernel, without the table.

For small arrays, reading and aligning labels and building the table takes longer than computing the
measure. For two plain one-dimensional integer arrays without options these steps cannot change the
result. The values are those of ``Summary.of(table)``: integers are equal, and so are entropies that
come from the same kernel.

>>> import numpy as np
>>> a, b = np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2])
>>> FROM_ARRAYS[PairCounts](a, b)
PairCounts(both=1, only_a=1, only_b=0, neither=4)
>>> FROM_ARRAYS[PairCounts](a, b.astype(float)) is None
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.labels import Labels
from clusterdiff.numerics import nearly_equal
from clusterdiff.summaries._entropies import Entropies
from clusterdiff.summaries._pair_sets import PairSets
from clusterdiff.summaries._pairs import PairCounts

if TYPE_CHECKING:
    from collections.abc import Callable

    from clusterdiff.summaries._summary import Summary

    Reader = Callable[[Any, Any], Any]

_new: Any = tuple.__new__  # of a named tuple; its constructor takes twice as long


# Each function returns None where the table must be built: unless both sides are plain arrays. The
# kernels refuse other dtypes and shapes, views with steps, arrays of different length, empty ones,
# and 2³¹ elements or more. The table is then built, or the error says what is wrong.


def _pair_counts(a: Any, b: Any) -> PairCounts | None:
    numbers = _kernel.pair_counts(a, b, _kernel.THREADS)
    return None if numbers is None else _new(PairCounts, numbers)


def _entropies(a: Any, b: Any) -> Entropies | None:
    numbers = _kernel.entropies(a, b, _kernel.THREADS)
    return None if numbers is None else _new(Entropies, numbers)


def _pair_sets(a: Any, b: Any) -> PairSets | None:
    """Return the pair sets of two arrays, or None.

    The table is also needed if the similarity is so close to its expectation that their difference
    loses digits.
    """
    numbers = _kernel.pair_sets(a, b, _kernel.THREADS)
    if numbers is None:
        return None
    rows, cols, _, similarity, _, expected = numbers
    at_chance = expected / len(a)
    if nearly_equal(similarity, at_chance) and min(rows, cols) > 1:
        return None
    return PairSets(len(a), *numbers, similarity - at_chance)


FROM_ARRAYS: dict[type[Summary], Reader] = {
    PairCounts: _pair_counts,
    Entropies: _entropies,
    PairSets: _pair_sets,
}


def codes_read_before(a: Any, b: Any) -> tuple[Any, Any] | None:
    """Return the codes of two sides of which at least one is read already, or None.

    Codes of partitions and of clusterings of a set can be counted as they are where the elements
    are the same by position and none is missing, and so can an array beside them.
    """
    if b is None or type(a) is type(b) is np.ndarray:
        return None
    first, second = _read_before(a), _read_before(b)
    if first is None or second is None:
        return None
    same = first.elements is second.elements and first.index is second.index
    return (first.codes, second.codes) if same else None


def _read_before(side: Any) -> Labels | None:
    """Return the labels of a partition, if every element has one."""
    labels = side.__labels__() if hasattr(side, "__labels__") else side
    if not isinstance(labels, Labels):
        return Labels(side) if type(side) is np.ndarray else None
    return labels if labels.whole and labels.shape is None else None
