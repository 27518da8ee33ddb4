"""The printed tables of Wu, Xiong & Chen 2009, and the names of its measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from reproductions._small import measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# Table 3: clusters in rows, classes in columns.
TABLE_3 = {
    "I": [[10, 0, 0, 0, 0], [10, 0, 0, 0, 0], [10, 0, 0, 0, 0], [0, 0, 0, 10, 0], [0, 2, 6, 0, 2]],
    "II": [[27, 0, 0, 2, 0], [0, 2, 0, 0, 0], [0, 0, 6, 0, 0], [3, 0, 0, 8, 0], [0, 0, 0, 0, 2]],
}
# Table 4, in bits, in the order of COLUMNS.
TABLE_4 = {
    "I": (
        0.274,
        0.920,
        0.617,
        1.371,
        1.225,
        0.732,
        0.375,
        0.589,
        0.454,
        0.464,
        0.812,
        0.480,
        0.240,
    ),
    "II": (
        0.396,
        0.900,
        0.902,
        1.249,
        0.822,
        0.857,
        0.696,
        0.821,
        0.702,
        0.714,
        0.593,
        0.100,
        0.100,
    ),
}
# Table 10: clusters in rows, classes in columns.
TABLE_10 = {
    "I": [[3, 4, 12], [8, 3, 12], [12, 12, 0]],
    "II": [[0, 7, 12], [11, 0, 12], [12, 12, 0]],
}

# The measures of Table 1 in its order, by the paper's symbols.
RAW = {
    "E": "conditional_entropy", "P": "purity", "F": "f_measure", "VI": "variation_of_information",
    "MI": "mutual_information", "R": "rand", "J": "jaccard", "FM": "fowlkes_mallows", "Γ": "hubert_gamma",
    "Γ'": "hubert_gamma_prime", "MS": "minkowski", "ε": "classification_error", "VD": "invariant_van_dongen",
    "MAP": "purity", "GK": "goodman_kruskal", "M": "mirkin",
}  # fmt: skip
COLUMNS = ("E", "P", "F", "MI", "VI", "R", "J", "FM", "Γ", "Γ'", "MS", "ε", "VD")  # of Table 4
NORMALIZED = {
    "VI_n": "normalized_variation_of_information", "VD_n": "normalized_van_dongen",
    "MS'_n": "normalized_minkowski", "ε_n": "normalized_classification_error", "F_n": "normalized_f_measure",
    "R_n": "adjusted_rand", "J'_n": "normalized_minkowski", "FM_n": "adjusted_fowlkes_mallows",
    "Γ_n": "hubert_gamma", "Γ'_n": "adjusted_rand",
}  # fmt: skip
NAMES = RAW | NORMALIZED


def written(label: str) -> str:
    """Return a symbol as it is written in figures: VI_n becomes VIₙ."""
    return label.replace("_n", "ₙ")


def with_classes_first(matrix: Sequence[Sequence[int]]) -> cd.Table:
    """Return a printed table, clusters in rows, with the classes as the reference a."""
    return cd.Table.from_matrix(np.array(matrix).T)


def value(label: str, table: cd.Table) -> float:
    """Return a measure by the paper's symbol."""
    return measure(NAMES[label]).on(table)


def merits(label: str, tables: Iterable[cd.Table]) -> Floats:
    """Return a measure of each table, the negative of a distance, so that more is better."""
    sign = -1 if measure(NAMES[label]).direction == "distance" else 1
    return sign * np.array([value(label, table) for table in tables])


def variation(sizes: Sequence[int] | NDArray[np.int64]) -> float:
    """CV: the standard deviation (divisor n - 1) over the mean."""
    return float(np.std(sizes, ddof=1) / np.mean(sizes))


def size_effect(table: cd.Table) -> tuple[float, float]:
    """CV₀ of the classes and DCV = CV₁ - CV₀."""
    classes, clusters = variation(table.row_sizes), variation(table.col_sizes)
    return classes, clusters - classes
