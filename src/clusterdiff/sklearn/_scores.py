"""Measures of pairs and of information, with the signatures of scikit-learn."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError, OptionError
from clusterdiff.measures import MEASURES
from clusterdiff.sklearn._inputs import as_array, check_clusterings, check_lengths, score, table_of
from clusterdiff.summaries import Entropies, PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    from clusterdiff.measures.information import Mean


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


def mutual_info_score(
    labels_true: ArrayLike | None, labels_pred: ArrayLike | None, *, contingency: Any = None
) -> float:
    """Return the mutual information in nats.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,) or None
        Class labels, the reference. Not used if `contingency` is given.
    labels_pred : array_like of shape (n_samples,) or None
        Cluster labels to evaluate. Not used if `contingency` is given.
    contingency : array_like or scipy sparse matrix, optional
        Contingency table of integers to use instead of labels.

    Returns
    -------
    float
        The mutual information, at least 0.

    See Also
    --------
    normalized_mutual_info_score : The same as a share of the entropy.
    adjusted_mutual_info_score : The same corrected for chance.

    Examples
    --------
    >>> mutual_info_score(None, None, contingency=[[1, 1], [1, 1]])
    0.0
    """
    if contingency is not None:
        table = Table.from_matrix(contingency)
    else:
        table = table_of(*check_clusterings(labels_true, labels_pred))  # type: ignore[arg-type]
    return MEASURES["mutual_information"].on(table, base="e")


def normalized_mutual_info_score(
    labels_true: ArrayLike, labels_pred: ArrayLike, *, average_method: Mean = "arithmetic"
) -> float:
    """Return the mutual information divided by a mean of the two entropies.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="arithmetic"
        Mean of the two entropies by which the information is divided.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    adjusted_mutual_info_score : The mutual information corrected for chance.

    Examples
    --------
    >>> normalized_mutual_info_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.8
    """
    measure = MEASURES["normalized_mutual_information"]
    return score(measure, labels_true, labels_pred, by=_checked(average_method))


def adjusted_mutual_info_score(
    labels_true: ArrayLike, labels_pred: ArrayLike, *, average_method: Mean = "arithmetic"
) -> float:
    """Return the mutual information corrected for chance.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.
    average_method : {"min", "geometric", "arithmetic", "max"}, default="arithmetic"
        Mean of the two entropies by which the information is divided.

    Returns
    -------
    float
        1 for identical clusterings and 0 on average for random ones.

    See Also
    --------
    adjusted_rand_score : The Rand index corrected for chance.

    Examples
    --------
    >>> round(adjusted_mutual_info_score([0, 0, 1, 1], [0, 0, 1, 2]), 12)
    0.571428571429
    """
    measure = MEASURES["adjusted_mutual_information"]
    return score(measure, labels_true, labels_pred, by=_checked(average_method))


def homogeneity_completeness_v_measure(
    labels_true: ArrayLike, labels_pred: ArrayLike, *, beta: float = 1.0
) -> tuple[float, float, float]:
    """Return homogeneity, completeness and V-measure.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.
    beta : float, default=1.0
        Weight of completeness relative to homogeneity.

    Returns
    -------
    homogeneity : float
        1 if every cluster contains elements of one class only, or if there is only one class.
    completeness : float
        1 if all elements of each class are in one cluster, or if there is only one cluster.
    v_measure : float
        The weighted harmonic mean of both.

    See Also
    --------
    v_measure_score : The V-measure alone.

    Examples
    --------
    >>> homogeneity_completeness_v_measure([0, 0, 1, 1], [0, 0, 1, 2])
    (1.0, 0.6666666666666666, 0.8)
    """
    if beta < 0:
        raise OptionError(f"beta must not be negative, got {beta}.")
    sides = check_clusterings(labels_true, labels_pred)
    if not len(sides[0]):
        return 1.0, 1.0, 1.0
    e = Entropies.of(table_of(*sides))
    homogeneity = MEASURES["homogeneity"].formula(e) if e.clusters_a > 1 else 1.0
    completeness = MEASURES["completeness"].formula(e) if e.clusters_b > 1 else 1.0
    return homogeneity, completeness, MEASURES["v_measure"].formula(e, beta=beta)


def homogeneity_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Return to what degree every cluster contains elements of one class only.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    completeness_score : The same with classes and clusters exchanged.

    Examples
    --------
    >>> homogeneity_score([0, 0, 1, 1], [0, 0, 1, 2])
    1.0
    """
    return homogeneity_completeness_v_measure(labels_true, labels_pred)[0]


def completeness_score(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Return to what degree all elements of a class are in one cluster.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    homogeneity_score : The same with classes and clusters exchanged.

    Examples
    --------
    >>> completeness_score([0, 0, 1, 1], [0, 0, 0, 0])
    1.0
    """
    return homogeneity_completeness_v_measure(labels_true, labels_pred)[1]


def v_measure_score(labels_true: ArrayLike, labels_pred: ArrayLike, *, beta: float = 1.0) -> float:
    """Return the weighted harmonic mean of homogeneity and completeness.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.
    beta : float, default=1.0
        Weight of completeness relative to homogeneity.

    Returns
    -------
    float
        Between 0 and 1.

    See Also
    --------
    homogeneity_completeness_v_measure : All three values.

    Examples
    --------
    >>> v_measure_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.8
    """
    return homogeneity_completeness_v_measure(labels_true, labels_pred, beta=beta)[2]


def expected_mutual_information(contingency: Any, n_samples: int) -> float:
    """Return the mean mutual information of random clusterings with the same cluster sizes.

    Parameters
    ----------
    contingency : array_like or scipy sparse matrix
        Contingency table of integers.
    n_samples : int
        Number of elements, the sum of the table.

    Returns
    -------
    float
        The expectation in nats.

    Examples
    --------
    >>> expected_mutual_information([[2, 0], [0, 2]], 4)
    0.23104906018664842
    """
    table = Table.from_matrix(contingency)
    if table.n != n_samples:
        raise InputError(
            f"n_samples must be the sum of the contingency table, got {n_samples} for {table.n}."
        )
    return MEASURES["expected_mutual_information"].on(table, base="e")


def entropy(labels: ArrayLike) -> float:
    """Return the entropy of one labeling in nats.

    Deprecated, as in scikit-learn: version 1.10 removes it.

    Parameters
    ----------
    labels : array_like of shape (n_samples,)
        The labels.

    Returns
    -------
    float
        The entropy; 1 if there are no labels, as in scikit-learn.

    Warns
    -----
    FutureWarning
        At every call.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     entropy([0, 0, 1, 1])
    0.6931471805599453
    """
    warnings.warn(
        "Function entropy is deprecated: scikit-learn 1.10 removes it.", FutureWarning, stacklevel=2
    )
    return _entropy(labels)


def _entropy(labels: ArrayLike) -> float:
    """Return the entropy without the warning."""
    side = as_array(labels, "labels")
    return Entropies.of(table_of(side, side)).a if len(side) else 1.0


def _checked(average_method: str) -> str:
    """Return the name of a mean, or raise an error."""
    known = MEASURES["adjusted_mutual_information"].options["by"].choices
    check_choice("average_method", average_method, known)
    return average_method
