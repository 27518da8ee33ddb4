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
    return repr(diff).splitlines()[:10]


def named(lines, before, after):
    """Return whether a line has these clusters, and no others, on both sides of the arrow."""

    def clusters(text):
        text = text.split(": ")[1].replace(" and ", ", ")
        return {part.split(" (")[0].strip() for part in text.split(", ") if not part[0].isspace()}

    texts = [line.split("  ")[-1] for line in lines if " → " in line and "clusters" not in line]
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
    assert len(diff.changed) == len(splits) + len(merges)


@pytest.mark.parametrize("seed", range(5))
def test_single_cells(seed):
    low, high, splits, merges = cell_types(seed=seed)
    d = cd.diff(pd.Series(low, name="leiden_0.5"), pd.Series(high, name="leiden_1.0"))
    assert_names_the_truth(d, splits, merges)
    assert "leiden_0.5: 29 → leiden_1.0: 29 (" in repr(d)


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
        "truth: one → kmeans: 1 (100) and 3 (54)",
        "truth: eight (100) and one (100) → kmeans: 1",
    ],
    "ward": [
        "truth: three (169) and nine (145) → ward: 1",
        "truth: one → ward: 9 (96) and 8 (59)",
    ],
    "gmm": [
        "truth: eight (154) and one (94) → gmm: 2",
        "truth: one → gmm: 2 (94) and 9 (62)",
    ],
    "spectral": [
        "truth: three (174) and nine (147) → spectral: 0",
        "truth: eight (136) and one (100) → spectral: 4",
        "truth: one → spectral: 4 (100), 9 (55) and 8 (27)",
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
    assert len(d.changed) > 24_900
    assert len(moved["id"]) == d.moved_count == cd.transfer_distance(before, after)
