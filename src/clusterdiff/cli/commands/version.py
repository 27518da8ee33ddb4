"""version: the version of the program and its kernel."""

import typer

from clusterdiff import _kernel
from clusterdiff.versions import __version__


def command() -> None:
    """Print the version and the kernel."""
    typer.echo(f"clusterdiff {__version__} ({_kernel.KERNEL} kernel)")
