"""What is released: versions that agree, licenses of bundled parts, Pythons that are tested."""

import importlib.util
import re
import shlex
import tomllib
from pathlib import Path

from tests.helpers.program import run

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("check_wheel", ROOT / "tools" / "check_wheel.py")
check_wheel = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check_wheel)
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
WHEEL = [
    "clusterdiff/datasets/digits.csv.gz",
    "clusterdiff/__init__.py",
    "clusterdiff/_kernel/_native.abi3.so",
    "clusterdiff-0.dist-info/METADATA",
    "clusterdiff-0.dist-info/licenses/LICENSE",
    "clusterdiff-0.dist-info/licenses/licenses/nanobind.txt",
    "clusterdiff-0.dist-info/licenses/licenses/robin_map.txt",
]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_has_one_value():
    version = PROJECT["version"]
    site = tomllib.loads(read("zensical.toml"))["project"]
    assert f"clusterdiff {version}, " in site["copyright"]
    assert site["site_dir"] == f"build/site/{version}"
    assert re.search(rf"^version: \"?{re.escape(version)}\"?$", read("CITATION.cff"), re.MULTILINE)
    assert f"\n## {version}" in read("CHANGELOG.md")
    assert f"version = {{{version}}}" in read("docs/cite.md")


def test_pythons_are_the_same_everywhere():
    declared = set(re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"])))
    workflow = re.search(r"python: \[(.+)\]", read(".github/workflows/ci.yml"))[1]
    assert set(re.findall(r"3\.\d+", workflow)) == declared
    built = re.findall(r"cp3(\d+)-", PYPROJECT["tool"]["cibuildwheel"]["build"])
    assert {f"3.{minor}" for minor in built} == declared
    tested = re.search(r"^for version in (.+); do$", read("tools/test_wheels.sh"), re.MULTILINE)[1]
    assert set(tested.split()) == declared


def test_the_command_that_tests_wheels_works():
    wheels = PYPROJECT["tool"]["cibuildwheel"]
    program, *words = shlex.split(wheels["test-command"].replace("{project}", ROOT.as_posix()))
    assert program == "clusterdiff"
    assert run(*words).returncode == 0
    assert wheels["test-environment"] == {"CLUSTERDIFF_KERNEL": "native"}


def test_each_bundled_part_has_its_license():
    kept = {file.name for file in (ROOT / "licenses").iterdir()}
    assert kept == set(check_wheel.BUNDLED.values())
    assert "licenses/*.txt" in PROJECT["license-files"]


def test_the_library_needs_numpy_and_scipy_and_the_program_click():
    assert {re.match(r"[a-z]+", each)[0] for each in PROJECT["dependencies"]} == {
        "click",
        "numpy",
        "scipy",
    }


def test_a_complete_wheel_is_accepted():
    assert list(check_wheel.problems(WHEEL)) == []


def test_faults_of_a_wheel_are_found():
    for missing, text in (
        ("nanobind.txt", "no license of nanobind"),
        ("LICENSE", "no license of clusterdiff"),
        (".so", "no native kernel"),
        ("digits.csv.gz", "no clusterdiff/datasets/digits.csv.gz"),
    ):
        names = [name for name in WHEEL if not name.endswith(missing)]
        assert list(check_wheel.problems(names)) == [text]
    assert list(check_wheel.problems([*WHEEL, "tests/test_x.py"])) == [
        "does not belong in a wheel: tests/test_x.py"
    ]


def test_actions_are_pinned_by_commit():
    for workflow in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        for line in workflow.read_text(encoding="utf-8").splitlines():
            if "uses:" in line and "uses: ./" not in line:
                assert re.search(r"uses: [\w.-]+/[\w.-]+@[0-9a-f]{40} # v[0-9.]+$", line), line
