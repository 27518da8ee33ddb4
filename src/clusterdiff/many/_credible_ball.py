"""credible_ball: how far the draws of a posterior are from one partition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import fsum
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_share
from clusterdiff.errors import InputError
from clusterdiff.labels import align, read, takes_clusterings
from clusterdiff.many._consensus import Consensus, as_partition, consensus
from clusterdiff.many._draws import runs_of
from clusterdiff.many._loss import Loss, read_draw_weights
from clusterdiff.views import Column, Result, TableView, number, percent, plain_data, plural

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import ArrayLike, NDArray

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.many._clusterings import Clusterings
    from clusterdiff.measures import Measure
    from clusterdiff.partition import Partition

    Ints = NDArray[np.int64]
    Reals = NDArray[np.float64]

_ROUNDING = 1e-12  # distances that differ by a smaller share are equal


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CredibleBall(Result):
    """The smallest ball around a partition that has a given share of the draws.

    Attributes
    ----------
    center : Partition
        The partition in the middle.
    loss : str
        The distance.
    level : float
        The share of the draws that the ball must have at least.
    radius : float
        The largest distance of a draw in the ball to the center.
    coverage : float
        The share of the draws that the ball has.
    distances : numpy.ndarray
        The distance of each draw to the center.
    members : numpy.ndarray of int
        The positions of the draws in the ball, the nearest first.
    horizontal : tuple of int
        The draws in the ball that are the most distant from the center.
    upper : tuple of int
        The vertical upper bounds: of the draws in the ball with the fewest clusters, those that
        are the most distant.
    lower : tuple of int
        The vertical lower bounds: of the draws in the ball with the most clusters, those that are
        the most distant.
    draw_weights : numpy.ndarray
        The weights of the draws, with sum 1.
    seed : int or None
        The integer that, as `rng`, gives the same center; None if it was not searched.
    clusterings : Clusterings
        The draws.

    See Also
    --------
    credible_ball : Makes it.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> draws = [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]]
    >>> found = cd.many.credible_ball(draws)
    >>> found.radius
    0.5
    >>> found.contains([0, 0, 1, 1])
    True
    """

    _plots = ("plot_credible_ball",)

    center: Partition
    loss: str
    level: float
    radius: float
    coverage: float
    distances: Reals
    members: Ints
    horizontal: tuple[int, ...]
    upper: tuple[int, ...]
    lower: tuple[int, ...]
    draw_weights: Reals
    seed: int | None
    clusterings: Clusterings

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that -1 is a cluster."""
        return self.clusterings.notes

    def distance(self, partition: Any) -> float:
        """Return the distance of a partition to the center.

        Parameters
        ----------
        partition : labels or Partition
            A clustering of the same elements.

        Returns
        -------
        float
            The loss of the partition for the center.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> ball = cd.many.credible_ball([[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]])
        >>> ball.distance([0, 0, 1, 2])
        0.5
        """
        return Loss.of(self.loss).measure(partition, self.center)

    def contains(self, partition: Any) -> bool:
        """Return whether a partition is in the ball.

        Parameters
        ----------
        partition : labels or Partition
            A clustering of the same elements.

        Returns
        -------
        bool
            Whether the distance is at most the radius.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> ball = cd.many.credible_ball([[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 1, 2]])
        >>> ball.contains([0, 0, 1, 2]), ball.contains([0, 1, 2, 3])
        (True, False)
        """
        return self.distance(partition) <= self.radius * (1 + _ROUNDING)

    def pvalue(self, partition: Any) -> float:
        """Return the conformal p-value of a partition: how unusual its distance is.

        Parameters
        ----------
        partition : labels or Partition
            A clustering of the same elements.

        Returns
        -------
        float
            The share of the draws, the partition itself counted as one more, that are at least
            as far from the center. A small value says that the posterior does not support the
            partition. For a partition that is one more draw, the chance of a value of at most q
            is at most about q; it is exact if the center was not estimated from the same draws.

        Examples
        --------
        >>> ball = credible_ball([[0, 0, 1]] * 8 + [[0, 1, 1]])
        >>> ball.pvalue([0, 0, 1]), ball.pvalue([0, 1, 2])
        (1.0, 0.2)
        """
        draws = len(self.distances)
        far = self.distances >= self.distance(partition) * (1 - _ROUNDING)
        number = fsum((self.draw_weights[far] * draws).tolist())
        return min((number + 1) / (draws + 1), 1.0)

    def partition(self, draw: int | str) -> Partition:
        """Return one of the draws as a partition.

        Parameters
        ----------
        draw : int or str
            Its position or its name, for example ``ball.upper[0]``.

        Returns
        -------
        Partition
            The partition.
        """
        return self.clusterings.partition(draw)

    def records(self) -> list[dict[str, Any]]:
        """Return one row per draw."""
        inside = set(self.members.tolist())
        names, sizes = self.clusterings.names, self.clusterings.sizes
        return [
            {"draw": name, "clusters": size, "distance": distance, "inside": i in inside}
            for i, (name, size, distance) in enumerate(
                zip(names, sizes, self.distances.tolist(), strict=True)
            )
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the draws as plain data."""
        skipped = {"center", "clusterings"}
        names = [name for name in self.__slots__ if name not in skipped]
        data = {name: plain_data(getattr(self, name)) for name in names}
        return {"center": self.center.labels.tolist(), **data, **self._assumed_data()}

    def view(self) -> TableView:
        """Return the bounds as a table view."""
        rows: list[tuple[Any, ...]] = [("center", None, self.center.k, 0.0, 1)]
        for what, draws in (
            ("horizontal bound", self.horizontal),
            ("upper bound", self.upper),
            ("lower bound", self.lower),
        ):
            first = draws[0]
            size = self.clusterings.sizes[first]
            name = self.clusterings.names[first]
            rows.append((what, name, size, float(self.distances[first]), len(draws)))
        columns = (
            Column("what", style="name"),
            Column("draw", format=lambda value: "" if value is None else str(value)),
            Column("clusters", "right"),
            Column("distance", "right", style="value"),
            Column("draws like it", "right", priority=1),
        )
        inside = plural(len(self.members), "draw")
        lead = f"radius {number(self.radius)}, with {inside} ({percent(self.coverage)})"
        title = f"Credible ball of level {self.level:g} under {self.loss}"
        return TableView(columns, tuple(rows), title, (lead,))


@takes_clusterings
def credible_ball(
    *clusterings: Any,
    center: Any = None,
    level: float = 0.95,
    loss: str | Measure = "vi",
    draw_weights: ArrayLike | None = None,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> CredibleBall:
    """Return the smallest ball around a partition that has a given share of the draws.

    Parameters
    ----------
    {set}
    center : Consensus, labels or Partition, optional
        The middle of the ball; by default the consensus of the draws.
    level : float, default=0.95
        The share of the draws that the ball must have at least.
    loss : {"vi", "binder"} or measure, default="vi"
        The distance: a metric, as in `consensus`.
    draw_weights : array_like of float, optional
        Weight of each draw; by default all are equal.
    rng : int, numpy.random.Generator or None, default=None
        Seed of the search for the consensus, where no center is given. None is fresh entropy;
        `seed` of the result repeats it.
    {selection}

    Returns
    -------
    CredibleBall
        The radius, the draws in the ball and its bounds.

    Raises
    ------
    OptionError
        If the level is not between 0 and 1.
    InputError
        If the center is not a partition of all elements.

    See Also
    --------
    consensus : The partition with the least expected loss.

    Notes
    -----
    The ball and its bounds are those of Wade & Ghahramani (2018): the horizontal bound has the
    draws of the ball that are the most distant from the center; the vertical bounds have those
    with the fewest (upper) and the most clusters (lower), of these the most distant.

    References
    ----------
    S. Wade and Z. Ghahramani (2018). Bayesian cluster analysis: point estimation and credible
    balls. Bayesian Analysis 13, 559-626.

    Examples
    --------
    >>> draws = [[0, 0, 1, 1]] * 7 + [[0, 0, 1, 2], [0, 0, 0, 0], [0, 1, 2, 3]]
    >>> ball = credible_ball(draws, level=0.8)
    >>> ball.radius
    0.5
    >>> ball.contains([0, 0, 1, 2]), ball.contains([0, 1, 2, 3])
    (True, False)
    """
    level = check_share("level", level)
    runs = runs_of(clusterings, options)
    chosen = Loss.of(loss)
    weights = read_draw_weights(draw_weights, len(runs))
    if center is None:
        center = consensus(runs, loss=loss, rng=rng, draw_weights=draw_weights)
    partition, codes = _center(runs, center)
    distances = chosen.values(runs, codes)
    order = np.argsort(distances, kind="stable")
    order = order[weights[order] > 0]
    share = np.cumsum(weights[order])
    radius = float(distances[order][np.searchsorted(share, (level - 1e-12) * share[-1])])
    members = order[distances[order] <= radius * (1 + _ROUNDING)]
    sizes = np.array(runs.sizes)
    return CredibleBall(
        partition,
        chosen.name,
        level,
        radius,
        min(float(weights[members].sum()), 1.0),
        distances,
        members,
        _farthest(distances, members),
        _farthest(distances, members[sizes[members] == sizes[members].min()]),
        _farthest(distances, members[sizes[members] == sizes[members].max()]),
        weights,
        center.seed if isinstance(center, Consensus) else None,
        runs,
    )


def _center(runs: Clusterings, center: Any) -> tuple[Partition, Ints]:
    """Read the center: its clusters in the order of the elements of the draws."""
    if isinstance(center, Consensus):  # its partition lacks the elements that no draw has
        given = replace(read(center.labels, "center"), elements=center.clusterings.elements)
    else:
        given = read(center, "center")
    mine, labels = align(runs[0], given)
    if len(mine) != runs.n:
        raise InputError(f"center must label the {runs.n} elements of the draws.")
    codes, _ = labels.encoded()
    codes = np.asarray(codes, np.int64)
    if labels.missing is not None:
        codes = np.where(labels.missing, -1, codes)
    return as_partition(runs, codes, codes >= 0), codes


def _farthest(distances: Reals, draws: Ints) -> tuple[int, ...]:
    """Return those of the draws that are the most distant, in their order."""
    most = distances[draws].max()
    return tuple(sorted(draws[distances[draws] >= most * (1 - _ROUNDING)].tolist()))
