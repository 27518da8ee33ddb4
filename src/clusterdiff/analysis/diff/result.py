"""Diff: two clusterings side by side, component by component and cluster by cluster."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from clusterdiff.analysis.diff.charges import Charges
from clusterdiff.analysis.diff.clusters import Side, clusters_of, without_partner
from clusterdiff.analysis.diff.data import (
    CONTINUED,
    UNCHANGED,
    Cluster,
    Component,
    Cut,
    Flow,
    Move,
    Part,
    Rename,
)
from clusterdiff.analysis.diff.describe import Describer, moves
from clusterdiff.analysis.diff.elements import (
    cells_of,
    ids_at,
    moved_cells,
    moved_columns,
    moved_costs,
    positions_in,
)
from clusterdiff.analysis.diff.exports import PARTS, What, column_names, dict_of, flat, graph_of
from clusterdiff.analysis.diff.leakage import flows
from clusterdiff.analysis.diff.sentences import Sentences
from clusterdiff.analysis.diff.view import TOP, overview, part_view
from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError
from clusterdiff.labels import Labels, listed
from clusterdiff.partition import Partition, path
from clusterdiff.table import locate
from clusterdiff.views import Result, frame_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clusterdiff.views import TableView

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Diff(Charges, Result):
    """Where two clusterings differ; every attribute is computed on first access.

    Attributes
    ----------
    table : Table
        The table of the two clusterings.
    measure : Measure
        The measure under which changes are charged.
    threshold : Threshold
        Where structure ends and leakage begins: `min_share`, `min_size`, and whether the share was
        `chosen` from the data.
    labels : tuple of Labels or None
        The labels of the elements; None if the diff was made from a table.
    ids : sequence or None
        The ids of the elements; None if they have positions only.
    name_a, name_b : str
        The names of the two clusterings.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.diff(["x", "x", "x", "y", "y", "z"], [0, 0, 1, 2, 2, 2])
    >>> [component.sentence for component in found.changed]
    ['a: x → b: 0 (2) and 1 (1)', 'a: y (2) and z (1) → b: 2']
    """

    _plots = (
        "plot_flow",
        "plot_contributions",
        "plot_confusion",
        "plot_bipartite",
        "plot_derivation",
    )

    labels: tuple[Labels, Labels] | None = None
    ids: Any = None
    name_a: str = "a"
    name_b: str = "b"

    @cached_property
    def sentences(self) -> Sentences:
        """The names of clusters in sentences."""
        return Sentences(self.name_a, self.name_b)

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """The components of the structure, the most costly first.

        Components that cost nothing are sorted by their leakage: first clusters without structure,
        which were dissolved or born, then those that were mostly kept.
        """
        describer = Describer(self.parted, self.accounts, self.kinds, self.sentences)
        found = describer.components(self.order, self.component_costs)
        lone = describer.lone()
        found += sorted(lone, key=lambda c: -(c.gain + c.loss))
        if self.parted.leaked_elements:  # sorting is stable: by cost, then by leakage
            found.sort(key=lambda c: (-c.cost, c.kind in CONTINUED, -(c.gain + c.loss)))
        return tuple(found)

    @cached_property
    def changed(self) -> tuple[Component, ...]:
        """The components that are not kept, renamed or mostly kept, the most costly first."""
        return tuple(c for c in self.components if c.kind not in CONTINUED)

    @cached_property
    def splits(self) -> tuple[Cut, ...]:
        """The clusters of a that are divided in b, the most costly first."""
        return Side.a(self.parted.structure, self._ranks).cuts(self.accounts.cells[0])

    @cached_property
    def merges(self) -> tuple[Cut, ...]:
        """The clusters of b that are assembled from several of a, the most costly first."""
        return Side.b(self.parted.structure, self._ranks).cuts(self.accounts.cells[1])

    @cached_property
    def leakage(self) -> tuple[Flow, ...]:
        """The overlaps below the threshold, most elements first."""
        return self.largest_flows(None)

    def largest_flows(self, top: int | None) -> tuple[Flow, ...]:
        """Return the first flows of `leakage`; None returns all of them.

        Parameters
        ----------
        top : int or None
            The number of flows; None returns all of them.

        Returns
        -------
        tuple of Flow
            The flows, most elements first.
        """
        return flows(self.parted, self.flow_costs, top)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What leaves its cluster under the optimal pairing, leakage included."""
        return moves(self.parted, self.accounts, self.kinds)

    @cached_property
    def births(self) -> tuple[Part, ...]:
        """Clusters of b without a partner in a: those born, and the smaller parts of splits."""
        t, kinds = self.table, self.kinds
        return without_partner(t.col_labels, t.col_sizes, kinds.partners[1], kinds.ranks[1])

    @cached_property
    def deaths(self) -> tuple[Part, ...]:
        """Clusters of a without a partner in b: those dissolved, and smaller ones merged."""
        t, kinds = self.table, self.kinds
        return without_partner(t.row_labels, t.row_sizes, kinds.partners[0], kinds.ranks[0])

    @cached_property
    def renames(self) -> tuple[Rename, ...]:
        """Clusters that stayed the same under another name."""
        same = (c for c in self.components if c.kind == "renamed")
        return tuple(Rename(c.clusters_a[0], c.clusters_b[0], c.size) for c in same)

    @cached_property
    def clusters_a(self) -> tuple[Cluster, ...]:
        """Every cluster of a, in natural order of label."""
        side = Side.a(self.table, self.kinds.ranks)
        return clusters_of(side, self.everything.cells[0], self.kinds)

    @cached_property
    def clusters_b(self) -> tuple[Cluster, ...]:
        """Every cluster of b, in natural order of label."""
        side = Side.b(self.table, self.kinds.ranks)
        return clusters_of(side, self.everything.cells[1], self.kinds)

    @property
    def _ranks(self) -> tuple[Ints, Ints]:
        """The natural order of the clusters of the structure."""
        rows, cols = self.kinds.ranks
        return rows[self.parted.rows], cols[self.parted.cols]

    @cached_property
    def cells(self) -> NDArray[np.uint32]:
        """The cell of each element, as a position in ``table.counts``.

        Raises
        ------
        InputError
            If the diff was made from a table, or elements were weighted.
        """
        return locate(*self._labels())[1]

    def elements(self, change: Component | Cut | Flow | Move | Cluster) -> NDArray[Any]:
        """Return which elements a change is about.

        Parameters
        ----------
        change : Component, Cut, Flow, Move or Cluster
            A change of this diff, for example ``diff.splits[0]``. Of components, splits and merges
            only the overlaps above the threshold count.

        Returns
        -------
        numpy.ndarray
            The keys of a dict, the index of a column, or positions.

        Raises
        ------
        InputError
            If the diff was made from a table, or elements were weighted.

        Examples
        --------
        >>> from clusterdiff import diff
        >>> found = diff({"u": 0, "v": 0, "w": 0, "x": 1}, {"u": 5, "v": 6, "w": 5, "x": 7})
        >>> found.elements(found.splits[0]).tolist()
        ['u', 'v', 'w']
        """
        return self._ids_in(cells_of(self.parted, change))

    def moved(self) -> NDArray[Any]:
        """Return which elements moved: those outside the optimal pairing, and the leakage.

        Returns
        -------
        numpy.ndarray
            The keys of a dict, the index of a column, or positions.

        Raises
        ------
        InputError
            If the diff was made from a table, or elements were weighted.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> before = {"ann": 0, "bob": 0, "cy": 1, "dee": 1}
        >>> cd.diff(before, before | {"dee": 0}).moved().tolist()
        ['dee']
        """
        return self._ids_in(moved_cells(self.parted, self.accounts))

    def moved_columns(self) -> dict[str, NDArray[Any]]:
        """Return every element that moved as columns.

        Returns
        -------
        dict of numpy.ndarray
            ``id``; ``from`` and ``to``, the cluster of a and the cluster of b; ``change``, the
            kind of the component or "leakage"; and ``cost``, whose sum is the total cost.

        Raises
        ------
        InputError
            If the diff was made from a table, or elements were weighted.
        """
        each = moved_costs(self.parted, self.accounts, self.component_costs, self.flow_costs)
        return moved_columns(self.parted, self.accounts, self.cells, self.ids, each)

    def element_costs(self) -> Floats:
        """Return the share of each element in the variation of information, in bits.

        Returns
        -------
        numpy.ndarray of float
            In the order of the elements; the sum is the distance.

        Raises
        ------
        InputError
            If the diff was made from a table, or elements were weighted.
        """
        split, merge = self.everything.cells
        out: Floats = ((split + merge) / self.table.counts)[self.cells]
        return out

    def script(self) -> list[Any]:
        """Return the splits and merges that turn a into the meet and then into b.

        Returns
        -------
        list of Split and Merge
            `Partition.apply` carries them out.

        Raises
        ------
        InputError
            If the diff was made from a table.

        See Also
        --------
        clusterdiff.partition.path : The same steps for two partitions.
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
        return graph_of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the elements as plain data."""
        return {
            key: list(value) if isinstance(value, Iterator) else value
            for key, value in self.iter_dict().items()
        }

    def iter_dict(self) -> dict[str, Any]:
        """Return what `to_dict` returns with iterators in place of lists.

        Returns
        -------
        dict
            A writer that reads the iterators one after the other needs little memory.
        """
        return dict_of(self)

    def to_frame(self, what: What = "components") -> Any:
        """Return one kind of change as a pandas DataFrame.

        Parameters
        ----------
        what : str, default="components"
            "components", "splits", "merges", "moves", "leakage", "births", "deaths", "renames",
            "clusters_a" or "clusters_b".

        Returns
        -------
        pandas.DataFrame
        """
        found: Any = self._part(what)
        fields = list(found[0]._fields) if found else None
        return frame_of([row._asdict() for row in found], fields)

    def _part(self, what: str) -> Any:
        return getattr(self, _checked(what))

    def records(
        self, what: str = "components", *, everything: bool = False
    ) -> list[dict[str, Any]]:
        """Return one kind of change as flat rows; unchanged components only if asked for."""
        if what == "components":
            shown = (c for c in self.components if everything or c.kind not in UNCHANGED)
            return [row for c in shown for row in flat(c)]
        return [row for found in self._part(what) for row in flat(found)]

    def columns(self, what: str = "components") -> tuple[str, ...]:
        """Return the names of the columns of `records`, also where there is no row.

        Parameters
        ----------
        what : str, default="components"
            The kind of rows, as in `records`.

        Returns
        -------
        tuple of str
            The names of the columns.
        """
        return column_names(_checked(what))

    def view(self, what: str = "components", top: int | None = TOP) -> TableView:
        """Return the diff, or one kind of change, as a table of at most `top` rows."""
        if what == "components":
            return overview(self, top)
        return part_view(self, _checked(what), top)

    def _ids_in(self, cells: Ints) -> NDArray[Any]:
        """Return the ids of the elements in some cells."""
        return ids_at(self.ids, positions_in(self.cells, cells, self.table.nnz))

    def _labels(self) -> tuple[Labels, Labels]:
        if self.labels is None:
            raise InputError(
                "This needs the labels of every element, but the diff has only a table.",
                "diff(a, b)",
            )
        return self.labels


def _checked(what: str) -> str:
    """Return the name of a kind of change."""
    check_choice("what", what, PARTS)
    return what
