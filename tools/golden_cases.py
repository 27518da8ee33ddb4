"""The pairs of clusterings whose reference values are written by tools/make_golden.py."""

from random import Random


def _labels(a, b):
    return {"a": list(a), "b": list(b)}


def _random(n, rows, cols, seed, noise=1.0, skew=0.0):
    """Return a table of n elements: a is random, and b equals a except for the noise."""
    random = Random(seed)
    weights = [1 / (k + 1) ** skew for k in range(rows)]
    table = [[0] * cols for _ in range(rows)]
    for i in random.choices(range(rows), weights, k=n):
        j = i % cols if random.random() >= noise else random.randrange(cols)
        table[i][j] += 1
    return {"table": table}


def _sparse(seed, clusters=9):
    """Return one giant and many small clusters, 10¹² elements: expectations have few terms."""
    random = Random(seed)
    counts = [[0, 0, 10**12 + random.randrange(1000)]]
    for k in range(1, clusters):
        counts += [
            [k, random.choice([0, k]), random.randint(1, 9)],
            [random.choice([0, k - 1]), k, random.randint(1, 9)],
        ]
    merged = {}
    for i, j, count in counts:
        merged[i, j] = merged.get((i, j), 0) + count
    return {"counts": [[i, j, count] for (i, j), count in sorted(merged.items())]}


def _near_independent(n, rows, cols, off):
    """Return counts proportional to the sizes, except in one rectangle of cells."""
    unit = n // (sum(rows) * sum(cols))
    table = [[unit * x * y for y in cols] for x in rows]
    for i, j, sign in ((0, 0, 1), (0, 1, -1), (1, 0, -1), (1, 1, 1)):
        table[i][j] += sign * off
    return {"counts": [[i, j, c] for i, row in enumerate(table) for j, c in enumerate(row)]}


def _uneven(count, rows, cols):
    """Return equal counts in all cells, with one additional element in the first."""
    return {"counts": [[i, j, count + (i == j == 0)] for i in range(rows) for j in range(cols)]}


def _few_pairs(n, a, b):
    """Return singletons, except for some pairs (i, i + 1) of elements on each side."""
    sides = []
    for starts in (a, b):
        labels = list(range(n))
        for start in starts:
            labels[start + 1] = start
        sides.append(labels)
    return _labels(*sides)


CASES = {
    # 0/0 and nearly so: one cluster, only singletons, two elements
    "n2-top-bottom": _labels("xx", "xy"),
    "top-top-4": _labels("xxxx", "yyyy"),
    "bottom-top-5": _labels("vwxyz", "xxxxx"),
    "top-general-6": _labels("xxxxxx", "aabbbc"),
    "general-top-6": _labels("aabbbc", "xxxxxx"),
    "bottom-general-6": _labels("uvwxyz", "aabbbc"),
    "general-bottom-6": _labels("aabbbc", "uvwxyz"),
    "independent-2x3": {"table": [[1, 2, 1], [2, 4, 2]]},
    # by hand: 2 pairs together in both, 2 in a, 2 in b, 4 in neither
    "three-and-two": _labels("00011", "00111"),
    "one-moved": _labels("aaabbbccc", "aabbbbccc"),
    "singletons-on-both-sides": _labels("aabbcdefg", "aabccdehh"),
    "pair-among-singletons": _labels("aabcdefgh", "abbcdefgh"),
    # unequal numbers of clusters
    "3x5": {"table": [[4, 0, 1, 0, 2], [0, 3, 0, 5, 0], [1, 1, 0, 0, 6]]},
    "5x3": {"table": [[4, 0, 1], [0, 3, 1], [1, 0, 0], [0, 5, 2], [2, 0, 7]]},
    "1x4": {"table": [[5, 2, 1, 1]]},
    "4x2": {"table": [[5, 2], [1, 3], [0, 4], [6, 0]]},
    # greedy pairings that are not optimal, under overlap, dice and braun_banquet
    "greedy-trap-3": {"table": [[9, 8, 0], [8, 0, 1], [0, 2, 3]]},
    "greedy-trap-dice": {"table": [[4, 3, 0], [3, 0, 0], [0, 1, 2]]},
    # the best pairing under dice is another one under jaccard
    "dice-not-jaccard": {"table": [[2, 0], [8, 4]]},
    "dice-not-jaccard-3": {"table": [[3, 0, 2], [0, 5, 4], [5, 0, 4]]},
    "ties-by-size": {"table": [[3, 3, 0], [3, 0, 0], [0, 0, 3], [1, 0, 0]]},
    "below-chance": {"table": [[1, 3, 3], [3, 1, 3], [3, 3, 1]]},
    # random tables
    "random-12": _random(12, 3, 4, seed=1),
    "random-18": _random(18, 4, 3, seed=2, noise=0.4),
    "random-24": _random(24, 5, 5, seed=3, noise=0.3),
    "random-60": _random(60, 5, 7, seed=4),
    "random-200": _random(200, 8, 6, seed=5, noise=0.5),
    "random-1000": _random(1000, 10, 12, seed=6),
    "noisy-1000": _random(1000, 12, 12, seed=7, noise=0.15),
    "skewed-1000": _random(1000, 14, 9, seed=8, noise=0.3, skew=1.5),
    # counts beyond 64-bit products
    "sparse-1e12": _sparse(seed=9),
    "sparse-1e12-more": _sparse(seed=10, clusters=12),
    "nearly-equal-2e12": {"counts": [[0, 0, 10**12], [0, 1, 1], [1, 0, 1], [1, 1, 10**12 - 7]]},
    "mixed-1e12": {
        "counts": [
            *([0, 0, 3 * 10**11], [0, 1, 10**9]),
            *([1, 1, 5 * 10**11], [2, 0, 7], [2, 2, 2 * 10**11]),
        ]
    },
    # n² between 2⁶³ and 2⁶⁴, and an empty cell
    "n-3.5e9": {
        "counts": [
            *([0, 0, 15 * 10**8], [0, 1, 2 * 10**8], [0, 2, 10]),
            *([1, 0, 3 * 10**8], [1, 1, 15 * 10**8], [1, 2, 5], [2, 0, 3], [2, 1, 4]),
        ]
    },
    "near-2e62": {
        "counts": [[0, 0, 2**60 + 1], [0, 1, 3], [1, 0, 2**40], [1, 1, 2**61 - 5], [2, 2, 2**59]]
    },
    # nearly independent: the information and its expectation are both about 1/n
    "near-independent-2e20": _near_independent(2**20, (1, 1), (1, 1), 3),
    "near-independent-2e32": _near_independent(2**32, (1, 2), (1, 2, 1), 5),
    "near-independent-2e53": _near_independent(2**53, (1, 1), (1, 3), 1),
    "near-independent-2e62": _near_independent(2**62, (1, 2, 4), (1, 3), 2**31),
    # nearly independent with even sizes: equal counts except for a few elements
    "uneven-by-one-2e40": _uneven(2**40 // 3, 3, 3),
    "uneven-by-one-2e57": _uneven(2**57, 2, 3),
    "even-ones": _uneven(1, 6, 7),
    # two clusters with nearly all elements, beyond the integers that doubles represent exactly
    "giant-2e32": {"counts": [[0, 0, 2**32 - 35], [0, 1, 10], [1, 0, 20], [1, 1, 5]]},
    "giant-2e54": {"counts": [[0, 0, 2**54 - 30], [0, 1, 10], [1, 0, 20]]},
    "giant-2e62": {"counts": [[0, 0, 2**62 - 35], [0, 1, 10], [1, 0, 20], [1, 1, 5]]},
    # all but a few clusters are singletons: the expected information is nearly the entropy
    "few-pairs-40": _few_pairs(40, (0, 4), (4, 9, 20)),
    "few-pairs-400": _few_pairs(400, (0, 100), (50, 100, 200)),
}  # fmt: skip


VIEW_CASES = {
    *("three-and-two", "one-moved", "3x5", "5x3", "bottom-general-6", "general-top-6", "random-18"),
    *("general-bottom-6", "top-general-6", "n2-top-bottom", "bottom-top-5", "independent-2x3"),
    *("below-chance", "noisy-1000", "sparse-1e12", "nearly-equal-2e12", "mixed-1e12", "near-2e62"),
    *("near-independent-2e20", "near-independent-2e32", "near-independent-2e53"),
    *("near-independent-2e62", "uneven-by-one-2e40", "uneven-by-one-2e57", "even-ones"),
    *("giant-2e32", "giant-2e54", "giant-2e62", "few-pairs-40", "pair-among-singletons"),
}
