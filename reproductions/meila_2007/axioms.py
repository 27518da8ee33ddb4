"""Meilă 2007, section 7 and appendix: the axioms, Property 10 to Property 13, and M1 to M4.

For a fixed number of elements the axioms are linear equations in the values d(C, C'). Whether they
have one solution, or none, is therefore decided by linear algebra.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, product
from math import inf, log2
from typing import TYPE_CHECKING, Literal

import numpy as np
from scipy.optimize import linprog

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim, misprint, refuted
from reproductions._small import (
    bottom,
    inside,
    measure,
    meet,
    pairs,
    partitions,
    refines,
    shapes,
    top,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from reproductions._small import Labels

_LARGEST = 4  # elements up to which the equations are solved
_SOLVED = 1e-9
_NARROW = 0.01
Scale = Literal["log", "mirkin"]


@cache
def _places() -> dict[tuple[Labels, Labels], int]:
    """Return the unknowns: d(C, C') for all clusterings of up to 4 elements."""
    every = [(a, b) for n in range(1, _LARGEST + 1) for a in partitions(n) for b in partitions(n)]
    return {pair: place for place, pair in enumerate(every)}


def _is_uniform(a: Labels) -> bool:
    return len(set(Counter(a).values())) == 1


def equations(scale: Scale, power: int) -> tuple[np.ndarray, np.ndarray]:
    """A1, A2, A3 (`power` 1) or A3.M (2), and A4 ("log") or A4.M ("mirkin"), as linear equations."""
    place = _places()
    rows: list[dict[tuple[Labels, Labels], float]] = []
    right: list[float] = []

    def add(terms: list[tuple[Labels, Labels, float]], value: float = 0.0) -> None:
        row: dict[tuple[Labels, Labels], float] = {}
        for a, b, weight in terms:
            row[a, b] = row.get((a, b), 0.0) + weight
        rows.append(row)
        right.append(value)

    for a, b in place:
        n, low = len(a), meet(a, b)
        add([(a, b, 1), (a, low, -1), (b, low, -1)])  # A2
        if refines(b, a):
            add([(a, b, 1), *((x, y, -((len(x) / n) ** power)) for x, y in inside(a, a, b))])  # A3
        if a == top(n):
            add([(a, b, 1), (b, bottom(n), 1), (a, bottom(n), -1)])  # A1
            if _is_uniform(b):
                k = max(b) + 1
                add([(a, b, 1)], log2(k) if scale == "log" else 1 - 1 / k)  # A4
    matrix = np.zeros((len(rows), len(place)))
    for i, row in enumerate(rows):
        for pair, weight in row.items():
            matrix[i, place[pair]] = weight
    return matrix, np.array(right)


def _solved(item: str, what: str, scale: Scale, power: int, name: str) -> Check:
    """Return whether the equations have one solution, and whether that is the named measure."""
    matrix, right = equations(scale, power)
    solution, _, rank, _ = np.linalg.lstsq(matrix, right, rcond=None)
    left = float(np.abs(matrix @ solution - right).max())
    error = max(abs(solution[k] - measure(name)(a, b)) for (a, b), k in _places().items())
    shown = f"for up to {_LARGEST} elements {len(right)} equations of rank {rank} for {matrix.shape[1]} values; their solution is {name} (error {error:.0e})"
    return claim(item, what, rank == matrix.shape[1] and left < _SOLVED and error < _SOLVED, shown)


def _unsolvable() -> Check:
    matrix, right = equations("mirkin", 1)
    solution = np.linalg.lstsq(matrix, right, rcond=None)[0]
    left = float(np.abs(matrix @ solution - right).max())
    return claim(
        "Property 11",
        "no criterion satisfies A1, A2, A3 and A4.M",
        left > 1e-3,
        f"for up to {_LARGEST} elements the {len(right)} equations contradict each other (residual {left:.3f})",
    )


def keeps(name: str, power: int, scale: Callable[[int], float] | None) -> bool:
    """Whether a measure of the catalogue satisfies A1, A2, A3 (or A3.M) and a scale, n ≤ 5."""
    d = measure(name).distance
    for n in range(1, 6):
        whole = d(top(n), bottom(n))
        for a, b in pairs(n):
            low = meet(a, b)
            if abs(d(a, b) - d(a, low) - d(b, low)) > _SOLVED:
                return False
            parts = inside(a, a, b)
            if (
                refines(b, a)
                and abs(d(a, b) - sum((len(x) / n) ** power * d(x, y) for x, y in parts)) > _SOLVED
            ):
                return False
        for a in shapes(n):
            if abs(d(top(n), a) + d(a, bottom(n)) - whole) > _SOLVED:
                return False
            if scale and _is_uniform(a) and abs(d(top(n), a) - scale(max(a) + 1)) > _SOLVED:
                return False
    return True


@cache
def _candidates() -> list[str]:
    """The distances of the library, and the similarities that have one best value to subtract from."""
    found = []
    for name, m in cd.MEASURES.items():
        try:
            found += [name] if m.direction == "distance" or m.distance else []
        except cd.ClusterdiffError:  # the best value depends on the data, or there is none
            continue
    return found


def _catalogue(power: int, scale: Callable[[int], float] | None) -> list[str]:
    return [name for name in _candidates() if keeps(name, power, scale)]


def forced_scale(largest: int = 10**9) -> dict[int, tuple[float, float]]:
    """Return the least and the largest h(3) and h(5) that a non-decreasing h with h(KM) = h(K) + h(M), h(2) = 1 can have.

    h is fixed by its values at primes. The numbers 2^a·3^b·5^c up to `largest` in increasing order must have
    non-decreasing h = a + b·h(3) + c·h(5), which are linear constraints.
    """
    top = range(largest.bit_length())
    powers = sorted(
        (2**a * 3**b * 5**c, a, b, c)
        for a, b, c in product(top, repeat=3)
        if 2**a * 3**b * 5**c <= largest
    )
    steps = [(np.array(y[1:]) - np.array(x[1:])) for x, y in pairwise(powers)]
    matrix, right = -np.array([s[1:] for s in steps]), np.array([s[0] for s in steps])
    found = {}
    for place, prime in enumerate((3, 5)):
        cost = np.eye(2)[place]
        ends = [
            linprog(sign * cost, A_ub=matrix, b_ub=right, bounds=(0, None)).fun for sign in (1, -1)
        ]
        found[prime] = (float(ends[0]), -float(ends[1]))
    return found


def _lemma_14() -> Check:
    found = forced_scale()
    width = max(high - low for low, high in found.values())
    return claim(
        "Lemma 14, eq. 54 to 57",
        "h(KM) = h(K) + h(M) and h non-decreasing force h(n) = C·log n",
        all(low - _SOLVED <= log2(p) <= high + _SOLVED for p, (low, high) in found.items())
        and width < _NARROW,
        "; ".join(
            f"h({p})/h(2) can only be in [{low:.5f}, {high:.5f}], log {p} = {log2(p):.5f}"
            for p, (low, high) in found.items()
        )
        + f", by linear programming with the numbers 2^a·3^b·5^c up to 10⁹ (an interval narrower than {_NARROW} is taken for 'force')",
    )


def _appendix() -> list[Check]:
    """Return the slips of the proofs."""
    cases = [(np.array(a), np.array(b)) for n in range(1, 6) for a, b in pairs(n)]
    sums = [sum((a == k).mean() * cd.entropy(b[a == k]) for k in set(a.tolist())) for a, b in cases]
    given = [(cd.conditional_entropy(b, a), cd.conditional_entropy(a, b)) for a, b in cases]
    right, wrong = (
        max(abs(s - g[side]) for s, g in zip(sums, given, strict=True)) for side in (0, 1)
    )
    n, k = 4, 2
    forced, asked = (k - 1) / n, 1 - 1 / k
    return [
        refuted(
            "Eq. 46",
            "Σ n_k/n·H(C_k) = H(C given C')",
            wrong < EXACT,
            right < EXACT,
            f"up to {wrong:.3f} bits off for n ≤ 5; H(C' given C) is at most {right:.0e} off",
            "C_k is what C' induces on a cluster of C, so the sum is H(C' given C). The result is not affected.",
            "M7",
        ),
        refuted(
            "Proof of Property 11",
            "d(1̂, C) = (K - 1)/n contradicts A4",
            forced == log2(k),
            forced != asked,
            f"n = 4, K = 2: A1 to A3 force {forced:g}, A4.M asks for {asked:g}",
            "The axiom in question is A4.M, 1 - 1/K; likewise 'A5.H' in the proof of Property 13 is A4.H.",
            "M9",
        ),
    ]


def _tried() -> str:
    return f"of {len(_candidates())} distances of the library (n ≤ 5)"


def _property_10() -> list[Check]:
    """VI is the only criterion with A1 to A4; the scales of D_inv and M_inv."""
    only = _catalogue(1, log2)
    uniform = [(k, s) for k in range(1, 7) for s in (1, 2, 5)]
    ends = [([0] * (k * s), [e // s for e in range(k * s)], k) for k, s in uniform]
    d = max(abs(cd.invariant_van_dongen(a, b) - (1 - 1 / k) / 2) for a, b, k in ends)
    m = max(abs(cd.mirkin_invariant(a, b) - (1 - 1 / k)) for a, b, k in ends)
    return [
        _solved(
            "Property 10",
            "VI is the unique criterion with A1 to A4",
            "log",
            1,
            "variation_of_information",
        ),
        claim(
            "Property 10",
            "no other criterion has them",
            only == ["variation_of_information"],
            f"{_tried()}: {', '.join(only)}",
        ),
        claim(
            "Sec. 7",
            "D_inv(1̂, C_K^U) = ½(1 - 1/K)",
            d < EXACT,
            f"K = 1 to 6, error at most {d:.0e}",
        ),
        claim(
            "Sec. 7", "M_inv(1̂, C_K^U) = 1 - 1/K", m < EXACT, f"K = 1 to 6, error at most {m:.0e}"
        ),
    ]


def _properties_11_and_12() -> list[Check]:
    """What A4.M leaves, with A3 and with A3.M."""
    none, only = _catalogue(1, lambda k: 1 - 1 / k), _catalogue(2, lambda k: 1 - 1 / k)
    count = _tried()
    return [
        _unsolvable(),
        claim(
            "Property 11", "no criterion satisfies A1, A2, A3 and A4.M", not none, f"{count}: none"
        ),
        _solved(
            "Property 12",
            "M_inv is the unique criterion with A1, A2, A3.M and A4.M",
            "mirkin",
            2,
            "mirkin_invariant",
        ),
        claim(
            "Property 12",
            "no other criterion has them",
            only == ["mirkin_invariant"],
            f"{count}: {', '.join(only)}",
        ),
    ]


def _property_13() -> list[Check]:
    """What A1 to A3 leave with any scale."""
    scaled, count = _catalogue(1, None), _tried()
    bounded = [
        name
        for name in scaled
        if not callable(measure(name).bounds[1]) and measure(name).bounds[1] < inf
    ]
    return [
        claim(
            "Property 13",
            "A1 to A3 and A4.H leave VI up to a factor",
            scaled == ["variation_of_information"],
            f"{count}: {', '.join(scaled)}",
        ),
        _lemma_14(),
        claim(
            "Abstract",
            "nothing bounded is aligned to the lattice and convexly additive",
            not bounded,
            f"{count}: none",
        ),
    ]


def section_7() -> Section:
    """A1 to A4 and Properties 10 to 13."""
    checks = (*_property_10(), *_properties_11_and_12(), *_property_13(), *_appendix())
    return Section("Section 7 and appendix: the axioms, Properties 10 to 13", checks)


def mirkin_and_cherny() -> Section:
    """M1 to M4, the axioms of Mirkin and Cherny."""
    m = cd.mirkin_invariant
    every = partitions(5)
    d = np.array([[m(a, b) for b in every] for a in every])
    metric = (d[:, None] <= d[:, :, None] + d[None] + EXACT).all() and (
        (d == 0) == np.eye(len(d), dtype=bool)
    ).all()
    m2 = max(abs(m([0] * n, [0] * (n - 1) + [1]) - 2 * (n - 1) / n**2) for n in range(2, 30))
    m4 = max(abs(m(top(n), bottom(n)) - (n - 1) / n) for n in range(1, 30))
    a, b = np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2])
    differing = float(((a[:, None] == a) != (b[:, None] == b)).mean())
    checks = (
        claim("M1", "d is a metric", bool(metric), f"all {len(d) ** 3:,} triples of 5 elements"),
        claim(
            "M2",
            "d(1̂, {{i}, D∖{i}}) = 2(n - 1)/n²",
            m2 < EXACT,
            f"n = 2 to 29, error at most {m2:.0e}",
        ),
        misprint(
            "M3: d(C', C'') = d(C'_E, C''_E) for 0011 and 0012, E the last two",
            m(a[2:], b[2:]),
            m(a, b),
            differing,
            "True for the unscaled M. In terms of M_inv the right side needs the factor (n_E/n)², here 1/4.",
            "M8",
        ),
        claim("M4", "d(1̂, 0̂) = (n - 1)/n", m4 < EXACT, f"n = 1 to 29, error at most {m4:.0e}"),
    )
    return Section("Section 7: the axioms of Mirkin and Cherny", checks)
