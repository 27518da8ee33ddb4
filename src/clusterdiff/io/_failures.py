"""Errors of drivers, engines and servers as one sentence, and which of them may pass."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import InputError, UnavailableError
from clusterdiff.io._secrets import without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator

# Classes of SQLSTATE: connection lost, transaction rolled back, no resources, a lock is held,
# cancelled or shut down by an operator, an error of the system.
_STATES = ("08", "40", "53", "55P03", "57", "58")
_STATUSES = {408, 425, 429}  # of HTTP; those of servers, 500 and above, too
_SERVER_ERRORS = 500
_LASTING = re.compile(
    r"authentication failed|does not exist|no pg_hba\.conf entry|no password supplied"
    r"|permission denied|certificate|access denied|invalid ",
    re.IGNORECASE,
)
_PASSING = re.compile(
    r"connection (to \S.*failed|refused|reset|timed out|closed|aborted|is closed|already closed)"
    r"|could not (connect|translate host|receive|send)|server closed|closed the connection"
    r"|terminating connection|starting up|shutting down|in recovery mode|too many (clients|conn)"
    r"|connection slots|timed? ?out|temporary failure|name or service not known|broken pipe"
    r"|unreachable|no route to host|unavailable|could not set lock|database is locked"
    r"|failed to connect|no connection to the server|lost the connection|slow ?down"
    r"|executor ?lost|sparkcontext was shut down|answer from java side is empty",
    re.IGNORECASE,
)


def failure(what: str, error: BaseException, url: str | None = None) -> InputError:
    """Return the error of another library as one sentence without secrets, not raised.

    Parameters
    ----------
    what : str
        What failed, as "Cannot connect to postgres://host/db".
    error : exception
        The error of the library.
    url : str, optional
        A URL whose password the error may quote.

    Returns
    -------
    InputError
        An `UnavailableError` if trying again may help.
    """
    lines = str(error).splitlines()
    words = next((line for line in lines if line.strip()), "") or type(error).__name__
    kind = UnavailableError if may_pass(error) else InputError
    return kind(f"{what}: {without_secrets(words, url).rstrip('.')}.")


def may_pass(error: BaseException) -> bool:
    """Return whether an error is one of a service or a connection, so that a retry may help.

    Examples
    --------
    >>> may_pass(ConnectionResetError()), may_pass(FileNotFoundError("x.csv"))
    (True, False)
    """
    if isinstance(error, UnavailableError):
        return True
    for each in _causes(error):
        state = getattr(each, "sqlstate", None) or getattr(each, "pgcode", None)
        if isinstance(state, str) and state:
            return state.startswith(_STATES)
        status = getattr(each, "code", None) or getattr(each, "status", None)
        if isinstance(status, int):
            return status in _STATUSES or status >= _SERVER_ERRORS
        if isinstance(each, (ConnectionError, TimeoutError)):
            return True
    said = str(error)
    return _PASSING.search(said) is not None and _LASTING.search(said) is None


def _causes(error: BaseException) -> Iterator[Any]:
    """Yield an error and what it was raised from."""
    seen: set[int] = set()
    found: Any = error
    while isinstance(found, BaseException) and id(found) not in seen:
        seen.add(id(found))
        yield found
        reason = getattr(found, "reason", None)  # of urllib
        found = (
            reason if isinstance(reason, BaseException) else found.__cause__ or found.__context__
        )
