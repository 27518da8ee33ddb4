"""Replicates of a clustering: parts or variants of the data that are clustered again."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from clusterdiff.checks import check_choice, check_share, is_number
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import Labelings, read
from clusterdiff.many._clusterings import Clusterings
from clusterdiff.summaries import Overlaps
from clusterdiff.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from clusterdiff.labels import Policy

    Labels = NDArray[np.int64]
    Fit = Callable[[Any, int | None, int], "Fitted"]
    Sample = tuple[NDArray[np.intp], Labels]  # elements of a replicate, and their labels

Scheme = Literal["subsample", "bootstrap", "jitter", "split", "seeds"]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)
_NUMBERS = ("n_clusters", "n_components", "k")  # names of the number of clusters
_SEEDS = ("rng", "random_state", "seed")  # names of the seed
_AMBIGUOUS = 0.1, 0.9
_MAX_PAIRED = 1500  # elements whose pairs are followed


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
        self, fits: Fits, data: Any, k: int | None, full: Labels, rng: np.random.Generator
    ) -> Replicate:
        """Return one replicate."""
        n, seed, fit = len_of(data), int(rng.integers(2**31)), fits.replicate
        if self.scheme == "split":
            return _split(fits, data, k, rng)
        if self.scheme == "seeds":
            return Replicate.of(np.arange(n), full, fit(data, k, seed).labels)
        if self.scheme == "jitter":
            return Replicate.of(np.arange(n), full, fit(self._disturbed(data, rng), k, seed).labels)
        if self.scheme == "bootstrap":
            drawn = rng.integers(0, n, n)
            labels = fit(take(data, drawn), k, seed).labels
            elements, first = np.unique(drawn, return_index=True)
            return Replicate.of(elements, full[elements], labels[first])
        size = max(2, round(self.share * n))
        elements = np.sort(rng.choice(n, size, replace=False))
        return Replicate.of(elements, full[elements], fit(take(data, elements), k, seed).labels)

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


def _split(fits: Fits, data: Any, k: int | None, rng: np.random.Generator) -> Replicate:
    """Cluster two halves; the second half is also labeled by the clusters of the first."""
    n = len_of(data)
    order = rng.permutation(n)
    first, second = np.sort(order[: n // 2]), np.sort(order[n // 2 :])
    seeds = rng.integers(2**31, size=2).tolist()
    train, test = take(data, first), take(data, second)
    learned = fits.replicate(train, k, seeds[0])
    own = fits.whole(test, k, seeds[1]).labels
    predicted = (
        learned.predict(test)
        if learned.predict is not None
        else _nearest_centroid(points_of(train), learned.labels, points_of(test))
    )
    return Replicate.of(second, own, predicted)


def _nearest_centroid(
    train: NDArray[np.float64], labels: Labels, test: NDArray[np.float64]
) -> Labels:
    """Return for each element the cluster with the nearest centroid."""
    count = int(labels.max()) + 1
    centers = np.array([train[labels == label].mean(0) for label in range(count)])
    out = np.empty(len(test), np.int64)
    for start in range(0, len(test), 4096):
        block = test[start : start + 4096]
        out[start : start + 4096] = ((block[:, None] - centers) ** 2).sum(2).argmin(1)
    return out


def without_structure(data: Any, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return points drawn uniformly from the box of the data along its principal axes.

    This is the reference of Tibshirani, Walther & Hastie (2001).
    """
    points = points_of(data)
    center = points.mean(0)
    _, _, axes = np.linalg.svd(points - center, full_matrices=False)
    scores = (points - center) @ axes.T
    drawn = rng.uniform(scores.min(0), scores.max(0), scores.shape)
    out: NDArray[np.float64] = drawn @ axes + center
    return out


class Fitted(NamedTuple):
    """The labels of some elements, and how further elements are labeled."""

    labels: Any
    predict: Callable[[Any], Any] | None
    clusters: int = 0  # that are not elements set apart as noise; these have the last numbers
    notes: tuple[str, ...] = ()


class Fits(NamedTuple):
    """How all elements and how replicates are clustered, into numbers; -1 is a dropped element."""

    whole: Fit
    replicate: Fit

    @classmethod
    def of(cls, fit: Any, policy: Policy) -> Fits:
        """Return an estimator or a function; all elements are on side a, replicates on side b."""
        run = fitting(fit)
        return cls(
            _selecting(run, "a", replace(policy, ignore_b=(), noise_b=())),
            _selecting(run, "b", replace(policy, ignore_a=(), noise_a=())),
        )


def _selecting(run: Fit, side: Literal["a", "b"], policy: Policy) -> Fit:
    """Return a function whose labels are numbers of the clusters that a policy selects."""

    def coded(labels: Any, k: int | None) -> Clusterings:
        title = "the clustering of all elements" if side == "a" else "a replicate"
        title = title if k is None else f"{title} (k = {k})"
        given = Labelings((read(labels, title),), (title,), (title,), (side,))
        return Clusterings.encoded(given, policy)

    def select(data: Any, k: int | None, seed: int) -> Fitted:
        found = run(data, k, seed)
        runs, predict = coded(found.labels, k), found.predict
        clusters = sum(label is not None for label in runs.labels_of(0).tolist())
        further = None if predict is None else lambda test: _numbers(coded(predict(test), k))
        return Fitted(_numbers(runs), further, clusters, runs.notes)

    return select


def _numbers(runs: Clusterings) -> Labels:
    """Return the clusters of the only clustering of a set; -1 is a dropped element."""
    codes = runs.codes[0].astype(np.int64)
    return np.where(codes == runs.sizes[0], -1, codes)


def fitting(fit: Any) -> Fit:
    """Return an estimator or a function as a function of data, number of clusters and seed."""
    if hasattr(fit, "fit") and hasattr(fit, "get_params"):
        return _of_estimator(fit)
    if callable(fit):
        return _of_function(fit)
    raise OptionError(
        f"fit must be an estimator or a function fit(X, k), got {type(fit).__name__}."
    )


def _of_estimator(estimator: Any) -> Fit:
    """Return an estimator as a function; every call works on a copy."""
    known = estimator.get_params(deep=False)
    number = next((name for name in _NUMBERS if name in known), None)
    seeded = "random_state" in known

    def run(data: Any, k: int | None, seed: int) -> Fitted:
        own = _copy(estimator)
        if k is not None:
            if number is None:
                raise OptionError(
                    f"{type(estimator).__name__} has no parameter for the number of clusters.",
                    "pass {ks=None}",
                )
            own.set_params(**{number: k})
        if seeded:
            own.set_params(random_state=seed)
        labels = own.fit_predict(data) if hasattr(own, "fit_predict") else own.fit(data).labels_
        return Fitted(_checked(labels, len_of(data)), getattr(own, "predict", None))

    return run


def _copy(estimator: Any) -> Any:
    """Return an unfitted copy with the same parameters."""
    try:
        return type(estimator)(**estimator.get_params(deep=False))
    except TypeError:
        return deepcopy(estimator)


def _of_function(function: Any) -> Fit:
    """Return a function of data and number of clusters with a seed where it takes one."""
    try:
        parameters = signature(function).parameters
    except (TypeError, ValueError):
        parameters = {}  # type: ignore[assignment]
    seed_name = next((name for name in _SEEDS if name in parameters), None)
    places = [
        p
        for p in parameters.values()
        if p.kind in {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}
        and p.name not in _SEEDS
    ]
    takes_number = len(places) != 1

    def run(data: Any, k: int | None, seed: int) -> Fitted:
        words = [data] if k is None and not takes_number else [data, k]
        options = {} if seed_name is None else {seed_name: seed}
        return Fitted(_checked(function(*words, **options), len_of(data)), None)

    return run


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
