"""Meilă 2007: what makes a distance between clusterings, and the axioms that single out VI.

Throughout d is the distance view: the value of a distance, best - value of a similarity; logarithms are in bits. The
paper itself was not at hand: the axioms are those of our errata, the other statements are well known of VI.
"""

from __future__ import annotations

from collections import Counter
from math import log2
from typing import TYPE_CHECKING

import numpy as np

from clusterdiff.properties import _samples as samples
from clusterdiff.properties._cases import bottom, chains, everything, join, meet, pairs, parts, relabel, shapes, top
from clusterdiff.properties._property import Claim, Property, axiom
from clusterdiff.properties._subject import TOLERANCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clusterdiff.properties._cases import Case, Labels
    from clusterdiff.properties._subject import Subject

_MEILA = "Meilă 2007"


@axiom(f"{_MEILA}, sec. 4", pairs, sample=samples.two)
def non_negative(s: Subject, a: Labels, b: Labels) -> Claim:
    """No distance is below 0: d(a, b) ≥ 0."""
    return Claim(s.distance(a, b), "≥", 0.0, "d(a, b)", "0")


@axiom(f"{_MEILA}, sec. 4", pairs, sample=samples.two)
def zero_only_on_equal(s: Subject, a: Labels, b: Labels) -> Claim:
    """The distance is 0 for equal clusterings and more than 0 for all others."""
    return Claim(s.distance(a, b), "=" if relabel(a) == relabel(b) else ">", 0.0, "d(a, b)", "0")


@axiom(f"{_MEILA}, sec. 4; Wu et al. 2009, P1", pairs, sample=samples.two, describes=True)
def symmetric(s: Subject, a: Labels, b: Labels) -> Claim:
    """Exchanging the clusterings changes nothing: v(a, b) = v(b, a)."""
    return Claim(s.value(a, b), "=", s.value(b, a), "v(a, b)", "v(b, a)")


def _triangles(s: Subject, n: int) -> tuple[int, list[Case]]:
    """All triples at once: d(a, c) against d(a, b) + d(b, c), a one per shape."""
    d, every = s.square(n, s.distance), everything(n)
    clusters = np.array([max(labels) + 1 for labels in every])
    starts = s.firsts(n) if s.by_table else list(range(len(every)))
    bad: list[Case] = []
    for a in starts:
        around = d[a][:, None] + d
        over = np.argwhere(~(d[a][None, :] <= around + TOLERANCE * np.maximum(1, np.minimum(np.abs(d[a]), np.abs(around)))))
        if len(over):
            simple = over[np.argsort(clusters[over].sum(axis=1), kind="stable")[:50]]
            bad += [(every[a], every[b], every[c]) for b, c in simple]
    return len(starts) * len(every) ** 2, bad


def triples(n: int) -> Iterator[Case]:
    """Every three clusterings, up to the order of elements."""
    return ((a, b, c) for a in shapes(n) for b in everything(n) for c in everything(n))


@axiom(f"{_MEILA}, sec. 4", triples, sample=samples.three, scan=_triangles)
def triangle_inequality(s: Subject, a: Labels, b: Labels, c: Labels) -> Claim:
    """No detour is shorter: d(a, c) ≤ d(a, b) + d(b, c)."""
    return Claim(s.distance(a, c), "≤", s.distance(a, b) + s.distance(b, c), "d(a, c)", "d(a, b) + d(b, c)")


@axiom(f"{_MEILA}, sec. 4; Wu et al. 2009, P2", pairs, sample=samples.two, describes=True)
def n_invariant(s: Subject, a: Labels, b: Labels) -> Claim:
    """Repeating every element changes nothing.

    Two and three copies are tried, and the one further off is shown.
    """
    value = s.value(a, b)
    twice, thrice = s.value(a * 2, b * 2), s.value(a * 3, b * 3)
    if abs(twice - value) >= abs(thrice - value) or thrice != thrice:  # noqa: PLR0124
        return Claim(value, "=", twice, "v(a, b)", "v(a twice, b twice)")
    return Claim(value, "=", thrice, "v(a, b)", "v(a thrice, b thrice)")


@axiom(f"{_MEILA}, sec. 4", pairs, sample=samples.two)
def bounded_by_log_n(s: Subject, a: Labels, b: Labels) -> Claim:
    """No distance exceeds log₂ n."""
    return Claim(s.distance(a, b), "≤", log2(len(a)), "d(a, b)", "log₂ n")


def _shared(a: Labels, b: Labels) -> list[int]:
    """The elements of the clusters that a and b have in common."""
    size_a, size_b, cells = Counter(a), Counter(b), Counter(zip(a, b, strict=True))
    return [e for e, (i, j) in enumerate(zip(a, b, strict=True)) if size_a[i] == size_b[j] == cells[i, j]]


def _with_shared(a: Labels, shared: list[int], *, together: bool) -> Labels:
    new = list(a)
    for k, e in enumerate(shared):
        new[e] = len(a) + (0 if together else k)
    return relabel(new)


@axiom(f"{_MEILA}, sec. 4", pairs, sample=samples.two)
def local(s: Subject, a: Labels, b: Labels) -> Claim | None:
    """Clusters that both have do not matter: clustering their elements otherwise, but alike, changes no distance.

    Meilă states it for splitting one cluster; here for every pair. The common elements are put into one cluster,
    and into singletons; of the two the one further off is shown.
    """
    shared = _shared(a, b)
    if len(shared) < 2:  # noqa: PLR2004
        return None
    here = s.distance(a, b)
    others = [(_with_shared(a, shared, together=t), _with_shared(b, shared, together=t)) for t in (True, False)]
    there = [s.distance(x, y) for x, y in others]
    far = max((0, 1), key=lambda k: abs(there[k] - here))
    return Claim(here, "=", there[far], "d(a, b)", "d(a', b')", (("a'", others[far][0]), ("b'", others[far][1])))


@axiom(f"{_MEILA}, sec. 7, axiom M3", pairs, sample=samples.two)
def local_unscaled(s: Subject, a: Labels, b: Labels) -> Claim | None:
    """Clusters that both have may be left out: d(a, b) = d(a', b') without their elements.

    Meilă asks it of Mirkin's distance "in terms of" its invariant form, which needs a factor (n'/n)² (erratum 7).
    """
    shared = set(_shared(a, b))
    if not 0 < len(shared) < len(a):
        return None
    x, y = (relabel(label for e, label in enumerate(labels) if e not in shared) for labels in (a, b))
    return Claim(s.distance(a, b), "=", s.distance(x, y), "d(a, b)", "d(a', b')", (("a'", x), ("b'", y)))


def _weighted(s: Subject, a: Labels, b: Labels, power: int) -> Claim | None:
    inside = parts(join(a, b), a, b)
    if len(inside) < 2:  # noqa: PLR2004
        return None
    total = sum((len(x) / len(a)) ** power * s.distance(x, y) for x, y in inside)
    weight = "n_k/n" if power == 1 else "(n_k/n)²"
    return Claim(s.distance(a, b), "=", total, "d(a, b)", f"Σ {weight}·d(a_k, b_k)")


@axiom(f"{_MEILA}, axiom A3; Wu et al. 2009, P3", pairs, sample=samples.two)
def convex_additive(s: Subject, a: Labels, b: Labels) -> Claim | None:
    """Over parts that no cluster crosses, distances add by share of elements: d(a, b) = Σ n_k/n · d(a_k, b_k).

    The parts are the clusters of the join; for coarser parts it follows.
    """
    return _weighted(s, a, b, 1)


@axiom(f"{_MEILA}, sec. 7, axiom A3.M", pairs, sample=samples.two)
def convex_additive_squared(s: Subject, a: Labels, b: Labels) -> Claim | None:
    """Over parts that no cluster crosses, distances add by share of pairs: d(a, b) = Σ (n_k/n)² · d(a_k, b_k)."""
    return _weighted(s, a, b, 2)


@axiom(f"{_MEILA}, sec. 4", chains, sample=samples.chain)
def additive_under_composition(s: Subject, a: Labels, b: Labels, c: Labels) -> Claim | None:
    """Along refinements distances add: d(a, c) = d(a, b) + d(b, c) where c refines b and b refines a."""
    if not samples.is_chain(a, b, c):
        return None
    return Claim(s.distance(a, c), "=", s.distance(a, b) + s.distance(b, c), "d(a, c)", "d(a, b) + d(b, c)")


def _singles(n: int) -> Iterator[Case]:
    return ((a,) for a in shapes(n))


@axiom(f"{_MEILA}, axiom A1", _singles, sample=samples.one)
def collinear_through_top_and_bottom(s: Subject, a: Labels) -> Claim:
    """Every clustering lies between one cluster and singletons: d(top, a) + d(a, bottom) = d(top, bottom)."""
    high, low = top(len(a)), bottom(len(a))
    return Claim(s.distance(high, a) + s.distance(a, low), "=", s.distance(high, low), "d(top, a) + d(a, bottom)", "d(top, bottom)")


@axiom(f"{_MEILA}, axiom A2", pairs, sample=samples.two)
def collinear_through_meet(s: Subject, a: Labels, b: Labels) -> Claim:
    """The meet lies between any two: d(a, b) = d(a, a∧b) + d(a∧b, b)."""
    low = meet(a, b)
    return Claim(s.distance(a, b), "=", s.distance(a, low) + s.distance(low, b), "d(a, b)", "d(a, a∧b) + d(a∧b, b)", (("a∧b", low),))


def _even(n: int) -> Iterator[Case]:
    return ((tuple(i * k // n for i in range(n)),) for k in range(1, n + 1) if n % k == 0)


def _is_even(a: Labels) -> bool:
    return len(set(Counter(a).values())) == 1


@axiom(f"{_MEILA}, axiom A4", _even)
def scale_log_k(s: Subject, a: Labels) -> Claim | None:
    """From one cluster to K equal ones it is log₂ K: d(top, a) = log₂ K."""
    return Claim(s.distance(top(len(a)), a), "=", log2(max(a) + 1), "d(top, a)", "log₂ K") if _is_even(a) else None


@axiom(f"{_MEILA}, sec. 7, axiom A4.M", _even)
def scale_one_less_one_over_k(s: Subject, a: Labels) -> Claim | None:
    """From one cluster to K equal ones it is 1 - 1/K: d(top, a) = 1 - 1/K."""
    return Claim(s.distance(top(len(a)), a), "=", 1 - 1 / (max(a) + 1), "d(top, a)", "1 - 1/K") if _is_even(a) else None


def _step_away(a: Labels, b: Labels) -> bool:
    """Whether b is a with one cluster split in two, or two merged."""
    return abs(max(a) - max(b)) == 1 and meet(a, b) in {relabel(a), relabel(b)}


@axiom(f"{_MEILA}, sec. 4.3", _singles)
def nearest_is_split_or_merge(s: Subject, a: Labels) -> Claim | None:
    """Nothing is nearer to a than the nearest of the clusterings with one cluster split or two merged."""
    others = [b for b in everything(len(a)) if b != a]
    if not others:
        return None
    near = min(others, key=lambda b: s.distance(a, b))
    step = min((b for b in others if _step_away(a, b)), key=lambda b: s.distance(a, b))
    return Claim(s.distance(a, near), "≥", s.distance(a, step), "d(a, a')", "d(a, a″)", (("a'", near), ("a″", step)))


PROPERTIES: tuple[Property, ...] = (
    non_negative, zero_only_on_equal, symmetric, triangle_inequality, n_invariant, bounded_by_log_n, local, local_unscaled, convex_additive,
    convex_additive_squared, additive_under_composition, collinear_through_top_and_bottom, collinear_through_meet, scale_log_k,
    scale_one_less_one_over_k, nearest_is_split_or_merge,
)  # fmt: skip
