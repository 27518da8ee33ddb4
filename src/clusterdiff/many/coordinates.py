"""Coordinates: clusterings as points of a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clusterdiff.views import Column, Result, TableView

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


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
    >>> found = cd.pairwise(runs, "vi").coordinates()
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
