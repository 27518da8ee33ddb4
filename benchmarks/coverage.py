"""How often 95 % intervals contain the value of the population, and how often tests err.

``python -m benchmarks.coverage`` prints the tables of docs/chance.md, ``--write`` puts them there.
A population has K clusters, of sizes proportional to K, …, 1 on both sides, and a share of elements
("noise") whose two labels are independent. Each run draws n elements from it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from clusterdiff.chance import compare_two, interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

NAMES = {
    "adjusted_rand": "ARI",
    "adjusted_mutual_information": "AMI",
    "variation_of_information": "VI",
    "normalized_mutual_information": "NMI",
    "pair_sets_index": "PSI",
    "invariant_van_dongen": "VD",
    "classification_accuracy": "accuracy",
    "purity": "purity",
    "jaccard": "Jaccard",
    "rand": "Rand",
}
SIZES, CLUSTERS, NOISES = (100, 500, 5000), (3, 20, 100), (0.01, 0.1, 0.3, 0.6)
SEED = 20261117  # not that of the simulations that set the limits of chance/validity.py
PAGE = Path(__file__).parents[1] / "docs" / "chance.md"
PAIRS = ("adjusted_rand", "jaccard", "rand")
TESTED = (*PAIRS[:2], "variation_of_information", "classification_accuracy", "purity")
_MORE = 4  # times as many data sets for measures of pairs, which need no half-samples
_LEAST_SHOWN = 0.05  # share of runs with an interval below which a cell is "withheld"


def population(noise: float, clusters: int, *, equal: bool = False) -> NDArray[np.float64]:
    """Shares of the cells; clusters of equal sizes were not used to set any limit."""
    weights = np.ones(clusters) if equal else np.arange(clusters, 0, -1)
    sizes = weights / weights.sum()
    return np.diag(sizes) * (1 - noise) + noise * np.outer(sizes, sizes)


def truths(shares: NDArray[np.float64], names: Iterable[str]) -> list[float]:
    """The values of the population, taken as a table of 10¹² elements."""
    whole = cd.Table.from_matrix(np.rint(shares * 10**12).astype(np.int64))
    return [cd.get_measure(name).on(whole) for name in names]


def drawn(shares: NDArray[np.float64], n: int, random: np.random.Generator) -> cd.Table:
    """The table of n elements of the population."""
    return cd.Table.from_matrix(random.multinomial(n, shares.ravel()).reshape(shares.shape))


def coverage(
    n: int, clusters: int, noise: float, runs: int, samples: int, *, equal: bool = False
) -> Iterator[str]:
    """One cell per measure: the share of intervals that contain the truth, and of those shown."""
    random = np.random.default_rng([n, clusters, round(1000 * noise), SEED, equal])
    shares = population(noise, clusters, equal=equal)
    truth = dict(zip(NAMES, truths(shares, NAMES), strict=True))
    held, shown, all_runs = Counter[str](), Counter[str](), Counter[str]()
    for run in range((1 + _MORE) * runs):
        names = list(NAMES) if run < runs else list(PAIRS)
        table = drawn(shares, n, random)
        for name, each in zip(
            names, interval(table, measure=names, samples=samples, rng=run), strict=True
        ):
            held[name] += truth[name] in each
            shown[name] += each.reason is None
            all_runs[name] += 1
    for name in NAMES:
        given = shown[name]
        if given < max(2, _LEAST_SHOWN * all_runs[name]):
            yield "withheld"
        else:
            part = given / all_runs[name]
            yield f"{held[name] / given:.2f}{f' ({part:.0%})' if part < 0.95 else ''}"


def table_of_coverage(runs: int, samples: int, *, equal: bool = False) -> Iterator[str]:
    """Markdown lines of the coverage table."""
    yield f"| n | K | noise | {' | '.join(NAMES.values())} |"
    yield "|---" * (3 + len(NAMES)) + "|"
    for n, clusters, noise in product(SIZES, CLUSTERS, NOISES):
        cells = coverage(n, clusters, noise, runs, samples, equal=equal)
        yield f"| {n} | {clusters} | {noise} | {' | '.join(cells)} |"


def equal_pair(
    n: int, clusters: int, noise: float, random: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """A reference and two predictions of equal quality: copies of it except for noise."""
    sizes = np.arange(clusters, 0, -1) / np.arange(clusters, 0, -1).sum()
    a = random.choice(clusters, n, p=sizes)
    one, two = (
        np.where(random.random(n) < noise, random.choice(clusters, n, p=sizes), a) for _ in range(2)
    )
    return a, one, two


def table_of_errors(runs: int, samples: int) -> Iterator[str]:
    """Markdown lines: share of tests of equally good predictions with p < 0.05."""
    yield f"| n | K | noise | {' | '.join(NAMES[name] for name in TESTED)} |"
    yield "|---" * (3 + len(TESTED)) + "|"
    for n, clusters, noise in product((100, 500), (3, 20), NOISES):
        random = np.random.default_rng([n, clusters, round(1000 * noise), SEED])
        p: dict[str, list[float]] = {name: [] for name in TESTED}
        for run in range((1 + _MORE) * runs):
            labels = equal_pair(n, clusters, noise, random)
            for name in TESTED if run < runs else PAIRS[:2]:
                found = compare_two(*labels, name, samples=samples, rng=run)
                p[name] += [] if found.p is None else [found.p]
        cells = [
            f"{np.mean(np.array(x) < 0.05):.2f}" if len(x) > _LEAST_SHOWN * runs else "refused"
            for x in p.values()
        ]
        yield f"| {n} | {clusters} | {noise} | {' | '.join(cells)} |"


def replaced(page: str, name: str, lines: list[str]) -> str:
    """The page with new lines between the markers of a generated section."""
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    head, _, rest = page.partition(begin)
    return "\n".join([head + begin, *lines, end + rest.partition(end)[2]])


def main() -> None:
    """Print the tables, or write them into the docs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100, help="data sets per line")
    parser.add_argument("--samples", type=int, default=100, help="half-samples per interval")
    parser.add_argument("--only", choices=("coverage", "equal", "errors"), help="one of the tables")
    parser.add_argument("--write", action="store_true", help="write them into docs/chance.md")
    options = parser.parse_args()
    tables = {
        "coverage": table_of_coverage,
        "equal": partial(table_of_coverage, equal=True),
        "errors": table_of_errors,
    }
    for name, make in tables.items():
        if options.only in {None, name}:
            lines = [
                f"{options.runs} data sets per line, {(1 + _MORE) * options.runs} for pair counts.",
                "",
            ]
            for line in make(options.runs, options.samples):
                print(line, flush=True)
                lines.append(line)
            if options.write:
                text = replaced(PAGE.read_text(encoding="utf-8"), name, lines)
                PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
