"""Picks the reader that fits the form the labels come in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from clusterdiff.errors import InputError
from clusterdiff.labels import _arrays, _frames, _objects
from clusterdiff.labels._labels import Labels

LabelsLike: TypeAlias = ArrayLike | Mapping[Any, Any] | Iterable[Any] | Labels
"""One label per element: a sequence, an array of any shape, a pandas, polars or Arrow column, a dict element → label,
a list of sets (the clusters), a `Partition`, or anything with `__array__` or `__dlpack__`."""

_FRAME_READERS = {
    "pandas": _frames.read_pandas,
    "polars": _frames.read_polars,
    "pyarrow": _frames.read_pyarrow,
}


def read(labels: Any, side: str) -> Labels:
    """Read the labels of one side; `side` names it in errors."""
    if type(labels) is np.ndarray:
        return _arrays.read_array(labels, side)
    if isinstance(labels, Labels):
        return labels
    if hasattr(labels, "__labels__"):
        out: Labels = labels.__labels__()
        return out
    if isinstance(labels, (str, bytes, AbstractSet)) or labels is None:
        raise InputError(
            f"{side} must be one label per element: got {type(labels).__name__}.",
            "pass a list, an array, a column, a dict element → label, or a list of blocks",
        )
    reader = _FRAME_READERS.get(type(labels).__module__.partition(".")[0])
    if reader is not None:
        return reader(labels, side)
    if isinstance(labels, Mapping):
        return _objects.read_mapping(labels, side)
    if isinstance(labels, np.ndarray) or hasattr(labels, "__array__"):
        return _arrays.read_array(
            np.ma.asarray(labels) if np.ma.isMA(labels) else np.asarray(labels), side
        )
    if hasattr(labels, "__dlpack__"):
        return _arrays.read_array(np.from_dlpack(labels), side)
    if isinstance(labels, Iterable):
        return _objects.read_sequence(
            labels if isinstance(labels, Sequence) else list(labels), side
        )
    raise InputError(f"{side} must be one label per element: got {type(labels).__name__}.")
