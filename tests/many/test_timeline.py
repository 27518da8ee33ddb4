"""Timelines: steps are diffs, events and lineages follow from them."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError

RUNS = {
    "t0": ["a"] * 6 + ["b"] * 6 + ["c"] * 6,
    "t1": ["a"] * 6 + ["b"] * 3 + ["d"] * 3 + ["c"] * 6,
    "t2": ["a"] * 9 + ["d"] * 3 + ["c"] * 6,
    "t3": ["a"] * 9 + ["d"] * 3 + ["e"] * 6,
}


def test_splits_and_merges_are_found_in_order():
    found = cd.timeline(RUNS)
    told = [
        (event.step, event.kind, event.clusters_before, event.clusters_after)
        for event in found.events
    ]
    assert told == [
        (0, "split", ("b",), ("b", "d")),
        (1, "merged", ("a", "b"), ("a",)),
    ]


def test_lineages_are_followed_as_long_as_a_cluster_is_kept():
    found = {(x.start, x.clusters, x.origin, x.fate) for x in cd.timeline(RUNS).lineages()}
    assert found == {
        (0, ("b",), "start", "split"),
        (0, ("a", "a"), "start", "merged"),
        (1, ("b",), "split", "merged"),
        (1, ("d", "d", "d"), "split", "end"),
        (2, ("a", "a"), "merged", "end"),
        (0, ("c", "c", "c", "e"), "start", "end"),
    }


def test_every_cluster_is_in_one_lineage():
    rng = np.random.default_rng(0)
    for _ in range(10):
        runs = [rng.integers(0, 5, 80)]
        for _ in range(4):
            runs.append(np.where(rng.random(80) < 0.3, rng.integers(0, 5, 80), runs[-1]))
        found = cd.timeline({f"t{k}": run for k, run in enumerate(runs)})
        seen = [
            (x.start + k, label) for x in found.lineages() for k, label in enumerate(x.clusters)
        ]
        assert sorted(seen) == [
            (k, label) for k, run in enumerate(runs) for label in sorted(set(run.tolist()))
        ]


def test_steps_have_the_value_of_the_measure():
    found = cd.timeline(RUNS, measure="van_dongen")
    names = list(RUNS)
    for step, a, b in zip(found.steps, names, names[1:], strict=False):
        assert step.value == cd.van_dongen(RUNS[a], RUNS[b])
    assert [row["before"] for row in found.to_dict()["steps"]] == names[:-1]


def test_elements_missing_from_a_run_do_no_harm():
    runs = cd.Clusterings([[0, 0, 1, 1, 2], [0, 0, 1, 1, None], [0, 0, 1, 1, 2]], missing="drop")
    found = cd.timeline(runs)
    alone = [(x.start, x.origin, x.fate) for x in found.lineages() if x.clusters == (2,)]
    assert alone == [(0, "start", "absent"), (2, "absent", "end")]


def test_one_clustering_is_not_a_sequence():
    with pytest.raises(InputError, match="two or more clusterings"):
        cd.timeline({"t0": [0, 1]})


def test_pictures_and_tables():
    from matplotlib.figure import Figure

    found = cd.timeline(RUNS)
    ax = found.plot("clustree", ax=Figure().subplots())
    assert len(ax.texts) == 3 + 4 + 3 + 3
    assert found.plot(ax=Figure().subplots()).texts
    assert "t0 → t1: split b → b (3), d (3)" in repr(found)
    assert len(found.records()) == 2
