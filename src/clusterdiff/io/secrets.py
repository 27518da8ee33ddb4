"""Messages of other libraries without passwords."""

from __future__ import annotations

import re
from urllib.parse import unquote

_PASSWORD = re.compile(r"://[^/\s:@]*:(\S*)@")
_IN_URL = re.compile(r"://[^/\s@]*@")
_ASSIGNED = re.compile(
    r"(?i)\b((?:ssl)?password|passwd|pwd|token|secret|secret_key|access_key\w*|key_id|api_key)"
    r"(\s*[=:]\s*)('[^']*'|\"[^\"]*\"|\S+)"
)
_SHORTEST = 3  # characters of a part of a password that is worth hiding


def without_secrets(text: str, url: str | None = None) -> str:
    """The words of a message in one line, without the user and password of a URL.

    Parts of the password of `url` are left out too: a driver that reads a URL with unescaped
    characters in another way may quote them.

    Examples
    --------
    >>> without_secrets("no answer from postgres://me:pa55@host/db password=pa55")
    'no answer from postgres://…@host/db password=…'
    >>> without_secrets('no port "pa55"', "postgres://me:pa55/word@host/db")
    'no port "…"'
    """
    line = " ".join(text.split())
    line = _ASSIGNED.sub(r"\1\2…", _IN_URL.sub("://…@", _PASSWORD.sub("://…@", line)))
    for part in _parts(url):
        line = line.replace(part, "…")
    return line


def _parts(url: str | None) -> list[str]:
    """The password of a URL and its parts, the longest first."""
    found = _PASSWORD.search(url or "")
    if found is None:
        return []
    words = {found[1], unquote(found[1]), *re.split(r"[/:@?#&=]", found[1])}
    return sorted((word for word in words if len(word) >= _SHORTEST), key=len, reverse=True)
