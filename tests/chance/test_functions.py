"""What functions of the user may return as the value of a measure."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.chance import adjusted, expected, significance
from clusterdiff.intervals import interval

A = np.arange(60) % 3
B = np.arange(60) // 20 % 2


def returning(value):
    """Return a measure that has the same value for all clusterings."""

    def odd(*_labels):
        return value

    return odd


@pytest.mark.parametrize("value", ["s", None, 1j, np.complex128(1), [1.0], np.nan, np.inf])
@pytest.mark.parametrize("call", [expected, adjusted, significance, interval])
@pytest.mark.filterwarnings("error")
def test_functions_must_return_a_finite_number(call, value):
    with pytest.raises(cd.ClusterdiffError, match=r"odd must return a (finite )?number, got "):
        call(A, B, measure=returning(value))


@pytest.mark.parametrize("value", [1, True, np.float32(1), np.array(1.0), Fraction(1), Decimal(1)])
def test_functions_may_return_numbers_of_any_type(value):
    assert expected([0, 0, 1], [0, 1, 1], measure=returning(value)).value == 1
