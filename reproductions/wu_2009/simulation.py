"""Wu, Xiong & Chen 2009, sections 4.2 and 4.3: K-means on simulated mixtures; Figures 2 and 3, Table 7."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.stats import kendalltau

import clusterdiff as cd
from clusterdiff.plots import plot_scatter, plot_series
from reproductions._kmeans import kmeans
from reproductions._report import (
    AGREES,
    EXACT,
    NOT_REACHED,
    Check,
    Drawing,
    Section,
    claim,
    listed,
    refuted,
    simulated,
)
from reproductions._small import falls
from reproductions.wu_2009.tables import merits, size_effect, value, written

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from reproductions.wu_2009.tables import Floats

N = 6000
SMALLER = (3000, 2600, 2200, 1800, 1400, 1000, 600, 200)
VARIANCES = tuple(v / 2 for v in range(1, 11))
REPEATS = 10  # data sets per setting, averaged
POOL = 120  # data sets per setting with σ² = 5
REPETITIONS = 1000  # of the experiment, for Table 7

_ORDER = ("VI", "VD", "MS", "ε", "F", "R", "J", "FM", "Γ", "Γ'")
_SCALED = ("VI_n", "VD_n", "MS'_n", "ε_n", "F_n", "R_n", "J'_n", "FM_n", "Γ_n", "Γ'_n")
# Table 7, first and third row.
SIMULATED_RAW = (-0.71, 0.79, -0.79, 1.00, 1.00, 1.00, 0.91, 0.71, 1.00, 1.00)
# The second row, which is recomputed in experiments.py.
SAMPLED_RAW = (-0.93, -1.00, -1.00, 0.50, 0.21, 1.00, 0.50, -0.43, 0.93, 1.00)


def mixture(
    smaller: int, variance: float, rng: Generator, n: int = N
) -> tuple[Floats, NDArray[np.int64]]:
    """Return points of two Gaussian classes, the smaller one (1) around (-2, 0), the other (0) around (2, 0), and their classes."""
    classes = np.repeat([0, 1], [n - smaller, smaller])
    points = np.sqrt(variance) * rng.standard_normal((n, 2))
    points[:, 0] = 2 - 4 * classes - points[:, 0]
    return points, classes


@cache
def clustered(smaller: int, variance: float, repeat: int) -> cd.Table:
    """Return classes and K-means clusters of one mixture."""
    points, classes = mixture(
        smaller, variance, np.random.default_rng([smaller, int(10 * variance), repeat])
    )
    return cd.Table.from_labels(classes, kmeans(points, 2, repeat, starts=1))


def settings(variance: float, first: int = 0) -> list[list[cd.Table]]:
    """For each class size, the tables of ten data sets."""
    return [
        [clustered(smaller, variance, first + k) for k in range(REPEATS)] for smaller in SMALLER
    ]


def averaged(tables: list[list[cd.Table]]) -> tuple[list[float], list[float]]:
    """CV₀ and DCV, averaged over the data sets of a setting."""
    effects = [[size_effect(t) for t in group] for group in tables]
    return [float(np.mean([x for x, _ in e])) for e in effects], [
        float(np.mean([y for _, y in e])) for e in effects
    ]


def figure_2() -> Section:
    """DCV against CV₀ for σ² = 5."""
    cv0, dcv = averaged(settings(5.0))
    curves = {f"σ² = {v:g}": averaged(settings(v))[1] for v in (0.5, 2.5, 5.0)}
    checks = (
        claim(
            "Sec. 4.2",
            "CV₀ from 0 to 1.320",
            [round(cv0[0], 3), round(cv0[-1], 3)] == [0, 1.32],
            f"{cv0[0]:.3f} to {cv0[-1]:.3f}",
        ),
        claim(
            "Fig. 2 (a)",
            "for σ² = 5 DCV falls as CV₀ rises",
            falls(dcv, strictly=True),
            ", ".join(f"{x:.2f}" for x in dcv),
        ),
        claim(
            "Fig. 2 (a)",
            "DCV values are usually negative",
            sum(x < 0 for x in dcv) > len(dcv) / 2,
            f"{sum(x < 0 for x in dcv)} of {len(dcv)}",
        ),
    )

    def draw(ax: Any) -> Any:
        return plot_series(
            cv0, curves, ax=ax, xlabel="CV₀ of the classes", ylabel="DCV = CV₁ - CV₀"
        )

    note = (
        "6000 points of two Gaussian classes around (-2, 0) and (2, 0) in two dimensions, 3000, 2600, …, 200 of them in "
        "the first class; every value is the mean of ten data sets. K-means of scikit-learn with one start."
    )
    return Section(
        "Section 4.2: Figure 2 (a), the uniform effect",
        checks,
        {
            "figure-2": Drawing(
                "DCV against CV₀ of the simulated data sets for three variances: it falls for σ² = 5",
                draw,
            )
        },
        note,
    )


@cache
def correlations() -> dict[str, list[float]]:
    """κ of each measure with DCV in each repetition: ten data sets per setting, drawn from a pool."""
    pool = [[clustered(smaller, 5.0, k) for k in range(POOL)] for smaller in SMALLER]
    effects = np.array([[size_effect(t)[1] for t in group] for group in pool])
    values = {
        label: np.array([merits(label, group) for group in pool]) for label in (*_ORDER, *_SCALED)
    }
    rng = np.random.default_rng(0)
    found: dict[str, list[float]] = {label: [] for label in values}
    for _ in range(REPETITIONS):
        drawn = np.array([rng.choice(POOL, REPEATS, replace=False) for _ in SMALLER])
        dcv = np.take_along_axis(effects, drawn, axis=1).mean(axis=1)
        for label, every in values.items():
            means = np.take_along_axis(every, drawn, axis=1).mean(axis=1).round(10)
            found[label].append(float(kendalltau(means, dcv).statistic))
    return found


def _text_against_table() -> Check:
    """What section 4.3 says of Γ_n."""
    rng = np.random.default_rng(1)
    tables = [
        cd.Table.from_labels(rng.integers(0, 4, 50), rng.integers(0, 3, 50)) for _ in range(50)
    ]
    same = max(abs(value("Γ_n", t) - cd.hubert_gamma(t)) for t in tables)
    printed = dict(zip(_ORDER, SAMPLED_RAW, strict=True))["Γ"]
    return refuted(
        "Sec. 4.3 on Table 7",
        "all normalized measures but F_n and ε_n have κ = 1 on the sampled data",
        same > EXACT,
        same < EXACT and printed < 1,
        f"Γ_n = Γ (error {same:.0e}), and Γ has κ = {printed:.2f} there",
        "By Proposition 1 (2) Γ_n ≡ Γ, so its κ is that of Γ, 0.93. Our copy has a further 0.93 near the table, which fits.",
        "W2",
    )


def _tau_b() -> Check:
    """That κ is τ-b: 0.91 on 8 points needs a tie."""
    return listed(
        "Table 7, J: κ = 0.91",
        "κ is Kendall's rank correlation",
        "of 8 points: τ-b with one tie is 25/√(27·28) = 0.91, while τ-a can only be 0.86, 0.93 or other multiples of 1/14",
    )


def _f_n(kappas: list[float]) -> Check:
    """κ of F_n, whose printed value repetitions reach too rarely to agree.

    The cause is in the set-up: the mean of F_n rises from 3000 to 2600 points, while DCV falls.
    """
    check = simulated("Table 7, simulated: F_n", 1.00, kappas)
    even, less = (
        merits("F_n", [clustered(smaller, 5.0, k) for k in range(POOL)]) for smaller in SMALLER[:2]
    )
    rise = float(less.mean() - even.mean())
    error = float(np.sqrt(even.var(ddof=1) / POOL + less.var(ddof=1) / POOL))
    if check.verdict == AGREES or rise < 3 * error:
        return check
    reason = (
        f"The value is of the authors' own ten samples per setting. The described set-up rather gives 0.93: F_n is {rise:.4f} ± {error:.4f} "
        "higher at 2600 points than at 3000, while DCV is lower."
    )
    return replace(check, verdict=NOT_REACHED, reason=reason)


def table_7() -> Section:
    """Table 7: κ of the measures with DCV."""
    found = correlations()
    checks = [
        simulated(f"Table 7, simulated: {label}", printed, found[label])
        for label, printed in zip(_ORDER, SIMULATED_RAW, strict=True)
    ]
    checks += [
        simulated(f"Table 7, simulated: {label}", 1.00, found[label])
        for label in _SCALED
        if label != "F_n"
    ]
    checks.append(_f_n(found["F_n"]))
    strong = [
        label
        for label, x in zip(_ORDER, SIMULATED_RAW, strict=True)
        if x > 0.9 and dict(zip(_ORDER, SAMPLED_RAW, strict=True))[label] > 0.9
    ]
    checks += [
        _tau_b(),
        claim(
            "Sec. 4.3",
            "of the unnormalized only R, Γ and Γ' are consistent with DCV on both groups",
            set(strong) == {"R", "Γ", "Γ'"},
            "from the printed values: " + ", ".join(strong),
        ),
        _text_against_table(),
    ]
    note = (
        f"κ of eight averages with DCV, distances turned round, σ² = 5. The experiment is random: it was repeated {REPETITIONS} times, each time with ten "
        f"of {POOL} data sets per class size. A printed value agrees if at least 1 % of the repetitions reach it. This criterion was changed after results had been seen: "
        "at first a value agreed if it lay within the range of all repetitions, and by that rule κ of F_n would agree, too; F_n is the only entry on which the two rules differ."
    )
    return Section("Section 4.3: Table 7, the simulated data sets", tuple(checks), note=note)


_SPREAD = {"VI": "VI_n", "VD": "VD_n", "F": "F_n", "R": "R_n", "FM": "FM_n", "ε": "ε_n"}


def _unit(label: str, tables: list[cd.Table]) -> Floats:
    """A measure on a scale from 0 to 1; VI as a share of its bound 2·log max(K, K') = 2 bits."""
    x = np.array([value(label, t) for t in tables])
    return x / 2 if label == "VI" else x


def figure_3() -> Section:
    """Figure 3: the values of all 800 data sets."""
    tables = [t for v in VARIANCES for group in settings(v) for t in group]
    values = {
        label: (_unit(label, tables), _unit(scaled, tables)) for label, scaled in _SPREAD.items()
    }
    wider = {
        label: (float(np.ptp(raw)), float(np.ptp(own))) for label, (raw, own) in values.items()
    }
    checks = (
        claim(
            "Fig. 3",
            "normalized measures have a much wider range of values within [0, 1] (wider for each of the six)",
            all(own > raw for raw, own in wider.values()),
            "; ".join(f"{label} {raw:.2f} → {own:.2f}" for label, (raw, own) in wider.items()),
        ),
    )

    note = (
        f"All {len(tables)} simulated data sets, σ² = 0.5 to 5. Boxes hold the middle half of the values, whiskers all of them. "
        "VI as a share of its upper bound 2·log max(K, K')."
    )
    return Section(
        "Section 4.3: Figure 3, the spread of the values",
        checks,
        {
            "figure-3": Drawing(
                "Boxes of six measures before and after normalization on 800 simulated data sets",
                lambda ax: _draw_spread(ax, values),
            )
        },
        note,
    )


def _draw_spread(ax: Any, values: dict[str, tuple[Floats, Floats]]) -> Any:
    """Boxes of the unnormalized and normalized values, side by side."""
    for shift, kind, face in ((0, "unnormalized", "white"), (1, "normalized", "#56B4E9")):
        boxes = ax.boxplot(
            [v[shift] for v in values.values()],
            positions=np.arange(len(values)) + (shift - 0.5) * 0.36,
            widths=0.3,
            whis=(0, 100),
            patch_artist=True,
            boxprops={"facecolor": face},
            medianprops={"color": "black"},
        )
        boxes["boxes"][0].set_label(kind)
    names = [f"{label}, {written(_SPREAD[label])}" for label in values]
    ax.set_xticks(range(len(values)), names)
    ax.set(ylabel="value", ylim=(-0.05, 1.2), yticks=np.linspace(0, 1, 6))
    ax.legend(fontsize="small", frameon=False, loc="upper center", ncols=2)
    return ax


def figure_1() -> Section:
    """Figure 1: one of the simulated data sets."""
    points, classes = mixture(1000, 2.5, np.random.default_rng(0))
    sizes = np.bincount(classes).tolist()
    means = [points[classes == k].mean(axis=0) for k in (1, 0)]
    check = listed(
        "Fig. 1",
        "6000 instances, n₁ = 1000, σ² = 2.5, means (-2, 0) and (2, 0)",
        "generated so; means " + " and ".join(f"({x:.2f}, {y:.2f})" for x, y in means),
    )

    def draw(ax: Any) -> Any:
        groups = {f"class of {sizes[k]:,} points": tuple(points[classes == k].T) for k in (1, 0)}
        plot_scatter(groups, ax=ax, xlabel="x", ylabel="y")
        ax.set_aspect("equal")
        return ax

    return Section(
        "Section 4.2: Figure 1, a simulated data set",
        (check,),
        {"figure-1": Drawing("6000 points of two Gaussian classes of 1000 and 5000 points", draw)},
    )
