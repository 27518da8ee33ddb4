"""Standard output and standard error: any encoding, closed pipes, messages as text or JSON."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import suppress
from datetime import UTC
from typing import Any, Literal

from clusterdiff.errors import OptionError

_PLAIN = {
    **dict(zip("↑↓▸◂█░≈×′’–—·", "^v><#.~x''--.", strict=True)),
    "→": "->",
    "…": "...",
    "∞": "inf",
    "≤": "<=",
    "≥": ">=",
    "✓": "yes",
    "✗": "no",
}
_HANDLER = "clusterdiff_plain"
_as_json: list[bool] = []  # not empty if messages are written as JSON
WIDTH = 120  # characters of a line if the terminal does not state its width


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding does not have: by ASCII, or by an escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    escaped = "".join(_PLAIN.get(c) or c.encode("ascii", "backslashreplace").decode() for c in text)
    return escaped, error.end


def prepare() -> None:
    """Make the standard streams accept every character."""
    codecs.register_error(_HANDLER, _plainly)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_HANDLER)


def write(text: str) -> None:
    """Write to standard output; a closed pipe is not an error."""
    if sys.stdout is None:
        raise OptionError("Standard output is closed.", "{output=FILE} writes a file")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        discard()
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        codecs.register_error(_HANDLER, _plainly)
        sys.stdout.write(text.encode(encoding, _HANDLER).decode(encoding))
        sys.stdout.flush()
    except OSError as error:
        discard()
        raise OptionError(f"Cannot write to standard output: {error.strerror or error}.") from None


Level = Literal["debug", "info", "warning", "error"]


def say_as_json(wanted: bool) -> None:
    """Write messages as lines of JSON from now on, or as text."""
    _as_json[:] = [True] if wanted else []


def say(message: str, level: Level = "info", **details: Any) -> None:
    """Print a message on standard error, if it is open; control characters are escaped.

    The details are written only as JSON.
    """
    if sys.stderr is None:
        return
    text = _line(message, level, details) if _as_json else _folded(f"clusterdiff: {message}")
    with suppress(OSError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def _folded(message: str) -> str:
    """Return a message whose lines are folded between words if it is shown on a terminal."""
    lines = list(map(_escaped, message.split("\n")))
    if sys.stderr.isatty():
        from textwrap import fill

        options: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}
        lines = [fill(line, max(width(), 40), subsequent_indent="  ", **options) for line in lines]
    return "\n".join(lines)


def _line(message: str, level: str, details: dict[str, Any]) -> str:
    import json
    from datetime import datetime

    time = datetime.now(UTC).isoformat(timespec="milliseconds")
    return json.dumps({"time": time, "level": level, "message": message, **details}, default=str)


def tell_github(kind: str, title: str, message: str) -> None:
    """Print an annotation of GitHub Actions on standard error, which its runner reads too."""
    if sys.stderr is None:
        return
    for character, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        message = message.replace(character, code)
    with suppress(OSError):
        sys.stderr.write(f"::{kind} title={title}::{_escaped(message)}\n")
        sys.stderr.flush()


def _escaped(line: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


def width() -> int:
    """Return the characters of a line of standard output."""
    from shutil import get_terminal_size

    return get_terminal_size((WIDTH, 24)).columns


def has_style() -> bool:
    """Return whether standard output shows bold text: a terminal, unless NO_COLOR is set."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def is_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_unicode() -> bool:
    """Return whether standard output can hold every character."""
    return sys.stdout is None or (sys.stdout.encoding or "").lower().replace("-", "").startswith(
        "utf"
    )


def discard() -> None:
    """Discard the output that has not been flushed."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):
        sys.stdout = None
