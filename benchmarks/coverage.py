"""Simulate the coverage of intervals and the error rate of tests.

``python -m benchmarks.coverage`` prints the tables of docs/chance-tables.md, ``--write`` puts them
there, line by line: an interrupted run continues where it stopped.
Each run draws n elements from a population. Those of intervals have clusters that b joins, divides
or confuses, and a share of elements ("noise") whose two labels are independent. The method was
chosen on `TRIED`; `FIRST` were written afterwards, but two of them changed a rule; `HELD_OUT` were
written after the last change of the method. Those of tests have K clusters, of sizes proportional
to K, …, 1 on both sides, and noise.
"""

from __future__ import annotations

import argparse
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import brentq

import clusterdiff as cd
from clusterdiff.intervals import compare_two
from clusterdiff.intervals._half_samples import scale_power
from clusterdiff.intervals._interval import estimates_of
from clusterdiff.sampling import RandomSource, Statistic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Case = tuple[int | str, int | str, float | str, int]  # the last is the number of data sets
    Table = tuple[tuple[str, ...], dict[Case, Callable[[], Iterator[str]]]]

NAMES = {
    "adjusted_rand": "ARI",
    "jaccard": "Jaccard",
    "mirkin": "Mirkin",
    "variation_of_information": "VI",
    "normalized_mutual_information": "NMI",
    "purity": "purity",
    "adjusted_mutual_information": "AMI",
    "fowlkes_mallows": "FMI",
    "bcubed_f": "B³ F",
    "classification_accuracy": "accuracy",
    "invariant_van_dongen": "VD",
}
LEVELS = (0.5, 0.8, 0.95, 0.99)
SIZES, CLUSTERS, NOISES = (100, 500, 5000), (3, 20, 100), (0.01, 0.1, 0.3, 0.6)
SEED = 20261118  # not the seed of the simulations that set the limits
PAGE = Path(__file__).parents[1] / "docs" / "chance-tables.md"
TESTED = (
    "adjusted_rand",
    "jaccard",
    "variation_of_information",
    "normalized_mutual_information",
    "classification_accuracy",
    "purity",
)
RUNS = {"coverage": 250, "first coverage": 100, "errors": 300, "unlike": 300}  # data sets per line
_FEWEST_PER_CLUSTER = 5
_WHOLE = 10**12  # elements that stand for a population
_SLOW = 100  # clusters from which there are fewer data sets
_POPULATIONS = 400  # of an interval, fewer than the default
_MOSTLY = 0.5  # share of intervals that say "conservative" from which a cell has a mark
_LEAST_SHOWN = 0.05  # share of runs with an interval below which a cell is "–"


def population(noise: float, clusters: int) -> Floats:
    """Return the shares of the cells of clusters of sizes K, …, 1 with noise."""
    return noisy(joined(np.arange(clusters, 0, -1)), noise)


def joined(sizes: Iterable[float], groups: Iterable[int] | None = None) -> Floats:
    """Return clusters of these sizes, and of b those that have the same group together."""
    shares = np.array(list(sizes), float)
    to = np.arange(len(shares)) if groups is None else np.array(list(groups))
    out = np.zeros((len(shares), to.max() + 1))
    out[np.arange(len(shares)), to] = shares / shares.sum()
    return out


def noisy(shares: Floats, noise: float) -> Floats:
    """Return a population in which a share of the elements has independent labels."""
    return (1 - noise) * shares + noise * np.outer(shares.sum(axis=1), shares.sum(axis=0))


def confused(sizes: Iterable[float], some: Iterable[int], share: float) -> Floats:
    """Return equal clusterings, apart from a share of some clusters that is spread among them."""
    out, chosen = joined(sizes), list(some)
    own, inside = out.sum(axis=1)[chosen], np.ix_(chosen, chosen)
    out[inside] = (1 - share) * out[inside] + share * np.outer(own, own) / own.sum()
    return out


def following(sizes: Iterable[float], share: float) -> Floats:
    """Return equal clusterings, apart from a share of each cluster that b has in the next one."""
    out = joined(sizes)
    for cluster in range(len(out) - 1):
        out[cluster, cluster + 1] = share * out[cluster, cluster]
        out[cluster, cluster] *= 1 - share
    return out


def garbage(sizes: Iterable[float], share: float) -> Floats:
    """Return equal clusterings, apart from a share of each cluster in one more cluster of b."""
    kept = joined(sizes)
    return np.c_[(1 - share) * kept, share * kept.sum(axis=1)]


def among_siblings(sizes: Iterable[float], parents: int, share: float) -> Floats:
    """Return clusters in groups of equal numbers; a share is mixed with the others of a group."""
    out, k = joined(sizes), len(list(sizes)) // parents
    for parent in range(parents):
        inside = slice(parent * k, parent * k + k)
        own = out[inside, inside].sum(axis=1)
        out[inside, inside] *= 1 - share
        out[inside, inside] += share * np.outer(own, own) / own.sum()
    return out


def moved(shares: Floats, start: int, end: int, share: float) -> Floats:
    """Return a population in which b moves a share of one of its clusters into another."""
    out = shares.copy()
    out[:, end] += share * shares[:, start]
    out[:, start] *= 1 - share
    return out


SIZES_OF_SAMPLES = (50, 200, 1000, 5000)
TRIED: dict[str, Floats] = {
    "3 equal, 10 % noise": noisy(joined([1, 1, 1]), 0.1),
    "74/26 %, 1 % noise": noisy(joined([74, 26]), 0.01),
    "95/5 %, 2 % noise": noisy(joined([95, 5]), 0.02),
    "one rare kind of error": moved(joined([5, 3, 2]), 2, 0, 0.025),
    "90/5/5 %, small merged, 5 % noise": noisy(joined([90, 5, 5], [0, 1, 1]), 0.05),
    "3 equal, 2 merged, 1 % noise": noisy(joined([1, 1, 1], [0, 1, 1]), 0.01),
    "10 in 5 pairs, 2 % noise": noisy(joined([1] * 10, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]), 0.02),
    "2 divided in 5, 10 % noise": noisy(joined([17] * 5 + [3] * 5, [0] * 5 + [1] * 5).T, 0.1),
    "80/10/10 %, small confused": noisy(confused([80, 10, 10], (1, 2), 0.3), 0.01),
    "97/1/1/1 %, 2 at random": noisy(confused([97, 1, 1, 1], (2, 3), 1.0), 0.02),
    "6 halving, 3 at random": noisy(confused([32, 16, 8, 4, 2, 1], (3, 4, 5), 1.0), 0.02),
    "10 rare at random": noisy(confused([50, 49, *[0.1] * 10], range(2, 12), 1.0), 0.001),
    "10 equal, 10 % noise": noisy(joined([1] * 10), 0.1),
    "20 equal, 0.1 % noise": noisy(joined([1] * 20), 0.001),
    "30 Zipf, 5 % noise": noisy(joined(1 / np.arange(1, 31)), 0.05),
    "30 equal, 30 % noise": noisy(joined([1] * 30), 0.3),
    "5 of sizes 5, …, 1, 60 % noise": noisy(joined([5, 4, 3, 2, 1]), 0.6),
    "4 equal, independent": noisy(joined([1] * 4), 1.0),
}
FIRST: dict[str, Floats] = {
    "55/30/15 %, 4 % noise": noisy(joined([55, 30, 15]), 0.04),
    "98/2 %, 0.5 % noise": noisy(joined([98, 2]), 0.005),
    "93/4/2/1 %, 1 % noise": noisy(joined([93, 4, 2, 1]), 0.01),
    "40/40/20 %, large merged, 3 % noise": noisy(joined([40, 40, 20], [0, 0, 1]), 0.03),
    "8 equal, merged 3 + 3 + 2, 5 % noise": noisy(joined([1] * 8, [0, 0, 0, 1, 1, 1, 2, 2]), 0.05),
    "70/15/15 %, last divided in 3, 2 % noise": noisy(
        joined([70, 15, 7, 5, 3], [0, 1, 2, 2, 2]).T, 0.02
    ),
    "60/40 %, divided in 7, 15 % noise": noisy(
        joined([20, 15, 12, 13, 25, 10, 5], [0, 0, 0, 0, 1, 1, 1]).T, 0.15
    ),
    "40/30/15/10/5 %, small confused": noisy(confused([40, 30, 15, 10, 5], (3, 4), 0.4), 0.005),
    "6 equal, 1 % of one moved": moved(joined([1] * 6), 0, 1, 0.01),
    "5 equal, 2 merged, 1 divided, 2 % noise": noisy(
        np.array([[6, 0, 0, 0, 0], [6, 0, 0, 0, 0], [0, 4, 2, 0, 0], [0, 0, 0, 6, 0],
                  [0, 0, 0, 0, 6]]) / 30, 0.02
    ),
    "12 of sizes 0.75ᵏ, 8 % noise": noisy(joined(0.75 ** np.arange(12)), 0.08),
    "25 of sizes 25, …, 1, 3 % noise": noisy(joined(range(25, 0, -1)), 0.03),
    "30 of sizes k^-0.7, 15 % noise": noisy(joined(np.arange(1, 31) ** -0.7), 0.15),
    "20 equal, 50 % noise": noisy(joined([1] * 20), 0.5),
    "6 equal, 85 % noise": noisy(joined([1] * 6), 0.85),
    "3 and 5 unequal, independent": np.outer([0.5, 0.3, 0.2], [0.4, 0.25, 0.2, 0.1, 0.05]),
}  # fmt: skip
HELD_OUT: dict[str, Floats] = {
    "35/25/20/12/8 %, small merged, 1 % noise": noisy(
        joined([35, 25, 20, 12, 8], [0, 1, 2, 3, 3]), 0.01
    ),
    "4 equal, each divided in 2, 3 % noise": noisy(
        joined([1] * 8, [0, 0, 1, 1, 2, 2, 3, 3]).T, 0.03
    ),
    "60/25/15 %, first divided 9:1, 6 % of last moved": moved(
        joined([54, 6, 25, 15], [0, 0, 1, 2]).T, 3, 2, 0.06
    ),
    "7 halving, 10 % in the next": following(0.5 ** np.arange(7), 0.1),
    "85/10/5 %, 20 % of small moved, 0.3 % of large": moved(
        moved(joined([85, 10, 5]), 1, 2, 0.2), 0, 2, 0.003
    ),
    "9 of sizes 9, …, 1 in 4, 5 % noise": noisy(
        joined(range(9, 0, -1), [0, 1, 2, 3, 0, 1, 2, 3, 0]), 0.05
    ),
    "15 of sizes k^-1.5, 10 % noise": noisy(joined(np.arange(1, 16) ** -1.5), 0.1),
    "40 of sizes 1/k in pairs, 5 % noise": noisy(
        joined(1 / np.arange(1, 41), np.arange(40) // 2), 0.05
    ),
    "30/25/20/12/8/5 %, 15 % in one more": garbage([30, 25, 20, 12, 8, 5], 0.15),
    "12 in 3 groups, 20 % mixed within": among_siblings([1, 2, 3, 4] * 3, 3, 0.2),
}  # fmt: skip
POPULATIONS = TRIED | FIRST | HELD_OUT


def truths(shares: NDArray[np.float64], names: Iterable[str]) -> list[float]:
    """Return the values of the population, computed from a table of very many elements."""
    whole = cd.Table.from_matrix(np.rint(shares * _WHOLE).astype(np.int64))
    return [cd.get_measure(name).on(whole) for name in names]


def drawn(shares: NDArray[np.float64], n: int, random: np.random.Generator) -> cd.Table:
    """Return the table of n elements drawn from the population."""
    return cd.Table.from_matrix(random.multinomial(n, shares.ravel()).reshape(shares.shape))


def coverage(name: str, n: int, runs: int) -> Iterator[str]:
    """Yield a cell per measure: coverage of each level, share with an interval, if conservative."""
    shares = POPULATIONS[name]
    random = np.random.default_rng([n, list(POPULATIONS).index(name), SEED])
    truth, statistics = truths(shares, NAMES), [Statistic.of(name) for name in NAMES]
    held, shown, safe = (
        np.zeros((len(NAMES), len(LEVELS))),
        np.zeros(len(NAMES)),
        np.zeros(len(NAMES)),
    )
    for run in range(runs):
        table = drawn(shares, n, random)
        found = estimates_of(statistics, table, _POPULATIONS, RandomSource.of(run))
        for i, each in enumerate(found):
            right = round(truth[i] * (n / _WHOLE) ** scale_power(each.statistic), 9)
            spans = [each.at(level) for level in LEVELS]
            shown[i] += each.reason is None
            safe[i] += spans[LEVELS.index(0.95)].conservative is not None
            held[i] += [right in span for span in spans]
    for given, often, each in zip(shown.tolist(), safe.tolist(), held, strict=True):
        part = given / runs
        if part < _LEAST_SHOWN:
            yield "–"
        else:
            texts = " ".join(f"{100 * x / given:.0f}" for x in each)
            mark = " c" if often >= _MOSTLY * given else ""
            yield f"{texts}{mark}{f' ({part:.0%})' if part < 0.95 else ''}"


def table_of_coverage(populations: Iterable[str], runs: int) -> Table:
    """Return the lines of a coverage table, computed lazily."""
    lines: dict[Case, Callable[[], Iterator[str]]] = {
        (name, n, " × ".join(map(str, POPULATIONS[name].shape)), runs): partial(
            coverage, name, n, runs
        )
        for name in populations
        for n in SIZES_OF_SAMPLES
        if n >= _FEWEST_PER_CLUSTER * max(POPULATIONS[name].shape)
    }
    return ("population", "n", "cells", "data sets", *NAMES.values()), lines


def joint(noise: float, clusters: int, parts: int = 1) -> NDArray[np.float64]:
    """Return the shares of a reference and a prediction that divides clusters into random parts."""
    shares = np.repeat(population(noise, clusters), parts, axis=1) / parts
    out: NDArray[np.float64] = shares
    return out


def predicted(
    a: NDArray[np.int64], shares: NDArray[np.float64], random: np.random.Generator
) -> NDArray[np.int64]:
    """Return a prediction for the labels a, drawn from the shares of the cells."""
    given = np.cumsum(shares / shares.sum(axis=1, keepdims=True), axis=1)
    return (random.random(len(a))[:, None] > given[a]).sum(axis=1)


def equally_good(name: str, shares: NDArray[np.float64], clusters: int) -> float | None:
    """Return the noise at which a prediction without parts has the same population value."""
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
    """Return the share of p < 0.05 for two predictions with the same population value."""
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
        found = compare_two(*labels, measure=name, n_samples=samples, rng=run)
        p += [] if found.pvalue is None else [found.pvalue]
        if run == runs // 4 and not p:
            return "refused"
    shown = len(p) / runs
    if shown < _LEAST_SHOWN:
        return "refused"
    return f"{np.mean(np.array(p) < 0.05):.2f}{f' ({shown:.0%})' if shown < 0.95 else ''}"


def errors(
    n: int, clusters: int, noise: float, parts: int, runs: int, samples: int
) -> Iterator[str]:
    """Yield a cell per measure: the share of p < 0.05 for equally good predictions."""
    for name in TESTED:
        yield rejected(name, n, clusters, noise, parts, runs, samples)


def table_of_errors(runs: int, samples: int, *, parts: int = 1) -> Table:
    """Return the lines of the table of errors, computed lazily."""
    lines: dict[Case, Callable[[], Iterator[str]]] = {
        (n, clusters, noise, drawn): partial(errors, n, clusters, noise, parts, drawn, samples)
        for n, clusters, noise in product(SIZES, CLUSTERS, NOISES)
        if n >= _FEWEST_PER_CLUSTER * clusters
        for drawn in ((runs // 3 if clusters >= _SLOW else runs),)
    }
    return ("n", "K", "noise", "data sets", *(NAMES[name] for name in TESTED)), lines


def done(page: str, name: str) -> list[str]:
    """Return the lines of a generated section of the page."""
    return page.partition(_marker("begin", name))[2].partition(_marker("end", name))[0].split("\n")


def replaced(page: str, name: str, lines: list[str]) -> str:
    """Return the page with new lines between the markers of a generated section."""
    head, begin, rest = page.partition(_marker("begin", name))
    _, end, tail = rest.partition(_marker("end", name))
    return "\n".join([head + begin, *lines, end + tail])


def _marker(which: str, name: str) -> str:
    return f"<!-- {which} {name} -->"


def make(name: str, table: Table, *, write: bool, again: bool) -> None:
    """Print a table line by line; with `write`, put each line into the page immediately.

    Existing lines with the same number of data sets are kept unless `again` is set.
    """
    names, lines = table
    header = [f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
    starts = [f"| {' | '.join(map(str, case))} |" for case in lines]
    present = {} if again else {_start(line): line for line in _lines(name, header)}
    known = {start: line for start, line in present.items() if start in starts}
    made = list(header)
    for start, line in zip(starts, lines.values(), strict=True):
        made.append(known.get(start) or f"{start} {' | '.join(line())} |")
        print(made[-1], flush=True)
        if write:
            later = [known[x] for x in known if x not in {_start(y) for y in made}]
            text = replaced(PAGE.read_text(encoding="utf-8"), name, made + later)
            PAGE.write_text(text, encoding="utf-8")


def _lines(name: str, header: list[str]) -> list[str]:
    """Return the lines of the page below the same header."""
    present = done(PAGE.read_text(encoding="utf-8"), name)
    return [x for x in present if x.startswith("| ")][1:] if header[0] in present else []


def _start(line: str) -> str:
    """Return the first four cells of a line."""
    return "|".join(line.split("|")[:5]) + "|"


def main() -> None:
    """Print the tables, or write them into the docs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, help="data sets per line")
    parser.add_argument("--samples", type=int, default=100, help="half-samples per test")
    parser.add_argument("--only", choices=RUNS, help="one of the tables")
    parser.add_argument("--write", action="store_true", help="write them into the docs")
    parser.add_argument("--tried", action="store_true", help="populations that set the method")
    parser.add_argument("--again", action="store_true", help="do not keep lines of the page")
    options = parser.parse_args()
    runs = {name: options.runs or number for name, number in RUNS.items()}
    tables = {
        "coverage": table_of_coverage(TRIED if options.tried else HELD_OUT, runs["coverage"]),
        "first coverage": table_of_coverage(FIRST, runs["first coverage"]),
        "errors": table_of_errors(runs["errors"], options.samples),
        "unlike": table_of_errors(runs["unlike"], options.samples, parts=2),
    }
    for name, table in tables.items():
        if options.only in {None, name}:
            make(name, table, write=options.write, again=options.again)


if __name__ == "__main__":
    main()
