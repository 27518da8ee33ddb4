"""Hasse diagrams of partitions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from clusterdiff.analysis import Diff
from clusterdiff.errors import InputError
from clusterdiff.measures import get_measure
from clusterdiff.numerics import entropy, nats_per_unit
from clusterdiff.partition import Partition
from clusterdiff.plots._style import COLORS, axes_or_new, color_of, set_texts, shortened
from clusterdiff.summaries import Components
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]
    Node: TypeAlias = "Partition | _Member"
    Edge = tuple[Any, Any]  # two nodes

Point: TypeAlias = tuple[float, float]
_FRACTIONS = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.2, 0.8)  # label positions along an edge
MAX_PARTITIONS = 60  # for more, labels overlap and the search for a good order is slow
_MAX_NUMBERS = 60  # edges up to which their lengths are written
_LETTER = 0.085  # inches
_CLEARANCE = 0.15  # wanted horizontal distance between an edge and a node that it passes


def plot_lattice(
    partitions: Iterable[Partition] | Table | Diff | Any,
    *,
    measure: str | Measure = "vi",
    paths: Iterable[Sequence[Partition]] = (),
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw the Hasse diagram of some partitions, coarser partitions higher.

    A partition is written as its clusters, and a clustering of a set by its name and its number
    of clusters. Of a table or a diff, both clusterings are drawn with their meet and their join.
    An edge joins two partitions if one refines the other and no other given partition lies
    between them. The vertical position is the entropy, and the number on an edge is the value of
    the measure.

    Parameters
    ----------
    partitions : iterable of Partition, Table, Diff or Clusterings
        Partitions of the same elements.
    measure : str or Measure, default="vi"
        Measure of the edges.
    paths : iterable of lists of Partition, default=()
        Paths to draw in bold; their partitions must be among the given ones. The legend shows the
        values of the steps, their sum, and the value for the ends of the path.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot.

    See Also
    --------
    clusterdiff.Partition.all : All partitions of n elements.

    Notes
    -----
    At most 60 partitions can be drawn, and the lengths of at most 60 edges are written.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> ax = plot_lattice(cd.Partition.all(3), ax=Figure().subplots())
    >>> len(ax.get_lines())
    6
    """
    chosen, given = get_measure(measure), cast("Any", partitions)
    found: list[Any] = _members(given) or _distinct(given)
    if not found:
        raise InputError("partitions must have at least one partition.")
    if len(found) > MAX_PARTITIONS:
        raise InputError(
            f"At most {MAX_PARTITIONS} partitions can be drawn, got {len(found):,}.",
            "pass some of them, for example those of a path",
        )
    edges = _covers(found)
    places = _places(found, edges)
    ax = axes_or_new(ax, width=_width(found))
    for p, q in edges:
        xs, ys = zip(places[p], places[q], strict=True)
        ax.plot(xs, ys, color="#BBBBBB", linewidth=0.8, zorder=1)
    for index, path in enumerate(paths):
        _draw_path(ax, list(path), places, chosen, index)
    note = _write_lengths(ax, edges, places, chosen)
    style: dict[str, Any] = {"ha": "center", "va": "center"}
    box: dict[str, Any] = {"boxstyle": "round", "facecolor": "white", "edgecolor": COLORS[0]}
    for p, (x, y) in places.items():
        ax.text(x, y, _text(p), fontsize=9, bbox=box, zorder=3, **style)
    if ax.get_legend_handles_labels()[0]:
        ax.legend(fontsize="small", frameon=False, loc="upper left")
    _set_limits(ax, places)
    ax.set(ylabel="entropy (bits)", xticks=[])
    set_texts(ax, xlabel=note, title=title)
    return ax


def _distinct(given: Any) -> list[Any]:
    """Return the partitions of a collection, each once."""
    found = list(given) if isinstance(given, Iterable) else [given]
    for one in found:
        if not isinstance(one, Partition):
            raise InputError(
                f"partitions must be partitions, a Table, a Diff or a Clusterings, got {one!r}.",
                "pass Partition(labels) for each clustering",
            )
    return list(dict.fromkeys(found))


def _set_limits(ax: Axes, places: dict[Node, Point]) -> None:
    """Leave space for the text of every node; the height is downwards."""
    x, y = np.array(list(places.values())).T
    width = ax.get_window_extent().width / ax.figure.dpi  # inches
    half = [_LETTER * (len(_text(node)) + 3) / 2 for node in places]
    pad = min(0.45, max(half) / width) * 2  # the scale is about 2 wide
    margin = 0.08 * (y.max() - y.min()) + 0.05
    ax.set(xlim=(x.min() - pad, x.max() + pad), ylim=(y.max() + margin, y.min() - margin))


def _text(node: Node) -> str:
    """Return the text in a node: the clusters of a partition, or the name of a clustering."""
    if isinstance(node, _Member):
        return str(node)
    return "|".join("".join(str(element) for element in block) for block in node)


def _length(measure: Measure, p: Any, q: Any) -> float:
    """Return the length of the edge between two nodes."""
    return measure.on(p.table(q)) if isinstance(p, _Member) else measure(p, q)


def _write_lengths(
    ax: Axes, edges: list[Edge], places: dict[Node, Point], measure: Measure
) -> str | None:
    """Write the length of each edge on it, or return a note if there are too many or none."""
    if not edges and len(places) > 1:
        return "None of the partitions refines another one."
    if len(edges) > _MAX_NUMBERS:
        return f"The lengths of the {len(edges):,} edges are not written."
    points = _label_points([(places[p], places[q]) for p, q in edges], list(places.values()))
    box: dict[str, Any] = {"pad": 0.6, "facecolor": "white", "edgecolor": "none"}
    style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 7, "zorder": 2}
    for (x, y), (p, q) in zip(points, edges, strict=True):
        ax.text(x, y, f"{_length(measure, p, q):.2f}", color="#333333", bbox=box, **style)
    return None


def _width(nodes: Sequence[Node]) -> float:
    """Return the width in inches at which the labels of a row do not overlap."""
    widths: dict[int, float] = {}
    for p in nodes:
        widths[p.k] = widths.get(p.k, 1.0) + _LETTER * (len(_text(p)) + 3)
    return min(24.0, max(6.4, *widths.values()))


def _covers(partitions: Sequence[Any]) -> list[Edge]:
    """Return the pairs (p, q) where p refines q and no given partition lies between them."""
    below = np.array([[p < q for q in partitions] for p in partitions])
    between = below.astype(np.float64) @ below.astype(np.float64) > 0
    pairs = np.argwhere(below & ~between)
    return [(partitions[i], partitions[j]) for i, j in pairs.tolist()]


def _draw_path(
    ax: Axes,
    path: list[Partition],
    places: dict[Node, Point],
    measure: Measure,
    index: int,
) -> None:
    """Draw a path in bold, with the sum of its steps in the legend."""
    unknown = [p for p in path if p not in places]
    if unknown or not path:
        what = f"{unknown[0]} is not" if unknown else "a path is empty"
        raise InputError(f"The partitions of a path must be among the given ones: {what}.")
    steps = [measure(p, q) for p, q in pairwise(path)]
    terms = " + ".join(f"{step:.2f}" for step in steps)
    label = f"{terms} = {sum(steps):.2f}, distance {measure(path[0], path[-1]):.2f}"
    xs, ys = zip(*(places[p] for p in path), strict=True)
    width = 3 if index % 2 else 5  # where two paths share an edge, both remain visible
    style: dict[str, Any] = {
        "color": color_of(index),
        "linewidth": width,
        "alpha": 0.7,
        "zorder": 1.5,
    }
    ax.plot(xs, ys, label=label, **style)


def _places(partitions: Sequence[Node], edges: list[Edge]) -> dict[Node, Point]:
    """Return the positions of the partitions: one row per number of clusters, height by entropy."""
    counts = sorted({p.k for p in partitions})
    rows = [[p for p in partitions if count == p.k] for count in counts]
    number = {p: k for k, p in enumerate(p for row in rows for p in row)}
    heights = np.array([p.entropy() for p in number])
    x = np.concatenate([2 * np.arange(1, len(row) + 1) / (len(row) + 1) - 1 for row in rows])
    if edges:
        ends = np.array([(number[p], number[q]) for p, q in edges])
        swaps = [(number[p], number[q]) for row in rows for p, q in combinations(row, 2)]
        x = _reordered(x, heights, ends, swaps)
    return {p: (float(x[k]), float(heights[k])) for p, k in number.items()}


def _reordered(
    x: Floats, heights: Floats, ends: NDArray[np.int64], swaps: list[tuple[int, int]]
) -> Floats:
    """Swap nodes of a row while that keeps edges away from nodes and makes them shorter."""
    low, top = heights[ends].max(axis=1), heights[ends].min(axis=1)
    # passed[edge, node]: the height of the node lies between the ends of the edge
    passed = (heights > top[:, None] + 1e-9) & (heights < low[:, None] - 1e-9)
    length = np.where(low > top, heights[ends[:, 1]] - heights[ends[:, 0]], 1)
    share = (heights - heights[ends[:, :1]]) / length[:, None]

    def cost(x: Floats) -> float:
        beside = np.abs(x[ends[:, :1]] * (1 - share) + x[ends[:, 1:]] * share - x)
        near = np.maximum(0, _CLEARANCE - beside)[passed].sum()
        return float(20 * near + np.abs(x[ends[:, 0]] - x[ends[:, 1]]).sum())

    best = cost(x)
    improved = True
    while improved:
        improved = False
        for i, j in swaps:
            new = x.copy()
            new[[i, j]] = x[[j, i]]
            value = cost(new)
            if value < best - 1e-9:
                x, best, improved = new, value, True
    return x


def _label_points(edges: list[tuple[Point, Point]], nodes: list[Point]) -> list[Point]:
    """Return a point on each edge, away from the nodes and from the points chosen before."""
    # Figures are wider than they are high, and so is text.
    scale = np.array([2.0, max(y for _, y in nodes) or 1.0]) / (1.5, 1.0)
    taken = [np.array(node) / scale for node in nodes]
    chosen = []
    for start, end in edges:
        options = [np.array(start) * (1 - t) + np.array(end) * t for t in _FRACTIONS]
        gaps = [
            min(float(np.hypot(*(option / scale - other))) for other in taken) for option in options
        ]
        # The first point with a sufficient gap, else the one with the largest.
        best = options[int(np.argmax(np.round(np.minimum(gaps, 0.06), 9)))]
        taken.append(best / scale)
        chosen.append((float(best[0]), float(best[1])))
    return chosen


@dataclass(frozen=True, eq=False)
class _Member:
    """One of several clusterings of the same elements; ``p < q`` if p refines q.

    Attributes
    ----------
    names : tuple of str
        The names of the clustering; equal clusterings are one member.
    place : int
        Its number.
    table_of : callable
        Returns the table of two clusterings from their numbers.
    """

    names: tuple[str, ...]
    place: int
    table_of: Callable[[int, int], Table]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The sizes of the clusters."""
        return self.table_of(self.place, self.place).row_sizes

    @property
    def k(self) -> int:
        """Number of clusters."""
        return len(self.sizes)

    def entropy(self) -> float:
        """Return the entropy in bits."""
        n = int(self.sizes.sum())
        return entropy(self.sizes, n, n) / nats_per_unit(2)

    def table(self, other: _Member) -> Table:
        """Return the table with another one."""
        return self.table_of(self.place, other.place)

    def __lt__(self, other: _Member) -> bool:
        return self.k > other.k and self.table(other).nnz == self.k

    def __str__(self) -> str:
        return f"{' = '.join(map(shortened, self.names))} ({self.k:,})"


def _members(subject: Any) -> list[_Member] | None:
    """Return the clusterings of a set, or both of a table with meet and join; None otherwise."""
    if isinstance(subject, Table):
        return _of_two(subject, ["a", "b"])
    if isinstance(subject, Diff):
        return _of_two(subject.table, [subject.name_a, subject.name_b])
    if callable(getattr(subject, "table", None)) and hasattr(subject, "names"):
        return _distinct_members([str(name) for name in subject.names], subject.table)
    return None


def _of_two(table: Table, names: list[str]) -> list[_Member]:
    """Return the two clusterings of a table, their meet and their join."""
    codes = (table.rows, table.cols, np.arange(table.nnz), Components.of(table).of_cells)

    def table_of(i: int, j: int) -> Table:
        return Table.from_counts(codes[i], codes[j], table.counts)

    return _distinct_members([*names, "meet", "join"], table_of)


def _distinct_members(names: list[str], table_of: Callable[[int, int], Table]) -> list[_Member]:
    """Return the clusterings, of which equal ones are one member with several names."""
    out: list[_Member] = []
    for place, name in enumerate(names):
        new = _Member((name,), place, table_of)
        same = next((k for k, old in enumerate(out) if _equal(old, new)), None)
        if same is None:
            out.append(new)
        else:
            out[same] = _Member((*out[same].names, name), out[same].place, table_of)
    return out


def _equal(one: _Member, two: _Member) -> bool:
    return one.k == two.k and one.table(two).nnz == one.k
