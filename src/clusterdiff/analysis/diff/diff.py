"""Diff: two clusterings side by side, component by component and cluster by cluster."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clusterdiff.analysis.decompose import rule_of
from clusterdiff.analysis.diff.clusters import Side
from clusterdiff.analysis.diff.costs import Accounts
from clusterdiff.analysis.diff.data import Cluster, Component, Cut, Move, Part, Rename
from clusterdiff.analysis.diff.describe import component, moves, sentences_of
from clusterdiff.analysis.diff.view import TOP, overview, part_view
from clusterdiff.analysis.frames import takes_frames
from clusterdiff.analysis.options import name_of, table_of, takes_selection
from clusterdiff.errors import InputError, MissingDependencyError, OptionError
from clusterdiff.labels import Labels, align, listed, read
from clusterdiff.measures import get_measure
from clusterdiff.partition import Partition, path
from clusterdiff.table import Table, locate
from clusterdiff.views import Result, plain_data
from clusterdiff.views.result import frame_of

if TYPE_CHECKING:
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.analysis.diff.sentences import Sentences
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.measures import Measure
    from clusterdiff.views import TableView

What = Literal["components", "splits", "merges", "moves", "clusters_a", "clusters_b"]
PARTS = (
    "components",
    "splits",
    "merges",
    "moves",
    "births",
    "deaths",
    "renames",
    "clusters_a",
    "clusters_b",
)


@dataclass(frozen=True, eq=False, repr=False)
class Diff(Result):
    """Where two clusterings differ; every attribute is computed on first access.

    Attributes
    ----------
    table : Table
        The table of the two clusterings.
    cost : Measure
        The measure under which components are charged.
    name_a, name_b : str
        The names of the two clusterings.
    labels : tuple of Labels or None
        The labels of the elements; None if the diff was made from a table.
    """

    table: Table
    cost: Measure
    labels: tuple[Labels, Labels] | None = None
    name_a: str = "a"
    name_b: str = "b"

    @cached_property
    def accounts(self) -> Accounts:
        """What each cell and each component costs."""
        return Accounts(self.table)

    @cached_property
    def sentences(self) -> Sentences:
        """How clusters are called in sentences."""
        return sentences_of(self.table, self.accounts, self.name_a, self.name_b)

    @cached_property
    def value(self) -> float:
        """The value of the measure under which components are charged."""
        return self.cost.on(self.table)

    @cached_property
    def component_costs(self) -> NDArray[np.float64]:
        """What each component adds to the distance, in order of component."""
        return self.accounts.under(self.cost)

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """The numbers of the components, costly ones first, then large ones."""
        return np.lexsort((-self.accounts.components.sizes, -self.component_costs))

    def component(self, part: int) -> Component:
        """Return one component, by its number."""
        return component(self.accounts, part, float(self.component_costs[part]), self.sentences)

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The components of the join, the most costly first."""
        return tuple(self.component(part) for part in self.order.tolist())

    @cached_property
    def splits(self) -> tuple[Cut, ...]:
        """The clusters of a that are divided in b, the most costly first."""
        return Side.a(self.table).cuts(self.accounts.cells[0])

    @cached_property
    def merges(self) -> tuple[Cut, ...]:
        """The clusters of b that are assembled from several of a, the most costly first."""
        return Side.b(self.table).cuts(self.accounts.cells[1])

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What leaves its cluster under the optimal pairing; the sizes add up to the distance."""
        return moves(self.accounts)

    @cached_property
    def births(self) -> tuple[Part, ...]:
        """Clusters of b without a partner in a."""
        return Side.b(self.table).alone(self.accounts.paired)

    @cached_property
    def deaths(self) -> tuple[Part, ...]:
        """Clusters of a without a partner in b."""
        return Side.a(self.table).alone(self.accounts.paired)

    @cached_property
    def renames(self) -> tuple[Rename, ...]:
        """Clusters that stayed the same under another name."""
        same = (c for c in self.components if c.kind == "same" and c.clusters_a != c.clusters_b)
        return tuple(Rename(c.clusters_a[0], c.clusters_b[0], c.size) for c in same)

    @cached_property
    def clusters_a(self) -> tuple[Cluster, ...]:
        """Every cluster of a, in order of label."""
        return Side.a(self.table).clusters(self.accounts.cells[0])

    @cached_property
    def clusters_b(self) -> tuple[Cluster, ...]:
        """Every cluster of b, in order of label."""
        return Side.b(self.table).clusters(self.accounts.cells[1])

    def element_costs(self) -> NDArray[np.float64]:
        """Return the share of each element in the variation of information, in bits.

        Returns
        -------
        numpy.ndarray of float
            In the order of `a`; the sum is the distance.

        Raises
        ------
        InputError
            If the diff was made from a table, or elements were dropped or weighted.
        """
        split, merge = self.accounts.cells
        _, cells = locate(*self._labels())
        out: NDArray[np.float64] = ((split + merge) / self.table.counts)[cells]
        return out

    def script(self) -> list[Any]:
        """Return the splits and merges that turn a into the meet and then into b.

        Returns
        -------
        list of Split and Merge
            `Partition.apply` carries them out.
        """
        side_a, side_b = self._labels()
        return path(Partition(side_a), Partition(side_b))

    @property
    def derivation(self) -> dict[str, list[tuple[Any, Any]]]:
        """The graph a → meet → b as two lists of edges; the meet is numbered by cell."""
        t = self.table
        return {
            "splits": list(zip(listed(t.row_labels[t.rows]), range(t.nnz), strict=True)),
            "merges": list(zip(range(t.nnz), listed(t.col_labels[t.cols]), strict=True)),
        }

    def to_networkx(self) -> Any:
        """Return the graph a → meet → b with the sizes as ``count``.

        Returns
        -------
        networkx.DiGraph
            Its nodes are ``("a", name)``, ``("meet", cell)`` and ``("b", name)``.
        """
        try:
            import networkx as nx
        except ImportError:
            raise MissingDependencyError.of("networkx", "graphs") from None
        graph, counts = nx.DiGraph(), self.table.counts.tolist()
        for name, cell in self.derivation["splits"]:
            graph.add_edge(("a", name), ("meet", cell), count=counts[cell])
        for cell, name in self.derivation["merges"]:
            graph.add_edge(("meet", cell), ("b", name), count=counts[cell])
        return graph

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the elements as plain data."""
        head = {"n": self.table.n, "cost": self.cost.name, "value": self.value}
        return {**head, **{part: plain_data(getattr(self, part)) for part in PARTS}}

    def to_frame(self, what: What = "components") -> Any:
        """Return one kind of change as a pandas DataFrame.

        Parameters
        ----------
        what : str, default="components"
            "components", "splits", "merges", "moves", "births", "deaths", "renames", "clusters_a"
            or "clusters_b".

        Returns
        -------
        pandas.DataFrame
        """
        found: Any = self._part(what)
        fields = list(found[0]._fields) if found else None
        return frame_of([row._asdict() for row in found], fields)

    def _part(self, what: str) -> Any:
        if what not in PARTS:
            raise OptionError(f"what must be one of {', '.join(PARTS)}: got {what!r}.")
        return getattr(self, what)

    def records(
        self, what: str = "components", *, everything: bool = False
    ) -> list[dict[str, Any]]:
        """Return one kind of change as flat rows; unchanged components only if asked for."""
        if what != "components":
            return [_flat(row) for row in self._part(what)]
        found = (c for c in self.components if everything or c.kind != "same")
        return [_flat_component(c) for c in found]

    def view(self, what: str = "components", top: int | None = TOP) -> TableView:
        """Return the diff, or one kind of change, as a table of at most `top` rows."""
        if what == "components":
            return overview(self, top)
        self._part(what)
        return part_view(self, what, top)

    def _labels(self) -> tuple[Labels, Labels]:
        if self.labels is None:
            raise InputError(
                "This needs the labels of every element, but the diff has only a table.",
                "diff(a, b)",
            )
        return self.labels


def _flat(row: Any) -> dict[str, Any]:
    """One row with its parts as text."""
    data: dict[str, Any] = row._asdict()
    if "parts" in data and not isinstance(data["parts"], int):
        data["parts"] = "; ".join(f"{part.name} ({part.size})" for part in data["parts"])
    return data


def _flat_component(c: Component) -> dict[str, Any]:
    names = {side: "; ".join(map(str, getattr(c, side))) for side in ("clusters_a", "clusters_b")}
    return {
        "cost": c.cost,
        "kind": c.kind,
        "size": c.size,
        **names,
        **c.costs._asdict(),
        "sentence": c.sentence,
    }


@takes_frames
@takes_selection
def diff(
    a: Any,
    b: Any = None,
    cost: str | Measure = "variation_of_information",
    **options: Unpack[LabelsOptions],
) -> Diff:
    """Say where two clusterings differ: which clusters split, merged and moved.

    Parameters
    ----------
    a : array-like, dict, list of blocks, Partition or Table
        The clustering before: one label per element. A table holds both clusterings.
    b : array-like, dict, list of blocks or Partition, optional
        The clustering after; None if `a` is a table.
    cost : str or Measure, default="variation_of_information"
        The measure under which each change is charged: any that `decompose` accepts and that has a
        fixed best value.
    {selection}

    Returns
    -------
    Diff

    Raises
    ------
    OptionError
        If the measure cannot be split into costs of single changes.

    See Also
    --------
    compare : How far apart the clusterings are.
    decompose : Any measure as a sum over the components.

    Examples
    --------
    >>> diff(["x", "x", "y", "y", "z"], [0, 0, 1, 2, 2])
    5 elements, 3 → 3 clusters, 1 moved; variation_of_information 0.8 bits
    1 kept whole: x
    cost  kind   size  what happened
     0.8  mixed     3  y gave 1 element to z, becoming 1 and 2
    moves: 1 element from y to z (now 2)
    """
    chosen = get_measure(cost)
    rule_of(chosen)
    if chosen.direction == "description" or callable(chosen.best):
        raise OptionError(
            f"cost must be a measure with a fixed best value, which {chosen.name} does not have."
        )
    if b is None and isinstance(a, Table):
        return Diff(table_of(a, None, options), chosen)
    names = name_of(a, "a"), name_of(b, "b")
    if options:  # elements may be dropped or weighted
        return Diff(table_of(a, b, options), chosen, None, *names)
    sides = align(read(a, "a"), read(b, "b"))
    return Diff(table_of(*sides, options), chosen, sides, *names)
