"""pairwise: every pair of several clusterings of the same elements."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, get_args

import numpy as np

from clusterdiff.analysis import place_of
from clusterdiff.checks import check_choice, check_integer, is_number
from clusterdiff.errors import InputError, OptionError, UnknownNameError
from clusterdiff.labels import takes_clusterings
from clusterdiff.many._clusterings import Clusterings, match_sets
from clusterdiff.many._coordinates import (
    Coordinates,
    LinkageMethod,
    classical_scaling,
    distances_of,
    leaves_of,
    tree_of,
)
from clusterdiff.many._diversity import diversity_of
from clusterdiff.many._draws import runs_of
from clusterdiff.many._values import (
    kind_of_sets,
    measures_for,
    named_set,
    values_of_all,
    values_of_kind,
    values_of_pairs,
)
from clusterdiff.table import Table
from clusterdiff.views import Column, Result, TableView, frame_of, plain_data, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.many._diversity import Diversity
    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]


_MATRIX = 12  # clusterings up to which every pair is shown
_SHOWN = 40  # rows of a summary


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pairwise(Result):
    """One or several measures for every pair of clusterings of one set, or of two sets.

    Attributes
    ----------
    names : tuple of str
        The names of the clusterings.
    values : dict
        The matrix of each measure by name: row i and column j have its value for clustering i (as
        `a`) and clustering j (as `b`).
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
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> found = cd.pairwise(runs, measures="vi")
    >>> found.nearest("x")
    (('y', 0.5), ('z', 1.0))
    >>> found["vi"][0].tolist()
    [0.0, 0.5, 1.0]
    """

    _plots = ("plot_heatmap", "plot_dendrogram", "plot_map")

    names: tuple[str, ...]
    values: Mapping[str, Floats]
    n: int
    shared: NDArray[np.int64]
    columns: tuple[str, ...]
    chosen: tuple[Measure, ...]
    crossed: bool = False
    assumed: tuple[str, ...] = ()
    __iter__: ClassVar[None] = None  # subscripts are measures

    def __getitem__(self, measure: str | Measure) -> Floats:
        """Return the matrix of a measure, by name, alias or measure."""
        return self.values[self.measures[self._place(measure)]]

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of the measures."""
        return tuple(self.values)

    def to_dict(self) -> dict[str, Any]:
        """Return the values as plain data, without the measures themselves."""
        kept = [field.name for field in fields(self) if field.name not in {"chosen", "assumed"}]
        data = {name: plain_data(getattr(self, name)) for name in ("measures", *kept)}
        return data | self._assumed_data()

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
        >>> cd.pairwise([[0, 0, 1, 1], [0, 0, 1, 2]], measures="vi").to_numpy()
        array([[0. , 0.5],
               [0.5, 0. ]])
        """
        return np.array(self._matrix_of(measure))

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
        >>> cd.pairwise(runs, measures="vi").coordinates().points.shape
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
        values = self._matrix_of(measure)
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
        >>> cd.pairwise(runs, measures="vi").diversity().medoid
        'y'
        """
        distances = self._distances(measure)
        return diversity_of(self.names, distances, self.measures[self._place(measure)])

    def nearest(
        self, name: str, n: int = 5, measure: str | Measure | None = None
    ) -> tuple[tuple[str, float], ...]:
        """Return the clusterings that agree best with one.

        Parameters
        ----------
        name : str
            A clustering.
        n : int, default=5
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
        >>> cd.pairwise(runs, measures="vi").nearest("x")
        (('y', 0.5), ('z', 1.0))
        """
        check_integer("n", n, 1)
        if name not in self.names:
            raise UnknownNameError.of("clustering", name, list(self.names))
        chosen = self.chosen[self._place(measure)]
        if chosen.direction == "description":
            raise OptionError(f"{chosen.name} has no best value.")
        row = self._matrix_of(measure)[self.names.index(name)]
        sign = -1 if chosen.direction == "similarity" else 1
        order = np.argsort(sign * row, kind="stable").tolist()
        others = [j for j in order if self.crossed or self.columns[j] != name]
        return tuple((self.columns[j], float(row[j])) for j in others[:n])

    def _distances(self, measure: str | Measure | None) -> Floats:
        self.check_square()
        return distances_of(self._matrix_of(measure), self.chosen[self._place(measure)]).values

    def _matrix_of(self, measure: str | Measure | None) -> Floats:
        return self[self.measures[0] if measure is None else measure]

    def _at(self, i: int, j: int) -> list[float]:
        """Return the values of all measures for one pair."""
        return [float(matrix[i, j]) for matrix in self.values.values()]

    def _place(self, measure: str | Measure | None) -> int:
        named = measure is not None
        return place_of(measure, self.measures, "measure of this result") if named else 0

    @property
    def notes(self) -> tuple[str, ...]:
        """On how many elements pairs are compared, if it is not the same number for all."""
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
            rows = zip(self.names, self._matrix_of(None).tolist(), strict=True)
            return [dict(zip(header, (name, *line), strict=True)) for name, line in rows]
        partial = bool(self.notes)
        return [
            {
                "a": self.names[i],
                "b": self.columns[j],
                **dict(zip(self.measures, self._at(i, j), strict=True)),
                **({"n": int(self.shared[i, j])} if partial else {}),
            }
            for i, j in self.pairs()
        ]

    def view(self) -> TableView:
        """Return every pair as a table view, or one row per clustering of more than 12."""
        if max(len(self.names), len(self.columns)) > _MATRIX:
            return self._summary()
        return self._matrix() if len(self.measures) == 1 else self._list()

    def _matrix(self) -> TableView:
        columns = (
            Column(self.measures[0], style="name"),
            *(Column(name, "right") for name in self.columns),
        )
        lines = zip(self.names, self._matrix_of(None).tolist(), strict=True)
        rows = tuple((name, *line) for name, line in lines)
        return TableView(columns, rows, notes=self.notes)

    def _list(self) -> TableView:
        """Return one row per pair."""
        partial = bool(self.notes)
        columns = (
            Column("a", style="name"),
            Column("b", style="name"),
            *(Column(measure, "right") for measure in self.measures),
            *((Column("n", "right"),) if partial else ()),
        )
        rows = tuple(
            (
                self.names[i],
                self.columns[j],
                *self._at(i, j),
                *((int(self.shared[i, j]),) if partial else ()),
            )
            for i, j in self.pairs()
        )
        return TableView(columns, rows, notes=self.notes)

    def _summary(self) -> TableView:
        """Return one row per clustering: its mean values and its nearest clustering."""
        means = self._means()
        ordered = self.chosen[0].direction != "description"
        columns = (
            Column("clustering", style="name"),
            *(Column(f"mean {measure}", "right", style="value") for measure in self.measures),
            *((Column("nearest", style="name"), Column("value", "right")) if ordered else ()),
        )
        rows: list[tuple[Any, ...]] = []
        for i, name in enumerate(self.names[:_SHOWN]):
            nearest = self.nearest(name, 1)[0] if ordered else ()
            rows.append((name, *(float(mean[i]) for mean in means), *nearest))
        hidden = len(self.names) - _SHOWN
        more = (f"{plural(hidden, 'more clustering')} not shown.",) if hidden > 0 else ()
        against = f" against {len(self.columns)}" if self.crossed else ""
        title = f"{plural(len(self.names), 'clustering')}{against} of {plural(self.n, 'element')}"
        pairs = "Means are over the other clusterings; CSV, JSON and to_frame() have all pairs."
        if self.crossed:
            pairs = "Means are over the other set; CSV, JSON and to_frame() have all pairs."
        return TableView(columns, tuple(rows), title, notes=(*self.notes, *more, pairs))

    def _means(self) -> list[Floats]:
        """Return the mean of each measure over the other clusterings."""
        if self.crossed:
            return [matrix.mean(axis=1) for matrix in self.values.values()]
        others = len(self.names) - 1
        return [(m.sum(axis=1) - np.diag(m)) / others for m in self.values.values()]

    def check_square(self) -> None:
        """Refuse a result that compares two sets."""
        if self.crossed:
            text = (
                "The rows and columns must be the same clusterings: this result compares two sets."
            )
            raise InputError(text, "compare one set with itself")


@takes_clusterings
def pairwise(
    *clusterings: Any,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    cross: Any = None,
    names: Sequence[str] | None = None,
    **options: Unpack[LabelsOptions],
) -> Pairwise:
    """Compare every pair of several clusterings, under one or several measures in one pass.

    Measures of pair counts and entropies are computed from the codes of all pairs at once, on all
    cores; other measures from the table of each pair.

    Parameters
    ----------
    {set}
    measures : str, Measure or list of them, optional
        Names of measures, measures, or families; by default `adjusted_rand`, for covers
        `omega_index` and for soft clusterings `adjusted_concordance`.
    cross : Clusterings, data frame, dict, list or array, optional
        Another set of clusterings of the same elements. Each clustering of the first set is then
        compared with each of this one.
    names : list of str, optional
        The names of the clusterings of a list or an array.
    {selection}

    Returns
    -------
    Pairwise
        A matrix for each measure, with a heatmap, a tree and a map of the clusterings. Pairs with
        absent elements are compared on those that both have; `shared` counts them.

    Raises
    ------
    InputError
        If the clusterings cannot be compared.
    OptionError
        If no measure is named.
    UnknownNameError
        If there is no such measure.

    See Also
    --------
    rank : Several clusterings against one reference.
    Clusterings : A set of clusterings that is encoded once.

    Examples
    --------
    >>> pairwise({"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}, measures="vi")
    variation_of_information    x    y    z
    x                           0  0.5    1
    y                         0.5    0  0.5
    z                           1  0.5    0
    >>> pairwise([[0, 0, 1, 1]], measures="vi", cross={"y": [0, 0, 1, 2]}).to_numpy().tolist()
    [[0.5]]
    """
    others = () if cross is None else cross if isinstance(cross, tuple) else (cross,)
    kind = kind_of_sets(clusterings, others)
    chosen = measures_for(measures, kind)
    if kind is not Table:
        first_set = named_set(clusterings, names, options.pop("columns", None))
        second_set = named_set(others, None) if others else first_set
        found, notes = values_of_kind(first_set, second_set, chosen, kind, options)
        return Pairwise(
            tuple(first_set), dict(zip((m.name for m in chosen), found.values, strict=True)),
            int(found.shared.max()), found.shared, tuple(second_set), tuple(chosen),
            crossed=bool(others), assumed=notes,
        )  # fmt: skip
    if cross is not None:
        how = options.get("align", "raise")
        existing = all(isinstance(given[0], Clusterings) for given in (clusterings, others))
        first = _set_of(clusterings, options, names, existing=existing)
        options.pop("columns", None)  # the columns of the first set
        second = _set_of(others, options, None, existing=existing)
        return _cross(*match_sets(first, second, how, ("clusterings", "cross")), chosen)
    first = runs_of(clusterings, options, names=names)
    return _result(first, first, chosen, *values_of_all(first, chosen))


def _set_of(
    given: tuple[Any, ...],
    options: LabelsOptions,
    names: Sequence[str] | None,
    *,
    existing: bool,
) -> Clusterings:
    """Return one of two sets; of two existing ones, options say only how they are matched."""
    if len(given) == 1 and isinstance(given[0], Clusterings):
        own = {
            name: value
            for name, value in options.items()
            if name == "columns" or (existing and name != "align")
        }
        if own or names is not None:
            return Clusterings(given[0], names=names, **own)  # type: ignore[arg-type]
        return given[0]
    return runs_of(given, options, names=names)


def _cross(first: Clusterings, second: Clusterings, measures: Sequence[Measure]) -> Pairwise:
    """Compare every clustering of one set with every clustering of another."""
    shape = len(first), len(second)
    pairs = np.indices(shape).reshape(2, -1).T
    found = values_of_pairs(first, second, np.ascontiguousarray(pairs), measures)
    values = found.values.reshape(len(measures), *shape)
    return _result(first, second, measures, values, found.shared.reshape(shape))


def _result(
    first: Clusterings, second: Clusterings, measures: Sequence[Measure], values: Any, shared: Any
) -> Pairwise:
    values.flags.writeable = shared.flags.writeable = False
    by_name = dict(zip((measure.name for measure in measures), values, strict=True))
    return Pairwise(
        first.names, by_name, first.n, shared, second.names, tuple(measures),
        crossed=second is not first,
        assumed=tuple(dict.fromkeys((*first.notes, *second.notes))),
    )  # fmt: skip
