"""Small changes of formulas, which tools/mutants.py tries one by one.

A mutant changes one node of a function or of a module-level constant: an operator, a comparison, a
number, a name such as a ↔ b or min ↔ max, the order of two arguments, or it drops a statement.
"""

import ast
from collections import Counter
from dataclasses import dataclass
from types import CodeType

OPERATORS = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Pow: (ast.Mult,),
    ast.Mod: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.LShift: (ast.RShift,),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_SWAPS = (
    ("a", "b"),
    ("in_a", "in_b"),
    ("only_a", "only_b"),
    ("both", "neither"),
    ("both", "in_a"),
    ("total", "n"),
    ("a_given_b", "b_given_a"),
    ("mutual", "variation"),
    ("joint", "mutual"),
    ("clusters_a", "clusters_b"),
    ("sizes_a", "sizes_b"),
    ("cell_sizes_a", "cell_sizes_b"),
    ("kept_a", "kept_b"),
    ("times_a", "times_b"),
    ("row_sizes", "col_sizes"),
    ("rows", "cols"),
    ("row_max", "col_max"),
    ("right_a", "right_b"),
    ("total_a", "total_b"),
    ("tables_a", "tables_b"),
    ("entropy_a", "entropy_b"),
    ("left_a", "left_b"),
    ("scores_a", "scores_b"),
    ("precision", "recall"),
    ("min", "max"),
    ("minimum", "maximum"),
    ("argmin", "argmax"),
    ("sum", "max"),
    ("floor", "ceil"),
    ("log1p", "log"),
    ("sqrt", "abs"),
)
_CHOICES = (
    ("optimal", "greedy"),
    ("overlap", "dice", "jaccard", "braun_banquet", "recall"),
    ("nearest_a", "nearest_b", "nearest"),
    ("shared", "mean", "weighted"),
    ("arithmetic", "geometric", "max"),
    ("arithmetic", "min"),
    ("joint", "arithmetic"),
    ("sum", "joint", "log_n", "clusters"),
    ("precision", "recall", "f"),
    ("product", "mean"),
)


def _partners(groups):
    out = {}
    for group in groups:
        for k, name in enumerate(group):
            out.setdefault(name, []).append(group[(k + 1) % len(group)])
    return {name: tuple(dict.fromkeys(found)) for name, found in out.items()}


NAMES, WORDS = _partners(_SWAPS), _partners(_CHOICES)


@dataclass(frozen=True)
class Mutant:
    """One change: where it is, how it reads, and the code of the statement that it is in."""

    file: str
    function: str
    change: str  # "p.in_a + p.in_b → p.in_a - p.in_b", and which of several
    original: CodeType
    changed: CodeType
    constant: bool  # a constant of the module, not a function
    lines: range  # of the changed statement, without the statements in it

    @property
    def name(self):
        """The unique name of the mutant."""
        return f"{self.file}::{self.function}: {self.change}"


def replacements(node):
    """Yield the possible replacements of a node."""
    kind = type(node)
    if kind is ast.BinOp and type(node.op) in OPERATORS:
        for other in OPERATORS[type(node.op)]:
            yield ast.BinOp(node.left, other(), node.right)
    elif kind is ast.Compare:
        for k, op in enumerate(node.ops):
            for other in OPERATORS[type(op)]:
                ops = [*node.ops[:k], other(), *node.ops[k + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
    elif kind is ast.BoolOp:
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif kind is ast.UnaryOp and isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        yield node.operand
    elif kind is ast.IfExp:
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif kind is ast.Constant:
        yield from map(ast.Constant, _constants(node.value))
    elif kind is ast.Name and isinstance(node.ctx, ast.Load):
        yield from (ast.Name(name, node.ctx) for name in NAMES.get(node.id, ()))
    elif kind is ast.Attribute and isinstance(node.ctx, ast.Load):
        names = NAMES.get(node.attr, ())
        yield from (ast.Attribute(node.value, name, node.ctx) for name in names)
    elif kind is ast.Call:
        yield from _calls(node)


def _constants(value):
    if isinstance(value, bool):
        return (not value,)
    if isinstance(value, (int, float)):
        return (value + 1, value - 1)
    return WORDS.get(value, ()) if isinstance(value, str) else ()


def _calls(node):
    """Yield calls with two arguments swapped, and min and max without one of two arguments."""
    args = node.args
    for k in range(len(args) - 1):
        if any(isinstance(x, ast.Starred) for x in args[k : k + 2]):
            continue
        exchanged = [*args[:k], args[k + 1], args[k], *args[k + 2 :]]
        if ast.dump(args[k]) != ast.dump(args[k + 1]) and not _commutes(node.func):
            yield ast.Call(node.func, exchanged, node.keywords)
    if _commutes(node.func) and len(args) == 2:
        yield from (arg for arg in args if not isinstance(arg, ast.Starred))


def _commutes(function):
    name = getattr(function, "attr", getattr(function, "id", ""))
    return name in {"min", "max", "minimum", "maximum"}


_SKIPPED = (ast.Raise, ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom)
_NOT_CODE = {"decorator_list", "annotation", "returns", "args", "keywords_of_class", "bases"}


def _places(node, lines=range(0)):
    """Yield every (parent, field, index) below a node that belongs to a formula, and its lines."""
    for field, value in ast.iter_fields(node):
        if field in _NOT_CODE and not isinstance(node, ast.Call):
            continue
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, child in children:
            if not isinstance(child, ast.AST) or isinstance(child, _SKIPPED) or _is_text(child):
                continue
            if isinstance(child, ast.keyword) and child.arg == "strict":
                continue  # an assertion that lengths are equal
            if isinstance(child, ast.IfExp) and all(map(_is_constant, (child.body, child.orelse))):
                continue  # which of two messages is shown
            inner = _lines(child) if isinstance(child, ast.stmt) else lines
            yield (node, field, index), inner
            yield from _places(child, inner)


def _lines(statement):
    """Return the lines of a statement up to the first statement in it."""
    inside = getattr(statement, "body", None)
    last = inside[0].lineno - 1 if inside else statement.end_lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def _is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_constant(node):
    """Return whether a node is the name of a constant, such as the reason for a convention."""
    return isinstance(node, ast.Name) and node.id.isupper()


def _get(parent, field, index):
    value = getattr(parent, field)
    return value if index is None else value[index]


def _set(parent, field, index, node):
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def units(tree, skipped):
    """Yield the functions and constants of a module: name, node, statement, whether a constant."""

    def functions(body, prefix, top):
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from functions(node.body, f"{prefix}{node.name}.", top or node)
            elif isinstance(node, ast.FunctionDef) and node.name not in skipped:
                yield prefix + node.name, node, top or node, False

    yield from functions(tree.body, "", None)
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id not in skipped:
                yield target.id, node, node, True


def mutants(file, source, skipped):
    """Yield every mutant of a module, without those whose bytecode does not change."""
    tree = ast.parse(source)
    # Imports are included, because calls through an imported name have different bytecode.
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom, ast.If))]
    for function, unit, statement, constant in units(tree, skipped):
        original = compile(ast.Module([*imports, statement], []), file, "exec")
        seen = Counter()
        for (parent, field, index), lines in list(_places(unit, _lines(unit))):
            node = _get(parent, field, index)
            for other in _changes(node):
                ast.fix_missing_locations(ast.copy_location(other, node))
                _set(parent, field, index, other)
                changed = compile(ast.Module([*imports, statement], []), file, "exec")
                _set(parent, field, index, node)
                change = _read(node, other)
                seen[change] += 1
                if seen[change] > 1:
                    change += f" #{seen[change]}"
                if changed != original:
                    yield Mutant(file, function, change, original, changed, constant, lines)


def _read(node, other):
    if isinstance(other, ast.Pass):
        return f"without {ast.unparse(node)}"
    if isinstance(other, ast.If):
        return f"if {ast.unparse(node.test)} → if {ast.unparse(other.test)}"
    return f"{ast.unparse(node)} → {ast.unparse(other)}"


def _changes(node):
    yield from replacements(node)
    if isinstance(node, ast.If):
        yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    stored = isinstance(node, ast.Assign) and not isinstance(node.targets[0], (ast.Name, ast.Tuple))
    called = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    if stored or called or isinstance(node, ast.AugAssign):
        yield ast.Pass()
