"""Bars of what each change costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.analysis import Diff, diff
from clusterdiff.checks import check_integer
from clusterdiff.plots._style import COLORS, PALE, axes_or_new, set_texts, shortened
from clusterdiff.views import number, plural

if TYPE_CHECKING:
    from typing import Unpack

    from matplotlib.axes import Axes

    from clusterdiff.labels import LabelsLike, LabelsOptions
    from clusterdiff.table import Table

_KINDS = {"split": COLORS[0], "merged": COLORS[4], "reshuffled": COLORS[3]}
_LINE = 0.24  # inches of a bar
_LABEL = 60  # characters
_ROOM = 1.22  # of the longest bar, with space for its number


def plot_contributions(
    a: LabelsLike | Table | Diff,
    b: LabelsLike | None = None,
    *,
    top: int = 15,
    ax: Axes | None = None,
    title: str | None = None,
    **options: Unpack[LabelsOptions],
) -> Axes:
    """Draw what each change costs as bars: the components, and the leakage.

    Parameters
    ----------
    a : labels, Table or Diff
        The first clustering, or both. A diff has the measure and the threshold that it was made
        with.
    b : labels, optional
        The second clustering; None if `a` has both.
    top : int, default=15
        Number of components with a bar of their own; the others have one bar together.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the value of the measure.
    **options
        Options of `Table.from_labels`.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot. The bars add up to the total cost.

    See Also
    --------
    clusterdiff.diff : The same changes as data and in words.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_contributions([0, 0, 0, 1], ["p", "p", "q", "r"], ax=Figure().subplots())
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['a: 0 → b: p (2) and q (1)']
    """
    check_integer("top", top, 1)
    found = a if b is None and isinstance(a, Diff) else diff(a, b, **options)
    bars = _bars(found, top)
    ax = axes_or_new(ax, max(2.0, 1.1 + _LINE * len(bars)), 9.0)
    names, costs, colors = zip(*bars, strict=True)
    places = range(len(bars))
    ax.barh(places, costs, 0.7, color=colors)
    ax.set_yticks(places, names, fontsize=8)
    low, high = min(0.0, *costs), max(0.0, *costs) or 1.0
    for place, cost in zip(places, costs, strict=True):
        text = number(cost, 3)
        ax.text(max(cost, 0.0), place, f" {text}", ha="left", va="center", fontsize=8)
    ax.set(xlim=(low * _ROOM, high * _ROOM), ylim=(len(bars) - 0.4, -0.6))
    ax.spines[["top", "right"]].set_visible(False)
    unit = found.measure.unit
    axis = f"cost ({unit})" if unit else "cost"
    default = f"{found.measure.label}: {number(found.value)}"
    set_texts(ax, xlabel=axis, title=default if title is None else title)
    return ax


def _bars(found: Diff, top: int) -> list[tuple[str, float, str]]:
    """Name, cost and color of each bar."""
    costly = [c for c in found.changed if c.cost]
    out = [(shortened(c.sentence, _LABEL), c.cost, _KINDS.get(c.kind, PALE)) for c in costly[:top]]
    rest = costly[top:]
    if rest:
        out.append((f"{plural(len(rest), 'more component')}", sum(c.cost for c in rest), PALE))
    if len(found.parted.leaked):
        words = plural(found.parted.leaked_elements, "element")
        out.append((f"leakage: {words}", found.leakage_cost, PALE))
    return out or [("no change", 0.0, PALE)]
