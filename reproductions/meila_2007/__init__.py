"""Meilă 2007: Comparing clusterings—an information based distance."""

from __future__ import annotations

from math import log2
from typing import Any

import numpy as np

import clusterdiff as cd
from reproductions.meila_2007.axioms import axioms, properties
from reproductions.meila_2007.separated import figure_3, largest_gap
from reproductions.meila_2007.splits import splits_and_merges
from reproductions._report import EXACT, Check, Paper, Section, addition, claim, misprint, number
from clusterdiff.plots import plot_lattice, plot_series

EACH = 10_000  # elements of each cluster of figure 1
EQUAL = (0, 0, 1, 1, 1, 2)
MOVED = range(200, 5_000, 400)  # of these moved: less than half, and a multiple of K - 1


def perturbed(k: int, moved: int, *, spread: bool) -> cd.Table:
    """K clusters of 10000, of each some moved to the next cluster, or spread evenly over all others (fig. 1)."""
    table = np.diag(np.full(k, EACH - moved))
    for i in range(k):
        if spread:
            table[i] += np.where(np.arange(k) == i, 0, moved // (k - 1))
        else:
            table[i, (i + 1) % k] += moved
    return cd.Table.from_matrix(table)


def larsen_example(thousandths: int) -> cd.Table:
    """Section 2.2: C' has two clusters of a share f and one of the rest, C one cluster; C' is the reference."""
    return cd.Table.from_matrix([[thousandths], [thousandths], [1000 - 2 * thousandths]])


def _blind(near: list[cd.Table], wide: list[cd.Table], shares: list[float]) -> tuple[list[Check], list[float]]:
    """That D, H and L cannot tell the perturbations apart, and how far they are from their closed forms."""
    forms = {"invariant_van_dongen": ("D", shares), "classification_error": ("H", shares), "larsen_aone": ("L", [1 - f for f in shares])}
    checks: list[Check] = []
    errors = []
    for name, (label, exact) in forms.items():
        first, second = ([cd.measure(name).on(t) for t in tables] for tables in (near, wide))
        errors += [largest_gap(first, exact), largest_gap(second, exact)]
        checks.append(
            claim(f"{label} cannot tell the two apart", largest_gap(first, second) < EXACT, f"{first[2]:.4f} and {second[2]:.4f} at f = 0.1")
        )
    return checks, errors


def _gap_of_vi(to_next: list[float], to_all: list[float], gaps: list[float]) -> tuple[Check, ...]:
    """What spreading adds to the distance, with the names of the caption and of the text."""
    return (
        claim(
            "VI(C, C'') = VI(C, C') + 2f·log(K-1)",
            largest_gap(to_all, [x + g for x, g in zip(to_next, gaps, strict=True)]) < EXACT,
            f"{to_all[2]:.4f} = {to_next[2]:.4f} + {gaps[2]:.4f} at f = 0.1",
        ),
        misprint(
            "the same with C' and C'' named as in the body of sec. 2.2, f = 0.1",
            gaps[2],
            to_next[2] - to_all[2],
            -gaps[2],
            "the body exchanges C' and C''; the caption's naming is right",
        ),
    )


def _figure_1() -> Section:
    k = 5
    shares = [moved / EACH for moved in MOVED]
    near, wide = ([perturbed(k, moved, spread=spread) for moved in MOVED] for spread in (False, True))
    checks, errors = _blind(near, wide, shares)
    to_next, to_all = ([cd.variation_of_information(t) for t in tables] for tables in (near, wide))
    gaps = [2 * f * log2(k - 1) for f in shares]
    errors.append(largest_gap(to_next, [-2 * (f * log2(f) + (1 - f) * log2(1 - f)) for f in shares]))
    checks += [
        *_gap_of_vi(to_next, to_all, gaps),
        addition(
            "D and H are f for both, L is 1 - f, and VI(C, C') = 2·h(f), h the binary entropy",
            max(errors) < EXACT,
            f"at {len(shares)} values of f, error at most {max(errors):.0e}",
        ),
    ]

    def draw(ax: Any) -> Any:
        series = {
            "VI(C, C''), spread over all": to_all,
            "VI(C, C'), to the next": to_next,
            "L, both": [1 - f for f in shares],
            "D and H, both": shares,
        }
        return plot_series(shares, series, ax=ax, xlabel="share f of each cluster that is moved", ylabel="value (VI in bits)")

    return Section(
        "Figure 1: moved to the next cluster, or spread over all",
        tuple(checks),
        {"figure-1": draw},
        "Five clusters of 10000 elements; D is van Dongen's distance in its invariant form, H the classification error, "
        "L the index of Larsen and Aone. The paper's K, n and f are not on record: the statements hold for all f below 1/2.",
    )


def _section_2() -> Section:
    f, small = 0.01, larsen_example(10)
    exact = (4 * f / (1 + f) + (1 - 2 * f) / (1 - f)) / 3
    limit = cd.larsen_aone(cd.Table.from_matrix([[1], [1], [10**9]]))
    checks = (
        misprint("H of equal clusterings", 1.0, cd.classification_error(EQUAL, EQUAL), 0.0, "eq. (10) gives 0; the text describes 1 - H", 1),
        misprint("H of the example, f = 0.01: 1 - 2f", 1 - 2 * f, cd.classification_error(small), 2 * f, "eq. (10) gives 2f; the text, 1 - H", 2),
        misprint("L(C', C), f = 0.01", 0.333267, cd.larsen_aone(small), exact, "two small clusters: (4f/(1+f) + (1-2f)/(1-f))/3 is right", 6),
        number("L(C', C) for f → 0", 1 / 3, limit, 6),
    )
    return Section("Section 2.2: the example of Larsen's index", checks)


def _lattice() -> Section:
    every = list(cd.Partition.all(4))
    d = {(p, q): cd.variation_of_information(p, q) for p in every for q in every}
    top, bottom = cd.Partition.top(4), cd.Partition.bottom(4)
    straight = max(abs(d[top, p] + d[p, bottom] - d[top, bottom]) for p in every)
    meets = max(abs(d[p, p & q] + d[p & q, q] - d[p, q]) for p in every for q in every)
    chains = [(p, q, r) for p in every for q in every if q <= p for r in every if r <= q]
    bent = max(abs(d[p, q] + d[q, r] - d[p, r]) for p, q, r in chains)
    joins = [(p, q) for p in every for q in every if d[p, p | q] + d[p | q, q] > d[p, q] + EXACT]
    steps = sorted({round(d[p, q], 4) for p in every for q in p.splits()})
    checks = (
        claim("every partition lies on a straight line from top to bottom (A1)", straight < EXACT, f"all {len(every)}, error at most {straight:.0e}"),
        claim("the meet lies on a straight line between any two (A2)", meets < EXACT, f"all {len(every) ** 2} pairs, error at most {meets:.0e}"),
        claim("every way down is straight", bent < EXACT, f"all {len(chains)} chains of three, error at most {bent:.0e}"),
        addition(
            "the join need not lie between", bool(joins), f"{len(joins)} of {len(every) ** 2} pairs are shorter than the way through their join"
        ),
        addition(
            "edges have the lengths of the splits 4 → 3+1, 4 → 2+2, 3 → 2+1 and 2 → 1+1",
            steps == sorted(round(share * h, 4) for share, h in ((1, 0.811278), (1, 1), (0.75, 0.918296), (0.5, 1))),
            ", ".join(map(str, steps)),
        ),
        number("VI(top, bottom) = log n", 2.0, d[top, bottom], 12),
    )

    def draw(ax: Any) -> Any:
        ax.figure.set_size_inches(9, 6.5)
        three, two, last = cd.Partition([0, 0, 0, 1]), cd.Partition([0, 1, 1, 0]), cd.Partition([0, 1, 1, 1])
        paths = [[top, three, three & cd.Partition([0, 0, 1, 1]), bottom], [last, last & two, two]]
        return plot_lattice(every, paths=paths, ax=ax)

    return Section(
        "Figure 6: the lattice of four elements",
        checks,
        {"figure-6": draw},
        "Edges carry their VI. Bold: a straight line from top to bottom, and one through a meet.",
    )


PAPER = Paper("meila-2007", "Meilă 2007", (_figure_1, _section_2, figure_3, splits_and_merges, _lattice, properties, axioms))
