"""The command line: commands parse, call the library, and show the result."""

import gc
import sys
from importlib import import_module

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """Run the program and exit with its code."""
    gc.disable()  # until the command is loaded: nothing that is imported becomes garbage
    try:
        app = import_module("clusterdiff.cli.app")
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    sys.exit(app.program(sys.argv[1:]))
