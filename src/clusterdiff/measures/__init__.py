"""The catalogue: every measure by name and by alias."""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import OptionError, UnknownNameError
from clusterdiff.measures import coreference, information, pair_coefficients, pairs, set_matching, split_merge
from clusterdiff.measures._limits import noting, strict
from clusterdiff.measures._references import Reference
from clusterdiff.measures._set_design import MatchedPair, Matching, SetMatching
from clusterdiff.measures._spec import Measure, Option
from clusterdiff.measures._spec import measure as define_measure
from clusterdiff.measures._subcomponents import BoundedEntropy, Entropy, LargestPart, SplitMerge

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "FAMILIES",
    "MEASURES",
    "BoundedEntropy",
    "Entropy",
    "LargestPart",
    "MatchedPair",
    "Matching",
    "Measure",
    "Option",
    "Reference",
    "SetMatching",
    "SplitMerge",
    "define_measure",
    "measure",
    "measures",
    "noting",
    "resolve",
    "strict",
]

FAMILIES: Mapping[str, tuple[Measure, ...]] = MappingProxyType(
    {module.__name__.rpartition(".")[2]: module.MEASURES for module in (pairs, information, set_matching, split_merge, coreference, pair_coefficients)}
)


def _by_unique(items: Iterable[tuple[str, Measure]]) -> dict[str, Measure]:
    out: dict[str, Measure] = {}
    for name, item in items:
        if name in out:
            raise RuntimeError(f"two measures are called {name}")
        out[name] = item
    return out


_all = [m for family in FAMILIES.values() for m in family]
MEASURES: Mapping[str, Measure] = MappingProxyType(_by_unique((m.name, m) for m in _all))
_NAMES = _by_unique((name, m) for m in _all for name in {m.name, *m.aliases})
_BETWEEN = re.compile(r",(?![^\[]*\])")  # commas outside brackets
_LOWER = {name.lower(): m for name, m in reversed(_NAMES.items())}


def measure(name: str | Measure) -> Measure:
    """Look a measure up by name or alias; options may follow in brackets.

    >>> measure("ari")
    <measure adjusted_rand: Adjusted Rand index>
    >>> measure("nmi[by=max]")
    <measure normalized_mutual_information[by=max]: Normalised mutual information>
    >>> measure("nmi[by=max].distance").name
    'normalized_mutual_information.distance[by=max]'
    """
    if isinstance(name, Measure):
        return name
    stem, bracket, rest = str(name).partition("[")
    inside, _, behind = rest.partition("]")
    stem, _, view = stem.partition(".")
    view = view or behind.removeprefix(".")
    found = _NAMES.get(stem) or _LOWER.get(stem.lower().replace("-", "_"))
    if found is None:
        raise UnknownNameError.of("a measure", stem, [*_LOWER, *FAMILIES])
    if view:
        if view not in {"distance", "similarity"}:
            raise UnknownNameError.of("a view", view, ["distance", "similarity"])
        found = getattr(found, view)
    if bracket:
        pairs_ = (item.partition("=") for item in inside.split(",") if item)
        found = found.using(**{key.strip(): _value(value.strip()) for key, _, value in pairs_})
    return found


def _value(text: str) -> Any:
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number


def resolve(wanted: str | Measure | Iterable[str | Measure]) -> list[Measure]:
    """The measures of "all", of a family, of a name, or of a list of them; a string may list several.

    >>> resolve("ari, nvi[by=clusters,k_max=4]")
    [<measure adjusted_rand: Adjusted Rand index>, <measure normalized_variation_of_information[by=clusters,k_max=4]: Normalised variation of information>]
    """
    if isinstance(wanted, Measure):
        return [wanted]
    if isinstance(wanted, str):
        names = [name.strip() for name in _BETWEEN.split(wanted) if name.strip()]
        if len(names) > 1:
            return [m for name in names for m in resolve(name)]
        return list(MEASURES.values()) if wanted == "all" else list(FAMILIES.get(wanted) or [measure(wanted)])
    if not isinstance(wanted, Iterable):
        raise OptionError(f"measures must be names or measures: got {type(wanted).__name__}.", "put a record on it with define_measure")
    return [m for item in wanted for m in resolve(item)]


def measures() -> list[dict[str, Any]]:
    """The catalogue as data: one record per measure.

    >>> [record["name"] for record in measures() if record["metric"] and record["unit"] == "bits"]
    ['variation_of_information']
    """
    return [m.record() for m in _all]
