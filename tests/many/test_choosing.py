"""Central, diverse and odd clusterings of a set, against exhaustive search."""

from itertools import combinations

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff import Clusterings, _kernel
from clusterdiff.many import _clusterings as _choosing
from clusterdiff.summaries import Entropies


def family(seed=0, m=9, n=120):
    rng = np.random.default_rng(seed)
    base = rng.integers(0, 4, n)
    runs = np.where(rng.random((m, n)) < 0.15, rng.integers(0, 4, (m, n)), base)
    return Clusterings({**{f"r{i}": row for i, row in enumerate(runs)}, "odd": np.arange(n) % 5})


def test_the_medoid_has_the_least_mean_distance():
    runs = family()
    distances = cd.pairwise(runs, measures="vi").to_numpy()
    means = distances.sum(axis=1) / (len(runs) - 1)
    assert runs.medoid() == runs.names[int(means.argmin())]
    found = runs.diversity()
    assert found.medoid == runs.medoid()
    assert dict(zip(found.names, found.distances, strict=True)) == pytest.approx(
        dict(zip(runs.names, means, strict=True))
    )
    assert found.mean == pytest.approx(distances.sum() / (len(runs) * (len(runs) - 1)))
    assert runs.central(3).names == tuple(runs.names[i] for i in means.argsort()[:3])
    assert runs.medoid("ari") in runs.names
    assert Clusterings([[0, 1]]).medoid() == "0"


def test_odd_runs_are_named():
    runs = family()
    assert runs.outliers() == runs.diversity().outliers == ("odd",)
    assert "outlier" in repr(runs.diversity())
    same = Clusterings([[0, 0, 1]] * 6)
    assert same.outliers() == ()
    assert Clusterings([[0, 0, 1], [0, 1, 2]]).outliers() == ()
    assert Clusterings([[0, 0, 1, 1]] * 3 + [[0, 1, 2, 3]]).outliers() == ()  # too few to tell


def test_runs_that_differ_from_a_majority_of_equal_runs_are_not_odd_for_that():
    base = [0, 0, 0, 0, 1, 1, 1, 1]
    near = [[*base[:i], 1 - base[i], *base[i + 1 :]] for i in range(5)]
    assert Clusterings([base] * 6 + near).outliers() == ()
    alone = Clusterings([base] * 10 + [[0, 1, 0, 1, 0, 1, 0, 1]])
    assert alone.outliers() == ("10",)
    assert cd.pairwise(alone, measures="vi").diversity() == alone.diversity()


def test_a_diverse_subset_is_within_a_factor_of_two_of_the_best():
    runs = family(1, 7)
    distances = cd.pairwise(runs, measures="vi").to_numpy()

    def least(places):
        return min(distances[i, j] for i, j in combinations(places, 2))

    chosen = [runs.position(name) for name in runs.select_diverse(4).names]
    best = max(least(places) for places in combinations(range(len(runs)), 4))
    assert least(chosen) >= best / 2
    assert "odd" in runs.select_diverse(2).names
    assert sorted(runs.select_diverse(len(runs)).names) == sorted(runs.names)
    for wrong in (0, len(runs) + 1, 1.5):
        for method in (runs.select_diverse, runs.central):
            with pytest.raises(cd.ClusterdiffError, match="n must be an integer"):
                method(wrong)


@pytest.mark.parametrize("measure", ["vi", "vi[base=e]", "ari", "purity"])
def test_the_nearest_are_those_of_the_whole_matrix(measure):
    runs = family(2, 12)
    for name in runs.names[:4]:
        wanted = cd.pairwise(runs, measures=measure).nearest(name, 3)
        found = runs.nearest(name, 3, measure)
        assert [name for name, _ in found] == [name for name, _ in wanted]
        assert dict(found) == pytest.approx(dict(wanted))
    with pytest.raises(cd.ClusterdiffError, match="no best value"):
        runs.nearest(0, 3, "entropy")


@cd.measure(
    label="Half", symbol="x", direction="distance", bounds=(0.0, np.inf), symmetric=True, metric=True,
    unit="bits", affine_in="information", affine_given="nothing", references=(),
)  # fmt: skip
def half_of_vi(e: Entropies, /) -> float:
    """Half of the variation of information."""
    return e.variation / np.log(4)


@pytest.mark.parametrize(
    "measure",
    [
        "vi",
        "vi[base=e]",
        "nvi[by=log_n]",
        "nvi[by=joint]",
        "mirkin",
        "transfer_distance",
        half_of_vi,
    ],
    ids=str,
)
def test_the_bound_excludes_no_nearest_clustering(measure, monkeypatch):
    monkeypatch.setattr(_choosing, "_BLOCK", 1)
    rng, ordered = np.random.default_rng(4), np.arange(32)
    nested = [ordered // size for size in (1, 2, 4, 8, 16)]  # at the distance of their bounds
    runs = Clusterings([*nested, *(rng.permutation(each) for each in nested * 4)])
    matrix = cd.pairwise(runs, measures=measure)
    for name in runs.names[::4]:
        found = [value for _, value in runs.nearest(name, 2, measure)]
        assert found == pytest.approx([value for _, value in matrix.nearest(name, 2)], rel=1e-12)


def test_the_bound_saves_comparisons(monkeypatch):
    rng = np.random.default_rng(3)
    n = 300
    runs = Clusterings([rng.integers(0, k, n) for k in np.repeat(np.arange(2, 40), 5)])
    wanted = cd.pairwise(runs, measures="vi").nearest("0", 3)
    compared = []
    kernel = _kernel.pair_summaries

    def counted(a, b, c, d, pairs, *rest):
        compared.append(len(pairs))
        return kernel(a, b, c, d, pairs, *rest)

    monkeypatch.setattr(_kernel, "pair_summaries", counted)
    assert dict(runs.nearest("0", 3)) == pytest.approx(dict(wanted))
    assert sum(compared) < len(runs) - 1


def test_a_partition_is_compared_by_its_codes():
    """A pair of partitions is counted from its codes, as two arrays are."""
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 5, (2, 200))
    runs = Clusterings([a, b])
    for name in ("ari", "vi", "psi", "purity"):
        measure = cd.get_measure(name)
        wanted = measure(a, b)
        assert measure(cd.Partition(a), cd.Partition(b)) == wanted
        assert measure(cd.Partition(a), b) == wanted
        assert measure(runs[0], runs[1]) == wanted
    keyed = cd.Partition({"x": 0, "y": 0, "z": 1}), cd.Partition({"z": 0, "y": 1, "x": 1})
    assert cd.adjusted_rand(*keyed) == 1
    with pytest.raises(cd.ClusterdiffError):
        cd.adjusted_rand(cd.Partition(a), b[:-1])
    holes = Clusterings([[0, None, 1], [0, 0, 1]], missing="drop")
    with pytest.raises(cd.ClusterdiffError, match="must have a label"):
        cd.adjusted_rand(holes[0], holes[1])
