"""Rezaei & Fränti's experiments on artificial partitions: figures 10 to 20."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from clusterdiff.papers import _rezaei_partitions as made
from clusterdiff.papers._report import Check, Section, addition, claim, missing, number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from clusterdiff.papers._rezaei_partitions import Curves

_SAME = 1e-9
_RECALLED = "The arrangement is recalled, not looked up, and what is checked of the curves is our reading of them."
_OFFSETS = ("1 - NVD", "CSI", "1 - CH", "purity")  # not corrected for chance
_CORRECTED = ("NMI", "ARI", "PSI")


def _straight(values: Sequence[float], x: Sequence[int]) -> bool:
    slopes = np.diff(values) / np.diff(x)
    return bool(np.ptp(slopes) < _SAME)


def _picked(curves: Curves, place: int, labels: Iterable[str]) -> str:
    return made.shown({label: curves[label][place] for label in labels})


def figure_10() -> Section:
    """Random partitions: what is corrected for chance is 0, the rest is not."""
    ks = range(1, 21)
    curves = made.curves(made.mean_of(made.indexes_of(made.random_partition(k, seed)) for seed in range(10)) for k in ks)
    ari, psi, nmi, purity = (np.array(curves[label]) for label in ("ARI", "PSI", "NMI", "purity"))
    over_nvd = np.array([value - (1 / 3 + 1 / k) / 2 for k, value in zip(ks, curves["1 - NVD"], strict=True)])
    off_ch = np.array([abs(value - 1 / max(3, k)) for k, value in zip(ks, curves["1 - CH"], strict=True)])
    checks = (
        claim("ARI stays at 0", bool(abs(ari).max() < 0.001), f"at most {abs(ari).max():.4f} from 0"),  # noqa: PLR2004
        claim("PSI stays near 0", bool(psi.max() < 0.02), f"at most {psi.max():.4f}"),  # noqa: PLR2004
        addition("but PSI is above 0 on average wherever K > 1: E is not the mean of S", bool((psi[1:] > 0).all()), f"at least {psi[1:].min():.4f}"),
        claim("NMI stays near 0, and rises with K", bool(nmi.max() < 0.01 and nmi[-1] > 5 * nmi[1]), f"{nmi[1]:.4f} → {nmi[-1]:.4f}"),  # noqa: PLR2004
        claim("purity starts at 1/3 and is never below", bool(abs(purity[0] - 1 / 3) < _SAME and (purity >= purity[0]).all()), f"{purity[0]:.4f} …"),
        addition("1 - NVD is never below (1/3 + 1/K)/2", bool((over_nvd > -_SAME).all()), f"at most {over_nvd.max():.3f} above"),
        addition("1 - CH follows 1/max(3, K)", bool(off_ch.max() < 0.02), f"at most {off_ch.max():.3f} off"),  # noqa: PLR2004
        claim(
            "K = 1: the corrected indexes are 0, the others not",
            all(abs(curves[label][0]) < _SAME for label in _CORRECTED) and all(curves[label][0] > 0.3 for label in _OFFSETS),  # noqa: PLR2004
            _picked(curves, 0, made.INDEXES),
        ),
    )
    note = f"Three clusters of 1000 against K random ones, mean of ten draws. {made.PLACED} {_RECALLED}"
    return Section("Figure 10: random partitions", checks, {"figure-10": made.drawn(ks, curves, "number of random clusters")}, note)


def figure_12() -> Section:
    """One cluster takes over the others: knees where a cluster is gone."""
    moved = range(0, 2001, 50)
    curves = made.curves(made.indexes_of(made.enlarged(m)) for m in moved)
    at = {m: place for place, m in enumerate(moved)}
    knee, end = at[1000], at[2000]

    def peak(label: str) -> bool:
        return curves[label][knee - 1] < curves[label][knee] > curves[label][knee + 1]

    nvd = curves["1 - NVD"]
    checks = [
        claim(f"{label} has a knee where the second cluster is gone: it rises before, and falls after", peak(label)) for label in ("NMI", "ARI")
    ]
    jump = curves["CSI"][knee] - curves["CSI"][knee - 1]
    checks += [
        claim("CSI jumps up there", jump > 0.1, f"{curves['CSI'][knee - 1]:.3f} → {curves['CSI'][knee]:.3f}"),  # noqa: PLR2004
        claim(
            "1 - NVD does not see the second half of either cluster go: flat from 500 to 1000 and from 1500 to 2000",
            made.shape(nvd[at[500] : knee + 1]) == made.shape(nvd[at[1500] :]) == "constant" and made.shape(nvd) == "falls",
            f"{nvd[at[500]]:.4f} and {nvd[at[1500]]:.4f}",
        ),
    ]
    checks += [
        claim(f"{label} falls in a straight line", _straight(curves[label], moved), f"{curves[label][0]:.3f} → {curves[label][end]:.3f}")
        for label in ("1 - CH", "purity")
    ]
    psi = np.diff(curves["PSI"])
    checks += [
        claim("PSI falls all the way and has no knee: each step is a little smaller", bool((psi < 0).all() and (np.diff(psi) > -_SAME).all())),
        claim(
            "one cluster at the end: the corrected indexes are 0, purity and 1 - CH 1/3, 1 - NVD and CSI 2/3",
            all(abs(curves[x][end] - y / 3) < _SAME for x, y in zip(made.INDEXES, (0, 0, 2, 2, 1, 1, 0), strict=True)),
            _picked(curves, end, made.INDEXES),
        ),
    ]
    note = f"Three clusters of 1000; the first one of P takes all of the second, then all of the third. {made.PLACED} {_RECALLED}"
    return Section(
        "Figure 12: one cluster grows at the expense of the others",
        tuple(checks),
        {"figure-12": made.drawn(moved, curves, "elements taken over")},
        note,
    )


def figure_14() -> Section:
    """What the paper draws there is not on record; the size of the data, which its abstract names, has no other figure."""
    sizes = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
    curves = made.curves(made.indexes_of(made.relabelled(200) * size // 1000) for size in sizes)
    ari = curves["ARI"]
    checks = (
        missing("Figure 14", "its partitions are not described in our notes on the paper, which is not at hand"),
        claim(
            "a good measure does not change with the size of the data: NMI, 1 - NVD, 1 - CH, purity and PSI do not",
            all(made.shape(curves[label]) == "constant" for label in ("NMI", "1 - NVD", "1 - CH", "purity", "PSI")),
            _picked(curves, -1, ("NMI", "1 - NVD", "1 - CH", "purity", "PSI")),
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


def figure_16() -> Section:
    """Ever more wrong labels, until all cells are equal and beyond."""
    moved = sorted({*range(0, 1001, 20), 666})  # at 666 the cells are 334 and 333
    curves = made.curves(made.indexes_of(made.relabelled(m)) for m in moved)
    knee = moved.index(666)
    optimum = [cd.classification_accuracy(cd.Table.from_matrix(made.relabelled(m))) for m in moved]
    linear = ("1 - NVD", "1 - CH", "purity", "PSI")
    checks = [
        claim(f"{label} falls in a straight line until two thirds are moved", _straight(curves[label][: knee + 1], moved[: knee + 1]))
        for label in linear
    ]
    checks += [
        claim(
            f"{label} falls ever more slowly",
            bool((np.diff(np.diff(curves[label][:knee])) > 0).all() and made.shape(curves[label][:knee]) == "falls"),
        )
        for label in ("NMI", "ARI")
    ]
    turning = ("NMI", "ARI", "1 - NVD", "purity", "PSI")
    lowest = all(int(np.argmin(curves[label])) == knee and made.shape(curves[label][knee:]) == "rises" for label in turning)
    checks += [
        claim(
            f"knee at two thirds, where all cells are equal: {', '.join(turning)} are lowest and rise again", lowest, _picked(curves, knee, turning)
        ),
        addition(
            "1 - CH does not rise again: the greedy pairing leaves the third cluster what is left; the best pairing would",
            max(curves["1 - CH"][knee + 1 :]) < 1 / 3 + _SAME and abs(optimum[-1] - 1 / 2) < _SAME,
            f"{curves['1 - CH'][-1]:.3f} against {optimum[-1]:.3f} at the end",
        ),
    ]
    note = f"Three clusters of 1000; from each, m elements go to the other two, half each. {made.PLACED} CSI depends on it. {_RECALLED}"
    return Section(
        "Figure 16: ever more elements in wrong clusters", tuple(checks), {"figure-16": made.drawn(moved, curves, "moved per cluster")}, note
    )


def figure_18() -> Section:
    """A third cluster that is right grows: only PSI does not care."""
    sizes = range(50, 2001, 50)
    checks: list[Check] = []
    figures: dict[str, Callable[[Any], Any]] = {}
    for exchanged in (200, 100):
        curves = made.curves(made.indexes_of(made.unbalanced(size, exchanged)) for size in sizes)
        why = "no reading tried gives both printed values; the figure is not legible in our copy"
        checks += [
            number(f"{exchanged} exchanged: ARI with a third cluster of {size}", printed, curves["ARI"][sizes.index(size)], 2, why)
            for size, printed in ((50, 0.66), (2000, 0.91))
        ]
        psi = curves.pop("PSI")
        checks += [
            claim(f"{exchanged} exchanged: PSI does not change", made.shape(psi) == "constant", f"{psi[0]:.3f}"),
            claim(
                f"{exchanged} exchanged: all others rise",
                all(made.shape(values) == "rises" for values in curves.values()),
                "; ".join(f"{label} {values[0]:.3f} → {values[-1]:.3f}" for label, values in curves.items()),
            ),
        ]
        figures["figure-18" if not figures else f"figure-18-{exchanged}"] = made.drawn(
            sizes, curves | {"PSI": psi}, f"third cluster ({exchanged} exchanged)"
        )
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
        claim(
            "errors in two clusters only: every index rises with the number of clusters",
            all(made.shape(values) == "rises" for values in first.values()),
            "; ".join(f"{label} {values[0]:.3f} → {values[-1]:.3f}" for label, values in first.items()),
        ),
        addition(
            "errors in all clusters alike: the indexes that are not corrected are constant",
            all(made.shape(every[label]) == "constant" for label in _OFFSETS),
            _picked(every, -1, _OFFSETS),
        ),
        addition(
            "errors in all clusters alike: the corrected ones rise",
            all(made.shape(every[label]) == "rises" for label in _CORRECTED),
            "; ".join(f"{label} {every[label][0]:.3f} → {every[label][-1]:.3f}" for label in _CORRECTED),
        ),
        addition("PSI is then (0.8·K - 1)/(K - 1): chance takes 1 of K clusters", psi < _SAME),
    )
    figures = {
        "figure-20": made.drawn(few, first, "number of clusters"),
        "figure-20-all": made.drawn(even, every, "number of clusters, all with errors"),
    }
    two = "K clusters of 1000, of which the first two exchange 200 elements; and our addition: of which every two neighbours do."
    note = f"{two} {made.PLACED} {_RECALLED}"
    return Section("Figure 20: number of clusters", checks, figures, note)
