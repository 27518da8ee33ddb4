"""Rezaei & Fränti's experiments on artificial partitions: random ones, one cluster that grows, and the size of the data."""

from __future__ import annotations

import numpy as np

from reproductions.rezaei_2016 import partitions as made
from reproductions._report import EXACT, Section, addition, claim, missing


def figure_10() -> Section:
    """Random partitions: some indexes are near 0, the others are not."""
    ks = range(1, 21)
    curves = made.curves(made.mean_of(made.indexes_of(made.random_partition(k, seed)) for seed in range(10)) for k in ks)
    nmi, psi = curves["NMI"], curves["PSI"]
    near = {label: max(map(abs, curves[label])) for label in made.ZERO}
    least = {label: min(curves[label]) for label in made.OFFSET}
    over_nvd = [value - (1 / 3 + 1 / k) / 2 for k, value in zip(ks, curves["1 - NVD"], strict=True)]
    off_ch = max(abs(value - 1 / max(3, k)) for k, value in zip(ks, curves["1 - CH"], strict=True))
    checks = (
        claim("ARI, NMI and PSI stay near 0", max(near.values()) < 0.02, f"at most {made.shown(near)}"),  # noqa: PLR2004
        claim("the other indexes are offset", min(least.values()) > 2 * max(near.values()), f"at least {made.shown(least)}"),
        addition("PSI is above 0 on average wherever K > 1: E is not the mean of S", min(psi[1:]) > 0, f"at least {min(psi[1:]):.4f}"),
        addition("NMI is greater for many clusters", nmi[-1] > 5 * nmi[1], f"{nmi[1]:.4f} for K = 2, {nmi[-1]:.4f} for K = 20"),
        addition(
            "purity is never below 1/3, nor 1 - NVD below (1/3 + 1/K)/2; 1 - CH follows 1/max(3, K)",
            min(least["purity"] - 1 / 3, *over_nvd) > -EXACT and off_ch < 0.02,  # noqa: PLR2004
            f"purity at least {least['purity']:.4f}, 1 - NVD at most {max(over_nvd):.3f} above, 1 - CH at most {off_ch:.3f} off",
        ),
    )
    note = f"Three clusters of 1000 against K random ones, mean of ten draws. {made.PLACED} {made.RECALLED}"
    return Section("Figure 10: random partitions", checks, {"figure-10": made.drawn(ks, curves, "number of random clusters")}, note)


def figure_12() -> Section:
    """One cluster takes over the others: knees where a cluster is gone."""
    moved = range(0, 2001, 50)
    curves = made.curves(made.indexes_of(made.enlarged(m)) for m in moved)
    knee, end = moved.index(1000), moved.index(2000)
    nvd, psi, csi = curves["1 - NVD"], np.diff(curves["PSI"]), curves["CSI"]
    checks = [
        claim(
            f"{label} has a knee where the second cluster is gone: it rises just before, and falls after",
            made.shape(values[knee - 2 : knee + 1]) == "rises" and made.shape(values[knee:]) == "falls",
            f"{values[knee - 2]:.3f}, {values[knee - 1]:.3f}, {values[knee]:.3f} there, {values[knee + 1]:.3f}",
        )
        for label, values in curves.items()
        if label in {"NMI", "ARI"}
    ]
    checks += [
        claim("PSI falls all the way", bool((psi < 0).all()), f"each step by {-psi.max():.3f} to {-psi.min():.3f}"),
        addition("PSI has no knee: each step is a little smaller", bool((np.diff(psi) > -EXACT).all())),
        addition(
            "1 - CH and purity fall in a straight line",
            all(made.straight(curves[label], moved) for label in ("1 - CH", "purity")),
            made.ends(curves, ("1 - CH", "purity")),
        ),
        addition(
            "1 - NVD does not see the second half of either cluster go: flat from 500 to 1000 and from 1500 to 2000",
            made.shape(nvd[moved.index(500) : knee + 1]) == made.shape(nvd[moved.index(1500) :]) == "constant" and made.shape(nvd) == "falls",
            f"{nvd[moved.index(500)]:.4f} and {nvd[moved.index(1500)]:.4f}",
        ),
        addition("CSI jumps up at the knee", csi[knee] - csi[knee - 1] > 0.1, f"{csi[knee - 1]:.3f} → {csi[knee]:.3f}"),  # noqa: PLR2004
        addition(
            f"one cluster at the end: {', '.join(made.ZERO)} are 0, purity and 1 - CH 1/3, 1 - NVD and CSI 2/3",
            all(abs(curves[x][end] - y / 3) < EXACT for x, y in zip(made.INDEXES, (0, 0, 2, 2, 1, 1, 0), strict=True)),
            made.picked(curves, end, made.INDEXES),
        ),
    ]
    note = f"Three clusters of 1000; the first one of P takes all of the second, then all of the third. {made.PLACED} {made.RECALLED}"
    drawing = made.drawn(moved, curves, "elements taken over")
    return Section("Figure 12: one cluster grows at the expense of the others", tuple(checks), {"figure-12": drawing}, note)


def figure_14() -> Section:
    """What the paper draws there is not on record; the size of the data, which its abstract names, has no other figure."""
    sizes = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
    curves = made.curves(made.indexes_of(made.relabelled(200) * size // 1000) for size in sizes)
    ari, constant = curves["ARI"], ("NMI", "1 - NVD", "1 - CH", "purity", "PSI")
    checks = (
        missing("Figure 14", "its partitions are not described in our notes on the paper, which is not at hand"),
        addition(
            f"{', '.join(constant)} do not change with the size of the data",
            all(made.shape(curves[label]) == "constant" for label in constant),
            made.picked(curves, -1, constant),
        ),
        addition(
            "ARI changes a little: pairs are drawn without replacement",
            made.shape(ari) in {"rises", "falls"} and abs(ari[-1] - ari[0]) < 0.05,  # noqa: PLR2004
            f"{ari[0]:.4f} → {ari[-1]:.4f}",
        ),
    )
    note = (
        "In place of Figure 14: the abstract asks for invariance to the size of the data too, which no other figure shows. Three clusters of 10 to "
        f"10000 elements, of each a fifth in the other two, half each. {made.PLACED}"
    )
    drawing = made.drawn(sizes, curves, "elements per cluster")
    return Section("Figure 14: not on record; the size of the data", checks, {"data-size": drawing}, note)
