"""The pictures of every pair of clusterings, as methods of the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from clusterdiff.errors import InputError
from clusterdiff.many._drawing import drawn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clusterdiff.many._distances import Kind
    from clusterdiff.measures import Measure


class Drawings:
    """The methods of `Pairwise` that draw it."""

    __slots__ = ()

    if TYPE_CHECKING:
        names: tuple[str, ...]
        crossed: bool

    def heatmap(
        self,
        *,
        measure: str | Measure | None = None,
        order: Literal["tree"] | None = "tree",
        ax: Any = None,
        title: str | None = None,
    ) -> Any:
        """Draw the values as a heatmap whose rows are in the order of the tree.

        Parameters
        ----------
        measure : str, Measure or None
            The measure to draw if there are several; by default the first.
        order : {"tree"} or None, default="tree"
            "tree" puts clusterings of one set that are alike side by side; None does not.
        ax : matplotlib.axes.Axes or None
            The axes to draw on; None makes a new figure.
        title : str or None
            The title; by default it is made from the result.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        kept = None if self.crossed or len(self.names) < 2 else order
        return drawn("plot_heatmap", self, measure=measure, order=kept, ax=ax, title=title)

    def dendrogram(
        self,
        *,
        measure: str | Measure | None = None,
        kind: Kind | None = None,
        ax: Any = None,
        title: str | None = None,
    ) -> Any:
        """Draw the tree of the clusterings.

        Parameters
        ----------
        measure : str, Measure or None
            The measure to draw if there are several; by default the first.
        kind : {"similarity", "distance"} or None
            What the values are; by default as the measure says.
        ax : matplotlib.axes.Axes or None
            The axes to draw on; None makes a new figure.
        title : str or None
            The title; by default it is made from the result.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        self.check_square()
        return drawn("plot_dendrogram", self, measure=measure, kind=kind, ax=ax, title=title)

    def map(
        self,
        *,
        measure: str | Measure | None = None,
        groups: Mapping[str, str] | None = None,
        ax: Any = None,
        title: str | None = None,
    ) -> Any:
        """Draw the clusterings as points of a map; its title states the stress.

        Parameters
        ----------
        measure : str, Measure or None
            The measure to draw if there are several; by default the first.
        groups : mapping of str to str, or None
            The group of each clustering; each group is drawn in one color.
        ax : matplotlib.axes.Axes or None
            The axes to draw on; None makes a new figure.
        title : str or None
            The title; by default it is made from the result.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.
        """
        self.check_square()
        return drawn("plot_map", self, measure=measure, groups=groups, ax=ax, title=title)

    def check_square(self) -> None:
        """Refuse a result that compares two sets."""
        if self.crossed:
            text = (
                "The rows and columns must be the same clusterings: this result compares two sets."
            )
            raise InputError(text, "compare one set with itself")
