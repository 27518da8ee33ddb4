"""Standard output and signals: any encoding, closed pipes, and an orderly end."""

from __future__ import annotations

import codecs
import os
import signal
import sys
from contextlib import suppress
from typing import Any

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
_ended: list[int] = []  # the signals that were received
WIDTH = 120  # characters of a line if the terminal does not state its width


class Terminated(BaseException):
    """The process was asked to end; raised so that temporary files are removed."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding does not have: by ASCII, or by an escape."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    escaped = "".join(_PLAIN.get(c) or c.encode("ascii", "backslashreplace").decode() for c in text)
    return escaped, error.end


def prepare() -> None:
    """Make the standard streams accept every character, and end in order on signals."""
    codecs.register_error(_HANDLER, _plainly)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_HANDLER)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)


def _end(number: int, _: Any) -> None:
    _ended.append(number)
    raise Terminated(number)


def _interrupted(number: int, frame: Any) -> None:
    _ended.append(number)
    signal.default_int_handler(number, frame)


def ended_by() -> int | None:
    """Return the exit code of the first signal that asked the process to end, or None.

    A library that is interrupted may raise an error of its own instead of what the signal raised.
    """
    return 128 + _ended[0] if _ended else None


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


def say(message: str) -> None:
    """Print a message on standard error, if it is open; control characters are escaped."""
    if sys.stderr is None:
        return
    lines = "\n".join(map(_escaped, message.split("\n")))
    with suppress(OSError):
        sys.stderr.write(f"clusterdiff: {lines}\n")
        sys.stderr.flush()


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
