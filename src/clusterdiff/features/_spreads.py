"""Subcomponents of the split-merge framework that need features (Xiang et al. 2012, sec. 4.5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from clusterdiff.errors import InputError, OptionError
from clusterdiff.features._metric import MetricBlocks, PrecomputedBlocks
from clusterdiff.features._table import FeatureTable
from clusterdiff.summaries import Overlaps, Summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.features._metric import Blocks
    from clusterdiff.features._moments import Groups
    from clusterdiff.features._table import Moments

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

Metric = str | Callable[[Any, Any], float]
_BLOCK = 1 << 22  # distances at a time


class FeatureSubcomponent(Protocol):
    """Scores every cluster by the features of its elements: 1 if it is not split.

    A subcomponent is any object with the method `cluster_scores`.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from clusterdiff.features import MeanSquaredError
    >>> X = [[0.0], [1.0], [5.0], [6.0]]
    >>> cd.measures.SplitMerge(MeanSquaredError())([0, 0, 1, 1], [0, 0, 1, 2], X=X)
    0.5
    """

    def cluster_scores(self, table: FeatureTable) -> tuple[Floats, Floats]:
        """Return the scores of the clusters of a and of b.

        Parameters
        ----------
        table : FeatureTable
            The table of a and b, and the features of the elements.

        Returns
        -------
        tuple of ndarray
            The scores of the clusters of a, and of those of b.
        """
        ...


@dataclass(frozen=True, eq=False)
class Spreads(Summary, table_type=FeatureTable):
    """How much of the spread of each cluster is left within its parts.

    Attributes
    ----------
    table : FeatureTable
        The two clusterings and the features.

    Examples
    --------
    >>> from clusterdiff.features import FeatureTable, MeanSquaredError
    >>> table = FeatureTable.from_labels([0, 0, 1], [0, 1, 1], X=[[0.0], [1.0], [9.0]])
    >>> [scores.tolist() for scores in Spreads.of(table).scores(MeanSquaredError())]
    [[0.0, 1.0], [1.0, 0.0]]
    """

    table: FeatureTable

    @classmethod
    def _from(cls, table: FeatureTable) -> Self:
        return cls(table)

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same partition."""
        return self.table.equal

    @property
    def overlaps(self) -> Overlaps:
        """The sizes of clusters and of their intersections."""
        return Overlaps.of(self.table)

    def scores(self, rule: FeatureSubcomponent) -> tuple[Floats, Floats]:
        """Return the scores of the clusters of a and of b.

        Parameters
        ----------
        rule : FeatureSubcomponent
            What scores a cluster.

        Returns
        -------
        tuple of ndarray
            The scores of the clusters of a, and of those of b.
        """
        return rule.cluster_scores(self.table)


def kept_shares(within: Floats, whole: Floats, groups: Ints) -> Floats:
    """Return the share of each spread that is within the parts; 0 for a split without spread."""
    inside = np.bincount(groups, within, len(whole))
    split = np.bincount(groups, minlength=len(whole)) > 1
    safe = np.where(whole > 0, whole, 1.0)
    shares: Floats = np.where(split, np.where(whole > 0, np.minimum(1.0, inside / safe), 0.0), 1.0)
    return shares


@dataclass(frozen=True, slots=True)
class MeanSquaredError:
    """Score a cluster by the share of its sum of squares that lies within its parts.

    A split into distant halves costs most. A cluster that is not split scores 1. A cluster that is
    split although all its elements are equal scores 0.

    See Also
    --------
    clusterdiff.measures.SplitMerge : The measure made from a subcomponent.
    PairwiseDistance : The same for any distance.

    Examples
    --------
    >>> from clusterdiff.features import MeanSquaredError
    >>> from clusterdiff.measures import SplitMerge
    >>> near = SplitMerge(MeanSquaredError())
    >>> round(near([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], X=[0, 1, 10, 12, 100, 103]), 6)
    0.014782
    """

    def cluster_scores(self, table: FeatureTable) -> tuple[Floats, Floats]:
        """Return the scores of the clusters of a and of b.

        Parameters
        ----------
        table : FeatureTable
            The table of a and b, and the features of the elements.

        Returns
        -------
        tuple of ndarray
            The scores of the clusters of a, and of those of b.
        """

        def scores(m: Moments) -> tuple[Floats, Floats]:
            inner = m.cells.squares
            return kept_shares(inner, m.a.squares, table.rows), kept_shares(
                inner, m.b.squares, table.cols
            )

        return table.with_moments(scores)


@dataclass(frozen=True, slots=True)
class PairwiseDistance:
    """Score a cluster by the share of its pairwise distances that lies within its parts.

    The spread of a cluster is the sum of its pairwise distances divided by its size. With squared
    Euclidean distances this is `MeanSquaredError`.

    Parameters
    ----------
    metric : str or callable, default="euclidean"
        A metric of `scipy.spatial.distance.cdist`, a function of two rows, or "precomputed" if X is
        the matrix of distances. The variances of "seuclidean" and the covariances of "mahalanobis"
        are those of all counted elements.

    Examples
    --------
    >>> from clusterdiff.features import PairwiseDistance
    >>> from clusterdiff.measures import SplitMerge
    >>> near = SplitMerge(PairwiseDistance("sqeuclidean"))
    >>> round(near([0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 1, 2], X=[0, 1, 10, 12, 100, 103]), 6)
    0.014782
    """

    metric: Metric = "euclidean"

    def __repr__(self) -> str:
        name = getattr(self.metric, "__name__", None)
        return f"PairwiseDistance(metric={name or repr(self.metric)})"

    def __post_init__(self) -> None:
        if not isinstance(self.metric, str) and (
            not callable(self.metric) or isinstance(self.metric, type)
        ):
            raise OptionError(
                "metric must be a name or a function of two rows, "
                f"got {type(self.metric).__name__}.",
                'SplitMerge(PairwiseDistance("precomputed"))(a, b, X=matrix_of_distances)',
            )

    def cluster_scores(self, table: FeatureTable) -> tuple[Floats, Floats]:
        """Return the scores of the clusters of a and of b.

        Parameters
        ----------
        table : FeatureTable
            The table of a and b, and the features of the elements.

        Returns
        -------
        tuple of ndarray
            The scores of the clusters of a, and of those of b.
        """
        if self.metric == "sqeuclidean":  # the same numbers without all pairs
            return MeanSquaredError().cluster_scores(table)
        blocks: Blocks = (
            PrecomputedBlocks(table)
            if self.metric == "precomputed"
            else MetricBlocks(table, self.metric)
        )
        cells, of_a, of_b = (_spreads(blocks, groups) for groups in table.groups())
        return kept_shares(cells, of_a, table.rows), kept_shares(cells, of_b, table.cols)


def _spreads(blocks: Blocks, groups: Groups) -> Floats:
    """Return the sum of the distances of all pairs within each group, divided by its size."""
    order = np.argsort(groups.of, kind="stable")
    members = np.bincount(groups.of, minlength=len(groups.sizes))
    out = np.zeros(len(groups.sizes))
    for group, own in enumerate(np.split(order, np.cumsum(members)[:-1])):
        if len(own) == 1:  # copies of one element have distance 0
            continue
        weights = groups.weights_at(own, len(own))
        step = max(1, _BLOCK // len(own))
        total = 0.0
        for begin in range(0, len(own), step):
            some = slice(begin, begin + step)
            total += float(weights[some] @ (blocks.distances(own[some], own) @ weights))
        if not np.isfinite(total):
            raise InputError(
                "The distances must have a finite sum: their sum overflows.",
                "divide the distances by a constant",
            )
        blocks.check_spread(total, own)
        out[group] = total / (2 * float(groups.sizes[group]))
    return out
