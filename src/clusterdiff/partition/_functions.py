"""Meets, joins and paths of partitions."""

from __future__ import annotations

from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING

from clusterdiff.errors import InputError
from clusterdiff.partition._partition import Partition
from clusterdiff.partition._steps import splits_to

if TYPE_CHECKING:
    from clusterdiff.partition._steps import Merge, Split


def meet(*partitions: Partition) -> Partition:
    """Return the coarsest partition that refines all given partitions.

    Parameters
    ----------
    *partitions : Partition
        One or more partitions of the same elements.

    Returns
    -------
    Partition
        Two elements are together if they are together in every partition.

    Raises
    ------
    InputError
        If none is given, or they are not partitions of the same elements.

    See Also
    --------
    join : The finest partition that all given partitions refine.

    Examples
    --------
    >>> meet(Partition([0, 0, 0, 1]), Partition([0, 0, 1, 1]))
    Partition(n=4, k=3: {0, 1} {2} {3})
    """
    return reduce(and_, _checked(partitions, "meet"))


def join(*partitions: Partition) -> Partition:
    """Return the finest partition that all given partitions refine.

    Parameters
    ----------
    *partitions : Partition
        One or more partitions of the same elements.

    Returns
    -------
    Partition
        Two elements are together if a chain of overlapping clusters connects them.

    Raises
    ------
    InputError
        If none is given, or they are not partitions of the same elements.

    See Also
    --------
    meet : The coarsest partition that refines all given partitions.

    Examples
    --------
    >>> join(Partition([0, 0, 1, 2]), Partition([0, 1, 1, 2]))
    Partition(n=4, k=2: {0, 1, 2} {3})
    """
    return reduce(or_, _checked(partitions, "join"))


def path(a: Partition, b: Partition) -> list[Split | Merge]:
    """Return the splits and merges that turn a into b through their meet.

    Parameters
    ----------
    a, b : Partition
        Two partitions of the same elements.

    Returns
    -------
    list of Split and Merge
        First splits in two, which lead from a to the meet, then merges of two, which lead to b.
        ``a.apply(path(a, b)) == b``, and the inverse steps in reverse order lead back.

    Raises
    ------
    InputError
        If `a` and `b` are not partitions of the same elements.

    See Also
    --------
    Partition.apply : Apply steps to a partition.

    Examples
    --------
    >>> for step in path(Partition([0, 0, 1]), Partition([0, 1, 1])):
    ...     print(step)
    split {0, 1} into {0} and {1}
    merge {1} and {2} into {1, 2}
    """
    _checked((a, b), "path")
    low, codes, names = a & b, a.codes_of(b), a.elements
    splits = list(splits_to(a.codes, a.k, low.codes, low.sizes, names))
    back = list(splits_to(codes, b.k, low.codes, low.sizes, names))
    return [*splits, *(step.inverse for step in reversed(back))]


def _checked(given: tuple[Partition, ...], what: str) -> tuple[Partition, ...]:
    """Return the partitions, or raise an error if there are none or other objects."""
    wrong = [type(p).__name__ for p in given if not isinstance(p, Partition)]
    if wrong or not given:
        raise InputError(
            f"{what} needs partitions, got {wrong[0] if wrong else 'none'}.",
            f"{what}(Partition(x), Partition(y))",
        )
    return given
