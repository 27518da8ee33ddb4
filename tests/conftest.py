"""The environment of the test processes: threads, random numbers, time of examples and Ctrl-C."""

import gc
import os
import signal

import pytest
from hypothesis import settings

from clusterdiff.sampling import _random_source

# One thread per test process: pytest-xdist runs as many processes as there are cores. OpenMP reads
# it when a library that uses it is loaded. Threads of several processes on the same cores wait for
# each other: k-means of a hundred points then takes seconds.
os.environ.setdefault("OMP_NUM_THREADS", "1")

_FRESH = _random_source.fresh_seed

# An example may take any time: how long it takes depends on what else the machine does.
settings.register_profile("clusterdiff", deadline=None)
settings.load_profile("clusterdiff")


def pytest_collection_finish():
    """Leave the thousands of collected tests out of the garbage collections, and collect less often."""
    gc.freeze()
    gc.set_threshold(20_000)


def pytest_unconfigure():
    """Let everything be freed at exit, which the kernels check."""
    gc.unfreeze()


def pytest_sessionstart():
    """Accept Ctrl-C also in a job in the background, which ignores it, as do its processes."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def _seed_instead_of_entropy():
    """Give ``rng=None`` a seed, so that a test that fails does so again."""
    seed = int(os.environ.get("CLUSTERDIFF_TEST_SEED", "0"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_random_source, "fresh_seed", lambda: seed)
        yield


@pytest.fixture
def entropy(monkeypatch):
    """Give ``rng=None`` fresh entropy, as outside of the tests."""
    monkeypatch.setattr(_random_source, "fresh_seed", _FRESH)
