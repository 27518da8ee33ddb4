"""cluster_stability: how often the clusters of given clusterings are found in the others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.errors import InputError, UnknownNameError
from clusterdiff.labels import listed, natural_key, takes_clusterings
from clusterdiff.many._clusterings import Clusterings
from clusterdiff.many._stability import cluster_stabilities
from clusterdiff.progress import track
from clusterdiff.summaries import Overlaps
from clusterdiff.table import Table
from clusterdiff.views import Column, Result, TableView, label_text, plural

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsOptions

    Floats = NDArray[np.float64]


class ClusterAcross(NamedTuple):
    """How often one cluster of a clustering is found in the other clusterings.

    Attributes
    ----------
    clustering : str
        Name of the clustering.
    cluster : object
        Label of the cluster.
    size : int
        Number of its elements (the sum of their weights).
    jaccard : float or None
        Mean over the other clusterings of its largest Jaccard index with a cluster D,
        max_D n(C ∩ D)/n(C ∪ D) (Hennig 2007); None if no other clustering has its elements.
    recovered, dissolved : float or None
        Share of the other clusterings in which that index is at least 0.75, and at most 0.5.
    sc3 : float
        Stability index of SC3 (Kiselev et al. 2017): 1/m Σ_l Σ_D n(C ∩ D)/(n(D) N_l²) over the
        other clusterings l and their N_l clusters D that share elements with C, where m is the
        number of all clusterings. It is (m - 1)/m for a cluster that all of them have.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.cluster_stability({"x": [0, 0, 1, 1], "y": ["p", "p", "q", "r"]}).clusters[1]
    ClusterAcross(clustering='x', cluster=1, size=2, jaccard=0.5, recovered=0.0, dissolved=1.0, sc3=0.25)
    """  # noqa: E501  (one line of output)

    clustering: str
    cluster: Any
    size: int
    jaccard: float | None
    recovered: float | None
    dissolved: float | None
    sc3: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClusterStabilities(Result):
    """How often the clusters of several clusterings are found in the others.

    Attributes
    ----------
    names : tuple of str
        The clusterings.
    n : int
        Number of elements.
    clusters : tuple of ClusterAcross
        All clusters, in the order of the clusterings; noise is no cluster.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.cluster_stability({"x": [0, 0, 1, 1], "y": ["p", "p", "q", "r"]})
    >>> [cluster.jaccard for cluster in found["y"]]
    [1.0, 0.5, 0.5]
    """

    _plots = ("plot_cluster_stability",)

    names: tuple[str, ...]
    n: int
    clusters: tuple[ClusterAcross, ...]
    assumed: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> tuple[ClusterAcross, ...]:
        """Return the clusters of one clustering."""
        if name not in self.names:
            raise UnknownNameError.of("clustering", str(name), list(self.names))
        return tuple(each for each in self.clusters if each.clustering == name)

    def records(self) -> list[dict[str, Any]]:
        """Return one row for each cluster."""
        return [each._asdict() for each in self.clusters]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "names": list(self.names),
            "n": self.n,
            "clusters": self.records(),
            **self._assumed_data(),
        }

    def view(self) -> TableView:
        """Return one row for each cluster."""
        columns = (
            Column("clustering", style="name"),
            Column("cluster", format=label_text),
            *(
                Column(head, "right")
                for head in ("size", "Jaccard", "recovered", "dissolved", "SC3 index")
            ),
        )
        title = f"{plural(len(self.names), 'clustering')} of {plural(self.n, 'element')}"
        return TableView(columns, tuple(map(tuple, self.clusters)), title)


@takes_clusterings
def cluster_stability(*clusterings: Any, **options: Unpack[LabelsOptions]) -> ClusterStabilities:
    """Measure how often each cluster is found in the other clusterings, without new clusterings.

    Parameters
    ----------
    {set}
    {selection}

    Returns
    -------
    ClusterStabilities
        For each cluster of each clustering its mean Jaccard index with the most similar cluster of
        the others, how often it is recovered and dissolved, and the stability index of SC3.

    Raises
    ------
    InputError
        If there is only one clustering.

    See Also
    --------
    clusterdiff.stability : Cluster parts of the data again.
    clusterdiff.timeline : What happens to the clusters over a sequence.

    Notes
    -----
    The clusterings are runs with other seeds, resolutions or methods. A cluster that others divide
    has a low Jaccard index (Hennig 2007); the index of SC3 also falls with the square of the number
    of its parts (Kiselev et al. 2017).

    Examples
    --------
    >>> runs = {
    ...     "resolution 0.5": ["0", "0", "0", "0", "1", "1"],
    ...     "resolution 1": ["0", "0", "2", "2", "10", "10"],
    ... }
    >>> cluster_stability(runs)
    2 clusterings of 6 elements
    clustering      cluster  size  Jaccard  recovered  dissolved  SC3 index
    resolution 0.5  0           4      0.5          0          1       0.25
    resolution 0.5  1           2        1          1          0        0.5
    resolution 1    0           2      0.5          0          1       0.25
    resolution 1    2           2      0.5          0          1       0.25
    resolution 1    10          2        1          1          0        0.5
    """
    runs = Clusterings(*clusterings, **options)
    m = len(runs)
    if m < 2:
        raise InputError("Stability across clusterings needs two or more of them, got one.")
    jaccards = [np.full((m, size), np.nan) for size in runs.sizes]
    indices = [np.zeros(size) for size in runs.sizes]
    pairs = list(combinations(range(m), 2))
    for i, j in track(pairs, "comparing clusters"):
        shared = (runs.codes[i] < runs.sizes[i]) & (runs.codes[j] < runs.sizes[j])
        if not shared.any():
            continue
        weights = None if runs.weights is None else runs.weights[shared]
        sides = runs.codes[i][shared], runs.codes[j][shared]
        for (one, a), (other, b) in (
            ((i, sides[0]), (j, sides[1])),
            ((j, sides[1]), (i, sides[0])),
        ):
            table = Table.from_labels(a, b, weights=weights)
            places = np.asarray(table.row_labels, np.int64)
            best, index = _found_again(table)
            jaccards[one][other, places] = best
            indices[one][places] += index / m
    rows = tuple(
        row
        for i, name in enumerate(runs.names)
        for row in _rows(runs, i, str(name), jaccards[i], indices[i])
    )
    return ClusterStabilities(runs.names, runs.n, rows, runs.notes)


def _found_again(table: Table) -> tuple[Floats, Floats]:
    """Return the largest Jaccard index of each row, and the terms of SC3's index."""
    overlaps = Overlaps.of(table)
    best = overlaps.row_max(overlaps.similarity("jaccard").astype(float))
    height = table.shape[0]
    parts = np.bincount(table.rows, minlength=height)
    inside = np.bincount(table.rows, table.counts / table.col_sizes[table.cols], height)
    return best, inside / parts**2


def _rows(
    runs: Clusterings, i: int, clustering: str, jaccards: Floats, indices: Floats
) -> list[ClusterAcross]:
    """Return the clusters of one clustering in the order of their labels, without noise."""
    names = listed(runs.labels_of(i))
    places = [place for place, name in enumerate(names) if name is not None]
    weights = None if runs.weights is None else runs.weights.astype(float)
    sizes = np.bincount(runs.codes[i], weights, len(names) + 1).astype(np.int64)
    found = {
        place: cluster_stabilities([names[place]], sizes[[place]], jaccards[:, [place]])[0]
        for place in places
    }
    places.sort(key=lambda place: natural_key(names[place]))
    return [ClusterAcross(clustering, *found[place], float(indices[place])) for place in places]
