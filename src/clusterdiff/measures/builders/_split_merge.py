"""SplitMerge: any measure of the split–merge framework (Xiang et al. 2012)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from clusterdiff.checks import check_choice
from clusterdiff.errors import OptionError
from clusterdiff.features import Spreads
from clusterdiff.measures._cluster_scores import (
    COMBINES,
    BoundedEntropy,
    ClusterScore,
    Combine,
    CustomScore,
    EntropyScore,
    LargestPart,
    SplitMergeDesign,
    combined,
)
from clusterdiff.measures._components import by_elements
from clusterdiff.measures._measure import Measure
from clusterdiff.measures._record import Record
from clusterdiff.measures._references import XIANG
from clusterdiff.summaries import Overlaps

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from clusterdiff.features import FeatureSubcomponent

__all__ = ["BoundedEntropy", "EntropyScore", "LargestPart", "SplitMerge"]


class SplitMerge(Measure):
    """A split–merge measure: every cluster is scored, and the scores are combined over the cells.

    Parameters
    ----------
    score : ClusterScore, FeatureSubcomponent or callable
        `EntropyScore()`, `LargestPart()`, `BoundedEntropy(k)`, or a function ``f(size, parts)`` that
        returns the score of a cluster of the given size which the other clustering divides into
        parts of the given sizes: 1 if it is whole, less if it is divided. Or a score that uses the
        features of the elements: `clusterdiff.features.MeanSquaredError()`, `PairwiseDistance()`, or
        an object with a method ``cluster_scores(table)`` that returns the scores of the clusters of
        a and of b, in the order of the `FeatureTable`. The measure is then called with ``X=``.
    combine : {"product", "mean"}, default="product"
        How the scores of the two clusters of an element are combined.
    bounds : pair of float, default=(0.0, 1.0)
        The range of the scores.

    Raises
    ------
    OptionError
        If `score` is neither a cluster score nor a function, `combine` is unknown, or `bounds` are
        not two numbers.

    See Also
    --------
    SetMatching : Any set-matching measure.

    Examples
    --------
    >>> round(SplitMerge(LargestPart(), combine="mean")([0, 0, 0, 1, 1], [0, 0, 1, 1, 1]), 12)
    0.8
    >>> SplitMerge(lambda size, parts: 1 / len(parts))([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.45
    >>> from clusterdiff.features import MeanSquaredError
    >>> SplitMerge(MeanSquaredError())([0, 0, 0, 1, 1], [0, 0, 1, 1, 1], X=[0, 1, 2, 9, 9])
    0.1
    """

    function: SplitMergeDesign | FeatureDesign

    def __init__(
        self,
        score: ClusterScore | FeatureSubcomponent | Callable[[int, NDArray[np.int64]], float],
        combine: Combine = "product",
        *,
        bounds: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        check_choice("combine", combine, COMBINES)
        given: Any = score
        if not isinstance(bounds, (tuple, list)) or len(bounds) != 2:
            raise OptionError(f"bounds must be (least, greatest), got {bounds!r}.")
        uses_features, is_score = hasattr(given, "cluster_scores"), hasattr(given, "losses")
        if isinstance(given, type) or not (uses_features or is_score or callable(given)):
            raise OptionError(
                f"score must be a cluster score or a function of size and parts, got {given!r}.",
                "SplitMerge(EntropyScore())",
            )
        own: Any = given if uses_features or is_score else CustomScore(given)
        design = (FeatureDesign if uses_features else SplitMergeDesign)(own, combine)
        super().__init__(design, _record(design, _shown(given), bounds))

    def __reduce__(self) -> Any:
        given = self.score.function if isinstance(self.score, CustomScore) else self.score
        bounds: Any = self.record.bounds
        return partial(SplitMerge, bounds=bounds), (given, self.combine)

    @property
    def score(self) -> ClusterScore | FeatureSubcomponent:
        """The score of the clusters."""
        return self.function.score

    @property
    def combine(self) -> Combine:
        """How scores are combined."""
        return self.function.combine


@dataclass(frozen=True, slots=True)
class FeatureDesign:
    """A score of clusters that uses features, and how the two scores of an element are combined."""

    score: FeatureSubcomponent
    combine: Combine

    def __call__(self, s: Spreads, /) -> float:
        """Return the mean over elements of the combined scores of their two clusters."""
        return combined(s.overlaps, *s.scores(self.score), self.combine)


def _shown(score: Any) -> str:
    unnamed = repr(score).startswith("<")
    return str(getattr(score, "__name__", type(score).__name__ if unnamed else repr(score)))


def _record(
    design: SplitMergeDesign | FeatureDesign, name: str, bounds: tuple[float, float]
) -> Record:
    product, on_features = design.combine == "product", isinstance(design, FeatureDesign)
    return Record(
        name=f"split_merge[score={name},combine={design.combine}]",
        family="user-defined",
        summaries=(Spreads if on_features else Overlaps,),
        options={},
        description="A split–merge measure.",
        latex=r"\sum_{ij} \frac{n_{ij}}{n}\, "
        + (
            r"s(b \mid a_i)\, s(a \mid b_j)"
            if product
            else r"\frac{s(b \mid a_i) + s(a \mid b_j)}{2}"
        ),
        meaning="0 = every cluster is divided as far as possible, 1 = identical",
        warning="",
        label=f"Split–merge similarity with {name}",
        symbol="S*" if product else "S′",
        direction="similarity",
        bounds=bounds,
        best=1.0,
        symmetric=True,
        **({} if on_features else _facts_without_features(design)),
        references=(XIANG.at("eq. 4" if product else "eq. 5"),),
    )


def _facts_without_features(design: Any) -> dict[str, Any]:
    return {
        "components": by_elements,
        "cluster_score": design.score,
        "complement": design.distance,
    }
