r"""Split–merge: how well clusters survive being cut by the other clustering, in both directions."""

from clusterdiff.measures._references import XIANG
from clusterdiff.measures._spec import measure
from clusterdiff.measures._subcomponents import Entropy, combine_scores
from clusterdiff.summaries import Overlaps


@measure(
    label="Split–merge entropy", symbol="S_H", aliases=("S_H",), direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True,
    metric=False, references=(XIANG.at("sec. 4.3, eq. 4"),),
)
def split_merge_entropy(o: Overlaps, /) -> float:
    r"""How whole the two clusters of an element stay, each cut by the other clustering.

    Formula: \sum_{ij} \frac{n_{ij}}{n} \left(1 - \frac{H(b \mid a_i)}{\log a_i}\right) \left(1 - \frac{H(a \mid b_j)}{\log b_j}\right)
    Reads as: 1 equal; 0 if each element's cluster is cut into singletons on one side or the other
    Beware: depends on cluster sizes, so that scaling up the data changes it

    >>> split_merge_entropy([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.3718800778107098
    """
    return combine_scores(o, Entropy(), "product")


MEASURES = (split_merge_entropy,)
