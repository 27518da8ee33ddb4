r"""Split–merge: how far clusters stay whole when the other clustering divides them, in both directions."""

from clusterdiff.measures._cluster_scores import EntropyScore, SplitMergeDesign
from clusterdiff.measures._components import by_elements
from clusterdiff.measures._measure import measure
from clusterdiff.measures._references import XIANG
from clusterdiff.summaries import Overlaps

_DESIGN = SplitMergeDesign(EntropyScore(), "product")


@measure(
    label="Split–merge entropy", symbol="S_H", aliases=("S_H",), direction="similarity",
    bounds=(0.0, 1.0), symmetric=True, components=by_elements,
    cluster_score=_DESIGN.score, complement=_DESIGN.distance,
    references=(XIANG.at("eq. 4; sec. 4.5"),),
)
def split_merge_entropy(o: Overlaps, /) -> float:
    r"""How far the two clusters of an element stay whole when the other clustering divides them.

    Formula: \sum_{ij} \frac{n_{ij}}{n} \left(1 - \frac{H(b \mid a_i)}{\log a_i}\right) \left(1 - \frac{H(a \mid b_j)}{\log b_j}\right)
    Reads as: 1 = identical; 0 = the cluster of every element is divided into singletons in one direction
    Beware: it depends on the cluster sizes, so that repeating every element changes it

    >>> split_merge_entropy([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.3718800778107098
    """
    return _DESIGN(o)
