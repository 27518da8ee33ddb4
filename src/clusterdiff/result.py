"""What all results share."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


class Result:
    """Base of the frozen dataclasses that functions return."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain data: dicts, lists, strings, numbers and None.

        Returns
        -------
        dict
            One entry per field; nested results are dicts as well.
        """
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}  # type: ignore[arg-type]


def _plain(value: Any) -> Any:
    if isinstance(value, Result):
        return value.to_dict()
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value
