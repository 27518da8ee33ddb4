"""version: the version of the program and its kernel."""

from clusterdiff import _kernel
from clusterdiff.cli import streams
from clusterdiff.versions import __version__


def command() -> None:
    """Print the version and the kernel."""
    streams.write(f"clusterdiff {__version__} ({_kernel.KERNEL} kernel)\n")
