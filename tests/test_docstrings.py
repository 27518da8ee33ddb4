"""Every public name has a numpydoc docstring that documents its parameters and its result."""

import inspect
from dataclasses import fields, is_dataclass
from importlib import import_module

from numpydoc.docscrape import ClassDoc, FunctionDoc
from numpydoc.validate import validate

import clusterdiff
from tests.test_api_reference import make_api

SECTIONS = ("Parameters", "Returns", "Raises", "See Also", "Examples")
SAMPLE_MEASURES = ("adjusted_rand", "muc", "variation_of_information")
CHECKS = {
    "GL08",  # no docstring
    "SS03",  # the summary does not end with a period
    "SS06",  # the summary takes more than one line
    "PR01",  # a parameter is not documented
    "PR02",  # a documented parameter does not exist
    "PR03",  # parameters are documented in another order
    "PR04",  # a parameter has no type
    "PR07",  # a parameter has no description
    "PR09",  # the description of a parameter does not end with a period
    "RT01",  # no section Returns
    "RT02",  # the result has a name, though it is the only one
    "RT03",  # the result has no description
    "RT04",  # the description of the result does not begin with a capital letter
    "SA03",  # a description in See Also does not begin with a capital letter
    "YD01",  # a generator has no section Yields
    "EX01",  # no section Examples (methods need none)
}


def public_names():
    """Yield the path of every public name, without single measures."""
    for name in clusterdiff.__all__:
        if name not in clusterdiff.MEASURES or name in SAMPLE_MEASURES:
            yield "clusterdiff", name
    for module in make_api.MODULES:
        for name in import_module(module).__all__:
            if name not in clusterdiff.MEASURES:
                yield module, name


def public_objects():
    """Return every public class, function and method by its path, each object once."""
    found, seen = {}, set()
    for module, name in public_names():
        thing = getattr(import_module(module), name)
        described = inspect.isclass(thing) or inspect.isfunction(thing)
        if not (described or isinstance(thing, clusterdiff.Measure)) or id(thing) in seen:
            continue
        seen.add(id(thing))
        found[f"{module}.{name}"] = thing
        for kind, method, function in methods_of(thing) if inspect.isclass(thing) else ():
            if id(function) not in seen:
                seen.add(id(function))
                found[f"{kind.__module__}.{kind.__qualname__}.{method}"] = function
    return found


def methods_of(kind):
    """Yield the public methods of a class, with the class of this package that defines each.

    A method that overrides one of a base class is not among them: the base class documents it.
    """
    own = [base for base in kind.__mro__ if base.__module__.startswith("clusterdiff")]
    for place, base in enumerate(own):
        for name, member in vars(base).items():
            function = getattr(member, "__func__", member)
            overrides = any(name in vars(further) for further in own[place + 1 :])
            if not (name.startswith("_") or overrides) and inspect.isfunction(function):
                yield base, name, function


def failed_checks(path, thing):
    """Return the codes of the checks that fail."""
    failed = {code for code, _ in validate(path)["errors"]} & CHECKS
    if inspect.isfunction(thing) and "." in thing.__qualname__:
        failed.discard("EX01")
    if inspect.isclass(thing) and (inherits_init(thing) or documents_fields(thing)):
        failed.discard("PR01")
    return failed


def inherits_init(kind):
    """Return whether the class has no parameters of its own: an exception, or a protocol."""
    return getattr(kind, "_is_protocol", False) or (
        issubclass(kind, Exception) and "__init__" not in vars(kind)
    )


def documents_fields(kind):
    """Return whether the section Attributes lists every field of a dataclass or named tuple."""
    names = getattr(kind, "_fields", None)
    if is_dataclass(kind):
        names = [field.name for field in fields(kind) if field.init and field.name[0] != "_"]
    doc = ClassDoc(kind, config={"show_class_members": False})  # only what is written
    documented = {name.strip() for entry in doc["Attributes"] for name in entry.name.split(",")}
    return names is not None and documented.issuperset(names)


def documented_parameters(thing):
    """Yield the parameters of a signature with the types that the docstring states."""
    shown = inspect.signature(thing).parameters
    doc = ClassDoc(thing) if inspect.isclass(thing) else FunctionDoc(thing)
    for entry in doc["Parameters"]:
        for name in entry.name.split(", "):
            if name in shown:
                yield shown[name], entry.type


def written(default):
    is_type = isinstance(default, type)
    return f"{default.__module__}.{default.__name__}" if is_type else repr(default)


def is_function(thing):
    """Return whether this is a function; the options of a measure differ between measures."""
    return inspect.isfunction(thing) and "." not in thing.__qualname__


def wrong_types(thing):
    """Yield the parameters whose type, default or choices the docstring does not state."""
    for parameter, stated in documented_parameters(thing):
        default, (kind, _, shown) = parameter.default, stated.partition("default=")
        if default is None:
            fits = "optional" in kind or "None" in stated
        elif default is parameter.empty or repr(default) == "<factory>":
            fits = not shown
        else:
            fits = shown.replace('"', "'") == written(default)
        if not fits or (kind.startswith("{") and parameter.annotation in {"str", "Any"}):
            yield f"{parameter} : {stated}"
    for parameter in inspect.signature(thing).parameters.values():
        hidden = is_function(thing) or "Unpack" in str(parameter.annotation)
        if parameter.kind is parameter.VAR_KEYWORD and hidden:
            yield f"{parameter} is not shown by name"


OBJECTS = public_objects()


def test_everything_is_documented():
    found = {path: failed_checks(path, thing) for path, thing in OBJECTS.items()}
    assert {path: failed for path, failed in found.items() if failed} == {}


def test_types_and_defaults_are_those_of_the_signature():
    found = {
        path: list(wrong_types(thing))
        for path, thing in OBJECTS.items()
        if callable(thing) and not (inspect.isclass(thing) and inherits_init(thing))
    }
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_functions_of_the_top_level_have_every_section():
    missing = {}
    for name in clusterdiff.__all__:
        function = getattr(clusterdiff, name)
        if inspect.isfunction(function) and inspect.signature(function).parameters:
            sections = FunctionDoc(function)
            missing[name] = [each for each in SECTIONS if not sections[each]]
    assert {name: lacking for name, lacking in missing.items() if lacking} == {}


def draws(how: "str" = "all", limit: "int | None" = None, **more: "Unpack[Options]"):  # noqa: F821
    """Have several faults.

    Parameters
    ----------
    how : {"all", "some"}, default="some"
    limit : int
    """


def test_wrong_types_are_found():
    found = list(wrong_types(draws))
    assert [fault.partition(":")[0] for fault in found] == ["how", "limit", "**more"]


def test_the_checks_find_what_is_missing():
    assert failed_checks("tests.test_docstrings.methods_of", methods_of) == {"EX01", "PR01", "YD01"}
