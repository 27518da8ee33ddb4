"""Summaries computed from two integer arrays, without the contingency table.

For small arrays, reading and aligning labels and building the table takes longer than computing the
measure. For two plain one-dimensional integer arrays without options these steps cannot change the
result, and one kernel call computes the summary. The values are those of ``Summary.of(table)``:
integers are equal, and so are entropies that come from the same kernel.

The same conditions are checked: the arrays have the same length and are not empty. In all other
cases (other dtypes and shapes, subclasses, 2³¹ elements or more) the caller builds the table.

>>> import numpy as np
>>> a, b = np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2])
>>> from_arrays(PairCounts, a, b)
PairCounts(both=1, only_a=1, only_b=0, neither=4)
>>> from_arrays(PairCounts, a, b.astype(float)) is None
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.labels import Labels
from clusterdiff.numerics import MAX_TOTAL, nearly_equal
from clusterdiff.summaries._entropies import Entropies
from clusterdiff.summaries._pair_sets import PairSets
from clusterdiff.summaries._pairs import PairCounts

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clusterdiff.summaries._summary import Summary

__all__ = ["FROM_ARRAYS", "codes_of", "from_arrays"]

_ARRAY = np.ndarray
# Integer types in native byte order.
_INTEGERS = frozenset(np.dtype(code) for code in "bhilqBHILQ")


def from_arrays(kind: type[Summary] | None, a: Any, b: Any) -> Any:
    """Return the summary of two arrays, or None if it must be made from a table.

    Parameters
    ----------
    kind : type of Summary or None
        A key of `FROM_ARRAYS`; any other gives None.
    a, b : object
        Labels of the same elements, as passed to a measure.

    Returns
    -------
    Summary or None
        None unless both sides are one-dimensional contiguous `numpy.ndarray` (no subclass) of the
        same length, with integers in native byte order, at least one and fewer than 2³¹ elements.
        The caller then builds the table, which raises an error if the labels are not valid.
    """
    make = FROM_ARRAYS.get(kind)  # type: ignore[arg-type]
    if make is None or type(a) is not _ARRAY or type(b) is not _ARRAY:
        return None
    shape = a.shape
    if shape != b.shape or len(shape) != 1 or not 0 < shape[0] < MAX_TOTAL:
        return None
    dtype = a.dtype
    if dtype not in _INTEGERS or (b.dtype is not dtype and b.dtype not in _INTEGERS):
        return None
    try:
        return make(a, b, shape[0])
    except TypeError:  # the native kernels take no views with steps
        return None


def codes_of(a: Any, b: Any) -> tuple[Any, Any]:
    """Return the codes of two sides that are read already, or the sides as they are.

    Codes of partitions and of clusterings of a set can be counted as they are where the elements
    are the same by position and none is missing.

    Parameters
    ----------
    a, b : object
        Labels of the same elements, as passed to a measure.

    Returns
    -------
    tuple
        Two arrays, or `a` and `b`.
    """
    first, second = _read_before(a), _read_before(b)
    if first is None or second is None:
        return a, b
    if first.elements is second.elements and first.index is second.index:
        return first.codes, second.codes
    return a, b


def _read_before(side: Any) -> Labels | None:
    """Return the labels of a partition, if every element has one."""
    labels = side.__labels__() if hasattr(side, "__labels__") else side
    if not isinstance(labels, Labels):
        return Labels(side) if type(side) is _ARRAY else None
    whole = labels.missing is None and labels.absent is None and labels.shape is None
    return labels if whole else None


def _pair_counts(a: NDArray[Any], b: NDArray[Any], n: int) -> PairCounts:
    del n
    return PairCounts._make(_kernel.pair_counts(a, b, _kernel.THREADS))


def _entropies(a: NDArray[Any], b: NDArray[Any], n: int) -> Entropies:
    return Entropies(n, *_kernel.entropies(a, b, _kernel.THREADS))


def _pair_sets(a: NDArray[Any], b: NDArray[Any], n: int) -> PairSets | None:
    """Return the pair sets of two arrays, or None.

    The table is needed if there are too many clusters, or if the similarity is so close to its
    expectation that their difference loses digits.
    """
    numbers = _kernel.pair_sets(a, b, _kernel.THREADS)
    if numbers is None:
        return None
    rows, cols, _, similarity, _, expected = numbers
    at_chance = expected / n
    if nearly_equal(similarity, at_chance) and min(rows, cols) > 1:
        return None
    return PairSets(n, *numbers, similarity - at_chance)


FROM_ARRAYS: dict[type[Summary], Callable[[NDArray[Any], NDArray[Any], int], Any]] = {
    PairCounts: _pair_counts,
    Entropies: _entropies,
    PairSets: _pair_sets,
}
