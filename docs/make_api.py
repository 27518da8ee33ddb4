"""Write the API reference, one Markdown page per public module, from the numpydoc docstrings."""

import inspect
import re
import sys
from importlib import import_module
from pathlib import Path

from numpydoc.docscrape import ClassDoc, FunctionDoc

import clusterdiff as cd

MODULES = {
    "clusterdiff": "Everything that most programs need.",
    "clusterdiff.analysis": "Two clusterings: results of `compare`, `diff`, `match`, `explain` and `recommend`.",
    "clusterdiff.many": "Many clusterings: sets, matrices, rankings, stability, consensus.",
    "clusterdiff.chance": "Null models, expectations, p-values and confidence intervals.",
    "clusterdiff.features": "Measures that use the features of the elements.",
    "clusterdiff.partition": "Partitions and their lattice.",
    "clusterdiff.properties": "Axioms as executable statements.",
    "clusterdiff.plots": "Figures; each function takes and returns Matplotlib axes.",
    "clusterdiff.sklearn": "The drop-in replacement for scikit-learn's functions.",
    "clusterdiff.measures": "Records of measures, builders, and how to define a measure.",
    "clusterdiff.datasets": "Artificial clusterings with known tables.",
    "clusterdiff.io": "Files.",
    "clusterdiff.summaries": "The numbers that formulas take.",
    "clusterdiff.errors": "Exceptions.",
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


def signature(name, thing):
    """Return the call with types and defaults, one parameter per line where it is long."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return name
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


def sections(doc):
    lines = [plain(doc["Summary"])]
    if doc["Extended Summary"]:
        lines += ["", plain(doc["Extended Summary"])]
    for title in NAMED_SECTIONS:
        if doc[title]:
            lines += named_section(title, doc[title])
    if doc["See Also"]:
        names = [name for group, _ in doc["See Also"] for name, _ in group]
        lines += ["", "**See also:** " + ", ".join(f"`{name}`" for name in names)]
    for title in ("Notes", "References"):
        if doc[title]:
            lines += ["", f"**{title}**", "", plain(doc[title])]
    if doc["Examples"]:
        lines += ["", "**Examples**", "", "```pycon", "\n".join(doc["Examples"]).strip(), "```"]
    return lines


def methods(kind):
    """Return the public methods and properties that this package defines, each once."""
    found = {}
    for base in kind.__mro__:
        if base.__module__.startswith("clusterdiff"):
            for name, member in vars(base).items():
                if not name.startswith("_") and name not in found:
                    found[name] = member
    return found


def method_lines(owner, name, member):
    function = getattr(member, "__func__", member)
    if isinstance(member, property):
        function, call = member.fget, f"{owner}.{name}"
    elif inspect.isfunction(function):
        call = signature(f"{owner}.{name}", function)
    else:
        return []
    if not inspect.getdoc(function):
        return []
    return ["", "```python", call, "```", "", *sections(FunctionDoc(function))]


def entry(name, thing):
    """Return the lines that describe a function or a class."""
    if inspect.isclass(thing):
        lines = ["", f"## {name}", "", "```python", "class " + signature(name, thing), "```", ""]
        lines[4] = lines[4].removesuffix(" -> None")
        lines += sections(ClassDoc(thing, config={"show_class_members": False}))
        for method, member in methods(thing).items():
            lines += method_lines(name, method, member)
        return lines
    head = ["", f"## {name}", "", "```python", signature(name, thing), "```", ""]
    return head + sections(FunctionDoc(thing))


def page(module):
    owner = import_module(module)
    lines = [f"# {module}", "", MODULES[module]]
    if module == "clusterdiff":
        lines += ["", "Each [measure](../measures.md) is also a function of this module: "]
        lines[-1] += "`clusterdiff.adjusted_rand(a, b)`. Its page has its formula and its options."
    documented = []
    for name in sorted(owner.__all__, key=str.lower):
        if name in cd.MEASURES:
            continue
        thing = getattr(owner, name)
        if not (inspect.isclass(thing) or inspect.isfunction(thing)):
            continue
        if module != "clusterdiff" and getattr(cd, name, None) is thing:
            lines += ["", f"## {name}", "", f"See [clusterdiff.{name}](index.md#{name.lower()})."]
        else:
            documented += entry(name, thing)
    return "\n".join([*lines, *documented, ""])


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for module in MODULES:
        name = module.removeprefix("clusterdiff").removeprefix(".") or "index"
        (folder / f"{name}.md").write_text(page(module), encoding="utf-8")
    print(f"{len(MODULES)} pages of the API reference")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/pages/api"))
