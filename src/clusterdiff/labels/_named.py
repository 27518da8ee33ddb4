"""Labels that carry a name, as a column of a data frame does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class NamedArray(np.ndarray[Any, Any]):
    """An array of labels with the name of its column and of its file."""

    name: str | None
    file: str | None

    def __array_finalize__(self, other: NDArray[Any] | None) -> None:
        self.name = getattr(other, "name", None)
        self.file = getattr(other, "file", None)

    def __reduce__(self) -> Any:
        return named, (np.asarray(self), self.name, self.file)

    def __repr__(self) -> str:
        return repr(np.asarray(self))


class NamedDict(dict[Any, Any]):
    """A dict element → label with the name of its column and of its file."""

    __slots__ = ("file", "name")
    name: str | None
    file: str | None

    def __reduce__(self) -> Any:
        return named, (dict(self), self.name, self.file)


def named(labels: Any, name: str | None, file: str | None) -> Any:
    """Return an array or a dict of labels that carries the name of its column and of its file."""
    found: Any = NamedDict(labels) if isinstance(labels, dict) else labels.view(NamedArray)
    found.name, found.file = name, file
    return found
