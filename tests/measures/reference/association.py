"""Association: χ² and what is derived from it, cell by cell with fractions."""

from fractions import Fraction

from tests.measures.reference.case import over, real, sqrt
from tests.measures.reference.set_matching import largest_of_cols, largest_of_rows


def mean_square(case):
    """Return φ² = χ²/n, the sum over all cells, empty ones too, of (n_ij - e_ij)²/(n·e_ij)."""
    total = Fraction(0)
    for i, a in case.a.items():
        for j, b in case.b.items():
            expected = Fraction(a * b, case.n)
            total += (case.cells.get((i, j), 0) - expected) ** 2 / (case.n * expected)
    return total


def degrees(case):
    return len(case.a) - 1, len(case.b) - 1


def projection(case):
    """Return K + K' - 2·Σ n_ij²/(a_i·b_j)."""
    cosines = sum(Fraction(c * c, case.a[i] * case.b[j]) for (i, j), c in case.cells.items())
    return len(case.a) + len(case.b) - 2 * cosines


def tau(case, given="b"):
    """Return the share of the errors of guessing in proportion that the known clustering avoids."""
    if given == "mean":
        return (tau(case, "a") + tau(case, "b")) / 2
    guessed, known, side = (case.a, case.b, 1) if given == "b" else (case.b, case.a, 0)
    blind = sum(Fraction(size, case.n) ** 2 for size in guessed.values())
    seen = sum(Fraction(c * c, case.n * known[cell[side]]) for cell, c in case.cells.items())
    return over(seen - blind, 1 - blind)


def lam(case, given="b"):
    kept, sizes = (
        (largest_of_cols(case, case.cells), case.a)
        if given == "b"
        else (largest_of_rows(case, case.cells), case.b)
    )
    most = max(sizes.values())
    return over(sum(kept.values()) - most, case.n - most)


MEASURES = {
    "chi_squared": lambda case: case.n * mean_square(case),
    "cramers_v": lambda case: sqrt(over(mean_square(case), min(degrees(case)))),
    "tschuprows_t": lambda case: sqrt(
        over(real(mean_square(case)), sqrt(degrees(case)[0] * degrees(case)[1]))
    ),
    "projection_distance": projection,
    "goodman_kruskal_tau": tau,
    "goodman_kruskal_lambda": lam,
}
