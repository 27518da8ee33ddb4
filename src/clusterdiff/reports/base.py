"""What all reports can do: be written as HTML, JSON or Markdown from one dict."""

from __future__ import annotations

from abc import ABC, abstractmethod
from html import escape
from pathlib import Path
from typing import Any

from clusterdiff.errors import OptionError
from clusterdiff.views import to_json

_SUFFIXES = (".html", ".htm", ".json", ".md")


class WrittenReport(ABC):
    """A report that a file can hold."""

    __slots__ = ()

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return everything that the report says as plain data."""

    @abstractmethod
    def to_markdown(self) -> str:
        """Return the report as Markdown."""

    @abstractmethod
    def to_html(self) -> str:
        """Return the report as one HTML page that needs no network."""

    def to_json(self) -> str:
        """Return the report as JSON."""
        return to_json(self.to_dict())

    def write(self, path: str | Path) -> None:
        """Write the report to a file.

        Parameters
        ----------
        path : path-like
            A file that ends in ``.html``, ``.json`` or ``.md``.

        Raises
        ------
        OptionError
            If the file has another suffix.
        """
        target = Path(path)
        Path(target).write_text(self.text(target.suffix), encoding="utf-8", newline="")

    def text(self, suffix: str) -> str:
        """Return the report in the format of a suffix."""
        self.check_suffix(suffix)
        if suffix.lower() == ".json":
            return self.to_json()
        return self.to_markdown() if suffix.lower() == ".md" else self.to_html()

    @staticmethod
    def check_suffix(suffix: str) -> None:
        """Refuse a suffix that names no format of a report."""
        if suffix.lower() not in _SUFFIXES:
            raise OptionError(
                f"The suffix of a report must be one of {', '.join(_SUFFIXES)}, got {suffix!r}."
            )

    def __repr__(self) -> str:
        sentences = self.to_dict()["verdict"]["sentences"]
        return "\n".join([*sentences, "Hint: .write('report.html') writes the page."])

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.to_html())}" title="clusterdiff report" '
            'style="width:100%;height:640px;border:1px solid #8888"></iframe>'
        )
