"""Xiang et al. 2012: A split–merge framework for comparing clusterings."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor, sqrt
from typing import Any

import numpy as np

import clusterdiff as cd
from clusterdiff.papers._report import Paper, Section, claim, number
from clusterdiff.plots import plot_bipartite, plot_series

# Figures 1 and 2 as reconstructed: one component of each kind.
FIGURE_1_A = {1: "A", 2: "B", 3: "C", 4: "D", 5: "D", 6: "E", 7: "E", 8: "F", 9: "F"}
FIGURE_1_B = {1: "p", 2: "q", 3: "q", 4: "r", 5: "s", 6: "t", 8: "t", 7: "u", 9: "u"}
SERIES = {"S_H": "S_H", "R": "rand", "NMI": "nmi", "1 - V": "nvi[by=log_n].similarity", "A": "A", "N": "NVD.similarity"}
SUMS = {"R": "rand", "I": "mi", "V": "nvi[by=log_n]", "N": "NVD", "A": "A", "K": "nvi[by=clusters,k_max=9]", "S*": "S_H"}


def _figure_1() -> Section:
    d = cd.diff(FIGURE_1_A, FIGURE_1_B)
    found = {c.kind: c.sentence for c in d.components}
    checks = [claim(f"one component is {kind}", kind in found, found.get(kind, "")) for kind in ("same", "merge", "split", "mixed")]
    return Section("Figures 1 and 2: the bipartite graph", tuple(checks), {"figure-1": lambda ax: plot_bipartite(FIGURE_1_A, FIGURE_1_B, ax=ax)})


def worsening(n_clusters: int = 4, size: int = 16) -> tuple[np.ndarray[Any, Any], list[np.ndarray[Any, Any]]]:
    """Clusters halved again and again down to singletons, then merged across clusters to a clustering that shares no pair."""
    a = np.repeat(np.arange(n_clusters), size)
    at = np.arange(n_clusters * size)
    halves = [at // width for width in (size, size // 2, size // 4, size // 8, 1)]
    across = [at % size + size * ((at // size) // step) for step in (2, 4)]  # elements of different clusters, never two of one
    return a, [*halves, *across]


def one_of_each_shape(n: int) -> list[cd.Partition]:
    """One partition for each choice of cluster sizes: enough, since the names of elements do not matter."""
    return list({tuple(sorted(p.sizes.tolist())): p for p in cd.Partition.all(n)}.values())


def _value(name: str, a: Any, b: Any) -> float:
    stem, _, view = name.partition(".")
    found = cd.measure(stem)
    return (getattr(found, view) if view else found)(a, b)


def _figure_3() -> Section:
    a, series = worsening()
    values = {label: [_value(name, a, b) for b in series] for label, name in SERIES.items()}
    own = values["S_H"]
    checks = [
        claim("S_H goes from 1 …", own[0] == 1.0, f"{own[0]:.3f}"),
        claim("… to 0", own[-1] == 0.0, f"{own[-1]:.3f}"),
        claim("… strictly, down to the singletons", all(x > y for x, y in pairwise(own[:5]))),
        *(claim(f"{label} never reaches 0", values[label][-1] > 0, f"{values[label][-1]:.3f}") for label in ("R", "A", "N")),
    ]
    return Section(
        "Figure 3: a series of ever worse clusterings",
        tuple(checks),
        {"figure-3": lambda ax: plot_series(range(len(series)), values, ax=ax, xlabel="step", ylabel="similarity to the first")},
    )


def _table_1() -> Section:
    pairs = [(p, q) for p in one_of_each_shape(4) for q in cd.Partition.all(4)]
    checks = []
    for label, name in SUMS.items():
        errors = [abs(part.total - part.value) for part in (cd.decompose(name, p, q) for p, q in pairs)]
        checks.append(claim(f"{label} is a weighted sum over components", max(errors) < 1e-12, f"largest error {max(errors):.1e}"))  # noqa: PLR2004
    return Section("Table 1: decompositions, all pairs of partitions of four elements", tuple(checks))


def _table_2() -> Section:
    checks = []
    for n in range(2, 7):
        least = min(1 - cd.invariant_van_dongen(p, q) for p in one_of_each_shape(n) for q in cd.Partition.all(n))
        printed = (floor(sqrt(n)) + ceil(sqrt(n))) / (2 * n)
        checks.append(
            number(
                f"least N, n = {n}",
                printed,
                least,
                6,
                f"the paper's bound needs ⌊√n⌋·⌈√n⌉ ≥ n; ⌈2√n⌉/2n = {ceil(2 * sqrt(n)) / (2 * n):.6f} is right",
            )
        )
    every, shapes = list(cd.Partition.all(5)), one_of_each_shape(5)
    normal = all(min(cd.split_merge_entropy(p, q) for q in every) == 0.0 for p in shapes)
    only = all((cd.split_merge_entropy(p, q) == 1.0) == (p == q) for p in shapes for q in every)
    checks += [claim("Proposition 5.1: S_H reaches 0 against every clustering", normal), claim("… and 1 only at itself", only)]
    return Section("Table 2 and Proposition 5.1: lower bounds", tuple(checks))


PAPER = Paper("xiang-2012", "Xiang et al. 2012", (_figure_1, _figure_3, _table_1, _table_2))
