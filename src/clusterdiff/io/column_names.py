"""What the name of a column suggests: whether it holds the ids of the elements, or labels."""

from __future__ import annotations

import re

_KEY = re.compile(
    r"(id|key|index|idx|name|element|item|cell|barcode|node|vertex|sample|doc|document"
    r"|record|row|rowid|uuid|entity|mention|gene)s?|.*[_ .-]id|__index_level_[0-9]+__",
    re.IGNORECASE,
)
_CAMEL = re.compile(r".*[a-z](Id|ID)")
_LABEL = re.compile(
    r"((ground|gold)?[_ .-]?truth|true|gold|y|target|reference|pred|predicted|prediction|found"
    r"|label|cluster|clustering|class|group|community|communities|module|membership|partition"
    r"|category|segment|k-?means|leiden|louvain|dbscan|hdbscan|ward|gmm|spectral|column|col|field"
    r"|model|method|algorithm|run|resolution)(es|s)?[_ .-]?[0-9.]*"
    r"|.*[_ .-](true|truth|pred|label|labels|cluster|clusters|class)"
    r"|(true|pred|label|cluster)[_ .-].*",
    re.IGNORECASE,
)


def like_a_key(name: str) -> bool:
    """Return whether a column of this name holds the ids of the elements."""
    return bool(_KEY.fullmatch(name) or _CAMEL.fullmatch(name))


def like_labels(name: str) -> bool:
    """Return whether a column of this name holds labels."""
    return bool(_LABEL.fullmatch(name))
