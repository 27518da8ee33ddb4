"""Choose clusterings of a set: central, diverse and odd ones, and those near to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_integer
from clusterdiff.errors import OptionError
from clusterdiff.many._coordinates import distances_of
from clusterdiff.many._diversity import Diversity, diversity_of, mean_distances
from clusterdiff.many._values import values_of_all, values_of_pairs
from clusterdiff.measures import get_measure
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.many.clusterings import Clusterings
    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]

_BLOCK = 64  # clusterings compared before the bound is checked again


class Choosing:
    """The part of `Clusterings` that chooses some of its clusterings."""

    __slots__ = ()

    def diversity(self: Any, measure: str | Measure = "variation_of_information") -> Diversity:
        """Return how far the clusterings are from each other, and which are odd.

        Parameters
        ----------
        measure : str or Measure, default="variation_of_information"
            A distance, or a similarity that is 1 for equal clusterings.

        Returns
        -------
        Diversity
            The mean distance of each clustering from the others, the medoid and the outliers.
        """
        chosen = get_measure(measure)
        return diversity_of(self.names, _distances(self, chosen), chosen.name)

    def medoid(self: Any, measure: str | Measure = "variation_of_information") -> str:
        """Return the name of the clustering with the least mean distance from the others.

        Parameters
        ----------
        measure : str or Measure, default="variation_of_information"
            A distance, or a similarity that is 1 for equal clusterings.

        Returns
        -------
        str
            The first one of several.
        """
        if len(self) == 1:
            return str(self.names[0])
        return str(self.names[int(np.argmin(mean_distances(_distances(self, measure))))])

    def central(
        self: Any, n: int, measure: str | Measure = "variation_of_information"
    ) -> Clusterings:
        """Return the clusterings with the least mean distance from the others.

        Parameters
        ----------
        n : int
            How many.
        measure : str or Measure, default="variation_of_information"
            A distance, or a similarity that is 1 for equal clusterings.

        Returns
        -------
        Clusterings
            The most central first.
        """
        _check_number(n, len(self))
        order = np.argsort(mean_distances(_distances(self, measure)), kind="stable")
        found: Clusterings = self.select(order[:n].tolist())
        return found

    def select_diverse(
        self: Any, n: int, measure: str | Measure = "variation_of_information"
    ) -> Clusterings:
        """Return clusterings that are far from each other.

        Parameters
        ----------
        n : int
            How many.
        measure : str or Measure, default="variation_of_information"
            A distance, or a similarity that is 1 for equal clusterings.

        Returns
        -------
        Clusterings
            The medoid first; then always the clustering whose distance from the nearest one
            chosen so far is largest (Gonzalez 1985). For a metric, the least distance among those
            chosen is at least half of the largest one possible for this number.
        """
        _check_number(n, len(self))
        distances = _distances(self, measure)
        chosen = [int(np.argmin(mean_distances(distances)))]
        nearest = distances[chosen[0]].copy()
        while len(chosen) < n:
            nearest[chosen] = -1
            chosen.append(int(np.argmax(nearest)))
            nearest = np.minimum(nearest, distances[chosen[-1]])
        found: Clusterings = self.select(chosen)
        return found

    def outliers(self: Any, measure: str | Measure = "variation_of_information") -> tuple[str, ...]:
        """Return the names of clusterings that are unusually far from the others.

        Parameters
        ----------
        measure : str or Measure, default="variation_of_information"
            A distance, or a similarity that is 1 for equal clusterings.

        Returns
        -------
        tuple of str
            Those whose mean distance is more than three robust standard deviations (median
            absolute deviation) above the median.
        """
        if len(self) < 3:
            return ()
        found: Diversity = self.diversity(measure)
        return found.outliers

    def nearest(
        self: Any,
        which: int | str,
        n: int = 5,
        measure: str | Measure = "variation_of_information",
    ) -> tuple[tuple[str, float], ...]:
        r"""Return the clusterings that agree best with one of the set.

        Parameters
        ----------
        which : str or int
            A clustering of the set.
        n : int, default=5
            How many to return.
        measure : str or Measure, default="variation_of_information"
            Any measure with a best value.

        Returns
        -------
        tuple of (str, float)
            Names and values, the best first.

        Notes
        -----
        If the measure is a distance and a metric, the triangle inequality gives a lower bound:
        the difference between the distances of two clusterings from the clustering with one
        cluster. Clusterings whose bound exceeds the distances found so far are not compared.
        """
        check_integer("n", n, 1)
        chosen = get_measure(measure)
        if chosen.direction == "description":
            raise OptionError(f"{chosen.name} has no best value.")
        return _nearest(self, self.position(which), n, chosen)


def _nearest(
    runs: Clusterings, place: int, number: int, measure: Measure
) -> tuple[tuple[str, float], ...]:
    """Return the clusterings with the best values, ordered by a lower bound of the distance."""
    others = [i for i in range(len(runs)) if i != place]
    bounds = np.zeros(len(others))
    has_bound = measure.metric and measure.direction == "distance"
    if has_bound and runs.complete and runs.weights is None:
        against_one = (Table.from_matrix(np.bincount(row)[:, None]) for row in runs.codes)
        from_one = [measure.on(table) for table in against_one]
        bounds = np.array([abs(from_one[place] - from_one[i]) for i in others])
        others = [others[i] for i in np.argsort(bounds, kind="stable")]
        bounds = np.sort(bounds)
    sign = -1.0 if measure.direction == "similarity" else 1.0
    found: list[tuple[float, int]] = []
    for start in range(0, len(others), _BLOCK):
        best = sorted(found)[:number]
        if len(best) == number and bounds[start] * (1 - 1e-9) > best[-1][0]:
            break
        block = others[start : start + _BLOCK]
        pairs = np.array([(place, i) for i in block], np.int64)
        values = values_of_pairs(runs, runs, pairs, [measure]).values[0].tolist()
        found += [(sign * value, i) for value, i in zip(values, block, strict=True)]
    return tuple((runs.names[i], sign * value) for value, i in sorted(found)[:number])


def _distances(runs: Clusterings, measure: str | Measure) -> Floats:
    """Return the symmetric matrix of distances."""
    chosen = get_measure(measure)
    if len(runs) < 2:
        return np.zeros((1, 1))
    return distances_of(values_of_all(runs, [chosen]).values[0], chosen).values


def _check_number(n: int, size: int) -> None:
    if not isinstance(n, (int, np.integer)) or not 1 <= n <= size:
        raise OptionError(f"n must be an integer from 1 to {size}, got {n!r}.")
