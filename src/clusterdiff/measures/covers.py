r"""Covers: clusters that may overlap.

In the formulas, a pair of elements shares \(x\) clusters of a and \(y\) clusters of b.
"""

from clusterdiff.covers import SharedClusters
from clusterdiff.measures._conventions import ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._references import COLLINS_DENT


@measure(
    label="Omega index",
    symbol="Ω",
    aliases=("omega",),
    direction="similarity",
    bounds=(-1.0, 1.0),
    loose=True,
    symmetric=True,
    correction="exact",
    expectation=lambda s: 0.0,
    default=True,
    generalizes="adjusted_rand",
    references=(COLLINS_DENT,),
)
def omega_index(s: SharedClusters, /) -> float:
    r"""Share of pairs that are together equally often in both covers, corrected for chance.

    Formula: \frac{\omega_u - \omega_e}{1 - \omega_e},\quad \omega_u = P(x = y),\quad \omega_e = \sum_m P(x = m) P(y = m)
    Reads as: 1 = every pair shares as many clusters in both; 0 = as expected by chance
    Beware: a pair that shares two clusters in a and three in b counts as one that shares none in b

    >>> import clusterdiff as cd
    >>> omega_index([{1, 2}, {2, 3}], [{1, 2}, {3}])
    0.4
    """
    pairs = s.total
    by_chance = sum(count * s.in_b.get(number, 0) for number, count in s.in_a.items())
    return ratio(
        pairs * s.same - by_chance, pairs**2 - by_chance,
        "all pairs share the same number of clusters in both covers",
    )  # fmt: skip
