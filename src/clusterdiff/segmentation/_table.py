"""ObjectTable: the table of two label images, with the labels that are background."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from clusterdiff.errors import InputError
from clusterdiff.io import table_of
from clusterdiff.labels import (
    Labels,
    as_names,
    check_kinds,
    elements_with,
    in_kind_of,
    takes_clusterings,
)
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelsOptions

    Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ObjectTable(Table):
    """The table of two label images, and which of their labels are objects.

    Make one with `ObjectTable.from_labels`. It is a `Table`, so that all measures accept it; for
    them the background is a cluster. Measures of objects accept nothing else.

    Attributes
    ----------
    n, rows, cols, counts, row_sizes, col_sizes, row_labels, col_labels, dropped, notes, names
        As in `Table`.
    objects_a, objects_b : ndarray of bool
        Which clusters of a and of b are objects; the others are background.

    See Also
    --------
    clusterdiff.Table : The table alone, with the other attributes.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> from clusterdiff.segmentation import ObjectTable
    >>> table = ObjectTable.from_labels([0, 1, 1, 2], [0, 1, 0, 2], background=0)
    >>> table
    ObjectTable(n=4, 2 and 2 objects)
    >>> cd.panoptic_quality.on(table), cd.purity.on(table)
    (0.75, 0.75)
    """

    inputs: ClassVar[Mapping[str, str]] = {"background": "0"}
    needs: ClassVar[str] = "the label of the background, or () if there is none"

    objects_a: Mask
    objects_b: Mask

    @classmethod
    def read(cls, clusterings: tuple[Any, ...], options: Mapping[str, Any]) -> ObjectTable:
        """Read the label images and the background of a call.

        Parameters
        ----------
        clusterings : tuple
            Two clusterings in any form that `compare` accepts, or a table.
        options : mapping
            The label `background`, and the options of the clusterings.

        Returns
        -------
        ObjectTable
            The table with the objects.
        """
        if len(clusterings) == 1 and isinstance(clusterings[0], cls) and not options:
            return clusterings[0]
        return cls.from_labels(*clusterings, **options)

    @classmethod
    @takes_clusterings
    def from_labels(
        cls, *clusterings: Any, background: Any = None, **options: Unpack[LabelsOptions]
    ) -> ObjectTable:
        """Count two label images of the same shape, and mark their background.

        Parameters
        ----------
        {clusterings}
        background : label or list of labels
            The labels that are no objects, in a and in b; an empty list if there are none.
        {selection}

        Returns
        -------
        ObjectTable

        Raises
        ------
        InputError
            If the label of the background is not given, or of another type than the labels.
        """
        if background is None:
            raise InputError(
                "The label of the background is missing: background is None.",
                "pass {background=0}, or an empty list if every element is in an object",
            )
        table = table_of(clusterings, options)
        names = as_names(background)
        clusters = table.row_labels, table.col_labels
        sides = [Labels(np.arange(len(labels)), labels) for labels in clusters]
        check_kinds(names, sides, "background", text=True)
        masks = [elements_with(side, in_kind_of(side, names)) for side in sides]
        objects_a, objects_b = (
            np.ones(len(side), bool) if mask is None else ~mask
            for side, mask in zip(sides, masks, strict=True)
        )
        counted = {each.name: getattr(table, each.name) for each in fields(Table) if each.init}
        if names and objects_a.all() and objects_b.all():
            said = f"no element has the label {names[0]!r}, which background names"
            counted["notes"] = (*table.notes, said)
        return cls(**counted, objects_a=objects_a, objects_b=objects_b)

    def __repr__(self) -> str:
        found = f"{self.objects_a.sum()} and {self.objects_b.sum()} objects"
        return f"ObjectTable(n={self.n}, {found})"
