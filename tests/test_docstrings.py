"""Every public name has a numpydoc docstring that documents its parameters and what it returns."""

import inspect
from importlib import import_module

import pytest
from numpydoc.validate import validate

import clusterdiff

MODULES = (
    "analysis",
    "chance",
    "datasets",
    "features",
    "io",
    "measures",
    "partition",
    "plots",
    "properties",
    "sklearn",
    "summaries",
)
SAMPLE_MEASURES = ("adjusted_rand", "variation_of_information", "muc")
CHECKS = {
    "GL08",  # no docstring
    "SS03",  # the summary does not end with a period
    "SS06",  # the summary takes more than one line
    "PR01",  # a parameter is not documented
    "PR02",  # a documented parameter does not exist
    "PR03",  # parameters are documented in another order
    "PR04",  # a parameter has no type
    "PR07",  # a parameter has no description
    "RT01",  # no section Returns
    "RT03",  # the returned value has no description
    "YD01",  # a generator has no section Yields
    "EX01",  # no examples (functions only)
}
# What the classes of results, exceptions and records inherit or generate is documented there.
PENDING: dict[str, set[str]] = {}


def public_objects():
    """Yield the dotted name and the object of every public name once."""
    seen = set()
    for name in clusterdiff.__all__:
        if name not in clusterdiff.MEASURES or name in SAMPLE_MEASURES:
            yield from objects_of(f"clusterdiff.{name}", getattr(clusterdiff, name), seen)
    for module_name in MODULES:
        module = import_module(f"clusterdiff.{module_name}")
        for name in module.__all__:
            if name not in clusterdiff.MEASURES:
                found = getattr(module, name)
                yield from objects_of(f"clusterdiff.{module_name}.{name}", found, seen)


def objects_of(path, found, seen):
    """Yield a function, or a class with the public methods that it defines."""
    if not callable(found) or id(found) in seen or not is_documented_here(found):
        return
    seen.add(id(found))
    yield path, found
    if inspect.isclass(found):
        for name, member in vars(found).items():
            function = getattr(member, "__func__", member)
            if not name.startswith("_") and inspect.isfunction(function):
                yield f"{path}.{name}", function


def is_documented_here(found):
    """Return whether the object is a class, a function or a measure, not a type alias."""
    return (
        inspect.isclass(found)
        or inspect.isfunction(found)
        or isinstance(found, clusterdiff.Measure)
    )


def codes_of(path, found):
    """Return the codes of the checks that fail."""
    failed = {code for code, _ in validate(path)["errors"]} & CHECKS
    return failed if inspect.isfunction(found) else failed - {"EX01"}


OBJECTS = dict(public_objects())


def test_pending_names_exist():
    assert set(PENDING) <= set(OBJECTS)


@pytest.mark.parametrize("path", OBJECTS)
def test_documented(path):
    assert codes_of(path, OBJECTS[path]) == PENDING.get(path, set())
