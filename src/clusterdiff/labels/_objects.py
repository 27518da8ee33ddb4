"""Labels from Python objects: lists, dicts element → label, lists of blocks."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import chain, count
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.labels._labels import Labels, rank_names
from clusterdiff.labels._not_labels import refuse_members, refuse_tuples

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

_BLOCKS = (list, set, frozenset, range, np.ndarray)
_KINDS_WITH_NAN = {"float", "Decimal", "datetime64", "timedelta64"}  # NaT included
_NOTHING = {"NoneType", "NAType", "NaTType", "MaskedConstant"}
_KINDS = (
    ("timedelta64", np.timedelta64),  # a subclass of np.integer
    ("bool", (bool, np.bool_)),
    ("int", (int, np.integer)),
    ("float", (float, np.floating)),
    ("str", str),
    ("bytes", bytes),
)


def kind_of(cls: type) -> str:
    """Return the kind of a label; "missing" for None, NaT, pd.NA and masked."""
    if cls.__name__ in _NOTHING:
        return "missing"
    for kind, classes in _KINDS:
        if issubclass(cls, classes):
            return kind
    return cls.__name__


def read_mapping(labels: Mapping[Any, Any], side: str) -> Labels:
    """Read a dict element → label."""
    refuse_members(labels, side)
    return replace(read_sequence(list(labels.values()), side, blocks=False), elements=list(labels))


def read_blocks(blocks: Sequence[Any], side: str) -> Labels:
    """Read a list of blocks: the cluster of an element is the block that contains it."""
    elements = list(
        chain.from_iterable(b.tolist() if isinstance(b, np.ndarray) else b for b in blocks)
    )
    try:
        distinct = len(set(elements))
    except TypeError:
        raise InputError(
            f"{side} must be a list of blocks of hashable elements, got an element that is not.",
            "pass a label image as a numpy array",
        ) from None
    if distinct < len(elements):
        several = sum(times > 1 for times in Counter(elements).values())
        raise InputError(
            f"{side} must have every element in one cluster: {several} "
            f"element{'s are' if several > 1 else ' is'} "
            "in more than one.",
            "pass Cover(blocks) if clusters overlap, and a numpy array for a label image",
        )
    return Labels(np.repeat(np.arange(len(blocks)), [len(b) for b in blocks]), elements=elements)


def read_sequence(values: Sequence[Any], side: str, *, blocks: bool = True) -> Labels:
    """Read one label per item; the items must be of the same kind."""
    types = set(map(type, values))
    if types == {int}:  # the common case, at once
        try:
            return Labels(np.array(values, np.int64))
        except OverflowError:
            return _encode(values, side)
    if any(hasattr(cls, "__array__") and not issubclass(cls, np.generic) for cls in types):
        values = [_scalar(value) for value in values]
        types = set(map(type, values))
    if blocks and types and all(issubclass(cls, _BLOCKS) for cls in types):
        return read_blocks(values, side)
    if blocks and types == {tuple}:
        refuse_tuples(values, side)
    kinds = {kind_of(cls) for cls in types}
    if kinds & _KINDS_WITH_NAN:
        values = [_whole(value, i, side) for i, value in enumerate(values)]
        kinds = {kind_of(cls) for cls in set(map(type, values))}
    if len(kinds - {"missing"}) > 1:
        raise _mixed(values, side)
    if "missing" not in kinds:
        return _read_kind(values, kinds, side)
    missing = np.fromiter((kind_of(type(v)) == "missing" for v in values), bool, len(values))
    inner = _read_kind(
        [v for v, gone in zip(values, missing, strict=True) if not gone], kinds - {"missing"}, side
    )
    codes = np.zeros(len(values), inner.codes.dtype)
    codes[~missing] = inner.codes
    return Labels(codes, inner.names, missing)


def _scalar(value: Any) -> Any:
    """Return the number in an array without dimensions; anything else as it is."""
    is_scalar = hasattr(value, "__array__") and getattr(value, "ndim", None) == 0
    return np.asarray(value)[()] if is_scalar and value is not np.ma.masked else value


def _read_kind(values: Sequence[Any], kinds: set[str], side: str) -> Labels:
    if kinds == {"bool"}:
        return Labels(np.array(values, np.uint8), np.array([False, True]))
    if kinds == {"int"}:
        try:
            return Labels(np.array(values, np.int64))
        except OverflowError:
            return _encode([int(v) for v in values], side)
    return _encode(values, side)


def _encode(values: Sequence[Any], side: str) -> Labels:
    """Number distinct names by hash, in order of appearance."""
    numbers: defaultdict[Any, int] = defaultdict(count().__next__)
    try:
        codes: NDArray[np.int64] = np.fromiter(
            map(numbers.__getitem__, values), np.int64, len(values)
        )
    except TypeError:
        at = next(i for i, v in enumerate(values) if not _hashable(v))
        raise InputError(
            f"{side} must hold hashable labels, got {type(values[at]).__name__} at position {at}."
        ) from None
    rank, names = rank_names(
        [
            name.item() if isinstance(name, np.generic) and name.dtype.kind not in "mM" else name
            for name in numbers
        ]
    )
    return Labels(rank[codes], names)


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _whole(value: Any, position: int, side: str) -> Any:
    kind = kind_of(type(value))
    if kind == "Decimal":
        return None if value.is_nan() else value
    if kind in _KINDS_WITH_NAN and value != value:  # noqa: PLR0124  (NaN, NaT)
        return None
    if kind != "float":
        return value
    if not float(value).is_integer():
        raise InputError(
            f"{side} must hold labels, and a float label must be an integer, got {value} at "
            f"position {position}.",
            "pass cluster labels, not measurements",
        )
    return int(value)


def _mixed(values: Sequence[Any], side: str) -> InputError:
    first: dict[str, int] = {}
    for i, value in enumerate(values):
        kind = kind_of(type(value))
        if kind != "missing":
            first.setdefault(kind, i)
    found = " and ".join(
        f"{kind} ({values[i]!r} at position {i})" for kind, i in list(first.items())[:3]
    )
    return InputError(
        f"{side} must hold labels of one kind, got {found}.",
        "make them alike, for example with [str(x) for x in labels]",
    )
