"""The structure of the code: no imports of own modules in functions, plain words."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "clusterdiff"
FILES = sorted(PACKAGE.rglob("*.py"))
REPRODUCTIONS = sorted((ROOT / "reproductions").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TOOLS = sorted((ROOT / "tools").glob("*.py"))
NATIVE = [path for path in sorted((ROOT / "native").rglob("*")) if path.suffix in {".cpp", ".hpp"}]
LISTING = {"test_structure.py", "test_report.py", "test_page.py"}  # tests that list such words
# Words that are not terms of art, and what to write instead.
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


@cache
def text_of(path):
    return path.read_text(encoding="utf-8")


@cache
def parsed(text):
    return ast.parse(text)


def faults(paths, find):
    """Return what a function finds in the text of files, with the path of each."""
    found = ((path, find(text_of(path))) for path in paths)
    return [f"{path.relative_to(ROOT)}: {fault}" for path, each in found for fault in each]


def own_imports(text):
    for function in functions(parsed(text)):
        for node in ast.walk(function):
            if is_own(node):
                yield f"{function.name} imports a module of our own in line {node.lineno}"


def test_no_function_imports_a_module_of_our_own():
    assert faults(FILES, own_imports) == []


def test_few_modules_load_others_by_name():
    by_name = re.compile(r'import_module\(f?"clusterdiff')
    found = {str(path.relative_to(PACKAGE)) for path in FILES if by_name.search(text_of(path))}
    known = {"_kernel/__init__.py", "cli/__init__.py", "cli/_app.py"}
    assert found == {*known, "views/_result.py"}


def unused_names(text):
    """Yield private names of a module that are not used in it."""
    tree = parsed(text)
    used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    for node in tree.body:
        named = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list
        targets = node.targets if isinstance(node, ast.Assign) else []
        names = [node.name] if named else [x.id for x in targets if isinstance(x, ast.Name)]
        yield from (x for x in names if x[0] == "_" and x[:2] != "__" and x not in used)


CLOCKS = {"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "process_time"}
# What may look at a clock: what is shown, logged or tried again, limits that the user asks for.
TIMED = {"_steps.py", "cli/_progress_bar.py", "cli/_run.py", "cli/_signals.py"}
TIMED |= {"many/_optimality.py"}  # time_limit= of `consensus`


def test_nothing_else_looks_at_a_clock():
    """The same data and seed give the same answer on a slow machine."""

    def reads(text):
        for node in ast.walk(parsed(text)):
            if isinstance(node, ast.Import) and any(alias.name == "time" for alias in node.names):
                yield "import time"
            if isinstance(node, ast.ImportFrom) and node.module == "time":
                yield from CLOCKS & {alias.name for alias in node.names}

    timed = {str(path.relative_to(PACKAGE)) for path in FILES if any(reads(text_of(path)))}
    assert timed == TIMED


def test_random_numbers_are_fresh_by_default():
    """SPEC 7: no parameter rng has a seed as its default."""

    def seeded(text):
        for function in functions(parsed(text)):
            given = function.args
            places = [*given.posonlyargs, *given.args][-len(given.defaults) :]
            pairs = [*zip(places, given.defaults, strict=False)]
            for name, default in [*pairs, *zip(given.kwonlyargs, given.kw_defaults, strict=True)]:
                if name.arg == "rng" and default is not None and ast.unparse(default) != "None":
                    yield f"{function.name}(rng={ast.unparse(default)})"

    assert not faults(FILES, seeded)


def test_every_private_name_is_used():
    assert faults([*FILES, *REPRODUCTIONS, *TOOLS], unused_names) == []


def noun_phrases(text):
    """Yield functions whose docstring does not begin with a verb."""
    noun = re.compile(r"(The|An?|Those|These|What|How|Which|Whether|Where|Each|Every|All|Both)\b")
    named = re.compile(r"property|measure|axiom")  # attributes, formulas and statements
    for function in functions(parsed(text)):
        first = noun.match(ast.get_docstring(function) or "")
        if first and not any(map(named.search, map(ast.unparse, function.decorator_list))):
            yield f"{function.name}: {first[0]} …"


def test_docstrings_of_functions_begin_with_a_verb():
    assert faults(FILES, noun_phrases) == []
    assert list(noun_phrases('def f():\n    """The sum."""')) == ["f: The …"]


def test_every_script_parses_its_arguments():
    """Otherwise `--help` would start the work, or be taken for the name of a file."""
    guard = 'if __name__ == "__main__":'
    folders = ("docs", "tools", "benchmarks", "examples", "reproductions", "tests")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    scripts = [path for path in paths if f"\n{guard}" in text_of(path)]
    assert len(scripts) > len(folders)
    assert faults(scripts, lambda t: [] if ".parse_args(" in t else ["no argparse"]) == []
    assert faults(scripts, lambda t: ["reads sys.argv"] if "sys.argv" in t else []) == []


def test_every_module_says_what_it_is():
    undocumented = faults(FILES, lambda text: [] if ast.get_docstring(parsed(text)) else ["none"])
    assert undocumented == []


def packages():
    """Return the names of the packages and modules of the library."""
    left_out = {"__init__.py", "__init__.pyi", "__pycache__", "py.typed"}
    return {path.stem for path in PACKAGE.iterdir() if path.name not in left_out}


def test_every_package_is_in_the_layers_contract():
    settings = tomllib.loads(text_of(ROOT / "pyproject.toml"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    assert {name.strip() for layer in layers for name in layer.split("|")} == packages()


def test_the_architecture_lists_every_package():
    _, _, rest = text_of(ROOT / "CONTRIBUTING.md").partition("## Architecture")
    listed = re.findall(r"`(\w+)(?:/|\.py)`", rest.partition("## Conventions")[0])
    assert packages() - set(listed) == {"__main__"}


def dialect(text):
    for pattern, instead in DIALECT.items():
        for found in re.findall(pattern, text):
            yield f"{found!r}: write {instead!r}"


def test_uses_the_terms_of_the_field():
    texts = [*FILES, *NATIVE, *sorted((ROOT / "docs").rglob("*.md"))]
    texts += [path for path in TESTS if path.name not in LISTING]
    assert faults([*texts, ROOT / "README.md", ROOT / "CONTRIBUTING.md"], dialect) == []


def texts_of(text):
    """The strings of a module, those in several pieces as one, with {} for what is put in."""
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.JoinedStr):
            yield "".join(x.value if isinstance(x, ast.Constant) else "{}" for x in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def with_a_colon(text):
    return [each for each in texts_of(text) if ": got " in each]


def test_errors_say_what_was_given_after_a_comma():
    assert faults(FILES, with_a_colon) == []


def closed_choices(text):
    """Sets of three or more words that a Literal, an enumeration or a sequence lists, each time."""
    inner = set()
    for node in ast.walk(parsed(text)):
        is_literal = isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal"
        if is_literal and isinstance(node.slice, ast.Tuple):
            inner.add(id(node.slice))
            yield words_of(node.slice.elts), True
        elif isinstance(node, ast.ClassDef) and [ast.unparse(x) for x in node.bases] == ["StrEnum"]:
            yield words_of([x.value for x in node.body if isinstance(x, ast.Assign)]), True
        elif isinstance(node, ast.Tuple | ast.List | ast.Set) and id(node) not in inner:
            yield words_of(node.elts), False


def words_of(nodes):
    words = frozenset(node.value for node in nodes if isinstance(node, ast.Constant))
    return words if len(words) == len(nodes) > 2 else frozenset()


def repeated_choices(texts):
    """Closed sets of choices that are listed more than once, at least once as a type."""
    found = [each for text in texts for each in closed_choices(text) if each[0]]
    types = {words for words, is_type in found if is_type}
    return [sorted(w) for w in types if sum(words == w for words, _ in found) > 1]


def test_the_choices_of_an_option_are_listed_once():
    assert repeated_choices(map(text_of, FILES)) == []


def test_a_fault_is_found_and_named():
    pair = 'How = Literal["a", "b", "c"]', 'for how in ("c", "b", "a"): pass'
    assert repeated_choices(pair) == [["a", "b", "c"]]
    assert with_a_colon('raise E(f"{x} must be 1: " f"got {y}.")')[0] == "{} must be 1: got {}."
    assert list(own_imports("def f():\n    from clusterdiff import errors\n"))
    assert list(unused_names("_A = 1\n_B = 2\nprint(_A)\n")) == ["_B"]
    assert list(dialect("each but once")) == ["'but once': write 'unique'"]
