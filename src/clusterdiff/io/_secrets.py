"""Messages of other libraries without passwords."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, unquote_plus

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PASSWORD = re.compile(r"://[^/\s:@]*:(\S*)@")
_IN_URL = re.compile(r"://[^/\s@]*@")
_ASSIGNED = re.compile(
    r"(?i)(?<![a-z])((?:ssl)?password|passwd|pwd|token|secret|secret_key|access_key\w*|key_id"
    r"|api_key|sig|signature|credential)"
    r"(\s*[=:]\s*)(?!…)('[^']*'|\"[^\"]*\"|\S+)"
)
_SECRET = re.compile(r"pass|pwd|token|secret|key|sig|cred|auth", re.IGNORECASE)
_WEB = re.compile(r"https?://", re.IGNORECASE)
_SHORTEST = 3  # least number of characters of a part of a password that is hidden


def without_secrets(text: str, url: str | None = None) -> str:
    """Return the words of a message in one line, without the user and password of a URL.

    Parts of the password of `url` and the values of its query are left out too: a driver that
    reads a URL with unescaped characters in another way may quote them.

    Examples
    --------
    >>> without_secrets("no answer from postgres://me:pa55@host/db password=pa55")
    'no answer from postgres://…@host/db password=…'
    >>> without_secrets('no port "pa55"', "postgres://me:pa55/word@host/db")
    'no port "…"'
    """
    return hidden(" ".join(text.split()), () if url is None else (url,))


def hidden(text: str, urls: Iterable[str] = ()) -> str:
    """Return a text of any number of lines without passwords, and without those of some URLs.

    Examples
    --------
    >>> hidden("no file 'x?s=pa55'", ["https://host/x?s=pa55"])
    "no file 'x?…'"
    """
    found = {part for url in urls for part in (*_of_password(url), *_of_query(url))}
    for part in sorted(found, key=len, reverse=True):
        if len(part) >= _SHORTEST:
            text = text.replace(part, "…")
    return _ASSIGNED.sub(r"\1\2…", _IN_URL.sub("://…@", _PASSWORD.sub("://…@", text)))


def _of_password(url: str) -> Iterator[str]:
    """Yield the password of a URL and its parts."""
    found = re.search(r"://[^/:@]*:(.*)@", url, re.DOTALL)  # of a word, which may have blanks
    if found is not None:
        yield from (found[1], unquote(found[1]), " ".join(found[1].split()))
        yield from re.split(r"[/:@?#&=\s]", found[1])


def _of_query(url: str) -> Iterator[str]:
    """Yield values of the query string: all for a web page, else those with secret names."""
    query = url.partition("?")[2]
    web = _WEB.match(url) is not None
    for pair in re.split("[&;]" if web else "[&;#]", query):
        name, _, value = pair.partition("=")
        if web or _SECRET.search(name):
            yield from (value, unquote(value), unquote_plus(value))
    if web:
        yield from (query, " ".join(query.split()))
