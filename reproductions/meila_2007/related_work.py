"""Meilă 2007, section 2: pair counting, set matching, and figure 1."""

from __future__ import annotations

from math import log2, sqrt
from typing import TYPE_CHECKING, Any, Literal

import clusterdiff as cd
from clusterdiff import datasets
from clusterdiff.plots import plot_series
from reproductions._report import (
    EXACT,
    Check,
    Drawing,
    Section,
    claim,
    listed,
    misprint,
    number,
    refuted,
)
from reproductions._small import measure, pairs, word
from reproductions.meila_2007.drawings import draw_moves

if TYPE_CHECKING:
    from collections.abc import Mapping

SMALL = [pair for n in range(2, 7) for pair in pairs(n)]
TRIED = f"all {len(SMALL)} tables of 2 to 6 elements"
_K, _SIZE = 5, 1000
_MOVED = range(20, 500, 40)  # of every cluster: less than half, and a multiple of K - 1
_SHARES = [moved / _SIZE for moved in _MOVED]


def _base_lines() -> str:
    """Return the expected F and R of two clusterings of 1000 points into equal clusters."""
    told = []
    for k in (2, 10, 40):
        a, b = datasets.label_errors(0, k=k, size=1000 // k)
        share = cd.Table.from_labels(a, b)
        together = sum(n * (n - 1) for n in share.row_sizes.tolist()) / (share.n * (share.n - 1))
        told.append(f"{together:.2f} and {1 - 2 * together + 2 * together**2:.2f} for K = {k}")
    return f"quoted; for 1000 points in K equal clusters: {', '.join(told)}"


def section_2_1() -> Section:
    """Section 2.1: criteria that count pairs."""
    fm = max(
        abs(cd.fowlkes_mallows(a, b) - sqrt(cd.wallace_a(a, b) * cd.wallace_b(a, b)))
        for a, b in SMALL
    )
    mirkin = max(
        abs(cd.mirkin(a, b) - len(a) * (len(a) - 1) * (1 - cd.rand(a, b))) for a, b in SMALL
    )
    halves = [(0.7 - 0.4) / (1 - 0.4), (0.6 - 0.2) / (1 - 0.2)]
    crossed = ((0, 0, 1, 1), (0, 1, 0, 1))
    least = cd.rand((0,) * 4, (0, 1, 2, 3)), cd.fowlkes_mallows(*crossed)
    checks = (
        claim(
            "Eq. 4",
            "F is the geometric mean of W_I and W_II",
            fm < EXACT,
            f"{TRIED}, error at most {fm:.0e}",
        ),
        claim(
            "Eq. 9", "M = n(n - 1)(1 - R)", mirkin < EXACT, f"{TRIED}, error at most {mirkin:.0e}"
        ),
        claim(
            "Sec. 2.1",
            "F = 0.7 at base-line 0.4 and F = 0.6 at base-line 0.2 both become 0.5",
            max(abs(x - 1 / 2) for x in halves) < EXACT,
            " and ".join(f"{x:.3f}" for x in halves),
        ),
        listed(
            "Sec. 2.1",
            "by ref. 4 the base-line of F varies from near 0.6 to near 0 (n/K > 3), that of the Rand index from 0.5 to 0.95",
            _base_lines(),
        ),
        refuted(
            "Sec. 2.1",
            "the unadjusted indices do not reach 0: min R > 0 and min F > 0",
            min(least) > 0,
            least == (0, 0),
            f"R = {least[0]:g} for one cluster against singletons; F = {least[1]:g} for {word(crossed[0])} against {word(crossed[1])}",
            "No pair of elements is treated alike in the first case, and no pair is together in both in the second.",
            "M1",
        ),
    )
    return Section("Section 2.1: comparing clusterings by counting pairs", checks)


def larsen_example(per_mille: int) -> tuple[Any, Any]:
    """Return the whole set D, and D without two clusters of a share f = per_mille/1000."""
    sizes = [per_mille, per_mille, 1000 - 2 * per_mille]
    after = [k for k, size in enumerate(sizes) for _ in range(size)]
    return [0] * 1000, after


def _larsen_values() -> list[Check]:
    """L in the example of section 2.2."""
    f = 0.01
    whole, cut = larsen_example(10)
    right = (4 * f / (1 + f) + (1 - 2 * f) / (1 - f)) / 3
    forward = max(
        abs(cd.larsen_aone(*larsen_example(k)) - (1 - 2 * k / 1000) / (1 - k / 1000))
        for k in (1, 10, 50, 100, 200)
    )
    limit = cd.larsen_aone(cd.Table.from_matrix([[1], [1], [10**9]]))
    return [
        claim(
            "Sec. 2.2, example",
            "L(C, C') = (1 - 2f)/(1 - f)",
            forward < EXACT,
            f"f = 0.001 to 0.2, error at most {forward:.0e}",
        ),
        misprint(
            "Sec. 2.2, example: L(C', C) at f = 0.01",
            (f / (1 + f) + (1 - 2 * f) / (1 - f)) / 3,
            cd.larsen_aone(cut, whole),
            right,
            "Each of the two small clusters contributes 2f/(1 + f), so the first term is 4f/(1 + f).",
            "M3",
            6,
        ),
        number("Sec. 2.2, example: L(C', C) for f → 0", 1 / 3, limit, 6),
    ]


def section_2_2() -> Section:
    """Section 2.2: criteria that match sets, and the example of Larsen's index."""
    f = 0.01
    whole, cut = larsen_example(10)
    equal = (
        max(cd.van_dongen(a, a) for a, _ in SMALL),
        max(cd.van_dongen(a, b) / (2 * len(a)) for a, b in SMALL),
    )
    same = cd.classification_error(whole, whole)
    checks = (
        refuted(
            "Sec. 2.2, after eq. 10",
            "H is 1 for identical clusterings",
            same == 1,
            same == 0,
            f"{same:g}",
            "Eq. 10 subtracts the matched share from 1, so H = 0; the sentence describes 1 - H.",
            "M2",
        ),
        *_larsen_values(),
        misprint(
            "Sec. 2.2, example: H = 1 - 2f at f = 0.01",
            1 - 2 * f,
            cd.classification_error(cut, whole),
            2 * f,
            "Eq. 10 gives 2f; the sentence describes 1 - H.",
            "M2",
            2,
        ),
        claim(
            "Eq. 12",
            "D is 0 for identical clusterings and less than 2n otherwise",
            equal[0] == 0 and equal[1] < 1,
            f"{TRIED}: at most {equal[1]:.3f} · 2n",
        ),
    )
    return Section("Section 2.2: comparing clusterings by set matching", checks)


def _gaps(values: list[float], others: list[float]) -> float:
    return max(abs(x - y) for x, y in zip(values, others, strict=True))


_COMPARED = (
    "invariant_van_dongen",
    "classification_error",
    "larsen_aone",
    "variation_of_information",
)


def perturbed(moved: int, to: Literal["next", "others"]) -> cd.Table:
    """C against C' ("next") or C'' ("others")."""
    return cd.Table.from_labels(*datasets.label_errors(moved, k=_K, size=_SIZE, to=to))


def _matching_checks(of: Mapping[str, tuple[list[float], list[float]]]) -> list[Check]:
    """That L, H and D do not tell C' and C'' apart."""
    checks: list[Check] = []
    for name, letter in (
        ("larsen_aone", "L"),
        ("classification_error", "H"),
        ("invariant_van_dongen", "D"),
    ):
        first, second = of[name]
        shown = f"{first[2]:.3f} and {second[2]:.3f} at f = 0.1; error at most {_gaps(first, second):.0e}"
        checks.append(
            claim(
                "Fig. 1",
                f"{letter}(C, C') = {letter}(C, C'') if f < 0.5",
                _gaps(first, second) < EXACT,
                shown,
            )
        )
    return checks


def _information_checks(to_next: list[float], to_all: list[float]) -> list[Check]:
    """That VI does, and which of the two names is right."""
    added = [2 * f * log2(_K - 1) for f in _SHARES]
    exchanged = _gaps(to_next, [x + g for x, g in zip(to_all, added, strict=True)])
    right = _gaps(to_all, [x + g for x, g in zip(to_next, added, strict=True)])
    return [
        claim(
            "Sec. 8 on fig. 1",
            "VI(C, C'') = VI(C, C') + 2f·log(K - 1), C' and C'' as in the caption",
            right < EXACT,
            f"{to_all[2]:.4f} = {to_next[2]:.4f} + {added[2]:.4f} at f = 0.1; error at most {right:.0e}",
        ),
        refuted(
            "Sec. 2.2, text on fig. 1",
            "C'' is moved to the next cluster and C' is spread over the others",
            exchanged < EXACT,
            right < EXACT,
            f"with these names the formula of sec. 8 is up to {exchanged:.3f} bits off",
            "The text exchanges the two names; the caption and sec. 8 agree with each other.",
            "M4",
        ),
    ]


def figure_1() -> Section:
    """Figure 1: points moved to the next cluster, or spread over all others."""
    near, wide = ([perturbed(moved, to) for moved in _MOVED] for to in ("next", "others"))
    of = {
        name: ([measure(name).on(t) for t in near], [measure(name).on(t) for t in wide])
        for name in _COMPARED
    }
    to_next, to_all = of["variation_of_information"]
    checks = (*_matching_checks(of), *_information_checks(to_next, to_all))

    def draw(ax: Any) -> Any:
        series = {
            "VI(C, C''), spread over all others": to_all,
            "VI(C, C'), moved to the next": to_next,
            "L, both": of["larsen_aone"][0],
            "D and H, both": of["invariant_van_dongen"][0],
        }
        return plot_series(
            _SHARES,
            series,
            ax=ax,
            xlabel="moved share f of every cluster",
            ylabel="value (VI in bits)",
        )

    note = (
        f"The paper draws the situation for general K and f < 0.5. Here K = {_K} clusters of {_SIZE} points, "
        "drawn with f = 0.2 first, then the values for f = 0.02 to 0.46; D in its invariant form."
    )
    return Section(
        "Figure 1: moved to the next cluster, or spread over all",
        checks,
        {
            "figure-1": Drawing(
                "Five clusters of which a fifth moves to the next cluster, or is spread over all others",
                lambda ax: draw_moves(ax, perturbed(200, "next"), perturbed(200, "others")),
            ),
            "figure-1-values": Drawing(
                "VI, L, D and H of both changes against the moved share f: only VI tells them apart",
                draw,
            ),
        },
        note,
    )
