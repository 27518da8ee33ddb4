"""Environment variables for the kernels: which kernel, and how many threads."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clusterdiff._kernel._threads import available_cpus, cgroup_quota, thread_count
from clusterdiff.errors import OptionError

IMPORT = "import clusterdiff._kernel as k; print('imported'); "

ERROR = "clusterdiff.errors.OptionError: "


def run(program, **environment):
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith("CLUSTERDIFF_")
    }
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(
        command, env=clean | environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("value", ["0", "-1", "two", "1.5", "1e3", "00", "٣"])
def test_threads_that_are_no_positive_integer_are_refused(value):
    with pytest.raises(OptionError, match="CLUSTERDIFF_THREADS must be an integer above 0, got"):
        thread_count(value)


@pytest.mark.parametrize("value", ["100000", "9" * 23, "9" * 5000])
def test_threads_are_capped(value):
    assert thread_count(value) == max(16, 4 * os.cpu_count())


def test_threads_within_the_cap_are_as_asked():
    assert (thread_count("3"), thread_count(" 2 "), thread_count("007")) == (3, 2, 7)
    assert thread_count(None) == thread_count("") == available_cpus()


def test_a_bad_value_is_an_error_of_the_first_use_and_not_of_the_import():
    done = run(IMPORT + "k.THREADS", CLUSTERDIFF_THREADS="many")
    assert done.stdout == "imported\n"
    last = done.stderr.strip().splitlines()[-1]
    assert last == ERROR + "CLUSTERDIFF_THREADS must be an integer above 0, got 'many'."
    done = run(IMPORT + "k.count_pairs", CLUSTERDIFF_KERNEL="fortran")
    assert done.stdout == "imported\n"
    last = done.stderr.strip().splitlines()[-1]
    assert last == ERROR + "CLUSTERDIFF_KERNEL must be native or numpy, got 'fortran'."


def test_a_name_that_no_kernel_has_is_an_attribute_error():
    done = run(
        "import clusterdiff._kernel as k; print(hasattr(k, 'nothing'))",
        CLUSTERDIFF_KERNEL="fortran",
    )
    assert done.stdout == "False\n"


def files(root: Path, **contents: str) -> Path:
    for name, text in contents.items():
        file = root / name.replace("__", "/").replace("DOT", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def test_a_quota_of_control_groups_version_2(tmp_path):
    member = tmp_path / "membership"
    member.write_text("0::/user/job\n")
    root = files(
        tmp_path / "fs",
        cpuDOTmax="max 100000\n",
        user__cpuDOTmax="150000 100000\n",
        user__job__cpuDOTmax="max 100000\n",
    )
    assert cgroup_quota(root, member) == 1.5
    (root / "user/job/cpu.max").write_text("50000 100000\n")
    assert cgroup_quota(root, member) == 0.5


def test_a_quota_of_control_groups_version_1(tmp_path):
    member = tmp_path / "membership"
    member.write_text("5:memory:/job\n4:cpu,cpuacct:/job\n")
    root = files(
        tmp_path / "fs",
        cpu__job__cpuDOTcfs_quota_us="200000\n",
        cpu__job__cpuDOTcfs_period_us="100000\n",
    )
    files(root, cpu__cpuDOTcfs_quota_us="-1\n", cpu__cpuDOTcfs_period_us="100000\n")
    assert cgroup_quota(root, member) == 2


@pytest.mark.parametrize("text", ["", "nonsense", "0::/gone", "1:name=systemd:/"])
def test_without_a_quota_there_is_no_limit(tmp_path, text):
    member = tmp_path / "membership"
    member.write_text(text)
    assert cgroup_quota(tmp_path / "fs", member) is None
    assert cgroup_quota(tmp_path / "fs", tmp_path / "missing") is None


@pytest.mark.parametrize(
    ("quota", "cpus"), [(0.3, 1), (1.0, 1), (1.5, 2), (1e6, None), (None, None)]
)
def test_the_default_respects_the_quota(monkeypatch, quota, cpus):
    monkeypatch.setattr("clusterdiff._kernel._threads.cgroup_quota", lambda *_: quota)
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    if hasattr(os, "sched_getaffinity"):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3})
    assert available_cpus() == (cpus or 4)
