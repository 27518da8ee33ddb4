"""How well clusters, elements and pairs of elements agree over replicates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.summaries import Overlaps
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Labels = NDArray[np.int64]
    Sample = tuple[NDArray[np.intp], Labels]  # elements of a replicate, and their labels

_AMBIGUOUS = 0.1, 0.9
_MAX_PAIRED = 1500  # elements whose pairs are followed


def best_jaccards(reference: Labels, replicate: Labels) -> NDArray[np.float64]:
    """Return the largest Jaccard index of each cluster of the reference with a cluster.

    Parameters
    ----------
    reference, replicate : numpy.ndarray of int
        Labels of the same elements. The labels of the reference are 0, 1, …

    Returns
    -------
    numpy.ndarray of float
        NaN for clusters without an element here (Hennig 2007).

    Examples
    --------
    >>> best_jaccards(np.array([0, 0, 1, 1]), np.array([5, 5, 5, 6])).tolist()
    [0.6666666666666666, 0.5]
    """
    out = np.full(int(reference.max(initial=-1)) + 1, np.nan)
    if not len(reference):
        return out
    table = Table.from_labels(reference, replicate)
    overlaps = Overlaps.of(table)
    found = overlaps.row_max(overlaps.similarity("jaccard").astype(float))
    out[np.asarray(table.row_labels, np.int64)] = found
    return out


def matched_elements(reference: Labels, replicate: Labels) -> NDArray[np.bool_]:
    """Return for each element whether its two clusters are matched with each other.

    Examples
    --------
    >>> matched_elements(np.array([0, 0, 1, 1]), np.array([5, 5, 5, 6])).tolist()
    [True, True, False, True]
    """
    table = Table.from_labels(reference, replicate)
    overlaps = Overlaps.of(table)
    pairs = overlaps.pairing("overlap", "optimal")
    partner = dict(zip(_names(table.row_labels, table.rows[pairs]),
                       _names(table.col_labels, table.cols[pairs]), strict=True))  # fmt: skip
    wanted = np.array([partner.get(label, -1) for label in range(int(reference.max()) + 1)])
    out: NDArray[np.bool_] = wanted[reference] == replicate
    return out


def _names(labels: NDArray[Any], places: NDArray[np.int64]) -> list[int]:
    return [int(label) for label in labels[places]]


def ambiguous_pairs(samples: Sequence[Sample], n: int, rng: np.random.Generator) -> float | None:
    """Return the proportion of ambiguous clustering.

    It is the share of pairs of elements that are together in more than a tenth and in less than
    nine tenths of the replicates that contain both (Șenbabaoğlu et al. 2014).

    Parameters
    ----------
    samples : sequence of tuple
        Elements and labels of each replicate.
    n : int
        Number of elements. At most 1,500 randomly chosen ones are followed.
    rng : numpy.random.Generator

    Returns
    -------
    float or None
        None if no pair occurs twice.
    """
    chosen = np.sort(rng.choice(n, min(n, _MAX_PAIRED), replace=False))
    place = np.full(n, -1)
    place[chosen] = np.arange(len(chosen))
    together = np.zeros((len(chosen),) * 2, np.int32)
    both = np.zeros_like(together)
    for elements, labels in samples:
        here = place[elements] >= 0
        where, own = place[elements[here]], labels[here]
        grid = np.ix_(where, where)
        together[grid] += own[:, None] == own
        both[grid] += 1
    upper = np.triu_indices(len(chosen), 1)
    seen = both[upper] > 1
    if not seen.any():
        return None
    share = together[upper][seen] / both[upper][seen]
    low, high = _AMBIGUOUS
    return float(np.mean((share > low) & (share < high)))


def prediction_strength(own: Labels, predicted: Labels) -> float:
    """Return the smallest share of pairs of a cluster that the prediction keeps together.

    Parameters
    ----------
    own : numpy.ndarray of int
        Clusters of the second half of the data, found in this half.
    predicted : numpy.ndarray of int
        Labels of the same elements, predicted from the clusters of the first half.

    Returns
    -------
    float
        Clusters of one element are dropped (Tibshirani & Walther 2005).

    Examples
    --------
    >>> prediction_strength(np.array([0, 0, 0, 1, 1]), np.array([0, 0, 1, 1, 1]))
    0.3333333333333333
    """
    table = Table.from_labels(own, predicted)
    kept = np.zeros(table.shape[0])
    np.add.at(kept, table.rows, table.counts * (table.counts - 1.0))
    pairs = table.row_sizes * (table.row_sizes - 1.0)
    several = pairs > 0
    return float((kept[several] / pairs[several]).min()) if several.any() else 1.0
