"""Stability of clusters across given clusterings: against definitions, and against clustree."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.errors import InputError, UnknownNameError


def by_definition(runs):
    """Return (clustering, cluster) → (mean Jaccard index, SC3's index as clustree computes it)."""
    sets = {
        name: {label: {i for i, x in enumerate(labels) if x == label} for label in set(labels)}
        for name, labels in runs.items()
    }
    out = {}
    for name, own in sets.items():
        for label, members in own.items():
            best, index = [], 0.0
            for other, clusters in sets.items():
                if other == name:
                    continue
                parts = [c for c in clusters.values() if c & members]
                best.append(max(len(c & members) / len(c | members) for c in parts))
                index += sum(len(c & members) / (len(c) * len(parts) ** 2) for c in parts)
            out[name, label] = np.mean(best), index / len(runs)
    return out


def test_values_by_definition():
    rng = np.random.default_rng(0)
    runs = {f"r{k}": rng.integers(0, k, 40).tolist() for k in (2, 3, 5, 9)}
    found = cd.cluster_stability(runs)
    expected = by_definition(runs)
    assert len(found.clusters) == len(expected)
    for each in found.clusters:
        jaccard, sc3 = expected[each.clustering, each.cluster]
        assert each.jaccard == pytest.approx(jaccard, rel=1e-12)
        assert each.sc3 == pytest.approx(sc3, rel=1e-12)
        assert each.size == runs[each.clustering].count(each.cluster)


def test_a_cluster_of_all_clusterings_has_the_largest_index():
    runs = [[0, 0, 0, 1, 1, 2], ["a", "a", "a", "b", "b", "b"], [5, 5, 5, 6, 7, 8]]
    first = cd.cluster_stability(runs).clusters[0]
    assert first[2:] == (3, 1.0, 1.0, 0.0, pytest.approx(2 / 3))


def test_names_are_kept_in_natural_order():
    found = cd.cluster_stability({"x": ["10", "2", "2", "0"], "y": ["T", "B", "B", "NK"]})
    assert [each.cluster for each in found["x"]] == ["0", "2", "10"]
    assert [each.cluster for each in found["y"]] == ["B", "NK", "T"]
    with pytest.raises(UnknownNameError, match="clustering 'z'"):
        found["z"]


def test_noise_is_set_apart_as_elsewhere():
    runs = {"x": [0, 0, 1, 1, -1, -1], "y": [0, 0, 1, 1, 1, -1]}
    (note,) = cd.cluster_stability({"x": runs["x"], "y": [0, 0, 1, 1, 1, 2]}).assumed
    assert note.startswith("-1 is a cluster of 2 elements in x")
    alone = cd.cluster_stability(runs, noise=-1)
    assert [each.cluster for each in alone.clusters] == [0, 1, 0, 1]
    assert [each.jaccard for each in alone["x"]] == [1.0, 2 / 3]
    left_out = cd.cluster_stability(runs, ignore=-1)
    assert [each.jaccard for each in left_out["x"]] == [1.0, 1.0]
    assert [each.size for each in left_out["y"]] == [2, 3]


def test_weights_are_copies():
    runs = {"x": [0, 0, 1, 1], "y": [0, 1, 1, 2]}
    times = [3, 1, 2, 1]
    copies = {name: np.repeat(labels, times) for name, labels in runs.items()}
    weighted, expanded = cd.cluster_stability(runs, weights=times), cd.cluster_stability(copies)
    assert weighted.clusters == expanded.clusters


def test_columns_of_a_frame_and_their_picture():
    import pandas as pd

    frame = pd.DataFrame({"r0.5": [0, 0, 0, 1], "r1": [0, 0, 1, 2], "r2": [0, 1, 2, 3]})
    found = cd.cluster_stability(frame, "r0.5", "r1")
    assert found.names == ("r0.5", "r1")
    ax = found.plot()
    shown = [text.get_text() for text in ax.get_yticklabels()]
    assert shown == ["r0.5: 0 (3)", "r0.5: 1 (1)", "r1: 0 (2)", "r1: 1 (1)", "r1: 2 (1)"]
    assert ax.get_xlabel() == "mean Jaccard index (bar), SC3 stability index (dot)"


def test_one_clustering_is_refused():
    with pytest.raises(InputError, match="needs two or more"):
        cd.cluster_stability({"x": [0, 1]})
