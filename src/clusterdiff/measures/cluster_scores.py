"""Scores of clusters: how far a cluster stays whole when the other clustering divides it."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Literal, Protocol, get_args

import numpy as np

from clusterdiff.errors import OptionError
from clusterdiff.numerics import entropy_terms

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clusterdiff.summaries import Overlaps

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Combine = Literal["product", "mean"]
COMBINES: tuple[Combine, ...] = get_args(Combine)


class ClusterScore(Protocol):
    """Scores every cluster of one clustering by the parts into which the other divides it."""

    def losses(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return one minus the score of each cluster.

        Parameters
        ----------
        sizes : ndarray of int64
            The sizes of the clusters.
        cluster : ndarray of int64
            The cluster to which each part belongs.
        parts : ndarray of int64
            The sizes of the parts.

        Returns
        -------
        ndarray of float64
            0 for a cluster that is whole, more the further it is divided.
        """
        ...


def part_entropies(sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
    """Return the entropy, in nats, of the parts of each cluster."""
    whole = sizes[cluster]
    terms = entropy_terms(parts, whole) / whole
    return np.bincount(cluster, terms, len(sizes)).astype(float, copy=False)


@dataclass(frozen=True, slots=True)
class EntropyScore:
    """1 - H(parts)/log(size): 0 for a cluster divided into singletons; a singleton scores 1."""

    def losses(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return one minus the score of each cluster.

        Parameters
        ----------
        sizes : ndarray of int64
            The sizes of the clusters.
        cluster : ndarray of int64
            The cluster to which each part belongs.
        parts : ndarray of int64
            The sizes of the parts.

        Returns
        -------
        ndarray of float64
            The loss of each cluster.
        """
        entropies = part_entropies(sizes, cluster, parts)
        out: Floats = np.minimum(1.0, entropies / np.log(np.maximum(sizes, 2)))
        # The entropy of singletons is log(size) up to rounding; the loss is exactly 1.
        out[(np.bincount(cluster, minlength=len(sizes)) == sizes) & (sizes > 1)] = 1.0
        return out


@dataclass(frozen=True, slots=True)
class LargestPart:
    """Share of the cluster in its largest part."""

    def losses(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return one minus the score of each cluster.

        Parameters
        ----------
        sizes : ndarray of int64
            The sizes of the clusters.
        cluster : ndarray of int64
            The cluster to which each part belongs.
        parts : ndarray of int64
            The sizes of the parts.

        Returns
        -------
        ndarray of float64
            The loss of each cluster.
        """
        largest = np.zeros(len(sizes), np.int64)
        np.maximum.at(largest, cluster, parts)
        out: Floats = (sizes - largest) / sizes
        return out


@dataclass(frozen=True, slots=True)
class BoundedEntropy:
    """1 - H(parts)/log(k), for clusterings of at most k clusters.

    Parameters
    ----------
    k : int
        The largest number of clusters, at least 2.
    """

    k: int

    def __post_init__(self) -> None:
        if self.k < 2:
            raise OptionError(f"k must be at least 2: got {self.k}.")

    def losses(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return one minus the score of each cluster.

        Parameters
        ----------
        sizes : ndarray of int64
            The sizes of the clusters.
        cluster : ndarray of int64
            The cluster to which each part belongs.
        parts : ndarray of int64
            The sizes of the parts.

        Returns
        -------
        ndarray of float64
            The loss of each cluster.
        """
        return part_entropies(sizes, cluster, parts) / log(self.k)


@dataclass(frozen=True, slots=True)
class CustomScore:
    """A user's own function f(size, parts) -> float."""

    function: Callable[[int, Ints], float]

    def losses(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """Return one minus the score of each cluster."""
        order = np.argsort(cluster, kind="stable")
        cuts = np.cumsum(np.bincount(cluster, minlength=len(sizes)))[:-1]
        pairs = zip(sizes.tolist(), np.split(parts[order], cuts), strict=True)
        return 1 - np.array([self._checked(size, np.sort(own)[::-1]) for size, own in pairs], float)

    def _checked(self, size: int, parts: Ints) -> float:
        score = self.function(size, parts)
        if not isinstance(score, (int, float, np.number)) or not np.isfinite(score):
            name = getattr(self.function, "__name__", repr(self.function))
            raise OptionError(
                f"A cluster score must be a finite number: {name}({size}, {parts.tolist()}) "
                f"returned {score!r}."
            )
        return float(score)


@dataclass(frozen=True, slots=True)
class SplitMergeDesign:
    """A score of clusters, and how the scores of the two clusters of an element are combined."""

    score: ClusterScore
    combine: str

    def __call__(self, o: Overlaps, /) -> float:
        """Return Σ_ij n_ij/n · s(b|a_i)·s(a|b_j) (Xiang et al., eq. 4), or with the mean (eq. 5)."""
        return combined(o, *self._losses(o), self.combine)

    def distance(self, o: Overlaps, /) -> float:
        """Return one minus the value, without cancellation."""
        return combined_loss(o, *self._losses(o), self.combine)

    def _losses(self, o: Overlaps) -> tuple[Floats, Floats]:
        return (
            self.score.losses(o.sizes_a, o.rows, o.shared),
            self.score.losses(o.sizes_b, o.cols, o.shared),
        )


def combined(o: Overlaps, losses_a: Floats, losses_b: Floats, combine: str) -> float:
    """Return the mean over elements of the combined scores of their two clusters."""
    in_a, in_b = 1 - losses_a[o.rows], 1 - losses_b[o.cols]
    scores = in_a * in_b if combine == "product" else (in_a + in_b) / 2
    return float(np.sum(o.shared * scores)) / o.n


def combined_loss(o: Overlaps, losses_a: Floats, losses_b: Floats, combine: str) -> float:
    """Return one minus `combined`: with u = 1 - s and v = 1 - t, 1 - s·t = u + v - u·v."""
    in_a, in_b = losses_a[o.rows], losses_b[o.cols]
    losses = in_a + in_b * (1 - in_a) if combine == "product" else (in_a + in_b) / 2
    return float(np.sum(o.shared * losses)) / o.n
