"""stability: how well clusterings of parts of the data agree, and for how many clusters."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from clusterdiff import chance
from clusterdiff.calibration import (
    EQUAL_GAINS,
    EQUAL_STABILITIES,
    LEAST_GAIN,
    LEAST_INSTABILITY,
    NULL_DATA_RUNS,
    NULL_DATA_SETS,
    SMALL_CLUSTER,
    STABILITY_ALPHA,
)
from clusterdiff.checks import (
    check_choice,
    check_integer,
    check_several,
    is_integer,
    is_number,
)
from clusterdiff.errors import InputError, OptionError, UnknownNameError
from clusterdiff.labels import Policy, natural_key, takes_label_options
from clusterdiff.many._replicates import (
    NULLS,
    Fits,
    Fitted,
    Method,
    NullData,
    Plan,
    ambiguous_pairs,
    best_jaccards,
    in_parallel,
    len_of,
    matched_elements,
    prediction_strength,
)
from clusterdiff.measures import get_measure
from clusterdiff.sampling import RandomSource
from clusterdiff.views import (
    Column,
    Result,
    TableView,
    interval,
    label_text,
    number,
    percent,
    plural,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Unpack

    from numpy.typing import NDArray

    from clusterdiff.labels import LabelOptions
    from clusterdiff.many._replicates import Null, Replicate, Scheme
    from clusterdiff.measures import Measure

    Floats = NDArray[np.float64]

STABLE, DISSOLVED = 0.75, 0.5  # Jaccard indices of Hennig 2007
Rule = Literal["gain", "value"]
Choice = tuple[Any, str, tuple[str, ...]]
_TASK = "clustering replicates"
_NOTED = 3  # values that a note on noise names
_FEWEST_SETS = 19  # data sets with which a p-value can be 0.05
_NO_NULL = (
    "There is no comparison with data without clusters, so that a stable number of clusters "
    "cannot be told from one that the algorithm makes stable by itself."
)
_ALL_STABLE = (
    "Data without clusters are as stable as they can be under this scheme, so that it says "
    "nothing about the number of clusters."
)
_NO_SEED = "fit takes no seed, so that all replicates are the same computation"
_NO_CLUSTER = "fit finds no cluster, only noise"
_NO_ELEMENT = "no element has a label in all elements and in a replicate"
_ONE_RESULT = (
    "All seeds give the same clustering, which says nothing about other data of the same kind; it "
    "is also so if fit ignores its seed."
)


class ClusterStability(NamedTuple):
    r"""How often one cluster of all elements is found again.

    Attributes
    ----------
    cluster : object
        Label of the cluster in the clustering of all elements, as `fit` returns it.
    size : int
        Number of its elements.
    jaccard : float or None
        Mean over replicates of its largest Jaccard index with a cluster D of the replicate,
        max_D n(C ∩ D)/n(C ∪ D) among the elements of the replicate (Hennig 2007); None if no
        replicate contains an element of it.
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

    cluster: Any
    size: int
    jaccard: float | None
    recovered: float | None
    dissolved: float | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StabilityOfK(Result):
    """The replicates of one number of clusters, or of one value of another parameter.

    Attributes
    ----------
    k : int, float, str or None
        Number of clusters that was asked for, or the value of the parameter.
    parameter : str or None
        Name of the parameter; None for a number of clusters.
    n_clusters : int
        Number of clusters that `fit` finds in all elements; noise is no cluster.
    candidate : bool
        Whether `n_clusters` is the number that was asked for and none of them is small; for
        another parameter, whether there are two or more clusters that are not small.
    values : tuple of float
        The measure in every replicate; empty if there is a `reason`.
    mean, std : float or None
        Mean and standard deviation of the values.
    interval : tuple of float or None
        2.5 % and 97.5 % quantiles of the values.
    adjusted : float or None
        Mean of the values adjusted for chance; None if there is no closed form.
    without_clusters : tuple of float
        Mean of the measure in each data set of the null model, 0 if `fit` finds fewer than two
        clusters there; empty if there is no comparison.
    gain : float or None
        1 - (1 - mean)/(1 - m), the relative reduction of the instability from the mean m of
        `without_clusters`; None if this number is no candidate.
    pvalue : float or None
        Probability that data of the null model are as stable, for this or for any other `k`
        (`adjusted_pvalues`); an upper bound if the gain is below 0.8; None if this number is no
        candidate.
    clusters : tuple of ClusterStability
        Empty if replicates are not compared with a clustering of all elements.
    elements : numpy.ndarray of float or None
        For each element the share of replicates in which it stays with its matched cluster; NaN if
        no replicate contains it.
    prediction_strength : float or None
        Mean over replicates; only for the scheme "split".
    ambiguous : float or None
        Proportion of ambiguous clustering (PAC); not for the scheme "split".
    labels : numpy.ndarray
        The clustering of all elements, as `fit` returns it.
    reason : str
        Why there are no values; empty if there are.
    n_noise : int
        Number of elements with the label -1, each of which is a cluster of its own, if no option
        says what is noise.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is noise.

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

    k: Any
    parameter: str | None
    n_clusters: int
    candidate: bool
    values: tuple[float, ...]
    mean: float | None
    std: float | None
    interval: tuple[float, float] | None
    adjusted: float | None
    without_clusters: tuple[float, ...]
    gain: float | None
    pvalue: float | None
    clusters: tuple[ClusterStability, ...]
    elements: Floats | None
    prediction_strength: float | None
    ambiguous: float | None
    labels: NDArray[Any]
    reason: str = ""
    n_noise: int = 0
    assumed: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The number of clusters or the parameter with its value, as "k = 3"."""
        return f"{self.parameter or 'k'} = {label_text(self.k)}"

    def records(self) -> list[dict[str, Any]]:
        """Return one row with the numbers."""
        low, high = self.interval or (None, None)
        return [
            {
                self.parameter or "k": self.k,
                "n_clusters": self.n_clusters,
                "replicates": len(self.values),
                "mean": self.mean,
                "std": self.std,
                "low": low,
                "high": high,
                "adjusted": self.adjusted,
                "without_clusters": _mean(self.without_clusters),
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
                "cluster": label,
                "stability": None if value != value else value,  # noqa: PLR0124  (NaN)
            }
            for i, (label, value) in enumerate(zip(self.labels.tolist(), values, strict=True))
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the labels and elements as plain data."""
        return {
            **self.records()[0],
            "candidate": self.candidate,
            "values": list(self.values),
            "clusters": self.cluster_records(),
            **({"reason": self.reason} if self.reason else {}),
            **self._assumed_data(),
        }

    def view(self) -> TableView:
        """Return the clusters as a table."""
        columns = (
            Column("cluster", format=label_text),
            Column("size", "right"),
            Column("Jaccard", "right"),
            Column("recovered", "right"),
            Column("dissolved", "right"),
        )
        said = self.reason or f"mean {number(self.mean)} over {len(self.values)} replicates"
        return TableView(columns, tuple(map(tuple, self.clusters)), f"{self.title}: {said}")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stability(Result):
    """How stable clusterings are for several numbers of clusters or values of a parameter.

    Attributes
    ----------
    measure, scheme : str
    n : int
        Number of elements.
    results : tuple of StabilityOfK
        One for each number of clusters, in the order in which they were given.
    best : int, float, str or None
        The recommended number of clusters or value; None if none is recommended.
    reason : str
        The reason for the recommendation.
    notes : tuple of str
    parameter : str or None
        Name of the parameter; None for numbers of clusters.
    null : str or None
        The null model of the comparison; None if there is none.
    seed : int
        The value of `rng` that gives the same result.
    assumed : tuple of str
        What was assumed about the input, for example that -1 is noise.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy.cluster.hierarchy import fcluster, linkage
    >>> import clusterdiff as cd
    >>> points = np.repeat([[0.0], [5.0], [9.0]], 20, axis=0) + np.linspace(0, 1, 60)[:, None]
    >>> def ward(X, k):
    ...     return fcluster(linkage(X, "ward"), k, "maxclust")
    >>> found = cd.stability(ward, points, ks=[2, 3, 4], n_samples=19, rng=0)
    >>> found.best
    3
    """

    _plots = ("plot_stability",)

    measure: str
    scheme: str
    n: int
    results: tuple[StabilityOfK, ...]
    best: Any
    reason: str
    notes: tuple[str, ...] = field(default=())
    parameter: str | None = None
    null: Null | None = None
    seed: int = 0
    assumed: tuple[str, ...] = ()

    def __getitem__(self, k: Any) -> StabilityOfK:
        """Return the replicates of one number of clusters or value."""
        for result in self.results:
            if result.k == k:
                return result
        known = [str(result.k) for result in self.results]
        raise UnknownNameError.of(self.parameter or "number of clusters", k, known)

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
            With ``k`` (or the name of the parameter), ``replicate`` and ``value``.
        """
        return [
            {self.parameter or "k": result.k, "replicate": number_, "value": value}
            for result in self.results
            for number_, value in enumerate(result.values)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the labels and elements as plain data."""
        return {
            "measure": self.measure,
            "scheme": self.scheme,
            "n": self.n,
            "parameter": self.parameter,
            "null": self.null,
            "seed": self.seed,
            "best": self.best,
            "reason": self.reason,
            "notes": list(self.notes),
            "results": [result.to_dict() for result in self.results],
            **self._assumed_data(),
        }

    def view(self) -> TableView:
        """Return one row for each number of clusters."""
        other = any(result.n_clusters != result.k for result in self.results)
        shown: dict[str, Callable[[StabilityOfK], Any]] = {
            self.parameter or "k": lambda r: r.k,
            "clusters": lambda r: r.n_clusters if other else None,
            self.measure: lambda r: r.mean,
            "95 % of replicates": lambda r: r.interval,
            NULLS[self.null or "uniform"]: lambda r: _mean(r.without_clusters),
            "gain": lambda r: r.gain,
            "p": lambda r: r.pvalue,
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
    ks: Iterable[Any] | None = range(2, 11),
    parameter: str | None = None,
    scheme: Scheme = "subsample",
    measure: str | Measure = "adjusted_rand",
    n_runs: int = 30,
    share: float = 0.8,
    jitter: float = 0.1,
    null: Null | Literal["auto"] | None = "auto",
    n_samples: int = NULL_DATA_SETS,
    choose: Rule = "gain",
    rng: Any = None,
    n_jobs: int = 1,
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
    ks : iterable or None, default=range(2, 11)
        The numbers of clusters, or the values of another parameter, such as resolutions; None for
        an algorithm without such a parameter.
    parameter : str, optional
        The name of the parameter whose values `ks` are: of an estimator the parameter that is set,
        of a function the title of the values. By default `ks` are numbers of clusters if they are
        integers, else values of the second parameter of the function.
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
    null : {"auto", "uniform", "permuted", "gaussian"} or None, default="auto"
        Data without clusters that replicates are also made of, which show how stable the algorithm
        is by itself: "uniform" in the box of the data along its principal axes, "permuted" with
        each column of `X` permuted by itself, "gaussian" with the covariances of `X`. "auto" is
        "uniform" if `X` is a matrix of numbers and `ks` has several values. None compares nothing.
    n_samples : int, default=99
        Number of data sets that are drawn from the null model, at least 19.
    choose : {"gain", "value"}, default="gain"
        "gain" uses the relative reduction of the instability (one minus the value) compared with
        the null model. Numbers of clusters with a gain of at least 0.8 that is significant at 5 %
        for all of `ks` together are recommended; of those within 0.05 of the largest gain, the
        one with most clusters. "value" recommends the number with the best mean value, and the one
        with most clusters if several are equal. Numbers of clusters that `fit` does not reach, or
        only with clusters of a few elements, are no candidates.
    rng : int, numpy.random.Generator or None, default=None
        Source of random numbers; None for new ones in every call. The result has the seed.
    n_jobs : int, default=1
        Number of processes, by joblib; -1 for all processors. It does not change the numbers.
    {selection}
        If none of these options is given, -1 is noise.

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
    clusterdiff.cluster_stability : The stability of clusters in given clusterings.
    clusterdiff.consensus : One clustering that summarizes many.
    clusterdiff.pairwise : Compare every pair of several clusterings.

    Notes
    -----
    The stability of a cluster is its mean largest Jaccard index (Hennig 2007); values below 0.6 are
    not to be trusted, values above 0.85 are highly stable. Uniform data are those of the gap
    statistic (Tibshirani, Walther & Hastie 2001), data with permuted columns those of parallel
    analysis (Buja & Eyuboglu 1992), and Gaussian data those of M3C (John et al. 2020). P-values are
    ranks among the data sets of the null model, (r + 1)/(N + 1) (Phipson & Smyth 2010), of the
    largest studentized value over all of `ks` (Westfall & Young 1993). The prediction strength is
    that of Tibshirani & Walther (2005), and the proportion of ambiguous clustering that of
    Șenbabaoğlu, Michailidis & Li (2014).

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
    values = _values(ks, parameter)
    source = RandomSource.of(rng)
    check_integer("n_runs", n_runs, 2)
    check_integer("n_samples", n_samples, _FEWEST_SETS)
    check_choice("choose", choose, get_args(Rule))
    if null is not None:
        check_choice("null", null, ["auto", *NULLS])
    if not is_integer(n_jobs) or n_jobs == 0:
        raise OptionError(f"n_jobs must be an integer other than 0, got {n_jobs!r}.")
    chosen_measure = get_measure(measure)
    if chosen_measure.direction != "similarity":
        raise OptionError(
            f"measure must be a similarity, which {chosen_measure.name} is not.",
            f"pass {chosen_measure.name}.similarity where it has one",
        )
    method = Method.of(fit, parameter, numbers=all(k is None or is_integer(k) for k in values))
    numbers = [k for k in values if k is not None and method.parameter is None]
    n = len_of(X)
    if n < 4 or (numbers and max(numbers) > n // 2):
        most = f" of {max(numbers)} clusters" if numbers else ""
        raise InputError(f"{n:,} elements are too few for replicates{most}.")
    model = _null_model(X, null, several=len(values) > 1)
    fits = Fits.of(method, Policy.of({**options}))
    study = _Study(
        fits, X, values, Plan(scheme, share, jitter), chosen_measure, n_runs, source, model
    )
    places = range(len(values))
    results = tuple(in_parallel(study.own, [(k,) for k in values], n_jobs, _TASK))
    if model is not None:
        units = [(i, place) for i in range(1, n_samples + 1) for place in places]
        first = np.reshape(in_parallel(study.first, units, n_jobs, _TASK), (-1, len(values)))
        results = study.compared(results, first.astype(float), n_jobs)
    compared = None if model is None else model.null
    best, reason, notes = chosen(results, choose, chosen_measure, compared)
    said = dict.fromkeys(note for each in results for note in each.assumed)
    named = (replace(each, assumed=(*each.assumed, *_on_noise([each]))) for each in results)
    return Stability(
        chosen_measure.name, scheme, n, tuple(named), best, reason,
        (*notes, *_notes(results, study, n_samples, chosen=best is not None)),
        method.parameter, compared, source.seed, (*said, *_on_noise(results)),
    )  # fmt: skip


def _values(ks: Any, parameter: str | None) -> list[Any]:
    """Return the numbers of clusters, or the values of a parameter."""
    if parameter is not None and not (isinstance(parameter, str) and parameter.strip()):
        raise OptionError(f"parameter must be a name, got {parameter!r}.")
    if ks is None:
        return [None]
    found = [ks] if is_number(ks) else check_several("ks", ks, "numbers")
    if not found:
        raise OptionError("ks must have at least one value.")
    whole = parameter is None and all(is_integer(k) for k in found)
    for k in found:
        if isinstance(k, str) and parameter is None:
            raise OptionError(
                f"ks must be numbers unless the parameter is named, got {k!r}.",
                "pass {parameter=NAME}",
            )
        if not (is_number(k) and np.isfinite(k)) and not isinstance(k, str):
            raise OptionError(f"ks must be finite numbers or text, got {k!r}.")
        if whole and not isinstance(k, str) and k < 1:
            raise OptionError(f"ks must be positive integers, got {k!r}.")
    if len(set(found)) < len(found):
        raise OptionError("ks must be different values.")
    return [
        k if isinstance(k, str) else k.item() if isinstance(k, np.generic) else k for k in found
    ]


def _null_model(data: Any, null: str | None, *, several: bool) -> NullData | None:
    """Return the null model that was asked for, or that is possible."""
    if null is None or (null == "auto" and not (several and _is_table(data))):
        return None
    if null != "auto":
        return NullData.of(data, null)  # type: ignore[arg-type]
    try:
        return NullData.of(data, "uniform")
    except InputError:
        return None


def _is_table(data: Any) -> bool:
    """Return whether data are a matrix or a frame that is not sparse."""
    return hasattr(data, "shape") and len(data.shape) == 2 and not hasattr(data, "tocsr")


@dataclass(frozen=True, slots=True, eq=False)
class _Study:
    """The settings that all numbers of clusters share.

    Data set 0 is the given one, the others are those of the null model. The first replicates and
    the rest of each data set have their own random numbers, the same for all numbers of clusters.
    """

    fits: Fits
    data: Any
    ks: list[Any]
    plan: Plan
    measure: Measure
    n_runs: int
    source: RandomSource
    model: NullData | None

    @property
    def n_first(self) -> int:
        """Replicates that are made of every data set."""
        return min(self.n_runs, NULL_DATA_RUNS)

    def first(self, data_set: int, place: int) -> float:
        """Return the mean of the first replicates of a data set of the null model."""
        return self._null(data_set, place, rest=False)[0]

    def full(self, data_set: int, place: int) -> float:
        """Return the mean of all replicates of a data set of the null model."""
        parts = self._null(data_set, place, rest=False), self._null(data_set, place, rest=True)
        return sum(mean * count for mean, count in parts) / max(1, sum(n for _, n in parts))

    def _null(self, data_set: int, place: int, *, rest: bool) -> tuple[float, int]:
        """Return the mean over replicates, 0 without clusters, and the number of replicates."""
        rng, k = self.source.block(data_set), self.ks[place]
        assert self.model is not None  # noqa: S101  (there are no such data sets otherwise)
        data = self.model.draw(rng)
        whole = self.fits.whole(data, k, int(rng.integers(2**31)))
        if len(whole.sizes) < 2:
            return 0.0, 0
        count = self.n_runs - self.n_first if rest else self.n_first
        own = self.source.block(data_set, 1) if rest else rng
        made = self._replicates(data, k, whole.codes, count, own)
        values = [self.measure(one.reference, one.labels) for one in made]
        return (float(np.mean(values)) if values else 0.0), len(values)

    def _replicates(
        self, data: Any, k: Any, full: Any, count: int, rng: np.random.Generator
    ) -> list[Replicate]:
        """Return the replicates that have elements."""
        made = (self.plan.replicate(self.fits, data, k, full, rng) for _ in range(count))
        return [one for one in made if len(one.elements)]

    def own(self, k: Any) -> StabilityOfK:
        """Return the replicates of the given data, not yet compared with a null model."""
        rng = self.source.block(0)
        whole = self.fits.whole(self.data, k, int(rng.integers(2**31)))
        rest = self.n_runs - self.n_first
        made = [
            *self._replicates(self.data, k, whole.codes, self.n_first, rng),
            *self._replicates(self.data, k, whole.codes, rest, self.source.block(0, 1)),
        ]
        reason = self._reason(whole, made)
        made = [] if reason else made
        values = np.array([self.measure(one.reference, one.labels) for one in made])
        split = self.plan.scheme == "split"
        followed = bool(made) and self.plan.against_all
        samples = [(one.elements, one.labels) for one in made]
        limits = np.quantile(values, [0.025, 0.975]).tolist() if made else None
        return StabilityOfK(
            k=k,
            parameter=self.fits.method.parameter,
            n_clusters=len(whole.sizes),
            candidate=not reason and _is_candidate(whole.sizes, self._asked(k)),
            values=tuple(values.tolist()),
            mean=float(values.mean()) if made else None,
            std=float(values.std(ddof=1)) if len(made) > 1 else None,
            interval=None if limits is None else (limits[0], limits[1]),
            adjusted=self._adjusted(made) if made else None,
            without_clusters=(),
            gain=None,
            pvalue=None,
            clusters=_clusters(whole, made) if followed else (),
            elements=_elements(whole.codes, made) if followed else None,
            prediction_strength=_strength(made) if split and made else None,
            ambiguous=None
            if split or not made
            else ambiguous_pairs(samples, len(whole.codes), rng),
            labels=whole.labels,
            reason=reason,
            n_noise=whole.set_apart,
            assumed=whole.notes,
        )

    def _asked(self, k: Any) -> int | None:
        return None if self.fits.method.parameter else k

    def _reason(self, whole: Fitted, made: list[Replicate]) -> str:
        """Return why values would say nothing, or an empty text."""
        if not len(whole.sizes):
            return _NO_CLUSTER
        if not made:
            return _NO_ELEMENT
        same = all(np.array_equal(one.reference, one.labels) for one in made)
        return _NO_SEED if same and self.plan.scheme == "seeds" and not self.seeded else ""

    @property
    def seeded(self) -> bool:
        """Whether the algorithm takes a seed."""
        return self.fits.method.seeded

    def compared(
        self, own: Sequence[StabilityOfK], first: Floats, n_jobs: int
    ) -> tuple[StabilityOfK, ...]:
        """Return results with gains and p-values, from the first replicates of the null data sets.

        The other replicates are made where they can change the p-value of a large gain.
        """
        expected = first.mean(0).tolist()
        gains = [
            1 - (1 - one.mean) / (1 - null)
            if one.candidate and one.mean is not None and null < 1
            else None
            for one, null in zip(own, expected, strict=True)
        ]
        ours = np.array(
            [
                (np.mean(one.values[: self.n_first]), one.mean) if one.values else (np.nan, np.nan)
                for one in own
            ],
            float,
        ).T
        every = np.full(first.shape, np.nan)
        if self.n_runs > self.n_first:
            large = [gain is not None and gain >= LEAST_GAIN for gain in gains]
            z = studentized(ours, first, every)
            least = min(z[0][large], default=np.inf)
            sets, places = np.nonzero(z[1:] >= least)
            units = list(zip((sets + 1).tolist(), places.tolist(), strict=True))
            every[sets, places] = in_parallel(self.full, units, n_jobs, _TASK)
        pvalues = adjusted_pvalues(studentized(ours, first, every)).tolist()
        return tuple(
            replace(
                one,
                without_clusters=tuple(first[:, i].tolist()),
                gain=gains[i],
                pvalue=pvalues[i] if one.candidate else None,
            )
            for i, one in enumerate(own)
        )

    def _adjusted(self, made: list[Replicate]) -> float | None:
        """Return the mean of the adjusted values, where chance has a closed form."""
        if self.measure.correction == "exact":
            return float(np.mean([self.measure(one.reference, one.labels) for one in made]))
        if self.measure.facts.affine_in is None:
            return None
        found = [chance.adjusted(one.reference, one.labels, measure=self.measure) for one in made]
        return float(np.mean([one.value for one in found]))


def least_size(n: int, clusters: int) -> int:
    """Return the least number of elements of a cluster that counts.

    It is 5, but at most half of the mean size of a cluster; a single element never counts.

    Examples
    --------
    >>> least_size(100, 4), least_size(40, 8), least_size(8, 3)
    (5, 2, 2)
    """
    return max(2, min(SMALL_CLUSTER, n // (2 * max(clusters, 1))))


def _is_candidate(sizes: NDArray[np.int64], asked: int | None) -> bool:
    """Return whether there are as many clusters as were asked for, and none is small."""
    least = least_size(int(sizes.sum()), len(sizes))
    counted = int((sizes >= least).sum())
    return counted >= 2 and (asked is None or counted == len(sizes) == asked)


def studentized(ours: Floats, first: Floats, every: Floats) -> Floats:
    """Return the stabilities of data sets on a scale that is the same for all numbers of clusters.

    With f_ik the mean of the first replicates of data set i for k clusters, a_ik that of all
    replicates, y(s) = -log(1 - s), and m_k and d_k the mean and the standard deviation of y(f_ik)
    over all data sets, it is z_ik = (y(min(f_ik, a_ik)) - m_k)/d_k. So a data set whose first
    replicates are less stable than others needs no further ones.

    Parameters
    ----------
    ours : array of shape (2, k)
        f_0k and a_0k, of the given data; NaN where there is no value.
    first, every : array of shape (N, k)
        f_ik and a_ik, of the data sets of the null model; NaN is the largest value.

    Returns
    -------
    array of shape (N + 1, k)
        z_ik; NaN where there is no value.

    Examples
    --------
    >>> first, every = np.array([[0.2], [0.4], [0.6]]), np.full((3, 1), np.nan)
    >>> studentized(np.array([[0.9], [0.8]]), first, every).round(2).ravel().tolist()
    [0.67, -0.83, -0.52, -0.08]
    """

    def scale(values: Floats) -> Floats:
        out: Floats = -np.log(np.maximum(1 - values, LEAST_INSTABILITY))
        return out

    firsts = scale(np.vstack([ours[0], first]))
    least = scale(np.fmin(np.vstack([ours[0], first]), np.vstack([ours[1], every])))
    spread = np.maximum(np.nanstd(firsts, axis=0, ddof=1), 1e-9)
    out: Floats = (least - np.nanmean(firsts, axis=0)) / spread
    return out


def adjusted_pvalues(z: Floats) -> Floats:
    """Return p-values of stabilities, for all numbers of clusters together.

    With z_0k the stability of the given data for k clusters and z_ik that of data set i of the null
    model, i = 1, …, N,

        p_k = (1 + number of i ≥ 1 with max_l z_il ≥ z_0k)/(N + 1),

    the single-step maximum of Westfall & Young (1993) with the ranks of a Monte Carlo test
    (Phipson & Smyth 2010). If the given data are from the null model, all N + 1 data sets have the
    same chance to be the most stable, so that one of the p-values is at most 0.05 in at most 5 % of
    the cases, whatever the distribution of the stability.

    Parameters
    ----------
    z : array of shape (N + 1, k)
        As from `studentized`.

    Returns
    -------
    array of shape (k,)
        The p-values; NaN where there is no value.

    Examples
    --------
    >>> z = np.vstack([[0.0, 9.0], np.linspace(-1, 1, 38).reshape(19, 2)])
    >>> adjusted_pvalues(z).tolist()
    [0.55, 0.05]
    """
    most = z[1:].max(1)
    found = (1 + (most[:, None] >= z[0]).sum(0)) / len(z)
    out: Floats = np.where(np.isnan(z[0]), np.nan, found)
    return out


def _clusters(whole: Fitted, made: list[Replicate]) -> tuple[ClusterStability, ...]:
    sizes = whole.sizes
    jaccards = np.full((len(made), len(sizes)), np.nan)
    for row, one in zip(jaccards, made, strict=True):
        found = best_jaccards(one.reference, one.labels)[: len(sizes)]
        row[: len(found)] = found
    return cluster_stabilities(whole.names[: len(sizes)], sizes, jaccards)


def _elements(full: NDArray[np.int64], made: list[Replicate]) -> Floats:
    seen, kept = np.zeros(len(full)), np.zeros(len(full))
    for one in made:
        seen[one.elements] += 1
        kept[one.elements] += matched_elements(one.reference, one.labels)
    out: Floats = np.full(len(full), np.nan)
    np.divide(kept, seen, out=out, where=seen > 0)
    return out


def _strength(made: list[Replicate]) -> float:
    return float(np.mean([prediction_strength(one.reference, one.labels) for one in made]))


def _mean(values: tuple[float, ...]) -> float | None:
    return float(np.mean(values)) if values else None


def cluster_stabilities(
    names: Sequence[Any], sizes: NDArray[np.int64], jaccards: Floats
) -> tuple[ClusterStability, ...]:
    """Return the stability of each cluster from its Jaccard indices, in the order of the names."""
    out = []
    for place, (name, size) in enumerate(zip(names, sizes.tolist(), strict=True)):
        found = jaccards[:, place][~np.isnan(jaccards[:, place])]
        if not len(found):
            out.append(ClusterStability(name, size, None, None, None))
            continue
        shares = (found >= STABLE).mean(), (found <= DISSOLVED).mean()
        out.append(ClusterStability(name, size, float(found.mean()), *map(float, shares)))
    return tuple(sorted(out, key=lambda each: natural_key(each.cluster)))


def chosen(
    results: Sequence[StabilityOfK], rule: Rule, measure: Measure, null: Null | None = None
) -> Choice:
    """Return the recommended number of clusters or None, the reason, and notes."""
    if len(results) == 1 and null is None:
        only = results[0]
        said = only.reason or f"mean {measure.name} {number(only.mean)}"
        return None, said, ()
    if all(result.mean is None for result in results):
        return None, f"no stability: {results[0].reason}", ()
    if not any(result.candidate for result in results):
        return None, f"no {_noun(results)} is a candidate", ()
    if rule == "value":
        return _by_value(results, measure)
    if null is None or all(result.gain is None for result in results):
        note = _NO_NULL if null is None else _ALL_STABLE
        return None, f"no {_noun(results)} was chosen", (note,)
    return _by_gain(results, NULLS[null])


def _noun(results: Sequence[StabilityOfK]) -> str:
    return results[0].parameter or "number of clusters"


def _named(results: Iterable[StabilityOfK]) -> str:
    """Return values of the parameter, as "k = 2, 3"."""
    found = list(results)
    return f"{found[0].parameter or 'k'} = {', '.join(label_text(each.k) for each in found)}"


def _by_gain(results: Sequence[StabilityOfK], null: str) -> Choice:
    """Choose the most clusters among those with the largest gain."""
    found = [(r.gain, r.pvalue, r) for r in results if r.gain is not None and r.pvalue is not None]
    able = [(gain, r) for gain, p, r in found if p <= STABILITY_ALPHA and gain >= LEAST_GAIN]
    if not able:
        gain, _, most = max(found, key=lambda each: each[0])
        said = f"the largest gain is {percent(gain)} ({most.title}, p = {number(most.pvalue, 2)})"
        return None, f"no {_noun(results)} stands out against {null}; {said}", ()
    top = max(gain for gain, _ in able)
    near = [r for gain, r in able if gain >= top - EQUAL_GAINS]
    best = max(near, key=lambda r: (r.n_clusters, r.gain or 0.0))
    others = [r for r in near if r is not best]
    notes = [f"Nearly as stable: {_named(others)}."] if others else []
    level = (best.gain or 0.0) - EQUAL_GAINS
    unsure = [r for gain, p, r in found if p > STABILITY_ALPHA and gain >= level]
    if unsure:
        notes.append(f"{_named(unsure)}: as large a gain, but {null} are often as stable there.")
    reason = (
        f"{best.title} stands out; stability {number(best.mean, 2)}, "
        f"{number(_mean(best.without_clusters), 2)} for {null} (p = {number(best.pvalue, 2)})"
    )
    return best.k, reason, tuple(notes)


def _by_value(results: Sequence[StabilityOfK], measure: Measure) -> Choice:
    """Choose the best mean; of means that are equal to three digits the most clusters."""
    able = [(r.mean, r) for r in results if r.candidate and r.mean is not None]
    top = max(mean for mean, _ in able)
    equal = [r for mean, r in able if mean > top - EQUAL_STABILITIES]
    best = max(equal, key=lambda r: r.n_clusters)
    reason = f"{best.title} has the best mean {measure.name} {number(best.mean, 2)}"
    others = [r for r in equal if r is not best]
    notes = [f"Equally good: {_named(others)}."] if others else []
    notes.append("Small numbers of clusters often have high values also without clusters.")
    return best.k, reason, tuple(notes)


def _notes(
    results: Sequence[StabilityOfK], study: _Study, n_samples: int, *, chosen: bool
) -> list[str]:
    """Return what to know about candidates, the scheme and the null model."""
    out = []
    if len(results) > 1 or study.model is not None:
        out += _on_candidates(results)
    for reason in dict.fromkeys(each.reason for each in results if each.reason):
        those = [each for each in results if each.reason == reason]
        where = "" if results[0].k is None else f"{_named(those)}: "
        out.append(f"{where}{reason}.")
    if (
        study.plan.scheme == "seeds"
        and study.seeded
        and all(set(each.values) == {1.0} for each in results)
    ):
        out.append(_ONE_RESULT)
    if study.model is not None:
        what = _MEANINGS[study.model.null]
        if chosen:
            out.append(
                f"The comparison is with {n_samples} data sets {what[0]}; p-values say that the "
                f"data are {what[1]}, not why. Other null models: "
                f"{', '.join(name for name in NULLS if name != study.model.null)}."
            )
        distinct = len(np.unique(study.model.points, axis=0))
        if study.model.null != "permuted" and 2 * distinct <= len(study.model.points):
            out.append(
                f"Only {plural(distinct, 'element')} of {len(study.model.points):,} are distinct, "
                f"and {NULLS[study.model.null]} have no equal elements; the null model permuted "
                "keeps the values of each column."
            )
    return out


def _on_noise(results: Sequence[StabilityOfK]) -> list[str]:
    """Return the note on elements with the label -1 that are set apart."""
    found = [each for each in results if each.n_noise]
    if not found:
        return []
    numbers = [
        f"{'' if each.k is None else f'{each.title}: '}{plural(each.n_noise, 'element')}"
        for each in found
    ]
    if len(found) > _NOTED:
        most = max(each.n_noise for each in found)
        numbers = [f"up to {plural(most, 'element')} for {len(found)} values"]
    apart = "each element a cluster of its own; ignore=-1 leaves them out"
    return [f"-1 is noise ({'; '.join(numbers)}), {apart}"]


_MEANINGS: dict[Null, tuple[str, str]] = {
    "uniform": ("that are uniform in the box of the data", "not uniform"),
    "permuted": ("whose columns are permuted", "not independent in their columns"),
    "gaussian": ("of one Gaussian with the covariances of the data", "not one Gaussian"),
}


def _on_candidates(results: Sequence[StabilityOfK]) -> list[str]:
    """Return which numbers of clusters are no candidates, and why."""
    out: dict[str, list[StabilityOfK]] = {}
    for each in results:
        if each.candidate or each.reason:
            continue
        if each.n_clusters < 2:
            why = "fit finds one cluster"
        elif each.parameter is None and each.n_clusters != each.k:
            why = f"fit finds {plural(each.n_clusters, 'cluster')}"
        else:
            n = sum(cluster.size for cluster in each.clusters) or len(each.labels)
            least = least_size(n, each.n_clusters)
            why = f"clusters of fewer than {least} elements do not count"
        out.setdefault(why, []).append(each)
    return [
        f"{_named(those)}: no candidate{'s' * (len(those) > 1)}, because {why}."
        for why, those in out.items()
    ]
