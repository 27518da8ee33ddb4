"""Values against chance: the null distribution, the interval and the best value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.analysis import Comparison, Score, compare
from clusterdiff.errors import InputError
from clusterdiff.plots._style import COLORS, axes_or_new, set_texts
from clusterdiff.plots._subject import two
from clusterdiff.views import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from clusterdiff.analysis import Diff
    from clusterdiff.table import Table

_LINE = 0.42  # inches of a measure
_DEVIATIONS = 3.5  # standard deviations of the null distribution that are drawn


class _Strip(NamedTuple):
    """One measure on a scale from chance to best."""

    name: str
    value: float
    chance: float
    std: float | None
    interval: tuple[float, float] | None
    text: str


def plot_chance(
    scores: Comparison | Score | Table | Diff | Any,
    *,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw values against chance: null distribution, value and interval of each measure.

    One measure is drawn on its own scale. Several measures are drawn on the scale on which chance
    is 0 % and the best value is 100 %; their values are beside their names.

    Parameters
    ----------
    scores : Comparison, Score, Table, Diff or Clusterings
        What ``compare(a, b, chance=True)`` returns. Two clusterings in a table, a diff or
        a set are compared by the default measures.
    ax : matplotlib.axes.Axes, optional
        Axes to draw on; by default those of a new figure.
    title : str, optional
        Title.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes with the plot. The gray curve is the normal distribution with the mean and the
        standard deviation of the null model; the bar is the 95 % confidence interval.

    Raises
    ------
    InputError
        If the values were not compared with chance.

    See Also
    --------
    clusterdiff.compare : Compare two clusterings, with ``chance=True`` against chance.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from matplotlib.figure import Figure
    >>> found = cd.compare([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2], measures="rand", chance=True)
    >>> ax = plot_chance(found, ax=Figure().subplots())
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['Rand index']
    """
    given = [scores] if isinstance(scores, Score) else list(_compared(scores).scores)
    known = [s for s in given if s.chance is not None and s.chance.expected is not None]
    drawn = [s for s in known if s.best is not None and s.best != s.chance.expected]  # type: ignore[union-attr]
    if not drawn:
        raise InputError(
            "scores must be compared with chance.",
            "pass compare(a, b, measures=measures, chance=True)",
        )
    single = len(drawn) == 1
    strips = [_strip(score, scaled=not single) for score in drawn]
    ax = axes_or_new(ax, 1.3 + _LINE * len(strips), 7.5)
    for place, strip in enumerate(strips):
        _draw(ax, strip, place)
    best = float(drawn[0].best or 0.0) if single else 1.0
    ax.axvline(best, color=COLORS[2], linewidth=1, linestyle="--", zorder=0, label="best")
    ax.set_yticks(range(len(strips)), [strip.name for strip in strips], fontsize=8)
    ax.set(ylim=(len(strips) - 0.4, -0.6))
    ax.spines[["top", "right"]].set_visible(False)
    ax.margins(x=0.08)
    left_out = len(given) - len(drawn)
    verb = "has" if left_out == 1 else "have"
    notes = [f"{left_out} of {len(given)} measures {verb} no mean by chance and are not drawn."]
    label = "value" if single else "from chance (0 %) to best (100 %)"
    if not single:
        ax.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    set_texts(ax, xlabel="\n".join([label, *(notes if left_out else [])]), title=title)
    ax.legend(
        fontsize="small", frameon=False, loc="lower center", ncols=4, bbox_to_anchor=(0.5, 1.0)
    )
    return ax


def _compared(subject: Any) -> Comparison:
    """Return the comparison that is drawn."""
    if isinstance(subject, Comparison):
        return subject
    return compare(two((subject,), {}).tables[0], chance=True)


def _strip(score: Score, *, scaled: bool) -> _Strip:
    """Return what is drawn of one score."""
    chance = score.chance
    assert chance is not None  # noqa: S101  (only such scores are drawn)
    mean, best = float(chance.expected or 0.0), float(score.best or 0.0)
    std = abs((score.value - mean) / chance.z) if chance.z else None

    def place(x: float) -> float:
        return (x - mean) / (best - mean) if scaled else x

    limits = None
    if chance.interval is not None:
        low, high = sorted(map(place, chance.interval))
        limits = (low, high)
    spread = None if std is None else std / abs(best - mean) if scaled else std
    value = " ".join(filter(None, (number(score.value), score.unit)))
    at = place(score.value)
    name, text = (
        (f"{score.label}: {value}", f"{100 * at:.0f} %") if scaled else (score.label, value)
    )
    return _Strip(name, at, place(mean), spread, limits, text)


def _draw(ax: Axes, strip: _Strip, place: int) -> None:
    """Draw one measure on its line."""
    first: dict[str, Any] = {} if place else {"label": "chance"}
    if strip.std:
        x = strip.chance + strip.std * np.linspace(-_DEVIATIONS, _DEVIATIONS, 81)
        density = np.exp(-((x - strip.chance) ** 2) / (2 * strip.std**2))
        style: dict[str, Any] = {"color": "#BBBBBB", "linewidth": 1, "zorder": 1}
        ax.fill_between(x, place + 0.25, place + 0.25 - 0.6 * density, **style)
    ax.plot([strip.chance] * 2, [place - 0.35, place + 0.25], color="#666666", **first)
    if strip.interval is not None:
        first = {} if place else {"label": "95 % interval"}
        ax.plot(strip.interval, [place] * 2, color=COLORS[0], linewidth=5, alpha=0.35,
                solid_capstyle="butt", **first)  # fmt: skip
    first = {} if place else {"label": "value"}
    ax.plot([strip.value], [place], "o", color=COLORS[0], markersize=6, **first)
    offset: dict[str, Any] = {
        "textcoords": "offset points",
        "ha": "center",
        "va": "bottom",
        "fontsize": 8,
    }
    ax.annotate(strip.text, (strip.value, place), (0, 5), **offset)
