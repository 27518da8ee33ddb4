"""Properties 4 and 5 and Criterion 1 of Wu, Xiong and Chen (2009).

Properties 1 (symmetry), 2 (n-invariance) and 3 (convex additivity) are Meilă's Property 1, Property
2 and axiom A3. In the contingency matrix of the paper rows are clusters and columns are classes;
here a is the classes and b the clusters.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from clusterdiff.properties._cases import equal, shapes
from clusterdiff.properties._statements import Claim, axiom
from clusterdiff.properties._tables import labels_of, pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.random import Generator

    from clusterdiff.properties._cases import Case, Labels
    from clusterdiff.properties._measured import Measured
    from clusterdiff.properties._tables import Matrix

_WU = "Wu et al. 2009"
_REPEATS = 3


def _independent(a: Labels, b: Labels) -> bool:
    """Return whether n · n_ij = a_i · b_j for all i and j."""
    cells, rows, cols = Counter(zip(a, b, strict=True)), Counter(a), Counter(b)
    return all(len(a) * cells[i, j] == rows[i] * cols[j] for i in rows for j in cols)


def _product(rng: Generator, n: int) -> Case:
    """Return independent clusterings of about n elements."""
    rows = rng.integers(1, 4, int(rng.integers(1, 4)))
    cols = rng.integers(1, 4, 1 + n % 3)
    return labels_of(tuple(tuple(int(x * y) for y in cols) for x in rows))


@axiom(f"{_WU}, Property 4", pairs, sample=_product)
def left_domain_complete(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """Independent clusterings have the poorest value: 0 for a similarity, 1 for a distance.

    Clusterings are independent if n · n_ij = a_i · b_j for every cell. Equal clusterings are left
    out: one cluster against itself is independent and a perfect match at once.
    """
    if equal(a, b) or not _independent(a, b):
        return None
    worst = 0.0 if m.direction == "similarity" else 1.0
    return Claim(m.value(a, b), "=", worst, "v(a, b)", f"{worst:g}")


def _equal_pairs(n: int) -> Iterator[Case]:
    return ((a, a) for a in shapes(n))


@axiom(f"{_WU}, Property 5", _equal_pairs)
def right_domain_complete(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """Perfectly matched clusterings have the best value: 1 for a similarity, 0 for a distance."""
    if not equal(a, b):
        return None
    best = 1.0 if m.direction == "similarity" else 0.0
    return Claim(m.value(a, b), "=", best, "v(a, b)", f"{best:g}")


# Table 3, classes as rows. I: the largest class in three clusters of 10, two small classes lost.
# II: five elements misplaced.
_EVEN: Matrix = (
    (10, 10, 10, 0, 0),
    (0, 0, 0, 0, 2),
    (0, 0, 0, 0, 6),
    (0, 0, 0, 10, 0),
    (0, 0, 0, 0, 2),
)
_TRUE_TO_SIZE: Matrix = (
    (27, 0, 0, 3, 0),
    (0, 2, 0, 0, 0),
    (0, 0, 6, 0, 0),
    (2, 0, 0, 8, 0),
    (0, 0, 0, 0, 2),
)


def _table_3(n: int) -> Iterator[Case]:
    """Yield the classes and the two clusterings of table 3, every element n times."""
    a, even = labels_of(_EVEN)
    _, true = labels_of(_TRUE_TO_SIZE)
    if n <= _REPEATS:
        yield a * n, even * n, true * n


@axiom(f"{_WU}, Criterion 1 (table 3)", _table_3, constructed=True)
def captures_uniform_effect(m: Measured, a: Labels, b: Labels, c: Labels) -> Claim:
    """Clusters of even size made from uneven classes are worse than a few misplaced elements.

    d(a, b) > d(a, c) for the classes a (30, 2, 6, 10 and 2 elements) and the two clusterings of
    table 3: b has five clusters of 10, c misplaces 5 of 50 elements. Also checked with every
    element repeated two and three times.
    """
    return Claim(m.distance(a, b), ">", m.distance(a, c), "d(a, b)", "d(a, c)")
