"""The native and the numpy search for a consensus make the same moves."""

import os

import numpy as np
import pytest

from clusterdiff._kernel import _numpy
from clusterdiff.errors import InputError

try:
    from clusterdiff._kernel import _native
except ImportError:
    if os.environ.get("CLUSTERDIFF_KERNEL") != "numpy":
        raise
    pytest.skip("clusterdiff was installed without its native kernel", allow_module_level=True)


def problem(seed, dtype=np.uint8, *, heavy=False):
    rng = np.random.default_rng(seed)
    n, m, clusters = (int(rng.integers(low, high)) for low, high in ((1, 40), (1, 90), (1, 6)))
    base = rng.integers(clusters, size=n)
    noise = rng.random((n, m)) < rng.random()
    codes = np.where(noise, rng.integers(clusters, size=(n, m)), base[:, None]).astype(dtype)
    first_rows = (clusters * np.arange(m)).astype(np.uint32)
    coefficients = -rng.random(clusters * m)
    coefficients[:clusters] = m * rng.random()
    weights = rng.integers(1, 5, n) if heavy else np.ones(n, int)
    starts = np.full((4, n), -1, np.int32)
    starts[1] = rng.integers(-1, max(n // 2, 1), n)
    starts[2] = 0
    seeds = rng.integers(2**63, size=4, dtype=np.uint64)
    return codes, first_rows, coefficients, weights.astype(np.uint32), starts, seeds


@pytest.mark.parametrize("squares", [True, False])
@pytest.mark.parametrize("heavy", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_the_searches_end_in_the_same_partitions(seed, heavy, squares):
    given = problem(seed, [np.uint8, np.uint16, np.uint32][seed % 3], heavy=heavy)
    most = int(given[4].max()) + 1 + seed % 4
    native = _native.consensus_search(*given, squares, most, 20, 5, 1 + seed % 3)
    in_numpy = _numpy.consensus_search(*given, squares, most, 20, 5, 1)
    assert native[0].tolist() == in_numpy[0].tolist()
    assert native[1] == pytest.approx(in_numpy[1], rel=1e-12, abs=1e-12)
    assert native[2].tolist() == in_numpy[2].tolist()
    assert int(native[0].max()) < most


@pytest.mark.parametrize("squares", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_the_objective_is_that_of_its_definition(seed, squares):
    codes, first_rows, coefficients, weights, starts, seeds = problem(seed, heavy=seed % 2 == 1)
    labels, objectives, _ = _native.consensus_search(
        codes, first_rows, coefficients, weights, starts, seeds, squares, 100, 20, 5, 2
    )
    for own, objective in zip(labels.reshape(len(starts), -1), objectives, strict=True):
        counts = {}
        for element, row in enumerate(codes + first_rows):
            for r in row.tolist():
                key = r, int(own[element])
                counts[key] = counts.get(key, 0) + int(weights[element])
        value = sum(
            coefficients[r] * (x * x if squares else x * np.log2(x)) for (r, _), x in counts.items()
        )
        assert objective == pytest.approx(value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("squares", [True, False])
@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("complete", [True, False])
def test_the_losses_of_pairs_are_the_same(squares, weighted, complete):
    rng = np.random.default_rng(4)
    sizes = rng.integers(1, 7, 9).astype(np.uint32)
    codes = np.array([rng.integers(k + (0 if complete else 1), size=50) for k in sizes], np.uint8)
    weights = rng.integers(1, 9, 50).astype(np.uint32) if weighted else None
    for candidates in (np.arange(9), np.array([3, 0, 8])):
        given = codes, sizes, weights, candidates.astype(np.uint32), squares, complete, 0.5, 2.0
        native, in_numpy = _native.loss_matrix(*given, 2), _numpy.loss_matrix(*given, 1)
        assert native == pytest.approx(in_numpy, rel=1e-12, abs=1e-12)
        assert native.tolist() == _native.loss_matrix(*given, 1).tolist()


def test_what_is_outside_is_refused():
    codes, first_rows, coefficients, weights, starts, seeds = problem(3)
    rest = (False, 9, 9, 9, 1)
    with pytest.raises(ValueError, match="same length"):
        _native.consensus_search(
            codes, first_rows, coefficients, weights[:-1], starts, seeds, *rest
        )
    with pytest.raises(InputError, match="changed while they were read"):
        _native.consensus_search(codes, first_rows, coefficients[:1], weights, starts, seeds, *rest)
    with pytest.raises(IndexError, match="outside the range of elements"):
        _native.consensus_search(
            codes, first_rows, coefficients, weights, starts + np.int32(10**6), seeds, *rest
        )


@pytest.mark.parametrize(
    ("codes", "candidates", "error", "message"),
    [
        (0, [2], IndexError, "outside the range of clusterings"),
        (0, [1, 0], ValueError, "in order"),
        (9, [0], InputError, "changed while they were read"),
    ],
)
def test_pairs_that_are_outside_are_refused(codes, candidates, error, message):
    matrix, sizes = np.full((2, 3), codes, np.uint8), np.ones(2, np.uint32)
    squares = complete = True
    chosen = np.array(candidates, np.uint32)
    with pytest.raises(error, match=message):
        _native.loss_matrix(matrix, sizes, None, chosen, squares, complete, 1.0, 1.0, 1)


@pytest.mark.parametrize("coefficient", [np.nan, np.inf, -np.inf])
def test_coefficients_that_are_no_numbers_are_refused(coefficient):
    given = problem(3)
    given[2][-1] = coefficient
    rest = (False, 9, 9, 9, 1)
    with pytest.raises(ValueError, match="must be finite"):
        _native.consensus_search(*given, *rest)


def test_a_search_without_clusters_is_refused():
    rest = (False, 0, 9, 9, 1)
    with pytest.raises(ValueError, match="at least 1"):
        _native.consensus_search(*problem(3), *rest)
