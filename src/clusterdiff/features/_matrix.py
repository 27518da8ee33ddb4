"""Features as rows of numbers: an array, a memory map, a sparse matrix or a data frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_CHUNK = 1 << 22  # numbers at a time: 32 MB


def is_sparse(features: Any) -> bool:
    """Whether it is a scipy sparse matrix or array."""
    return hasattr(features, "tocsr")


def read_features(features: Any, n: int, what: str = "X") -> Any:
    """Rows of numbers, one for each of n elements; large arrays are not copied."""
    if is_sparse(features):
        rows = features.tocsr()
    else:
        rows = np.asanyarray(features.to_numpy() if hasattr(features, "to_numpy") else features)
        if rows.ndim == 1:
            rows = rows.reshape(-1, 1)
        if rows.ndim != 2 or rows.dtype.kind not in "iufb":  # noqa: PLR2004
            raise InputError(f"{what} must be rows of numbers, one row per element: got {rows.dtype} with {rows.ndim} dimensions.")
    if rows.shape[0] != n:
        raise InputError(f"{what} must have one row per element: got {rows.shape[0]} rows for {n} elements.")
    return rows


def chunks(rows: NDArray[Any]) -> Iterator[tuple[slice, NDArray[np.float64]]]:
    """The rows as doubles, some at a time, so that a memory map is never in memory as a whole."""
    step = max(1, _CHUNK // max(1, rows.shape[1]))
    for begin in range(0, len(rows), step):
        part = slice(begin, min(begin + step, len(rows)))
        chunk = np.ascontiguousarray(rows[part], np.float64)
        if not np.isfinite(chunk.sum()) and not np.isfinite(chunk).all():
            row = begin + int(np.flatnonzero(~np.isfinite(chunk).all(axis=1))[0])
            raise InputError(f"X must be finite: row {row} is not.", "leave out or fill in such rows, in a, b and X alike")
        yield part, chunk
