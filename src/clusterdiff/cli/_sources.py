"""What the arguments of a command name: two clusterings, from one file or from two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clusterdiff.errors import InputError
from clusterdiff.io import read_columns

if TYPE_CHECKING:
    from clusterdiff.io import Column


def read_pair(a: str, b: str | None, columns: str, key: str) -> tuple[Column, Column]:
    """The two clusterings to compare."""
    names = [name for name in columns.split(",") if name]
    if len(names) > 2:  # noqa: PLR2004
        raise InputError(f"--columns must name two columns: it names {len(names)}.", f"--columns {names[0]},{names[1]}")
    if b is None:
        found = read_columns(a, names or None, key or None)
        if len(found) != 2:  # noqa: PLR2004
            listed = ", ".join(column.name for column in found)
            raise InputError(
                f"{a} must give two label columns: it gives {len(found)} ({listed}).",
                f"clusterdiff compare {a} --columns {','.join(c.name for c in found[:2]) or 'a,b'}",
            )
        return found[0], found[1]
    sides = [read_columns(path, names[i : i + 1] or None, key or None) for i, path in enumerate((a, b))]
    for path, found in zip((a, b), sides, strict=True):
        if len(found) != 1:
            raise InputError(
                f"{path} must give one label column: it has {', '.join(column.name for column in found)}.",
                f"clusterdiff compare {a} {b} --columns {','.join(side[0].name for side in sides)}",
            )
    return sides[0][0], sides[1][0]
