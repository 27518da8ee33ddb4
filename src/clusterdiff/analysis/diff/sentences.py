"""Sentences that say what happened to clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterdiff.views import label_text, plural, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clusterdiff.analysis.diff.data import Flow, Move, Part

_LISTED = 4
_LONGEST = 80  # characters of a label in a sentence; the data have all


@dataclass(frozen=True, slots=True)
class Sentences:
    """The names of clusters in sentences: the name of their side and their labels."""

    name_a: str = "a"
    name_b: str = "b"

    def a(self, *labels: Any) -> str:
        """Return the name of clusters of a."""
        return f"{self.name_a}: {_counted([_name(label) for label in labels])}"

    def b(self, *labels: Any) -> str:
        """Return the name of clusters of b."""
        return f"{self.name_b}: {_counted([_name(label) for label in labels])}"

    def same(self, a: Any, b: Any, size: int) -> str:
        """Describe a cluster that stayed the same."""
        return f"{self.a(a)} = {self.b(b)} ({plural(size, 'element')})"

    def mostly(self, a: Any, b: Any, size: int, gain: int, loss: int) -> str:
        """Describe a cluster that lost or gained some elements."""
        return f"{self.a(a)} ≈ {self.b(b)} ({size:,} kept, {loss:,} lost, {gain:,} gained)"

    def split(self, a: Any, parts: Sequence[Part]) -> str:
        """Describe a cluster of a that is divided in b."""
        return f"{self.a(a)} → {self.name_b}: {_listed(parts)}"

    def merge(self, b: Any, parts: Sequence[Part]) -> str:
        """Describe a cluster of b that is assembled from several of a."""
        return f"{self.name_a}: {_listed(parts)} → {self.b(b)}"

    def dissolved(self, a: Any, parts: Sequence[Part]) -> str:
        """Describe a cluster of a whose elements are scattered over clusters of b."""
        return f"{self.a(a)} scattered over {self.name_b}: {_listed(parts)}"

    def born(self, b: Any, parts: Sequence[Part]) -> str:
        """Describe a cluster of b that is gathered from small parts of clusters of a."""
        return f"{self.b(b)} gathered from {self.name_a}: {_listed(parts)}"

    def exchange(
        self,
        names_a: Sequence[Any],
        names_b: Sequence[Any],
        partners: Sequence[Any],
        given: Sequence[int],
    ) -> str:
        """Describe two clusters that became two others, and how many elements each gave away."""
        one, two = names_a
        moved = plural(sum(given), "element")
        became = f"{self.a(*names_a)} → {self.b(*names_b)}"
        if 0 in given:
            giver, taker = (one, partners[1]) if given[1] == 0 else (two, partners[0])
            return f"{became}: {moved} from {self.a(giver)} to {self.b(taker)}"
        return f"{became}: exchanged {moved}"

    def mixed(self, names_a: Sequence[Any], names_b: Sequence[Any], size: int, moved: int) -> str:
        """Describe several clusters of both sides that share elements crosswise."""
        became = f"{self.a(*names_a)} → {self.b(*names_b)}"
        return f"{became}: {moved:,} of {plural(size, 'element')} moved"

    def move(self, move: Move) -> str:
        """Describe elements that left their cluster."""
        new = " (new)" if move.to is None else ""
        return (
            f"{plural(move.size, 'element')} from {self.a(move.source)} to {self.b(move.to_b)}{new}"
        )

    def flow(self, flow: Flow) -> str:
        """Describe elements that leak from one cluster to another."""
        where = f"from {self.a(flow.source)} to {self.b(flow.target)}"
        return f"{plural(flow.size, 'element')} {where}"


def _counted(names: list[str]) -> str:
    if len(names) <= _LISTED:
        return _and(names)
    return f"{', '.join(names[: _LISTED - 1])} and {len(names) - _LISTED + 1:,} more"


def _listed(parts: Sequence[Part]) -> str:
    shown = [f"{_name(part.name)} ({part.size:,})" for part in parts[:_LISTED]]
    if len(parts) <= _LISTED:
        return _and(shown)
    return f"{', '.join(shown)} and {len(parts) - _LISTED:,} more"


def _name(label: Any) -> str:
    """Return a label as it is written in sentences."""
    return shortened(label_text(label), _LONGEST)


def _and(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
