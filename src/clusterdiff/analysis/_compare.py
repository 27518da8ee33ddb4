"""compare: several measures of two clusterings from one table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clusterdiff import chance as against_chance
from clusterdiff._steps import step
from clusterdiff.analysis._results import Comparison, Score
from clusterdiff.analysis._size_effect import variation
from clusterdiff.assignment import TooManyStepsError, limited
from clusterdiff.calibration import MAX_PAIRING_STEPS
from clusterdiff.covers import KindTable, NoHeightsError, table_type_of
from clusterdiff.errors import OptionError
from clusterdiff.features import FeatureTable
from clusterdiff.io import table_of
from clusterdiff.labels import takes_clusterings
from clusterdiff.measures import get_measure, noting, resolve
from clusterdiff.segmentation import ObjectCells, ObjectTable
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Unpack

    from clusterdiff.chance import ChanceSummary
    from clusterdiff.labels import LabelsOptions
    from clusterdiff.measures import Measure


_SETS = {"default", "common"}  # measures of which those that take too long are left out
_UNEQUAL = 1.0  # standard deviation of cluster sizes over their mean
_SMALL, _MANY = 5, 20  # elements of a small cluster on average, and how many clusters there must be


@takes_clusterings
def compare(
    *clusterings: Any,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    chance: bool | str = False,
    X: Any = None,  # noqa: N803
    background: Any = None,
    rng: Any = None,
    **options: Unpack[LabelsOptions],
) -> Comparison:
    """Compare two clusterings of the same elements under several measures.

    Parameters
    ----------
    {clusterings}
    measures : str, Measure or list of them, optional
        Names or aliases, families, "default", "common" or "all", those for the kind of the
        clusterings: partitions, covers, soft clusterings or trees. By default the adjusted Rand
        index, the variation of information and the classification error, which is the share of
        elements that moved; the adjusted mutual information too if cluster sizes are very unequal,
        and B-cubed F1 if there are many clusters with fewer than five elements on average. Of these
        and of the common measures, those that would take minutes on tables of very many clusters
        are left out, with a note.
    chance : bool or str, default=False
        Whether to compare with chance: True for random permutations of the labels, or the name of a
        null model (see `clusterdiff.chance`).
    X : array_like of shape (n, d), optional
        Features of the elements, for measures that need them (see `clusterdiff.features`).
    background : label or list of labels, optional
        The labels of label images that are no objects, for measures of objects (see
        `clusterdiff.segmentation`); an empty list if there are none. By default, these measures are
        then shown; for other measures the background is a cluster.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers where `chance` samples. None is fresh entropy; `seed` of
        the result repeats it.
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
    >>> compare([0, 0, 1, 1], [0, 0, 1, 2], measures=["ari", "vi"])
    4 elements: 2 clusters in a, 3 in b
    measure                    value            range
    adjusted_rand             0.5714        ↑  -0.5 … 1
    variation_of_information     0.5  bits  ↓   0 … 2

    Two columns of a frame, and two frames with a common key:

    >>> import polars as pl
    >>> truth = pl.LazyFrame({"id": [1, 2, 3, 4], "truth": ["x", "x", "y", "y"]})
    >>> found = pl.LazyFrame({"id": [4, 3, 2, 1], "found": [2, 1, 0, 0]})
    >>> compare(truth, found, measures="ari", on="id")["ari"].value
    0.5714285714285714
    >>> compare(truth.join(found, on="id"), "truth", "found", measures="ari")["ari"].value
    0.5714285714285714
    """
    further = {
        name: value
        for name, value in {"X": X, "background": background}.items()
        if value is not None
    }
    kind: Any = _kind(clusterings, further)
    named = resolve("default" if measures is None else measures, kind)
    chosen = [m.for_kind(kind) for m in named]
    read: Any = table_of if kind is Table else kind.read
    table = read(clusterings, {**options, **further})
    if measures is None and kind is Table:
        chosen += [get_measure(name) for name in _called_for(table)]
    tables = _Tables(table, clusterings, options)
    left_out: list[str] = []
    with step("compare", elements=table.n, cells=table.nnz, measures=len(chosen)):
        if measures is None or (isinstance(measures, str) and measures in _SETS):
            scores = _affordable(chosen, table, left_out)
            chosen = [m for m in chosen if any(m.name == one.name for one in scores)]
        else:
            scores = [score(m, tables(m)) for m in chosen]
    null_model = "permutation" if chance is True else chance or None
    if null_model is not None:
        if all(m.table_type.inputs for m in chosen):
            raise OptionError(
                "chance must have a measure that needs no features and no background.",
                'leave it out, or name one: measures=["adjusted_rand"]',
            )
        with step("chance", null_model=null_model, measures=len(chosen)):
            found = _against_chance(tables, chosen, null_model, rng)
        scores = [replace(one, chance=found.get(one.name)) for one in scores]
    clusters_a, clusters_b, cells, kind_name = _counts(table)
    return Comparison(
        n=table.n,
        clusters_a=clusters_a,
        clusters_b=clusters_b,
        cells=cells,
        dropped=table.dropped.total,
        scores=tuple(scores),
        name_a=table.names[0],
        name_b=table.names[1],
        null_model=null_model,
        seed=_seed(scores),
        assumed=table.notes,
        left_out=tuple(left_out),
        kind=kind_name,
    )


def _kind(clusterings: tuple[Any, ...], further: Mapping[str, Any]) -> type[Any]:
    """Return the kind of table for the clusterings and what is given beside them."""
    kinds = [kind for kind in (FeatureTable, ObjectTable) if kind.inputs.keys() & further.keys()]
    if len(kinds) > 1:
        raise OptionError(f"{' and '.join(further)} cannot be given together.", "compare twice")
    if not kinds and any(isinstance(each, ObjectTable) for each in clusterings):
        return ObjectTable
    return kinds[0] if kinds else table_type_of(clusterings)


def _counts(table: Any) -> tuple[int, int, int, str]:
    """Return the numbers of clusters and of their overlaps, and what the clusterings are."""
    if isinstance(table, ObjectTable):
        found = ObjectCells.of(table)
        return len(found.sizes_a), len(found.sizes_b), len(found.shared), "label image"
    kind = table.clustering.__kind__ if isinstance(table, KindTable) else "partition"
    return *table.shape, table.nnz, kind


def _called_for(table: Table) -> list[str]:
    """Return the measures that the sizes of the clusters call for.

    With clusters of very unequal sizes, AMI is preferred to ARI (Romano et al. 2016); entities, of
    a few elements each, are compared by B-cubed (Bagga & Baldwin 1998).
    """
    sides = table.row_sizes, table.col_sizes
    unequal = any((variation(sizes) or 0) > _UNEQUAL for sizes in sides)
    small = max(table.shape) >= _MANY and table.n < _SMALL * max(table.shape)
    out = ["adjusted_mutual_information"] * unequal
    return out + ["bcubed_f"] * small


class _Tables:
    """The table of the clusterings, and for measures of other kinds, partitions read as these."""

    def __init__(self, table: Any, clusterings: tuple[Any, ...], options: Any) -> None:
        self.known: dict[type[Any], Any] = {type(table): table}
        self.table, self.call = table, (clusterings, options)

    def __call__(self, m: Measure) -> Any:
        if isinstance(self.table, KindTable) or not issubclass(m.table_type, KindTable):
            return self.table
        if m.table_type not in self.known:
            self.known[m.table_type] = m.read(*self.call)
        return self.known[m.table_type]


def _affordable(chosen: list[Measure], table: Table, left_out: list[str]) -> list[Score]:
    """Return the scores of the measures that are not too costly; say which ones are left out."""
    scores = []
    for measure in chosen:
        try:
            with limited(MAX_PAIRING_STEPS):
                scores.append(score(measure, table))
        except TooManyStepsError as error:
            left_out.append(
                f"{measure.name} is left out, but is computed if it is named: "
                f"{error.message[0].lower()}{error.message[1:]}"
            )
        except NoHeightsError:
            left_out.append(f"{measure.name} is left out: it needs heights, and a tree has none.")
    return scores


def _against_chance(
    tables: _Tables, chosen: list[Measure], null_model: str, rng: Any
) -> dict[str, ChanceSummary]:
    """Return the chance summaries of the measures that need no further input, by name."""
    found: dict[str, ChanceSummary] = {}
    for kind, table in tables.known.items():
        plain = [m for m in chosen if type(tables(m)) is kind and not m.table_type.inputs]
        if plain:
            summaries = against_chance.summarize(table, measures=plain, null=null_model, rng=rng)
            found |= {m.name: each for m, each in zip(plain, summaries, strict=True)}
    return found


def _seed(scores: list[Score]) -> int | None:
    """Return the seed of the random tables, if some were drawn."""
    seeds = (one.chance.seed for one in scores if one.chance is not None)
    return next((seed for seed in seeds if seed is not None), None)


def score(measure: Measure, table: Table) -> Score:
    """Return the value of a measure on a table, and what it means."""
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
        meaning=measure.meaning,
        by_convention="; ".join(reasons) or None,
        approximate=measure.facts.approximate_on(table),
    )
