"""Missing labels, ignored labels, noise and weights: which elements are counted, and how."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError, OptionError, UnknownNameError
from clusterdiff.labels._labelings import Labelings, different_elements
from clusterdiff.labels._labels import MISSING, Labels, listed, object_array
from clusterdiff.labels._objects import kind_of
from clusterdiff.labels._policy import (
    ALIGNMENTS,
    MISSING_POLICIES,
    NO_LABELS,
    NOTHING_DROPPED,
    Dropped,
    Policy,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]
    Ints = NDArray[np.int64]

INTEGER: Final = re.compile(r"0|-?[1-9][0-9]*")  # "01" and "1" are two names
_NAME_POLICY: Final = "pass {missing=drop}, {missing=singletons} or {missing=block}"
_MOST_ALONE: Final = 1e9  # largest number of singletons that weights may expand to
# Why a labeling does not have an element. The largest reason of two labelings is that of the pair.
_WEIGHTLESS, _IGNORED, UNLABELED, _UNMATCHED = range(1, 5)


@dataclass(frozen=True, slots=True, eq=False)
class Selected:
    """Labelings with a decision for every element.

    Attributes
    ----------
    given : Labelings
        The labelings; a mask `missing` that is left marks the elements of one cluster.
    gone : tuple of (array of uint8 or None)
        The elements that a labeling does not have, and why; None if it has all.
    alone : tuple of (array of bool or None)
        The elements that are clusters of their own.
    weights : array of int64 or None
        How many times each row counts.
    positions : array of int64 or None
        The rows of the input that are left, in order; None if all are.
    dropped : Dropped
        The number of elements that were dropped, by reason.
    notes : tuple of str
        Options that had no effect.
    """

    given: Labelings
    gone: tuple[NDArray[np.uint8] | None, ...]
    alone: tuple[Mask | None, ...]
    weights: Ints | None
    positions: Ints | None = None
    dropped: Dropped = NOTHING_DROPPED
    notes: tuple[str, ...] = ()

    def shared(self) -> Selected:
        """Return the elements that all labelings have, and count the others by reason."""
        marked = [each for each in self.gone if each is not None]
        if not marked:
            return self
        reason = reduce(np.maximum, marked)
        lost = [self.given.number(reason == code) for code in range(1, 5)]
        dropped = Dropped(lost[2], lost[1], lost[0], lost[3])
        return replace(self._take(np.flatnonzero(reason == 0)), dropped=dropped)

    def expanded(self) -> Selected:
        """Make w singletons of every singleton of weight w."""
        alone = reduce(either, self.alone)
        if self.weights is None or alone is None:
            return self
        times = np.where(alone, self.weights, 1)  # what weighs nothing is gone, and not alone
        if float(times.sum(dtype=float)) > _MOST_ALONE:
            raise InputError(
                f"Cannot expand more than {_MOST_ALONE:.0e} weighted elements into singletons "
                "(noise, missing or absent labels).",
                "leave them out with {ignore} or {missing=drop}",
            )
        weights = np.where(alone, 1, self.weights)
        weighted = replace(self, weights=weights)
        return weighted._take(np.repeat(np.arange(len(times)), times))  # noqa: SLF001

    def _take(self, order: Ints) -> Selected:
        """Return the rows at these positions."""
        if len(order) == len(self.given) and (order == np.arange(len(order))).all():
            return self
        given = self.given
        keys = given.elements
        rows = replace(
            given,
            sides=tuple(side.take(order) for side in given.sides),
            elements=None if keys is None else [keys[i] for i in order.tolist()],
            index=None if given.index is None else given.index[order],
            counts=None if given.counts is None else given.counts[order],
        )
        return replace(
            self,
            given=rows,
            gone=tuple(None if each is None else each[order] for each in self.gone),
            alone=tuple(None if each is None else each[order] for each in self.alone),
            weights=None if self.weights is None else self.weights[order],
            positions=order if self.positions is None else self.positions[order],
        )

    @property
    def ids(self) -> Any:
        """What to call the elements: keys, an index or positions; None if these are all."""
        given = self.given
        if given.elements is not None:
            return given.elements
        return self.positions if given.index is None else given.index

    def labels(self) -> tuple[Labels, ...]:
        """Return the labels to count: singletons and unlabeled elements have clusters."""
        return tuple(map(_set_apart, self.given.sides, self.alone))


def select(given: Labelings, policy: Policy) -> Selected:
    """Decide for every element of every labeling whether it is counted, and as what.

    Parameters
    ----------
    given : Labelings
        Any number of labelings, from any source.
    policy : Policy
        What to do with missing, ignored, noise and unmatched labels, and the weights.

    Returns
    -------
    Selected
        The decisions. `shared` drops the elements that not all labelings have.
    """
    check_choice("missing", policy.missing, MISSING_POLICIES)
    check_choice("align", policy.align, ALIGNMENTS)
    sides = given.sides
    if policy.align == "raise" and any(_marks(side.absent) for side in sides):
        raise different_elements(given)
    if policy.missing == "raise":
        compared = _compared(given, policy)
        for side, title in zip(sides, given.titles, strict=True):
            if compared is not None and side.missing is not None:
                side = replace(side, missing=side.missing & compared)  # noqa: PLW2901
            check_labeled(side, title)
    weights = _weights(policy, given)
    ignored, noise = (_wishes(given, policy, option) for option in ("ignore", "noise"))
    weightless = None if weights is None or weights.all() else weights == 0
    gone, alone, kept = [], [], []
    for side, dropped_labels, lone_labels in zip(
        sides, _named(given, ignored), _named(given, noise), strict=True
    ):
        reasons = (
            (_WEIGHTLESS, weightless),
            (_IGNORED, elements_with(side, dropped_labels)),
            (UNLABELED, side.missing if policy.missing == "drop" else None),
            (_UNMATCHED, side.absent if policy.align == "intersect" else None),
        )
        lost = _reasons(len(side), reasons)
        single = elements_with(side, lone_labels)
        if policy.align == "singletons":
            single = either(single, side.absent)
        if policy.missing == "singletons":
            single = either(single, side.missing)
        if single is not None and lost is not None:
            single = single & (lost == 0)
        gone.append(lost)
        alone.append(single if _marks(single) else None)
        block = side.missing if policy.missing == "block" and _marks(side.missing) else None
        masked = side.missing is not block or side.absent is not None
        kept.append(replace(side, missing=block, absent=None) if masked else side)
    notes = _unused(given, [*ignored, *noise])
    return Selected(
        replace(given, sides=tuple(kept)), tuple(gone), tuple(alone), weights, notes=notes
    )


def _compared(given: Labelings, policy: Policy) -> Mask | None:
    """Mark the rows that at least two labelings have, if the others are left out."""
    absent = [side.absent for side in given.sides if side.absent is not None]
    if policy.align != "intersect" or not absent:
        return None
    lacking = np.sum(absent, axis=0)
    compared: Mask = lacking <= len(given.sides) - 2
    return compared


def _weights(policy: Policy, given: Labelings) -> Ints | None:
    """Return how many times each row counts: by its weight, else by its number of elements."""
    if policy.weights is not None:
        return read_weights(policy.weights, given)
    counted = given.counts if given.weights is None else given.weights
    return None if counted is None else read_counts(counted, len(given), "weights")


def _marks(mask: Mask | None) -> bool:
    return mask is not None and bool(mask.any())


def _reasons(n: int, masks: Iterable[tuple[int, Mask | None]]) -> NDArray[np.uint8] | None:
    """Return the reason why each element is dropped, 0 if it is not; None if none is."""
    out: NDArray[np.uint8] | None = None
    for reason, mask in masks:
        if mask is not None and mask.any():
            out = np.zeros(n, np.uint8) if out is None else out
            out[mask] = reason
    return out


def either(x: Mask | None, y: Mask | None) -> Mask | None:
    """Return the elements that one of two masks marks; None is an empty mask."""
    if x is None or y is None:
        return y if x is None else x
    return x | y


def _set_apart(side: Labels, alone: Mask | None) -> Labels:
    """Put each singleton into an unnamed cluster, and the missing ones into one cluster."""
    block = side.missing
    if alone is None and block is None:
        return side
    codes, names = side.encoded()
    codes = codes.astype(np.int64)
    new_names = [object_array(listed(names))]
    total = len(names)
    if block is not None:
        codes[block] = total
        new_names.append(object_array([MISSING]))
        total += 1
    if alone is not None:
        number = int(alone.sum())
        codes[alone] = total + np.arange(number)
        new_names.append(np.full(number, None, object))
    return Labels(codes, np.concatenate(new_names))


# Weights.


def read_weights(weights: Any, given: Labelings) -> Ints:
    """Return one weight per row; a dict and a pandas column are matched by element."""
    if isinstance(weights, str):
        raise OptionError(
            f"weights must be numbers, got {weights!r}: only a column of a file or frame has a "
            "name.",
            "pass the numbers, in the order of the labels",
        )
    index: Any = getattr(weights, "index", None)
    if hasattr(index, "equals"):
        same = given.elements is None and (given.index is None or given.index.equals(index))
        if given.index is None and given.elements is None and len(index) != len(given):
            same = False
        if not same and not index.is_unique:
            raise InputError(
                "The index of weights must have no duplicates, because elements are matched by it: "
                f"{index[index.duplicated()][0]!r} occurs twice."
            )
        weights = (
            weights.to_numpy() if same else dict(zip(index.tolist(), weights.tolist(), strict=True))
        )
    if isinstance(weights, Mapping):
        keys = given.keys
        lacking = [element for element in keys if element not in weights]
        if lacking:
            raise InputError(
                f"weights must have one number per element: {len(lacking)} have none (first "
                f"{lacking[0]!r})."
            )
        weights = [weights[element] for element in keys]
    return read_counts(weights, len(given), "weights")


def read_counts(counts: Any, length: int, what: str) -> Ints:
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


def _checked_sum(array: NDArray[Any], what: str) -> Ints:
    """Return the counts if their sum fits in 64 bits, else raise."""
    if float(array.sum(dtype=float)) >= 2.0**62 and sum(map(int, array.tolist())) >= 2**63:
        raise InputError(f"{what} must add up to less than 2**63.")
    return np.ascontiguousarray(array.astype(np.int64, copy=False))


# Missing labels.


def check_labeled(side: Labels, name: str, hint: str = _NAME_POLICY) -> None:
    """Raise if an element has no label."""
    if side.missing is not None and side.missing.any():
        where = np.flatnonzero(side.missing)
        first = f", the first at {side.named(int(where[0]))!r}"
        must = f"{name} must have a label for every element"
        raise missing_labels(must, len(where), len(side), first, hint)


def missing_labels(
    requirement: str, count: int, total: int, first: str, hint: str = _NAME_POLICY
) -> InputError:
    """Return the error for elements without a label; `first` says where one is."""
    return InputError(f"{requirement}: {count:,} of {total:,} are missing{first}.", hint)


# Labels that an option names.


class _Wish(NamedTuple):
    """An option that names labels, the labelings it applies to, and the labels."""

    option: str
    places: list[int]
    labels: list[Any]


def _named(given: Labelings, wishes: Sequence[_Wish]) -> list[list[Any]]:
    """Return the labels that options name, by labeling."""
    out: list[list[Any]] = [[] for _ in given.sides]
    for name, places, wanted in wishes:
        sides = [given.sides[i] for i in places]
        check_kinds(wanted, sides, name, text=given.typed_names)
        for i, side in zip(places, sides, strict=True):
            out[i] += in_kind_of(side, wanted) if given.typed_names else wanted
    return out


def _wishes(given: Labelings, policy: Policy, option: str) -> list[_Wish]:
    """Return what `ignore` or `noise` and the options of one side name."""
    every = list(range(len(given.sides)))
    wanted = getattr(policy, option)
    found: list[_Wish] = []
    if isinstance(wanted, Mapping):
        for name, labels in wanted.items():
            if str(name) not in given.names:
                raise UnknownNameError.of("clustering", str(name), list(given.names))
            found.append(_Wish(option, [given.names.index(str(name))], as_names(labels)))
    elif wanted is not NO_LABELS:
        found.append(_Wish(option, every, as_names(wanted)))
    for role in ("a", "b"):
        own = getattr(policy, f"{option}_{role}")
        labels = [] if own is NO_LABELS else as_names(own)
        if labels and not given.roles:
            raise OptionError(
                f"{option}_{role} does not apply to every pair of several clusterings.",
                f"pass {{{option}=LABEL}} for all of them, or a dict clustering → labels",
            )
        if labels:
            places = [i for i in every if given.roles[i] == role]
            found.append(_Wish(f"{option}_{role}", places, labels))
    return found


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


def check_kinds(
    names: Iterable[Any], sides: Sequence[Labels], option: str, *, text: bool = False
) -> None:
    """Refuse names that no side can have, since its labels are of another kind."""
    for name in names:
        fits = (in_kind_of(side, [name]) if text else [name] for side in sides)
        if all(
            _kind(side) not in {*(kind_of(type(each)) for each in own), "missing"}
            for side, own in zip(sides, fits, strict=True)
        ):
            kinds = " and ".join(sorted({_kind(side) for side in sides}))
            raise OptionError(
                f"{option} must name labels, got {name!r}, but the labels are {kinds}."
            )


def in_kind_of(side: Labels, wanted: Iterable[Any]) -> list[Any]:
    """Return labels given as text, converted to the type of a labeling.

    -1 is an integer in one column and a name in another.
    """
    known = side.names
    whole = known is None or (
        len(known) > 0
        and isinstance(known[0], (int, np.integer))
        and not isinstance(known[0], (bool, np.bool_))
    )
    if whole:
        fitting = (name for name in wanted if not isinstance(name, str) or INTEGER.fullmatch(name))
        return [int(name) if isinstance(name, str) else name for name in fitting]
    return [
        str(name) if isinstance(name, int) and not isinstance(name, bool) else name
        for name in wanted
    ]


def elements_with(side: Labels, names: Sequence[Any]) -> Mask | None:
    """Mark the elements whose label is one of these names.

    None if no name is of the kind of the labels.
    """
    if not names:
        return None
    kind = _kind(side)
    wanted = [name for name in names if kind_of(type(name)) == kind]
    if not wanted:
        return None
    if side.names is None:
        info = np.iinfo(side.codes.dtype)
        codes = [name for name in wanted if info.min <= name <= info.max]
    else:
        chosen = set(wanted)
        codes = [i for i, name in enumerate(listed(side.names)) if name in chosen]
    if not codes:
        return np.zeros(len(side.codes), bool)
    mask = np.isin(side.codes, np.array(codes, side.codes.dtype), kind="sort")
    for other in (side.missing, side.absent):
        if other is not None:
            mask &= ~other
    return mask


def _unused(given: Labelings, wishes: Iterable[_Wish]) -> tuple[str, ...]:
    """Return notes on labels in `ignore` or `noise` that do not occur."""
    notes = []
    for title, places, wanted in wishes:
        for name in wanted:
            sides = [given.sides[i] for i in places]
            fits = (in_kind_of(side, [name]) if given.typed_names else [name] for side in sides)
            masks = map(elements_with, sides, fits)
            if not any(_marks(mask) for mask in masks):
                notes.append(f"no element has the label {name}, which {title} names")
    return tuple(notes)


def noise_cluster(labels: NDArray[Any]) -> int | None:
    """Return the place of -1, the usual label of noise, among the labels of clusters, or None.

    Labels that are integers are in ascending order.
    """
    kind = labels.dtype.kind
    if kind not in "iO" or (kind == "i" and (len(labels) == 0 or labels[0] >= 0)):
        return None
    marked = labels == -1
    if kind == "O":
        marked = marked | (labels == "-1")
    return int(marked.argmax()) if marked.any() else None


def noise_note(name: str, number: int) -> str:
    """Return the note on -1 that is counted as a cluster."""
    elements = f"{number:,} element{'s' * (number != 1)}"
    return f"-1 is a cluster of {elements} in {name}; ignore=-1 (--ignore -1) leaves it out"
