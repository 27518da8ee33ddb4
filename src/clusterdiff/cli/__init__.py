"""The command line: commands parse, call the library, and show the result."""

import _signal as signal  # type: ignore[import-not-found]  # without enum, which takes a while
import gc
import os
import sys

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """Run the program and exit with its code."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    from importlib import import_module

    gc.disable()  # until the command is loaded: imports create no garbage
    app = import_module("clusterdiff.cli._app")
    for name in app.COMMANDS.keys() & sys.argv[1:2]:
        app.command_of(name)
    gc.freeze()
    gc.enable()
    try:
        signal.signal(signal.SIGINT, before)
        code = app.main(sys.argv[1:])
    except KeyboardInterrupt:  # before the program handles it
        code = _INTERRUPTED
    import_module("clusterdiff.cli._signals").finish(code)
    sys.exit(code)


def _stop(*_: object) -> None:
    """Exit on Ctrl-C before the command has started.

    An exception would appear as an error of the module that is being imported.
    """
    os._exit(_INTERRUPTED)
