"""Wu, Xiong & Chen 2009, section 4.1: Table 5, Proposition 1, Procedure 1 and Lemmas 4 to 7."""

from __future__ import annotations

from itertools import permutations
from math import log2
from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from reproductions._report import EXACT, Check, Numbers, Section, claim
from reproductions._small import measure, pairs
from reproductions.wu_2009.tables import NORMALIZED, TABLE_3, value, with_classes_first

if TYPE_CHECKING:
    from collections.abc import Callable


def random_tables(count: int) -> list[cd.Table]:
    """Return tables of 60 elements in up to five classes and four clusters."""
    rng = np.random.default_rng(0)
    return [
        cd.Table.from_labels(rng.integers(0, 5, 60), rng.integers(0, 4, 60)) for _ in range(count)
    ]


_TABLES = random_tables(100) + [
    cd.Table.from_labels(a, b) for n in range(2, 6) for a, b in pairs(n) if max(a) + max(b) > 0
]


def least_f(table: cd.Table) -> float:
    """F₋ by Procedure 1: the largest cluster takes its elements from the smallest classes first."""
    largest = left = int(table.col_sizes.max())
    total = 0.0
    for size in sorted(table.row_sizes.tolist()):
        taken = min(size, left)
        left -= taken
        total += taken / (1 + largest / size)
    return 2 * total / table.n


def _counts(t: cd.Table) -> tuple[float, float, float, float]:
    """m, m₁, m₂ and M of Table 5."""
    cells = t.to_scipy().toarray()
    pairs_in = [
        float((x * (x - 1) / 2).sum()) for x in (cells, cells.sum(axis=1), cells.sum(axis=0))
    ]
    return *pairs_in, t.n * (t.n - 1) / 2


# The forms of Table 5 that count pairs, from m, m₁, m₂ and M.
_PAIR_FORMS: dict[str, tuple[str, Callable[[float, float, float, float], float]]] = {
    "R_n": (
        "(m - m₁m₂/M)/(m₁/2 + m₂/2 - m₁m₂/M)",
        lambda m, p, q, t: (m - p * q / t) / (p / 2 + q / 2 - p * q / t),
    ),
    "MS'_n": (
        "(m₁ + m₂ - 2m)/(m₁ + m₂ - 2m₁m₂/M)",
        lambda m, p, q, t: (p + q - 2 * m) / (p + q - 2 * p * q / t),
    ),
    "FM_n": (
        "(m - m₁m₂/M)/(√(m₁m₂) - m₁m₂/M)",
        lambda m, p, q, t: (m - p * q / t) / ((p * q) ** 0.5 - p * q / t),
    ),
    "Γ_n": (
        "(mM - m₁m₂)/√(m₁m₂(M - m₁)(M - m₂))",
        lambda m, p, q, t: (m * t - p * q) / (p * q * (t - p) * (t - q)) ** 0.5,
    ),
}


def pair_forms(t: cd.Table) -> dict[str, float]:
    """R_n, Γ'_n, J'_n, MS'_n and Γ_n, each from the raw measure and its mean by eq. 1 and 2, without the library.

    The mean is that of m in the raw measure, which is linear in m (J' is (m₁ + m₂ - 2m)/(m₁ + m₂), MS' divides by m₂ or m₁).
    """
    m, p, q, total = _counts(t)
    mean = p * q / total

    def scaled(raw: Callable[[float], float], *, best: float) -> float:
        return (raw(m) - raw(mean)) / (best - raw(mean))

    return {
        "R_n": scaled(lambda x: (total - p - q + 2 * x) / total, best=1),
        "Γ'_n": scaled(lambda x: (total - 2 * p - 2 * q + 4 * x) / total, best=1),
        "Γ_n": scaled(
            lambda x: (x * total - p * q) / (p * q * (total - p) * (total - q)) ** 0.5, best=1
        ),
        "J'_n": 1 - scaled(lambda x: (p + q - 2 * x) / (p + q), best=0),
        "MS'_n": 1 - scaled(lambda x: (p + q - 2 * x) / p, best=0),
    }


def _pair_forms() -> list[Check]:
    tables = random_tables(100)
    checks = []
    for label, (text, form) in _PAIR_FORMS.items():
        error = max(abs(form(*_counts(t)) - value(label, t)) for t in tables)
        checks.append(
            claim(
                f"Table 5: {label}",
                text,
                error < 1e-9,
                f"100 random tables, error at most {error:.0e}",
            )
        )
    return checks


def _by_mean() -> list[Check]:
    """Eq. 1 with the mean over all 90 ways to deal six elements to clusters of two."""
    tables = [
        cd.Table.from_labels([0, 0, 0, 1, 1, 2], b)
        for b in sorted(set(permutations([0, 0, 1, 1, 2, 2])))
    ]

    def error(raw: str, scaled: str, form: Callable[[float, float], float]) -> float:
        values = np.array([measure(raw).on(t) for t in tables])
        mean = float(values.mean())
        return max(
            abs(form(float(v), mean) - value(scaled, t))
            for v, t in zip(values, tables, strict=True)
        )

    rising = ("(S - E[S])/(1 - E[S])", lambda s, e: (s - e) / (1 - e))
    falling = ("S/E[S]", lambda s, e: s / e)
    forms = {
        "R_n": ("rand", *rising),
        "FM_n": ("fowlkes_mallows", *rising),
        "Γ_n": ("hubert_gamma", *rising),
        "Γ'_n": ("hubert_gamma_prime", *rising),
        "J'_n": ("jaccard_prime", *falling),
        "MS'_n": ("minkowski_prime", *falling),
    }
    checks = []
    for label, (raw, text, form) in forms.items():
        off = error(raw, label, form)
        shown = f"mean over all {len(tables)} deals of 6 elements, error at most {off:.0e}"
        checks.append(claim(f"Eq. 1 and 2: {label}", text, off < EXACT, shown))
    return checks


def _identities() -> list[Check]:
    """Proposition 1 and the identities of section 4.1."""
    own = [(pair_forms(t), t) for t in random_tables(100)]
    same = max(abs(f["R_n"] - f["Γ'_n"]) for f, _ in own)
    twins = max(abs(f["J'_n"] - f["MS'_n"]) for f, _ in own)
    gamma = max(abs(f["Γ_n"] - cd.hubert_gamma(t)) for f, t in own)
    j = max(abs(cd.jaccard_prime(t) - (1 - cd.jaccard(t)) / (1 + cd.jaccard(t))) for t in _TABLES)
    flipped = max(abs(cd.normalized_minkowski(t) - (1 - cd.adjusted_rand(t))) for t in _TABLES)
    vi = max(
        abs(cd.normalized_variation_of_information(t) - (1 - cd.normalized_mutual_information(t)))
        for t in _TABLES
    )
    return [
        claim("Sec. 4.1", "J' = (1 - J)/(1 + J)", j < EXACT, f"error at most {j:.0e}"),
        claim(
            "Proposition 1 (1)",
            "R_n ≡ Γ'_n",
            same < EXACT,
            f"both by eq. 1 from their own formulas, 100 random tables: error at most {same:.0e}",
        ),
        claim(
            "Proposition 1 (1)",
            "J'_n ≡ MS'_n",
            twins < EXACT,
            f"both from their own formulas, 100 random tables: error at most {twins:.0e}",
        ),
        claim(
            "Proposition 1 (1)",
            "R_n is equivalent to J'_n and MS'_n: MS'_n = 1 - R_n",
            flipped < EXACT,
            f"error at most {flipped:.0e}",
        ),
        claim(
            "Proposition 1 (2)",
            "Γ_n ≡ Γ",
            gamma < EXACT,
            f"Γ_n by eq. 1 from the formula of Γ against Γ, 100 random tables: error at most {gamma:.0e}",
        ),
        claim(
            "Sec. 4.1",
            "VI_n + MI_n = 1 with H(P)/2 + H(C)/2 as the upper bound of MI",
            vi < EXACT,
            f"error at most {vi:.0e}",
        ),
    ]


def table_5() -> Section:
    """Table 5 and Proposition 1."""
    rows = {
        label: [value(label, with_classes_first(TABLE_3[result])) for result in TABLE_3]
        for label in NORMALIZED
    }
    checks = (*_pair_forms(), *_by_mean(), *_identities())
    note = "The paper gives no values of the normalized measures for Table 3; the table shows the library's."
    return Section(
        "Section 4.1: Table 5 and Proposition 1",
        checks,
        note=note,
        numbers=Numbers(tuple(TABLE_3), rows),
    )


def _scaled(
    item: str, text: str, labels: tuple[str, str], most: Callable[[cd.Table], float]
) -> Check:
    """Return a measure over its largest value for these cluster sizes."""
    raw, scaled = labels
    rows = [(value(raw, t), most(t), value(scaled, t)) for t in _TABLES]
    beyond = sum(x > limit + EXACT for x, limit, _ in rows)
    error = max(abs(x / limit - own) for x, limit, own in rows)
    return claim(
        item,
        text,
        error < EXACT and not beyond,
        f"{len(rows)} tables, {beyond} beyond the bound, error at most {error:.0e}",
    )


def _lemma_4() -> Check:
    within = all(cd.entropy(t) + cd.entropy(t.T) <= 2 * log2(max(t.shape)) + EXACT for t in _TABLES)
    return claim("Lemma 4", "H(C) + H(P) ≤ 2·log max(K, K')", within, f"{len(_TABLES)} tables")


def eq_3(table: cd.Table) -> float:
    """The right side of eq. 3; classes j are the rows of the table, clusters i its columns."""
    counts = table.to_scipy().toarray()
    classes, clusters = counts.sum(axis=1)[:, None], counts.sum(axis=0)[None, :]
    return float(2 / table.n * (counts / (clusters / classes + 1)).sum(axis=0).max())


def lemmas_4_to_7() -> Section:
    """The bounds, and the measures normalized by them."""
    found = [(cd.f_measure(t), least_f(t), cd.normalized_f_measure(t)) for t in _TABLES]
    below = sum(f < low - EXACT for f, low, _ in found)
    error = max(abs((f - low) / (1 - low) - own) for f, low, own in found)
    third = min(cd.f_measure(t) - eq_3(t) for t in _TABLES)
    checks = (
        _lemma_4(),
        _scaled(
            "Lemma 4, Table 5: VI_n",
            "VI ≤ H(C) + H(P), and VI_n is the quotient",
            ("VI", "VI_n"),
            lambda t: cd.entropy(t) + cd.entropy(t.T),
        ),
        _scaled(
            "Lemma 5, Table 5: VD_n",
            "VD ≤ (2n - max n_i· - max n_·j)/2n, and VD_n is the quotient",
            ("VD", "VD_n"),
            lambda t: float(1 - (t.row_sizes.max() + t.col_sizes.max()) / (2 * t.n)),
        ),
        claim(
            "Proof of Lemma 6, eq. 3",
            "F ≥ (2/n)·max_i Σ_j n_ij/(n_i·/n_·j + 1)",
            third > -EXACT,
            f"{len(_TABLES)} tables, at least {max(third, 0):.3f} apart",
        ),
        claim(
            "Lemma 6, Procedure 1, Table 5: F_n",
            "F ≥ F₋, and F_n = (F - F₋)/(1 - F₋)",
            error < EXACT and not below,
            f"{len(found)} tables, {below} below the bound, error at most {error:.0e}",
        ),
        _scaled(
            "Lemma 7, Table 5: ε_n",
            "ε ≤ 1 - 1/max(K, K'), and ε_n is the quotient",
            ("ε", "ε_n"),
            lambda t: 1 - 1 / max(t.shape),
        ),
    )
    return Section("Section 4.1: Lemmas 4 to 7 and Procedure 1", checks)
