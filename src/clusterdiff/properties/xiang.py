"""Xiang et al. 2012: normalisation, sums over components and cells, and consistency.

Throughout S is the similarity view: the value of a similarity, 1 - d for a distance. The paper itself was not at
hand: the definitions are those of our catalogue and errata, and where they are our reading the note says so.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.properties import _samples as samples
from clusterdiff.properties._cases import Labels, canonical, chains, everything, join, pairs, parts, relabel, shapes
from clusterdiff.properties._property import Claim, Property, axiom
from clusterdiff.properties._subject import TOLERANCE, Subject

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from clusterdiff.measures import Measure
    from clusterdiff.properties._cases import Case

    Floats = NDArray[np.float64]

_XIANG = "Xiang et al. 2012"


@axiom(f"{_XIANG}, sec. 5.1", pairs, sample=samples.two)
def normalized(s: Subject, a: Labels, b: Labels) -> Claim:
    """The similarity lies between 0 and 1 and is 1 for equal clusterings only."""
    value = s.similarity(a, b)
    if relabel(a) == relabel(b):
        return Claim(value, "=", 1.0, "S(a, b)", "1")
    return Claim(value, "≥", 0.0, "S(a, b)", "0") if value < 0 else Claim(1.0, ">", value, "1", "S(a, b)")


class Extremes(NamedTuple):
    """The least similarity, one pair that has it, and the best similarity of two different clusterings."""

    least: float
    where: tuple[Labels, Labels]
    next_to_best: float


def extremes(measure: str | Measure | Subject | Callable[[Any, Any], float], n: int) -> Extremes:
    """The range of a similarity over all pairs of n elements (Xiang et al., table 2).

    >>> extremes("nvd", 4)
    Extremes(least=0.5, where=((0, 0, 1, 1), (0, 1, 0, 1)), next_to_best=0.875)
    """
    s = measure if isinstance(measure, Subject) else Subject(measure)
    least, where = min(((s.similarity(a, b), (a, b)) for a, b in pairs(n)), key=lambda item: item[0])
    others = [s.similarity(a, b) for a, b in pairs(n) if relabel(a) != relabel(b)]
    return Extremes(least, where, max(others, default=1.0))


def _shapes_of_two(n: int) -> Iterator[Case]:
    return ((a,) for a in shapes(n) if n > 1)


@axiom(f"{_XIANG}, prop. 5.1", _shapes_of_two)
def conditionally_normalized(s: Subject, a: Labels) -> Claim:
    """Against every clustering a of two or more elements the similarity reaches from 0 to 1, and is 1 at a only.

    Our reading of "conditionally": for each given a, over all b.
    """
    others = [b for b in everything(len(a)) if b != a]
    best = max(others, key=lambda b: s.similarity(a, b))
    worst = min(others, key=lambda b: s.similarity(a, b))
    if not s.similarity(a, best) < 1 - TOLERANCE:
        return Claim(1.0, ">", s.similarity(a, best), "1", "max S(a, b)", (("b", best),))
    return Claim(s.similarity(a, worst), "=", 0.0, "min S(a, b)", "0", (("b", worst),))


class _Fit(NamedTuple):
    """A linear model of the value, the same for all measures but for what it is fitted to."""

    places: dict[Any, int]
    values: Floats
    fitted: Floats


def _fitted(design: Floats, values: Floats) -> Floats:
    out: Floats = design @ np.linalg.lstsq(design, values, rcond=None)[0]
    return out


def _join_fit(s: Subject, n: int) -> _Fit:
    """v(a, b) = Σ_J w(|J|)·v(a_J, b_J) + b(|J|) over the parts of the join, w and b free."""
    if ("join", n) not in s.memo:
        places = {canonical(a, b): k for k, (a, b) in enumerate(pairs(n))}
        design = np.zeros((len(places), 2 * n))
        for k, (a, b) in enumerate(pairs(n)):
            inside = parts(join(a, b), a, b)
            for x, y in inside if len(inside) > 1 else ():
                design[k, len(x) - 1] += s.value(x, y)
                design[k, n + len(x) - 1] += 1
        values = np.array([s.value(a, b) if design[k].any() else 0.0 for k, (a, b) in enumerate(pairs(n))])
        s.memo["join", n] = _Fit(places, values, _fitted(design, values) if np.isfinite(design).all() else np.full(len(values), np.nan))
    fit: _Fit = s.memo["join", n]
    return fit


@axiom(f"{_XIANG}, sec. 3, table 1", pairs)
def join_weighted(s: Subject, a: Labels, b: Labels) -> Claim | None:
    """The value is a sum over the parts of the join: v(a, b) = Σ_J w(|J|, n)·v(a_J, b_J) + b(|J|, n).

    Any weights w and offsets b that depend on sizes alone will do: they are fitted by least squares for each n, and
    where it fails the fit is shown.
    """
    if len(set(join(a, b))) < 2:  # noqa: PLR2004
        return None
    fit = _join_fit(s, len(a))
    k = fit.places[canonical(a, b)]
    return Claim(fit.values[k], "=", fit.fitted[k], "v(a, b)", "Σ w·v(a_J, b_J) + b, best fit")


def _cuts(a: Labels, b: Labels) -> Counter[Any]:
    """The cells by how b cuts their cluster of a and a cuts their cluster of b, weighted by elements."""
    cells = Counter(zip(a, b, strict=True))
    rows = {i: tuple(sorted(count for (x, _), count in cells.items() if x == i)) for i in set(a)}
    cols = {j: tuple(sorted(count for (_, y), count in cells.items() if y == j)) for j in set(b)}
    out: Counter[Any] = Counter()
    for (i, j), count in cells.items():
        out[rows[i], cols[j]] += count
    return out


@lru_cache(maxsize=16)
def _meet_design(n: int) -> tuple[dict[Any, int], list[tuple[Labels, Labels]], Floats]:
    """Share of elements in each kind of cell, for all tables of up to n elements; an orthonormal basis of it."""
    both = [pair for m in range(1, n + 1) for pair in pairs(m)]
    kinds: dict[Any, int] = {}
    shares = [{kinds.setdefault(kind, len(kinds)): count / len(a) for kind, count in _cuts(a, b).items()} for a, b in both]
    design = np.zeros((len(both), len(kinds)))
    for k, share in enumerate(shares):
        design[k, list(share)] = list(share.values())
    left, scale, _ = np.linalg.svd(design, full_matrices=False)
    return {canonical(a, b): k for k, (a, b) in enumerate(both)}, both, left[:, scale > TOLERANCE]


def _meet_fit(s: Subject, n: int) -> _Fit:
    if ("meet", n) not in s.memo:
        places, both, basis = _meet_design(n)
        values = np.array([s.value(a, b) for a, b in both])
        finite = np.isfinite(values).all()
        s.memo["meet", n] = _Fit(places, values, basis @ (basis.T @ values) if finite else np.full(len(values), np.nan))
    fit: _Fit = s.memo["meet", n]
    return fit


@axiom(f"{_XIANG}, sec. 4, eq. 4", pairs)
def meet_weighted(s: Subject, a: Labels, b: Labels) -> Claim:
    """The value is a mean over elements: v(a, b) = Σ n_ij/n · f(how b cuts a_i, how a cuts b_j).

    Any function f of the two lists of part sizes will do, one for all n: it is fitted by least squares over all
    tables of up to n elements, and where it fails the fit is shown.
    """
    fit = _meet_fit(s, len(a))
    k = fit.places[canonical(a, b)]
    return Claim(fit.values[k], "=", fit.fitted[k], "v(a, b)", "Σ n_ij/n·f, best fit")


@lru_cache(maxsize=16)
def _variants(n: int) -> tuple[tuple[Labels, Labels, Labels], ...]:
    """Pairs of clusterings compared with a that differ within the first m < n elements only."""
    return tuple(
        (relabel(a + rest), relabel(b + rest), relabel(c + rest))
        for m in range(2, n)
        for a in shapes(m)
        for k, b in enumerate(everything(m))
        for c in everything(m)[:k]
        for rest in dict.fromkeys([(m,) * (n - m), tuple(range(m, n))])
    )


def _differing(a: Labels, b: Labels, c: Labels) -> list[int]:
    """The parts of the join of all three in which b and c differ."""
    whole = join(join(a, b), c)
    inside = {k: [e for e, own in enumerate(whole) if own == k] for k in set(whole)}
    return [e for own in inside.values() if relabel(b[e] for e in own) != relabel(c[e] for e in own) for e in own]


@axiom(f"{_XIANG}, sec. 4", _variants, sample=samples.three)
def subcomponent_consistent(s: Subject, a: Labels, b: Labels, c: Labels) -> Claim | None:
    """If b and c differ only in some components, and there b is no worse than c, then b is no worse than c as a whole.

    Our reading of consistency: the whole is a non-decreasing function of the score of each component.
    """
    inside = _differing(a, b, c)
    if len(inside) in {0, len(a)}:
        return None
    x, y, z = (relabel(labels[e] for e in inside) for labels in (a, b, c))
    here, there = s.distance(x, y), s.distance(x, z)
    sides = (s.distance(a, b), s.distance(a, c), "d(a, b)", "d(a, c)")
    if abs(here - there) <= TOLERANCE or here == there:
        return Claim(sides[0], "=", *sides[1:], (("a'", x), ("b'", y), ("c'", z)))
    return Claim(sides[0], "≤" if here < there else "≥", *sides[1:], (("a'", x), ("b'", y), ("c'", z)))


def _series(n: int) -> Iterator[Case]:
    for a, b, c in chains(n):
        yield a, b, c
        yield c, b, a


@axiom(f"{_XIANG}, fig. 3", _series, sample=samples.chain_either_way)
def decreasing_along_worsening_series(s: Subject, a: Labels, b: Labels, c: Labels) -> Claim | None:
    """Splitting on, or merging on, never makes it better: d(a, b) ≤ d(a, c) for a ≥ b ≥ c and for a ≤ b ≤ c.

    The series of figure 3, which halve or merge clusters step by step, are among these.
    """
    if not (samples.is_chain(a, b, c) or samples.is_chain(c, b, a)):
        return None
    return Claim(s.distance(a, b), "≤", s.distance(a, c), "d(a, b)", "d(a, c)")


PROPERTIES: tuple[Property, ...] = (
    normalized,
    conditionally_normalized,
    join_weighted,
    meet_weighted,
    subcomponent_consistent,
    decreasing_along_worsening_series,
)
