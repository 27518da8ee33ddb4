"""rank: several clusterings in the order of how well they agree with a reference."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from clusterdiff.errors import InputError, OptionError, UnknownNameError
from clusterdiff.intervals import compare_two, holm
from clusterdiff.intervals import interval as confidence_interval
from clusterdiff.io import PATHS, column_of_file, has_columns, labelings_of, name_of, refuse_options
from clusterdiff.labels import Labels, takes_clusterings
from clusterdiff.many._clusterings import Clusterings, match_sets
from clusterdiff.many._draws import runs_of
from clusterdiff.many._values import (
    kind_of_sets,
    measures_for,
    named_set,
    values_of_kind,
    values_of_pairs,
)
from clusterdiff.progress import track
from clusterdiff.sampling import RandomSource
from clusterdiff.table import Table
from clusterdiff.views import Column, Result, TableView
from clusterdiff.views import interval as shown_interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Unpack

    from clusterdiff.labels import LabelsOptions
    from clusterdiff.measures import Measure

Groups: TypeAlias = bool | str | Callable[[str], str] | Mapping[str, str]
_NUMBERED = re.compile(r"(.*?)[\s_.:-]*(?:seed|run|rep|draw)?[\s_.:=-]*\d+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, repr=False)
class RankedClustering(Result):
    """One clustering and its place in a ranking.

    Attributes
    ----------
    rank : int
        1 is best; equal values share a rank.
    name : str
    n, clusters : int
        Number of elements that count and of clusters.
    values : dict
        The value of each measure by name; the first one decides the rank.
    interval : tuple of float or None
        A 95 % confidence interval of the first measure, if it was asked for and is valid.
    reason : str or None
        Why there is no interval although it was asked for.
    conservative : str or None
        Why the interval may contain the value of the population in more than 95 % of samples.
    pvalue_best : float or None
        Corrected p-value of the test against the best clustering; None if there is none.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> cd.rank([0, 0, 1, 1], runs, measures="rand")["y"].rank
    2
    """

    rank: int
    name: str
    n: int
    clusters: int
    values: Mapping[str, float]
    interval: tuple[float, float] | None = None
    reason: str | None = None
    pvalue_best: float | None = None
    conservative: str | None = None

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame."""
        first, *others = self.values.items()
        bounds = self.interval or (None, None)
        return [
            {
                "rank": self.rank,
                "name": self.name,
                "n": self.n,
                "clusters": self.clusters,
                first[0]: first[1],
                "interval_low": bounds[0],
                "interval_high": bounds[1],
                "conservative": self.conservative,
                "pvalue_best": self.pvalue_best,
                **dict(others),
            }
        ]

    def view(self) -> TableView:
        """Return the result as a table view."""
        return ranking_view((self,), None, with_interval=self.interval is not None, tested=False)


@dataclass(frozen=True, slots=True, repr=False)
class RankedGroup(Result):
    """Several runs of one method and their place in a ranking.

    Attributes
    ----------
    rank : int
        1 is the best mean; equal means share a rank.
    name : str
        The name of the group.
    runs : int
        Number of clusterings.
    mean, low, high : float
        Mean, least and largest value of the measure.
    std : float or None
        Standard deviation over the runs; None for one run.
    members : tuple of str
        The names of the clusterings.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"kmeans_0": [0, 0, 1, 1], "kmeans_1": [0, 1, 1, 1], "ward": [0, 0, 1, 1]}
    >>> found = cd.rank([0, 0, 1, 1], runs, measures="rand", groups=True)
    >>> [(group.name, group.mean) for group in found.groups]
    [('ward', 1.0), ('kmeans', 0.75)]
    """

    rank: int
    name: str
    runs: int
    mean: float
    std: float | None
    low: float
    high: float
    members: tuple[str, ...]

    def records(self) -> list[dict[str, Any]]:
        """Return one row without the names of the runs."""
        return [{key: value for key, value in self.to_dict().items() if key != "members"}]

    def view(self) -> TableView:
        """Return the result as a table view."""
        return groups_view((self,), "value", None)


@dataclass(frozen=True, slots=True, repr=False)
class PairedTest(Result):
    """Whether one clustering agrees better with the reference than another.

    Attributes
    ----------
    a, b : str
        The names of the two clusterings; a is ranked first.
    difference : float
        The value of a minus that of b.
    interval : tuple of float or None
        A 95 % confidence interval of the difference, without correction for several tests.
    pvalue : float or None
        Two-sided p-value; None if the test is not valid.
    pvalue_holm : float or None
        The p-value corrected by Holm's method for all pairs that were tested.
    reason : str or None
        Why the test is not valid, if so.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> truth = [0, 1, 2] * 100
    >>> runs = {"near": [0, 1, 2] * 90 + [0] * 30, "far": [0, 1, 2] * 50 + [0] * 150}
    >>> test = cd.rank(truth, runs, test=True).tests[0]
    >>> test.a, test.b, test.pvalue < 0.001
    ('near', 'far', True)
    """

    a: str
    b: str
    difference: float
    interval: tuple[float, float] | None
    pvalue: float | None
    pvalue_holm: float | None
    reason: str | None = None

    def view(self) -> TableView:
        """Return the result as a table view."""
        return tests_view((self,))


@dataclass(frozen=True, slots=True, repr=False)
class Ranking(Result):
    """Several clusterings in the order of how well they agree with a reference.

    Attributes
    ----------
    reference : str
        The name of the reference.
    measure, direction : str
        The measure that decides, and whether more or less of it is better.
    entries : tuple of RankedClustering
        The best first.
    intervals : bool
        Whether confidence intervals were asked for.
    tests : tuple of PairedTest or None
        The paired tests of all pairs, if they were asked for.
    groups : tuple of RankedGroup or None
        The groups, the best mean first, if they were asked for.
    seed : int or None
        The integer that, as `rng`, gives the same intervals and tests; None without them.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> runs = {"x": [0, 0, 1, 1], "y": [0, 0, 1, 2], "z": [0, 1, 2, 3]}
    >>> found = cd.rank([0, 0, 1, 1], runs, measures="rand")
    >>> [(each.name, each.rank) for each in found]
    [('x', 1), ('y', 2), ('z', 3)]
    """

    _plots = ("plot_ranking",)

    reference: str
    measure: str
    direction: str
    entries: tuple[RankedClustering, ...]
    intervals: bool = False
    tests: tuple[PairedTest, ...] | None = None
    groups: tuple[RankedGroup, ...] | None = None
    seed: int | None = None
    assumed: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the clusterings, the best first."""
        return tuple(entry.name for entry in self.entries)

    def __iter__(self) -> Iterator[RankedClustering]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, name: str) -> RankedClustering:
        """Return the entry of a clustering by name."""
        for entry in self.entries:
            if entry.name == name:
                return entry
        raise UnknownNameError.of("clustering", name, list(self.names))

    def records(self) -> list[dict[str, Any]]:
        """Return the rows of the frame: the groups if there are some, else the clusterings."""
        if self.groups is not None:
            return [row for group in self.groups for row in group.records()]
        rows = [row for entry in self.entries for row in entry.records()]
        for row in rows:
            if not self.intervals:
                del row["interval_low"], row["interval_high"], row["conservative"]
            if self.tests is None:
                del row["pvalue_best"]
        return rows

    @property
    def notes(self) -> tuple[str, ...]:
        """Which intervals are missing and why, and what the tests say."""
        reasons: dict[tuple[str, str], list[str]] = {}
        for entry in self.entries:
            for what, why in (("No", entry.reason), ("Conservative", entry.conservative)):
                if why is not None:
                    reasons.setdefault((what, why), []).append(entry.name)
        notes = [
            f"{what} interval for {', '.join(names)}: {why}."
            for (what, why), names in reasons.items()
        ]
        if self.tests:
            notes.append(
                "p is corrected for all pairs by Holm's method; it compares with the best."
            )
        refused: dict[str, int] = {}
        for test in self.tests or ():
            if test.reason is not None:
                refused[test.reason] = refused.get(test.reason, 0) + 1
        notes += [f"No test for {number} pairs: {why}." for why, number in refused.items()]
        return tuple(notes)

    def view(self) -> TableView:
        """Return the result as a table view."""
        title = f"against {self.reference}"
        if self.groups is not None:
            return groups_view(self.groups, self.measure, title)
        return ranking_view(
            self.entries, title, with_interval=self.intervals, tested=self.tests is not None,
            notes=self.notes,
        )  # fmt: skip


def ranking_view(
    entries: tuple[RankedClustering, ...],
    title: str | None,
    *,
    with_interval: bool,
    tested: bool,
    notes: tuple[str, ...] = (),
) -> TableView:
    """Return one row per clustering."""
    first, *others = entries[0].values
    columns = (
        Column("rank", "right"),
        Column("name", style="name"),
        Column("n", "right", priority=1),
        Column("clusters", "right", priority=1),
        Column(first, "right", style="value"),
        *((Column("95 %", "right", shown_interval),) if with_interval else ()),
        *((Column("p", "right"),) if tested else ()),
        *(Column(name, "right") for name in others),
    )
    rows = tuple(
        (
            e.rank, e.name, e.n, e.clusters, e.values[first],
            *((e.interval,) if with_interval else ()),
            *((e.pvalue_best,) if tested else ()),
            *(e.values[name] for name in others),
        )
        for e in entries
    )  # fmt: skip
    return TableView(columns, rows, title, notes=notes)


def groups_view(groups: tuple[RankedGroup, ...], measure: str, title: str | None) -> TableView:
    """Return one row per group."""
    columns = (
        Column("rank", "right"),
        Column("group", style="name"),
        Column("runs", "right", priority=1),
        Column(f"mean {measure}", "right", style="value"),
        Column("± sd", "right"),
        Column("range", "right", shown_interval, priority=1),
    )
    rows = tuple((g.rank, g.name, g.runs, g.mean, g.std, (g.low, g.high)) for g in groups)
    return TableView(columns, rows, title)


def tests_view(tests: tuple[PairedTest, ...]) -> TableView:
    """Return one row per test."""
    columns = (
        Column("a", style="name"),
        Column("b", style="name"),
        Column("difference", "right"),
        Column("95 %", "right", shown_interval),
        Column("p", "right"),
        Column("p (Holm)", "right"),
    )
    rows = tuple((t.a, t.b, t.difference, t.interval, t.pvalue, t.pvalue_holm) for t in tests)
    return TableView(columns, rows)


@takes_clusterings
def rank(
    reference: Any,
    *candidates: Any,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    interval: bool = False,
    test: bool = False,
    units: Any = None,
    groups: Groups | None = None,
    names: Sequence[str] | None = None,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[LabelsOptions],
) -> Ranking:
    """Rank several clusterings by how well they agree with a reference.

    Parameters
    ----------
    reference : labels, path or str
        The reference: one label per element, or the name of one of the candidates. A frame is
        followed by the names of columns, of which the first is the reference.
    *candidates : Clusterings, data frame, dict, list, array of shape (m, n), or paths
        The clusterings, as `Clusterings` takes them. After a frame and the name of the reference,
        the default is all other columns.
    measures : str, Measure or list of them, optional
        Names of measures, measures, or families. The first measure ranks the clusterings, the
        others are shown. The default is `adjusted_rand`, for covers `omega_index`, and for soft
        clusterings `adjusted_concordance`.
    interval : bool, default=False
        Whether to add a 95 % confidence interval of the measure: how much it would vary over
        other elements, not over other runs. If no valid interval can be computed, the reason is
        given.
    test : bool, default=False
        Whether to test every pair of clusterings for a difference, with the same elements on both
        sides, and p-values corrected for all pairs by Holm's method.
    units : "clusters", array_like, dict element → unit, str or None, default=None
        What was sampled, if not the elements one by one, for intervals and tests: "clusters" means
        the clusters of the reference; a unit for each element, for example its document; or the
        name of a column of the frame. See `clusterdiff.intervals.interval`.
    groups : bool, str, callable or dict, optional
        Groups of runs to average over: True cuts off the number at the end of a name, so that
        "kmeans_0" to "kmeans_9" are "kmeans"; a regular expression whose first group is the name
        of the group, or that matches what to cut off; a function name → group; or a dict.
    names : list of str, optional
        The names of the clusterings of a list or an array.
    rng : int, numpy.random.Generator or None, default=None
        Seed or source of random numbers of intervals and tests. None is fresh entropy; `seed` of
        the result repeats it.
    {selection}

    Returns
    -------
    Ranking
        The best first; equal values share a rank.

    Raises
    ------
    InputError
        If there is no clustering to rank, or if one cannot be compared with the reference.
    OptionError
        If the measure has no best value, or if elements have weights and `test` is True.
    UnknownNameError
        If there is no such measure.

    See Also
    --------
    pairwise : Every pair of several clusterings.
    pool : Rankings of several data sets together.
    compare : One clustering, several measures.

    Notes
    -----
    Intervals are those of `clusterdiff.intervals.interval`, tests those of
    `clusterdiff.intervals.compare_two`; p-values of several tests are corrected by the method of
    Holm (1979).

    Examples
    --------
    >>> runs = {"x": [0, 1, 1, 1], "y": [5, 5, 6, 6], "z": [1, 1, 0, 0]}
    >>> rank([0, 0, 1, 1], runs, measures="ari")
    against the reference
    rank  name  n  clusters  adjusted_rand
       1  y     4         2              1
       1  z     4         2              1
       3  x     4         2              0
    >>> runs = {"kmeans_0": [0, 0, 1, 1], "kmeans_1": [0, 1, 1, 1], "ward": [0, 0, 1, 1]}
    >>> rank([0, 0, 1, 1], runs, measures="rand", groups=True)
    against the reference
    rank  group   runs  mean rand    ± sd    range
       1  ward       1          1            1 … 1
       2  kmeans     2       0.75  0.3536  0.5 … 1
    """
    kind = kind_of_sets((reference, None), candidates)
    shown = measures_for(measures, kind)
    measure = shown[0]
    if measure.direction == "description":
        raise OptionError(f"{measure.name} has no best value, so it cannot rank clusterings.")
    if kind is not Table:
        if interval or test:
            raise OptionError(
                f"interval and test are for partitions, not for a {kind.clustering.__kind__}.",
                "chance.significance tests one clustering against chance",
            )
        named = named_set(candidates, names, options.pop("columns", None))
        return _of_kind(reference, named, shown, kind, groups, options)
    if has_columns(reference) and isinstance(units, str) and units != "clusters":
        first, others, units = _with_column(reference, candidates, units, options)
    else:
        first, others = _sides(reference, candidates, names, options)
    if isinstance(units, str) and units != "clusters" and isinstance(reference, PATHS):
        units = column_of_file(reference, units)
    if test and others.weights is not None:
        raise OptionError("test must be False if the elements have weights.")
    found = values_of_pairs(first, others, _against_all(len(others)), shown)
    lines = []
    for j, name in enumerate(others.names):
        values = dict(zip((m.name for m in shown), found.values[:, j].tolist(), strict=True))
        lines.append(RankedClustering(0, name, int(found.shared[j]), others.sizes[j], values))
    seed = RandomSource.of(rng).seed
    if interval:
        lines = [
            _with_interval(line, first, others, (j, measure, seed), units)
            for j, line in track(list(enumerate(lines)), "intervals")
        ]
    entries = _ranked(lines, measure)
    tests = _tests(first, others, entries, (measure, seed), units) if test else None
    if tests is not None:
        entries = _with_p(entries, tests)
    grouped = None if groups is None or groups is False else _grouped(entries, measure, groups)
    return Ranking(
        first.names[0], measure.name, measure.direction, entries, interval, tests, grouped,
        seed if interval or test else None,
        tuple(dict.fromkeys((*first.notes, *others.notes))),
    )  # fmt: skip


def _of_kind(
    reference: Any,
    candidates: dict[str, Any],
    measures: Sequence[Measure],
    kind: Any,
    groups: Groups | None,
    options: LabelsOptions,
) -> Ranking:
    """Rank clusterings that are not partitions."""
    title = name_of(reference, "the reference")
    if isinstance(reference, str) and reference in candidates:
        title, reference = reference, candidates.pop(reference)
    if not candidates:
        raise InputError("There is no clustering to rank.")
    found, notes = values_of_kind({title: reference}, candidates, measures, kind, options)
    lines = [
        RankedClustering(
            0, name, int(found.shared[0, j]), kind.clustering.of(candidates[name], name).k,
            dict(zip((m.name for m in measures), found.values[:, 0, j].tolist(), strict=True)),
        )
        for j, name in enumerate(candidates)
    ]  # fmt: skip
    entries = _ranked(lines, measures[0])
    grouped = None if groups is None or groups is False else _grouped(entries, measures[0], groups)
    return Ranking(
        title, measures[0].name, measures[0].direction, entries, groups=grouped, assumed=notes
    )


def _against_all(number: int) -> Any:
    return np.stack([np.zeros(number, np.int64), np.arange(number)], axis=1)


def _sides(
    reference: Any,
    candidates: tuple[Any, ...],
    names: Sequence[str] | None,
    options: LabelsOptions,
) -> tuple[Clusterings, Clusterings]:
    """Return the reference and the candidates as two sets of the same elements."""
    if has_columns(reference) and candidates and isinstance(candidates[0], str):
        reference, candidates = _of_frame(reference, candidates)
    if not candidates or (_is_sized(candidates[0]) and not len(candidates[0])):
        raise InputError("There is no clustering to rank.")
    first = candidates[0]
    if isinstance(reference, str):
        every = runs_of(candidates, options, names=names)
        if reference in every.names:
            return _split(every, every.position(reference))
        if not Path(reference).exists():
            raise InputError(
                f"No clustering is named {reference!r}.", f"the names are {', '.join(every.names)}"
            )
    title = name_of(reference, "the reference")
    if len(candidates) == 1 and isinstance(first, Clusterings):
        wanted = options.pop("columns", None)
        chosen = runs_of((first,), {} if wanted is None else {"columns": wanted}, names=names)
        for name in ("ignore_b", "noise_b"):
            if name in options:
                refuse_options({name: None}, "an existing set of clusterings")
        given, policy = labelings_of(({title: reference},), options)
        given = replace(given, roles=("a",))
        found = Clusterings.encoded(given, policy)
        return match_sets(found, chosen, policy.align, ("reference", "candidates"))
    labelings, policy = labelings_of(candidates, options, names, reference=(title, reference))
    every = Clusterings.encoded(labelings, policy)
    return _split(every, 0)


def _of_frame(frame: Any, names: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    """Return the name of the reference, and a frame with the names of all columns to read."""
    reference, *others = names
    if others:
        return reference, (frame, reference, *others)
    return reference, (frame,)


def _is_sized(value: Any) -> bool:
    return isinstance(value, (list, tuple, dict))


def _split(every: Clusterings, place: int) -> tuple[Clusterings, Clusterings]:
    """Return one clustering, and the others."""
    others = [i for i in range(len(every)) if i != place]
    if not others:
        raise InputError("There is no clustering to rank.")
    return every.select([place]), every.select(others)


def _with_column(
    frame: Any, columns: tuple[Any, ...], units: str, options: LabelsOptions
) -> tuple[Clusterings, Clusterings, Labels]:
    """Return the sides of columns of a frame, and its column of units."""
    if not columns:
        raise InputError("There is no clustering to rank.")
    wanted = (*columns, units) if len(columns) > 1 else ()
    every = runs_of((frame, *wanted), options)
    place, own = every.position(columns[0]), every.position(units)
    others = [i for i in range(len(every)) if i not in {place, own}]
    if not others:
        raise InputError("There is no clustering to rank.")
    sides = every.select([place]), every.select(others)
    return *sides, every.select([own]).__labelings__().sides[0]


def _with_interval(
    line: RankedClustering,
    first: Clusterings,
    others: Clusterings,
    asked: tuple[int, Measure, Any],
    units: Any,
) -> RankedClustering:
    """Add a 95 % confidence interval, or why there is none."""
    place, measure, seed = asked
    if units is None or isinstance(units, str):
        table = first.table_with(0, others, place)
        found = confidence_interval(table, measure=measure, units=units, rng=seed)
    else:
        found = confidence_interval(
            first[0], others[place], measure=measure, units=units, missing="drop",
            weights=others.weights, rng=seed,
        )  # fmt: skip
    why, conservative = found.reason, found.conservative
    return replace(line, interval=found.limits, reason=why, conservative=conservative)


def _ranked(lines: list[RankedClustering], measure: Measure) -> tuple[RankedClustering, ...]:
    """Sort best first; equal values share the rank of the first of them."""
    sign = -1.0 if measure.direction == "similarity" else 1.0
    values = [sign * line.values[measure.name] for line in lines]
    order = sorted(range(len(lines)), key=values.__getitem__)
    places = [1 + sum(other < value for other in values) for value in values]
    return tuple(replace(lines[i], rank=places[i]) for i in order)


def _tests(
    first: Clusterings,
    others: Clusterings,
    entries: tuple[RankedClustering, ...],
    asked: tuple[Measure, Any],
    units: Any,
) -> tuple[PairedTest, ...]:
    """Test every pair for a difference, on the elements that all three have."""
    measure, seed = asked
    tests = []
    for a, b in track(list(combinations([entry.name for entry in entries], 2)), "testing pairs"):
        labels = first[0], others[a], others[b]
        lacking = [side.missing for side in labels if side.missing is not None]
        if lacking and np.logical_or.reduce(lacking).all():
            raise InputError(f"{first.names[0]}, {a} and {b} have no element in common.")
        found = compare_two(*labels, measure=measure, units=units, missing="drop", rng=seed)
        limits = None if found.low is None or found.high is None else (found.low, found.high)
        tests.append(PairedTest(a, b, found.value, limits, found.pvalue, None, found.reason))
    corrected = iter(holm([each.pvalue for each in tests if each.pvalue is not None]))
    return tuple(
        each if each.pvalue is None else replace(each, pvalue_holm=next(corrected))
        for each in tests
    )


def _with_p(
    entries: tuple[RankedClustering, ...], tests: tuple[PairedTest, ...]
) -> tuple[RankedClustering, ...]:
    """Give each entry the p-value of its test against the best."""
    best = entries[0].name
    p = {test.b: test.pvalue_holm for test in tests if test.a == best}
    return tuple(replace(entry, pvalue_best=p.get(entry.name)) for entry in entries)


def _grouped(
    entries: tuple[RankedClustering, ...], measure: Measure, groups: Groups
) -> tuple[RankedGroup, ...]:
    """Return mean and standard deviation of each group, the best mean first."""
    group_of = group_names([entry.name for entry in entries], groups)
    members: dict[str, list[RankedClustering]] = {}
    for entry in entries:
        members.setdefault(group_of[entry.name], []).append(entry)
    sign = -1.0 if measure.direction == "similarity" else 1.0
    found = []
    for name, runs in members.items():
        values = [run.values[measure.name] for run in runs]
        spread = stdev(values) if len(values) > 1 else None
        found.append(
            RankedGroup(
                0, name, len(runs), fmean(values), spread, min(values), max(values),
                tuple(sorted(run.name for run in runs)),
            )
        )  # fmt: skip
    order = sorted(found, key=lambda group: sign * group.mean)
    return tuple(
        replace(group, rank=1 + sum(sign * other.mean < sign * group.mean for other in found))
        for group in order
    )


def group_names(names: list[str], groups: Groups) -> dict[str, str]:
    r"""Return the group of each name.

    True removes the number at the end of a name. A pattern either has one group, or matches the
    part to remove.

    Examples
    --------
    >>> group_names(["kmeans_0", "kmeans_1", "ward"], True)
    {'kmeans_0': 'kmeans', 'kmeans_1': 'kmeans', 'ward': 'ward'}
    >>> group_names(["k5/s1", "k6/s1"], r"k(\d+)")
    {'k5/s1': '5', 'k6/s1': '6'}
    """
    if groups is True:
        return {name: _cut(name) for name in names}
    if isinstance(groups, str):
        return _by_pattern(names, groups)
    if isinstance(groups, Mapping):
        lacking = [name for name in names if name not in groups]
        if lacking:
            raise InputError(f"groups must have a group for each name: {lacking[0]!r} has none.")
        return {name: str(groups[name]) for name in names}
    if callable(groups):
        return {name: str(groups(name)) for name in names}
    raise OptionError(
        f"groups must be True, a pattern, a function or a dict, got {type(groups).__name__}."
    )


def _cut(name: str) -> str:
    """Return the name without the number at its end."""
    found = _NUMBERED.fullmatch(name)
    return (found[1] or name) if found else name


def _by_pattern(names: list[str], pattern: str) -> dict[str, str]:
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise OptionError(f"groups must be a valid pattern: {error}.") from None
    out = {}
    for name in names:
        found = compiled.search(name)
        if found is None:
            out[name] = name
        elif compiled.groups:
            out[name] = found[1] or name
        else:
            out[name] = name[: found.start()] + name[found.end() :] or name
    return out
