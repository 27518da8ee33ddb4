"""Choose the recommended number of clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from clusterdiff.chance.holm import holm
from clusterdiff.checks import check_choice
from clusterdiff.views import number, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.many._stability.result import StabilityOfK
    from clusterdiff.measures import Measure

Rule = Literal["gain", "value"]
Choice = tuple[int | None, str, tuple[str, ...]]
_LEVEL = 0.05
_LEAST_GAIN = 0.5
_NEAR = 0.05  # gains that differ by less are equal
_EQUAL = 5e-4  # means that differ by less are equal


def chosen(
    results: Sequence[StabilityOfK], rule: Rule, measure: Measure, *, known: bool = False
) -> Choice:
    """Return the recommended number of clusters, the reason, and notes.

    Parameters
    ----------
    results : sequence of StabilityOfK
    rule : {"gain", "value"}
    measure : Measure
    known : bool, default=False
        Whether the values are the agreement with known classes.

    Returns
    -------
    tuple
        Number or None, reason, notes.

    Raises
    ------
    OptionError
        If the rule is unknown.
    """
    check_choice("choose", rule, get_args(Rule))
    if len(results) == 1:
        only = results[0]
        return None, f"mean {measure.name} {number(only.mean)}", ()
    if rule == "value":
        return _by_value(results, measure, known=known)
    if all(result.gain is None for result in results):
        compared = any(result.without_structure for result in results)
        return None, "no number of clusters was chosen", (_ALL_STABLE if compared else _NO_NULL,)
    return _by_gain(results)


_NO_NULL = (
    "There is no comparison with data without structure, so that a stable number of clusters "
    "cannot be told from one that the algorithm makes stable by itself."
)


_ALL_STABLE = (
    "Data without structure are as stable as they can be under this scheme, so that it says "
    "nothing about the number of clusters."
)


class _Gain(NamedTuple):
    """A number of clusters with its gain."""

    gain: float
    k: int
    p: float
    mean: float


def _by_gain(results: Sequence[StabilityOfK]) -> Choice:
    """Choose the largest number of clusters among those with the largest gain."""
    found = [
        _Gain(r.gain, r.k, r.p, r.mean)
        for r in results
        if r.gain is not None and r.p is not None and r.k is not None
    ]
    corrected = holm([each.p for each in found])
    able = [
        each
        for each, p in zip(found, corrected, strict=True)
        if p <= _LEVEL and each.gain >= _LEAST_GAIN
    ]
    if not able:
        best = max(found)
        gain = f"the largest gain over data without structure is {percent(best.gain)}"
        return None, f"no number of clusters stands out; {gain} (k = {best.k})", ()
    near = sorted(each.k for each in able if each.gain >= max(able).gain - _NEAR)
    best = next(each for each in able if each.k == near[-1])
    others = ", ".join(map(str, near[:-1]))
    notes = [f"Nearly as stable: k = {others}."] if others else []
    unsure = [each.k for each in found if each not in able and each.gain >= best.gain - _NEAR]
    if unsure:
        notes.append(
            f"k = {', '.join(map(str, unsure))}: as large a gain, but data without structure are "
            "often as stable there."
        )
    reason = (
        f"k = {best.k} stands out; stability {number(best.mean, 2)}, which removes "
        f"{percent(best.gain)} of the instability of data without structure"
    )
    return best.k, reason, tuple(notes)


def _by_value(results: Sequence[StabilityOfK], measure: Measure, *, known: bool) -> Choice:
    """Choose the best mean; of means that are equal to three digits the largest number."""
    top = max(result.mean for result in results)
    equal = sorted(result.k for result in results if result.mean > top - _EQUAL and result.k)
    best = next(result for result in results if result.k == equal[-1])
    what = "agrees best with the classes: mean" if known else "has the best mean"
    reason = f"k = {best.k} {what} {measure.name} {number(best.mean, 2)}"
    others = ", ".join(map(str, equal[:-1]))
    notes = [f"Equally good: k = {others}."] if others else []
    if not known:
        notes.append("Small numbers of clusters often have high values also without structure.")
    return best.k, reason, tuple(notes)
