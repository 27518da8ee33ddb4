"""The design of a set-matching measure: cluster similarity × matching × overall, and SetMatching to build any of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.errors import MissingDependencyError, OptionError
from clusterdiff.labels import listed
from clusterdiff.measures._references import REZAEI
from clusterdiff.measures._spec import Measure
from clusterdiff.summaries import Overlaps
from clusterdiff.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

SIMILARITIES = ("overlap", "jaccard", "dice", "braun_banquet")
MATCHINGS = ("nearest_a", "nearest_b", "nearest", "greedy", "optimal")
OVERALLS = ("shared", "mean", "weighted")


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


@dataclass(frozen=True, slots=True)
class SetDesign:
    """Answers to the three design questions of set matching (Rezaei & Fränti, sec. 4)."""

    similarity: str = "overlap"
    matching: str = "optimal"
    overall: str = "shared"
    adjusted: bool = False

    def __post_init__(self) -> None:
        for name, choices in (("similarity", SIMILARITIES), ("matching", MATCHINGS), ("overall", OVERALLS)):
            if getattr(self, name) not in choices:
                raise OptionError(f"{name} must be one of {', '.join(choices)}: got {getattr(self, name)!r}.")
        if self.adjusted and self.matching not in {"greedy", "optimal"}:
            raise OptionError(f"adjusted needs clusters paired one to one: matching must be greedy or optimal, got {self.matching!r}.")
        if self.adjusted and self.similarity == "overlap" and self.overall != "shared":
            raise OptionError(f"adjusted needs a similarity between 0 and 1: overlap has none for overall={self.overall!r}.", 'say overall="shared"')

    def score(self, o: Overlaps, /) -> float:
        """How alike the matched clusters are, all in all."""
        if self.matching == "nearest":
            sides = (SetDesign(self.similarity, side, self.overall) for side in ("nearest_a", "nearest_b"))
            return sum(side.score(o) for side in sides) / 2
        cells = self.cells(o)
        value = self._overall(o, cells)
        if not self.adjusted:
            return value
        chance = self._at_chance(o)
        return max(0.0, (value - chance) / (1 - chance))

    def cells(self, o: Overlaps) -> Ints:
        """The cells of the matched clusters."""
        if self.matching in {"greedy", "optimal"}:
            return o.pairing(self.similarity, self.matching)
        weights = o.similarity(self.similarity)
        if self.matching == "nearest_a":
            return _nearest(o.rows, weights, o.shared)
        if self.matching == "nearest_b":
            return _nearest(o.cols, weights, o.shared)
        return np.union1d(_nearest(o.rows, weights, o.shared), _nearest(o.cols, weights, o.shared))

    def _overall(self, o: Overlaps, cells: Ints) -> float:
        if self.overall == "shared":
            return int(o.shared[cells].sum()) / o.n
        likeness = o.similarity(self.similarity)[cells]
        if self.overall == "mean":
            clusters = {"nearest_a": len(o.sizes_a), "nearest_b": len(o.sizes_b)}
            return float(likeness.sum()) / clusters.get(self.matching, max(len(o.sizes_a), len(o.sizes_b)))
        a, b = o.cell_sizes_a[cells], o.cell_sizes_b[cells]
        weights = {"nearest_a": a, "nearest_b": b}.get(self.matching, (a + b) / 2)
        return float(np.sum(weights * likeness)) / o.n

    def _at_chance(self, o: Overlaps) -> float:
        """The score of the expected table a_i·b_j/n, where sizes pair up in descending order (eq. 16)."""
        paired = min(len(o.sizes_a), len(o.sizes_b))
        a, b = (np.sort(sizes)[::-1][:paired] for sizes in (o.sizes_a, o.sizes_b))
        shared = a * (b / o.n)
        if self.overall == "shared":
            return float(shared.sum()) / o.n
        whole = {"overlap": np.ones(paired), "jaccard": a + b - shared, "dice": (a + b) / 2, "braun_banquet": np.maximum(a, b)}
        likeness = shared / whole[self.similarity]
        if self.overall == "mean":
            return float(likeness.sum()) / max(len(o.sizes_a), len(o.sizes_b))
        return float(np.sum((a + b) / 2 * likeness)) / o.n

    def match(self, table: Table) -> Matching:
        """The matched clusters by name."""
        o = Overlaps.of(table)
        cells = self.cells(o)
        names_a, names_b = table.row_labels, table.col_labels
        likeness = o.similarity(self.similarity)
        order = cells[np.lexsort((o.cols[cells], o.rows[cells], -o.shared[cells]))]
        pairs = zip(listed(names_a[o.rows[order]]), listed(names_b[o.cols[order]]), o.shared[order].tolist(), likeness[order].astype(float).tolist(), strict=True)
        alone_a, alone_b = np.setdiff1d(np.arange(len(names_a)), o.rows[cells]), np.setdiff1d(np.arange(len(names_b)), o.cols[cells])
        return Matching(tuple(MatchedPair(*pair) for pair in pairs), tuple(listed(names_a[alone_a])), tuple(listed(names_b[alone_b])))


def _nearest(groups: Ints, weights: NDArray[Any], shared: Ints) -> Ints:
    """The heaviest cell of each group; ties go to the larger overlap, then to the first."""
    cells = np.arange(len(groups))
    for values in (weights, shared):
        best = np.zeros(int(groups.max()) + 1, values.dtype)
        np.maximum.at(best, groups[cells], values[cells])
        cells = cells[values[cells] == best[groups[cells]]]
    return cells[np.unique(groups[cells], return_index=True)[1]]


class SetMatching(Measure):
    """Any set-matching measure, from answers to three questions.

    How alike are two clusters (`similarity`), which clusters are matched (`matching`: each cluster of a, of b or of
    both with its nearest, or pairs, greedy or optimal), what makes up the score (`overall`: the share of elements
    in matched clusters, the mean over clusters, or the mean weighted by size), corrected for chance or not (`adjusted`).

    >>> accuracy = SetMatching(similarity="overlap", matching="optimal", overall="shared")
    >>> accuracy([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    >>> accuracy.pairs([0, 0, 0, 1, 1], ["x", "x", "y", "y", "y"]).pairs[0]
    MatchedPair(a=0, b='x', shared=2, similarity=2.0)
    """

    design: SetDesign

    def __init__(self, similarity: str = "overlap", matching: str = "optimal", overall: str = "shared", *, adjusted: bool = False) -> None:
        design = SetDesign(similarity, matching, overall, adjusted)
        chosen = f"similarity={similarity},matching={matching},overall={overall}" + (",adjusted" if adjusted else "")
        bounded = overall == "shared" or similarity != "overlap"
        super().__init__(
            name=f"set_matching[{chosen}]",
            function=design.score,
            summaries=(Overlaps,),
            label=f"Set matching: {similarity} similarity, {matching} matching, {overall} overall",
            symbol="SM",
            family="set_matching",
            direction="similarity",
            bounds=(0.0, 1.0 if bounded else float("inf")),
            best=1.0 if bounded else design.score,
            symmetric=matching in {"nearest", "greedy", "optimal"},
            metric=False,
            references=(REZAEI.at("sec. 4"),),
            summary="A set-matching measure of your own design.",
            formula_latex="",
            reads="0 nothing matches, 1 equal",
            beware="",
            n_invariant=True,
        )
        object.__setattr__(self, "design", design)

    def pairs(self, a: Any, b: Any = None, /, **policy: Any) -> Matching:
        """Which cluster was matched with which, how alike they are, and which stayed alone."""
        return self.design.match(Table.of(a, b, policy))
