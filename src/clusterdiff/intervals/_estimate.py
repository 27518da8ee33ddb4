"""estimate: measures of a whole clustering from a labeled sample of true clusters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff import calibration
from clusterdiff.checks import check_choice, is_integer, is_number
from clusterdiff.errors import InputError, OptionError, UnknownNameError
from clusterdiff.intervals._interval import check_level
from clusterdiff.intervals._results import Interval
from clusterdiff.intervals._units import (
    NO_EFFECT,
    Influence,
    limits_of,
    limits_without_errors,
)
from clusterdiff.io import pair_labelings
from clusterdiff.labels import (
    UNLABELED,
    either,
    listed,
    noise_cluster,
    noise_note,
    select,
    takes_options,
)
from clusterdiff.measures import get_measure, resolve
from clusterdiff.sampling import limits_text
from clusterdiff.views import Column, Result, TableView, number, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import Labelings, LabelsOptions
    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]

_SAMPLING = ("uniform", "size")


class _Ratio(NamedTuple):
    """A measure as a function of totals over true clusters, of which the last are its weights."""

    totals: tuple[str, ...]
    value: Callable[..., Any]
    weights: tuple[str, ...]
    pairs: bool = False


def _harmonic(precision: Any, recall: Any, elements: Any) -> Any:
    return 2 * precision * recall / ((precision + recall) * elements)


_PAIR, _CLUSTER = ("predicted_pairs", "true_pairs"), ("predicted_clusters", "clusters")
RATIOS: Mapping[str, _Ratio] = {
    "pair_precision": _Ratio(("right_pairs", _PAIR[0]), np.divide, _PAIR[:1], pairs=True),
    "pair_recall": _Ratio(("right_pairs", _PAIR[1]), np.divide, _PAIR[1:], pairs=True),
    "pair_f": _Ratio(
        ("right_pairs", *_PAIR), lambda both, b, a: 2 * both / (a + b), _PAIR, pairs=True
    ),
    "bcubed_precision": _Ratio(("precision", "elements"), np.divide, ("elements",)),
    "bcubed_recall": _Ratio(("recall", "elements"), np.divide, ("elements",)),
    "bcubed_f": _Ratio(("precision", "recall", "elements"), _harmonic, ("elements",)),
    "cluster_precision": _Ratio(("exact", _CLUSTER[0]), np.divide, _CLUSTER[:1]),
    "cluster_recall": _Ratio(("exact", _CLUSTER[1]), np.divide, _CLUSTER[1:]),
    "cluster_f": _Ratio(
        ("exact", *_CLUSTER), lambda both, b, a: 2 * both / (a + b), _CLUSTER
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True, repr=False)
class Estimates(Result):
    """Estimates of measures from a labeled sample of whole true clusters.

    Attributes
    ----------
    estimates : tuple of Interval
        The estimate of each measure, with its standard error and interval.
    clusters : int
        Number of true clusters in the sample.
    elements : int
        Number of elements in the sample.
    n : int
        Number of elements of the prediction.
    level : float
        Confidence level.
    sampling : str
        How the clusters were sampled.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> sample = {i: i // 2 for i in range(300)}
    >>> prediction = {i: i // 2 if i % 16 else -i - 2 for i in range(2000)}
    >>> found = cd.estimate(sample, prediction, measures=["pair_recall", "cluster_recall"])
    >>> found["pair_recall"].value
    0.8733333333333333
    """

    estimates: tuple[Interval, ...]
    clusters: int
    elements: int
    n: int
    level: float
    sampling: str
    assumed: tuple[str, ...] = ()

    def __getitem__(self, measure: str | Measure) -> Interval:
        name = _names([measure])[0]
        for each in self.estimates:
            if each.measure == name:
                return each
        raise UnknownNameError.of("estimate", name, [each.measure for each in self.estimates])

    def __iter__(self) -> Any:
        return iter(self.estimates)

    def __len__(self) -> int:
        return len(self.estimates)

    def records(self) -> list[dict[str, Any]]:
        """Return one row per measure."""
        return [each.records()[0] for each in self.estimates]

    def view(self) -> TableView:
        """Return the estimates as a table."""
        columns = (
            Column("measure", style="name"),
            Column("estimate", "right", style="value"),
            Column(f"{100 * self.level:g} % interval", "right"),
            Column("std. error", "right", priority=1),
            Column("", wrap=True, style="muted"),
        )
        rows = tuple(
            (e.measure, e.value, limits_text(e.low, e.high), e.std, e.reason)
            for e in self.estimates
        )
        title = (
            f"Estimated from {plural(self.clusters, 'true cluster')} with {number(self.elements)} "
            f"of {plural(self.n, 'element')}"
        )
        return TableView(columns, rows, title)


@takes_options
def estimate(
    *clusterings: Any,
    measures: str | Measure | Iterable[str | Measure] | None = None,
    sampling: str | Mapping[Any, float] = "uniform",
    population: int | None = None,
    level: float = 0.95,
    **options: Unpack[LabelsOptions],
) -> Estimates:
    r"""Estimate how good a clustering is from a labeled sample of whole true clusters.

    The sample holds some of the true clusters, each with all its elements; the prediction holds
    all elements. Pairs of an element in the sample with an element outside of it count, since the
    full sizes of predicted clusters are known. `compare` with ``align="intersect"`` would leave
    them out, so that precision is far too high.

    Parameters
    ----------
    {clusterings}
        The sample is the first one. Elements are matched by key.
    measures : str, Measure or list of them, optional
        "pair_precision", "pair_recall", "pair_f", "bcubed_precision", "bcubed_recall", "bcubed_f"
        (over elements), "cluster_precision", "cluster_recall", "cluster_f"; all by default.
    sampling : {"uniform", "size"} or dict cluster → weight, default="uniform"
        How true clusters were sampled: each with the same probability; with a probability in
        proportion to its size, as by drawing elements and labeling their whole clusters; or the
        weight of each cluster, the inverse of its probability.
    population : int, optional
        Number of true clusters in the population, if the sample is a large part of it and was
        drawn without replacement. It makes intervals narrower by √(1 - m/population).
    level : float, default=0.95
        Confidence level.
    {selection}

    Returns
    -------
    Estimates
        One estimate per measure, with standard error and interval.

    Raises
    ------
    InputError
        If the prediction lacks elements of the sample.

    See Also
    --------
    clusterdiff.compare : If the truth is known for all elements.
    interval : Where the elements or clusters at hand are a sample, and nothing else is known.

    Notes
    -----
    With cells :math:`n_{ij}` of true cluster i and predicted cluster j of full size
    :math:`B_j`, the numbers of right pairs :math:`\sum_j n_{ij}(n_{ij}-1)/2`, of predicted
    pairs :math:`\sum_j n_{ij}(B_j-1)/2`, of predicted clusters :math:`\sum_j n_{ij}/B_j` and
    so on add up over all true clusters to the numbers of the population. Each measure is a
    function of such totals, estimated by weighted sums over the sample (Horvitz & Thompson 1952;
    for entity resolution Binette et al. 2022). Standard errors are those of the jackknife that
    leaves out one cluster at a time (Cochran 1977, ch. 6), limits are those of `interval` for
    units. If a few predicted clusters hold a large part of all predicted pairs, the sample says
    little about them, and the intervals of pair measures are not given.

    References
    ----------
    D. G. Horvitz and D. J. Thompson (1952). A generalization of sampling without replacement from
    a finite universe. Journal of the American Statistical Association 47, 663-685.
    O. Binette, S. A. York, E. Hickerson, Y. Baek, S. Madhavan and C. Jones (2022). Estimating the
    performance of entity resolution algorithms: lessons learned through PatentsView.org.
    arXiv:2210.01230.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> sample = {i: i // 2 for i in range(300)}
    >>> prediction = {i: i // 2 if i % 16 else -i - 2 for i in range(2000)}
    >>> cd.estimate(sample, prediction, measures="pair_recall")
    Estimated from 150 true clusters with 300 of 2,000 elements
    measure      estimate     95 % interval  std. error
    pair_recall    0.8733  [0.8053, 0.9176]     0.02743
    """
    if "align" in options:
        raise OptionError(
            "align has no effect on estimate: elements outside of the sample are counted.",
            "leave it out",
        )
    check_level(level)
    names = _names(measures)
    given, policy = pair_labelings(clusterings, {**options, "align": "intersect"})
    given = _without_unlabeled(given)
    if policy.missing == "raise":
        policy = replace(policy, missing="drop")
    chosen = select(given, policy).expanded()
    sampled, predicted = (
        np.ones(len(chosen.given), bool) if gone is None else gone == 0 for gone in chosen.gone
    )
    _check_predicted(chosen.gone, sampled, given.keys)
    both = sampled & predicted
    if not both.any():
        raise InputError("The sample and the prediction must share elements: they share none.")
    sample, prediction = chosen.labels()
    times = np.ones(len(both), np.int64) if chosen.weights is None else chosen.weights
    codes = [side.encoded()[0].astype(np.int64) for side in (sample, prediction)]
    sizes = np.bincount(codes[1][predicted], times[predicted]).astype(np.int64)
    totals, used = totals_of_clusters(codes[0][both], codes[1][both], times[both], sizes)
    weights = _weights(sampling, totals["elements"], listed(sample.encoded()[1][used]))
    noise = noise_cluster(np.asarray(prediction.encoded()[1]))
    alike = 0 if noise is None else int(sizes[noise])
    notes = (noise_note(given.names[1], alike),) if alike else ()
    left = _not_sampled(len(used), population)
    wide = pair_spread(sizes[sizes > 0], len(used))
    found = [estimated(name, totals, weights, level, left, wide) for name in names]
    return Estimates(
        tuple(found),
        len(used),
        int(totals["elements"].sum()),
        int(sizes.sum()),
        level,
        sampling if isinstance(sampling, str) else "weights",
        (*chosen.notes, *notes),
    )


def _names(measures: Any) -> list[str]:
    """Return the names of the measures to estimate."""
    known = {get_measure(name).name: name for name in RATIOS}
    out = []
    for each in RATIOS if measures is None else resolve(measures):
        found = get_measure(each).name
        if found not in known:
            raise OptionError(
                f"{found} cannot be estimated from a sample of clusters.",
                f"choose from {', '.join(RATIOS)}",
            )
        out.append(known[found])
    return out


def _without_unlabeled(given: Labelings) -> Labelings:
    """Make elements without a true label elements that the sample does not have."""
    sample, prediction = given.sides
    absent = either(sample.absent, sample.missing)
    return replace(given, sides=(replace(sample, missing=None, absent=absent), prediction))


def _check_predicted(gone: Any, sampled: Any, keys: Any) -> None:
    """Raise if an element of the sample has no cluster in the prediction."""
    lost = sampled & (gone[1] >= UNLABELED) if gone[1] is not None else np.zeros(1, bool)
    if lost.any():
        first = keys[int(np.flatnonzero(lost)[0])]
        raise InputError(
            "The prediction must have every element of the sample: it lacks "
            f"{plural(int(lost.sum()), 'element')} (first {first!r}).",
            "pass the sample first, then the prediction",
        )


def totals_of_clusters(
    rows: NDArray[np.int64], cols: NDArray[np.int64], times: NDArray[np.int64], sizes: Any
) -> tuple[dict[str, Floats], NDArray[np.int64]]:
    """Return what each true cluster of the sample adds to the totals, and the clusters."""
    used, row = np.unique(rows, return_inverse=True)
    cells, place = np.unique(row * len(sizes) + cols, return_inverse=True)
    n = np.bincount(place, times).astype(float)
    i, whole = cells // len(sizes), sizes[cells % len(sizes)]
    own = np.bincount(row, times).astype(float)

    def added(terms: Any) -> Floats:
        return np.bincount(i, terms, len(used)).astype(float)

    return {
        "clusters": np.ones(len(used)),
        "elements": own,
        "true_pairs": own * (own - 1) / 2,
        "right_pairs": added(n * (n - 1) / 2),
        "predicted_pairs": added(n * (whole - 1) / 2),
        "predicted_clusters": added(n / whole),
        "exact": added((n == own[i]) & (n == whole)),
        "precision": added(n * n / whole),
        "recall": added(n * n / own[i]),
    }, used


def _weights(sampling: str | Mapping[Any, float], sizes: Floats, clusters: list[Any]) -> Floats:
    """Return the weight of each true cluster of the sample."""
    if hasattr(sampling, "keys"):
        lacking = [name for name in clusters if name not in sampling]
        if lacking:
            raise InputError(
                f"sampling must have a weight for each cluster: {lacking[0]!r} has none."
            )
        given = [sampling[name] for name in clusters]
        wrong = [each for each in given if not (is_number(each) and 0 < each < np.inf)]
        if wrong:
            raise OptionError(f"sampling must have positive weights, got {wrong[0]!r}.")
        return np.array(given, float) / max(given)
    check_choice("sampling", sampling, _SAMPLING)
    return np.asarray(np.ones(len(sizes)) if sampling == "uniform" else 1 / sizes, float)


def _not_sampled(number: int, population: int | None) -> float:
    """Return the share of the clusters of the population that were not sampled."""
    if population is None:
        return 1.0
    if not is_integer(population) or population < number:
        raise OptionError(
            f"population must be an integer of at least {number}, the number of sampled clusters, "
            f"got {population!r}."
        )
    return 1 - number / population


def pair_spread(sizes: NDArray[np.int64], sampled: int) -> float:
    """Return the relative standard error of the number of predicted pairs in such a sample.

    The number is known. Its error, if so many of the predicted clusters were sampled, tells whether
    a few clusters decide about pairs. It depends on the number of sampled clusters only, and not on
    which ones they are.
    """
    pairs = sizes * (sizes - 1.0) / 2
    total, share = float(pairs.sum()), min(1.0, sampled / len(sizes))
    return sqrt((1 - share) / share * float(np.sum(pairs**2))) / total if total else 0.0


def estimated(
    name: str, totals: Mapping[str, Floats], weights: Floats, level: float, left: float, wide: float
) -> Interval:
    """Return the estimate of a measure, with its interval or the reason why it has none."""
    ratio = RATIOS[name]
    terms = [weights * totals[each] for each in ratio.totals]
    whole = [float(term.sum()) for term in terms]
    used = sum(weights * totals[each] for each in ratio.weights)
    method = f"ratio estimator, {len(weights):,} clusters"
    made = Interval(name, 0.0, None, None, level, None, method)
    if not np.sum(used):
        equal = float(totals["exact"].all())
        return replace(made, value=equal, reason="no two elements of the sample are together")
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(np.nan_to_num(ratio.value(*whole)))
        without = ratio.value(*(total - term for total, term in zip(whole, terms, strict=True)))
    if left == 0:  # every true cluster is in the sample
        return replace(made, value=value, low=value, high=value, std=0.0)
    least = calibration.MIN_UNITS
    reason = f"fewer than {least} true clusters" if len(weights) < least else None
    if reason is None and ratio.pairs and wide > calibration.MAX_PAIR_SPREAD:
        reason = "a few predicted clusters have most of the predicted pairs: label their elements"
    if reason is None and not np.isfinite(without).all():
        reason = "one cluster of the sample has all pairs"
    made = replace(made, value=value, reason=reason)
    if reason is not None:
        return made
    if value == 1:
        limits = limits_without_errors(np.asarray(used), level, 1.0, 0.0)
        return made if limits is None else replace(made, low=limits[0], high=limits[1])
    changes = (without - value) * sqrt(left)
    found = Influence(value, changes - changes.mean())
    if found.std == 0:
        return replace(made, reason=NO_EFFECT)
    low, high = limits_of(found, level, 1.0, (0.0, 1.0))
    return replace(made, low=low, high=high, std=found.std)
