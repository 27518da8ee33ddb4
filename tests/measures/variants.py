"""Every measure of the catalogue with every value of its options."""

from typing import NamedTuple

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.measures import MEASURES
from tests.helpers.partitions import all_partitions

# Values of the options that are not one of a list, and options that another one must be chosen for.
VALUES = {
    "base": ("e", 10),
    "beta": (0.5, 2),
    "k_max": (16, 100),
    "normalized": (True,),
    "self_pairs": (True,),
}
NEEDS = {"k_max": {"by": "clusters"}}


def values_of(measure):
    """Yield the options under which a measure is tested: each value of each option."""
    for name, option in measure.options.items():
        values = option.choices or VALUES.get(name)
        if not values:
            pytest.fail(f"{measure.name}: write values of {name} in VALUES of {__file__}")
        for value in values:
            if value != option.default:
                yield {**NEEDS.get(name, {}), name: value}


def _variants(measure):
    yield measure
    yield from (measure.using(**options) for options in values_of(measure))


EVERY = [variant for measure in MEASURES.values() for variant in _variants(measure)]


def where(condition):
    """Run a test for every measure and option value of which this is true."""
    chosen = [m for m in EVERY if condition(m)]
    return pytest.mark.parametrize("measure", chosen, ids=[m.name for m in chosen])


ALL = where(lambda _: True)


class Sample(NamedTuple):
    """Two labelings, and the tables of related ones; summaries are computed once for all measures."""

    a: np.ndarray
    b: np.ndarray
    table: cd.Table
    swapped: cd.Table  # b and a
    renamed: cd.Table  # other labels
    shuffled: cd.Table  # another order of the elements
    repeated: cd.Table  # every element three times
    same: cd.Table  # a with itself, under other labels


def _sample(a, b, random):
    a, b = np.asarray(a), np.asarray(b)
    order, names = random.permutation(len(a)), random.permutation(len(a) + 1)
    table = cd.Table.from_labels
    return Sample(
        a,
        b,
        table(a, b),
        table(b, a),
        table(names[a], random.permutation(len(a) + 1)[b]),
        table(a[order], b[order]),
        table(np.tile(a, 3), np.tile(b, 3)),
        table(a, names[a]),
    )


def _samples():
    random = np.random.default_rng(0)
    pairs = [(a, b) for n in (1, 2, 3) for a in all_partitions(n) for b in all_partitions(n)]
    for n in (4, 5, 6, 8, 11, 12):
        trivial = [np.zeros(n, int), np.arange(n)]
        drawn = [random.integers(0, random.integers(1, n + 1), n) for _ in range(10)]
        pairs += [(x, y) for x in trivial for y in (*trivial, drawn[0], drawn[1])]
        pairs += [(y, x) for x in trivial for y in drawn[:2]]
        pairs += list(zip(drawn[::2], drawn[1::2], strict=True))
    return [_sample(a, b, random) for a, b in pairs]


SAMPLES = _samples()
