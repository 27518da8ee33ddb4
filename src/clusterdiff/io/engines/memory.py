"""The engine that reads files with Python, into memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from clusterdiff.io.join import match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io.cells import Cells
    from clusterdiff.io.columns import Clustering
    from clusterdiff.io.engines._protocol import Engine, Progress
    from clusterdiff.io.source import Source


class Memory:
    """Python, for everything that is small and for every format that has a reader of its own."""

    name = "memory"
    priority = 90

    def installed(self) -> bool:
        """Always."""
        return True

    def reads(self, source: Source) -> bool:
        """Whether the format has a reader."""
        return source.format.read is not None

    def prefers(self, sources: Sequence[Source]) -> bool:
        """Whatever no other engine wants."""
        del sources
        return True

    def describe(self, source: Source) -> Source:
        """As the format does."""
        assert source.format.describe is not None  # noqa: S101  (formats with a reader have it)
        return source.format.describe(source, None)

    def columns(self, source: Source, places: Sequence[int]) -> list[Any]:
        """As the format reads them."""
        assert source.format.read is not None  # noqa: S101  (asked by `reads`)
        return source.format.read(source, places)

    def count(
        self,
        a: Clustering,
        b: Clustering,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
    ) -> Cells:
        """One cell for each element."""
        del memory, progress
        return match(a, b, self.columns)


ENGINE: Final[Engine] = Memory()
