r"""Coreference and entity resolution: precision, recall and F of clusters, links and elements.

Precision asks how far b's clusters are right, recall how far a's clusters are found.
"""

import numpy as np

from clusterdiff.measures._references import BAGGA_BALDWIN, LUO, MOOSAVI, RECASENS, VILAIN, XIANG
from clusterdiff.measures._spec import measure
from clusterdiff.measures._triples import PARTS, Triple
from clusterdiff.summaries import Overlaps, PairCounts

_CHOICES = {"part": PARTS}


def _bcubed(o: Overlaps) -> Triple:
    shared = o.shared.astype(float)
    return Triple(float(np.sum(shared * (shared / o.cell_sizes_b))), o.n, float(np.sum(shared * (shared / o.cell_sizes_a))), o.n)


@measure(
    label="B³ precision", symbol="B³P", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=False, metric=False, n_invariant=True,
    references=(BAGGA_BALDWIN,),
)
def bcubed_precision(o: Overlaps, /) -> float:
    r"""Mean over elements of the share of their cluster that is of their class.

    Formula: \frac1n \sum_{ij} \frac{n_{ij}^2}{b_j}
    Reads as: for an element drawn at random, the share of its cluster in b that is in its cluster in a
    Beware: only singletons always score 1; read it with bcubed_recall

    >>> bcubed_precision([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.7333333333333334
    """
    return _bcubed(o).part("precision")


@measure(
    label="B³ recall", symbol="B³R", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=False, metric=False, n_invariant=True,
    references=(BAGGA_BALDWIN,),
)
def bcubed_recall(o: Overlaps, /) -> float:
    r"""Mean over elements of the share of their class that is in their cluster.

    Formula: \frac1n \sum_{ij} \frac{n_{ij}^2}{a_i}
    Reads as: for an element drawn at random, the share of its cluster in a that is in its cluster in b
    Beware: one cluster for everything always scores 1; read it with bcubed_precision

    >>> bcubed_recall([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.7333333333333333
    """
    return _bcubed(o).part("recall")


@measure(
    label="B³ F-measure", symbol="B³F", aliases=("bcubed", "b3"), direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True,
    metric=False, n_invariant=True, references=(BAGGA_BALDWIN, XIANG.at("sec. 6")),
)
def bcubed_f(o: Overlaps, /, *, beta: float = 1.0) -> float:
    r"""Weighted harmonic mean of B³ precision and recall.

    Formula: \frac{(1+\beta^2) P R}{\beta^2 P + R}
    Reads as: harmonic mean of B³ precision and recall
    Beware: never 0, even for random clusterings

    >>> bcubed_f([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.7333333333333333
    """
    return _bcubed(o).part("f", beta)


@measure(
    label="CEAF, entity based", symbol="CEAFₑ", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True, metric=False, n_invariant=True,
    choices=_CHOICES, references=(LUO.at("φ4"),),
)
def ceaf_e(o: Overlaps, /, *, part: str = "f", beta: float = 1.0) -> float:
    r"""Dice similarity of clusters paired one to one, per cluster.

    Formula: P = \frac1{K'} \max_\sigma \sum_i \frac{2 n_{i\sigma(i)}}{a_i + b_{\sigma(i)}},\quad R = \frac1K \max_\sigma \sum_i \frac{2 n_{i\sigma(i)}}{a_i + b_{\sigma(i)}}
    Reads as: mean similarity of paired clusters; every cluster counts the same
    Beware: correct links in unpaired clusters do not count

    >>> ceaf_e([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.8
    """
    alike = float(o.similarity("dice")[o.pairing("dice", "optimal")].sum())
    return Triple(alike, len(o.sizes_b), alike, len(o.sizes_a)).part(part, beta)


@measure(
    label="MUC", symbol="MUC", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True, metric=False, choices=_CHOICES,
    references=(VILAIN,),
)
def muc(o: Overlaps, /, *, part: str = "f", beta: float = 1.0) -> float:
    r"""Share of the links needed to hold the clusters together that are there.

    Formula: R = \frac{\sum_i (a_i - p_i)}{\sum_i (a_i - 1)},\quad p_i = \text{number of parts of cluster } i
    Reads as: share of links that need not be added or removed
    Beware: singletons do not count, and merging everything scores well

    >>> muc([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6666666666666666
    """
    links = o.n - len(o.shared)
    return Triple(links, o.n - len(o.sizes_b), links, o.n - len(o.sizes_a)).part(part, beta)


@measure(
    label="BLANC", symbol="BLANC", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True, metric=False, choices=_CHOICES,
    references=(RECASENS,),
)
def blanc(p: PairCounts, /, *, part: str = "f", beta: float = 1.0) -> float:
    r"""Mean of the scores for pairs together and for pairs apart.

    Formula: \frac12 \left( F_{\text{together}} + F_{\text{apart}} \right)
    Reads as: mean of how well links and non-links are found
    Beware: with many clusters the non-links are always found

    >>> blanc([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.5833333333333333
    """
    together = Triple(p.both, p.in_b, p.both, p.in_a)
    apart = Triple(p.neither, p.total - p.in_b, p.neither, p.total - p.in_a)
    return (together.part(part, beta) + apart.part(part, beta)) / 2


@measure(
    label="LEA", symbol="LEA", direction="similarity", bounds=(0.0, 1.0), best=1.0, symmetric=True, metric=False, choices=_CHOICES,
    references=(MOOSAVI,),
)
def lea(o: Overlaps, /, *, part: str = "f", beta: float = 1.0) -> float:
    r"""Share of each cluster's links that are found, weighted by cluster size.

    Formula: R = \frac1n \sum_i a_i \sum_j \frac{n_{ij}(n_{ij}-1)}{a_i (a_i - 1)}
    Reads as: mean over elements of the share of their cluster's links that are found; a singleton's link is to itself
    Beware: large clusters count more

    >>> lea([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.6
    """
    alone = (o.cell_sizes_a == 1) & (o.cell_sizes_b == 1)
    links = o.shared * (o.shared - 1.0)
    found_a = links / np.maximum(o.cell_sizes_a - 1, 1) + alone
    found_b = links / np.maximum(o.cell_sizes_b - 1, 1) + alone
    return Triple(float(found_b.sum()), o.n, float(found_a.sum()), o.n).part(part, beta)


MEASURES = (bcubed_precision, bcubed_recall, bcubed_f, ceaf_e, muc, blanc, lea)
