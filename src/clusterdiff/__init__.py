"""Compare clusterings: how far apart they are, where they differ, and what chance gives.

The measures of the catalogue are functions of this package, for example
``clusterdiff.adjusted_rand``; ``clusterdiff.MEASURES`` lists all of them. Aliases are found too:
``clusterdiff.ari``.
"""

from __future__ import annotations

from clusterdiff._lazy_exports import lazy_exports

TYPE_CHECKING = False  # typing is not imported: Ctrl-C prints no traceback from here on (see cli)
if TYPE_CHECKING:
    from typing import Any

_load, _listed, _names = lazy_exports(__name__)
_UNLISTED = {"MEASURES", "measures"}  # they differ from Measure and measure by one letter or case


def __getattr__(name: str) -> Any:
    """Import a public name, a measure or the alias of a measure when it is first used."""
    if name in _listed():
        return _load(name)
    if name == "__all__":
        value = [name for name in __dir__() if name in _names or name in _load("MEASURES")]
    elif name.startswith("_"):
        raise AttributeError(f"module 'clusterdiff' has no attribute {name!r}")
    else:
        try:
            value = _load("get_measure")(name)
        except _load("ClusterdiffError"):
            raise _unknown(name) from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_listed(), *_load("MEASURES")} - _UNLISTED)


def _unknown(name: str) -> AttributeError:
    """Return the error for an unknown name, with the public name or alias that is most like it."""
    from difflib import get_close_matches

    meant = {name: name for name in __dir__()}
    for measure in _load("MEASURES").values():
        meant |= {alias: f"{measure.name} (alias {alias})" for alias in measure.aliases}
    near = get_close_matches(name, meant, n=1)
    hint = f". Did you mean {meant[near[0]]}?" if near else ""
    return AttributeError(f"module 'clusterdiff' has no attribute {name!r}{hint}")
