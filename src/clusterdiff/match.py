"""match, relabel, element_scores: which cluster is which, and what each element scores."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.errors import MissingDependencyError
from clusterdiff.labels import align, listed, object_array, read
from clusterdiff.measures.set_design import SetDesign
from clusterdiff.summaries import Overlaps
from clusterdiff.table import Table, locate

if TYPE_CHECKING:
    from numpy.typing import NDArray


class MatchedPair(NamedTuple):
    """Two clusters matched with each other."""

    a: Any
    b: Any
    shared: int
    similarity: float


@dataclass(frozen=True, slots=True)
class Matching:
    """Which clusters were matched, and which stayed alone."""

    pairs: tuple[MatchedPair, ...]
    unmatched_a: tuple[Any, ...] = ()
    unmatched_b: tuple[Any, ...] = ()

    def __iter__(self) -> Any:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __str__(self) -> str:
        lines = [f"{pair.a} ~ {pair.b}: {pair.shared:,} shared, similarity {pair.similarity:.4g}" for pair in self.pairs]
        alone = [f"alone in {side}: {', '.join(map(str, names))}" for side, names in (("a", self.unmatched_a), ("b", self.unmatched_b)) if names]
        return "\n".join([*lines, *alone])

    def to_frame(self) -> Any:
        """One line per pair, as a pandas DataFrame."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingDependencyError.of("pandas", "frames") from None
        return pd.DataFrame(list(self.pairs), columns=MatchedPair._fields)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {"pairs": [pair._asdict() for pair in self.pairs], "unmatched_a": list(self.unmatched_a), "unmatched_b": list(self.unmatched_b)}


def _matched(design: SetDesign, table: Table) -> Matching:
    """The matched clusters by name."""
    o = Overlaps.of(table)
    cells = design.cells(o)
    names_a, names_b = table.row_labels, table.col_labels
    likeness = o.similarity(design.similarity)
    order = cells[np.lexsort((o.cols[cells], o.rows[cells], -o.shared[cells]))]
    pairs = zip(listed(names_a[o.rows[order]]), listed(names_b[o.cols[order]]), o.shared[order].tolist(), likeness[order].astype(float).tolist(), strict=True)
    alone_a, alone_b = np.setdiff1d(np.arange(len(names_a)), o.rows[cells]), np.setdiff1d(np.arange(len(names_b)), o.cols[cells])
    return Matching(tuple(MatchedPair(*pair) for pair in pairs), tuple(listed(names_a[alone_a])), tuple(listed(names_b[alone_b])))


def match(a: Any, b: Any = None, *, similarity: str = "overlap", matching: str = "optimal", **policy: Any) -> Matching:
    """Match the clusters of a and b.

    >>> match(["x", "x", "y"], [7, 7, 8]).pairs
    (MatchedPair(a='x', b=7, shared=2, similarity=2.0), MatchedPair(a='y', b=8, shared=1, similarity=1.0))
    """
    return _matched(SetDesign(similarity, matching), Table.of(a, b, policy))


def relabel(b: Any, like: Any, *, similarity: str = "overlap", keep: Any = ()) -> Any:
    """The labels of b, its clusters called like the clusters of `like` they match best.

    Clusters without a partner get names that `like` does not use: the next free numbers, or their own name. `keep` names
    labels of b that stay as they are, such as noise. A dict comes back as a dict, anything else as an array.

    >>> relabel([7, 7, 8, 9], like=[0, 0, 1, 1]).tolist()
    [0, 0, 1, 2]
    >>> relabel([7, 7, 8, -1], like=["x", "x", "y", "y"], keep=-1).tolist()
    ['x', 'x', 'y', -1]
    """
    side_a, side_b = align(read(like, "like"), read(b, "b"))
    kept = [keep] if isinstance(keep, (str, int)) else list(keep)
    table = Table.from_labels(side_a, side_b, ignore_b=kept)
    found = {pair.b: pair.a for pair in match(table, similarity=similarity)}
    taken = {*listed(table.row_labels), *kept}
    codes, known = side_b.encoded()
    names = [name if name in kept else found[name] if name in found else _free_name(name, taken) for name in listed(known)]
    labels = object_array(names)[codes]
    if isinstance(b, Mapping):
        return dict(zip(like if isinstance(like, Mapping) else b, labels.tolist(), strict=True))
    if all(isinstance(name, int) for name in names):
        labels = np.array(names)[codes]
    return labels.reshape(side_b.shape) if side_b.shape else labels


def _free_name(name: Any, taken: set[Any]) -> Any:
    if taken and all(isinstance(known, int) for known in taken):
        start = max(taken) + 1 if max(taken) < 2**62 else 0
        name = next(number for number in count(start) if number not in taken)
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
    table, cells = locate(a, b)
    scores: NDArray[np.float64] = Overlaps.of(table).similarity(similarity)[cells].astype(float)
    shape = read(a, "a").shape
    return scores.reshape(shape) if shape else scores
