"""Passwords do not belong in messages."""

from __future__ import annotations

import re

_IN_URL = re.compile(r"://[^/\s@]*@")
_ASSIGNED = re.compile(
    r"(?i)\b(password|passwd|pwd|token|secret|secret_key|access_key\w*|key_id|api_key)(\s*[=:]\s*)"
    r"('[^']*'|\"[^\"]*\"|\S+)"
)


def without_secrets(text: str) -> str:
    """The words of a message in one line, without the user and password of a URL.

    Examples
    --------
    >>> without_secrets("no answer from postgres://me:pa55@host/db password=pa55")
    'no answer from postgres://…@host/db password=…'
    """
    line = " ".join(text.split())
    return _ASSIGNED.sub(r"\1\2…", _IN_URL.sub("://…@", line))
