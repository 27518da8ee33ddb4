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
from scipy.optimize import brentq

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
SEED = 20261118  # not that of the simulations that set the limits of chance/validity.py
PAGE = Path(__file__).parents[1] / "docs" / "chance.md"
TESTED = (
    "adjusted_rand",
    "jaccard",
    "variation_of_information",
    "normalized_mutual_information",
    "classification_accuracy",
    "purity",
)
_SLOW = 100  # clusters from which there are fewer data sets
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
    held, shown = Counter[str](), Counter[str]()
    for run in range(runs):
        table = drawn(shares, n, random)
        for name, each in zip(
            NAMES, interval(table, measure=list(NAMES), samples=samples, rng=run), strict=True
        ):
            held[name] += truth[name] in each
            shown[name] += each.reason is None
    for name in NAMES:
        given = shown[name]
        if given < _LEAST_SHOWN * runs:
            yield "withheld"
        else:
            part = given / runs
            yield f"{held[name] / given:.2f}{f' ({part:.0%})' if part < 0.95 else ''}"


def runs_for(clusters: int, runs: int) -> int:
    """Number of data sets of a line; those with many clusters take longer."""
    return runs if clusters < _SLOW else max(2, 2 * runs // 5)


def table_of_coverage(runs: int, samples: int, *, equal: bool = False) -> Iterator[str]:
    """Markdown lines of the coverage table."""
    yield f"| n | K | noise | {' | '.join(NAMES.values())} |"
    yield "|---" * (3 + len(NAMES)) + "|"
    for n, clusters, noise in product(SIZES, CLUSTERS, NOISES):
        cells = coverage(n, clusters, noise, runs_for(clusters, runs), samples, equal=equal)
        yield f"| {n} | {clusters} | {noise} | {' | '.join(cells)} |"


def joint(noise: float, clusters: int, parts: int = 1) -> NDArray[np.float64]:
    """Shares of a reference and a prediction that divides each cluster into random parts."""
    shares = np.repeat(population(noise, clusters), parts, axis=1) / parts
    out: NDArray[np.float64] = shares
    return out


def predicted(
    a: NDArray[np.int64], shares: NDArray[np.float64], random: np.random.Generator
) -> NDArray[np.int64]:
    """A prediction for the labels a, from the shares of the cells."""
    given = np.cumsum(shares / shares.sum(axis=1, keepdims=True), axis=1)
    return (random.random(len(a))[:, None] > given[a]).sum(axis=1)


def equally_good(name: str, shares: NDArray[np.float64], clusters: int) -> float | None:
    """The noise at which a prediction without parts has the same value in the population."""
    (target,) = truths(shares, [name])

    def above(noise: float) -> float:
        return truths(joint(noise, clusters), [name])[0] - target

    low, high = 1e-6, 1 - 1e-6
    if above(low) * above(high) > 0:
        return None
    return float(brentq(above, low, high, xtol=1e-9))


def rejected(
    name: str, n: int, clusters: int, noise: float, parts: int, runs: int, samples: int
) -> str:
    """Share of tests with p < 0.05 of two predictions with the same value in the population."""
    first = joint(noise, clusters, parts)
    same = noise if parts == 1 else equally_good(name, first, clusters)
    if same is None:
        return "none"
    second = joint(same, clusters)
    random = np.random.default_rng([n, clusters, round(1000 * noise), SEED, parts])
    p = []
    for run in range(runs):
        a = random.choice(clusters, n, p=first.sum(axis=1))
        labels = a, predicted(a, first, random), predicted(a, second, random)
        found = compare_two(*labels, name, samples=samples, rng=run)
        p += [] if found.p is None else [found.p]
        if run == runs // 4 and not p:
            return "refused"
    shown = len(p) / runs
    if shown < _LEAST_SHOWN:
        return "refused"
    return f"{np.mean(np.array(p) < 0.05):.2f}{f' ({shown:.0%})' if shown < 0.95 else ''}"


def table_of_errors(runs: int, samples: int, *, parts: int = 1) -> Iterator[str]:
    """Markdown lines: share of tests of equally good predictions with p < 0.05."""
    yield f"| n | K | noise | {' | '.join(NAMES[name] for name in TESTED)} |"
    yield "|---" * (3 + len(TESTED)) + "|"
    for n, clusters, noise in product(SIZES, CLUSTERS, NOISES):
        if n < 5 * clusters or clusters >= _SLOW:
            continue
        cells = (rejected(name, n, clusters, noise, parts, runs, samples) for name in TESTED)
        yield f"| {n} | {clusters} | {noise} | {' | '.join(cells)} |"


def replaced(page: str, name: str, lines: list[str]) -> str:
    """The page with new lines between the markers of a generated section."""
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    head, _, rest = page.partition(begin)
    return "\n".join([head + begin, *lines, end + rest.partition(end)[2]])


def _stated(name: str, runs: int) -> str:
    many = f", {runs_for(_SLOW, runs):,} for K = {_SLOW}" if name in {"coverage", "equal"} else ""
    return f"{runs:,} data sets per line{many}."


def main() -> None:
    """Print the tables, or write them into the docs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100, help="data sets per line")
    parser.add_argument("--samples", type=int, default=100, help="half-samples per interval")
    parser.add_argument(
        "--only", choices=("coverage", "equal", "errors", "unlike"), help="one of the tables"
    )
    parser.add_argument("--write", action="store_true", help="write them into docs/chance.md")
    options = parser.parse_args()
    tables = {
        "coverage": table_of_coverage,
        "equal": partial(table_of_coverage, equal=True),
        "errors": table_of_errors,
        "unlike": partial(table_of_errors, parts=2),
    }
    for name, make in tables.items():
        if options.only in {None, name}:
            lines = [_stated(name, options.runs), ""]
            for line in make(options.runs, options.samples):
                print(line, flush=True)
                lines.append(line)
            if options.write:
                text = replaced(PAGE.read_text(encoding="utf-8"), name, lines)
                PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
