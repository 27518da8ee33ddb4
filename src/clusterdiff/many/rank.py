"""rank: several clusterings against one reference."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import numpy as np

from clusterdiff.analysis.options import name_of
from clusterdiff.chance.compare_two import compare_two
from clusterdiff.chance.holm import holm
from clusterdiff.chance.interval import interval as confidence_interval
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import Labels, is_frame
from clusterdiff.many._groups import group_names
from clusterdiff.many._labelings import named_labels
from clusterdiff.many._matching import matched
from clusterdiff.many._options import takes_set_options
from clusterdiff.many._values import values_of_pairs
from clusterdiff.many.clusterings import Clusterings
from clusterdiff.many.ranking import PairedTest, RankedClustering, RankedGroup, Ranking
from clusterdiff.measures import get_measure, resolve
from clusterdiff.progress import track

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Unpack

    from clusterdiff.many._groups import Groups
    from clusterdiff.many._options import SetOptions
    from clusterdiff.measures import Measure


@takes_set_options
def rank(
    reference: Any,
    candidates: Any,
    by: str | Measure = "adjusted_rand",
    *,
    also: str | Measure | Iterable[str | Measure] = (),
    interval: bool = False,
    test: bool = False,
    groups: Groups | None = None,
    names: Sequence[str] | None = None,
    rng: int | np.random.Generator | None = None,
    **options: Unpack[SetOptions],
) -> Ranking:
    """Rank several clusterings by how well they agree with a reference.

    Parameters
    ----------
    reference : array_like, dict, list of blocks, Partition or str
        The reference: one label per element; or the name of one of the clusterings.
    candidates : Clusterings, data frame, dict, list or array of shape (m, n)
        The clusterings, as `Clusterings` takes them.
    by : str or Measure, default="adjusted_rand"
        The measure by which the clusterings are ranked.
    also : str, Measure or list of them, default=()
        Further measures to show.
    interval : bool, default=False
        Whether to add a 95 % confidence interval of the measure: how much it would vary over
        other elements, not over other runs. If no valid interval can be computed, the reason is
        given.
    test : bool, default=False
        Whether to test every pair of clusterings for a difference, with the same elements on both
        sides, and p-values corrected for all pairs by Holm's method.
    groups : bool, str, callable or dict, optional
        Groups of runs to average over: True cuts off the number at the end of a name, so that
        "kmeans_0" to "kmeans_9" are "kmeans"; a regular expression whose first group is the name
        of the group, or that matches what to cut off; a function name → group; or a dict.
    names : list of str, optional
        The columns or items to take, or the names of the clusterings, as in `Clusterings`.
    rng : int, numpy.random.Generator or None, default=None
        Source of random numbers of intervals and tests.
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

    Examples
    --------
    >>> rank([0, 0, 1, 1], {"x": [0, 1, 1, 1], "y": [5, 5, 6, 6], "z": [1, 1, 0, 0]}, "ari")
    against the reference
    rank  name  n  clusters  adjusted_rand
       1  y     4         2              1
       1  z     4         2              1
       3  x     4         2              0
    >>> runs = {"kmeans_0": [0, 0, 1, 1], "kmeans_1": [0, 1, 1, 1], "ward": [0, 0, 1, 1]}
    >>> rank([0, 0, 1, 1], runs, "rand", groups=True)
    against the reference
    rank  group   runs  mean rand    ± sd    range
       1  ward       1          1            1 … 1
       2  kmeans     2       0.75  0.3536  0.5 … 1
    """
    measure = get_measure(by)
    if measure.direction == "description":
        raise OptionError(f"{measure.name} has no best value, so it cannot rank clusterings.")
    shown = [measure, *(m for m in resolve(also) if m.name != measure.name)]
    first, others = _sides(reference, candidates, names, options)
    if test and others.weights is not None:
        raise OptionError("test must be False if the elements have weights.")
    found = values_of_pairs(first, others, _against_all(len(others)), shown)
    lines = []
    for j, name in enumerate(others.names):
        values = dict(zip((m.name for m in shown), found.values[:, j].tolist(), strict=True))
        lines.append(RankedClustering(0, name, int(found.shared[j]), others.sizes[j], values))
    if interval:
        lines = [
            _with_interval(line, first, others, (j, measure, rng))
            for j, line in track(list(enumerate(lines)), "intervals")
        ]
    entries = _ranked(lines, measure)
    tests = _tests(first, others, entries, (measure, rng)) if test else None
    if tests is not None:
        entries = _with_p(entries, tests)
    grouped = None if groups is None or groups is False else _grouped(entries, measure, groups)
    return Ranking(
        first.names[0], measure.name, measure.direction, entries, interval, tests, grouped
    )


def _against_all(number: int) -> Any:
    return np.stack([np.zeros(number, np.int64), np.arange(number)], axis=1)


def _sides(
    reference: Any, candidates: Any, names: Sequence[str] | None, options: SetOptions
) -> tuple[Clusterings, Clusterings]:
    """Return the reference and the candidates as two sets of the same elements."""
    if isinstance(reference, str):
        if names is not None and reference not in names:
            names = [reference, *names]
        every = _set(candidates, names, options)
        if reference not in every.names:
            raise InputError(
                f"No clustering is named {reference!r}.", f"the names are {', '.join(every.names)}"
            )
        return _split(every, every.position(reference))
    title = name_of(reference, "the reference")
    if isinstance(candidates, Clusterings):
        chosen = candidates if names is None else candidates.select(names)
        given = Clusterings({title: reference}, **options)
        return matched(given, chosen, options.get("align", "raise"))
    if not is_frame(candidates) and hasattr(candidates, "__len__") and not len(candidates):
        raise InputError("There is no clustering to rank.")
    sides = named_labels(candidates, names)
    own = next(
        each for each in (title, "the reference", "the given reference") if each not in sides
    )
    labels = {own: reference, **sides}
    return _split(Clusterings(labels, **options), 0)


def _set(candidates: Any, names: Sequence[str] | None, options: SetOptions) -> Clusterings:
    if isinstance(candidates, Clusterings) and not options:
        return candidates if names is None else candidates.select(names)
    return Clusterings(candidates, names, **options)


def _split(every: Clusterings, place: int) -> tuple[Clusterings, Clusterings]:
    """Return one clustering, and the others."""
    others = [i for i in range(len(every)) if i != place]
    if not others:
        raise InputError("There is no clustering to rank.")
    return every.select([place]), every.select(others)


def _with_interval(
    line: RankedClustering,
    first: Clusterings,
    others: Clusterings,
    asked: tuple[int, Measure, Any],
) -> RankedClustering:
    """Add a 95 % confidence interval, or why there is none."""
    place, measure, rng = asked
    found = confidence_interval(first.table_with(0, others, place), None, measure, rng=rng)
    return replace(line, interval=found.limits, withheld=found.reason)


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
) -> tuple[PairedTest, ...]:
    """Test every pair for a difference, on the elements that all three have."""
    measure, rng = asked
    tests = []
    for a, b in track(list(combinations([entry.name for entry in entries], 2)), "testing pairs"):
        sides = [first.codes[0], *(others.codes[others.position(name)] for name in (a, b))]
        sizes = first.sizes[0], *(others.sizes[others.position(name)] for name in (a, b))
        kept = np.logical_and.reduce([side < size for side, size in zip(sides, sizes, strict=True)])
        labels = [Labels(np.ascontiguousarray(side[kept])) for side in sides]
        if not kept.any():
            raise InputError(f"{first.names[0]}, {a} and {b} have no element in common.")
        found = compare_two(labels[0], labels[1], labels[2], measure, rng=rng)
        limits = None if found.low is None or found.high is None else (found.low, found.high)
        tests.append(PairedTest(a, b, found.value, limits, found.p, None, found.reason))
    corrected = iter(holm([each.p for each in tests if each.p is not None]))
    return tuple(
        each if each.p is None else replace(each, p_holm=next(corrected)) for each in tests
    )


def _with_p(
    entries: tuple[RankedClustering, ...], tests: tuple[PairedTest, ...]
) -> tuple[RankedClustering, ...]:
    """Give each entry the p-value of its test against the best."""
    best = entries[0].name
    p = {test.b: test.p_holm for test in tests if test.a == best}
    return tuple(replace(entry, p_best=p.get(entry.name)) for entry in entries)


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
