"""Partition: one clustering of n elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.labels import Labels, read

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Partition:
    """One clustering, read once and compared many times.

    >>> Partition(["x", "y", "x"])
    Partition(n=3, K=2)
    """

    __slots__ = ("_labels", "codes", "names", "sizes")

    def __init__(self, labels: Any) -> None:
        side = read(labels, "labels")
        if not len(side):
            raise InputError("labels must label at least one element: they are empty.")
        if side.missing is not None and side.missing.any():
            raise InputError(f"labels must have a label for every element: {int(side.missing.sum())} of {len(side)} are missing.")
        codes, names = side.encoded()
        self.codes: NDArray[Any] = codes
        self.names: NDArray[Any] = names
        self.sizes: NDArray[np.int64] = np.bincount(codes, minlength=len(names))
        self._labels = Labels(codes, names, elements=side.elements, shape=side.shape, index=side.index)

    @property
    def n(self) -> int:
        """Number of elements."""
        return len(self.codes)

    @property
    def K(self) -> int:  # noqa: N802  (the letter of the papers)
        """Number of clusters."""
        return int(np.count_nonzero(self.sizes))

    def __labels__(self) -> Labels:
        return self._labels

    def __repr__(self) -> str:
        return f"Partition(n={self.n}, K={self.K})"
