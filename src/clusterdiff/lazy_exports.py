"""Packages whose public names are imported when they are first used."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


class _Package(ModuleType):
    """A package that knows in which module each of its public names is defined."""

    _homes: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        if name not in self._homes:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = getattr(import_module(self._homes[name]), name)
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        """Prevent an imported module from hiding the public name that is equal to its name."""
        if not (isinstance(value, ModuleType) and name in self.__dict__.get("_homes", ())):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(self._homes)


def lazy_exports(package: str) -> None:
    """Make the names of a package available without importing its modules now.

    The file ``__init__.pyi`` of the package lists its public names, each as
    ``from module import name as name``. Type checkers read the same file.

    Parameters
    ----------
    package : str
        The name of the package that calls this function, ``__name__``.
    """
    module = sys.modules[package]
    imports = [node for node in ast.parse(_stub(module)).body if isinstance(node, ast.ImportFrom)]
    homes = {each.name: str(node.module) for node in imports for each in node.names}
    module.__class__ = _Package
    module.__dict__.update(_homes=homes, __all__=sorted(homes))


def _stub(module: ModuleType) -> str:
    """Return the text of the stub file of a package; the package may be in a zip archive."""
    path = str(Path(str(module.__file__)).with_name("__init__.pyi"))
    loader: Any = module.__spec__.loader if module.__spec__ else None
    text: bytes = loader.get_data(path)
    return text.decode()
