"""Write the API reference from the numpydoc docstrings: an index, and a page per module and per object."""

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
    "clusterdiff.plots": "Figures; each function takes and returns Matplotlib axes.",
    "clusterdiff.chance": "Null models, expectations and p-values.",
    "clusterdiff.intervals": "Confidence intervals, and tests of two clusterings.",
    "clusterdiff.io": "Labels and tables from files, frames and databases.",
    "clusterdiff.datasets": "Example data, and artificial clusterings with known tables.",
    "clusterdiff.measures": "Records of measures, builders, and how to define a measure.",
    "clusterdiff.features": "Tables with the features of the elements, and what measures take from them.",
    "clusterdiff.segmentation": "Tables of label images with their background, and what measures of objects take from them.",
    "clusterdiff.covers": "Clusterings that are not partitions: covers, soft clusterings, trees, and their tables.",
    "clusterdiff.partition": "Partitions and their lattice.",
    "clusterdiff.properties": "Axioms as executable statements.",
    "clusterdiff.sklearn": "The drop-in replacement for scikit-learn's functions.",
    "clusterdiff.summaries": "Summaries of a table, such as pair counts and entropies: the numbers that formulas take.",
    "clusterdiff.progress": "Progress of long computations.",
    "clusterdiff.errors": "Exceptions; all are subclasses of `ClusterdiffError`, which is a `ValueError`.",
}
# What most programs call, in this order; the index begins with it.
FIRST = {
    "Two clusterings": ["compare", "diff", "report", "match", "explain", "decompose"],
    "Many clusterings": ["rank", "pairwise", "consensus", "stability", "timeline", "pool"],
    "Labels and tables": [
        "Clusterings",
        "Table",
        "Partition",
        "Cover",
        "Soft",
        "Tree",
        "read_labels",
        "read_table",
    ],
    "Measures": ["recommend", "get_measure", "measure", "Measure"],
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
    """Return the name as a link from the page of an object; names in `module` may be short."""
    full = [name, f"{module}.{name}", f"clusterdiff.{name}"]
    full += [each for each in places if each.rpartition(".")[2] == name]
    return f"[`{name}`](../{next(places[each] for each in full if each in places)})"


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


def is_exported(name, thing):
    """Return whether the package itself has this object by this name."""
    return name in cd.__all__ and getattr(cd, name) is thing


def methods(kind):
    """Return the public methods and properties that this package defines, each once.

    The methods of a base class that is exported are described there.
    """
    found = {}
    for base in kind.__mro__:
        exported = base is not kind and is_exported(base.__name__, base)
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
    head = heading("##", f"{owner}.{name}", f"{module}.{owner}.{name}")
    return [*head, "```python", call, "```", "", *sections(FunctionDoc(function), module, places)]


def entry(name, thing, module, places):
    """Return the page of a function or a class."""
    full = f"{module}.{name}"
    lines = [f"# {name} {{ #{full} }}", "", f"[`{module}`](../{file_of(module)})", ""]
    if module == "clusterdiff.plots":
        lines += [f"[![A picture that it draws](../../gallery/{name}.png)](../../plots.md)", ""]
    if not inspect.isclass(thing):
        lines += ["```python", signature(full, thing), "```", ""]
        return "\n".join([*lines, *sections(FunctionDoc(thing), module, places), ""])
    call = "class " + signature(full, thing).removesuffix(" -> None")
    lines += ["```python", call, "```", ""]
    lines += sections(ClassDoc(thing, config={"show_class_members": False}), module, places)
    found = {method: member for method, member in methods(thing).items() if described(member)}
    if found:
        lines += ["", "| method | description |", "|---|---|"]
        for method, member in found.items():
            said = cell(FunctionDoc(described(member))["Summary"])
            lines.append(f"| [`{method}`](#{full}.{method}) | {said} |")
    for method, member in found.items():
        lines += method_lines(name, method, member, module, places)
    return "\n".join([*lines, ""])


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
    return f"{module.rpartition('.')[2]}.md"


def file_of_object(name, thing, module):
    """Return the page of an object; classes differ from functions also where case does not count."""
    kind = "-class" * inspect.isclass(thing)
    return f"{module.rpartition('.')[2]}/{name}{kind}.md"


def home(name, thing, module):
    """Return the module that documents an object: the package itself, if it exports it."""
    return "clusterdiff" if is_exported(name, thing) else module


def own(module):
    """Return the objects that a module documents."""
    return {name: x for name, x in things(module).items() if home(name, x, module) == module}


def all_places():
    """Return the address, relative to the folder of the pages, of everything that is described."""
    every = [m.name for members in FAMILIES.values() for m in members]
    found = {f"clusterdiff.{name}": f"../measures/{name}.md" for name in every}
    for module in MODULES:
        for name, thing in things(module).items():
            at = home(name, thing, module)
            full, file = f"{at}.{name}", file_of_object(name, thing, at)
            found[full] = found[f"{module}.{name}"] = file
            for method, member in methods(thing).items() if inspect.isclass(thing) else ():
                if described(member):
                    found[f"{full}.{method}"] = f"{file}#{full}.{method}"
    return found


def listed(names, module, places):
    """Return a table of objects with their descriptions."""
    lines = ["", "| name | description |", "|---|---|"]
    for name, thing in names.items():
        kind = ClassDoc if inspect.isclass(thing) else FunctionDoc
        summary = cell(kind(thing)["Summary"])
        lines.append(f"| [`{name}`]({places[f'{module}.{name}']}) | {summary} |")
    return lines


def page(module, places):
    """Return the page of a module."""
    return "\n".join(
        [f"# {module}", "", MODULES[module], *listed(things(module), module, places), ""]
    )


def index(places):
    """Return the first page: what most programs call, then the modules."""
    lines = ["# Python API", "", "`import clusterdiff as cd`. What most programs call:"]
    for title, names in FIRST.items():
        found = {name: getattr(cd, name) for name in names}
        lines += ["", f"## {title}", *listed(found, "clusterdiff", places)]
    lines += [
        "",
        "Each [measure](../measures.md) is also a function, `cd.adjusted_rand(a, b)`. Its page has its formula and its options.",
        "",
        "## Modules",
        "",
        "| module | contents |",
        "|---|---|",
        *(f"| [`{module}`]({file_of(module)}) | {text} |" for module, text in MODULES.items()),
    ]
    return "\n".join([*lines, ""])


def pages():
    """Return the pages by their names, in the order of the menu."""
    places = all_places()
    found = {"index.md": index(places)}
    for module in MODULES:
        found[file_of(module)] = page(module, places)
        for name, thing in own(module).items():
            found[file_of_object(name, thing, module)] = entry(name, thing, module, places)
    return found


def menu():
    """Return the pages of each module, for the menu."""
    return {
        module: [file_of(module), *(file_of_object(n, x, module) for n, x in own(module).items())]
        for module in MODULES
    }


def main(folder):
    found = pages()
    for name, text in found.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    print(f"{len(found)} pages of the API reference")


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
