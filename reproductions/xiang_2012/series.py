"""Xiang et al. 2012, figure 3: measures along a series from the best clustering to a worst one."""

from __future__ import annotations

from typing import Any

import numpy as np

from clusterdiff import Partition
from clusterdiff.plots import plot_series
from reproductions._report import Check, Drawing, Section, claim, listed, missing
from reproductions._small import falls
from reproductions.xiang_2012.measures import MEASURES

SIZES = (13, 9, 6, 5, 3, 2, 2, *[1] * 15)  # n - K = 33, as in the paper
_BOTTOM = 33
_SHOWN = ("S_H", "R", "NMI", "V", "A", "N")
_STRICT = ("S_H", "R", "NMI", "V")
_FAR = 0.2


def worst_clustering(labels: Any) -> np.ndarray:
    """Return a clustering that shares no pair of elements and no cluster with the given one (table 2)."""
    return worsening_series(labels)[-1]


def worsening_series(labels: Any, rng: int = 0) -> list[np.ndarray]:
    """Return clusterings from the given one to a worst one, each one split or merge from the next.

    First the largest cluster is split into two halves again and again, until all elements are
    singletons. Then the elements that are singletons of the given clustering are merged in pairs;
    the last one without a partner joins a random other cluster.
    """
    current = Partition(labels).codes.astype(np.int64)
    series = [current]
    sizes = np.bincount(current)
    single = np.flatnonzero(sizes[current] == 1)
    while sizes.max(initial=0) > 1:
        inside = np.flatnonzero(current == sizes.argmax())
        current = current.copy()
        current[inside[(len(inside) + 1) // 2 :]] = len(sizes)
        sizes = np.bincount(current)
        series.append(current)
    for element, partner in _merges(single, len(current), np.random.default_rng(rng)):
        current = current.copy()
        current[element] = current[partner]
        series.append(current)
    return series


def _merges(single: np.ndarray, n: int, random: np.random.Generator) -> list[tuple[int, int]]:
    """Return merges (element, element whose cluster it joins) of the reference's singletons."""
    pairs = [(int(b), int(a)) for a, b in zip(single[::2], single[1::2], strict=False)]
    if len(single) % 2 and n > 1:
        last = int(single[-1])
        pairs.append((last, int(random.choice([e for e in range(n) if e != last]))))
    return pairs


def curves() -> tuple[list[np.ndarray], dict[str, list[float]]]:
    """Return the series of section 6 and each measure along it, against its first clustering."""
    truth = np.repeat(np.arange(len(SIZES)), SIZES)
    series = worsening_series(truth)
    return series, {name: [MEASURES[name](truth, step) for step in series] for name in _SHOWN}


def _from_one_to_zero(values: dict[str, list[float]]) -> list[Check]:
    """Return which measures fall, and how far."""
    last = {name: line[-1] for name, line in values.items()}
    ends = ", ".join(f"{name} {x:.3f}" for name, x in last.items())
    return [
        listed(
            "Fig. 3",
            "⊥ is reached at the 33rd operation",
            f"by the choice of the clustering here: n - K = {sum(SIZES)} - {len(SIZES)}",
        ),
        claim(
            "Fig. 3",
            "all measures decrease",
            all(falls(line) and line[-1] < line[0] for line in values.values()),
            ends,
        ),
        claim(
            "Fig. 3",
            "only S_H decreases from one to zero",
            [name for name, x in last.items() if abs(x) < 1e-12] == ["S_H"]
            and values["S_H"][0] == 1,
            f"S_H: {values['S_H'][0]:g}, {values['S_H'][_BOTTOM]:.3f} at ⊥, {last['S_H']:g} at the end",
        ),
        claim(
            "Fig. 3",
            f"the others are rather far from zero (more than {_FAR})",
            min(x for name, x in last.items() if name != "S_H") > _FAR,
            ends,
        ),
    ]


def _strictly(values: dict[str, list[float]]) -> list[Check]:
    """Return which measures fall at every step."""
    return [
        claim(
            "Fig. 3",
            "S_H, R, NMI and V are strictly decreasing",
            all(falls(values[name], strictly=True) for name in _STRICT),
            f"{len(values['S_H']) - 1} operations",
        ),
        claim(
            "Fig. 3",
            "A and N are not",
            not any(falls(values[name], strictly=True) for name in ("A", "N")),
            "both have steps without change",
        ),
        missing(
            "Fig. 3",
            "the plotted curves",
            "They are of one randomly selected document of ACE-2005, a licensed corpus; the document is not named.",
        ),
    ]


def figure_3() -> Section:
    """The statements on figure 3."""
    series, values = curves()
    checks = (*_from_one_to_zero(values), *_strictly(values))

    def draw(ax: Any) -> Any:
        ax.axvline(_BOTTOM, color="#999999", linewidth=0.8)
        ax.text(_BOTTOM, 0.02, "⊥ ", ha="right")
        return plot_series(
            list(range(len(series))),
            values,
            ax=ax,
            xlabel="number of operations: splits, then merges",
            ylabel="similarity to the true clustering",
        )

    note = (
        "The series is that of section 6 for a clustering with the printed number of splits: "
        f"n = {sum(SIZES)}, K = {len(SIZES)}, of which 15 are singletons."
    )
    return Section(
        "Section 6: figure 3",
        checks,
        {
            "figure-3": Drawing(
                "Six measures along the series of splits and merges; only S_H falls from one to zero",
                draw,
            )
        },
        note,
    )
