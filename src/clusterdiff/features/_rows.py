"""Features as rows of numbers: an array, a memory map, a sparse matrix or a data frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_CHUNK = 1 << 22  # numbers per chunk: 32 MB
_EXACT = 2**53  # doubles represent all integers up to this one


def is_sparse(features: Any) -> bool:
    """Return whether this is a scipy sparse matrix or array."""
    return hasattr(features, "tocsr")


@dataclass(frozen=True, slots=True, eq=False)
class DenseRows:
    """Rows of a dense array, converted to doubles chunk by chunk.

    A memory map is therefore never in memory as a whole. `positions` are the rows in use (None:
    all). `shift` is subtracted from 64-bit integers and wider floats that doubles would round,
    before they are converted.
    """

    values: NDArray[Any]
    what: str = "X"
    positions: Ints | None = None
    shift: NDArray[Any] | None = None

    def __len__(self) -> int:
        return len(self.values) if self.positions is None else len(self.positions)

    @property
    def width(self) -> int:
        """Number of columns."""
        return int(self.values.shape[1])

    def take(self, positions: Ints) -> DenseRows:
        """Return the rows at these positions."""
        return replace(self, positions=positions)

    def shifted(self) -> DenseRows:
        """Return the rows with a constant row subtracted if that saves digits of large integers."""
        values = self.values
        if values.dtype.kind == "f" and values.dtype.itemsize > 8 and len(values):
            return replace(self, shift=values[0].copy()) if _is_rounded(values) else self
        if values.dtype.kind not in "iu" or values.dtype.itemsize < 8 or not values.size:
            return self
        low, high = values.min(axis=0), values.max(axis=0)
        if max(-int(low.min()), int(high.max())) <= _EXACT:
            return self
        # A column of a wider range is only brought into the range of signed integers.
        wide = high.astype(object) - low.astype(object) >= 2**63
        middle = 2**63 if values.dtype.kind == "u" else 0
        shift = np.where(wide, np.array(middle, values.dtype), values[0])
        return replace(self, shift=shift.astype(values.dtype, copy=False))

    def block(self, where: slice | Ints) -> Floats:
        """Return some of the rows in use as doubles; raise if one of them is not finite."""
        at = where if self.positions is None else self.positions[where]
        rows = np.asarray(self.values[at])
        if self.shift is not None:
            rows = rows - self.shift
            if rows.dtype.kind != "f":
                rows = rows.view(np.int64)  # see `shifted`
        with np.errstate(over="ignore"):  # of wider floats, which then are not finite
            out = np.ascontiguousarray(rows, np.float64)
        if not np.isfinite(largest(out)):
            bad = int(np.flatnonzero(~np.isfinite(out).all(axis=1))[0])
            row = bad + (at.start or 0) if isinstance(at, slice) else int(at[bad])
            raise not_finite(self.what, row)
        return out

    def chunks(self, exponent: int = 0) -> Iterator[tuple[slice, Floats]]:
        """Yield the rows multiplied by 2**exponent, some at a time."""
        step = max(1, _CHUNK // max(1, self.width))
        for begin in range(0, len(self), step):
            part = slice(begin, min(begin + step, len(self)))
            yield part, scaled(self.block(part), exponent, self.what)


def _is_rounded(values: NDArray[Any]) -> bool:
    """Return whether some of the wider floats are finite but not exact as doubles."""
    with np.errstate(over="ignore"):
        return bool((np.isfinite(values) & (values.astype(np.float64) != values)).any())


def read_features(features: Any, what: str = "X") -> DenseRows | Any:
    """Read rows of numbers: `DenseRows`, or a CSR array of doubles for sparse input."""
    rows = _read_sparse(features, what) if is_sparse(features) else _read_dense(features, what)
    width = rows.width if isinstance(rows, DenseRows) else rows.shape[1]
    if width == 0:
        raise InputError(f"{what} must have at least one column, got none.")
    return rows


def _read_dense(features: Any, what: str) -> DenseRows:
    if np.ma.is_masked(features):
        masked = np.ma.getmaskarray(features)
        row = int(np.argwhere(masked)[0, 0])
        raise InputError(
            f"{what} must not hold masked values: "
            f"{int(masked.sum())} are masked, the first in row {row}.",
            "drop such rows from a, b and X, or fill the values in",
        )
    try:
        values = np.asarray(features.to_numpy() if hasattr(features, "to_numpy") else features)
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{what} must be rows of numbers, all of the same length: {str(error).rstrip('.')}."
        ) from None
    if (
        values.dtype.kind == "f"
        and isinstance(features, (list, tuple))
        and largest(values) > _EXACT
    ):
        values = np.array(features, dtype=object)  # it may hold integers that doubles would round
    if values.dtype.kind == "O" and values.ndim:
        values = _from_objects(values, what)
    if values.ndim == 1:
        values = values.reshape(-1, 1)
    if values.ndim != 2 or values.dtype.kind not in "iufb":
        raise InputError(
            f"{what} must be a two-dimensional array of real numbers, "
            f"got {values.dtype} with {values.ndim} dimensions."
        )
    return DenseRows(values, what)


def _from_objects(values: NDArray[Any], what: str) -> NDArray[Any]:
    """Convert Python numbers; anything else is an error that names the first of them."""
    flat = values.ravel()
    wrong = next((i for i, x in enumerate(flat) if not isinstance(x, (Real, np.bool_))), None)
    if wrong is None and values.size:
        return _numbers(values, what)
    got = (
        "nothing"
        if wrong is None
        else f"{type(flat[wrong]).__name__} in row {wrong * len(values) // values.size}"
    )
    raise InputError(f"{what} must be rows of numbers, got {got}.")


def _numbers(values: NDArray[np.object_], what: str) -> NDArray[Any]:
    """Convert Python numbers to 64-bit integers or doubles; integers are not rounded."""
    flat = values.ravel()
    whole = [i for i, x in enumerate(flat) if isinstance(x, (Integral, np.bool_))]
    if len(whole) == len(flat) and max(abs(int(x)) for x in flat) < 2**63:
        return values.astype(np.int64)
    try:
        out = values.astype(np.float64)
    except OverflowError:
        wide = next(i for i, x in enumerate(flat) if abs(int(x)) >= 1 << 1023)
        raise not_finite(what, wide * len(values) // values.size) from None
    rounded = next((i for i in whole if int(out.flat[i]) != flat[i]), None)
    if rounded is not None:
        raise InputError(
            f"{what} must hold integers that are exact as doubles, got {flat[rounded]} in row "
            f"{rounded * len(values) // values.size}.",
            "subtract a constant from such a column",
        )
    return out


def _read_sparse(features: Any, what: str) -> Any:
    """Return a CSR array of doubles without duplicate entries; the input is not modified."""
    from scipy.sparse import csr_array

    if features.dtype.kind not in "iufb":
        raise InputError(f"{what} must hold real numbers, got a sparse matrix of {features.dtype}.")
    if features.ndim == 1:
        features = features.reshape((-1, 1))
    if features.format == "dok":  # cannot be converted to another type
        features = features.tocoo()
    # Before duplicate entries of COO matrices are added up, which overflows in short integers.
    wide = features if features.dtype.kind == "b" else features.astype(np.float64, copy=False)
    rows = csr_array(wide.tocsr())
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    rows = rows.astype(np.float64, copy=False)
    if features.dtype.kind in "iu" and rows.nnz and largest(rows.data) > _EXACT:
        raise InputError(
            f"{what} must hold integers of at most 2**53 if it is a sparse matrix, "
            f"got {largest(rows.data):.17g}.",
            "subtract a constant from such a column",
        )
    if rows.nnz and not np.isfinite(largest(rows.data)):
        bad = int(np.flatnonzero(~np.isfinite(rows.data))[0])
        raise not_finite(what, int(np.searchsorted(rows.indptr, bad, side="right")) - 1)
    return rows


def not_finite(what: str, row: int) -> InputError:
    """Return the error for a value that is NaN or infinite."""
    return InputError(
        f"{what} must be finite: row {row} is not.",
        "drop such rows from a, b and X, or fill the values in",
    )


def largest(values: Floats) -> float:
    """Return the largest absolute value; NaN or inf if one is not finite."""
    if not values.size:
        return 0.0
    low, high = float(values.min()), float(values.max())
    return np.nan if np.isnan(low) or np.isnan(high) else max(-low, high)


def squared_lengths(rows: Any) -> Floats:
    """Return the squared length of each row, dense or sparse without duplicate entries."""
    out: Floats
    if is_sparse(rows):
        squares = type(rows)((rows.data**2, rows.indices, rows.indptr), shape=rows.shape)
        out = np.asarray(squares @ np.ones(rows.shape[1]), float)
    else:
        out = np.einsum("ij,ij->i", rows, rows)
    return out


# Range of numbers whose squares can be added up ---------------------------------------------------

_SAFE = 2.0**-100, 2.0**400  # largest absolute values that need no scaling
_TARGET = 450  # scaled data have a largest absolute value of about 2**450
TINY = 2.0**-800  # smaller sums of squares have lost digits to underflow


class OutOfRange(Exception):  # noqa: N818  (internal: caught where the scale is chosen)
    """Squares overflow or underflow at the current scale."""

    def __init__(self, top: float) -> None:
        super().__init__(top)
        self.top = top


def check_range(top: float, exponent: int) -> None:
    """Raise if data with this largest absolute value need another scale."""
    if exponent == 0 and top != 0 and not _SAFE[0] <= top <= _SAFE[1]:
        raise OutOfRange(top)


def exponent_for(top: float) -> int:
    """Return the power of two that brings the largest absolute value to the middle of the range."""
    return _TARGET - int(np.frexp(top)[1])


def scaled(values: Floats, exponent: int, what: str) -> Floats:
    """Multiply by 2**exponent, which is exact; values that would vanish are an error."""
    if exponent == 0:
        return values
    out: Floats = np.ldexp(values, exponent)
    if ((np.abs(out) < np.finfo(float).tiny) & (values != 0)).any():
        raise range_error(what)
    return out


def range_error(what: str) -> InputError:
    """Return the error for data whose squares overflow or underflow at every scale."""
    return InputError(
        f"{what} must not mix numbers of so different size: "
        "the squares of the smallest differences underflow.",
        "scale the columns to a similar size",
    )
