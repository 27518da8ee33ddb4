"""The time of a command, compared with the time of importing numpy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks._report import Peer, Row, race

if TYPE_CHECKING:
    from collections.abc import Iterator


def startup(shrink: int) -> Iterator[Row]:
    """Compare two small CSV files, with cached bytecode of all modules."""
    del shrink
    with TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("a.csv", "b.csv")]
        for file, labels in zip(files, ("xxyy", "xyyy"), strict=True):
            rows = "".join(f"{i},{label}\n" for i, label in enumerate(labels))
            file.write_text(f"id,label\n{rows}", encoding="utf-8")
        command = ["-m", "clusterdiff", "compare", *map(str, files)]
        _python(*command)  # writes the bytecode
        numpy = Peer("import numpy", "numpy", lambda _: _python("-c", "import numpy"), within=2.2)
        title = "clusterdiff compare, two files of four rows"
        yield from race(title, lambda: _python(*command), [numpy], patience=60)


def _python(*words: str) -> None:
    """Run Python, and let it keep bytecode."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *words], check=True, capture_output=True, env=environment)  # noqa: S603


WORKLOADS = (startup,)
