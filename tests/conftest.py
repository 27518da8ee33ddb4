"""One thread per test process: pytest-xdist runs as many processes as there are cores."""

import os

# OpenMP reads it when a library that uses it is loaded. Threads of several processes on the same
# cores wait for each other: k-means of a hundred points then takes seconds.
os.environ.setdefault("OMP_NUM_THREADS", "1")
