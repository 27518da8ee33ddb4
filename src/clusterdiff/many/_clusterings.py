"""Clusterings: many labelings of the same elements, encoded once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.checks import check_integer, check_several, is_integer
from clusterdiff.errors import InputError, OptionError, UnknownNameError
from clusterdiff.io import labelings_of, labels_of_columns, refuse_options
from clusterdiff.labels import (
    Labelings,
    Labels,
    Policy,
    canonical_ints,
    different_elements,
    match_elements,
    noise_cluster,
    noise_note,
    select,
    takes_clusterings,
    takes_selection,
)
from clusterdiff.many._coordinates import distances_of
from clusterdiff.many._diversity import Diversity, diversity_of, mean_distances
from clusterdiff.many._values import values_of_all, values_of_pairs
from clusterdiff.measures import get_measure
from clusterdiff.partition import Partition
from clusterdiff.table import Table
from clusterdiff.views import Column, Result, TableView, frame_of, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Unpack

    from numpy.typing import ArrayLike, NDArray

    from clusterdiff.io import Clustering, Layout
    from clusterdiff.labels import Alignment, LabelsOptions, MissingPolicy, SelectionOptions
    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

_BLOCK = 64  # clusterings compared before the bound is checked again
_SHOWN = 30  # rows of the table of a set
_NOTED = 3  # clusterings with noise that are named
_WIDTHS = (np.uint8, np.uint16, np.uint32)


class Encoded(NamedTuple):
    """The fields of a set of clusterings."""

    codes: NDArray[Any]
    labels: tuple[NDArray[Any], ...]
    absent: tuple[int, ...]
    weights: NDArray[np.int64] | None
    elements: tuple[Any, ...] | None
    index: Any = None  # the pandas index whose names the elements are
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
@takes_clusterings
class Clusterings(Result):
    """Many clusterings of the same elements, encoded once and compared many times.

    Parameters
    ----------
    {set}
    names : list of str, optional
        The names of the clusterings of a list or an array; by default those of the Series, else
        0, 1, 2, etc.
    {selection}

    Attributes
    ----------
    codes : numpy.ndarray of shape (m, n)
        Row i has the cluster of each element in clustering i, numbered from 0 in the order of
        the labels, as the narrowest of uint8, uint16 and uint32 that holds all of them. The
        number ``sizes[i]`` marks an element that clustering i does not have.
    names : tuple of str
        The names of the clusterings.
    weights : numpy.ndarray of int64 or None
        How many times each element counts. An element with weight 0 is absent everywhere.
    elements : tuple or None
        The keys of the elements; None if they have no names.
    notes : tuple of str
        What was assumed: labels in `ignore` or `noise` that do not occur, and -1 as a cluster.

    See Also
    --------
    pairwise : Compare every pair.
    rank : Compare each clustering with a reference.

    Examples
    --------
    >>> runs = Clusterings({"kmeans": [0, 0, 1, 1], "ward": ["x", "y", "z", "z"]})
    >>> runs
    Clusterings(m=2, n=4, 2 to 3 clusters)
    >>> runs.codes
    array([[0, 0, 1, 1],
           [0, 1, 2, 2]], dtype=uint8)
    >>> runs.table("kmeans", "ward")
    Table(n=4, 2 × 3 clusters, 3 cells)
    >>> Clusterings([{"x": 0, "y": 0, "z": 1}, {"x": 1, "z": 1}], align="intersect").table(0, 1)
    Table(n=2, 2 × 1 clusters, 2 cells, dropped 1 (1 missing))
    """

    _plots = ("plot_flow", "plot_clustree", "plot_heatmap", "plot_dendrogram", "plot_map")

    codes: NDArray[Any]
    names: tuple[str, ...]
    weights: NDArray[np.int64] | None
    elements: tuple[Any, ...] | None
    _notes: tuple[str, ...]
    _labels: tuple[NDArray[Any], ...]
    _absent: tuple[int, ...]
    _index: Any

    @takes_clusterings
    def __init__(
        self,
        *clusterings: Any,
        names: Sequence[str] | None = None,
        **options: Unpack[LabelsOptions],
    ) -> None:
        if len(clusterings) == 1 and isinstance(clusterings[0], Clusterings):
            (given,) = clusterings
            wanted = options.pop("columns", None)
            refuse_options(options, "an existing set of clusterings")
            if names is not None:
                refuse_options({"names": names}, "an existing set of clusterings")
            listed = wanted.split(",") if isinstance(wanted, str) else wanted
            chosen = given if listed is None else given.select(listed)
            self._fill(chosen.names, chosen._encoded())  # noqa: SLF001
            return
        labelings, policy = labelings_of(clusterings, options, names)
        self._fill(labelings.names, encode(labelings, policy))

    @classmethod
    @takes_selection
    def from_files(
        cls,
        *paths: Any,
        columns: str | Sequence[str] | None = None,
        on: str | None = None,
        by_order: bool = False,
        layout: Layout = "auto",
        header: bool | None = None,
        hive: bool = False,
        **options: Unpack[SelectionOptions],
    ) -> Clusterings:
        r"""Read clusterings from files of one clustering each, or from the columns of one file.

        Parameters
        ----------
        *paths : path-like
            Files of any format that `read_labels` reads, compressed or not.
        columns : str or list of str, optional
            The label columns, as "kmeans,ward" or ["kmeans", "ward"]: of the one file, or one for
            each file. They may be omitted where they are obvious.
        on : str, optional
            The key column that rows are matched by.
        by_order : bool, default=False
            Whether rows are matched by their order.
        layout : {"auto", "columns", "clusters"}, default="auto"
            Whether a line of text is an element in columns or a cluster of elements.
        header : bool, optional
            Whether text files begin with the names of the columns; detected by default.
        hive : bool, default=False
            Whether the folders `key=value` of a pattern of Parquet files are columns.
        {selection}

        Returns
        -------
        Clusterings
            Named after the columns, or after the files where columns have the same name.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "runs.csv"
        >>> _ = file.write_text("id,kmeans,ward\nx,1,0\ny,1,0\nz,2,1\n")
        >>> Clusterings.from_files(file).names
        ('kmeans', 'ward')
        """
        reading = {
            "columns": columns, "on": on, "by_order": by_order, "layout": layout,
            "header": header, "hive": hive,
        }  # fmt: skip
        return cls.encoded(*labelings_of(paths, {**options, **reading}))

    @classmethod
    @takes_selection
    def from_columns(
        cls, found: Sequence[Clustering], **options: Unpack[SelectionOptions]
    ) -> Clusterings:
        """Read clusterings from columns of files that are chosen already.

        Parameters
        ----------
        found : list of clusterdiff.io.Clustering
            The columns.
        {selection}

        Returns
        -------
        Clusterings
        """
        policy = Policy.of({**options})
        given = match_elements(labels_of_columns(found), policy.align)
        return cls.encoded(replace(given, roles=(), typed_names=True), policy)

    @classmethod
    def encoded(cls, labelings: Labelings, policy: Policy) -> Clusterings:
        """Return a set of labelings that are read and matched.

        Parameters
        ----------
        labelings : Labelings
            Labelings of the same elements.
        policy : Policy
            Which elements are counted, and as what.

        Returns
        -------
        Clusterings
            The labelings as a set.
        """
        return cls._of(labelings.names, encode(labelings, policy))

    def _fill(self, names: tuple[str, ...], found: Encoded) -> None:
        """Set the fields of a new set."""
        arrays = (found.codes, *found.labels, *(() if found.weights is None else (found.weights,)))
        for array in arrays:
            array.flags.writeable = False
        values = (
            found.codes, names, found.weights, found.elements, found.notes, found.labels,
            found.absent, found.index,
        )  # fmt: skip
        fields = (
            "codes", "names", "weights", "elements", "_notes", "_labels", "_absent", "_index",
        )  # fmt: skip
        for field, value in zip(fields, values, strict=True):
            object.__setattr__(self, field, value)

    def _encoded(self) -> Encoded:
        fields = (self.codes, self._labels, self._absent, self.weights, self.elements)
        return Encoded(*fields, self._index, self._notes)

    @classmethod
    def _of(cls, names: tuple[str, ...], found: Encoded) -> Clusterings:
        """Make a set of arrays that are valid."""
        out = object.__new__(cls)
        out._fill(names, found)
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        return Clusterings._of, (self.names, self._encoded())

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Labels]:
        return (self._side(i) for i in range(len(self)))

    def __getitem__(self, which: int | str) -> Labels:
        """Return one clustering, as every function of two clusterings accepts it."""
        side = self._side(self.position(which))
        return replace(side, elements=self._keys, index=self._index)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was assumed: labels of options that do not occur, and -1 as a cluster."""
        places = {i: noise_cluster(labels) for i, labels in enumerate(self._labels)}
        found = {i: place for i, place in places.items() if place is not None}
        if len(found) > _NOTED:
            most = f"in {len(found):,} of {len(self):,} clusterings"
            return (*self._notes, f"-1 is a cluster {most}; ignore=-1 (--ignore -1) leaves it out")
        noise = (
            noise_note(self.names[i], self._number(self.codes[i] == place))
            for i, place in found.items()
        )
        return (*self._notes, *noise)

    def _number(self, inside: Mask) -> int:
        """Return how many elements are marked; with weights, their sum."""
        return int(inside.sum() if self.weights is None else self.weights[inside].sum())

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of clusters of each clustering."""
        return tuple(map(len, self._labels))

    @property
    def absent(self) -> tuple[int, ...]:
        """Number of elements that each clustering does not have."""
        return self._absent

    @property
    def complete(self) -> bool:
        """Whether every clustering has every element."""
        return not any(self._absent)

    @property
    def n(self) -> int:
        """Number of elements of all clusterings together."""
        return int(self.codes.shape[1])

    @property
    def keyed(self) -> bool:
        """Whether elements have keys that must be matched; the index of a frame is not a key."""
        return self.elements is not None and self._index is None

    @property
    def _keys(self) -> tuple[Any, ...] | None:
        """The keys of the elements, if they must be matched."""
        return self.elements if self.keyed else None

    def position(self, which: int | str) -> int:
        """Return the number of a clustering.

        Parameters
        ----------
        which : str or int
            Its name, or its number; negative numbers count from the end.

        Returns
        -------
        int
            The position, from 0.

        Examples
        --------
        >>> from clusterdiff import Clusterings
        >>> Clusterings({"x": [0, 1], "y": [0, 0]}).position("y")
        1
        """
        if isinstance(which, str):
            if which not in self.names:
                raise UnknownNameError.of("clustering", which, list(self.names))
            return self.names.index(which)
        if not is_integer(which):
            raise InputError(f"which must be a name or number of a clustering, got {which!r}.")
        i = int(which)
        if not -len(self.names) <= i < len(self.names):
            raise InputError(f"There is no clustering {i}: the set has {len(self.names)}.")
        return i % len(self.names)

    def records(self) -> list[dict[str, Any]]:
        """Return one row per clustering."""
        return [
            {"name": name, "clusters": size, "elements": self.n - absent, "absent": absent}
            for name, size, absent in zip(self.names, self.sizes, self.absent, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the names, numbers of clusters and codes as plain data."""
        return {
            "names": list(self.names),
            "n": self.n,
            "sizes": list(self.sizes),
            "absent": list(self.absent),
            "codes": self.codes.tolist(),
            "labels": [self._labels[i].tolist() for i in range(len(self.names))],
        }

    def to_frame(self) -> Any:
        """Return a pandas DataFrame with one column of labels per clustering.

        Returns
        -------
        pandas.DataFrame
            One row per element; None where a clustering does not have it.
        """
        columns = [
            _with_none(self._labels[i])[self.codes[i]] if gone else self._labels[i][self.codes[i]]
            for i, gone in enumerate(self.absent)
        ]
        frame = frame_of(dict(zip(self.names, columns, strict=True)))
        if self.elements is not None:
            frame.index = list(self.elements)
        return frame

    def view(self) -> TableView:
        """Return the names and numbers of clusters as a table view."""
        header = ("clustering", "clusters", *(() if self.complete else ("absent elements",)))
        columns = (Column(header[0], style="name"), *(Column(text, "right") for text in header[1:]))
        rows = tuple(
            tuple(row[key] for key in ("name", "clusters", "absent")[: len(header)])
            for row in self.records()[:_SHOWN]
        )
        more = len(self.names) - _SHOWN
        notes = (f"… and {plural(more, 'more clustering')}",) if more > 0 else ()
        title = f"{plural(len(self.names), 'clustering')} of {plural(self.n, 'element')}"
        return TableView(columns, rows, title, notes=notes)

    def __repr__(self) -> str:
        low, high = min(self.sizes), max(self.sizes)
        number = f"{low} to {high}" if low < high else str(low)
        clusters = f"{number} cluster{'' if high == 1 else 's'}"
        holes = sum(map(bool, self.absent))
        lacking = f", {holes} with absent elements" if holes else ""
        weighted = "" if self.weights is None else ", weighted"
        return f"Clusterings(m={len(self.names)}, n={self.n}, {clusters}{lacking}{weighted})"

    def select(self, which: Iterable[int | str]) -> Clusterings:
        """Return the set of some of the clusterings.

        Parameters
        ----------
        which : list of str or int
            Their names or numbers, in the order of the result.

        Returns
        -------
        Clusterings
            Of the same elements.

        Raises
        ------
        UnknownNameError
            If no clustering has a name.
        InputError
            If none is selected, or one twice.

        Examples
        --------
        >>> Clusterings({"x": [0, 1], "y": [0, 0], "z": [1, 1]}).select(["z", "x"]).names
        ('z', 'x')
        """
        wanted = [which] if isinstance(which, str) else check_several("which", which, "names")
        places = [self.position(each) for each in wanted]
        if not places or len(set(places)) < len(places):
            raise InputError(f"which must name different clusterings, got {list(which)}.")
        labels = tuple(self._labels[i] for i in places)
        codes = self.codes[places].astype(width_of(max(map(len, labels))), copy=False)
        absent = tuple(self._absent[i] for i in places)
        found = self._encoded()._replace(codes=codes, labels=labels, absent=absent)
        return Clusterings._of(tuple(self.names[i] for i in places), found)

    def table(self, a: int | str, b: int | str) -> Table:
        """Return the table of two of the clusterings, on the elements that both have.

        Parameters
        ----------
        a, b : str or int
            Names or numbers of clusterings.

        Returns
        -------
        Table
            Its `dropped` counts the elements that one of them does not have.

        Examples
        --------
        >>> Clusterings([[0, 0, 1], [0, 1, None]], missing="drop").table(0, 1)
        Table(n=2, 1 × 2 clusters, 2 cells, dropped 1 (1 missing))
        """
        return self.table_with(self.position(a), self, self.position(b))

    def table_with(self, i: int, other: Clusterings, j: int) -> Table:
        """Return the table of a clustering and one of another set of the same elements.

        Parameters
        ----------
        i : int
            The number of a clustering of this set.
        other : Clusterings
            A set of the same elements in the same order.
        j : int
            The number of a clustering of the other set.

        Returns
        -------
        Table
            On the elements that both have.
        """
        sides = self._side(i), other._side(j)
        gone = [side.missing for side in sides if side.missing is not None]
        if gone and np.logical_or.reduce(gone).all():
            raise InputError(f"{self.names[i]} and {other.names[j]} have no element in common.")
        given = Labelings(sides, names=(self.names[i], other.names[j]))
        missing: MissingPolicy = "drop" if gone else "raise"
        return Table.from_labelings(given, Policy(missing=missing, weights=self.weights))

    def labels_of(self, which: int | str, codes: ArrayLike | None = None) -> NDArray[Any]:
        """Return the labels of clusters.

        Parameters
        ----------
        which : str or int
            A clustering.
        codes : array_like of int, optional
            Numbers of its clusters; by default all of them in order.

        Returns
        -------
        numpy.ndarray
            The labels as they were given; None for a cluster that has no label.

        Examples
        --------
        >>> Clusterings([["b", "a", "b"]]).labels_of(0, [1, 0, 1]).tolist()
        ['b', 'a', 'b']
        """
        labels = self._labels[self.position(which)]
        if codes is None:
            return labels
        places = np.asarray(codes)
        if places.dtype.kind not in "iu" or not ((places >= 0) & (places < len(labels))).all():
            raise InputError(f"codes must be integers from 0 to {len(labels) - 1}.")
        named: NDArray[Any] = labels[places]
        return named

    def partition(self, which: int | str | ArrayLike) -> Partition:
        """Return one clustering, or codes in the order of the elements, as a partition.

        Parameters
        ----------
        which : str, int or array_like of int
            A clustering that has every element; or one cluster number per element, for example
            those of a consensus.

        Returns
        -------
        Partition
            Of the elements of the set, with their names.

        Examples
        --------
        >>> Clusterings([{"x": 5, "y": 5, "z": 6}]).partition([0, 1, 1])
        Partition(n=3, k=2: {x} {y, z})
        """
        if isinstance(which, (int, np.integer, str)):
            return Partition(self[int(which) if not isinstance(which, str) else which])
        codes = np.ascontiguousarray(which)
        if codes.shape != (self.n,) or codes.dtype.kind not in "iu":
            raise InputError(f"which must be {self.n} cluster numbers, got shape {codes.shape}.")
        return Partition(Labels(codes, elements=self._keys, index=self._index))

    def diversity(self, measure: str | Measure = "variation_of_information") -> Diversity:
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

    def medoid(self, measure: str | Measure = "variation_of_information") -> str:
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

    def central(self, n: int, measure: str | Measure = "variation_of_information") -> Clusterings:
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
        self, n: int, measure: str | Measure = "variation_of_information"
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

    def outliers(self, measure: str | Measure = "variation_of_information") -> tuple[str, ...]:
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
        self,
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

    def __labelings__(self, which: Sequence[str] = ()) -> Labelings:
        """Return some of the labelings, or all: functions of two accept a set of two."""
        names = tuple(which) or self.names
        sides = tuple(self._side(self.position(name)) for name in names)
        return Labelings(
            sides, names, names, (), self._keys, index=self._index, weights=self.weights
        )

    def _side(self, i: int) -> Labels:
        """Return one clustering without the names of its elements."""
        codes = self.codes[i]
        missing = codes == len(self._labels[i]) if self._absent[i] else None
        return Labels(codes, self._labels[i], missing)

    def _at(self, rows: Labels, elements: Sequence[Any] | None) -> Clusterings:
        """Return the set with the elements at other positions; some may be new, and are absent."""
        new = np.zeros(len(rows), bool) if rows.absent is None else rows.absent
        sizes = np.array(self.sizes)
        codes = np.where(new, sizes[:, None], self.codes[:, rows.codes])
        width = width_of(int(sizes.max()))
        weights = None if self.weights is None else np.where(new, 0, self.weights[rows.codes])
        found = self._encoded()._replace(
            codes=np.ascontiguousarray(codes, width), weights=weights, index=None,
            absent=tuple(np.count_nonzero(codes == sizes[:, None], axis=1).tolist()),
            elements=None if elements is None else tuple(elements),
        )  # fmt: skip
        return Clusterings._of(self.names, found)


def match_sets(
    a: Clusterings, b: Clusterings, how: Alignment, titles: tuple[str, str]
) -> tuple[Clusterings, Clusterings]:
    """Return two sets on the same elements, which are matched as those of two clusterings are."""
    if (a.keyed and b.elements is None) or (b.keyed and a.elements is None):
        raise InputError(
            f"{titles[0]} and {titles[1]} must both have keys, or neither: the elements of one "
            "have no keys.",
            "give both sets keys, or pass {on} with the name of the key column",
        )
    rows = [
        Labels(np.arange(each.n), elements=each._keys, index=each._index)  # noqa: SLF001
        for each in (a, b)
    ]
    given = match_elements(dict(zip(titles, rows, strict=True)), how)
    if how != "intersect" and any(side.absent is not None for side in given.sides):
        raise InputError(
            different_elements(given).message,
            "pass {align=intersect} to compare each pair on the elements that both have",
        )
    a, b = (
        each if side is own else each._at(side, given.elements)  # noqa: SLF001
        for each, side, own in zip((a, b), given.sides, rows, strict=True)
    )
    same = (a.weights is None) == (b.weights is None)
    if same and a.weights is not None and b.weights is not None:
        same = np.array_equal(a.weights, b.weights)
    if not same:
        raise InputError(f"{titles[0]} and {titles[1]} must have the same weights.")
    return a, b


def encode(given: Labelings, policy: Policy) -> Encoded:
    """Encode every clustering; the code after the last cluster marks an absent element."""
    if not len(given):
        raise InputError("labelings must label at least one element: they are empty.")
    chosen = select(given, policy).expanded()
    rows = chosen.given
    codes: NDArray[Any] = np.empty((len(rows.sides), len(rows)), np.uint8)
    labels, absent = [], []
    for i, side in enumerate(chosen.labels()):
        reasons = chosen.gone[i]
        gone = None if reasons is None else reasons > 0
        own, named = _compact(side, gone, rows.titles[i])
        if len(named) > np.iinfo(codes.dtype).max:
            codes = codes.astype(width_of(len(named)))
        codes[i] = own
        labels.append(named)
        absent.append(0 if gone is None else int(np.count_nonzero(gone)))
    elements = _elements(given)
    if chosen.positions is not None:  # copies of weighted elements
        names = range(len(given)) if elements is None else elements
        elements = tuple(names[i] for i in chosen.positions.tolist())
    index = rows.index if rows.elements is None and chosen.positions is None else None
    return Encoded(
        codes, tuple(labels), tuple(absent), chosen.weights, elements,
        None if elements is None else index, chosen.notes,
    )  # fmt: skip


def _elements(rows: Labelings) -> tuple[Any, ...] | None:
    """Return the keys of the elements, or the index of their columns unless it is 0, 1, 2, etc."""
    if rows.elements is not None:
        return tuple(rows.elements)
    index = rows.index
    if index is None or not index.is_unique:
        return None
    if (getattr(index, "start", None), getattr(index, "step", None)) == (0, 1):
        return None
    return tuple(index.tolist())


def width_of(clusters: int) -> Any:
    """Return the narrowest unsigned integers that hold the numbers up to this one."""
    return next(width for width in _WIDTHS if clusters <= np.iinfo(width).max)


def _compact(side: Labels, gone: Mask | None, name: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Number the clusters that have elements from 0 on; return codes and labels."""
    if gone is not None and gone.all():
        raise InputError(f"Clustering {name!r} labels no element: all of them were dropped.")
    codes, labels = side.encoded()
    inside = codes if gone is None else codes[~gone]
    used = np.flatnonzero(np.bincount(inside, minlength=len(labels)))
    if len(used) < len(labels):
        place = np.zeros(len(labels) + 1, np.uint32)
        place[used] = np.arange(len(used), dtype=np.uint32)
        codes, labels = place[np.minimum(codes, len(labels))], labels[used]
    if gone is not None:
        codes = np.where(gone, len(labels), codes)
    return codes, canonical_ints(labels)


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


def _with_none(labels: NDArray[Any]) -> NDArray[Any]:
    """Return the labels of clusters, and None for an absent element."""
    out = np.full(len(labels) + 1, None, object)
    out[:-1] = labels
    return out
