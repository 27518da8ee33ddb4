"""How measures add up over the components of the join.

The first functions take the size of a component, the number of elements and the options of the measure,
and return a weight and an offset: the measure is the sum over the components of weight · score + offset
(Xiang et al. 2012, table 1; Meilă 2007, properties 8 and 9). The last three return what every component
adds to a distance that counts elements or pairs, as integers.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.numerics import MAX_TOTAL, nats_per_unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.summaries import Components, Overlaps

    Ints = NDArray[np.int64]


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


def elements_to_move(o: Overlaps, parts: Components) -> Ints:
    """Return the elements of each component outside the optimal one-to-one pairing."""
    moved = o.shared.copy()
    moved[o.pairing("overlap", "optimal")] = 0
    return _totals(parts, parts.of_cells, moved)


def elements_split_off(o: Overlaps, parts: Components) -> Ints:
    """Return the elements of each component outside the largest part of each cluster."""
    lost_a = _totals(parts, parts.of_rows, o.sizes_a - o.row_max(o.shared))
    lost_b = _totals(parts, parts.of_cols, o.sizes_b - o.col_max(o.shared))
    out: Ints = lost_a + lost_b
    return out


def separated_pairs(o: Overlaps, parts: Components) -> NDArray[Any]:
    """Return Σ a² + Σ b² - 2·Σ n² of each component; Python integers if 64 bits could overflow.

    A cell adds n·(a - n) + n·(b - n), which is not negative.
    """
    kind = np.int64 if o.n < MAX_TOTAL else object
    apart = (o.cell_sizes_a - o.shared) + (o.cell_sizes_b - o.shared)
    return _totals(parts, parts.of_cells, o.shared.astype(kind) * apart.astype(kind))


def _totals(parts: Components, groups: Ints, values: NDArray[Any]) -> NDArray[Any]:
    """Return the sum of integers for each component; most of them are often 0."""
    out = np.zeros(len(parts), values.dtype)
    some = np.flatnonzero(values)
    np.add.at(out, groups[some], values[some])
    return out


def _share_of_pairs(size: int, n: int) -> float:
    return size * (size - 1) / (n * (n - 1)) if n > 1 else 1.0
