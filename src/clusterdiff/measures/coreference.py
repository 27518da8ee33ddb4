r"""Coreference and entity resolution: precision, recall and F of clusters, links and elements.

Precision is the share of what b states that is right, recall the share of what a states that is found.
"""

import numpy as np

from clusterdiff.measures._components import by_elements
from clusterdiff.measures._measure import measure
from clusterdiff.measures._precision_recall import PARTS, Beta, Part, PrecisionRecall, Share
from clusterdiff.measures._record import ByOptions
from clusterdiff.measures._references import (
    BAGGA_BALDWIN,
    LUO,
    MENESTRINA,
    MOOSAVI,
    RECASENS,
    VILAIN,
)
from clusterdiff.numerics import ordered_sum
from clusterdiff.summaries import Overlaps, PairCounts

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
_CHOICES = {"part": PARTS}


def _is_symmetric(part: str, beta: float) -> bool:
    return part == "f" and beta == 1


def _bcubed(o: Overlaps) -> PrecisionRecall:
    shared = o.shared.astype(float)

    def share(sizes: Ints) -> Share:
        right, wrong = shared * (shared / sizes), shared * ((sizes - o.shared) / sizes)
        return Share(ordered_sum(right), ordered_sum(wrong))

    return PrecisionRecall(share(o.cell_sizes_b), share(o.cell_sizes_a))


def _expected_share(clusters: int, sizes: Ints, n: int) -> float:
    """Return the mean of Σ n_ij²/b_j /n over random clusterings: (K' + (n - K')·m1/M)/n."""
    pairs = sum(size * (size - 1) for size in sizes.tolist())
    return (clusters + (n - clusters) * (pairs / (n * (n - 1)))) / n if n > 1 else 1.0


def _expected_precision(o: Overlaps) -> float:
    return _expected_share(len(o.sizes_b), o.sizes_a, o.n)


def _expected_recall(o: Overlaps) -> float:
    return _expected_share(len(o.sizes_a), o.sizes_b, o.n)


def _ceaf(o: Overlaps) -> PrecisionRecall:
    cells = o.pairing("dice", "optimal")
    alike = ordered_sum(o.similarity("dice")[cells])
    unlike = ordered_sum(o.dissimilarity("dice")[cells])
    unmatched_a, unmatched_b = len(o.sizes_a) - len(cells), len(o.sizes_b) - len(cells)
    return PrecisionRecall(Share(alike, unlike + unmatched_b), Share(alike, unlike + unmatched_a))


def _exact(o: Overlaps) -> PrecisionRecall:
    """Return how many clusters are the same on both sides."""
    same = int(((o.shared == o.cell_sizes_a) & (o.shared == o.cell_sizes_b)).sum())
    return PrecisionRecall(Share(same, len(o.sizes_b) - same), Share(same, len(o.sizes_a) - same))


def _muc(o: Overlaps) -> PrecisionRecall:
    links, cells = o.n - len(o.shared), len(o.shared)
    return PrecisionRecall(
        Share(links, cells - len(o.sizes_b)), Share(links, cells - len(o.sizes_a))
    )


def _blanc(p: PairCounts) -> tuple[PrecisionRecall, PrecisionRecall]:
    """Return the scores of pairs together and of pairs apart."""
    together = PrecisionRecall(Share(p.both, p.only_b), Share(p.both, p.only_a))
    return together, PrecisionRecall(Share(p.neither, p.only_a), Share(p.neither, p.only_b))


def _blanc_distance(p: PairCounts, *, part: str = "f", beta: float = 1.0) -> float:
    return sum(each.complement(part, beta) for each in _blanc(p)) / 2


def _lea(o: Overlaps) -> PrecisionRecall:
    alone = (o.cell_sizes_a == 1) & (o.cell_sizes_b == 1)
    shared = o.shared.astype(float)

    def share(sizes: Ints) -> Share:
        links = np.maximum(sizes - 1, 1)  # of an element to the others of its cluster
        right = shared * ((shared - 1) / links) + alone
        wrong = np.where(sizes > 1, shared * ((sizes - o.shared) / links), ~alone)
        return Share(ordered_sum(right), ordered_sum(wrong))

    return PrecisionRecall(share(o.cell_sizes_b), share(o.cell_sizes_a))


@measure(
    label="B³ F-measure", symbol="B³F", aliases=("bcubed", "b3"), direction="similarity",
    bounds=(0.0, 1.0), symmetric=ByOptions(lambda beta: beta == 1), scale="invariant",
    complement=lambda o, beta=1.0: _bcubed(o).complement("f", beta), references=(BAGGA_BALDWIN,),
)
def bcubed_f(o: Overlaps, /, *, beta: Beta = 1.0) -> float:
    r"""Weighted harmonic mean of B³ precision and recall.

    Formula: \frac{(1+\beta^2) P R}{\beta^2 P + R}
    Meaning: harmonic mean of B³ precision and recall
    Beware: it is never 0, even for random clusterings

    >>> bcubed_f([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.7333333333333333
    """
    return _bcubed(o).part("f", beta)


@measure(
    label="B³ precision", symbol="B³P", aliases=("b3_precision",), direction="similarity",
    bounds=(0.0, 1.0), symmetric=False, scale="invariant", expectation=_expected_precision,
    components=by_elements, complement=lambda o: _bcubed(o).complement("precision"),
    references=(BAGGA_BALDWIN,),
)
def bcubed_precision(o: Overlaps, /) -> float:
    r"""Mean over elements of the share of their cluster that belongs to their class.

    Formula: \frac1n \sum_{ij} \frac{n_{ij}^2}{b_j}
    Meaning: for a random element, the share of its cluster in b that is in its cluster in a
    Beware: a clustering into singletons always scores 1; report it together with bcubed_recall

    >>> bcubed_precision([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.7333333333333334
    """
    return _bcubed(o).part("precision")


@measure(
    label="B³ recall", symbol="B³R", aliases=("b3_recall",), direction="similarity",
    bounds=(0.0, 1.0), symmetric=False, scale="invariant", expectation=_expected_recall,
    components=by_elements, complement=lambda o: _bcubed(o).complement("recall"),
    references=(BAGGA_BALDWIN,),
)
def bcubed_recall(o: Overlaps, /) -> float:
    r"""Mean over elements of the share of their class that is in their cluster.

    Formula: \frac1n \sum_{ij} \frac{n_{ij}^2}{a_i}
    Meaning: for a random element, the share of its cluster in a that is in its cluster in b
    Beware: a single cluster always scores 1; report it together with bcubed_precision

    >>> bcubed_recall([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.7333333333333333
    """
    return _bcubed(o).part("recall")


@measure(
    label="CEAF, entity based", symbol="CEAFₑ", aliases=("ceafe",), direction="similarity",
    bounds=(0.0, 1.0), symmetric=ByOptions(_is_symmetric), scale="invariant",
    complement=lambda o, part="f", beta=1.0: _ceaf(o).complement(part, beta), choices=_CHOICES,
    sensitive_to=("ties", "small_clusters"), references=(LUO.at("φ4"),),
)
def ceaf_e(o: Overlaps, /, *, part: Part = "f", beta: Beta = 1.0) -> float:
    r"""Dice similarity of clusters matched one to one, per cluster.

    Formula: P = \frac1{K'} \max_\sigma \sum_i \frac{2 n_{i\sigma(i)}}{a_i + b_{\sigma(i)}},\quad R = \frac1K \max_\sigma \sum_i \frac{2 n_{i\sigma(i)}}{a_i + b_{\sigma(i)}}
    Meaning: mean similarity of matched clusters; every cluster counts the same
    Beware: correct links in unmatched clusters do not count

    >>> ceaf_e([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    return _ceaf(o).part(part, beta)


@measure(
    label="MUC", symbol="MUC", direction="similarity", bounds=(0.0, 1.0),
    symmetric=ByOptions(_is_symmetric),
    complement=lambda o, part="f", beta=1.0: _muc(o).complement(part, beta), choices=_CHOICES,
    references=(VILAIN,),
)
def muc(o: Overlaps, /, *, part: Part = "f", beta: Beta = 1.0) -> float:
    r"""Share of the links needed to connect the clusters that are present.

    Formula: R = \frac{\sum_i (a_i - p_i)}{\sum_i (a_i - 1)},\quad p_i = \text{number of parts of cluster } i
    Meaning: share of links that need not be added or removed
    Beware: singletons do not count, and merging everything scores well

    >>> muc([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6666666666666666
    """
    return _muc(o).part(part, beta)


@measure(
    label="BLANC", symbol="BLANC", direction="similarity", bounds=(0.0, 1.0),
    symmetric=ByOptions(_is_symmetric),
    affine_in="pairs",
    affine_given=ByOptions(lambda part, beta: "a" if part == "recall" else "both"),
    complement=_blanc_distance, choices=_CHOICES, references=(RECASENS,),
)
def blanc(p: PairCounts, /, *, part: Part = "f", beta: Beta = 1.0) -> float:
    r"""Mean of the scores for pairs together and for pairs apart.

    Formula: \frac12 \left( F_{\text{together}} + F_{\text{apart}} \right)
    Meaning: mean of how well links and non-links are found
    Beware: with many clusters the non-links are always found

    >>> blanc([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.5833333333333333
    """
    return sum(each.part(part, beta) for each in _blanc(p)) / 2


@measure(
    label="LEA", symbol="LEA", direction="similarity", bounds=(0.0, 1.0),
    symmetric=ByOptions(_is_symmetric),
    complement=lambda o, part="f", beta=1.0: _lea(o).complement(part, beta), choices=_CHOICES,
    references=(MOOSAVI,),
)
def lea(o: Overlaps, /, *, part: Part = "f", beta: Beta = 1.0) -> float:
    r"""Share of each cluster's links that are found, weighted by cluster size.

    Formula: R = \frac1n \sum_i a_i \sum_j \frac{n_{ij}(n_{ij}-1)}{a_i (a_i - 1)}
    Meaning: mean over elements of the share of the links of their cluster that are found; a singleton links to itself
    Beware: large clusters count more

    >>> lea([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6
    """
    return _lea(o).part(part, beta)


@measure(
    label="Exact-cluster F", symbol="F_exact", aliases=("cluster_f", "cluster_f1"), direction="similarity", bounds=(0.0, 1.0),
    symmetric=ByOptions(_is_symmetric), scale="invariant",
    complement=lambda o, part="f", beta=1.0: _exact(o).complement(part, beta), choices=_CHOICES,
    sensitive_to=("small_clusters",), references=(MENESTRINA.at("sec. 2.2"),),
)
def exact_f(o: Overlaps, /, *, part: Part = "f", beta: Beta = 1.0) -> float:
    r"""Clusters that are the same in both clusterings, per cluster.

    Formula: P = \frac{X}{K'},\quad R = \frac{X}{K}, \quad X = \#\{(i, j): n_{ij} = a_i = b_j\}
    Meaning: share of the entities that are found without a mistake
    Beware: a cluster with one element too many counts as wrong as one that is made up

    >>> exact_f([0, 0, 1, 1, 2], [0, 0, 1, 2, 2])
    0.3333333333333333
    """
    return _exact(o).part(part, beta)
