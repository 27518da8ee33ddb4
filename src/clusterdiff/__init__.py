"""Compare clusterings: how far apart they are, where they differ, and what chance gives.

The measures of the catalogue are functions of this package, for example
``clusterdiff.adjusted_rand``; ``clusterdiff.MEASURES`` lists all of them.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # typing is not imported: Ctrl-C prints no traceback from here on (see cli)
if TYPE_CHECKING:
    from typing import Any

# Where each public name is defined. Modules are imported when a name is first used. The stub file
# __init__.pyi lists the same names for type checkers.
_HOMES = {
    "clusterdiff.analysis": (
        "compare",
        "decompose",
        "diff",
        "explain",
        "match",
        "recommend",
        "relabel",
    ),
    "clusterdiff.errors": ("ClusterdiffError", "Undefined"),
    "clusterdiff.many": (
        "Clusterings",
        "consensus",
        "pairwise",
        "pool",
        "rank",
        "stability",
        "timeline",
    ),
    "clusterdiff.io": ("read_labels", "read_table"),
    "clusterdiff.measures": (
        "MEASURES",
        "Measure",
        "get_measure",
        "measure",
        "strict",
    ),
    "clusterdiff.partition": ("Partition",),
    "clusterdiff.reports": ("report",),
    "clusterdiff.summaries.in_engine": ("read_summaries",),
    "clusterdiff.table": ("Table", "TableBuilder"),
    "clusterdiff.versions": ("__version__", "show_versions"),
}
_PUBLIC = {name: home for home, names in _HOMES.items() for name in names}
_MODULES = (
    "analysis",
    "chance",
    "datasets",
    "errors",
    "features",
    "io",
    "many",
    "measures",
    "partition",
    "plots",
    "properties",
    "summaries",
)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name in _PUBLIC:
        value = getattr(import_module(_PUBLIC[name]), name)
    elif name in _MODULES:
        value = import_module(f"clusterdiff.{name}")
    elif name == "__all__":
        value = [*_PUBLIC, *_measures()]
    elif not name.startswith("_") and name in _measures():
        value = _measures()[name]
    else:
        raise AttributeError(f"module 'clusterdiff' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*_PUBLIC, *_MODULES, *_measures()})


def _measures() -> dict[str, Any]:
    """Return the measures of the catalogue by name."""
    return dict(import_module("clusterdiff.measures").MEASURES)
