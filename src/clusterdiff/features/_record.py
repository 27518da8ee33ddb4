"""FeatureRecord: everything the library knows about a feature measure besides its formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from inspect import Parameter, getdoc, signature
from typing import TYPE_CHECKING, Any, Literal

from clusterdiff.errors import RecordError
from clusterdiff.features._data import FeatureData
from clusterdiff.measures._record_checks import (
    check_choices,
    check_docstring,
    check_fields,
    check_values,
)

if TYPE_CHECKING:
    from clusterdiff.measures.references import Reference

DERIVED = ("name", "description", "options")
Direction = Literal["similarity", "distance"]
Bound = float | Callable[[FeatureData], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureRecord:
    """What is known about a feature measure.

    Parameters
    ----------
    name, description : str
        The name of the formula, and the first line of its docstring.
    label, symbol : str
        The name in print, and the symbol used in formulas.
    direction : {"similarity", "distance"}
        Whether larger or smaller values mean better agreement.
    bounds : pair of float or callable
        The range of values. A callable receives the `FeatureData`.
    best : float
        The value of equal clusterings.
    symmetric : bool
        Whether swapping a and b changes nothing.
    references : tuple of Reference
        Where the measure is defined.
    reading : str
        What the extreme values mean.
    warning, latex, unit : str or None
        What to be careful about, the formula, and the unit.
    aliases : tuple of str, default=()
        Other names, of two letters or more.
    order_dependent : bool, default=False
        Whether ties of distances are resolved by the order of the labels.
    options : mapping
        The default of each option.
    choices : mapping of str to tuple of str, optional
        The accepted values of the options that accept only some.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.features.FEATURE_MEASURES["centroid_index"].record.direction
    'distance'
    """

    name: str
    description: str
    label: str
    symbol: str
    direction: Direction
    bounds: tuple[Bound, Bound]
    best: float
    symmetric: bool
    references: tuple[Reference, ...]
    reading: str
    warning: str | None = None
    latex: str | None = None
    unit: str | None = None
    aliases: tuple[str, ...] = ()
    order_dependent: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] | None = None


def feature_record_of(function: Callable[..., float], facts: Mapping[str, Any]) -> FeatureRecord:
    """Build the record of a formula from its signature, its docstring and the given facts."""
    name = function.__name__
    own = [each for each in fields(FeatureRecord) if each.name not in DERIVED]
    check_fields(name, facts, own, "@feature_measure")
    check_values(name, facts)
    data, *others = signature(function).parameters.values() or (None,)
    keywords = [p for p in others if p.kind is Parameter.KEYWORD_ONLY]
    defaults = {p.name: p.default for p in keywords}
    if data is None or keywords != others or Parameter.empty in defaults.values():
        raise RecordError(
            f"{name}: the formula must take the data, and options with defaults by name.",
            f"write def {name}(data, *, option=…)",
        )
    check_choices(name, defaults, facts.get("choices") or {})
    description = (getdoc(function) or "").partition("\n")[0]
    check_docstring(name, description)
    return FeatureRecord(name=name, description=description, options=defaults, **facts)
