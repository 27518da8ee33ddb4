"""Bars of what each change costs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clusterdiff.analysis import Diff, diff
from clusterdiff.checks import check_integer
from clusterdiff.labels import takes_clusterings
from clusterdiff.plots._style import COLORS, PALE, axes_or_new, set_texts, shortened
from clusterdiff.plots._subject import two
from clusterdiff.views import number, plural

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from matplotlib.axes import Axes

    from clusterdiff.analysis import Change
    from clusterdiff.labels import LabelsOptions

_KINDS = {"split": COLORS[0], "merged": COLORS[4], "mixed": COLORS[3]}
_LINE = 0.24  # inches of a bar
_LABEL = 72  # characters
# Letters of a name, and whether the clusterings are named: the first that is short enough.
_SHORTER = ((24, True), (18, True), (24, False), (18, False), (14, False), (10, False))
_NAMED = 3  # clusters of a side
_ROOM = 1.22  # of the longest bar, with space for its number


@takes_clusterings
def plot_contributions(
    *clusterings: Any,
    max_components: int = 15,
    ax: Axes | None = None,
    title: str | None = None,
    **options: Unpack[LabelsOptions],
) -> Axes:
    """Draw what each change costs as bars: the named changes, and the scattered elements.

    Parameters
    ----------
    {clusterings}
    max_components : int, default=15
        Number of components with a bar of their own; the others have one bar together.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title; by default the value of the measure.
    {selection}

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
    ['0 → p (2), q (1)']
    """
    check_integer("max_components", max_components, 1)
    found = _found(clusterings, options)
    bars = _bars(found, max_components)
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


def _found(clusterings: tuple[Any, ...], options: LabelsOptions) -> Diff:
    """Return the diff to draw."""
    if len(clusterings) == 1 and isinstance(clusterings[0], Diff):
        return clusterings[0]
    subject = two(clusterings, options)
    name_a, name_b = subject.names
    return replace(diff(subject.tables[0]), name_a=name_a, name_b=name_b)


def _label(found: Diff, change: Change) -> str:
    """Describe a change in at most 72 characters; long names are shortened."""
    if len(change.sentence) <= _LABEL:
        return shortened(change.sentence, _LABEL)
    sides = (change.clusters_a, change.clusters_b)
    prefixes = tuple(f"{shortened(name)}: " for name in (found.name_a, found.name_b))
    for letters, prefix in _SHORTER:
        named = zip(prefixes if prefix else ("", ""), sides, strict=True)
        text = " → ".join(f"{side}{_few(names, letters)}" for side, names in named if names)
        if len(text) <= _LABEL:
            break
    return text


def _few(names: Sequence[Any], letters: int) -> str:
    """Return the first names, each with at most `letters` characters."""
    shown = [shortened(name, letters) for name in names[:_NAMED]]
    rest = len(names) - len(shown)
    return " + ".join([*shown, *([f"{rest:,} more"] if rest else [])])


def _bars(found: Diff, max_components: int) -> list[tuple[str, float, str]]:
    """Return name, cost and color of each bar."""
    costly = [c for c in found.changes if c.cost and c.kind != "scattered"]
    out = [(_label(found, c), c.cost, _KINDS.get(c.kind, PALE)) for c in costly[:max_components]]
    rest = costly[max_components:]
    if rest:
        out.append((f"{plural(len(rest), 'more change')}", sum(c.cost for c in rest), PALE))
    if found.scattered_count:
        out.append((plural(found.scattered_count, "scattered element"), found.scattered_cost, PALE))
    return out or [("no change", 0.0, PALE)]
