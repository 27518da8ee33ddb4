"""Drop-in for the supervised measures of `sklearn.metrics.cluster`: change the import, nothing else.

Names, signatures, units (nats) and limit cases are scikit-learn's; the numbers are clusterdiff's. scikit-learn
itself is never imported. Where the two differ on purpose is listed in docs/scikit-learn.md.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_matrix

from clusterdiff.errors import InputError, OptionError
from clusterdiff.measures import MEASURES
from clusterdiff.summaries import Entropies, PairCounts
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.measures import Measure

__all__ = [
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "check_clusterings",
    "completeness_score",
    "contingency_matrix",
    "entropy",
    "expected_mutual_information",
    "fowlkes_mallows_score",
    "homogeneity_completeness_v_measure",
    "homogeneity_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "pair_confusion_matrix",
    "rand_score",
    "v_measure_score",
]


def check_clusterings(labels_true: Any, labels_pred: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both labelings as arrays of one dimension and the same length; warns of measurements in place of labels."""
    sides = _array(labels_true, "labels_true"), _array(labels_pred, "labels_pred")
    for name, side in zip(("labels_true", "labels_pred"), sides, strict=True):
        if side.dtype.kind == "f" and not np.isfinite(side).all():
            raise InputError(f"{name} contains {'NaN' if np.isnan(side).any() else 'infinity'}.", "drop these elements or give them a label")
    _same_length(*sides)
    kinds = ["discrete" if _is_discrete(side) else "continuous" for side in sides]
    if "continuous" in kinds:
        what = "Clustering metrics expects discrete values but received {} values for label, and {} values for target"
        warnings.warn(what.format(*kinds), UserWarning, stacklevel=2)
    return sides


def contingency_matrix(labels_true: Any, labels_pred: Any, *, eps: float | None = None, sparse: bool = False, dtype: Any = np.int64) -> Any:
    """How many elements carry each pair of labels: an array, or with `sparse` a CSR matrix; `eps` is added to every cell.

    >>> contingency_matrix([0, 0, 1, 2], [0, 0, 1, 1]).tolist()
    [[2, 0], [0, 1], [0, 1]]
    """
    if eps is not None and sparse:
        raise OptionError("Cannot set 'eps' when sparse=True: every cell would be filled.")
    if eps is not None and eps < 0:
        raise OptionError(f"eps must not be negative: got {eps}.")
    sides = _array(labels_true, "labels_true"), _array(labels_pred, "labels_pred")
    _same_length(*sides)
    matrix = _table(*sides).to_scipy() if len(sides[0]) else csr_matrix((0, 0))
    if sparse:
        return csr_matrix(matrix.astype(dtype))
    dense = matrix.toarray().astype(dtype, copy=False)
    return dense if eps is None else dense + eps


def pair_confusion_matrix(labels_true: Any, labels_pred: Any) -> NDArray[np.int64]:
    """Ordered pairs of elements, by whether they are together in labels_true (rows) and in labels_pred (columns).

    >>> pair_confusion_matrix([0, 0, 1, 2], [0, 0, 1, 1]).tolist()
    [[8, 2], [0, 2]]
    """
    sides = check_clusterings(labels_true, labels_pred)
    p = PairCounts.of(_table(*sides)) if len(sides[0]) else PairCounts(0, 0, 0, 0)
    return 2 * np.array([[p.neither, p.only_b], [p.only_a, p.both]], np.int64)


def rand_score(labels_true: Any, labels_pred: Any) -> float:
    """Rand index.

    >>> rand_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.8333333333333334
    """
    return _score(MEASURES["rand"], labels_true, labels_pred)


def adjusted_rand_score(labels_true: Any, labels_pred: Any) -> float:
    """Rand index corrected for chance.

    >>> adjusted_rand_score([0, 0, 1, 2], [0, 0, 1, 1])
    0.5714285714285714
    """
    return _score(MEASURES["adjusted_rand"], labels_true, labels_pred)


def fowlkes_mallows_score(labels_true: Any, labels_pred: Any) -> float:
    """Geometric mean of pair precision and pair recall.

    >>> fowlkes_mallows_score([0, 0, 1, 1], [1, 1, 0, 0])
    1.0
    """
    return _score(MEASURES["fowlkes_mallows"], labels_true, labels_pred)


def mutual_info_score(labels_true: Any, labels_pred: Any, *, contingency: Any = None) -> float:
    """Mutual information in nats, of two labelings or of a contingency table.

    >>> mutual_info_score(None, None, contingency=[[1, 1], [1, 1]])
    0.0
    """
    table = _table(*check_clusterings(labels_true, labels_pred)) if contingency is None else Table.from_matrix(contingency)
    return MEASURES["mutual_information"].on(table, base="e")


def normalized_mutual_info_score(labels_true: Any, labels_pred: Any, *, average_method: str = "arithmetic") -> float:
    """Mutual information as a share of a mean of the two entropies.

    >>> normalized_mutual_info_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.8
    """
    return _score(MEASURES["normalized_mutual_information"], labels_true, labels_pred, by=_mean(average_method))


def adjusted_mutual_info_score(labels_true: Any, labels_pred: Any, *, average_method: str = "arithmetic") -> float:
    """Mutual information corrected for chance.

    >>> round(adjusted_mutual_info_score([0, 0, 1, 1], [0, 0, 1, 2]), 12)
    0.571428571429
    """
    return _score(MEASURES["adjusted_mutual_information"], labels_true, labels_pred, by=_mean(average_method))


def homogeneity_completeness_v_measure(labels_true: Any, labels_pred: Any, *, beta: float = 1.0) -> tuple[float, float, float]:
    """Homogeneity, completeness, and their harmonic mean; labels that are all alike are homogeneous, as in scikit-learn.

    >>> homogeneity_completeness_v_measure([0, 0, 1, 1], [0, 0, 1, 2])
    (1.0, 0.6666666666666666, 0.8)
    """
    if beta < 0:
        raise OptionError(f"beta must not be negative: got {beta}.")
    sides = check_clusterings(labels_true, labels_pred)
    if not len(sides[0]):
        return 1.0, 1.0, 1.0
    e = Entropies.of(_table(*sides))
    homogeneity = MEASURES["homogeneity"].formula(e) if e.clusters_a > 1 else 1.0
    completeness = MEASURES["completeness"].formula(e) if e.clusters_b > 1 else 1.0
    return homogeneity, completeness, MEASURES["v_measure"].formula(e, beta=beta)


def homogeneity_score(labels_true: Any, labels_pred: Any) -> float:
    """How far each cluster holds only one class.

    >>> homogeneity_score([0, 0, 1, 1], [0, 0, 1, 2])
    1.0
    """
    return homogeneity_completeness_v_measure(labels_true, labels_pred)[0]


def completeness_score(labels_true: Any, labels_pred: Any) -> float:
    """How far each class lies in only one cluster.

    >>> completeness_score([0, 0, 1, 1], [0, 0, 0, 0])
    1.0
    """
    return homogeneity_completeness_v_measure(labels_true, labels_pred)[1]


def v_measure_score(labels_true: Any, labels_pred: Any, *, beta: float = 1.0) -> float:
    """Weighted harmonic mean of homogeneity and completeness.

    >>> v_measure_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.8
    """
    return homogeneity_completeness_v_measure(labels_true, labels_pred, beta=beta)[2]


def expected_mutual_information(contingency: Any, n_samples: int) -> float:
    """Mutual information in nats that random clusterings with these cluster sizes have on average.

    >>> expected_mutual_information(np.array([[2, 0], [0, 2]]), 4)
    0.23104906018664842
    """
    table = Table.from_matrix(contingency)
    if table.n != n_samples:
        raise InputError(f"n_samples must be the sum of the contingency table: got {n_samples} for {table.n}.")
    return MEASURES["expected_mutual_information"].on(table, base="e")


def entropy(labels: Any) -> float:
    """Entropy in nats of one labeling; 1 for no labels, as in scikit-learn."""
    warnings.warn("Function entropy is deprecated: scikit-learn 1.10 removes it.", FutureWarning, stacklevel=2)
    return _entropy(labels)


def _entropy(labels: Any) -> float:
    side = _array(labels, "labels")
    return Entropies.of(_table(side, side)).a if len(side) else 1.0


def _score(measure: Measure, labels_true: Any, labels_pred: Any, **options: Any) -> float:
    """A measure of two labelings; 1 where there is nothing to disagree about."""
    sides = check_clusterings(labels_true, labels_pred)
    return measure.on(_table(*sides), **options) if len(sides[0]) else 1.0


def _table(a: NDArray[Any], b: NDArray[Any]) -> Table:
    """The table of two arrays; floats that are no integers pass as labels here."""
    return Table.from_labels(*(side if _is_discrete(side) else np.unique(side, return_inverse=True)[1] for side in (a, b)))


def _array(labels: Any, name: str) -> NDArray[Any]:
    array = np.asarray(labels)
    if array.ndim != 1:
        raise InputError(f"{name} must be 1D: shape is {array.shape}.")
    return array


def _same_length(a: NDArray[Any], b: NDArray[Any]) -> None:
    if len(a) != len(b):
        raise InputError(f"Found input variables with inconsistent numbers of samples: [{len(a)}, {len(b)}].")


def _is_discrete(labels: NDArray[Any]) -> bool:
    if labels.dtype.kind != "f":
        return True
    with np.errstate(invalid="ignore"):
        return bool((labels == labels.astype(np.int64)).all())


def _mean(average_method: str) -> str:
    known = MEASURES["adjusted_mutual_information"].options["by"].choices
    if average_method not in known:
        raise OptionError(f"average_method must be one of {', '.join(known)}: got {average_method!r}.")
    return average_method
