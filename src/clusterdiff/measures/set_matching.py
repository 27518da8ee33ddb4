"""Set matching: how well clusters of one side are matched by clusters of the other."""

from clusterdiff.measures._references import MEILA, REZAEI, VAN_DONGEN, WU
from clusterdiff.measures._spec import measure
from clusterdiff.summaries import Overlaps


@measure(
    label="Purity", symbol="P", aliases=("micro_average_precision",), direction="similarity", bounds=(0.0, 1.0), best=1.0,
    symmetric=False, metric=False, n_invariant=True, references=(WU.at("table 1, no. 2"), REZAEI.at("table 3")),
)
def purity(o: Overlaps, /) -> float:
    r"""Share of elements that lie in the main class of their cluster.

    Formula: \frac1n \sum_j \max_i n_{ij}
    Reads as: accuracy if each cluster of b is named after its largest class in a
    Beware: only singletons always score 1; defective for K-means (Wu et al.)

    >>> purity([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return o.kept_b / o.n


@measure(
    label="Invariant van Dongen distance", symbol="NVD", aliases=("NVD", "VD", "D_inv"), direction="distance", bounds=(0.0, 1.0), best=0.0,
    symmetric=True, metric=True, n_invariant=True, references=(VAN_DONGEN, MEILA.at("sec. 5"), WU.at("table 1, no. 13"), REZAEI.at("table 3")),
)
def invariant_van_dongen(o: Overlaps, /) -> float:
    r"""Share of elements outside the largest parts, on the average of both sides.

    Formula: \frac{2n - \sum_i \max_j n_{ij} - \sum_j \max_i n_{ij}}{2n}
    Reads as: 0 equal; half the elements moved in splitting to the meet and joining again, as a share
    Beware: it looks at the largest part of each cluster only

    >>> invariant_van_dongen([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.2
    """
    return (2 * o.n - o.kept_a - o.kept_b) / (2 * o.n)


MEASURES = (purity, invariant_van_dongen)
