"""The properties and axioms of Meilă (2007), and those of Mirkin and Cherny that she quotes.

In the statements d is the distance: the value of a distance, or the best value minus the value of a
similarity. Logarithms are in bits. The paper states most properties of the variation of
information; here each one can be checked for any measure.

Property 10: the variation of information is the only criterion with A1, A2, A3 and A4. Property 11:
no criterion has A1, A2, A3 and A4.M. Property 12: the invariant Mirkin distance is the only one
with A1, A2, A3.M and A4.M. Property 13: with A1, A2, A3 and A4.H a criterion is the variation of
information times a constant. Axiom A2 is Property 6, `collinear_through_meet`.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import isqrt, log2
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.properties import _random_cases as random_cases
from clusterdiff.properties._cases import (
    bottom,
    chains,
    equal,
    everything,
    join,
    meet,
    parts,
    refines,
    relabel,
    shapes,
    split_cluster,
    splits,
    top,
)
from clusterdiff.properties._measured import TOLERANCE
from clusterdiff.properties._statements import Claim, axiom
from clusterdiff.properties._tables import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.random import Generator

    from clusterdiff.properties._cases import Case, Labels
    from clusterdiff.properties._measured import Measured
    from clusterdiff.properties._statements import Relation

_MEILA = "Meilă 2007"
_METRIC = f"{_MEILA}, Property 1; Rezaei & Fränti 2016, sec. 2"
_KEPT = 50  # counterexamples kept of one clustering, the simplest first


@axiom(_METRIC, pairs, sample=random_cases.two)
def non_negative(m: Measured, a: Labels, b: Labels) -> Claim:
    """No distance is negative: d(a, b) ≥ 0."""
    return Claim(m.distance(a, b), "≥", 0.0, "d(a, b)", "0")


@axiom(_METRIC, pairs, sample=random_cases.two)
def zero_only_on_equal(m: Measured, a: Labels, b: Labels) -> Claim:
    """The distance is 0 for equal clusterings and positive for all others."""
    return Claim(m.distance(a, b), "=" if equal(a, b) else ">", 0.0, "d(a, b)", "0")


@axiom(
    f"{_MEILA}, Property 1; Wu et al. 2009, Property 1; Rezaei & Fränti 2016, sec. 2",
    pairs, sample=random_cases.two, needs="value",
)  # fmt: skip
def symmetric(m: Measured, a: Labels, b: Labels) -> Claim:
    """Exchanging the clusterings does not change the value: v(a, b) = v(b, a)."""
    return Claim(m.value(a, b), "=", m.value(b, a), "v(a, b)", "v(b, a)")


def _triangles(m: Measured, n: int) -> tuple[int, list[Case]]:
    """Compare d(a, c) with d(a, b) + d(b, c) for all triples at once, a one per shape."""
    d, every = m.square(n, m.distance), everything(n)
    clusters = np.array([max(labels) + 1 for labels in every])
    starts = m.shape_indices(n) if m.by_table else list(range(len(every)))
    bad: list[Case] = []
    for a in starts:
        around = d[a][:, None] + d
        near = TOLERANCE * np.maximum(1, np.minimum(np.abs(d[a]), np.abs(around)))
        over = np.argwhere(~(d[a][None, :] <= around + near))
        simple = over[np.argsort(clusters[over].sum(axis=1), kind="stable")[:_KEPT]]
        bad += [(every[a], every[b], every[c]) for b, c in simple]
    return len(starts) * len(every) ** 2, bad


def triples(n: int) -> Iterator[Case]:
    """Yield every three clusterings of n elements, up to the order of elements."""
    return ((a, b, c) for a in shapes(n) for b in everything(n) for c in everything(n))


@axiom(_METRIC, triples, sample=random_cases.three, scan=_triangles)
def triangle_inequality(m: Measured, a: Labels, b: Labels, c: Labels) -> Claim:
    """No distance exceeds a sum of two: d(a, c) ≤ d(a, b) + d(b, c)."""
    around = m.distance(a, b) + m.distance(b, c)
    return Claim(m.distance(a, c), "≤", around, "d(a, c)", "d(a, b) + d(b, c)")


@axiom(
    f"{_MEILA}, Property 2; Wu et al. 2009, Property 2; Rezaei & Fränti 2016, sec. 2",
    pairs, sample=random_cases.two, needs="value",
)  # fmt: skip
def n_invariant(m: Measured, a: Labels, b: Labels) -> Claim:
    """Only relative sizes matter: repeating every element does not change the value.

    Two and three copies of every element are tried; the one with the larger difference is shown.
    """
    value = m.value(a, b)
    twice, thrice = m.value(a * 2, b * 2), m.value(a * 3, b * 3)
    if abs(twice - value) >= abs(thrice - value) or thrice != thrice:  # noqa: PLR0124
        return Claim(value, "=", twice, "v(a, b)", "v(a twice, b twice)")
    return Claim(value, "=", thrice, "v(a, b)", "v(a thrice, b thrice)")


@axiom(f"{_MEILA}, Property 3", pairs, sample=random_cases.two)
def at_most_log_n(m: Measured, a: Labels, b: Labels) -> Claim:
    """No distance exceeds log₂ n, and one cluster and only singletons are log₂ n apart."""
    ends = {len(set(a)), len(set(b))} == {1, len(a)}
    return Claim(m.distance(a, b), "=" if ends else "≤", log2(len(a)), "d(a, b)", "log₂ n")


def _few_clusters(rng: Generator, n: int) -> Case:
    """Return two random clusterings with at most √n clusters."""
    k = int(rng.integers(1, isqrt(n) + 1))
    return tuple(relabel(rng.integers(0, k, n).tolist()) for _ in "ab")


def _even_grid(a: Labels, b: Labels) -> bool:
    """Return whether a and b have as many clusters as each other and all cells are equal."""
    cells, k = Counter(zip(a, b, strict=True)), len(set(a))
    return len(set(b)) == k and len(cells) == k * k and len(set(cells.values())) == 1


@axiom(f"{_MEILA}, Property 4", pairs, sample=_few_clusters)
def at_most_two_log_k(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """If both have at most K ≤ √n clusters, then d(a, b) ≤ 2 log₂ K.

    The bound must be attained where n is a multiple of K², by K equal clusters on either side that
    overlap equally.
    """
    k = max(len(set(a)), len(set(b)))
    if k * k > len(a):
        return None
    op: Relation = "=" if _even_grid(a, b) else "≤"
    return Claim(m.distance(a, b), op, 2 * log2(k), "d(a, b)", "2 log₂ K")


def _splits_both_ways(n: int) -> Iterator[Case]:
    for a, b in splits(n):
        yield a, b
        yield b, a


def _split(a: Labels, b: Labels) -> tuple[Labels, Labels, tuple[int, ...]] | None:
    """Return the coarser clustering, the finer one, and the elements of the cluster split."""
    for high, low in ((a, b), (b, a)):
        elements = split_cluster(high, low)
        if elements is not None:
            return high, low, elements
    return None


@axiom(f"{_MEILA}, Property 5 (eq. 27)", _splits_both_ways, sample=random_cases.split)
def split_costs_entropy(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """Splitting one cluster, or merging its parts, costs its share times the entropy of the split.

    d(a, b) = n_k/n · H, where b splits one cluster of a into parts with entropy H, or a one of b.
    """
    found = _split(a, b)
    if found is None:
        return None
    _, low, elements = found
    sizes = Counter(low[e] for e in elements).values()
    whole = len(elements)
    cost = sum(size * log2(whole / size) for size in sizes) / len(a)
    return Claim(m.distance(a, b), "=", cost, "d(a, b)", "n_k/n · H")


@axiom(f"{_MEILA}, Property 6 (eq. 29) and axiom A2", pairs, sample=random_cases.two)
def collinear_through_meet(m: Measured, a: Labels, b: Labels) -> Claim:
    """The meet lies between two clusterings: d(a, b) = d(a, a∧b) + d(b, a∧b)."""
    low = meet(a, b)
    around = m.distance(a, low) + m.distance(b, low)
    return Claim(m.distance(a, b), "=", around, "d(a, b)", "d(a, a∧b) + d(b, a∧b)", (("a∧b", low),))


@axiom(f"{_MEILA}, Property 7 (eq. 30)", pairs, sample=random_cases.two)
def farther_than_meet(m: Measured, a: Labels, b: Labels) -> Claim:
    """The meet is nearer: d(a, b) ≥ d(a, a∧b), with equality only if b is the meet."""
    low = meet(a, b)
    op: Relation = "=" if equal(low, b) else ">"
    return Claim(m.distance(a, b), op, m.distance(a, low), "d(a, b)", "d(a, a∧b)", (("a∧b", low),))


def _composed(m: Measured, a: Labels, b: Labels, power: int) -> Claim | None:
    """Compare d(a, b) with the weighted sum over the clusters of the join."""
    inside = parts(join(a, b), a, b)
    if len(inside) == 1:
        return None
    total = sum((len(x) / len(a)) ** power * m.distance(x, y) for x, y in inside)
    weight = ("", "n_k/n · ", "(n_k/n)² · ")[power]
    return Claim(m.distance(a, b), "=", total, "d(a, b)", f"Σ {weight}d(a_k, b_k)")


@axiom(f"{_MEILA}, Property 8 (eq. 31) and Property 9", pairs, sample=random_cases.two)
def additive_under_composition(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """If a and b refine c, then d(a, b) = Σ n_k/n · d(a_k, b_k) over the clusters of c.

    Checked for the finest such c, the join of a and b; for coarser ones it follows.
    """
    return _composed(m, a, b, 1)


@axiom(f"{_MEILA}, Property 9", pairs, sample=random_cases.two)
def additive_under_composition_squared(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """If a and b refine c, then d(a, b) = Σ (n_k/n)² · d(a_k, b_k) over the clusters of c."""
    return _composed(m, a, b, 2)


@axiom(f"{_MEILA}, sec. 6, after Property 9", pairs, sample=random_cases.two)
def additive_under_composition_unweighted(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """If a and b refine c, then d(a, b) = Σ d(a_k, b_k) over the clusters of c."""
    return _composed(m, a, b, 0)


def _elsewhere(labels: Labels, kept: set[int], *, together: bool) -> Labels:
    """Return labels with all elements but the kept ones in one cluster, or each alone."""
    n = len(labels)
    return relabel(
        label if e in kept else n + (0 if together else e) for e, label in enumerate(labels)
    )


@axiom(f"{_MEILA}, sec. 6", _splits_both_ways, sample=random_cases.split)
def local(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """The distance of a split depends only on the cluster that is split.

    The elements of all other clusters are put into one cluster, and each into a cluster of its own;
    the one with the larger difference is shown. The number of elements stays the same.
    """
    found = _split(a, b)
    if found is None or len(found[2]) > len(a) - 2:
        return None
    kept, here = set(found[2]), m.distance(a, b)
    options = (True, False)
    others = [tuple(_elsewhere(x, kept, together=t) for x in (a, b)) for t in options]
    there = [m.distance(x, y) for x, y in others]
    far = max((0, 1), key=lambda k: abs(there[k] - here))
    derived = (("a'", others[far][0]), ("b'", others[far][1]))
    return Claim(here, "=", there[far], "d(a, b)", "d(a', b')", derived)


@axiom(f"{_MEILA}, sec. 4.3", pairs, sample=random_cases.two)
def at_least_two_over_n(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """Different clusterings are at least 2/n apart."""
    if equal(a, b):
        return None
    return Claim(m.distance(a, b), "≥", 2 / len(a), "d(a, b)", "2/n")


def singles(n: int) -> Iterator[Case]:
    """Yield one clustering for each list of cluster sizes."""
    return ((a,) for a in shapes(n))


def _one_step(a: Labels, b: Labels) -> bool:
    """Return whether b is a with one cluster split in two, or two clusters merged."""
    return abs(max(a) - max(b)) == 1 and meet(a, b) in {relabel(a), relabel(b)}


@axiom(f"{_MEILA}, sec. 4.3", singles)
def nearest_is_split_or_merge(m: Measured, a: Labels) -> Claim | None:
    """The nearest clustering to a has one cluster of a split in two, or two merged."""
    others = [b for b in everything(len(a)) if b != a]
    if not others:
        return None
    near = min(others, key=lambda b: m.distance(a, b))
    step = min((b for b in others if _one_step(a, b)), key=lambda b: m.distance(a, b))
    derived = (("a'", near), ("a″", step))
    return Claim(m.distance(a, near), "≥", m.distance(a, step), "d(a, a')", "d(a, a″)", derived)


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
