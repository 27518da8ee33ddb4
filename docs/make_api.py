"""Write the API reference, one Markdown page per public module, from the numpydoc docstrings."""

import inspect
import re
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

from numpydoc.docscrape import ClassDoc, FunctionDoc

import clusterdiff as cd
from clusterdiff.measures import FAMILIES

MODULES = {
    "clusterdiff": "Everything that most programs need.",
    "clusterdiff.analysis": "Two clusterings: results of `compare`, `diff`, `match`, `explain` and `recommend`.",
    "clusterdiff.many": "Many clusterings: sets, matrices, rankings, stability, consensus.",
    "clusterdiff.chance": "Null models, expectations and p-values.",
    "clusterdiff.intervals": "Confidence intervals, and tests of two clusterings.",
    "clusterdiff.features": "Tables with the features of the elements, and what measures take from them.",
    "clusterdiff.partition": "Partitions and their lattice.",
    "clusterdiff.properties": "Axioms as executable statements.",
    "clusterdiff.plots": "Figures; each function takes and returns Matplotlib axes.",
    "clusterdiff.sklearn": "The drop-in replacement for scikit-learn's functions.",
    "clusterdiff.measures": "Records of measures, builders, and how to define a measure.",
    "clusterdiff.datasets": "Artificial clusterings with known tables.",
    "clusterdiff.io": "Labels and tables from files, frames and databases.",
    "clusterdiff.summaries": "Summaries of a table, such as pair counts and entropies: the numbers that formulas take.",
    "clusterdiff.progress": "Progress of long computations.",
    "clusterdiff.errors": "Exceptions; all are subclasses of `ClusterdiffError`, which is a `ValueError`.",
}
NAMED_SECTIONS = (
    "Parameters",
    "Attributes",
    "Returns",
    "Yields",
    "Raises",
    "Warns",
    "Other Parameters",
)
WIDTH = 88


def plain(lines):
    """Turn the reStructuredText of a docstring into Markdown."""
    text = "\n".join(lines) if isinstance(lines, list) else lines
    text = re.sub(r"``([^`]+)``", r"`\1`", text)
    text = re.sub(r":[a-z]+:`~?([^`]+)`", r"`\1`", text)
    text = re.sub(r"^\.\. \[(\d+)\]", r"\\[\1]", text, flags=re.MULTILINE)
    return re.sub(r"\[(\d+)\]_", r"\\[\1]", text).strip()


def cell(text):
    return " ".join(plain(text).split()).replace("|", "\\|")


def unquoted(text):
    """Return a signature whose annotations are not strings."""
    text = re.sub(r"<(?:function|class) '?([^ >']+)[^>]*>", r"\1", text)
    return re.sub(r"(: |-> )(?:'([^']*)'|\"([^\"]*)\")", r"\1\2\3", text)


def signature(name, thing, *, bound=False):
    """Return the call with types and defaults, one parameter per line where it is long.

    The first parameter of a method (`bound`) is left out: callers do not write it.
    """
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return name
    if bound:
        found = found.replace(parameters=list(found.parameters.values())[1:])
    line = unquoted(f"{name}{found}")
    if len(line) <= WIDTH:
        return line
    parts, seen_keyword = [], False
    for parameter in found.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            seen_keyword = True
        if parameter.kind is parameter.KEYWORD_ONLY and not seen_keyword:
            parts.append("*")
            seen_keyword = True
        parts.append(unquoted(str(parameter)))
    result = "" if found.return_annotation is found.empty else f" -> {found.return_annotation}"
    return name + "(\n    " + ",\n    ".join(parts) + ",\n)" + result


def named_section(title, entries):
    lines = ["", f"**{title}**", ""]
    for entry in entries:
        label = f"`{entry.name}`" if entry.name else ""
        kind = f"*{cell(entry.type)}*" if entry.type else ""
        lines.append(f"- {' : '.join(filter(None, (label, kind)))}  ")
        lines += [f"  {' '.join(part.split())}" for part in plain(entry.desc).split("\n\n") if part]
    return lines


def link(name, module, places):
    """Return the name as a link to where it is described; names in `module` may be short."""
    full = [name, f"{module}.{name}", f"clusterdiff.{name}"]
    full += [each for each in places if each.rpartition(".")[2] == name]
    return f"[`{name}`]({next(places[each] for each in full if each in places)})"


def sections(doc, module, places):
    lines = [plain(doc["Summary"])]
    if doc["Extended Summary"]:
        lines += ["", plain(doc["Extended Summary"])]
    for title in NAMED_SECTIONS:
        if doc[title]:
            lines += named_section(title, doc[title])
    if doc["See Also"]:
        names = [name for group, _ in doc["See Also"] for name, _ in group]
        linked = [link(name, module, places) for name in names]
        lines += ["", "**See also:** " + ", ".join(linked)]
    for title in ("Notes", "References"):
        if doc[title]:
            lines += ["", f"**{title}**", "", plain(doc[title])]
    if doc["Examples"]:
        lines += ["", "**Examples**", "", "```pycon", "\n".join(doc["Examples"]).strip(), "```"]
    return lines


def methods(kind):
    """Return the public methods and properties that this package defines, each once.

    The methods of a base class that is exported are described there.
    """
    found = {}
    for base in kind.__mro__:
        exported = base is not kind and getattr(cd, base.__name__, None) is base
        if base.__module__.startswith("clusterdiff") and not exported:
            for name, member in vars(base).items():
                if not name.startswith("_") and name not in found:
                    found[name] = member
    return found


def heading(level, name, full):
    return ["", f"{level} {name} {{ #{full} }}", ""]


def described(member):
    """Return the function behind a method or property that has a docstring, else None."""
    function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
    return function if inspect.isfunction(function) and inspect.getdoc(function) else None


def method_lines(owner, name, member, module, places):
    function = described(member)
    call = f"{owner}.{name}"
    if not isinstance(member, property):
        bound = not isinstance(member, staticmethod)
        call = signature(call, function, bound=bound)
    head = heading("###", f"{owner}.{name}", f"{module}.{owner}.{name}")
    return [*head, "```python", call, "```", "", *sections(FunctionDoc(function), module, places)]


def entry(name, thing, module, places):
    """Return the lines that describe a function or a class."""
    lines = heading("##", name, f"{module}.{name}")
    if not inspect.isclass(thing):
        lines += ["```python", signature(name, thing), "```", ""]
        return lines + sections(FunctionDoc(thing), module, places)
    call = "class " + signature(name, thing).removesuffix(" -> None")
    lines += ["```python", call, "```", ""]
    lines += sections(ClassDoc(thing, config={"show_class_members": False}), module, places)
    for method, member in methods(thing).items():
        if described(member):
            lines += method_lines(name, method, member, module, places)
    return lines


def things(module):
    """Return the public functions and classes of a module, in alphabetical order, without the measures."""
    owner = import_module(module)
    found = {name: getattr(owner, name) for name in sorted(owner.__all__, key=str.lower)}
    return {
        name: thing
        for name, thing in found.items()
        if name not in cd.MEASURES
        and (inspect.isclass(thing) or inspect.isfunction(inspect.unwrap(thing)))
    }


def file_of(module):
    return f"{module.removeprefix('clusterdiff').removeprefix('.') or 'index'}.md"


def home(name, thing, module):
    """Return the module that documents an object: the package itself, if it exports it."""
    return "clusterdiff" if getattr(cd, name, None) is thing else module


def all_places():
    """Return the address, relative to the pages, of everything that is described."""
    every = [m.name for members in FAMILIES.values() for m in members]
    found = {f"clusterdiff.{name}": f"../measures/{name}.md" for name in every}
    for module in MODULES:
        for name, thing in things(module).items():
            full = f"{home(name, thing, module)}.{name}"
            address = f"{file_of(home(name, thing, module))}#{full}"
            found[full] = found[f"{module}.{name}"] = address
            for method, member in methods(thing).items() if inspect.isclass(thing) else ():
                if described(member):
                    found[f"{full}.{method}"] = f"{address}.{method}"
    return found


def page(module, places):
    lines = [f"# {module}", "", MODULES[module]]
    if module == "clusterdiff":
        lines += ["", "Each [measure](../measures.md) is also a function of this module: "]
        lines[-1] += "`clusterdiff.adjusted_rand(a, b)`. Its page has its formula and its options; "
        lines[-1] += (
            "it also takes the options of [`Table.from_labels`](#clusterdiff.Table.from_labels)."
        )
    lines += ["", "| name | description |", "|---|---|"]
    documented = []
    for name, thing in things(module).items():
        kind = ClassDoc if inspect.isclass(thing) else FunctionDoc
        summary = kind(thing)["Summary"]
        lines.append(f"| [`{name}`]({places[f'{module}.{name}']}) | {cell(summary)} |")
        if home(name, thing, module) == module:
            documented += entry(name, thing, module, places)
    return "\n".join([*lines, *documented, ""])


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    places = all_places()
    for module in MODULES:
        (folder / file_of(module)).write_text(page(module, places), encoding="utf-8")
    print(f"{len(MODULES)} pages of the API reference")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        type=Path,
        nargs="?",
        default=Path("build/pages/api"),
        help="where the pages are written (default: %(default)s)",
    )
    main(parser.parse_args().folder)
