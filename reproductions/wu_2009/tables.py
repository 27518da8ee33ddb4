"""What the parts of Wu, Xiong & Chen 2009 share: its small tables, the names of its measures, rank correlation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import kendalltau

import clusterdiff as cd
from reproductions._report import Numbers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# Table 3: clusters in rows, classes in columns; Table 4 (E, MI and VI in bits). Both were entered from memory of the paper, not from a
# copy; Table 3 I agrees with the golden values, and the errata note that an independent recomputation matched all 26 numbers.
TABLE_3 = {
    "I": [[10, 0, 0, 0, 0], [10, 0, 0, 0, 0], [10, 0, 0, 0, 0], [0, 0, 0, 10, 0], [0, 2, 6, 0, 2]],
    "II": [[27, 0, 0, 2, 0], [0, 2, 0, 0, 0], [0, 0, 6, 0, 0], [3, 0, 0, 8, 0], [0, 0, 0, 0, 2]],
}
COLUMNS = ("E", "purity", "f_measure", "mi", "vi", "rand", "jaccard", "fmi", "Γ", "Γ'", "MS", "epsilon", "VD")
TABLE_4 = {
    "I": (0.274, 0.920, 0.617, 1.371, 1.225, 0.732, 0.375, 0.589, 0.454, 0.464, 0.812, 0.480, 0.240),
    "II": (0.396, 0.900, 0.902, 1.249, 0.822, 0.857, 0.696, 0.821, 0.702, 0.714, 0.593, 0.100, 0.100),
}
# Table 10, classes in rows: I as in the golden values, II recalled, not looked up.
TABLE_10 = {"I": [[3, 4, 12], [8, 3, 12], [12, 12, 0]], "II": [[0, 7, 12], [11, 0, 12], [12, 12, 0]]}

# The 16 measures of Table 1 in its order, and the normalised ones of Table 5, by the paper's symbols.
RAW = {
    "E": "E", "P": "purity", "F": "f_measure", "MI": "mi", "VI": "vi", "R": "rand", "J": "jaccard", "FM": "fmi", "Γ": "Γ", "Γ'": "Γ'",
    "MS": "MS", "M": "mirkin", "VD": "VD", "MAP": "micro_average_precision", "GK": "goodman_kruskal", "ε": "epsilon",
}  # fmt: skip
NORMALISED = {name: name for name in ("VI_n", "VD_n", "F_n", "ε_n", "R_n", "MS'_n", "Γ_n", "FM_n")}
# Which normalised measure each raw one becomes; E, P, MAP and GK become none. J'_n = MS'_n, Γ'_n = R_n, MI and VI share VI_n.
BECOMES = {
    "F": "F_n", "MI": "VI_n", "VI": "VI_n", "R": "R_n", "J": "MS'_n", "FM": "FM_n", "Γ": "Γ_n", "Γ'": "R_n", "MS": "MS'_n", "M": "MS'_n",
    "VD": "VD_n", "ε": "ε_n",
}  # fmt: skip


def table_3(result: str) -> cd.Table:
    """A result of Table 3 with the classes as the reference a."""
    return cd.Table.from_matrix(TABLE_3[result]).T


def merits(name: str, tables: Iterable[cd.Table]) -> Floats:
    """A measure of each table; of a distance its negative, so that more is always better."""
    chosen = cd.measure(name)
    sign = 1 if chosen.direction == "similarity" else -1
    return sign * np.array([chosen.on(table) for table in tables])


def rounded(values: Floats) -> Floats:
    """To 10 decimals: two forms of one measure must tie where they are equal but for rounding."""
    return np.round(values, 10)


def tau_b(x: Floats, y: Floats) -> float:
    """Kendall's rank correlation, pairs tied in x or in y left out of the scale."""
    return float(kendalltau(x, y).statistic)


def tau_a(x: Floats, y: Floats) -> float:
    """Kendall's rank correlation, concordant less discordant pairs over all pairs."""
    agree = np.sign(x[:, None] - x) * np.sign(y[:, None] - y)
    return float(agree.sum() / (len(x) * (len(x) - 1)))


def normalised(results: dict[str, cd.Table]) -> Numbers:
    """The normalised measures of some results."""
    rows: dict[str, tuple[float | str, ...]] = {
        f"{label} ({cd.measure(name).direction})": tuple(cd.measure(name).on(t) for t in results.values()) for label, name in NORMALISED.items()
    }
    return Numbers(tuple(results), rows)
