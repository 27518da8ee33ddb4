"""The base class of engines: open objects, return columns of sources, count two clusterings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from clusterdiff.io._join import match, unchecked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from clusterdiff.io._cells import Cells
    from clusterdiff.io._columns import Clustering
    from clusterdiff.io._source import Source
    from clusterdiff.labels import Labels

    Progress = Callable[[float], None]  # called with the share that is done
    Pairs = Sequence[tuple[Any, Any]]  # of a label of a and a label of b
    Batches = Callable[[Pairs], Iterator[tuple[Any, Labels, Labels]]]


class Engine(ABC):
    """Reads sources and counts clusterings; every engine is one object in a file of its own.

    What a file holds is described by its format and in the library's own types
    (`clusterdiff.io._source.Type`), so that all engines that read a file are given the same
    description, and none depends on another.
    """

    name: ClassVar[str]
    priority: ClassVar[int]  # the engine with the lowest number is tried first
    weighs: ClassVar[bool] = False  # whether `count` can sum a column of weights

    def installed(self) -> bool:
        """Return whether the libraries that it needs are installed."""
        return True

    def opens(self, value: Any, name: str) -> Source | None:
        """Return an object of Python as a source that this engine reads; None for other objects.

        The format of the source is a `Format` of the engine's own, and `details` holds the object.
        """
        del value, name
        return None

    @abstractmethod
    def reads(self, source: Source) -> bool:
        """Return whether it can read this source: files of its format, or a source it opened."""

    def prefers(self, sources: Sequence[Source]) -> bool:
        """Return whether it should count these sources, all of which it reads."""
        del sources
        return True

    def describe(self, source: Source) -> Source:
        """Return a source that is no file with its columns and their types."""
        return source

    @abstractmethod
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

        `weights` is the position of that column; it is passed only to engines with `weighs`. By
        default, both are read into memory and matched there: one cell for each element.
        """
        del memory, progress, weights
        return match(a, b, self.columns)

    def batches(self, a: Clustering, b: Clustering) -> Batches | None:
        """Return a function that yields the key and both labels of elements, in parts.

        These are the elements that both clusterings have; those with one of the pairs of labels
        that are passed to the function may be left out. None if only whole columns can be read.
        The clusterings have keys.
        """
        del a, b
        return None

    def unlabeled(self, clustering: Clustering, other: Clustering | None) -> Any:
        """Return the key of an element that has no label, to be named in an error.

        The result is None if all elements have labels. With `other`, only elements that the other
        clustering has are considered.
        """
        side = unchecked(clustering, self.columns)
        shared = None if other is None else set(unchecked(other, self.columns).elements or ())
        missing = () if side.missing is None else np.flatnonzero(side.missing).tolist()
        keys = (key for i in missing if (key := side.named(i)) is not None)
        return next((key for key in keys if not shared or key in shared), None)
