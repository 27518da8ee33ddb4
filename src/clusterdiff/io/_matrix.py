"""read_matrix and read_rows: the numbers of a file, one row per element or per clustering."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.io._columns import like_a_key, place
from clusterdiff.io._opening import open_source
from clusterdiff.io.engines import engine_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def read_matrix(
    path: str,
    columns: Sequence[str] = (),
    *,
    header: bool | None = None,
) -> tuple[NDArray[np.float64], list[str], list[str]]:
    """Read the features of elements.

    Parameters
    ----------
    path : str
        A NumPy array of shape (n, d), or a file with columns.
    columns : sequence of str
        The columns to read; by default all that hold numbers only and do not hold ids.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.

    Returns
    -------
    tuple
        The matrix, the names of its columns, and those of the columns that were dropped.

    Raises
    ------
    InputError
        If the file has no numbers, or a column that was asked for is not one of finite numbers.
    """
    if Path(path).suffix == ".npy":
        return _array(path), [], []
    source = open_source(path, header=header, names=columns)
    names = list(columns or source.columns)
    read = engine_for(source).columns(source, [place(source, name) for name in names])
    found = {name: _numbers(values) for name, values in zip(names, read, strict=True)}
    wrong = [name for name, values in found.items() if values is None]
    if columns and wrong:
        raise InputError(f"Column {wrong[0]} of {source.name} must hold finite numbers only.")
    if not columns:
        wrong += [name for name in names if name not in wrong and like_a_key(name)]
    kept = {
        name: values for name, values in found.items() if values is not None and name not in wrong
    }
    if not kept:
        raise InputError(f"{source.name} must have a column of numbers; it has none.")
    return np.column_stack(list(kept.values())), list(kept), wrong


def read_rows(path: str, *, header: bool | None = None) -> NDArray[np.int64]:
    """Read clusterings that are the rows of a file, as the draws of a posterior.

    Parameters
    ----------
    path : str
        A NumPy array of shape (draws, n) or (chains, draws, n), or a file with one column per
        element and one row per draw.
    header : bool, optional
        Whether text files begin with the names of the columns; detected by default.

    Returns
    -------
    numpy.ndarray of int
        The labels.

    Raises
    ------
    InputError
        If the labels are not integers.
    """
    if Path(path).suffix == ".npy":
        found = _loaded(path)
        if found.ndim not in {2, 3}:
            raise InputError(
                f"{path} must be an array of draws × elements or chains × draws × elements: its "
                f"shape is {found.shape}."
            )
    else:
        found, _, left = read_matrix(path, header=header)
        wrong = [name for name in left if not like_a_key(name)]
        if wrong:
            raise InputError(f"{path} must hold integer labels only: column {wrong[0]} does not.")
    whole = found.dtype.kind in "iub" or (
        found.dtype.kind == "f"
        and bool(np.isfinite(found).all() and (found == found.round()).all())
    )
    if not whole:
        raise InputError(f"{path} must hold integer labels only.")
    return found.astype(np.int64)


def _loaded(path: str) -> NDArray[Any]:
    try:
        return np.asarray(np.load(path, allow_pickle=False))
    except (OSError, ValueError) as error:
        raise InputError(f"Cannot read {path}: {error}.") from None


def _array(path: str) -> NDArray[np.float64]:
    points = _loaded(path)
    if points.ndim != 2 or points.dtype.kind not in "iufb" or not np.isfinite(points).all():
        raise InputError(f"{path} must be a matrix of finite numbers: its shape is {points.shape}.")
    return np.asarray(points, float)


def _numbers(values: Any) -> NDArray[np.float64] | None:
    """Return a column of finite numbers, or None if it is not one."""
    listed = values.to_numpy(zero_copy_only=False) if hasattr(values, "to_pylist") else values
    try:
        found = np.asarray(listed).astype(float)
    except (TypeError, ValueError):
        return None
    return found if found.ndim == 1 and np.isfinite(found).all() else None
