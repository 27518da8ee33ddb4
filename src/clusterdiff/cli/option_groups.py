"""Options that always come together, written once.

A parameter of a command whose type is a dataclass becomes its fields on the command line::

    @grouped
    def compare(a: A, inputs: Inputs, out: Out) -> None: ...

has the options of `Inputs` and `Out` in addition to its own, and is called with both objects.
"""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints

from clusterdiff.cli.options import Output, Style
from clusterdiff.cli.output import Answer, check, emit


@dataclass(frozen=True, slots=True)
class Out:
    """Where the answer goes, and how it is written."""

    style: Style = None
    output: Output = None

    def check(self, others: Sequence[str] = ()) -> None:
        """Refuse an output that cannot be written; `others` are further suffixes."""
        check(self.style, self.output, others)

    def emit(self, answer: Answer) -> None:
        """Print the answer, or write it."""
        emit(answer, self.style, self.output)


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with the fields of its groups as parameters."""
    hints = get_type_hints(command, include_extras=True)
    groups = {
        name: cls for name, cls in hints.items() if is_dataclass(cls) and isinstance(cls, type)
    }
    plain = [p for p in inspect.signature(command).parameters.values() if p.name not in groups]
    spread = [
        inspect.Parameter(
            f.name, inspect.Parameter.KEYWORD_ONLY, default=f.default, annotation=f.type
        )
        for cls in groups.values()
        for f in fields(cls)
    ]

    @wraps(command)
    def run(**given: Any) -> None:
        made = {
            name: cls(**{f.name: given.pop(f.name) for f in fields(cls)})
            for name, cls in groups.items()
        }
        command(**given, **made)

    own = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[p.name]) for p in plain]
    parameters = own + spread
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    del run.__wrapped__
    return run
