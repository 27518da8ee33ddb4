"""The options that say which elements are counted, and as what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypedDict, get_args

from clusterdiff.checks import check_choice

MissingPolicy = Literal["raise", "drop", "singletons", "block"]
Alignment = Literal["raise", "intersect", "singletons"]
MISSING_POLICIES: Final[tuple[MissingPolicy, ...]] = get_args(MissingPolicy)
ALIGNMENTS: Final[tuple[Alignment, ...]] = get_args(Alignment)

NO_LABELS: Final = ()


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


class LabelOptions(TypedDict, total=False):
    """What becomes of elements without a label, and of labels that are not clusters."""

    missing: MissingPolicy
    ignore: Any
    ignore_a: Any
    ignore_b: Any
    noise: Any
    noise_a: Any
    noise_b: Any


class SelectionOptions(LabelOptions, total=False):
    """Which elements are counted, and as what: the options of `Table.from_labels`."""

    weights: Any
    align: Alignment


class LabelsOptions(SelectionOptions, total=False):
    """The options of every function that takes clusterings in any form."""

    columns: Any
    on: Any  # str or list of str
    by_order: bool


@dataclass(frozen=True, slots=True)
class Policy:
    """Elements that are missing, ignored, noise, weighted, or in some labelings only."""

    missing: MissingPolicy = "raise"
    ignore: Any = NO_LABELS
    ignore_a: Any = NO_LABELS
    ignore_b: Any = NO_LABELS
    noise: Any = NO_LABELS
    noise_a: Any = NO_LABELS
    noise_b: Any = NO_LABELS
    weights: Any = None
    align: Alignment = "raise"

    @property
    def plain(self) -> bool:
        """Whether nothing but the default was asked for."""
        return (
            self.missing == "raise"
            and self.weights is None
            and self.align != "intersect"
            and self.ignore is self.ignore_a is self.ignore_b is NO_LABELS
            and self.noise is self.noise_a is self.noise_b is NO_LABELS
        )

    @classmethod
    def of(cls, options: dict[str, Any]) -> Policy:
        """Return the policy of some keyword arguments."""
        for name, choices in (("missing", MISSING_POLICIES), ("align", ALIGNMENTS)):
            if name in options:
                check_choice(name, options[name], choices)
        return cls(**options) if options else PLAIN


PLAIN: Final = Policy()
POLICY_OPTIONS: Final = frozenset({*Policy.__slots__, "columns", "on", "by_order"})
