"""Mutants of statistics and searches, tried against the tests that call the changed function.

A suite names files of the package and files of tests. The tests are collected once and run once
with a trace function, which tells which test runs which line. Each mutant is then tried in a forked
process by those tests that run the changed statement, until one fails: first the tests that detected
other mutants of the function, then the quickest.
"""

import os
import pickle
import sys
import time
from hashlib import sha256
from inspect import getsource

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
SETTLED = ("assignment", "pool")
_SLACK = 5  # seconds of a processor beyond three times what the tests take


def files_of(suite, package):
    """Return the files of a suite."""
    found = []
    for name in SUITES[suite][0]:
        path = package / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [path for path in found if path.name != "__init__.py"]


def tests_of(suite, root):
    """Return the files of the tests of a suite."""
    paths = [root / name for name in SUITES[suite][1]]
    found = [sorted(x.rglob("test_*.py")) if x.is_dir() else [x] for x in paths]
    return [str(path.relative_to(root)) for group in found for path in group]


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

    def naming(self, constant):
        """Return the tests whose code names a constant."""
        codes = {name: item.function.__code__ for name, item in self.items.items()}
        return {name for name, code in codes.items() if constant in code.co_names}

    def passes(self, name):
        """Return whether a test passes; tests that are skipped do."""
        reports = runtestprotocol(self.items[name], log=False, nextitem=None)
        return not any(report.failed for report in reports)

    def traced(self, package, files, kept):
        """Return the seconds of each test, and the tests that run each line or call each function.

        Lines are those of some files, by file and number; functions are those of the package, by
        file, first line and name. What a test runs is kept in a file until the test or one of the
        files changes.
        """
        sources = sha256(b"".join(file.read_bytes() for file in files)).hexdigest()
        known = pickle.loads(kept.read_bytes()) if kept.exists() else {}  # noqa: S301
        seconds, seen = {}, {}
        for name, item in self.items.items():
            key = sources, getsource(item.function)
            if known.get(name, [None])[0] != key:
                passed, took, spots = self._trace(name, package, set(map(str, files)))
                if not passed:
                    return name, None
                known[name] = key, took, spots
            _, seconds[name], spots = known[name]
            for spot in spots:
                seen.setdefault(spot, set()).add(name)
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(pickle.dumps(known))
        return seconds, seen

    def _trace(self, name, package, files):
        """Run a test; return whether it passes, its seconds, and what it runs."""
        found = set()

        def of_lines(frame, event, _):
            if event == "line":
                found.add((frame.f_code.co_filename, frame.f_lineno))
            return of_lines

        def of_calls(frame, *_):
            code = frame.f_code
            if package not in code.co_filename:
                return None
            found.add((code.co_filename, code.co_firstlineno, code.co_qualname))
            return of_lines if code.co_filename in files else None

        start = time.process_time()
        sys.settrace(of_calls)
        passed = self.passes(name)
        sys.settrace(None)
        return passed, time.process_time() - start, found


def collect(tests, root, work):
    """Collect tests, and do some work in the session of pytest."""
    os.chdir(root)
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    runner = Runner(work)
    pytest.main([*options, *tests], plugins=[runner])
    return runner


def forked(function):
    """Return what a function returns in a forked process."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        try:
            out = function()
        except BaseException as error:  # noqa: BLE001
            out = f"this script fails: {error!r}", None
        with os.fdopen(write, "wb") as pipe:
            pickle.dump(out, pipe)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        out = pickle.load(pipe)  # noqa: S301
    os.waitpid(pid, 0)
    return out


def limit_of(names, seconds):
    """Return the seconds of a processor that a mutant may take."""
    return int(3 * sum(seconds[name] for name in names) + _SLACK)
