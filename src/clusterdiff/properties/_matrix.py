"""profile and matrix: all properties of one measure, and of several measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clusterdiff.checks import check_several
from clusterdiff.measures import Measure, resolve
from clusterdiff.progress import track
from clusterdiff.properties._results import Profile, PropertyList, PropertyMatrix
from clusterdiff.properties._search import PROPERTIES, check, find, why_not
from clusterdiff.properties.measured import Measured
from clusterdiff.properties.statements import Property

if TYPE_CHECKING:
    from collections.abc import Iterable

    from clusterdiff.properties.verdicts import Verdict

QUICK = 5
QUICK_BUDGET = 100


def listing(chosen: Iterable[str | Property] | None = None) -> PropertyList:
    """List properties and what they state, grouped by paper.

    Parameters
    ----------
    chosen : iterable of str or Property, or None, default=None
        Properties, those of one paper next to each other; by default all.

    Returns
    -------
    PropertyList
        The properties with their statements.

    Examples
    --------
    >>> listing(["local", "zero_after_worsening"])
    Meilă 2007
    property  source  statement
    local     sec. 6  The distance of a split depends only on the cluster that is split.
    <BLANKLINE>
    Xiang et al. 2012
    property              source  statement
    zero_after_worsening  sec. 6  The similarity to the worst clustering is 0: S(a, b) = 0.
    """
    every = PROPERTIES.values() if chosen is None else _found(chosen)
    return PropertyList(tuple(every))


def profile(
    measure: Any,
    properties: Iterable[str | Property] | None = None,
    n: int = QUICK,
    budget: int = QUICK_BUDGET,
) -> Profile:
    """Check the properties of one measure.

    Parameters
    ----------
    measure : str, Measure, scoring rule or callable
        See `check`.
    properties : iterable of str or Property, or None, default=None
        Properties to check; by default all that apply to the measure.
    n : int, default=5
        Number of elements up to which all clusterings are tried.
    budget : int, default=100
        Number of random cases with more elements.

    Returns
    -------
    Profile
        A verdict for each property.

    Examples
    --------
    >>> profile("ari", ["symmetric", "n_invariant"])
    adjusted_rand: Meilă 2007
       property     source      counterexample
    ✓  symmetric    Property 1
    ✗  n_invariant  Property 2  a = 001, b = 010: v(a, b) = -0.5 ≠ 0 = v(a thrice, b thrice)
    """
    measured = Measured.of(measure)
    every = [p for p in PROPERTIES.values() if p.needs != "rule" or not why_not(measured, p)]
    chosen = every if properties is None else _found(properties)
    return Profile(measured.name, tuple(check(measured, p, n, budget) for p in chosen))


def matrix(
    measures: str | Measure | Iterable[Any] = "all",
    n: int = QUICK,
    *,
    properties: Iterable[str | Property] | None = None,
    budget: int = QUICK_BUDGET,
) -> PropertyMatrix:
    """Check the properties of several measures.

    Parameters
    ----------
    measures : str, Measure or iterable, default="all"
        Names of measures or families, measures, or functions of two label arrays.
    n : int, default=5
        Number of elements up to which all clusterings are tried.
    properties : iterable of str or Property, or None, default=None
        Properties to check; by default all that apply to at least one of the measures.
    budget : int, default=100
        Number of random cases with more elements.

    Returns
    -------
    PropertyMatrix
        A verdict for each measure and property.

    Examples
    --------
    >>> chosen = ["collinear_through_meet", "scale_log_k"]
    >>> found = matrix(["vi", "mirkin_invariant"], n=4, properties=chosen)
    >>> found.holding(*chosen)
    ['variation_of_information']
    """
    single = isinstance(measures, str | Measure)
    wanted = [measures] if single else check_several("measures", measures, "measures")
    measured = [m for item in wanted for m in _measured(item)]
    if properties is None:
        every = PROPERTIES.values()
        chosen = [
            p for p in every if p.needs != "rule" or any(why_not(m, p) is None for m in measured)
        ]
    else:
        chosen = _found(properties)
    verdicts: dict[tuple[str, str], Verdict] = {}
    for one in track(measured, "checking measures"):
        verdicts |= {(one.name, v.property_name): v for v in profile(one, chosen, n, budget)}
    names = tuple(one.name for one in measured)
    return PropertyMatrix(n, names, tuple(p.name for p in chosen), verdicts)


def _measured(item: Any) -> list[Measured]:
    if isinstance(item, str | Measure):
        return [Measured(m) for m in resolve(item)]
    return [Measured.of(item)]


def _found(properties: Iterable[str | Property]) -> list[Property]:
    """Return the properties of these names; one name is enough."""
    if isinstance(properties, str | Property):
        return [find(properties)]
    return [find(name) for name in check_several("properties", properties, "properties")]
