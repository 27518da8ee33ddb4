"""Trees in the Newick format."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from clusterdiff.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# A quoted name (two quotes stand for one), a comment, a sign of the format, or a plain name.
_TOKEN = re.compile(r"'(?:[^']|'')*'|\[[^\]]*\]|[(),:;]|[^\s'\[\](),:;]+|\s+|.", re.DOTALL)
_QUOTED = re.compile(r"[\s'\[\](),:;]")


class Newick(NamedTuple):
    """The nodes of a tree, children before their parents."""

    parents: list[int]
    lengths: list[float | None]
    leaves: list[int]
    names: list[Any]


def text_of(source: Any) -> str:
    """Return the text of a tree, or of the file with it."""
    if isinstance(source, str) and source.lstrip()[:1] in ("(", "["):
        return source
    if not isinstance(source, (str, Path)) and not hasattr(source, "__fspath__"):
        raise InputError(
            f"source must be the text of a Newick tree or a path, got {type(source).__name__}."
        )
    if isinstance(source, str) and source.rstrip().endswith(";"):
        return source
    path = Path(source)
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(
            f"No such file: {path}.", "the text of a tree begins with a parenthesis"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as text: {error}.") from None


class _Parser:
    """The state of a text that is read sign by sign."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found = Newick([], [], [], [])
        self.open: list[list[int]] = [[]]  # the nodes of each parenthesis that is open
        self.last: int | None = None  # the node whose name or length may follow
        self.named = self.ended = False
        self.place = 0
        self.signs = self._signs()

    def _signs(self) -> Iterator[str]:
        """Yield the signs and names of the text, without comments."""
        for match in _TOKEN.finditer(self.text):
            sign, self.place = match.group(), match.start()
            if sign == "[":
                raise self.wrong("a comment has no end")
            if not sign.isspace() and sign[0] != "[":
                yield sign

    def wrong(self, what: str) -> InputError:
        line = self.text.count("\n", 0, self.place) + 1
        column = self.place - self.text.rfind("\n", 0, self.place)
        return InputError(f"Line {line}, column {column} of the tree: {what}.")

    def read(self) -> Newick:
        actions = {"(": self._down, ",": self._next, ")": self._up, ":": self._length}
        for sign in self.signs:
            if self.ended:
                raise self.wrong("there must be one tree, and something follows it")
            self.ended = sign == ";"
            if not self.ended:
                actions.get(sign, lambda sign=sign: self._name(sign))()
        if len(self.open) > 1:
            raise InputError(f"The tree has {len(self.open) - 1} parentheses that are not closed.")
        if not self.open[0]:
            raise InputError("The tree must have leaves, got none.")
        if not self.ended:
            raise InputError("The tree must end with a semicolon.")
        return self.found

    def _node(self) -> int:
        self.found.parents.append(-1)
        self.found.lengths.append(None)
        self.last = len(self.found.parents) - 1
        self.open[-1].append(self.last)
        return self.last

    def _down(self) -> None:
        if self.last is not None or (len(self.open) == 1 and self.open[0]):
            raise self.wrong("a comma must come before a parenthesis")
        self.open.append([])

    def _next(self) -> None:
        if len(self.open) == 1:
            raise self.wrong("it is not within parentheses")
        if self.last is None:
            raise self.wrong("a leaf has no name")
        self.last, self.named = None, False

    def _up(self) -> None:
        self._next()
        below = self.open.pop()
        node = self._node()
        for child in below:
            self.found.parents[child] = node

    def _length(self) -> None:
        after = next(self.signs, "")
        try:
            length = float(after)
        except ValueError:
            raise self.wrong("a number must follow the colon") from None
        if self.last is None:
            raise self.wrong("a length has no node")
        self.found.lengths[self.last] = length
        self.named = True

    def _name(self, sign: str) -> None:
        if sign == "'":
            raise self.wrong("a quoted name has no end")
        name = sign[1:-1].replace("''", "'") if sign[0] == "'" else sign
        if self.last is None:
            self.found.leaves.append(self._node())
            self.found.names.append(name)
        elif self.named:
            raise self.wrong(f"a comma must come before {name!r}")
        self.named = True


def parsed(text: str) -> Newick:
    """Return the tree of a text, which must hold one; names become integers if all of them are."""
    if text.lstrip().lower().startswith("#nexus"):
        raise InputError(
            "The tree must be in the Newick format, got NEXUS.", "pass the text after the = sign"
        )
    found = _Parser(text).read()
    if all(_is_integer(name) for name in found.names):
        return found._replace(names=[int(name) for name in found.names])
    return found


def _is_integer(name: str) -> bool:
    return name.lstrip("-").isdigit() and str(int(name)) == name


def written(
    parents: Any, heights: Any, terminals: Any, order: Any, names: Sequence[Any], *, quote: bool
) -> str:
    """Return a tree as text, without the semicolon.

    Clusters that are not divided are in parentheses if one of them has several elements.
    """
    up = parents.tolist()
    above = None if heights is None else (heights[parents] - heights).tolist()
    groups: list[list[str]] = [[] for _ in up]
    for element, node in enumerate(terminals.tolist()):
        name = str(names[element])
        if quote and (not name or _QUOTED.search(name)):
            name = "'" + name.replace("'", "''") + "'"
        groups[node].append(name)
    grouped = any(len(members) > 1 for members in groups)
    first = [len(up)] * len(up)
    for i, node in enumerate(order.tolist()):
        first[node] = i
    below: list[list[int]] = [[] for _ in up]
    for node, parent in enumerate(up[:-1]):
        below[parent].append(node)
        first[parent] = min(first[parent], first[node])
    out: list[str] = []
    stack: list[Any] = [len(up) - 1]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        length = "" if above is None or up[item] < 0 else f":{above[item]!r}"
        if groups[item]:
            inner = ",".join(x + ":0" * (grouped and above is not None) for x in groups[item])
            out.append(f"({inner}){length}" if grouped else inner + length)
            continue
        out.append("(")
        parts: list[Any] = [")" + length]
        for child in sorted(below[item], key=first.__getitem__, reverse=True):
            parts += [child, ","]
        stack += parts[:-1]
    return "".join(out)
