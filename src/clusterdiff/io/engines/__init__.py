"""Engines: every module here that does not begin with an underscore holds one object, ENGINE."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from clusterdiff.io._discovery import objects_named
from clusterdiff.io.engines._engine import Engine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._source import Source

__all__ = ["ENGINES", "Engine", "engine_for", "engine_for_all", "open_with_engines"]


def advice(found: Any) -> str | None:
    """Return what to write if an object is not a complete engine, otherwise None."""
    if not isinstance(found, Engine):
        return "ENGINE = MyEngine(), where MyEngine is a subclass of Engine"
    missing = [f"{name} = …" for name in Engine.__annotations__ if not hasattr(found, name)]
    return ", ".join(missing) or None


ENGINES: Final[tuple[Engine, ...]] = tuple(
    sorted(objects_named("ENGINE", __name__, __path__, advice), key=lambda found: found.priority)
)


def open_with_engines(value: Any, name: str) -> Source | None:
    """Return an object of Python as a source: frames, and what other engines open."""
    opened = (engine.opens(value, name) for engine in ENGINES)
    return next((source for source in opened if source is not None), None)


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
