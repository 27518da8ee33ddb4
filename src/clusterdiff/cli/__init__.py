"""The command line."""

from clusterdiff.cli._app import main

__all__ = ["main"]
