"""Schemes: how replicates are made from the data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from clusterdiff.checks import check_choice, check_share, is_number
from clusterdiff.errors import InputError, OptionError
from clusterdiff.many._stability.fitting import len_of, take

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.many._stability.fitting import Fit

    Labels = NDArray[np.int64]

Scheme = Literal["subsample", "bootstrap", "noise", "split", "seeds", "rezaei", "wu"]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)
_REZAEI = 0.2  # share of the elements in a subset, Rezaei & Fränti 2016, figure 25


@dataclass(frozen=True, slots=True, eq=False)
class Replicate:
    """One clustering of a part or a variant of the data, and what it is compared with.

    Attributes
    ----------
    elements : numpy.ndarray of int
        The elements that both clusterings label.
    reference, labels : numpy.ndarray of int
        The two clusterings of these elements.
    """

    elements: NDArray[np.intp]
    reference: Labels
    labels: Labels


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How replicates are made.

    Attributes
    ----------
    scheme : str
    share : float
        Share of the elements in a subsample.
    noise : float
        Standard deviation of the noise, as a share of that of each feature.
    classes : numpy.ndarray of int or None
        The known class of each element, for the scheme "wu".
    """

    scheme: Scheme = "subsample"
    share: float = 0.8
    noise: float = 0.1
    classes: Labels | None = None
    taken: float = field(init=False)

    def __post_init__(self) -> None:
        check_choice("scheme", self.scheme, SCHEMES)
        check_share("share", self.share)
        if not is_number(self.noise) or not self.noise > 0:
            raise OptionError(f"noise must be a positive number, got {self.noise!r}.")
        if (self.scheme == "wu") != (self.classes is not None):
            raise OptionError(
                "classes must be given for the scheme wu, and for no other.",
                "pass {scheme=wu} and the known class of each element",
            )
        object.__setattr__(self, "taken", _REZAEI if self.scheme == "rezaei" else self.share)

    @property
    def against_all(self) -> bool:
        """Whether replicates are compared with the clustering of all elements."""
        return self.scheme not in {"split", "wu"}

    def replicate(
        self, fit: Fit, data: Any, k: int | None, full: Labels, rng: np.random.Generator
    ) -> Replicate:
        """Return one replicate.

        Parameters
        ----------
        fit : callable
        data : array_like
        k : int or None
            Number of clusters.
        full : numpy.ndarray of int
            The clustering of all elements.
        rng : numpy.random.Generator

        Returns
        -------
        Replicate
        """
        n, seed = len_of(data), int(rng.integers(2**31))
        if self.scheme == "split":
            return _split(fit, data, k, rng)
        if self.scheme in {"seeds", "wu"}:
            reference = full if self.classes is None else self.classes
            return Replicate(np.arange(n), reference, fit(data, k, seed).labels)
        if self.scheme == "noise":
            return Replicate(np.arange(n), full, fit(self._disturbed(data, rng), k, seed).labels)
        if self.scheme == "bootstrap":
            drawn = rng.integers(0, n, n)
            labels = fit(take(data, drawn), k, seed).labels
            elements, first = np.unique(drawn, return_index=True)
            return Replicate(elements, full[elements], labels[first])
        size = max(2, round(self.taken * n))
        elements = np.sort(rng.choice(n, size, replace=False))
        return Replicate(elements, full[elements], fit(take(data, elements), k, seed).labels)

    def _disturbed(self, data: Any, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the data with Gaussian noise."""
        points = points_of(data)
        scale = self.noise * points.std(0)
        out: NDArray[np.float64] = points + rng.standard_normal(points.shape) * scale
        return out


def points_of(data: Any) -> NDArray[np.float64]:
    """Return data as a matrix of finite numbers."""
    try:
        points = np.asarray(data, float)
    except (TypeError, ValueError):
        raise InputError("This scheme needs a matrix of numbers.") from None
    if points.ndim != 2 or not np.isfinite(points).all():
        raise InputError("This scheme needs a matrix of finite numbers.")
    return points


def _split(fit: Fit, data: Any, k: int | None, rng: np.random.Generator) -> Replicate:
    """Cluster two halves; the second half is also labeled by the clusters of the first."""
    n = len_of(data)
    order = rng.permutation(n)
    first, second = np.sort(order[: n // 2]), np.sort(order[n // 2 :])
    seeds = rng.integers(2**31, size=2).tolist()
    train, test = take(data, first), take(data, second)
    learned = fit(train, k, seeds[0])
    own = fit(test, k, seeds[1]).labels
    predicted = (
        np.asarray(learned.predict(test))
        if learned.predict is not None
        else _nearest_centroid(points_of(train), learned.labels, points_of(test))
    )
    return Replicate(second, own, np.unique(predicted, return_inverse=True)[1])


def _nearest_centroid(
    train: NDArray[np.float64], labels: Labels, test: NDArray[np.float64]
) -> Labels:
    """Return for each element the cluster with the nearest centroid."""
    count = int(labels.max()) + 1
    centers = np.array([train[labels == label].mean(0) for label in range(count)])
    out = np.empty(len(test), np.int64)
    for start in range(0, len(test), 4096):
        block = test[start : start + 4096]
        out[start : start + 4096] = ((block[:, None] - centers) ** 2).sum(2).argmin(1)
    return out


def without_structure(data: Any, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return points drawn uniformly from the box of the data along its principal axes.

    Parameters
    ----------
    data : array_like of shape (n, d)
    rng : numpy.random.Generator

    Returns
    -------
    numpy.ndarray
        The reference of Tibshirani, Walther & Hastie 2001.
    """
    points = points_of(data)
    center = points.mean(0)
    _, _, axes = np.linalg.svd(points - center, full_matrices=False)
    scores = (points - center) @ axes.T
    drawn = rng.uniform(scores.min(0), scores.max(0), scores.shape)
    out: NDArray[np.float64] = drawn @ axes + center
    return out
