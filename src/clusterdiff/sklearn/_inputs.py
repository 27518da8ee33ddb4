"""Check labels as scikit-learn does."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from clusterdiff.measures import Measure


def check_clusterings(
    labels_true: ArrayLike, labels_pred: ArrayLike
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return both labelings as one-dimensional arrays of the same length.

    Parameters
    ----------
    labels_true : array_like of shape (n_samples,)
        Class labels, the reference.
    labels_pred : array_like of shape (n_samples,)
        Cluster labels to evaluate.

    Returns
    -------
    labels_true : numpy.ndarray
        The reference as an array.
    labels_pred : numpy.ndarray
        The other clustering as an array.

    Raises
    ------
    InputError
        If an array is not one-dimensional, contains NaN or infinity, or the lengths differ.

    Warns
    -----
    UserWarning
        If labels are floats that are not integers.

    Examples
    --------
    >>> check_clusterings([0, 1], ["x", "y"])[1].tolist()
    ['x', 'y']
    """
    sides = as_array(labels_true, "labels_true"), as_array(labels_pred, "labels_pred")
    for name, side in zip(("labels_true", "labels_pred"), sides, strict=True):
        if side.dtype.kind == "f" and not np.isfinite(side).all():
            found = "NaN" if np.isnan(side).any() else "infinity"
            raise InputError(f"{name} contains {found}.", "drop these elements or label them")
    check_lengths(*sides)
    kinds = ["discrete" if _is_discrete(side) else "continuous" for side in sides]
    if "continuous" in kinds:
        warnings.warn(
            f"Clustering metrics expects discrete values but received {kinds[0]} values for label, "
            f"and {kinds[1]} values for target",
            UserWarning,
            stacklevel=2,
        )
    return sides


def score(
    measure: Measure, labels_true: ArrayLike, labels_pred: ArrayLike, **options: Any
) -> float:
    """Return the value of a measure; 1 if there are no elements, as in scikit-learn."""
    sides = check_clusterings(labels_true, labels_pred)
    return measure.on(table_of(*sides), **options) if len(sides[0]) else 1.0


def table_of(a: NDArray[Any], b: NDArray[Any]) -> Table:
    """Return the table of two arrays; floats that are not integers are accepted as labels."""
    sides = (
        side if _is_discrete(side) else np.unique(side, return_inverse=True)[1] for side in (a, b)
    )
    return Table.from_labels(*sides)


def as_array(labels: ArrayLike, name: str) -> NDArray[Any]:
    """Return labels as a one-dimensional array."""
    array = np.asarray(labels)
    if array.ndim != 1:
        raise InputError(f"{name} must be 1D: shape is {array.shape}.")
    return array


def check_lengths(a: NDArray[Any], b: NDArray[Any]) -> None:
    """Raise an error, worded as in scikit-learn, if the lengths differ."""
    if len(a) != len(b):
        raise InputError(
            f"Found input variables with inconsistent numbers of samples: [{len(a)}, {len(b)}]."
        )


def _is_discrete(labels: NDArray[Any]) -> bool:
    """Return whether the labels are not floats, or all are integers."""
    if labels.dtype.kind != "f":
        return True
    with np.errstate(invalid="ignore"):
        return bool((labels == labels.astype(np.int64)).all())
