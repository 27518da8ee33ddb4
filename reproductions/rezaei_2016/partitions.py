"""Rezaei & Fränti's artificial partitions, as tables with the reference G in rows and P in columns, and their indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT
from clusterdiff.plots import plot_series

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    Ints = NDArray[np.int64]
    Curves = dict[str, list[float]]

_OF_TABLES = {"NMI": "nmi", "ARI": "ari", "1 - NVD": "NVD.similarity", "1 - CH": "CH.similarity", "purity": "purity", "PSI": "psi"}
INDEXES = ("NMI", "ARI", "1 - NVD", "CSI", "1 - CH", "purity", "PSI")
ZERO = ("NMI", "ARI", "PSI")  # 0 for independent clusterings
OFFSET = ("1 - NVD", "CSI", "1 - CH", "purity")  # not so
RECALLED = "The arrangement is recalled, not looked up, and so is what is said to be the paper's reading of the curves."
PLACED = "Elements lie at 1 … n on a line, cluster by cluster, so that CSI, which needs places, is defined (our reading)."


def enlarged(moved: int) -> Ints:
    """Figure 11: three clusters of 1000; the first one of P takes all of the second, then all of the third."""
    second, third = min(moved, 1000), max(moved - 1000, 0)
    return np.array([[1000, 0, 0], [second, 1000 - second, 0], [third, 0, 1000 - third]])


def relabelled(moved: int) -> Ints:
    """Figure 15: three clusters of 1000; of each, `moved` elements go to the other two, half each."""
    half = moved // 2
    return np.full((3, 3), half) + np.diag([1000 - 3 * half] * 3)


def unbalanced(third: int, exchanged: int) -> Ints:
    """Figure 17: two clusters of 1000 exchange elements, and a third of another size is untouched."""
    return np.array([[1000 - exchanged, exchanged, 0], [exchanged, 1000 - exchanged, 0], [0, 0, third]])


def exchanged_in_first_two(k: int, exchanged: int = 200) -> Ints:
    """Figure 19: k clusters of 1000, of which the first two exchange elements."""
    table = np.diag([1000] * k)
    table[:2, :2] = unbalanced(0, exchanged)[:2, :2]
    return table


def exchanged_in_all(k: int, exchanged: int = 200) -> Ints:
    """The same with the 1st and 2nd, the 3rd and 4th cluster, … exchanging elements; k is even."""
    return np.kron(np.eye(k // 2, dtype=np.int64), unbalanced(0, exchanged)[:2, :2])


def random_partition(k: int, seed: int) -> Ints:
    """Figure 9: three clusters of 1000 against labels drawn from k, each element for itself."""
    drawn = np.random.default_rng([k, seed]).integers(0, k, (3, 1000))
    return np.array([np.bincount(row, minlength=k) for row in drawn])


def indexes(g: ArrayLike, p: ArrayLike, places: ArrayLike) -> dict[str, float]:
    """All seven indexes of two labelings of elements that lie somewhere."""
    table = cd.Table.from_labels(g, p)
    values = {label: cd.measure(name).on(table) for label, name in _OF_TABLES.items()}
    values["CSI"] = cd.centroid_similarity(g, p, places)
    return {label: values[label] for label in INDEXES}


def indexes_of(matrix: Ints) -> dict[str, float]:
    """All seven indexes of a table whose elements lie at 1 … n on a line, row by row and within a row by column."""
    rows, cols = np.indices(matrix.shape).reshape(2, -1)
    cells = matrix.ravel()
    return indexes(np.repeat(rows, cells), np.repeat(cols, cells), np.arange(1.0, cells.sum() + 1)[:, None])


def curves(points: Iterable[dict[str, float]]) -> Curves:
    """One list per index."""
    every = list(points)
    return {label: [point[label] for point in every] for label in INDEXES}


def mean_of(points: Iterable[dict[str, float]]) -> dict[str, float]:
    """The mean of each index."""
    return {label: float(np.mean(values)) for label, values in curves(points).items()}


def drawn(x: Sequence[float], series: Curves, xlabel: str) -> Callable[[Any], Any]:
    """What draws the curves on Axes."""
    return lambda ax: plot_series(x, series, ax=ax, xlabel=xlabel, ylabel="index")


def shown(values: dict[str, float]) -> str:
    """Indexes in one line."""
    return ", ".join(f"{label} {value:.3f}" for label, value in values.items())


def picked(series: Curves, place: int, labels: Iterable[str]) -> str:
    """Some indexes at one place, in one line."""
    return shown({label: series[label][place] for label in labels})


def ends(series: Curves, labels: Iterable[str]) -> str:
    """Where some curves begin and end, in one line."""
    return "; ".join(f"{label} {series[label][0]:.3f} → {series[label][-1]:.3f}" for label in labels)


def straight(values: Sequence[float], x: Sequence[int]) -> bool:
    """Whether a curve has one slope."""
    return bool(np.ptp(np.diff(values) / np.diff(x)) < EXACT)


def shape(values: Any) -> str:
    """What a curve does.

    >>> shape([3, 2, 2]), shape([1, 2]), shape([1, 1]), shape([2, 1, 2])
    ('falls', 'rises', 'constant', 'turns')
    """
    steps = np.diff(values)
    up, down = bool((steps > EXACT).any()), bool((steps < -EXACT).any())
    return {(True, False): "rises", (False, True): "falls", (False, False): "constant", (True, True): "turns"}[up, down]
