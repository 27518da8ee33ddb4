"""Encode the labels of many clusterings as one array of the narrowest integers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError
from clusterdiff.labels import (
    MISSING,
    as_names,
    canonical_ints,
    check_expansion,
    check_kinds,
    check_labeled,
    either,
    elements_with,
    listed,
    object_array,
    read_counts,
)
from clusterdiff.labels.selection import MISSING_POLICIES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.labels import Labels, MissingPolicy
    from clusterdiff.many._alignment import Aligned, Order

    Mask = NDArray[np.bool_]

_WIDTHS = (np.uint8, np.uint16, np.uint32)


class Encoded(NamedTuple):
    """The fields of a set of clusterings."""

    codes: NDArray[Any]
    labels: tuple[NDArray[Any], ...]
    absent: tuple[int, ...]
    weights: NDArray[np.int64] | None
    elements: tuple[Any, ...] | None
    index: Any = None  # the pandas index whose names the elements are


class Selecting(NamedTuple):
    """Which elements of a clustering are dropped, and which become singletons."""

    missing: MissingPolicy
    ignore: list[Any]
    noise: list[Any]
    absent_alone: bool


class _Row(NamedTuple):
    """One clustering in the common order of elements."""

    codes: NDArray[Any]
    labels: NDArray[Any]
    gone: Mask | None
    alone: Mask | None


def encode_all(
    sides: Mapping[str, Labels], aligned: Aligned, chosen: Selecting, weights: Any
) -> Encoded:
    """Encode every clustering; the code after the last cluster marks a missing element."""
    check_choice("missing", chosen.missing, MISSING_POLICIES)
    if not aligned.n:
        raise InputError("labelings must label at least one element: they are empty.")
    check_kinds(chosen.ignore, list(sides.values()), "ignore")
    check_kinds(chosen.noise, list(sides.values()), "noise")
    counts = _weights_of(weights, aligned, sides)
    weightless = None if counts is None or counts.all() else counts == 0
    codes: NDArray[Any] = np.empty((len(sides), aligned.n), np.uint8)
    labels, absent = [], []
    singles: Mask | None = None
    for i, ((name, side), order) in enumerate(zip(sides.items(), aligned.orders, strict=True)):
        row = _compact(_selected(side, name, order, chosen), weightless, name)
        if len(row.labels) > np.iinfo(codes.dtype).max:
            codes = codes.astype(width_of(len(row.labels)))
        codes[i] = row.codes
        labels.append(row.labels)
        absent.append(0 if row.gone is None else int(np.count_nonzero(row.gone)))
        if counts is not None and row.alone is not None:
            singles = row.alone if singles is None else singles | row.alone
    found = Encoded(codes, tuple(labels), tuple(absent), counts, aligned.elements, aligned.index)
    return found if singles is None else _expanded(found, singles)


def width_of(clusters: int) -> Any:
    """Return the narrowest unsigned integers that hold the numbers up to this one."""
    return next(width for width in _WIDTHS if clusters <= np.iinfo(width).max)


def _selected(side: Labels, name: str, order: Order | None, chosen: Selecting) -> _Row:
    """Return codes and names in the common order; dropped and singleton elements are marked."""
    if chosen.missing == "raise":
        check_labeled(
            side,
            name,
            "pass {missing=drop} to compare each pair on the elements that both have, or "
            "{missing=singletons} or {missing=block}",
        )
    codes, names = side.encoded()
    gone, alone = elements_with(side, chosen.ignore), elements_with(side, chosen.noise)
    if side.missing is not None and side.missing.any():
        if chosen.missing == "drop":
            gone = either(gone, side.missing)
        elif chosen.missing == "singletons":
            alone = either(alone, side.missing)
        else:
            codes = np.where(side.missing, len(names), codes)
            names = np.concatenate([object_array(listed(names)), object_array([MISSING])])
    if order is None:
        return _Row(codes, names, gone, alone)
    absent = order < 0
    place = np.where(absent, 0, order)
    codes = codes[place] if len(codes) else np.zeros(len(order), np.int64)
    gone, alone = (None if mask is None else mask[place] & ~absent for mask in (gone, alone))
    if absent.any() and chosen.absent_alone:
        alone = either(alone, absent)
    elif absent.any():
        gone = either(gone, absent)
    return _Row(codes, names, gone, alone)


def _compact(row: _Row, weightless: Mask | None, name: str) -> _Row:
    """Number the clusters that have elements from 0 on, then the single elements."""
    gone = either(row.gone, weightless)
    gone = gone if gone is not None and gone.any() else None
    if gone is not None and gone.all():
        raise InputError(f"{name} must label at least one element: all were dropped.")
    alone = row.alone if gone is None or row.alone is None else row.alone & ~gone
    alone = alone if alone is not None and alone.any() else None
    outside = either(gone, alone)
    inside = row.codes if outside is None else row.codes[~outside]
    values = _used(inside, len(row.labels))
    labels, codes = row.labels, row.codes
    if len(values) < len(labels):
        place = np.zeros(len(labels) + 1, np.uint32)
        place[values] = np.arange(len(values), dtype=np.uint32)
        codes, labels = place[np.minimum(codes, len(labels))], labels[values]
    if alone is not None:
        number = int(np.count_nonzero(alone))
        codes = codes.astype(np.int64)
        codes[alone] = len(labels) + np.arange(number)
        labels = np.concatenate([object_array(listed(labels)), np.full(number, None, object)])
    if gone is not None:
        codes = np.where(gone, len(labels), codes)
    return _Row(codes, canonical_ints(labels), gone, alone)


def _used(codes: NDArray[Any], clusters: int) -> NDArray[np.int64]:
    """Return the codes that occur, in order."""
    sizes = np.bincount(codes, minlength=clusters) if len(codes) else np.zeros(clusters, np.int64)
    return np.flatnonzero(sizes[:clusters])


def _weights_of(
    weights: Any, aligned: Aligned, sides: Mapping[str, Labels]
) -> NDArray[np.int64] | None:
    """Return one weight per element; a dict and a pandas column are matched by element."""
    if weights is None:
        return None
    index: Any = getattr(weights, "index", None)
    if hasattr(index, "equals"):
        side = next((side for side in sides.values() if side.index is not None), None)
        if side is None or not side.index.equals(index):
            weights = dict(zip(index.tolist(), weights.tolist(), strict=True))
        else:
            weights = weights.to_numpy()
    if isinstance(weights, Mapping):
        elements = range(aligned.n) if aligned.elements is None else aligned.elements
        lacking = [element for element in elements if element not in weights]
        if lacking:
            raise InputError(
                f"weights must have one number per element: {len(lacking)} have none (first "
                f"{lacking[0]!r})."
            )
        weights = [weights[element] for element in elements]
    return read_counts(weights, aligned.n, "weights")


def _expanded(found: Encoded, alone: Mask) -> Encoded:
    """Repeat singletons of weight w, each of which becomes w singletons."""
    counts = np.ones(found.codes.shape[1], np.int64) if found.weights is None else found.weights
    times = np.where(alone, np.maximum(counts, 1), 1)
    check_expansion(times)
    order = np.repeat(np.arange(len(times)), times)
    if len(order) == len(times):
        return found
    names = range(len(times)) if found.elements is None else found.elements
    rows, labels = [], []
    for row, own in zip(found.codes, found.labels, strict=True):
        codes, more = _numbered_apart(row[order].astype(np.int64), order, own)
        rows.append(codes)
        labels.append(more)
    narrow = np.array(rows, width_of(max(map(len, labels))))
    absent = tuple(
        int(np.count_nonzero(row == len(own))) for row, own in zip(narrow, labels, strict=True)
    )
    return Encoded(
        narrow, tuple(labels), absent, np.where(alone, 1, counts)[order],
        tuple(names[i] for i in order.tolist()),
    )  # fmt: skip


def _numbered_apart(
    codes: NDArray[np.int64], order: NDArray[np.int64], labels: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Give each copy of an element without a named cluster a separate cluster."""
    nameless = np.array([name is None for name in listed(labels)] + [False])
    copies = np.concatenate([[False], order[1:] == order[:-1]]) & nameless[codes]
    more = int(np.count_nonzero(copies))
    gone = codes == len(labels)
    codes[copies] = len(labels) + np.arange(more)
    codes[gone] = len(labels) + more
    return codes, np.concatenate([labels, np.full(more, None, object)]) if more else labels


def selecting(missing: MissingPolicy, ignore: Any, noise: Any, *, absent_alone: bool) -> Selecting:
    """Return the choice of elements that the options of a set ask for."""
    return Selecting(missing, as_names(ignore), as_names(noise), absent_alone)
