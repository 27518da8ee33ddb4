"""The versions of clusterdiff and of what it uses."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from clusterdiff import _kernel

__version__ = version("clusterdiff")
_LIBRARIES = ("numpy", "scipy", "pandas", "polars", "pyarrow", "duckdb", "matplotlib", "networkx")


def show_versions() -> None:
    """Print the versions that a bug report needs.

    Examples
    --------
    >>> show_versions()  # doctest: +ELLIPSIS
    clusterdiff ...
    """
    print(f"clusterdiff {__version__} ({_kernel.KERNEL} kernel, {_kernel.THREADS} threads)")  # noqa: T201
    print(f"Python {platform.python_version()} on {platform.platform()}")  # noqa: T201
    for library in _LIBRARIES:
        try:
            print(f"{library} {version(library)}")  # noqa: T201
        except PackageNotFoundError:
            print(f"{library} is not installed")  # noqa: T201
