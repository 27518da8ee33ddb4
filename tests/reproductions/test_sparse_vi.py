"""The tutorial: its numbers by scikit-learn and by hand."""

from math import log, log2

import pytest
from sklearn.metrics import mutual_info_score

import clusterdiff as cd
from reproductions._report import AGREES, DIFFERS, NO_VERDICT
from reproductions.sparse_vi import code, exercises


def vi_by_sklearn(a, b):
    return (mutual_info_score(a, a) + mutual_info_score(b, b) - 2 * mutual_info_score(a, b)) / log(
        2
    )


@pytest.mark.parametrize("section", [code.examples, code.function])
def test_sections_leave_nothing_unexplained(section):
    assert {check.verdict for check in section().checks} <= {AGREES, DIFFERS, NO_VERDICT}


def test_the_numbers():
    assert vi_by_sklearn(code.X, code.Y) == pytest.approx(1.459148, abs=5e-7)
    assert vi_by_sklearn(code.C1, code.C3) == pytest.approx(log2(6))
    assert cd.conditional_entropy(cd.Table.from_matrix(exercises.EXERCISE_1)) == pytest.approx(
        0.951205, abs=5e-7
    )


def test_the_formula_as_printed_and_corrected():
    pxy = code.joint_shares(code.X, code.Y)
    assert code.with_exchanged_factors(pxy) == pytest.approx(0.6855, abs=5e-5)
    assert code.corrected(pxy) == pytest.approx(1.459148, abs=5e-7)
    with pytest.raises(ValueError, match="mismatch"):
        code.with_exchanged_factors(code.joint_shares(code.C1, code.C3))
    with pytest.raises(ValueError, match="mismatch"):
        code.entropy_terms_of_sparse(pxy)
