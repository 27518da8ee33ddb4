"""Indices and tables by their definitions, without clusterdiff."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, log2


def clusterings(n):
    """Return every clustering of n elements, as labels in order of first appearance."""
    found = [()]
    for _ in range(n):
        found = [(*p, k) for p in found for k in range(max(p, default=-1) + 2)]
    return found


def cells(a, b):
    return Counter(zip(a, b, strict=True))


def pair_counts(a, b):
    """Return N11, N10, N01, N00."""
    found = Counter((a[i] == a[j], b[i] == b[j]) for i, j in combinations(range(len(a)), 2))
    return tuple(found[x, y] for x, y in product((True, False), repeat=2))


def rand(a, b):
    both, _, _, neither = pair_counts(a, b)
    return Fraction(both + neither, comb(len(a), 2))


def adjusted_rand(table):
    """Return the adjusted Rand index of a table, as a fraction."""
    rows, columns = (
        [sum(row) for row in table],
        [sum(column) for column in zip(*table, strict=True)],
    )
    m, p, q = (
        sum(comb(x, 2) for x in xs) for xs in ([x for row in table for x in row], rows, columns)
    )
    expected = Fraction(p * q, comb(sum(rows), 2))
    return (m - expected) / (Fraction(p + q, 2) - expected)


def entropy(counts):
    n = sum(counts)
    return -sum(x / n * log2(x / n) for x in counts if x)


def information(a, b):
    return (
        entropy(Counter(a).values()) + entropy(Counter(b).values()) - entropy(cells(a, b).values())
    )


def vi(a, b):
    return (
        2 * entropy(cells(a, b).values())
        - entropy(Counter(a).values())
        - entropy(Counter(b).values())
    )


def mirkin_invariant(a, b):
    squares = [sum(x * x for x in c.values()) for c in (Counter(a), Counter(b), cells(a, b))]
    return Fraction(squares[0] + squares[1] - 2 * squares[2], len(a) ** 2)


def one_to_one(a, b):
    """Return the largest number of elements that an injective map of the clusters keeps."""
    few, many = sorted((a, b), key=max)
    table = cells(few, many)
    maps = permutations(range(max(many) + 1), max(few) + 1)
    return max(sum(table[k, image] for k, image in enumerate(chosen)) for chosen in maps)


def tables(k, n):
    """Yield all k × k tables of n elements without an empty row or column."""
    for cuts in combinations(range(n + k * k - 1), k * k - 1):
        flat = [b - a - 1 for a, b in zip((-1, *cuts), (*cuts, n + k * k - 1), strict=True)]
        table = [flat[i * k : (i + 1) * k] for i in range(k)]
        if all(map(sum, table)) and all(map(sum, zip(*table, strict=True))):
            yield table


def mirkin_of(table):
    n = sum(map(sum, table))
    columns = zip(*table, strict=True)
    squares = sum(sum(r) ** 2 for r in table) + sum(sum(c) ** 2 for c in columns)
    return Fraction(squares - 2 * sum(x * x for row in table for x in row), n * n)


def least_n(n):
    """Return the least van Dongen similarity over all pairs of clusterings of n elements."""
    return min(
        Fraction(
            sum(max(cells(a, b)[k, j] for j in set(b)) for k in set(a))
            + sum(max(cells(a, b)[k, j] for k in set(a)) for j in set(b)),
            2 * n,
        )
        for a in {tuple(sorted(p)) for p in clusterings(n)}
        for b in clusterings(n)
    )


def split_merge(a, b):
    """Return S_H from its definition."""

    def score(x, y):
        found = {}
        for c, size in Counter(x).items():
            parts = [n for (i, _), n in cells(x, y).items() if i == c]
            found[c] = 1.0 if size == 1 else 1 - entropy(parts) / log2(size)
        return found

    rows, columns = score(a, b), score(b, a)
    return sum(n / len(a) * rows[i] * columns[j] for (i, j), n in cells(a, b).items())


def pair_sets(a, b):
    """Return PSI from eq. 14 to 18, as a fraction."""
    rows, columns, table, n = Counter(a), Counter(b), cells(a, b), len(a)
    few, many = (rows, columns) if len(rows) <= len(columns) else (columns, rows)
    flipped = few is columns
    best = max(
        sum(
            Fraction(table[(j, i) if flipped else (i, j)], max(few[i], many[j]))
            for i, j in zip(few, chosen, strict=True)
        )
        for chosen in permutations(many, len(few))
    )
    sizes = (sorted(x.values(), reverse=True) for x in (rows, columns))
    chance = sum(Fraction(x * y, n * max(x, y)) for x, y in zip(*sizes, strict=False))
    most = max(len(rows), len(columns))
    if most == 1:
        return Fraction(1)
    return max(Fraction(0), (best - chance) / (most - chance))
