"""Measures of objects: definitions, peers, limit cases, background."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff.errors import ClusterdiffError, InputError, OptionError
from clusterdiff.measures import FAMILIES
from clusterdiff.segmentation import ObjectCells, ObjectTable

OBJECTS = FAMILIES["objects"]
EACH = pytest.mark.parametrize("measure", OBJECTS, ids=lambda m: m.name)


def images(seed, size=24, objects=6):
    """Return two random label images with background 0."""
    random = np.random.default_rng(seed)
    grid = np.stack(np.meshgrid(np.arange(size), np.arange(size), indexing="ij"), -1)

    def cells(centers, radius):
        distance = np.sqrt(((grid[:, :, None] - centers) ** 2).sum(-1))
        return np.where(distance.min(-1) > radius, 0, distance.argmin(-1) + 1)

    centers = random.random((objects, 2)) * size
    a = cells(centers, size / 4)
    moved = centers + random.normal(0, 1.5, centers.shape)
    return a, cells(moved[: objects - 1] if seed % 2 else moved, size / 5)


def masks(image):
    return [image == label for label in np.unique(image) if label]


def ious(a, b):
    return np.array([[(x & y).sum() / (x | y).sum() for y in masks(b)] for x in masks(a)])


def most_pairs(scores, threshold):
    """Return the largest number of pairs, and their largest sum, by trying all pairings."""
    if scores.shape[0] > scores.shape[1]:
        scores = scores.T
    best = (0, 0.0)
    for columns in permutations(range(scores.shape[1]), scores.shape[0]):
        found = scores[range(scores.shape[0]), columns]
        found = found[found >= threshold]
        best = max(best, (len(found), float(found.sum())))
    return best


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("threshold", [0.05, 0.3, 0.5, 0.8])
def test_matched_objects_are_the_best_of_all_pairings(seed, threshold):
    a, b = images(seed)
    scores = ious(a, b)
    found, total = most_pairs(scores, threshold)
    others = sum(scores.shape) - 2 * found
    chosen = {"background": 0, "threshold": threshold}
    assert cd.panoptic_quality(a, b, **chosen) == pytest.approx(total / (found + others / 2))
    assert cd.recognition_quality(a, b, **chosen) == pytest.approx(found / (found + others / 2))
    assert cd.average_precision(a, b, **chosen) == pytest.approx(found / (found + others))
    assert cd.segmentation_quality(a, b, **chosen) == pytest.approx(total / found if found else 0)


@pytest.mark.parametrize("seed", range(8))
def test_measures_of_objects_follow_their_definitions(seed):
    a, b = images(seed, size=20)
    truth, found = masks(a), masks(b)
    scores = ious(a, b)
    dice = 2 * scores / (1 + scores)
    half = np.array([[2 * (x & y).sum() > x.sum() for y in found] for x in truth])
    assert cd.seg(a, b, background=0) == pytest.approx((scores * half).sum() / len(truth))
    best = min(dice.max(1).mean(), dice.max(0).mean())
    assert cd.symmetric_best_dice(a, b, background=0) == pytest.approx(best)
    shared = union = 0
    used = set()
    for i, x in enumerate(truth):
        j = int(scores[i].argmax())
        if scores[i, j] == 0:
            union += x.sum()
            continue
        used.add(j)
        shared += (x & found[j]).sum()
        union += (x | found[j]).sum()
    union += sum(y.sum() for j, y in enumerate(found) if j not in used)
    assert cd.aggregated_jaccard(a, b, background=0) == pytest.approx(shared / union)


@pytest.mark.parametrize("seed", range(8))
def test_voxel_measures_equal_scikit_image(seed):
    metrics = pytest.importorskip("skimage.metrics")
    a, b = images(seed)
    inside = a > 0
    split, merge = metrics.variation_of_information(a[inside], b[inside])
    assert cd.vi_split(a, b, background=0) == pytest.approx(split)
    assert cd.vi_merge(a, b, background=0) == pytest.approx(merge)
    error = metrics.adapted_rand_error(a, b)[0]
    assert cd.adapted_rand_error(a, b, background=0) == pytest.approx(error)
    score = np.sqrt((split + merge) * error)
    assert cd.cremi_score(a, b, background=0) == pytest.approx(score)


@pytest.mark.parametrize("name", ["adapted_rand_error", "vi_split", "vi_merge", "cremi_score"])
@pytest.mark.parametrize("seed", range(4))
def test_background_of_b_becomes_what_the_option_says(name, seed):
    measure = cd.measures.get_measure(name)
    a, b = images(seed)
    alone, empty = b.copy(), b == 0
    alone[empty] = 1000 + np.arange(empty.sum())
    found = measure(a, b, background=0, found_background="singletons")
    assert found == pytest.approx(measure(a, alone, background=0))
    kept = b > 0
    found = measure(a, b, background=0, found_background="ignored")
    assert found == pytest.approx(measure(a[kept], b[kept], background=0))


@EACH
def test_limit_cases(measure):
    best, worst = measure.best, 0.0 if measure.direction == "similarity" else 1.0
    for same in ([0, 1, 1, 2], [0, 0, 0], [1, 1, 1], [3, 2, 1]):
        renamed = [0 if x == 0 else x + 7 for x in same]
        assert measure(same, renamed, background=0) == best
    if measure.name not in {"vi_split", "vi_merge", "cremi_score"}:  # nothing is left to count
        nothing = [0, 0, 0, 0] if measure.name != "adapted_rand_error" else [1, 2, 1, 2]
        assert measure([1, 1, 2, 2], nothing, background=0) == worst
        assert measure([0, 0, 0], [0, 1, 1], background=0) == worst


@EACH
@pytest.mark.parametrize("seed", range(6))
def test_claims_of_the_record_hold(measure, seed):
    a, b = images(seed)
    table = ObjectTable.from_labels(a, b, background=0)
    value = measure.on(table)
    low, high = measure.bounds_on(table)
    assert low <= value <= high
    assert measure(a, b, background=0) == value
    other = measure(b, a, background=0)
    assert not measure.symmetric or other == pytest.approx(value, rel=1e-12)
    repeated = np.repeat(a.ravel(), 3), np.repeat(b.ravel(), 3)
    if measure.scale == "invariant":
        assert measure(*repeated, background=0) == pytest.approx(value, rel=1e-12)
    if measure.has_views:
        pair = measure.distance(a, b, background=0), measure.similarity(a, b, background=0)
        assert sum(pair) == pytest.approx(1, abs=1e-14)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_names_of_objects_do_not_matter(pairs):
    a, b = np.array(pairs).T
    new = np.array([0, 9, 4, 6])
    for measure in OBJECTS:
        if not measure.facts.order_dependent:
            found = measure(new[a], b, background=0)
            assert found == pytest.approx(measure(a, b, background=0), abs=1e-12)


def test_one_object_over_everything_has_a_small_intersection_over_union():
    truth = np.zeros((10, 10), int)
    truth[:2, :2] = 1
    found = np.ones((10, 10), int)
    assert cd.panoptic_quality(truth, found, background=0, threshold=0.01) == 0.04
    assert cd.average_precision(truth, found, background=0) == 0


def test_labels_of_any_kind_are_background():
    a, b = ["sky", "car", "car", "dog"], ["sky", "car", "sky", "dog"]
    numbers = [0, 1, 1, 2], [0, 1, 0, 2]
    expected = cd.panoptic_quality(*numbers, background=0)
    assert cd.panoptic_quality(a, b, background="sky") == expected
    big = [np.array(x, np.uint64) + 2**60 for x in numbers]
    assert cd.panoptic_quality(*big, background=2**60) == expected
    assert cd.panoptic_quality(cd.Table.from_labels(*numbers), background=0) == expected
    several = cd.panoptic_quality([0, 1, 1, 2, 9], [0, 1, 0, 2, 9], background=[0, 9])
    assert several == expected
    with pytest.raises(OptionError, match="background must name labels, got 'sky'"):
        cd.panoptic_quality(*numbers, background="sky")


@EACH
def test_without_background_the_error_says_how_to_name_it(measure):
    a, b = [0, 1], [0, 1]
    table = cd.Table.from_labels(a, b)
    wanted = rf"{measure.name} needs the label of the background.*\nHint: {measure.name}\(a, b, ba"
    for call in (
        lambda: measure(a, b),
        lambda: measure(table),
        lambda: measure.on(table),
        lambda: cd.compare(a, b, measures=measure.name),
    ):
        with pytest.raises(InputError, match=wanted):
            call()


def test_compare_shows_measures_of_objects_if_background_is_named():
    a, b = images(1)
    found = cd.compare(a, b, background=0)
    assert [s.name for s in found] == [m.name for m in OBJECTS if m.record.default]
    assert found["pq"].value == cd.panoptic_quality(a, b, background=0)
    assert cd.compare(a, b, background=0, measures="ari")["ari"].value == cd.adjusted_rand(a, b)
    assert cd.compare(ObjectTable.from_labels(a, b, background=0)) == found
    noted = cd.compare(a, b, background=77)
    assert "no element has the label 77, which background names" in noted.assumed
    with pytest.raises(ClusterdiffError, match="cannot be given together"):
        cd.compare(a, b, background=0, X=a.ravel()[:, None])


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "high", True, None, (0.5, 2), ("0.5",), ()])
def test_thresholds_are_checked(wrong):
    with pytest.raises(OptionError, match="threshold must be"):
        cd.average_precision([0, 1, 1], [0, 1, 2], background=0, threshold=wrong)


def test_thresholds_of_numpy_are_numbers():
    for value in (np.float64(0.5), np.float32(0.5), (np.float64(0.5),)):
        assert cd.average_precision([1, 1, 0], [0, 1, 0], background=0, threshold=value) == 1


def test_compare_counts_objects():
    a, b = [0, 1, 1, 2, 3], [0, 0, 1, 2, 2]
    found = cd.compare(a, b, background=0, measures=["pq", "ari"])
    assert found.title == "5 elements: 3 objects in a, 2 in b"
    data = found.to_dict()
    assert [data[key] for key in ("clusters_a", "clusters_b", "cells")] == [3, 2, 3]
    assert data["kind"] == "label image"


@EACH
def test_the_same_objects_have_the_best_value_whatever_the_labels_of_background(measure):
    a, b = [8, 8, 9, 9, 2], [8, 9, 9, 7, 5]
    best = 0.0 if measure.direction == "distance" else 1.0
    assert measure(a, b, background=[7, 8, 9]) == best
    swapped = [1, 1, 0, 0], [0, 0, 1, 1]  # equal as clusterings, and no object is common
    assert not ObjectCells.of(ObjectTable.from_labels(*swapped, background=0)).equal


@EACH
def test_sizes_near_the_largest_integer_do_not_overflow(measure):
    a, b = np.array([1, 1, 1, 2, 0]), np.array([1, 1, 2, 2, 3])
    values = [
        measure(a, b, background=0, weights=np.array([3, 2, 1, 1, 1]) * times)
        for times in (2**40, 2**60 - 1)
    ]
    if measure.record.scale == "invariant":
        assert values[0] == pytest.approx(values[1], rel=1e-12)
    assert np.isfinite(values).all()


def test_an_image_without_objects_is_named_as_the_reason():
    score = cd.compare([0, 1, 1], [0, 0, 0], background=0, measures="sbd")["sbd"]
    assert (score.value, score.by_convention) == (0, "an image has no object")


def test_chance_that_no_measure_has_is_refused():
    with pytest.raises(OptionError, match="needs no features and no background"):
        cd.compare([0, 1, 1], [0, 0, 1], background=0, chance=True)


def test_more_pairs_are_better_than_a_larger_sum():
    """One pair has 0.5, and two others have 25/135 each; below 0.5 the two are taken."""
    counts = [[0, 0, 60], [0, 50, 25], [60, 25, 0]]
    table = cd.Table.from_matrix(counts, ["rest", "a1", "a2"], ["rest", "b1", "b2"])
    found = cd.panoptic_quality(table, background="rest", threshold=0.1)
    assert found == pytest.approx(25 / 135)
    assert cd.recognition_quality(table, background="rest", threshold=0.1) == 1
