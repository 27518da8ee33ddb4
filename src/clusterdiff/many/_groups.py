"""Groups of clusterings by name: the runs of one method under several seeds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from clusterdiff.errors import InputError, OptionError

Groups: TypeAlias = bool | str | Callable[[str], str] | Mapping[str, str]
_NUMBERED = re.compile(r"(.*?)[\s_.:-]*(?:seed|run|rep|draw)?[\s_.:=-]*\d+", re.IGNORECASE)


def group_names(names: list[str], groups: Groups) -> dict[str, str]:
    r"""Return the group of each name.

    True removes the number at the end of a name. A pattern either has one group, or matches the
    part to remove.

    Examples
    --------
    >>> group_names(["kmeans_0", "kmeans_1", "ward"], True)
    {'kmeans_0': 'kmeans', 'kmeans_1': 'kmeans', 'ward': 'ward'}
    >>> group_names(["k5/s1", "k6/s1"], r"k(\d+)")
    {'k5/s1': '5', 'k6/s1': '6'}
    """
    if groups is True:
        return {name: _cut(name) for name in names}
    if isinstance(groups, str):
        return _by_pattern(names, groups)
    if isinstance(groups, Mapping):
        lacking = [name for name in names if name not in groups]
        if lacking:
            raise InputError(f"groups must have a group for each name: {lacking[0]!r} has none.")
        return {name: str(groups[name]) for name in names}
    if callable(groups):
        return {name: str(groups(name)) for name in names}
    raise OptionError(
        f"groups must be True, a pattern, a function or a dict, got {type(groups).__name__}."
    )


def _cut(name: str) -> str:
    """Return the name without the number at its end."""
    found = _NUMBERED.fullmatch(name)
    return (found[1] or name) if found else name


def _by_pattern(names: list[str], pattern: str) -> dict[str, str]:
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise OptionError(f"groups must be a valid pattern: {error}.") from None
    out = {}
    for name in names:
        found = compiled.search(name)
        if found is None:
            out[name] = name
        elif compiled.groups:
            out[name] = found[1] or name
        else:
            out[name] = name[: found.start()] + name[found.end() :] or name
    return out
