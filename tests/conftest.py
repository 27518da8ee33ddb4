"""The environment of the test processes: number of threads, time of examples and Ctrl-C."""

import os
import signal

from hypothesis import settings

# One thread per test process: pytest-xdist runs as many processes as there are cores. OpenMP reads
# it when a library that uses it is loaded. Threads of several processes on the same cores wait for
# each other: k-means of a hundred points then takes seconds.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# An example may take any time: how long it takes depends on what else the machine does.
settings.register_profile("clusterdiff", deadline=None)
settings.load_profile("clusterdiff")


def pytest_sessionstart():
    """Accept Ctrl-C also in a job in the background, which ignores it, as do its processes."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
