"""Meets, joins and paths of partitions."""

from __future__ import annotations

from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING

from clusterdiff.errors import InputError
from clusterdiff.partition._partition import Partition
from clusterdiff.partition._steps import ways_down

if TYPE_CHECKING:
    from clusterdiff.partition._steps import Merge, Split


def meet(*partitions: Partition) -> Partition:
    """Coarsest partition that refines all: elements stay together if they are together in every one.

    >>> meet(Partition([0, 0, 0, 1]), Partition([0, 0, 1, 1]))
    Partition(n=4, K=3: {0, 1} {2} {3})
    """
    return reduce(and_, _partitions(partitions, "meet"))


def join(*partitions: Partition) -> Partition:
    """Finest partition that all refine: elements are together if a chain of shared clusters links them.

    >>> join(Partition([0, 0, 1, 2]), Partition([0, 1, 1, 2]))
    Partition(n=4, K=2: {0, 1, 2} {3})
    """
    return reduce(or_, _partitions(partitions, "join"))


def path(a: Partition, b: Partition) -> list[Split | Merge]:
    """Steps from a to b through their meet: splits in two, then merges of two, as few as that way takes.

    ``a.apply(path(a, b)) == b``, and ``[step.inverse for step in reversed(path(a, b))]`` leads back.

    >>> for step in path(Partition([0, 0, 1]), Partition([0, 1, 1])):
    ...     print(step)
    split {0, 1} into {0} and {1}
    merge {1} and {2} into {1, 2}
    """
    _partitions((a, b), "path")
    low, codes, names = a & b, a.codes_of(b), a.elements
    down = list(ways_down(a.codes, a.K, low.codes, low.sizes, names))
    up = list(ways_down(codes, b.K, low.codes, low.sizes, names))
    return [*down, *(step.inverse for step in reversed(up))]


def _partitions(given: tuple[Partition, ...], what: str) -> tuple[Partition, ...]:
    wrong = [type(p).__name__ for p in given if not isinstance(p, Partition)]
    if wrong or not given:
        raise InputError(f"{what} must be given partitions: got {wrong[0] if wrong else 'none'}.", f"{what}(Partition(x), Partition(y))")
    return given
