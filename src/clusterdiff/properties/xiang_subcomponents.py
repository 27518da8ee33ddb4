"""Properties 4.2, 4.3 and 4.4 of Xiang et al. (2012): the scores of single clusters.

A split–merge measure scores every cluster L by how the other clustering cuts it: s(C | L). The
score is a *subcomponent measure* in the paper and a scoring rule here. The properties apply to
measures built with ``SplitMerge(rule)``, to rules themselves, and to the measures for which the
paper names the rule. A clustering in a case is the cut of one cluster: ``0012`` is a cluster of
four elements in parts of 2, 1 and 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.partition import integer_partitions
from clusterdiff.properties.cases import of_sizes, top
from clusterdiff.properties.meila import singles
from clusterdiff.properties.statements import Claim, axiom

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.properties.cases import Case, Labels
    from clusterdiff.properties.measured import Measured

_XIANG = "Xiang et al. 2012"


def _cuts(sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the parts with one split in two, or one element moved to a smaller part.

    >>> list(_cuts((3, 1)))
    [(2, 1, 1), (2, 2)]
    """
    found = []
    for k, size in enumerate(sizes):
        rest = sizes[:k] + sizes[k + 1 :]
        found += [(*rest, size - new, new) for new in range(1, size // 2 + 1)]
        for other, less in enumerate(sizes):
            if size > less + 1:
                moved = list(sizes)
                moved[k] -= 1
                moved[other] += 1
                found.append(tuple(moved))
    yield from dict.fromkeys(tuple(sorted(parts, reverse=True)) for parts in found)


def _worse_cuts(n: int) -> Iterator[Case]:
    for sizes in integer_partitions(n):
        for cut in _cuts(sizes):
            yield of_sizes(sizes), of_sizes(cut)


@axiom(f"{_XIANG}, Property 4.2", _worse_cuts, needs="rule")
def subcomponent_monotone(m: Measured, a: Labels, b: Labels) -> Claim:
    """The score of a cluster falls, or stays, as it has more parts or parts of more even sizes.

    s(b) ≤ s(a), where b has one part of a split in two, or one element moved from a larger part to
    a smaller one. All changes that make the sizes less skewed are sequences of such steps.
    """
    return Claim(m.score(b), "≤", m.score(a), "s(b)", "s(a)")


@axiom(f"{_XIANG}, Property 4.3", singles, needs="rule")
def subcomponent_normalized(m: Measured, a: Labels) -> Claim:
    """A score is 1 only for a whole cluster, 0 only for one cut into singletons, else between."""
    score, parts = m.score(a), len(set(a))
    if parts == 1:
        return Claim(score, "=", 1.0, "s(a)", "1")
    if parts == len(a):
        return Claim(score, "=", 0.0, "s(a)", "0")
    if not score > 0:
        return Claim(score, ">", 0.0, "s(a)", "0")
    return Claim(1.0, ">", score, "1", "s(a)")


def _one_cluster(n: int) -> Iterator[Case]:
    for sizes in integer_partitions(n):
        cut = of_sizes(sizes)
        yield top(n), cut
        yield cut, top(n)


@axiom(f"{_XIANG}, Property 4.4", _one_cluster, needs="rule")
def subcomponent_consistent(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """The similarity of a cluster L and its parts is the score of L: S({L}, C_L) = s(C | L).

    Both orders are checked: one cluster against its parts, and the parts against the cluster.
    """
    cut = b if max(a) == 0 else a
    if max(a) > 0 and max(b) > 0:
        return None
    score = "s(b | a)" if cut is b else "s(a | b)"
    return Claim(m.similarity(a, b), "=", m.score(cut), "S(a, b)", score)
