"""Set matching and split–merge: optimal pairings by brute force, greedy ones step by step."""

from fractions import Fraction
from itertools import permutations

import mpmath

from tests.measures.reference.case import over, sqrt

TRIED = 6  # up to so many clusters on the smaller side all pairings are tried


def overlap(count, _a, _b):
    return Fraction(count)


def jaccard(count, a, b):
    return Fraction(count, a + b - count)


def dice(count, a, b):
    return Fraction(2 * count, a + b)


def braun_banquet(count, a, b):
    return Fraction(count, max(a, b))


def recall(count, a, _b):
    return Fraction(count, a)


SIMILARITIES = {
    "overlap": overlap,
    "jaccard": jaccard,
    "dice": dice,
    "braun_banquet": braun_banquet,
    "recall": recall,
}


def likeness(case, similarity):
    """Return the similarity of the clusters of each cell."""
    return {
        (i, j): SIMILARITIES[similarity](count, case.a[i], case.b[j])
        for (i, j), count in case.cells.items()
    }


def best_total(weights):
    """Return the largest total weight of cells of which no two share a row or a column."""
    rows, cols = sorted({i for i, _ in weights}), sorted({j for _, j in weights})
    if len(rows) > len(cols):
        return best_total({(j, i): weight for (i, j), weight in weights.items()})
    if len(rows) <= TRIED and len(cols) <= TRIED + 1:
        tried = permutations(cols, len(rows))
        return max(
            sum(weights.get(cell, 0) for cell in zip(rows, chosen, strict=True)) for chosen in tried
        )
    return _best_by_subsets(weights, rows, cols)


def _best_by_subsets(weights, rows, cols):
    """Return the same for more clusters: the best total of every set of rows, by column."""
    place = {row: 1 << k for k, row in enumerate(rows)}
    best = {0: Fraction(0)}
    for col in cols:
        own = [(place[row], weights[row, col]) for row in rows if (row, col) in weights]
        after = dict(best)
        for taken, total in best.items():
            for bit, weight in own:
                if not taken & bit:
                    after[taken | bit] = max(after.get(taken | bit, 0), total + weight)
        best = after
    return max(best.values())


def greedy(case, similarity):
    """Take the heaviest cells first; ties go to larger clusters, then to the first."""
    weights = likeness(case, similarity)

    def order(cell):
        i, j = cell
        sizes = sorted((case.a[i], case.b[j]), reverse=True)
        return (-weights[cell], *(-size for size in sizes), i, j)

    taken = []
    for cell in sorted(weights, key=order):
        if all(cell[0] != i and cell[1] != j for i, j in taken):
            taken.append(cell)
    return taken


def largest_of_rows(case, weights):
    """Return the largest weight of each row."""
    return {i: max(w for (row, _), w in weights.items() if row == i) for i in case.a}


def largest_of_cols(case, weights):
    return {j: max(w for (_, col), w in weights.items() if col == j) for j in case.b}


def purity(case):
    return Fraction(sum(largest_of_cols(case, case.cells).values()), case.n)


def inverse_purity(case):
    return Fraction(sum(largest_of_rows(case, case.cells).values()), case.n)


def purity_f(case, by="harmonic"):
    p, i = purity(case), inverse_purity(case)
    return 2 * p * i / (p + i) if by == "harmonic" else sqrt(p * i)


def talburt_wang(case):
    return sqrt(len(case.a) * len(case.b)) / len(case.cells)


def f_measure(case):
    best = largest_of_rows(case, likeness(case, "dice"))
    return sum(case.a[i] * best[i] for i in case.a) / case.n


def least_f(case):
    """Return F₋ of Wu et al., procedure 1: the largest cluster takes the smallest classes first."""
    largest = rest = max(case.b.values())
    total = Fraction(0)
    for size in sorted(case.a.values()):
        taken = min(size, rest)
        rest -= taken
        total += size * Fraction(2 * taken, size + largest)
    return total / case.n


def normalized_f_measure(case):
    least = least_f(case)
    return max(Fraction(0), over(f_measure(case) - least, 1 - least))


def larsen_aone(case):
    return sum(largest_of_rows(case, likeness(case, "dice")).values()) / len(case.a)


def accuracy(case):
    return best_total(likeness(case, "overlap")) / case.n


def most(case):
    return max(len(case.a), len(case.b))


def criterion_h(case):
    return 1 - Fraction(sum(case.cells[cell] for cell in greedy(case, "overlap")), case.n)


def van_dongen(case):
    return (
        2 * case.n
        - sum(largest_of_rows(case, case.cells).values())
        - sum(largest_of_cols(case, case.cells).values())
    )


def normalized_van_dongen(case):
    return over(van_dongen(case), 2 * case.n - max(case.a.values()) - max(case.b.values()))


def pair_sets_index(case):
    total = best_total(likeness(case, "braun_banquet"))
    sizes = zip(
        sorted(case.a.values(), reverse=True), sorted(case.b.values(), reverse=True), strict=False
    )
    chance = sum(Fraction(a * b, case.n * max(a, b)) for a, b in sizes)
    return max(Fraction(0), over(total - chance, most(case) - chance))


def simplified_pair_sets_index(case):
    return max(Fraction(0), over(best_total(likeness(case, "braun_banquet")) - 1, most(case) - 1))


def normalized_clustering_accuracy(case):
    least = Fraction(len(case.a), most(case))
    return max(Fraction(0), over(best_total(likeness(case, "recall")) - least, len(case.a) - least))


def element_centric(case):
    return (
        sum(Fraction(count**2, max(case.a[i], case.b[j])) for (i, j), count in case.cells.items())
        / case.n
    )


def whole(size, parts):
    """Return 1 - H(parts)/log size, and 1 for a singleton."""
    if size == 1:
        return mpmath.mpf(1)
    shares = [mpmath.mpf(part) / size for part in parts]
    return 1 + mpmath.fsum(p * mpmath.log(p) for p in shares) / mpmath.log(size)


def split_merge_entropy(case):
    of_a = {
        i: whole(size, [c for (row, _), c in case.cells.items() if row == i])
        for i, size in case.a.items()
    }
    of_b = {
        j: whole(size, [c for (_, col), c in case.cells.items() if col == j])
        for j, size in case.b.items()
    }
    value = mpmath.fsum(count * of_a[i] * of_b[j] for (i, j), count in case.cells.items()) / case.n
    return value if abs(value) > mpmath.mpf(10) ** -45 else mpmath.mpf(0)


MEASURES = {
    "purity": purity,
    "inverse_purity": inverse_purity,
    "goodman_kruskal": lambda case: 1 - purity(case),
    "purity_f": purity_f,
    "talburt_wang": talburt_wang,
    "merge_distance": lambda case: 2 * len(case.cells) - len(case.a) - len(case.b),
    "join_distance": lambda case: len(case.a) + len(case.b) - 2 * len(case.joins()),
    "f_measure": f_measure,
    "normalized_f_measure": normalized_f_measure,
    "larsen_aone": larsen_aone,
    "classification_error": lambda case: 1 - accuracy(case),
    "classification_accuracy": accuracy,
    "transfer_distance": lambda case: case.n - best_total(likeness(case, "overlap")),
    "normalized_classification_error": lambda case: over(
        1 - accuracy(case), 1 - Fraction(1, most(case))
    ),
    "criterion_h": criterion_h,
    "van_dongen": van_dongen,
    "invariant_van_dongen": lambda case: Fraction(van_dongen(case), 2 * case.n),
    "normalized_van_dongen": normalized_van_dongen,
    "pair_sets_index": pair_sets_index,
    "simplified_pair_sets_index": simplified_pair_sets_index,
    "normalized_clustering_accuracy": normalized_clustering_accuracy,
    "element_centric": element_centric,
    "split_merge_entropy": split_merge_entropy,
}
