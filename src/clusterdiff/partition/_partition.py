"""Partition: one clustering of n elements; meets, joins and paths of partitions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from math import inf
from operator import and_, or_
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.checks import check_several
from clusterdiff.errors import InputError
from clusterdiff.labels import Labels, align, check_labeled, read
from clusterdiff.numerics import entropy, nats_per_unit
from clusterdiff.partition import _codes, _enumerate
from clusterdiff.partition._information import positive_integer, split_distance
from clusterdiff.partition._steps import Merge, Split, apply_steps, shown, splits_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsLike
    from clusterdiff.partition._codes import Codes, Ints
    from clusterdiff.partition._information import Base


class Nearest(NamedTuple):
    """The closest other partition, and its distance.

    Attributes
    ----------
    partition : Partition
        A partition at the smallest distance; there may be others at the same distance.
    distance : float
        The variation of information.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.Partition([0, 0, 1, 1]).nearest_by_vi().distance
    0.5
    """

    partition: Partition
    distance: float


_MAX_WRITTEN = 24  # elements up to which the repr of a partition shows its blocks


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Partition:
    """One clustering, read once and compared many times.

    Two partitions are equal if they have the same clusters, whatever their labels are. Elements
    are matched by key if they have names, as in a dict element → label, else by position.
    ``a <= b`` means that a refines b; ``a & b`` is the meet and ``a | b`` the join. Iteration
    yields the blocks, and ``len`` is the number of clusters.

    Parameters
    ----------
    labels : labels
        One label per element, without missing labels: a sequence, an array, a column of a data
        frame, a dict element → label, or a list of clusters.

    Attributes
    ----------
    codes : numpy.ndarray of uint32
        Cluster number of each element; clusters are numbered by first appearance.
    sizes : numpy.ndarray of int64
        Number of elements of each cluster.

    See Also
    --------
    meet : The meet of several partitions.
    join : The join of several partitions.
    path : Splits and merges that lead from one partition to another.

    Examples
    --------
    >>> a = Partition(["x", "y", "x"])
    >>> a
    Partition(n=3, k=2: {0, 2} {1})
    >>> a == Partition([7, 3, 7])
    True
    >>> a & Partition([0, 0, 1]) <= a
    True
    """

    codes: Codes
    sizes: Ints
    _labels: Labels

    def __init__(self, labels: LabelsLike) -> None:
        side = read(labels, "labels")
        if not len(side):
            raise InputError("labels must not be empty.")
        check_labeled(side, "labels", "drop these elements, or give them a label")
        side = _in_numeric_order(side)
        given, names = side.encoded()
        codes, old = _codes.by_appearance(given, len(names))
        ordered = np.array_equal(old, np.arange(len(names)))
        kept = codes if ordered else given.astype(np.uint32)
        self._fill(codes, len(old), replace(side, codes=kept, names=names, missing=None))

    def _fill(self, codes: Codes, count: int, labels: Labels) -> None:
        """Set the fields of a new partition."""
        sizes = np.bincount(codes, minlength=count)
        for array in (codes, sizes, labels.codes):
            array.flags.writeable = False
        for field, value in (("codes", codes), ("sizes", sizes), ("_labels", labels)):
            object.__setattr__(self, field, value)

    @classmethod
    def _of(cls, codes: Codes, count: int, like: Labels) -> Partition:
        """Make a partition of the elements of `like` from codes in order of appearance."""
        out = object.__new__(cls)
        out._fill(codes, count, replace(like, codes=codes, names=None))
        return out

    def _new(self, codes: Codes, count: int) -> Partition:
        """Make another partition of the same elements."""
        return self._of(codes, count, self._labels)

    @classmethod
    def from_blocks(
        cls, blocks: Iterable[Iterable[Any]] | Mapping[Any, Iterable[Any]]
    ) -> Partition:
        """Make a partition from the elements of each cluster.

        Parameters
        ----------
        blocks : list of lists, or dict label → list
            The elements of each cluster; every element is in exactly one.

        Returns
        -------
        Partition
            The partition; its labels are the keys of the dict, else 0, 1, 2, and so on.

        Examples
        --------
        >>> Partition.from_blocks([["x", "y"], ["z"]])
        Partition(n=3, k=2: {x, y} {z})
        >>> Partition.from_blocks({"low": [1, 0], "high": [2]}).names.tolist()
        ['low', 'high']
        """
        several = blocks.values() if isinstance(blocks, Mapping) else blocks
        lists = [
            check_several(f"block {i} of blocks", block, "elements")
            for i, block in enumerate(check_several("blocks", several, "lists of elements"))
        ]
        empty = next((i for i, block in enumerate(lists) if not block), None)
        if empty is not None:
            raise InputError(f"blocks must have at least one element each: block {empty} is empty.")
        side = read(lists, "blocks")
        if isinstance(blocks, Mapping):
            names = read(list(blocks), "names of blocks")
            side = replace(side, codes=names.codes[side.codes], names=names.names)
        return cls(side)

    @classmethod
    def top(cls, n: int) -> Partition:
        """Return the coarsest partition: all n elements in one cluster.

        Parameters
        ----------
        n : int
            Number of elements, at least 1.

        Returns
        -------
        Partition
            The partition with one cluster.

        Examples
        --------
        >>> Partition.top(3)
        Partition(n=3, k=1: {0, 1, 2})
        """
        return cls._of(np.zeros(positive_integer(n, "n"), np.uint32), 1, Labels(np.empty(0)))

    @classmethod
    def bottom(cls, n: int) -> Partition:
        """Return the finest partition: each of n elements in a cluster of its own.

        Parameters
        ----------
        n : int
            Number of elements, at least 1.

        Returns
        -------
        Partition
            The partition into singletons.

        Examples
        --------
        >>> Partition.bottom(3)
        Partition(n=3, k=3: {0} {1} {2})
        """
        count = positive_integer(n, "n")
        return cls._of(np.arange(count, dtype=np.uint32), count, Labels(np.empty(0)))

    @classmethod
    def all(cls, n: int) -> _enumerate.AllPartitions[Partition]:
        """Return every partition of n elements, from top to bottom.

        Parameters
        ----------
        n : int
            Number of elements, at least 1.

        Returns
        -------
        AllPartitions
            An iterable that makes one partition at a time; its length is ``bell_number(n)``.

        Examples
        --------
        >>> len(Partition.all(4))
        15
        >>> next(iter(Partition.all(100))) == Partition.top(100)
        True
        """
        like = Labels(np.empty(0))
        return _enumerate.AllPartitions(n, lambda codes: cls._of(codes, int(codes.max()) + 1, like))

    @property
    def n(self) -> int:
        """Number of elements."""
        return len(self.codes)

    @property
    def k(self) -> int:
        """Number of clusters."""
        return len(self.sizes)

    def __len__(self) -> int:
        return self.k

    @property
    def names(self) -> NDArray[Any]:
        """Label of each cluster, by first appearance; numbers if no labels were given."""
        old = _codes.image(self.codes, self.k, self._labels.codes)
        return old.astype(np.int64) if self._labels.names is None else self._labels.names[old]

    @property
    def labels(self) -> NDArray[Any]:
        """Label of each element."""
        return self.names[self.codes]

    @property
    def elements(self) -> Sequence[Any]:
        """Names of the elements: the keys of a dict, the index of a column, else 0 to n-1."""
        return _element_names(self._labels)

    @property
    def blocks(self) -> tuple[tuple[Any, ...], ...]:
        """Elements of each cluster."""
        return tuple(self)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        elements, order = self.elements, _codes.grouped(self.codes, self.k).tolist()
        members = order if isinstance(elements, range) else [elements[i] for i in order]
        for end, size in zip(np.cumsum(self.sizes).tolist(), self.sizes.tolist(), strict=True):
            yield tuple(members[end - size : end])

    def __labels__(self) -> Labels:
        return self._labels

    def __repr__(self) -> str:
        blocks = f": {' '.join(map(shown, self))}" if self.n <= _MAX_WRITTEN else ""
        return f"Partition(n={self.n}, k={self.k}{blocks})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Partition, (self._labels,)

    def __eq__(self, other: object) -> bool:
        """Compare clusters; partitions of different elements are not equal."""
        if not isinstance(other, Partition):
            return NotImplemented
        if (self.n, self.k) != (other.n, other.k):
            return False
        try:
            return np.array_equal(self.codes, self.codes_of(other))
        except InputError:
            return False

    def __le__(self, other: Partition) -> bool:
        if not isinstance(other, Partition):
            return NotImplemented
        codes = self.codes_of(other)
        return self.k >= other.k and _codes.refines(self.codes, self.k, codes)

    def __lt__(self, other: Partition) -> bool:
        return (
            self <= other and self.k > other.k if isinstance(other, Partition) else NotImplemented
        )

    def __ge__(self, other: Partition) -> bool:
        return other <= self if isinstance(other, Partition) else NotImplemented

    def __gt__(self, other: Partition) -> bool:
        return other < self if isinstance(other, Partition) else NotImplemented

    def __and__(self, other: Partition) -> Partition:
        if not isinstance(other, Partition):
            return NotImplemented
        return self._new(*_codes.meet(self.codes, self.codes_of(other)))

    def __or__(self, other: Partition) -> Partition:
        if not isinstance(other, Partition):
            return NotImplemented
        component = _codes.join(self.codes, self.k, self.codes_of(other), other.k)
        new, old = _codes.by_appearance(component, self.k)
        return self._new(new[self.codes], len(old))

    def __hash__(self) -> int:
        named = self._labels.elements is not None
        return hash(frozenset(map(frozenset, self)) if named else self.codes.tobytes())

    def codes_of(self, other: Partition) -> Codes:
        """Return the cluster numbers of another partition in the element order of this one.

        Parameters
        ----------
        other : Partition
            A partition of the same elements.

        Returns
        -------
        numpy.ndarray of uint32
            The cluster of each element, numbered by first appearance.

        Examples
        --------
        >>> Partition({"x": 1, "y": 2}).codes_of(Partition({"y": 7, "x": 8}))
        array([0, 1], dtype=uint32)
        """
        if not isinstance(other, Partition):
            raise InputError(f"other must be a Partition, got {type(other).__name__}.")
        own, others = (replace(p.__labels__(), codes=p.codes, names=None) for p in (self, other))
        _, aligned = align(own, others)
        if aligned is others:
            return other.codes
        return _codes.by_appearance(aligned.codes, other.k)[0]

    def induced(self, elements: Iterable[Any]) -> Partition:
        """Return the partition of some of the elements.

        Parameters
        ----------
        elements : iterable or mask
            Distinct elements by name, or by position or boolean mask if they have no names.

        Returns
        -------
        Partition
            The partition of these elements in the given order. Clusters keep their labels and
            named elements their names; other elements are numbered from 0.

        Examples
        --------
        >>> Partition(["x", "y", "x", "z"]).induced([0, 2, 3])
        Partition(n=3, k=2: {0, 1} {2})
        """
        return Partition(_subset(self._labels, _finder(self.elements)(elements)))

    def entropy(self, base: Base = 2) -> float:
        """Return the entropy of the cluster sizes.

        Parameters
        ----------
        base : float or "e", default=2
            Base of the logarithm: 2 for bits, "e" for nats.

        Returns
        -------
        float
            Between 0 and log n.

        Examples
        --------
        >>> Partition([0, 0, 1, 2]).entropy()
        1.5
        """
        return entropy(self.sizes, self.n, self.n) / nats_per_unit(base)

    def apply(self, steps: Split | Merge | Iterable[Split | Merge]) -> Partition:
        """Return the partition after one or more steps.

        Parameters
        ----------
        steps : Split, Merge or iterable of them
            Steps to apply in order.

        Returns
        -------
        Partition
            The partition after the last step.

        Raises
        ------
        InputError
            If a step splits or merges what is not a cluster.

        See Also
        --------
        clusterdiff.partition.path : The steps from one partition to another.

        Examples
        --------
        >>> Partition([0, 0, 1]).apply([Split([[0], [1]]), Merge([[1], [2]])])
        Partition(n=3, k=2: {0} {1, 2})
        """
        steps = [steps] if isinstance(steps, (Split, Merge)) else steps
        codes = apply_steps(steps, self.codes, self.sizes, _finder(self.elements))
        return self._new(codes, int(codes.max()) + 1)

    def splits(self) -> Iterator[Partition]:
        """Return the partitions in which one cluster is split in two.

        Returns
        -------
        iterator of Partition
            Σ (2^(size-1) - 1) partitions, made one at a time.

        Examples
        --------
        >>> from clusterdiff import Partition
        >>> list(Partition([0, 0, 1]).splits())
        [Partition(n=3, k=3: {0} {1} {2})]
        """
        found = _enumerate.one_split(self.codes, self.sizes)
        return (self._new(codes, self.k + 1) for codes in found)

    def merges(self) -> Iterator[Partition]:
        """Return the partitions in which two clusters are merged.

        Returns
        -------
        iterator of Partition
            K(K-1)/2 partitions, made one at a time.

        Examples
        --------
        >>> from clusterdiff import Partition
        >>> list(Partition([0, 0, 1]).merges())
        [Partition(n=3, k=1: {0, 1, 2})]
        """
        found = _enumerate.one_merge(self.codes, self.k)
        return (self._new(codes, self.k - 1) for codes in found)

    def nearest_by_vi(self, base: Base = 2) -> Nearest:
        """Return the closest other partition by variation of information.

        Parameters
        ----------
        base : float or "e", default=2
            Base of the logarithm: 2 for bits, "e" for nats.

        Returns
        -------
        Nearest
            The partition and its distance.

        Notes
        -----
        The closest partition is one split or merge away, and the distance of a split into x and y
        elements grows with x and y (Meilă 2007, section 4.3). It is therefore either the merge of
        the two smallest clusters, or the split of one element off the smallest cluster that is
        not a singleton. If both are equally close, the split is returned.

        Examples
        --------
        >>> from clusterdiff import Partition
        >>> Partition([0, 0, 0, 1, 1, 1, 1]).nearest_by_vi().partition
        Partition(n=7, k=3: {0, 1} {2} {3, 4, 5, 6})
        """
        if self.n == 1:
            raise InputError("A partition of one element has no other partition next to it.")
        order = np.argsort(self.sizes, kind="stable")
        sizes = self.sizes[order].tolist()
        large = int(np.searchsorted(sizes, 2))
        split = split_distance(1, sizes[large] - 1, self.n) if large < self.k else inf
        merge = split_distance(sizes[0], sizes[1], self.n) if self.k > 1 else inf
        if split <= merge:
            last = np.flatnonzero(self.codes == order[large])[-1]
            codes = _enumerate.with_new_cluster(self.codes, self.k, last)
        else:
            codes = _enumerate.with_merged(self.codes, self.k, *sorted(order[:2].tolist()))
        nearest = self._new(codes, int(codes.max()) + 1)
        return Nearest(nearest, min(split, merge) / nats_per_unit(base))


def meet(*partitions: Partition) -> Partition:
    """Return the coarsest partition that refines all given partitions.

    Parameters
    ----------
    *partitions : Partition
        One or more partitions of the same elements.

    Returns
    -------
    Partition
        Two elements are together if they are together in every partition.

    Raises
    ------
    InputError
        If none is given, or they are not partitions of the same elements.

    See Also
    --------
    join : The finest partition that all given partitions refine.

    Examples
    --------
    >>> meet(Partition([0, 0, 0, 1]), Partition([0, 0, 1, 1]))
    Partition(n=4, k=3: {0, 1} {2} {3})
    """
    return reduce(and_, _checked(partitions, "meet"))


def join(*partitions: Partition) -> Partition:
    """Return the finest partition that all given partitions refine.

    Parameters
    ----------
    *partitions : Partition
        One or more partitions of the same elements.

    Returns
    -------
    Partition
        Two elements are together if a chain of overlapping clusters connects them.

    Raises
    ------
    InputError
        If none is given, or they are not partitions of the same elements.

    See Also
    --------
    meet : The coarsest partition that refines all given partitions.

    Examples
    --------
    >>> join(Partition([0, 0, 1, 2]), Partition([0, 1, 1, 2]))
    Partition(n=4, k=2: {0, 1, 2} {3})
    """
    return reduce(or_, _checked(partitions, "join"))


def path(a: Partition, b: Partition) -> list[Split | Merge]:
    """Return the splits and merges that turn a into b through their meet.

    Parameters
    ----------
    a, b : Partition
        Two partitions of the same elements.

    Returns
    -------
    list of Split and Merge
        First splits in two, which lead from a to the meet, then merges of two, which lead to b.
        ``a.apply(path(a, b)) == b``, and the inverse steps in reverse order lead back.

    Raises
    ------
    InputError
        If `a` and `b` are not partitions of the same elements.

    See Also
    --------
    Partition.apply : Apply steps to a partition.

    Examples
    --------
    >>> for step in path(Partition([0, 0, 1]), Partition([0, 1, 1])):
    ...     print(step)
    split {0, 1} into {0} and {1}
    merge {1} and {2} into {1, 2}
    """
    _checked((a, b), "path")
    low, codes, names = a & b, a.codes_of(b), a.elements
    splits = list(splits_to(a.codes, a.k, low.codes, low.sizes, names))
    back = list(splits_to(codes, b.k, low.codes, low.sizes, names))
    return [*splits, *(step.inverse for step in reversed(back))]


def _checked(given: tuple[Partition, ...], what: str) -> tuple[Partition, ...]:
    """Return the partitions, or raise an error if there are none or other objects."""
    wrong = [type(p).__name__ for p in given if not isinstance(p, Partition)]
    if wrong or not given:
        raise InputError(
            f"{what} needs partitions, got {wrong[0] if wrong else 'none'}.",
            f"{what}(Partition(x), Partition(y))",
        )
    return given


def _element_names(labels: Labels) -> Sequence[Any]:
    """Return the names of the elements: keys, a unique index, or their positions."""
    if labels.elements is not None:
        return tuple(labels.elements)
    index = labels.index
    if index is None or not index.is_unique:
        return range(len(labels))
    if (getattr(index, "start", None), getattr(index, "step", None)) == (0, 1):
        return range(len(labels))
    return tuple(index.tolist())


def _in_numeric_order(labels: Labels) -> Labels:
    """Sort elements named 0 to n-1 by name, so that names and positions agree."""
    if labels.elements is None or set(labels.elements) != set(range(len(labels))):
        return labels
    return labels.take(np.argsort(np.array(labels.elements, np.int64)))


def _subset(labels: Labels, positions: Ints) -> Labels:
    """Return the labels of the elements at these positions, with their names."""
    distinct = np.count_nonzero(np.bincount(positions))
    if not 0 < len(positions) == distinct:
        raise InputError(
            f"elements must be non-empty and unique, got {len(positions)} elements "
            f"({distinct} distinct)."
        )
    names = labels.elements
    kept = None if names is None else [names[i] for i in positions.tolist()]
    index = None if labels.index is None else labels.index[positions]
    return replace(labels.take(positions), elements=kept, index=index)


def _finder(elements: Sequence[Any]) -> Callable[[Any], Ints]:
    """Return a function that maps elements to positions."""
    if isinstance(elements, range):
        return lambda wanted: _positions(wanted, len(elements))
    position = {element: i for i, element in enumerate(elements)}

    def find(wanted: Iterable[Any]) -> Ints:
        found = []
        for element in wanted:
            place = position.get(element) if isinstance(element, Hashable) else None
            if place is None:
                raise InputError(f"The partition has no element {element!r}.")
            found.append(place)
        return np.array(found, np.int64)

    return find


def _positions(wanted: Any, n: int) -> Ints:
    """Return positions below n, given as integers or as a mask."""
    if not hasattr(wanted, "__len__"):
        wanted = check_several("elements", wanted, "elements")
    given = np.asarray(wanted)
    if given.dtype == bool and given.shape == (n,):
        return np.flatnonzero(given)
    if given.ndim != 1 or (len(given) and given.dtype.kind not in "iu"):
        raise InputError(
            f"elements must be integers from 0 to {n - 1} or a mask of length {n}, "
            f"got an array of {given.dtype} with shape {given.shape}."
        )
    if len(given) and not (given.min() >= 0 and given.max() < n):
        wrong = given.min() if given.min() < 0 else given.max()
        raise InputError(f"elements must be integers from 0 to {n - 1}, got {wrong}.")
    return given.astype(np.int64)
