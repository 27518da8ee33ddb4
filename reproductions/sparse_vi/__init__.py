"""The tutorial on sparse variation of information (S. Lee, Python book, chapter 12): right where its page is wrong."""

from __future__ import annotations

from itertools import combinations
from math import log2
from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT, Paper, Section, addition, claim, misprint, missing, number, refuted
from clusterdiff.properties import check, pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

X, Y = [1, 0, 2, 1, 1, 2], [0, 1, 1, 2, 0, 2]  # its first example
C1, C2, C3 = [0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]
EXERCISE_1 = [[2, 2], [1, 3]]  # eighths: rows x, columns y
METRIC = ("non_negative", "zero_only_on_equal", "symmetric", "triangle_inequality")


def _examples() -> Section:
    table = cd.Table.from_labels(X, Y)
    carried_over = round(cd.variation_of_information(X, Y), 3) == 1.459 == round(cd.entropy(X), 3)  # noqa: PLR2004
    printed = {"x": (table.row_sizes, [0.1667, 0.5, 0.3333]), "y": (table.col_sizes, [0.3333, 0.3333, 0.3333])}
    shares = [
        number(f"p({side} = {k})", p, float(size / table.n), 4)
        for side, (sizes, ps) in printed.items()
        for k, (size, p) in enumerate(zip(sizes, ps, strict=True))
    ]
    checks = [
        *shares,
        number("VI(c1, c2), identical", 0.0, cd.variation_of_information(C1, C2), 3),
        misprint("VI(c1, c3), different", 1.459, cd.variation_of_information(C1, C3), log2(6), "they are independent, so log₂ 6 bits"),
        addition("1.459 is VI(x, y), and happens to be H(x)", carried_over, f"{cd.variation_of_information(X, Y):.6f} and {cd.entropy(X):.6f}"),
    ]
    note = "Read from a stored copy of the page. That 1.459 was carried over from the first example is an inference."
    return Section("The examples", tuple(checks), note=note)


def _plogp(p: Floats) -> Floats:
    out: Floats = p * np.log2(np.where(p > 0, p, 1))
    return out


def joint_shares(a: list[int], b: list[int]) -> Floats:
    """The joint distribution, x by y."""
    return cd.Table.from_labels(a, b).to_scipy().toarray() / len(a)


def vi_by_conditionals(pxy: Floats) -> float:
    """H(Y given X) from the rows divided by p(x), H(X given Y) from the columns divided by p(y)."""
    px, py = pxy.sum(axis=1), pxy.sum(axis=0)
    return float(-px @ _plogp(np.diag(1 / px) @ pxy).sum(axis=1) - py @ _plogp(pxy @ np.diag(1 / py)).sum(axis=0))


def vi_as_on_the_page(pxy: Floats) -> float:
    """The page's formula: rows divided by p(y), columns by p(x), and both sums taken along rows."""
    px, py = pxy.sum(axis=1), pxy.sum(axis=0)
    return float(-px @ _plogp(np.diag(1 / py) @ pxy).sum(axis=1) - py @ _plogp(pxy @ np.diag(1 / px)).sum(axis=1))


def _fits(pxy: Floats) -> bool:
    try:
        vi_as_on_the_page(pxy)
    except ValueError:
        return False
    return True


def _code() -> Section:
    first, third = joint_shares(X, Y), joint_shares(C1, C3)
    cases = [(list(a), list(b)) for n in range(1, 6) for a, b in pairs(n)]
    error = max(abs(vi_by_conditionals(joint_shares(a, b)) - cd.variation_of_information(a, b)) for a, b in cases)
    fits, wrong = _fits(third), vi_as_on_the_page(first)
    exchanged = "rows are divided by p(y) and columns by p(x), and the second sum runs along the wrong axis"
    checks = (
        refuted(
            "the formula takes clusterings with different numbers of clusters, (c1, c3)",
            fits,
            abs(vi_by_conditionals(third) - log2(6)) < EXACT,
            f"the shapes {'fit' if fits else 'do not fit'}; corrected it gives {vi_by_conditionals(third):.4f}",
            exchanged,
        ),
        addition(
            "the page's formula does not give VI(x, y) where the shapes fit",
            abs(wrong - cd.variation_of_information(X, Y)) > EXACT,
            f"{wrong:.4f} instead of {cd.variation_of_information(X, Y):.4f}",
        ),
        addition(
            "corrected it is VI: px·Σ_y over pxy/px, py·Σ_x over pxy/py",
            error < EXACT,
            f"all {len(cases)} tables of up to five elements, error at most {error:.0e}",
        ),
        missing(
            "the printed function as it stands",
            "it is not ours to copy; on record is that it raises ValueError with scipy 1.17.1, for its x·log x takes sparse matrices for arrays",
        ),
    )
    return Section("The code", checks, note="The formula of the page is written anew, with arrays instead of sparse matrices.")


def _exercises() -> Section:
    table = cd.Table.from_matrix(EXERCISE_1)
    low, high = (cd.entropy([0] * x + [1] * y) for x, y in ((2, 1), (2, 3)))
    first, second = ((x * log2((x + y) / x) + y * log2((x + y) / y)) / 8 for x, y in ((2, 1), (2, 3)))
    cases = [(a, b) for n in range(1, 6) for a, b in pairs(n)]
    own = max(abs(cd.mutual_information(a, a) - cd.entropy(a)) for a, _ in cases)
    identity = max(abs(cd.mutual_information(a, b) - cd.entropy(a) + cd.conditional_entropy(a, b)) for a, b in cases)
    zero = check("vi", "zero_only_on_equal", n=6, budget=100)
    checks = (
        number("exercise 1: entropy of x where y = 0", 0.9183, low, 4),
        number("exercise 1: entropy of x where y = 1", 0.9710, high, 4),
        number("exercise 1: first term", 0.3444, 0.375 * low, 4),
        misprint("exercise 1: second term", 0.6069, 0.625 * high, second, "0.606844 rounds to 0.6068; the page rounds the factor first", 4),
        misprint("exercise 1: H(X given Y)", 0.9513, cd.conditional_entropy(table), first + second, "0.951205; the page adds rounded terms", 4),
        claim("exercise 2: VI is 0 for equal clusterings only", bool(zero), zero.how),
        claim(
            "exercise 3: I(X; Y) = H(X) - H(X given Y), and H(X) if X = Y",
            max(identity, own) < EXACT,
            f"all {len(cases)} tables of up to five elements, error at most {max(identity, own):.0e}",
        ),
    )
    return Section("The exercises", checks, note="Exercise 4, on formats of sparse matrices, has nothing to recompute.")


def _is_metric(measure: str) -> tuple[bool, str]:
    """Whether it is one, and how that was found or the last example of where it is not."""
    verdicts = [check(measure, name, n=5, budget=100) for name in METRIC]
    broken = [str(verdict.counterexample) for verdict in verdicts if not verdict]
    return not broken, broken[-1] if broken else f"a metric on {verdicts[-1].how}"


def _pairs_apart(a: Sequence[int], b: Sequence[int]) -> float:
    """The share of pairs of elements that just one of two clusterings has together: a Hamming distance, so a metric."""
    every = list(combinations(range(len(a)), 2))
    return sum((a[i] == a[j]) != (b[i] == b[j]) for i, j in every) / len(every)


def _insight() -> Section:
    values = [cd.normalized_variation_of_information(a, b, by="log_n") for n in range(2, 7) for a, b in pairs(n)]
    (vi, vi_shown), (rand, rand_shown), (mi, mi_shown) = (_is_metric(name) for name in ("vi", "rand", "mi"))
    hamming = max(abs(1 - cd.rand(a, b) - _pairs_apart(a, b)) for n in range(2, 6) for a, b in pairs(n))
    checks = (
        claim("VI is a metric", vi, vi_shown),
        refuted("unlike VI, the Rand index is no metric", not rand, hamming < EXACT, rand_shown, "1 - R is one: the share of pairs that differ"),
        claim("unlike VI, mutual information is no metric", not mi, mi_shown),
        claim(
            "VI/log n lies between 0 and 1",
            min(values) >= 0 and max(values) <= 1 + EXACT,
            f"from {min(values):.3f} to {max(values):.3f} for 2 to 6 elements",
        ),
    )
    return Section("Key insight, and the extensions", checks)


PAPER = Paper("sparse-vi", "Sparse variation of information", (_examples, _code, _exercises, _insight))
