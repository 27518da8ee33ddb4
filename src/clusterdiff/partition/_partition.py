"""Partition: one clustering of n elements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.labels import Labels, align, read
from clusterdiff.partition import _codes, _enumerate, _information
from clusterdiff.partition._steps import Merge, Split, carry_out, shown
from clusterdiff.numerics import entropy, nats_per_unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from clusterdiff.partition._codes import Codes, Ints

_WRITTEN_OUT = 24  # elements up to which a partition shows its blocks


class Nearest(NamedTuple):
    """A partition than which none is nearer, and how far it is."""

    partition: Partition
    distance: float


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Partition:
    """One clustering, read once and compared many times.

    Clusters are numbered as they appear, so two partitions are equal if their clusters are, whatever they are called.
    Elements are matched by position, or by key where they have names, as in a dict element → label. Finer is smaller:
    ``a <= b`` says that a refines b, ``a & b`` is the meet, ``a | b`` the join.

    >>> a = Partition(["x", "y", "x"])
    >>> a
    Partition(n=3, K=2: {0, 2} {1})
    >>> a == Partition([7, 3, 7])
    True
    >>> a & Partition([0, 0, 1]) <= a
    True
    """

    codes: Codes
    sizes: Ints
    _labels: Labels

    def __init__(self, labels: Any) -> None:
        side = read(labels, "labels")
        if not len(side):
            raise InputError("labels must label at least one element: they are empty.")
        if side.missing is not None and side.missing.any():
            raise InputError(
                f"labels must have a label for every element: {int(side.missing.sum())} of {len(side)} are missing.",
                "leave those elements out, or give them a label",
            )
        side = _numbered(side)
        given, names = side.encoded()
        codes, old = _codes.by_appearance(given, len(names))
        kept = codes if np.array_equal(old, np.arange(len(names))) else given.astype(np.uint32)
        self._fill(codes, len(old), replace(side, codes=kept, names=names, missing=None))

    def _fill(self, codes: Codes, count: int, labels: Labels) -> None:
        sizes = np.bincount(codes, minlength=count)
        for array in (codes, sizes, labels.codes):
            array.flags.writeable = False
        for field, value in (("codes", codes), ("sizes", sizes), ("_labels", labels)):
            object.__setattr__(self, field, value)

    @classmethod
    def _of(cls, codes: Codes, count: int, like: Labels) -> Partition:
        """Partition of codes in order of appearance, of the same elements as `like`."""
        out = object.__new__(cls)
        out._fill(codes, count, replace(like, codes=codes, names=None))
        return out

    def _new(self, codes: Codes, count: int) -> Partition:
        return self._of(codes, count, self._labels)

    @classmethod
    def from_blocks(cls, blocks: Any) -> Partition:
        """Partition with these blocks; a dict also says their names.

        >>> Partition.from_blocks([["x", "y"], ["z"]])
        Partition(n=3, K=2: {x, y} {z})
        >>> Partition.from_blocks({"low": [1, 0], "high": [2]}).names.tolist()
        ['low', 'high']
        """
        names, blocks = (list(blocks), blocks.values()) if isinstance(blocks, Mapping) else (None, blocks)
        blocks = [list(block) for block in blocks]
        if not all(blocks):
            raise InputError(f"blocks must hold at least one element each: block {next(i for i, b in enumerate(blocks) if not b)} is empty.")
        side = read(blocks, "blocks")
        if names is not None:
            called = read(names, "names of blocks")
            side = replace(side, codes=called.codes[side.codes], names=called.names)
        return cls(side)

    @classmethod
    def top(cls, n: int) -> Partition:
        """All n elements in one cluster.

        >>> Partition.top(3)
        Partition(n=3, K=1: {0, 1, 2})
        """
        return cls._of(np.zeros(_information.positive_integer(n, "n"), np.uint32), 1, Labels(np.empty(0)))

    @classmethod
    def bottom(cls, n: int) -> Partition:
        """Each of n elements in a cluster of its own.

        >>> Partition.bottom(3)
        Partition(n=3, K=3: {0} {1} {2})
        """
        return cls._of(np.arange(_information.positive_integer(n, "n"), dtype=np.uint32), int(n), Labels(np.empty(0)))

    @classmethod
    def all(cls, n: int) -> _enumerate.AllPartitions[Partition]:
        """Every partition of n elements from top to bottom, made one at a time.

        >>> len(Partition.all(4))
        15
        >>> next(iter(Partition.all(100))) == Partition.top(100)
        True
        """
        nothing = Labels(np.empty(0))
        return _enumerate.AllPartitions(n, lambda codes: cls._of(codes, int(codes.max()) + 1, nothing))

    @property
    def n(self) -> int:
        """Number of elements."""
        return len(self.codes)

    @property
    def K(self) -> int:  # noqa: N802  (the letter of the papers)
        """Number of clusters."""
        return len(self.sizes)

    def __len__(self) -> int:
        return self.K

    @property
    def names(self) -> NDArray[Any]:
        """The label of each cluster, in order of appearance; a number where none was given.

        >>> Partition(["y", "x", "y"]).names.tolist()
        ['y', 'x']
        """
        old = _codes.image(self.codes, self.K, self._labels.codes)
        return old.astype(np.int64) if self._labels.names is None else self._labels.names[old]

    @property
    def labels(self) -> NDArray[Any]:
        """The label of each element.

        >>> Partition(["y", "x", "y"]).labels.tolist()
        ['y', 'x', 'y']
        """
        return self.names[self.codes]

    @property
    def elements(self) -> Sequence[Any]:
        """The names of the elements: the keys of a dict, the index of a frame's column, else 0 to n-1.

        >>> Partition({"x": 1, "y": 1}).elements
        ('x', 'y')
        """
        if self._labels.elements is not None:
            return tuple(self._labels.elements)
        index = self._labels.index
        if index is None or not index.is_unique or (getattr(index, "start", None), getattr(index, "step", None)) == (0, 1):
            return range(self.n)
        return tuple(index.tolist())

    @property
    def blocks(self) -> tuple[tuple[Any, ...], ...]:
        """The elements of each cluster.

        >>> Partition({"x": 1, "y": 2, "z": 1}).blocks
        (('x', 'z'), ('y',))
        """
        return tuple(self)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        elements, order = self.elements, _codes.grouped(self.codes, self.K).tolist()
        members = order if isinstance(elements, range) else [elements[i] for i in order]
        for end, size in zip(np.cumsum(self.sizes).tolist(), self.sizes.tolist(), strict=True):
            yield tuple(members[end - size : end])

    def __labels__(self) -> Labels:
        return self._labels

    def __repr__(self) -> str:
        blocks = f": {' '.join(map(shown, self))}" if self.n <= _WRITTEN_OUT else ""
        return f"Partition(n={self.n}, K={self.K}{blocks})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Partition, (self._labels,)

    def codes_of(self, other: Partition) -> Codes:
        """The clusters of another partition, element by element of this one, numbered as they appear.

        >>> Partition({"x": 1, "y": 2}).codes_of(Partition({"y": 7, "x": 8}))
        array([0, 1], dtype=uint32)
        """
        mine, theirs = (replace(p.__labels__(), codes=p.codes, names=None) for p in (self, other))
        _, aligned = align(mine, theirs)
        return other.codes if aligned is theirs else _codes.by_appearance(aligned.codes, other.K)[0]

    def __eq__(self, other: object) -> bool:
        """Whether both have the same clusters; partitions that cannot be matched element by element are not equal."""
        if not isinstance(other, Partition):
            return NotImplemented
        if (self.n, self.K) != (other.n, other.K):
            return False
        try:
            return np.array_equal(self.codes, self.codes_of(other))
        except InputError:
            return False

    def __hash__(self) -> int:
        named = self._labels.elements is not None
        return hash(frozenset(map(frozenset, self)) if named else self.codes.tobytes())

    def __le__(self, other: Partition) -> bool:
        if not isinstance(other, Partition):
            return NotImplemented
        codes = self.codes_of(other)
        return self.K >= other.K and _codes.refines(self.codes, self.K, codes)

    def __lt__(self, other: Partition) -> bool:
        return self <= other and self.K > other.K if isinstance(other, Partition) else NotImplemented

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
        component = _codes.join(self.codes, self.K, self.codes_of(other), other.K)
        new, old = _codes.by_appearance(component, self.K)
        return self._new(new[self.codes], len(old))

    def induced(self, elements: Any) -> Partition:
        """The partition of some of the elements, given by name, position or mask, in the order given.

        Clusters keep their labels and named elements their names; others are numbered anew, as by an array's index.

        >>> Partition(["x", "y", "x", "z"]).induced([0, 2, 3])
        Partition(n=3, K=2: {0, 1} {2})
        """
        side, at = self._labels, self._finder()(elements)
        different = np.count_nonzero(np.bincount(at))
        if not 0 < len(at) == different:
            raise InputError(f"elements must be one or more, and each but once: got {len(at)}, {different} of them different.")
        named = None if side.elements is None else [side.elements[i] for i in at.tolist()]
        return Partition(replace(side.take(at), elements=named, index=None if side.index is None else side.index[at]))

    def _finder(self) -> Callable[[Any], Ints]:
        """Looks up the positions of elements."""
        elements = self.elements
        if isinstance(elements, range):
            return lambda wanted: _positions(wanted, self.n)
        place = {element: i for i, element in enumerate(elements)}

        def find(wanted: Iterable[Any]) -> Ints:
            try:
                return np.array([place[element] for element in wanted], np.int64)
            except (KeyError, TypeError) as error:
                raise InputError(f"elements must be elements of the partition: it has none called {error.args[0]!r}.") from None

        return find

    def entropy(self, base: float | str = 2) -> float:
        """Entropy of the cluster sizes, in bits unless another base (or "e") is given.

        >>> Partition([0, 0, 1, 2]).entropy()
        1.5
        """
        return entropy(self.sizes, self.n, self.n) / nats_per_unit(base)

    def splits(self) -> Iterator[Partition]:
        """The partitions just below, one cluster split in two: Σ (2^(size-1) - 1) of them, made one at a time.

        >>> list(Partition([0, 0, 1]).splits())
        [Partition(n=3, K=3: {0} {1} {2})]
        """
        return (self._new(codes, self.K + 1) for codes in _enumerate.divisions(self.codes, self.sizes))

    def merges(self) -> Iterator[Partition]:
        """The partitions just above, two clusters merged: K(K-1)/2 of them, made one at a time.

        >>> list(Partition([0, 0, 1]).merges())
        [Partition(n=3, K=1: {0, 1, 2})]
        """
        return (self._new(codes, self.K - 1) for codes in _enumerate.unions(self.codes, self.K))

    def nearest_by_vi(self, base: float | str = 2) -> Nearest:
        """A partition nearest to this one in variation of information, and its distance (Meilă 2007, section 4.3).

        It is one step away: the way to any other leads through the meet, and a first step down or up is shorter. A step
        between a cluster and its parts of x and y elements is longer the larger x and y are, so the nearest either merges the
        two smallest clusters or splits one element off the smallest cluster that is not a singleton (this one, if both are as near).

        >>> Partition([0, 0, 0, 1, 1, 1, 1]).nearest_by_vi()
        Nearest(partition=Partition(n=7, K=3: {0, 1} {2} {3, 4, 5, 6}), distance=0.3935553574519241)
        """
        if self.n == 1:
            raise InputError("a partition must have two or more elements to have a neighbour: this has one.")
        order = np.argsort(self.sizes, kind="stable")
        sizes = self.sizes[order].tolist()
        large = int(np.searchsorted(sizes, 2))
        split = _information.step_length(1, sizes[large] - 1, self.n) if large < self.K else inf
        merge = _information.step_length(sizes[0], sizes[1], self.n) if self.K > 1 else inf
        if split <= merge:
            last = np.flatnonzero(self.codes == order[large])[-1]
            nearest = self._new(_enumerate.moved_out(self.codes, self.K, last), self.K + 1)
        else:
            nearest = self._new(_enumerate.united(self.codes, self.K, *sorted(order[:2].tolist())), self.K - 1)
        return Nearest(nearest, min(split, merge) / nats_per_unit(base))

    def apply(self, steps: Split | Merge | Iterable[Split | Merge]) -> Partition:
        """The partition after one step, or several in order.

        >>> Partition([0, 0, 1]).apply([Split([[0], [1]]), Merge([[1], [2]])])
        Partition(n=3, K=2: {0} {1, 2})
        """
        steps = [steps] if isinstance(steps, (Split, Merge)) else steps
        codes = carry_out(steps, self.codes, self.sizes, self._finder())
        return self._new(codes, int(codes.max()) + 1)


def _numbered(side: Labels) -> Labels:
    """Elements called 0 to n-1 in any order, put in that order: what they are called is where they stand."""
    if side.elements is None or set(side.elements) != set(range(len(side))):
        return side
    return side.take(np.argsort(np.array(side.elements, np.int64)))


def _positions(wanted: Any, n: int) -> Ints:
    """Positions below n, given as such or by a mask."""
    at = np.asarray(wanted if hasattr(wanted, "__len__") else list(wanted))
    if at.dtype == bool and at.shape == (n,):
        return np.flatnonzero(at)
    if at.ndim != 1 or (len(at) and at.dtype.kind not in "iu"):
        raise InputError(f"elements must be integers from 0 to {n - 1}, or a mask of {n}: got an array of {at.dtype} with shape {at.shape}.")
    if len(at) and not (at.min() >= 0 and at.max() < n):
        raise InputError(f"elements must be integers from 0 to {n - 1}: got {at.min() if at.min() < 0 else at.max()}.")
    return at.astype(np.int64)
