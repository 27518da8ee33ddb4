"""One way out: every command's answer as a table, JSON, CSV, Markdown or LaTeX, on stdout or into a file."""

from __future__ import annotations

import csv
import json
import os
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import StringIO
from math import isfinite
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any

from clusterdiff.cli._fit import print_whole
from clusterdiff.cli._options import Format
from clusterdiff.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_SUFFIXES = {".json": Format.json, ".csv": Format.csv, ".md": Format.md, ".tex": Format.latex, ".txt": Format.table}
_WIDTH = 120
_LATEX = str.maketrans({c: f"\\{c}" for c in "&%$#_{}"} | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"})


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found: as data, as rows at full precision, and for the eye."""

    data: Callable[[], Any]
    header: Sequence[str]
    rows: Callable[[], list[list[Any]]]
    face: Callable[[], Any]


def emit(answer: Answer, style: Format | None, output: str = "") -> None:
    """Print an answer, or write it."""
    if style is None:
        suffix = Path(output).suffix.lower()
        style = _SUFFIXES.get(suffix, Format.json) if output else Format.table if sys.stdout.isatty() else Format.json
    if style is Format.table and not output:
        print_whole(_console(), answer.face())
        return
    text = _text(answer, style)
    if not output:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    with whole_file(output) as draft:
        Path(draft).write_text(text, encoding="utf-8")


def _console(file: Any = None) -> Any:
    from rich.console import Console

    return Console(width=None if file is None and sys.stdout.isatty() else _WIDTH, file=file)


def _text(answer: Answer, style: Format) -> str:
    if style is Format.json:
        return json.dumps(_finite(answer.data()), indent=2, ensure_ascii=False, default=str) + "\n"
    out = StringIO()
    if style is Format.table:
        print_whole(_console(out), answer.face())
    elif style is Format.csv:
        csv.writer(out, lineterminator="\n").writerows([answer.header, *answer.rows()])
    elif style is Format.md:
        for line in (answer.header, ["---"] * len(answer.header), *answer.rows()):
            out.write("| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in line) + " |\n")
    else:
        out.write(_latex(answer.header, answer.rows()))
    return out.getvalue()


def _latex(header: Sequence[str], rows: list[list[Any]]) -> str:
    numbers = [all(isinstance(row[i], (int, float)) for row in rows) for i in range(len(header))]
    lines = [" & ".join(str(cell).translate(_LATEX) for cell in line) + r" \\" for line in (header, *rows)]
    align = "".join("r" if number else "l" for number in numbers)
    return "\n".join([rf"\begin{{tabular}}{{{align}}}", r"\hline", lines[0], r"\hline", *lines[1:], r"\hline", r"\end{tabular}", ""])


def _finite(data: Any) -> Any:
    """JSON has no infinity: null stands for an open bound; names that JSON has no kind for are text."""
    if isinstance(data, dict):
        return {key if isinstance(key, str) else str(key): _finite(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    return None if isinstance(data, float) and not isfinite(data) else data


@contextmanager
def whole_file(path: str) -> Iterator[str]:
    """A draft beside the file, which takes its place when all is written, and else is gone."""
    target = Path(path)
    try:
        with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", suffix=target.suffix, delete=False) as draft:
            pass
    except OSError as error:
        raise OptionError(f"--output must be a file that can be written: {path}: {error.strerror}.") from None
    try:
        yield draft.name
        Path(draft.name).chmod(0o666 & ~_umask())
        os.replace(draft.name, target)  # noqa: PTH105  (named for what it does: all or nothing)
    except OSError as error:
        raise OptionError(f"--output must be a file that can be written: {path}: {error.strerror}.") from None
    finally:
        with suppress(FileNotFoundError):
            Path(draft.name).unlink()


def _umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now
