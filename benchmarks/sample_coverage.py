"""Simulate the coverage of 95 % intervals of `estimate` for labeled samples of true clusters.

``python -m benchmarks.sample_coverage`` prints the table of docs/chance-tables.md, ``--write`` puts
it there. A population has 60,000 true clusters; clusters of sizes with light and heavy tails are
merged in twos, in tens, or 300 at once, and two percent of the elements are split off. From each
population, samples of 100, 300 and 1,000 true clusters are drawn, with equal probabilities and
with probabilities in proportion to their sizes.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.unit_coverage import write_table
from clusterdiff.intervals._estimate import (
    RATIOS,
    estimated,
    pair_spread,
    totals_of_clusters,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

NUMBER, SAMPLES, RUNS, SEED = 60_000, (100, 300, 1000), 300, 20261118
_LIGHT = [0.7, 0.2, 0.07, 0.03]  # shares of clusters of one to four elements


def merged(rng: np.random.Generator, sizes: Ints, groups: list[int]) -> tuple[Ints, Ints]:
    """Return true and predicted clusters; each group is that many true clusters in one."""
    truth = np.repeat(np.arange(len(sizes)), sizes)
    order, into, start = rng.permutation(len(sizes)), np.arange(len(sizes)), 0
    for number in groups:
        into[order[start : start + number]] = order[start]
        start += number
    found = into[truth]
    alone = rng.random(len(truth)) < 0.02
    found[alone] = len(sizes) + np.arange(alone.sum())
    return truth, np.unique(found, return_inverse=True)[1]


def light(rng: np.random.Generator) -> Ints:
    """Return sizes of one to four elements."""
    return rng.choice(4, NUMBER, p=_LIGHT) + 1


POPULATIONS = {
    "sizes 1–4, 3 % in pairs": lambda rng: merged(rng, light(rng), [2] * 1500),
    "geometric sizes, 5 % in pairs": lambda rng: merged(
        rng, rng.geometric(0.4, NUMBER), [2] * 3000
    ),
    "sizes 1–4, 15 % in twos to fours": lambda rng: merged(
        rng, light(rng), rng.integers(2, 5, 3000).tolist()
    ),
    "sizes 1–4, 40 merges of 5–14": lambda rng: merged(
        rng, light(rng), [*rng.integers(5, 15, 40).tolist(), *[2] * 500]
    ),
    "sizes 1–4, one merge of 300": lambda rng: merged(rng, light(rng), [300, *[2] * 500]),
    "Zipf 2.5 up to 200": lambda rng: merged(rng, np.minimum(rng.zipf(2.5, NUMBER), 200), []),
    "Zipf 2.2 up to 300, 1 % in pairs": lambda rng: merged(
        rng, np.minimum(rng.zipf(2.2, NUMBER), 300), [2] * 300
    ),
}


def line(name: str, number: int, sampling: str, runs: int) -> list[str]:
    """Return the coverage of each measure, with the share of samples that have an interval."""
    rng = np.random.default_rng([SEED, list(POPULATIONS).index(name), number])
    truth, found = POPULATIONS[name](rng)
    sizes = np.bincount(found)
    totals, _ = totals_of_clusters(truth, found, np.ones(len(truth), np.int64), sizes)
    values = {
        measure: float(ratio.value(*(totals[each].sum() for each in ratio.totals)))
        for measure, ratio in RATIOS.items()
    }
    shown, covered = dict.fromkeys(RATIOS, 0), dict.fromkeys(RATIOS, 0)
    chances = totals["elements"] / totals["elements"].sum() if sampling == "size" else None
    for _ in range(runs):
        picked = rng.choice(NUMBER, number, replace=False, p=chances)
        part = {each: column[picked] for each, column in totals.items()}
        weights = 1 / part["elements"] if sampling == "size" else np.ones(number)
        wide = pair_spread(sizes, number)
        for measure, value in values.items():
            interval = estimated(measure, part, weights, 0.95, 1.0, wide)
            shown[measure] += interval.low is not None
            covered[measure] += value in interval
    return [
        f"{100 * covered[m] / shown[m]:.0f}"
        + (f" ({100 * shown[m] / runs:.0f} %)" if shown[m] < 0.95 * runs else "")
        if shown[m] > 0.05 * runs
        else "none"
        for m in RATIOS
    ]


def main() -> None:
    """Print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into the docs")
    parser.add_argument("--runs", type=int, default=RUNS, help="samples of each line")
    chosen = parser.parse_args()
    head = ["population", "clusters", "sampling", *RATIOS]
    rows = [f"| {' | '.join(head)} |", "|---|---:|---|" + "---:|" * len(RATIOS)]
    print(*rows, sep="\n")
    for name in POPULATIONS:
        for number in SAMPLES:
            for sampling in ("uniform", "size"):
                cells = [
                    name,
                    f"{number:,}",
                    sampling,
                    *line(name, number, sampling, chosen.runs),
                ]
                rows.append(f"| {' | '.join(cells)} |")
                print(rows[-1], flush=True)
    if chosen.write:
        write_table("sample coverage", rows)


if __name__ == "__main__":
    main()
