"""Fixtures of the tests of files."""

import pytest

from clusterdiff.io.engines import duckdb as engine


@pytest.fixture(params=["small", "duckdb"])
def reader(request, monkeypatch):
    """Text of any size is read by Python, or all of it by DuckDB."""
    monkeypatch.setattr(engine, "SMALL", 0 if request.param == "duckdb" else 1 << 20)
    return request.param
