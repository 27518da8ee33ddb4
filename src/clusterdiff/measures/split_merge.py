r"""Split–merge: how far clusters stay whole when the other clustering divides them, in both directions."""

from math import sqrt

import numpy as np

from clusterdiff.measures._cluster_scores import EntropyScore, SplitMergeDesign
from clusterdiff.measures._components import by_elements, total
from clusterdiff.measures._measure import measure
from clusterdiff.measures._references import BOORMAN_ARABIE, MENESTRINA, TALBURT, XIANG
from clusterdiff.summaries import Components, Overlaps

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
_DESIGN = SplitMergeDesign(EntropyScore(), "product")


def _steps(o: Overlaps, parts: Components) -> Ints:
    """Return the splits and merges within each component."""
    cells = np.bincount(parts.of_cells, minlength=len(parts))
    out: Ints = 2 * cells - parts.heights - parts.widths
    del o
    return out


def _talburt_wang_distance(o: Overlaps) -> float:
    """Return 1 - √(KK')/Z as (Z² - KK')/(Z·(Z + √(KK')))."""
    cells, clusters = len(o.shared), len(o.sizes_a) * len(o.sizes_b)
    return (cells**2 - clusters) / (cells * (cells + sqrt(clusters)))


@measure(
    label="Split–merge entropy", symbol="S_H", aliases=("S_H",), direction="similarity",
    bounds=(0.0, 1.0), symmetric=True, components=by_elements,
    cluster_score=_DESIGN.score, complement=_DESIGN.distance,
    references=(XIANG.at("eq. 4; sec. 4.5"),),
)
def split_merge_entropy(o: Overlaps, /) -> float:
    r"""How far the two clusters of an element stay whole when the other clustering divides them.

    Formula: \sum_{ij} \frac{n_{ij}}{n} \left(1 - \frac{H(b \mid a_i)}{\log a_i}\right) \left(1 - \frac{H(a \mid b_j)}{\log b_j}\right)
    Meaning: 1 = identical; 0 = the cluster of every element is divided into singletons in one direction
    Beware: it depends on the cluster sizes, so that repeating every element changes it

    >>> split_merge_entropy([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.3718800778107098
    """
    return _DESIGN(o)


@measure(
    label="Merge distance", symbol="d_∧", aliases=("meet_distance", "basic_merge_distance"), direction="distance",
    bounds=(0.0, lambda o: 2 * o.n - 2), symmetric=True, unit="splits and merges", scale="invariant",
    components=total, component_values=_steps, sensitive_to=("small_clusters",),
    references=(BOORMAN_ARABIE, MENESTRINA),
)
def merge_distance(o: Overlaps, /) -> float:
    r"""Number of splits and merges that lead from a to b through their meet.

    Formula: 2Z - K - K', \quad Z = \text{number of non-empty } n_{ij}
    Meaning: splits in two of clusters of a plus merges of two of their parts
    Beware: sizes do not matter: one misplaced element costs as much as half of a cluster; it is no metric, since the way through the join may be shorter

    >>> merge_distance([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    2.0
    """
    return 2 * len(o.shared) - len(o.sizes_a) - len(o.sizes_b)


@measure(
    label="Join distance", symbol="d_∨", direction="distance", bounds=(0.0, lambda c: int(c.sizes.sum()) - 1),
    symmetric=True, metric=True, unit="merges and splits", scale="invariant", components=total,
    sensitive_to=("small_clusters",), references=(BOORMAN_ARABIE,),
)
def join_distance(c: Components, /) -> float:
    r"""Number of merges and splits that lead from a to b through their join.

    Formula: K + K' - 2J, \quad J = \text{number of clusters of the join}
    Meaning: merges of two clusters of a plus splits in two of what they become
    Beware: sizes do not matter, and a chain of overlaps makes one cluster of the join

    >>> join_distance([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    2.0
    """
    return len(c.of_rows) + len(c.of_cols) - 2 * len(c)


@measure(
    label="Talburt–Wang index", symbol="TW", aliases=("twi",), direction="similarity", bounds=(0.0, 1.0),
    symmetric=True, scale="invariant", complement=_talburt_wang_distance,
    independent=lambda o: 1 / sqrt(len(o.sizes_a) * len(o.sizes_b)), sensitive_to=("small_clusters",), references=(TALBURT,),
)
def talburt_wang(o: Overlaps, /) -> float:
    r"""Geometric mean of the numbers of clusters, per cluster of the meet.

    Formula: \frac{\sqrt{K K'}}{Z}, \quad Z = \text{number of non-empty } n_{ij}
    Meaning: 1 = identical; small where clusters are cut into many parts
    Beware: sizes do not matter: one misplaced element costs as much as half of a cluster

    >>> talburt_wang([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6666666666666666
    """
    return sqrt(len(o.sizes_a) * len(o.sizes_b)) / len(o.shared)
