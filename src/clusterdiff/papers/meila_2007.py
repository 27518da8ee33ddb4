"""Meilă 2007: Comparing clusterings—an information based distance."""

from __future__ import annotations

from math import log2
from typing import Any

import numpy as np

import clusterdiff as cd
from clusterdiff.papers._report import Paper, Section, claim, number
from clusterdiff.plots import plot_lattice, plot_series


def separated(k: int) -> cd.Table:
    """Maximally separated clusterings (fig. 3): K × K cells of one size."""
    return cd.Table.from_matrix(np.full((k, k), 10**6))


def perturbed(k: int, moved: int, *, spread: bool) -> cd.Table:
    """K clusters of 10000, of each some moved to the next cluster, or spread evenly over all others (fig. 1)."""
    table = np.diag(np.full(k, 10_000 - moved))
    for i in range(k):
        if spread:
            table[i] += np.where(np.arange(k) == i, 0, moved // (k - 1))
        else:
            table[i, (i + 1) % k] += moved
    return cd.Table.from_matrix(table)


def _figure_1() -> Section:
    k, moved = 5, 1000
    near, wide = perturbed(k, moved, spread=False), perturbed(k, moved, spread=True)
    blind = {name: (cd.measure(name).on(near), cd.measure(name).on(wide)) for name in ("invariant_van_dongen", "classification_error")}
    gap = cd.variation_of_information(wide) - cd.variation_of_information(near)
    checks = [claim(f"{name} cannot tell the two apart", x == y, f"{x:.3f} = {y:.3f}") for name, (x, y) in blind.items()]
    f = moved / 10_000
    checks.append(number("VI(C, C'') - VI(C, C') = 2f·log(K-1)", 2 * f * log2(k - 1), gap, 9))
    small = cd.Table.from_matrix([[100], [100], [9800]])
    checks.append(number("L(C', C) of section 2.2, f = 0.01", 0.333267, cd.larsen_aone(small), 6, "misprint: two small clusters give 2f/(1+f) each"))
    return Section("Figure 1: moved to the next cluster, or spread over all", tuple(checks))


def _figure_3() -> Section:
    ks = range(2, 11)
    found = {k: separated(k) for k in ks}
    checks = []
    for k in (2, 5, 10):
        t = found[k]
        checks += [
            number(f"VI⁰, K = {k}: 2·log K", 2 * log2(k), cd.variation_of_information(t), 9),
            number(f"D⁰, K = {k}: 1 - 1/K", 1 - 1 / k, cd.invariant_van_dongen(t), 9),
            number(f"M⁰, K = {k}: 2/K - 1/K²", 2 / k - 1 / k**2, cd.mirkin_invariant(t), 6, "misprint: 2/K - 2/K²"),
            number(f"AR⁰, K = {k}: 0", 0.0, cd.adjusted_rand_asymptotic(t), 9),
        ]
    checks.append(number("Jaccard, K = 2", 0.13, cd.jaccard(found[2]), 2, "misprint: 1/(2K - 1) for large n"))
    checks.append(number("Jaccard, K = 5", 0.02, cd.jaccard(found[5]), 2, "misprint: 1/(2K - 1) for large n"))

    def draw(ax: Any) -> Any:
        series = {
            "VI⁰ / 2 log 10": [cd.variation_of_information(found[k]) / (2 * log2(10)) for k in ks],
            "D⁰": [cd.invariant_van_dongen(found[k]) for k in ks],
            "M⁰": [cd.mirkin_invariant(found[k]) for k in ks],
            "AR⁰": [cd.adjusted_rand_asymptotic(found[k]) for k in ks],
        }
        return plot_series(ks, series, ax=ax, xlabel="K", ylabel="distance of maximally separated clusterings")

    return Section("Figure 3: maximally separated clusterings", tuple(checks), {"figure-3": draw})


def _lattice() -> Section:
    every = list(cd.Partition.all(4))
    vi = cd.variation_of_information
    top, bottom = cd.Partition.top(4), cd.Partition.bottom(4)
    straight = all(abs(vi(top, p) + vi(p, bottom) - vi(top, bottom)) < 1e-12 for p in every)  # noqa: PLR2004
    meets = all(abs(vi(p, p & q) + vi(p & q, q) - vi(p, q)) < 1e-12 for p in every for q in every)  # noqa: PLR2004
    joins = [(p, q) for p in every for q in every if vi(p, p | q) + vi(p | q, q) > vi(p, q) + 1e-9]
    checks = (
        claim("every partition lies on a straight line from top to bottom (A1)", straight),
        claim("the meet lies between any two (A2)", meets),
        claim("the join need not", bool(joins), f"{len(joins)} of {len(every) ** 2} pairs are shorter than the way through their join"),
        claim("VI(top, bottom) = log n", abs(vi(top, bottom) - 2) < 1e-12),  # noqa: PLR2004
    )
    return Section("Figure 6: the lattice of four elements", checks, {"figure-6": lambda ax: plot_lattice(every, ax=ax)})


def _properties() -> Section:
    every = list(cd.Partition.all(5))
    vi = cd.variation_of_information
    d = np.array([[vi(p, q) for q in every] for p in every])
    n = 5
    smallest = d[~np.eye(len(every), dtype=bool)].min()
    scaled = [abs(vi(list(p.codes) * 3, list(q.codes) * 3) - vi(p, q)) for p in every for q in every[:10]]
    split = vi([0] * 6 + [1] * 4, [0] * 4 + [2] * 2 + [1] * 4)
    exact = 0.6 * cd.entropy([0] * 4 + [1] * 2)
    sums = max(abs(cd.decompose("vi", p, q).total - vi(p, q)) for p in every for q in every[:10])
    checks = (
        claim("Property 1: a metric", bool((d[:, None] <= d[:, :, None] + d[None] + 1e-12).all() and np.allclose(d, d.T, atol=1e-12))),
        claim("Property 2: depends on shares only, not on n", max(scaled) < 1e-12),  # noqa: PLR2004
        claim("Property 3: VI ≥ 2/n between different clusterings", bool(smallest >= 2 / n - 1e-12), f"{smallest:.4f} ≥ {2 / n:.4f}"),
        claim("Property 4: VI ≤ log n", bool(d.max() <= log2(n) + 1e-12)),
        number("Property 7: a split of cluster k costs n_k/n · H(split)", exact, split, 12),
        claim("Property 9: VI is the sum over the clusters of the join, weighted by their share", sums < 1e-12),  # noqa: PLR2004
    )
    return Section("Properties of the variation of information, all partitions of five elements", checks)


PAPER = Paper("meila-2007", "Meilă 2007", (_figure_1, _figure_3, _lattice, _properties))
