"""What was assumed about labels is said once, and alike by every function of clusterings."""

import inspect
import pkgutil
from importlib import import_module

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.views import Result
from tests.helpers.program import run

A, B = [0, 0, 1, 1, 2, 2] * 4, [0, 0, 1, -1, 2, -1] * 4
NOTE = "-1 is a cluster of 8 elements"
ASKED = {
    "measure": "adjusted_rand",
    "X": np.arange(24.0)[:, None],
}


def functions():
    """Return the public functions whose leading arguments are clusterings, by name."""
    packages = [
        name for _, name, _ in pkgutil.iter_modules(cd.__path__) if not name.startswith("_")
    ]
    found = {}
    for package in (import_module(f"clusterdiff.{name}") for name in sorted(packages)):
        for name in getattr(package, "__all__", ()):
            value = getattr(package, name)
            if inspect.isfunction(value) and _takes_clusterings(value):
                found[f"{value.__module__.split('.')[1]}.{name}"] = value
    return found


def _takes_clusterings(function):
    if hasattr(function, "__clusterings__"):
        return True
    names = inspect.signature(function).parameters
    return "ignore" in names and bool({"clusterings", "candidates"} & names.keys())


def result_of(function, **options):
    """Call a function with two clusterings; None if it returns something else than a result."""
    named = {
        parameter.name: ASKED[parameter.name]
        for parameter in inspect.signature(function).parameters.values()
        if parameter.default is parameter.empty and parameter.name in ASKED
    }
    if "centroids_a" in inspect.signature(function).parameters:
        named["X"] = ASKED["X"]
    given = {"compare_two": (A, B, A), "rank": (A, [B])}.get(function.__name__, (A, B))
    found = function(*given, **named, **options)
    return found if hasattr(found, "assumed") else None


FUNCTIONS = {
    name: function for name, function in functions().items() if not name.startswith("plots.")
}


def test_there_are_functions_to_check():
    assert {"analysis.compare", "analysis.diff", "chance.expected", "many.rank"} <= FUNCTIONS.keys()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_note_on_noise_is_the_same_everywhere(name):
    function = FUNCTIONS[name]
    found = result_of(function)
    if found is None:
        return
    assert str(found).count(NOTE) == 1
    assert any(note.startswith(NOTE) for note in found.assumed)
    if isinstance(found, Result):
        for text in (found.to_markdown(), found.to_latex(), found.to_html()):
            assert text.count(NOTE) == 1
        assert found.to_dict()["assumed"] == list(found.assumed)
        assert "assumed" not in found.records()[0]
    for options in ({"ignore": -1}, {"noise": -1}):
        plain = result_of(function, **options)
        assert plain.assumed == ()
        assert "input:" not in str(plain)
        assert not isinstance(plain, Result) or "assumed" not in plain.to_dict()
    unused = str(result_of(function, ignore=99))
    assert unused.count("no element has the label 99, which ignore names") == 1


def test_chunks_are_noted_as_the_whole():
    whole = cd.Table.from_labels(A, B)
    assert whole.notes == (f"{NOTE} in b; ignore=-1 (--ignore -1) leaves it out",)
    builder = cd.TableBuilder()
    for start in range(0, len(A), 6):
        builder.update(A[start : start + 6], B[start : start + 6])
    assert builder.finish().notes == whole.notes
    half = cd.Table.from_labels(A[:12], B[:12])
    assert (half + half).notes == whole.notes
    assert whole.T.notes == whole.notes


def test_a_set_notes_the_clusterings_that_it_has():
    runs = cd.Clusterings({"x": A, "y": B})
    assert runs.notes == (f"{NOTE} in y; ignore=-1 (--ignore -1) leaves it out",)
    assert runs.select(["x"]).notes == ()
    assert runs.table("x", "y").notes == runs.notes
    assert cd.Clusterings(runs, columns="y").notes == runs.notes
    many = cd.Clusterings([B] * 9)
    assert many.notes == (
        "-1 is a cluster in 9 of 9 clusterings; ignore=-1 (--ignore -1) leaves it out",
    )


def test_weights_count_in_a_note():
    (note,) = cd.Clusterings({"y": B}, weights=[2] * len(B)).notes
    assert "of 16 elements in y" in note
    (note,) = cd.Table.from_labels(A, B, weights=[2] * len(B)).notes
    assert "of 16 elements in b" in note


@pytest.mark.parametrize(
    "command", ["compare", "diff", "match", "explain", "rank", "matrix", "consensus", "timeline"]
)
def test_the_command_line_says_it_once(tmp_path, command):
    for name, labels in (("a", A), ("b", B)):
        lines = (f"{i},{label}" for i, label in enumerate(labels))
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,label", *lines]) + "\n")
    paths = [str(tmp_path / f"{name}.csv") for name in "ab"]
    assert run(command, *paths).stdout.count("-1 is a cluster") == 1
