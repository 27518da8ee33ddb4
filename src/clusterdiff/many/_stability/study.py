"""stability: how well clusterings of parts of the data agree, and for how many clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import stdtr

from clusterdiff import chance
from clusterdiff.checks import check_integer, check_rng, check_several, is_integer
from clusterdiff.errors import InputError, OptionError
from clusterdiff.labels import read
from clusterdiff.many._stability.agreement import (
    ambiguous_pairs,
    best_jaccards,
    matched_elements,
    prediction_strength,
)
from clusterdiff.many._stability.choice import chosen
from clusterdiff.many._stability.fitting import fitting, len_of
from clusterdiff.many._stability.result import Stability, StabilityOfK, cluster_stabilities
from clusterdiff.many._stability.schemes import Plan, without_structure
from clusterdiff.measures import get_measure
from clusterdiff.progress import track

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from clusterdiff.many._stability.choice import Rule
    from clusterdiff.many._stability.fitting import Fit
    from clusterdiff.many._stability.schemes import Replicate, Scheme
    from clusterdiff.measures import Measure

_NULL_SETS, _NULL_REPLICATES = 10, 5
_FLOOR = 1e-3  # smaller instabilities are equal


def stability(  # noqa: PLR0913
    fit: Any,
    X: Any,  # noqa: N803
    ks: Iterable[int] | None = range(2, 11),
    *,
    scheme: Scheme = "subsample",
    measure: str | Measure = "adjusted_rand",
    replicates: int = 30,
    share: float = 0.8,
    noise: float = 0.1,
    classes: Any = None,
    null: bool | None = None,
    choose: Rule | None = None,
    rng: Any = None,
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
        drawn with replacement, "noise" from all elements with noise added, "split" from one half
        of the elements that is also labeled by the clusters of the other half, "seeds" from all
        elements with another seed, "rezaei" from a fifth of the elements as in figure 25 of
        Rezaei & Fränti (2016), and "wu" from all elements with another seed, compared with known
        classes as in figure 6 of Wu et al. (2009).
    measure : str or Measure, default="adjusted_rand"
        A similarity.
    replicates : int, default=30
        Number of replicates for each number of clusters.
    share : float, default=0.8
        Share of the elements in a subsample.
    noise : float, default=0.1
        Standard deviation of the noise as a share of that of each feature.
    classes : array_like, optional
        The known class of each element, for the scheme "wu" only.
    null : bool, optional
        Whether replicates are also made of data without structure, which show how stable the
        algorithm is by itself. By default if `X` is a matrix of numbers and there are several
        numbers of clusters; never for the scheme "wu".
    choose : {"gain", "value"}, optional
        "gain", the default, uses the relative reduction of the instability (one minus the value)
        compared with data without structure. Numbers of clusters with a gain of at least one half
        that is significant at 5 % (Holm) are candidates, and of those within 0.05 of the largest
        gain the largest number is chosen. "value", the default for the scheme "wu", chooses the
        number with the best mean value, and the largest of several equal ones.
    rng : int, numpy.random.Generator or None, default=None
        Source of random numbers.

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
    >>> found = stability(ward, points, ks=range(2, 6), replicates=10, rng=0)
    >>> found.best
    3
    >>> [cluster.jaccard for cluster in found[3].clusters]
    [1.0, 1.0, 1.0]
    """
    numbers = _numbers(ks)
    check_rng(rng)
    check_integer("replicates", replicates, 2)
    chosen_measure = get_measure(measure)
    if chosen_measure.direction != "similarity":
        raise OptionError(
            f"measure must be a similarity, which {chosen_measure.name} is not.",
            f"pass {chosen_measure.name}.similarity where it has one",
        )
    plan = Plan(scheme, share, noise, _classes(classes, len_of(X)))
    with_null = scheme != "wu" and _wants_null(X, numbers, null=null)
    study = _Study(fitting(fit), X, plan, chosen_measure, replicates, with_null)
    seeds = np.random.default_rng(rng).spawn(len(numbers))
    results = tuple(
        study.of(k, own)
        for k, own in track(list(zip(numbers, seeds, strict=True)), "clustering replicates")
    )
    rule = choose or ("value" if scheme == "wu" else "gain")
    best, reason, notes = chosen(results, rule, chosen_measure, known=scheme == "wu")
    return Stability(chosen_measure.name, scheme, len_of(X), results, best, reason, notes)


def _classes(classes: Any, n: int) -> NDArray[np.int64] | None:
    """Return known classes as integers."""
    if classes is None:
        return None
    labels = read(classes, "classes")
    if len(labels) != n or (labels.missing is not None and labels.missing.any()):
        raise InputError(f"classes must have one class for each of {n:,} elements.")
    return np.asarray(labels.encoded()[0], np.int64)


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


def _wants_null(data: Any, numbers: list[int | None], *, null: bool | None) -> bool:
    """Return whether data without structure are clustered too."""
    if null is not None:
        return null
    dense = hasattr(data, "shape") and len(data.shape) == 2 and not hasattr(data, "tocsr")
    return dense and len(numbers) > 1


@dataclass(frozen=True, slots=True, eq=False)
class _Study:
    """The settings that all numbers of clusters share."""

    fit: Fit
    data: Any
    plan: Plan
    measure: Measure
    replicates: int
    with_null: bool

    def of(self, k: int | None, rng: np.random.Generator) -> StabilityOfK:
        """Return the replicates of one number of clusters."""
        n = len_of(self.data)
        if n < 4 or (k is not None and k > n // 2):
            raise InputError(f"{n:,} elements are too few for replicates of {k} clusters.")
        full = self.fit(self.data, k, int(rng.integers(2**31))).labels
        made = self._replicates(self.data, k, full, self.replicates, rng)
        values = np.array([self.measure(one.reference, one.labels) for one in made])
        nulls = self._nulls(k, rng) if self.with_null else ()
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
            p=p,
            clusters=_clusters(full, made) if self.plan.against_all else (),
            elements=_elements(full, made) if self.plan.against_all else None,
            prediction_strength=_strength(made) if split else None,
            ambiguous=None if split else ambiguous_pairs(samples, n, rng),
            labels=full,
        )

    def _replicates(
        self, data: Any, k: int | None, full: Any, count: int, rng: np.random.Generator
    ) -> list[Replicate]:
        return [self.plan.replicate(self.fit, data, k, full, rng) for _ in range(count)]

    def _nulls(self, k: int | None, rng: np.random.Generator) -> tuple[float, ...]:
        """Return the mean of the measure for several data sets without structure."""
        out = []
        for _ in range(_NULL_SETS):
            data = without_structure(self.data, rng)
            full = self.fit(data, k, int(rng.integers(2**31))).labels
            made = self._replicates(data, k, full, _NULL_REPLICATES, rng)
            out.append(float(np.mean([self.measure(one.reference, one.labels) for one in made])))
        return tuple(out)

    def _adjusted(self, made: list[Replicate]) -> float | None:
        """Return the mean of the adjusted values, where chance has a closed form."""
        if self.measure.chance_adjusted:
            return float(np.mean([self.measure(one.reference, one.labels) for one in made]))
        if self.measure.affine_in is None:
            return None
        found = [chance.adjusted(one.reference, one.labels, self.measure) for one in made]
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


def _clusters(full: NDArray[np.int64], made: list[Replicate]) -> Any:
    count = int(full.max()) + 1
    jaccards = np.full((len(made), count), np.nan)
    for row, one in zip(jaccards, made, strict=True):
        found = best_jaccards(one.reference, one.labels)
        row[: len(found)] = found
    return cluster_stabilities(np.bincount(full, minlength=count), jaccards)


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
