"""Fixtures of the tests of files."""

import pytest

from clusterdiff.io import engines
from clusterdiff.io._source import Source
from clusterdiff.io.formats import parquet

# Engines that scan files, found as the engines are.
SCANNING = {
    each.name: each for each in engines.ENGINES if each.reads(Source("x", ("x",), parquet.FORMAT))
}


@pytest.fixture(params=["small", *SCANNING])
def reader(request, monkeypatch):
    """Files of any size are read by the engine that prefers them, or all of them by one engine."""
    chosen = SCANNING.get(request.param)
    if chosen is not None:
        others = [each for each in engines.ENGINES if each is not chosen]
        monkeypatch.setattr(engines, "ENGINES", (chosen, *others))
        monkeypatch.setattr(type(chosen), "prefers", lambda *_: True)
    return request.param
