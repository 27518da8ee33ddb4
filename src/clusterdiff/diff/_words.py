"""A sentence for each component."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.diff._data import Part

_LISTED = 4


def same(a: Any, b: Any, size: int) -> str:
    """A cluster that stayed whole."""
    renamed = "" if a == b else f" as {b}"
    return f"{a} kept whole{renamed} ({_elements(size)})"


def split(a: Any, parts: Sequence[Part]) -> str:
    """A cluster cut into several."""
    return f"{a} split into {_listed(parts)}"


def merge(b: Any, parts: Sequence[Part]) -> str:
    """Several clusters joined into one."""
    return f"{_listed(parts)} merged into {b}"


def exchange(names_a: list[Any], partners: list[Any], given: list[int]) -> str:
    """Two clusters that became two others, and how many elements each gave away."""
    becoming = "" if names_a == partners else f", becoming {partners[0]} and {partners[1]}"
    if 0 in given:
        giver, taker = (0, 1) if given[1] == 0 else (1, 0)
        return f"{names_a[giver]} gave {_elements(sum(given))} to {names_a[taker]}{becoming}"
    return f"{names_a[0]} and {names_a[1]} exchanged {_elements(sum(given))}{becoming}"


def mixed(names_a: list[Any], names_b: list[Any], size: int, moved: int) -> str:
    """Several clusters of both sides that share elements crosswise."""
    return f"{_count(names_a)} became {_count(names_b)}: {moved:,} of {_elements(size)} moved"


def _count(names: list[Any]) -> str:
    if len(names) <= _LISTED:
        return _and([str(name) for name in names])
    return f"{len(names):,} clusters ({', '.join(map(str, names[: _LISTED - 1]))}, …)"


def _listed(parts: Sequence[Part]) -> str:
    shown = [f"{part.name} ({part.size:,})" for part in parts[:_LISTED]]
    return _and(shown) if len(parts) <= _LISTED else f"{', '.join(shown)} and {len(parts) - _LISTED:,} more"


def _and(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _elements(count: int) -> str:
    return f"{count:,} element{'s' * (count != 1)}"
