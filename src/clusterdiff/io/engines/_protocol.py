"""The interface of an engine: describe a source, return its columns, count two clusterings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source
    from clusterdiff.io.cells import Cells

    Progress = Callable[[float], None]  # called with the share that is done


class Engine(Protocol):
    """Reads sources and counts clusterings; every engine is one object in a file of its own."""

    name: str
    priority: int  # the engine with the lowest number is tried first
    weighs: bool  # whether it can sum a column of weights; otherwise this is done in memory

    def installed(self) -> bool:
        """Return whether the libraries that it needs are installed."""

    def reads(self, source: Source) -> bool:
        """Return whether it can read this source: files of its format, a frame, a query."""

    def prefers(self, sources: Sequence[Source]) -> bool:
        """Return whether it should count these sources, all of which it reads."""

    def describe(self, source: Source) -> Source:
        """Return the source with its columns, their types and the first rows."""

    def columns(self, source: Source, places: Sequence[int]) -> list[Any]:
        """Return the columns at these places, in memory.

        Of a source whose format is text, lists of ``str | None`` or arrays of Arrow; otherwise
        anything that holds labels.
        """

    def count(
        self,
        a: Clustering,
        b: Clustering,
        *,
        memory: int | None = None,
        progress: Progress | None = None,
        weights: int | None = None,
    ) -> Cells:
        """Return the cells of two clusterings, weighted by a column of the first source.

        `weights` is the position of that column; it is passed only to engines with `weighs`.
        """

    def unlabeled(self, clustering: Clustering, other: Clustering | None) -> Any:
        """Return the key of an element that has no label, to be named in an error.

        The result is None if all elements have labels. With `other`, only elements that the other
        clustering has are considered.
        """
