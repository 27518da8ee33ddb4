"""Clusterings as points and trees, from the distances between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from clusterdiff.checks import check_choice
from clusterdiff.errors import InputError
from clusterdiff.views import Column, Result, TableView

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]

Kind = Literal["similarity", "distance"]
LinkageMethod = Literal["average", "single", "complete", "weighted"]
_TOLERANCE = 1e-9  # rounding errors on the diagonal
_ORDERED = 150  # leaves up to which the order of a tree is optimized
_HINT = "take a normalized similarity such as adjusted_rand, or a distance such as vi"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Coordinates(Result):
    """Clusterings as points of a map.

    Attributes
    ----------
    measure : str
        The measure whose distances the map shows.
    names : tuple of str
        The names of the clusterings.
    points : numpy.ndarray of shape (m, dimensions)
        One point per clustering.
    stress : float
        Kruskal's stress, √(Σ (d - d̂)² / Σ d²): 0 if the points have exactly the distances d.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> found = cd.pairwise(runs, measures="vi").coordinates()
    >>> found.points.shape
    (3, 2)
    """

    measure: str
    names: tuple[str, ...]
    points: Floats
    stress: float

    def records(self) -> list[dict[str, Any]]:
        """Return one row per clustering."""
        axes = [f"x{i}" for i in range(1, self.points.shape[1] + 1)]
        rows = zip(self.names, self.points.tolist(), strict=True)
        return [{"name": name, **dict(zip(axes, point, strict=True))} for name, point in rows]

    def view(self) -> TableView:
        """Return the points as a table view."""
        header = list(self.records()[0])
        columns = (Column("name", style="name"), *(Column(axis, "right") for axis in header[1:]))
        rows = tuple(tuple(row.values()) for row in self.records())
        return TableView(columns, rows, f"{self.measure}, stress {self.stress:.3f}")


class Distances(NamedTuple):
    """Symmetric distances with 0 on the diagonal, and the kind of values they were made from."""

    values: Floats
    kind: Kind


def distances_of(
    values: Floats, measure: Measure | None = None, kind: Kind | None = None
) -> Distances:
    """Return distances: 1 - similarity, and the mean of both directions.

    The kind of the values is `kind`, else that of the measure, else that of the diagonal.
    """
    if len(values) < 2 or not np.isfinite(values).all():
        raise InputError("values must be finite numbers of two or more clusterings.")
    kind = _kind_of(values, measure) if kind is None else kind
    check_choice("kind", kind, get_args(Kind))
    distances = 1 - values if kind == "similarity" else values
    low = float(distances.min())
    if np.abs(np.diag(distances)).max() > _TOLERANCE or low < -_TOLERANCE:
        requirement = (
            "similarities must be 1 on the diagonal and at most 1"
            if kind == "similarity"
            else "distances must be 0 on the diagonal and not negative"
        )
        raise InputError(f"The {requirement}.", _HINT)
    distances = np.maximum((distances + distances.T) / 2, 0)
    np.fill_diagonal(distances, 0)
    return Distances(distances, kind)


def _kind_of(values: Floats, measure: Measure | None) -> Kind:
    """Return whether the values are similarities or distances."""
    if measure is not None and measure.direction != "description":
        return "distance" if measure.direction == "distance" else "similarity"
    diagonal = np.diag(values)
    if np.abs(diagonal).max() <= _TOLERANCE:
        return "distance"
    if np.abs(diagonal - 1).max() <= _TOLERANCE:
        return "similarity"
    raise InputError(
        "The diagonal must be 1 (similarities) or 0 (distances).", f"{_HINT}, or pass {{kind}}"
    )


def tree_of(distances: Floats, method: LinkageMethod = "average") -> Floats:
    """Return the linkage matrix of distances; leaves that are close are put side by side."""
    from scipy.cluster.hierarchy import linkage
    from scipy.spatial.distance import squareform

    condensed = squareform(distances, checks=False)
    tree: Floats = linkage(condensed, method, optimal_ordering=len(distances) <= _ORDERED)
    return tree


def leaves_of(tree: Floats) -> list[int]:
    """Return the order of the leaves of a tree."""
    from scipy.cluster.hierarchy import leaves_list

    out: list[int] = leaves_list(tree).tolist()
    return out


def classical_scaling(distances: Floats, dimensions: int) -> tuple[Floats, float]:
    """Return points whose distances approximate the given ones, and Kruskal's stress.

    The points are the leading eigenvectors of the doubly centered squared distances, scaled
    (Torgerson 1952). The stress is √(Σ (d - d̂)² / Σ d²) over all pairs (Kruskal 1964): 0 if the
    points have exactly these distances.
    """
    squared = distances**2
    centered = squared - squared.mean(axis=0) - squared.mean(axis=1)[:, None] + squared.mean()
    values, vectors = np.linalg.eigh(-centered / 2)
    leading = np.argsort(values)[::-1][:dimensions]
    points = vectors[:, leading] * np.sqrt(np.maximum(values[leading], 0))
    signs = np.take_along_axis(points, np.abs(points).argmax(axis=0)[None], axis=0)
    points = points * np.where(signs < 0, -1.0, 1.0)
    points = np.pad(points, ((0, 0), (0, dimensions - points.shape[1])))
    found = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2))
    total = float(squared.sum())
    stress = float(np.sqrt(((distances - found) ** 2).sum() / total)) if total else 0.0
    return points, stress
