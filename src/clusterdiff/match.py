"""match, relabel, element_scores: which cluster is which, and what each element scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.labels import align, read
from clusterdiff.measures import Matching, SetMatching
from clusterdiff.summaries import Overlaps
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray


def match(a: Any, b: Any = None, *, similarity: str = "overlap", matching: str = "optimal", **policy: Any) -> Matching:
    """Match the clusters of a and b.

    >>> match(["x", "x", "y"], [7, 7, 8]).pairs
    (MatchedPair(a='x', b=7, shared=2, similarity=2.0), MatchedPair(a='y', b=8, shared=1, similarity=1.0))
    """
    return SetMatching(similarity, matching).pairs(a, b, **policy)


def relabel(b: Any, like: Any, *, similarity: str = "overlap") -> NDArray[Any]:
    """The labels of b, its clusters called like the clusters of `like` they match best.

    Clusters without a partner get names that `like` does not use: the next free numbers, or their own name.

    >>> relabel([7, 7, 8, 9], like=[0, 0, 1, 1]).tolist()
    [0, 0, 1, 2]
    >>> relabel([7, 7, 8, 9], like=["x", "x", "y", "y"]).tolist()
    ['x', 'x', 'y', '9']
    """
    side_a, side_b = align(read(like, "like"), read(b, "b"))
    table = Table.from_labels(side_a, side_b)
    found = {pair.b: pair.a for pair in match(table, similarity=similarity)}
    taken = set(table.row_labels.tolist())
    names = [found[name] if name in found else _free_name(name, taken) for name in table.col_labels.tolist()]
    codes, known = side_b.encoded()
    place = {name: i for i, name in enumerate(table.col_labels.tolist())}
    rename = np.array([place.get(name, 0) for name in known.tolist()], np.int64)
    out: NDArray[Any] = np.array(names, object if not all(isinstance(name, int) for name in names) else None)[rename[codes]]
    return out.reshape(side_b.shape) if side_b.shape else out


def _free_name(name: Any, taken: set[Any]) -> Any:
    if taken and all(isinstance(known, int) for known in taken):
        name = max(taken) + 1
    else:
        name = str(name)
        while name in taken:
            name += "′"
    taken.add(name)
    return name


def element_scores(a: Any, b: Any, *, similarity: str = "braun_banquet") -> NDArray[np.float64]:
    """For each element, how alike its two clusters are; the mean is `element_centric`.

    >>> element_scores([0, 0, 1], [0, 0, 0]).round(3).tolist()
    [0.667, 0.667, 0.333]
    """
    side_a, side_b = align(read(a, "a"), read(b, "b"))
    o = Overlaps.of(Table.from_labels(side_a, side_b))
    width = len(o.sizes_b)
    keys = _dense(side_a) * width + _dense(side_b)
    scores: NDArray[np.float64] = o.similarity(similarity)[np.searchsorted(o.rows * width + o.cols, keys)]
    return scores.reshape(side_a.shape) if side_a.shape else scores


def _dense(side: Any) -> NDArray[np.int64]:
    """Codes without gaps, in the order of the table's rows (or columns)."""
    codes, names = side.encoded()
    used = np.zeros(len(names), bool)
    used[codes] = True
    out: NDArray[np.int64] = (np.cumsum(used) - 1)[codes]
    return out
