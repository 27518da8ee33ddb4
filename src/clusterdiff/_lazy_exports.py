"""Packages whose public names are imported when they are first used."""

from __future__ import annotations

import sys
from itertools import pairwise

TYPE_CHECKING = False  # typing and importlib take longer than the rest of `import clusterdiff`
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def lazy_exports(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package (PEP 562).

    The file ``__init__.pyi`` of the package lists its public names, each as
    ``from module import name as name``, and its public modules as
    ``from package import module as module``. Type checkers read the same file.

    Parameters
    ----------
    package : str
        The name of the package that calls this function, ``__name__``.
    """
    module: Any = sys.modules[package]
    stub = module.__spec__.loader.get_data(f"{module.__file__}i").decode()  # also in a zip archive
    homes: dict[str, str] = {}
    for statement in stub.split("from ")[1:]:
        home, _, names = statement.partition(" import ")
        words = names.replace("(", " ").replace(",", " ").split()
        homes |= {name: home for name, word in pairwise(words) if word == "as"}

    def load(name: str) -> Any:
        from importlib import import_module

        if name not in homes:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=module)
        is_module = homes[name] == package
        home = import_module(f"{package}.{name}" if is_module else homes[name])
        vars(module)[name] = value = home if is_module else getattr(home, name)
        return value

    names = [name for name, home in homes.items() if home != package]
    return load, lambda: sorted(homes), sorted(names)
