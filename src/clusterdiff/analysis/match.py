"""match, relabel, element_scores: which cluster is which, and what each element scores."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import numpy as np

from clusterdiff.analysis.frame_arguments import takes_frames
from clusterdiff.analysis.options import names_of, table_of, takes_selection
from clusterdiff.checks import check_choice
from clusterdiff.errors import OptionError
from clusterdiff.labels import Labels, align, check_labeled, listed, object_array, read
from clusterdiff.measures.set_design import MatchingRule, SetDesign, Similarity
from clusterdiff.summaries import Overlaps
from clusterdiff.table import locate
from clusterdiff.views import Column, Result, TableView, plain_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsLike, LabelsOptions
    from clusterdiff.table import Table


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
    pairs : tuple of MatchedPair
        The matched clusters, those that share most first.
    unmatched_a, unmatched_b : tuple
        The clusters without a partner.
    name_a, name_b : str
        The names of the two clusterings.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> found = cd.match(["x", "x", "y", "z"], [7, 7, 8, 8])
    >>> [(pair.a, pair.b) for pair in found]
    [('x', 7), ('y', 8)]
    >>> found.unmatched_a
    ('z',)
    """

    pairs: tuple[MatchedPair, ...]
    unmatched_a: tuple[Any, ...] = ()
    unmatched_b: tuple[Any, ...] = ()
    name_a: str = "a"
    name_b: str = "b"

    def __iter__(self) -> Iterator[MatchedPair]:
        return iter(self.pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame."""
        rows: list[dict[str, Any]] = [plain_data(pair) for pair in self.pairs]
        rows += [
            {"a": name, "b": None, "shared": 0, "similarity": 0.0} for name in self.unmatched_a
        ]
        return rows + [
            {"a": None, "b": name, "shared": 0, "similarity": 0.0} for name in self.unmatched_b
        ]

    def view(self) -> TableView:
        """Return the result as a table view."""
        columns = (
            Column(self.name_a, format=str, style="name"),
            Column(self.name_b, format=str, style="name"),
            Column("shared", "right"),
            Column("similarity", "right"),
        )
        alone = ((self.name_a, self.unmatched_a), (self.name_b, self.unmatched_b))
        notes = tuple(
            f"unmatched in {side}: {', '.join(map(str, names))}" for side, names in alone if names
        )
        return TableView(columns, tuple(tuple(pair) for pair in self.pairs), notes=notes)


@takes_frames
@takes_selection
def match(
    a: LabelsLike | Table,
    b: LabelsLike | None = None,
    *,
    similarity: Similarity = "overlap",
    matching: MatchingRule = "optimal",
    **options: Unpack[LabelsOptions],
) -> Matching:
    """Match the clusters of two clusterings.

    Parameters
    ----------
    a : array_like, dict, list of blocks, Partition or Table
        The reference: one label per element. A table holds both clusterings.
    b : array_like, dict, list of blocks or Partition, optional
        The other clustering; None if `a` is a table.
    similarity : {"overlap", "jaccard", "dice", "braun_banquet"}, default="overlap"
        How alike two clusters are: the number of elements they share, or a share of it.
    matching : {"optimal", "greedy", "nearest", "nearest_a", "nearest_b"}, default="optimal"
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
        If `similarity` or `matching` is unknown.

    See Also
    --------
    relabel : Give the clusters of one clustering the names of another.

    Examples
    --------
    >>> match(["x", "x", "y"], [7, 7, 8])
    a  b  shared  similarity
    x  7       2           2
    y  8       1           1
    """
    names = ("a", "b") if b is None else names_of(a, b)
    table = table_of(a, b, options)
    o = Overlaps.of(table)
    cells = SetDesign(similarity, matching).cells(o)
    names_a, names_b = table.row_labels, table.col_labels
    alike = o.similarity(similarity)
    order = cells[np.lexsort((o.cols[cells], o.rows[cells], -o.shared[cells]))]
    pairs = zip(
        listed(names_a[o.rows[order]]),
        listed(names_b[o.cols[order]]),
        o.shared[order].tolist(),
        alike[order].astype(float).tolist(),
        strict=True,
    )
    alone_a = np.setdiff1d(np.arange(len(names_a)), o.rows[cells])
    alone_b = np.setdiff1d(np.arange(len(names_b)), o.cols[cells])
    return Matching(
        pairs=tuple(MatchedPair(*pair) for pair in pairs),
        unmatched_a=tuple(listed(names_a[alone_a])),
        unmatched_b=tuple(listed(names_b[alone_b])),
        name_a=names[0],
        name_b=names[1],
    )


def relabel(b: Any, like: Any, *, similarity: Similarity = "overlap", keep: Any = ()) -> Any:
    """Rename the clusters of `b` after the clusters of `like` that they match best.

    Parameters
    ----------
    b : array_like, dict, list of blocks or Partition
        The clustering to rename.
    like : array_like, dict, list of blocks or Partition
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
    side_b = read(b, "b")
    _, side_like = align(side_b, read(like, "like"))  # in the order of b
    codes, names = _encoded(side_b, "b")
    codes_like, names_like = _encoded(side_like, "like")
    kept = {_identity(name) for name in _as_list(keep)}
    new_names = _renamed(codes, names, codes_like, names_like, kept, similarity)
    return _as_given(b, side_b, _array_of(new_names)[codes])


def new_names(table: Table, similarity: Similarity = "overlap", keep: Any = ()) -> dict[Any, Any]:
    """Return the names that `relabel` gives to the clusters of b, based on the names of a."""
    names, names_like = listed(table.col_labels), listed(table.row_labels)
    kept = {_identity(name) for name in _as_list(keep)}
    codes, weights = (table.cols.astype(np.int64), table.rows.astype(np.int64)), table.counts
    renamed = _renamed(codes[0], names, codes[1], names_like, kept, similarity, weights)
    return dict(zip(names, renamed, strict=True))


def _encoded(side: Labels, what: str) -> tuple[NDArray[np.int64], list[Any]]:
    """Return codes and names; every element must have a label."""
    check_labeled(side, what, "drop these elements, or give them a label")
    codes, names = side.encoded()
    return codes.astype(np.int64), listed(names)


def _renamed(
    codes: NDArray[np.int64],
    names: list[Any],
    codes_like: NDArray[np.int64],
    names_like: list[Any],
    kept: set[Any],
    similarity: Similarity,
    weights: NDArray[Any] | None = None,
) -> list[Any]:
    """Return the new name of each cluster: its own, the name of its partner, or an unused name."""
    stays = np.array([_identity(name) in kept for name in names], bool)
    reserved = np.array([_identity(name) in kept for name in names_like], bool)
    counted = ~(stays[codes] | reserved[codes_like])
    partner: dict[int, int] = {}
    if counted.any():
        number = None if weights is None else weights[counted]
        pairs = match(codes_like[counted], codes[counted], similarity=similarity, weights=number)
        partner = {pair.b: pair.a for pair in pairs}
    taken = {_identity(name) for name in names_like} | {
        _identity(n) for n, s in zip(names, stays, strict=True) if s
    }
    fresh = _fresh_names(names_like, [name for name, s in zip(names, stays, strict=True) if s])
    out = []
    for code, name in enumerate(names):
        if stays[code]:
            out.append(name)
        elif code in partner:
            out.append(names_like[partner[code]])
        else:
            new = next(each for each in fresh(name) if _identity(each) not in taken)
            taken.add(_identity(new))
            out.append(new)
    return out


def _fresh_names(used: list[Any], kept: list[Any]) -> Any:
    """Return a function from a name to possible replacements, the preferred one first."""
    known = [*used, *kept]
    if known and all(isinstance(name, int) and not isinstance(name, bool) for name in known):
        largest = max(known)
        start = largest + 1 if largest < 2**62 else 0
        return lambda _: count(start)
    return lambda name: (str(name) + "′" * marks for marks in count())


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


def element_scores(
    a: Any, b: Any, *, similarity: Similarity = "braun_banquet"
) -> NDArray[np.float64]:
    """Score each element by how alike its two clusters are.

    Parameters
    ----------
    a, b : array_like, dict, list of blocks or Partition
        The two clusterings: one label per element.
    similarity : {"overlap", "jaccard", "dice", "braun_banquet"}, default="braun_banquet"
        How alike two clusters are.

    Returns
    -------
    numpy.ndarray of float
        In the order and shape of `a`. With the default similarity the mean is `element_centric`.

    Examples
    --------
    >>> element_scores([0, 0, 1], [0, 0, 0]).round(3).tolist()
    [0.667, 0.667, 0.333]
    """
    table, cells = locate(a, b)
    check_choice("similarity", similarity, get_args(Similarity))
    scores: NDArray[np.float64] = Overlaps.of(table).similarity(similarity)[cells].astype(float)
    shape = read(a, "a").shape
    return scores.reshape(shape) if shape else scores
