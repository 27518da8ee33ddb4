"""Packages whose public names are imported when they are first used."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Package(ModuleType):
    """A package that knows in which of its modules each public name is defined."""

    _homes: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        if name not in self._homes:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{self.__name__}.{self._homes[name]}"), name)
        self.__dict__[name] = value
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        """Prevent an imported module from hiding the public name that is equal to its name."""
        if not (isinstance(value, ModuleType) and name in self.__dict__.get("_homes", ())):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(self.__dict__["__all__"])


def lazy_exports(package: str, homes: dict[str, str]) -> None:
    """Make the names of a package available without importing its modules now.

    Parameters
    ----------
    package : str
        The name of the package that calls this function, ``__name__``.
    homes : dict of str to str
        The modules of the package, and the names that each of them gives, separated by spaces. The
        same names are imported for type checkers and listed in ``__all__``.
    """
    module = sys.modules[package]
    names = {name: home for home, given in homes.items() for name in given.split()}
    module.__class__ = _Package
    module.__dict__["_homes"] = names
