"""Names of measures as they are typed: several in one text, with options and views."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from clusterdiff.errors import OptionError

_COMMA = re.compile(r",(?![^\[]*\])")  # a comma outside brackets


class TypedName(NamedTuple):
    """The parts of a name."""

    stem: str  # as it was typed
    options: dict[str, Any]
    view: str | None

    @property
    def key(self) -> str:
        """The name in lower case with underscores, as catalogues have it."""
        return self.stem.lower().replace("-", "_")


def split_names(text: str) -> list[str]:
    """Return the names in a text, separated by commas that are not in brackets.

    Examples
    --------
    >>> split_names("ari, nvi[by=clusters,k_max=4]")
    ['ari', 'nvi[by=clusters,k_max=4]']
    """
    return [name for part in _COMMA.split(text) if (name := part.strip())]


def typed_name(name: Any, kind: str = "Measure") -> TypedName:
    """Return the parts of a name: options in brackets, and a view before or after them.

    Examples
    --------
    >>> typed_name("nvi[by=clusters,k_max=4].distance")
    TypedName(stem='nvi', options={'by': 'clusters', 'k_max': 4}, view='distance')
    """
    if not isinstance(name, str):
        given = type(name)
        raise OptionError(
            f"A measure must be a name or a {kind}, got {given.__module__}.{given.__name__}."
        )
    front, opening, rest = name.strip().partition("[")
    inside, closing, behind = rest.partition("]")
    if opening and not closing:
        raise OptionError(f"The name {name!r} has an opening bracket without a closing one.")
    stem, _, view = front.partition(".")
    items = (item.partition("=") for item in inside.split(",") if item.strip())
    options = {key.strip(): _value(text.strip()) for key, _, text in items}
    return TypedName(stem.strip(), options, view or behind.removeprefix(".") or None)


def _value(text: str) -> Any:
    """Return a truth value, a number or a text."""
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number
