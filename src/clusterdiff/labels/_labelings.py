"""Labelings: several labelings of the same elements, in one order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError
from clusterdiff.labels._labels import Labels
from clusterdiff.labels._policy import ALIGNMENTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from clusterdiff.labels._policy import Alignment

    Order = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Labelings:
    """One or more labelings of the same elements, as read and matched.

    Row i is an element, or `counts[i]` elements that have the same labels, as an engine groups
    them. An element that a labeling does not have is marked in the `absent` mask of its `Labels`,
    one without a label in the mask `missing`. `select` decides what becomes of them.

    Attributes
    ----------
    sides : tuple of Labels
        The labelings, row by row.
    titles : tuple of str
        What errors call each of them.
    names : tuple of str
        What results call each of them.
    roles : tuple of {"a", "b"}
        The side that each labeling is on: the reference is a, all others are b. Empty if any
        labeling may be on either side.
    elements : sequence or None
        The keys of the rows.
    index : pandas.Index or None
        The index of the columns that the labelings are.
    counts : array of int64 or None
        How many elements each row stands for; one each by default.
    weights : array of int64 or None
        The sum of the weights of the elements of each row, if an engine has added them up.
    lacking : tuple
        For each labeling an element that it does not have, if `elements` does not tell.
    typed_names : bool
        Whether the labels are of a file or a frame, where "-1" may stand for the integer -1.
    """

    sides: tuple[Labels, ...]
    titles: tuple[str, ...] = ("a", "b")
    names: tuple[str, ...] = ("a", "b")
    roles: tuple[str, ...] = ("a", "b")
    elements: Sequence[Any] | None = None
    index: Any = None
    counts: NDArray[np.int64] | None = None
    weights: NDArray[np.int64] | None = None
    lacking: tuple[Any, ...] = ()
    typed_names: bool = False

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.sides[0])

    @property
    def pair(self) -> tuple[Labels, Labels]:
        """The labelings, if there are two."""
        first, second = self.sides
        return first, second

    @property
    def keys(self) -> Sequence[Any]:
        """What to call the rows in errors: their keys, else their index, else their positions."""
        if self.elements is not None:
            return self.elements
        return range(len(self)) if self.index is None else list(self.index)

    @property
    def total(self) -> int:
        """The number of elements."""
        return len(self) if self.counts is None else int(self.counts.sum())

    def number(self, mask: NDArray[np.bool_] | None) -> int:
        """Return how many elements the rows under a mask stand for."""
        if mask is None:
            return 0
        return int(np.count_nonzero(mask) if self.counts is None else self.counts[mask].sum())


def match_elements(
    sides: Mapping[str, Labels], how: Alignment, names: Sequence[str] | None = None
) -> Labelings:
    """Bring labelings into one order of elements.

    Elements are matched by key or index where they have one, else by position.

    Parameters
    ----------
    sides : mapping of str to Labels
        The labelings, by the names that errors use.
    how : {"raise", "intersect", "singletons"}
        With "raise", columns whose indexes differ are refused; otherwise the indexes are keys.
    names : sequence of str, optional
        What results call the labelings; by default as errors do.

    Returns
    -------
    Labelings
        All elements that some labeling has, in the order in which they first occur.
    """
    check_choice("align", how, ALIGNMENTS)
    titles = tuple(sides)
    given = tuple(sides.values())
    first = given[0]
    common = (titles, tuple(names or titles), titles if titles == ("a", "b") else ())
    keyed = [side for side in given if side.elements is not None]
    if not keyed and _by_position(sides, how):
        index = next((side.index for side in given if side.index is not None), None)
        return Labelings(given, *common, index=index)
    keys = [element_keys(side, name) for name, side in sides.items()]
    if all(each is keys[0] or each == keys[0] for each in keys):
        return Labelings(given, *common, elements=keys[0], index=first.index)
    position = dict(zip(dict.fromkeys(chain.from_iterable(keys)), count()))
    elements = list(position)
    whole = len(keys[0]) == len(elements)  # then the first labeling is in order
    matched = tuple(
        side if whole and side is first else _in_order(side, _places(each, position), elements)
        for side, each in zip(given, keys, strict=True)
    )
    return Labelings(matched, *common, elements=elements)


def align(a: Labels, b: Labels) -> tuple[Labels, Labels]:
    """Return two labelings in one order of elements; both must have the same elements."""
    found = match_elements({"a": a, "b": b}, "raise")
    if any(side.absent is not None for side in found.sides):
        raise different_elements(found)
    return found.pair


def _places(keys: Sequence[Any], position: Mapping[Any, int]) -> Order:
    """Return where a labeling has each element, -1 if it does not have it."""
    order = np.full(len(position), -1)
    order[np.fromiter(map(position.__getitem__, keys), np.int64, len(keys))] = np.arange(len(keys))
    return order


def _in_order(side: Labels, order: Order, elements: Sequence[Any]) -> Labels:
    """Return the labels of all elements, of which the labeling has those at positions from 0 on."""
    absent = order < 0
    if not absent.any():
        missing = None if side.missing is None else side.missing[order]
        return Labels(side.codes[order], side.names, missing, elements)
    if not len(side):
        codes = np.zeros(len(order), np.int64)
        return Labels(codes, side.names, elements=elements, absent=absent)
    place = np.where(absent, 0, order)
    missing = None if side.missing is None else side.missing[place] & ~absent
    if missing is not None and not missing.any():
        missing = None
    return Labels(side.codes[place], side.names, missing, elements, absent=absent)


def _by_position(sides: Mapping[str, Labels], how: Alignment) -> bool:
    """Return whether elements are matched by position.

    Indexes that differ are keys if align= is not "raise".
    """
    (name, first), *others = sides.items()
    differ = []
    if first.index is not None:
        known = [(other, side.index) for other, side in others if side.index is not None]
        differ = [other for other, index in known if not first.index.equals(index)]
        if differ and len(known) == len(others) and how != "raise":
            return False
    for other, side in others:
        if len(side) != len(first):
            raise InputError(
                f"{_all(sides)} must label the same elements: {name} has {len(first)} labels, "
                f"{other} has {len(side)}.",
                "pass dicts element → label to compare by key"
                if any(each.index is None for each in sides.values())
                else "pass {align=intersect} to keep the elements that both have",
            )
        if side.shape != first.shape:
            shapes = " and ".join(str(each.shape or (len(each),)) for each in (first, side))
            raise InputError(
                f"{name} and {other} must have the same shape, got {shapes}.",
                f"pass {name}.ravel() and {other}.ravel() if the elements are in the same order",
            )
    if differ:
        raise InputError(
            f"{name} and {differ[0]} must list the same elements in the same order: their indexes "
            "differ.",
            "pass {align=intersect} to match elements by index, or .to_numpy() of both to match by "
            "position",
        )
    return True


def _all(titles: Mapping[str, Any] | Sequence[str]) -> str:
    """Return what errors call two labelings, or all of several."""
    return " and ".join(titles) if len(titles) == 2 else "All clusterings"


def element_keys(side: Labels, name: str) -> Sequence[Any]:
    """Return the keys of the elements, else the index of their column, else their positions."""
    if side.elements is not None:
        return side.elements
    if side.index is None:
        return range(len(side))
    if not side.index.is_unique:
        twice = side.index[side.index.duplicated()][0]
        raise InputError(
            f"The index of {name} must have no duplicates, because elements are matched by it: "
            f"{twice!r} occurs twice."
        )
    out: list[Any] = side.index.tolist()
    return out


def different_elements(given: Labelings) -> InputError:
    """Return the error for elements that some labelings do not have."""
    hint = (
        "pass {align=intersect} to leave them out, or {align=singletons} to make each a cluster "
        "of its own"
    )
    lacks = [
        (i, given.number(side.absent))
        for i, side in enumerate(given.sides)
        if side.absent is not None and side.absent.any()
    ]
    if len(given.sides) == 2:
        parts = [
            f"{number:,} only in {given.titles[1 - i]} (first {_first_lacking(given, i)!r})"
            for i, number in reversed(lacks)
        ]
        return InputError(
            f"{_all(given.titles)} must label the same elements: {', '.join(parts)}.", hint
        )
    i, number = lacks[0]
    return InputError(
        f"All clusterings must label the same elements: {len(lacks)} of {len(given.sides)} lack "
        f"some; {given.titles[i]} lacks {number} of {given.total} (first "
        f"{_first_lacking(given, i)!r}).",
        hint,
    )


def _first_lacking(given: Labelings, i: int) -> Any:
    if given.lacking:
        return given.lacking[i]
    absent = given.sides[i].absent
    assert absent is not None  # noqa: S101  (asked for those that lack elements)
    return given.keys[int(np.argmax(absent))]
