"""Wu, Xiong & Chen 2009, sections 5.1 and 5.2: rank correlation of measures, and sensitivity."""

from __future__ import annotations

import numpy as np
from scipy.stats import kendalltau

import clusterdiff as cd
from reproductions._report import Numbers, Section, claim, listed
from reproductions.wu_2009.simulation import VARIANCES, settings
from reproductions.wu_2009.tables import (
    NORMALIZED,
    RAW,
    TABLE_10,
    value,
    with_classes_first,
)

_DIGITS = 10
_SCALED = ("R_n", "FM_n", "Γ_n", "VD_n", "F_n", "ε_n", "VI_n")


def _over_all(labels: tuple[str, ...]) -> np.ndarray:
    """κ over the 800 simulated data sets."""
    tables = [t for v in VARIANCES for group in settings(v) for t in group]
    return kendall(tables, [(RAW | NORMALIZED)[label] for label in labels])


def kendall(tables: list[cd.Table], names: list[str]) -> np.ndarray:
    """Return Kendall's tau-b of each two measures over tables, 1 if they rank all tables alike.

    The sign of distances is reversed. Values that agree to ten digits are tied, since forms of a
    measure differ by rounding.
    """
    measures = [cd.get_measure(name) for name in names]
    signs = [-1 if m.direction == "distance" else 1 for m in measures]
    values = [[sign * m.on(t) for t in tables] for sign, m in zip(signs, measures, strict=True)]
    merits = np.round(values, _DIGITS)
    return np.array([[kendalltau(x, y).statistic for y in merits] for x in merits])


def simulated_consistency() -> Section:
    """The consistency of the measures on the simulated data, which the paper does not give."""
    scaled = _over_all(_SCALED)
    rows = {label: kappa.tolist() for label, kappa in zip(_SCALED, scaled, strict=True)}
    note = (
        "Not in the paper: κ over the 800 simulated data sets of section 4.2, distances turned round, to compare with the table above. "
        "The order of the measures is another one there, with VI_n next to R_n and VD_n last."
    )
    return Section("The same on the simulated data", note=note, numbers=Numbers(_SCALED, rows, 2))


def table_11() -> Section:
    """Tables 10 and 11."""
    tables = {result: with_classes_first(matrix) for result, matrix in TABLE_10.items()}
    first, second = tables.values()
    labels = ("VI_n", "VD_n", "F_n", "ε_n", "R_n", "FM_n", "Γ_n")
    changes = {label: abs(value(label, first) - value(label, second)) for label in labels}
    same = [label for label, x in changes.items() if x < 1e-12]
    most = max(changes, key=lambda label: changes[label])
    sizes = [(t.row_sizes.tolist(), t.col_sizes.tolist()) for t in tables.values()]
    rows = {label: [value(label, t) for t in tables.values()] for label in labels}
    checks = (
        listed("Table 11", "the values of seven measures for both results", "see the table below"),
        claim(
            "Table 10",
            "class sizes 23, 19, 24 and cluster sizes 19, 23, 24",
            sizes == [([23, 19, 24], [19, 23, 24])] * 2,
            f"{sizes[0]}",
        ),
        claim(
            "Sec. 5.2 on Table 11",
            "all measures tell the two results apart but VD_n and F_n",
            set(same) == {"VD_n", "F_n"},
            ", ".join(f"{k} {x:.3f}" for k, x in changes.items()),
        ),
        claim(
            "Sec. 5.2 on Table 11", "VI_n changes most", most == "VI_n", f"by {changes['VI_n']:.4f}"
        ),
    )
    note = (
        "The table below has the values of Table 11 as computed. They are not compared with the printed ones: our copy of the paper has lost the table. "
        "What section 5.2 says of it in words is checked."
    )
    return Section(
        "Section 5.2: Tables 10 and 11, sensitivity",
        checks,
        note=note,
        numbers=Numbers(tuple(tables), rows, 4),
    )
