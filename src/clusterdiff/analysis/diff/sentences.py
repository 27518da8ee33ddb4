"""Sentences that say what happened to clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterdiff.views import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.analysis.diff.data import Move, Part

_LISTED = 4


@dataclass(frozen=True, slots=True)
class Sentences:
    """How clusters of the two sides are called.

    Where both sides use the same labels for different clusters, every label is written with the
    name of its side, as in ``leiden_0.5:2``.
    """

    name_a: str = "a"
    name_b: str = "b"
    with_sides: bool = False

    def a(self, label: Any) -> str:
        """Return what a cluster of a is called."""
        return f"{self.name_a}:{label}" if self.with_sides else str(label)

    def b(self, label: Any) -> str:
        """Return what a cluster of b is called."""
        return f"{self.name_b}:{label}" if self.with_sides else str(label)

    def same(self, a: Any, b: Any, size: int) -> str:
        """Describe a cluster that stayed the same."""
        renamed = "" if a == b else f" as {self.b(b)}"
        return f"{self.a(a)} kept whole{renamed} ({plural(size, 'element')})"

    def split(self, a: Any, parts: Sequence[Part]) -> str:
        """Describe a cluster of a that is divided in b."""
        return (
            f"{self.a(a)} split into {_listed([(self.b(part.name), part.size) for part in parts])}"
        )

    def merge(self, b: Any, parts: Sequence[Part]) -> str:
        """Describe a cluster of b that is assembled from several of a."""
        return (
            f"{_listed([(self.a(part.name), part.size) for part in parts])} merged into {self.b(b)}"
        )

    def exchange(
        self, names_a: Sequence[Any], partners: Sequence[Any], given: Sequence[int]
    ) -> str:
        """Describe two clusters that became two others, and how many elements each gave away."""
        one, two = (self.a(name) for name in names_a)
        becoming = f", becoming {self.b(partners[0])} and {self.b(partners[1])}"
        if list(names_a) == list(partners):
            becoming = ""
        moved = plural(sum(given), "element")
        if 0 in given:
            giver, taker = (one, two) if given[1] == 0 else (two, one)
            return f"{giver} gave {moved} to {taker}{becoming}"
        return f"{one} and {two} exchanged {moved}{becoming}"

    def mixed(self, names_a: Sequence[Any], names_b: Sequence[Any], size: int, moved: int) -> str:
        """Describe several clusters of both sides that share elements crosswise."""
        before, after = (
            _counted([self.a(x) for x in names_a]),
            _counted([self.b(x) for x in names_b]),
        )
        return f"{before} became {after}: {moved:,} of {plural(size, 'element')} moved"

    def move(self, move: Move) -> str:
        """Describe elements that left their cluster."""
        if move.to is None:
            where = f"a new cluster {self.b(move.to_b)}"
        else:
            where = self.a(move.to) + (
                "" if move.to == move.to_b else f" (now {self.b(move.to_b)})"
            )
        return f"{plural(move.size, 'element')} from {self.a(move.source)} to {where}"


def _counted(names: list[str]) -> str:
    if len(names) <= _LISTED:
        return _and(names)
    return f"{len(names):,} clusters ({', '.join(names[: _LISTED - 1])}, …)"


def _listed(parts: list[tuple[str, int]]) -> str:
    shown = [f"{name} ({size:,})" for name, size in parts[:_LISTED]]
    return (
        _and(shown)
        if len(parts) <= _LISTED
        else f"{', '.join(shown)} and {len(parts) - _LISTED:,} more"
    )


def _and(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
