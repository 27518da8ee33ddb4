"""Every public function takes every kind of input with every option, and gives the same answer.

Functions are found by their signatures: those with ``*clusterings`` take two or several
clusterings in any form. No function, measure or option is named here.
"""

import importlib
import inspect
import warnings
from functools import cache
from itertools import product

import numpy as np
import pytest

import clusterdiff as cd
from clusterdiff.errors import ClusterdiffError
from clusterdiff.labels import option_parameters
from clusterdiff.measures import measures_of

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
pyplot = pytest.importorskip("matplotlib.pyplot")
pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
duckdb = pytest.importorskip("duckdb")

PACKAGES = ("", "analysis", "chance", "features", "intervals", "many", "plots", "reports")
A, B = [0, 0, 0, 1, 1, 1, 2, -1, 2, 2], [5, 5, 6, 6, 6, 7, 7, 7, -1, 7]
N = len(A)
WEIGHTS = [1, 2, 1, 1, 3, 1, 1, 2, 1, 1]
NEEDED = {"measure": "rand", "X": np.arange(2.0 * N).reshape(N, 2) ** 2, "rng": 0}
OPTIONS = {
    "none": {},
    "missing": {"missing": "drop"},
    "ignore": {"ignore": -1},
    "ignore_a": {"ignore_a": [-1, 2]},
    "ignore_b": {"ignore_b": -1},
    "noise": {"noise": -1},
    "noise_a": {"noise_a": -1},
    "noise_b": {"noise_b": [-1]},
    "weights": {"weights": WEIGHTS},
    "align": {"align": "intersect"},
    "columns": {"columns": "truth,found"},
    "on": {"on": "id"},
    "by_order": {"by_order": True},
}


class Annotated:
    """The attributes of an AnnData that are used."""

    def __init__(self, obs):
        self.obs = obs


def frame():
    return pd.DataFrame({"truth": A, "found": B, "w": WEIGHTS})


def written(folder, kind):
    """Return the path of a file that holds the two clusterings."""
    path = folder / f"runs.{kind}"
    if path.exists():
        return path
    rows = frame().assign(id=[f"e{i}" for i in range(N)])[["id", "truth", "found", "w"]]
    rows.to_csv(path, index=False) if kind == "csv" else rows.to_parquet(path)
    return path


def database(folder):
    if (folder / "runs.db").exists():
        return f"duckdb:{folder / 'runs.db'}#runs"
    with duckdb.connect(folder / "runs.db") as db:
        db.register("given", frame())
        db.execute("CREATE TABLE runs AS SELECT * FROM given")
    return f"duckdb:{folder / 'runs.db'}#runs"


def side_files(folder):
    """Return the paths of two files of one clustering each, in different orders."""
    if (folder / "found.csv").exists():
        return folder / "truth.csv", folder / "found.csv"
    for name, labels, order in (("truth", A, range(N)), ("found", B, reversed(range(N)))):
        lines = ["id,label", *(f"e{i},{labels[i]}" for i in order)]
        (folder / f"{name}.csv").write_text("\n".join(lines))
    return folder / "truth.csv", folder / "found.csv"


def blocks(labels):
    return [[i for i in range(N) if labels[i] == name] for name in sorted(set(labels))]


# The two clusterings in every form: positional arguments, and the options that they need.
NAMED = {"columns": "truth,found"}
KINDS = {
    "lists": lambda _: ((A, B), {}),
    "arrays": lambda _: ((np.array(A), np.array(B)), {}),
    "wide arrays": lambda _: ((np.array(A, np.int8), np.array(B, object)), {}),
    "columns": lambda _: ((pd.Series(A), pl.Series(B)), {}),
    "Arrow": lambda _: ((pa.array(A), pa.chunked_array([B])), {}),
    "dicts": lambda _: ((dict(enumerate(A)), dict(reversed(list(enumerate(B))))), {}),
    "blocks": lambda _: ((blocks(A), [set(each) for each in blocks(B)]), {}),
    "partitions": lambda _: ((cd.Partition(A), cd.Partition(B)), {}),
    "a dict of labels": lambda _: (({"truth": A, "found": B},), {}),
    "rows": lambda _: ((np.array([A, B]),), {}),
    "a set": lambda _: ((cd.Clusterings({"truth": A, "found": B}),), {}),
    "a table": lambda _: ((cd.Table.from_labels(A, B),), {}),
    "a pandas frame": lambda _: ((frame(), "truth", "found"), {}),
    "a polars frame": lambda _: ((pl.from_pandas(frame()), "truth", "found"), {}),
    "a lazy frame": lambda _: ((pl.from_pandas(frame()).lazy(), "truth", "found"), {}),
    "an Arrow table": lambda _: ((pa.Table.from_pandas(frame()), "truth", "found"), {}),
    "an AnnData": lambda _: ((Annotated(frame()), "truth", "found"), {}),
    "one CSV": lambda folder: ((written(folder, "csv"),), NAMED),
    "one Parquet": lambda folder: ((str(written(folder, "parquet")),), NAMED),
    "two files": lambda folder: (side_files(folder), {}),
    "a database": lambda folder: ((database(folder),), NAMED),
}
SOURCES = {"one CSV", "one Parquet", "two files", "a database", "a lazy frame"}
FRAMES = {name for name in KINDS if "frame" in name or name in {"an Arrow table", "an AnnData"}}
BUILT = {"a table", "a set"}  # options are given where they are made
UNLABELED = {"partitions"}  # clusters have no labels that an option could name
NAMELESS = {"blocks"}  # clusters are numbered


@cache
def functions():
    """Return every public function that takes clusterings, by its name."""
    found = {}
    for package in PACKAGES:
        module = importlib.import_module(f"clusterdiff.{package}".rstrip("."))
        for name in dir(module):
            each = getattr(module, name)
            takes_some = getattr(each, "__clusterings__", None) and not inspect.isclass(each)
            if takes_some and each not in found.values():  # of a package and of the library
                found[f"{package}.{name}".lstrip(".")] = each
    found |= {f"measure {m.name}": m for m in measures_of()}
    assert len(found) > 90
    return found


def one_sided(function):
    return getattr(getattr(function, "record", None), "one_sided", False)


def takes(function):
    return getattr(function, "__clusterings__", "two")


def outcome(function, args, options):
    """Return the answer of a function as plain data, or its error."""
    needed = {name: value for name, value in NEEDED.items() if name in required(function)}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return "value", plain(function(*arranged(function, args), **needed, **options))
    except ClusterdiffError as error:
        return type(error).__name__, error.message
    finally:
        pyplot.close("all")


@cache
def required(function):
    """Return the names of the arguments that a function needs besides clusterings."""
    parameters = inspect.signature(function).parameters
    names = {name for name, p in parameters.items() if p.default is p.empty} | {"rng"}
    names = {name for name in names if name in parameters}
    if "X" in parameters:
        try:
            function(A, B)
        except ClusterdiffError:
            names.add("X")
    return frozenset(names)


def arranged(function, args):
    """Return the arguments as a function with a reference takes them: the reference, and a set."""
    first = next(iter(inspect.signature(function).parameters.values()))
    if first.kind is inspect.Parameter.VAR_POSITIONAL or len(args) == 3:
        return args
    if len(args) == 2:
        return args[0], {"found": args[1]}
    names = getattr(args[0], "names", None) or (
        "0" if isinstance(args[0], np.ndarray) else "truth",
    )
    return names[0], *args


def plain(found):
    """Return what a result says, without the names of the clusterings and the notes."""
    if hasattr(found, "to_dict"):
        return stripped(found.to_dict())
    if isinstance(found, np.ndarray):
        return stripped(found.tolist())
    if inspect.isgenerator(found):
        return stripped([[np.asarray(x).tolist() for x in each] for each in found])
    if isinstance(found, (int, float, str)):
        return found
    return type(found).__name__  # the Axes of a picture


NAMES = {"name_a", "name_b", "names", "notes", "assumed", "input", "title", "labels", "elements"}
NAMES |= {"name", "a", "b", "before", "after", "reference", "verdict", "clusterings", "columns"}


def stripped(data):
    """Return plain data without what depends on the names of clusterings, clusters and elements."""
    if isinstance(data, dict):
        sides = {"truth": "0", "found": "1"}
        return {sides.get(str(k), str(k)): stripped(v) for k, v in data.items() if k not in NAMES}
    if isinstance(data, (list, tuple)):
        return [stripped(each) for each in data]
    if isinstance(data, float):
        return None if np.isnan(data) else round(data, 9)
    return None if isinstance(data, str) else data


def expected_option(kind, option):
    """Return an option as this kind of input takes it; None if it is for other kinds only."""
    given = OPTIONS[option]
    if option == "weights":
        return {"weights": "w"} if kind in (FRAMES | SOURCES) - {"two files"} else given
    if option == "on":
        return given if kind == "two files" else None
    if option in {"columns", "by_order"}:
        return None
    return given


@cache
def outcome_of_lists(name, option):
    return outcome(functions()[name], (A, B), OPTIONS[option])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("inputs")


def check(name, kind, option, folder):
    """Compare the answer for one form of the input with the answer for lists."""
    function, given = functions()[name], expected_option(kind, option)
    featured = "X" in required(function)
    left_out = (
        (kind == "a table" and (takes(function) == "several" or featured))
        or (kind in SOURCES and featured)  # the features of keyed elements must have keys
        or (kind == "rows" and one_sided(function))  # one image
    )
    if given is None or left_out:
        return
    args, own = KINDS[kind](folder)
    found = outcome(function, args, {**own, **given})
    reference = outcome_of_lists(name, option if option != "on" else "none")
    where = name, kind, option, found, reference
    if kind in BUILT and given:
        assert found[0] == "OptionError", where
        assert "has no effect" in found[1], where
    elif kind == "two files" and option == "weights":
        assert found[0] in {reference[0], "OptionError", "InputError"}, where
    elif kind in UNLABELED | NAMELESS and option.startswith(("ignore", "noise")):
        assert found[0] in {"value", "OptionError", reference[0]}, where
    elif kind in NAMELESS:  # other labels, and another order of elements
        assert found[0] == reference[0], where
    else:
        assert found[0] == reference[0], where
        assert found[0] != "value" or found[1] == reference[1], where


@pytest.mark.parametrize("name", sorted(functions()))
def test_the_answer_does_not_depend_on_the_form_of_the_input(name, folder):
    """Every kind of input with one of three options, which are others for the next function."""
    i = sorted(functions()).index(name)
    for j, kind in enumerate(KINDS):
        option = list(OPTIONS)[(i + j % 3) % len(OPTIONS)]
        check(name, kind, option, folder)
        if kind in BUILT or expected_option(kind, option) is None:
            check(name, kind, "none", folder)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(functions()))
def test_the_answer_does_not_depend_on_the_form_of_the_input_with_any_option(name, folder):
    for kind, option in product(KINDS, OPTIONS):
        check(name, kind, option, folder)


@pytest.mark.parametrize("name", sorted(functions()))
def test_the_options_are_the_same_everywhere(name):
    function = functions()[name]
    parameters = inspect.signature(function).parameters
    for option in option_parameters():
        assert parameters[option.name].default == option.default
        assert parameters[option.name].kind is inspect.Parameter.KEYWORD_ONLY
    unknown = outcome(function, (A, B), {"mising": "drop"})
    assert unknown[0] == "OptionError"
    assert "has no option 'mising'" in unknown[1]
    for wrong in ({"missing": "skip"}, {"align": "skip"}, {"weights": [1]}, {"ignore": "x"}):
        assert outcome(function, (A, B), wrong) == outcome(cd.adjusted_rand, (A, B), wrong)
