"""How often 95 % intervals hold the population's value: ``python -m benchmarks.coverage`` prints the table of docs/chance.md (minutes)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from clusterdiff.chance import interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAMES = ["ari", "fmi", "nmi", "ami", "vi", "purity"]
KINDS = ("jackknife", "normal", "bca", "percentile")
CASES = ((0.2, 5, 100, 200), (0.2, 5, 1000, 200), (0.6, 5, 100, 200), (0.6, 5, 1000, 200), (0.4, 20, 1000, 50))  # noise, K, n, runs


def population(noise: float, clusters: int) -> NDArray[np.float64]:
    """Shares of the cells: sizes in proportion to K, …, 1 on both sides, and a share of elements labelled independently."""
    sizes = np.arange(clusters, 0, -1) / np.arange(clusters, 0, -1).sum()
    return np.diag(sizes) * (1 - noise) + noise * np.outer(sizes, sizes)


def main() -> None:
    """Print one line per population and kind of interval."""
    random = np.random.default_rng(7)
    print(f"| noise | K | n | interval | {' | '.join(NAMES)} |")
    for noise, clusters, n, runs in CASES:
        shares = population(noise, clusters)
        whole = cd.Table.from_matrix(np.rint(shares * 10**9).astype(int))
        truth = [cd.measure(name).on(whole) for name in NAMES]
        held = {kind: np.zeros(len(NAMES)) for kind in KINDS}
        for run in range(runs):
            table = cd.Table.from_matrix(random.multinomial(n, shares.ravel()).reshape(clusters, clusters))
            for kind in KINDS:
                drawn = {"method": "bootstrap", "kind": kind, "samples": 200, "seed": run}
                options = {"method": "jackknife"} if kind == "jackknife" else drawn
                held[kind] += [value in found for value, found in zip(truth, interval(NAMES, table, **options), strict=True)]
        for kind in KINDS:
            print(f"| {noise} | {clusters} | {n} | {kind} | {' | '.join(f'{x:.2f}' for x in held[kind] / runs)} |", flush=True)


if __name__ == "__main__":
    main()
