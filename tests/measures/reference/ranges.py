"""Upper bounds and best values that depend on the data."""

from fractions import Fraction

import mpmath

from tests.measures.reference.case import sqrt
from tests.measures.reference.information import code, entropies
from tests.measures.reference.set_matching import least_f


def _bits(nats):
    return nats / mpmath.log(2)


def _log_n(case):
    return _bits(mpmath.log(case.n))


def _totals(case):
    both, only_a, only_b, neither = case.pairs
    return both + only_a, both + only_b, both + only_a + only_b + neither


def _russell_rao(case):
    in_a, in_b, total = _totals(case)
    return Fraction(min(in_a, in_b), total)


def _baulieu_2(case):
    in_a, in_b, total = _totals(case)
    pairs = min(in_a, in_b)
    return Fraction(pairs * (total - pairs), total**2)


def _fager_mcgowan(case):
    in_a, _, _ = _totals(case)
    return 1 - 1 / (2 * sqrt(in_a)) if in_a else 1


def _smaller_entropy(case):
    return _bits(min(entropies(case)[:2]))


UPPER_BOUNDS = {
    "entropy": _log_n,
    "joint_entropy": _log_n,
    "conditional_entropy": _log_n,
    "variation_of_information": _log_n,
    "mutual_information": lambda case: _bits(mpmath.log(min(len(case.a), len(case.b)))),
    "expected_mutual_information": _smaller_entropy,
    "information_distance": _log_n,
    "chi_squared": lambda case: case.n * (min(len(case.a), len(case.b)) - 1),
    "projection_distance": lambda case: len(case.a) + len(case.b) - 2,
    "merge_distance": lambda case: 2 * case.n - 2,
    "join_distance": lambda case: case.n - 1,
    "mirkin": lambda case: 2 * _totals(case)[2],
    "transfer_distance": lambda case: case.n - 1,
    "van_dongen": lambda case: 2 * case.n - 2,
}


def _a(case):
    return entropies(case)[0]


def _b(case):
    return entropies(case)[1]


def _error(case):
    return 1 - Fraction(1, max(len(case.a), len(case.b)))


# The least and the largest value for given cluster sizes; None: no better than the bounds.
ATTAINABLE = {
    "conditional_entropy": (
        lambda case: _bits(max(0, _a(case) - _b(case))),
        lambda case: _bits(_a(case)),
    ),
    "mutual_information": (None, _smaller_entropy),
    "variation_of_information": (
        lambda case: _bits(abs(_a(case) - _b(case))),
        lambda case: min(_log_n(case), _bits(_a(case) + _b(case))),
    ),
    "information_distance": (
        lambda case: _bits(abs(_a(case) - _b(case))),
        lambda case: _bits(max(_a(case), _b(case))),
    ),
    "classification_error": (None, _error),
    "classification_accuracy": (lambda case: 1 - _error(case), None),
    "f_measure": (least_f, None),
}
BEST_VALUES = {
    "mutual_information": _smaller_entropy,
    "dom_q0": lambda case: _bits(code(case, case.a)),
    "russell_rao": _russell_rao,
    "baulieu_2": _baulieu_2,
    "fager_mcgowan": _fager_mcgowan,
}
