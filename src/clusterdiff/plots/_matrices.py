"""Heatmaps and dendrograms of the values of all pairs."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError, OptionError
from clusterdiff.many import Clusterings, Pairwise, pairwise
from clusterdiff.many._coordinates import distances_of, leaves_of, tree_of
from clusterdiff.measures import get_measure
from clusterdiff.plots._style import COLORS, axes_or_new, distinct, fits, set_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike, NDArray

    from clusterdiff.many._coordinates import Kind
    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]

_MAX_NUMBERS = 400  # cells up to which a heatmap shows its numbers
_MAX_NAMES = 100  # names for which a new figure is made large enough
_LINE = 0.17  # inches of a row or column in a new figure


class _Matrix(NamedTuple):
    """A matrix with the names of its rows and columns and the measure that it holds, if known."""

    values: Floats
    rows: list[str]
    cols: list[str]
    measure: Measure | None


def plot_heatmap(
    values: Pairwise | Clusterings | ArrayLike,
    rows: Sequence[str] | None = None,
    cols: Sequence[str] | None = None,
    *,
    measure: str | Measure | None = None,
    order: Literal["tree", "given"] | None = None,
    limits: tuple[float, float] | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw a matrix as a heatmap with its numbers in the cells.

    Parameters
    ----------
    values : Pairwise, Clusterings, pandas.DataFrame or array_like
        The matrix; clusterings are compared here, by default under the variation of information.
        Cells with NaN stay blank. The numbers are shown up to 400 cells.
    rows, cols : list of str, optional
        Names of the rows and columns; by default those of the result or data frame, else their
        numbers. If only `rows` is given, it names the columns too.
    measure : str or Measure, optional
        The measure to draw if `values` is a result with several; by default the first.
    order : {"tree", "given"} or None, default=None
        "tree" puts rows and columns that are alike side by side, in the order of the leaves of
        the tree that `plot_dendrogram` draws; "given" keeps the given order. By default the pairs
        of a set of clusterings are in the order of the tree, and other matrices in theirs.
    limits : tuple of two floats, optional
        The values at the ends of the color scale, so that several heatmaps have the same colors;
        by default the least and the largest value.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the name of the measure if it is known.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    Raises
    ------
    OptionError
        If the limits are not two numbers, the lower first.

    See Also
    --------
    plot_dendrogram : Draw the pairs as a tree.
    clusterdiff.pairwise : Compare every pair of several clusterings.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> result = cd.pairwise({"x": [0, 0, 1], "y": [0, 1, 1]}, measures="rand")
    >>> ax = plot_heatmap(result, ax=Figure().subplots())
    >>> [text.get_text() for text in ax.texts]
    ['1.00', '0.33', '0.33', '1.00']
    """
    values = compared(values, measure)
    if order is None:
        is_set = isinstance(values, Pairwise) and not values.crossed and len(values.names) > 1
        order = "tree" if is_set else "given"
    matrix = _ordered(_matrix_of(values, rows, cols, measure), order)
    low, high = _limits(matrix.values, limits)
    ax = axes_or_new(ax, _inches(len(matrix.rows)), max(6.4, _inches(len(matrix.cols))))
    image = ax.imshow(matrix.values, cmap="cividis", aspect="auto", vmin=low, vmax=high)
    note = _write_names(ax, matrix)
    known = ~np.isnan(matrix.values)
    if matrix.values.size <= _MAX_NUMBERS and known.any():
        middle = (low + high) / 2
        style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 6}
        for i, j in np.argwhere(known):
            value = matrix.values[i, j]
            color = "white" if value < middle else "black"
            ax.text(j, i, f"{round(value, 2) + 0.0:.2f}", color=color, **style)
    ax.figure.colorbar(image, ax=ax, shrink=0.8)
    set_texts(ax, xlabel=note, title=_title(matrix, title))
    return ax


def _inches(names: int) -> float:
    """Return the size of a new figure in which so many names can be written."""
    return max(4.0, 2.4 + _LINE * names) if names <= _MAX_NAMES else 6.4


def _write_names(ax: Axes, matrix: _Matrix) -> str | None:
    """Write the names of rows and columns, or return a note if they do not fit."""
    small: dict[str, Any] = {"fontsize": "small"}
    turned: dict[str, Any] = {"rotation": 60, "ha": "right", "rotation_mode": "anchor"}
    if fits(ax, len(matrix.cols), across=True) and fits(ax, len(matrix.rows), across=False):
        ax.set_xticks(range(len(matrix.cols)), distinct(matrix.cols), **turned, **small)
        ax.set_yticks(range(len(matrix.rows)), distinct(matrix.rows), **small)
        return None
    ax.set(xticks=[], yticks=[])
    return f"{len(matrix.rows):,} rows, {len(matrix.cols):,} columns; names are not drawn."


def _limits(values: Floats, given: tuple[float, float] | None) -> tuple[float, float]:
    """Return the ends of the color scale."""
    if given is None:
        known = values[~np.isnan(values)]
        return (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    low, high = given
    if not low < high:
        raise OptionError(f"limits must be two numbers, the lower first, got {given!r}.")
    return low, high


def plot_dendrogram(
    values: Pairwise | Clusterings | ArrayLike,
    names: Sequence[str] | None = None,
    *,
    kind: Kind | None = None,
    measure: str | Measure | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw a dendrogram of clusterings or measures by average linkage.

    Parameters
    ----------
    values : Pairwise, Clusterings, pandas.DataFrame or array_like of shape (n, n)
        Similarities with 1 on the diagonal, or distances with 0 on the diagonal. If the matrix is
        not symmetric, the mean of both directions is used.
    names : list of str, optional
        Names of the leaves; by default those of the result or data frame, else their numbers.
    kind : {"similarity", "distance"}, optional
        What the values are; by default as the measure of the result or the diagonal says. A
        similarity s is drawn as the distance 1 - s.
    measure : str or Measure, optional
        The measure to draw if `values` is a result with several; by default the first.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the name of the measure if it is known.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    Raises
    ------
    InputError
        If the values are neither similarities with 1 nor distances with 0 on the diagonal.

    See Also
    --------
    plot_heatmap : Draw the values themselves.
    clusterdiff.pairwise : Compare every pair of several clusterings.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> ax = plot_dendrogram(cd.pairwise(runs, measures="vi"), ax=Figure().subplots())
    >>> ax.get_xlabel()
    'distance'
    """
    from scipy.cluster.hierarchy import dendrogram

    if isinstance(values, Pairwise):
        values.check_square()
    matrix = _matrix_of(values, names, None, measure)
    distances, kind = distances_of(matrix.values, matrix.measure, kind)
    ax = axes_or_new(ax, _inches(len(matrix.rows)))
    tree = tree_of(distances)
    named = fits(ax, len(matrix.rows), across=False)
    style: dict[str, Any] = {
        "orientation": "left",
        "color_threshold": 0,
        "above_threshold_color": COLORS[0],
    }
    labels = distinct(matrix.rows)
    with warnings.catch_warnings():  # SciPy sets the limits 0 and 0 if all clusterings are equal
        warnings.filterwarnings("ignore", "Attempting to set identical", UserWarning)
        dendrogram(tree, labels=labels, ax=ax, no_labels=not named, leaf_font_size=8, **style)
    if tree[0, 2] <= 0:  # the join of equal clusterings is a line at 0, which the frame would hide
        ax.set_xlim(right=-0.02 * (tree[-1, 2] or 1.0))
    xlabel = "1 - similarity" if kind == "similarity" else "distance"
    note = "" if named else f"\n{len(labels):,} leaves; names are not drawn."
    set_texts(ax, xlabel=xlabel + note, title=_title(matrix, title))
    return ax


def compared(values: Any, measure: str | Measure | None) -> Any:
    """Return the comparison of every pair of clusterings, and other values as they are."""
    if isinstance(values, Clusterings):
        return pairwise(values, measures="vi" if measure is None else measure)
    return values


def _matrix_of(
    values: Any,
    rows: Sequence[str] | None,
    cols: Sequence[str] | None,
    measure: str | Measure | None,
) -> _Matrix:
    """Return the matrix of a result, a data frame or an array."""
    values = compared(values, measure)
    chosen: Measure | None = None
    found: tuple[Iterable[Any], Iterable[Any]]
    if isinstance(values, Pairwise):
        chosen = values.chosen[0] if measure is None else get_measure(measure)
        numbers, found = values.to_numpy(measure), (values.names, values.columns)
    elif measure is not None:
        raise OptionError("measure can be given only for a result of pairwise.")
    else:
        numbers = _numbers(values)
        found = _axis_names(values, numbers.shape)
    row_names = [str(name) for name in (found[0] if rows is None else rows)]
    default_cols = found[1] if rows is None else rows
    col_names = [str(name) for name in (default_cols if cols is None else cols)]
    if numbers.shape != (len(row_names), len(col_names)):
        raise InputError(
            f"values must have one row per name, got shape {numbers.shape} for "
            f"{len(row_names)} row names and {len(col_names)} column names."
        )
    return _Matrix(numbers, row_names, col_names, chosen)


def _ordered(matrix: _Matrix, order: str) -> _Matrix:
    """Return the matrix in the order of its tree."""
    check_choice("order", order, ("tree", "given"))
    if order == "given":
        return matrix
    if matrix.values.shape[0] != matrix.values.shape[1]:
        raise InputError("values must be square to be ordered by a tree.")
    leaves = leaves_of(tree_of(distances_of(matrix.values, matrix.measure).values))
    return _Matrix(
        matrix.values[np.ix_(leaves, leaves)],
        [matrix.rows[i] for i in leaves],
        [matrix.cols[i] for i in leaves],
        matrix.measure,
    )


def _numbers(values: Any) -> Floats:
    """Return a matrix of numbers."""
    try:
        numbers = np.asarray(values, float)
    except (TypeError, ValueError):
        raise InputError("values must be a matrix of numbers.") from None
    if numbers.ndim != 2 or not numbers.size:
        raise InputError(f"values must be a matrix, got an array of shape {numbers.shape}.")
    return numbers


def _axis_names(values: Any, shape: tuple[int, ...]) -> tuple[Iterable[Any], Iterable[Any]]:
    """Return the names of rows and columns of a data frame, or numbers."""
    columns = getattr(values, "columns", None)
    if columns is None:
        return range(shape[0]), range(shape[1])
    return getattr(values, "index", range(shape[0])), columns


def _title(matrix: _Matrix, title: str | None) -> str | None:
    """Return the given title, or the name of the measure."""
    return matrix.measure.label if title is None and matrix.measure is not None else title
