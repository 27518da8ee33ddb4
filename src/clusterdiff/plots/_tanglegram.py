"""Two dendrograms side by side, with lines between the same elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff import drawing
from clusterdiff.covers import Tree, TreeTable, untangle
from clusterdiff.errors import InputError
from clusterdiff.io import labeling_of
from clusterdiff.measures import get_measure
from clusterdiff.plots._style import LINE, axes_or_new, set_texts, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

_NAMED = 100  # elements up to which their names are written
_INNER = "#444444"  # of the branches
_LABEL = 16  # characters of a name
_TREE, _GAP = 1.0, 1.1  # widths of a tree, and between the names


def plot_tanglegram(
    a: Any,
    b: Any,
    *,
    clusters: Any = None,
    sides: Literal["untangled", "given"] = "untangled",
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw two trees side by side, with a line between the two places of each element.

    Parameters
    ----------
    a, b : Tree
        Trees of the same elements. Heights are drawn from the leaves to the roots; trees without
        heights are drawn by their numbers of branches.
    clusters : int, array_like or dict, optional
        The colors of the lines: a number of clusters to cut a into, or labels of the elements. By
        default a is cut where its next merge is farthest, into eight clusters at most.
    sides : {"untangled", "given"}, default="untangled"
        Whether nodes are rotated, so that few lines cross, or the trees are drawn as they are.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the entanglement of the drawing.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    See Also
    --------
    clusterdiff.covers.untangle : Rotate the nodes of two trees.
    clusterdiff.entanglement : How far apart the places of the elements are.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> a, b = cd.Tree("((x:1,y:1):2,(z:2,w:2):1);"), cd.Tree("(((x:1,y:1):1,z:2):1,w:3);")
    >>> ax = plot_tanglegram(a, b, clusters=2, ax=Figure().subplots())
    >>> ax.get_title()
    'entanglement 0'
    """
    for side, tree in (("a", a), ("b", b)):
        if not isinstance(tree, Tree):
            raise InputError(
                f"{side} must be a tree, got {type(tree).__name__}.",
                "plot_tanglegram(Tree.from_linkage(Z), Tree.from_linkage(other))",
            )
    table = TreeTable.from_clusterings(a, b)
    left, right = untangle(a, b) if sides == "untangled" else (table.a, table.b)
    names = [str(x) for x in (range(a.n) if a.elements is None else a.elements)]
    codes = _codes(a, clusters)
    value = get_measure("entanglement")(left, right)
    named = a.n <= _NAMED
    ax = axes_or_new(ax, height=max(3.0, min(14.0, 0.8 + a.n * LINE * 1.15)), width=8.0)
    wide = 0.07 + 0.037 * min(_LABEL, max(map(len, names))) if named else 0.03
    inner = _TREE + wide, _TREE + wide + _GAP  # where the lines begin and end
    whole = inner[1] + wide + _TREE
    _draw(ax, left, lambda x: x)
    _draw(ax, right, lambda x: whole - x)
    places = [np.empty(a.n), np.empty(a.n)]
    for place, tree in zip(places, (left, right), strict=True):
        place[tree.leaf_order] = np.arange(a.n)
    for i, name in enumerate(names):
        color = drawing.color_of(int(codes[i]) % len(drawing.PALETTE))
        ys = [places[0][i], places[1][i]]
        ax.plot(inner, ys, color=color, linewidth=1.3, alpha=0.85)
        if named:
            style: dict[str, Any] = {"va": "center", "fontsize": "x-small", "color": "#222222"}
            text = shortened(name, _LABEL)
            ax.text(_TREE + 0.03, ys[0], text, ha="left", **style)
            ax.text(whole - _TREE - 0.03, ys[1], text, ha="right", **style)
    ax.set_ylim(a.n - 0.3, -0.7)
    ax.set_xlim(-0.04, whole + 0.04)
    ax.axis("off")
    set_texts(ax, title=f"entanglement {value:.2g}" if title is None else title)
    return ax


def _codes(tree: Tree, clusters: Any) -> NDArray[Any]:
    """Return the number of the color of each element of a."""
    if clusters is None:
        if tree.heights is None:
            return np.zeros(tree.n, np.int64)
        clusters = _steepest(tree)
    if isinstance(clusters, (int, np.integer)):
        return tree.take(np.arange(tree.n)).cut(k=int(clusters)).codes
    labels = labeling_of(clusters, "clusters")
    if labels.elements is not None and tree.elements is not None:
        known = dict(zip(labels.elements, labels.encoded()[0].tolist(), strict=True))
        missing = [key for key in tree.elements if key not in known]
        if missing:
            raise InputError(
                f"clusters must have a label for each element: {missing[0]!r} has none."
            )
        return np.array([known[key] for key in tree.elements])
    if len(labels) != tree.n:
        raise InputError(f"clusters must have {tree.n} labels, got {len(labels)}.")
    return labels.encoded()[0]


def _steepest(tree: Tree) -> int:
    """Return the number of clusters, two to eight, above which the next merge is farthest."""
    if tree.heights is None:
        return min(len(tree.shape.order), 1)
    nodes, left = tree.shape.merges
    heights = tree.shape.levels[nodes]
    steps = [
        (float(heights[i + 1] - heights[i]), int(left[i]))
        for i in range(len(left) - 1)
        if 2 <= left[i] <= len(drawing.PALETTE)
    ]
    return max(steps)[1] if steps else 1


def _draw(ax: Axes, tree: Tree, across: Any) -> None:
    """Draw a tree with its root at 0 and its leaves at 1, in coordinates that are mapped."""
    shape = tree.shape
    depths = _depths(tree) if shape.heights is None else -shape.heights
    top, bottom = float(depths[-1]), float(depths.max())
    x = (depths - top) / (bottom - top) * _TREE if bottom > top else np.zeros(len(depths))
    x[shape.terminal] = np.where(shape.heights is None, _TREE, x[shape.terminal])
    starts, sizes = shape.spans
    ys = [[] for _ in range(tree.nnz)]  # type: list[list[float]]
    y = np.where(shape.terminal, starts + (sizes - 1) / 2, 0.0)
    for node, parent in enumerate(shape.parents.tolist()):
        if ys[node]:
            y[node] = (min(ys[node]) + max(ys[node])) / 2
            ax.plot(across(np.array([x[node], x[node]])), [min(ys[node]), max(ys[node])],
                    color=_INNER, linewidth=0.9)  # fmt: skip
        if shape.counts[node] > 1:  # a cluster that is not divided is a bar along its elements
            bar = [starts[node] - 0.3, starts[node] + sizes[node] - 0.7]
            ax.plot(across(np.array([x[node], x[node]])), bar, color=_INNER, linewidth=2.4)
        if parent >= 0:
            ys[parent].append(float(y[node]))
            ax.plot(across(np.array([x[parent], x[node]])), [y[node], y[node]],
                    color=_INNER, linewidth=0.9)  # fmt: skip
        if shape.counts[node] and x[node] < _TREE:
            ax.plot(across(np.array([x[node], _TREE])), [y[node], y[node]],
                    color="#bbbbbb", linewidth=0.7, linestyle=":")  # fmt: skip


def _depths(tree: Tree) -> NDArray[np.float64]:
    """Return the number of branches from the root to each node."""
    out = np.zeros(tree.nnz)
    for node in range(tree.nnz - 2, -1, -1):
        out[node] = out[tree.shape.parents[node]] + 1
    return out
