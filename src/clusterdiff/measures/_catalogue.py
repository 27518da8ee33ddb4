"""The catalogue: every measure by name and by alias."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

from clusterdiff.errors import OptionError, RecordError, UnknownNameError
from clusterdiff.measures import (
    adjusted_information,
    association,
    coreference,
    covers,
    features,
    hierarchies,
    information,
    objects,
    one_to_one,
    pair_coefficients,
    pair_distances,
    pairs,
    set_matching,
    soft,
    split_merge,
)
from clusterdiff.measures._measure import Measure, View
from clusterdiff.measures._names import EXPLAINED, SPELLED, split_names, typed_name
from clusterdiff.table import Table

_MODULES = (
    pairs,
    pair_distances,
    information,
    adjusted_information,
    set_matching,
    one_to_one,
    split_merge,
    association,
    coreference,
    pair_coefficients,
    features,
    objects,
    covers,
    soft,
    hierarchies,
)
VIEWS: Final[tuple[str, ...]] = get_args(View)


def _defined_in(module: Any) -> tuple[Measure, ...]:
    """Return the measures that a module defines, in the order of their definition."""
    return tuple(
        m
        for name, m in vars(module).items()
        if isinstance(m, Measure) and m.name == name and m.function.__module__ == module.__name__
    )


def _by_unique_name(items: Iterable[tuple[str, Measure]]) -> dict[str, Measure]:
    found: dict[str, Measure] = {}
    for name, item in items:
        if name in found:
            raise RecordError(f"Two measures are named {name}.")
        found[name] = item
    return found


_ALL = [m for module in _MODULES for m in _defined_in(module)]
FAMILIES: Mapping[str, tuple[Measure, ...]] = MappingProxyType(
    {
        family: tuple(m for m in _ALL if m.family == family)
        for family in dict.fromkeys(m.family for m in _ALL)
    }
)
_CATALOGUE = _by_unique_name((m.name, m) for m in _ALL)
MEASURES: Mapping[str, Measure] = MappingProxyType(
    {name: m for name, m in _CATALOGUE.items() if m.table_type is Table}
)
_NAMES = _by_unique_name((name.lower(), m) for m in _ALL for name in {m.name, *m.aliases})


def get_measure(name: str | Measure) -> Measure:
    """Look up a measure by name or alias.

    Parameters
    ----------
    name : str or Measure
        The name or an alias, in upper or lower case. Options may follow in brackets, and a view
        after a dot. A `Measure` is returned as it is.

    Returns
    -------
    Measure
        The measure.

    Raises
    ------
    UnknownNameError
        If there is no such measure or view.
    OptionError
        If the measure does not have such an option.

    See Also
    --------
    measure : Define a measure.
    clusterdiff.measures.resolve : Several measures at once.

    Examples
    --------
    >>> get_measure("ari")
    <measure adjusted_rand: Adjusted Rand index>
    >>> get_measure("nmi[by=max]")
    <measure normalized_mutual_information[by=max]: Normalized mutual information>
    >>> get_measure("nmi[by=max].distance").name
    'normalized_mutual_information.distance[by=max]'
    """
    if isinstance(name, Measure):
        return name
    typed = typed_name(name)
    found = _NAMES.get(typed.key)
    if found is None and typed.key in SPELLED:
        found = get_measure(SPELLED[typed.key])
    if found is None and typed.key in EXPLAINED:
        raise UnknownNameError(f"{typed.stem} is not a measure here.", EXPLAINED[typed.key])
    if found is None:
        raise UnknownNameError.of("measure", typed.stem, [*_NAMES, *FAMILIES])
    if typed.view is not None:
        if typed.view not in VIEWS:
            raise UnknownNameError.of("view", typed.view, list(VIEWS))
        found = getattr(found, typed.view)
    return found.using(**typed.options) if typed.options else found


def measures_of(table_type: type[Table] | None = None) -> list[Measure]:
    """Return the measures of the catalogue that a kind of table has the data for.

    Parameters
    ----------
    table_type : type, optional
        The kind of table; by default `Table`.

    Returns
    -------
    list of Measure
        The measures, in the order of the catalogue.

    Examples
    --------
    >>> from clusterdiff.features import FeatureTable
    >>> further = set(measures_of(FeatureTable)) - set(measures_of())
    >>> sorted(m.name for m in further)[:2]
    ['centroid_index', 'centroid_ratio']
    """
    return [m for m in _ALL if issubclass(table_type or Table, m.table_type)]


def resolve(
    wanted: str | Measure | Iterable[str | Measure], table_type: type[Table] | None = None
) -> list[Measure]:
    """Return the measures that a selection names.

    Parameters
    ----------
    wanted : str, Measure or iterable of them
        "default", "common", "all", a family, a measure, or several of them in a list or separated by commas.
    table_type : type, optional
        The kind of table, by default `Table`, of which "all" are all measures. If some of its own
        measures are default ones, "default" are these.

    Returns
    -------
    list of Measure
        The measures in the order in which they are named.

    Examples
    --------
    >>> [m.name for m in resolve("ari, nvi[by=clusters,k_max=4]")]
    ['adjusted_rand', 'normalized_variation_of_information[by=clusters,k_max=4]']
    """
    if isinstance(wanted, Measure):
        return [wanted]
    if isinstance(wanted, str):
        names = split_names(wanted)
        if len(names) != 1:
            return [m for name in names for m in resolve(name, table_type)]
        if names[0] == "default":
            chosen = [m for m in measures_of(table_type) if m.record.default]
            own = [m for m in chosen if m.table_type is table_type]
            return own or chosen
        if names[0] == "common":
            return [m for m in measures_of(table_type) if m.record.default or m.record.common]
        if names[0] == "all":
            return measures_of(table_type)
        return list(FAMILIES.get(names[0]) or [get_measure(names[0])])
    if not isinstance(wanted, Iterable):
        raise _no_measure(wanted)
    return [m for item in items_of(wanted) for m in resolve(item, table_type)]


def items_of(wanted: Iterable[Any]) -> list[Any]:
    """Return the items of a list of measures: names, measures and functions, but no lists."""
    try:
        items = list(wanted)
    except TypeError:  # arrays without dimensions refuse iteration
        raise _no_measure(wanted) from None
    for item in items:
        if not (isinstance(item, (str, Measure)) or callable(item)):
            raise _no_measure(item)
    return items


def _no_measure(given: object) -> OptionError:
    return OptionError(
        f"measures must be names or measures, got {type(given).__name__}.",
        "define a measure of your own with the decorator clusterdiff.measure",
    )
