"""diff: where two clusterings differ, component by component and cluster by cluster."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from clusterdiff.analysis._decompose import rule_of
from clusterdiff.analysis._diff._changes import Changes
from clusterdiff.analysis._diff._data import (
    CONTINUED,
    KINDS,
    UNCHANGED,
    Cluster,
    Component,
    Costs,
    Cut,
    Flow,
    Kind,
    Move,
    Part,
    Rename,
)
from clusterdiff.analysis._diff._numbers import Numbers
from clusterdiff.analysis._diff._threshold import Threshold
from clusterdiff.analysis._diff._view import TOP, overview, part_view
from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError, MissingDependencyError, OptionError
from clusterdiff.io import pair_of
from clusterdiff.labels import Labels, listed, object_array, takes_clusterings
from clusterdiff.measures import get_measure
from clusterdiff.partition import Partition, path
from clusterdiff.table import Table, locate
from clusterdiff.views import Result, frame_of, plain_data

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.analysis._rows import Rows
    from clusterdiff.labels import LabelsOptions, Selected
    from clusterdiff.measures import Measure
    from clusterdiff.views import TableView

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

What = Literal[
    "components", "splits", "merges", "leakage", "moves", "births", "deaths", "renames",
    "clusters_a", "clusters_b",
]  # fmt: skip
_PARTS: tuple[What, ...] = get_args(What)
_ROWS: dict[str, type[tuple[Any, ...]]] = {
    "components": Component,
    "splits": Cut,
    "merges": Cut,
    "leakage": Flow,
    "moves": Move,
    "births": Part,
    "deaths": Part,
    "renames": Rename,
    "clusters_a": Cluster,
    "clusters_b": Cluster,
}


class ComponentNumbers(NamedTuple):
    """The number of the component of each cluster of a, each cluster of b and each overlap.

    Attributes
    ----------
    rows, cols : numpy.ndarray of int64
        In the order of the clusters of the table.
    cells : numpy.ndarray of int64
        In the order of the overlaps of the table; -1 for leakage.
    """

    rows: Ints
    cols: Ints
    cells: Ints


@dataclass(frozen=True, eq=False, repr=False)
class Diff(Result):
    """Where two clusterings differ; every attribute is computed on first access.

    The changes are sequences whose rows are made when they are read.

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

    table: Table
    measure: Measure
    threshold: Threshold
    labels: tuple[Labels, Labels] | None = None
    ids: Any = None
    name_a: str = "a"
    name_b: str = "b"

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was assumed about the input, for example that -1 is a cluster."""
        return self.table.notes

    @cached_property
    def _numbers(self) -> Numbers:
        return Numbers(self.table, self.measure, self.threshold)

    @cached_property
    def _changes(self) -> Changes:
        return Changes(self._numbers, self.name_a, self.name_b)

    # Numbers

    @cached_property
    def value(self) -> float:
        """The value of the measure under which changes are charged."""
        return self.measure.on(self.table)

    @property
    def total_cost(self) -> float:
        """The distance, or the difference from the best value of a similarity.

        An integer for the distances that are integers.
        """
        return self._numbers.total_cost

    @property
    def structure_cost(self) -> float:
        """What the components cost; with the leakage cost it adds up to the total cost."""
        return self._numbers.structure_cost

    @property
    def leakage_cost(self) -> float:
        """The cost of the leakage: flows, and the additional cost of structure due to them."""
        return self._numbers.leakage_cost

    @cached_property
    def moved_count(self) -> int:
        """Number of elements outside the optimal pairing of the structure.

        Without a threshold, this is the transfer distance.
        """
        return int(self.table.counts[self._numbers.moved].sum())

    @cached_property
    def leaked_count(self) -> int:
        """Number of elements in overlaps below the threshold."""
        return int(self.table.counts[self._numbers.leaked].sum())

    @cached_property
    def counts(self) -> dict[Kind, int]:
        """How many components there are of each kind."""
        return _counted_kinds(self._numbers.component_kinds)

    @cached_property
    def counts_a(self) -> dict[Kind, int]:
        """How many clusters of a there are of each kind."""
        return _counted_kinds(self._numbers.cluster_kinds[0])

    @cached_property
    def counts_b(self) -> dict[Kind, int]:
        """How many clusters of b there are of each kind."""
        return _counted_kinds(self._numbers.cluster_kinds[1])

    # Changes

    @cached_property
    def components(self) -> Rows[Component]:
        """The components of the structure, the most costly first.

        Components that cost nothing are sorted by their leakage: first clusters without structure,
        which were dissolved or born, then those that were mostly kept.
        """
        return self._changes.components(self._numbers.order)

    @cached_property
    def changed(self) -> Rows[Component]:
        """The components that are not kept, renamed or mostly kept, the most costly first."""
        return self.of_kind(*(kind for kind in KINDS if kind not in CONTINUED))

    def of_kind(self, *kinds: Kind) -> Rows[Component]:
        """Return the components of some kinds, in the order of `components`.

        Parameters
        ----------
        *kinds : str
            Any of "kept", "renamed", "mostly kept", "split", "merged", "reshuffled", "born" and
            "dissolved".

        Returns
        -------
        sequence of Component
            The components, the most costly first.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> found = cd.diff(["x", "x", "y"], [0, 1, 2])
        >>> [component.sentence for component in found.of_kind("kept", "renamed")]
        ['a: y = b: 2 (1 element)']
        """
        for kind in kinds:
            check_choice("kind", kind, KINDS)
        return self.components.where(_is_of(self._numbers.component_kinds, kinds))

    @cached_property
    def splits(self) -> Rows[Cut]:
        """The clusters of a that are divided in b, the most costly first."""
        return self._changes.cuts(0)

    @cached_property
    def merges(self) -> Rows[Cut]:
        """The clusters of b that are assembled from several of a, the most costly first."""
        return self._changes.cuts(1)

    @cached_property
    def leakage(self) -> Rows[Flow]:
        """The overlaps below the threshold, most elements first."""
        return self._changes.flows()

    @cached_property
    def moves(self) -> Rows[Move]:
        """What leaves its cluster under the optimal pairing, leakage included."""
        return self._changes.moves()

    @cached_property
    def births(self) -> Rows[Part]:
        """Clusters of b without a partner in a: those born, and the smaller parts of splits."""
        return self._changes.without_partner(1)

    @cached_property
    def deaths(self) -> Rows[Part]:
        """Clusters of a without a partner in b: those dissolved, and smaller ones merged."""
        return self._changes.without_partner(0)

    @cached_property
    def renames(self) -> Rows[Rename]:
        """Clusters that stayed the same under another name."""
        return self._changes.renames()

    @cached_property
    def clusters_a(self) -> Rows[Cluster]:
        """Every cluster of a, in natural order of label."""
        return self._changes.clusters(0)

    @cached_property
    def clusters_b(self) -> Rows[Cluster]:
        """Every cluster of b, in natural order of label."""
        return self._changes.clusters(1)

    # Elements

    @cached_property
    def _cells(self) -> NDArray[np.uint32]:
        """The cell of each element, as a position in ``table.counts``."""
        return locate(*self._labels())[1]

    def _labels(self) -> tuple[Labels, Labels]:
        if self.labels is None:
            raise InputError(
                "This needs the labels of every element, but the diff has only a table.",
                "diff(a, b)",
            )
        return self.labels

    def _ids_in(self, cells: Ints) -> NDArray[Any]:
        """Return the ids of the elements in some cells."""
        return ids_at(self.ids, self._positions_in(cells))

    def _positions_in(self, cells: Ints) -> Ints:
        """Return the positions of the elements in some cells."""
        wanted = np.zeros(self.table.nnz, bool)
        wanted[cells] = True
        return np.flatnonzero(wanted[self._cells])

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
        return self._ids_in(self._cells_of(change))

    def _cells_of(self, change: Any) -> Ints:
        """Return the cells of the table that a change is about."""
        if isinstance(change, Cluster):
            own = [change.name]
            return self._shared(*((own, None) if change.side == "a" else (None, own)))
        if isinstance(change, Component):
            if change.kind in {"born", "dissolved"}:
                return self._shared(change.clusters_a or None, change.clusters_b or None)
            return self._in_structure(self._shared(change.clusters_a, change.clusters_b))
        if isinstance(change, Cut):
            parts, own = [part.name for part in change.parts], [change.cluster]
            sides = (own, parts) if change.kind == "split" else (parts, own)
            return self._in_structure(self._shared(*sides))
        if isinstance(change, Flow):
            return self._shared([change.source], [change.target])
        if isinstance(change, Move):
            return self._shared([change.source], [change.to_b])
        raise OptionError(
            "change must be a component, a split, a merge, a move, a flow or a cluster of the "
            f"diff, got {type(change).__name__}."
        )

    def _in_structure(self, cells: Ints) -> Ints:
        return cells[self._numbers.kept[cells]]

    def _shared(self, a: Sequence[Any] | None, b: Sequence[Any] | None) -> Ints:
        """Return the cells of these clusters of a and of b; None means all clusters."""
        t = self.table
        found = np.ones(t.nnz, bool)
        for ends, names, wanted in ((t.rows, t.row_labels, a), (t.cols, t.col_labels, b)):
            if wanted is not None:
                chosen = set(wanted)
                found &= np.array([name in chosen for name in listed(names)], bool)[ends]
        return np.flatnonzero(found)

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
        return self._ids_in(self._numbers.moved)

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
        t, n = self.table, self._numbers
        positions = self._positions_in(n.moved)
        cells = self._cells[positions]
        kinds = np.full(t.nnz, "leakage", dtype=object)
        kinds[n.cells] = np.array(KINDS, object)[n.component_kinds[n.joined.of_cells]]
        return {
            "id": ids_at(self.ids, positions),
            "from": t.row_labels[t.rows[cells]],
            "to": t.col_labels[t.cols[cells]],
            "change": kinds[cells],
            "cost": n.element_costs()[cells],
        }

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
        split, merge = self._numbers.all_bits
        out: Floats = ((split + merge) / self.table.counts)[self._cells]
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

    # Output

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
        t, graph = self.table, nx.DiGraph()
        names = listed(t.row_labels[t.rows]), listed(t.col_labels[t.cols])
        for cell, (a, b, count) in enumerate(zip(*names, t.counts.tolist(), strict=True)):
            graph.add_edge(("a", a), ("meet", cell), count=count)
            graph.add_edge(("meet", cell), ("b", b), count=count)
        return graph

    def to_dict(self, *, kept: bool = False) -> dict[str, Any]:
        """Return everything but the elements as plain data.

        Parameters
        ----------
        kept : bool, default=False
            Whether to list the components and clusters that are kept or renamed too; `counts` says
            how many they are, and `renames` lists the new names.

        Returns
        -------
        dict
            Numbers, and a list for each kind of change.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> found = cd.diff([0, 0, 1, 2], [0, 0, 1, 1])
        >>> found.to_dict()["counts"], len(found.to_dict()["components"])
        ({'kept': 1, 'merged': 1}, 1)
        >>> len(found.to_dict(kept=True)["components"])
        2
        """
        return {
            key: list(value) if isinstance(value, Iterator) else value
            for key, value in diff_data(self, kept=kept).items()
        }

    def to_frame(self, what: What = "components", *, kept: bool = False) -> Any:
        """Return one kind of change as a pandas DataFrame.

        Parameters
        ----------
        what : str, default="components"
            "components", "splits", "merges", "moves", "leakage", "births", "deaths", "renames",
            "clusters_a" or "clusters_b".
        kept : bool, default=False
            Whether to list the components that are kept or renamed too.

        Returns
        -------
        pandas.DataFrame
            One row for each change; `clusters_a` and `clusters_b` have every cluster. What a
            component adds to each distance is in a column of its own.
        """
        rows = self._part(_checked(what), kept=kept or what != "components")
        if what == "components":
            return frame_of(self._changes.component_columns(rows.numbers))
        fields: tuple[str, ...] = _ROWS[what]._fields  # type: ignore[attr-defined]
        columns = zip(*rows, strict=True) if len(rows) else ([] for _ in fields)
        return frame_of(dict(zip(fields, map(list, columns), strict=True)))

    def _part(self, what: str, *, kept: bool) -> Any:
        """Return one kind of change; components and clusters that are kept only if asked for."""
        if kept or what not in {"components", "clusters_a", "clusters_b"}:
            return getattr(self, what)
        if what == "components":
            kinds = self._numbers.component_kinds
        else:
            kinds = self._numbers.cluster_kinds[0 if what == "clusters_a" else 1]
        return getattr(self, what).where(~_is_of(kinds, UNCHANGED))

    def records(self, what: str = "components", *, kept: bool = False) -> list[dict[str, Any]]:
        """Return one kind of change as flat rows of plain values.

        Parameters
        ----------
        what : str, default="components"
            The kind of change, as in `to_frame`; a split or merge has a row for each part.
        kept : bool, default=False
            Whether to list the components that are kept or renamed too.

        Returns
        -------
        list of dict
            The rows, each with the same keys.
        """
        rows = self._part(_checked(what), kept=kept or what != "components")
        return [flat for row in rows for flat in _flat(row)]

    def view(self, what: str = "components", top: int | None = TOP) -> TableView:
        """Return the diff, or one kind of change, as a table of at most `top` rows."""
        if what == "components":
            return overview(self, top)
        return part_view(self, _checked(what), top)


def diff_data(found: Diff, *, kept: bool = False) -> dict[str, Any]:
    """Return what `Diff.to_dict` returns with iterators in place of lists.

    A writer that reads the iterators one after the other needs little memory.
    """
    head = {
        "n": found.table.n,
        "name_a": found.name_a,
        "name_b": found.name_b,
        "measure": found.measure.name,
        "value": found.value,
        "total_cost": found.total_cost,
        "structure_cost": found.structure_cost,
        "leakage_cost": found.leakage_cost,
        "threshold": plain_data(found.threshold),
        "moved": found.moved_count,
        "counts": dict(found.counts),
        **found._assumed_data(),  # noqa: SLF001  (a function of this class)
    }
    changes = {part: found._part(part, kept=kept) for part in _PARTS}  # noqa: SLF001
    return {**head, **{part: map(_plain, rows) for part, rows in changes.items()}}


def record_columns(what: str = "components") -> tuple[str, ...]:
    """Return the names of the columns of `Diff.records`, also where there is no row."""
    if _checked(what) == "components":
        own = ("cost", "kind", "size", "gain", "loss", "clusters_a", "clusters_b")
        return (*own, *Costs._fields)
    if what in {"splits", "merges"}:
        return ("kind", "cluster", "cost", "part", "size")
    fields: tuple[str, ...] = _ROWS[what]._fields  # type: ignore[attr-defined]
    return fields


def component_numbers(found: Diff) -> ComponentNumbers:
    """Return the number of the component of each cluster and of each overlap of the table.

    Components are numbered by their first cluster of a; clusters without structure come last, those
    of a before those of b.
    """
    n = found._numbers  # noqa: SLF001  (a function of this class)
    cells = np.full(found.table.nnz, -1)
    cells[n.cells] = n.joined.of_cells
    return ComponentNumbers(*n.component_of, cells)


def _checked(what: str) -> str:
    """Return the name of a kind of change."""
    check_choice("what", what, _PARTS)
    return what


def _is_of(codes: NDArray[np.int8], kinds: Iterable[Kind]) -> NDArray[np.bool_]:
    """Return which codes are those of some kinds."""
    chosen = np.zeros(len(KINDS), bool)
    chosen[[KINDS.index(kind) for kind in kinds]] = True
    return chosen[codes]


def _counted_kinds(codes: NDArray[np.int8]) -> dict[Kind, int]:
    """Return how often each kind occurs."""
    counts = np.bincount(codes, minlength=len(KINDS)).tolist()
    return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}


def _plain(row: Any) -> dict[str, Any]:
    """Return one row of a diff as plain data; its numbers are Python numbers already."""
    data: dict[str, Any] = row._asdict()
    if isinstance(row, Component):
        data["clusters_a"], data["clusters_b"] = list(row.clusters_a), list(row.clusters_b)
        data["costs"] = row.costs._asdict()
    elif isinstance(row, Cut):
        data["parts"] = [part._asdict() for part in row.parts]
    return data


def _flat(row: Any) -> list[dict[str, Any]]:
    """Return one change as rows of plain values: a split or merge is one row per part."""
    if isinstance(row, Component):
        own = {key: getattr(row, key) for key in ("cost", "kind", "size", "gain", "loss")}
        names = {
            key: "; ".join(map(str, getattr(row, key))) for key in ("clusters_a", "clusters_b")
        }
        return [{**own, **names, **row.costs._asdict()}]
    if isinstance(row, Cut):
        own = {"kind": row.kind, "cluster": row.cluster, "cost": row.cost}
        return [{**own, "part": part.name, "size": part.size} for part in row.parts]
    data: dict[str, Any] = row._asdict()
    return [data]


def ids_at(ids: Any, positions: Ints) -> NDArray[Any]:
    """Return the ids of the elements at some positions: keys, an index, or positions."""
    if ids is None:
        return positions
    if isinstance(ids, np.ndarray):
        return ids[positions]
    if hasattr(ids, "take") and hasattr(ids, "to_numpy"):  # the index of a pandas column
        out: NDArray[Any] = ids.take(positions).to_numpy()
        return out
    chosen = [ids[i] for i in positions.tolist()]
    kinds = {type(key) for key in chosen}
    return np.array(chosen) if kinds <= {int} or kinds == {str} else object_array(chosen)


@takes_clusterings
def diff(
    *clusterings: Any,
    measure: str | Measure = "variation_of_information",
    min_share: float | None = None,
    min_size: int = 1,
    **options: Unpack[LabelsOptions],
) -> Diff:
    """Say where two clusterings differ: which clusters split, merged and moved.

    Overlaps of two clusters below a threshold are *leakage*. The others are *structure*: they
    connect clusters of `a` and of `b` to components, in which splits and merges are found. The
    costs of the structure and of the leakage add up to the measure.

    Parameters
    ----------
    {clusterings}
    measure : str or Measure, default="variation_of_information"
        The measure under which each change is charged: any that `decompose` accepts and that has a
        fixed best value.
    min_share : float or None, default=None
        Overlaps with a smaller share of both of their clusters are leakage. None chooses the share
        from the data: the smallest whole percentage at which no component holds two unrelated
        clusters. Clusters are related if a chain of best matches connects them, where the best
        match of a cluster is the one of the other clustering that it shares most elements with (of
        several, the smallest). At 0 the components are those of the join.
    min_size : int, default=1
        Overlaps of fewer elements are leakage too, except those of two equal clusters.
    {selection}

    Returns
    -------
    Diff
        The changed clusters, what each change costs, and the leakage.

    Raises
    ------
    OptionError
        If the measure cannot be split into costs of single changes, or the threshold is not valid.

    See Also
    --------
    compare : How far apart the clusterings are.
    decompose : Any measure as a sum over the components.

    Examples
    --------
    >>> diff(["x", "x", "y", "y", "z"], [0, 0, 1, 1, 1])
    5 elements, 3 → 2 clusters, 1 moved; variation_of_information 0.551 bits
     cost  kind    size  what happened
    0.551  merged     3  a: y (2) and z (1) → b: 1
    merges: a: y (2) and z (1) → b: 1
    1 kept: x = 0
    """
    chosen = get_measure(measure)
    rule_of(chosen)
    if chosen.direction == "description" or callable(chosen.best):
        raise OptionError(
            f"measure must have a fixed best value, which {chosen.name} does not have."
        )
    pair = pair_of(clusterings, options)
    table = pair if isinstance(pair, Table) else Table.from_selected(pair)
    labels, ids = _elements(pair)
    return Diff(table, chosen, Threshold.of(table, min_share, min_size), labels, ids, *table.names)


def _elements(pair: Selected | Table) -> tuple[tuple[Labels, Labels] | None, Any]:
    """Return the labels that were counted and the names of their elements, where they are known."""
    if isinstance(pair, Table) or pair.weights is not None:  # a weighted element counts many times
        return None, None
    rows = pair.given
    first, second = (
        replace(side, elements=rows.elements, index=rows.index, shape=None)
        for side in pair.labels()
    )
    return (first, second), pair.ids
