"""Rezaei & Fränti 2016, section 7.8: figure 25, the number of clusters by stability."""

from __future__ import annotations

from functools import cache

import numpy as np

from reproductions._random_swap import random_swap
from reproductions._report import Drawing, Section, claim, listed
from reproductions.rezaei_2016.indexes import drawn
from reproductions.rezaei_2016.unbalance import COLUMNS, load, origin, values

KS = tuple(range(2, 21))
SUBSETS, RATE = 10, 0.2
_STABLE = 0.99
_TIED = 1e-6  # values that do not differ
_BLIND = 0.95


@cache
def stability() -> dict[str, list[float]]:
    """Return the mean index between the clusterings of ten subsets and of the full set, by k."""
    points, _ = load()
    rng = np.random.default_rng(0)
    subsets = [
        rng.choice(len(points), int(RATE * len(points)), replace=False) for _ in range(SUBSETS)
    ]
    found = []
    for k in KS:
        full = random_swap(points, k, swaps=60 * k, seed=k)
        every = [
            values(full[s], random_swap(points[s], k, swaps=60 * k, seed=100 * k + i))
            for i, s in enumerate(subsets)
        ]
        found.append(np.mean(every, axis=0))
    return {label: [float(row[i]) for row in found] for i, label in enumerate(COLUMNS)}


def figure_25() -> Section:
    """All indexes find k = 8; in between only PSI sees the instability."""
    series = stability()
    at = {label: dict(zip(KS, x, strict=True)) for label, x in series.items()}
    ties = {label: [k for k in KS if x[k] >= max(x.values()) - _TIED] for label, x in at.items()}
    between = {label: [x[k] for k in (5, 6, 7)] for label, x in at.items()}
    checks = (
        claim(
            "Fig. 25",
            "all indexes show maximum stability at k = 8",
            all(8 in ties[x] for x in COLUMNS),
            "; ".join(
                f"{x} {at[x][8]:.4f}, the largest value, at k = {', '.join(map(str, ties[x]))}"
                for x in COLUMNS
            ),
        ),
        claim(
            "Fig. 25",
            "clusterings are also stable at k = 2 and k = 4",
            all(at[x][k] > _STABLE for x in COLUMNS for k in (2, 4)),
            f"PSI {at['PSI'][2]:.3f} and {at['PSI'][4]:.3f}",
        ),
        claim(
            "Fig. 25",
            "for k = 5 to 7 all indexes but PSI fail to see the instability",
            min(min(between[x]) for x in COLUMNS[:3]) > _BLIND > max(between["PSI"]),
            "; ".join(f"{x} " + ", ".join(f"{v:.3f}" for v in between[x]) for x in COLUMNS),
        ),
        listed(
            "Fig. 25",
            "overall, PSI performs most consistently, especially for k > 5",
            "the paper does not say what is compared; the curves are in the figure",
        ),
    )
    note = (
        f"{origin()} Ten random subsets of 20 %, random swap with 60·k swaps, k = 2 to 20; each subset's clustering is compared with that of the full set. "
        f"Stable means above {_STABLE}; an index sees the instability if it is below {_BLIND}."
    )
    return Section(
        "Section 7.8: figure 25, the number of clusters",
        checks,
        {
            "figure-25": Drawing(
                "Stability of four indexes for k = 2 to 20; between 4 and 8 only PSI is low",
                drawn(list(KS), series, "number of clusters k"),
            )
        },
        note,
    )
