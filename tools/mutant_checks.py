"""The checks of a mutant: the reference values, and every pair of partitions of a few elements."""

from functools import cache, partial
from itertools import product
from random import Random

from clusterdiff import Table, assignment
from clusterdiff.measures import MEASURES, get_measure, noting
from clusterdiff.summaries import Encodings, PairCounts
from tests.assignment.test_pairings import (
    SHAPES,
    best_of,
    wrong_chain,
    wrong_greedy,
    wrong_optimum,
)
from tests.helpers import golden
from tests.helpers.partitions import pairs
from tests.measures import reference, test_contract
from tests.measures.test_builders import (
    CASES,
    DESIGNS,
    SCORES,
    value_of,
    values_of,
    wrong_nearest,
    wrong_set_matching,
    wrong_split_merge,
)
from tests.measures.test_golden import UNMARKED, UNREACHED
from tests.measures.test_options import accepted, accepted_scores
from tests.measures.test_paths import (
    test_potentials_prove_that_a_pairing_is_optimal,
    test_reduced_information_is_marked_where_a_number_of_tables_is_approximate,
    test_the_attributes_of_pair_sets,
    test_the_expected_information_of_swapped_clusterings_has_the_same_digits,
    test_the_optimal_pairing_of_more_clusters_than_are_paired_exactly,
)
from tests.measures.test_ranges import (
    NAMES,
    wrong_best_reduced,
    wrong_expectations,
    wrong_ranges,
)
from tests.summaries.test_summaries import wrong_components, wrong_expected, wrong_squares
from tests.summaries.test_table_counts_by_definition import (
    SINGLETONS,
    SMALL,
    exact,
    test_counts_up_to_the_limits_of_the_work,
    test_factorials_beyond_powers,
    test_single_clusters_and_singletons_of_any_size,
    test_tables_that_take_long_are_not_counted,
    test_the_approximation_is_chosen_by_the_largest_clusters,
    test_two_rows_with_large_sums_are_counted,
    wrong_counts,
)

# Tests of facts that have separate formulas.
FACTS = {
    "test_attainable_bounds_hold_for_all_clusterings_of_these_sizes",
    "test_value_at_independence_is_as_declared",
    "test_closed_expectation_is_the_mean_over_all_permutations",
    "test_is_a_sum_over_components_as_declared",
    "test_values_of_components_are_integers_that_add_up",
    "test_values_of_components_do_not_overflow",
    "test_is_symmetric_as_declared",
    "test_has_a_witness_if_it_is_not_symmetric",
}
COMBINES = ("product", "mean")
ORDERED = {"criterion_h"}  # ties are resolved by the order of labels
APPROXIMATE = {"reduced_mutual_information"}


def checks(word=""):
    """Return the checks whose name has a word; each returns None or a description of the error.

    With fresh=True nothing is cached.
    """
    return {name: make() for name, make in _makers() if word in name}


def _makers():
    """Yield the names of all checks, each with a function that prepares it."""
    for key, rows in golden.by_measure().items():
        yield key, partial(_of_rows, key, rows)
    for name in MEASURES:
        yield f"{name}[on few elements]", partial(_of_few, name)
    yield "summaries", _of_summaries
    yield "best reduced information", partial(_of_design, wrong_best_reduced)
    yield "expectations", partial(_of_design, wrong_expectations)
    yield "table counts", _of_table_counts
    for test in (
        test_two_rows_with_large_sums_are_counted,
        test_tables_that_take_long_are_not_counted,
        test_factorials_beyond_powers,
        test_the_approximation_is_chosen_by_the_largest_clusters,
        test_single_clusters_and_singletons_of_any_size,
        test_counts_up_to_the_limits_of_the_work,
        test_reduced_information_is_marked_where_a_number_of_tables_is_approximate,
        test_the_expected_information_of_swapped_clusterings_has_the_same_digits,
        test_the_optimal_pairing_of_more_clusters_than_are_paired_exactly,
        test_potentials_prove_that_a_pairing_is_optimal,
        test_the_attributes_of_pair_sets,
    ):
        yield test.__name__, partial(_of_test, test)
    yield "squares", partial(_of_design, wrong_squares)
    yield "nearest", partial(_of_design, wrong_nearest)
    yield "options", partial(_of_design, accepted)
    yield "scores", partial(_of_design, accepted_scores)
    for name in NAMES:
        yield f"{name}[its range]", partial(_of_design, wrong_ranges, name)
    for rounds in (None, 0, 1):
        yield f"assignment, {rounds} rounds", partial(_of_assignment, rounds)
    for design in DESIGNS:
        yield f"SetMatching{design}", partial(_of_set_matching, design)
    for score, combine in product(SCORES, COMBINES):
        yield f"SplitMerge({score},{combine})", partial(_of_split_merge, score, combine)
    yield from _of_contracts()


# Values that do not depend on the library are computed once, before processes are forked.


@cache
def _tables():
    return {case: golden.table(case) for case in golden.cases()}


def _of_table_counts():
    for sizes in [*SMALL, *SINGLETONS]:
        exact(*sizes)
    return _of_design(wrong_counts)


def _of_set_matching(design):
    for case in CASES:
        values_of(case, design)
    return _of_design(wrong_set_matching, design)


def _of_split_merge(score, combine):
    for case in CASES:
        value_of(case, score, combine)
    return _of_design(wrong_split_merge, score, combine)


def _of_design(wrong, *design):
    def check(*, fresh=False):
        del fresh  # its tables are always new
        return next(wrong(*design), None)

    return check


def _of_contracts():
    """Yield the contract tests of the records, each for one measure."""
    for name in sorted(FACTS):
        test = vars(test_contract)[name]
        (mark,) = (m for m in test.pytestmark if m.args[0] == "measure")
        for measure in mark.args[1]:
            yield f"{measure.name}: {name}", partial(_of_test, test, measure)


def _of_test(test, *arguments):
    def check(*, fresh=False):
        del fresh
        try:
            test(*arguments)
        except BaseException as failure:  # noqa: BLE001
            return repr(failure)
        return None

    return check


def _of_assignment(rounds):
    for shape in SHAPES:
        best_of(*shape)

    def check(*, fresh=False):
        del fresh
        kept = assignment._MAX_ROUNDS
        assignment._MAX_ROUNDS = kept if rounds is None else rounds
        found = next(wrong_optimum(), None) or next(wrong_greedy(), None)
        assignment._MAX_ROUNDS = kept
        return found or next(wrong_chain(), None)

    return check


def _of_rows(key, rows):
    tables = _tables()
    rows = sorted(rows, key=lambda row: tables[row.case].nnz)

    def check(*, fresh=False):
        measure = get_measure(key)
        for row in rows:
            table, known = tables[row.case], (row.measure, row.case[1])
            if fresh:
                table._memo.clear()
            equal = table.nnz == table.shape[0] == table.shape[1]
            with noting() as reasons:
                value = measure.on(table)
            if known not in UNREACHED and not row.agrees(value):
                return f"{row.case}: {value} is not {row.value}"
            marked = row.by_convention and not equal
            if known not in UNREACHED | UNMARKED and bool(reasons) != marked:
                return f"{row.case}: {reasons}"
        return None

    return check


@cache
def _few():
    """Return all pairs of partitions of up to four elements, and some of nine."""
    random = Random(4)
    labels = [pair for n in (1, 2, 3, 4) for pair in pairs(n)]
    labels += [tuple([random.randrange(k) for _ in range(9)] for k in (3, 4)) for _ in range(40)]
    return [(reference.Case.of({"a": a, "b": b}), Table.from_labels(a, b)) for a, b in labels]


def _of_few(name):
    measure, few = MEASURES[name], _few()
    if name in ORDERED | APPROXIMATE:
        expected = [None] * len(few)
    else:
        expected = [float(reference.value(case, name)[0]) for case, _ in few]

    def check(*, fresh=False):
        for (case, table), wanted in zip(few, expected, strict=True):
            if fresh:
                table._memo.clear()
            value = measure.on(table)
            low, high = measure.bounds_on(table)
            if not low - 1e-12 <= value <= high + 1e-12:
                return f"{case.cells}: {value} is not in [{low}, {high}]"
            if wanted not in {None, value} and abs(value - wanted) > 1e-12 * max(1, abs(wanted)):
                return f"{case.cells}: {value} is not {wanted}"
            if case.equal and measure.best_on(table) not in {None, value}:
                return f"{case.cells}: {value} is not the best"
        return None

    return check


def _of_summaries():
    tables = _tables()
    known = {case: reference.Case.of(record) for case, record in golden.cases().items()}

    def check(*, fresh=False):
        for case, record in golden.cases().items():
            table = tables[case]
            if fresh:
                table._memo.clear()
            if "pairs" in record and PairCounts.of(table) != PairCounts(*record["pairs"]):
                return f"{case}: {PairCounts.of(table)}"
            if wrong := wrong_components(table) or wrong_expected(known[case], table):
                return f"{case}: {wrong}"
            if "encodings" in record:
                parts, wanted = Encodings.of(table), record["encodings"]
                for name in ("mutual", "entropy_a", "entropy_b"):
                    if abs(getattr(parts, name) - wanted[name]) > 1e-12:
                        return f"{case}: {name}"
        return None

    return check
