"""Clustering algorithms behind one signature: data, number of clusters and seed in, labels out."""

from __future__ import annotations

from copy import deepcopy
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.errors import InputError, OptionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Fit = Callable[[Any, int | None, int], "Fitted"]

_NUMBERS = ("n_clusters", "n_components", "k")  # names of the number of clusters
_SEEDS = ("rng", "random_state", "seed")  # names of the seed


class Fitted(NamedTuple):
    """The labels of some elements, and how further elements are labeled.

    Attributes
    ----------
    labels : numpy.ndarray
    predict : callable or None
        Labels of other elements, if the algorithm can give them.
    """

    labels: NDArray[Any]
    predict: Callable[[Any], NDArray[Any]] | None


def fitting(fit: Any) -> Fit:
    """Return an estimator or a function as a function of data, number of clusters and seed.

    Parameters
    ----------
    fit : estimator or callable
        An estimator with `fit`, or a function ``fit(X, k)``; a parameter of the function with the
        name ``rng``, ``random_state`` or ``seed`` receives an integer.

    Returns
    -------
    callable

    Raises
    ------
    OptionError
        If it is neither.
    """
    if hasattr(fit, "fit") and hasattr(fit, "get_params"):
        return _of_estimator(fit)
    if callable(fit):
        return _of_function(fit)
    raise OptionError(
        f"fit must be an estimator or a function fit(X, k), got {type(fit).__name__}."
    )


def _of_estimator(estimator: Any) -> Fit:
    """Return an estimator as a function; every call works on a copy."""
    known = estimator.get_params(deep=False)
    number = next((name for name in _NUMBERS if name in known), None)
    seeded = "random_state" in known

    def run(data: Any, k: int | None, seed: int) -> Fitted:
        own = _copy(estimator)
        if k is not None:
            if number is None:
                raise OptionError(
                    f"{type(estimator).__name__} has no parameter for the number of clusters.",
                    "pass {ks=None}",
                )
            own.set_params(**{number: k})
        if seeded:
            own.set_params(random_state=seed)
        labels = own.fit_predict(data) if hasattr(own, "fit_predict") else own.fit(data).labels_
        return Fitted(_checked(labels, len_of(data)), getattr(own, "predict", None))

    return run


def _copy(estimator: Any) -> Any:
    """Return an unfitted copy with the same parameters."""
    try:
        return type(estimator)(**estimator.get_params(deep=False))
    except TypeError:
        return deepcopy(estimator)


def _of_function(function: Any) -> Fit:
    """Return a function of data and number of clusters with a seed where it takes one."""
    try:
        parameters = signature(function).parameters
    except (TypeError, ValueError):
        parameters = {}  # type: ignore[assignment]
    seed_name = next((name for name in _SEEDS if name in parameters), None)
    places = [
        p
        for p in parameters.values()
        if p.kind in {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}
        and p.name not in _SEEDS
    ]
    takes_number = len(places) != 1

    def run(data: Any, k: int | None, seed: int) -> Fitted:
        words = [data] if k is None and not takes_number else [data, k]
        options = {} if seed_name is None else {seed_name: seed}
        return Fitted(_checked(function(*words, **options), len_of(data)), None)

    return run


def _checked(labels: Any, n: int) -> NDArray[Any]:
    """Require one label for each element."""
    found = np.asarray(labels)
    if found.shape != (n,):
        raise InputError(
            f"fit must return one label for each of {n:,} elements, got an array of shape "
            f"{found.shape}."
        )
    return np.unique(found, return_inverse=True)[1]


def len_of(data: Any) -> int:
    """Return the number of elements of a matrix, a frame or a list."""
    if not hasattr(data, "__len__") or np.ndim(data) == 0:
        raise InputError(f"X must have one row per element, got {type(data).__name__}.")
    return int(data.shape[0]) if hasattr(data, "shape") else len(data)


def take(data: Any, places: NDArray[np.intp]) -> Any:
    """Return some rows of a matrix, a frame or a list."""
    if hasattr(data, "iloc"):
        return data.iloc[places]
    if hasattr(data, "tocsr") and not hasattr(data, "__array__"):
        return data.tocsr()[places]
    if hasattr(data, "shape"):
        return data[places]
    return [data[i] for i in places.tolist()]
