"""Sums of integers that numpy's 64 bits could not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sum_of_squares(counts: NDArray[np.int64], total: int) -> int:
    """Σ c² for counts that add up to `total`.

    Counts up to limit = 2⁶² / total have Σ c² ≤ limit · Σ c ≤ 2⁶², so 64 bits do; the few above go through
    Python's integers (at n = 10¹⁰ there can be at most 21 of them).
    """
    if total * total < 2**62:
        return int(np.dot(counts, counts))
    limit = 2**62 // total
    large = counts > limit
    small = counts[~large]
    above: list[int] = counts[large].tolist()
    return int(np.dot(small, small)) + sum(c * c for c in above)
