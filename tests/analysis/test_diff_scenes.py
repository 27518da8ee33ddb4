"""Planted splits and merges are found by name, and are listed before changes due to noise."""

import numpy as np
import pytest

import clusterdiff as cd
from tests.helpers.scenes import scene, volume


def cuts_of(found):
    return {cut.cluster: {part.name for part in cut.parts} for cut in found}


def assert_tells_the_story(planted, **options):
    """Assert that each planted change costs more than all other changes."""
    d = cd.diff(planted.a, planted.b, **options)
    planted = planted.named()
    truth = planted.truth
    found = d.of_kind("split", "merged", "mixed")[: len(truth)]
    first = {(frozenset(c.clusters_a), frozenset(c.clusters_b)) for c in found}
    assert first == truth
    assert cuts_of(d.splits) == planted.splits
    assert cuts_of(d.merges) == planted.merges
    assert sum(c.cost for c in d.changes) == pytest.approx(d.total_cost, rel=1e-12)
    return d


@pytest.mark.parametrize("noise", [0.01, 0.05, 0.1])
@pytest.mark.parametrize(("k", "ratio"), [(12, 20), (12, 100), (60, 100)])
@pytest.mark.parametrize("kind", ["strays", "neighbors"])
def test_clusters_of_unequal_size(kind, k, ratio, noise):
    for seed in range(2):
        assert_tells_the_story(scene(kind, k, ratio, noise, seed))


@pytest.mark.slow
@pytest.mark.parametrize("noise", [0.01, 0.03, 0.1])
@pytest.mark.parametrize("kind", ["strays", "neighbors"])
def test_two_thousand_clusters(kind, noise):
    assert_tells_the_story(scene(kind, 2000, 20, noise, 0, changes=40))


@pytest.mark.parametrize("noise", [0.01, 0.02, 0.05, 0.1])
@pytest.mark.parametrize("seed", range(2))
def test_segmentations(noise, seed):
    assert_tells_the_story(volume(40, 30, noise, seed))


def test_the_threshold_is_stable():
    """Different noise of the same size, or fewer elements, changes the share by a few percent."""
    scenes = [scene("strays", 12, 100, 0.03, seed) for seed in range(4)]
    scenes += [planted.without(share) for planted in scenes for share in (0.05, 0.2)]
    shares = [assert_tells_the_story(planted).threshold.min_share for planted in scenes]
    assert max(shares) < 0.35
    assert np.std(shares) < 0.08


@pytest.mark.parametrize("share", [0.1, 0.2, 0.3])
def test_the_story_does_not_depend_on_the_exact_threshold(share):
    assert_tells_the_story(scene("strays", 12, 20, 0.03, 1), min_share=share)


@pytest.mark.slow
def test_ten_changes_of_a_large_segmentation_have_a_line_each():
    assert_lines_name(volume(256, 1000, 0.02, 0, changes=10))


def test_ten_changes_have_a_line_each():
    assert_lines_name(scene("strays", 60, 20, 0.03, 0, changes=10))


def assert_lines_name(planted):
    """Assert that the first ten lines of the table are the planted changes, each once."""
    lines = repr(assert_tells_the_story(planted)).splitlines()[2:12]
    said = {tuple(line.split("  ")[-1].strip().split(" → ")) for line in lines}
    assert len(said) == 10

    def names(text, between):
        return {int(part.split(" ")[0]) for part in text.split(between)}

    for one, parts in planted.splits.items():
        (found,) = (right for left, right in said if left == str(one))
        assert names(found, ", ") == parts
    for one, parts in planted.merges.items():
        (found,) = (left for left, right in said if right == str(one))
        assert names(found, " + ") == parts


def test_more_changes_are_counted():
    planted = scene("strays", 60, 20, 0.0, 0, changes=20)
    lines = repr(cd.diff(planted.a, planted.b)).splitlines()
    assert len([line for line in lines if "split" in line and line.endswith("+ 2 smaller")]) == 1
    few = scene("strays", 60, 20, 0.0, 0, changes=6)
    assert "smaller" not in repr(cd.diff(few.a, few.b))
