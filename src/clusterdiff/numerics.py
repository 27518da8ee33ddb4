"""Entropies and differences without cancellation, units of information, and runs of values."""

from __future__ import annotations

from math import frexp, inf, ldexp, log
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

SORTED = 1 << 15  # terms up to which a sum is sorted
MAX_TOTAL = 2**31  # elements or sum of weights: below this, sums of squares are below 2**62


def nats_per_unit(base: Any) -> float:
    """Return how many nats a unit of information has: log 2 for bits; "e" stands for nats.

    Examples
    --------
    >>> nats_per_unit("e")
    1.0
    """
    if base == "e":
        return 1.0
    if isinstance(base, (str, bool)) or not isinstance(base, (int, float)) or not 1 < base < inf:
        raise OptionError(f'base must be a number above 1, or "e" for nats, got {base!r}.')
    return log(base)


def entropy_terms(part: NDArray[np.int64], whole: NDArray[np.int64] | int) -> NDArray[np.float64]:
    """Return part · log(whole/part); log1p keeps the digits where part is nearly the whole."""
    terms: NDArray[np.float64] = np.log1p((whole - part) / part) * part
    return terms


def entropy(part: NDArray[np.int64], whole: NDArray[np.int64] | int, n: int) -> float:
    """Return Σ part/n · log(whole/part) in nats.

    Examples
    --------
    >>> entropy(np.array([1, 1]), 2, 2)
    0.6931471805599453
    """
    return ordered_sum(entropy_terms(part, whole)) / n


def ordered_sum(values: NDArray[Any]) -> float:
    """Return the sum of numbers, which does not depend on their order.

    Swapping the clusterings or renaming clusters permutes the terms of a sum over cells.

    Examples
    --------
    >>> ordered_sum(np.array([1e16, 1.0, 1.0])) == ordered_sum(np.array([1.0, 1.0, 1e16]))
    True
    """
    if values.dtype.kind != "f":
        return float(np.sum(values))
    top = float(np.max(np.abs(values), initial=0.0))
    if len(values) <= SORTED or not 2.0**-900 < top < 2.0**900:
        return float(np.sum(np.sort(values)))
    return _fixed_point_sum(values, top)


def _fixed_point_sum(values: NDArray[np.float64], top: float) -> float:
    """Add large arrays as multiples of two powers of two, without the cost of sorting.

    The multiples are integers, whose sum is exact in any order. The remainder of each value is
    below 2⁻⁸⁰ of the largest.
    """
    bits = 62 - len(values).bit_length()
    exponent = bits - frexp(top)[1]
    totals = [0, 0]
    for begin in range(0, len(values), SORTED):
        rest = values[begin : begin + SORTED] * 2.0**exponent
        for step in range(2):
            whole = np.rint(rest)
            totals[step] += int(np.sum(whole.astype(np.int64)))
            rest = (rest - whole) * 2.0**bits
    return ldexp((totals[0] << bits) + totals[1], -exponent - bits)


Quotients = tuple[Any, Any]  # numerators and denominators: sequences or arrays of integers
_SCALE = 1 << 256
_NEAR = 2.0**-11  # random labels of 10⁷ elements in 5 clusters are further from independence


def scaled_quotients(quotients: Quotients) -> NDArray[np.object_]:
    """Return ⌊2²⁵⁶·top/bottom⌋ of each quotient as a Python integer.

    Examples
    --------
    >>> (scaled_quotients(([1], [4])) == 2**254).tolist()
    [True]
    """
    tops, bottoms = (np.asarray(numbers, dtype=object) for numbers in quotients)
    scaled: NDArray[np.object_] = tops * _SCALE // bottoms
    return scaled


def difference_of_sums(plus: Quotients, minus: Quotients) -> float:
    """Return Σ top/bottom of some quotients minus that of others, with all digits of a double.

    Examples
    --------
    >>> difference_of_sums(([1, 1], [3, 3]), ([2], [3]))
    0.0
    >>> difference_of_sums(([2**60 + 1], [2**61]), ([1], [2])) == 2.0**-61
    True
    """
    return scaled_difference(scaled_quotients(plus), scaled_quotients(minus))


def scaled_difference(plus: NDArray[np.object_], minus: NDArray[np.object_]) -> float:
    """Return the sum of some scaled quotients minus that of others, as a double.

    A difference below the error of the sums, one unit for each quotient, is 0.

    Examples
    --------
    >>> scaled_difference(scaled_quotients(([1, 2], [2, 3])), scaled_quotients(([1], [1])))
    0.16666666666666666
    """
    difference = int(plus.sum()) - int(minus.sum())
    return 0.0 if abs(difference) <= len(plus) + len(minus) else difference / _SCALE


def nearly_equal(x: float, y: float) -> bool:
    """Return whether x - y would lose three digits or more.

    Examples
    --------
    >>> nearly_equal(1.0, 1.0001), nearly_equal(1.0, 1.01)
    (True, False)
    """
    return abs(x - y) <= _NEAR * abs(y)


def run_starts(values: NDArray[Any]) -> NDArray[np.intp]:
    """Return where each run of equal values begins.

    Examples
    --------
    >>> run_starts(np.array([0, 0, 3, 4, 4])).tolist()
    [0, 2, 3]
    """
    first = np.empty(len(values), bool)
    first[:1] = True
    np.not_equal(values[1:], values[:-1], out=first[1:])
    return first.nonzero()[0]
