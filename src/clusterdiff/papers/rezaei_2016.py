"""Rezaei & Fränti 2016: Set matching measures for external cluster validity."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

import numpy as np

import clusterdiff as cd
from clusterdiff.papers._report import Paper, Section, claim, missing, number
from clusterdiff.plots import plot_series

INDEXES = {"NMI": "nmi", "ARI": "ari", "1 - NVD": "NVD.similarity", "1 - CH": "CH.similarity", "purity": "purity", "PSI": "psi"}


def _curves(tables: list[cd.Table]) -> dict[str, list[float]]:
    return {label: [cd.measure(name).on(table) for table in tables] for label, name in INDEXES.items()}


def enlarged(moved: int) -> cd.Table:
    """Figure 11: three clusters of 1000; the first one of P takes `moved` elements from the second."""
    return cd.Table.from_matrix([[1000, moved, 0], [0, 1000 - moved, 0], [0, 0, 1000]])


def relabelled(moved: int) -> cd.Table:
    """Figure 15: three clusters of 1000; of each, `moved` elements go to the other two, half each."""
    half = moved // 2
    return cd.Table.from_matrix(np.full((3, 3), half) + np.diag([1000 - moved - half] * 3))


def _figure_10() -> Section:
    random = np.random.default_rng(0)
    a = np.arange(3000) % 3
    ks = range(1, 21)
    curves = _curves([cd.Table.from_labels(a, random.integers(0, k, len(a))) for k in ks])
    checks = (
        claim("ARI stays at 0 for random partitions", max(map(abs, curves["ARI"])) < 0.01, f"at most {max(map(abs, curves['ARI'])):.4f}"),  # noqa: PLR2004
        claim("PSI stays near 0", max(curves["PSI"]) < 0.05, f"at most {max(curves['PSI']):.4f}"),  # noqa: PLR2004
        claim("NMI rises with the number of clusters", curves["NMI"][-1] > curves["NMI"][1], f"{curves['NMI'][1]:.4f} → {curves['NMI'][-1]:.4f}"),
        claim("purity does not fall to 0", min(curves["purity"]) > 1 / 3 - 1e-12, f"at least {min(curves['purity']):.4f}"),
    )
    draw = {"figure-10": lambda ax: plot_series(ks, curves, ax=ax, xlabel="number of random clusters", ylabel="index")}
    return Section("Figure 10: random partitions", checks, draw)


def _series(
    title: str, name: str, tables: list[cd.Table], steps: list[int], *, linear: tuple[str, ...] = (), turning: tuple[str, ...] = ()
) -> Section:
    curves = _curves(tables)
    falling = {label: all(x >= y - 1e-12 for x, y in pairwise(values)) for label, values in curves.items()}
    checks = [claim(f"{label} falls all the way", falling[label]) for label in curves if label not in {"purity", *turning}]
    checks += [claim(f"{label} has a knee: it rises again before the end", not falling[label]) for label in turning]
    for label in linear:
        moved = np.diff(curves[label])
        checks.append(claim(f"{label} falls in a straight line", bool(np.ptp(moved) < 1e-9)))  # noqa: PLR2004

    def draw(ax: Any) -> Any:
        return plot_series(steps, curves, ax=ax, xlabel="elements moved per cluster", ylabel="index")

    return Section(title, tuple(checks), {name: draw})


def _figure_12() -> Section:
    steps = list(range(0, 1000, 50))
    return _series("Figure 12: one cluster grows at the expense of another", "figure-12", [enlarged(s) for s in steps], steps, turning=("NMI", "ARI"))


def _figure_16() -> Section:
    steps = list(range(0, 661, 20))
    tables = [relabelled(s) for s in steps]
    return _series("Figure 16: ever more elements in wrong clusters", "figure-16", tables, steps, linear=("1 - NVD", "1 - CH", "PSI"))


def _true_mean_of_s() -> Fraction:
    """Mean of S, the similarity of paired clusters, over all pairs of partitions of six elements into two threes."""
    a = (0, 0, 0, 1, 1, 1)
    total, count = Fraction(0), 0
    for b in permutations(a):
        both = sum(x == y == 0 for x, y in zip(a, b, strict=True))
        total += 2 * Fraction(max(both, 3 - both), 3)
        count += 1
    return total / count


def _theorems() -> Section:
    tables = [cd.Table.from_labels(*np.random.default_rng(seed).integers(0, 4, (2, 40))) for seed in range(100)]
    nvi_is_nmi = all(abs(1 - cd.measure("nvi").on(t) - cd.measure("nmi").on(t)) < 1e-12 for t in tables)  # noqa: PLR2004
    avi_is_ami = all(abs(cd.measure("avi").on(t) - cd.measure("ami").on(t)) < 1e-12 for t in tables)  # noqa: PLR2004
    gap = cd.measure("nmi")(range(10), np.arange(10) // 2), cd.measure("ami")(range(10), np.arange(10) // 2)
    every = list(cd.Partition.all(4))
    d = np.array([[cd.simplified_pair_sets_index.distance(p, q) for q in every] for p in every])
    return Section(
        "Theorems and claims",
        (
            claim("1 - NVI = NMI", nvi_is_nmi),
            claim("AVI = AMI", avi_is_ami),
            claim(
                "Theorem 1: NMI = AMI",
                gap[0] == gap[1],
                f"{gap[0]:.3f} ≠ {gap[1]:.3f}",
                "true only for the MI of the expected table, not for its mean",
            ),
            number(
                "Theorem 2: E as the mean of S, sizes 3, 3 / 3, 3", 1.0, float(_true_mean_of_s()), 3, "E is S of the expected table; the mean is 7/5"
            ),
            claim(
                "ARI is never below 0", cd.adjusted_rand([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]) >= 0, "-0.364 for 001122 / 010101", "it reaches -1/2"
            ),
            claim(
                "1 - simplified PSI is a metric",
                bool((d[:, None] <= d[:, :, None] + d[None] + 1e-12).all()),
                "all triples of partitions of four elements",
            ),
            missing("Figures 14, 18, 20–22, 25 and tables 6, 7", "their partitions and data sets are not fully described in our copy; to come"),
        ),
    )


PAPER = Paper("rezaei-2016", "Rezaei & Fränti 2016", (_figure_10, _figure_12, _figure_16, _theorems))
