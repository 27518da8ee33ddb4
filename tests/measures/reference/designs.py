"""Set matching by design and split–merge by design, from their definitions."""

from fractions import Fraction
from itertools import permutations

import mpmath

from tests.measures.reference.set_matching import SIMILARITIES, greedy, likeness, whole


def optimal(case, similarity):
    """Return every set of cells, no two in a row or column, with the largest total similarity."""
    weights = likeness(case, similarity)
    rows, cols = sorted(case.a), sorted(case.b)
    turned = len(rows) > len(cols)
    few, many = (cols, rows) if turned else (rows, cols)
    found = {}
    for chosen in permutations(many, len(few)):
        cells = [(j, i) if turned else (i, j) for i, j in zip(few, chosen, strict=True)]
        cells = tuple(sorted(cell for cell in cells if cell in weights))
        found[cells] = sum(weights[cell] for cell in cells)
    best = max(found.values())
    return [cells for cells, total in found.items() if total == best]


def nearest(case, similarity, side):
    """Return the best cell of each row or column; ties go to the larger overlap, then the first."""
    weights = likeness(case, similarity)
    groups = {}
    for cell in case.cells:
        groups.setdefault(cell[side], []).append(cell)
    return [
        max(own, key=lambda c: (weights[c], case.cells[c], -c[0], -c[1])) for own in groups.values()
    ]


def set_matching(case, similarity, matching, overall, *, adjusted=False):
    """Return every value that the design can have: one for each of the equally good matchings."""
    if matching == "nearest":
        sides = [
            set_matching(case, similarity, side, overall) for side in ("nearest_a", "nearest_b")
        ]
        return {(x + y) / 2 for x in sides[0] for y in sides[1]}
    if matching == "optimal":
        choices = optimal(case, similarity)
    elif matching == "greedy":
        choices = [greedy(case, similarity)]
    else:
        choices = [nearest(case, similarity, 0 if matching == "nearest_a" else 1)]
    values = {_overall(case, similarity, matching, overall, cells) for cells in choices}
    if not adjusted:
        return values
    chance = _at_chance(case, similarity, overall)
    return {max(Fraction(0), (value - chance) / (1 - chance)) for value in values}


def _overall(case, similarity, matching, overall, cells):
    if overall == "shared":
        return Fraction(sum(case.cells[cell] for cell in cells), case.n)
    weights = likeness(case, similarity)
    rows, cols = len(case.a), len(case.b)
    if overall == "mean":
        clusters = {"nearest_a": rows, "nearest_b": cols}.get(matching, max(rows, cols))
        return sum(weights[cell] for cell in cells) / clusters
    total = Fraction(0)
    for i, j in cells:
        a, b = case.a[i], case.b[j]
        total += weights[i, j] * {"nearest_a": a, "nearest_b": b}.get(matching, Fraction(a + b, 2))
    return total / case.n


def _at_chance(case, similarity, overall):
    """Return the value of the table a_i·b_j/n, with sizes matched in descending order."""
    total = Fraction(0)
    sizes = [sorted(side.values(), reverse=True) for side in (case.a, case.b)]
    for a, b in zip(*sizes, strict=False):
        shared = Fraction(a * b, case.n)
        alike = shared if overall == "shared" else _alike(similarity, shared, a, b)
        total += alike * Fraction(a + b, 2) if overall == "weighted" else alike
    return total / (max(map(len, sizes)) if overall == "mean" else case.n)


def _alike(similarity, shared, a, b):
    return shared / (
        SIMILARITIES[similarity](1, a, b) ** -1 if similarity != "jaccard" else a + b - shared
    )


def split_merge(case, score, combine):
    """Return Σ n_ij/n of the product or the mean of the scores of the two clusters."""
    of_a = {i: score(size, _parts(case, 0, i)) for i, size in case.a.items()}
    of_b = {j: score(size, _parts(case, 1, j)) for j, size in case.b.items()}
    total = mpmath.mpf(0)
    for (i, j), count in case.cells.items():
        s, t = (
            mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x
            for x in (of_a[i], of_b[j])
        )
        total += count * (s * t if combine == "product" else (s + t) / 2)
    return total / case.n


def _parts(case, side, name):
    return sorted((count for cell, count in case.cells.items() if cell[side] == name), reverse=True)


def largest_part(size, parts):
    return Fraction(max(parts), size)


def bounded_entropy(k):
    def score(size, parts):
        shares = [mpmath.mpf(part) / size for part in parts]
        return 1 + mpmath.fsum(p * mpmath.log(p) for p in shares) / mpmath.log(k)

    return score


def inverse_count(_size, parts):
    """Return a user-defined score: it gets the number of parts, and the largest part first."""
    return Fraction(1, len(parts)) * Fraction(parts[0], sum(parts))


SCORES = {
    "entropy": whole,
    "largest": largest_part,
    "bounded": bounded_entropy(12),
    "own": inverse_count,
}
