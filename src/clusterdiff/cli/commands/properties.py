"""properties: which properties measures have, with counterexamples."""

from typing import Annotated

import typer

from clusterdiff.analysis._compat import resolve
from clusterdiff.cli.option_groups import Out, grouped
from clusterdiff.cli.output import Answer
