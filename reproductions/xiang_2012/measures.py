"""The similarity measures of Xiang et al. 2012, by their letters."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING, Any

import clusterdiff as cd

if TYPE_CHECKING:
    from collections.abc import Callable


def rand(a: Any, b: Any) -> float:
    """R, the share of pairs that both treat alike."""
    return cd.rand(a, b)


def van_dongen(a: Any, b: Any) -> float:
    """N = 1 - D/2n."""
    return 1 - cd.invariant_van_dongen(a, b)


def accuracy(a: Any, b: Any) -> float:
    """A, the share of elements that a one-to-one map of the clusters keeps."""
    return cd.classification_accuracy(a, b)


def information(a: Any, b: Any) -> float:
    """I, the mutual information in bits."""
    return cd.mutual_information(a, b)


def nmi(a: Any, b: Any) -> float:
    """NMI = I / max(H(L), H(C))."""
    return cd.normalized_mutual_information(a, b, by="max")


def v(a: Any, b: Any) -> float:
    """V = 1 - VI/log n."""
    return 1 - cd.normalized_variation_of_information(a, b, by="log_n")


def k_of(k: int) -> Callable[[Any, Any], float]:
    """K = 1 - VI/log k², for clusterings of at most k clusters."""
    return lambda a, b: 1 - cd.variation_of_information(a, b) / (2 * log2(k))


def s_h(a: Any, b: Any) -> float:
    """S_H, the entropy-based measure of the split–merge framework."""
    return cd.split_merge_entropy(a, b)


MEASURES: dict[str, Callable[[Any, Any], float]] = {
    "R": rand,
    "I": information,
    "NMI": nmi,
    "V": v,
    "N": van_dongen,
    "A": accuracy,
    "K": k_of(9),
    "S_H": s_h,
}
