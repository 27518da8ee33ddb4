"""Pairwise: the values of every pair of clusterings, and what they say about the set."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from clusterdiff.analysis.options import place_of
from clusterdiff.checks import check_choice, check_integer, is_number
from clusterdiff.errors import OptionError, UnknownNameError
from clusterdiff.many._distances import (
    LinkageMethod,
    classical_scaling,
    distances_of,
    leaves_of,
    tree_of,
)
from clusterdiff.many._diversity import diversity_of
from clusterdiff.many._pairwise_drawing import Drawings
from clusterdiff.many._pairwise_views import view_of
from clusterdiff.many.coordinates import Coordinates
from clusterdiff.views import Result, TableView, plain_data
from clusterdiff.views.result import frame_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.many._diversity import Diversity
    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pairwise(Drawings, Result):
    """One or several measures for every pair of clusterings of one set, or of two sets.

    Attributes
    ----------
    measures : tuple of str
        The names of the measures.
    names : tuple of str
        The names of the clusterings.
    values : numpy.ndarray of shape (number of measures, m, m)
        ``values[k, i, j]`` is measure k of clustering i (as `a`) and clustering j (as `b`).
    n : int
        Number of elements of the set.
    shared : numpy.ndarray of shape (m, m)
        Number of elements on which each pair is compared; with weights, their sum.
    columns : tuple of str
        The names of the clusterings of the second set if there are two, else `names`.
    chosen : tuple of Measure
        The measures themselves.
    crossed : bool
        Whether the columns are another set.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> found = cd.pairwise(runs, "vi")
    >>> found.nearest("x")
    (('y', 0.5), ('z', 1.0))
    >>> found.to_numpy()[0].tolist()
    [0.0, 0.5, 1.0]
    """

    measures: tuple[str, ...]
    names: tuple[str, ...]
    values: Floats
    n: int
    shared: NDArray[np.int64]
    columns: tuple[str, ...]
    chosen: tuple[Measure, ...]
    crossed: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the values as plain data, without the measures themselves."""
        return {
            field.name: plain_data(getattr(self, field.name))
            for field in fields(self)
            if field.name != "chosen"
        }

    def to_numpy(self, measure: str | Measure | None = None) -> Floats:
        """Return the values of a measure as an array.

        Parameters
        ----------
        measure : str or Measure, optional
            By default the first of the measures.

        Returns
        -------
        numpy.ndarray of shape (len(names), len(columns))
            The values; rows and columns are in the order of `names` and `columns`.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> cd.pairwise([[0, 0, 1, 1], [0, 0, 1, 2]], "vi").to_numpy()
        array([[0. , 0.5],
               [0.5, 0. ]])
        """
        return np.array(self.values[self._place(measure)], float)

    def to_frame(self, measure: str | Measure | None = None) -> Any:
        """Return the values of a measure as a pandas DataFrame.

        Parameters
        ----------
        measure : str or Measure, optional
            By default the first of the measures.

        Returns
        -------
        pandas.DataFrame
            With the names on both axes.
        """
        frame = frame_of(self.to_numpy(measure), list(self.columns))  # type: ignore[arg-type]
        frame.index = list(self.names)
        return frame

    def linkage(
        self, measure: str | Measure | None = None, method: LinkageMethod = "average"
    ) -> Floats:
        """Return the tree of the clusterings.

        Parameters
        ----------
        measure : str or Measure, optional
            By default the first of the measures. A similarity s is the distance 1 - s.
        method : {"average", "single", "complete", "weighted"}, default="average"
            The method of `scipy.cluster.hierarchy.linkage`.

        Returns
        -------
        numpy.ndarray of shape (m - 1, 4)
            The linkage matrix of SciPy.
        """
        check_choice("method", method, get_args(LinkageMethod))
        return tree_of(self._distances(measure), method)

    def order(self, measure: str | Measure | None = None) -> tuple[str, ...]:
        """Return the names in the order of the leaves of the tree.

        Parameters
        ----------
        measure : str or Measure, optional
            By default the first of the measures.

        Returns
        -------
        tuple of str
            Clusterings that are alike are side by side.
        """
        if len(self.names) < 2:
            return self.names
        return tuple(self.names[i] for i in leaves_of(self.linkage(measure)))

    def coordinates(self, dimensions: int = 2, measure: str | Measure | None = None) -> Coordinates:
        """Return the clusterings as points, by classical multidimensional scaling.

        Parameters
        ----------
        dimensions : int, default=2
            Number of coordinates.
        measure : str or Measure, optional
            By default the first of the measures. A similarity s is the distance 1 - s.

        Returns
        -------
        Coordinates
            The points and the stress, which says how far their distances are from the values.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
        >>> cd.pairwise(runs, "vi").coordinates().points.shape
        (3, 2)
        """
        check_integer("dimensions", dimensions, 1)
        points, stress = classical_scaling(self._distances(measure), dimensions)
        return Coordinates(self.measures[self._place(measure)], self.names, points, stress)

    def duplicates(
        self, tolerance: float = 0.0, measure: str | Measure | None = None
    ) -> tuple[tuple[str, ...], ...]:
        """Return the groups of clusterings that are the same, or nearly.

        Parameters
        ----------
        tolerance : float, default=0.0
            How far a value may be from that of equal clusterings.
        measure : str or Measure, optional
            By default the first of the measures.

        Returns
        -------
        tuple of tuple of str
            Groups of two or more names; all pairs of a group are within the tolerance.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> runs = {"x": [0, 0, 1, 1], "y": [5, 5, 6, 6], "z": [0, 1, 2, 3]}
        >>> cd.pairwise(runs).duplicates()
        (('x', 'y'),)
        """
        from scipy.cluster.hierarchy import fcluster, linkage
        from scipy.spatial.distance import squareform

        if not is_number(tolerance) or not tolerance >= 0:
            raise OptionError(f"tolerance must be a non-negative number, got {tolerance!r}.")
        self.check_square()
        chosen = self.chosen[self._place(measure)]
        values = self.values[self._place(measure)]
        if chosen.best is None:
            raise OptionError(f"{chosen.name} has no best value.")
        best = np.diag(values)
        gaps = np.abs(values - np.maximum(best[:, None], best[None]) if callable(chosen.best)
                      else values - float(chosen.best))  # fmt: skip
        gaps = np.maximum(gaps, gaps.T)
        np.fill_diagonal(gaps, 0)
        if len(self.names) < 2:
            return ()
        tree = linkage(squareform(gaps, checks=False), "complete")
        group_of = fcluster(tree, tolerance, "distance")
        groups: dict[int, list[str]] = {}
        for name, group in zip(self.names, group_of.tolist(), strict=True):
            groups.setdefault(group, []).append(name)
        return tuple(tuple(names) for names in groups.values() if len(names) > 1)

    def diversity(self, measure: str | Measure | None = None) -> Diversity:
        """Return how far the clusterings are from each other, and which are odd.

        Parameters
        ----------
        measure : str or Measure, optional
            By default the first of the measures. A similarity s is the distance 1 - s.

        Returns
        -------
        Diversity
            The mean distance of each clustering from the others, the medoid and the outliers.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
        >>> cd.pairwise(runs, "vi").diversity().medoid
        'y'
        """
        distances = self._distances(measure)
        return diversity_of(self.names, distances, self.measures[self._place(measure)])

    def nearest(
        self, name: str, number: int = 5, measure: str | Measure | None = None
    ) -> tuple[tuple[str, float], ...]:
        """Return the clusterings that agree best with one.

        Parameters
        ----------
        name : str
            A clustering.
        number : int, default=5
            How many to return.
        measure : str or Measure, optional
            By default the first of the measures.

        Returns
        -------
        tuple of (str, float)
            Names and values, the best first.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
        >>> cd.pairwise(runs, "vi").nearest("x")
        (('y', 0.5), ('z', 1.0))
        """
        check_integer("number", number, 1)
        if name not in self.names:
            raise UnknownNameError.of("clustering", name, list(self.names))
        chosen = self.chosen[self._place(measure)]
        if chosen.direction == "description":
            raise OptionError(f"{chosen.name} has no best value.")
        row = self.values[self._place(measure), self.names.index(name)]
        sign = -1 if chosen.direction == "similarity" else 1
        order = np.argsort(sign * row, kind="stable").tolist()
        others = [j for j in order if self.crossed or self.columns[j] != name]
        return tuple((self.columns[j], float(row[j])) for j in others[:number])

    def _distances(self, measure: str | Measure | None) -> Floats:
        self.check_square()
        place = self._place(measure)
        return distances_of(self.values[place], self.chosen[place]).values

    def _place(self, measure: str | Measure | None) -> int:
        named = measure is not None
        return place_of(measure, self.measures, "measure of this result") if named else 0

    @property
    def notes(self) -> tuple[str, ...]:
        """What is special about the elements, as sentences."""
        low, high = int(self.shared.min()), int(self.shared.max())
        text = f"Pairs are compared on the {low:,} to {high:,} elements that both have."
        return () if low == high else (text,)

    def pairs(self) -> list[tuple[int, int]]:
        """Return every pair of different clusterings, both ways if a measure has a direction.

        Returns
        -------
        list of (int, int)
            Numbers of the row and of the column.
        """
        one_way = not self.crossed and all(measure.symmetric for measure in self.chosen)
        return [
            (i, j)
            for i in range(len(self.names))
            for j in range(i + 1 if one_way else 0, len(self.columns))
            if self.crossed or i != j
        ]

    def records(self) -> list[dict[str, Any]]:
        """Return a matrix for one measure, else one row per pair."""
        if len(self.measures) == 1:
            header = (self.measures[0], *self.columns)
            rows = zip(self.names, self.values[0].tolist(), strict=True)
            return [dict(zip(header, (name, *line), strict=True)) for name, line in rows]
        partial = bool(self.notes)
        return [
            {
                "a": self.names[i],
                "b": self.columns[j],
                **dict(zip(self.measures, self.values[:, i, j].tolist(), strict=True)),
                **({"n": int(self.shared[i, j])} if partial else {}),
            }
            for i, j in self.pairs()
        ]

    def view(self) -> TableView:
        """Return every pair as a table view, or one row per clustering of more than 12."""
        return view_of(self)
