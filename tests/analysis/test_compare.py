"""compare and its result."""

import copy
import json

import numpy as np
import pandas as pd
import pytest

import clusterdiff as cd

A, B = [0, 0, 1, 1, 2], [0, 0, 1, 2, 2]


def test_default_is_a_readable_choice():
    result = cd.compare(A, B)
    default = ["adjusted_rand", "variation_of_information", "classification_error"]
    assert [score.name for score in result] == default
    assert result["moved"].value == cd.diff(A, B).moved_share
    common = [score.name for score in cd.compare(A, B, measures="common")]
    assert {*default, "pair_sets_index"} < set(common)
    assert len(common) == 11


def test_sizes_of_clusters_call_for_further_measures():
    uneven = np.repeat([0, 1, 2], [900, 50, 50])
    found = [score.name for score in cd.compare(uneven, np.roll(uneven, 30))]
    assert found[3:] == ["adjusted_mutual_information"]
    small = np.arange(60) // 2
    assert [score.name for score in cd.compare(small, np.roll(small, 1))][3:] == ["bcubed_f"]


def test_z_is_shown_with_all_measures_only():
    assert "z" not in repr(cd.compare(A, B, chance=True, rng=0)).splitlines()[1].split()
    view = cd.compare(A, B, measures="pairs", chance=True, rng=0).view()
    assert [column.header for column in view.columns].count("z") == 1


def test_a_frame_and_labels_are_not_two_columns():
    frame = pd.DataFrame({"a": A, "b": B})
    with pytest.raises(cd.ClusterdiffError, match="must be given by their names"):
        cd.compare(frame, A, measures=["ari"])


@pytest.mark.parametrize("wanted", ["ari", ["ari"], cd.adjusted_rand, [cd.adjusted_rand]])
def test_measures_by_name_alias_or_object(wanted):
    assert cd.compare(A, B, measures=wanted)["ari"].value == cd.adjusted_rand(A, B)


def test_all_and_families():
    assert [s.name for s in cd.compare(A, B, measures="all")] == list(cd.MEASURES)
    assert [s.name for s in cd.compare(A, B, measures="information")] == [
        m.name for m in cd.measures.FAMILIES["information"]
    ]
    assert [s.name for s in cd.compare(A, B, measures="ari, nvi[by=clusters,k_max=5]")][1].endswith(
        "[by=clusters,k_max=5]"
    )


def test_options_in_brackets():
    result = cd.compare(A, B, measures=["nmi[by=max]", "vi[base=e]"])
    assert result["nmi[by=max]"].value == cd.normalized_mutual_information(A, B, by="max")
    assert result["vi"].unit == "nats"
    assert cd.get_measure("nmi[by=max]").name == "normalized_mutual_information[by=max]"


def test_table_alone_and_policy():
    table = cd.Table.from_labels(A, B)
    assert cd.compare(table, measures="ari")["ari"].value == cd.adjusted_rand(A, B)
    result = cd.compare([*A, None], [*B, 1], measures="ari", missing="drop")
    assert (result.n, result.dropped) == (5, 1)
    assert "(1 dropped)" in result.title
    with pytest.raises(cd.ClusterdiffError, match="where this is made"):
        cd.compare(table, measures="ari", missing="drop")


def test_convention_is_marked_with_its_reason_and_strict_raises():
    result = cd.compare([0, 0], [0, 1], measures=["fmi", "rand"])
    assert "no pair is together in b" in result["fmi"].by_convention
    assert not result["rand"].by_convention
    assert "by convention" in repr(result)
    with cd.strict(), pytest.raises(cd.Undefined, match="no pair is together in b"):
        cd.compare([0, 0], [0, 1], measures="fmi")


def test_as_data():
    result = cd.compare(A, B, measures=["ari", "vi"])
    assert json.loads(json.dumps(result.to_dict()))["scores"][0]["name"] == "adjusted_rand"
    frame = result.to_frame()
    assert frame.loc["adjusted_rand", "value"] == result["ari"].value
    assert float(result["ari"]) == result["ari"].value
    assert "<table" in result._repr_html_()
    with pytest.raises(cd.ClusterdiffError, match="of this comparison"):
        result["psi"]


def test_unknown_names_suggest_the_nearest():
    with pytest.raises(cd.ClusterdiffError, match="adjusted_rand"):
        cd.get_measure("ajusted_rand")
    with pytest.raises(cd.ClusterdiffError, match="ignore"):
        cd.compare(A, B, ignor=2)
    with pytest.raises(cd.ClusterdiffError, match="ignore"):
        cd.adjusted_rand(A, B, ignor=2)


def test_policy_reaches_single_measures():
    assert cd.adjusted_rand([0, 0, 1, -1], [0, 0, 1, 1], ignore=-1) == 1.0
    assert cd.adjusted_rand([0, 1], [0, 0], weights=[2, 0]) == 1.0


@pytest.mark.parametrize("base", [0, 1, -2, "two"])
def test_wrong_options_are_refused(base):
    with pytest.raises(cd.ClusterdiffError, match="base must be"):
        cd.variation_of_information(A, B, base=base)
    with pytest.raises(cd.ClusterdiffError, match="beta must be"):
        cd.v_measure(A, B, beta=-1)
    with pytest.raises(cd.ClusterdiffError, match="k_max must be"):
        cd.normalized_variation_of_information(A, B, by="clusters", k_max=2)


def test_a_user_defines_a_measure():
    from clusterdiff.summaries import PairCounts

    @cd.measure(
        label="Share of a's pairs lost",
        symbol="X",
        direction="distance",
        bounds=(0.0, 1.0),
        symmetric=False,
        references=(),
    )
    def pairs_lost(p: PairCounts, /) -> float:
        """Share of the pairs of a that b takes apart."""
        return p.only_a / p.in_a

    assert cd.compare(A, B, measures=[pairs_lost])[pairs_lost].value == 0.5
    assert pairs_lost.formula(PairCounts(1, 0, 1, 4)) == 0.0


def test_measures_can_be_sent_to_other_processes():
    import pickle

    for measure in (cd.adjusted_rand, cd.get_measure("nmi[by=max]"), cd.rand.distance):
        assert pickle.loads(pickle.dumps(measure))(A, B) == measure(A, B)  # noqa: S301


def test_signatures_show_the_options():
    import inspect

    assert {"clusterings", "by", "missing", "on"} <= inspect.signature(
        cd.normalized_mutual_information
    ).parameters.keys()


def test_a_misspelled_option_is_reported_before_labels_are_read():
    with pytest.raises(cd.ClusterdiffError, match="no option 'mising'"):
        cd.adjusted_rand([0, 1, None], [0, 1, 2], mising="drop")
    with pytest.raises(cd.ClusterdiffError, match="Unknown"):
        cd.get_measure("ari.distnace")
    with pytest.raises(cd.ClusterdiffError, match="names or measures"):
        cd.compare(A, B, measures=[len])
    assert cd.get_measure("rmi[normalized=False]")(A, B) == cd.reduced_mutual_information(A, B)


def test_a_table_takes_measures_second():
    table = cd.Table.from_labels(A, B)
    assert [s.name for s in cd.compare(table, measures="coreference")] == [
        m.name for m in cd.measures.FAMILIES["coreference"]
    ]


def test_counts_agree_in_number():
    assert cd.compare([0], [0], measures="ari").title == "1 element: 1 cluster in a, 1 in b"
    many = cd.compare([0] * 2000 + [-1] * 1500, [0] * 3500, measures="ari", ignore=-1)
    assert many.title == "2,000 elements (1,500 dropped): 1 cluster in a, 1 in b"


def test_sides_carry_the_names_of_their_columns():
    pd = pytest.importorskip("pandas")
    result = cd.compare(pd.Series(A, name="truth"), pd.Series(B, name="kmeans"), measures="ari")
    assert (result.name_a, result.name_b) == ("truth", "kmeans")
    assert "in truth" in repr(result)


def test_the_signature_shows_every_option():
    import inspect

    shown = inspect.signature(cd.compare).parameters
    assert {
        "chance",
        "X",
        "rng",
        "missing",
        "ignore",
        "ignore_a",
        "noise_b",
        "weights",
    } <= shown.keys()
    assert "{selection}" not in cd.compare.__doc__
    assert "missing : {" in cd.compare.__doc__


@pytest.mark.parametrize("function", [cd.compare, cd.diff, cd.match, cd.explain, cd.decompose])
def test_elements_of_one_clustering_only_are_aligned_if_asked(function):
    a, b = {"x": 0, "y": 1, "z": 1}, {"y": 1, "z": 3, "w": 2}
    with pytest.raises(cd.ClusterdiffError, match="must label the same elements"):
        function(a, b)
    shared = {key: a[key] for key in "yz"}, {key: b[key] for key in "yz"}
    if function is cd.compare:
        assert function(a, b, align="intersect").n == 2
        assert function(a, b, align="singletons").n == 4
    else:
        assert str(function(a, b, align="intersect")) == str(function(*shared))


@pytest.fixture
def own():
    """A measure that is not of the catalogue."""

    @cd.measure(
        label="Own",
        symbol="O",
        direction="similarity",
        bounds=(0.0, 1.0),
        symmetric=True,
        references=(),
    )
    def own(p: cd.summaries.PairCounts, /) -> float:
        """Share of the pairs that are together in both."""
        return p.both / p.total

    return own


def test_scores_are_found_by_name_alias_or_measure_whatever_its_kind(own):
    index = cd.centroid_index
    a, b = [0, 0, 1, 1], [0, 1, 1, 1]
    found = cd.compare(a, b, measures=["ari", "nmi[by=max]", own, index], X=[[0.0], [1], [5], [6]])
    names = [score.name for score in found]
    for wanted in ("ari", "adjusted_rand", "nmi", "nmi[by=max]", "own", own, "ci", index):
        assert found[wanted].name in names
    assert found["ci"] is found[index] is found["centroid_index"]
    assert found["own"] is found[own]
    assert found["own"].value == own(a, b)
    for absent in ("vi", "nmi[by=min]", "nmi, ari", "cr"):
        with pytest.raises(cd.ClusterdiffError, match="Unknown measure of this comparison"):
            found[absent]


def test_results_of_own_measures_are_found_by_name(own):
    found = cd.pairwise([[0, 0, 1, 1], [0, 1, 1, 1], [0, 0, 0, 1]], measures=[own, "ari"])
    assert (found.to_numpy("own") == found.to_numpy(own)).all()
    with pytest.raises(cd.ClusterdiffError, match="Unknown measure of this result"):
        found.to_numpy("vi")


def test_values_that_are_approximate():
    """The number of tables behind reduced mutual information is not always counted exactly."""
    sparse = cd.Table.from_matrix([[3, 0, 2, 4], [3, 0, 2, 2], [4, 2, 1, 0], [3, 4, 2, 0]])
    reason = "the number of tables with these cluster sizes is approximated"
    for name in ("rmi", "rmi[normalized=True]"):
        found = cd.compare(sparse, measures=name)
        assert found[name].approximate == reason
        assert f"≈ {found[name].name} is approximate: {reason}." in str(found)
        assert found.to_dict()["scores"][0]["approximate"] == reason
        small = cd.compare([0, 0, 1, 1], [0, 0, 1, 2], measures=name)
        assert small[name].approximate is None
        assert small.notes == ()
    equal = [i % 30 for i in range(900)]
    assert cd.compare(equal, equal, measures="rmi[normalized=True]").notes == ()


def test_results_have_the_names_of_files_and_columns(tmp_path):
    for name, text in (("t", "id,truth\nx,1\ny,1\nz,2\n"), ("k", "id,kmeans\nx,1\ny,2\nz,2\n")):
        (tmp_path / f"{name}.csv").write_text(text)
    a, b = (cd.read_labels(tmp_path / f"{name}.csv") for name in "tk")
    assert (a, a.name) == ({"x": 1, "y": 1, "z": 2}, "truth")
    found = (
        cd.compare(a, b, measures="ari"),
        cd.diff(a, b),
        cd.match(a, b),
        cd.report(a, b, measures="ari").compared,
    )
    assert {(each.name_a, each.name_b) for each in found} == {("truth", "kmeans")}
    copied = copy.deepcopy(a)
    assert (copied, copied.name) == (a, "truth")


def test_columns_with_the_same_name_are_named_after_their_files(tmp_path):
    for name in ("first", "second"):
        (tmp_path / f"{name}.txt").write_text("0\n0\n1\n")
    a, b = (cd.read_labels(tmp_path / f"{name}.txt") for name in ("first", "second"))
    assert a.name == b.name
    found = cd.compare(a, b, measures="ari")
    assert (found.name_a, found.name_b) == ("first", "second")
    assert repr(a) == repr(np.asarray(a))
    assert copy.deepcopy(a).file == copy.copy(a).file == "first"
    assert a[1:].name == a.name


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("leiden", "louvain", ("leiden", "louvain")),
        ("leiden", None, ("leiden", "b")),
        (None, "leiden", ("a", "leiden")),
        ("leiden", "leiden", ("a", "b")),
        ("b", None, ("a", "b")),
        ("", 3, ("a", "b")),
    ],
)
def test_names_of_series_are_used_if_they_differ(first, second, names):
    a, b = pd.Series([0, 0, 1], name=first), pd.Series([0, 1, 1], name=second)
    for found in (cd.compare(a, b, measures="ari"), cd.diff(a, b), cd.match(a, b)):
        assert (found.name_a, found.name_b) == names


def test_a_default_measure_that_takes_too_many_steps_is_left_out_with_the_reason(monkeypatch):
    """Its pairing of clusters is found by counting steps, so that every machine says the same."""
    i = np.arange(4000)
    a, b = i // 2, (i + 1) // 2 % 2000
    everything = cd.compare(a, b, measures="common")
    assert everything.left_out == ()
    assert "left_out" not in everything.to_dict()
    monkeypatch.setattr("clusterdiff.analysis._compare.MAX_PAIRING_STEPS", 1000)
    found = cd.compare(a, b, measures="common")
    missing = {score.name for score in everything} - {score.name for score in found}
    assert missing >= {"classification_accuracy", "pair_sets_index"}
    assert len(found.left_out) == len(missing)
    assert found.to_dict()["left_out"] == list(found.left_out)
    assert "left out, but is computed if it is named: the best one-to-one pairing" in str(found)
    assert cd.compare(a, b, measures="accuracy")["accuracy"].value == everything["accuracy"].value
