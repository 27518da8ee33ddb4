"""Subcomponents: how well one cluster survives the way the other clustering cuts it; and SplitMerge, built from them."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from clusterdiff.errors import OptionError
from clusterdiff.measures._references import XIANG
from clusterdiff.measures._spec import Measure
from clusterdiff.summaries import Overlaps

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from clusterdiff.table import Table

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

COMBINES = ("product", "mean")


class Subcomponent(Protocol):
    """Scores every cluster of one side: 1 if it is whole, less the more it is cut."""

    def scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """The score of each cluster; part k belongs to cluster[k], clusters have these sizes."""
        ...


class SeesElements(Protocol):
    """Scores clusters by the features of their elements, so it needs every element's labels."""

    def cluster_scores(self, a: Any, b: Any) -> tuple[Table, Floats, Floats]:
        """The table of a and b, and the scores of the clusters of either."""
        ...


def cut_entropies(sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
    """Entropy, in nats, of the parts of each cluster."""
    whole = sizes[cluster]
    terms = parts / whole * np.log1p((whole - parts) / parts)
    return np.bincount(cluster, terms, len(sizes)).astype(float, copy=False)


@dataclass(frozen=True, slots=True)
class Entropy:
    """1 - H(parts)/log(size): 0 for a cluster cut into singletons; a singleton scores 1."""

    def scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """The score of each cluster."""
        entropies = cut_entropies(sizes, cluster, parts)
        out: Floats = np.maximum(0.0, 1 - entropies / np.log(np.maximum(sizes, 2)))
        # Cut into singletons is exactly 0: the entropy is log(size) but for rounding.
        out[(np.bincount(cluster, minlength=len(sizes)) == sizes) & (sizes > 1)] = 0.0
        return out


@dataclass(frozen=True, slots=True)
class LargestPart:
    """Share of the cluster in its largest part."""

    def scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """The score of each cluster."""
        largest = np.zeros(len(sizes), np.int64)
        np.maximum.at(largest, cluster, parts)
        out: Floats = largest / sizes
        return out


@dataclass(frozen=True, slots=True)
class BoundedEntropy:
    """1 - H(parts)/log(k), for clusterings of at most k clusters."""

    k: int

    def __post_init__(self) -> None:
        if self.k < 2:  # noqa: PLR2004
            raise OptionError(f"k must be at least 2: got {self.k}.")

    def scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """The score of each cluster."""
        return 1 - cut_entropies(sizes, cluster, parts) / log(self.k)


@dataclass(frozen=True, slots=True)
class Custom:
    """A user's own f(size, parts) → float."""

    function: Callable[[int, Ints], float]

    def scores(self, sizes: Ints, cluster: Ints, parts: Ints) -> Floats:
        """The score of each cluster."""
        order = np.argsort(cluster, kind="stable")
        cuts = np.cumsum(np.bincount(cluster, minlength=len(sizes)))[:-1]
        pairs = zip(sizes.tolist(), np.split(parts[order], cuts), strict=True)
        return np.array([self._checked(size, np.sort(own)[::-1]) for size, own in pairs], float)

    def _checked(self, size: int, parts: Ints) -> float:
        score = self.function(size, parts)
        if not isinstance(score, (int, float, np.number)) or not np.isfinite(score):
            name = getattr(self.function, "__name__", repr(self.function))
            raise OptionError(f"a subcomponent must give a finite number: {name}({size}, {parts.tolist()}) gave {score!r}.")
        return float(score)


def combine_scores(o: Overlaps, subcomponent: Subcomponent, combine: str) -> float:
    """Σ_ij n_ij/n · s(b|a_i)·s(a|b_j) (Xiang et al., eq. 4), or with the mean of the two (eq. 5)."""
    return combine_clusters(o, subcomponent.scores(o.sizes_a, o.rows, o.shared), subcomponent.scores(o.sizes_b, o.cols, o.shared), combine)


def combine_clusters(o: Overlaps, scores_a: Floats, scores_b: Floats, combine: str) -> float:
    """The same from the scores of the clusters."""
    in_a, in_b = scores_a[o.rows], scores_b[o.cols]
    return float(np.sum(o.shared * (in_a * in_b if combine == "product" else (in_a + in_b) / 2))) / o.n


class SplitMerge(Measure):
    """A split–merge measure: a subcomponent scores each cluster, and the scores are combined over the cells.

    The subcomponent is `Entropy()`, `LargestPart()`, `BoundedEntropy(k)` or your own f(size, parts).

    >>> round(SplitMerge(LargestPart(), combine="mean")([0, 0, 0, 1, 1], [0, 0, 1, 1, 1]), 12)
    0.8
    >>> SplitMerge(lambda size, parts: 1 / len(parts))([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    0.45
    """

    subcomponent: Subcomponent
    combine: str

    def __init__(
        self,
        subcomponent: Subcomponent | SeesElements | Callable[[int, Ints], float],
        combine: str = "product",
        *,
        bounds: tuple[float, float] = (0.0, 1.0),
    ) -> None:
        if combine not in COMBINES:
            raise OptionError(f"combine must be one of {', '.join(COMBINES)}: got {combine!r}.")
        sees_elements = hasattr(subcomponent, "cluster_scores")
        if isinstance(subcomponent, type) or not (hasattr(subcomponent, "scores") or sees_elements or callable(subcomponent)):
            raise OptionError(f"subcomponent must be a subcomponent or a function of size and parts: got {subcomponent!r}.", "SplitMerge(Entropy())")
        given: Any = subcomponent
        part = given if hasattr(given, "scores") or sees_elements else Custom(given)
        name = getattr(subcomponent, "__name__", None) or repr(subcomponent)
        super().__init__(
            name=f"split_merge[{name},combine={combine}]",
            function=_needs_labels if sees_elements else lambda o: combine_scores(o, part, combine),
            summaries=(Overlaps,),
            label=f"Split–merge similarity of {name}",
            symbol="S*" if combine == "product" else "S′",
            family="split_merge",
            direction="similarity",
            bounds=bounds,
            best=1.0,
            symmetric=True,
            metric=False,
            references=(XIANG.at("eq. 4" if combine == "product" else "eq. 5"),),
            summary="A split–merge measure of your own design.",
            formula_latex=r"\sum_{ij} \frac{n_{ij}}{n}\, s(b \mid a_i)\, s(a \mid b_j)",
            reads="0 every cluster cut to pieces, 1 equal",
            beware="",
        )
        object.__setattr__(self, "subcomponent", part)
        object.__setattr__(self, "combine", combine)

    def __call__(self, a: Any, b: Any = None, /, **options: Any) -> float:
        """The value for a and b; a subcomponent that sees features needs the labels of every element."""
        scores = getattr(self.subcomponent, "cluster_scores", None)
        if scores is None:
            return super().__call__(a, b, **options)
        if b is None or options:
            _needs_labels()
        table, scores_a, scores_b = scores(a, b)
        overlaps = Overlaps.of(table)
        return 1.0 if overlaps.equal else combine_clusters(overlaps, scores_a, scores_b, self.combine)


def _needs_labels(*_: Any) -> float:
    raise OptionError("a measure that sees features needs the labels of every element, and takes no options.", "measure(a, b)")
