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
    ("few errors", "ari", (0.716153, 0.96263)),
    ("few errors", "jaccard", (0.677296, 0.951688)),
    ("few errors", "vi", (0.183867, 1.27678)),
    ("few errors", "ami", (0.600487, 0.941703)),
    ("few errors", "purity", (0.889592, 0.986845)),
    ("few errors", "bcubed_f", (0.805292, 0.974409)),
    ("noise", "ari", (0.0566397, 0.192906)),
    ("noise", "jaccard", (0.227765, 0.30516)),
    ("noise", "vi", (2.6205, 3.00405)),
    ("noise", "ami", (0.0551896, 0.164468)),
    ("noise", "purity", (0.480285, 0.621019)),
    ("noise", "bcubed_f", (0.371812, 0.465693)),
    ("near independence", "ari", (-0.0238819, 0.049406)),
    ("near independence", "jaccard", (0.192978, 0.250914)),
    ("near independence", "vi", (2.88926, 3.16122)),
    ("near independence", "ami", (-0.0104549, 0.0423563)),
    ("near independence", "purity", (0.363575, 0.558499)),
    ("near independence", "bcubed_f", (0.323854, 0.396852)),
    ("refinement", "ari", (0.401441, 0.549413)),
    ("refinement", "jaccard", (0.434266, 0.551568)),
    ("refinement", "vi", (1.01338, 1.72372)),
    ("refinement", "ami", (0.469949, 0.68011)),
    ("refinement", "purity", (0.844211, 0.957759)),
    ("refinement", "bcubed_f", (0.609778, 0.727661)),
    ("merged", "ari", (0.580082, 0.778843)),
    ("merged", "jaccard", (0.609606, 0.7919)),
    ("merged", "vi", (0.648505, 1.28294)),
    ("merged", "ami", (0.475841, 0.73079)),
    ("merged", "purity", (0.692208, 0.821209)),
    ("merged", "bcubed_f", (0.752256, 0.855841)),
    ("one error", "ari", (0.833032, 0.998586)),
    ("one error", "jaccard", (0.810982, 0.998214)),
    ("one error", "vi", (0.00137193, 0.767172)),
    ("one error", "ami", (0.741973, 0.999548)),
    ("one error", "purity", (0.943634, 0.999526)),
    ("one error", "bcubed_f", (0.897806, 0.999054)),
    ("equal", "ari", (0.753849, 1)),
    ("equal", "jaccard", (0.783272, 1)),
    ("equal", "vi", (0, 0.880717)),
    ("equal", "ami", (0.572617, 1)),
    ("equal", "purity", (0.937855, 1)),
    ("equal", "bcubed_f", (0.887385, 1)),
]


@pytest.mark.parametrize(("case", "name", "limits"), LIMITS)
def test_limits_have_not_moved(case, name, limits):
    found = interval(cd.Table.from_matrix(TABLES[case]), measure=name, rng=0)
    assert found.limits == pytest.approx(limits, rel=1e-4, abs=1e-5)
