"""diff: where two clusterings differ, change by change and cluster by cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args, overload

import numpy as np

from clusterdiff.analysis._decompose import rule_of
from clusterdiff.analysis._diff._changes import Changes
from clusterdiff.analysis._diff._cover_diff import CoverDiff, cover_diff
from clusterdiff.analysis._diff._data import (
    KINDS,
    Change,
    Cluster,
    Costs,
    Cut,
    Flow,
    Kind,
    Rename,
)
from clusterdiff.analysis._diff._numbers import Numbers
from clusterdiff.analysis._diff._threshold import Threshold
from clusterdiff.analysis._diff._view import TOP, overview, part_view
from clusterdiff.checks import check_choice
from clusterdiff.covers import Cover, CoverTable, table_type_of
from clusterdiff.drawing import flow_diagram, flow_svg
from clusterdiff.errors import InputError, MissingDependencyError, OptionError, UnavailableError
from clusterdiff.io import pair_of
from clusterdiff.labels import Labels, listed, object_array, takes_clusterings
from clusterdiff.measures import get_measure
from clusterdiff.partition import Partition, path
from clusterdiff.table import Table, locate
from clusterdiff.views import Result, frame_of, plain_data

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.analysis._rows import Rows
    from clusterdiff.labels import LabelsOptions, Selected
    from clusterdiff.measures import Measure
    from clusterdiff.views import TableView

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

What = Literal["changes", "splits", "merges", "flows", "renames", "clusters_a", "clusters_b"]
_LINKS = 120  # links of the flow diagram in a notebook
_PARTS: tuple[What, ...] = get_args(What)
_ROWS: dict[str, type[tuple[Any, ...]]] = {
    "changes": Change,
    "splits": Cut,
    "merges": Cut,
    "flows": Flow,
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
        In the order of the overlaps of the table; -1 for scattered ones.
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
        Which overlaps are large: `min_share`, `min_size`, and whether the share was `chosen` from
        the data.
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
    >>> [change.sentence for change in found.changes]
    ['x → 0 (2), 1 (1)', 'y (2) + z (1) → 2']
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
        return Changes(self._numbers)

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

    @cached_property
    def moved_count(self) -> int:
        """Number of elements that moved: those outside the optimal pairing of clusters.

        This is the transfer distance.
        """
        return int(self.table.counts[self._numbers.moved].sum())

    @property
    def moved_share(self) -> float:
        """Share of the elements that moved: the classification error."""
        return self.moved_count / self.table.n

    @property
    def scattered_count(self) -> int:
        """Number of elements in overlaps that are too small to be named."""
        return int(self._numbers.component_sizes[-1])

    @property
    def scattered_cost(self) -> float:
        """What the scattered elements cost."""
        costs: list[float] = self._numbers.costs[-1:].tolist()
        return costs[0]

    @property
    def explained(self) -> float:
        """Share of the total cost that the named changes explain: all but scattered elements."""
        return 1 - self.scattered_cost / self.total_cost if self.total_cost else 1.0

    @property
    def unrelated(self) -> bool:
        """Whether the clusterings have no more in common than random ones; no change is named then.

        Their adjusted Rand index is less than three standard deviations above its mean by chance,
        and below 0.1, there are at least 20 elements, and neither clustering is a refinement of the
        other. A share that is given as `min_share` is used for any clusterings.
        """
        return self.threshold.unrelated

    @cached_property
    def agreement(self) -> float:
        """The adjusted Rand index."""
        return get_measure("adjusted_rand").on(self.table)

    @cached_property
    def counts(self) -> dict[Kind, int]:
        """How many changes there are of each kind; clusters that are kept count too."""
        return _counted_kinds(self._numbers.component_kinds[self._numbers.order])

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
    def changes(self) -> Rows[Change]:
        """What happened to clusters, the most costly first; the costs add up to the total cost.

        Clusters that stayed the same are left out. Kept clusters that lost or gained elements come
        last, and after them the scattered elements.
        """
        n = self._numbers
        return self._changes.changes(n.order).where(~n.unchanged)

    def of_kind(self, *kinds: Kind) -> Rows[Change]:
        """Return the changes of some kinds, in the order of `changes`.

        Parameters
        ----------
        *kinds : str
            Any of "kept", "split", "merged", "mixed", "new", "gone" and "scattered".

        Returns
        -------
        sequence of Change
            The changes; those of kind "kept" include the clusters that stayed the same.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> found = cd.diff(["x", "x", "y"], [0, 1, 2])
        >>> [change.sentence for change in found.of_kind("kept")]
        ['y → 2: all stay']
        """
        for kind in kinds:
            check_choice("kind", kind, KINDS)
        chosen = np.zeros(len(KINDS), bool)
        chosen[[KINDS.index(kind) for kind in kinds]] = True
        n = self._numbers
        return self._changes.changes(n.order).where(chosen[n.component_kinds])

    @cached_property
    def splits(self) -> Rows[Cut]:
        """The clusters of a that are divided in b, the most costly first."""
        return self._changes.cuts(0)

    @cached_property
    def merges(self) -> Rows[Cut]:
        """The clusters of b that are assembled from several of a, the most costly first."""
        return self._changes.cuts(1)

    @cached_property
    def flows(self) -> Rows[Flow]:
        """What moved: the overlaps outside the optimal pairing of clusters, most elements first."""
        return self._changes.flows()

    @cached_property
    def renames(self) -> Rows[Rename]:
        """Clusters that stayed the same under another name."""
        return self._changes.renames()

    @cached_property
    def clusters_a(self) -> Rows[Cluster]:
        """Every cluster of a, in the order of `changes`: most changed first, the same ones last."""
        return self._changes.clusters(0)

    @cached_property
    def clusters_b(self) -> Rows[Cluster]:
        """Every cluster of b, in the order of `changes`."""
        return self._changes.clusters(1)

    @property
    def order(self) -> tuple[Ints, Ints]:
        """The order of `clusters_a` and of `clusters_b`, as positions in the table."""
        return self._numbers.cluster_order

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

    def elements(self, change: Change | Cut | Flow | Cluster) -> NDArray[Any]:
        """Return which elements a change is about.

        Parameters
        ----------
        change : Change, Cut, Flow or Cluster
            A change of this diff, for example ``diff.splits[0]``. Scattered elements are only in
            changes of kind "scattered", "new" and "gone".

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
        if isinstance(change, Change):
            if change.kind == "scattered":
                return np.flatnonzero(self._numbers.of_cells == self._numbers.count - 1)
            if change.kind in {"new", "gone"}:
                return self._shared(change.clusters_a or None, change.clusters_b or None)
            return self._large(self._shared(change.clusters_a, change.clusters_b))
        if isinstance(change, Cut):
            parts, own = [part.name for part in change.parts], [change.cluster]
            sides = (own, parts) if change.kind == "split" else (parts, own)
            return self._large(self._shared(*sides))
        if isinstance(change, Flow):
            return self._shared([change.source], [change.target])
        raise OptionError(
            "change must be a change, a split, a merge, a flow or a cluster of the diff, got "
            f"{type(change).__name__}."
        )

    def _large(self, cells: Ints) -> Ints:
        return cells[self._numbers.large[cells]]

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
        """Return which elements moved: those outside the optimal pairing of clusters.

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
            kind of change; and ``cost``, whose sum is the total cost.

        Raises
        ------
        InputError
            If the diff was made from a table, or elements were weighted.
        """
        positions = self._positions_in(self._numbers.moved)
        return self._columns_of_cells(ids_at(self.ids, positions), self._cells[positions])

    def _columns_of_cells(self, ids: NDArray[Any], cells: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return the columns of elements that moved, from the cells that they are in."""
        t, n = self.table, self._numbers
        kinds = n.component_kinds[n.of_cells[cells]]
        return {
            "id": ids,
            "from": t.row_labels[t.rows[cells]],
            "to": t.col_labels[t.cols[cells]],
            "change": np.array(KINDS, object)[kinds],
            "cost": (n.moved_costs / t.counts)[cells],
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
            Whether to list the clusters that stayed the same too; `counts` says how many are kept,
            and `renames` lists the new names.

        Returns
        -------
        dict
            Numbers, and a list for each kind of change.

        Examples
        --------
        >>> import clusterdiff as cd
        >>> found = cd.diff([0, 0, 1, 2], [0, 0, 1, 1])
        >>> found.to_dict()["counts"], len(found.to_dict()["changes"])
        ({'kept': 1, 'merged': 1}, 1)
        >>> len(found.to_dict(kept=True)["changes"])
        2
        """
        return {
            key: list(value) if isinstance(value, Iterator) else value
            for key, value in diff_data(self, kept=kept).items()
        }

    def to_frame(self, what: What = "changes", *, kept: bool = False) -> Any:
        """Return one kind of change as a pandas DataFrame.

        Parameters
        ----------
        what : str, default="changes"
            "changes", "splits", "merges", "flows", "renames", "clusters_a" or "clusters_b".
        kept : bool, default=False
            Whether to list the clusters that stayed the same too.

        Returns
        -------
        pandas.DataFrame
            One row for each change; `clusters_a` and `clusters_b` have every cluster. What a
            change adds to each distance is in a column of its own.
        """
        rows = self._part(_checked(what), kept=kept or what != "changes")
        if what == "changes":
            return frame_of(self._changes.columns(rows.numbers))
        fields: tuple[str, ...] = _ROWS[what]._fields  # type: ignore[attr-defined]
        columns = zip(*rows, strict=True) if len(rows) else ([] for _ in fields)
        return frame_of(dict(zip(fields, map(list, columns), strict=True)))

    def _part(self, what: str, *, kept: bool) -> Any:
        """Return one kind of change; clusters that stayed the same only if they are asked for."""
        n = self._numbers
        if what == "changes" and kept:
            return self._changes.changes(n.order)
        if what in {"clusters_a", "clusters_b"} and not kept:
            of = n.component_of[0 if what == "clusters_a" else 1]
            return getattr(self, what).where(~n.unchanged[of])
        return getattr(self, what)

    def records(self, what: str = "changes", *, kept: bool = False) -> list[dict[str, Any]]:
        """Return one kind of change as flat rows of plain values.

        Parameters
        ----------
        what : str, default="changes"
            The kind of change, as in `to_frame`; a split or merge has a row for each part.
        kept : bool, default=False
            Whether to list the clusters that stayed the same too.

        Returns
        -------
        list of dict
            The rows, each with the same keys.
        """
        rows = self._part(_checked(what), kept=kept or what != "changes")
        return [flat for row in rows for flat in _flat(row)]

    def to_html(self) -> str:
        """Return the changes and the flow of elements as HTML, as notebooks show them.

        Returns
        -------
        str
            A ``<div>`` with the table, and an ``<svg>`` unless the clusterings are the same or have
            no more in common than random ones.
        """
        shown = super().to_html()
        if self.table.equal or self.unrelated:
            return shown
        drawn = flow_diagram(self.table, max_links=_LINKS, changed=changed_clusters(self))
        return f"{shown}{flow_svg(drawn, (self.name_a, self.name_b), style=True).svg}"

    def view(self, what: str = "changes", top: int | None = TOP) -> TableView:
        """Return the diff, or one kind of change, as a table of at most `top` rows."""
        if what == "changes":
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
        "threshold": plain_data(found.threshold),
        "moved": found.moved_count,
        "moved_share": found.moved_share,
        "scattered": found.scattered_count,
        "explained": found.explained,
        "unrelated": found.unrelated,
        "counts": dict(found.counts),
        **found._assumed_data(),  # noqa: SLF001  (a function of this class)
    }
    changes = {part: found._part(part, kept=kept) for part in _PARTS}  # noqa: SLF001
    return {**head, **{part: map(_plain, rows) for part, rows in changes.items()}}


def record_columns(what: str = "changes") -> tuple[str, ...]:
    """Return the names of the columns of `Diff.records`, also where there is no row."""
    if _checked(what) == "changes":
        own = ("cost", "kind", "size", "gain", "loss", "clusters_a", "clusters_b")
        return (*own, *Costs._fields)
    if what in {"splits", "merges"}:
        return ("kind", "cluster", "cost", "part", "size")
    fields: tuple[str, ...] = _ROWS[what]._fields  # type: ignore[attr-defined]
    return fields


def component_numbers(found: Diff) -> ComponentNumbers:
    """Return the number of the component of each cluster and of each overlap of the table.

    Components are numbered by their first cluster of a; clusters without a large overlap come
    last, those of a before those of b.
    """
    n = found._numbers  # noqa: SLF001  (a function of this class)
    cells = np.full(found.table.nnz, -1)
    cells[n.cells] = n.joined.of_cells
    return ComponentNumbers(*n.component_of, cells)


def changed_clusters(found: Diff) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which clusters of a and of b are not kept, in the order of the table."""
    a, b = (kinds != KINDS.index("kept") for kinds in found._numbers.cluster_kinds)  # noqa: SLF001
    return a, b


def _checked(what: str) -> str:
    """Return the name of a kind of change."""
    check_choice("what", what, _PARTS)
    return what


def _counted_kinds(codes: NDArray[np.int8]) -> dict[Kind, int]:
    """Return how often each kind occurs."""
    counts = np.bincount(codes, minlength=len(KINDS)).tolist()
    return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}


def _plain(row: Any) -> dict[str, Any]:
    """Return one row of a diff as plain data; its numbers are Python numbers already."""
    data: dict[str, Any] = row._asdict()
    if isinstance(row, Change):
        data["clusters_a"], data["clusters_b"] = list(row.clusters_a), list(row.clusters_b)
        data["costs"] = row.costs._asdict()
    elif isinstance(row, Cut):
        data["parts"] = [part._asdict() for part in row.parts]
    return data


def _flat(row: Any) -> list[dict[str, Any]]:
    """Return one change as rows of plain values: a split or merge is one row per part."""
    if isinstance(row, Change):
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


@overload
def diff(
    a: Cover | CoverTable,
    /,
    *b: Any,
    min_share: float | None = ...,
    min_size: int | None = ...,
    **options: Unpack[LabelsOptions],
) -> CoverDiff: ...
@overload
def diff(
    *clusterings: Any,
    measure: str | Measure = ...,
    min_share: float | None = ...,
    min_size: int | None = ...,
    **options: Unpack[LabelsOptions],
) -> Diff: ...
@takes_clusterings
def diff(
    *clusterings: Any,
    measure: str | Measure = "variation_of_information",
    min_share: float | None = None,
    min_size: int | None = None,
    **options: Unpack[LabelsOptions],
) -> Diff | CoverDiff:
    """Say where two clusterings differ: which clusters split, merged and moved.

    Large overlaps of two clusters connect clusters of `a` and of `b`, and what they connect has
    split, merged or was kept. The elements in all other overlaps are scattered. The costs of all
    changes, and of the scattered elements, add up to the measure. Clusters of covers are matched
    one to one with the largest sum of Jaccard indices, and changes cost the memberships that are
    gained and lost.

    Parameters
    ----------
    {clusterings}
    measure : str or Measure, default="variation_of_information"
        The measure under which each change is charged: any that `decompose` accepts and that has a
        fixed best value. For partitions only.
    min_share : float or None, default=None
        Overlaps with a smaller share of both of their clusters are scattered. None chooses the
        share from the data: the smallest whole percentage at which no change is about two unrelated
        clusters. Clusters are related if a chain of best matches connects them, where the best
        match of a cluster is the one of the other clustering that it shares most elements with (of
        several, the smallest). If the clusterings have no more in common than random ones, no
        change is named. At 0, changes are about the clusters of the join. Two clusters of covers
        must have this share of the smaller one in common to be matched, and as many elements must
        move between them for both to belong to one change; None is more than one half, and
        matches clusters too that are the best match of each other and share more than by chance.
    min_size : int or None, default=None
        Overlaps of fewer elements are scattered too, except those of two equal clusters. None is 1
        if `min_share` is given. Otherwise it stands for 3 elements and 2 % of the larger cluster,
        except for overlaps of a fifth of the largest part of that cluster.
    {selection}

    Returns
    -------
    Diff or CoverDiff
        What changed, what each change costs, and the scattered elements; a `CoverDiff` for covers.

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
    1 of 5 elements moved (20 %)   3 → 2 clusters   VI 0.551 bits
     bits  change  a → b
    0.551  merged  y (2) + z (1) → 1
           kept    x→0
    >>> diff(Cover([{1, 2, 3}, {3, 4}]), Cover([{1, 2}, {3, 4}]))
    1 of 4 elements moved (25 %)   2 → 2 clusters   Ω 0.4
    memberships  change  a → b
              1  kept    0 → 0: 2 stay, 1 leave, 0 join
                 kept    1
    0 memberships gained and 1 lost, of 5 in a.
    """
    kind = table_type_of(clusterings)
    if kind is not Table:
        return _of_kind(kind, clusterings, options, (measure, min_share, min_size))
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


def _of_kind(
    kind: type[Any],
    clusterings: tuple[Any, ...],
    options: LabelsOptions,
    asked: tuple[str | Measure, float | None, int | None],
) -> CoverDiff:
    """Return the diff of two covers; other kinds of clusterings have none."""
    measure, min_share, min_size = asked
    if kind is not CoverTable:
        raise InputError(
            f"diff takes partitions and covers, not a {kind.clustering.__kind__}.",
            kind.clustering.converted,
        )
    if get_measure(measure).name != "variation_of_information":
        raise OptionError(
            "measure has no effect on covers: a change costs the memberships it gains and loses.",
            "leave it out",
        )
    return cover_diff(CoverTable.read(clusterings, options), min_share, min_size)


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


def totals_of(diff: Diff, changes: Rows[Change]) -> tuple[int, float]:
    """Return how many elements some changes of a diff have, and what they cost together.

    Parameters
    ----------
    diff : Diff
        The diff.
    changes : Rows
        Some of its changes, which are not made one by one.

    Returns
    -------
    tuple of (int, float)
        The number of elements, and the sum of the costs.
    """
    n, numbers = diff._numbers, changes.numbers  # noqa: SLF001
    return int(n.component_sizes[numbers].sum()), float(np.sum(n.costs[numbers]))


def moved_batches(
    diff: Diff, read: Callable[[list[tuple[Any, Any]]], Iterable[tuple[Any, Labels, Labels]]]
) -> Iterator[dict[str, NDArray[Any]]]:
    """Yield the columns of `Diff.moved_columns` for the rows of a diff that was made from a table.

    Parameters
    ----------
    diff : Diff
        The diff of the table of the same rows.
    read : callable
        Yields the ids, the labels of a and the labels of b of elements, some at a time. Those with
        one of the pairs of labels that it gets did not move and may be left out.

    Yields
    ------
    dict of numpy.ndarray
        The elements of a batch that moved. There is at least one batch.

    Raises
    ------
    UnavailableError
        If these are not as many as the table has, because the rows have changed in the meantime.
    """
    t, moved = diff.table, np.zeros(diff.table.nnz, bool)
    moved[diff._numbers.moved] = True  # noqa: SLF001
    index = [
        {name: i for i, name in enumerate(listed(names))} for names in (t.row_labels, t.col_labels)
    ]
    width = t.shape[1]
    keys = t.rows.astype(np.int64) * width + t.cols  # ascending
    found = 0
    columns = diff._columns_of_cells  # noqa: SLF001
    yield columns(np.array([], object), np.array([], np.int64))
    for ids, a, b in read(_pairs(t, ~moved)):
        i, j = _positions(a, index[0]), _positions(b, index[1])
        at = np.flatnonzero((i >= 0) & (j >= 0))
        wanted = i[at] * width + j[at]
        cells = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
        kept = (keys[cells] == wanted) & moved[cells] if len(keys) else np.zeros(len(at), bool)
        found += int(kept.sum())
        yield columns(ids[at[kept]], cells[kept])
    expected = int(t.counts[moved].sum())
    if found != expected:
        raise UnavailableError(
            f"The rows changed while they were read: {found:,} elements moved, and {expected:,} of "
            "the table.",
            "run it again",
        )


def _pairs(t: Table, which: NDArray[np.bool_]) -> list[tuple[Any, Any]]:
    """Return the labels of some cells, those of the most elements first."""
    cells = np.flatnonzero(which)
    cells = cells[np.argsort(-t.counts[cells], kind="stable")]
    names = listed(t.row_labels), listed(t.col_labels)
    return [(names[0][i], names[1][j]) for i, j in zip(t.rows[cells], t.cols[cells], strict=True)]


def _positions(labels: Labels, index: dict[Any, int]) -> NDArray[np.int64]:
    """Return the cluster of each element, -1 for elements that were not counted."""
    codes, names = labels.encoded()
    known = np.array([index.get(name, -1) for name in listed(names)] or [-1], np.int64)
    out: NDArray[np.int64] = known[np.minimum(codes, len(known) - 1)]
    for mask in (labels.missing, labels.absent):
        if mask is not None:
            out[mask] = -1
    return out
