"""Every exception of clusterdiff.

A hint names options as ``{name=value}``. It is spelled ``name="value"`` for Python and
``--name value`` for the command line, so that users can copy it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "ClusterdiffError",
    "InputError",
    "MissingDependencyError",
    "OptionError",
    "RecordError",
    "UnavailableError",
    "Undefined",
    "UnknownNameError",
]

_OPTION = re.compile(r"\{(\w+)(?:=([^{}]*))?\}")
_LISTED = 12  # names shown when none is similar
_SIDES = {"a", "b", "labels_true", "labels_pred", "y_true", "y_pred"}


class ClusterdiffError(ValueError):
    """Base class of all errors.

    Parameters
    ----------
    message : str
        What is wrong, in one sentence.
    hint : str or None, default=None
        What to type instead. Options are written as ``{name=value}``.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> try:
    ...     cd.adjusted_rand([0, 1], [0])
    ... except cd.ClusterdiffError as error:
    ...     print(error.message)
    a and b must label the same elements: a has 2 labels, b has 1.
    """

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def spelled(self, style: Literal["python", "cli"]) -> str:
        """Return the message and the hint with options spelled for Python or the command line.

        Parameters
        ----------
        style : {"python", "cli"}
            How options are spelled: ``missing='drop'`` or ``--missing drop``.

        Returns
        -------
        str
            The message, and the hint on a line of its own.
        """
        if self.hint is None:
            return self.message
        return f"{self.message}\nHint: {spell(self.hint, style)}"

    def __str__(self) -> str:
        return self.spelled("python")


def spell(hint: str, style: Literal["python", "cli"]) -> str:
    """Replace each ``{name=value}`` in a hint by what a user types.

    Examples
    --------
    >>> spell("pass {missing=drop}", "python"), spell("pass {missing=drop}", "cli")
    ('pass missing="drop"', 'pass --missing drop')
    >>> spell("pass {by_order=True}", "python"), spell("pass {by_order=True} or {on}", "cli")
    ('pass by_order=True', 'pass --by-order or --on')
    """
    return _OPTION.sub(lambda found: _spelled(found[1], found[2], style), hint)


def _spelled(name: str, value: str | None, style: str) -> str:
    if style == "cli":
        flag = ("--no-" if value == "False" else "--") + name.replace("_", "-")
        return flag if value in {None, "", "True", "False"} else f"{flag} {value}"
    if value is None or value == "":
        return f"{name}="
    bare = value in {"True", "False", "None"} or value.lstrip("-").replace(".", "", 1).isdecimal()
    return f"{name}={value}" if bare else f'{name}="{value}"'


def _similar(name: str, known: list[str]) -> str | None:
    """Return a hint with the names that are spelled like an unknown one."""
    from difflib import get_close_matches  # takes a millisecond, and errors are rare

    near = get_close_matches(str(name).lower(), known, n=3, cutoff=0.5)
    return f"did you mean {' or '.join(near)}?" if near else None


class InputError(ClusterdiffError):
    """Labels, tables or files that cannot be compared.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> try:
    ...     cd.adjusted_rand([0, 1], [0, None])
    ... except cd.errors.InputError as error:
    ...     print(error)
    b must have a label for every element: 1 of 2 are missing, the first at 1.
    Hint: pass missing="drop", missing="singletons" or missing="block"
    """


class UnavailableError(InputError):
    """A server or a store that cannot be reached, or a connection that was lost.

    The input may be right, and trying again later may help; the command line exits with 69.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> try:
    ...     cd.read_table("http://127.0.0.1:1/runs.csv")
    ... except cd.errors.UnavailableError as error:
    ...     print(error.message[:39])
    Cannot read http://127.0.0.1:1/runs.csv
    """


class OptionError(ClusterdiffError):
    """An option that does not exist, or a value that it does not accept.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> try:
    ...     cd.compare([0, 1], [0, 0], missing="keep")
    ... except cd.errors.OptionError as error:
    ...     print(error)
    missing must be one of raise, drop, singletons, block, got 'keep'.
    """

    @classmethod
    def unknown(cls, where: str, name: str, known: Iterable[str]) -> OptionError:
        """Suggest the options of a function or measure that are spelled like an unknown one.

        Parameters
        ----------
        where : str
            The name of the function or measure.
        name : str
            The option that it does not have.
        known : iterable of str
            The options that it has.

        Returns
        -------
        OptionError
            The error, not raised.
        """
        known = list(known)
        hint = _similar(name, known) or f"its options are {', '.join(known)}"
        if name in _SIDES:
            hint = f"pass clusterings by position: {where}(a, b)"
        return cls(f"{where} has no option {name!r}.", hint)


class UnknownNameError(ClusterdiffError, KeyError):
    """Unknown measure, option, column or property name.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> try:
    ...     cd.get_measure("mirkn")
    ... except cd.errors.UnknownNameError as error:
    ...     print(error)
    Unknown measure 'mirkn'.
    Hint: did you mean mirkin or mi or rmi?
    """

    __str__ = ClusterdiffError.__str__

    @classmethod
    def of(cls, what: str, name: str, known: list[str]) -> UnknownNameError:
        """Suggest the three most similar of the known names.

        Parameters
        ----------
        what : str
            The kind of name, for example "measure".
        name : str
            The name that is not known.
        known : list of str
            The names that are known.

        Returns
        -------
        UnknownNameError
            The error, not raised.
        """
        near = _similar(name, known)
        if near:
            return cls(f"Unknown {what} {name!r}.", near)
        more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
        listed = f"known names are {', '.join(sorted(known)[:_LISTED])}{more}" if known else None
        return cls(f"Unknown {what} {name!r}.", listed)


class MissingDependencyError(ClusterdiffError, ImportError):
    """An optional dependency is not installed.

    Examples
    --------
    >>> print(MissingDependencyError.of("Polars", "polars"))
    Polars is not installed.
    Hint: pip install 'clusterdiff[polars]'
    """

    @classmethod
    def of(cls, what: str, extra: str) -> MissingDependencyError:
        """Name the extra that installs the dependency.

        Parameters
        ----------
        what : str
            The dependency.
        extra : str
            The extra of this package that installs it.

        Returns
        -------
        MissingDependencyError
            The error, not raised.
        """
        return cls(f"{what} is not installed.", f"pip install 'clusterdiff[{extra}]'")


class RecordError(ClusterdiffError, TypeError):
    """The record of a measure, a format or an engine is incomplete or contradictory.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> def half(pairs: cd.summaries.PairCounts, /):
    ...     return 0.5
    >>> try:
    ...     cd.measure(
    ...         label="Half", symbol="h", direction="similarity", bounds=(0, 1), symmetric=True,
    ...         references=(),
    ...     )(half)
    ... except cd.errors.RecordError as error:
    ...     print(error.message)
    half: the formula has no docstring.
    """


class Undefined(ClusterdiffError):  # noqa: N818  (reads as a word: raise Undefined(reason))
    """A value that is undefined (0/0); raised only inside ``with clusterdiff.strict():``.

    Examples
    --------
    >>> import clusterdiff as cd
    >>> cd.wallace_a([0, 1], [0, 0])
    1.0
    >>> try:
    ...     with cd.strict():
    ...         cd.wallace_a([0, 1], [0, 0])
    ... except cd.Undefined as error:
    ...     print(error.message)
    no pair is together in a
    """
