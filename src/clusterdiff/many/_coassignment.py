"""How often two elements are together: the posterior similarity matrix, in blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_integer
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import takes_clusterings
from clusterdiff.many._draws import runs_of
from clusterdiff.many._loss import read_draw_weights

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Unpack

    from numpy.typing import ArrayLike, NDArray

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.many._clusterings import Clusterings

    Reals = NDArray[np.float64]

_MOST_CELLS = 10**8  # largest matrix that is computed without rows=
_BLOCK = 2**22  # cells of a block


@takes_clusterings
def coassignment(
    *clusterings: Any,
    rows: ArrayLike | None = None,
    draw_weights: ArrayLike | None = None,
    **options: Unpack[LabelsOptions],
) -> Reals:
    """Return the share of clusterings in which two elements are in one cluster.

    For draws of a posterior distribution this is the posterior similarity matrix. A pair of
    elements counts only in the clusterings that have both of them.

    Parameters
    ----------
    {set}
    rows : array_like of int, optional
        Positions of the elements whose rows are wanted; by default all elements, if the matrix
        has at most 10⁸ cells.
    draw_weights : array_like of float, optional
        Weight of each clustering; by default all are equal.
    {selection}

    Returns
    -------
    numpy.ndarray of shape (len(rows), n)
        Between 0 and 1; NaN for a pair that no clustering has.

    Raises
    ------
    InputError
        If the whole matrix is too large. Ask for some rows, or use `coassignment_blocks`.

    See Also
    --------
    coassignment_blocks : The same matrix, block by block.
    consensus : The partition that agrees best with all clusterings.

    Examples
    --------
    >>> coassignment([[0, 0, 1], [0, 1, 1], [0, 0, 1]], rows=[1]).round(2)
    array([[0.67, 1.  , 0.33]])
    """
    runs = runs_of(clusterings, options)
    weights = read_draw_weights(draw_weights, len(runs))
    if rows is None:
        if runs.n**2 > _MOST_CELLS:
            raise InputError(
                f"The matrix of {runs.n:,} elements has more than {_MOST_CELLS:,} cells.",
                "ask for some rows, or use coassignment_blocks",
            )
        places = np.arange(runs.n)
    else:
        places = _read_rows(rows, runs.n)
    out = np.empty((len(places), runs.n))
    step = max(1, _BLOCK // max(runs.n, 1))
    for first in range(0, len(places), step):
        chosen = places[first : first + step]
        out[first : first + step] = _block(runs, chosen, weights)
    return out


@takes_clusterings
def coassignment_blocks(
    *clusterings: Any,
    order: ArrayLike | None = None,
    draw_weights: ArrayLike | None = None,
    max_cells: int = _BLOCK,
    **options: Unpack[LabelsOptions],
) -> Iterator[tuple[NDArray[np.int64], Reals]]:
    """Yield the matrix of `coassignment` in blocks of rows, without ever holding all of it.

    Parameters
    ----------
    {set}
    order : array_like of int, optional
        Positions of elements in the order of the rows and of the columns.
    draw_weights : array_like of float, optional
        Weight of each clustering; by default all are equal.
    max_cells : int, default=4194304
        Largest number of cells of a block.
    {selection}

    Yields
    ------
    positions : numpy.ndarray of int
        The elements of the rows.
    block : numpy.ndarray of shape (len(positions), n)
        Their rows.

    Examples
    --------
    >>> runs = [[0, 0, 1], [0, 1, 1]]
    >>> for positions, block in coassignment_blocks(runs, max_cells=6):
    ...     print(positions, block.tolist())
    [0 1] [[1.0, 0.5, 0.0], [0.5, 1.0, 0.5]]
    [2] [[0.0, 0.5, 1.0]]
    """
    runs = runs_of(clusterings, options)
    weights = read_draw_weights(draw_weights, len(runs))
    places = np.arange(runs.n) if order is None else _read_rows(order, runs.n)
    check_integer("max_cells", max_cells, 1)
    step = max(1, max_cells // max(len(places), 1))
    for first in range(0, len(places), step):
        chosen = places[first : first + step]
        block = _block(runs, chosen, weights)
        yield chosen, block if order is None else block[:, places]


def _block(runs: Clusterings, rows: NDArray[np.int64], weights: Reals) -> Reals:
    """Return the rows of some elements."""
    together = np.zeros((len(rows), runs.n))
    known = None if runs.complete else np.zeros_like(together)
    for codes, size, absent, weight in zip(
        runs.codes, runs.sizes, runs.absent, weights.tolist(), strict=True
    ):
        if not weight:
            continue
        same = codes[rows][:, None] == codes
        if absent:
            has = codes != size
            both = has[rows][:, None] & has
            same &= both
        if known is not None:
            known += weight * both if absent else weight
        together += weight * same
    if known is None:
        return np.minimum(together, 1.0)
    out = np.full_like(together, np.nan)
    np.divide(together, known, out=out, where=known > 0)
    return np.minimum(out, 1.0)


def _read_rows(rows: ArrayLike, n: int) -> NDArray[np.int64]:
    """Read the positions of elements."""
    places = np.asarray(rows)
    if places.ndim != 1 or places.dtype.kind not in "iu":
        raise OptionError("rows must be positions of elements: a list of integers.")
    if len(places) and (places.min() < 0 or places.max() >= n):
        raise OptionError(f"rows must be positions from 0 to {n - 1}.")
    return places.astype(np.int64)
