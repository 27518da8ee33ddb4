"""Functions of other clusterings than two or a set take labels in the same forms."""

import numpy as np
import pandas as pd
import pytest

import clusterdiff as cd
from clusterdiff.analysis import element_scores
from clusterdiff.errors import InputError, OptionError
from clusterdiff.intervals import compare_two

rng = np.random.default_rng(0)
A = np.repeat([0, 1, 2], 40)
B = np.where(rng.random(120) < 0.1, 0, A)
C = np.where(np.arange(120) == 3, -1, rng.integers(0, 3, 120))
FRAME = pd.DataFrame({"a": A, "b": B, "c": C, "w": rng.integers(0, 3, 120)})
KEYS = [f"e{i}" for i in range(120)]


@pytest.fixture
def paths(tmp_path):
    for name in "abc":
        rows = FRAME[[name]].set_axis(pd.Index(KEYS, name="id"))
        rows.sample(frac=1, random_state=1).to_csv(tmp_path / f"{name}.csv")
    return [tmp_path / f"{name}.csv" for name in "abc"]


def keyed(labels):
    return dict(zip(KEYS, labels.tolist(), strict=True))


def test_two_clusterings_against_a_reference(paths):
    found = compare_two(A, B, C, measure="rand")
    for given in (
        (FRAME, "a", "b", "c"),
        paths,
        (keyed(A), keyed(B), keyed(C)),
        (np.array([A, B, C]),),
        (pd.Series(A), B.tolist(), cd.Partition(C)),
    ):
        other = compare_two(*given, measure="rand")
        assert (other.value, other.pvalue) == (found.value, found.pvalue)
    kept = FRAME[FRAME.c != -1]
    expected = compare_two(kept.a, kept.b, kept.c, measure="rand")
    assert compare_two(FRAME, "a", "b", "c", measure="rand", ignore_b=-1) == expected
    repeated = FRAME.loc[FRAME.index.repeat(FRAME.w)].reset_index(drop=True)
    expected = compare_two(repeated, "a", "b", "c", measure="rand")
    weighted = compare_two(FRAME, "a", "b", "c", measure="rand", weights="w")
    assert weighted.value == expected.value
    assert weighted.pvalue == pytest.approx(expected.pvalue)


def test_what_two_clusterings_and_a_reference_are_not():
    with pytest.raises(OptionError, match="got 2 clusterings"):
        compare_two(A, B, measure="rand")
    with pytest.raises(InputError, match="a has 120 labels, b2 has 5"):
        compare_two(A, B, C[:5], measure="rand")
    with pytest.raises(OptionError, match="no option 'ignor'"):
        compare_two(A, B, C, measure="rand", ignor=-1)


def test_scores_of_elements(paths):
    scores = element_scores(A, C)
    assert scores.mean() == pytest.approx(cd.get_measure("element_centric")(A, C))
    assert element_scores(FRAME, "a", "c").tolist() == scores.tolist()
    assert element_scores({"a": A, "c": C}).tolist() == scores.tolist()
    assert element_scores(keyed(A), keyed(C)).tolist() == scores.tolist()
    assert sorted(element_scores(paths[0], paths[2])) == sorted(scores)
    assert element_scores(A, C, ignore=-1).shape == (119,)
    image = element_scores(A.reshape(10, 12), C.reshape(10, 12))
    assert image.tolist() == scores.reshape(10, 12).tolist()
    repeated = FRAME.loc[FRAME.index.repeat(FRAME.w)]
    weighted = element_scores(FRAME, "a", "c", weights="w")
    counts = FRAME.w[FRAME.w > 0]
    assert np.repeat(weighted, counts) == pytest.approx(
        element_scores(repeated.a.to_numpy(), repeated.c.to_numpy())
    )
    with pytest.raises(InputError, match="does not have the labels of elements"):
        element_scores(cd.Table.from_labels(A, C))


def test_new_names_for_clusters_of_files(paths):
    found = cd.relabel(paths[1], like=paths[0])
    assert [found[key] for key in KEYS] == cd.relabel(B, like=A).tolist()
    assert cd.relabel(keyed(B), like=paths[0]) == found
    with pytest.raises(InputError, match="b must be one column of labels"):
        cd.relabel(FRAME, like=A)


def test_a_set_of_three_files(paths):
    assert cd.Clusterings(*paths).names == ("a", "b", "c")


def noisy(data, k):
    """Return so many clusters, and the last two elements as noise."""
    labels = np.arange(len(data)) * k // len(data)
    labels[-2:] = -1
    return labels


@pytest.mark.parametrize("scheme", ["subsample", "bootstrap", "jitter", "split", "seeds"])
def test_noise_of_an_algorithm(scheme):
    points = np.arange(60.0)[:, None]
    asked = {"ks": [3], "n_runs": 3, "scheme": scheme, "rng": 0}
    found = cd.stability(noisy, points, **asked)
    note = "-1 is noise (k = 3: 2 elements), each element a cluster of its own"
    assert str(found).count(note) == str(found[3]).count(note) == 1
    (cluster,) = cd.stability(noisy, points, **asked, noise=[]).assumed
    assert cluster.startswith("-1 is a cluster of 2 elements in the clustering of all elements")
    ignored, alone = (
        cd.stability(noisy, points, **asked, **{option: -1}) for option in ("ignore", "noise")
    )
    assert ignored.assumed == alone.assumed == ()
    assert alone.replicates() == found.replicates()
    assert (ignored[3].labels[-2:] == -1).all()
    assert (ignored[3].labels[:-2] >= 0).all()
    assert ignored[3].n_clusters == alone[3].n_clusters == 3
    if scheme == "seeds":
        assert ignored[3].reason == found[3].reason != ""
    elif scheme != "split":
        assert len(ignored[3].clusters) == len(alone[3].clusters) == 3
        assert np.isnan(ignored[3].elements[-2:]).all()
        assert sum(each.size for each in ignored[3].clusters) == 58
    (unused,) = cd.stability(noisy, points, **asked, ignore=-1, noise=9).assumed
    assert unused == "no element has the label 9, which noise names"


def test_labels_that_an_algorithm_does_not_give():
    points = np.arange(60.0)[:, None]

    def unsure(data, k):
        return [None if label == -1 else label for label in noisy(data, k).tolist()]

    with pytest.raises(InputError, match="must have a label for every element: 2 of 60"):
        cd.stability(unsure, points, ks=[3], n_runs=3)
    found = cd.stability(unsure, points, ks=[3], n_runs=3, rng=0, missing="drop")
    ignored = cd.stability(noisy, points, ks=[3], n_runs=3, rng=0, ignore=-1)
    assert found[3].to_dict() == ignored[3].to_dict()
    assert found[3].labels[-1] is None
    with pytest.raises(OptionError, match="no option 'ignor'"):
        cd.stability(unsure, points, ignor=-1)
