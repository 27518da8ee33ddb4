"""Simulate how often `stability` recommends a number of clusters.

``python -m benchmarks.stability`` prints the tables of docs/stability.md, ``--write`` puts them
there, line by line: an interrupted run continues where it stopped.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.cluster.hierarchy import linkage

import clusterdiff as cd

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Points = NDArray[np.float64]
    Draw = Callable[[np.random.Generator], Points]

SEED = 20261118
ALARMS, POWER = 200, 30  # data sets of a line
N, KS = 50, range(2, 6)
MORE, DEFAULT_KS = 100, range(2, 11)  # elements and numbers of clusters of the second table
PAGE = Path(__file__).parents[1] / "docs" / "stability.md"


def cloud(draw: Callable[..., Any], n: int = N, d: int = 2) -> Draw:
    """Return points with independent coordinates."""
    return lambda rng: draw(rng, (n, d))


def student(n: int = N, d: int = 2) -> Draw:
    """Return points of a multivariate t distribution with 3 degrees of freedom."""
    return lambda rng: rng.standard_normal((n, d)) / np.sqrt(rng.chisquare(3, (n, 1)) / 3)


def uniform(rng: np.random.Generator, shape: tuple[int, int]) -> Points:
    """Return points of a cube."""
    return rng.random(shape)


def log_normal(rng: np.random.Generator, shape: tuple[int, int]) -> Points:
    """Return points with log-normal coordinates."""
    return np.exp(rng.standard_normal(shape))


def ring(rng: np.random.Generator) -> Points:
    """Return points near a circle."""
    angles = rng.uniform(0, 2 * np.pi, N)
    return np.c_[np.cos(angles), np.sin(angles)] + 0.1 * rng.standard_normal((N, 2))


def blobs(k: int, each: int, gap: float, rng: np.random.Generator) -> Points:
    """Return k groups on a circle, with neighbors so many standard deviations apart."""
    angles = 2 * np.pi * np.arange(k) / k
    radius = gap / (2 * np.sin(np.pi / k))
    centers = radius * np.c_[np.cos(angles), np.sin(angles)]
    return np.repeat(centers, each, axis=0) + rng.standard_normal((k * each, 2))


WITHOUT: dict[str, Draw] = {
    "uniform square": cloud(uniform),
    "Gaussian": cloud(lambda rng, shape: rng.standard_normal(shape)),
    "exponential": cloud(lambda rng, shape: rng.exponential(size=shape)),
    "log-normal": cloud(log_normal),
    "t with 3 degrees of freedom": student(),
    "ring": ring,
}
WITHOUT_DEFAULTS: dict[tuple[str, str], Draw] = {
    ("uniform, 2 dimensions", "ward"): cloud(uniform, MORE),
    ("log-normal, 3 dimensions", "ward"): cloud(log_normal, MORE, 3),
    ("log-normal, 3 dimensions", "single"): cloud(log_normal, MORE, 3),
    ("t with 3 degrees of freedom, 4 dimensions", "single"): student(MORE, 4),
}
# groups, their sizes, distance of neighbors in standard deviations
GROUPS = ((2, 25, 8), (3, 17, 8), (3, 17, 5), (5, 12, 8), (12, 10, 8))


class Linkage:
    """A linkage of SciPy that is computed once for all numbers of clusters."""

    def __init__(self, method: str) -> None:
        self.method = method
        self._known: dict[bytes, tuple[NDArray[np.int64], NDArray[np.int64]]] = {}

    def __call__(self, points: Points, k: int) -> NDArray[np.int64]:
        """Return the clusters: the leaves in order, cut at the last k - 1 merges."""
        key = points.tobytes()
        if key not in self._known:
            if len(self._known) > 256:
                self._known.clear()
            self._known[key] = self._tree(points)
        order, cuts = self._known[key]
        begins = np.zeros(len(order), np.int64)
        begins[cuts[len(cuts) - k + 1 :]] = 1
        labels = np.empty_like(order)
        labels[order] = begins.cumsum()
        return labels

    def _tree(self, points: Points) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        merges = linkage(points, self.method)
        n = len(points)
        start, sizes = [0] * (2 * n - 1), [1] * n + merges[:, 3].astype(int).tolist()
        cuts = [0] * (n - 1)
        pairs = merges[:, :2].astype(int).tolist()
        for i in range(n - 2, -1, -1):
            left, right = pairs[i]
            start[left] = start[n + i]
            start[right] = cuts[i] = start[n + i] + sizes[left]
        return np.argsort(start[:n]), np.array(cuts)


def recommended(
    draw: Draw, method: str, sets: int, name: str, ks: range = KS, **options: Any
) -> Counter[int | None]:
    """Return how often each number of clusters is recommended."""
    key = [SEED, *name.encode(), *method.encode()]
    fit = Linkage(method)
    found: Counter[int | None] = Counter()
    for i in range(sets):
        points = draw(np.random.default_rng([*key, i]))
        found[cd.stability(fit, points, ks=ks, rng=i, **options).best] += 1
    return found


def alarms(
    name: str, method: str, sets: int, draw: Draw, ks: range = KS, null: str = "auto"
) -> str:
    """Return the share of data sets without clusters for which a number is recommended."""
    found = recommended(draw, method, sets, name, ks, null=null)
    return f"{100 * (sets - found[None]) / sets:.1f} %"


def power(groups: tuple[int, int, float], method: str, sets: int) -> str:
    """Return the share of data sets for which the number of groups is recommended."""
    k, each, gap = groups
    ks = range(2, max(KS.stop, k + 3))
    found = recommended(partial(blobs, k, each, gap), method, sets, f"{groups}", ks)
    return f"{100 * found[k] / sets:.0f} %"


def lines(alarm_sets: int, power_sets: int) -> dict[str, Callable[[], str]]:
    """Return the lines of both tables by their first cells, computed lazily."""
    methods = ("ward", "single")
    out: dict[str, Callable[[], str]] = {}
    for name, draw in WITHOUT.items():
        for method in methods:
            out[f"| {name} | {method} | {alarm_sets} |"] = partial(
                alarms, name, method, alarm_sets, draw
            )
    for method in methods:
        head = f'| ring, `null="permuted"` | {method} | {alarm_sets} |'
        out[head] = partial(alarms, "ring", method, alarm_sets, ring, null="permuted")
    for (name, method), draw in WITHOUT_DEFAULTS.items():
        out[f"| {name} | {method} | {alarm_sets} |"] = partial(
            alarms, name, method, alarm_sets, draw, DEFAULT_KS
        )
    for groups in GROUPS:
        k, each, gap = groups
        for method in methods:
            text = f"| {k} groups of {each}, {gap} apart | {method} | {power_sets} |"
            out[text] = partial(power, groups, method, power_sets)
    return out


def main() -> None:
    """Print the lines, or replace those of the page that are not of this version yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=ALARMS, help="data sets without clusters")
    parser.add_argument("--groups", type=int, default=POWER, help="data sets with groups")
    parser.add_argument("--only", default="", help="lines that contain this text")
    parser.add_argument("--write", action="store_true", help="write the lines of docs/stability.md")
    asked = parser.parse_args()
    for head, value in lines(asked.sets, asked.groups).items():
        if asked.only not in head:
            continue
        line = f"{head} {value()} |"
        print(line, flush=True)
        if asked.write:
            text = PAGE.read_text(encoding="utf-8")
            text = re.sub(rf"^{re.escape(head)}.*$", line, text, flags=re.MULTILINE)
            PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
