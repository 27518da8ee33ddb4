"""Rezaei & Fränti's experiments on artificial partitions: ever more errors, uneven sizes, and the number of clusters."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from reproductions.rezaei_2016 import partitions as made
from reproductions._report import EXACT, Check, Section, addition, claim, misprint, number

if TYPE_CHECKING:
    from collections.abc import Callable


def figure_16() -> Section:
    """Ever more wrong labels, until all cells are equal and beyond."""
    moved = sorted({*range(0, 1001, 20), 666})  # at 666 the cells are 334 and 333
    curves = made.curves(made.indexes_of(made.relabelled(m)) for m in moved)
    knee = moved.index(666)
    optimum = [cd.classification_accuracy(cd.Table.from_matrix(made.relabelled(m))) for m in moved]
    turning, linear, slower = ("NMI", "ARI", "1 - NVD", "purity", "PSI"), ("1 - NVD", "1 - CH", "purity", "PSI"), ("NMI", "ARI")
    checks = (
        claim(
            "every index falls until two thirds are moved, where all cells are equal",
            all(made.shape(values[: knee + 1]) == "falls" for values in curves.values()),
            made.picked(curves, knee, made.INDEXES),
        ),
        claim(
            f"there is a knee: {', '.join(turning)} rise again",
            all(int(np.argmin(curves[label])) == knee and made.shape(curves[label][knee:]) == "rises" for label in turning),
            f"at the end {made.picked(curves, -1, turning)}",
        ),
        addition(
            f"{', '.join(linear)} fall in a straight line, NMI and ARI ever more slowly",
            all(made.straight(curves[label][: knee + 1], moved[: knee + 1]) for label in linear)
            and all((np.diff(np.diff(curves[label][:knee])) > 0).all() for label in slower),
        ),
        addition(
            "1 - CH does not rise again: the greedy pairing leaves the third cluster what is left; the best pairing would",
            max(curves["1 - CH"][knee + 1 :]) < 1 / 3 + EXACT and abs(optimum[-1] - 1 / 2) < EXACT,
            f"{curves['1 - CH'][-1]:.3f} against {optimum[-1]:.3f} at the end",
        ),
    )
    note = f"Three clusters of 1000; from each, m elements go to the other two, half each. {made.PLACED} CSI depends on it. {made.RECALLED}"
    drawing = made.drawn(moved, curves, "moved per cluster")
    return Section("Figure 16: ever more elements in wrong clusters", checks, {"figure-16": drawing}, note)


def ari_by_pairs(size: int, exchanged: int) -> float:
    """ARI of two clusters of 1000 that exchange elements, and a third one that is right, from its definition."""
    third = comb(size, 2)
    both = 2 * (comb(1000 - exchanged, 2) + comb(exchanged, 2)) + third
    one = 2 * comb(1000, 2) + third  # pairs together in G, and as many in P
    by_chance = Fraction(one**2, comb(2000 + size, 2))
    return float((both - by_chance) / (one - by_chance))


def _printed_ari(size: int, exchanged: int, printed: float, ours: float) -> Check:
    what, right = f"{exchanged} exchanged: ARI with a third cluster of {size}", ari_by_pairs(size, exchanged)
    if round(right, 2) == printed:
        return number(what, printed, ours, 2)
    return misprint(what, printed, ours, right, "no reading tried gives both printed values; the figure is not legible in our copy", 2)


def figure_18() -> Section:
    """A third cluster that is right grows: only PSI does not care."""
    sizes = range(50, 2001, 50)
    checks: list[Check] = []
    figures: dict[str, Callable[[Any], Any]] = {}
    for exchanged in (200, 100):
        curves = made.curves(made.indexes_of(made.unbalanced(size, exchanged)) for size in sizes)
        psi, others = curves["PSI"], [label for label in made.INDEXES if label != "PSI"]
        checks += [
            *(_printed_ari(size, exchanged, printed, curves["ARI"][sizes.index(size)]) for size, printed in ((50, 0.66), (2000, 0.91))),
            claim(f"{exchanged} exchanged: PSI does not change", made.shape(psi) == "constant", f"{min(psi):.3f} to {max(psi):.3f}"),
            addition(
                f"{exchanged} exchanged: all others rise", all(made.shape(curves[label]) == "rises" for label in others), made.ends(curves, others)
            ),
        ]
        figures["figure-18" if not figures else f"figure-18-{exchanged}"] = made.drawn(sizes, curves, f"third cluster ({exchanged} exchanged)")
    note = (
        "Clusters of 1000, 1000 and s; the first two exchange elements, the third is right. The paper says 200 elements (20 %); its values "
        f"are nearer to 100 from each. {made.PLACED}"
    )
    return Section("Figure 18: clusters of different sizes", tuple(checks), figures, note)


def figure_20() -> Section:
    """More clusters: of which two are wrong, or all."""
    few, even = range(2, 21), range(2, 21, 2)
    first = made.curves(made.indexes_of(made.exchanged_in_first_two(k)) for k in few)
    every = made.curves(made.indexes_of(made.exchanged_in_all(k)) for k in even)
    psi = max(abs(value - (0.8 * k - 1) / (k - 1)) for k, value in zip(even, every["PSI"], strict=True))
    checks = (
        addition(
            "errors in two clusters only: every index rises with the number of clusters",
            all(made.shape(values) == "rises" for values in first.values()),
            made.ends(first, made.INDEXES),
        ),
        addition(
            f"errors in all clusters alike: {', '.join(made.OFFSET)} are constant",
            all(made.shape(every[label]) == "constant" for label in made.OFFSET),
            made.picked(every, -1, made.OFFSET),
        ),
        addition(
            f"errors in all clusters alike: {', '.join(made.ZERO)} rise",
            all(made.shape(every[label]) == "rises" for label in made.ZERO),
            made.ends(every, made.ZERO),
        ),
        addition("PSI is then (0.8·K - 1)/(K - 1): chance takes 1 of K clusters", psi < EXACT, f"at most {psi:.0e} off"),
    )
    figures = {
        "figure-20": made.drawn(few, first, "number of clusters"),
        "figure-20-all": made.drawn(even, every, "number of clusters, all with errors"),
    }
    two = "K clusters of 1000, of which the first two exchange 200 elements; and in the second figure every two neighbours do."
    note = f"{two} {made.PLACED} {made.RECALLED}"
    return Section("Figure 20: number of clusters", checks, figures, note)
