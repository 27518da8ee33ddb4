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
    ("few errors", "ari", (0.724814, 0.959305)),
    ("few errors", "jaccard", (0.691396, 0.948226)),
    ("few errors", "vi", (0.202307, 1.28038)),
    ("few errors", "ami", (0.597275, 0.936603)),
    ("few errors", "purity", (0.89487, 0.988016)),
    ("few errors", "bcubed_f", (0.822487, 0.974776)),
    ("noise", "ari", (0.0551047, 0.181738)),
    ("noise", "jaccard", (0.227803, 0.295635)),
    ("noise", "vi", (2.68569, 3.02076)),
    ("noise", "ami", (0.0463058, 0.150951)),
    ("noise", "purity", (0.471924, 0.621931)),
    ("noise", "bcubed_f", (0.369724, 0.453854)),
    ("near independence", "ari", (-0.0246513, 0.0260686)),
    ("near independence", "jaccard", (0.191986, 0.232694)),
    ("near independence", "vi", (2.98681, 3.17052)),
    ("near independence", "ami", (-0.0104549, 0.0177557)),
    ("near independence", "purity", (0.35185, 0.547386)),
    ("near independence", "bcubed_f", (0.322856, 0.372409)),
    ("refinement", "ari", (0.404397, 0.529503)),
    ("refinement", "jaccard", (0.434168, 0.528776)),
    ("refinement", "vi", (1.06366, 1.74601)),
    ("refinement", "ami", (0.458549, 0.668188)),
    ("refinement", "purity", (0.836725, 0.950622)),
    ("refinement", "bcubed_f", (0.615688, 0.705577)),
    ("merged", "ari", (0.579428, 0.777124)),
    ("merged", "jaccard", (0.609843, 0.789414)),
    ("merged", "vi", (0.665344, 1.27256)),
    ("merged", "ami", (0.485736, 0.724904)),
    ("merged", "purity", (0.686206, 0.815669)),
    ("merged", "bcubed_f", (0.753296, 0.855458)),
    ("one error", "ari", (0.84669, 0.998044)),
    ("one error", "jaccard", (0.824072, 0.997627)),
    ("one error", "vi", (0.000555774, 0.773765)),
    ("one error", "ami", (0.742778, 0.999815)),
    ("one error", "purity", (0.946156, 0.99947)),
    ("one error", "bcubed_f", (0.904832, 0.99886)),
    ("equal", "ari", (0.809731, 1)),
    ("equal", "jaccard", (0.822401, 1)),
    ("equal", "vi", (0, 0.743744)),
    ("equal", "ami", (0.636517, 1)),
    ("equal", "purity", (0.946773, 1)),
    ("equal", "bcubed_f", (0.899756, 1)),
]


@pytest.mark.parametrize(("case", "name", "limits"), LIMITS)
def test_limits_have_not_moved(case, name, limits):
    found = interval(cd.Table.from_matrix(TABLES[case]), measure=name, rng=0)
    assert found.limits == pytest.approx(limits, rel=1e-4, abs=1e-5)
