"""Wu, Xiong & Chen 2009: which measures suit K-means.

Symmetry (P1), n-invariance (P2) and convex additivity (P3) are Meilă's. The paper itself was not at hand: P4, P5 and
Criterion 1 are our reading, as their notes say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.properties import _samples as samples
from clusterdiff.properties._cases import labels_of, pairs, relabel
from clusterdiff.properties._property import Claim, Property, axiom

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.random import Generator

    from clusterdiff.properties._cases import Case, Labels, Matrix
    from clusterdiff.properties._subject import Subject

_WU = "Wu et al. 2009"
_REPEATS = 3


@axiom(f"{_WU}, P4", pairs, sample=samples.two)
def left_domain_complete(s: Subject, a: Labels, b: Labels) -> Claim:
    """The distance has its left end 0 where the clusterings match perfectly, and nowhere else.

    Our reading of "left": the lower end of the range [0, 1] of a normalised distance.
    """
    return Claim(s.distance(a, b), "=" if relabel(a) == relabel(b) else ">", 0.0, "d(a, b)", "0")


def _independent(a: Labels, b: Labels) -> bool:
    """p_ij = p_i·p_j for all i, j."""
    cells, n = list(zip(a, b, strict=True)), len(a)
    return all(n * cells.count((i, j)) == a.count(i) * b.count(j) for i in set(a) for j in set(b))


def _product(random: Generator, n: int) -> Case:
    """Independent clusterings of about n elements."""
    rows, cols = random.integers(1, 4, int(random.integers(1, 4))), random.integers(1, 4, 1 + n % 3)
    return labels_of(tuple(tuple(int(x * y) for y in cols) for x in rows))


@axiom(f"{_WU}, P5", pairs, sample=_product)
def right_domain_complete(s: Subject, a: Labels, b: Labels) -> Claim | None:
    """The distance has its right end 1 where different clusterings are independent, p_ij = p_i·p_j.

    Our reading of "right": the upper end of the range [0, 1] of a normalised distance.
    """
    if relabel(a) == relabel(b) or not _independent(a, b):
        return None
    return Claim(s.distance(a, b), "=", 1.0, "d(a, b)", "1")


# Table 3, rows are classes: I cuts the large class into clusters of even size and merges the small ones, II moves a few elements.
_EVEN: Matrix = ((10, 10, 10, 0, 0), (0, 0, 0, 0, 2), (0, 0, 0, 0, 6), (0, 0, 0, 10, 0), (0, 0, 0, 0, 2))
_TRUE_TO_SIZE: Matrix = ((27, 0, 0, 3, 0), (0, 2, 0, 0, 0), (0, 0, 6, 0, 0), (2, 0, 0, 8, 0), (0, 0, 0, 0, 2))


def _table_3(n: int) -> Iterator[Case]:
    """The paper's two clusterings, and each element n times."""
    a, even = labels_of(_EVEN)
    same, true = labels_of(_TRUE_TO_SIZE)
    if a == same and n <= _REPEATS:
        yield a * n, even * n, true * n


@axiom(f"{_WU}, Criterion 1, table 3", _table_3, constructed=True)
def captures_uniform_effect(s: Subject, a: Labels, b: Labels, c: Labels) -> Claim:
    """Clusters of even size made from classes of uneven size are worse than a few misplaced elements: d(a, b) > d(a, c).

    Checked on the paper's example, and with each element twice and thrice: a has classes of 30, 2, 6, 10 and 2 elements, b
    five clusters of 10, c moves 5 of 50. The table of c is recalled, not looked up.
    """
    return Claim(s.distance(a, b), ">", s.distance(a, c), "d(a, b)", "d(a, c)")


PROPERTIES: tuple[Property, ...] = (left_domain_complete, right_domain_complete, captures_uniform_effect)
