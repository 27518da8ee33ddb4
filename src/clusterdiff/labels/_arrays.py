"""Labels from numpy arrays of every dtype."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff import _kernel
from clusterdiff.errors import InputError
from clusterdiff.labels import _objects
from clusterdiff.labels._labels import Labels, rank_names
from clusterdiff.labels._not_labels import refuse_matrices

if TYPE_CHECKING:
    from numpy.typing import NDArray


def read_array(array: NDArray[Any], side: str) -> Labels:
    """Read one label per element of an array of any shape."""
    if array.ndim != 1:
        if array.ndim == 0:
            raise InputError(f"{side} must be one label per element, got a single value.")
        refuse_matrices(array, side)
        return replace(read_array(array.ravel(), side), shape=array.shape)
    if np.ma.isMA(array):
        mask = np.ma.getmaskarray(array)
        filled = np.asarray(array)
        if filled.dtype.kind in "fO":  # masked entries need not be valid labels
            filled = filled.copy()
            filled[mask] = None if filled.dtype.kind == "O" else np.nan
        inner = read_array(filled, side)
        return replace(inner, missing=mask if inner.missing is None else mask | inner.missing)
    kind = array.dtype.kind
    if kind in "iu":
        native = array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))
        return Labels(np.ascontiguousarray(native))
    reader = _READERS.get(kind)
    if reader is None:
        raise InputError(
            f"{side} must hold integers, strings or other names, got an array of {array.dtype}."
        )
    return reader(array, side)


def _read_bools(array: NDArray[Any], side: str) -> Labels:
    del side
    return Labels(np.ascontiguousarray(array).view(np.uint8), np.array([False, True]))


def _read_floats(array: NDArray[Any], side: str) -> Labels:
    missing = np.isnan(array)
    whole = np.where(missing, 0, array)
    wrong = np.flatnonzero(~np.isfinite(whole) | (np.trunc(whole) != whole))
    if len(wrong):
        raise InputError(
            f"{side} must hold labels, and a float label must be an integer, got "
            f"{array[wrong[0]]} at position {wrong[0]}.",
            "pass cluster labels, not measurements",
        )
    largest = float(np.abs(whole).max(initial=0))
    if largest >= 2.0**63:  # integers beyond 64 bits are read as from a list
        return _objects.read_sequence(array.tolist(), side, blocks=False)
    return Labels(whole.astype(np.int64), missing=missing if missing.any() else None)


def _read_fixed_width(array: NDArray[Any], side: str) -> Labels:
    """Read strings of one width: they are compared as bytes, and named once per distinct string."""
    del side
    array = np.ascontiguousarray(array.astype(array.dtype.newbyteorder("="), copy=False))
    width = array.dtype.itemsize
    codes, first = _kernel.encode_bytes(array.view(np.uint8).reshape(len(array), width))
    rank, names = rank_names(array[first].tolist())
    return Labels(rank[codes], names)


def _read_times(array: NDArray[Any], side: str) -> Labels:
    del side
    missing = np.isnat(array)
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    codes, ticks = _kernel.encode(np.ascontiguousarray(array).view(np.int64))
    return Labels(codes, ticks.view(array.dtype), missing if missing.any() else None)


def _read_objects(array: NDArray[Any], side: str) -> Labels:
    return _objects.read_sequence(array.tolist(), side, blocks=False)


_READERS = {
    "b": _read_bools,
    "f": _read_floats,
    "U": _read_fixed_width,
    "S": _read_fixed_width,
    "M": _read_times,
    "m": _read_times,
    "O": _read_objects,
    "T": _read_objects,
}
