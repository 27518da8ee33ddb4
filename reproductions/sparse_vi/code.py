"""The tutorial's examples and its function."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

import clusterdiff as cd
from reproductions._report import EXACT, Check, Section, claim, listed, misprint, number, refuted
from reproductions._small import pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

X, Y = [1, 0, 2, 1, 1, 2], [0, 1, 1, 2, 0, 2]
C1, C2, C3 = [0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1]


def examples() -> Section:
    """The first example, and the two printed values of VI."""
    table = cd.Table.from_labels(X, Y)
    joint = table.to_scipy().toarray()
    printed = {
        "x": (table.row_sizes, [0.1667, 0.5, 0.3333]),
        "y": (table.col_sizes, [0.3333, 0.3333, 0.3333]),
    }
    checks: list[Check] = [
        claim(
            "Sparse matrices",
            "entries at (1, 0) twice, (0, 1), (2, 1), (1, 2), (2, 2)",
            joint.tolist() == [[0, 1, 0], [2, 0, 1], [0, 1, 1]],
            str(joint.tolist()),
        ),
        listed("Normalizing", "the joint shares sum to 1.0", "by construction"),
    ]
    checks += [
        number(f"Marginals: p({side} = {k})", p, float(size / table.n), 4)
        for side, (sizes, ps) in printed.items()
        for k, (size, p) in enumerate(zip(sizes, ps, strict=True))
    ]
    checks += [
        number("VI(identical), c1 and c2", 0.0, cd.variation_of_information(C1, C2), 1),
        misprint(
            "VI(different), c1 and c3",
            1.459,
            cd.variation_of_information(C1, C3),
            log2(6),
            f"c1 and c3 are independent, so VI = log₂ 3 + log₂ 2 = log₂ 6. The printed number is VI of the first example, {cd.variation_of_information(X, Y):.6f}.",
            "S1",
        ),
    ]
    return Section("The examples", tuple(checks))


def _plogp(p: Floats) -> Floats:
    """p·log₂ p of each entry, 0 for 0."""
    out: Floats = p * np.log2(np.where(p > 0, p, 1))
    return out


def joint_shares(a: Any, b: Any) -> Floats:
    """Return the joint distribution, x by y."""
    return cd.Table.from_labels(a, b).to_scipy().toarray() / len(a)


def corrected(pxy: Floats) -> float:
    """H(Y given X) from the rows over p(x), H(X given Y) from the columns over p(y)."""
    px, py = pxy.sum(axis=1), pxy.sum(axis=0)
    return float(
        -px @ _plogp(np.diag(1 / px) @ pxy).sum(axis=1)
        - py @ _plogp(pxy @ np.diag(1 / py)).sum(axis=0)
    )


def with_exchanged_factors(pxy: Floats) -> float:
    """The tutorial's algebra on arrays: rows over p(y), columns over p(x), both sums along rows."""
    px, py = pxy.sum(axis=1), pxy.sum(axis=0)
    return float(
        -px @ _plogp(np.diag(1 / py) @ pxy).sum(axis=1)
        - py @ _plogp(pxy @ np.diag(1 / px)).sum(axis=1)
    )


def entropy_terms_of_sparse(pxy: Floats) -> Any:
    """x·log x as the tutorial's helper takes it: with the non-zero entries of a sparse matrix."""
    matrix = sparse.csr_matrix(pxy)
    entries = np.asarray(
        matrix[matrix.nonzero()]
    )  # one row; * of such matrices is the matrix product
    return entries @ np.log2(entries)


def raises(call: Any, *arguments: Any) -> bool:
    """Return whether a call ends with a ValueError."""
    try:
        call(*arguments)
    except ValueError:
        return True
    return False


def function() -> Section:
    """The function of the page."""
    first, third = joint_shares(X, Y), joint_shares(C1, C3)
    cases = [pair for n in range(1, 6) for pair in pairs(n)]
    error = max(
        abs(corrected(joint_shares(a, b)) - cd.variation_of_information(a, b)) for a, b in cases
    )
    wrong = with_exchanged_factors(first)
    checks = (
        refuted(
            "Variation of Information: the helper for x·log x",
            "it takes the sparse product of matrices",
            not raises(entropy_terms_of_sparse, first),
            raises(entropy_terms_of_sparse, first) and error < EXACT,
            "ValueError: dimension mismatch",
            "Indexing a sparse matrix by its non-zero entries gives a matrix of one row, whose product with another one is a matrix product. "
            "x·log x belongs on the data of the matrix, as the table of patterns says.",
            "S2",
        ),
        refuted(
            "Variation of Information: p(y given x) = diag(1/p(y)) p(x, y)",
            "it gives VI",
            abs(wrong - cd.variation_of_information(X, Y)) < EXACT,
            error < EXACT,
            f"{wrong:.4f} instead of {cd.variation_of_information(X, Y):.4f} for x and y; the shapes do not fit for c1 and c3"
            if raises(with_exchanged_factors, third)
            else f"{wrong:.4f}",
            "Rows are x, so they must be divided by p(x), and columns by p(y); the second sum must run along the other axis. "
            f"Corrected, the formula is VI for all {len(cases)} tables of up to 5 elements (error {error:.0e}).",
            "S2",
        ),
    )
    note = "The algebra of the page is written anew; its helper is reproduced only as far as the indexing goes."
    return Section("The code", checks, note=note)
