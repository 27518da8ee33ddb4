"""Choose the reader for the form of the labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from clusterdiff.errors import InputError
from clusterdiff.labels import _arrays, _frames, _not_labels, _objects
from clusterdiff.labels._labels import Labels

LabelsLike: TypeAlias = ArrayLike | Mapping[Any, Any] | Iterable[Any] | Labels
"""One label per element: a sequence, an array of any shape, a pandas, polars or Arrow column, a
dict element → label, a list of sets (the clusters), a `Partition`, or anything with `__array__` or
`__dlpack__`."""

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
            f"{side} must be one label per element, got {type(labels).__name__}.",
            "pass a list, an array, a column, a dict element → label, or a list of blocks",
        )
    kind = getattr(type(labels), "__kind__", None)
    if kind is not None:
        raise InputError(f"{side} must be a partition, got a {kind}.", f"compare takes a {kind}")
    _not_labels.refuse_objects(labels, side)
    reader = _FRAME_READERS.get(type(labels).__module__.partition(".")[0])
    if reader is not None:
        return reader(labels, side)
    if isinstance(labels, Mapping):
        return _objects.read_mapping(labels, side)
    return _read_array_like(labels, side)


def _read_array_like(labels: Any, side: str) -> Labels:
    if isinstance(labels, np.ndarray) or hasattr(labels, "__array__"):
        array = np.ma.asarray(labels) if np.ma.isMA(labels) else np.asarray(labels)
        return _arrays.read_array(array, side)
    if hasattr(labels, "__dlpack__"):
        return _arrays.read_array(np.from_dlpack(labels), side)
    if isinstance(getattr(labels, "communities", None), list):  # a clustering of cdlib
        return _objects.read_blocks([list(block) for block in labels.communities], side)
    if isinstance(labels, Iterable):
        values = labels if isinstance(labels, Sequence) else list(labels)
        return _objects.read_sequence(values, side)
    raise InputError(f"{side} must be one label per element, got {type(labels).__name__}.")
