"""Rezaei & Fränti 2016, section 7.8: Table 7, small clusters of Yeast are removed."""

from __future__ import annotations

from typing import Any

import numpy as np

import clusterdiff as cd
from reproductions._report import Check, Drawing, Section, claim
from reproductions.rezaei_2016.strips import draw_strips

CLASSES = np.array([463, 429, 244, 163, 51, 44, 35, 30, 20, 5])  # UCI Yeast, n = 1484
TABLE_7 = {9: (1.00, 0.99, 1.00, 0.88), 8: (0.99, 0.97, 0.98, 0.74), 7: (0.97, 0.93, 0.97, 0.60)}
COLUMNS = ("ARI", "NMI", "1 - NVD", "PSI")
DEALS = 2000


def dealt(k: int, rng: np.random.Generator) -> cd.Table:
    """The classes against the k largest ones, the objects of the others dealt to these at random."""
    rest = rng.multinomial(CLASSES[k:], np.full(k, 1 / k))
    return cd.Table.from_matrix(np.vstack([np.diag(CLASSES[:k]), rest]))


def values(table: cd.Table) -> tuple[float, ...]:
    """Return the four indexes of the table."""
    return (
        cd.adjusted_rand(table),
        cd.normalized_mutual_information(table),
        1 - cd.invariant_van_dongen(table),
        cd.pair_sets_index(table),
    )


def table_7() -> Section:
    """Each printed row is a possible outcome of dealing the objects at random."""
    rng = np.random.default_rng(0)
    checks: list[Check] = []
    means = {}
    for k, printed in TABLE_7.items():
        found = np.array([values(dealt(k, rng)) for _ in range(DEALS)])
        means[k] = found.mean(axis=0)
        hits = (np.round(found, 2) == np.array(printed)).all(axis=1)
        shown = ", ".join(f"{label} {x:.3f}" for label, x in zip(COLUMNS, means[k], strict=True))
        row = ", ".join(f"{label} {x:.2f}" for label, x in zip(COLUMNS, printed, strict=True))
        checks.append(
            claim(
                f"Table 7, K = {k}",
                row,
                bool(hits.any()),
                f"{hits.sum()} of {DEALS} deals give exactly these four numbers; mean {shown}",
            )
        )
    gaps = [means[9][i] - means[7][i] for i in range(4)]
    checks.append(
        claim(
            "Table 7",
            "only PSI changes significantly (more than three times as much as any other)",
            gaps[3] > 3 * max(gaps[:3]),
            "changes by " + ", ".join(f"{x:.3f}" for x in gaps),
        )
    )
    note = (
        "Class sizes of UCI Yeast. The paper does not say how the objects of a removed cluster are distributed; here each goes to one of the "
        "others with equal probability. The table is one outcome, so a row agrees if some deals give all of its numbers."
    )
    figures = {
        "figure-24": Drawing(
            "The ten classes of Yeast, and nine, eight and seven clusters to which the objects of the removed ones were dealt",
            _removed,
        )
    }
    return Section(
        "Section 7.8: Table 7 and figure 24, removing small clusters", tuple(checks), figures, note
    )


def _removed(ax: Any) -> Any:
    """Draw figure 24: in each class that was removed, the clusters its objects were dealt to, in order."""
    rows = {"G, K = 10": np.repeat(np.arange(len(CLASSES)), CLASSES)}
    rng = np.random.default_rng(0)
    for k in TABLE_7:
        cells = dealt(k, rng).to_scipy().toarray()
        rows[f"P, K = {k}"] = np.concatenate([np.repeat(np.arange(k), row) for row in cells])
    draw_strips(ax, rows)
    return ax
