"""Every result about many clusterings is plain data, a table, a notebook table and a picture."""

import json

import numpy as np
import pytest
from matplotlib.figure import Figure

import clusterdiff as cd
from clusterdiff.many import credible_ball, modes

RUNS = cd.Clusterings(
    {
        "x_0": ["p", "p", "p", "q", "q", "r", "r", None],
        "x_1": ["p", "p", "q", "q", "q", "r", "r", "r"],
        "y_0": [0, 0, 0, 1, 1, 2, 2, 2],
        "z": [0, 1, 2, 3, 0, 1, 2, 3],
    },
    missing="drop",
)
POINTS = np.array([[x, x % 3] for x in (0, 1, 2, 3, 20, 21, 22, 23, 40, 41, 42, 43)], float)


def thirds(data, k):
    return (np.asarray(data)[:, 0] * k / 44).astype(int)


def made():
    """Return every result by name."""
    pairs = cd.pairwise(RUNS, measures=["vi", "ari"])
    found = cd.consensus(RUNS, rng=0)
    ranking = cd.rank("y_0", RUNS, interval=True)
    stable = cd.stability(thirds, POINTS, ks=[2, 3], n_runs=3, rng=0)
    line = cd.timeline(RUNS)
    return {
        "pairwise": pairs,
        "diversity": pairs.diversity(),
        "coordinates": pairs.coordinates(),
        "ranking": ranking,
        "groups": cd.rank("y_0", RUNS, groups=True),
        "pooled": cd.pool([ranking, ranking]),
        "consensus": found,
        "ball": credible_ball(RUNS, center=found),
        "modes": modes(RUNS, k=2),
        "diff": found.diff("z"),
        "stability": stable,
        "stability of k": stable[3],
        "clusters": cd.cluster_stability(RUNS),
        "timeline": line,
    }


@pytest.fixture(scope="module")
def results():
    return made()


@pytest.mark.parametrize("name", list(made()))
def test_every_result_has_every_form(results, name):
    result = results[name]
    assert json.loads(json.dumps(result.to_dict(), default=str))
    assert len(result.to_frame()) > 0
    lines = repr(result).splitlines()
    assert "object at 0x" not in repr(result)
    assert len(lines) > 1
    assert "<table" in result._repr_html_()
    for picture in result._plots:
        ax = Figure().subplots()
        assert result.plot(picture.removeprefix("plot_"), ax=ax, title="mine") is ax
        assert ax.get_title() == "mine"


def test_more_than_twelve_clusterings_are_one_row_each():
    runs = np.random.default_rng(0).integers(3, size=(13, 40))
    found = cd.pairwise(runs, measures=["vi", "wallace_a"])
    lines = repr(found).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "13 clusterings of 40 elements"
    name, vi, wallace, nearest, value = lines[4].split()
    assert float(vi) == pytest.approx(np.delete(found["vi"][2], 2).mean(), rel=1e-3)
    assert float(wallace) == pytest.approx(np.delete(found["wallace_a"][2], 2).mean(), rel=1e-3)
    ((best, least),) = found.nearest(name, 1)
    assert (nearest, float(value)) == (best, pytest.approx(least, rel=1e-3))
    assert len(found.to_frame()) == 13
    crossed = cd.pairwise(runs, measures="vi", cross=runs[:2])
    assert repr(crossed).startswith("13 clusterings against 2 of 40 elements")
    twelve = repr(cd.pairwise(runs[:12]))
    assert len(twelve.splitlines()) == 13
