"""Splits and merges: the steps that lead from one partition to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.checks import check_several
from clusterdiff.errors import InputError
from clusterdiff.partition._codes import by_appearance, grouped, image

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from clusterdiff.partition._codes import Codes, Ints

_MAX_SHOWN = 8  # elements of a block that are written out


@dataclass(frozen=True, slots=True)
class _Step:
    parts: tuple[tuple[Any, ...], ...]

    def __post_init__(self) -> None:
        parts = tuple(map(tuple, self.parts))
        if len(parts) < 2 or not all(parts):
            sizes = ", ".join(str(len(part)) for part in parts)
            raise InputError(
                f"{type(self).__name__} must have two or more non-empty parts, "
                f"got {len(parts)} with sizes [{sizes}]."
            )
        object.__setattr__(self, "parts", parts)

    @property
    def block(self) -> tuple[Any, ...]:
        """The elements of all parts."""
        return tuple(element for part in self.parts for element in part)


class Split(_Step):
    """Split one cluster into several.

    Parameters
    ----------
    parts : sequence of sequences
        The elements of each part; the cluster that is split has the elements of all parts.

    See Also
    --------
    Merge : The inverse step.
    path : The steps from one partition to another.

    Examples
    --------
    >>> step = Split([["x", "y"], ["z"]])
    >>> print(step)
    split {x, y, z} into {x, y} and {z}
    >>> step.inverse
    Merge(parts=(('x', 'y'), ('z',)))
    """

    __slots__ = ()

    @property
    def inverse(self) -> Merge:
        """The merge that undoes this split."""
        return Merge(self.parts)

    def __str__(self) -> str:
        return f"split {shown(self.block)} into {' and '.join(map(shown, self.parts))}"


class Merge(_Step):
    """Merge several clusters into one.

    Parameters
    ----------
    parts : sequence of sequences
        The elements of each cluster that is merged.

    See Also
    --------
    Split : The inverse step.
    path : The steps from one partition to another.

    Examples
    --------
    >>> print(Merge([["x", "y"], ["z"]]))
    merge {x, y} and {z} into {x, y, z}
    """

    __slots__ = ()

    @property
    def inverse(self) -> Split:
        """The split that undoes this merge."""
        return Split(self.parts)

    def __str__(self) -> str:
        return f"merge {' and '.join(map(shown, self.parts))} into {shown(self.block)}"


def shown(block: Sequence[Any]) -> str:
    """Return a block in braces, abbreviated if it is long.

    >>> shown(range(10))
    '{0, 1, 2, 3, 4, 5, 6, 7, … 2 more}'
    """
    more = f", … {len(block) - _MAX_SHOWN} more" if len(block) > _MAX_SHOWN else ""
    return f"{{{', '.join(map(str, block[:_MAX_SHOWN]))}{more}}}"


def apply_steps(
    steps: Iterable[Any], codes: Codes, sizes: Ints, find: Callable[[Any], Ints]
) -> Codes:
    """Return the codes after the steps; a step takes time in the size of its block only.

    >>> apply_steps([Split([[0], [1]])], np.array([0, 0]), np.array([2]), np.array)
    array([0, 1], dtype=uint32)
    """
    new, count = codes.astype(np.int64), sizes.tolist()
    for step in check_several("steps", steps, "splits and merges"):
        if not isinstance(step, (Split, Merge)):
            raise InputError(f"A step must be a Split or a Merge, got {type(step).__name__}.")
        parts = [find(part) for part in step.parts]
        if isinstance(step, Split):
            _split(new, count, parts, step)
        else:
            _merge(new, count, parts, step)
    return by_appearance(new, len(count))[0]


def _split(codes: Ints, sizes: list[int], parts: list[Ints], step: Split) -> None:
    """Split one cluster in place."""
    block = _cluster(codes, sizes, np.concatenate(parts), step.block)
    sizes[block] = len(parts[0])
    for part in parts[1:]:
        codes[part] = len(sizes)
        sizes.append(len(part))


def _merge(codes: Ints, sizes: list[int], parts: list[Ints], step: Merge) -> None:
    """Merge clusters in place."""
    pairs = zip(parts, step.parts, strict=True)
    clusters = [_cluster(codes, sizes, positions, part) for positions, part in pairs]
    if len(set(clusters)) < len(clusters):
        raise InputError(f"The parts of a merge must be different clusters: {step}.")
    for cluster, part in zip(clusters[1:], parts[1:], strict=True):
        codes[part] = clusters[0]
        sizes[clusters[0]] += sizes[cluster]
        sizes[cluster] = 0


def _cluster(codes: Ints, sizes: list[int], positions: Ints, block: Sequence[Any]) -> int:
    """Return the cluster that consists of exactly these positions."""
    code = int(codes[positions[0]])
    size = sizes[code]
    exact = len(positions) == size == len(np.unique(positions))
    if not exact or (codes[positions] != code).any():
        raise InputError(
            f"{shown(block)} is not a cluster of the partition.",
            "apply the steps of a path in order, from its first partition",
        )
    return code


def splits_to(
    coarse: Codes, count: int, fine: Codes, sizes: Ints, names: Sequence[Any]
) -> Iterator[Split]:
    """Yield splits in two that lead from a partition to one that refines it.

    >>> coarse, fine, sizes = np.array([0, 0, 0]), np.array([0, 1, 2]), np.array([1, 1, 1])
    >>> [print(step) for step in splits_to(coarse, 1, fine, sizes, "xyz")]
    split {x, y, z} into {x} and {y, z}
    split {y, z} into {y} and {z}
    [None, None]
    """
    positions, stops = grouped(fine, len(sizes)), np.cumsum(sizes)
    parents = image(fine, len(sizes), coarse)
    children = np.bincount(parents, minlength=count)
    order, ends = np.argsort(parents, kind="stable"), np.cumsum(children)
    for parent in np.flatnonzero(children > 1):
        parts = order[ends[parent] - children[parent] : ends[parent]]
        slices = [positions[stops[part] - sizes[part] : stops[part]] for part in parts]
        yield from _halved(slices, names)


def _halved(parts: list[Ints], names: Sequence[Any]) -> Iterator[Split]:
    """Split parts into halves, recursively: m parts of x elements take O(x log m) in m-1 splits."""
    if len(parts) == 1:
        return
    halves = parts[: len(parts) // 2], parts[len(parts) // 2 :]
    yield Split(
        tuple(tuple(names[i] for i in np.sort(np.concatenate(half)).tolist()) for half in halves)
    )
    for half in halves:
        yield from _halved(half, names)
