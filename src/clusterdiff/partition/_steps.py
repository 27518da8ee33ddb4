"""Splits and merges: the steps that lead from one partition to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.partition._codes import by_appearance, grouped, image

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from clusterdiff.partition._codes import Codes, Ints

_SHOWN = 8  # elements of a block written out


@dataclass(frozen=True, slots=True)
class _Step:
    parts: tuple[tuple[Any, ...], ...]

    def __post_init__(self) -> None:
        parts = tuple(map(tuple, self.parts))
        if len(parts) < 2 or not all(parts):  # noqa: PLR2004
            raise InputError(f"{type(self).__name__} must have two or more parts, and none empty: got {len(parts)} with sizes {[*map(len, parts)]}.")
        object.__setattr__(self, "parts", parts)

    @property
    def block(self) -> tuple[Any, ...]:
        """The elements of all parts."""
        return tuple(element for part in self.parts for element in part)


class Split(_Step):
    """One cluster becomes several: block → parts.

    >>> step = Split([["x", "y"], ["z"]])
    >>> print(step)
    split {x, y, z} into {x, y} and {z}
    >>> step.inverse
    Merge(parts=(('x', 'y'), ('z',)))
    """

    __slots__ = ()

    @property
    def inverse(self) -> Merge:
        """The step back."""
        return Merge(self.parts)

    def __str__(self) -> str:
        return f"split {shown(self.block)} into {' and '.join(map(shown, self.parts))}"


class Merge(_Step):
    """Several clusters become one: parts → block.

    >>> print(Merge([["x", "y"], ["z"]]))
    merge {x, y} and {z} into {x, y, z}
    """

    __slots__ = ()

    @property
    def inverse(self) -> Split:
        """The step back."""
        return Split(self.parts)

    def __str__(self) -> str:
        return f"merge {' and '.join(map(shown, self.parts))} into {shown(self.block)}"


def shown(block: Sequence[Any]) -> str:
    """The block in braces, cut short if it is long.

    >>> shown(range(10))
    '{0, 1, 2, 3, 4, 5, 6, 7, … 2 more}'
    """
    more = f", … {len(block) - _SHOWN} more" if len(block) > _SHOWN else ""
    return f"{{{', '.join(map(str, block[:_SHOWN]))}{more}}}"


def carry_out(steps: Iterable[Any], codes: Codes, sizes: Ints, find: Callable[[Any], Ints]) -> Codes:
    """Codes after the steps; each costs time in the size of its block only.

    >>> carry_out([Split([[0], [1]])], np.array([0, 0]), np.array([2]), np.array)
    array([0, 1], dtype=uint32)
    """
    new, count = codes.astype(np.int64), sizes.tolist()
    for step in steps:
        if not isinstance(step, (Split, Merge)):
            raise InputError(f"a step must be a Split or a Merge: got {type(step).__name__}.")
        parts = [find(part) for part in step.parts]
        if isinstance(step, Split):
            _split(new, count, parts, step)
        else:
            _merge(new, count, parts, step)
    return by_appearance(new, len(count))[0]


def _split(codes: Ints, sizes: list[int], parts: list[Ints], step: Split) -> None:
    block = _cluster(codes, sizes, np.concatenate(parts), step.block, "a split must divide")
    sizes[block] = len(parts[0])
    for part in parts[1:]:
        codes[part] = len(sizes)
        sizes.append(len(part))


def _merge(codes: Ints, sizes: list[int], parts: list[Ints], step: Merge) -> None:
    clusters = [_cluster(codes, sizes, at, part, "a merge must unite") for at, part in zip(parts, step.parts, strict=True)]
    if len(set(clusters)) < len(clusters):
        raise InputError(f"a merge must unite different clusters: {shown(step.parts[0])} and the others are not.")
    for cluster, part in zip(clusters[1:], parts[1:], strict=True):
        codes[part] = clusters[0]
        sizes[clusters[0]] += sizes[cluster]
        sizes[cluster] = 0


def _cluster(codes: Ints, sizes: list[int], positions: Ints, block: Sequence[Any], what: str) -> int:
    """The cluster that has exactly these positions."""
    code = int(codes[positions[0]])
    if len(positions) != sizes[code] or len(np.unique(positions)) != sizes[code] or (codes[positions] != code).any():
        raise InputError(f"{what} clusters of the partition: {shown(block)} is none.", "apply the steps of a path in order, from where it starts")
    return code


def ways_down(coarse: Codes, count: int, fine: Codes, sizes: Ints, names: Sequence[Any]) -> Iterator[Split]:
    """Splits in two that lead from a partition to one that refines it.

    >>> [print(step) for step in ways_down(np.array([0, 0, 0]), 1, np.array([0, 1, 2]), np.array([1, 1, 1]), "xyz")]
    split {x, y, z} into {x} and {y, z}
    split {y, z} into {y} and {z}
    [None, None]
    """
    order, ends = grouped(fine, len(sizes)), np.cumsum(sizes)
    parents = image(fine, len(sizes), coarse)
    shares = np.bincount(parents, minlength=count)
    parts, last = np.argsort(parents, kind="stable"), np.cumsum(shares)
    for parent in np.flatnonzero(shares > 1):
        yield from _halved([order[ends[part] - sizes[part] : ends[part]] for part in parts[last[parent] - shares[parent] : last[parent]]], names)


def _halved(parts: list[Ints], names: Sequence[Any]) -> Iterator[Split]:
    """Half of the parts from the other half: m parts of x elements then take m-1 splits of x·log m elements."""
    if len(parts) == 1:
        return
    halves = parts[: len(parts) // 2], parts[len(parts) // 2 :]
    yield Split(tuple(tuple(names[i] for i in np.sort(np.concatenate(half)).tolist()) for half in halves))
    for half in halves:
        yield from _halved(half, names)
