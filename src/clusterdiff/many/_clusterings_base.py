"""ClusteringsBase: the fields of `Clusterings`, and how they are shown and exported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import is_integer
from clusterdiff.errors import InputError, UnknownNameError
from clusterdiff.views import Column, Result, TableView, frame_of, plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SHOWN = 30  # rows of the table of a set


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class ClusteringsBase(Result):
    """The fields of `Clusterings`, and the methods that count, show and export what they hold."""

    codes: NDArray[Any]
    names: tuple[str, ...]
    weights: NDArray[np.int64] | None
    elements: tuple[Any, ...] | None
    _labels: tuple[NDArray[Any], ...]
    _absent: tuple[int, ...]
    _index: Any

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of clusters of each clustering."""
        return tuple(map(len, self._labels))

    @property
    def absent(self) -> tuple[int, ...]:
        """Number of elements that each clustering does not have."""
        return self._absent

    @property
    def complete(self) -> bool:
        """Whether every clustering has every element."""
        return not any(self._absent)

    @property
    def n(self) -> int:
        """Number of elements of all clusterings together."""
        return int(self.codes.shape[1])

    @property
    def keyed(self) -> bool:
        """Whether elements have keys that must be matched; the index of a frame is not a key."""
        return self.elements is not None and self._index is None

    def position(self, which: int | str) -> int:
        """Return the number of a clustering.

        Parameters
        ----------
        which : str or int
            Its name, or its number; negative numbers count from the end.

        Returns
        -------
        int
            The position, from 0.

        Examples
        --------
        >>> from clusterdiff import Clusterings
        >>> Clusterings({"x": [0, 1], "y": [0, 0]}).position("y")
        1
        """
        if isinstance(which, str):
            if which not in self.names:
                raise UnknownNameError.of("clustering", which, list(self.names))
            return self.names.index(which)
        if not is_integer(which):
            raise InputError(f"which must be a name or number of a clustering, got {which!r}.")
        i = int(which)
        if not -len(self.names) <= i < len(self.names):
            raise InputError(f"There is no clustering {i}: the set has {len(self.names)}.")
        return i % len(self.names)

    def records(self) -> list[dict[str, Any]]:
        """Return one row per clustering."""
        return [
            {"name": name, "clusters": size, "elements": self.n - absent, "absent": absent}
            for name, size, absent in zip(self.names, self.sizes, self.absent, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the names, numbers of clusters and codes as plain data."""
        return {
            "names": list(self.names),
            "n": self.n,
            "sizes": list(self.sizes),
            "absent": list(self.absent),
            "codes": self.codes.tolist(),
            "labels": [self._labels[i].tolist() for i in range(len(self.names))],
        }

    def to_frame(self) -> Any:
        """Return a pandas DataFrame with one column of labels per clustering.

        Returns
        -------
        pandas.DataFrame
            One row per element; None where a clustering does not have it.
        """
        columns = [
            _with_none(self._labels[i])[self.codes[i]] if gone else self._labels[i][self.codes[i]]
            for i, gone in enumerate(self.absent)
        ]
        frame = frame_of(dict(zip(self.names, columns, strict=True)))
        if self.elements is not None:
            frame.index = list(self.elements)
        return frame

    def view(self) -> TableView:
        """Return the names and numbers of clusters as a table view."""
        header = ("clustering", "clusters", *(() if self.complete else ("absent elements",)))
        columns = (Column(header[0], style="name"), *(Column(text, "right") for text in header[1:]))
        rows = tuple(
            tuple(row[key] for key in ("name", "clusters", "absent")[: len(header)])
            for row in self.records()[:_SHOWN]
        )
        more = len(self.names) - _SHOWN
        notes = (f"… and {plural(more, 'more clustering')}",) if more > 0 else ()
        title = f"{plural(len(self.names), 'clustering')} of {plural(self.n, 'element')}"
        return TableView(columns, rows, title, notes=notes)

    def __repr__(self) -> str:
        low, high = min(self.sizes), max(self.sizes)
        number = f"{low} to {high}" if low < high else str(low)
        clusters = f"{number} cluster{'' if high == 1 else 's'}"
        holes = sum(map(bool, self.absent))
        lacking = f", {holes} with absent elements" if holes else ""
        weighted = "" if self.weights is None else ", weighted"
        return f"Clusterings(m={len(self.names)}, n={self.n}, {clusters}{lacking}{weighted})"


def _with_none(labels: NDArray[Any]) -> NDArray[Any]:
    """Return the labels of clusters, and None for an absent element."""
    out = np.full(len(labels) + 1, None, object)
    out[:-1] = labels
    return out
