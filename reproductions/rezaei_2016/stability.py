"""Rezaei & Fränti's figure 25: the number of clusters by stability under subsampling, on generated data."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from reproductions.rezaei_2016 import partitions as made
from reproductions._random_swap import random_swap
from reproductions._report import Section, addition, claim
from reproductions.rezaei_2016.data import gaussians

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from reproductions.rezaei_2016.partitions import Curves

_RIGHT = 5
_TRIED = range(2, 13)  # numbers of clusters
_AS_GOOD = 1e-3  # a mean index this near to the best is as good


def agreement(points: NDArray[np.float64], k: int, seed: int) -> dict[str, float]:
    """The indexes of two clusterings, each of its own 80 % of the points, on the points they share."""
    n = len(points)
    random = np.random.default_rng([k, seed])
    labels = np.full((2, n), -1)
    for half in range(2):
        some = random.permutation(n)[: n * 4 // 5]
        labels[half, some] = random_swap(points[some], k, swaps=100, seed=2 * seed + half)
    shared = (labels >= 0).all(axis=0)
    return made.indexes(labels[0, shared], labels[1, shared], points[shared])


@cache
def stability(sizes: tuple[int, ...]) -> Curves:
    """How clusterings of subsamples agree, by the number of clusters; the data are Gaussian clusters around a circle."""
    angles = 2 * np.pi * np.arange(len(sizes)) / len(sizes)
    points, _ = gaussians((10 * np.stack([np.cos(angles), np.sin(angles)], axis=1)).tolist(), [1.0] * len(sizes), sizes, seed=1)
    return made.curves(made.mean_of(agreement(points, k, seed) for seed in range(20)) for k in _TRIED)


def figure_25() -> Section:
    """The number of clusters at which clusterings of subsamples agree most."""
    even, uneven = stability((200,) * _RIGHT), stability((400, 300, 200, 100, 50))

    def best(values: Sequence[float]) -> list[int]:
        return [k for k, value in zip(_TRIED, values, strict=True) if value > max(values) - _AS_GOOD]

    chosen = {label: best(values) for label, values in even.items()}
    psi, psi_uneven = (dict(zip(_TRIED, curves["PSI"], strict=True)) for curves in (even, uneven))
    alike = best(uneven["PSI"])
    checks = (
        claim(
            "equal sizes: by PSI clusterings agree most at the right K = 5",
            chosen["PSI"] == [_RIGHT],
            f"{psi[_RIGHT]:.3f}, elsewhere at most {max(value for k, value in psi.items() if k != _RIGHT):.3f}",
        ),
        addition(
            "equal sizes: so by the other indexes",
            all(ks == [_RIGHT] for ks in chosen.values()),
            ", ".join(f"{x} {max(ks)}" for x, ks in chosen.items()),
        ),
        addition(
            "uneven sizes: K = 5 is the largest that is stable, but smaller K are as stable",
            max(alike) == _RIGHT and len(alike) > 1,
            f"PSI {', '.join(f'{psi_uneven[k]:.3f} at K = {k}' for k in alike)}; elsewhere at most "
            f"{max(value for k, value in psi_uneven.items() if k not in alike):.3f}",
        ),
    )
    figures = {
        f"figure-25-{kind}": made.drawn(_TRIED, curves, f"number of clusters ({kind} sizes)")
        for kind, curves in (("equal", even), ("uneven", uneven))
    }
    note = (
        "Five Gaussian clusters on the corners of a regular pentagon stand in for the paper's data: of 200 points each, where no coarser "
        f"clustering can be stable, and of 400 to 50, where some are. 20 pairs of subsamples of 80 %, clustered by random swap. {made.RECALLED}"
    )
    return Section("Figure 25: number of clusters by stability", checks, figures, note)
