"""version: the version of the program and its kernel."""

import typer

import clusterdiff


def command() -> None:
    """Print the version and the kernel."""
    typer.echo(f"clusterdiff {clusterdiff.__version__} ({clusterdiff.KERNEL} kernel)")
