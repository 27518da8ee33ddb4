"""The measures of covers and soft clusterings by their definitions, over all pairs and all clusters."""

from fractions import Fraction
from itertools import combinations
from math import inf, log2

import numpy as np


def memberships(blocks, n):
    return [{j for j, block in enumerate(blocks) if e in block} for e in range(n)]


def omega(a, b, n):
    in_a, in_b = memberships(a, n), memberships(b, n)
    pairs = [(len(in_a[u] & in_a[v]), len(in_b[u] & in_b[v])) for u, v in combinations(range(n), 2)]
    total = len(pairs)
    same = Fraction(sum(x == y for x, y in pairs), total)
    levels = {x for pair in pairs for x in pair}
    chance = sum(
        Fraction(sum(x == m for x, _ in pairs), total)
        * Fraction(sum(y == m for _, y in pairs), total)
        for m in levels
    )
    return None if chance == 1 else float((same - chance) / (1 - chance))


def _h(part, n):
    return -part / n * log2(part / n) if part else 0.0


def _left(blocks, others, n):
    out = []
    for x in blocks:
        whole = _h(len(x), n) + _h(n - len(x), n)
        best = inf
        for y in others:
            both, only_x, only_y = len(x & y), len(x - y), len(y - x)
            rest = n - both - only_x - only_y
            if _h(rest, n) + _h(both, n) >= _h(only_x, n) + _h(only_y, n):
                joint = sum(_h(part, n) for part in (both, only_x, only_y, rest))
                best = min(best, joint - _h(len(y), n) - _h(n - len(y), n))
        out.append((min(best, whole), whole))
    return out


def overlapping_nmi(a, b, n, form="max"):
    a, b = [set(x) for x in a], [set(x) for x in b]
    of_a, of_b = _left(a, b, n), _left(b, a, n)
    if form == "lfk":
        shares = [
            np.mean([left / whole if whole else 0.0 for left, whole in side])
            for side in (of_a, of_b)
        ]
        return 1 - sum(shares) / 2
    whole = [sum(x[1] for x in side) for side in (of_a, of_b)]
    known = sum(w - left for side in (of_a, of_b) for left, w in side) / 2
    bottom = max(whole) if form == "max" else sum(whole) / 2
    return known / bottom if bottom else None


def bcubed(system, reference, n):
    """Multiplicity precision; recall with the arguments exchanged."""
    of, ref = memberships(system, n), memberships(reference, n)
    means = []
    for e in range(n):
        found = [
            min(len(of[e] & of[f]), len(ref[e] & ref[f])) / len(of[e] & of[f])
            for f in range(n)
            if of[e] & of[f]
        ]
        if found:
            means.append(np.mean(found))
    return float(np.mean(means)) if means else None


def average_f1(a, b):
    a, b = [set(x) for x in a], [set(x) for x in b]

    def one_way(x, y):
        return np.mean([max(2 * len(u & v) / (len(u) + len(v)) for v in y) for u in x])

    return float(one_way(a, b) + one_way(b, a)) / 2


def element_centric(a, b, n, alpha=0.9):
    def walks(blocks):
        alone = set(range(n)) - set().union(*blocks)
        blocks = [*blocks, *({e} for e in sorted(alone))]
        s = np.array([[float(e in block) for block in blocks] for e in range(n)])
        step = s / s.sum(axis=1, keepdims=True) @ (s / s.sum(axis=0)).T
        return (1 - alpha) * np.linalg.inv(np.eye(n) - alpha * step)

    gap = np.abs(walks(a) - walks(b)).sum(axis=1)
    return float(np.mean(1 - gap / (2 * alpha)))


def degrees(p):
    return [1 - np.abs(p[i] - p[j]).sum() / 2 for i, j in combinations(range(len(p)), 2)]


def concordance(p, q):
    return 1 - float(np.mean(np.abs(np.array(degrees(p)) - degrees(q))))


def adjusted_concordance(p, q):
    x, y = np.array(degrees(p)), np.array(degrees(q))
    chance = np.abs(x[:, None] - y[None, :]).mean()
    return float(1 - np.abs(x - y).mean() / chance) if chance else None
