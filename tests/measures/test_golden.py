"""Reference values of every measure with every option value, each with its source."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import example, given

import clusterdiff as cd
from clusterdiff.measures import MEASURES, get_measure, noting
from clusterdiff.summaries import Components, Encodings, Entropies, PairCounts
from tests.helpers import golden
from tests.helpers.strategies import PAIRS, SMALL
from tests.measures import reference
from tests.measures.variants import values_of

# Rows that the library does not reproduce yet; remove a row once it is reproduced.
APPROXIMATE_TABLES = "the number Ω of tables is approximated"
UNREACHED = {
    (row.measure, row.case[1]): APPROXIMATE_TABLES
    for row in golden.rows()
    if row.measure.startswith("reduced_mutual")
    and (row.case[1] == "random-24" or (row.case[1] == "3x5" and "normalized" in row.measure))
}
UNMARKED = {
    ("reduced_mutual_information[normalized=True]", case): APPROXIMATE_TABLES
    for case in ("bottom-top-5", "n2-top-bottom")
}


table = cache(golden.table)


def evaluate(row):
    """Return the value, and whether it is marked as a convention."""
    with noting() as reasons:
        value = get_measure(row.measure).on(table(row.case))
    return value, bool(reasons)


@pytest.mark.parametrize("key", golden.by_measure())
def test_values_and_marks_of_conventions(key):
    wrong = {}
    for row in golden.by_measure()[key]:
        place = row.measure, row.case[1]
        if place in UNREACHED:
            continue
        value, is_marked = evaluate(row)
        if not row.agrees(value):
            wrong[row.case[1]] = f"{value!r}, not {row.value!r} ({row.source})"
        # Equal partitions need no convention: they get the best value.
        found = table(row.case)
        equal = found.nnz == found.shape[0] == found.shape[1]
        if place not in UNMARKED and is_marked != (row.by_convention and not equal):
            wrong[row.case[1]] = "a convention, marked" if is_marked else "not marked"
    assert not wrong


def test_values_not_reached_yet_are_listed_only_while_they_are_wrong():
    listed = [row for row in golden.rows() if (row.measure, row.case[1]) in UNREACHED]
    assert not [f"{row.measure}-{row.case[1]}" for row in listed if row.agrees(evaluate(row)[0])]


# ---- every measure with every option value has three rows ----------------------------------------

VIEWS = {"similarity": "distance", "distance": "similarity"}


def demands():
    """Yield every measure and its other view, alone and with every value of every option."""
    for name, measure in MEASURES.items():
        views = [f"{name}.{VIEWS[measure.direction]}"] if measure.has_views else []
        for key in (name, *views):
            yield key, {}
            yield from ((key, options) for options in values_of(measure))


def normal(name, options):
    """Return the options without those that have their default value."""
    base = name.partition(".")[0]
    defaults = {option: record.default for option, record in MEASURES[base].options.items()}
    return name, frozenset(
        (option, value) for option, value in options.items() if value != defaults[option]
    )


@pytest.mark.parametrize(
    ("name", "options"),
    [pytest.param(*demand, id=f"{demand[0]}-{demand[1]}") for demand in demands()],
)
def test_every_measure_and_option_value_has_three_rows_with_a_source(name, options):
    wanted = normal(name, options)
    rows = [
        row
        for key, found in golden.by_measure().items()
        if normal(*reference.parse(key)) == wanted
        for row in found
    ]
    assert len({row.case for row in rows if row.source}) >= 3


def test_the_reference_has_every_measure():
    assert set(reference.MEASURES) == set(MEASURES)


# ---- summaries of the measures -------------------------------------------------------------------

WITH_FACTS = [case for case, record in golden.cases().items() if "pairs" in record]


@pytest.mark.parametrize("case", WITH_FACTS, ids=lambda case: case[1])
def test_pair_counts_meet_and_join(case):
    record, table = golden.cases()[case], golden.table(case)
    assert PairCounts.of(table) == PairCounts(*record["pairs"])
    assert table.nnz == record["meet"]
    assert sorted(Components.of(table).sizes.tolist(), reverse=True) == record["join"]


WITH_ENCODINGS = [case for case, record in golden.cases().items() if "encodings" in record]


@pytest.mark.parametrize("case", WITH_ENCODINGS, ids=lambda case: case[1])
def test_parts_of_the_reduced_information(case):
    parts, found = golden.cases()[case]["encodings"], Encodings.of(golden.table(case))
    for name in ("mutual", "entropy_a", "entropy_b"):
        assert getattr(found, name) == pytest.approx(parts[name], rel=1e-12, abs=1e-15)
    if parts["tables"] == 1:
        assert found.tables == 0


# ---- the reference itself ------------------------------------------------------------------------


@SMALL
@given(pair=PAIRS)
@example(pair=([0, 1, 1, 2], [1, 2, 0, 1]))  # no range for the modified adjusted Rand index
def test_the_reference_agrees_on_random_labels(pair):
    case, table = reference.Case.of({"a": pair[0], "b": pair[1]}), cd.Table.from_labels(*pair)
    for name in MEASURES:
        if name not in {
            "reduced_mutual_information",
            "criterion_h",
        }:  # Ω is approximated; ties follow the order of labels
            value, _ = reference.value(case, name)
            assert MEASURES[name].on(table) == pytest.approx(float(value), rel=1e-12, abs=1e-15), (
                name
            )


def test_tables_are_counted():
    count = reference.information.number_of_tables
    assert count((1, 1, 1, 1), (1, 1, 1, 1)) == math.factorial(4)
    assert [count((2,) * k, (2,) * k) for k in range(1, 7)] == [
        1,
        3,
        21,
        282,
        6210,
        202410,
    ]  # OEIS A000681
    assert count((5, 3), (4, 4)) == 4  # the first cell can be 1, 2, 3 or 4


# ---- identities ----------------------------------------------------------------------------------

IDENTITIES = {
    "jaccard_prime": lambda m, t: 1 - m("pair_f", t),
    "minkowski_prime": lambda m, t: m("minkowski", t) ** 2,
    "normalized_minkowski": lambda m, t: 1 - m("adjusted_rand", t),
    "hubert_gamma_prime": lambda m, t: 2 * m("rand", t) - 1,
    "adjusted_variation_of_information": lambda m, t: m("adjusted_mutual_information", t),
    "v_measure": lambda m, t: m("normalized_mutual_information", t),
    "goodman_kruskal": lambda m, t: 1 - m("purity", t),
    "inverse_purity": lambda m, t: m("purity", t.T),
    "classification_accuracy": lambda m, t: 1 - m("classification_error", t),
    "transfer_distance": lambda m, t: t.n * m("classification_error", t),
    "van_dongen": lambda m, t: t.n * (2 - m("purity", t) - m("inverse_purity", t)),
    "completeness": lambda m, t: m("homogeneity", t.T),
    "bcubed_recall": lambda m, t: m("bcubed_precision", t.T),
    "wallace_b": lambda m, t: m("wallace_a", t.T),
    "adjusted_wallace_b": lambda m, t: m("adjusted_wallace_a", t.T),
    "variation_of_information": lambda m, t: (
        2 * m("joint_entropy", t) - m("entropy", t) - m("entropy", t.T)
    ),
}


@pytest.mark.parametrize("name", IDENTITIES)
@SMALL
@given(pair=PAIRS)
def test_identities(name, pair):
    table = cd.Table.from_labels(*pair)

    def value_of(other, table):
        return get_measure(other).on(table)

    expected = IDENTITIES[name](value_of, table)
    value = value_of(name, table)
    assert value == expected or value == pytest.approx(expected, rel=1e-11, abs=1e-12)


# ---- beyond what a file of rows can hold ---------------------------------------------------------


def test_empty_input_is_an_error():
    with pytest.raises(cd.ClusterdiffError, match="at least one element"):
        cd.adjusted_rand([], [])


def test_information_of_huge_tables():
    table = cd.Table.from_counts([0, 1, 1], [0, 0, 1], [470464537882520, 89392307788965, 754])
    assert cd.completeness(table) == pytest.approx(0.0647522824240853, rel=1e-12)
    nearly_one = cd.Table.from_counts([0, 1, 0], [0, 0, 1], [10**10, 1, 1])
    p = 1 / (10**10 + 2)
    assert cd.mutual_information(nearly_one, base="e") == pytest.approx(
        p * p, rel=1e-6
    )  # -log(1 - p) and so on, to first order
    huge = cd.Table.from_counts([0, 0, 1, 1], [0, 1, 0, 1], [2**58] * 4)
    assert cd.expected_mutual_information(huge, base="e") == pytest.approx(
        1 / 2**61, rel=1e-9
    )  # (K-1)(K'-1)/2n
    assert cd.adjusted_mutual_information(huge) == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize("n", [10**4, pytest.param(10**6, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("pairs_a", "pairs_b"), [((0,), (2,)), ((0, 10), (10, 20, 30))])
def test_adjusted_mutual_information_near_singletons_keeps_its_digits(n, pairs_a, pairs_b):
    a, b = np.arange(n), np.arange(n)
    for labels, starts in ((a, pairs_a), (b, pairs_b)):
        for start in starts:
            labels[start + 1] = start
    expected = reference.value(
        reference.Case.of({"a": a.tolist(), "b": b.tolist()}), "adjusted_mutual_information"
    )[0]
    assert cd.adjusted_mutual_information(a, b) == pytest.approx(float(expected), rel=1e-12)


@pytest.mark.parametrize("swap", [False, True])
def test_adjusted_mutual_information_near_singletons_keeps_its_digits_under_the_minimum(swap):
    n = 10**6
    a, b = np.arange(n), np.arange(n) // (n // 2)
    a[1] = 0  # a pair within a half: H(b | a) = 0, the best value for these sizes
    sides = (b, a) if swap else (a, b)
    assert cd.adjusted_mutual_information(*sides, by="min") == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize("by", ["min", "arithmetic"])
def test_adjusted_information_of_two_halves_and_a_pair_among_singletons(by):
    """The pair is split with probability p = n/(2n - 2), which gives (p - 1)/p = -1 + 2/n."""
    n = 100_000
    halves, pair = np.arange(n) // (n // 2), np.arange(n)
    pair[-1] = pair[0]
    for a, b in ((halves, pair), (pair, halves)):
        value = cd.adjusted_mutual_information(a, b, by=by)
        if by == "min":
            assert value == pytest.approx(-1 + 2 / n, rel=1e-13)
        else:
            assert value == pytest.approx(-1.2812466776859e-06, rel=1e-12)


@pytest.mark.parametrize("by", ["log_n", "clusters"])
def test_similarity_of_normalized_variation_needs_the_entropies_only(by):
    """Samples of tables have no overlaps; the formula then takes a difference."""
    table = cd.Table.from_labels([0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2, 2])
    similarity = get_measure(f"nvi[by={by}]").similarity
    assert similarity.formula(Entropies.of(table)) == pytest.approx(
        1 - get_measure(f"nvi[by={by}]").on(table), rel=1e-14
    )
