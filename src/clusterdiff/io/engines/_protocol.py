"""What an engine does: describe a source, give its columns, count two clusterings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from clusterdiff.io.cells import Cells
    from clusterdiff.io.columns import Clustering
    from clusterdiff.io.source import Source

    Progress = Callable[[float], None]  # called with the share that is done


class Engine(Protocol):
    """Reads sources and counts clusterings; every engine is one object in a file of its own."""

    name: str
    priority: int  # the engine with the lowest number is tried first
    weighs: bool  # whether it sums a column of weights; else that is done in memory

    def installed(self) -> bool:
        """Whether the libraries that it needs are installed."""

    def reads(self, source: Source) -> bool:
        """Whether it can read this source: files of its format, a frame, a query."""

    def prefers(self, sources: Sequence[Source]) -> bool:
        """Whether it should count these sources, all of which it reads."""

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

        `weights` is the place of that column, and given only to engines that weigh.
        """

    def unlabeled(self, clustering: Clustering, other: Clustering | None) -> Any:
        """Return the key of an element that has no label, to be named in an error.

        None if there is none. With `other`, of an element that the other clustering has too.
        """


@runtime_checkable
class SizingEngine(Engine, Protocol):
    """An engine that can also count how many cells and clusters have each size."""

    def fetches_rows(self, a: Clustering, b: Clustering) -> bool:
        """Whether two columns of one source are counted here, because their rows are near."""

    def first_rows(self, source: Source, places: Sequence[int], number: int) -> list[Any] | None:
        """The columns at these places of the first rows, or None if they cannot be had alone."""

    def number_of_rows(self, source: Source) -> int:
        """The number of rows of a source."""

    def sizes(self, a: Clustering, b: Clustering) -> list[tuple[Any, ...]]:
        """Rows (what, size, times) for two clusterings of one source.

        What is 0 for cells, 1 for clusters of a, 2 for clusters of b, 3 for elements without a
        label.
        """
