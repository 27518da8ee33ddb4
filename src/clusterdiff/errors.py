"""Every exception and warning of clusterdiff: what must be, what was got, what to type."""

from __future__ import annotations

__all__ = ["ClusterdiffError", "InputError", "MissingDependencyError", "OptionError", "Undefined", "UnknownNameError"]


class ClusterdiffError(ValueError):
    """Base of all errors; the hint, if any, is a line of its own."""

    def __init__(self, sentence: str, hint: str = "") -> None:
        super().__init__(f"{sentence}\nHint: {hint}" if hint else sentence)
        self.sentence = sentence
        self.hint = hint


class InputError(ClusterdiffError):
    """Labels, tables or files that cannot be compared."""


class OptionError(ClusterdiffError):
    """An option with a value it does not take."""


class UnknownNameError(ClusterdiffError, KeyError):
    """A name that nothing carries."""

    __str__ = ClusterdiffError.__str__

    @classmethod
    def of(cls, what: str, name: str, known: list[str]) -> UnknownNameError:
        """Suggest the nearest three of the known names."""
        from difflib import get_close_matches

        near = get_close_matches(name.lower(), known, n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else f"known are {', '.join(sorted(known)[:12])}{', …' if len(known) > 12 else ''}"  # noqa: PLR2004
        return cls(f"{what} must be a known name: got {name!r}.", hint)


class MissingDependencyError(ClusterdiffError, ImportError):
    """A library that the base install does not bring."""

    @classmethod
    def of(cls, what: str, extra: str) -> MissingDependencyError:
        """Name the extra that brings it."""
        return cls(f"{what} is not installed.", f"pip install 'clusterdiff[{extra}]'")


class Undefined(ClusterdiffError):  # noqa: N818  (reads as a word: raise Undefined(reason))
    """A measure with no value here, raised only under ``with clusterdiff.strict():``."""
