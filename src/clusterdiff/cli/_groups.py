"""Options that always come together, written once: a parameter that is a dataclass becomes its fields on the command line."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from typing import Any, get_type_hints

from clusterdiff.cli._emit import Answer, emit
from clusterdiff.cli._options import Output, Style


@dataclass(frozen=True, slots=True)
class Out:
    """Where the answer goes."""

    style: Style = None
    output: Output = ""

    def emit(self, answer: Answer) -> None:
        """Print or write it."""
        emit(answer, self.style, self.output)


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the fields of its groups as parameters."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: cls for name, cls in hints.items() if is_dataclass(cls) and isinstance(cls, type)}
    plain = [p for p in inspect.signature(command).parameters.values() if p.name not in groups]
    spread = [
        inspect.Parameter(f.name, inspect.Parameter.KEYWORD_ONLY, default=f.default, annotation=f.type)
        for cls in groups.values()
        for f in fields(cls)
    ]

    @wraps(command)
    def run(**given: Any) -> None:
        made = {name: cls(**{f.name: given.pop(f.name) for f in fields(cls)}) for name, cls in groups.items()}
        command(**given, **made)

    parameters = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[p.name]) for p in plain] + spread
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    del run.__wrapped__
    return run
