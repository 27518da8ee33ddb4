"""Properties of similarity measures and of scores of clusters in Xiang et al. (2012).

In the statements S is the similarity: the value of a similarity, or 1 minus a distance. a is the
true clustering.

A split–merge measure scores every cluster L by how the other clustering cuts it: s(C | L). The
score is a *subcomponent measure* in the paper and a scoring rule here. Properties 4.2, 4.3 and 4.4
apply to measures built with ``SplitMerge(rule)``, to rules themselves, and to the measures for
which the paper names the rule. A clustering in a case of these is the cut of one cluster: ``0012``
is a cluster of four elements in parts of 2, 1 and 1.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clusterdiff.checks import check_integer
from clusterdiff.partition import integer_partitions
from clusterdiff.properties import _random_cases as random_cases
from clusterdiff.properties._cases import (
    Labels,
    bottom,
    everything,
    join,
    of_sizes,
    parts,
    relabel,
    shapes,
    top,
)
from clusterdiff.properties._measured import TOLERANCE, Measured
from clusterdiff.properties._meila import singles
from clusterdiff.properties._statements import Claim, axiom
from clusterdiff.properties._tables import canonical, pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from clusterdiff.properties._cases import Case, Labels

    Floats = NDArray[np.float64]

_XIANG = "Xiang et al. 2012"
_ENUMERATED = 6  # elements up to which the extremes of all pairs are found


class Extremes(NamedTuple):
    """Least and greatest similarity of n elements.

    Attributes
    ----------
    least, greatest : float
        Extremes over all pairs of clusterings.
    where : pair of clusterings
        One pair with the least similarity.
    next_to_best : float
        Greatest similarity of two different clusterings.

    Examples
    --------
    >>> extremes("rand", 3).next_to_best
    0.6666666666666666
    """

    least: float
    where: tuple[Labels, Labels]
    next_to_best: float
    greatest: float


def extremes(measure: Any, n: int, max_clusters: int | None = None) -> Extremes:
    """Return the range of a similarity over all pairs of clusterings of n elements.

    Parameters
    ----------
    measure : str, Measure or callable
        The measure; of a distance 1 minus the distance is used.
    n : int
        Number of elements.
    max_clusters : int or None, default=None
        Consider only clusterings with at most this many clusters.

    Returns
    -------
    Extremes
        The least and the largest value, and where they are reached.

    Examples
    --------
    >>> extremes("nvd", 4)
    Extremes(least=0.5, where=((0, 0, 1, 1), (0, 1, 0, 1)), next_to_best=0.875, greatest=1.0)
    """
    m = Measured.of(measure)
    check_integer("n", n, 1)
    most = n if max_clusters is None else max_clusters
    check_integer("max_clusters", most, 1)
    values = {
        (a, b): m.similarity(a, b) for a, b in pairs(n) if max(len(set(a)), len(set(b))) <= most
    }
    where = min(values, key=lambda pair: values[pair])
    others = [value for (a, b), value in values.items() if relabel(a) != relabel(b)]
    return Extremes(values[where], where, max(others, default=1.0), max(values.values()))


def _extremes_of(m: Measured, n: int) -> Extremes:
    if ("extremes", n) not in m.memo:
        m.memo["extremes", n] = extremes(m, n)
    found: Extremes = m.memo["extremes", n]
    return found


@axiom(f"{_XIANG}, sec. 5.1", pairs, sample=random_cases.two)
def normalized(m: Measured, a: Labels, b: Labels) -> Claim:
    """The similarity lies between 0 and 1, and for every n ≥ 2 both 0 and 1 are attained."""
    value, n = m.similarity(a, b), len(a)
    if not value >= -TOLERANCE:
        return Claim(value, "≥", 0.0, "S(a, b)", "0")
    if value > 1 + TOLERANCE or not 1 < n <= _ENUMERATED:
        return Claim(value, "≤", 1.0, "S(a, b)", "1")
    ends = _extremes_of(m, n)
    if value == ends.least:
        return Claim(value, "=", 0.0, f"least S(a, b) for {n} elements", "0")
    if value == ends.greatest:
        return Claim(value, "=", 1.0, f"greatest S(a, b) for {n} elements", "1")
    return Claim(value, "≤", 1.0, "S(a, b)", "1")


@axiom(f"{_XIANG}, Property 5.1", singles)
def conditionally_normalized(m: Measured, a: Labels) -> Claim:
    """For every a: S(a, b) is 1 only at b = a, is 0 for some b, and lies between for all others.

    S(a, b) must be 0 for some b if n ≥ 2, and strictly between 0 and 1 for some b if n ≥ 3.
    """
    found = {b: m.similarity(a, b) for b in everything(len(a)) if b != a}
    if not found or abs(m.similarity(a, a) - 1) > TOLERANCE:
        return Claim(m.similarity(a, a), "=", 1.0, "S(a, a)", "1")
    best, worst = max(found, key=lambda b: found[b]), min(found, key=lambda b: found[b])
    if not found[best] < 1 - TOLERANCE:
        return Claim(1.0, ">", found[best], "1", "S(a, b)", (("b", best),))
    if len(a) == 2 or abs(found[worst]) > TOLERANCE:
        return Claim(found[worst], "=", 0.0, "least S(a, b)", "0", (("b", worst),))
    between = sum(TOLERANCE < value < 1 - TOLERANCE for value in found.values())
    return Claim(between, ">", 0, "number of b with 0 < S(a, b) < 1", "0")


class _Fit(NamedTuple):
    """Values of a measure and what a linear model makes of them, for each table."""

    places: dict[Any, int]
    values: Floats
    fitted: Floats


@lru_cache(maxsize=16)
def _components(n: int) -> tuple[tuple[tuple[Labels, Labels], tuple[Case, ...]], ...]:
    """Return the pairs of clusterings with several components, each with its components."""
    found = ((pair, parts(join(*pair), *pair)) for pair in pairs(n))
    return tuple((pair, inside) for pair, inside in found if len(inside) > 1)


def _component_fit(m: Measured, n: int) -> _Fit:
    """Fit S(a, b) = Σ w(|J|)·S(a_J, b_J) + offset(sizes of all J); weights and offsets are free."""
    if ("components", n) not in m.memo:
        cases = _components(n)
        offsets: dict[Any, int] = {}
        sizes = [tuple(sorted(len(x) for x, _ in inside)) for _, inside in cases]
        columns = [offsets.setdefault(key, len(offsets)) for key in sizes]
        design = np.zeros((len(cases), n + len(offsets)))
        for k, (_, inside) in enumerate(cases):
            design[k, n + columns[k]] = 1
            for x, y in inside:
                design[k, len(x)] += m.similarity(x, y)
        values = np.array([m.similarity(a, b) for (a, b), _ in cases])
        places = {canonical(*pair): k for k, (pair, _) in enumerate(cases)}
        m.memo["components", n] = _Fit(places, values, _least_squares(design, values))
    fit: _Fit = m.memo["components", n]
    return fit


def _least_squares(design: Floats, values: Floats) -> Floats:
    """Return the best approximation of the values by the columns of the design."""
    if not (np.isfinite(design).all() and np.isfinite(values).all()):
        return np.full(len(values), np.nan)
    out: Floats = design @ np.linalg.lstsq(design, values, rcond=None)[0]
    return out


@axiom(f"{_XIANG}, eq. 1 and table 1", pairs)
def component_decomposable(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """There are weights w and offsets β with S(a, b) = Σ w(|J|, n) · S(a_J, b_J) + β(sizes, n).

    Weights may depend on the size of a component and offsets on the sizes of all components. Both
    are fitted by least squares for each n; where no weights and offsets satisfy all equations, the
    best approximation is shown.
    """
    if len(set(join(a, b))) == 1:
        return None
    fit = _component_fit(m, len(a))
    k = fit.places[canonical(a, b)]
    return Claim(fit.values[k], "=", fit.fitted[k], "S(a, b)", "best approximation")


@axiom(f"{_XIANG}, Property 4.1 (eq. 2)", pairs, sample=random_cases.two)
def join_weighted(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """The similarity is the mean over the components: S(a, b) = Σ |J|/n · S(a_J, b_J).

    The components J are the clusters of the join of a and b.
    """
    inside = parts(join(a, b), a, b)
    if len(inside) == 1:
        return None
    total = sum(len(x) / len(a) * m.similarity(x, y) for x, y in inside)
    return Claim(m.similarity(a, b), "=", total, "S(a, b)", "Σ |J|/n · S(a_J, b_J)")


def _kinds(a: Labels, b: Labels) -> Counter[Any]:
    """Count elements by the parts of their two clusters and the size of their cell."""
    cells = Counter(zip(a, b, strict=True))
    rows = {i: tuple(sorted(c for (x, _), c in cells.items() if x == i)) for i in set(a)}
    cols = {j: tuple(sorted(c for (_, y), c in cells.items() if y == j)) for j in set(b)}
    out: Counter[Any] = Counter()
    for (i, j), count in cells.items():
        out[rows[i], cols[j], count] += count
    return out


@lru_cache(maxsize=16)
def _meet_design(n: int) -> tuple[dict[Any, int], list[tuple[Labels, Labels]], Floats]:
    """Return the shares of elements of each kind for all tables, as an orthonormal basis."""
    both = [pair for size in range(1, n + 1) for pair in pairs(size)]
    kinds: dict[Any, int] = {}
    design = np.zeros((len(both), 20 * len(both)))
    for k, (a, b) in enumerate(both):
        for kind, count in _kinds(a, b).items():
            design[k, kinds.setdefault(kind, len(kinds))] = count / len(a)
    left, scale, _ = np.linalg.svd(design[:, : len(kinds)], full_matrices=False)
    places = {canonical(a, b): k for k, (a, b) in enumerate(both)}
    return places, both, left[:, scale > TOLERANCE]


def _meet_fit(m: Measured, n: int) -> _Fit:
    if ("meet", n) not in m.memo:
        places, both, basis = _meet_design(n)
        values = np.array([m.similarity(a, b) for a, b in both])
        finite = np.isfinite(values).all()
        fitted = basis @ (basis.T @ values) if finite else np.full(len(values), np.nan)
        m.memo["meet", n] = _Fit(places, values, fitted)
    fit: _Fit = m.memo["meet", n]
    return fit


@axiom(f"{_XIANG}, Property 4.5 (eq. 3)", pairs)
def meet_weighted(m: Measured, a: Labels, b: Labels) -> Claim:
    """There is a function σ with S(a, b) = Σ n_ij/n · σ(how b cuts a_i, how a cuts b_j).

    σ may depend on the sizes of the parts of a_i and of b_j and on n_ij. One function for all n is
    fitted by least squares; where none satisfies all equations, the best approximation is shown.
    """
    fit = _meet_fit(m, len(a))
    k = fit.places[canonical(a, b)]
    return Claim(fit.values[k], "=", fit.fitted[k], "S(a, b)", "best approximation")


def worsening(a: Labels) -> list[Labels]:
    """Return the clusterings from a to a worst one in the way of section 6.

    The largest cluster is halved until only singletons are left. Then the elements that are alone
    in a are merged two by two; a last one joins the first other cluster.

    Examples
    --------
    >>> worsening((0, 0, 1))
    [(0, 0, 1), (0, 1, 2), (0, 1, 0)]
    """
    series, now = [relabel(a)], list(a)
    while max(Counter(now).values()) > 1:
        largest = Counter(now).most_common(1)[0][0]
        members = [e for e, label in enumerate(now) if label == largest]
        for e in members[(len(members) + 1) // 2 :]:
            now[e] = len(a) + len(series)
        series.append(relabel(now))
    now = list(bottom(len(a)))
    alone = [e for e, label in enumerate(a) if a.count(label) == 1]
    for first, second in zip(alone[::2], alone[1::2], strict=False):
        now[second] = now[first]
        series.append(relabel(now))
    if len(alone) % 2 and len(a) > 1:
        now[alone[-1]] = next(label for e, label in enumerate(now) if e != alone[-1])
        series.append(relabel(now))
    return series


def _series_steps(n: int) -> Iterator[Case]:
    for a in shapes(n):
        series = worsening(a)
        yield from ((a, b, c) for b, c in pairwise(series))


@axiom(f"{_XIANG}, sec. 6", _series_steps)
def strictly_decreasing_while_worsening(m: Measured, a: Labels, b: Labels, c: Labels) -> Claim:
    """The similarity falls at every step from a to a worst clustering: S(a, b) > S(a, c).

    The steps are those of section 6: halve the largest cluster until only singletons are left, then
    merge the elements that are alone in a.
    """
    return Claim(m.similarity(a, b), ">", m.similarity(a, c), "S(a, b)", "S(a, c)")


def _series_ends(n: int) -> Iterator[Case]:
    return ((a, worsening(a)[-1]) for a in shapes(n) if n > 1)


@axiom(f"{_XIANG}, sec. 6", _series_ends)
def zero_after_worsening(m: Measured, a: Labels, b: Labels) -> Claim:
    """The similarity to the worst clustering is 0: S(a, b) = 0.

    The worst clustering is the last one of the series of section 6.
    """
    return Claim(m.similarity(a, b), "=", 0.0, "S(a, b)", "0")


def _cuts(sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the parts with one split in two, or one element moved to a smaller part.

    >>> list(_cuts((3, 1)))
    [(2, 1, 1), (2, 2)]
    """
    found = []
    for k, size in enumerate(sizes):
        rest = sizes[:k] + sizes[k + 1 :]
        found += [(*rest, size - new, new) for new in range(1, size // 2 + 1)]
        for other, less in enumerate(sizes):
            if size > less + 1:
                moved = list(sizes)
                moved[k] -= 1
                moved[other] += 1
                found.append(tuple(moved))
    yield from dict.fromkeys(tuple(sorted(parts, reverse=True)) for parts in found)


def _worse_cuts(n: int) -> Iterator[Case]:
    for sizes in integer_partitions(n):
        for cut in _cuts(sizes):
            yield of_sizes(sizes), of_sizes(cut)


@axiom(f"{_XIANG}, Property 4.2", _worse_cuts, needs="rule")
def subcomponent_monotone(m: Measured, a: Labels, b: Labels) -> Claim:
    """The score of a cluster falls, or stays, as it has more parts or parts of more even sizes.

    s(b) ≤ s(a), where b has one part of a split in two, or one element moved from a larger part to
    a smaller one. All changes that make the sizes less skewed are sequences of such steps.
    """
    return Claim(m.score(b), "≤", m.score(a), "s(b)", "s(a)")


@axiom(f"{_XIANG}, Property 4.3", singles, needs="rule")
def subcomponent_normalized(m: Measured, a: Labels) -> Claim:
    """A score is 1 only for a whole cluster, 0 only for one cut into singletons, else between."""
    score, parts = m.score(a), len(set(a))
    if parts == 1:
        return Claim(score, "=", 1.0, "s(a)", "1")
    if parts == len(a):
        return Claim(score, "=", 0.0, "s(a)", "0")
    if not score > 0:
        return Claim(score, ">", 0.0, "s(a)", "0")
    return Claim(1.0, ">", score, "1", "s(a)")


def _one_cluster(n: int) -> Iterator[Case]:
    for sizes in integer_partitions(n):
        cut = of_sizes(sizes)
        yield top(n), cut
        yield cut, top(n)


@axiom(f"{_XIANG}, Property 4.4", _one_cluster, needs="rule")
def subcomponent_consistent(m: Measured, a: Labels, b: Labels) -> Claim | None:
    """The similarity of a cluster L and its parts is the score of L: S({L}, C_L) = s(C | L).

    Both orders are checked: one cluster against its parts, and the parts against the cluster.
    """
    cut = b if max(a) == 0 else a
    if max(a) > 0 and max(b) > 0:
        return None
    score = "s(b | a)" if cut is b else "s(a | b)"
    return Claim(m.similarity(a, b), "=", m.score(cut), "S(a, b)", score)
