"""What the kinds of clusterings that are not partitions have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import labeling_of, names_of, pair_labelings, refuse_options
from clusterdiff.io._columns import like_a_key
from clusterdiff.labels import (
    ALIGNMENTS,
    NOTHING_DROPPED,
    Dropped,
    Labels,
    different_elements,
    match_elements,
    select,
)
from clusterdiff.partition import Partition

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from clusterdiff.labels import Labelings

    Ints = NDArray[np.int64]


class NonPartition(ABC):
    """A clustering that is not a partition: the base of `Cover`, `Soft` and `Tree`.

    A partition is a special case of each of these kinds, so that it can be compared with them.

    Attributes
    ----------
    __kind__ : str
        The word for one clustering of the kind, "cover".
    converted : str
        How a clustering of the kind becomes one of another, for hints.
    elements : list or None
        The keys of the elements; None if they are known by their positions.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> isinstance(cd.Cover([{0, 1}, {1, 2}]), NonPartition)
    True
    """

    __slots__ = ()
    __kind__: ClassVar[str]
    converted: ClassVar[str]
    elements: Sequence[Any] | None

    @property
    @abstractmethod
    def n(self) -> int:
        """Number of elements."""

    @property
    @abstractmethod
    def k(self) -> int:
        """Number of clusters."""

    @property
    @abstractmethod
    def nnz(self) -> int:
        """Number of memberships: what the clustering takes to store."""

    @classmethod
    @abstractmethod
    def of_labels(cls, labels: Labels) -> Self:
        """Return a partition as a clustering of this kind.

        Parameters
        ----------
        labels : Labels
            One label per element.

        Returns
        -------
        NonPartition
        """

    @classmethod
    @abstractmethod
    def recognizes(cls, value: Any) -> bool:
        """Return whether an object that is not labels is clearly a clustering of this kind.

        Parameters
        ----------
        value : object
            What a user passed as a clustering.

        Returns
        -------
        bool
        """

    @classmethod
    def read(cls, value: Any) -> Self:
        """Read an object that `recognizes` accepts: by default, what the class itself takes.

        Parameters
        ----------
        value : object
            What a user passed as a clustering.

        Returns
        -------
        NonPartition
        """
        make: Any = cls
        out: Self = make(value)
        return out

    @abstractmethod
    def take(self, rows: Ints) -> Self:
        """Return the clustering of some of the elements.

        Parameters
        ----------
        rows : array of int64
            Positions of elements. -1 stands for an element that the clustering does not have, which
            becomes a cluster of its own.

        Returns
        -------
        NonPartition
            Without keys of elements.
        """

    @classmethod
    def of(cls, value: Any, side: str) -> Self:
        """Read one side of a comparison: a clustering of this kind, or a partition in any form.

        Parameters
        ----------
        value : object
            The clustering.
        side : str
            What errors call it.

        Returns
        -------
        NonPartition

        Raises
        ------
        InputError
            If it is a clustering of another kind, or no clustering.
        """
        if isinstance(value, cls):
            return value
        if isinstance(value, NonPartition):
            raise InputError(
                f"The clusterings must be of one kind: {side} is a {value.__kind__}, and no "
                f"{cls.__kind__}.",
                f"{cls.converted}; {value.converted}",
            )
        if cls.recognizes(value):
            return cls.read(value)
        labels = labeling_of(value, side)
        return cls.of_labels(_whole(labels, side))

    @classmethod
    def assumptions(cls, given: Mapping[str, Any]) -> tuple[str, ...]:
        """Return a note on each clustering that is a partition, and is read as one of this kind.

        Parameters
        ----------
        given : mapping
            What a user passed as clusterings, by name.

        Returns
        -------
        tuple of str
            Sentences.
        """
        return tuple(
            f"{name} is a partition, and is read as a {cls.__kind__}."
            for name, value in given.items()
            if not isinstance(value, NonPartition) and not cls.recognizes(value)
        )

    def keys(self) -> Labels:
        """Return the positions of the elements, with their keys, to be matched.

        Returns
        -------
        Labels
            Whose codes are the positions.
        """
        return Labels(np.arange(self.n), elements=self.elements)

    def _partition(self, codes: NDArray[Any]) -> Partition:
        """Return the partition of the elements with these labels."""
        if self.elements is None:
            return Partition(codes)
        return Partition(dict(zip(self.elements, codes.tolist(), strict=True)))


def keys_of(labels: Labels) -> Sequence[Any] | None:
    """Return the keys of the elements of a partition; None if they have positions only."""
    if labels.elements is None and labels.index is not None:
        return list(labels.index)
    return labels.elements


def _whole(labels: Labels, side: str) -> Labels:
    if labels.missing is not None and labels.missing.any():
        raise InputError(f"{side} must have a label for each element.", "leave the others out")
    return labels


@dataclass(frozen=True, eq=False, repr=False)
class KindTable:
    """Two clusterings of one kind and the same elements, in one order: the base of their tables.

    A subclass names the kind in `clustering` and what measures need in `needs`. Summaries are
    computed from `a` and `b`, and kept.

    Parameters
    ----------
    a, b : NonPartition
        The clusterings.
    names : tuple[str, str], default=("a", "b")
        What results call them.
    notes : tuple[str, ...], default=()
        What was assumed about the input.
    dropped : Dropped, default=Dropped(missing=0, ignored=0, weightless=0, unmatched=0)
        How many elements were dropped.
    elements : sequence, optional
        The keys of the elements; None if they are known by their positions.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> table = cd.covers.CoverTable.from_clusterings([{0, 1}, {1, 2}], [{0, 1}, {2}])
    >>> table
    CoverTable(n=3, 2 × 2 clusters)
    >>> cd.omega_index.on(table)
    0.4
    """

    inputs: ClassVar[Mapping[str, str]] = {}
    needs: ClassVar[str]
    clustering: ClassVar[type[NonPartition]]

    a: Any
    b: Any
    names: tuple[str, str] = ("a", "b")
    notes: tuple[str, ...] = ()
    dropped: Dropped = NOTHING_DROPPED
    elements: Sequence[Any] | None = None
    _memo: dict[Any, Any] = field(default_factory=dict, init=False)

    @classmethod
    def from_clusterings(cls, a: Any, b: Any, **options: Any) -> Self:
        """Read two clusterings of the same elements.

        Parameters
        ----------
        a, b : object
            Clusterings of this kind, or partitions in any form.
        **options
            ``align``, as in `compare`, and of covers ``missing``: elements in no cluster.

        Returns
        -------
        KindTable
        """
        return cls.read((a, b), options)

    @classmethod
    def read(cls, clusterings: tuple[Any, ...], options: Mapping[str, Any]) -> Self:
        """Read the clusterings of a call.

        Parameters
        ----------
        clusterings : tuple
            Two clusterings of this kind, or partitions in any form; or a table.
        options : mapping
            The options of the call.

        Returns
        -------
        KindTable
            With the elements in one order.
        """
        if len(clusterings) == 1 and isinstance(clusterings[0], cls):
            refuse_options(options, f"an existing {cls.__name__}")
            return clusterings[0]
        if options.get("weights") is not None:
            raise OptionError(
                f"weights are not defined for a {cls.clustering.__kind__}.", "repeat the elements"
            )
        pair = two_of(clusterings)
        if pair is not None and any(cls._is_own(each) for each in pair.values()):
            return cls._matched(pair, options)
        given, policy = pair_labelings(clusterings, options)
        chosen = select(given, policy).shared()
        a, b = (cls.clustering.of_labels(side) for side in chosen.labels())
        ids = chosen.ids
        keys = None if ids is None else list(ids)
        return cls(a, b, _two(given.names), chosen.notes, chosen.dropped, keys)

    @classmethod
    def _is_own(cls, value: Any) -> bool:
        return isinstance(value, NonPartition) or cls.clustering.recognizes(value)

    @classmethod
    def _matched(cls, pair: Mapping[str, Any], options: Mapping[str, Any]) -> Self:
        """Read two clusterings of which one is of this kind, and match their elements."""
        kind = cls.clustering.__kind__
        for name, value in options.items():
            if name not in {"align", *cls._policies()} and value:
                raise OptionError(f"{name} has no effect on a {kind}.", "leave it out")
        how = options.get("align", "raise")
        check_choice("align", how, ALIGNMENTS)
        sides = {
            side: cls.clustering.of(value, side)
            for side, value in zip("ab", pair.values(), strict=True)
        }
        named = tuple(pair) != ("a", "b")
        names = tuple(pair) if named else names_of(*pair.values())
        given = match_elements({side: each.keys() for side, each in sides.items()}, how, names)
        absent = [side.absent for side in given.sides if side.absent is not None]
        if absent and how == "raise":
            raise cls._different(given)
        kept = ~np.logical_or.reduce(absent) if absent and how == "intersect" else slice(None)
        rows = [
            (side.codes if side.absent is None else np.where(side.absent, -1, side.codes))[kept]
            for side in given.sides
        ]
        if not len(rows[0]):
            raise InputError("a and b must have elements in common: there are none.")
        dropped = Dropped(unmatched=len(given) - len(rows[0]))
        a, b = (each.take(row) for each, row in zip(sides.values(), rows, strict=True))
        notes = cls.clustering.assumptions(dict(zip(names, pair.values(), strict=True)))
        keys = given.elements if given.elements is not None or given.index is None else given.keys
        if keys is not None and not isinstance(kept, slice):
            keys = [keys[i] for i in np.flatnonzero(kept).tolist()]
        table = cls(a, b, _two(names), notes, dropped, keys)
        return table._settled(options["missing"]) if "missing" in options else table

    @classmethod
    def _policies(cls) -> tuple[str, ...]:
        """Return the options that the kind has besides `align`."""
        return ()

    @classmethod
    def _different(cls, given: Labelings) -> InputError:
        """Return the error for elements that one clustering does not have."""
        return different_elements(given)

    def _settled(self, missing: str) -> Self:
        """Return the table with a decision on elements in no cluster."""
        raise NotImplementedError(missing)

    def permuted(self, order: Ints) -> Self:
        """Return the table in which the elements of b are permuted.

        Parameters
        ----------
        order : array of int64
            A permutation of the positions of the elements.

        Returns
        -------
        KindTable
            Of the same kind.
        """
        return replace(self, b=self.b.take(order))

    @property
    def n(self) -> int:
        """Number of elements."""
        n: int = self.a.n
        return n

    @property
    def shape(self) -> tuple[int, int]:
        """Number of clusters of a and of b."""
        return self.a.k, self.b.k

    @property
    def cost(self) -> float:
        """About how many operations a summary of the table takes."""
        return float(self.a.nnz + self.b.nnz)

    @property
    def nnz(self) -> int:
        """Number of pairs of clusters that share elements."""
        raise NotImplementedError

    @property
    def equal(self) -> bool:
        """Whether the two clusterings are the same."""
        raise NotImplementedError

    def __repr__(self) -> str:
        rows, cols = self.shape
        return f"{type(self).__name__}(n={self.n}, {rows} × {cols} clusters)"


class Ids(NamedTuple):
    """The keys of the rows of a frame, and whether they are a column of it."""

    values: list[Any] | None
    named: bool


def columns_of(frame: Any) -> tuple[dict[str, NDArray[Any]], Ids]:
    """Return the columns of a frame besides that of keys, and the keys: that column, or the index.

    Parameters
    ----------
    frame : pandas, Polars or Arrow frame
        One row per element, or per membership.

    Returns
    -------
    tuple of dict and Ids
        The columns by their names, and the keys.
    """
    data = frame.collect() if hasattr(frame, "collect") else frame
    names = getattr(data, "column_names", None)
    names = list(data.columns if names is None else names)
    columns = {str(name): np.asarray(data[name]) for name in names}
    keys = [name for name in columns if like_a_key(name)]
    if len(keys) == 1 and len(columns) > 1:
        return columns, Ids(columns.pop(keys[0]).tolist(), named=True)
    index = getattr(data, "index", None)
    return columns, Ids(None if index is None else list(index), named=False)


def two_of(clusterings: tuple[Any, ...]) -> dict[str, Any] | None:
    """Return two clusterings that are given one by one, or in a list or a dict, by name."""
    if len(clusterings) == 1 and isinstance(clusterings[0], dict):
        values = clusterings[0]
        if any(isinstance(value, NonPartition) for value in values.values()) and len(values) == 2:
            return {str(name): value for name, value in values.items()}
        return None
    if len(clusterings) == 1 and isinstance(clusterings[0], (list, tuple)):
        clusterings = tuple(clusterings[0])
        if not any(isinstance(value, NonPartition) for value in clusterings):
            return None
    return dict(zip("ab", clusterings, strict=True)) if len(clusterings) == 2 else None


def _two(names: Sequence[str]) -> tuple[str, str]:
    first, second = names
    return first, second
