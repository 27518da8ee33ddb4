"""The catalogue of feature measures: every one by name and by alias."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from clusterdiff.errors import OptionError, UnknownNameError
from clusterdiff.features import centroids, split_merge
from clusterdiff.features._measure import FeatureMeasure
from clusterdiff.measures import Measure
from clusterdiff.measures import resolve as resolve_measures
from clusterdiff.measures._catalogue import items_of
from clusterdiff.measures._names import split_names, typed_name

FAMILY = "features"
FEATURE_MEASURES: Mapping[str, FeatureMeasure] = MappingProxyType(
    {m.name: m for m in (*centroids.FEATURE_MEASURES, *split_merge.FEATURE_MEASURES)}
)
_NAMES = {name: m for m in FEATURE_MEASURES.values() for name in (m.name, *m.aliases)}


def get_feature_measure(name: str | FeatureMeasure) -> FeatureMeasure:
    """Look up a feature measure by name or alias; options may follow in brackets.

    Parameters
    ----------
    name : str or FeatureMeasure
        A name in `FEATURE_MEASURES`, an alias, or a feature measure, which is returned as it is.

    Returns
    -------
    FeatureMeasure
        The feature measure, with the options of the name chosen.

    Raises
    ------
    UnknownNameError
        If there is no feature measure of this name.

    Examples
    --------
    >>> get_feature_measure("ci")
    <feature measure centroid_index: Centroid index>
    >>> get_feature_measure("split_merge_distance[metric=cosine,combine=mean]").fixed
    {'metric': 'cosine', 'combine': 'mean'}
    """
    if isinstance(name, FeatureMeasure):
        return name
    typed = typed_name(name, "FeatureMeasure")
    found = _NAMES.get(typed.key)
    if found is None or typed.view is not None:
        raise UnknownNameError.of("feature measure", name, list(_NAMES))
    return found.using(**typed.options) if typed.options else found


def resolve_feature_measures(
    wanted: str | FeatureMeasure | Iterable[str | FeatureMeasure],
) -> list[FeatureMeasure]:
    """Return the feature measures of a name, of a list of names, or all of them.

    Parameters
    ----------
    wanted : str, FeatureMeasure or iterable of these
        A name or an alias, several separated by commas, or "features" for all.

    Returns
    -------
    list of FeatureMeasure
        The feature measures.

    Examples
    --------
    >>> [m.name for m in resolve_feature_measures("ci, cr")]
    ['centroid_index', 'centroid_ratio']
    """
    return [
        item if isinstance(item, FeatureMeasure) else get_feature_measure(item)
        for item in _items(wanted)
    ]


def resolve(wanted: Any) -> list[Measure | FeatureMeasure]:
    """Return measures and feature measures by name, in the given order.

    Parameters
    ----------
    wanted : str, Measure, FeatureMeasure or iterable of these
        What `clusterdiff.measures.resolve` accepts, names and aliases of feature measures, and
        "features" for all feature measures.

    Returns
    -------
    list of Measure or FeatureMeasure
        The measures.

    Examples
    --------
    >>> [m.name for m in resolve(["ari", "ci"])]
    ['adjusted_rand', 'centroid_index']
    """
    out: list[Measure | FeatureMeasure] = []
    for item in _items(wanted):
        if isinstance(item, FeatureMeasure):
            out.append(item)
        elif isinstance(item, str) and typed_name(item).key in _NAMES:
            out.append(get_feature_measure(item))
        else:
            out.extend(resolve_measures(item))
    return out


def _items(wanted: Any) -> list[Any]:
    """Return the single names and measures of a request."""
    if isinstance(wanted, str):
        return [
            m
            for name in split_names(wanted)
            for m in (FEATURE_MEASURES.values() if name == FAMILY else [name])
        ]
    if isinstance(wanted, (Measure, FeatureMeasure)):
        return [wanted]
    if not isinstance(wanted, Iterable):
        raise OptionError(f"measures must be names or measures, got {type(wanted).__name__}.")
    return [single for item in items_of(wanted) for single in _items(item)]
