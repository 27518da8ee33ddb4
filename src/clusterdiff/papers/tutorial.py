"""The tutorial on sparse variation of information (S. Lee, Python book, chapter 12): right where its page is wrong."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from clusterdiff.papers._report import Check, Paper, Section, claim, missing, number
from clusterdiff.properties import check, pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

EXACT = 1e-12
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
        number(
            "VI(c1, c3), different", 1.459, cd.variation_of_information(C1, C3), 3, f"independent, so log₂ 6 = {log2(6):.3f} bits; 1.459 is VI(x, y)"
        ),
        claim("1.459 is VI(x, y), and happens to be H(x)", carried_over, f"{cd.variation_of_information(X, Y):.6f} and {cd.entropy(X):.6f}"),
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
    exchanged = "rows are divided by p(y) and columns by p(x), and the second sum runs along the wrong axis"
    checks = (
        number("VI(x, y) by the page's formula", vi_as_on_the_page(first), cd.variation_of_information(X, Y), 4, exchanged),
        claim(
            "the page's formula takes clusterings with different numbers of clusters",
            _fits(third),
            "no: the shapes do not fit for (c1, c3)",
            exchanged,
        ),
        number("VI(x, y), corrected: px·Σ_y over pxy/px, py·Σ_x over pxy/py", vi_by_conditionals(first), cd.variation_of_information(X, Y), 12),
        number("VI(c1, c3), corrected", vi_by_conditionals(third), cd.variation_of_information(C1, C3), 12),
        claim("the corrected formula is VI", error < EXACT, f"all {len(cases)} tables of up to five elements, error at most {error:.0e}"),
        missing(
            "the printed function as it stands",
            "it is not ours to copy; on record is that it raises ValueError with scipy 1.17.1, for its x·log x takes sparse matrices for arrays",
        ),
    )
    return Section("The code", checks, note="The formula of the page is written anew, with arrays instead of sparse matrices.")


def _exercises() -> Section:
    table = cd.Table.from_matrix(EXERCISE_1)
    low, high = (cd.entropy([0] * x + [1] * y) for x, y in ((2, 1), (2, 3)))
    cases = [(a, b) for n in range(1, 6) for a, b in pairs(n)]
    identity = max(abs(cd.mutual_information(a, b) - cd.entropy(a) + cd.conditional_entropy(a, b)) for a, b in cases)
    zero = check("vi", "zero_only_on_equal", n=6, budget=100)
    checks = (
        number("exercise 1: entropy of x where y = 0", 0.9183, low, 4),
        number("exercise 1: entropy of x where y = 1", 0.9710, high, 4),
        number("exercise 1: first term", 0.3444, 0.375 * low, 4),
        number("exercise 1: second term", 0.6069, 0.625 * high, 4, "0.606844 rounds to 0.6068; the page rounds the factor first"),
        number("exercise 1: H(X given Y)", 0.9513, cd.conditional_entropy(table), 4, "0.951205; the page adds rounded terms"),
        number("exercise 1: H(X given Y), corrected", 0.951205, cd.conditional_entropy(table), 6),
        claim("exercise 2: VI is 0 for equal clusterings only", bool(zero), zero.how),
        claim(
            "exercise 3: I(X; Y) = H(X) - H(X given Y)",
            identity < EXACT,
            f"all {len(cases)} tables of up to five elements, error at most {identity:.0e}",
        ),
        number("exercise 3: I(c1, c2) = H(c1)", cd.entropy(C1), cd.mutual_information(C1, C2), 12),
    )
    return Section("The exercises", checks, note="Exercise 4, on formats of sparse matrices, has nothing to recompute.")


def _no_metric(label: str, measure: str, reason: str = "") -> Check:
    verdicts = [check(measure, name, n=5, budget=100) for name in METRIC]
    broken = [str(verdict.counterexample) for verdict in verdicts if not verdict]
    return claim(f"{label} is no metric", bool(broken), broken[-1] if broken else f"a metric on {verdicts[-1].how}", reason)


def _insight() -> Section:
    values = [cd.normalized_variation_of_information(a, b, by="log_n") for n in range(2, 7) for a, b in pairs(n)]
    metric = [check("vi", name, n=5, budget=100) for name in METRIC]
    checks = (
        claim("VI is a metric", all(metric), metric[-1].how),
        _no_metric("unlike VI, the Rand index", "rand", "1 - R is a metric: Mirkin's distance, scaled"),
        _no_metric("unlike VI, mutual information", "mi"),
        claim(
            "VI/log n lies between 0 and 1",
            min(values) >= 0 and max(values) <= 1 + EXACT,
            f"from {min(values):.3f} to {max(values):.3f} for 2 to 6 elements",
        ),
    )
    return Section("Key insight, and the extensions", checks)


PAPER = Paper("sparse-vi", "Sparse variation of information", (_examples, _code, _exercises, _insight))
