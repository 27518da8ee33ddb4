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

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.labels import Labels
from clusterdiff.numerics import MAX_TOTAL, nearly_equal
from clusterdiff.summaries.entropies import Entropies
from clusterdiff.summaries.pair_sets import PairSets
from clusterdiff.summaries.pairs import PairCounts

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


# The constructor of a frozen dataclass takes more than a microsecond, and a loop over the fields
# nearly as long. Setting the slots one by one takes a third of it.
def _setters(kind: type[Any]) -> tuple[Callable[[Any, Any], None], ...]:
    return tuple(getattr(kind, field.name).__set__ for field in fields(kind))


_new: Callable[[Any], Any] = object.__new__
_both, _only_a, _only_b, _neither = _setters(PairCounts)
_n, _clusters_a, _clusters_b, _h_a, _h_b, _a_given_b, _b_given_a, _mutual = _setters(Entropies)
_of, _rows, _cols, _cells, _similarity, _shortfall, _expected, _excess = _setters(PairSets)


def _pair_counts(a: NDArray[Any], b: NDArray[Any], n: int) -> PairCounts:
    del n
    out: PairCounts = _new(PairCounts)
    both, only_a, only_b, neither = _kernel.pair_counts(a, b, _kernel.THREADS)
    _both(out, both)
    _only_a(out, only_a)
    _only_b(out, only_b)
    _neither(out, neither)
    return out


def _entropies(a: NDArray[Any], b: NDArray[Any], n: int) -> Entropies:
    out: Entropies = _new(Entropies)
    rows, cols, h_a, h_b, a_given_b, b_given_a, mutual = _kernel.entropies(a, b, _kernel.THREADS)
    _n(out, n)
    _clusters_a(out, rows)
    _clusters_b(out, cols)
    _h_a(out, h_a)
    _h_b(out, h_b)
    _a_given_b(out, a_given_b)
    _b_given_a(out, b_given_a)
    _mutual(out, mutual)
    return out


def _pair_sets(a: NDArray[Any], b: NDArray[Any], n: int) -> PairSets | None:
    """Return the pair sets of two arrays, or None.

    The table is needed if there are too many clusters, or if the similarity is so close to its
    expectation that their difference loses digits.
    """
    numbers = _kernel.pair_sets(a, b, _kernel.THREADS)
    if numbers is None:
        return None
    rows, cols, cells, similarity, shortfall, expected = numbers
    at_chance = expected / n
    if nearly_equal(similarity, at_chance) and min(rows, cols) > 1:
        return None
    out: PairSets = _new(PairSets)
    _of(out, n)
    _rows(out, rows)
    _cols(out, cols)
    _cells(out, cells)
    _similarity(out, similarity)
    _shortfall(out, shortfall)
    _expected(out, expected)
    _excess(out, similarity - at_chance)
    return out


FROM_ARRAYS: dict[type[Summary], Callable[[NDArray[Any], NDArray[Any], int], Any]] = {
    PairCounts: _pair_counts,
    Entropies: _entropies,
    PairSets: _pair_sets,
}
