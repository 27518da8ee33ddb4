"""The plan of the code: small files, no imports of our own modules inside functions, plain words."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "clusterdiff"
FILES = sorted(PACKAGE.rglob("*.py"))
REPRODUCTIONS = sorted((ROOT / "reproductions").rglob("*.py"))
IDS = [str(path.relative_to(PACKAGE)) for path in FILES]
EVERY_FILE = pytest.mark.parametrize("path", FILES, ids=IDS)
LONGEST_FILE, LONGEST_FUNCTION = 400, 40
# Words of a former dialect, and what to write instead.
DIALECT = {
    r"whole numbers?\b": "integer",
    r"stands? twice": "duplicate",
    r"\bbut once\b": "unique",
    r"none of it\b": "not valid",
    r"\bhouse rules?\b": "conventions",
    r"\brooms?\b": "package",
    r"the door\b|the_door\b|\bfront door": "validation",
    r"\bfaces?\b": "display",
    r"\bhonest": "exact, or state the limits",
    r"\b[Tt]wins?\b|_twins?_": "numpy kernel",
    r"\bnobody\b|\bwhoever\b|\bnewcomers?_": "name the caller",
    r"\breckon|\bspeaks?\b|\bguests?\b|than which|\bfor want of\b": "use a term of the field",
    r"not at hand|not looked up|recalled|our reading": "look it up",
}


def functions(tree):
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


def is_own(node):
    if isinstance(node, ast.ImportFrom):
        return bool(node.level) or (node.module or "").split(".")[0] == "clusterdiff"
    return isinstance(node, ast.Import) and any(
        alias.name.split(".")[0] == "clusterdiff" for alias in node.names
    )


@EVERY_FILE
def test_no_function_imports_a_module_of_our_own(path):
    for function in functions(ast.parse(path.read_text(encoding="utf-8"))):
        assert [n.lineno for n in ast.walk(function) if is_own(n)] == [], function.name


@pytest.mark.parametrize(
    "path", [*FILES, *REPRODUCTIONS], ids=lambda path: str(path.relative_to(ROOT))
)
def test_files_and_functions_are_small(path):
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_FILE
    for function in functions(ast.parse(text)):
        doc = ast.get_docstring(function, clean=False)
        lines = function.end_lineno - function.lineno + 1 - (doc.count("\n") + 1 if doc else 0)
        assert lines <= LONGEST_FUNCTION, function.name


@EVERY_FILE
def test_every_module_says_what_it_is(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_every_package_is_in_the_layers_contract():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    listed = {name.strip() for layer in layers for name in layer.split("|")}
    found = {p.stem if p.is_file() else p.name for p in PACKAGE.iterdir()} - {
        "__init__",
        "__pycache__",
        "py",
    }
    assert {name for name in found if not name.startswith("py.")} == listed


LISTING = {"test_structure.py", "test_report.py", "test_page.py"}  # tests that list such words
PROSE = [
    *FILES,
    *sorted((ROOT / "docs").rglob("*.md")),
    *(file for file in sorted((ROOT / "native").rglob("*")) if file.suffix in {".cpp", ".hpp"}),
    *(file for file in sorted((ROOT / "tests").rglob("*.py")) if file.name not in LISTING),
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
]


@pytest.mark.parametrize("path", PROSE, ids=[str(p.relative_to(ROOT)) for p in PROSE])
def test_uses_the_terms_of_the_field(path):
    text = path.read_text(encoding="utf-8")
    for pattern, instead in DIALECT.items():
        found = re.findall(pattern, text)
        assert not found, f"{found[0]!r}: write {instead!r}"
