"""Stability: every replicate of every number of clusters, and the recommended number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.errors import UnknownNameError
from clusterdiff.many._drawing import drawn
from clusterdiff.views import Column, Result, TableView, interval, number
from clusterdiff.views.result import frame_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

_STABLE, _DISSOLVED = 0.75, 0.5  # Jaccard indices of Hennig 2007


class ClusterStability(NamedTuple):
    """How often one cluster of all elements is found again.

    Attributes
    ----------
    cluster : int
        Number of the cluster in the clustering of all elements.
    size : int
        Number of its elements.
    jaccard : float or None
        Mean over replicates of its largest Jaccard index with a cluster of the replicate; None if
        no replicate contains an element of it.
    recovered, dissolved : float or None
        Share of replicates in which that index is at least 0.75, and at most 0.5.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> def cut(X, k):
    ...     return [k * x // 24 for x in X]
    >>> found = cd.stability(cut, range(24), ks=[3], replicates=5, rng=0)
    >>> found[3].clusters[0]
    ClusterStability(cluster=0, size=8, jaccard=1.0, recovered=1.0, dissolved=0.0)
    """

    cluster: int
    size: int
    jaccard: float | None
    recovered: float | None
    dissolved: float | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StabilityOfK(Result):
    """The replicates of one number of clusters.

    Attributes
    ----------
    k : int or None
        Number of clusters that was asked for.
    values : tuple of float
        The measure in every replicate.
    mean, std : float
        Mean and standard deviation of the values.
    interval : tuple of float
        2.5 % and 97.5 % quantiles of the values.
    adjusted : float or None
        Mean of the values adjusted for chance; None if there is no closed form.
    without_structure : tuple of float
        Means of the measure for data without structure; empty if they were not computed.
    gain : float or None
        Relative reduction of the instability, compared with data without structure.
    p : float or None
        p-value of a gain of 0, not corrected for the other numbers of clusters.
    clusters : tuple of ClusterStability
        Empty if replicates are not compared with a clustering of all elements.
    elements : numpy.ndarray of float or None
        For each element the share of replicates in which it stays with its matched cluster; NaN if
        no replicate contains it.
    prediction_strength : float or None
        Mean over replicates; only for the scheme "split".
    ambiguous : float or None
        Proportion of ambiguous clustering (PAC); not for the scheme "split".
    labels : numpy.ndarray of int
        The clustering of all elements.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> def cut(X, k):
    ...     return [k * x // 24 for x in X]
    >>> found = cd.stability(cut, range(24), ks=[3], replicates=5, rng=0)
    >>> found[3].mean
    1.0
    """

    k: int | None
    values: tuple[float, ...]
    mean: float
    std: float
    interval: tuple[float, float]
    adjusted: float | None
    without_structure: tuple[float, ...]
    gain: float | None
    p: float | None
    clusters: tuple[ClusterStability, ...]
    elements: NDArray[np.float64] | None
    prediction_strength: float | None
    ambiguous: float | None
    labels: NDArray[np.int64]

    def plot(self, *, ax: Any = None, title: str | None = None) -> Any:
        """Draw the stability of each cluster, see `plots.plot_cluster_stability`.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None
            The axes to draw on; None makes a new figure.
        title : str or None
            The title; by default it is made from the result.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        return drawn("plot_cluster_stability", self, ax=ax, title=title)

    def records(self) -> list[dict[str, Any]]:
        """Return one row with the numbers."""
        low, high = self.interval
        return [
            {
                "k": self.k,
                "replicates": len(self.values),
                "mean": self.mean,
                "std": self.std,
                "low": low,
                "high": high,
                "adjusted": self.adjusted,
                "without_structure": _mean(self.without_structure),
                "gain": self.gain,
                "p": self.p,
                "prediction_strength": self.prediction_strength,
                "ambiguous": self.ambiguous,
            }
        ]

    def cluster_records(self) -> list[dict[str, Any]]:
        """Return one row for each cluster.

        Returns
        -------
        list of dict
            The fields of `ClusterStability`.
        """
        return [cluster._asdict() for cluster in self.clusters]

    def element_records(self) -> list[dict[str, Any]]:
        """Return one row for each element.

        Returns
        -------
        list of dict
            With ``element``, ``cluster`` and ``stability``, which is None if no replicate contains
            the element.
        """
        values = [None] * len(self.labels) if self.elements is None else self.elements.tolist()
        return [
            {"element": i, "cluster": label, "stability": None if value != value else value}  # noqa: PLR0124  (NaN)
            for i, (label, value) in enumerate(zip(self.labels.tolist(), values, strict=True))
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the labels and elements as plain data."""
        return {
            **self.records()[0],
            "values": list(self.values),
            "clusters": self.cluster_records(),
        }

    def view(self) -> TableView:
        """Return the clusters as a table."""
        columns = (
            Column("cluster", format=str),
            Column("size", "right"),
            Column("Jaccard", "right"),
            Column("recovered", "right"),
            Column("dissolved", "right"),
        )
        title = f"k = {self.k}: mean {number(self.mean)} over {len(self.values)} replicates"
        return TableView(columns, tuple(map(tuple, self.clusters)), title)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stability(Result):
    """How stable clusterings are for several numbers of clusters.

    Attributes
    ----------
    measure, scheme : str
    n : int
        Number of elements.
    results : tuple of StabilityOfK
        One for each number of clusters, in the order in which they were given.
    best : int or None
        The recommended number of clusters; None if no number is recommended.
    reason : str
        The reason for the recommendation.
    notes : tuple of str

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.cluster.hierarchy import fcluster, linkage
    >>> import clusterdiff as cd
    >>> points = np.repeat([[0.0], [5.0], [9.0]], 8, axis=0) + np.linspace(0, 1, 24)[:, None]
    >>> def ward(X, k):
    ...     return fcluster(linkage(X, "ward"), k, "maxclust")
    >>> found = cd.stability(ward, points, ks=[2, 3, 4], replicates=5, rng=0)
    >>> found.best
    3
    """

    measure: str
    scheme: str
    n: int
    results: tuple[StabilityOfK, ...]
    best: int | None
    reason: str
    notes: tuple[str, ...] = field(default=())

    def __getitem__(self, k: int | None) -> StabilityOfK:
        """Return the replicates of one number of clusters."""
        for result in self.results:
            if result.k == k:
                return result
        known = [str(result.k) for result in self.results]
        raise UnknownNameError.of("number of clusters", k, known)  # type: ignore[arg-type]

    def __iter__(self) -> Any:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def records(self) -> list[dict[str, Any]]:
        """Return one row for each number of clusters."""
        return [row for result in self.results for row in result.records()]

    def replicates(self) -> list[dict[str, Any]]:
        """Return every replicate as a row.

        Returns
        -------
        list of dict
            With ``k``, ``replicate`` and ``value``.
        """
        return [
            {"k": result.k, "replicate": number_, "value": value}
            for result in self.results
            for number_, value in enumerate(result.values)
        ]

    def replicates_frame(self) -> Any:
        """Return every replicate as a pandas DataFrame.

        Returns
        -------
        pandas.DataFrame
            One row for each replicate.
        """
        return frame_of(self.replicates(), ["k", "replicate", "value"])

    def plot(self, *, ax: Any = None, title: str | None = None) -> Any:
        """Draw the replicates over the number of clusters, see `plots.plot_stability`.

        Parameters
        ----------
        ax : matplotlib.axes.Axes or None
            The axes to draw on; None makes a new figure.
        title : str or None
            The title; by default it is made from the result.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        return drawn("plot_stability", self, ax=ax, title=title)

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the labels and elements as plain data."""
        return {
            "measure": self.measure,
            "scheme": self.scheme,
            "n": self.n,
            "best": self.best,
            "reason": self.reason,
            "notes": list(self.notes),
            "results": [result.to_dict() for result in self.results],
        }

    def view(self) -> TableView:
        """Return one row for each number of clusters."""
        shown: dict[str, Callable[[StabilityOfK], Any]] = {
            "k": lambda r: r.k,
            self.measure: lambda r: r.mean,
            "95 % of replicates": lambda r: r.interval,
            "no structure": lambda r: _mean(r.without_structure),
            "gain": lambda r: r.gain,
            "prediction strength": lambda r: r.prediction_strength,
            "ambiguous": lambda r: r.ambiguous,
            "weakest cluster": lambda r: min(
                (c.jaccard for c in r.clusters if c.jaccard is not None), default=None
            ),
            "": lambda r: "◂" if r.k is not None and r.k == self.best else "",
        }
        kept = {
            head: read
            for head, read in shown.items()
            if any(read(result) is not None for result in self.results)
        }
        columns = tuple(
            Column(head, "left" if not head else "right", interval if "%" in head else number)
            for head in kept
        )
        rows = tuple(tuple(read(result) for read in kept.values()) for result in self.results)
        title = f"{self.n:,} elements, {self.scheme}: {self.reason}"
        return TableView(columns, rows, title, notes=self.notes)


def _mean(values: tuple[float, ...]) -> float | None:
    return float(np.mean(values)) if values else None


def cluster_stabilities(
    sizes: NDArray[np.int64], jaccards: NDArray[np.float64]
) -> tuple[ClusterStability, ...]:
    """Return the stability of each cluster from its Jaccard indices.

    Parameters
    ----------
    sizes : numpy.ndarray of int
    jaccards : numpy.ndarray of shape (replicates, clusters)
        NaN where a replicate contains no element of the cluster.

    Returns
    -------
    tuple of ClusterStability
    """
    out = []
    for cluster, size in enumerate(sizes.tolist()):
        found = jaccards[:, cluster][~np.isnan(jaccards[:, cluster])]
        if not len(found):
            out.append(ClusterStability(cluster, size, None, None, None))
            continue
        shares = (found >= _STABLE).mean(), (found <= _DISSOLVED).mean()
        out.append(ClusterStability(cluster, size, float(found.mean()), *map(float, shares)))
    return tuple(out)
