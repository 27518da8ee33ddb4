"""pairwise: every code path gives the values of the functions of two clusterings."""

import json
import pickle
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clusterdiff as cd
from clusterdiff import Clusterings, _kernel
from clusterdiff._kernel import _numpy
from clusterdiff.many._values import triples_of
from clusterdiff.summaries import PairCounts

RUNS = {"x": [0, 0, 1, 1, 2], "y": [0, 0, 1, 1, 1], "z": [0, 1, 2, 3, 4]}
EVERY = sorted(cd.MEASURES)


def random_runs(m=5, n=40, clusters=4, seed=0):
    rng = np.random.default_rng(seed)
    base = rng.integers(0, clusters, n)
    return np.where(rng.random((m, n)) < 0.4, rng.integers(0, clusters + 1, (m, n)), base)


def by_loops(runs, measure, **options):
    return np.array([[measure(a, b, **options) for b in runs] for a in runs])


def test_every_measure_agrees_with_a_loop_over_pairs():
    runs = random_runs()
    runs[4] = 7 - runs[3]  # the same partition
    found = cd.pairwise(runs, measures=EVERY)
    assert found.measures == tuple(EVERY)
    for name in EVERY:
        wanted = by_loops(runs, cd.MEASURES[name])
        assert found.to_numpy(name) == pytest.approx(wanted, rel=1e-12, abs=1e-14), name
        alone = cd.pairwise(runs, measures=name).to_numpy()
        assert (alone == found.to_numpy(name)).all(), name


@pytest.mark.parametrize("measure", ["ari", "vi", "nmi[by=max]", "rand", "ami", "purity"])
def test_missing_elements_and_weights(measure):
    rng = np.random.default_rng(1)
    rows = [
        [None if rng.random() < 0.2 else int(label) for label in row] for row in random_runs(4, 60)
    ]
    weights = rng.integers(0, 4, 60)
    options = {"missing": "drop", "weights": weights}
    found = cd.pairwise(rows, measures=measure, **options)
    wanted = by_loops(rows, cd.get_measure(measure), **options)
    assert found.to_numpy() == pytest.approx(wanted, rel=1e-12, abs=1e-14)
    shared = [
        [sum(w for x, y, w in zip(a, b, weights, strict=True) if None not in (x, y)) for b in rows]
        for a in rows
    ]
    assert found.shared.tolist() == shared
    assert "elements that both have" in repr(found)
    assert cd.pairwise(random_runs()).notes == ()


def test_large_tables_are_counted_row_by_row():
    rng = np.random.default_rng(2)
    n = 6000
    labels = {
        "fine": rng.integers(0, 2000, n),
        "coarse": rng.integers(0, 3, n),
        "finer": rng.integers(0, 4000, n),
        "holes": np.where(rng.random(n) < 0.1, np.nan, rng.integers(0, 900, n)),
    }
    runs = Clusterings(labels, missing="drop")
    found = cd.pairwise(
        runs, measures=["ari", "vi", "mutual_information", "normalized_mutual_information"]
    )
    for i, j in [(0, 1), (0, 2), (2, 3), (1, 3), (3, 3)]:
        table = runs.table(i, j)
        for name in found.measures:
            assert found.to_numpy(name)[i, j] == pytest.approx(
                cd.get_measure(name).on(table), rel=1e-12, abs=1e-14
            )


def test_many_elements_keep_their_digits():
    """Logarithms are tabulated from 64 elements on; there must be no cancellation."""
    n = 20_000
    a = np.repeat(np.arange(20), n // 20)
    b = a.copy()
    b[0] = 1  # one element moved
    independent = np.tile(np.arange(20), n // 20)
    runs = [a, b, independent, (a + 3) % 20]
    found = cd.pairwise(runs, measures=["vi", "mutual_information", "ari"])
    for name in found.measures:
        wanted = by_loops(runs, cd.get_measure(name))
        assert found.to_numpy(name) == pytest.approx(wanted, rel=1e-12, abs=1e-15)
    assert found.to_numpy("vi")[0, 3] == 0
    assert found.to_numpy("mutual_information")[0, 2] == 0


def test_symmetric_measures_are_symmetric_and_others_have_both_triangles():
    runs = random_runs()
    found = cd.pairwise(runs, measures=["vi", "wallace_a"])
    assert (found.to_numpy("vi") == found.to_numpy("vi").T).all()
    directed = found.to_numpy("wallace_a")
    assert (directed != directed.T).any()
    assert pytest.approx(by_loops(runs, cd.get_measure("wallace_b"))) == directed.T


@settings(max_examples=25)
@given(
    seed=st.integers(0, 1000),
    n=st.integers(1, 30),
    m=st.integers(1, 5),
    clusters=st.integers(1, 6),
)
def test_names_of_labels_and_order_of_elements_do_not_matter(seed, n, m, clusters):
    rng = np.random.default_rng(seed)
    runs = rng.integers(0, clusters, (m, n))
    names = rng.permutation(100)[: clusters + 1]
    order = rng.permutation(n)
    measures = ["ari", "vi", "purity"]
    found = cd.pairwise(runs, measures=measures)
    for other in (names[runs], runs[:, order], runs.astype(str)):
        again = cd.pairwise(other, measures=measures)
        for name in measures:
            assert again[name] == pytest.approx(found[name], rel=1e-12, abs=1e-14)
    best = [cd.get_measure(name)(runs[0], runs[0]) for name in measures]
    assert [found[name][0, 0] for name in measures] == best


@pytest.mark.parametrize("n", [50, 5000])
def test_the_result_does_not_depend_on_the_threads(monkeypatch, n):
    runs = random_runs(9, n, 30)
    values = []
    for threads in (1, 2, 5):
        monkeypatch.setattr(_kernel, "THREADS", threads, raising=False)
        found = cd.pairwise(runs, measures=["ari", "vi"])
        values.append([found["ari"], found["vi"]])
    assert np.array_equal(values[0], values[1])
    assert np.array_equal(values[0], values[2])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("clusters", [3, 50, 700])
def test_the_kernels_agree(clusters, weighted):
    rng = np.random.default_rng(3)
    n = 900
    sizes = np.full(4, clusters)
    codes = rng.integers(0, clusters + 1, (4, n)).astype(np.uint16)  # the last code is absent
    weights = rng.integers(0, 5, n) if weighted else None
    pairs = np.array([[0, 0], [0, 1], [0, 2], [1, 3], [2, 2], [3, 0]])
    call = (codes, sizes, codes.astype(np.uint32), sizes, pairs, weights, True)
    native, in_numpy = _kernel.pair_summaries(*call, 2), _numpy.pair_summaries(*call, 1)
    assert (native[0] == in_numpy[0]).all()
    assert native[1] == pytest.approx(in_numpy[1], rel=1e-13, abs=1e-15)


@pytest.mark.skipif(_kernel.KERNEL == "numpy", reason="the checks of the native kernel")
def test_codes_outside_their_range_count_as_absent():
    codes = np.full((2, 300), 250, np.uint8)
    codes[:, :100] = 1
    sizes = np.array([2, 2])

    def call(pairs, sizes_a=sizes, weights=None):
        sides = (codes, sizes_a, codes, sizes)
        return _kernel.pair_summaries(
            *sides, np.array(pairs), weights, with_entropies=True, threads=1
        )

    assert call([[0, 1]])[0][0] == 100
    with pytest.raises((ValueError, IndexError)):
        call([[0, 2]])
    with pytest.raises(ValueError, match="same length"):
        call([[0, 1]], sizes[:1])
    with pytest.raises(ValueError, match=r"2\*\*31"):
        call([[0, 1]], weights=np.full(300, 2**30))


def test_huge_weights_are_counted_with_python_integers():
    runs = [[0, 0, 1], [0, 1, 1]]
    weights = [2**40, 3, 2**41]
    found = cd.pairwise(runs, measures=["ari", "vi"], weights=weights)
    for name in found.measures:
        wanted = cd.get_measure(name)(*runs, weights=weights)
        assert found.to_numpy(name)[0, 1] == pytest.approx(wanted, rel=1e-12)


def test_cross_compares_two_sets():
    runs = random_runs()
    found = cd.pairwise(runs[:3], measures=["ari", "purity"], cross={"p": runs[3], "q": runs[4]})
    assert (found.names, found.columns) == (("0", "1", "2"), ("p", "q"))
    for name in found.measures:
        wanted = [[cd.get_measure(name)(a, b) for b in runs[3:]] for a in runs[:3]]
        assert found.to_numpy(name) == pytest.approx(np.array(wanted))
    assert list(found.to_frame().columns) == ["p", "q"]
    assert found.nearest("1", 1)[0][0] in {"p", "q"}
    for method in (
        found.linkage,
        partial(found.plot, "dendrogram"),
        partial(found.plot, "map"),
        found.duplicates,
    ):
        with pytest.raises(cd.ClusterdiffError, match="compares two sets"):
            method()


def test_cross_matches_elements_by_key():
    a = {"x": {"p": 0, "q": 0, "r": 1}}
    b = {"y": {"r": 5, "q": 6, "p": 6}}
    assert cd.pairwise(a, measures="vi", cross=b).to_numpy().tolist() == [[0.0]]
    c = {"z": {"r": 5, "q": 6, "s": 6}}
    with pytest.raises(cd.ClusterdiffError, match="1 only in clusterings"):
        cd.pairwise(a, measures="vi", cross=c)
    found = cd.pairwise(Clusterings(a), measures="vi", cross=Clusterings(c), align="intersect")
    assert found.shared.tolist() == [[2]]
    assert found.to_numpy().tolist() == [[0.0]]
    with pytest.raises(cd.ClusterdiffError, match="clusterings has 3 labels, cross has 2"):
        cd.pairwise([[0, 0, 1]], cross=[[0, 1]])
    with pytest.raises(cd.ClusterdiffError, match="same weights"):
        cd.pairwise(Clusterings([[0, 1]]), cross=Clusterings([[0, 1]], weights=[1, 2]))


def test_several_measures_in_one_result():
    found = cd.pairwise(RUNS, measures=["ari", "purity"])
    assert found.to_numpy("purity")[0, 1] == cd.purity(RUNS["x"], RUNS["y"])
    assert found["ari"] is found[cd.adjusted_rand] is found.values["adjusted_rand"]
    assert len(cd.pairwise(RUNS, measures=["ari", cd.adjusted_rand]).values) == 1
    assert json.loads(json.dumps(found.to_dict()))["measures"] == ["adjusted_rand", "purity"]
    assert [row["a"] for row in found.records()][:2] == ["x", "x"]
    with pytest.raises(cd.ClusterdiffError, match="variation_of_information"):
        found["vi"]
    with pytest.raises(TypeError, match="not iterable"):
        list(found)
    with pytest.raises(cd.ClusterdiffError, match="at least one measure"):
        cd.pairwise(RUNS, measures=[])
    again = pickle.loads(pickle.dumps(found))  # noqa: S301
    assert (again["purity"] == found["purity"]).all()
    assert not found["ari"].flags.writeable


def test_pairs_without_a_common_element_are_named():
    with pytest.raises(cd.ClusterdiffError, match="x and y have no element in common"):
        cd.pairwise({"x": [0, None], "y": [None, 0]}, missing="drop")
    with pytest.raises(cd.ClusterdiffError, match="x and y have no element in common"):
        cd.pairwise({"x": [0, None], "y": [None, 0]}, measures="purity", missing="drop")


def test_duplicates_and_nearest():
    runs = {
        "a": [0, 0, 1, 1, 2, 2],
        "b": [5, 5, 4, 4, 3, 3],
        "c": [0, 0, 1, 1, 2, 3],
        "d": [0, 1, 0, 1, 0, 1],
        "e": [2, 3, 2, 3, 2, 3],
    }
    for measure in ("ari", "vi", "rand"):
        assert cd.pairwise(runs, measures=measure).duplicates() == (("a", "b"), ("d", "e"))
    found = cd.pairwise(runs, measures="vi")
    assert found.duplicates(0.5) == (("a", "b", "c"), ("d", "e"))
    assert found.duplicates(100) == (tuple("abcde"),)
    assert found.nearest("a", 2) == (("b", 0.0), ("c", found.to_numpy()[0, 2]))
    assert cd.pairwise(runs, measures="ari").nearest("d")[0][0] == "e"
    for wrong in (-1, float("nan")):
        with pytest.raises(cd.ClusterdiffError, match="tolerance"):
            found.duplicates(wrong)
    with pytest.raises(cd.ClusterdiffError, match="Unknown clustering"):
        found.nearest("z")


def test_tree_order_and_map():
    rng = np.random.default_rng(4)
    first, second = rng.integers(0, 4, (2, 200))
    runs = {}
    for i in range(4):
        for name, base in (("u", first), ("v", second)):
            noise = rng.random(200) < 0.05
            runs[f"{name}{i}"] = np.where(noise, rng.integers(0, 4, 200), base)
    found = cd.pairwise(runs, measures="vi")
    order = found.order()
    assert {name[0] for name in order[:4]} in ({"u"}, {"v"})
    assert found.linkage().shape == (7, 4)
    plane = found.coordinates()
    assert plane.points.shape == (8, 2)
    assert 0 < plane.stress < 0.5
    exact = found.coordinates(dimensions=7)
    distances = np.linalg.norm(exact.points[:, None] - exact.points[None], axis=2)
    stress = np.sqrt(((distances - found.to_numpy()) ** 2).sum() / (found.to_numpy() ** 2).sum())
    assert exact.stress == pytest.approx(stress)
    square = cd.pairwise([[0, 0, 1, 1], [0, 1, 0, 1]], measures="vi").coordinates(1)
    assert abs(square.points[0, 0] - square.points[1, 0]) == pytest.approx(2)
    assert square.stress == pytest.approx(0, abs=1e-12)
    with pytest.raises(cd.ClusterdiffError, match="dimensions"):
        found.coordinates(0)
    with pytest.raises(cd.ClusterdiffError, match="method must be one of"):
        found.linkage(method="ward")
    with pytest.raises(cd.ClusterdiffError, match="distance"):
        cd.pairwise(runs, measures="mutual_information").linkage()


def test_methods_draw_through_plots():
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    found = cd.pairwise({**RUNS, "w": [0, 0, 1, 1, 1]}, measures=["ari", "vi"])
    names = [text.get_text() for text in found.plot(ax=Figure().subplots()).get_yticklabels()]
    assert tuple(names) == found.order()
    assert sorted(names) == ["w", "x", "y", "z"]
    ax = found.plot("map", measure="vi", ax=Figure().subplots())
    assert "stress" in ax.get_title()
    assert {"y, w", "x", "z"} == {text.get_text() for text in ax.texts}
    assert found.plot("dendrogram", ax=Figure().subplots()).get_xlabel() == "1 - similarity"
    crossed = cd.pairwise(RUNS, cross={"p": RUNS["x"]})
    assert crossed.plot(ax=Figure().subplots()).get_xticklabels()[0].get_text() == "p"
    grouped = found.plot("map", groups=dict.fromkeys("xyzw", "all"), ax=Figure().subplots())
    assert grouped.get_legend() is not None
    with pytest.raises(cd.ClusterdiffError, match="'x' has none"):
        found.plot("map", groups={}, ax=Figure().subplots())


def test_long_results_are_cut_in_the_view_and_not_in_the_data():
    found = cd.pairwise(np.arange(120).reshape(60, 2) % 2)
    assert len(found.records()) == 60
    assert "20 more clusterings not shown" in repr(found)


def test_strict_reaches_the_pairs():
    with cd.strict(), pytest.raises(cd.Undefined):
        cd.pairwise([[0, 0, 0], [0, 1, 2]], measures="wallace_a")


def test_keys_are_never_matched_by_position():
    pd = pytest.importorskip("pandas")
    keyed = Clusterings({"x": {"p": 0, "q": 1, "r": 1}})
    with pytest.raises(cd.ClusterdiffError, match="have no keys"):
        cd.pairwise(keyed, cross=[[0, 1, 1]])
    with pytest.raises(cd.ClusterdiffError, match="have no keys"):
        cd.rank([0, 1, 1], keyed)
    indexed = Clusterings(pd.DataFrame({"x": [0, 1, 1]}, index=["p", "q", "r"]))
    assert cd.pairwise(indexed, cross=[[0, 1, 1]]).to_numpy().tolist() == [[1.0]]
    assert cd.adjusted_rand(indexed["x"], np.array([0, 1, 1])) == 1
    assert cd.pairwise(indexed, cross={"y": {"r": 5, "q": 5, "p": 6}}).to_numpy()[0, 0] == 1
    series = pd.Series([0, 1, 1], index=["p", "q", "s"])
    with pytest.raises(cd.ClusterdiffError, match="indexes differ"):
        cd.adjusted_rand(indexed["x"], series)


def test_a_measure_of_ones_own_has_a_tree():
    @cd.measure(
        label="Simpson", symbol="Si", direction="similarity", bounds=(0.0, 1.0), symmetric=True,
        references=(),
    )  # fmt: skip
    def simpson(p: PairCounts, /) -> float:
        """Share of the pairs of the finer clustering that both have."""
        return p.both / max(1, min(p.in_a, p.in_b))

    found = cd.pairwise(RUNS, measures=simpson)
    assert found.linkage().shape == (2, 4)
    assert found.nearest("x", 1)[0][0] in RUNS
    assert "chosen" not in found.to_dict()


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 8, 9, 10, 15, 21, 40])
def test_triples_have_every_pair_once(number):
    triples = triples_of(number)
    pairs = [
        (x, y)
        for line in triples.tolist()
        for x, y in ((line[0], line[1]), (line[0], line[2]), (line[1], line[2]))
        if y >= 0
    ]
    wanted = [(x, y) for x in range(number) for y in range(x + 1, number)]
    assert sorted(pairs) == wanted


@pytest.mark.parametrize("share", [0.0, 0.1])
@pytest.mark.parametrize("m", [2, 3, 7, 10])
def test_three_pairs_at_once_are_the_pairs_one_by_one(m, share):
    rng = np.random.default_rng(m)
    n = 1203
    rows = [list(row) for row in random_runs(m, n, 5, seed=m)]
    for row in rows:
        for i in np.flatnonzero(rng.random(n) < share):
            row[i] = None
    runs = Clusterings(rows, missing="drop")
    assert (max(runs.sizes) + 1) ** 3 <= n / 2
    found = cd.pairwise(runs, measures=["ari", "vi", "mutual_information"])
    for name in found.measures:
        wanted = [[cd.get_measure(name).on(runs.table(i, j)) for j in range(m)] for i in range(m)]
        assert found.to_numpy(name) == pytest.approx(np.array(wanted), rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("clusters", [3, 30])
def test_the_kernels_of_triples_agree(clusters):
    rng = np.random.default_rng(5)
    n = 1001
    codes = rng.integers(0, clusters + 1, (5, n)).astype(np.uint8)
    sizes = np.full(5, clusters)
    triples = np.array([[0, 1, 2], [0, 3, -1], [2, 3, 4]])
    options = {"with_entropies": True, "threads": 2}
    native = _kernel.triple_summaries(codes, sizes, triples, None, **options)
    in_numpy = _numpy.triple_summaries(codes, sizes, triples, None, **options)
    assert (native[0] == in_numpy[0]).all()
    assert native[1] == pytest.approx(in_numpy[1], rel=1e-13, abs=1e-15)
