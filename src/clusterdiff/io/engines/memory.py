"""The engine that reads files with Python, into memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from clusterdiff.io.engines._engine import Engine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._source import Source


class Memory(Engine):
    """Python, for small files and for formats that have a reader."""

    name = "memory"
    priority = 90

    def reads(self, source: Source) -> bool:
        """Return whether the format has a reader."""
        return source.format.read is not None

    def columns(self, source: Source, places: Sequence[int]) -> list[Any]:
        """Return the columns as the format reads them."""
        assert source.format.read is not None  # noqa: S101  (asked by `reads`)
        return source.format.read(source, places)


ENGINE: Final = Memory()
