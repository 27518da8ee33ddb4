"""Consensus: the partition that agrees best with many clusterings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from clusterdiff.analysis.diff.diff import diff
from clusterdiff.labels import listed, takes_selection
from clusterdiff.many._drawing import drawn
from clusterdiff.views import Column, Result, TableView, number, plain_data, plural

if TYPE_CHECKING:
    from typing import Unpack

    import numpy as np
    from numpy.typing import NDArray

    from clusterdiff.analysis.diff.result import Diff
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.many._agreement import ClusterAgreement
    from clusterdiff.many._medoid import Medoid
    from clusterdiff.many.clusterings import Clusterings
    from clusterdiff.measures import Measure
    from clusterdiff.partition import Partition

    Reals = NDArray[np.float64]

_SHOWN = 30  # clusters of the table


@dataclass(frozen=True, slots=True)
class SearchRun:
    """One run of the search for a consensus.

    Attributes
    ----------
    start : str
        Where it started: "empty", "medoid", "coarsest", "finest" or "average linkage".
    value : float
        The expected loss of the partition that it found.
    clusters : int
        The number of clusters of this partition.
    sweeps : int
        How many times it went through all elements.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> draws = [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]]
    >>> run = cd.consensus(draws).runs[0]
    >>> run.start, run.clusters
    ('empty', 2)
    """

    start: str
    value: float
    clusters: int
    sweeps: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Consensus(Result):
    """The partition that agrees best with many clusterings, and how well it does.

    Attributes
    ----------
    partition : Partition
        The consensus. Its clusters are named after those of the medoid that they match.
    labels : numpy.ndarray
        The label of each element in the order of the clusterings; None for an element that no
        clustering has.
    loss : str
        The loss: "vi", "binder" or the name of a measure.
    unit : str or None
        The unit of the loss, for example "bits".
    costs : tuple of float
        What it costs to separate elements that a clustering has together, and to join elements
        that it has apart.
    value : float
        The expected loss: the mean of `values`, weighted by the weights of the clusterings.
    values : numpy.ndarray
        The loss for each clustering.
    bound : float or None
        A number that the expected loss of no partition is below, if one is known.
    proved : bool
        Whether no partition has a smaller expected loss.
    medoid : Medoid
        The clustering of the set with the least expected loss.
    runs : tuple of SearchRun
        The runs of the search.
    per_element : numpy.ndarray
        For each element the mean over the clusterings of the Jaccard coefficient of its cluster
        in the consensus and its cluster in the clustering; NaN if no clustering has it.
    per_cluster : tuple of ClusterAgreement
        How far the clusterings agree with each cluster, in the order of ``partition.names``.
    notes : tuple of str
        What to know about the search.
    clusterings : Clusterings
        The clusterings.

    See Also
    --------
    consensus : Makes it.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> draws = [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]]
    >>> found = cd.consensus(draws)
    >>> found.labels
    array([0, 0, 1, 1])
    >>> found.value
    0.16666666666666666
    """

    partition: Partition
    labels: NDArray[Any]
    loss: str
    unit: str | None
    costs: tuple[float, float]
    value: float
    values: Reals
    bound: float | None
    proved: bool
    medoid: Medoid
    runs: tuple[SearchRun, ...]
    per_element: Reals
    per_cluster: tuple[ClusterAgreement, ...]
    notes: tuple[str, ...]
    clusterings: Clusterings

    def __labels__(self) -> Any:
        return self.partition.__labels__()

    @takes_selection
    def diff(
        self,
        which: int | str,
        measure: str | Measure = "variation_of_information",
        min_share: float | None = None,
        min_size: int = 1,
        **options: Unpack[LabelsOptions],
    ) -> Diff:
        """Compare one of the clusterings with the consensus.

        Parameters
        ----------
        which : int or str
            The number or the name of a clustering; it is `a`, and the consensus is `b`.
        measure : str or Measure, default="variation_of_information"
            The measure under which each change is charged.
        min_share : float or None, default=None
            Overlaps with a smaller share of both of their clusters are leakage; by default chosen
            from the data.
        min_size : int, default=1
            Overlaps of fewer elements are leakage too.
        {selection}

        Returns
        -------
        Diff
            The changes from the clustering (a) to the consensus (b).

        Examples
        --------
        >>> from clusterdiff import consensus
        >>> found = consensus({"x": [0, 0, 1, 1], "y": [0, 0, 1, 1], "z": [0, 0, 1, 2]})
        >>> found.diff("z").merges[0].cluster
        1
        """
        place = self.clusterings.position(which)
        side, weights = self.clusterings[place], self.clusterings.weights
        chosen: dict[str, Any] = {}
        if side.missing is not None or len(side) > self.partition.n:
            chosen["missing"] = "drop"
        if weights is not None:
            chosen["weights"] = weights
        chosen |= options
        sides = replace(side, elements=None), self.labels
        found = diff(*sides, measure, min_share, min_size, **chosen)
        return replace(found, name_a=self.clusterings.names[place], name_b="consensus")

    def coassignment(self, *, most: int = 1000, ax: Any = None, title: str | None = None) -> Any:
        """Draw how often two elements are together, ordered by the consensus.

        Parameters
        ----------
        most : int, default=1000
            The most elements that are drawn; of more, every second, third, … is drawn.
        ax : matplotlib.axes.Axes or None
            The axes to draw on; None makes a new figure.
        title : str or None
            The title; by default it is made from the result.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        return drawn("plot_coassignment", self, most=most, ax=ax, title=title)

    def agreement(self, *, ax: Any = None, title: str | None = None) -> Any:
        """Draw the agreement of the elements of each cluster.

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
        return drawn("plot_agreement", self, ax=ax, title=title)

    def records(self) -> list[dict[str, Any]]:
        """Return one row per element: its name, its cluster and the agreement about it."""
        elements = self.clusterings.elements
        names = range(len(self.labels)) if elements is None else elements
        return [
            {"element": name, "cluster": label, "agreement": plain_data(agreement)}
            for name, label, agreement in zip(
                names, listed(self.labels), self.per_element, strict=True
            )
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the clusterings as plain data."""
        simple = ("loss", "unit", "costs", "value", "bound", "proved", "medoid", "runs", "notes")
        return {
            **{name: plain_data(getattr(self, name)) for name in simple},
            "clusters": plain_data(self.per_cluster),
            "values": dict(zip(self.clusterings.names, self.values.tolist(), strict=True)),
            "elements": self.records(),
        }

    def view(self) -> TableView:
        """Return the clusters as a table view."""
        columns = (
            Column("cluster", format=str, style="name"),
            Column("size", "right"),
            Column("agreement", "right", style="value"),
            Column("together", "right", priority=1),
            Column("best match", "right", priority=2),
        )
        rows = tuple(
            (c.label, c.size, c.agreement, c.together, c.best_match)
            for c in self.per_cluster[:_SHOWN]
        )
        more = len(self.per_cluster) - _SHOWN
        notes = (f"… and {plural(more, 'more cluster')}",) if more > 0 else ()
        return TableView(columns, rows, self._title(), self._lead(), notes=(*notes, *self.notes))

    def _title(self) -> str:
        runs, elements = len(self.clusterings), self.partition.n
        return (
            f"Consensus of {plural(runs, 'clustering')} of {plural(elements, 'element')}: "
            f"{plural(self.partition.K, 'cluster')}"
        )

    def _lead(self) -> tuple[str, ...]:
        costs = (
            "" if self.costs == (1.0, 1.0) else f", costs {self.costs[0]:g} and {self.costs[1]:g}"
        )
        unit = f" {self.unit}" if self.unit else ""
        line = f"expected loss ({self.loss}{costs}) {number(self.value)}{unit}"
        if self.proved:
            line += ", the least possible"
        elif self.bound is not None:
            line += f"; no partition is below {number(self.bound)}"
        return line, f"medoid: {self.medoid.name} with {number(self.medoid.value)}{unit}"
