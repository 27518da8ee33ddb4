"""How measures add up over the components of the join.

Each function takes the size of a component, the number of elements and the options of the measure, and
returns a weight and an offset: the measure is the sum over the components of weight · score + offset
(Xiang et al. 2012, table 1; Meilă 2007, properties 8 and 9).
"""

from __future__ import annotations

from math import log
from typing import Any

from clusterdiff.numerics import nats_per_unit


def by_elements(size: int, n: int, **_: Any) -> tuple[float, float]:
    """Weigh each component by its share of the elements."""
    return size / n, 0.0


def total(_size: int, _n: int, **_: Any) -> tuple[float, float]:
    """Add up the values of the components."""
    return 1.0, 0.0


def by_squares(size: int, n: int, **_: Any) -> tuple[float, float]:
    """Weigh each component by its share of the ordered pairs, with an element's pair with itself."""
    return (size / n) ** 2, 0.0


def by_pairs(size: int, n: int, **_: Any) -> tuple[float, float]:
    """Weigh each component by its share of the pairs."""
    return _share_of_pairs(size, n), 0.0


def by_pair_agreement(size: int, n: int, **_: Any) -> tuple[float, float]:
    """Weigh each component by its share of the pairs; pairs across components agree."""
    share = _share_of_pairs(size, n)
    return share, size / n - share


def by_entropy(size: int, n: int, *, base: float | str = 2, **_: Any) -> tuple[float, float]:
    """Weigh each component by its share of the elements, and add the entropy of these shares."""
    return size / n, size / n * log(n / size) / nats_per_unit(base)


def by_log_size(size: int, n: int, **_: Any) -> tuple[float, float]:
    """Weigh each component by size · log(size), as a share of n · log(n)."""
    return (size * log(size) / (n * log(n)) if n > 1 else 1.0), 0.0


def _share_of_pairs(size: int, n: int) -> float:
    return size * (size - 1) / (n * (n - 1)) if n > 1 else 1.0
