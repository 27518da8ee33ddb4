"""Reference values from an independent implementation with 50 digits, and printed tables of the papers."""

import json
from pathlib import Path

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.measures import noting
from clusterdiff.papers import wu_2009 as wu
from clusterdiff.summaries import PairCounts

CASES = json.loads((Path(__file__).parent / "golden.json").read_text(encoding="utf-8"))["cases"]
VALUES = [case for case in CASES if "values" in case]


def table_of(case):
    return cd.Table.from_matrix(case["table"]) if "table" in case else cd.Table.from_labels(case["a"], case["b"])


ROWS = [pytest.param(case, name, float(value), id=f"{case['id']}-{name}") for case in VALUES for name, value in case["values"].items()]


@pytest.mark.parametrize(("case", "name", "value"), ROWS)
def test_value(case, name, value):
    assert cd.get_measure(name).on(table_of(case)) == pytest.approx(value, rel=1e-12, abs=0)


@pytest.mark.parametrize("case", VALUES, ids=lambda case: case["id"])
def test_pair_counts_and_meet(case):
    table = table_of(case)
    assert PairCounts.of(table) == PairCounts(**case["pairs"])
    assert table.nnz == case["meet_K"]


@pytest.mark.parametrize("case", VALUES, ids=lambda case: case["id"])
def test_what_stands_by_convention_is_marked(case):
    table = table_of(case)
    marked = []
    for name in case["values"]:
        with noting() as reasons:
            cd.get_measure(name).on(table)
        if reasons:
            marked.append(name)
    equal = table.nnz == table.shape[0] == table.shape[1]  # equal partitions need no convention: they get the best value
    assert marked == [] if equal else sorted(marked) == sorted(case["by_convention"])


def test_empty_input_is_an_error():
    with pytest.raises(cd.ClusterdiffError, match="at least one element"):
        cd.adjusted_rand([], [])


@pytest.mark.parametrize("result", wu.TABLE_3)
def test_wu_table_4_to_the_printed_digits(result):
    classes_by_clusters = cd.Table.from_matrix(wu.TABLE_3[result]).T
    ours = [round(cd.get_measure(name).on(classes_by_clusters), 3) for name in wu.COLUMNS]
    assert tuple(ours) == wu.TABLE_4[result]


# Values that the R package partitionComparison gives for 00011 and 00111 (its baulieu1 does not follow its own formula).
COEFFICIENTS = {"sokal_sneath_1": 7 / 12, "sokal_sneath_2": 0.2, "sokal_sneath_3": 1 / 3, "gower_legendre": 0.75, "russell_rao": 0.2,
                "fager_mcgowan": 0.25, "baulieu_2": 0.04}  # fmt: skip


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_pair_coefficients_as_in_another_package(name):
    assert cd.get_measure(name)([0, 0, 0, 1, 1], [0, 0, 1, 1, 1]) == pytest.approx(COEFFICIENTS[name], rel=1e-14)


# Exact where 64-bit products would overflow: mutual information and its expectation against fractions and closed forms.
def test_information_of_huge_tables():
    table = cd.Table.from_counts([0, 1, 1], [0, 0, 1], [470464537882520, 89392307788965, 754])
    assert cd.completeness(table) == pytest.approx(0.0647522824240853, rel=1e-12)
    nearly_one = cd.Table.from_counts([0, 1, 0], [0, 0, 1], [10**10, 1, 1])
    p = 1 / (10**10 + 2)
    assert cd.mutual_information(nearly_one, base="e") == pytest.approx(p * p, rel=1e-6)  # -log(1 - p) and so on, to first order
    huge = cd.Table.from_counts([0, 0, 1, 1], [0, 1, 0, 1], [2**58] * 4)
    assert cd.expected_mutual_information(huge, base="e") == pytest.approx(1 / 2**61, rel=1e-9)  # (K-1)(K'-1)/2n
    assert cd.adjusted_mutual_information(huge) == pytest.approx(0.0, abs=1e-15)


def test_adjusted_mutual_information_near_singletons_keeps_its_digits():
    n = 10**6
    a, b = np.arange(n), np.arange(n)
    a[1], b[3] = 0, 2
    assert cd.adjusted_mutual_information(a, b) == pytest.approx(-2 / (n * (n - 1) - 2), rel=1e-3)
