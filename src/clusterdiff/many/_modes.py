"""modes: several partitions for draws that form groups."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff.checks import check_integer, is_integer
from clusterdiff.errors import OptionError
from clusterdiff.labels import takes_clusterings
from clusterdiff.many._coordinates import Coordinates, classical_scaling
from clusterdiff.many._draws import runs_of
from clusterdiff.many._loss import Loss, read_draw_weights
from clusterdiff.many._medoid import distance_matrix
from clusterdiff.views import Column, Result, TableView, percent, plain_data, plural

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import ArrayLike, NDArray

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.many._clusterings import Clusterings
    from clusterdiff.measures import Measure
    from clusterdiff.partition import Partition

    Ints = NDArray[np.int64]
    Reals = NDArray[np.float64]

_MOST_DRAWS = 2000  # draws of which all distances are computed
_MOST_MODES = 8  # largest number of groups that "auto" tries
_CLEAR = 0.5  # mean silhouette width from which groups are reported
_LEAST = 0.05  # share of the draws that a group must have
_ROUNDS = 50
_MOST_POINTS = 500  # draws of a map


@dataclass(frozen=True, slots=True)
class Mode:
    """One group of draws.

    Attributes
    ----------
    weight : float
        The share of the draws.
    medoid : str
        The name of the draw with the least mean distance to the draws of the group.
    position : int
        The position of this draw.
    clusters : int
        Its number of clusters.
    spread : float
        The mean distance of the draws of the group to it.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> draws = [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]]
    >>> mode = cd.many.modes(draws).modes[0]
    >>> mode.medoid, mode.clusters
    ('0', 2)
    """

    weight: float
    medoid: str
    position: int
    clusters: int
    spread: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Modes(Result):
    """Groups of draws, the largest first.

    Attributes
    ----------
    modes : tuple of Mode
        The groups.
    members : numpy.ndarray of int
        The group of each draw.
    silhouette : float or None
        The mean silhouette width of the draws, between -1 and 1; None for one group.
    loss : str
        The distance.
    notes : tuple of str
        What to know about the grouping.
    clusterings : Clusterings
        The draws.

    See Also
    --------
    modes : Makes it.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> draws = [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]]
    >>> cd.many.modes(draws)
    2 modes of 3 draws under vi
    mode  share  medoid  clusters  spread
    0      67 %  0              2       0
    1      33 %  2              3       0
    """

    _plots = ("plot_modes",)

    modes: tuple[Mode, ...]
    members: Ints
    silhouette: float | None
    loss: str
    notes: tuple[str, ...]
    clusterings: Clusterings

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that -1 is a cluster."""
        return self.clusterings.notes

    def __len__(self) -> int:
        return len(self.modes)

    def partition(self, mode: int) -> Partition:
        """Return the medoid of one group as a partition.

        Parameters
        ----------
        mode : int
            The number of the group.

        Returns
        -------
        Partition
            The partition.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> found = cd.many.modes([[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]])
        >>> found.partition(0)
        Partition(n=4, k=2: {0, 1} {2, 3})
        """
        return self.clusterings.partition(self.modes[self._number(mode)].position)

    def draws(self, mode: int) -> Clusterings:
        """Return the draws of one group.

        Parameters
        ----------
        mode : int
            The number of the group.

        Returns
        -------
        Clusterings
            For `consensus` and `credible_ball` of the group.
        """
        return self.clusterings.select(np.flatnonzero(self.members == self._number(mode)).tolist())

    def coordinates(self, dimensions: int = 2) -> Coordinates:
        """Return draws as points, by classical multidimensional scaling.

        Parameters
        ----------
        dimensions : int, default=2
            Number of coordinates.

        Returns
        -------
        Coordinates
            Of all draws, or of the medoids and 500 draws that are evenly spaced.
        """
        check_integer("dimensions", dimensions, 1)
        most = len(self.clusterings)
        sample = np.arange(most)
        if most > _MOST_POINTS:
            even = np.linspace(0, most - 1, _MOST_POINTS).round().astype(np.int64)
            sample = np.union1d(even, [mode.position for mode in self.modes])
        own = self.clusterings.select(sample.tolist())
        loss = Loss.of(self.loss)
        distances = distance_matrix(own, loss)
        points, stress = classical_scaling((distances + distances.T) / 2, dimensions)
        return Coordinates(loss.measure.name, own.names, points, stress)

    def _number(self, mode: int) -> int:
        """Return the number of a group, or raise if there is no such group."""
        if not is_integer(mode) or not 0 <= mode < len(self.modes):
            last = len(self.modes) - 1
            raise OptionError(f"mode must be an integer from 0 to {last}, got {mode!r}.")
        return mode

    def records(self) -> list[dict[str, Any]]:
        """Return one row per group."""
        return [plain_data(mode) for mode in self.modes]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the draws as plain data."""
        names = [name for name in self.__slots__ if name != "clusterings"]
        return {name: plain_data(getattr(self, name)) for name in names} | self._assumed_data()

    def view(self) -> TableView:
        """Return the groups as a table view."""
        columns = (
            Column("mode", style="name"),
            Column("share", "right", percent, style="value"),
            Column("medoid"),
            Column("clusters", "right"),
            Column("spread", "right", priority=1),
        )
        rows = tuple(
            (str(i), mode.weight, mode.medoid, mode.clusters, mode.spread)
            for i, mode in enumerate(self.modes)
        )
        draws = plural(len(self.clusterings), "draw")
        title = f"{plural(len(self.modes), 'mode')} of {draws} under {self.loss}"
        return TableView(columns, rows, title, notes=self.notes)


@takes_clusterings
def modes(
    *clusterings: Any,
    k: int | Literal["auto"] = "auto",
    loss: str | Measure = "vi",
    draw_weights: ArrayLike | None = None,
    **options: Unpack[LabelsOptions],
) -> Modes:
    """Group the draws of a posterior, each group with its medoid and its weight.

    Parameters
    ----------
    {set}
    k : int or "auto", default="auto"
        The number of groups. "auto" takes the number from 2 to 8 with the largest mean
        silhouette width, of those with at least 5 % of the draws in every group, or one group if
        this width is below 0.5.
    loss : {"vi", "binder"} or measure, default="vi"
        The distance: a metric, as in `consensus`.
    draw_weights : array_like of float, optional
        Weight of each draw; by default all are equal.
    {selection}

    Returns
    -------
    Modes
        The groups, the largest first.

    Raises
    ------
    OptionError
        If `k` is not a number of groups that the draws can form.

    See Also
    --------
    consensus : One partition for all draws.

    Notes
    -----
    The groups are found by k-medoids: the initial medoids are chosen one by one so that the sum of
    distances to the nearest medoid falls most, then medoids and groups are updated in turn. If
    there are more than 2000 draws, 2000 evenly spaced draws are grouped, and each other draw joins
    the nearest medoid.

    Examples
    --------
    >>> found = modes([[0, 0, 1, 1]] * 6 + [[0, 0, 1, 2]] + [[0, 1, 1, 0]] * 3)
    >>> [round(mode.weight, 2) for mode in found.modes]
    [0.7, 0.3]
    >>> found.partition(1)
    Partition(n=4, k=2: {0, 3} {1, 2})
    """
    runs = runs_of(clusterings, options)
    chosen, weights = Loss.of(loss), read_draw_weights(draw_weights, len(runs))
    most = len(runs)
    if k != "auto" and (not is_integer(k) or not 0 < k <= most):
        raise OptionError(f'k must be "auto" or an integer from 1 to {most}, got {k!r}.')
    sample = np.arange(most)
    if most > _MOST_DRAWS:
        sample = np.linspace(0, most - 1, _MOST_DRAWS).round().astype(np.int64)
    own = runs if len(sample) == most else runs.select(sample.tolist())
    distances = distance_matrix(own, chosen)
    distances = (distances + distances.T) / 2
    group, width, notes = _grouped(distances, weights[sample], k)
    medoids = sample[_medoids(distances, group, weights[sample])]
    return _result(runs, chosen, weights, medoids, width, notes)


def _grouped(
    distances: Reals, weights: Reals, k: int | Literal["auto"]
) -> tuple[Ints, float | None, tuple[str, ...]]:
    """Return the group of each draw, the mean silhouette width and a note."""
    if k != "auto":
        group = _k_medoids(distances, weights, int(k))
        return group, _silhouette(distances, group, weights) if k > 1 else None, ()
    distinct = len(np.unique(distances.round(12), axis=0))
    tried = {}
    for count in range(2, min(_MOST_MODES, distinct, len(distances) - 1) + 1):
        group = _k_medoids(distances, weights, count)
        if np.bincount(group, weights).min() >= _LEAST:
            tried[count] = (_silhouette(distances, group, weights), group)
    best = max(tried, key=lambda count: tried[count][0], default=1)
    if best == 1 or tried[best][0] < _CLEAR:
        width = f" (largest mean silhouette width {tried[best][0]:.2f})" if best > 1 else ""
        return np.zeros(len(distances), np.int64), None, (f"No groups stand out{width}.",)
    return tried[best][1], tried[best][0], ()


def _k_medoids(distances: Reals, weights: Reals, k: int) -> Ints:
    """Return the group of each draw by k-medoids.

    Medoids are added one by one, each where it lowers the sum of distances most; then groups and
    medoids are improved in turn.
    """
    chosen: list[int] = []
    nearest = np.full(len(distances), np.inf)
    for _ in range(k):
        totals = np.minimum(distances, nearest) @ weights
        totals[chosen] = np.inf
        chosen.append(int(np.argmin(totals)))
        nearest = np.minimum(nearest, distances[chosen[-1]])
    group = _nearest(distances, np.array(chosen))
    for _ in range(_ROUNDS):
        moved = _nearest(distances, _medoids(distances, group, weights))
        if np.array_equal(moved, group):
            break
        group = moved
    return group


def _nearest(distances: Reals, medoids: Ints) -> Ints:
    """Return the nearest medoid of each draw; a medoid is nearest to itself."""
    group: Ints = np.argmin(distances[medoids], axis=0)
    group[medoids] = np.arange(len(medoids))
    return group


def _medoids(distances: Reals, group: Ints, weights: Reals) -> Ints:
    """Return the position of the medoid of each group."""
    out = []
    for number in range(int(group.max()) + 1):
        members = np.flatnonzero(group == number)
        means = distances[np.ix_(members, members)] @ weights[members]
        out.append(members[int(np.argmin(means))])
    return np.array(out)


def _silhouette(distances: Reals, group: Ints, weights: Reals) -> float:
    """Return the weighted mean silhouette width; a draw that is alone has width 0."""
    masks = group == np.arange(int(group.max()) + 1)[:, None]
    sums = (masks * weights) @ distances  # of the distances to each group
    totals = masks @ weights
    own = totals[group] - weights
    inside = np.divide(
        sums[group, np.arange(len(group))], own, out=np.zeros_like(own), where=own > 1e-12
    )
    means = np.divide(
        sums, totals[:, None], out=np.full_like(sums, np.inf), where=totals[:, None] > 0
    )
    means[group, np.arange(len(group))] = np.inf
    nearest = means.min(axis=0)
    larger = np.maximum(inside, nearest)
    width = np.divide(
        nearest - inside, larger, out=np.zeros_like(own), where=(own > 1e-12) & (larger > 0)
    )
    return float((width * weights).sum() / weights.sum())


def _result(
    runs: Clusterings,
    loss: Loss,
    weights: Reals,
    medoids: Ints,
    width: float | None,
    notes: tuple[str, ...],
) -> Modes:
    """Put every draw into the group of its nearest medoid, the largest group first."""
    to_medoids = (
        distance_matrix(runs, loss, medoids)
        if len(medoids) < len(runs)
        else (distance_matrix(runs, loss)[medoids])
    )
    nearest = np.argmin(to_medoids, axis=0)
    nearest[medoids] = np.arange(len(medoids))
    shares = np.bincount(nearest, weights, len(medoids))
    order = np.argsort(-shares, kind="stable")
    found = []
    for number in order.tolist():
        inside = nearest == number
        place = int(medoids[number])
        spread = to_medoids[number][inside] @ weights[inside] / max(shares[number], 1e-300)
        found.append(
            Mode(float(shares[number]), runs.names[place], place, runs.sizes[place], float(spread))
        )
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return Modes(tuple(found), rank[nearest], width, loss.name, notes, runs)
