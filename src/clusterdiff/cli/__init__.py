"""The command line: commands parse, call the library, and show the result."""

import gc
import os
import signal
import sys
from importlib import import_module

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """Run the program and exit with its code."""
    gc.disable()  # until the command is loaded: nothing that is imported becomes garbage
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, _stop)
    app = import_module("clusterdiff.cli.app")
    app.load(sys.argv[1:2])
    signal.signal(signal.SIGINT, before)
    sys.exit(app.program(sys.argv[1:]))


def _stop(*_: object) -> None:
    """Exit on Ctrl-C while nothing has been done yet.

    An exception would become an error of whatever module is being imported.
    """
    os._exit(_INTERRUPTED)
