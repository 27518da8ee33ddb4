"""Formats and engines are found automatically; a module without a record is an error."""

import re
import sys

import pytest

from clusterdiff.errors import RecordError
from clusterdiff.io import engines, formats
from clusterdiff.io._discovery import objects_named
from clusterdiff.io._source import Format


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
    assert list(objects_named("FORMAT", "some_formats", [str(package)], lambda _: None)) == [1]


def test_a_module_without_a_record_says_what_to_write(package):
    (package / "two.py").write_text("FORMATS = 2\n")
    with pytest.raises(RecordError, match=r"some_formats\.two must define FORMAT\."):
        list(objects_named("FORMAT", "some_formats", [str(package)], lambda _: None))


def test_a_wrong_record_says_what_to_write(package):
    found = objects_named("FORMAT", "some_formats", [str(package)], formats.advice)
    with pytest.raises(
        RecordError, match=r"one has a wrong FORMAT\.\nHint: write FORMAT = Format\("
    ):
        list(found)


def of_two(source, head):
    return source, head


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        (Format("x", of_two, of_two), r"magic=\(b'…',\) for a binary format"),
        (Format("x", magic=(b"X",)), "describe, and read or scan"),
        (Format("x", len, of_two, magic=(b"X",)), r"def describe\(source, head\)"),
        (Format("x", of_two, of_two, recognizes=len), r"def recognizes\(head, layout\)"),
    ],
)
def test_an_incomplete_format_says_what_to_write(wrong, hint):
    assert re.match(hint, formats.advice(wrong))


def test_an_incomplete_engine_says_what_to_write():
    class Half(engines.Engine):
        name = "half"
        reads = columns = None

    assert engines.advice(Half()) == "priority = …"
    assert engines.advice("half").startswith("ENGINE = MyEngine()")
