"""Mutants of statistics and searches, tried against the tests that call the changed function.

A suite names files of the package and files of tests. The tests are collected once and run once
with a profiler, which tells which test calls which function. Each mutant is then tried in a forked
process by those tests that call the changed function, the quickest first, until one fails.
"""

import os
import time
from ast import literal_eval
from cProfile import Profile
from types import CodeType

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings

# The files of each suite, below src/clusterdiff, and its tests.
SUITES = {
    "many": (
        (
            "many/_consensus.py", "many/_search.py", "many/_metric_search.py", "many/_loss.py",
            "many/_medoid.py", "many/_optimality.py", "many/_credible_ball.py",
        ),
        (
            "tests/many/test_consensus.py", "tests/many/test_optimality.py",
            "tests/many/test_posterior.py", "tests/many/test_objectives.py",
        ),
    ),
    "diff": (
        ("analysis/_diff/_diff.py", "analysis/_diff/_numbers.py", "analysis/_diff/_threshold.py",
         "analysis/_diff/_changes.py"),
        (
            "tests/analysis/test_diff.py", "tests/analysis/test_diff_kinds.py",
            "tests/analysis/test_diff_threshold.py", "tests/analysis/test_diff_scenes.py",
            "tests/analysis/test_diff_small_clusters.py", "tests/analysis/test_diff_elements.py",
        ),
    ),
    "assignment": (("assignment.py",), ("tests/assignment",)),
    "intervals": (("intervals",), ("tests/intervals",)),
    "units": (("intervals/_units.py",), ("tests/intervals/test_units.py",)),
    "pool": (("many/_pool.py",), ("tests/many/test_rank.py",)),
    "chance": (("chance", "sampling"), ("tests/chance", "tests/sampling")),
}  # fmt: skip
# Suites without survivors, which are run by default; the others are run by name.
SETTLED = ()
_SLACK = 30  # seconds of a processor beyond three times what the tests take


def files_of(suite, package):
    """Return the files of a suite."""
    found = []
    for name in SUITES[suite][0]:
        path = package / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [path for path in found if path.name != "__init__.py"]


class Runner:
    """A plugin of pytest that replaces the run of the collected tests by the work of a suite."""

    def __init__(self, work):
        self.work, self.items = work, {}
        self.failed = None

    def pytest_configure(self):
        """Make the examples of hypothesis the same in each process."""
        settings.register_profile("mutants", derandomize=True, deadline=None, database=None)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session):
        """Do the work instead of running the tests."""
        if session.testsfailed:
            self.failed = "the tests cannot be collected"
            return True
        self.items = {item.nodeid: item for item in session.items}
        self.work(self)
        return True

    def passes(self, name):
        """Return whether a test passes; tests that are skipped do."""
        reports = runtestprotocol(self.items[name], log=False, nextitem=None)
        return not any(report.failed for report in reports)

    def profiled(self, package, place):
        """Return the seconds of each test, and the tests that call each function."""
        seconds, seen = {}, {}
        for name in self.items:
            profile = Profile(builtins=False)
            start = time.process_time()
            if not profile.runcall(self.passes, name):
                return name, None
            seconds[name] = time.process_time() - start
            for code in (entry.code for entry in profile.getstats()):
                if isinstance(code, CodeType) and package in code.co_filename:
                    file, line, function = place(code)
                    seen.setdefault((str(file), line, function), []).append(name)
        return seconds, list(seen.items())


def collect(tests, root, work):
    """Collect tests, and do some work in the session of pytest."""
    os.chdir(root)
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    runner = Runner(work)
    present = [test for test in tests if (root / test).exists()]
    pytest.main([*options, *present], plugins=[runner])
    return runner


def forked(function):
    """Return what a function returns in a forked process, which must be printable."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        try:
            text = repr(function())
        except BaseException as error:  # noqa: BLE001
            text = repr((f"this script fails: {error!r}", None))
        with os.fdopen(write, "w") as pipe:
            pipe.write(text)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(pid, 0)
    return literal_eval(text)


def limit_of(names, seconds):
    """Return the seconds of a processor that a mutant may take."""
    return int(3 * sum(seconds[name] for name in names) + _SLACK)
