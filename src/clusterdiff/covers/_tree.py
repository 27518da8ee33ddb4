"""Tree: clusters within clusters, such as the merges of a hierarchical clustering."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import numpy as np

from clusterdiff.covers._kind import NonPartition, keys_of
from clusterdiff.covers._newick import parsed, text_of, written
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import labeling_of
from clusterdiff.labels import Labels, is_frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.partition import Partition

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

_SHOWN = 12  # elements up to which the repr of a tree shows it
_CONDENSED = ("parent", "child", "lambda_val")


class NoHeightsError(InputError):
    """A measure needs the heights of a tree that has none.

    Examples
    --------
    >>> Tree([["x", "y"], ["z"]]).cut(k=2)
    Traceback (most recent call last):
    clusterdiff.covers._tree.NoHeightsError: The tree must have heights, and has none.
    Hint: pass branch lengths, or Tree.from_newick(text, lengths="unit") to count branches
    """


class Spans(NamedTuple):
    """Where the elements of each node are, in the order of the drawing."""

    starts: Ints
    sizes: Ints


class Merges(NamedTuple):
    """The nodes that join clusters, in the order in which a cut makes them."""

    nodes: Ints
    left: Ints  # number of clusters that are left after each


@dataclass(frozen=True, eq=False)
class Shape:
    """The nodes of a tree, without its elements.

    Attributes
    ----------
    parents : numpy.ndarray of int64
        The parent of each node, which has a larger number; -1 for the root, the last one.
    heights : numpy.ndarray of float64 or None
        The height of each node; None if the tree has no heights.
    order : numpy.ndarray of int64
        The terminal nodes, those without children, from left to right.
    counts : numpy.ndarray of int64
        The number of elements that each node holds itself; 0 unless it is terminal.

    Examples
    --------
    >>> Tree([["x", "y"], ["z"]]).shape.parents.tolist()
    [2, 2, -1]
    """

    parents: Ints
    heights: Floats | None
    order: Ints
    counts: Ints

    @cached_property
    def terminal(self) -> NDArray[np.bool_]:
        """Which nodes have no children."""
        out = np.ones(len(self.parents), bool)
        out[self.parents[:-1]] = False
        return out

    @cached_property
    def children(self) -> Ints:
        """Number of children of each node."""
        return np.bincount(self.parents[:-1], minlength=len(self.parents))

    @cached_property
    def spans(self) -> Spans:
        """Where the elements of each node are, in the order of the drawing."""
        counts = self.counts[self.order]
        starts = np.full(len(self.parents), np.iinfo(np.int64).max)
        starts[self.order] = np.cumsum(counts) - counts
        first, size = starts.tolist(), self.counts.tolist()
        for node, parent in enumerate(self.parents[:-1].tolist()):
            size[parent] += size[node]
            first[parent] = min(first[parent], first[node])
        return Spans(np.array(first, np.int64), np.array(size, np.int64))

    @cached_property
    def gaps(self) -> Ints:
        """The lowest node that has both of each two neighbours in the order of the drawing.

        The lowest node of two elements is the largest one of the gaps between them, since parents
        have larger numbers than their children.
        """
        starts = self.spans.starts
        out = np.repeat(self.order, self.counts[self.order])[1:].copy()
        parents = self.parents[:-1]
        later = np.flatnonzero(starts[:-1] != starts[parents])
        out[starts[later] - 1] = parents[later]
        return out

    @cached_property
    def pairs(self) -> Ints:
        """The number of pairs of elements of which each node is the lowest that has both."""
        sizes = self.spans.sizes
        within = sizes * (sizes - 1) // 2
        out = within.copy()
        np.subtract.at(out, self.parents[:-1], within[:-1])
        return out

    @cached_property
    def levels(self) -> Floats:
        """The height at which a cut joins the children of each node: the largest one below it."""
        heights = self.with_heights()
        inner = np.where(self.terminal, -np.inf, heights)
        if (inner[:-1] <= inner[self.parents[:-1]]).all():
            return inner
        highest = inner.tolist()
        for node, parent in enumerate(self.parents[:-1].tolist()):
            highest[parent] = max(highest[parent], highest[node])
        return np.array(highest)

    @cached_property
    def merges(self) -> Merges:
        """The nodes that join clusters, by height, and of equal heights by number."""
        inner = np.flatnonzero(~self.terminal)
        nodes = inner[np.argsort(self.levels[inner], kind="stable")]
        return Merges(nodes, len(self.order) - np.cumsum(self.children[nodes] - 1))

    def with_heights(self) -> Floats:
        """Return the heights, and refuse a tree that has none."""
        if self.heights is None:
            raise NoHeightsError(
                "The tree must have heights, and has none.",
                'pass branch lengths, or Tree.from_newick(text, lengths="unit") to count branches',
            )
        return self.heights


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Tree(NonPartition):
    """Clusters within clusters: a dendrogram, a rooted tree, or labels of several levels.

    Parameters
    ----------
    source : nested lists, linkage matrix, or object of a library
        Lists of lists, ``[["x", "y"], ["z"]]``; a list of elements is a cluster not divided. Or
        what `from_linkage`, `from_sklearn` and `from_hdbscan` take, or the text of a Newick tree.
    elements : iterable, optional
        The keys of the elements of a linkage matrix or a model; by default their positions.

    Attributes
    ----------
    terminals : numpy.ndarray of int64
        The node of each element that has no children: the smallest cluster it is in.
    shape : Shape
        The parents and heights of the nodes.
    elements : list or None
        The keys of the elements; None if they are known by their positions.

    See Also
    --------
    Cover : Clusters that may overlap.
    Partition : Clusters of one level.

    Notes
    -----
    The height of a pair of elements is that of the lowest node that has both. In a tree with branch
    lengths, the height of a node is the distance from the root of the farthest leaf minus that of
    the node; in an ultrametric tree, this is the distance from the node to its leaves.

    Examples
    --------
    >>> from scipy.cluster.hierarchy import linkage
    >>> a = Tree.from_linkage(linkage([[0.0], [1.0], [4.0], [6.0]]))
    >>> a
    Tree(n=4, k=3: ((0,1),(2,3)))
    >>> a.cut(k=2)
    Partition(n=4, k=2: {0, 1} {2, 3})
    """

    __kind__: ClassVar[str] = "tree"
    converted: ClassVar[str] = "tree.cut(k=3) is a partition"

    terminals: Ints
    shape: Shape
    elements: Sequence[Any] | None

    def __init__(self, source: Any, elements: Iterable[Any] | None = None) -> None:
        if isinstance(source, Tree):
            found = Tree._made(source.terminals, source.shape, elements or source.elements)
        elif isinstance(source, NonPartition):
            raise InputError(f"source must be a tree, got a {source.__kind__}.")
        elif isinstance(source, str):
            found = Tree.from_newick(source)
        elif hasattr(source, "children_"):
            found = Tree.from_sklearn(source, elements)
        elif _is_condensed(source):
            found = Tree.from_hdbscan(source, elements)
        elif isinstance(source, np.ndarray):
            found = Tree.from_linkage(source, elements)
        elif isinstance(source, (list, tuple)):
            found = _of_lists(source)
        else:
            raise InputError(
                f"source must be a tree, got {type(source).__name__}.",
                "pass nested lists, or see Tree.from_linkage, from_newick and from_labels",
            )
        self._fill(found.terminals, found.shape, found.elements)

    def _fill(self, terminals: Ints, shape: Shape, elements: Sequence[Any] | None) -> None:
        for name, value in zip(self.__slots__, (terminals, shape, elements), strict=True):
            object.__setattr__(self, name, value)

    @classmethod
    def _made(cls, terminals: Ints, shape: Shape, elements: Iterable[Any] | None = None) -> Tree:
        """Return a tree of arrays, with different keys for its elements."""
        keys = None if elements is None else list(elements)
        if keys is not None:
            if len(keys) != len(terminals):
                raise InputError(
                    f"elements must have one key per element, got {len(keys)} for {len(terminals)}."
                )
            if len(set(keys)) < len(keys):
                twice = next(key for key, times in Counter(keys).items() if times > 1)
                raise InputError(f"The elements of a tree must differ: {twice!r} occurs twice.")
        out: Tree = object.__new__(cls)
        out._fill(np.asarray(terminals, np.int64), shape, keys)
        return out

    @classmethod
    def from_arrays(
        cls,
        parents: Any,
        heights: Any,
        terminals: Any,
        elements: Iterable[Any] | None = None,
        order: Any = None,
    ) -> Tree:
        """Return a tree given by its nodes.

        Parameters
        ----------
        parents : array of int
            The parent of each node, which must have a larger number; -1 for the root, the last one.
        heights : array of float or None
            The height of each node.
        terminals : array of int
            The node of each element. It must have no children.
        elements : iterable, optional
            The keys of the elements; by default their positions.
        order : array of int, optional
            The nodes without children from left to right; by default the children of a node are
            in the order of their numbers.

        Returns
        -------
        Tree

        Examples
        --------
        >>> Tree.from_arrays([3, 3, 4, 4, -1], [0, 0, 0, 1, 2], [0, 1, 2], "xyz")
        Tree(n=3, k=2: (z,(x,y)))
        """
        parents = np.asarray(parents, np.int64)
        terminals = np.asarray(terminals, np.int64)
        if heights is not None:
            heights = np.asarray(heights, float)
            if not np.isfinite(heights).all():
                raise InputError("The heights of a tree must be finite numbers.")
        inner = parents[:-1]
        if not len(parents) or parents[-1] != -1 or (inner <= np.arange(len(inner))).any():
            raise InputError("parents must have a larger number for each node, and end with -1.")
        if not len(terminals) or np.isin(terminals, inner).any():
            raise InputError("terminals must be nodes without children, at least one.")
        order = _drawn(parents) if order is None else np.asarray(order, np.int64)
        counts = np.bincount(terminals, minlength=len(parents))
        return cls._made(terminals, Shape(parents, heights, order, counts), elements)

    @classmethod
    def from_linkage(cls, Z: Any, elements: Iterable[Any] | None = None) -> Tree:  # noqa: N803
        """Return the tree of a linkage matrix, as SciPy and fastcluster return it.

        Parameters
        ----------
        Z : array of shape (n - 1, 4)
            Row i merges two clusters at a height into the cluster n + i of so many elements. The
            numbers of elements may be left out.
        elements : iterable, optional
            The keys of the elements; by default their positions.

        Returns
        -------
        Tree
            Its first cluster of each merge is on the left.

        Examples
        --------
        >>> Tree.from_linkage([[0, 1, 0.5, 2], [2, 3, 1.0, 3]], elements=["x", "y", "z"])
        Tree(n=3, k=2: (z,(x,y)))
        """
        try:
            table = np.asarray(Z, float)
        except (TypeError, ValueError):
            table = np.zeros(0)
        if table.ndim != 2 or table.shape[1] not in (3, 4) or not len(table):
            raise InputError(
                "Z must be a linkage matrix with n - 1 rows and 4 columns, got "
                f"{type(Z).__name__} of shape {np.shape(table)}.",
                "pass what scipy.cluster.hierarchy.linkage returns",
            )
        found = _of_merges(table[:, :2], table[:, 2], "Z", elements)
        sizes = found.shape.spans.sizes[len(table) + 1 :]
        if table.shape[1] == 4 and (table[:, 3] != sizes).any():
            row = int(np.flatnonzero(table[:, 3] != sizes)[0])
            raise InputError(
                f"Row {row} of Z must have {sizes[row]} elements in its last column, got "
                f"{table[row, 3]:g}."
            )
        return found

    @classmethod
    def from_sklearn(cls, model: Any, elements: Iterable[Any] | None = None) -> Tree:
        """Return the tree of a fitted ``AgglomerativeClustering`` of scikit-learn.

        Parameters
        ----------
        model : object with children_ and distances_
            Fitted with ``compute_distances=True`` and ``compute_full_tree=True``.
        elements : iterable, optional
            The keys of the elements; by default their positions.

        Returns
        -------
        Tree

        Examples
        --------
        >>> from sklearn.cluster import AgglomerativeClustering
        >>> model = AgglomerativeClustering(compute_distances=True)
        >>> Tree.from_sklearn(model.fit([[0.0], [1.0], [4.0], [6.0]]))
        Tree(n=4, k=3: ((0,1),(2,3)))
        """
        if not hasattr(model, "children_"):
            raise InputError(f"model must be fitted and have children_, got {model!r}.")
        if getattr(model, "distances_", None) is None:
            raise InputError(
                "model must have the distances of its merges.",
                "fit AgglomerativeClustering(compute_distances=True)",
            )
        merges = np.asarray(model.children_, float)
        leaves = getattr(model, "n_leaves_", len(merges) + 1)
        if leaves != len(merges) + 1:
            raise InputError(
                f"model must have all merges: {len(merges)} of {leaves - 1} are there.",
                "fit AgglomerativeClustering(compute_full_tree=True)",
            )
        return _of_merges(merges, np.asarray(model.distances_, float), "children_", elements)

    @classmethod
    def from_newick(cls, source: Any, *, lengths: Literal["given", "unit"] = "given") -> Tree:
        """Read a rooted tree in the Newick format.

        Parameters
        ----------
        source : str or path-like
            A text that begins with a parenthesis, or the path of a file with one tree. Names may be
            quoted, and comments are in square brackets. Underscores in names are kept.
        lengths : {"given", "unit"}, default="given"
            Whether branches have the lengths that are given, or all the length 1.

        Returns
        -------
        Tree
            Its elements are the names of the leaves: texts, or integers if all of them are. It has
            no heights if no lengths are given.

        Examples
        --------
        >>> Tree.from_newick("((x:1,y:1):2,'my z':3);")
        Tree(n=3, k=2: ((x,y),my z))
        """
        if lengths not in ("given", "unit"):
            raise OptionError(f'lengths must be "given" or "unit", got {lengths!r}.')
        tree = parsed(text_of(source))
        branches: list[float | None] = [1.0] * len(tree.parents)
        if lengths == "given":
            branches = tree.lengths
        without = [x is None for x in branches[:-1]]
        if any(without) and not all(without):
            raise InputError(
                f"All branches must have lengths, or none: {sum(without):,} of {len(without):,} "
                "have none.",
                'lengths="unit" ignores them',
            )
        heights = None
        if not without or not without[0]:
            depths = [0.0] * len(branches)
            for node in range(len(branches) - 2, -1, -1):
                depths[node] = depths[tree.parents[node]] + (branches[node] or 0.0)
            top = max(depths[leaf] for leaf in tree.leaves)
            heights = [top - depth for depth in depths]
        return cls.from_arrays(tree.parents, heights, tree.leaves, tree.names, order=tree.leaves)

    @classmethod
    def from_hdbscan(cls, condensed: Any, elements: Iterable[Any] | None = None) -> Tree:
        """Return the tree of a condensed tree of HDBSCAN.

        Parameters
        ----------
        condensed : HDBSCAN, CondensedTree, data frame or structured array
            A fitted model of hdbscan, its ``condensed_tree_``, or a table with the columns parent,
            child and lambda_val.
        elements : iterable, optional
            The keys of the elements; by default their positions.

        Returns
        -------
        Tree
            Elements that leave a cluster at λ join it at the height 1/λ, and so do the two clusters
            into which it splits.

        Examples
        --------
        >>> import pandas as pd
        >>> rows = {"parent": [3, 3, 4, 4], "child": [2, 4, 0, 1], "lambda_val": [1.0, 1, 2, 2]}
        >>> Tree.from_hdbscan(pd.DataFrame(rows)).cut(k=2)
        Partition(n=3, k=2: {0, 1} {2})
        """
        return _of_condensed(_condensed_columns(condensed), elements)

    @classmethod
    def from_labels(cls, columns: Any, elements: Iterable[Any] | None = None) -> Tree:
        """Return the tree of labels of several levels, from coarse to fine.

        Parameters
        ----------
        columns : list of labelings, or data frame
            The labels of each level. Each cluster must be within one of the level before it.
        elements : iterable, optional
            The keys of the elements; by default the index of a data frame, else their positions.

        Returns
        -------
        Tree
            The finest clusters have the height 0 and the next ones 1, 2, …

        Examples
        --------
        >>> Tree.from_labels([["A", "A", "A", "B"], [1, 1, 2, 3]], elements="wxyz")
        Tree(n=4, k=3: (((w,x),(y)),((z))))
        """
        keys = None if elements is None else list(elements)
        names: list[str]
        if is_frame(columns):
            names = [str(name) for name in columns.columns]
            index = getattr(columns, "index", None)
            keys = list(index) if keys is None and index is not None else keys
            sides = [columns[name] for name in columns.columns]
        else:
            sides = list(columns)
            names = [f"level {i}" for i in range(len(sides))]
        if not sides:
            raise InputError("columns must have at least one level.")
        return _of_levels(
            [labeling_of(side, name).encoded()[0] for side, name in zip(sides, names, strict=True)],
            names,
            keys,
        )

    @classmethod
    def of_labels(cls, labels: Labels) -> Tree:
        """Return a partition as a tree: its clusters at height 0 under a root at height 1."""
        return _of_levels([labels.encoded()[0]], ["labels"], keys_of(labels))

    @classmethod
    def recognizes(cls, value: Any) -> bool:
        """Return whether an object is clearly a tree: a linkage matrix, or one of HDBSCAN."""
        if type(value) is np.ndarray and value.ndim == 2 and value.shape[1] == 4:
            return value.dtype.kind == "f" and _is_linkage(value)
        return not is_frame(value) and _is_condensed(value) and not hasattr(value, "labels_")

    @property
    def n(self) -> int:
        """Number of elements."""
        return len(self.terminals)

    @property
    def k(self) -> int:
        """Number of clusters of two elements or more, of all levels."""
        return int((self.shape.spans.sizes > 1).sum())

    @property
    def nnz(self) -> int:
        """Number of nodes."""
        return len(self.shape.parents)

    @property
    def heights(self) -> Floats | None:
        """The height of each node; None if the tree has no heights."""
        return self.shape.heights

    @property
    def is_binary(self) -> bool:
        """Whether each node has two children, or one element."""
        shape = self.shape
        return bool((shape.children[~shape.terminal] == 2).all() and (shape.counts <= 1).all())

    @property
    def leaf_order(self) -> Ints:
        """The positions of the elements, from left to right."""
        place = np.empty(len(self.shape.parents), np.int64)
        place[self.shape.order] = np.arange(len(self.shape.order))
        return np.argsort(place[self.terminals], kind="stable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        one, two = self.shape, other.shape
        return (
            self.elements == other.elements
            and np.array_equal(self.terminals, other.terminals)
            and np.array_equal(one.parents, two.parents)
            and (one.heights is None) == (two.heights is None)
            and (one.heights is None or bool((one.heights == two.heights).all()))
        )

    def __hash__(self) -> int:
        return hash((self.terminals.tobytes(), self.shape.parents.tobytes()))

    def __repr__(self) -> str:
        shown = f": {self._written(None, quote=False)}" if self.n <= _SHOWN else ""
        return f"Tree(n={self.n:,}, k={self.k:,}{shown})"

    def take(self, rows: Ints) -> Tree:
        """Return the tree of some of the elements, without keys.

        An element that the tree does not have becomes a child of the root. Nodes that are left with
        one child are left out.
        """
        rows = np.asarray(rows, np.int64)
        absent = np.flatnonzero(rows < 0)
        kept = rows[rows >= 0]
        counts = np.bincount(self.terminals[kept], minlength=len(self.shape.parents))
        if not len(absent) and np.array_equal(counts, self.shape.counts):
            return Tree._made(self.terminals[rows], self.shape)
        return _pruned(self, rows, counts, absent)

    def cut(self, *, k: int | None = None, height: float | None = None) -> Partition:
        """Cut the tree into a partition.

        Parameters
        ----------
        k : int, optional
            The number of clusters. Of merges at the same height, those with smaller numbers, the
            earlier rows of a linkage matrix, are made first.
        height : float, optional
            Merges up to this height are made. Give either `k` or `height`.

        Returns
        -------
        Partition
            Of the same elements.

        Raises
        ------
        InputError
            If the tree has no level of so many clusters, since a node joins several at once, or has
            no heights.

        Notes
        -----
        If a node is lower than one of its children (an inversion, as centroid linkage makes them),
        it is cut at the largest height below it, as SciPy's ``fcluster`` does.

        Examples
        --------
        >>> a = Tree.from_newick("((x:1,y:1):2,(z:2,w:2):1);")
        >>> a.cut(k=3), a.cut(height=2.0)
        (Partition(n=4, k=3: {x, y} {z} {w}), Partition(n=4, k=2: {x, y} {z, w}))
        """
        if (k is None) == (height is None):
            raise OptionError("cut needs k or height, one of them.", "tree.cut(k=3)")
        if height is not None:
            if not isfinite(height):
                raise OptionError(f"height must be a finite number, got {height!r}.")
            made = np.flatnonzero(self.shape.levels <= height)
        else:
            made = self._merges_to(k)
        return self._partition(self._codes_after(made))

    def _merges_to(self, k: Any) -> Ints:
        """Return the nodes that are merged where k clusters are left."""
        if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or k < 1:
            raise OptionError(f"k must be a positive integer, got {k!r}.")
        most = len(self.shape.order)
        if most == 1 == k:
            return np.zeros(0, np.int64)
        nodes, left = self.shape.merges
        steps = np.concatenate([[most], left])
        place = int(np.searchsorted(-steps, -int(k), side="right")) - 1
        if place < 0 or steps[place] != k:
            near = sorted({int(x) for x in (steps[max(0, place)], *steps[place + 1 : place + 2])})
            raise InputError(
                f"The tree has no level of {k} clusters: it has {most:,} at most."
                if k > most
                else f"The tree has no level of {k} clusters, since a node joins several at once.",
                " or ".join(f"tree.cut(k={x})" for x in near),
            )
        return nodes[:place]

    def _codes_after(self, made: Ints) -> Ints:
        """Return the cluster of each element after nodes, with all below them, are merged."""
        merged = np.zeros(len(self.shape.parents), bool)
        merged[made] = True
        parents = self.shape.parents
        top = np.arange(len(parents))
        up = merged[parents] & (parents >= 0)
        top[up] = parents[up]
        while True:
            further = top[top]
            if np.array_equal(further, top):
                return np.unique(top[self.terminals], return_inverse=True)[1].astype(np.int64)
            top = further

    def to_linkage(self) -> Floats:
        """Return the tree as a linkage matrix of SciPy.

        Returns
        -------
        numpy.ndarray of shape (n - 1, 4)
            Rows are in the order of their heights. A node with several children becomes several
            rows of the same height.

        Examples
        --------
        >>> Tree.from_newick("((x:1,y:1):2,z:3);").to_linkage().tolist()
        [[0.0, 1.0, 1.0, 2.0], [2.0, 3.0, 3.0, 3.0]]
        """
        heights = self.shape.with_heights().tolist()
        groups: list[list[int]] = [[] for _ in heights]
        for element, node in enumerate(self.terminals.tolist()):
            groups[node].append(element)
        sizes = [1] * self.n
        rows: list[list[float]] = []
        of_node: list[int] = [-1] * len(heights)
        crowded = np.flatnonzero(self.shape.counts > 1)
        crowded = crowded[np.argsort(np.array(heights)[crowded], kind="stable")].tolist()
        for node in np.flatnonzero(self.shape.counts == 1).tolist():
            of_node[node] = groups[node][0]
        below: list[list[int]] = [[] for _ in heights]
        for node, parent in enumerate(self.shape.parents[:-1].tolist()):
            below[parent].append(node)
        merges = [] if len(heights) == 1 else self.shape.merges.nodes.tolist()
        for node in crowded + merges:
            members = groups[node] or [of_node[child] for child in below[node]]
            joined = members[0]
            for other in members[1:]:
                sizes.append(sizes[joined] + sizes[other])
                first, second = sorted((joined, other))
                rows.append([first, second, heights[node], sizes[-1]])
                joined = len(sizes) - 1
            of_node[node] = joined
        return np.array(rows, float).reshape(-1, 4)

    def to_newick(self) -> str:
        """Return the tree in the Newick format, with branch lengths if it has heights.

        Returns
        -------
        str
            One line that ends with a semicolon.

        Examples
        --------
        >>> Tree([["x", "y"], ["z"]]).to_newick()
        '((x,y),(z));'
        """
        return self._written(self.heights, quote=True) + ";"

    def _written(self, heights: Floats | None, *, quote: bool) -> str:
        names = range(self.n) if self.elements is None else self.elements
        shape = self.shape
        return written(shape.parents, heights, self.terminals, shape.order, names, quote=quote)


def _drawn(parents: Ints) -> Ints:
    """Return the nodes without children, with the children of a node in the order of numbers."""
    below: list[list[int]] = [[] for _ in range(len(parents))]
    for node, parent in enumerate(parents[:-1].tolist()):
        below[parent].append(node)
    out, stack = [], [len(parents) - 1]
    while stack:
        node = stack.pop()
        stack += below[node][::-1]
        if not below[node]:
            out.append(node)
    return np.array(out, np.int64)


def _of_merges(merges: Floats, heights: Floats, what: str, elements: Iterable[Any] | None) -> Tree:
    """Return the tree of n - 1 merges of two clusters each."""
    n = len(merges) + 1
    given = np.concatenate([merges[:, 0], merges[:, 1]])
    rows = np.tile(np.arange(n - 1), 2)
    bad = ~np.isfinite(given) | (given != np.floor(given)) | (given < 0) | (given >= n + rows)
    if bad.any():
        row = int(rows[bad][0])
        raise InputError(
            f"Row {row} of {what} must merge two of the clusters 0 to {n + row - 1}, got "
            f"{given[bad][0]:g}."
        )
    ids = given.astype(np.int64)
    parents = np.full(2 * n - 1, -1, np.int64)
    parents[ids] = n + rows
    if (parents[:-1] < 0).any():
        twice = int(np.flatnonzero(np.bincount(ids) > 1)[0])
        raise InputError(f"{what} must merge each cluster once: {twice} occurs twice.")
    left, right = ids[: n - 1].tolist(), ids[n - 1 :].tolist()
    order, stack = [], [2 * n - 2]
    while stack:
        node = stack.pop()
        if node < n:
            order.append(node)
        else:
            stack += (right[node - n], left[node - n])
    return Tree.from_arrays(
        parents, np.concatenate([np.zeros(n), heights]), np.arange(n), elements, np.array(order)
    )


def _is_linkage(table: Any) -> bool:
    """Return whether an array of four columns is a valid linkage matrix."""
    if not len(table) or not np.isfinite(table).all() or table[-1, 3] != len(table) + 1:
        return False
    try:
        Tree.from_linkage(table)
    except InputError:
        return False
    return True


def _of_lists(source: Any) -> Tree:
    """Return the tree of nested lists; an element beside lists is a cluster of its own."""
    parents: list[int] = []
    terminals: list[int] = []
    elements: list[Any] = []
    order: list[int] = []

    # Each entry is a list that is being read, what is left of it, and its nodes so far.
    stack: list[tuple[Any, Any, list[int]]] = [(source, iter(source), [])]
    end = object()
    while stack:
        whole, rest, nodes = stack[-1]
        inner = any(isinstance(x, (list, tuple)) for x in whole)
        item = next(rest, end) if inner else end
        if isinstance(item, (list, tuple)):
            stack.append((item, iter(item), []))
            continue
        if item is not end:
            members, below = [item], []
        else:
            stack.pop()
            members, below = ([] if inner else list(whole)), nodes
        node = len(parents)
        parents.append(-1)
        for child in below:
            parents[child] = node
        if members:
            order.append(node)
            terminals += [node] * len(members)
            elements += members
        elif not below:
            raise InputError("A list of a tree must have elements, got an empty one.")
        if stack:
            stack[-1][2].append(node)
    return Tree.from_arrays(parents, None, terminals, elements, order)


def _of_levels(levels: list[Any], names: list[str], elements: Iterable[Any] | None) -> Tree:
    """Return the tree of labels, coarse to fine, as codes."""
    if len({len(codes) for codes in levels}) > 1:
        lengths = ", ".join(str(len(codes)) for codes in levels)
        raise InputError(f"The levels must have the same elements, got {lengths}.")
    n = len(levels[0])
    if not n:
        raise InputError("A tree must have at least one element, got none.")
    parents: list[Ints] = []
    heights: list[Ints] = []
    start, codes = 0, np.unique(levels[-1], return_inverse=True)[1]
    terminals = codes
    for level in range(len(levels) - 1, -1, -1):
        k = int(codes.max()) + 1
        top = np.zeros(n, np.int64)
        if level:
            top = np.unique(levels[level - 1], return_inverse=True)[1]
        of_cluster = np.full(k, -1, np.int64)
        of_cluster[codes] = top
        if (of_cluster[codes] != top).any():
            i = int(np.flatnonzero(of_cluster[codes] != top)[0])
            j = int(np.flatnonzero((codes == codes[i]) & (top != top[i]))[0])
            i, j = sorted((i, j))
            raise InputError(
                f"Each cluster of {names[level]} must be within one of {names[level - 1]}: "
                f"elements {i} and {j} are together in {names[level]} and apart in "
                f"{names[level - 1]}.",
                "pass the levels from coarse to fine",
            )
        heights.append(np.full(k, len(levels) - 1 - level))
        if level == 0 and k == 1:
            parents.append(np.array([-1]))
            break
        parents.append(start + k + of_cluster)
        start, codes = start + k, top
    else:
        parents.append(np.array([-1]))
        heights.append(np.array([len(levels)]))
    return Tree.from_arrays(np.concatenate(parents), np.concatenate(heights), terminals, elements)


def _is_condensed(value: Any) -> bool:
    if hasattr(value, "condensed_tree_") or hasattr(value, "_raw_tree"):
        return True
    names = value.dtype.names if isinstance(value, np.ndarray) else None
    if is_frame(value) and not isinstance(value, np.ndarray):
        names = tuple(str(name) for name in value.columns)
    return names is not None and set(_CONDENSED) <= set(names)


def _condensed_columns(given: Any) -> list[NDArray[Any]]:
    given = getattr(given, "condensed_tree_", given)
    given = getattr(given, "_raw_tree", given)
    if not _is_condensed(given):
        raise InputError(
            "condensed must have the columns parent, child and lambda_val, got "
            f"{type(given).__name__}.",
            "pass the condensed_tree_ of a fitted HDBSCAN",
        )
    return [np.asarray(given[name]) for name in _CONDENSED]


def _of_condensed(columns: list[NDArray[Any]], elements: Iterable[Any] | None) -> Tree:
    """Return the tree of rows of a parent, a child and the λ at which it leaves the parent."""
    parent, child = (np.asarray(x, np.int64) for x in columns[:2])
    with np.errstate(divide="ignore"):
        height = 1 / np.asarray(columns[2], float)
    if not len(parent) or not np.isfinite(height).all() or (height < 0).any():
        raise InputError("lambda_val must be positive numbers, at least one.")
    n = int(parent.min())  # the root; elements have smaller numbers
    points = np.sort(child[child < n])
    if not np.array_equal(points, np.arange(n)):
        raise InputError(f"Each of the elements 0 to {n - 1} must leave one cluster.")
    # Within a cluster, what leaves at the largest λ is joined first, then what leaves before it.
    ranks = np.lexsort((child, height, -parent))
    last = {int(p): i for i, p in enumerate(parent[ranks].tolist())}
    parents: list[int] = [-1] * n
    heights: list[float] = [0.0] * n
    made: dict[int, int] = {}
    open_node: dict[int, int] = {}
    for i, row in enumerate(ranks.tolist()):
        cluster, h = int(parent[row]), float(height[row])
        node = open_node.get(cluster)
        if node is None or heights[node] != h:
            parents.append(-1)
            heights.append(h)
            if node is not None:
                parents[node] = len(parents) - 1
            node = open_node[cluster] = len(parents) - 1
        member = int(child[row])
        if member >= n and member not in made:
            raise InputError(f"The cluster {member} of the condensed tree must have rows.")
        parents[member if member < n else made[member]] = node
        if last[cluster] == i:
            made[cluster] = node
    return Tree.from_arrays(parents, heights, np.arange(n), elements)


def _pruned(tree: Tree, rows: Ints, counts: Ints, absent: Ints) -> Tree:
    """Return the tree of elements that are left, and of others under the root."""
    shape = tree.shape
    old = shape.parents.tolist()
    held = (counts > 0).tolist()
    below: list[list[int]] = [[] for _ in old]
    parents: list[int] = []
    heights: list[float] = []
    given = None if shape.heights is None else shape.heights.tolist()
    new: list[int] = [-1] * len(old)
    single = (shape.children == 1).tolist()
    for node, parent in enumerate(old):
        inner = below[node]
        if len(inner) == 1 and not single[node]:
            new[node] = inner[0]
        elif inner or held[node]:
            new[node] = len(parents)
            parents.append(-1)
            heights.append(0.0 if given is None else given[node])
            for each in inner:
                parents[each] = new[node]
        if parent >= 0 and new[node] >= 0:
            below[parent].append(new[node])
    root = new[-1]
    order = [new[node] for node in shape.order.tolist() if held[node]]
    terminals = np.full(len(rows), -1, np.int64)
    known = rows >= 0
    terminals[known] = np.array(new, np.int64)[tree.terminals[rows[known]]]
    if len(absent):
        # The others come first, since children have smaller numbers than their parents.
        extra = len(absent)
        parents = [-1] * extra + [p + extra if p >= 0 else -1 for p in parents]
        level = [min(heights, default=0.0)] * extra
        heights = level + heights
        terminals[known] += extra
        root, order = root + extra, [x + extra for x in order] + list(range(extra))
        if root not in parents:  # it holds elements itself, or there is none
            parents.append(-1)
            heights.append(max(heights, default=0.0) + 1.0)
            if len(parents) - 2 >= extra:
                parents[root] = len(parents) - 1
            root = len(parents) - 1
        parents[:extra] = [root] * extra
        terminals[absent] = np.arange(extra)
    return Tree.from_arrays(parents, None if given is None else heights, terminals, None, order)
