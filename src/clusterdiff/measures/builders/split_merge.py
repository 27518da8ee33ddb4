"""SplitMerge: any measure of the split–merge framework (Xiang et al. 2012)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from clusterdiff.checks import check_choice
from clusterdiff.errors import OptionError
from clusterdiff.measures._measure import Measure
from clusterdiff.measures._record import Record
from clusterdiff.measures._record_checks import is_range
from clusterdiff.measures.cluster_scores import (
    COMBINES,
    BoundedEntropy,
    ClusterScore,
    Combine,
    CustomScore,
    EntropyScore,
    LargestPart,
    SplitMergeDesign,
)
from clusterdiff.measures.components import by_elements
from clusterdiff.measures.references import XIANG
from clusterdiff.summaries import Overlaps

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BoundedEntropy", "EntropyScore", "LargestPart", "SplitMerge"]


class SplitMerge(Measure):
    """A split–merge measure: every cluster is scored, and the scores are combined over the cells.

    Parameters
    ----------
    score : ClusterScore or callable
        `EntropyScore()`, `LargestPart()`, `BoundedEntropy(k)`, or a function ``f(size, parts)`` that
        returns the score of a cluster of the given size which the other clustering divides into
        parts of the given sizes: 1 if it is whole, less if it is divided.
    combine : {"product", "mean"}, default="product"
        How the scores of the two clusters of an element are combined.
    bounds : pair of float, default=(0.0, 1.0)
        The range of the scores.

    Raises
    ------
    OptionError
        If `score` is neither a cluster score nor a function, `combine` is unknown, or `bounds` are
        not two numbers in ascending order.

    See Also
    --------
    SetMatching : Any set-matching measure.
    clusterdiff.features.SplitMerge : The same with scores that use the features of the elements.

    Examples
    --------
    >>> round(SplitMerge(LargestPart(), combine="mean")([0, 0, 0, 1, 1], [0, 0, 1, 1, 1]), 12)
    0.8
    >>> SplitMerge(lambda size, parts: 1 / len(parts))([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.45
    """

    function: SplitMergeDesign

    def __init__(
        self,
        score: ClusterScore | Callable[[int, NDArray[np.int64]], float],
        combine: Combine = "product",
        *,
        bounds: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        check_choice("combine", combine, COMBINES)
        given: Any = score
        if isinstance(given, type) or not (hasattr(given, "losses") or callable(given)):
            raise OptionError(
                f"score must be a cluster score or a function of size and parts, got {given!r}.",
                "SplitMerge(EntropyScore())",
            )
        if not is_range(bounds, empty=False):
            raise OptionError(f"bounds must be (least, greatest), got {bounds!r}.")
        design = SplitMergeDesign(
            given if hasattr(given, "losses") else CustomScore(given), combine
        )
        super().__init__(design, _record(design, getattr(given, "__name__", repr(given)), bounds))

    def __reduce__(self) -> Any:
        given = self.score.function if isinstance(self.score, CustomScore) else self.score
        bounds: Any = self.record.bounds
        return partial(SplitMerge, bounds=bounds), (given, self.combine)

    @property
    def score(self) -> ClusterScore:
        """The score of the clusters."""
        return self.function.score

    @property
    def combine(self) -> Combine:
        """How scores are combined."""
        return self.function.combine


def _record(design: SplitMergeDesign, name: str, bounds: tuple[float, float]) -> Record:
    product = design.combine == "product"
    return Record(
        name=f"split_merge[score={name},combine={design.combine}]",
        family="user-defined",
        summaries=(Overlaps,),
        options={},
        description="A split–merge measure.",
        latex=r"\sum_{ij} \frac{n_{ij}}{n}\, "
        + (
            r"s(b \mid a_i)\, s(a \mid b_j)"
            if product
            else r"\frac{s(b \mid a_i) + s(a \mid b_j)}{2}"
        ),
        reading="0 = every cluster is divided as far as possible, 1 = identical",
        warning="",
        label=f"Split–merge similarity with {name}",
        symbol="S*" if product else "S′",
        direction="similarity",
        bounds=bounds,
        best=1.0,
        symmetric=True,
        components=by_elements,
        cluster_score=design.score,
        complement=design.distance,
        references=(XIANG.at("eq. 4" if product else "eq. 5"),),
    )
