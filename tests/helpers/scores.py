"""The scores of scikit-learn that the drop-in has, and random clusterings for them."""

from hypothesis import strategies as st

SCORES = [
    "rand_score",
    "adjusted_rand_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "adjusted_mutual_info_score",
    "homogeneity_score",
    "completeness_score",
    "v_measure_score",
    "fowlkes_mallows_score",
]
MEANS = ["arithmetic", "geometric", "min", "max"]


def clusterings(max_size=40):
    """Return two labelings of the same elements, from one cluster to all singletons."""

    def draw(n):
        side = st.integers(1, max(1, n)).flatmap(
            lambda k: st.lists(st.integers(-3, k - 4), min_size=n, max_size=n)
        )
        return st.tuples(side, side)

    return st.integers(1, max_size).flatmap(draw)
