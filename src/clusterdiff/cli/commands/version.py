"""version: the version of the program, and whether it has compiled code."""

from clusterdiff import _kernel
from clusterdiff._versions import __version__
from clusterdiff.cli import _options, _streams


@_options.command
def command() -> None:
    """Print the version, and whether it has compiled code."""
    how = "compiled code" if _kernel.KERNEL == "native" else "NumPy, without compiled code"
    _streams.write(f"clusterdiff {__version__} ({how})\n")
