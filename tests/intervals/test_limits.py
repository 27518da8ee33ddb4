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
    ("few errors", "ari", (0.741611, 0.96263)),
    ("few errors", "jaccard", (0.701384, 0.951688)),
    ("few errors", "vi", (0.183867, 1.15352)),
    ("few errors", "ami", (0.640556, 0.941703)),
    ("few errors", "purity", (0.901668, 0.986845)),
    ("few errors", "bcubed_f", (0.826459, 0.974409)),
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
    ("refinement", "ari", (0.414514, 0.549413)),
    ("refinement", "jaccard", (0.442066, 0.551568)),
    ("refinement", "vi", (1.01338, 1.61865)),
    ("refinement", "ami", (0.503979, 0.68011)),
    ("refinement", "purity", (0.850715, 0.957759)),
    ("refinement", "bcubed_f", (0.621654, 0.727661)),
    ("merged", "ari", (0.580082, 0.778843)),
    ("merged", "jaccard", (0.609606, 0.7919)),
    ("merged", "vi", (0.648505, 1.28294)),
    ("merged", "ami", (0.475841, 0.73079)),
    ("merged", "purity", (0.692208, 0.821209)),
    ("merged", "bcubed_f", (0.752256, 0.855841)),
    ("one error", "ari", (0.843866, 0.998586)),
    ("one error", "jaccard", (0.822374, 0.998214)),
    ("one error", "vi", (0.00158715, 0.683267)),
    ("one error", "ami", (0.769714, 0.999474)),
    ("one error", "purity", (0.949932, 0.999526)),
    ("one error", "bcubed_f", (0.91156, 0.999054)),
    ("equal", "ari", (0.826955, 1)),
    ("equal", "jaccard", (0.841266, 1)),
    ("equal", "vi", (0, 0.602766)),
    ("equal", "ami", (0.701708, 1)),
    ("equal", "purity", (0.951952, 1)),
    ("equal", "bcubed_f", (0.913184, 1)),
]


@pytest.mark.parametrize(("case", "name", "limits"), LIMITS)
def test_limits_have_not_moved(case, name, limits):
    found = interval(cd.Table.from_matrix(TABLES[case]), measure=name, rng=0)
    assert found.limits == pytest.approx(limits, rel=1e-4, abs=1e-5)
