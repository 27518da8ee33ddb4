"""The verdict of a report: what happened and how much agreement is left, in two or three sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.analysis.diff.data import CONTINUED, UNCHANGED
from clusterdiff.views import number, printable

if TYPE_CHECKING:
    from clusterdiff.analysis.diff import Diff
    from clusterdiff.analysis.results import Comparison, Score

    Numbers = dict[Any, int]
    Pick = list[list[int]]  # clusters of a and of b

_NAMED = 5  # changes that the verdict names
_SHARE = 0.05  # of the cost of the largest change that a change must have to be named
_FAR, _ABOVE = 5.0, 2.0  # standard deviations from chance
_TENTH = 0.1
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def verdict(compared: Comparison, changes: Diff, rows: Numbers, cols: Numbers) -> dict[str, Any]:
    """Return the verdict.

    Parameters
    ----------
    compared : Comparison
    changes : Diff
    rows, cols : dict
        The number of each cluster of a and of b.

    Returns
    -------
    dict
        ``sentences``, the first about the clusters, the last about the agreement, and ``picks``,
        the numbers of the clusters of a and of b that each sentence is about, or None.
    """
    if changes.table.equal:
        names = ", apart from the names of clusters" if changes.renames else ""
        return {"sentences": [f"The two clusterings are the same{names}."], "picks": [None]}
    named = _named(changes, rows, cols)
    scores = [score for score in compared.scores if score.name == "adjusted_rand"]
    last = [_agreement(scores[0])] if scores else []
    return {
        "sentences": [_clusters(changes), *(text for text, _ in named), *last],
        "picks": [None, *(pick for _, pick in named), *(None for _ in last)],
    }


def in_words(count: int) -> str:
    """Write small numbers as words.

    Examples
    --------
    >>> in_words(2), in_words(1200)
    ('two', '1,200')
    """
    return _WORDS[count] if count < len(_WORDS) else f"{count:,}"


def _clusters(changes: Diff) -> str:
    """Say how many clusters of each kind there are on the first side."""
    total = len(changes.clusters_a)
    kept = sum(cluster.kind in CONTINUED for cluster in changes.clusters_a)
    whole = sum(cluster.kind in UNCHANGED for cluster in changes.clusters_a)
    side = printable(changes.name_a)
    words = in_words if total < len(_WORDS) else "{:,}".format
    of_all = f"{words(kept)} of {words(total)} clusters of {side}"
    if kept == 0:
        return f"None of the {words(total)} clusters of {side} is kept."
    degree = "kept" if whole == kept else "kept or mostly kept" if whole else "mostly kept"
    verb = "is" if kept == 1 else "are"
    return f"{of_all[0].upper()}{of_all[1:]} {verb} {degree}."


def _named(changes: Diff, rows: Numbers, cols: Numbers) -> list[tuple[str, Pick | None]]:
    """Name the most costly splits and merges, or reshuffles if there are none.

    Changes that cost little compared with the largest one are only counted.
    """
    say = changes.sentences
    found: list[tuple[float, str, Pick | None]] = [
        (cut.cost, f"Split: {say.split(cut.cluster, cut.parts)}.", [[rows[cut.cluster]], []])
        for cut in changes.splits
    ]
    found += [
        (cut.cost, f"Merged: {say.merge(cut.cluster, cut.parts)}.", [[], [cols[cut.cluster]]])
        for cut in changes.merges
    ]
    found.sort(key=lambda cut: -cut[0])
    if not found:
        others = [c for c in changes.components if c.kind not in CONTINUED]
        found = [(c.cost, f"{c.sentence}.", None) for c in others]
    least = _SHARE * found[0][0] if found else 0.0
    out = [(printable(text), pick) for cost, text, pick in found[:_NAMED] if cost >= least]
    if len(found) > len(out):
        more = len(found) - len(out)
        verb = "change is" if more == 1 else "changes are"
        out.append((f"{in_words(more).capitalize()} more {verb} listed below.", None))
    return out


def _agreement(score: Score) -> str:
    """Say how large a value is, against chance and with its interval."""
    chance = score.chance
    text = f"{score.label} {_two_digits(score.value)}"
    if chance is None:
        return f"{text}."
    if chance.z is not None:
        text += f", {_against_chance(chance.z)}"
    if chance.interval is not None:
        low, high = chance.interval
        text += f", 95 % interval {_two_digits(low)} to {_two_digits(high)}"
    return f"{text}."


def _two_digits(value: float) -> str:
    """Return a number with two digits; 0.70, not 0.7."""
    return f"{value:.2f}" if _TENTH <= abs(value) < 1 else number(value, 2)


def _against_chance(z: float) -> str:
    """Say how far from chance a number of standard deviations is."""
    if abs(z) < _ABOVE:
        return "not distinguishable from chance"
    degree = "far " if abs(z) >= _FAR else ""
    return f"{degree}{'above' if z > 0 else 'below'} chance"
