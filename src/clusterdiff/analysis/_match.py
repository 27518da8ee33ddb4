"""match, relabel, element_scores: which cluster is which, and what each element scores."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import numpy as np

from clusterdiff.analysis._rows import Rows
from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError, OptionError
from clusterdiff.io import labeling_of, pair_labelings, table_of
from clusterdiff.labels import (
    Labels,
    align,
    check_labeled,
    listed,
    object_array,
    select,
    takes_clusterings,
    takes_options,
)
from clusterdiff.measures._set_design import MATCHINGS, MatchingRule, SetDesign, Similarity
from clusterdiff.summaries import Overlaps
from clusterdiff.table import Table, locate
from clusterdiff.views import Column, Result, TableView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsOptions

    Ints = NDArray[np.int64]


class MatchedPair(NamedTuple):
    """Two clusters that are matched with each other.

    Attributes
    ----------
    a, b : object
        Labels of the two clusters.
    shared : int
        Number of shared elements.
    similarity : float
        Similarity of the two clusters.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.match(["x", "x", "y"], [7, 7, 8]).pairs[0]
    MatchedPair(a='x', b=7, shared=2, similarity=2.0)
    """

    a: Any
    b: Any
    shared: int
    similarity: float


@dataclass(frozen=True, slots=True, repr=False)
class Matching(Result):
    """Which clusters are matched, and which are left over.

    Attributes
    ----------
    pairs : sequence of MatchedPair
        The matched clusters, those that share most first. A pair is made when it is read.
    unmatched_a, unmatched_b : tuple
        The clusters without a partner.
    name_a, name_b : str
        The names of the two clusterings.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.match(["x", "x", "y", "z"], [7, 7, 8, 8])
    >>> [(pair.a, pair.b) for pair in found]
    [('x', 7), ('y', 8)]
    >>> found.unmatched_a
    ('z',)
    """

    pairs: Sequence[MatchedPair]
    unmatched_a: tuple[Any, ...] = ()
    unmatched_b: tuple[Any, ...] = ()
    name_a: str = "a"
    name_b: str = "b"
    assumed: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[MatchedPair]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "pairs": [pair._asdict() for pair in self.pairs],
            "unmatched_a": list(self.unmatched_a),
            "unmatched_b": list(self.unmatched_b),
            "name_a": self.name_a,
            "name_b": self.name_b,
            **self._assumed_data(),
        }

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame."""
        rows: list[dict[str, Any]] = [pair._asdict() for pair in self.pairs]
        rows += [
            {"a": name, "b": None, "shared": 0, "similarity": 0.0} for name in self.unmatched_a
        ]
        return rows + [
            {"a": None, "b": name, "shared": 0, "similarity": 0.0} for name in self.unmatched_b
        ]

    def view(self) -> TableView:
        """Return the result as a table view."""
        columns: tuple[Column, ...] = (
            Column(self.name_a, format=str, style="name"),
            Column(self.name_b, format=str, style="name"),
            Column("shared", "right"),
            Column("similarity", "right"),
        )
        rows: tuple[tuple[Any, ...], ...] = tuple(tuple(pair) for pair in self.pairs)
        if all(pair.similarity == pair.shared for pair in self.pairs):  # the overlap
            columns, rows = columns[:-1], tuple(row[:-1] for row in rows)
        alone = ((self.name_a, self.unmatched_a), (self.name_b, self.unmatched_b))
        notes = tuple(
            f"unmatched in {side}: {', '.join(map(str, names))}" for side, names in alone if names
        )
        return TableView(columns, rows, notes=notes)


@takes_clusterings
def match(
    *clusterings: Any,
    similarity: Similarity = "overlap",
    method: MatchingRule = "optimal",
    **options: Unpack[LabelsOptions],
) -> Matching:
    """Match the clusters of two clusterings.

    Parameters
    ----------
    {clusterings}
    similarity : {"overlap", "jaccard", "dice", "braun_banquet"}, default="overlap"
        How alike two clusters are: the number of elements they share, or a share of it.
    method : {"optimal", "greedy", "nearest", "nearest_a", "nearest_b"}, default="optimal"
        One to one with the largest total similarity, one to one by the largest pair first, or
        every cluster of both sides, of `a` or of `b` with its most similar one.
    {selection}

    Returns
    -------
    Matching
        The matched pairs of clusters, and the clusters that have no partner.

    Raises
    ------
    InputError
        If the labels cannot be compared.
    OptionError
        If `similarity` or `method` is unknown.

    See Also
    --------
    relabel : Give the clusters of one clustering the names of another.

    Examples
    --------
    >>> match(["x", "x", "y"], [7, 7, 8])
    a  b  shared
    x  7       2
    y  8       1
    """
    check_choice("method", method, MATCHINGS)
    table = table_of(clusterings, options)
    names = table.names
    o = Overlaps.of(table)
    cells = SetDesign(similarity, method).cells(o)
    cells = np.sort(cells) if method == "nearest_b" else cells
    names_a, names_b, alike = table.row_labels, table.col_labels, o.similarity(similarity)

    def pairs(cells: Ints) -> list[MatchedPair]:
        columns = (
            listed(names_a[o.rows[cells]]),
            listed(names_b[o.cols[cells]]),
            o.shared[cells].tolist(),
            alike[cells].astype(float).tolist(),
        )
        return list(map(MatchedPair, *columns))

    # The cells are in order of row and column, and remain so where they share equally much.
    return Matching(
        pairs=Rows(pairs, cells[np.argsort(-o.shared[cells], kind="stable")]),
        unmatched_a=tuple(listed(names_a[_without(o.rows[cells], len(names_a))])),
        unmatched_b=tuple(listed(names_b[_without(o.cols[cells], len(names_b))])),
        name_a=names[0],
        name_b=names[1],
        assumed=table.notes,
    )


def _without(matched: Ints, size: int) -> NDArray[np.bool_]:
    """Return which of `size` clusters are not matched."""
    alone = np.ones(size, bool)
    alone[matched] = False
    return alone


def relabel(b: Any, like: Any, *, similarity: Similarity = "overlap", keep: Any = ()) -> Any:
    """Rename the clusters of `b` after the clusters of `like` that they match best.

    Parameters
    ----------
    b : labels or path
        The clustering to rename.
    like : labels or path
        The clustering whose names are used; keys are matched with those of `b`.
    similarity : {"overlap", "jaccard", "dice", "braun_banquet"}, default="overlap"
        How alike two clusters are.
    keep : label or list of labels, default=()
        Labels of `b` that do not change, such as noise. If `like` has a cluster with one of these
        labels, its name is not given to another cluster.

    Returns
    -------
    numpy.ndarray or dict
        The new labels in the order and shape of `b`; a dict if `b` has keys. Two elements have the
        same new label if and only if they have the same label in `b`. Clusters without a partner
        get a name that `like` does not use: the next free integer, or their own name.

    Raises
    ------
    InputError
        If the labels cannot be compared.
    OptionError
        If `similarity` is unknown.

    See Also
    --------
    match : The matched pairs.

    Examples
    --------
    >>> relabel([7, 7, 8, 9], like=[0, 0, 1, 1]).tolist()
    [0, 0, 1, 2]
    >>> relabel([7, 7, 8, -1], like=["x", "x", "y", "y"], keep=-1).tolist()
    ['x', 'x', 'y', -1]
    """
    side_b = labeling_of(b, "b")
    _, side_like = align(side_b, labeling_of(like, "like"))  # in the order of b
    codes, names = _encoded(side_b, "b")
    codes_like, names_like = _encoded(side_like, "like")
    renamed = _renamed(codes, names, codes_like, names_like, _as_list(keep), similarity)
    return _as_given(b, side_b, renamed[codes])


def new_names(table: Table, similarity: Similarity = "overlap", keep: Any = ()) -> dict[Any, Any]:
    """Return the names that `relabel` gives to the clusters of b, based on the names of a."""
    names = table.col_labels, table.row_labels
    renamed = _renamed(
        table.cols, names[0], table.rows, names[1], _as_list(keep), similarity, table.counts
    )
    return dict(zip(listed(names[0]), listed(renamed), strict=True))


def _encoded(side: Labels, what: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return codes and names; every element must have a label."""
    check_labeled(side, what, "drop these elements, or give them a label")
    return side.encoded()


def _renamed(
    codes: NDArray[Any],
    names: NDArray[Any],
    codes_like: NDArray[Any],
    names_like: NDArray[Any],
    keep: Sequence[Any],
    similarity: Similarity,
    weights: Ints | None = None,
) -> NDArray[Any]:
    """Return the new name of each cluster: its own, the name of its partner, or an unused name."""
    stays, reserved = _among(names, keep), _among(names_like, keep)
    if len(keep):
        counted = ~(stays[codes] | reserved[codes_like])
        codes, codes_like = codes[counted], codes_like[counted]
        weights = None if weights is None else weights[counted]
    partner = np.full(len(names), -1)
    if len(codes):
        table = Table.from_labels(codes_like, codes, weights=weights)
        cells = SetDesign(similarity).cells(Overlaps.of(table))
        rows, cols = table.row_labels[table.rows[cells]], table.col_labels[table.cols[cells]]
        partner[cols.astype(np.int64)] = rows
    alone = np.flatnonzero((partner < 0) & ~stays)
    fresh = _fresh_names(listed(names[alone]), names_like, names[stays])
    if names_like.dtype.kind == "i" and len(names_like) and not stays.any():
        out: NDArray[Any] = names_like.astype(np.int64)[partner]
        out[alone] = fresh
        return out
    every = object_array(listed(names_like))[partner]
    every[stays] = object_array(listed(names[stays]))
    every[alone] = object_array(fresh)
    return _array_of(every.tolist())


def _among(names: NDArray[Any], keep: Sequence[Any]) -> NDArray[np.bool_]:
    """Return which names are in a list."""
    if not len(keep):
        return np.zeros(len(names), bool)
    kept = {_identity(name) for name in keep}
    return np.array([_identity(name) in kept for name in listed(names)], bool)


def _fresh_names(wanted: list[Any], like: NDArray[Any], kept: NDArray[Any]) -> list[Any]:
    """Return a name that is not used yet for each cluster: the next free integer, or its own."""
    if not wanted:
        return []
    if like.dtype.kind == "i" and not len(kept) and like.max() < 2**62:
        first = int(like.max()) + 1
        return list(range(first, first + len(wanted)))
    known = [*listed(like), *listed(kept)]
    taken = {_identity(name) for name in known}
    if known and all(isinstance(name, int) and not isinstance(name, bool) for name in known):
        largest = max(known)
        free = count(largest + 1 if largest < 2**62 else 0)
        return list(islice((each for each in free if _identity(each) not in taken), len(wanted)))
    out = []
    for name in wanted:
        possible = (str(name) + "′" * marks for marks in count())
        out.append(next(each for each in possible if _identity(each) not in taken))
        taken.add(_identity(out[-1]))
    return out


def _identity(name: Any) -> tuple[bool, Any]:
    """Return a key that is equal for equal labels; True and 1 are different labels."""
    return isinstance(name, (bool, np.bool_)), name


def _as_list(keep: Any) -> Sequence[Any]:
    """Return one or several labels as a list."""
    if hasattr(keep, "tolist"):  # of arrays, columns and numbers of NumPy
        keep = keep.tolist()
    several = list(keep) if isinstance(keep, (list, tuple, set, frozenset)) else [keep]
    if not all(isinstance(name, Hashable) for name in several):
        raise OptionError(f"keep must name labels, got {keep!r}.")
    return several


def _array_of(names: list[Any]) -> NDArray[Any]:
    """Return the names as an array of integers or bools if all of them are, else of objects."""
    if names and (
        all(type(name) is bool for name in names) or all(type(name) is int for name in names)
    ):
        array = np.array(names)
        if array.dtype.kind in "biu":
            return array
    return object_array(names)


def _as_given(b: Any, side: Labels, labels: NDArray[Any]) -> Any:
    """Return the labels in the form of b: a dict for named elements, else an array by position."""
    if isinstance(b, Mapping):
        return dict(zip(b, labels.tolist(), strict=True))
    if side.elements is not None:
        elements = list(side.elements)
        if not all(type(e) is int for e in elements) or sorted(elements) != list(
            range(len(elements))
        ):
            return dict(zip(elements, labels.tolist(), strict=True))
        labels = labels[np.argsort(elements)]
    return labels.reshape(side.shape) if side.shape else labels


@takes_options
def element_scores(
    *clusterings: Any,
    similarity: Similarity = "braun_banquet",
    **options: Unpack[LabelsOptions],
) -> NDArray[np.float64]:
    """Score each element by how alike its two clusters are.

    Parameters
    ----------
    {clusterings}
    similarity : {"overlap", "jaccard", "dice", "braun_banquet"}, default="braun_banquet"
        How alike two clusters are.
    {selection}

    Returns
    -------
    numpy.ndarray of float
        One score for each element that counts, in the order of `a`, and in its shape if all do.
        With the default similarity the mean is `element_centric`.

    Raises
    ------
    InputError
        If a table is given, which does not have the elements.

    Examples
    --------
    >>> element_scores([0, 0, 1], [0, 0, 0]).round(3).tolist()
    [0.667, 0.667, 0.333]
    """
    check_choice("similarity", similarity, get_args(Similarity))
    if any(isinstance(each, Table) for each in clusterings):
        raise InputError("A table does not have the labels of elements.", "pass the labels")
    given, policy = pair_labelings(clusterings, options)
    chosen = select(given, policy).shared()
    first, second = (replace(side, elements=None, index=None) for side in chosen.labels())
    table, cells = locate(first, second)
    if chosen.weights is not None:
        table = Table.from_labels(first, second, weights=chosen.weights)
    scores: NDArray[np.float64] = Overlaps.of(table).similarity(similarity)[cells].astype(float)
    shape = given.sides[0].shape
    return scores.reshape(shape) if shape and chosen.positions is None else scores
