"""The engine that reads files with Python, into memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from clusterdiff.io.engines._engine import Engine
from clusterdiff.io.join import match, unchecked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source
    from clusterdiff.io.cells import Cells
    from clusterdiff.io.engines._engine import Progress


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

    def count(
        self,
        a: Clustering,
        b: Clustering,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        weights: int | None = None,
    ) -> Cells:
        """Return one cell for each element."""
        del memory, progress, weights
        return match(a, b, self.columns)

    def unlabeled(self, clustering: Clustering, other: Clustering | None) -> Any:
        """Return the first key without a label, in the order of the file."""
        side = unchecked(clustering, self.columns)
        shared = None if other is None else set(unchecked(other, self.columns).elements or ())
        missing = () if side.missing is None else np.flatnonzero(side.missing).tolist()
        keys = (key for i in missing if (key := side.named(i)) is not None)
        return next((key for key in keys if not shared or key in shared), None)


ENGINE: Final = Memory()
