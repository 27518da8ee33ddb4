"""Change formulas one place at a time and check whether a test fails.

Each mutant runs in a process that is forked after all imports. The code of the function is replaced
by the compiled changed source, and the reference values of the measures that call the function are
compared. Mutants that survive are also run against the tests of measures and summaries. Survivors
that are proved to be equivalent are listed with the reason in tools/equivalent_mutants.toml; any
other survivor is an error. build/mutants.json stores which check detected each mutant. The next run
tries that check first, and reuses all results if sources, tests and tools have not changed.

``--only many`` (or another suite of tools/mutant_suites.py) tries mutants of statistics and searches
by their own tests; ``--only formulas`` is what is described above.
"""

import gc
import json
import os
import re
import resource
import signal
import sys
import time
import tomllib
import warnings
from argparse import ArgumentParser
from ast import literal_eval
from bisect import bisect
from collections import Counter
from cProfile import Profile
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import accumulate
from math import inf
from pathlib import Path
from types import CodeType, FunctionType

os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "CLUSTERDIFF_THREADS"), "1")
ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT), str(ROOT / "tools")]
PACKAGE = ROOT / "src" / "clusterdiff"

import pytest  # noqa: E402
import scipy.optimize  # noqa: E402
import scipy.sparse.csgraph  # noqa: E402
import scipy.special  # noqa: E402, F401
from mutant_checks import checks  # noqa: E402
from mutant_suites import SETTLED, SUITES, collect, files_of, forked, limit_of, tests_of  # noqa: E402
from mutations import mutants  # noqa: E402

EQUIVALENT = ROOT / "tools" / "equivalent_mutants.toml"
MEMORY = ROOT / "build" / "mutants.json"
FOLDERS = ("measures", "summaries")
# Records, lookup and display: no formula is in them.
SKIPPED_FILES = {
    *("__init__.py", "_catalogue.py", "_measure.py", "_record.py", "_views.py"),
    *("_summary.py", "_conventions.py", "_references.py"),
    # tests/kernel and tests/engines compare every value of these with a table's:
    "_from_arrays.py",
    # tests/features compare the values of these measures with exact arithmetic:
    "features.py",
}
SKIPPED = {
    *("MEASURES", "__all__", "__init__", "__post_init__", "__str__", "__repr__", "__iter__"),
    *("view", "records", "line", "_title", "_lead"),  # of results
    *("__len__", "__reduce__", "to_dict", "to_frame", "_record", "_UNITS", "unit_of"),
    *("_is_symmetric", "_nvi_is_metric", "_nvi_is_proportional", "_depends_on_order", "_is_loose"),
    *("SIMILARITIES", "MATCHINGS", "OVERALLS", "COMBINES", "PARTS", "FAMILY", "MEANS"),
    # Types of the choices of options:
    *("ClusterSimilarity", "Combine", "MatchingRule", "Mean", "Overall", "Similarity"),
}
TESTS = (
    "tests/measures/test_paths.py",
    "tests/measures/test_precision.py",
    "tests/summaries",
    "tests/measures/test_split_merge.py",
    "tests/measures/test_set_matching.py",
    "tests/assignment",
    "tests/partition/test_partition.py",
    "tests/measures/test_golden.py",
)
JOBS = int(os.environ.get("JOBS", min(2, os.cpu_count() or 1)))
SECONDS = 90  # of a processor for one mutant
CHECK_SECONDS = 45  # of a processor for one check
SLOWEST = 15  # of an unchanged check, profiled, so that a mutant is not detected by its time alone
FAULT = "this script fails: "
_MEMORY = 2**31  # bytes that the tests of a mutant of a suite may take
FEW = 5  # measures whose contract tests are run


def files():
    """Yield the files with formulas."""
    for folder in FOLDERS:
        found = sorted((PACKAGE / folder).rglob("*.py"))
        yield from (file for file in found if file.name not in SKIPPED_FILES)
    yield PACKAGE / "assignment.py"


def functions_by_place():
    """Return every loaded function of the package by file, line and name."""
    found = {}
    gc.unfreeze()  # tests/conftest.py hides everything from the garbage collector
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and str(PACKAGE) in thing.__code__.co_filename:
            found.setdefault(place(thing.__code__), []).append(thing)
    return found


@cache
def arguments():
    """Return what was typed after the name of this script."""
    parser = ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("text", metavar="TEXT", nargs="*", help="try only mutants whose names contain all texts")
    add("--checks", metavar="TEXT", default="", help="use only checks (test files) with this text")
    add("--no-tests", action="store_true", help="compare only reference values")
    add("--list", action="store_true", help="print the names of the mutants")
    add("--listed", action="store_true", help="also try mutants that are listed as equivalent")
    add("--new", action="store_true", help="ignore the stored results")
    add("--again", action="store_true", help="of a suite, try only what survived the last time")
    add("--seconds", type=float, default=inf, help="of a suite, the quickest tests of a mutant")
    add(
        "--only",
        choices=["formulas", *SUITES],
        help="one suite  [default: formulas and the settled suites]",
    )
    return parser.parse_args()


def place(code):
    return Path(code.co_filename).resolve(), code.co_firstlineno, code.co_qualname


class Loaded:
    """The functions of the package that are loaded, and how a mutant changes them."""

    def __init__(self):
        self.functions = functions_by_place()

    def targets(self, mutant):
        """Return the functions that the mutant changes, each with its new code."""
        return list(self._pairs(mutant.original, mutant.changed))

    def _pairs(self, original, changed):
        parts = [
            [c for c in code.co_consts if isinstance(c, CodeType)] for code in (original, changed)
        ]
        for before, after in zip(*parts, strict=True):
            if before == after:
                continue
            here = self.functions.get(place(before), [])
            found = [f for f in here if f.__code__ == before] if len(here) > 1 else here
            if found:
                yield from ((function, after) for function in found)
            else:
                yield from self._pairs(before, after)

    def users(self, mutant):
        """Return the places of the functions that the mutant changes, or that use a constant."""
        if mutant.constant:
            return [
                spot
                for spot, found in self.functions.items()
                if any(mutant.function in f.__code__.co_names for f in found)
            ]
        return [place(function.__code__) for function, _ in self.targets(mutant)]

    def apply(self, mutant):
        """Change the loaded package, only in a forked process; return an error of the change."""
        for function, code in self.targets(mutant):
            function.__code__ = code
        if mutant.constant:
            file = Path(mutant.file).resolve()
            module = next(m for m in sys.modules.values() if _file_of(m) == file)
            before = vars(module)[mutant.function]
            try:
                exec(mutant.changed, vars(module))  # noqa: S102
            except Exception as error:  # noqa: BLE001
                return repr(error)
            ours = [m for name, m in sys.modules.items() if name.startswith("clusterdiff")]
            for names in map(vars, ours):
                if names.get(mutant.function) is before:
                    names[mutant.function] = vars(module)[mutant.function]
        return None


class Lab(Loaded):
    """The state before any mutant of a formula is tried."""

    def __init__(self):
        super().__init__()
        self.checks = checks(arguments().checks)
        self.seen_by = self._coverage()

    def _coverage(self):
        """Return which checks call which function, found in a separate process."""

        def look():
            out = {}
            for name, check in self.checks.items():
                profile = Profile(builtins=False)
                start = time.process_time()
                failure = profile.runcall(check, fresh=True)
                if failure:
                    print(f"without any change {name} fails: {failure}", flush=True)
                    os._exit(1)
                if (seconds := time.process_time() - start) > SLOWEST:
                    print(f"without any change {name} takes {seconds:.0f} s", flush=True)
                    os._exit(1)
                for code in (entry.code for entry in profile.getstats()):
                    if isinstance(code, CodeType) and str(PACKAGE) in code.co_filename:
                        out.setdefault(place(code), []).append(name)
            return out

        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            with os.fdopen(write, "w") as pipe:
                pipe.write(repr([(str(p[0]), *p[1:], names) for p, names in look().items()]))
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as pipe:
            text = pipe.read()
        if os.waitpid(pid, 0)[1] or not text:
            sys.exit("the checks fail without any change")
        rows = literal_eval(text)
        return {(Path(file), line, name): names for file, line, name, names in rows}

    def checks_for(self, mutant):
        """Return the names of the checks that may detect the mutant."""
        users = self.users(mutant)
        names = dict.fromkeys(name for spot in users for name in self.seen_by.get(spot, ()))
        contracts = [name for name in names if ": test_" in name]
        measures = list(dict.fromkeys(re.match(r"\w+", name)[0] for name in contracts))
        left_out = set(measures[FEW:])  # many values detect it already
        return [n for n in names if n not in contracts or re.match(r"\w+", n)[0] not in left_out]

    def try_checks(self, mutant, first):
        """Return the name of a check that detects the mutant, or None."""
        names = self.checks_for(mutant)
        names.sort(key=lambda name: name != first)
        if self.apply(mutant):
            return "the import"
        for name in names:
            signal.setitimer(signal.ITIMER_PROF, CHECK_SECONDS)  # ends the process
            try:
                wrong = self.checks[name]()
            except BaseException as error:  # noqa: BLE001
                wrong = repr(error)
            if wrong:
                return name
        signal.setitimer(signal.ITIMER_PROF, 0)
        return None

    def try_tests(self, mutant, first):
        """Return the file with a test that detects the mutant, or None."""
        if self.apply(mutant):
            return "the import"
        os.chdir(ROOT)
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # all is imported already
        for test in sorted(TESTS, key=lambda name: name != first):
            if pytest.main([*options, test]) not in {0, 5}:
                return test
        return None


def _file_of(module):
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if file else None


def run(work, jobs, memory):
    """Run each job in a forked process; yield those that survive, and store the others."""
    waiting, running = list(jobs)[::-1], {}
    total, saved = len(waiting), 0
    while waiting or running:
        if (done := total - len(waiting) - len(running)) >= saved + 100:
            saved = done
            memory.save()
            print(f"{work.__name__}: {done} of {total}", flush=True)
        while waiting and len(running) < JOBS:
            job = waiting.pop()
            read, write = os.pipe()
            pid = os.fork()
            if pid == 0:
                _child(work, job, memory.get(name_of(job)), write)
            os.close(write)
            running[pid] = job, read
        pid, status = os.wait()
        if pid in running:
            job, read = running.pop(pid)
            with os.fdopen(read) as pipe:
                noticed = pipe.read()
            if noticed.startswith(FAULT):
                sys.exit(f"{name_of(job)}: {noticed}")
            if os.WIFSIGNALED(status):
                noticed = "time"  # it takes too long, or crashes
            memory[name_of(job)] = noticed or None
            if noticed or (work.__name__ == "try_tests" and not arguments().checks):
                memory.settled.add(name_of(job))
            if not noticed:
                yield job


def _child(work, job, first, write):
    """Run a job; an exception, an endless loop or a wrong value detects the mutant."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    try:
        result = work(job, first) or ""
    except BaseException as error:  # noqa: BLE001
        result = f"{FAULT}{error!r}"
    os.write(write, result.encode())
    os._exit(0)


def fingerprint():
    """Return a hash of everything that a result depends on: code, tests and reference values."""
    loaded = {_file_of(module) for module in list(sys.modules.values())} - {None}
    ours = {file for file in loaded if file.is_relative_to(ROOT)}
    ours |= {file for test in TESTS for file in [ROOT / test, *(ROOT / test).rglob("*.py")]}
    ours |= {file for folder in (ROOT / "tests").rglob("golden") for file in folder.iterdir()}
    found = sha256()
    for file in sorted(file for file in ours if file.is_file()):
        found.update(file.read_bytes())
    return found.hexdigest()


class Memory(dict):
    """The check or test that detected each mutant in earlier runs; None for survivors."""

    def __init__(self):
        super().__init__()
        self.fingerprint = fingerprint()
        known = {}
        if MEMORY.exists() and not arguments().new:
            known = json.loads(MEMORY.read_text(encoding="utf-8"))
        self.update(known.get("noticed", {}))
        same = known.get("fingerprint") == self.fingerprint
        self.settled = set(known.get("settled", ())) if same else set()  # need no other run
        self.unnoticed = set(known.get("unnoticed", ())) if same else set()  # by reference values

    def save(self):
        """Write the results so far."""
        MEMORY.parent.mkdir(exist_ok=True)
        known = {
            "fingerprint": self.fingerprint,
            "settled": sorted(self.settled),
            "unnoticed": sorted(self.unnoticed),
            "noticed": dict(self),
        }
        MEMORY.write_text(json.dumps(known, indent=0, ensure_ascii=False), encoding="utf-8")


def equivalents():
    """Return the mutants that are proved to be equivalent, with the reason."""
    found = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return {
        f"{group['file']}::{group['function']}: {change}": group["reason"]
        for group in found.get("equivalent", [])
        for change in group["changes"]
    }


def name_of(mutant):
    return f"{Path(mutant.file).relative_to(PACKAGE)}::{mutant.function}: {mutant.change}"


def run_suite(suite):
    """Try the mutants of a suite; return whether one survives that is not listed."""
    state = SuiteRun(suite)
    if arguments().list:
        print(*map(name_of, state.jobs), sep="\n")
        return False
    if state.jobs:
        tests = [name for name in tests_of(suite, ROOT) if arguments().checks in name]
        runner = collect(tests, ROOT, state.try_all)
        if runner.failed:
            sys.exit(runner.failed)
    return state.report()


class SuiteRun:
    """The mutants of a suite, and the test that detected each of them, now or in an earlier run."""

    def __init__(self, suite):
        self.start, self.suite, self.known = time.monotonic(), suite, equivalents()
        self.files = list(files_of(suite, PACKAGE))
        self.every = [
            m for file in self.files for m in mutants(str(file), file.read_text("utf-8"), SKIPPED)
        ]
        self.noticed = {}  # a test, or None for a mutant that survives, by name
        self.memory = MEMORY.with_name(f"mutants-{suite}.json")
        if self.memory.exists() and not arguments().new:
            self.noticed = json.loads(self.memory.read_text(encoding="utf-8"))
        self.jobs = list(filter(self._is_tried, self.every))
        self.survivors, self.tried = [], 0

    def _is_tried(self, mutant):
        name = name_of(mutant)
        if not all(text in name for text in arguments().text):
            return False
        if arguments().again and self.noticed.get(name):
            return False
        return arguments().listed or arguments().list or name not in self.known

    def try_all(self, runner):
        """Try every mutant by the tests that were collected."""
        traces = MEMORY.with_name(f"traces-{self.suite}.pickle")
        seconds, seen = forked(lambda: runner.traced(str(PACKAGE), self.files, traces))
        if seen is None:
            sys.exit(f"without any change {seconds} fails")
        # Some modules are imported when they are first used, which was in the other process.
        for file in self.files:
            import_module(".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts))
        loaded = Loaded()
        lost = [m for m in self.jobs if not m.constant and not loaded.targets(m)]
        if lost:
            sys.exit(f"no loaded function has this code: {name_of(lost[0])}")
        kills = {}  # how many mutants of a function a test detected
        for name, test in self.noticed.items():
            kills.setdefault(name.partition(": ")[0], Counter())[test] += 1
        for mutant in self.jobs:
            name = name_of(mutant)
            own, first = (
                kills.setdefault(name.partition(": ")[0], Counter()),
                self.noticed.get(name),
            )
            tests = _tests_of(loaded, mutant, seen) | runner.naming(mutant.function)
            chosen = _within(sorted(tests, key=seconds.get), seconds)
            chosen.sort(key=lambda test: (test != first, -own[test]))
            found = _try(loaded, runner, mutant, chosen, limit_of(chosen, seconds))
            self.noticed[name] = found
            own[found] += 1
            if not found:
                self.survivors.append(name)
                print(f"survives {len(chosen)} tests: {name}", flush=True)
            self.tried += 1
            if self.tried % 50 == 0:
                self.save()
                print(f"{self.tried} of {len(self.jobs)}", flush=True)
        self.save()

    def save(self):
        """Write the results so far."""
        self.memory.parent.mkdir(exist_ok=True)
        text = json.dumps(self.noticed, indent=0, ensure_ascii=False)
        self.memory.write_text(text, encoding="utf-8")

    def report(self):
        """Print the results; return whether a mutant survives or the list is out of date."""
        if self.tried < len(self.jobs):
            sys.exit(f"{self.suite}: stopped after {self.tried} of {len(self.jobs)} mutants")
        unlisted = [name for name in self.survivors if name not in self.known]
        own = {str(file.relative_to(PACKAGE)) for file in self.files}
        listed = {name for name in self.known if name.partition("::")[0] in own}
        stale = listed - set(map(name_of, self.every))
        for name in sorted(stale):
            print(f"listed as equivalent, but it is gone: {name}")
        counts = f"{len(self.jobs)} mutants: {len(unlisted)} survive; {len(listed)} are equivalent"
        print(f"{self.suite}: {counts}; {time.monotonic() - self.start:.0f} s", flush=True)
        return bool(unlisted or stale)


def _tests_of(loaded, mutant, seen):
    """Return the tests that run a changed statement, or call a function that uses a constant."""
    spots = [(mutant.file, line) for line in mutant.lines]
    if mutant.constant:
        spots = [(str(file), *rest) for file, *rest in loaded.users(mutant)]
    return set().union(*(seen.get(spot, ()) for spot in spots))


def _within(tests, seconds):
    """Return the first tests that take so many seconds in all, and at least one."""
    total = list(accumulate(seconds[name] for name in tests))
    return tests[: max(1, bisect(total, arguments().seconds))]


def _try(loaded, runner, mutant, tests, limit):
    """Return the test that detects a mutant, or None."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        noticed = "the import" if loaded.apply(mutant) else ""
        try:
            noticed = noticed or next((name for name in tests if not runner.passes(name)), "")
        except BaseException:  # noqa: BLE001
            noticed = "an exception"
        os.write(write, noticed.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        noticed = pipe.read()
    status = os.waitpid(pid, 0)[1]
    return "time" if os.WIFSIGNALED(status) else noticed or None


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the results are kept
    warnings.simplefilter("ignore")
    only = arguments().only
    suites = set(SETTLED) if only is None else {only}
    failed = [run_suite(suite) for suite in sorted(suites - {"formulas"})]
    if only in {None, "formulas"}:
        failed.append(run_formulas())
    sys.exit(any(failed))


def run_formulas():
    """Try the mutants of formulas; return whether one survives that is not listed."""
    start = time.monotonic()
    loaded = {_file_of(module) for module in list(sys.modules.values())}
    for file in set(files()) - loaded:
        print(f"no measure uses {file.relative_to(PACKAGE)}")
    every = [
        m
        for file in files()
        if file in loaded
        for m in mutants(str(file), file.read_text("utf-8"), SKIPPED)
    ]
    jobs = [m for m in every if all(text in name_of(m) for text in arguments().text)]
    if arguments().list:
        print(*map(name_of, jobs), sep="\n")
        return False
    mine = {str(file.relative_to(PACKAGE)) for file in files()}
    known = {k: why for k, why in equivalents().items() if k.partition("::")[0] in mine}
    names = set(map(name_of, every))
    stale = known.keys() - names
    if not arguments().listed:
        jobs = [m for m in jobs if name_of(m) not in known]
    survivors = verdicts(jobs, Memory(), known)
    unlisted = [name for name in survivors if name not in known]
    stale |= (known.keys() & set(map(name_of, jobs))) - set(survivors)
    for name in sorted(unlisted):
        print(f"survives: {name}")
    for name in sorted(stale):
        print(f"listed as equivalent, but it is noticed or gone: {name}")
    counts = f"{len(jobs)} mutants: {len(unlisted)} survive; {len(known)} are proved equivalent"
    print(f"{counts}; {time.monotonic() - start:.0f} s")
    return bool(unlisted or stale)


def verdicts(jobs, memory, known):
    """Return the names of the mutants that no test detects."""
    listed = known.keys() & memory.unnoticed
    new = [m for m in jobs if name_of(m) not in memory.settled | listed]
    print(f"{len(jobs)} mutants, {len(new)} to try", flush=True)
    if new:
        lab = Lab()
        lost = [m for m in new if not m.constant and not lab.targets(m)]
        if lost:
            sys.exit(f"no loaded function has this code: {name_of(lost[0])}")
        try:
            untried = [m for m in new if name_of(m) not in memory.unnoticed]
            memory.unnoticed.update(map(name_of, run(lab.try_checks, untried, memory)))
            left = [m for m in new if name_of(m) in memory.unnoticed - known.keys()]
            print(f"{len(left)} pass the reference values and are not listed", flush=True)
            if not arguments().no_tests:
                for _ in run(lab.try_tests, left, memory):
                    pass
        finally:
            memory.save()
    return [name for name in map(name_of, jobs) if memory[name] is None]


if __name__ == "__main__":
    main()
