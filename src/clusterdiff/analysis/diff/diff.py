"""diff: the function."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.decompose import rule_of
from clusterdiff.analysis.diff.result import Diff
from clusterdiff.analysis.diff.threshold import Threshold
from clusterdiff.analysis.frame_arguments import takes_frames
from clusterdiff.analysis.options import names_of, table_of, takes_selection
from clusterdiff.errors import OptionError
from clusterdiff.labels import Labels, Policy, align, read, select_elements
from clusterdiff.measures import get_measure
from clusterdiff.table import Table

if TYPE_CHECKING:
    from typing import Unpack

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.measures import Measure


@takes_frames
@takes_selection
def diff(
    a: Any,
    b: Any = None,
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
    a : array_like, dict, list of blocks, Partition or Table
        The clustering before: one label per element. A table holds both clusterings.
    b : array_like, dict, list of blocks or Partition, optional
        The clustering after; None if `a` is a table.
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
    labels: tuple[Labels, Labels] | None = None
    ids: Any = None
    names = ("a", "b")
    if b is None and isinstance(a, Table):
        table = table_of(a, None, options)
    else:
        names = names_of(a, b)
        table, labels, ids = _counted(a, b, options)
    return Diff(table, chosen, Threshold.of(table, min_share, min_size), labels, ids, *names)


def _counted(
    a: Any, b: Any, options: LabelsOptions
) -> tuple[Table, tuple[Labels, Labels] | None, Any]:
    """Return the table, the labels that were counted, and the names of their elements."""
    policy = Policy.of(dict(options))
    sides = align(read(a, "a"), read(b, "b"), policy.align)
    if policy.weights is not None:  # a weighted element is not counted once
        return table_of(a, b, options), None, None
    chosen, positions = select_elements(*sides, policy)
    keys: Any = next((side.elements for side in sides if side.elements is not None), None)
    index = (
        None if keys is not None else next((s.index for s in sides if s.index is not None), None)
    )
    ids = index if keys is None else keys
    if positions is not None:
        ids = positions if ids is None else [ids[i] for i in positions.tolist()]
        keys, index = (None if isinstance(ids, np.ndarray) else ids), None
    labels = (
        replace(chosen.a, elements=keys, index=index, shape=None),
        replace(chosen.b, elements=keys, index=index, shape=None),
    )
    table = table_of(a, b, options) if options else table_of(*labels, options)
    return table, labels, ids
