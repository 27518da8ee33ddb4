"""The matrix of the whole catalogue, computed once."""

import pytest

from clusterdiff import properties


@pytest.fixture(scope="session")
def found():
    return properties.matrix(n=4, n_samples=60)
