"""How often 95 % intervals contain the value of the population, and how often tests err.

``python -m benchmarks.coverage`` prints the tables of docs/chance.md, ``--write`` puts them there,
line by line: an interrupted run continues where it stopped.
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
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    Case = tuple[int, int, float, int]  # elements, clusters, noise, data sets
    Table = tuple[tuple[str, ...], dict[Case, Callable[[], Iterator[str]]]]

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
_FEWEST_PER_CLUSTER = 5
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


def table_of_coverage(runs: int, samples: int, *, equal: bool = False) -> Table:
    """The lines of the coverage table; each is computed when it is asked for."""
    lines: dict[Case, Callable[[], Iterator[str]]] = {
        (n, clusters, noise, runs_for(clusters, runs)): partial(
            coverage, n, clusters, noise, runs_for(clusters, runs), samples, equal=equal
        )
        for n, clusters, noise in product(SIZES, CLUSTERS, NOISES)
    }
    return tuple(NAMES.values()), lines


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


def errors(
    n: int, clusters: int, noise: float, parts: int, runs: int, samples: int
) -> Iterator[str]:
    """One cell per measure: the share of tests of equally good predictions with p < 0.05."""
    for name in TESTED:
        yield rejected(name, n, clusters, noise, parts, runs, samples)


def table_of_errors(runs: int, samples: int, *, parts: int = 1) -> Table:
    """The lines of the table of errors; each is computed when it is asked for."""
    lines: dict[Case, Callable[[], Iterator[str]]] = {
        (n, clusters, noise, drawn): partial(errors, n, clusters, noise, parts, drawn, samples)
        for n, clusters, noise in product(SIZES, CLUSTERS, NOISES)
        if n >= _FEWEST_PER_CLUSTER * clusters
        for drawn in ((runs // 3 if clusters >= _SLOW else runs),)
    }
    return tuple(NAMES[name] for name in TESTED), lines


def done(page: str, name: str) -> list[str]:
    """The lines of a generated section of the page."""
    return page.partition(_marker("begin", name))[2].partition(_marker("end", name))[0].split("\n")


def replaced(page: str, name: str, lines: list[str]) -> str:
    """The page with new lines between the markers of a generated section."""
    head, begin, rest = page.partition(_marker("begin", name))
    _, end, tail = rest.partition(_marker("end", name))
    return "\n".join([head + begin, *lines, end + tail])


def _marker(which: str, name: str) -> str:
    return f"<!-- {which} {name} -->"


def make(name: str, table: Table, *, write: bool, again: bool) -> None:
    """Print a table line by line; with `write` put each line into the page when it is known.

    Lines that are already there, of as many data sets, are kept unless `again`.
    """
    columns, lines = table
    names = ("n", "K", "noise", "data sets", *columns)
    header = [f"| {' | '.join(names)} |", "|---" * len(names) + "|"]
    known = {} if again else {_start(line): line for line in _lines(name, header)}
    made = list(header)
    for case, line in lines.items():
        start = f"| {' | '.join(map(str, case))} |"
        made.append(known.get(start) or f"{start} {' | '.join(line())} |")
        print(made[-1], flush=True)
        if write:
            later = [known[x] for x in known if x not in {_start(y) for y in made}]
            text = replaced(PAGE.read_text(encoding="utf-8"), name, made + later)
            PAGE.write_text(text, encoding="utf-8")


def _lines(name: str, header: list[str]) -> list[str]:
    """The lines of the page below the same header."""
    present = done(PAGE.read_text(encoding="utf-8"), name)
    return [x for x in present if x.startswith("| ")][1:] if header[0] in present else []


def _start(line: str) -> str:
    """The first four cells of a line."""
    return "|".join(line.split("|")[:5]) + "|"


def main() -> None:
    """Print the tables, or write them into the docs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=600, help="data sets per line")
    parser.add_argument("--samples", type=int, default=100, help="half-samples per interval")
    names = ("coverage", "equal", "errors", "unlike")
    parser.add_argument("--only", choices=names, help="one of the tables")
    parser.add_argument("--write", action="store_true", help="write them into docs/chance.md")
    parser.add_argument("--again", action="store_true", help="do not keep lines of the page")
    options = parser.parse_args()
    tables = {
        "coverage": table_of_coverage(options.runs, options.samples),
        "equal": table_of_coverage(options.runs, options.samples, equal=True),
        "errors": table_of_errors(options.runs // 2, options.samples),
        "unlike": table_of_errors(options.runs // 2, options.samples, parts=2),
    }
    for name, table in tables.items():
        if options.only in {None, name}:
            make(name, table, write=options.write, again=options.again)


if __name__ == "__main__":
    main()
