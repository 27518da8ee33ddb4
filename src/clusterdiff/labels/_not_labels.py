"""Errors for objects that look like labels but are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

_COLLECTIONS = (tuple, list, set, frozenset, np.ndarray)
_LINKAGE_COLUMNS = 4
_TOLERANCE = 1e-6
_LAZY = {
    "ibis": "an Ibis expression",
    "pyspark": "a Spark column or frame",
    "duckdb": "a DuckDB relation",
    "dask": "a Dask frame",
}
_QUERY = {
    "ibis": "t.select('truth', 'pred').to_pyarrow()",
    "pyspark": "df.select('truth', 'pred').toPandas()",
    "duckdb": "relation.df()",
    "dask": "frame[['truth', 'pred']].compute()",
    "polars": "frame.collect()",
}


def refuse_objects(labels: Any, side: str) -> None:
    """Refuse lazy frames, graphs and sparse matrices."""
    cls = type(labels)
    library = cls.__module__.partition(".")[0]
    lazy = (
        "a polars " + cls.__name__
        if library == "polars" and cls.__name__ in {"LazyFrame", "Expr"}
        else _LAZY.get(library)
    )
    if lazy is not None and not (library == "dask" and ".array" in cls.__module__):
        raise InputError(
            f"{side} must be labels in memory, got {lazy}, whose rows have no fixed order.",
            "read both columns in one query: read_table(frame, 'truth', 'pred'), "
            f"or {_QUERY[library]}",
        )
    if hasattr(labels, "nodes") and hasattr(labels, "edges"):
        raise InputError(
            f"{side} must be labels, got a graph.",
            "pass a dict node → community, or a list of sets of nodes",
        )
    if hasattr(labels, "vs") and hasattr(labels, "es"):
        raise InputError(
            f"{side} must be labels, got a graph.",
            "pass its clustering, as graph.community_leiden() gives it",
        )
    if library == "scipy" and hasattr(labels, "tocoo"):
        raise InputError(
            f"{side} must be labels, got a sparse matrix.",
            "for a contingency table use Table.from_matrix; for one-hot rows pass "
            "matrix.argmax(axis=1)",
        )


def refuse_members(labels: Mapping[Any, Any], side: str) -> None:
    """Refuse a dict cluster → members."""
    values = list(labels.values())
    if values and all(isinstance(value, _COLLECTIONS) for value in values) and _all_differ(values):
        raise InputError(
            f"{side} must map each element to its label: its values are collections, as in a dict "
            "cluster → members.",
            f"pass list({side}.values()), one collection of elements for each cluster",
        )


def refuse_tuples(values: Sequence[Any], side: str) -> None:
    """Refuse a list of different tuples.

    They are clusters, a cover or edges. Tuples that repeat are labels.
    """
    if len(values) < 2 or not _all_differ(values):
        return
    members = [member for value in values for member in value]
    if all(len(value) == 2 for value in values) and not _all_differ(members):
        what, hint = "a list of edges", "pass the communities, as a list of sets of nodes"
    else:
        what, hint = "a list of clusters given as tuples", f"pass [set(block) for block in {side}]"
    raise InputError(
        f"{side} must be one label per element, got {len(values)} different tuples, which look "
        f"like {what}.",
        f"{hint}; if the tuples are labels, pass [str(label) for label in {side}]",
    )


def _all_differ(values: Sequence[Any]) -> bool:
    """Return whether all values differ; values that cannot be hashed count as different."""
    try:
        return len(
            {frozenset(value) if isinstance(value, set) else value for value in values}
        ) == len(values)
    except TypeError:
        return True


def refuse_matrices(array: NDArray[Any], side: str) -> None:
    """Refuse one-hot rows, probabilities and the linkage matrices of SciPy."""
    if array.ndim != 2 or min(array.shape) < 2 or array.dtype.kind not in "biuf":
        return
    if _is_linkage(array):
        raise InputError(
            f"{side} must be labels, got a linkage matrix of {len(array) + 1} elements.",
            "cut it: scipy.cluster.hierarchy.fcluster(Z, t=5, criterion='maxclust')",
        )
    axis = 1 if array.shape[0] >= array.shape[1] else 0
    if np.ma.is_masked(array) or not _add_up(array[:1] if axis else array[:, :1], axis):
        return
    if _add_up(array, axis):
        what = (
            "probabilities"
            if array.dtype.kind == "f" and (array % 1 != 0).any()
            else "one-hot rows"
        )
        raise InputError(
            f"{side} must be one label per element, got a {array.shape[0]} × {array.shape[1]} "
            f"matrix of {what}.",
            f"pass {side}.argmax(axis={axis}); for a label image pass {side}.ravel()",
        )


def _add_up(array: NDArray[Any], axis: int) -> bool:
    """Return whether all values are shares that add up to 1 along an axis."""
    with np.errstate(all="ignore"):
        inside = ((array >= 0) & (array <= 1)).all()
        return bool(inside and (np.abs(array.sum(axis=axis, dtype=float) - 1) < _TOLERANCE).all())


def _is_linkage(array: NDArray[Any]) -> bool:
    if (
        array.shape[1] != _LINKAGE_COLUMNS
        or array.dtype.kind != "f"
        or not np.isfinite(array).all()
    ):
        return False
    n = len(array) + 1
    merged, sizes = array[:, :2], array[:, 3]
    return bool(
        (merged == np.floor(merged)).all()
        and (merged >= 0).all()
        and (merged < n + np.arange(n - 1)[:, None]).all()
        and sizes[-1] == n
        and (sizes >= 2).all()
        and len(np.unique(merged)) == merged.size
    )
