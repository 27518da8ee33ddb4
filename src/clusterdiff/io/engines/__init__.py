"""Engines: every module here that does not begin with an underscore holds one object, ENGINE."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from clusterdiff.io._discovery import objects_named
from clusterdiff.io.engines._protocol import Engine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._source import Source

__all__ = ["ENGINES", "Engine", "engine_for", "engine_for_all"]

_METHODS = [name for name, each in vars(Engine).items() if callable(each) and name[0] != "_"]


def advice(found: Any) -> str | None:
    """Return what to write if an object is not a complete engine, otherwise None."""
    attributes = [f"{name} = …" for name in Engine.__annotations__ if not hasattr(found, name)]
    methods = [f"def {name}" for name in _METHODS if not callable(getattr(found, name, None))]
    return ", ".join([*attributes, *methods]) or None


ENGINES: Final[tuple[Engine, ...]] = tuple(
    sorted(objects_named("ENGINE", __name__, __path__, advice), key=lambda found: found.priority)
)


def engine_for(source: Source) -> Engine:
    """Return the engine that reads a source into memory: Python where it can."""
    able = [engine for engine in ENGINES if engine.reads(source)]
    return next((engine for engine in reversed(able) if engine.installed()), able[-1])


def engine_for_all(sources: Sequence[Source]) -> Engine | None:
    """Return the engine that should count these sources, if one reads all of them."""
    able = [
        engine for engine in ENGINES if all(map(engine.reads, sources)) and engine.prefers(sources)
    ]
    return next((engine for engine in able if engine.installed()), able[0] if able else None)
