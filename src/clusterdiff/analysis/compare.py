"""compare: several measures of two clusterings from one table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clusterdiff.analysis.options import SelectionOptions, name_of, table_of, takes_selection
from clusterdiff.analysis.results import Comparison, Score
from clusterdiff.chance import summarize
from clusterdiff.measures import noting, resolve
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

    from clusterdiff.chance import summarize
from clusterdiff.measures import Measure


@takes_selection
def compare(
    a: Any,
    b: Any = None,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    *,
    chance: bool | str = False,
    X: Any = None,  # noqa: N803
    rng: Any = None,
    **options: Unpack[SelectionOptions],
) -> Comparison:
    """Compare two clusterings of the same elements under several measures.

    Parameters
    ----------
    a : array-like, dict, list of blocks, Partition or Table
        The reference: one label per element. A table holds both clusterings.
    b : array-like, dict, list of blocks or Partition, optional
        The other clustering; left out where `a` is a table.
    measures : str, Measure or list of them, optional
        Names or aliases, families, "all" or "default" (the default).
    chance : bool or str, default=False
        Whether to add what chance gives: True for random permutations of the labels, or the name
        of a null model (see `clusterdiff.chance`).
    X : array-like of shape (n, d), optional
        Features of the elements, for measures that need them (see `clusterdiff.features`).
    rng : int, numpy.random.Generator or None, default=None
        Source of random numbers where `chance` samples.
    {selection}

    Returns
    -------
    Comparison
        One score per measure. It prints as a table, and has `to_dict` and `to_frame`.

    Raises
    ------
    ClusterdiffError
        If the labels cannot be compared, or a name is unknown.

    See Also
    --------
    diff : Which clusters split, merged and moved.
    rank : Several clusterings against one reference.
    pairwise : Every pair of several clusterings.

    Examples
    --------
    >>> compare([0, 0, 1, 1], [0, 0, 1, 2], ["ari", "vi"])
    4 elements: 2 clusters in a, 3 in b
    measure                    value            range
    adjusted_rand             0.5714        ↑  -0.5 … 1
    variation_of_information     0.5  bits  ↓   0 … 2
    """
    if isinstance(a, Table) and b is not None and measures is None:
        a, b, measures = a, None, b  # compare(table, "ari")
    names = ("a", "b") if b is None else (name_of(a, "a"), name_of(b, "b"))
    table = table_of(a, b, options)
    chosen = resolve("default" if measures is None else measures)
    scores = [score(m, table) for m in chosen]
    null_model = "permutation" if chance is True else chance or None
    if null_model is not None:
        found = summarize(table, chosen, null_model, rng)
        scores = [replace(one, chance=summary) for one, summary in zip(scores, found, strict=True)]
    return Comparison(
        n=table.n,
        clusters_a=table.shape[0],
        clusters_b=table.shape[1],
        cells=table.nnz,
        dropped=table.dropped.total,
        scores=tuple(scores),
        name_a=names[0],
        name_b=names[1],
        null_model=null_model,
    )


def score(measure: Measure, table: Table) -> Score:
    """Return the value of a measure on a table, and how to read it."""
    with noting() as reasons:
        value = measure.on(table)
    return Score(
        name=measure.name,
        label=measure.label,
        value=value,
        bounds=measure.bounds_on(table),
        best=measure.best_on(table),
        direction=measure.direction,
        unit=measure.unit,
        reading=measure.reading,
        by_convention="; ".join(reasons) or None,
    )
