"""Contingency tables and measures of pairs, with the signatures of scikit-learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix

from clusterdiff.errors import OptionError
from clusterdiff.measures import MEASURES
from clusterdiff.sklearn._inputs import as_array, check_clusterings, check_lengths, score, table_of
from clusterdiff.summaries import PairCounts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray


def contingency_matrix(
    labels_true: ArrayLike,
    labels_pred: ArrayLike,
    *,
    eps: float | None = None,
    sparse: bool = False,
    dtype: DTypeLike = np.int64,
) -> Any:
    """Return the number of elements with each pair of labels.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.
    eps : float, optional
        Number added to every cell; not possible with ``sparse=True``.
    sparse : bool, default=False
        Whether to return a sparse matrix.
    dtype : dtype, default=numpy.int64
        Type of the cells.

    Returns
    -------
    numpy.ndarray or scipy.sparse.csr_matrix of shape (n_classes, n_clusters)
        Rows are classes and columns are clusters, in order of label.

    See Also
    --------
    clusterdiff.Table : The table that all measures of clusterdiff accept.

    Examples
    --------
    >>> contingency_matrix([0, 0, 1, 2], [0, 0, 1, 1]).tolist()
    [[2, 0], [0, 1], [0, 1]]
    """
    if eps is not None and sparse:
        raise OptionError("Cannot set 'eps' when sparse=True: every cell would be filled.")
    if eps is not None and eps < 0:
        raise OptionError(f"eps must not be negative, got {eps}.")
    sides = as_array(labels_true, "labels_true"), as_array(labels_pred, "labels_pred")
    check_lengths(*sides)
    matrix = table_of(*sides).to_scipy() if len(sides[0]) else csr_matrix((0, 0))
    if sparse:
        return csr_matrix(matrix.astype(dtype))
    dense = matrix.toarray().astype(dtype, copy=False)
    return dense if eps is None else dense + eps


def pair_confusion_matrix(labels_true: ArrayLike, labels_pred: ArrayLike) -> NDArray[np.int64]:
    """Return the numbers of ordered pairs of elements that are together or apart.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.

    Returns
    -------
    numpy.ndarray of shape (2, 2)
        Rows: apart or together in `labels_true`; columns: apart or together in `labels_pred`.

    Examples
    --------
    >>> pair_confusion_matrix([0, 0, 1, 2], [0, 0, 1, 1]).tolist()
    [[8, 2], [0, 2]]
    """
    sides = check_clusterings(labels_true, labels_pred)
    p = PairCounts.of(table_of(*sides)) if len(sides[0]) else PairCounts(0, 0, 0, 0)
    return 2 * np.array([[p.neither, p.only_b], [p.only_a, p.both]], np.int64)


def rand_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Return the Rand index.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.

    Returns
    -------
    float
        Share of pairs of elements on which both labelings agree, between 0 and 1.

    See Also
    --------
    adjusted_rand_score : The Rand index corrected for chance.

    Examples
    --------
    >>> rand_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.8333333333333334
    """
    return score(MEASURES["rand"], labels_true, labels_pred)


def adjusted_rand_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Return the Rand index corrected for chance.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.

    Returns
    -------
    float
        1 for identical clusterings and 0 on average for random ones; at least -0.5.

    See Also
    --------
    adjusted_mutual_info_score : The mutual information corrected for chance.

    Examples
    --------
    >>> adjusted_rand_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.5714285714285714
    """
    return score(MEASURES["adjusted_rand"], labels_true, labels_pred)


def fowlkes_mallows_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Return the Fowlkes-Mallows index.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.

    Returns
    -------
    float
        Geometric mean of pair precision and pair recall, between 0 and 1.

    Examples
    --------
    >>> fowlkes_mallows_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    return score(MEASURES["fowlkes_mallows"], labels_true, labels_pred)
