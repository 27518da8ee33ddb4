"""Overlaps of many tables at once give the values of single tables."""

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.sampling import Statistic, TableBatch
from clusterdiff.summaries import Overlaps

NAMES = [m.name for m in cd.MEASURES.values() if m.summaries == (Overlaps,)]


@pytest.mark.parametrize("shape", [(3, 3), (4, 6), (6, 4), (1, 4), (9, 9)])
@pytest.mark.parametrize("diagonal", [0, 12])
def test_values_of_a_batch(shape, diagonal):
    random = np.random.default_rng(sum(shape))
    tables = random.multinomial(40, np.full(shape[0] * shape[1], 1 / (shape[0] * shape[1])), 20)
    tables = tables.reshape(20, *shape)
    for i in range(min(shape)):
        tables[:, i, i] += diagonal
    batch = TableBatch.of_dense(tables)
    for name in NAMES:
        s = Statistic.of(name)
        assert batch.values(s).tolist() == [s.on(table) for table in batch.tables], name
