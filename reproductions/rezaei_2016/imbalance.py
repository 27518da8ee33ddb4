"""Rezaei & Fränti 2016, sections 7.4 and 7.5: figures 18 and 20."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from clusterdiff import datasets
from reproductions._report import EXACT, Check, Drawing, Section, claim, number, refuted
from reproductions._small import falls
from reproductions.rezaei_2016.indexes import NVD, SHARED, at, curves, drawn, shown
from reproductions.rezaei_2016.strips import strips

if TYPE_CHECKING:
    from reproductions.rezaei_2016.indexes import Curves


def ari(size: int, first: int, second: int) -> float:
    """ARI if the first cluster loses some objects to the second, and the second some to the first."""
    return cd.adjusted_rand(
        cd.Table.from_matrix([[1000 - first, first, 0], [second, 1000 - second, 0], [0, 0, size]])
    )


def _at_2000() -> Check:
    """ARI at 2,000 objects, for every way to have 200 wrong objects in the first two clusters."""
    ways = [(x, 200 - x) for x in range(201)]
    small, large = ([_fast(size, *way) for way in ways] for size in (50, 2000))
    wrong = max(
        abs(_fast(size, x, y) - ari(size, x, y)) for size in (50, 2000) for x, y in ways[::50]
    )
    totals = sorted(
        {
            x + y
            for x in range(401)
            for y in range(x + 1)
            if round(_fast(50, x, y), 2) == 0.66 and round(_fast(2000, x, y), 2) == 0.91
        }
    )
    return refuted(
        "Sec. 7.4: ARI at 2,000 objects",
        "91 percent",
        any(round(x, 2) == 0.91 for x in large),
        wrong < EXACT
        and {round(x, 2) for x in small} == {0.66}
        and {round(x, 2) for x in large} == {0.90},
        f"{min(large):.4f} to {max(large):.4f} for all 201 ways to have 200 wrong objects in the first two clusters",
        f"200 wrong objects give 66 percent at 50 and 90 percent at 2,000; both printed numbers need {totals[0]} to {totals[-1]} wrong ones. "
        f"200 wrong objects in each of the two clusters would give {_fast(50, 200, 200):.2f} and {_fast(2000, 200, 200):.2f}.",
        "R7",
    )


def _fast(size: int, first: int, second: int) -> float:
    """Return the same from counts of pairs, in plain arithmetic."""
    cells = np.array([[1000 - first, first, 0], [second, 1000 - second, 0], [0, 0, size]], float)
    m, p, q = (
        float((x * (x - 1) / 2).sum()) for x in (cells, cells.sum(axis=1), cells.sum(axis=0))
    )
    total = cells.sum() * (cells.sum() - 1) / 2
    return (m - p * q / total) / ((p + q) / 2 - p * q / total)


def figure_18() -> Section:
    """The third cluster shrinks."""
    sizes = list(range(2000, 49, -50))
    series = curves(datasets.imbalanced_clusters(size, errors=200, swap=False) for size in sizes)
    swapped = curves(datasets.imbalanced_clusters(size, errors=100) for size in sizes)
    widths = {label: max(values) - min(values) for label, values in swapped.items()}
    equal = max(abs(swapped[x][k] - swapped[NVD][k]) for x in SHARED for k in range(len(sizes)))
    checks = (
        number("Sec. 7.4: ARI at 50 objects", 0.66, series["ARI"][-1], 2),
        _at_2000(),
        claim(
            "Fig. 18",
            "all indexes but PSI are affected by the size of the third cluster",
            widths["PSI"] < EXACT < min(x for k, x in widths.items() if k != "PSI"),
            "range " + shown(widths, 3),
        ),
        claim(
            "Fig. 18",
            "NVD, CSI, CH and Purity are higher and in a narrower range",
            max(widths[x] for x in SHARED) < min(widths["NMI"], widths["ARI"])
            and min(swapped[NVD]) > max(swapped["NMI"][-1], swapped["ARI"][-1]),
            shown(at(swapped, -1), 3) + " at 50",
        ),
        claim(
            "Fig. 18, eq. 12",
            "NVD, CH and Purity are the same",
            equal < EXACT,
            f"error at most {equal:.0e}",
        ),
    )
    note = (
        "Two clusters of 1000 and a third of 2000 to 50 that is exact. The text has 200 objects (20 percent) wrongly labeled in the first two. "
        "The figure shows 100 exchanged in each direction; 200 of the first cluster given to the second have nearly the same ARI."
    )
    return Section(
        "Section 7.4: figures 17 and 18, cluster size imbalance",
        checks,
        {
            "figure-17": strips(
                "Two clusters of 1000 objects that exchange 100 each, and an exact third one of 2000, 1000 or 50",
                {f"{s:,} in the third": datasets.imbalanced_clusters(s) for s in (2000, 1000, 50)},
            ),
            "figure-18": Drawing(
                "Six indexes as the exact third cluster shrinks from 2000 to 50 objects; PSI is constant",
                drawn(sizes, swapped, "size of the third cluster"),
            ),
        },
        note,
    )


_MOVING = ("NMI", "ARI", "PSI")


def _constant_or_not(series: Curves, spread: Curves) -> list[Check]:
    """Figure 20: which indexes depend on the number of clusters."""
    constant = max(
        max(values) - min(values) for way in (series, spread) for x in SHARED for values in [way[x]]
    )
    return [
        claim(
            "Fig. 20",
            "NVD, CSI, CH and Purity do not depend on the number of clusters",
            constant < EXACT,
            f"0.80 for K = 2 to 20, range {constant:.0e}",
        ),
        claim(
            "Fig. 20",
            "the others rise with it",
            all(
                falls([-x for x in way[label]], strictly=True)
                for way in (series, spread)
                for label in _MOVING
            ),
            shown(at(series, 0), 3) + " at K = 2; " + shown(at(series, -1), 3) + " at K = 20",
        ),
    ]


def _by_how_much(series: Curves) -> list[Check]:
    """Section 7.5: how far the indexes rise."""
    low, high = min(series[x][0] for x in _MOVING), max(series[x][-1] for x in _MOVING)
    early = all(series[x][2] - series[x][0] > series[x][-1] - series[x][2] for x in ("ARI", "PSI"))
    rise = {label: series[label][-1] - series[label][0] for label in _MOVING}
    return [
        claim(
            "Sec. 7.5",
            "from as low as 25 percent up to 80 percent (within 5 percent)",
            abs(low - 0.25) < 0.05 and abs(high - 0.80) < 0.05,
            f"{low:.2f} to {high:.2f}",
        ),
        claim(
            "Sec. 7.5",
            "the impact is much larger from two to four clusters",
            early,
            "ARI and PSI rise more from 2 to 4 than from 4 to 20",
        ),
        claim(
            "Sec. 7.5",
            "PSI depends less on it than NMI and ARI",
            rise["PSI"] < min(rise["NMI"], rise["ARI"]),
            "rise " + shown(rise, 3),
        ),
    ]


def figure_20() -> Section:
    """More and more clusters with the same errors."""
    ks = list(range(2, 21))
    series = curves(datasets.label_errors(200, k=k, to="next") for k in ks)
    spread = curves(datasets.label_errors(200, k=k) for k in ks)
    checks = (*_constant_or_not(series, spread), *_by_how_much(series))
    note = "K clusters of 1000, of each 200 are labeled as the next cluster; distributed over all other clusters the statements hold as well (figure 19)."
    return Section(
        "Section 7.5: figures 19 and 20, number of clusters",
        checks,
        {
            "figure-19": strips(
                "Two, three and five clusters of 1000 objects with 200 wrong labels in each",
                {f"K = {k}": datasets.label_errors(200, k=k, to="next") for k in (2, 3, 5)},
            ),
            "figure-20": Drawing(
                "Six indexes for 2 to 20 clusters with 20 percent errors: NMI, ARI and PSI rise",
                drawn(ks, series, "number of clusters K"),
            ),
        },
        note,
    )
