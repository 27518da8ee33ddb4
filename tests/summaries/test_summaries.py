"""Summaries against their definitions: components of the table, and expected information."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.summaries import Components, ExpectedInformation, PairCounts
from clusterdiff.summaries._entropies import evenness_gap
from clusterdiff.summaries._pairs import sum_of_squares
from tests.helpers import golden
from tests.measures.reference import Case
from tests.measures.reference.information import entropies, expected

SMALL = 60  # elements up to which the expectation is summed


def parts_by_hand(table):
    """Return the connected rows and columns, numbered by their first row."""
    part_of_row, part_of_col = list(range(table.shape[0])), [None] * table.shape[1]
    cells = list(zip(table.rows.tolist(), table.cols.tolist(), strict=True))
    for _ in range(sum(table.shape)):  # the smallest number spreads along the cells
        for i, j in cells:
            known = [k for k in (part_of_row[i], part_of_col[j]) if k is not None]
            part_of_row[i] = part_of_col[j] = min(known)
    order = {part: k for k, part in enumerate(sorted(set(part_of_row)))}
    return [order[k] for k in part_of_row], [order[k] for k in part_of_col], cells


def wrong_squares():
    """Yield counts with a wrong sum of squares, near the limits of 64 bits."""
    for counts in (
        [2**31] * 2,
        [2**30] * 8,
        [2**31 - 1, 2**31, 1],
        [2**61, 2**61, 1],
        [3037000499],
        [3037000500],
    ):
        if sum_of_squares(np.array(counts), sum(counts)) != sum(count**2 for count in counts):
            yield counts


def test_sums_of_squares_are_exact():
    assert list(wrong_squares()) == []


def wrong_components(table):
    """Return the errors in the components of a table."""
    found = Components.of(table)
    rows, cols, cells = parts_by_hand(table)
    count = max(rows) + 1
    inside = [rows[i] for i, _ in cells]
    sizes = [
        int(table.row_sizes[[i for i, p in enumerate(rows) if p == k]].sum()) for k in range(count)
    ]
    wanted = {
        "of_rows": rows,
        "of_cols": cols,
        "of_cells": inside,
        "sizes": sizes,
        "heights": [rows.count(k) for k in range(count)],
        "widths": [cols.count(k) for k in range(count)],
    }
    for name, values in wanted.items():
        if getattr(found, name).tolist() != values:
            return name, getattr(found, name).tolist(), values
    for name, parts in (("rows", rows), ("cols", cols), ("cells", inside)):
        groups = [[x for x, p in enumerate(parts) if p == k] for k in range(count)]
        if [group.tolist() for group in getattr(found, name)] != groups:
            return name, groups
    return None if len(found) == count and found.equal == table.equal else "number of components"


def wrong_expected(case, table):
    """Return the errors in the expected information."""
    if case.n > SMALL:
        return None
    a, b, _ = entropies(case)
    found, mean = ExpectedInformation.of(table), expected(case)
    wanted = {
        "mutual": mean,
        "a_given_b": a - mean,
        "b_given_a": b - mean,
        "variation": a + b - 2 * mean,
        "most": min(a, b),
    }
    for name, value in wanted.items():
        if abs(getattr(found, name) - float(value)) > 1e-14:
            return name, getattr(found, name), float(value)
    return None if found.equal == case.equal else "equal"


@pytest.mark.parametrize("case", golden.cases(), ids=lambda case: case[1])
def test_components_and_expectations_are_as_defined(case):
    record, table = golden.cases()[case], golden.table(case)
    assert wrong_components(table) is None
    assert wrong_expected(Case.of(record), table) is None


def test_products_of_2_to_the_63_do_not_overflow():
    """Two of three classes are empty, and n·(k - 1) is 2⁶³."""
    assert evenness_gap(np.array([2**62]), 2**62, 3) == pytest.approx(np.log(3), rel=1e-15)


WRONG = {
    "summary": PairCounts.of,
    "measure": cd.adjusted_rand.on,
    "bounds": cd.mutual_information.bounds_on,
    "chance": lambda x: cd.chance.summarize(x, measures=["ari"]),
    "features": cd.centroid_index.on,
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("wrong", [[0, 1], 3, None, "ari"], ids=repr)
def test_what_is_not_a_table_is_refused(call, wrong):
    with pytest.raises(
        cd.ClusterdiffError, match=r"must (be|label|have)|No such file|Two clusterings"
    ):
        call(wrong)
