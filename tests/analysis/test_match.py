"""match, relabel and element_scores."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clusterdiff as cd


def test_match_shows_pairs_and_clusters_without_a_partner():
    found = cd.match(["x", "x", "y"], [1, 2, 2])
    assert [(pair.a, pair.b, pair.shared) for pair in found] == [("x", 1, 1), ("y", 2, 1)]
    assert "similarity" not in repr(found)
    assert "similarity" in repr(cd.match(["x", "x", "y"], [1, 2, 2], similarity="dice"))
    assert list(found.to_frame().columns) == ["a", "b", "shared", "similarity"]
    alone = cd.match([0, 0, 0], ["p", "q", "q"])
    assert (alone.unmatched_a, alone.unmatched_b) == ((), ("p",))
    assert alone.to_dict()["unmatched_b"] == ["p"]
    assert "unmatched in b: p" in repr(alone)
    assert len(cd.match([0, 0, 0], ["p", "q", "q"], method="nearest_b")) == 2


def test_relabel_keeps_names_stable():
    a = np.array(["setosa", "setosa", "virginica", "virginica"])
    assert cd.relabel([3, 3, 1, 7], like=a).tolist() == ["setosa", "setosa", "virginica", "7"]
    assert cd.relabel(a, like=[1, 1, 0, 0]).tolist() == [1, 1, 0, 0]
    image = np.array([[5, 5], [6, 6]])
    assert cd.relabel(image, like=np.array([[0, 0], [1, 1]])).tolist() == [[0, 0], [1, 1]]


def test_relabel_keeps_noise_and_finds_names_at_the_end_of_the_range():
    assert cd.relabel([5, 5, 7, 7, -1, -1], like=[0, 0, 1, 1, 1, 1], keep=-1).tolist() == [
        0,
        0,
        1,
        1,
        -1,
        -1,
    ]
    assert len(set(cd.relabel(np.arange(3), like=np.array([2**63 - 2] * 3)).tolist())) == 3


KEYED = [
    # b, like, what comes out
    (
        {3: 8, 1: 5, 2: 8, 0: 6, 4: 8},
        ["p", "r", "p", "r", "p"],
        {3: "p", 1: "r", 2: "p", 0: "6", 4: "p"},
    ),
    ([7, 8, 7], [[1], [2, 0]], [1, 0, 1]),
    ([6, 5, 8, 8, 8], {3: "r", 1: "r", 2: "p", 0: "r", 4: "q"}, None),
    ({"p": 5, "q": 7}, {"q": "u", "p": "v"}, {"p": "v", "q": "u"}),
    ([[1], [2, 0]], ["x", "y", "x"], ["x", "y", "x"]),
    ([["u"], ["v", "w"]], {"w": 1, "u": 0, "v": 1}, {"u": 0, "v": 1, "w": 1}),
]


@pytest.mark.parametrize(("b", "like", "wanted"), KEYED)
def test_relabel_matches_elements_by_key(b, like, wanted):
    found = cd.relabel(b, like=like)
    if wanted is not None:
        assert (found if isinstance(found, dict) else found.tolist()) == wanted
    assert cd.adjusted_rand(found, b) == 1.0


def test_a_kept_label_that_like_uses_too_is_given_to_no_other_cluster():
    found = cd.relabel([0, 0, 0, 1, 1, 1, -1], like=[0, 0, 0, -1, -1, -1, -1], keep=-1).tolist()
    assert found == [0, 0, 0, 1, 1, 1, -1]
    named = cd.relabel(["a", "a", "noise"], like=["noise", "noise", "x"], keep=["noise"]).tolist()
    assert named == ["a", "a", "noise"]


def test_everything_may_be_kept():
    assert cd.relabel([-1, -1], like=[0, 1], keep=-1).tolist() == [-1, -1]
    assert cd.relabel([3, 4], like=[0, 0], keep=[3, 4]).tolist() == [3, 4]


def test_bools_stay_bools_and_are_not_integers():
    found = cd.relabel([5, 5, 6], like=[True, True, False])
    assert found.dtype == bool
    assert found.tolist() == [True, True, False]
    more = cd.relabel([5, 6, 7], like=[True, True, False]).tolist()
    assert len({(type(x), x) for x in more}) == 3
    kept = cd.relabel([1, 1, 0], like=[True, False, False], keep=1).tolist()
    assert kept[:2] == [1, 1]
    assert type(kept[0]) is int


def test_missing_labels_are_refused():
    with pytest.raises(
        cd.ClusterdiffError, match="like must have a label for every element: 1 of 2"
    ):
        cd.relabel([0, 1], like=[0, None])


LABELS = st.integers(2, 9).flatmap(
    lambda n: st.tuples(
        *(st.lists(st.integers(-1, 4), min_size=n, max_size=n) for _ in range(2)),
        st.permutations(range(n)),
    )
)


@settings(max_examples=150)
@given(
    drawn=LABELS,
    keep=st.sampled_from([(), -1, [-1, 0]]),
    form=st.sampled_from(["list", "dict", "blocks"]),
)
def test_the_partition_never_changes(drawn, keep, form):
    b, like, order = drawn
    if form == "dict":
        b = {i: b[i] for i in order}
    elif form == "blocks":
        b = [[i for i in order if b[i] == label] for label in sorted(set(b))]
    found = cd.relabel(b, like=like, keep=keep if form != "blocks" else ())
    labels = [found[i] for i in range(len(like))]
    old = (
        [b[i] for i in range(len(like))]
        if form != "blocks"
        else [next(k for k, x in enumerate(b) if i in x) for i in range(len(like))]
    )
    assert len(set(zip(labels, old, strict=True))) == len(set(labels)) == len(set(old))
    if form != "blocks":
        kept = {keep} if isinstance(keep, int) else set(keep)
        assert all(new == was for new, was in zip(labels, old, strict=True) if was in kept)


def test_element_scores_average_to_the_measure():
    a, b = {"u": 0, "v": 0, "w": 1}, {"w": 5, "u": 5, "v": 6}
    assert cd.analysis.element_scores(a, b).mean() == pytest.approx(cd.element_centric(a, b))
    assert cd.analysis.element_scores(
        np.array([[0, 0], [1, 1]]), np.array([[0, 1], [1, 1]])
    ).shape == (2, 2)
