"""The values of many tables at once are those of the tables one by one."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.sampling import Statistic, TableBatch

NAMES = [m.name for m in cd.MEASURES.values() if m.table_type is cd.Table]
SHAPES = [(3, 3), (4, 6), (6, 4), (1, 4), (9, 9)]


def tables_of(shape, diagonal, n=40):
    random = np.random.default_rng(sum(shape))
    cells = shape[0] * shape[1]
    tables = random.multinomial(n, np.full(cells, 1 / cells), 20).reshape(20, *shape)
    for i in range(min(shape)):
        tables[:, i, i] += diagonal
    return tables


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("diagonal", [0, 12])
def test_values_of_a_batch(shape, diagonal):
    batch = TableBatch.of_dense(tables_of(shape, diagonal))
    for name in NAMES:
        s = Statistic.of(name)
        found, right = batch.values(s), [s.on(table) for table in batch.tables]
        assert found == pytest.approx(right, rel=1e-12, abs=1e-13), name


@pytest.mark.parametrize("n", [10**4, 10**5, 3 * 10**9])
def test_pair_counts_are_exact_for_any_number_of_elements(n):
    batch = TableBatch.of_dense(tables_of((3, 4), 0, n))
    for name in ("ari", "rand", "mirkin", "jaccard", "fmi", "normalized_minkowski"):
        s = Statistic.of(name)
        assert batch.values(s).tolist() == [s.on(table) for table in batch.tables], name


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("diagonal", [0, 12])
def test_pairings_of_all_tables_are_those_of_each(shape, diagonal):
    tables = tables_of(shape, diagonal)
    for name in ("classification_accuracy", "pair_sets_index"):
        statistic = Statistic.of(name)
        one_by_one = [statistic.on(cd.Table.from_matrix(table)) for table in tables]
        together = TableBatch.of_dense(tables).values(statistic).tolist()
        assert together == pytest.approx(one_by_one, abs=1e-13)


def test_formulas_run_once_for_all_tables(monkeypatch):
    monkeypatch.setattr(cd.Measure, "formula", lambda *_: pytest.fail("one by one"))
    batch = TableBatch.of_dense(tables_of((4, 5), 0))
    for name in ("ari", "vi", "purity", "classification_accuracy", "pair_sets_index"):
        assert len(batch.values(Statistic.of(name))) == 20
