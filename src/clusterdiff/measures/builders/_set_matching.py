"""SetMatching: any set-matching measure."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any

from clusterdiff.measures._measure import Measure
from clusterdiff.measures._record import Record
from clusterdiff.measures._references import REZAEI
from clusterdiff.measures._set_design import MatchingRule, Overall, SetDesign, Similarity
from clusterdiff.summaries import Overlaps


class SetMatching(Measure):
    """Any set-matching measure, given by three design choices (Rezaei & Fränti 2016, sec. 4).

    Parameters
    ----------
    similarity : {"overlap", "jaccard", "dice", "braun_banquet"}, default="overlap"
        How similar two clusters are.
    matching : {"optimal", "greedy", "nearest", "nearest_a", "nearest_b"}, default="optimal"
        Which clusters are matched: pairs of clusters, chosen optimally or greedily, or each cluster
        of both sides, of a or of b with the most similar cluster of the other side.
    overall : {"shared", "mean", "weighted"}, default="shared"
        The score: the share of elements in matched clusters, the mean over clusters, or the mean
        weighted by cluster size.
    adjusted : bool, default=False
        Whether to correct for chance.

    Raises
    ------
    OptionError
        If an answer is unknown, or if the answers cannot be corrected for chance: that requires a
        one-to-one matching, and a similarity between 0 and 1 unless `overall` is "shared".

    See Also
    --------
    SplitMerge : Any measure of the split–merge framework.
    clusterdiff.match : Which clusters are matched.

    Examples
    --------
    >>> accuracy = SetMatching(similarity="overlap", matching="optimal", overall="shared")
    >>> accuracy([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """

    function: SetDesign

    def __init__(
        self,
        similarity: Similarity = "overlap",
        matching: MatchingRule = "optimal",
        overall: Overall = "shared",
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
        meaning="0 = no overlap, 1 = identical",
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
