"""stability: how well clusterings of parts of the data agree, and for how many clusters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np
from scipy.special import stdtr

from clusterdiff import chance
from clusterdiff.checks import check_choice, check_integer, check_rng, check_several, is_integer
from clusterdiff.errors import InputError, OptionError, UnknownNameError
from clusterdiff.intervals import holm
from clusterdiff.labels import Policy, takes_label_options
from clusterdiff.many._replicates import (
    Fits,
    Plan,
    ambiguous_pairs,
    best_jaccards,
    len_of,
    matched_elements,
    prediction_strength,
    without_structure,
)
from clusterdiff.measures import get_measure
from clusterdiff.progress import track
from clusterdiff.views import Column, Result, TableView, interval, number, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelOptions
    from clusterdiff.many._replicates import Replicate, Scheme
    from clusterdiff.measures import Measure

_BASELINE_SETS, _BASELINE_RUNS = 10, 5
_FLOOR = 1e-3  # smaller instabilities are equal
_STABLE, _DISSOLVED = 0.75, 0.5  # Jaccard indices of Hennig 2007
Rule = Literal["gain", "value"]
Choice = tuple[int | None, str, tuple[str, ...]]
_LEVEL = 0.05
_LEAST_GAIN = 0.5
_NEAR = 0.05  # gains that differ by less are equal
_EQUAL = 5e-4  # means that differ by less are equal
_NO_BASELINE = (
    "There is no comparison with data without structure, so that a stable number of clusters "
    "cannot be told from one that the algorithm makes stable by itself."
)
_ALL_STABLE = (
    "Data without structure are as stable as they can be under this scheme, so that it says "
    "nothing about the number of clusters."
)


class ClusterStability(NamedTuple):
    """How often one cluster of all elements is found again.

    Attributes
    ----------
    cluster : int
        Number of the cluster in the clustering of all elements.
    size : int
        Number of its elements.
    jaccard : float or None
        Mean over replicates of its largest Jaccard index with a cluster of the replicate; None if
        no replicate contains an element of it.
    recovered, dissolved : float or None
        Share of replicates in which that index is at least 0.75, and at most 0.5.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> def cut(X, k):
    ...     return [k * x // 24 for x in X]
    >>> found = cd.stability(cut, range(24), ks=[3], n_runs=5, rng=0)
    >>> found[3].clusters[0]
    ClusterStability(cluster=0, size=8, jaccard=1.0, recovered=1.0, dissolved=0.0)
    """

    cluster: int
    size: int
    jaccard: float | None
    recovered: float | None
    dissolved: float | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StabilityOfK(Result):
    """The replicates of one number of clusters.

    Attributes
    ----------
    k : int or None
        Number of clusters that was asked for.
    values : tuple of float
        The measure in every replicate.
    mean, std : float
        Mean and standard deviation of the values.
    interval : tuple of float
        2.5 % and 97.5 % quantiles of the values.
    adjusted : float or None
        Mean of the values adjusted for chance; None if there is no closed form.
    without_structure : tuple of float
        Means of the measure for data without structure; empty if they were not computed.
    gain : float or None
        Relative reduction of the instability, compared with data without structure.
    pvalue : float or None
        p-value of a gain of 0, not corrected for the other numbers of clusters.
    clusters : tuple of ClusterStability
        Empty if replicates are not compared with a clustering of all elements.
    elements : numpy.ndarray of float or None
        For each element the share of replicates in which it stays with its matched cluster; NaN if
        no replicate contains it.
    prediction_strength : float or None
        Mean over replicates; only for the scheme "split".
    ambiguous : float or None
        Proportion of ambiguous clustering (PAC); not for the scheme "split".
    labels : numpy.ndarray of int
        The clustering of all elements; -1 for those that are dropped.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> def cut(X, k):
    ...     return [k * x // 24 for x in X]
    >>> found = cd.stability(cut, range(24), ks=[3], n_runs=5, rng=0)
    >>> found[3].mean
    1.0
    """

    _plots = ("plot_cluster_stability",)

    k: int | None
    values: tuple[float, ...]
    mean: float
    std: float
    interval: tuple[float, float]
    adjusted: float | None
    without_structure: tuple[float, ...]
    gain: float | None
    pvalue: float | None
    clusters: tuple[ClusterStability, ...]
    elements: NDArray[np.float64] | None
    prediction_strength: float | None
    ambiguous: float | None
    labels: NDArray[np.int64]
    assumed: tuple[str, ...] = ()

    def records(self) -> list[dict[str, Any]]:
        """Return one row with the numbers."""
        low, high = self.interval
        return [
            {
                "k": self.k,
                "replicates": len(self.values),
                "mean": self.mean,
                "std": self.std,
                "low": low,
                "high": high,
                "adjusted": self.adjusted,
                "without_structure": _mean(self.without_structure),
                "gain": self.gain,
                "pvalue": self.pvalue,
                "prediction_strength": self.prediction_strength,
                "ambiguous": self.ambiguous,
            }
        ]

    def cluster_records(self) -> list[dict[str, Any]]:
        """Return one row for each cluster.

        Returns
        -------
        list of dict
            The fields of `ClusterStability`.
        """
        return [cluster._asdict() for cluster in self.clusters]

    def element_records(self) -> list[dict[str, Any]]:
        """Return one row for each element.

        Returns
        -------
        list of dict
            With ``element``, ``cluster`` and ``stability``, which is None if no replicate contains
            the element.
        """
        values = [None] * len(self.labels) if self.elements is None else self.elements.tolist()
        return [
            {
                "element": i,
                "cluster": None if label < 0 else label,
                "stability": None if value != value else value,  # noqa: PLR0124  (NaN)
            }
            for i, (label, value) in enumerate(zip(self.labels.tolist(), values, strict=True))
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the labels and elements as plain data."""
        return {
            **self.records()[0],
            "values": list(self.values),
            "clusters": self.cluster_records(),
            **self._assumed_data(),
        }

    def view(self) -> TableView:
        """Return the clusters as a table."""
        columns = (
            Column("cluster", format=str),
            Column("size", "right"),
            Column("Jaccard", "right"),
            Column("recovered", "right"),
            Column("dissolved", "right"),
        )
        title = f"k = {self.k}: mean {number(self.mean)} over {len(self.values)} replicates"
        return TableView(columns, tuple(map(tuple, self.clusters)), title)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stability(Result):
    """How stable clusterings are for several numbers of clusters.

    Attributes
    ----------
    measure, scheme : str
    n : int
        Number of elements.
    results : tuple of StabilityOfK
        One for each number of clusters, in the order in which they were given.
    best : int or None
        The recommended number of clusters; None if no number is recommended.
    reason : str
        The reason for the recommendation.
    notes : tuple of str
    assumed : tuple of str
        What was assumed about the input, for example that -1 is a cluster.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.cluster.hierarchy import fcluster, linkage
    >>> import clusterdiff as cd
    >>> points = np.repeat([[0.0], [5.0], [9.0]], 8, axis=0) + np.linspace(0, 1, 24)[:, None]
    >>> def ward(X, k):
    ...     return fcluster(linkage(X, "ward"), k, "maxclust")
    >>> found = cd.stability(ward, points, ks=[2, 3, 4], n_runs=5, rng=0)
    >>> found.best
    3
    """

    _plots = ("plot_stability",)

    measure: str
    scheme: str
    n: int
    results: tuple[StabilityOfK, ...]
    best: int | None
    reason: str
    notes: tuple[str, ...] = field(default=())
    assumed: tuple[str, ...] = ()

    def __getitem__(self, k: int | None) -> StabilityOfK:
        """Return the replicates of one number of clusters."""
        for result in self.results:
            if result.k == k:
                return result
        known = [str(result.k) for result in self.results]
        raise UnknownNameError.of("number of clusters", k, known)  # type: ignore[arg-type]

    def __iter__(self) -> Any:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def records(self) -> list[dict[str, Any]]:
        """Return one row for each number of clusters."""
        return [row for result in self.results for row in result.records()]

    def replicates(self) -> list[dict[str, Any]]:
        """Return every replicate as a row.

        Returns
        -------
        list of dict
            With ``k``, ``replicate`` and ``value``.
        """
        return [
            {"k": result.k, "replicate": number_, "value": value}
            for result in self.results
            for number_, value in enumerate(result.values)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the labels and elements as plain data."""
        return {
            "measure": self.measure,
            "scheme": self.scheme,
            "n": self.n,
            "best": self.best,
            "reason": self.reason,
            "notes": list(self.notes),
            "results": [result.to_dict() for result in self.results],
            **self._assumed_data(),
        }

    def view(self) -> TableView:
        """Return one row for each number of clusters."""
        shown: dict[str, Callable[[StabilityOfK], Any]] = {
            "k": lambda r: r.k,
            self.measure: lambda r: r.mean,
            "95 % of replicates": lambda r: r.interval,
            "no structure": lambda r: _mean(r.without_structure),
            "gain": lambda r: r.gain,
            "prediction strength": lambda r: r.prediction_strength,
            "ambiguous": lambda r: r.ambiguous,
            "weakest cluster": lambda r: min(
                (c.jaccard for c in r.clusters if c.jaccard is not None), default=None
            ),
            "": lambda r: "◂" if r.k is not None and r.k == self.best else "",
        }
        kept = {
            head: read
            for head, read in shown.items()
            if any(read(result) is not None for result in self.results)
        }
        columns = tuple(
            Column(head, "left" if not head else "right", interval if "%" in head else number)
            for head in kept
        )
        rows = tuple(tuple(read(result) for read in kept.values()) for result in self.results)
        title = f"{self.n:,} elements, {self.scheme}: {self.reason}"
        return TableView(columns, rows, title, notes=self.notes)


@takes_label_options
def stability(  # noqa: PLR0913
    fit: Any,
    X: Any,  # noqa: N803
    *,
    ks: Iterable[int] | None = range(2, 11),
    scheme: Scheme = "subsample",
    measure: str | Measure = "adjusted_rand",
    n_runs: int = 30,
    share: float = 0.8,
    jitter: float = 0.1,
    baseline: bool | None = None,
    choose: Rule = "gain",
    rng: Any = None,
    **options: Unpack[LabelOptions],
) -> Stability:
    """Measure how stable clusterings are, and recommend a number of clusters.

    For each number of clusters, all elements are clustered once. Then parts or variants of the data
    are clustered, and each of these replicates is compared with the clustering of all elements.

    Parameters
    ----------
    fit : estimator or callable
        A clustering algorithm: an estimator of scikit-learn, or a function ``fit(X, k)`` that
        returns one label for each element. A parameter of the function with the name ``rng``,
        ``random_state`` or ``seed`` receives an integer.
    X : array_like of shape (n, d)
        The data. A frame, a sparse matrix or a list is accepted if `fit` accepts it.
    ks : iterable of int or None, default=range(2, 11)
        The numbers of clusters; None for an algorithm that finds the number itself.
    scheme : str, default="subsample"
        How replicates are made: "subsample" from a share of the elements, "bootstrap" from elements
        drawn with replacement, "jitter" from all elements with Gaussian noise added, "split" from
        one half of the elements that is also labeled by the clusters of the other half, and
        "seeds" from all elements with another seed.
    measure : str or Measure, default="adjusted_rand"
        A similarity.
    n_runs : int, default=30
        Number of replicates for each number of clusters.
    share : float, default=0.8
        Share of the elements in a subsample.
    jitter : float, default=0.1
        Standard deviation of the noise of the scheme "jitter", as a share of that of each feature.
    baseline : bool, optional
        Whether replicates are also made of data without structure, which show how stable the
        algorithm is by itself. By default if `X` is a matrix of numbers and there are several
        numbers of clusters.
    choose : {"gain", "value"}, default="gain"
        "gain" uses the relative reduction of the instability (one minus the value)
        compared with data without structure. Numbers of clusters with a gain of at least one half
        that is significant at 5 % (Holm) are candidates, and of those within 0.05 of the largest
        gain the largest number is chosen. "value" chooses the number with the best mean value, and
        the largest of several equal ones.
    rng : int, numpy.random.Generator or None, default=None
        Source of random numbers.
    {selection}

    Returns
    -------
    Stability
        With every replicate, and for each number of clusters the stability of each cluster and of
        each element.

    Raises
    ------
    OptionError
        If an option is not valid.
    InputError
        If `fit` does not return one label for each element.

    See Also
    --------
    clusterdiff.consensus : One clustering that summarizes many.
    clusterdiff.pairwise : Compare every pair of several clusterings.

    Notes
    -----
    The stability of a cluster is its mean largest Jaccard index (Hennig 2007); values below 0.6 are
    not to be trusted, values above 0.85 are highly stable. Data without structure are drawn
    uniformly from the box of the data along its principal axes (Tibshirani, Walther & Hastie 2001).
    The prediction strength is that of Tibshirani & Walther (2005), and the proportion of ambiguous
    clustering that of Șenbabaoğlu, Michailidis & Li (2014).

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.cluster.hierarchy import fcluster, linkage
    >>> centers = np.repeat([[0.0, 0.0], [9.0, 0.0], [4.0, 8.0]], 30, axis=0)
    >>> points = centers + np.random.default_rng(0).standard_normal((90, 2))
    >>> def ward(X, k):
    ...     return fcluster(linkage(X, "ward"), k, "maxclust")
    >>> found = stability(ward, points, ks=range(2, 6), n_runs=10, rng=0)
    >>> found.best
    3
    >>> [cluster.jaccard for cluster in found[3].clusters]
    [1.0, 1.0, 1.0]
    """
    numbers = _numbers(ks)
    check_rng(rng)
    check_integer("n_runs", n_runs, 2)
    chosen_measure = get_measure(measure)
    if chosen_measure.direction != "similarity":
        raise OptionError(
            f"measure must be a similarity, which {chosen_measure.name} is not.",
            f"pass {chosen_measure.name}.similarity where it has one",
        )
    plan = Plan(scheme, share, jitter)
    with_baseline = _is_table(X) and len(numbers) > 1 if baseline is None else baseline
    fits = Fits.of(fit, Policy.of({**options}))
    study = _Study(fits, X, plan, chosen_measure, n_runs, with_baseline)
    seeds = np.random.default_rng(rng).spawn(len(numbers))
    results = tuple(
        study.of(k, own)
        for k, own in track(list(zip(numbers, seeds, strict=True)), "clustering replicates")
    )
    best, reason, notes = chosen(results, choose, chosen_measure)
    said = tuple(dict.fromkeys(note for result in results for note in result.assumed))
    return Stability(chosen_measure.name, scheme, len_of(X), results, best, reason, notes, said)


def _numbers(ks: Iterable[int] | None) -> list[int | None]:
    """Return the numbers of clusters."""
    if ks is None:
        return [None]
    found = [ks] if isinstance(ks, (int, np.integer)) else check_several("ks", ks, "integers")
    wrong = [k for k in found if not is_integer(k) or k < 1]
    if wrong or not found:
        shown = repr(wrong[0]) if wrong else "none"
        raise OptionError(f"ks must be positive integers, got {shown}.")
    return [int(k) for k in found]


def _is_table(data: Any) -> bool:
    """Return whether data are a matrix or a frame that is not sparse."""
    return hasattr(data, "shape") and len(data.shape) == 2 and not hasattr(data, "tocsr")


@dataclass(frozen=True, slots=True, eq=False)
class _Study:
    """The settings that all numbers of clusters share."""

    fits: Fits
    data: Any
    plan: Plan
    measure: Measure
    n_runs: int
    with_baseline: bool

    def of(self, k: int | None, rng: np.random.Generator) -> StabilityOfK:
        """Return the replicates of one number of clusters."""
        n = len_of(self.data)
        if n < 4 or (k is not None and k > n // 2):
            raise InputError(f"{n:,} elements are too few for replicates of {k} clusters.")
        whole = self.fits.whole(self.data, k, int(rng.integers(2**31)))
        full = whole.labels
        made = self._replicates(self.data, k, full, self.n_runs, rng)
        values = np.array([self.measure(one.reference, one.labels) for one in made])
        nulls = self._nulls(k, rng) if self.with_baseline else ()
        gain, p = _gain(float(values.mean()), nulls)
        split = self.plan.scheme == "split"
        samples = [(one.elements, one.labels) for one in made]
        return StabilityOfK(
            k=k,
            values=tuple(values.tolist()),
            mean=float(values.mean()),
            std=float(values.std(ddof=1)),
            interval=tuple(np.quantile(values, [0.025, 0.975]).tolist()),
            adjusted=self._adjusted(made),
            without_structure=nulls,
            gain=gain,
            pvalue=p,
            clusters=_clusters(full, whole.clusters, made) if self.plan.against_all else (),
            elements=_elements(full, made) if self.plan.against_all else None,
            prediction_strength=_strength(made) if split else None,
            ambiguous=None if split else ambiguous_pairs(samples, n, rng),
            labels=full,
            assumed=whole.notes,
        )

    def _replicates(
        self, data: Any, k: int | None, full: Any, count: int, rng: np.random.Generator
    ) -> list[Replicate]:
        return [self.plan.replicate(self.fits, data, k, full, rng) for _ in range(count)]

    def _nulls(self, k: int | None, rng: np.random.Generator) -> tuple[float, ...]:
        """Return the mean of the measure for several data sets without structure."""
        out = []
        for _ in range(_BASELINE_SETS):
            data = without_structure(self.data, rng)
            full = self.fits.whole(data, k, int(rng.integers(2**31))).labels
            made = self._replicates(data, k, full, _BASELINE_RUNS, rng)
            out.append(float(np.mean([self.measure(one.reference, one.labels) for one in made])))
        return tuple(out)

    def _adjusted(self, made: list[Replicate]) -> float | None:
        """Return the mean of the adjusted values, where chance has a closed form."""
        if self.measure.correction == "exact":
            return float(np.mean([self.measure(one.reference, one.labels) for one in made]))
        if self.measure.facts.affine_in is None:
            return None
        found = [chance.adjusted(one.reference, one.labels, measure=self.measure) for one in made]
        return float(np.mean([one.value for one in found]))


def _gain(mean: float, nulls: tuple[float, ...]) -> tuple[float | None, float | None]:
    """Return the relative reduction of the instability, and the p-value of a gain of 0.

    The p-value tests whether the value is from the same distribution as the data sets without
    structure, whose logarithms of instabilities are assumed to be normally distributed.
    """
    if not nulls or np.mean(nulls) >= 1:
        return None, None
    gain = 1 - (1 - mean) / (1 - float(np.mean(nulls)))
    unstable = np.log(np.maximum(1 - np.array(nulls), _FLOOR))
    difference = np.log(max(1 - mean, _FLOOR)) - unstable.mean()
    spread = float(unstable.std(ddof=1)) * np.sqrt(1 + 1 / len(nulls))
    if spread == 0:
        return gain, float(difference >= 0)
    return gain, float(stdtr(len(nulls) - 1, difference / spread))


def _clusters(full: NDArray[np.int64], count: int, made: list[Replicate]) -> Any:
    jaccards = np.full((len(made), count), np.nan)
    for row, one in zip(jaccards, made, strict=True):
        found = best_jaccards(one.reference, one.labels)[:count]
        row[: len(found)] = found
    sizes = np.bincount(full[full >= 0], minlength=count)[:count]
    return cluster_stabilities(sizes, jaccards)


def _elements(full: NDArray[np.int64], made: list[Replicate]) -> NDArray[np.float64]:
    seen, kept = np.zeros(len(full)), np.zeros(len(full))
    for one in made:
        seen[one.elements] += 1
        kept[one.elements] += matched_elements(one.reference, one.labels)
    out: NDArray[np.float64] = np.full(len(full), np.nan)
    np.divide(kept, seen, out=out, where=seen > 0)
    return out


def _strength(made: list[Replicate]) -> float:
    return float(np.mean([prediction_strength(one.reference, one.labels) for one in made]))


def _mean(values: tuple[float, ...]) -> float | None:
    return float(np.mean(values)) if values else None


def cluster_stabilities(
    sizes: NDArray[np.int64], jaccards: NDArray[np.float64]
) -> tuple[ClusterStability, ...]:
    """Return the stability of each cluster from its Jaccard indices."""
    out = []
    for cluster, size in enumerate(sizes.tolist()):
        found = jaccards[:, cluster][~np.isnan(jaccards[:, cluster])]
        if not len(found):
            out.append(ClusterStability(cluster, size, None, None, None))
            continue
        shares = (found >= _STABLE).mean(), (found <= _DISSOLVED).mean()
        out.append(ClusterStability(cluster, size, float(found.mean()), *map(float, shares)))
    return tuple(out)


def chosen(results: Sequence[StabilityOfK], rule: Rule, measure: Measure) -> Choice:
    """Return the recommended number of clusters or None, the reason, and notes."""
    check_choice("choose", rule, get_args(Rule))
    if len(results) == 1:
        only = results[0]
        return None, f"mean {measure.name} {number(only.mean)}", ()
    if rule == "value":
        return _by_value(results, measure)
    if all(result.gain is None for result in results):
        compared = any(result.without_structure for result in results)
        return (
            None,
            "no number of clusters was chosen",
            (_ALL_STABLE if compared else _NO_BASELINE,),
        )
    return _by_gain(results)


class _Gain(NamedTuple):
    """A number of clusters with its gain."""

    gain: float
    k: int
    p: float
    mean: float


def _by_gain(results: Sequence[StabilityOfK]) -> Choice:
    """Choose the largest number of clusters among those with the largest gain."""
    found = [
        _Gain(r.gain, r.k, r.pvalue, r.mean)
        for r in results
        if r.gain is not None and r.pvalue is not None and r.k is not None
    ]
    corrected = holm([each.p for each in found])
    able = [
        each
        for each, p in zip(found, corrected, strict=True)
        if p <= _LEVEL and each.gain >= _LEAST_GAIN
    ]
    if not able:
        best = max(found)
        gain = f"the largest gain over data without structure is {percent(best.gain)}"
        return None, f"no number of clusters stands out; {gain} (k = {best.k})", ()
    near = sorted(each.k for each in able if each.gain >= max(able).gain - _NEAR)
    best = next(each for each in able if each.k == near[-1])
    others = ", ".join(map(str, near[:-1]))
    notes = [f"Nearly as stable: k = {others}."] if others else []
    unsure = [each.k for each in found if each not in able and each.gain >= best.gain - _NEAR]
    if unsure:
        notes.append(
            f"k = {', '.join(map(str, unsure))}: as large a gain, but data without structure are "
            "often as stable there."
        )
    reason = (
        f"k = {best.k} stands out; stability {number(best.mean, 2)}, which removes "
        f"{percent(best.gain)} of the instability of data without structure"
    )
    return best.k, reason, tuple(notes)


def _by_value(results: Sequence[StabilityOfK], measure: Measure) -> Choice:
    """Choose the best mean; of means that are equal to three digits the largest number."""
    top = max(result.mean for result in results)
    equal = sorted(result.k for result in results if result.mean > top - _EQUAL and result.k)
    best = next(result for result in results if result.k == equal[-1])
    reason = f"k = {best.k} has the best mean {measure.name} {number(best.mean, 2)}"
    others = ", ".join(map(str, equal[:-1]))
    notes = [f"Equally good: k = {others}."] if others else []
    notes.append("Small numbers of clusters often have high values also without structure.")
    return best.k, reason, tuple(notes)
