r"""Objects: how well the objects of one label image are found in another, the reference first.

In the formulas, \(a_i\) and \(b_j\) are the sizes of objects, \(n_{ij}\) is their overlap, and
\(J_{ij} = n_{ij}/(a_i + b_j - n_{ij})\) their intersection over union. Objects are matched one to one; TP is the
number of matched pairs, FN that of objects of a without a partner, and FP that of objects of b without one. The measures are
called with the label of the background, ``background``.
"""

from math import sqrt
from typing import Annotated

import numpy as np

from clusterdiff.checks import is_number
from clusterdiff.errors import OptionError
from clusterdiff.measures._conventions import by_convention, ratio
from clusterdiff.measures._measure import measure
from clusterdiff.measures._precision_recall import PrecisionRecall, Share
from clusterdiff.measures._record import ByOptions
from clusterdiff.measures._references import (
    ARGANDA,
    CAICEDO,
    KIRILLOV,
    KUMAR,
    MASKA,
    SCHARR,
)
from clusterdiff.measures.information import Base, in_base, unit_of
from clusterdiff.numerics import ordered_sum, run_starts
from clusterdiff.segmentation import FOUND_BACKGROUNDS, FoundBackground, ObjectCells

Threshold = Annotated[
    float, "Least intersection over union of matched objects, above 0 and at most 1."
]
Thresholds = Annotated[
    float | str | tuple[float, ...],
    'The threshold; or several, whose mean is returned: a tuple, or ``"0.5:0.95"`` for 0.5, 0.55, …, 0.95.',
]
Found = Annotated[
    FoundBackground,
    "What the background of b is inside the objects of a: one cluster, as in scikit-image and funlib; a cluster per element, as in SNEMI3D and CREMI; or left out.",
]
_FOUND = {"found_background": FOUND_BACKGROUNDS}
_UNIT = ByOptions(lambda base, found_background: unit_of(base))
_NO_OBJECT = "neither image has an object"
_ONE_EMPTY = "an image has no object"
_NO_MATCH = "no object is matched"
_NO_VOXEL = "no element is in an object of a"
Floats = np.ndarray[tuple[int], np.dtype[np.float64]]


def _checked(threshold: object) -> float:
    if not is_number(threshold) or not 0 < threshold <= 1:
        raise OptionError(f"threshold must be above 0 and at most 1, got {threshold!r}.")
    return float(threshold)


def _several(threshold: float | str | tuple[float, ...]) -> list[float]:
    if isinstance(threshold, str) and threshold == "0.5:0.95":
        return [i / 100 for i in range(50, 100, 5)]
    several = threshold if isinstance(threshold, tuple) else (threshold,)
    if not several:
        raise OptionError("threshold must be at least one number, got ().")
    return [_checked(t) for t in several]


def _not_iou(o: ObjectCells) -> Floats:
    """Return one minus the intersection over union of each cell, without cancellation."""
    out: Floats = (o.unions - o.shared) / o.unions
    return out


def _not_panoptic(o: ObjectCells, *, threshold: float = 0.5) -> float:
    m = o.matched(_checked(threshold))
    lost = ordered_sum(_not_iou(o)[m.cells]) + (m.missed + m.spurious) / 2
    return ratio(lost, m.found + (m.missed + m.spurious) / 2, _NO_OBJECT, 1.0)


def _not_segmented(o: ObjectCells, *, threshold: float = 0.5) -> float:
    m = o.matched(_checked(threshold))
    return ratio(ordered_sum(_not_iou(o)[m.cells]), m.found, _NO_MATCH, 1.0)


def _not_recognized(o: ObjectCells, *, threshold: float = 0.5) -> float:
    m = o.matched(_checked(threshold))
    lost = m.missed + m.spurious
    return ratio(lost, 2 * m.found + lost, _NO_OBJECT, 1.0)


def _not_precise(o: ObjectCells, *, threshold: float | str | tuple[float, ...] = 0.5) -> float:
    found = [o.matched(t) for t in _several(threshold)]
    shares = [
        ratio(m.missed + m.spurious, m.found + m.missed + m.spurious, _NO_OBJECT, 1.0)
        for m in found
    ]
    return sum(shares) / len(shares)


@measure(
    label="Panoptic quality",
    symbol="PQ",
    aliases=("pq",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    scale="invariant",
    default=True,
    complement=_not_panoptic,
    references=(KIRILLOV,),
)
def panoptic_quality(o: ObjectCells, /, *, threshold: Threshold = 0.5) -> float:
    r"""Sum of the intersections over unions of matched objects, divided by the mean number of objects.

    Formula: \frac{\sum_{(i,j) \in TP} J_{ij}}{TP + \frac12 FP + \frac12 FN}
    Meaning: 1 = the same objects; 0 = no object is matched; segmentation quality times recognition quality
    Beware: an object just below the threshold counts as one that is missed and one that is spurious

    >>> panoptic_quality([0, 1, 1, 1, 2], [0, 1, 1, 0, 2], background=0)
    0.8333333333333333
    """
    m = o.matched(_checked(threshold))
    return ratio(ordered_sum(o.iou[m.cells]), m.found + (m.missed + m.spurious) / 2, _NO_OBJECT)


@measure(
    label="Segmentation quality",
    symbol="SQ",
    aliases=("sq",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    scale="invariant",
    complement=_not_segmented,
    references=(KIRILLOV,),
)
def segmentation_quality(o: ObjectCells, /, *, threshold: Threshold = 0.5) -> float:
    r"""Mean intersection over union of the matched objects.

    Formula: \frac{1}{TP} \sum_{(i,j) \in TP} J_{ij}
    Meaning: 1 = matched objects have the same elements
    Beware: objects without a partner do not count

    >>> segmentation_quality([0, 1, 1, 1, 2], [0, 1, 1, 0, 3], background=0)
    0.8333333333333333
    """
    m = o.matched(_checked(threshold))
    return ratio(ordered_sum(o.iou[m.cells]), m.found, _NO_MATCH)


@measure(
    label="Recognition quality",
    symbol="RQ",
    aliases=("rq", "object_f1"),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    scale="invariant",
    complement=_not_recognized,
    references=(KIRILLOV,),
)
def recognition_quality(o: ObjectCells, /, *, threshold: Threshold = 0.5) -> float:
    r"""F-measure of the objects that are found: twice the matched pairs by all objects of both images.

    Formula: \frac{TP}{TP + \frac12 FP + \frac12 FN}
    Meaning: 1 = every object has a partner; 0 = none has
    Beware: how well matched objects overlap does not count

    >>> recognition_quality([0, 1, 1, 1, 2], [0, 1, 1, 0, 0], background=0)
    0.6666666666666666
    """
    m = o.matched(_checked(threshold))
    return ratio(2 * m.found, 2 * m.found + m.missed + m.spurious, _NO_OBJECT)


@measure(
    label="Average precision of objects",
    symbol="AP",
    aliases=("ap", "object_accuracy"),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    scale="invariant",
    default=True,
    complement=_not_precise,
    references=(CAICEDO,),
)
def average_precision(o: ObjectCells, /, *, threshold: Thresholds = 0.5) -> float:
    r"""Matched pairs of objects divided by matched pairs, missed and spurious objects.

    Formula: \frac{TP}{TP + FP + FN}
    Meaning: 1 = every object has a partner; 0 = none has
    Beware: it needs no confidences, unlike the area under a precision–recall curve of the same name

    >>> average_precision([0, 1, 1, 1, 2], [0, 1, 1, 0, 2], background=0, threshold=(0.5, 0.9))
    0.6666666666666666
    """
    found = [o.matched(t) for t in _several(threshold)]
    shares = [ratio(m.found, m.found + m.missed + m.spurious, _NO_OBJECT) for m in found]
    return sum(shares) / len(shares)


def _seg_cells(o: ObjectCells) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the cells that have more than half of an object of a; at most one per object."""
    return np.flatnonzero(o.shared > o.sizes_a[o.rows] - o.shared)


@measure(
    label="SEG of the Cell Tracking Challenge", symbol="SEG", direction="similarity", bounds=(0.0, 1.0),
    symmetric=False, scale="invariant",
    complement=lambda o: ratio(
        ordered_sum(_not_iou(o)[_seg_cells(o)]) + (len(o.sizes_a) - len(_seg_cells(o))),
        len(o.sizes_a), "a has no object", 1.0,
    ),
    references=(MASKA,),
)  # fmt: skip
def seg(o: ObjectCells, /) -> float:
    r"""Mean over the objects of a of the intersection over union with the object that has more than half of it.

    Formula: \frac{1}{|a|} \sum_i \sum_{j : n_{ij} > a_i/2} J_{ij}
    Meaning: 1 = every object of a is an object of b; 0 = no object of b has more than half of one of a
    Beware: objects of b that cover no object of a do not count

    >>> seg([0, 1, 1, 1, 2], [3, 1, 1, 0, 0], background=0)
    0.3333333333333333
    """
    return ratio(ordered_sum(o.iou[_seg_cells(o)]), len(o.sizes_a), "a has no object")


def _least_dice(o: ObjectCells) -> tuple[float, float]:
    """Return the mean of one minus the best Dice coefficient of the objects of a, and of b."""
    out = []
    for place, sizes in ((o.rows, o.sizes_a), (o.cols, o.sizes_b)):
        least = np.ones(len(sizes))
        np.minimum.at(least, place, o.not_dice)
        out.append(
            ordered_sum(least) / len(sizes) if len(sizes) else by_convention(1.0, _ONE_EMPTY)
        )
    return out[0], out[1]


@measure(
    label="Symmetric best Dice",
    symbol="SBD",
    aliases=("sbd",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=True,
    scale="invariant",
    complement=lambda o: max(_least_dice(o)),
    references=(SCHARR,),
)
def symmetric_best_dice(o: ObjectCells, /) -> float:
    r"""Mean over objects of the best Dice coefficient with an object of the other image, the smaller of both directions.

    Formula: \min\left(\frac{1}{|a|} \sum_i \max_j \frac{2 n_{ij}}{a_i + b_j}, \frac{1}{|b|} \sum_j \max_i \frac{2 n_{ij}}{a_i + b_j}\right)
    Meaning: 1 = the same objects; 0 = no object overlaps another
    Beware: one object may be the best partner of several

    >>> symmetric_best_dice([0, 1, 1, 2], [0, 1, 1, 0], background=0)
    0.5
    """
    sides = [o.best(o.dice, side) for side in ("a", "b")]
    means = [ordered_sum(s) / len(s) if len(s) else by_convention(0.0, _ONE_EMPTY) for s in sides]
    return min(means)


def _aggregated(o: ObjectCells) -> tuple[int, int]:
    """Return the elements shared with the best partners, and those of the unions and of the rest.

    The partner of an object of a is the object of b with the largest intersection over union; of
    several, the first.
    """
    order = np.lexsort((o.cols, -o.iou, o.rows))
    first = order[run_starts(o.rows[order])]
    lonely = np.ones(len(o.sizes_a), bool)
    lonely[o.rows[first]] = False
    unused = np.ones(len(o.sizes_b), bool)
    unused[o.cols[first]] = False
    shared = int(o.shared[first].sum())
    rest = int(o.sizes_a[lonely].sum()) + int(o.sizes_b[unused].sum())
    return shared, sum(o.unions[first].tolist()) + rest


def _not_aggregated(o: ObjectCells) -> float:
    shared, whole = _aggregated(o)
    return ratio(whole - shared, whole, _NO_OBJECT, 1.0)


@measure(
    label="Aggregated Jaccard index",
    symbol="AJI",
    aliases=("aji",),
    direction="similarity",
    bounds=(0.0, 1.0),
    symmetric=False,
    scale="invariant",
    order_dependent=True,
    complement=_not_aggregated,
    references=(KUMAR,),
)
def aggregated_jaccard(o: ObjectCells, /) -> float:
    r"""Elements that the objects of a share with their best partners, divided by those of the unions and of unused objects.

    Formula: \frac{\sum_i n_{i\,p(i)}}{\sum_i |a_i \cup b_{p(i)}| + \sum_{j \notin p} b_j},\quad p(i) = \arg\max_j J_{ij}
    Meaning: 1 = the same objects; 0 = no object overlaps another
    Beware: an object of b that is the best partner of several objects of a counts several times

    >>> aggregated_jaccard([0, 1, 1, 2, 2], [1, 1, 1, 0, 3], background=0)
    0.6
    """
    return ratio(*_aggregated(o), _NO_OBJECT)


def _pair_shares(o: ObjectCells, found_background: FoundBackground) -> PrecisionRecall:
    c = o.voxel_pairs(found_background)
    if c is None:
        return PrecisionRecall(Share(0, 0), Share(0, 0))
    return PrecisionRecall(Share(c.both, c.only_b), Share(c.both, c.only_a))


@measure(
    label="Adapted Rand error",
    symbol="ARE",
    aliases=("are",),
    direction="distance",
    bounds=(0.0, 1.0),
    symmetric=False,
    choices=_FOUND,
    default=True,
    complement=lambda o, found_background="cluster": _pair_shares(o, found_background).part("f"),
    references=(ARGANDA,),
)
def adapted_rand_error(o: ObjectCells, /, *, found_background: Found = "cluster") -> float:
    r"""One minus the F-measure of the pairs of elements, over the elements that are in objects of a.

    Formula: 1 - \frac{2 P R}{P + R}
    Meaning: 0 = the objects of a are those of b there; 1 = no pair is together in both
    Beware: what b has on the background of a does not count, so that spurious objects there cost nothing

    >>> adapted_rand_error([0, 1, 1, 2, 2], [3, 3, 3, 4, 4], background=0)
    0.0
    """
    return _pair_shares(o, found_background).complement("f")


def _voxels(
    o: ObjectCells, part: str, base: float | str, found_background: FoundBackground
) -> float:
    found = o.voxel_entropies(found_background)
    if found is None:
        return by_convention(0.0, _NO_VOXEL)
    return in_base(getattr(found, part), base)


def _most_bits(
    o: ObjectCells, *, base: float | str = 2, found_background: FoundBackground = "cluster"
) -> float:
    found = o.voxel_entropies(found_background)
    return 0.0 if found is None else in_base(float(np.log(found.n)), base)


@measure(
    label="VI of splits",
    symbol="VI_s",
    aliases=("false_splits",),
    direction="distance",
    bounds=(0.0, _most_bits),
    best=0.0,
    symmetric=False,
    unit=_UNIT,
    choices=_FOUND,
    default=True,
    references=(ARGANDA,),
)
def vi_split(o: ObjectCells, /, *, base: Base = 2, found_background: Found = "cluster") -> float:
    r"""Part of the variation of information that comes from objects of a that are split in b, over their elements.

    Formula: H(b \mid a) = H(a, b) - H(a)
    Meaning: 0 = no object of a is split
    Beware: what b has on the background of a does not count

    >>> vi_split([0, 1, 1, 2, 2], [3, 3, 4, 5, 5], background=0)
    0.5
    """
    return _voxels(o, "split", base, found_background)


@measure(
    label="VI of merges",
    symbol="VI_m",
    aliases=("false_merges",),
    direction="distance",
    bounds=(0.0, _most_bits),
    best=0.0,
    symmetric=False,
    unit=_UNIT,
    choices=_FOUND,
    default=True,
    references=(ARGANDA,),
)
def vi_merge(o: ObjectCells, /, *, base: Base = 2, found_background: Found = "cluster") -> float:
    r"""Part of the variation of information that comes from objects of a that are merged in b, over their elements.

    Formula: H(a \mid b)
    Meaning: 0 = no object of b covers two objects of a
    Beware: what b has on the background of a does not count

    >>> vi_merge([0, 1, 1, 2, 2], [3, 3, 3, 3, 3], background=0)
    1.0
    """
    return _voxels(o, "merge", base, found_background)


@measure(
    label="CREMI score",
    symbol="CREMI",
    aliases=("cremi",),
    direction="distance",
    bounds=(
        0.0,
        lambda o, found_background="cluster": sqrt(
            2 * _most_bits(o, found_background=found_background)
        ),
    ),
    best=0.0,
    symmetric=False,
    choices=_FOUND,
    references=(ARGANDA,),
)
def cremi_score(o: ObjectCells, /, *, found_background: Found = "cluster") -> float:
    r"""Geometric mean of the variation of information in bits and the adapted Rand error, over the objects of a.

    Formula: \sqrt{(H(b \mid a) + H(a \mid b)) \cdot ARE}
    Meaning: 0 = the objects of a are those of b there
    Beware: what b has on the background of a does not count; the challenge counts pairs of an element with itself, too

    >>> cremi_score([0, 1, 1, 2, 2], [3, 3, 3, 4, 4], background=0)
    0.0
    """
    parts = (_voxels(o, part, 2, found_background) for part in ("split", "merge"))
    return sqrt(sum(parts) * _pair_shares(o, found_background).complement("f"))
