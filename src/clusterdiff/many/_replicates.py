"""Replicates of a clustering: parts or variants of the data that are clustered again."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, get_args

import numpy as np

from clusterdiff.checks import check_choice, check_share, is_number
from clusterdiff.errors import InputError, MissingDependencyError, OptionError, UnknownNameError
from clusterdiff.labels import (
    PLAIN,
    Labelings,
    listed,
    noise_cluster,
    noise_note,
    read,
    select,
)
from clusterdiff.progress import track
from clusterdiff.summaries import Overlaps
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.labels import Policy

    Labels = NDArray[np.int64]
    Fit = Callable[[Any, Any, int], "Fitted"]
    Sample = tuple[NDArray[np.intp], Labels]  # elements of a replicate, and their labels

Scheme = Literal["subsample", "bootstrap", "jitter", "split", "seeds"]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)
Null = Literal["uniform", "permuted", "gaussian"]
NULLS: dict[Null, str] = {  # what the data of each are called
    "uniform": "uniform data",
    "permuted": "permuted columns",
    "gaussian": "one Gaussian",
}
_NUMBERS = ("n_clusters", "n_components", "k")  # names of the number of clusters
_SEEDS = ("rng", "random_state", "seed")  # names of the seed
_AMBIGUOUS = 0.1, 0.9
_MAX_PAIRED = 1500  # elements whose pairs are followed
_UNITS_PER_JOB = 8  # between two reports of progress
R = TypeVar("R")


@dataclass(frozen=True, slots=True, eq=False)
class Replicate:
    """One clustering of a part or a variant of the data, and what it is compared with."""

    elements: NDArray[np.intp]  # that both clusterings label
    reference: Labels
    labels: Labels

    @classmethod
    def of(cls, elements: NDArray[np.intp], reference: Labels, labels: Labels) -> Replicate:
        """Return a replicate without the elements that one of its clusterings has dropped."""
        kept = (reference >= 0) & (labels >= 0)
        return cls(elements[kept], reference[kept], labels[kept])


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How replicates are made."""

    scheme: Scheme = "subsample"
    share: float = 0.8  # of the elements, in a subsample
    jitter: float = 0.1  # standard deviation of the noise over that of each feature

    def __post_init__(self) -> None:
        check_choice("scheme", self.scheme, SCHEMES)
        check_share("share", self.share)
        if not is_number(self.jitter) or not self.jitter > 0:
            raise OptionError(f"jitter must be a positive number, got {self.jitter!r}.")

    @property
    def against_all(self) -> bool:
        """Whether replicates are compared with the clustering of all elements."""
        return self.scheme != "split"

    def replicate(
        self, fits: Fits, data: Any, k: Any, full: Labels, rng: np.random.Generator
    ) -> Replicate:
        """Return one replicate."""
        n, seed, fit = len_of(data), int(rng.integers(2**31)), fits.replicate
        if self.scheme == "split":
            return _split(fits, data, k, rng)
        if self.scheme == "seeds":
            return Replicate.of(np.arange(n), full, fit(data, k, seed).codes)
        if self.scheme == "jitter":
            return Replicate.of(np.arange(n), full, fit(self._disturbed(data, rng), k, seed).codes)
        if self.scheme == "bootstrap":
            drawn = rng.integers(0, n, n)
            labels = fit(take(data, drawn), k, seed).codes
            elements, first = np.unique(drawn, return_index=True)
            return Replicate.of(elements, full[elements], labels[first])
        size = max(2, round(self.share * n))
        elements = np.sort(rng.choice(n, size, replace=False))
        return Replicate.of(elements, full[elements], fit(take(data, elements), k, seed).codes)

    def _disturbed(self, data: Any, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return the data with Gaussian noise."""
        points = points_of(data)
        scale = self.jitter * points.std(0)
        out: NDArray[np.float64] = points + rng.standard_normal(points.shape) * scale
        return out


def points_of(data: Any) -> NDArray[np.float64]:
    """Return data as a matrix of finite numbers."""
    try:
        points = np.asarray(data, float)
    except (TypeError, ValueError):
        raise InputError("This scheme needs a matrix of numbers.") from None
    if points.ndim != 2 or not np.isfinite(points).all():
        raise InputError("This scheme needs a matrix of finite numbers.")
    return points


def _split(fits: Fits, data: Any, k: Any, rng: np.random.Generator) -> Replicate:
    """Cluster two halves; the second half is also labeled by the clusters of the first."""
    n = len_of(data)
    order = rng.permutation(n)
    first, second = np.sort(order[: n // 2]), np.sort(order[n // 2 :])
    seeds = rng.integers(2**31, size=2).tolist()
    train, test = take(data, first), take(data, second)
    learned = fits.replicate(train, k, seeds[0])
    own = fits.whole(test, k, seeds[1]).codes
    predicted = (
        learned.predict(test)
        if learned.predict is not None
        else _nearest_centroid(points_of(train), learned, points_of(test))
    )
    return Replicate.of(second, own, predicted)


def _nearest_centroid(
    train: NDArray[np.float64], learned: Fitted, test: NDArray[np.float64]
) -> Labels:
    """Return for each element the cluster with the nearest centroid; noise is no cluster."""
    count = len(learned.sizes)
    if not count:
        return np.full(len(test), -1)
    centers = np.array([train[learned.codes == label].mean(0) for label in range(count)])
    out = np.empty(len(test), np.int64)
    for start in range(0, len(test), 4096):
        block = test[start : start + 4096]
        out[start : start + 4096] = ((block[:, None] - centers) ** 2).sum(2).argmin(1)
    return out


@dataclass(frozen=True, slots=True, eq=False)
class NullData:
    """Data without clusters, of the shape of given data; what they keep is computed once."""

    null: Null
    points: NDArray[np.float64]
    center: NDArray[np.float64]
    axes: NDArray[np.float64]
    scores: NDArray[np.float64]  # of the points on their principal axes

    @classmethod
    def of(cls, data: Any, null: Null) -> NullData:
        """Return a null model of a matrix of numbers."""
        points = points_of(data)
        center = points.mean(0)
        axes = points
        if null != "permuted":
            _, _, axes = np.linalg.svd(points - center, full_matrices=False)
        return cls(null, points, center, axes, (points - center) @ axes.T)

    def draw(self, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return as many random points as there are given ones.

        "uniform" draws from the box of the data along its principal axes (Tibshirani, Walther &
        Hastie 2001, reference distribution b), "permuted" permutes each column by itself (Buja &
        Eyuboglu 1992), and "gaussian" draws from a normal distribution with the covariances of the
        data (as M3C does: John et al. 2020).
        """
        scores = self.scores
        if self.null == "permuted":
            return rng.permuted(self.points, axis=0)
        if self.null == "gaussian":
            drawn = rng.standard_normal(scores.shape) * scores.std(0, ddof=1)
        else:
            drawn = rng.uniform(scores.min(0), scores.max(0), scores.shape)
        out: NDArray[np.float64] = drawn @ self.axes + self.center
        return out


class Fitted(NamedTuple):
    """A clustering of some elements, as numbers from 0; -1 is a dropped element.

    Elements that are set apart as noise have the last numbers, and the name None.
    """

    codes: Labels
    names: tuple[Any, ...]
    labels: NDArray[Any]  # as they were returned
    predict: Callable[[Any], Labels] | None
    notes: tuple[str, ...] = ()
    set_apart: int = 0  # elements with the label -1, if no option says what is noise

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Numbers of elements of the clusters that are not noise."""
        count = sum(name is not None for name in self.names)
        inside = self.codes[(self.codes >= 0) & (self.codes < count)]
        return np.bincount(inside, minlength=count)


class Fits(NamedTuple):
    """How all elements and how replicates are clustered."""

    whole: Fit
    replicate: Fit
    method: Method

    @classmethod
    def of(cls, method: Method, policy: Policy) -> Fits:
        """Return the options on labels as well; all elements are on side a, replicates on b."""
        return cls(
            _selecting(method, "a", replace(policy, ignore_b=(), noise_b=())),
            _selecting(method, "b", replace(policy, ignore_a=(), noise_a=())),
            method,
        )


def _selecting(method: Method, side: Literal["a", "b"], policy: Policy) -> Fit:
    """Return a function whose labels are numbers of the clusters that a policy selects."""
    said = any(
        getattr(policy, name) is not getattr(PLAIN, name)
        for option in ("ignore", "noise")
        for name in (option, f"{option}_a", f"{option}_b")
    )

    def fit(data: Any, k: Any, seed: int) -> Fitted:
        labels, predict = method.run(data, k, seed)
        title = "the clustering of all elements" if side == "a" else "a replicate"
        title = title if k is None else f"{title} ({method.parameter or 'k'} = {k})"
        found = _coded(labels, title, side, policy, set_apart=not said)
        if predict is None:
            return found

        def further(test: Any) -> Labels:
            return _coded(predict(test), title, side, policy, set_apart=not said).codes

        return found._replace(predict=further)

    return fit


def _coded(
    labels: Any, title: str, side: Literal["a", "b"], policy: Policy, *, set_apart: bool
) -> Fitted:
    """Return labels as numbers of clusters.

    -1 is noise, as all algorithms that have noise name it, unless an option says what is noise.
    """
    found = read(labels, title)
    codes, names = found.encoded()
    place = noise_cluster(names)
    given = names[np.minimum(codes, len(names) - 1)]
    if found.missing is not None:
        given = given.astype(object)
        given[found.missing] = None
    every_used = found.names is None or bool(np.bincount(codes, minlength=len(names)).all())
    if policy.plain and place is None and found.whole and every_used:
        return Fitted(codes.astype(np.int64), tuple(listed(names)), given, None)
    apart = 0
    if place is not None and set_apart:
        policy = replace(policy, noise=[listed(names)[place]])
        apart = int((codes == place).sum())
    chosen = select(Labelings((found,), (title,), (title,), (side,)), policy)
    codes, names = chosen.labels()[0].encoded()
    gone = chosen.gone[0]
    kept = np.ones(len(codes), bool) if gone is None else gone == 0
    used, own = np.unique(codes[kept], return_inverse=True)
    out = np.full(len(codes), -1)
    out[kept] = own
    left = names[used]
    place = noise_cluster(left)
    cluster = () if place is None else (noise_note(title, int((own == place).sum())),)
    notes = (*chosen.notes, *cluster)
    return Fitted(out, tuple(listed(left)), given, None, notes, apart)


class Method(NamedTuple):
    """A clustering algorithm as a function of data, a number of clusters or parameter, and a seed.

    It returns the labels, and a function that labels further elements, or None.
    """

    run: Callable[[Any, Any, int], tuple[Any, Callable[[Any], Any] | None]]
    parameter: str | None  # None: the number of clusters
    seeded: bool

    @classmethod
    def of(cls, fit: Any, parameter: str | None, *, numbers: bool) -> Method:
        """Return an estimator or a function; `numbers` says that its values may be numbers."""
        if hasattr(fit, "fit") and hasattr(fit, "get_params"):
            if parameter is None and not numbers:
                raise OptionError(
                    f"ks must be positive integers unless a parameter of {type(fit).__name__} is "
                    "named.",
                    "pass {parameter=NAME}",
                )
            return _of_estimator(fit, parameter)
        if callable(fit):
            return _of_function(fit, parameter, numbers=numbers)
        raise OptionError(
            f"fit must be an estimator or a function fit(X, k), got {type(fit).__name__}."
        )


def _of_estimator(estimator: Any, parameter: str | None) -> Method:
    """Return an estimator as a function; every call works on a copy."""
    known = estimator.get_params()
    name = parameter or next((name for name in _NUMBERS if name in known), None)
    if parameter is not None and parameter not in known:
        raise UnknownNameError.of(
            f"parameter of {type(estimator).__name__}", parameter, sorted(known)
        )
    seeded = "random_state" in known

    def run(data: Any, k: Any, seed: int) -> tuple[Any, Any]:
        own = _copy(estimator)
        if k is not None:
            if name is None:
                raise OptionError(
                    f"{type(estimator).__name__} has no parameter for the number of clusters.",
                    "pass {ks=None}, or another parameter with {parameter=NAME}",
                )
            own.set_params(**{name: k})
        if seeded:
            own.set_params(random_state=seed)
        labels = own.fit_predict(data) if hasattr(own, "fit_predict") else own.fit(data).labels_
        return _checked(labels, len_of(data)), getattr(own, "predict", None)

    return Method(run, parameter, seeded)


def _copy(estimator: Any) -> Any:
    """Return an unfitted copy with the same parameters."""
    try:
        return type(estimator)(**estimator.get_params(deep=False))
    except TypeError:
        return deepcopy(estimator)


def _of_function(function: Any, parameter: str | None, *, numbers: bool) -> Method:
    """Return a function of data and number of clusters with a seed where it takes one."""
    try:
        parameters = signature(function).parameters
    except (TypeError, ValueError):
        parameters = {}  # type: ignore[assignment]
    seed_name = next((name for name in _SEEDS if name in parameters), None)
    places = [
        p.name
        for p in parameters.values()
        if p.kind in {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}
        and p.name not in _SEEDS
    ]
    takes_number = len(places) != 1
    if parameter is None and not numbers:
        parameter = places[1] if len(places) > 1 else "parameter"

    def run(data: Any, k: Any, seed: int) -> tuple[Any, None]:
        words = [data] if k is None and not takes_number else [data, k]
        options = {} if seed_name is None else {seed_name: seed}
        return _checked(function(*words, **options), len_of(data)), None

    return Method(run, parameter, seed_name is not None)


def _checked(labels: Any, n: int) -> Any:
    """Require one label for each element."""
    shape = np.shape(labels)
    if shape != (n,):
        raise InputError(
            f"fit must return one label for each of {n:,} elements, got an array of shape {shape}."
        )
    return labels


def len_of(data: Any) -> int:
    """Return the number of elements of a matrix, a frame or a list."""
    if not hasattr(data, "__len__") or np.ndim(data) == 0:
        raise InputError(f"X must have one row per element, got {type(data).__name__}.")
    return int(data.shape[0]) if hasattr(data, "shape") else len(data)


def take(data: Any, places: NDArray[np.intp]) -> Any:
    """Return some rows of a matrix, a frame or a list."""
    if hasattr(data, "iloc"):
        return data.iloc[places]
    if hasattr(data, "tocsr") and not hasattr(data, "__array__"):
        return data.tocsr()[places]
    if hasattr(data, "shape"):
        return data[places]
    return [data[i] for i in places.tolist()]


def in_parallel(
    function: Callable[..., R], units: Sequence[tuple[Any, ...]], n_jobs: int, task: str
) -> list[R]:
    """Return a function of every unit, and report progress; processes are those of joblib."""
    if n_jobs == 1:
        return [function(*unit) for unit in track(units, task)]
    try:
        from joblib import Parallel, delayed, effective_n_jobs
    except ImportError:
        raise MissingDependencyError.of("joblib", "papers") from None
    step = _UNITS_PER_JOB * effective_n_jobs(n_jobs)
    out: list[R] = []
    with Parallel(n_jobs=n_jobs) as pool:
        for start in track(range(0, len(units), step), task):
            out += pool(delayed(function)(*unit) for unit in units[start : start + step])
    return out


def best_jaccards(reference: Labels, replicate: Labels) -> NDArray[np.float64]:
    """Return the largest Jaccard index of each cluster of the reference with a cluster.

    It is NaN for a cluster without an element here (Hennig 2007). The labels of the reference are
    0, 1, …

    Examples
    --------
    >>> best_jaccards(np.array([0, 0, 1, 1]), np.array([5, 5, 5, 6])).tolist()
    [0.6666666666666666, 0.5]
    """
    out = np.full(int(reference.max(initial=-1)) + 1, np.nan)
    if not len(reference):
        return out
    table = Table.from_labels(reference, replicate)
    overlaps = Overlaps.of(table)
    found = overlaps.row_max(overlaps.similarity("jaccard").astype(float))
    out[np.asarray(table.row_labels, np.int64)] = found
    return out


def matched_elements(reference: Labels, replicate: Labels) -> NDArray[np.bool_]:
    """Return for each element whether its two clusters are matched with each other.

    Examples
    --------
    >>> matched_elements(np.array([0, 0, 1, 1]), np.array([5, 5, 5, 6])).tolist()
    [True, True, False, True]
    """
    table = Table.from_labels(reference, replicate)
    overlaps = Overlaps.of(table)
    pairs = overlaps.pairing("overlap", "optimal")
    partner = dict(zip(_names(table.row_labels, table.rows[pairs]),
                       _names(table.col_labels, table.cols[pairs]), strict=True))  # fmt: skip
    wanted = np.array([partner.get(label, -1) for label in range(int(reference.max()) + 1)])
    out: NDArray[np.bool_] = wanted[reference] == replicate
    return out


def _names(labels: NDArray[Any], places: NDArray[np.int64]) -> list[int]:
    return [int(label) for label in labels[places]]


def ambiguous_pairs(samples: Sequence[Sample], n: int, rng: np.random.Generator) -> float | None:
    """Return the proportion of ambiguous clustering.

    It is the share of pairs of elements that are together in more than a tenth and in less than
    nine tenths of the replicates that contain both (Șenbabaoğlu et al. 2014), among at most 1,500
    random elements; None if no pair occurs twice.
    """
    chosen = np.sort(rng.choice(n, min(n, _MAX_PAIRED), replace=False))
    place = np.full(n, -1)
    place[chosen] = np.arange(len(chosen))
    together = np.zeros((len(chosen),) * 2, np.int32)
    both = np.zeros_like(together)
    for elements, labels in samples:
        here = place[elements] >= 0
        where, own = place[elements[here]], labels[here]
        grid = np.ix_(where, where)
        together[grid] += own[:, None] == own
        both[grid] += 1
    upper = np.triu_indices(len(chosen), 1)
    seen = both[upper] > 1
    if not seen.any():
        return None
    share = together[upper][seen] / both[upper][seen]
    low, high = _AMBIGUOUS
    return float(np.mean((share > low) & (share < high)))


def prediction_strength(own: Labels, predicted: Labels) -> float:
    """Return the smallest share of pairs of a cluster that the prediction keeps together.

    `own` are the clusters of the second half of the data, `predicted` the labels of the same
    elements from the clusters of the first half. Clusters of one element are dropped (Tibshirani &
    Walther 2005).

    Examples
    --------
    >>> prediction_strength(np.array([0, 0, 0, 1, 1]), np.array([0, 0, 1, 1, 1]))
    0.3333333333333333
    """
    table = Table.from_labels(own, predicted)
    kept = np.zeros(table.shape[0])
    np.add.at(kept, table.rows, table.counts * (table.counts - 1.0))
    pairs = table.row_sizes * (table.row_sizes - 1.0)
    several = pairs > 0
    return float((kept[several] / pairs[several]).min()) if several.any() else 1.0
