"""Clusterings: many labelings of the same elements, encoded once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_several
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import Wishes
from clusterdiff.labels import Labels
from clusterdiff.many._alignment import align_all
from clusterdiff.many._choosing import Choosing
from clusterdiff.many._clusterings_base import ClusteringsBase
from clusterdiff.many._encoding import Encoded, encode_all, selecting, width_of
from clusterdiff.many._labelings import (
    columns_of_files,
    in_kinds,
    labels_of_columns,
    named_labels,
)
from clusterdiff.many._options import takes_set_options
from clusterdiff.partition import Partition
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Unpack

    from numpy.typing import ArrayLike, NDArray

    from clusterdiff.io import Clustering
    from clusterdiff.labels import Alignment, MissingPolicy
    from clusterdiff.many._options import SetOptions

_NOTHING = ()


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
@takes_set_options
class Clusterings(ClusteringsBase, Choosing):
    """Many clusterings of the same elements, encoded once and compared many times.

    Parameters
    ----------
    labelings : data frame, AnnData, dict, list or array of shape (m, n)
        A frame of any library with one column per clustering, an AnnData whose `obs` has these
        columns, a dict name → labels, a list of labelings, or an array with **one row per
        clustering**, as m draws × n elements. A labeling is anything that `Table.from_labels`
        accepts. Elements are matched by key or index where they have one, else by position.
    names : list of str, optional
        The columns of a frame or AnnData, or the items of a dict, to take. For a list or an
        array, the names of the clusterings; by default those of the Series, else 0, 1, 2, etc.
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

    def __init__(
        self,
        labelings: Any,
        names: Sequence[str] | None = None,
        weights: ArrayLike | None = None,
        *,
        missing: MissingPolicy = "raise",
        ignore: Any = _NOTHING,
        noise: Any = _NOTHING,
        align: Alignment = "raise",
    ) -> None:
        if isinstance(labelings, Clusterings):
            given = weights is not None or missing != "raise" or align != "raise"
            if given or ignore is not _NOTHING or noise is not _NOTHING:
                raise OptionError(
                    "weights, missing, ignore, noise and align have no effect on an existing set "
                    "of clusterings.",
                    "pass them where the set is made",
                )
            chosen = labelings if names is None else labelings.select(names)
            self._fill(chosen.names, chosen._encoded())  # noqa: SLF001
            return
        sides = named_labels(labelings, names)
        choice = selecting(missing, ignore, noise, absent_alone=align == "singletons")
        self._fill(tuple(sides), encode_all(sides, align_all(sides, align), choice, weights))

    @classmethod
    @takes_set_options
    def from_files(
        cls,
        paths: Any,
        columns: str | Sequence[str] | None = None,
        *,
        on: str | None = None,
        by_order: bool = False,
        header: bool | None = None,
        **options: Unpack[SetOptions],
    ) -> Clusterings:
        r"""Read clusterings from files of one clustering each, or from the columns of one file.

        Parameters
        ----------
        paths : path-like or list of them
            Files of any format that `read_labels` reads, compressed or not.
        columns : str or list of str, optional
            The label columns, as "kmeans,ward" or ["kmeans", "ward"]: of the one file, or one for
            each file. They may be omitted where they are obvious.
        on : str, optional
            The key column that rows are matched by.
        by_order : bool, default=False
            Whether rows are matched by their order.
        header : bool, optional
            Whether text files begin with the names of the columns; detected by default.
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
        listed = list(paths) if isinstance(paths, (list, tuple)) else [paths]
        wanted = columns.split(",") if isinstance(columns, str) else list(columns or ())
        wishes = Wishes(tuple(filter(None, wanted)), on, by_order)
        found = columns_of_files(listed, wishes, header=header)
        return cls.from_columns(found, **options)

    @classmethod
    @takes_set_options
    def from_columns(
        cls, found: Sequence[Clustering], **options: Unpack[SetOptions]
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
        sides = labels_of_columns(found)
        every: dict[str, Any] = {**options}
        for key in ("ignore", "noise"):
            every[key] = in_kinds(sides, every.get(key, ()))
        return cls(sides, **every)

    def _fill(self, names: tuple[str, ...], found: Encoded) -> None:
        """Set the fields of a new set."""
        arrays = (found.codes, *found.labels, *(() if found.weights is None else (found.weights,)))
        for array in arrays:
            array.flags.writeable = False
        values = (
            found.codes, names, found.weights, found.elements, found.labels, found.absent,
            found.index,
        )  # fmt: skip
        fields = ("codes", "names", "weights", "elements", "_labels", "_absent", "_index")
        for field, value in zip(fields, values, strict=True):
            object.__setattr__(self, field, value)

    def _encoded(self) -> Encoded:
        fields = (self.codes, self._labels, self._absent, self.weights, self.elements)
        return Encoded(*fields, self._index)

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
        keys = self.elements if self.keyed else None
        return Labels(side.codes, side.names, side.missing, elements=keys, index=self._index)

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
        found = Encoded(codes, labels, absent, self.weights, self.elements, self._index)
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
        return Table.from_labels(*sides, missing="drop" if gone else "raise", weights=self.weights)

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
        keys = self.elements if self.keyed else None
        return Partition(Labels(codes, elements=keys, index=self._index))

    def _side(self, i: int) -> Labels:
        """Return one clustering without the names of its elements."""
        codes = self.codes[i]
        missing = codes == len(self._labels[i]) if self._absent[i] else None
        return Labels(codes, self._labels[i], missing)
