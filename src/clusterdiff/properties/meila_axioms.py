"""The axioms of Meilă (2007), section 7, and those of Mirkin and Cherny that the section quotes.

Property 10: the variation of information is the only criterion with A1, A2, A3 and A4. Property 11:
no criterion has A1, A2, A3 and A4.M. Property 12: the invariant Mirkin distance is the only one
with A1, A2, A3.M and A4.M. Property 13: with A1, A2, A3 and A4.H a criterion is the variation of
information times a constant. Axiom A2 is Property 6, `collinear_through_meet`.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import log2
from typing import TYPE_CHECKING

from clusterdiff.properties import random_cases
from clusterdiff.properties.cases import (
    bottom,
    chains,
    everything,
    parts,
    refines,
    relabel,
    shapes,
    top,
)
from clusterdiff.properties.meila import singles
from clusterdiff.properties.statements import Claim, axiom
from clusterdiff.properties.tables import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.properties.cases import Case, Labels
    from clusterdiff.properties.measured import Measured

_MEILA = "Meilă 2007"


@axiom(f"{_MEILA}, axiom A1 (Property 10)", singles, sample=random_cases.one)
def collinear_through_top_and_bottom(m: Measured, a: Labels) -> Claim:
    """Every clustering lies between one cluster and singletons: d(⊤, a) + d(a, ⊥) = d(⊤, ⊥)."""
    high, low = top(len(a)), bottom(len(a))
    through = m.distance(high, a) + m.distance(a, low)
    return Claim(through, "=", m.distance(high, low), "d(⊤, a) + d(a, ⊥)", "d(⊤, ⊥)")


@lru_cache(maxsize=16)
def refinements(n: int) -> tuple[Case, ...]:
    """Return every a and b such that b refines a, up to the order of elements."""
    return tuple((a, b) for a in shapes(n) for b in everything(n) if refines(b, a))


def _over_refinement(m: Measured, a: Labels, b: Labels, power: int) -> Claim | None:
    """Compare d(a, b), b a refinement of a, with the weighted sum over the clusters of a."""
    if not refines(b, a) or len(set(a)) == 1:
        return None
    shares = ((len(x) / len(a)) ** power * m.distance(x, y) for x, y in parts(a, a, b))
    weight = "n_k/n" if power == 1 else "(n_k/n)²"
    return Claim(m.distance(a, b), "=", sum(shares), "d(a, b)", f"Σ {weight} · d(⊤_k, b_k)")


@axiom(
    f"{_MEILA}, axiom A3 (Property 10); Wu et al. 2009, Property 3",
    refinements, sample=random_cases.refinement,
)  # fmt: skip
def convex_additive(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """If b refines a, then d(a, b) = Σ n_k/n · d(⊤_k, b_k) over the clusters of a."""
    return _over_refinement(m, a, b, 1)


@axiom(f"{_MEILA}, axiom A3.M (Property 12)", refinements, sample=random_cases.refinement)
def convex_additive_squared(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """If b refines a, then d(a, b) = Σ (n_k/n)² · d(⊤_k, b_k) over the clusters of a."""
    return _over_refinement(m, a, b, 2)


def _even(n: int) -> Iterator[Case]:
    """Yield the clusterings of n elements with K equal clusters."""
    return ((tuple(i * k // n for i in range(n)),) for k in range(1, n + 1) if n % k == 0)


def _clusters_if_even(a: Labels) -> int | None:
    """Return the number of clusters if all have the same size."""
    return len(set(a)) if len(set(Counter(a).values())) == 1 else None


@axiom(f"{_MEILA}, axiom A4 (Property 10)", _even)
def scale_log_k(m: Measured, a: Labels) -> Claim | None:
    """One cluster and K equal clusters are log₂ K apart: d(⊤, a) = log₂ K."""
    k = _clusters_if_even(a)
    if k is None:
        return None
    return Claim(m.distance(top(len(a)), a), "=", log2(k), "d(⊤, a)", "log₂ K")


@axiom(f"{_MEILA}, axiom A4.M (Property 11)", _even)
def scale_one_less_one_over_k(m: Measured, a: Labels) -> Claim | None:
    """One cluster and K equal clusters are 1 - 1/K apart: d(⊤, a) = 1 - 1/K."""
    k = _clusters_if_even(a)
    if k is None:
        return None
    return Claim(m.distance(top(len(a)), a), "=", 1 - 1 / k, "d(⊤, a)", "1 - 1/K")


@axiom(f"{_MEILA}, axiom A4.H (Property 13)", _even)
def scale_non_decreasing(m: Measured, a: Labels) -> Claim | None:
    """The distance from one cluster to K equal clusters depends on K only and never falls with K.

    d(⊤, a) is compared with the distance for K single elements, and this with that for K - 1.
    """
    k = _clusters_if_even(a)
    if k is None:
        return None
    here, single = m.distance(top(len(a)), a), m.distance(top(k), bottom(k))
    if k < len(a):
        return Claim(here, "=", single, "d(⊤, a)", "d(⊤', a')", (("a'", bottom(k)),))
    if k == 1:
        return None
    fewer = m.distance(top(k - 1), bottom(k - 1))
    return Claim(here, "≥", fewer, "d(⊤, a)", "d(⊤', a')", (("a'", bottom(k - 1)),))


@axiom(f"{_MEILA}, sec. 7, before Fig. 6", chains, sample=random_cases.chain)
def additive_along_chains(m: Measured, a: Labels, b: Labels, c: Labels) -> Claim | None:
    """Successive refinements are collinear: d(a, c) = d(a, b) + d(b, c) where c ≤ b ≤ a."""
    if not (refines(b, a) and refines(c, b)):
        return None
    steps = m.distance(a, b) + m.distance(b, c)
    return Claim(m.distance(a, c), "=", steps, "d(a, c)", "d(a, b) + d(b, c)")


def _one_off(n: int) -> Iterator[Case]:
    """Yield the clustering with one element alone and the others together."""
    if n > 1:
        yield ((0,) * (n - 1) + (1,),)


@axiom(f"{_MEILA}, axiom M2 of Mirkin and Cherny", _one_off)
def scale_one_element_off(m: Measured, a: Labels) -> Claim | None:
    """Separating one element from one cluster costs 2(n - 1)/n²."""
    n = len(a)
    if sorted(Counter(a).values()) != sorted([1, n - 1]):
        return None
    return Claim(m.distance(top(n), a), "=", 2 * (n - 1) / n**2, "d(⊤, a)", "2(n - 1)/n²")


def shared_elements(a: Labels, b: Labels) -> set[int]:
    """Return the elements of the clusters that a and b have in common."""
    size_a, size_b, cells = Counter(a), Counter(b), Counter(zip(a, b, strict=True))
    rows = enumerate(zip(a, b, strict=True))
    return {e for e, (i, j) in rows if size_a[i] == size_b[j] == cells[i, j]}


@axiom(f"{_MEILA}, axiom M3 of Mirkin and Cherny", pairs, sample=random_cases.two)
def common_clusters_do_not_count(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """Clusters that a and b have in common may be left out: d(a, b) = d(a', b') without them."""
    shared = shared_elements(a, b)
    if not 0 < len(shared) < len(a):
        return None
    x, y = (relabel(i for e, i in enumerate(labels) if e not in shared) for labels in (a, b))
    derived = (("a'", x), ("b'", y))
    return Claim(m.distance(a, b), "=", m.distance(x, y), "d(a, b)", "d(a', b')", derived)


def _bottoms(n: int) -> Iterator[Case]:
    yield (bottom(n),)


@axiom(f"{_MEILA}, axiom M4 of Mirkin and Cherny", _bottoms)
def scale_top_to_bottom(m: Measured, a: Labels) -> Claim | None:
    """One cluster and only singletons are (n - 1)/n apart: d(⊤, ⊥) = (n - 1)/n."""
    n = len(a)
    if len(set(a)) < n:
        return None
    return Claim(m.distance(top(n), a), "=", (n - 1) / n, "d(⊤, a)", "(n - 1)/n")
