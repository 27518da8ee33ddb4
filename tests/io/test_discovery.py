"""Formats and engines are found automatically; a module without a record is an error."""

import sys

import pytest

from clusterdiff.errors import RecordError
from clusterdiff.io.discovery import objects_named


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "some_formats"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "_helper.py").write_text("")
    (folder / "one.py").write_text("FORMAT = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "some_formats"]:
        del sys.modules[name]


def test_modules_without_an_underscore_are_found(package):
    assert list(objects_named("FORMAT", "some_formats", [str(package)])) == [1]


def test_a_module_without_a_record_says_what_to_write(package):
    (package / "two.py").write_text("FORMATS = 2\n")
    with pytest.raises(RecordError, match=r"some_formats\.two must define FORMAT\."):
        list(objects_named("FORMAT", "some_formats", [str(package)]))
