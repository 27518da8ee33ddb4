"""Simulate the coverage of 95 % intervals, and the error rate of tests, for samples of whole units.

``python -m benchmarks.unit_coverage`` prints the tables of docs/chance-tables.md, ``--write`` puts
them there, line by line: an interrupted run continues where it stopped. Each data set is made anew:
entities with one to three records, of which some are split and some merged with another entity;
documents with clusters of their own and sizes with heavy tails; patients that share all clusters.
The value that an interval must contain is that of the expected counts of pairs (or of the expected
sums of x·log x) of such data sets; for other measures, the mean value of 2,000 data sets.
"""

from __future__ import annotations

import argparse
from functools import partial
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import clusterdiff as cd
from clusterdiff.intervals import compare_two, interval
from clusterdiff.summaries import Entropies, PairCounts

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    DataSet = tuple[Ints, Ints, Ints]  # unit, a and b of each element
    Maker = Callable[[np.random.Generator], DataSet]

NAMES = {
    "adjusted_rand": "ARI",
    "wallace_a": "pair recall",
    "wallace_b": "pair precision",
    "pair_f": "pair F",
    "variation_of_information": "VI",
    "normalized_mutual_information": "NMI",
    "adjusted_mutual_information": "AMI",
    "bcubed_f": "B³ F",
    "purity": "purity",
}
TESTED = ("adjusted_rand", "pair_f", "variation_of_information")
TRUTH, RUNS, DRAWN, SEED = 2000, 250, 60, 20261118
PAGE = Path(__file__).parents[1] / "docs" / "chance-tables.md"
_SCALED = 10**6
_LEAST_SHOWN, _ALWAYS = 0.05, 0.995
_FAMILY, _LONGEST = 5, 500  # clusters of a document, and most elements


def entities(
    rng: np.random.Generator, number: int, sizes: tuple[float, ...], split: float, merge: float
) -> DataSet:
    """Return entities; `split` records leave theirs, and `merge` of the entities are in pairs."""
    a = np.repeat(np.arange(number), rng.choice(len(sizes), number, p=sizes) + 1)
    b = _changed(rng, a, split, merge)
    return a, a, b


def _changed(rng: np.random.Generator, a: Ints, split: float, merge: float) -> Ints:
    number, b = int(a.max()) + 1, a.copy()
    alone = np.flatnonzero(rng.random(len(a)) < split)
    b[alone] = number + np.arange(len(alone))
    pairs = rng.permutation(number)[: 2 * rng.binomial(number // 2, merge)].reshape(-1, 2)
    name = np.arange(number + len(alone))
    name[pairs[:, 1]] = pairs[:, 0]
    renamed: Ints = name[b]
    return renamed


def documents(rng: np.random.Generator, number: int, spread: float, *, shared: bool) -> DataSet:
    """Return documents of log-normal size, each with its own share of wrong labels."""
    sizes = np.minimum(np.ceil(8 * rng.lognormal(0, spread, number)), _LONGEST).astype(int)
    unit = np.repeat(np.arange(number), sizes)
    a = rng.integers(0, _FAMILY, len(unit)) + (0 if shared else _FAMILY * unit)
    return unit, a, _wrong(rng, unit, a)


def _wrong(rng: np.random.Generator, unit: Ints, a: Ints) -> Ints:
    """Return labels of which some are those of any cluster of the same document."""
    wrong = rng.random(len(a)) < rng.beta(1, 9, int(unit.max()) + 1)[unit]
    b: Ints = np.where(wrong, a - a % _FAMILY + rng.integers(0, _FAMILY, len(a)), a)
    return b


RECORDS = (0.7, 0.2, 0.1)
CASES: dict[str, Maker] = {
    "50 entities, 3 % split, 5 % merged": partial(
        entities, number=50, sizes=RECORDS, split=0.03, merge=0.05
    ),
    "200 entities, 3 % split, 3 % merged": partial(
        entities, number=200, sizes=RECORDS, split=0.03, merge=0.03
    ),
    "1,000 entities, 3 % split, 3 % merged": partial(
        entities, number=1000, sizes=RECORDS, split=0.03, merge=0.03
    ),
    "1,000 entities, 10 % merged": partial(
        entities, number=1000, sizes=RECORDS, split=0.0, merge=0.1
    ),
    "1,000 entities, 0.5 % split, 0.5 % merged": partial(
        entities, number=1000, sizes=RECORDS, split=0.005, merge=0.005
    ),
    "30 documents, sizes with σ = 0.5": partial(documents, number=30, spread=0.5, shared=False),
    "30 documents, sizes with σ = 1": partial(documents, number=30, spread=1.0, shared=False),
    "100 documents, sizes with σ = 1": partial(documents, number=100, spread=1.0, shared=False),
    "300 documents, sizes with σ = 1.5": partial(documents, number=300, spread=1.5, shared=False),
    "20 patients with the same clusters": partial(documents, number=20, spread=0.5, shared=True),
    "100 patients with the same clusters": partial(documents, number=100, spread=1.0, shared=True),
}


def truth(make: Maker, rng: np.random.Generator) -> dict[str, float]:
    """Return the value of each measure that intervals must contain."""
    pairs, sums = [], []
    others = [name for name in NAMES if not _is_closed(name)]
    values = []
    for _ in range(TRUTH):
        _, a, b = make(rng)
        table = cd.Table.from_labels(a, b)
        pairs.append(PairCounts.of(table))
        e = Entropies.of(table)
        h = log(e.n)
        sums.append([e.n, *(e.n * (h - x) for x in (e.a, e.b, e.a + e.b_given_a))])
        values.append([cd.get_measure(name).on(table) for name in others])
    counts = PairCounts(*(round(_SCALED * float(x)) for x in np.mean(pairs, axis=0)))
    n, in_a, in_b, both = np.mean(sums, axis=0)
    x, y, given_b, given_a = log(n) - in_a / n, log(n) - in_b / n, in_b - both, in_a - both
    entropies = Entropies(round(n), 2, 2, x, y, given_b / n, given_a / n, x - given_b / n)
    out = dict(zip(others, np.mean(values, axis=0).tolist(), strict=True))
    for name in NAMES.keys() - set(others):
        m = cd.get_measure(name)
        out[name] = m.formula(counts if m.summaries == (PairCounts,) else entropies)
    return out


def _is_closed(name: str) -> bool:
    return cd.get_measure(name).summaries in ((PairCounts,), (Entropies,))


def coverage(make: Maker, runs: int) -> dict[str, tuple[float, float]]:
    """Return for each measure how often an interval is shown, and contains the value."""
    rng = np.random.default_rng(SEED)
    known = truth(make, rng)
    shown, hits = dict.fromkeys(NAMES, 0), dict.fromkeys(NAMES, 0)
    for run in range(runs):
        unit, a, b = make(rng)
        for name in NAMES:
            found = interval(a, b, measure=name, units=unit, n_samples=DRAWN, rng=run)
            shown[name] += found.limits is not None
            hits[name] += known[name] in found
    return {name: (shown[name] / runs, hits[name] / max(shown[name], 1)) for name in NAMES}


def rejections(make: Maker, runs: int) -> dict[str, float]:
    """Return how often a test at 0.05 rejects two clusterings that are made alike."""
    rng = np.random.default_rng(SEED)
    out = dict.fromkeys(TESTED, 0)
    for run in range(runs):
        unit, a, b1 = make(rng)
        b2 = _second(make, unit, a, rng)
        for name in TESTED:
            found = compare_two(a, b1, b2, measure=name, units=unit, n_samples=DRAWN, rng=run)
            out[name] += found.pvalue is not None and found.pvalue < 0.05
    return {name: number / runs for name, number in out.items()}


def _second(make: Maker, unit: Ints, a: Ints, rng: np.random.Generator) -> Ints:
    """Return a second clustering of the same elements with errors of its own."""
    options = getattr(make, "keywords", {})
    if "merge" in options:
        return _changed(rng, a, options["split"], options["merge"])
    return _wrong(rng, unit, a)


def intervals_line(make: Maker, runs: int) -> list[str]:
    """Return the entries of a line of the table of coverages."""
    return [
        "–"
        if shown < _LEAST_SHOWN
        else f"{hit:.3f}" + (f" ({100 * shown:.0f} %)" if shown < _ALWAYS else "")
        for shown, hit in coverage(make, runs).values()
    ]


def tests_line(make: Maker, runs: int) -> list[str]:
    """Return the entries of a line of the table of rejections."""
    return [f"{x:.3f}" for x in rejections(make, runs).values()]


TABLES = {
    "unit coverage": (NAMES.values(), intervals_line),
    "unit errors": ([NAMES[name] for name in TESTED], tests_line),
}


def main() -> None:
    """Print or write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the tables into the docs")
    parser.add_argument("--runs", type=int, default=RUNS, help="data sets of each line")
    parser.add_argument("--only", default="", help="a part of the names of lines")
    chosen = parser.parse_args()
    for name, (columns, line) in TABLES.items():
        head = [f"| data sets | {' | '.join(columns)} |", "|---|" + "---:|" * len(columns)]
        print(*head, sep="\n")
        known = _written(name) if chosen.write else {}
        for case, make in CASES.items():
            if chosen.only in case and case not in known:
                known[case] = f"| {case} | {' | '.join(line(make, chosen.runs))} |"
                if chosen.write:
                    write_table(name, [*head, *(known[x] for x in CASES if x in known)])
            if case in known:
                print(known[case], flush=True)


def _written(name: str) -> dict[str, str]:
    """Return the lines of a table that the page has."""
    text = PAGE.read_text(encoding="utf-8").partition(f"<!-- begin {name} -->")[2]
    lines = text.partition(f"<!-- end {name} -->")[0].splitlines()
    named = {line.split(" | ")[0].removeprefix("| "): line for line in lines}
    return {case: named[case] for case in CASES if case in named}


def write_table(name: str, lines: list[str]) -> None:
    """Put the lines of a table into the page."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    head, _, rest = text.partition(begin)
    tail = rest.partition(end)[2]
    PAGE.write_text(f"{head}{begin}\n{chr(10).join(lines)}\n{end}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
