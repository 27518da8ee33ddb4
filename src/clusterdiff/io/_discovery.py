"""Find the file formats and engines, each of which is one module of its package."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from clusterdiff.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def objects_named(
    name: str, package: str, paths: Iterable[str], advice: Callable[[Any], str | None]
) -> Iterator[Any]:
    """Yield the object of this name in each module that does not begin with an underscore.

    Parameters
    ----------
    name : str
        The name of the object, for example "FORMAT".
    package : str
        The name of the package.
    paths : iterable of str
        The ``__path__`` of the package.
    advice : callable
        Returns what to write if the object is not as it must be, otherwise None.

    Yields
    ------
    object
        The object that the module defines.

    Raises
    ------
    RecordError
        If a module does not define the object, or defines a wrong one.
    """
    for module in iter_modules(paths):
        if module.name[0] != "_":
            found = getattr(import_module(f"{package}.{module.name}"), name, None)
            if found is None:
                raise RecordError(
                    f"{package}.{module.name} must define {name}.",
                    "begin the names of modules that only help others with an underscore",
                )
            hint = advice(found)
            if hint is not None:
                raise RecordError(f"{package}.{module.name} has a wrong {name}.", f"write {hint}")
            yield found
