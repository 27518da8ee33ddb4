"""SetMatching: any set-matching measure."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

from clusterdiff.measures._measure import Measure
from clusterdiff.measures._record import Record
from clusterdiff.measures.references import REZAEI
from clusterdiff.measures.set_design import SetDesign
from clusterdiff.summaries import Overlaps


class SetMatching(Measure):
    """Any set-matching measure, given by three design choices (Rezaei & Fränti 2016, sec. 4).

    Parameters
    ----------
    similarity : {"overlap", "jaccard", "dice", "braun_banquet"}, default="overlap"
        How similar two clusters are.
    matching : {"nearest_a", "nearest_b", "nearest", "greedy", "optimal"}, default="optimal"
        Which clusters are matched: each cluster of a, of b or of both with the most similar cluster
        of the other side, or pairs of clusters, chosen greedily or optimally.
    overall : {"shared", "mean", "weighted"}, default="shared"
        The score: the share of elements in matched clusters, the mean over clusters, or the mean
        weighted by cluster size.
    adjusted : bool, default=False
        Whether to correct for chance.

    Examples
    --------
    >>> accuracy = SetMatching(similarity="overlap", matching="optimal", overall="shared")
    >>> accuracy([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """

    function: SetDesign

    def __init__(
        self,
        similarity: str = "overlap",
        matching: str = "optimal",
        overall: str = "shared",
        *,
        adjusted: bool = False,
    ) -> None:
        design = SetDesign(similarity, matching, overall, adjusted)
        super().__init__(design, _record(design))

    def __reduce__(self) -> Any:
        d = self.design
        return partial(SetMatching, adjusted=d.adjusted), (d.similarity, d.matching, d.overall)

    @property
    def design(self) -> SetDesign:
        """The three design choices."""
        return self.function


def _record(design: SetDesign) -> Record:
    chosen = f"similarity={design.similarity},matching={design.matching},overall={design.overall}"
    unbounded = design.similarity == "overlap" and design.overall != "shared"
    one_to_one = design.matching in {"greedy", "optimal"}
    best: Any = design if unbounded else 1.0
    return Record(
        name=f"set_matching[{chosen}{',adjusted=True' if design.adjusted else ''}]",
        family="user-defined",
        summaries=(Overlaps,),
        options={},
        description="A set-matching measure.",
        latex="",
        reading="0 = no overlap, 1 = identical",
        warning="ties between matchings are resolved by the order of the labels"
        if one_to_one
        else "",
        label=f"Set matching ({design.similarity}, {design.matching}, {design.overall})",
        symbol="SM",
        direction="similarity",
        bounds=(0.0, inf if unbounded else 1.0),
        best=best,
        symmetric=_is_symmetric(design),
        scale="other" if unbounded else "invariant",
        order_dependent=_depends_on_order(design),
        complement=None if unbounded else design.distance,
        references=(REZAEI.at("sec. 4"),),
    )


def _depends_on_order(design: SetDesign) -> bool:
    """Return whether the score depends on the choice among equally good matchings."""
    if design.matching == "greedy":
        return True
    maximized = (design.similarity == "overlap" and design.overall == "shared") or (
        design.overall == "mean"
    )
    return design.matching == "optimal" and not maximized


def _is_symmetric(design: SetDesign) -> bool:
    return design.matching in {"nearest", "optimal"} and not _depends_on_order(design)
