"""Missing labels, ignored labels, noise and weights: which elements are counted, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypedDict, get_args

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels._labels import MISSING, Labels, listed, object_array
from clusterdiff.labels._objects import kind_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

MissingPolicy = Literal["raise", "drop", "singletons", "block"]
Alignment = Literal["raise", "intersect", "singletons"]
MISSING_POLICIES: Final[tuple[MissingPolicy, ...]] = get_args(MissingPolicy)
ALIGNMENTS: Final[tuple[Alignment, ...]] = get_args(Alignment)
NAME_POLICY: Final = "pass {missing=drop}, {missing=singletons} or {missing=block}"

_NOTHING: Final = ()
_MOST_ALONE: Final = 1e9  # largest number of singletons that weights may expand to


class Dropped(NamedTuple):
    """How many elements were dropped, and why."""

    missing: int = 0
    ignored: int = 0
    weightless: int = 0
    unmatched: int = 0

    @property
    def total(self) -> int:
        """All that were dropped."""
        return sum(self)

    def __str__(self) -> str:
        parts = ", ".join(f"{count} {name}" for name, count in self._asdict().items() if count)
        return f"{self.total} ({parts})" if parts else "0"


NOTHING_DROPPED: Final = Dropped()


class PolicyOptions(TypedDict, total=False):
    """The options of `Table.from_labels` that say which elements are counted, and as what."""

    missing: MissingPolicy
    ignore: Any
    ignore_a: Any
    ignore_b: Any
    noise: Any
    noise_a: Any
    noise_b: Any
    weights: Any


class LabelsOptions(PolicyOptions, total=False):
    """All options of `Table.from_labels`."""

    align: Alignment


@dataclass(frozen=True, slots=True)
class Policy:
    """Elements that are missing, ignored, noise, weighted, or in one clustering only."""

    missing: MissingPolicy = "raise"
    ignore: Any = _NOTHING
    ignore_a: Any = _NOTHING
    ignore_b: Any = _NOTHING
    noise: Any = _NOTHING
    noise_a: Any = _NOTHING
    noise_b: Any = _NOTHING
    weights: Any = None
    align: Alignment = "raise"

    @property
    def plain(self) -> bool:
        """Whether nothing but the default was asked for."""
        named = (self.ignore, self.ignore_a, self.ignore_b, self.noise, self.noise_a, self.noise_b)
        asked = self.missing != "raise" or self.weights is not None or self.align == "intersect"
        return not asked and all(names is _NOTHING for names in named)

    @classmethod
    def of(cls, options: dict[str, Any]) -> Policy:
        """Return the policy of some keyword arguments."""
        for name, choices in (("missing", MISSING_POLICIES), ("align", ALIGNMENTS)):
            if name in options:
                check_choice(name, options[name], choices)
        return cls(**options) if options else _PLAIN


_PLAIN: Final = Policy()
POLICY_OPTIONS = frozenset(Policy.__slots__)


class Selection(NamedTuple):
    """Two sides ready to be counted."""

    a: Labels
    b: Labels
    weights: NDArray[np.int64] | None
    dropped: Dropped


def select(a: Labels, b: Labels, policy: Policy) -> Selection:
    """Drop and weight elements, and make singletons, according to the policy."""
    return select_elements(a, b, policy)[0]


def select_elements(
    a: Labels, b: Labels, policy: Policy
) -> tuple[Selection, NDArray[np.int64] | None]:
    """Select as `select` does, and return the positions of the selected elements too.

    None means all, in order.
    """
    check_choice("missing", policy.missing, MISSING_POLICIES)
    weights = None if policy.weights is None else _weights(policy.weights, a, b)
    ignored, noise_a, noise_b = _named_masks(a, b, policy)
    gone = _missing_mask(a, b, policy.missing)
    weightless = None if weights is None or weights.all() else weights == 0
    keep, dropped = _keep(len(a), gone, ignored, weightless)
    positions = None if keep is None else np.flatnonzero(keep)
    if keep is not None:
        a, b = a.take(keep), b.take(keep)
        weights = None if weights is None else weights[keep]
        noise_a, noise_b = (None if mask is None else mask[keep] for mask in (noise_a, noise_b))
    single_a, single_b = (
        _singles(side, noise, policy.missing) for side, noise in ((a, noise_a), (b, noise_b))
    )
    alone = either(single_a, single_b)
    if weights is not None and alone is not None:
        # A singleton of weight w becomes w singletons.
        times = np.where(alone, weights, 1)
        check_expansion(times)
        order = np.repeat(np.arange(len(a)), times)
        a, b, weights = a.take(order), b.take(order), np.where(alone, 1, weights)[order]
        single_a, single_b = (
            None if mask is None else mask[order] for mask in (single_a, single_b)
        )
        positions = order if positions is None else positions[order]
    a, b = _set_apart(a, single_a, policy.missing), _set_apart(b, single_b, policy.missing)
    return Selection(a, b, weights, dropped), positions


def _weights(weights: Any, a: Labels, b: Labels) -> NDArray[np.int64]:
    """Return the weights of the elements; a pandas column must have the index of the labels."""
    if isinstance(weights, Mapping):
        raise InputError(
            "weights must be numbers in the order of the labels, got a dict.",
            "pass [weights[element] for element in a]",
        )
    index = getattr(weights, "index", None)
    if hasattr(index, "equals") and not all(_has_index(side, index) for side in (a, b)):
        raise InputError(
            "weights must list the same elements as the labels in the same order: their indexes "
            "differ.",
            "pass weights.reindex(a.index), or weights.to_numpy() to weight by position",
        )
    return read_counts(weights, len(a), "weights")


def _has_index(side: Labels, index: Any) -> bool:
    """Return whether a pandas index agrees with the keys or the index of the elements, if any."""
    if side.elements is not None:
        return bool(list(side.elements) == index.tolist())
    return side.index is None or bool(side.index.equals(index))


def read_counts(counts: Any, length: int, what: str) -> NDArray[np.int64]:
    """Read non-negative integers whose sum is at most 2⁶³ - 1."""
    if np.ma.is_masked(counts):
        raise InputError(
            f"{what} must be integers: {int(np.ma.getmaskarray(counts).sum())} are masked."
        )
    try:
        array = number_array(counts)
    except ValueError:  # lists of different lengths
        raise InputError(f"{what} must be one number per element, got nested lists.") from None
    if array.shape != (length,) and array.size != length:
        raise InputError(f"{what} must have one number per element, got {array.size} for {length}.")
    array = array.ravel()
    if array.dtype.kind not in "iufbO":
        raise InputError(f"{what} must be integers, got {array.dtype}.")
    if array.dtype.kind in "iub" and (not len(array) or array.min() >= 0):
        return _checked_sum(array, what)
    try:
        whole = (
            np.array([int(x) for x in array], object)
            if array.dtype.kind == "O"
            else np.floor(array)
            if array.dtype.kind == "f"
            else array
        )
        wrong = np.flatnonzero((array < 0) | (array != whole))
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what} must be integers, got {array.dtype}.") from None
    if len(wrong):
        raise InputError(
            f"{what} must be non-negative integers, got {array[wrong[0]]} at position {wrong[0]}."
        )
    if array.dtype.kind in "fO" and len(array) and not np.isfinite(array.astype(float)).all():
        raise InputError(f"{what} must be finite integers.")
    return _checked_sum(array, what)


def number_array(numbers: Any) -> NDArray[Any]:
    """Return numbers in any form as an array; integers among floats keep their digits."""
    if str(getattr(numbers, "dtype", None)) == "Int128":  # of polars; NumPy has no such type
        numbers = numbers.to_list()
    array = np.asarray(numbers)
    listed = array.dtype.kind == "f" and isinstance(numbers, (list, tuple))
    if listed and np.isfinite(array).all() and np.any(array >= 2**53):
        array = np.array(numbers, dtype=object)
    return array


def _checked_sum(array: NDArray[Any], what: str) -> NDArray[np.int64]:
    """Return the counts if their sum fits in 64 bits, else raise."""
    if float(array.sum(dtype=float)) >= 2.0**62 and sum(map(int, array.tolist())) >= 2**63:
        raise InputError(f"{what} must add up to less than 2**63.")
    return np.ascontiguousarray(array.astype(np.int64, copy=False))


def check_labeled(side: Labels, name: str, hint: str = NAME_POLICY) -> None:
    """Raise if an element has no label."""
    if side.missing is not None and side.missing.any():
        where = np.flatnonzero(side.missing)
        first = f", the first at {side.named(int(where[0]))!r}"
        must = f"{name} must have a label for every element"
        raise missing_labels(must, len(where), len(side), first, hint)


def missing_labels(
    requirement: str, count: int, total: int, first: str, hint: str = NAME_POLICY
) -> InputError:
    """Return the error for elements without a label; `first` says where one is."""
    return InputError(f"{requirement}: {count:,} of {total:,} are missing{first}.", hint)


def _missing_mask(a: Labels, b: Labels, policy: str) -> Mask | None:
    """Return a mask of the elements without a label to drop; "raise" counts them in an error."""
    if policy == "raise":
        check_labeled(a, "a")
        check_labeled(b, "b")
    return either(a.missing, b.missing) if policy == "drop" else None


def _keep(
    n: int, gone: Mask | None, ignored: Mask | None, weightless: Mask | None
) -> tuple[Mask | None, Dropped]:
    if gone is None and ignored is None and weightless is None:
        return None, NOTHING_DROPPED
    keep = np.ones(n, bool)
    lost = []
    for mask in (gone, ignored, weightless):
        before = int(keep.sum())
        if mask is not None:
            keep &= ~mask
        lost.append(before - int(keep.sum()))
    return keep, Dropped(*lost)


def _named_masks(
    a: Labels, b: Labels, policy: Policy
) -> tuple[Mask | None, Mask | None, Mask | None]:
    """Return masks of the elements with an ignored label on either side, and of the noise."""
    masks: dict[str, Mask | None] = {}
    for option in ("ignore", "noise"):
        shared = as_names(getattr(policy, option))
        for name, side in (("a", a), ("b", b)):
            own = as_names(getattr(policy, f"{option}_{name}"))
            check_kinds(own, [side], f"{option}_{name}")
            masks[f"{option}_{name}"] = elements_with(side, [*shared, *own])
        check_kinds(shared, [a, b], option)
    return either(masks["ignore_a"], masks["ignore_b"]), masks["noise_a"], masks["noise_b"]


def as_names(names: Any) -> list[Any]:
    """Return the labels that an option names, one or several, as a list."""
    if names is None:
        return []
    if isinstance(names, (str, bytes)) or not _is_iterable(names):
        names = [names]
    return [int(x) if kind_of(type(x)) == "float" and float(x).is_integer() else x for x in names]


def _is_iterable(names: Any) -> bool:
    """Return whether iteration works; scalars of libraries may have its methods and refuse it."""
    try:
        iter(names)
    except TypeError:
        return False
    return True


def _kind(side: Labels) -> str:
    if side.names is None:
        return "int"
    return kind_of(type(side.names[0])) if len(side.names) else "missing"


def check_kinds(names: Iterable[Any], sides: list[Labels], option: str) -> None:
    """Refuse names that no side can have, since its labels are of another kind."""
    for name in names:
        if all(_kind(side) not in {kind_of(type(name)), "missing"} for side in sides):
            kinds = " and ".join(sorted({_kind(side) for side in sides}))
            raise OptionError(
                f"{option} must name labels, got {name!r}, but the labels are {kinds}."
            )


def elements_with(side: Labels, names: list[Any]) -> Mask | None:
    """Mark the elements whose label is one of these names.

    None if no name is of the kind of the labels.
    """
    kind = _kind(side)
    wanted = [name for name in names if kind_of(type(name)) == kind]
    if not wanted:
        return None
    if side.names is None:
        info = np.iinfo(side.codes.dtype)
        codes = [name for name in wanted if info.min <= name <= info.max]
    else:
        known = set(wanted)
        codes = [i for i, name in enumerate(listed(side.names)) if name in known]
    if not codes:
        return np.zeros(len(side.codes), bool)
    mask = np.isin(side.codes, np.array(codes, side.codes.dtype), kind="sort")
    for other in (side.missing, side.absent):
        if other is not None:
            mask &= ~other
    return mask


def unused_names(a: Labels, b: Labels, policy: Policy) -> tuple[str, ...]:
    """Return notes on labels in `ignore` or `noise` that do not occur."""
    notes = []
    for option in ("ignore", "noise"):
        for suffix, sides in (("", (a, b)), ("_a", (a,)), ("_b", (b,))):
            for name in as_names(getattr(policy, option + suffix)):
                masks = [elements_with(side, [name]) for side in sides]
                if not any(mask is not None and mask.any() for mask in masks):
                    notes.append(f"no element has the label {name}, which {option}{suffix} names")
    return tuple(notes)


def check_expansion(times: NDArray[np.int64]) -> None:
    """Raise an error if weighted elements would become too many singletons."""
    if float(times.sum(dtype=float)) > _MOST_ALONE:
        raise InputError(
            f"Cannot expand more than {_MOST_ALONE:.0e} weighted elements into singletons (noise, "
            "missing or absent labels).",
            "leave them out with {ignore} or {missing=drop}",
        )


def either(x: Mask | None, y: Mask | None) -> Mask | None:
    """Return the elements that one of two masks marks; None is an empty mask."""
    if x is None or y is None:
        return y if x is None else x
    return x | y


def _singles(side: Labels, noise: Mask | None, missing: str) -> Mask | None:
    """Return the elements that become singleton clusters."""
    single = either(noise, side.absent)
    return either(single, side.missing) if missing == "singletons" else single


def _set_apart(side: Labels, singles: Mask | None, missing: str) -> Labels:
    """Put each singleton into an unnamed cluster, and the missing ones into one block."""
    block = side.missing if missing == "block" else None
    if (singles is None or not singles.any()) and (block is None or not block.any()):
        return replace(side, missing=None, absent=None)
    codes, names = side.encoded()
    codes = codes.astype(np.int64)
    new_names = [object_array(listed(names))]
    total = len(names)
    if block is not None and block.any():
        codes[block] = total
        new_names.append(object_array([MISSING]))
        total += 1
    if singles is not None:
        lone = int(singles.sum())
        codes[singles] = total + np.arange(lone)
        new_names.append(np.full(lone, None, object))
    return Labels(codes, np.concatenate(new_names))
