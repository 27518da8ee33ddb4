"""The limits of intervals of some tables.

The simulations that show that such intervals cover are slow tests; here, limits that move are seen at
once. After a change of the method, run the simulations and replace the numbers.
"""

import pytest

import clusterdiff as cd
from clusterdiff.intervals import interval

TABLES = {
    "few errors": [[30, 1, 0], [0, 29, 2], [1, 0, 37]],
    "noise": [[60, 20, 25], [18, 50, 17], [22, 15, 40]],
    "near independence": [[30, 22, 18], [20, 14, 12], [12, 10, 11]],
    "refinement": [[40, 30, 0, 0], [0, 0, 20, 12], [1, 0, 0, 9]],
    "merged": [[90, 2], [3, 40], [1, 35]],
    "one error": [[50, 0, 0], [1, 30, 0], [0, 0, 19]],
    "equal": [[30, 0], [0, 25]],
}
LIMITS = [
    ("few errors", "ari", (0.728183, 0.95492)),
    ("few errors", "jaccard", (0.692222, 0.943833)),
    ("few errors", "vi", (0.24025, 1.20647)),
    ("few errors", "ami", (0.637247, 0.926063)),
    ("few errors", "purity", (0.901076, 0.984432)),
    ("few errors", "bcubed_f", (0.814715, 0.969306)),
    ("noise", "ari", (0.0653179, 0.192518)),
    ("noise", "jaccard", (0.232912, 0.304063)),
    ("noise", "vi", (2.65475, 3.03789)),
    ("noise", "ami", (0.0406822, 0.160707)),
    ("noise", "purity", (0.496327, 0.624083)),
    ("noise", "bcubed_f", (0.355726, 0.461195)),
    ("near independence", "ari", (-0.0269893, 0.043192)),
    ("near independence", "jaccard", (0.193635, 0.241017)),
    ("near independence", "vi", (2.90021, 3.1719)),
    ("near independence", "ami", (-0.0104549, 0.0683088)),
    ("near independence", "purity", None),
    ("near independence", "bcubed_f", None),
    ("refinement", "ari", (0.427727, 0.549729)),
    ("refinement", "jaccard", (0.452245, 0.556695)),
    ("refinement", "vi", (1.02268, 1.45804)),
    ("refinement", "ami", (0.549495, 0.682917)),
    ("refinement", "purity", None),
    ("refinement", "bcubed_f", (0.615303, 0.711096)),
    ("merged", "ari", (0.575755, 0.781955)),
    ("merged", "jaccard", (0.610062, 0.791749)),
    ("merged", "vi", (0.6612, 1.28399)),
    ("merged", "ami", (0.491867, 0.73394)),
    ("merged", "purity", None),
    ("merged", "bcubed_f", (0.742094, 0.862071)),
    ("one error", "ari", (0.822075, 0.998396)),
    ("one error", "jaccard", (0.800723, 0.997828)),
    ("one error", "vi", (0.00803189, 0.79523)),
    ("one error", "ami", (0.749482, 0.997323)),
    ("one error", "purity", (0.944251, 0.999527)),
    ("one error", "bcubed_f", (0.896294, 0.998948)),
    ("equal", "ari", (0.764455, 1.0)),
    ("equal", "jaccard", (0.785579, 1.0)),
    ("equal", "vi", (0.0, 0.755364)),
    ("equal", "ami", (0.692507, 1.0)),
    ("equal", "purity", (0.934715, 1.0)),
    ("equal", "bcubed_f", (0.88131, 1.0)),
]


@pytest.mark.parametrize(("case", "name", "limits"), LIMITS)
def test_limits_have_not_moved(case, name, limits):
    found = interval(cd.Table.from_matrix(TABLES[case]), measure=name)
    if limits is None:
        assert "not smooth" in found.reason
    else:
        sampled = found.method == "half-samples"
        assert found.limits == pytest.approx(limits, abs=0.02 if sampled else 1e-5)
