"""Cover: clusters that may overlap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from clusterdiff.covers._kind import NonPartition, columns_of, keys_of
from clusterdiff.errors import InputError
from clusterdiff.labels import Labels, is_frame, listed, read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_SHOWN = 24  # memberships up to which the repr of a cover shows its clusters
_COLLECTIONS = (list, tuple, set, frozenset, np.ndarray)


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Cover(NonPartition):
    """Clusters that may overlap: an element is in any number of them, also in none.

    Parameters
    ----------
    blocks : iterable of sets, dict element → labels, 0/1 matrix, or object of a library
        The clusters: a list of sets of elements, a set of frozensets (as NetworkX gives
        communities); a dict from each element to its label or to a collection of its labels, as
        ``networkx.get_node_attributes`` returns; a matrix, sparse matrix or data frame of 0 and 1
        with one row per element; a data frame with a column of elements and a column of labels; a
        ``VertexCover`` of igraph or a ``NodeClustering`` of cdlib; or a partition in any form.
        Empty clusters are left out.
    elements : iterable, optional
        All elements. By default they are those of the clusters; elements that are in no cluster
        are known only if they are given here.

    Attributes
    ----------
    starts, clusters : numpy.ndarray of int64
        Element i is in the clusters ``clusters[starts[i]:starts[i + 1]]``, in ascending order.
    sizes : numpy.ndarray of int64
        Number of elements of each cluster.
    elements : list or None
        The keys of the elements; None if they are known by their positions.
    labels : list or None
        The names of the clusters, if they have any.

    See Also
    --------
    Soft : Clusters with degrees of membership.
    Partition : Clusters that do not overlap.

    Notes
    -----
    An element in no cluster is not together with any other element. The option ``missing`` of
    `compare` decides otherwise: "drop" leaves out the elements that are in no cluster of a or of b,
    "singletons" makes each a cluster of its own, "block" puts them into one cluster, and "raise"
    refuses them. Weights of elements are not defined.

    Examples
    --------
    >>> a = Cover([{"x", "y"}, {"y", "z"}], elements="xyzw")
    >>> a
    Cover(n=4, k=2: {x, y} {y, z}; 1 element in no cluster)
    >>> a == Cover({"x": [1], "y": [1, 2], "z": [2], "w": []})
    True
    """

    __kind__: ClassVar[str] = "cover"
    converted: ClassVar[str] = "Soft.from_cover(cover) is soft"

    starts: Ints
    clusters: Ints
    sizes: Ints
    elements: Sequence[Any] | None
    labels: Sequence[Any] | None

    def __init__(self, blocks: Any, elements: Iterable[Any] | None = None) -> None:
        keys = None if elements is None else _keys(elements)
        if isinstance(blocks, Cover):
            found = blocks if keys is None else _of_members(list(blocks), keys, blocks.labels)
        elif isinstance(blocks, NonPartition):
            raise InputError(f"blocks must be clusters, got a {blocks.__kind__}.")
        elif isinstance(blocks, Mapping):
            found = _of_mapping(blocks, keys)
        elif is_frame(blocks):
            found = _of_frame(blocks, keys)
        elif _is_series(blocks):  # of lists of labels: an element each
            found = _of_mapping(dict(zip(blocks.index, blocks, strict=True)), keys)
        elif _is_matrix(blocks):
            found = _of_matrix(blocks, keys)
        else:
            found = _of_blocks(blocks, keys)
        for name in self.__slots__:
            object.__setattr__(self, name, getattr(found, name))

    @classmethod
    def from_arrays(
        cls,
        rows: Any,
        clusters: Any,
        n: int,
        *,
        elements: Sequence[Any] | None = None,
        labels: Sequence[Any] | None = None,
    ) -> Cover:
        """Return a cover given by its memberships.

        Parameters
        ----------
        rows, clusters : array of int
            The position of the element and the number of the cluster of each membership. A
            membership that occurs twice counts once.
        n : int
            Number of elements.
        elements, labels : sequence, optional
            The keys of the elements and the names of the clusters.

        Returns
        -------
        Cover

        Examples
        --------
        >>> Cover.from_arrays([0, 1, 1, 2], [0, 0, 1, 1], 3)
        Cover(n=3, k=2: {0, 1} {1, 2})
        """
        rows, numbers = (
            _places(name, given) for name, given in (("rows", rows), ("clusters", clusters))
        )
        if len(rows) != len(numbers):
            raise InputError(
                f"rows and clusters must have the same length, got {len(rows)} and {len(numbers)}."
            )
        if len(rows) and rows.max() >= n:
            raise InputError(f"rows must be below n = {n}, got {rows.max()}.")
        order = np.lexsort((numbers, rows))
        rows, numbers = rows[order], numbers[order]
        if len(rows):
            kept = np.ones(len(rows), bool)
            kept[1:] = (rows[1:] != rows[:-1]) | (numbers[1:] != numbers[:-1])
            rows, numbers = rows[kept], numbers[kept]
        used, numbers = np.unique(numbers, return_inverse=True)
        named = None if labels is None else [labels[i] for i in used.tolist()]
        if labels is None and len(used) and used[-1] != len(used) - 1:
            named = used.tolist()  # clusters without elements are left out
        return cls._made(rows, numbers.astype(np.int64), n, elements, named)

    @classmethod
    def _made(
        cls,
        rows: Ints,
        clusters: Ints,
        n: int,
        elements: Sequence[Any] | None,
        labels: Sequence[Any] | None,
    ) -> Cover:
        """Return a cover whose memberships are in order, and whose clusters are not empty."""
        out: Cover = object.__new__(cls)
        starts = np.zeros(n + 1, np.int64)
        np.cumsum(np.bincount(rows, minlength=n), out=starts[1:])
        number = int(clusters.max()) + 1 if len(clusters) else 0
        values = starts, clusters, np.bincount(clusters, minlength=number), elements, labels
        for name, value in zip(cls.__slots__, values, strict=True):
            object.__setattr__(out, name, value)
        return out

    @classmethod
    def of_labels(cls, labels: Labels) -> Cover:
        """Return a partition as a cover in which each element is in one cluster."""
        codes, names = labels.encoded()
        kept = np.arange(len(labels)) if labels.missing is None else np.flatnonzero(~labels.missing)
        return cls.from_arrays(
            kept,
            codes[kept].astype(np.int64),
            len(labels),
            elements=keys_of(labels),
            labels=listed(names),
        )

    @classmethod
    def recognizes(cls, value: Any) -> bool:
        """Return whether an object is clearly a cover: sets that overlap, or one of a library."""
        if isinstance(value, AbstractSet):
            return bool(value) and all(isinstance(each, frozenset) for each in value)
        if isinstance(value, (list, tuple)):
            if not value or not all(isinstance(each, (set, frozenset)) for each in value):
                return False
            return sum(map(len, value)) > len(frozenset().union(*value))
        if isinstance(value, np.ndarray):
            return False
        library = type(value).__module__.partition(".")[0]
        if library == "igraph":
            return type(value).__name__ == "VertexCover"
        return library == "cdlib" and bool(getattr(value, "overlap", False))

    @property
    def n(self) -> int:
        """Number of elements."""
        return len(self.starts) - 1

    @property
    def k(self) -> int:
        """Number of clusters."""
        return len(self.sizes)

    @property
    def nnz(self) -> int:
        """Number of memberships."""
        return len(self.clusters)

    @property
    def counts(self) -> Ints:
        """Number of clusters of each element."""
        return np.diff(self.starts)

    @property
    def rows(self) -> Ints:
        """The position of the element of each membership."""
        return np.repeat(np.arange(self.n), self.counts)

    def __len__(self) -> int:
        """Return the number of clusters."""
        return self.k

    def __iter__(self) -> Iterator[frozenset[Any]]:
        """Yield the clusters as sets of elements."""
        rows = self.rows[np.argsort(self.clusters, kind="stable")].tolist()
        keys = rows if self.elements is None else [self.elements[i] for i in rows]
        start = 0
        for size in self.sizes.tolist():
            yield frozenset(keys[start : start + size])
            start += size

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cover):
            return NotImplemented
        everything = [
            frozenset(range(x.n) if x.elements is None else x.elements) for x in (self, other)
        ]
        return everything[0] == everything[1] and _sorted_blocks(self) == _sorted_blocks(other)

    def __hash__(self) -> int:
        return hash(frozenset(self))

    def __repr__(self) -> str:
        text = f"Cover(n={self.n:,}, k={self.k:,}"
        if self.nnz <= _SHOWN:
            text += ":" * bool(self.k) + "".join(f" {_shown(block)}" for block in self)
        alone = int((self.counts == 0).sum())
        if alone:
            text += f"; {alone:,} element{'s' * (alone > 1)} in no cluster"
        return f"{text})"

    def take(self, rows: Ints) -> Cover:
        """Return the cover of some of the elements, without keys."""
        rows = np.asarray(rows, np.int64)
        if len(rows) == self.n and np.array_equal(rows, np.arange(self.n)):
            return Cover._made(self.rows, self.clusters, self.n, None, self.labels)
        absent = rows < 0
        counts = np.where(absent, 1, self.counts[rows])
        starts = np.cumsum(counts) - counts
        offsets = np.arange(int(counts.sum())) - np.repeat(starts, counts)
        first = np.where(absent, 0, self.starts[rows])
        clusters = self.clusters[
            np.minimum(np.repeat(first, counts) + offsets, max(0, self.nnz - 1))
        ] if self.nnz else np.zeros(int(counts.sum()), np.int64)  # fmt: skip
        alone = np.repeat(absent, counts)
        clusters = np.where(alone, self.k + np.cumsum(alone) - 1, clusters)
        where = np.repeat(np.arange(len(rows)), counts)
        if len(rows) == self.n and not absent.any() and len(np.unique(rows)) == self.n:
            return Cover._made(where, clusters, len(rows), None, self.labels)  # a permutation
        names = self._with_names(f"singleton {i}" for i in np.flatnonzero(absent).tolist())
        return Cover.from_arrays(where, clusters, len(rows), labels=names)

    def _with_names(self, added: Iterable[str]) -> list[Any]:
        """Return the names of the clusters, which are their numbers if they have none, and more."""
        return [*(range(self.k) if self.labels is None else self.labels), *added]

    def completed(self, missing: str = "singletons") -> Cover:
        """Return the cover in which elements in no cluster are put into clusters.

        Parameters
        ----------
        missing : str, default="singletons"
            "singletons" makes each a cluster of its own, "block" puts all of them into one cluster.

        Returns
        -------
        Cover
            With every element in a cluster.

        Examples
        --------
        >>> Cover([{0, 1}], elements=range(3)).completed()
        Cover(n=3, k=2: {0, 1} {2})
        """
        alone = np.flatnonzero(self.counts == 0)
        single = missing == "singletons"
        added = self.k + (np.arange(len(alone)) if single else 0 * alone)
        names = (f"singleton {i}" for i in alone.tolist()) if single else ("in no cluster",)
        return Cover.from_arrays(
            np.concatenate([self.rows, alone]), np.concatenate([self.clusters, added]), self.n,
            elements=self.elements, labels=self._with_names(names),
        )  # fmt: skip


def _shown(block: frozenset[Any]) -> str:
    try:
        members = sorted(block)
    except TypeError:
        members = sorted(block, key=str)
    return "{" + ", ".join(map(str, members)) + "}"


def _sorted_blocks(cover: Cover) -> dict[frozenset[Any], int]:
    """Return how many times each cluster occurs."""
    out: dict[frozenset[Any], int] = {}
    for block in cover:
        out[block] = out.get(block, 0) + 1
    return out


def _keys(elements: Iterable[Any]) -> list[Any] | range:
    """Return the elements, which must be hashable and different."""
    if isinstance(elements, range):
        return elements
    if not isinstance(elements, Iterable):
        raise InputError(
            f"elements must list all elements, got {type(elements).__name__}.",
            "pass range(n) for elements 0 to n - 1",
        )
    keys = elements.tolist() if isinstance(elements, np.ndarray) else list(elements)
    try:
        distinct = len(set(keys))
    except TypeError:
        raise InputError("elements must be hashable.") from None
    if distinct < len(keys):
        raise InputError("elements must be different: one occurs twice.")
    return keys


def _of_mapping(labels: Mapping[Any, Any], keys: Sequence[Any] | None) -> Cover:
    """Read a dict element → label or collection of labels."""
    try:
        given = {
            element: list(dict.fromkeys(value.tolist() if isinstance(value, np.ndarray) else value))
            if isinstance(value, _COLLECTIONS)
            else [] if _is_missing(value) else [value]
            for element, value in labels.items()
        }  # fmt: skip
    except TypeError:
        raise InputError("The labels of an element must be hashable.") from None
    elements = list(given) if keys is None else list(keys)
    unknown = given.keys() - set(elements)
    if unknown:
        raise _outside(next(each for each in given if each in unknown))
    try:
        numbers = {
            label: i
            for i, label in enumerate(dict.fromkeys(chain.from_iterable(given.values())))
        }  # fmt: skip
    except TypeError:
        raise InputError("The labels of an element must be hashable.") from None
    flat = [numbers[label] for element in elements for label in given.get(element, ())]
    counts = [len(given.get(element, ())) for element in elements]
    rows = np.repeat(np.arange(len(elements)), counts)
    return _not_empty(
        Cover.from_arrays(rows, flat, len(elements), elements=elements, labels=list(numbers))
    )


def _of_blocks(blocks: Any, keys: Sequence[Any] | None) -> Cover:
    """Read an iterable of collections of elements, or a partition."""
    communities = getattr(blocks, "communities", None)
    if isinstance(communities, list):  # a clustering of cdlib
        members = [list(block) for block in communities]
        nodes = getattr(getattr(blocks, "graph", None), "nodes", None)  # of NetworkX
        return _of_members(members, _keys(nodes) if keys is None and nodes else keys)
    if type(blocks).__module__.partition(".")[0] == "igraph" and hasattr(blocks, "membership"):
        members = [list(block) for block in blocks]
        return _of_members(members, range(blocks.n) if keys is None else keys)
    if not isinstance(blocks, (str, bytes, np.ndarray, Labels)) and isinstance(blocks, Iterable):
        given = blocks if hasattr(blocks, "__labels__") else list(blocks)
        if isinstance(given, list) and all(_is_block(each) for each in given):
            members = [x.tolist() if isinstance(x, np.ndarray) else list(x) for x in given]
            if isinstance(blocks, AbstractSet):  # whose order is arbitrary
                members.sort(key=lambda block: sorted(map(str, block)))
            return _of_members(members, keys)
        blocks = given
    cover = Cover.of_labels(read(blocks, "blocks"))
    return cover if keys is None else _of_members(list(cover), keys)


def _is_block(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))


def _of_members(
    blocks: Sequence[Any], keys: Sequence[Any] | None, labels: Sequence[Any] | None = None
) -> Cover:
    """Read lists of elements."""
    flat = list(chain.from_iterable(blocks))
    sizes = [len(block) for block in blocks]
    numbers = np.repeat(np.arange(len(sizes)), sizes)
    elements: Sequence[Any] | None
    if isinstance(keys, range) and keys == range(len(keys)) and set(map(type, flat)) <= {int}:
        rows, elements = np.array(flat, np.int64), keys
        bad = (rows < 0) | (rows >= len(keys))
        if bad.any():
            raise _outside(int(rows[np.argmax(bad)]))
        return _not_empty(
            Cover.from_arrays(rows, numbers, len(keys), elements=elements, labels=labels)
        )
    try:
        if keys is None and set(map(type, flat)) == {int}:
            values, rows = np.unique(np.array(flat, np.int64), return_inverse=True)
            elements = values.tolist()
        else:
            elements = _in_order(flat) if keys is None else list(keys)
            place = {element: i for i, element in enumerate(elements)}
            rows = np.array([place[element] for element in flat], np.int64)
    except TypeError:
        raise InputError("The elements of a cover must be hashable.") from None
    except OverflowError:
        raise InputError("Elements that are integers must fit into 64 bits.") from None
    except KeyError as error:
        raise _outside(error.args[0]) from None
    if any(_is_missing(element) for element in elements):
        raise InputError("An element of a cover must have a key, got a missing value.")
    return _not_empty(
        Cover.from_arrays(rows, numbers, len(elements), elements=elements, labels=labels)
    )


def _in_order(flat: Sequence[Any]) -> list[Any]:
    """Return the different elements, sorted, so that their order does not depend on hashes."""
    distinct = dict.fromkeys(flat)
    try:
        return sorted(distinct)
    except TypeError:
        return sorted(distinct, key=lambda each: (type(each).__name__, repr(each)))


def _outside(element: Any) -> InputError:
    return InputError(
        f"elements must have all elements of the clusters: {element!r} is not among them.",
        "leave elements out if the clusters have all of them",
    )


def _not_empty(cover: Cover) -> Cover:
    if not cover.n:
        raise InputError(
            "A cover must have at least one element.", "pass Cover(blocks, elements=range(n))"
        )
    return cover


def _places(name: str, given: Any) -> Ints:
    """Return an array of integers that are not negative."""
    array = np.asarray(given)
    if array.ndim != 1 or (array.dtype.kind not in "iu" and len(array)) or (array < 0).any():
        raise InputError(f"{name} must be a list of integers that are not negative.")
    return array.astype(np.int64)


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and value != value)  # noqa: PLR0124  (NaN)


def _is_series(value: Any) -> bool:
    """Return whether an object is a column of pandas that holds collections."""
    return (
        hasattr(value, "index")
        and hasattr(value, "to_numpy")
        and any(isinstance(each, _COLLECTIONS) for each in value)
    )


def of_pairs(
    elements: Iterable[Any], labels: Iterable[Any], keys: Iterable[Any] | None, name: str
) -> Cover:
    """Return the cover of elements with a label each; an element may occur several times."""
    found: dict[Any, list[Any]] = {}
    for element, label in zip(elements, labels, strict=True):
        if _is_missing(element):
            raise InputError(f"{name} has a row without an element.")
        member = found.setdefault(element, [])
        if not _is_missing(label):
            member.append(label)
    return Cover(found, elements=keys)


def _of_frame(frame: Any, keys: Sequence[Any] | None) -> Cover:
    """Read a frame of 0 and 1, or one with a column of elements and a column of labels."""
    columns, ids = columns_of(frame)
    names = list(columns)
    matrix = np.column_stack(list(columns.values())) if columns else np.zeros((0, 0))
    binary = matrix.dtype.kind in "biuf" and bool(((matrix == 0) | (matrix == 1)).all())
    if ids.named and len(names) == 1:
        if binary and len(set(ids.values or ())) == len(matrix):
            raise InputError(
                f"The column {names[0]!r} may say who is in one cluster, or be labels.",
                "pass a dict element → labels",
            )
        return of_pairs(ids.values or (), columns[names[0]].tolist(), keys, "The frame")
    if not ids.named and len(names) == 2 and not binary:
        first, second = (columns[name].tolist() for name in names)
        return of_pairs(first, second, keys, "The frame")
    return _of_matrix(matrix, ids.values if keys is None else keys, names)


def _is_matrix(value: Any) -> bool:
    return hasattr(value, "tocoo") or (isinstance(value, np.ndarray) and value.ndim == 2)


def _of_matrix(
    matrix: Any, keys: Sequence[Any] | None, labels: Sequence[Any] | None = None
) -> Cover:
    """Read a matrix of 0 and 1 with one row per element."""
    if hasattr(matrix, "tocoo"):
        cells = matrix.tocoo()
        values, (rows, cols) = cells.data, cells.coords
        kept = values != 0
        values, rows, cols = values[kept], rows[kept], cols[kept]
    else:
        rows, cols = np.nonzero(matrix)
        values = matrix[rows, cols]
    try:
        ones = bool((np.asarray(values) == 1).all())
    except TypeError:
        ones = False
    if not ones:
        raise InputError(
            "A matrix of a cover must have only 0 and 1.",
            "pass Soft(matrix) for degrees of membership, or matrix > threshold",
        )
    n = matrix.shape[0]
    if keys is not None and len(keys) != n:
        raise InputError(f"elements must have one key per row, got {len(keys)} for {n} rows.")
    return _not_empty(Cover.from_arrays(rows, cols, n, elements=keys, labels=labels))
