"""The first ten lines of a diff name the true changes for every kind of noise."""

from pathlib import Path
from time import process_time

import numpy as np
import pandas as pd
import pytest

import clusterdiff as cd
from clusterdiff.views import csv_parts, json_parts
from tests.helpers.acceptance import cell_types, segmentations

DIGITS = Path(__file__).parents[2] / "examples" / "digits.csv"


def first_lines(diff):
    """Return ten lines below the title and the names of the columns."""
    return repr(diff).splitlines()[2:12]


def named(lines, before, after):
    """Return whether a line has these clusters, and no others, on both sides of the arrow."""

    def clusters(text):
        return {part.split(" (")[0].strip() for part in text.replace(" + ", ", ").split(", ")}

    texts = [line.split("  ")[-1] for line in lines if "merged" in line or "split" in line]
    sides = [text.split(" → ") for text in texts]
    wanted = ({str(x) for x in before}, {str(x) for x in after})
    return any((clusters(left), clusters(right)) == wanted for left, right in sides)


def assert_names_the_truth(diff, splits, merges):
    lines = first_lines(diff)
    for cluster, parts in splits.items():
        assert named(lines, [cluster], parts), (cluster, parts)
    for cluster, parts in merges.items():
        assert named(lines, parts, [cluster]), (cluster, parts)
    assert len(diff.splits) == len(splits)
    assert len(diff.merges) == len(merges)
    assert len(diff.of_kind("split", "merged", "mixed")) == len(splits) + len(merges)


@pytest.mark.parametrize("seed", range(5))
def test_single_cells(seed):
    low, high, splits, merges = cell_types(seed=seed)
    d = cd.diff(pd.Series(low, name="leiden_0.5"), pd.Series(high, name="leiden_1.0"))
    assert_names_the_truth(d, splits, merges)
    assert "change  leiden_0.5 → leiden_1.0\n" in repr(d)


@pytest.mark.parametrize("seed", range(3))
def test_segmentation(seed):
    before, after, splits, merges = segmentations(64, 60, seed=seed)
    assert_names_the_truth(cd.diff(before, after), splits, merges)


@pytest.mark.slow
def test_large_segmentation():
    before, after, splits, merges = segmentations(256, 1000)
    assert_names_the_truth(cd.diff(before, after), splits, merges)


# What the confusion matrices show: the digits that share a cluster, and those that are divided.
TRUTH = {
    "kmeans": [
        "one → 1 (100), 3 (54)",
        "eight (100) + one (100) → 1",
    ],
    "ward": [
        "three (169) + nine (145) → 1",
        "one → 9 (96), 8 (59)",
    ],
    "gmm": [
        "eight (154) + one (94) → 2",
        "one → 2 (94), 9 (62)",
    ],
    "spectral": [
        "three (174) + nine (147) → 0",
        "eight (136) + one (100) → 4",
        "one → 4 (100), 9 (55), 8 (27)",
    ],
}


@pytest.mark.parametrize("run", TRUTH)
def test_digits(run):
    frame = pd.read_csv(DIGITS)
    d = cd.diff(frame["truth"], frame[run])
    text = "\n".join(first_lines(d))
    for line in TRUTH[run]:
        assert line in text
    assert len(d.splits) + len(d.merges) == len(TRUTH[run])


@pytest.mark.slow
def test_a_million_elements_and_25000_changed_clusters_are_written_in_seconds():
    random = np.random.default_rng(0)
    n, clusters = 10**6, 50_000
    before = random.integers(0, clusters, n)
    cut = (before < 12_500) & (random.random(n) < 0.4)
    joined = (before >= 12_500) & (before < 37_500)
    after = np.where(cut, clusters + before, np.where(joined, before // 2 * 2, before))
    start = process_time()
    d = cd.diff(before, after)
    text = sum(len(part) for part in json_parts(d.to_dict()))
    text += sum(len(part) for part in csv_parts(d.records()))
    moved = d.moved_columns()
    assert process_time() - start < 10
    assert text > 10**7
    # Clusters have 20 elements: a few of their parts are too small to be named.
    assert len(d.of_kind("split", "merged")) > 24_800
    assert len(moved["id"]) == d.moved_count == cd.transfer_distance(before, after)
