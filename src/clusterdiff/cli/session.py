"""What one call of the program was given: its words, and the files that it reads."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@dataclass(slots=True)
class Session:
    """One call of the program."""

    words: tuple[str, ...] = ()
    inputs: list[str] = field(default_factory=list)

    def has(self, option: str) -> bool:
        """Return whether an option was given, by this name."""
        return option in self.words

    def command(self, dropped: Iterable[str], added: Sequence[str]) -> str:
        """Return the command to type: without some options and their values, with others.

        Examples
        --------
        >>> Session(("compare", "x.csv", "-c", "a", "-m", "ari")).command({"-c"}, ["-c", "a,b"])
        'clusterdiff compare x.csv -m ari -c a,b'
        """
        from shlex import join

        names, kept, skip = set(dropped), [], False
        for word in self.words:
            if skip:
                skip = False
            elif word in names:
                skip = True
            elif word.partition("=")[0] not in names:
                kept.append(word)
        return f"clusterdiff {join([*kept, *added])}"


_session: ContextVar[Session | None] = ContextVar("clusterdiff_session", default=None)


def current() -> Session:
    """Return the session of the running command."""
    return _session.get() or Session()


@contextmanager
def session_of(words: Sequence[str]) -> Iterator[Session]:
    """Begin a session with the words that were given."""
    token = _session.set(Session(tuple(words)))
    try:
        yield current()
    finally:
        _session.reset(token)
