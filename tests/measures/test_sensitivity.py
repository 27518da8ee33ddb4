"""Where a standard error is not valid: the claims of every record, checked by numbers.

No test here names a measure.
"""

import clusterdiff as cd
from clusterdiff.summaries import PairCounts
from tests.measures.variants import ALL, where

POWERS = {"n": 1, "n_squared": 2}


def per_element(measure, matrix):
    """Return the value for a table, divided by the power of n with which it grows."""
    table = cd.Table.from_matrix(matrix)
    return measure.on(table) / table.n ** POWERS.get(measure.scale, 0)


def is_kinked(measure, path):
    """Return whether second differences across 0 grow in proportion to the step, not its square."""
    middle, *others = (per_element(measure, path(x)) for x in (0, 10, -10, 20, -20))
    near, far = others[0] + others[1] - 2 * middle, others[2] + others[3] - 2 * middle
    return abs(far) > 1e-6 * abs(middle) and abs(near) > 0.35 * abs(far)


def overlaps(moved):
    """Return a table whose two largest overlaps in the first row are equal for moved = 0."""
    return [[1000 + moved, 1000 - moved, 40], [40, 40, 3000]]


def overlaps_of_columns(moved):
    return [list(column) for column in zip(*overlaps(moved), strict=True)]


def sizes(moved):
    """Return a table in which matched clusters have equal sizes for moved = 0."""
    return [[1000, 40 + moved], [40 - moved, 1000]]


@ALL
def test_has_two_slopes_at_ties_as_declared(measure):
    found = any(is_kinked(measure, path) for path in (overlaps, overlaps_of_columns))
    assert found == ("ties" in measure.facts.sensitive_to)


@ALL
def test_has_two_slopes_at_equal_sizes_as_declared(measure):
    assert is_kinked(measure, sizes) == ("equal_sizes" in measure.facts.sensitive_to)


@ALL
def test_a_cluster_of_one_element_counts_as_declared(measure):
    without, *others = (
        per_element(measure, matrix)
        for matrix in (
            [[1000, 40], [40, 1000]],
            [[1000, 40], [40, 1000], [1, 0]],
            [[1000, 40, 1], [40, 1000, 0]],
            [[1000, 40, 0], [40, 1000, 0], [0, 0, 1]],
        )
    )
    found = max(abs(x - without) for x in others) > 0.01 * max(abs(without), 1.0)
    assert found == ("small_clusters" in measure.facts.sensitive_to)


@where(lambda m: m.summaries == (PairCounts,))
def test_depends_on_the_number_of_pairs_as_declared(measure):
    few, many = (
        measure.facts.raw(PairCounts(*(factor * x for x in (7, 3, 2, 9))))
        / factor ** (POWERS.get(measure.scale, 0) / 2)
        for factor in (10**8, 10**14)
    )
    assert (abs(many - few) > 1e-3 * abs(few)) == ("pairs" in measure.facts.sensitive_to)


def test_it_is_not_known_of_other_measures_unless_they_say_so():
    facts = {
        "label": "L",
        "symbol": "S",
        "direction": "similarity",
        "bounds": (0.0, 1.0),
        "symmetric": True,
        "references": (),
    }

    def share(p: PairCounts, /) -> float:
        """Share of pairs."""
        return p.both / p.total

    assert cd.measure(**facts)(share).facts.sensitive_to is None
    assert cd.measure(**facts, sensitive_to=("ties",))(share).facts.sensitive_to == {"ties"}
