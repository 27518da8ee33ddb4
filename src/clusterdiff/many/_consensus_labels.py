"""The labels of a consensus: clusters in order, named after those of the medoid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.match import relabel
from clusterdiff.labels import MISSING, listed, object_array
from clusterdiff.partition import Partition
from clusterdiff.partition import codes as lattice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.many.clusterings import Clusterings

    Ints = NDArray[np.int64]


def by_appearance(codes: Ints) -> tuple[Ints, int]:
    """Number the clusters by first appearance; -1 stays."""
    inside, out = codes >= 0, np.full(len(codes), -1)
    out[inside], old = lattice.by_appearance(codes[inside], int(codes.max()) + 1)
    return out, len(old)


def named(
    runs: Clusterings, codes: Ints, count: int, medoid: int
) -> tuple[NDArray[Any], list[Any]]:
    """Name the clusters after those of the medoid that they match; return labels and names."""
    names, theirs, inside = runs.labels_of(medoid), runs.codes[medoid], codes >= 0
    shared = inside & (theirs != len(names))
    present, first = np.unique(codes[shared], return_index=True)
    new: NDArray[Any] = np.arange(count)
    if len(present) == count and not any(
        name is None or name is MISSING for name in names.tolist()
    ):
        after = np.asarray(relabel(codes[shared], like=names[theirs[shared]]))[first]
        if len({type(name) for name in listed(after)}) == 1:  # not with True, False and 2
            new = after
    if inside.all():
        return new[codes], listed(new)
    labels = np.full(len(codes), None, object)
    labels[inside] = object_array(listed(new))[codes[inside]]
    return labels, listed(new)


def as_partition(runs: Clusterings, labels: NDArray[Any], inside: NDArray[np.bool_]) -> Partition:
    """Return the labels as a partition of the elements that have one."""
    if runs.elements is None and inside.all():
        return Partition(labels)
    names = range(runs.n) if runs.elements is None else runs.elements
    pairs = zip(names, listed(labels), inside.tolist(), strict=True)
    return Partition({name: label for name, label, kept in pairs if kept})
