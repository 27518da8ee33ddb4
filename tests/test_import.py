"""Modules that importing clusterdiff loads, and the environment variables that it reads."""

import ast
import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

import clusterdiff as cd

OPTIONAL = [
    "pandas",
    "polars",
    "duckdb",
    "pyspark",
    "matplotlib",
    "plotly",
    "sklearn",
    "rich",
    "pyarrow",
    "torch",
]
CHOSEN = "import clusterdiff, clusterdiff._kernel as k; print(k.KERNEL, k.count_pairs.__module__.rpartition('.')[2], k.THREADS)"
NO_NATIVE = "import sys; sys.modules['clusterdiff._kernel._native'] = None; "
needs_native = pytest.mark.skipif(
    find_spec("clusterdiff._kernel._native") is None
    and os.environ.get("CLUSTERDIFF_KERNEL") == "numpy",
    reason="installed without the native kernel",
)


def run(program, **environment):
    """Run a Python program in which warnings are errors, with nothing of clusterdiff's environment but this."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith("CLUSTERDIFF_")
    }
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=clean | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def last_line(text):
    return text.strip().splitlines()[-1]


def test_import_brings_no_optional_library():
    heavy = [*OPTIONAL, "numpy", "scipy", "typing"]
    done = run(f"import sys, clusterdiff; print([name for name in {heavy} if name in sys.modules])")
    assert done.stdout.strip() == "[]", done.stderr


def test_comparing_lists_and_arrays_brings_no_optional_library():
    program = "import sys, clusterdiff as cd, numpy as np; cd.compare([0, 1, 1], np.array(['x', 'y', 'y']));"
    done = run(f"{program} print([name for name in {OPTIONAL} if name in sys.modules])")
    assert done.stdout.strip() == "[]", done.stderr


def test_comparing_files_loads_only_what_it_needs(tmp_path):
    (tmp_path / "a.csv").write_text("id,x\n1,p\n2,q\n")
    (tmp_path / "b.csv").write_text("id,x\n1,p\n2,p\n")
    packages = ("chance", "intervals", "many", "plots", "properties", "reports")
    own = tuple(f"clusterdiff.{package}._" for package in packages)
    done = run(
        "import sys; from clusterdiff.cli._app import main; "
        f"code = main(['compare', {str(tmp_path / 'a.csv')!r}, {str(tmp_path / 'b.csv')!r}]); "
        f"print(code, [name for name in sys.modules if name in {[*OPTIONAL, 'scipy']}"
        f" or name.startswith({own})])"
    )
    assert last_line(done.stdout) == "0 []", done.stderr


LAZY = sorted(path.parent.name for path in Path(cd.__file__).parent.glob("*/__init__.pyi"))


@pytest.mark.parametrize("name", LAZY)
def test_lazy_packages_export_what_they_list(name):
    package = importlib.import_module(f"clusterdiff.{name}")
    modules = [
        importlib.import_module(f"clusterdiff.{name}.{info.name}")
        for info in pkgutil.iter_modules(package.__path__)
    ]  # a module never hides the public name that is equal to its name
    assert modules
    wrong = [each for each in package.__all__ if isinstance(getattr(package, each), ModuleType)]
    assert wrong == []
    listed = {name for name, _ in stubbed(package)}
    internal = name == "io"  # most of its names serve the packages above
    assert set(package.__all__) <= listed if internal else set(package.__all__) == listed
    for public, home in stubbed(package):
        assert getattr(package, public) is getattr(importlib.import_module(home), public)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        package.nothing  # noqa: B018


def stubbed(package):
    """Return the names of a stub file, each with the module that defines it."""
    stub = ast.parse(Path(package.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    pairs = [(each, node.module) for node in imports for each in node.names]
    assert all(each.asname == each.name for each, _ in pairs)
    return [(each.name, home) for each, home in pairs]


def test_the_public_names_are_those_of_the_stub_file():
    unlisted = {"MEASURES", "measures"}
    listed = {name for name, _ in stubbed(cd)}
    assert set(dir(cd)) == (listed | set(cd.MEASURES)) - unlisted
    assert (
        set(dir(cd)) - set(cd.__all__)
        == {name for name, home in stubbed(cd) if home == "clusterdiff"} - unlisted
    )
    for name, home in stubbed(cd):
        module = importlib.import_module(home)
        assert getattr(cd, name) is getattr(module, name)


def test_import_works_from_a_zip_archive(tmp_path):
    shutil.make_archive(tmp_path / "library", "zip", Path(cd.__file__).parents[1], "clusterdiff")
    done = run(
        "import sys; sys.meta_path[:] = [each for each in sys.meta_path if isinstance(each, type)];"
        f"sys.path.insert(0, {str(tmp_path / 'library.zip')!r}); import clusterdiff, clusterdiff.chance;"
        "print(type(clusterdiff.__loader__).__name__, clusterdiff.adjusted_rand([0, 1], [0, 1]))",
        CLUSTERDIFF_KERNEL="numpy",
    )
    assert done.stdout.split() == ["zipimporter", "1.0"], done.stderr


def test_aliases_of_measures_are_found_and_not_listed():
    aliases = {
        alias: m for m in cd.MEASURES.values() for alias in m.aliases if alias.isidentifier()
    }
    assert {"ari", "nmi", "pair_precision"} <= set(aliases)
    assert {alias: getattr(cd, alias) for alias in aliases} == aliases
    assert set(aliases) & set(dir(cd)) == set()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("adjusted_rand_score", ". Did you mean adjusted_rand?"),
        ("arri", ". Did you mean adjusted_rand (alias ari)?"),
        ("compar", ". Did you mean compare?"),
        ("qqq", ""),
        ("_compar", ""),
    ],
)
def test_unknown_names_suggest_known_ones(name, hint):
    with pytest.raises(AttributeError) as error:
        getattr(cd, name)
    assert str(error.value) == f"module 'clusterdiff' has no attribute {name!r}{hint}"


PROGRAM = """
import clusterdiff as cd
from clusterdiff import Partition, compare, plots
from clusterdiff.chance import expected
value: float = expected([0, 1], [0, 0], measure="ari").value
found: cd.Measure = cd.ari
cd.diff([0], [0], measure="vi").moved()
cd.plots.nothing
"""


@pytest.mark.slow
def test_a_typed_program_passes_the_strict_checks(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-m", "mypy", "--strict", "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [
        'program.py:8: error: Module has no attribute "nothing"  [attr-defined]',
        "Found 1 error in 1 file (checked 1 source file)",
    ]


def test_every_public_name_is_there():
    assert [name for name in cd.__all__ if not hasattr(cd, name)] == []


@pytest.mark.parametrize("kernel", ["numpy", pytest.param("native", marks=needs_native)])
def test_the_environment_chooses_the_kernel(kernel):
    done = run(CHOSEN, CLUSTERDIFF_KERNEL=kernel)
    assert done.stdout.split()[:2] == [kernel, f"_{kernel}"], done.stderr


@needs_native
def test_the_native_kernel_is_chosen_where_there_is_one():
    assert run(CHOSEN).stdout.split()[:1] == ["native"]


def test_without_a_native_kernel_the_numpy_kernel_is_used():
    done = run(NO_NATIVE + CHOSEN)
    assert done.stdout.split()[:2] == ["numpy", "_numpy"], done.stderr


def test_a_missing_native_kernel_is_an_error_if_it_is_required():
    done = run(NO_NATIVE + CHOSEN, CLUSTERDIFF_KERNEL="native")
    assert done.returncode != 0
    assert (
        "CLUSTERDIFF_KERNEL is native, but clusterdiff was built without a compiler." in done.stderr
    )


def test_an_unknown_kernel_is_an_error():
    done = run(CHOSEN, CLUSTERDIFF_KERNEL="fortran")
    assert done.returncode != 0
    assert (
        last_line(done.stderr)
        == "clusterdiff.errors.OptionError: CLUSTERDIFF_KERNEL must be native or numpy, got 'fortran'."
    )


def test_the_environment_bounds_the_threads():
    assert run(CHOSEN, CLUSTERDIFF_THREADS="3").stdout.split()[2] == "3"
    assert 1 <= int(run(CHOSEN).stdout.split()[2]) <= (os.cpu_count() or 1)


@pytest.mark.parametrize("threads", ["0", "-1", "two", "1.5"])
def test_threads_must_be_an_integer_above_zero(threads):
    done = run(CHOSEN, CLUSTERDIFF_THREADS=threads)
    assert done.returncode != 0
    assert (
        last_line(done.stderr)
        == f"clusterdiff.errors.OptionError: CLUSTERDIFF_THREADS must be an integer above 0, got {threads!r}."
    )


@pytest.mark.parametrize("kernel", ["numpy", pytest.param("native", marks=needs_native)])
def test_the_program_shows_its_version_and_kernel(kernel):
    program = shutil.which("clusterdiff", path=Path(sys.executable).parent)
    assert program is not None, "clusterdiff is not installed beside this Python"
    done = subprocess.run(
        [program, "--version"],
        env=os.environ | {"CLUSTERDIFF_KERNEL": kernel},
        capture_output=True,
        text=True,
        check=True,
    )
    how = {"native": "compiled code", "numpy": "NumPy, without compiled code"}[kernel]
    assert done.stdout == f"clusterdiff {cd.__version__} ({how})\n"
    assert done.stderr == ""


PACKAGES = ["chance", "partition", "measures", "measures.builders", "features", "summaries", "io"]
PACKAGES += ["many", "plots", "properties", "analysis", "datasets", "labels"]


@pytest.mark.parametrize("name", PACKAGES)
def test_tab_completion_in_a_package_shows_its_public_names(name):
    package = importlib.import_module(f"clusterdiff.{name}")
    assert set(dir(package)) - {"builders"} == set(package.__all__)
