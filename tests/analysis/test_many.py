"""pairwise and rank: many clusterings."""

import json

import numpy as np
import pytest

import clusterdiff as cd

RUNS = {"x": [0, 0, 1, 1, 2], "y": [0, 0, 1, 1, 1], "z": [0, 1, 2, 3, 4]}


def test_rank_sorts_and_ties_share_a_rank():
    truth = [0, 0, 1, 1, 1]
    found = cd.rank(truth, {**RUNS, "again": [5, 5, 7, 7, 7]}, "vi", also=["ari", "vi"])
    assert [(entry.rank, entry.name) for entry in found][:2] == [(1, "y"), (1, "again")]
    assert [entry.rank for entry in found] == [1, 1, 3, 4]
    assert list(found["y"].values) == ["variation_of_information", "adjusted_rand"]
    values = [entry.values["variation_of_information"] for entry in found]
    assert values == sorted(values)
    best = cd.rank(truth, RUNS)
    assert [entry.values["adjusted_rand"] for entry in best] == sorted(
        (cd.adjusted_rand(truth, r) for r in RUNS.values()), reverse=True
    )


def test_the_reference_may_be_one_of_the_clusterings():
    found = cd.rank("x", RUNS)
    assert found.reference == "x"
    assert {entry.name for entry in found} == {"y", "z"}
    with pytest.raises(cd.ClusterdiffError, match="No clustering is named 'truth'"):
        cd.rank("truth", RUNS)


def test_intervals_stand_beside_the_measure_that_decides():
    found = cd.rank([0, 0, 1, 1] * 20, {"x": [0, 1, 1, 1] * 20}, "ari", also="vi", interval=True)
    row = found.to_frame().iloc[0]
    assert row["interval_low"] <= row["adjusted_rand"] <= row["interval_high"]
    header = repr(found).splitlines()[1].split()
    assert header.index("95") == header.index("adjusted_rand") + 1
    assert "interval_low" not in cd.rank([0, 1], {"x": [0, 1]}).to_frame()


def test_what_cannot_be_ranked_says_so():
    with pytest.raises(cd.ClusterdiffError, match="entropy has no best value"):
        cd.rank([0, 1], {"x": [0, 1]}, "entropy")
    with pytest.raises(cd.ClusterdiffError, match="no clustering to rank"):
        cd.rank([0, 1], {})
