"""Exact sums of integers that may exceed 64 bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def sum_of_squares(counts: NDArray[np.int64], total: int) -> int:
    """Return Σ c² for counts that add up to `total`.

    Counts up to limit = 2⁶² / total have Σ c² ≤ limit · Σ c ≤ 2⁶², which fits in 64 bits. There are
    few larger counts (at most 21 for n = 10¹⁰), which are squared as Python integers.
    """
    if total * total < 2**62:
        return int(np.dot(counts, counts))
    limit = 2**62 // total
    large = counts > limit
    small = counts[~large]
    above: list[int] = counts[large].tolist()
    return int(np.dot(small, small)) + sum(c * c for c in above)
