"""Triples of clusterings that have every pair of a set exactly once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


def triples_of(number: int) -> Ints:
    """Return triples of the numbers below `number`, so that each pair is in one; -1 means none.

    They are Bose's triple system of 6t + 3 points, without the points that are not needed. The
    points are the pairs of a number x below 2t + 1 and a class i of three; x and y of a class are
    in a triple with (x + y) / 2 modulo 2t + 1 of the next class.

    Examples
    --------
    >>> triples_of(4).tolist()
    [[0, 1, -1], [0, 2, -1], [0, 3, -1], [1, 2, 3]]
    """
    side = max(1, 2 * -(-(number - 3) // 6) + 1)
    x, y = np.triu_indices(side, 1)
    middle = (x + y) * ((side + 1) // 2) % side
    lines = [np.stack([np.arange(side) + side * i for i in range(3)], axis=1)]
    for i in range(3):
        above = side * ((i + 1) % 3)
        lines.append(np.stack([x + side * i, y + side * i, middle + above], axis=1))
    triples = np.sort(np.concatenate(lines), axis=1)
    triples = np.where(triples < number, triples, -1)
    triples = triples[triples[:, 1] >= 0]
    return np.ascontiguousarray(triples[np.lexsort(triples.T[::-1])])
