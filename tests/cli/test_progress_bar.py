"""The progress bar of the command line."""

import sys

import pytest

from clusterdiff.cli import _progress_bar
from clusterdiff.progress import heartbeat, reporting, share_reporter, track


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")


def late(monkeypatch):
    """Return a bar whose time has come."""
    monkeypatch.setattr(_progress_bar, "PATIENCE", 0.0)
    bar = _progress_bar._Bar()
    bar.timer.join()
    return bar


@pytest.mark.usefixtures("terminal")
def test_a_short_command_has_no_bar(capsys):
    with _progress_bar.progress_bar():
        list(track([1, 2], "counting"))
    assert not capsys.readouterr().err


@pytest.mark.usefixtures("terminal")
def test_a_bar_appears_on_a_terminal_after_a_while(monkeypatch, capsys):
    bar = late(monkeypatch)
    with reporting(bar):
        share_reporter("reading")(0.5)
        list(track([1, 2], "counting"))
    bar.close()
    assert "reading" in capsys.readouterr().err


@pytest.mark.usefixtures("terminal")
def test_a_bar_appears_during_a_step_that_reports_nothing(monkeypatch, capsys):
    """The bar waited for the next report of the task, which came after it."""
    monkeypatch.setattr(_progress_bar, "PATIENCE", 1e9)
    bar = _progress_bar._Bar()
    bar("drawing", 0, 2)
    assert not capsys.readouterr().err
    bar._appear()
    bar.close()
    assert "drawing" in capsys.readouterr().err


@pytest.mark.usefixtures("terminal")
def test_short_tasks_of_a_long_command_have_a_bar(monkeypatch, capsys):
    """Each task had two seconds of its own before it was shown."""
    bar = late(monkeypatch)
    bar("first", 0, 1)
    bar("first", 1, 1)
    assert bar._bar is None  # nothing is drawn while the command writes its output
    bar("second", 0, 1)
    bar.close()
    assert "second" in capsys.readouterr().err


def test_lines_in_a_pipe(monkeypatch, capsys):
    with _progress_bar.progress_bar():
        share_reporter("reading")(0.4)
    assert not capsys.readouterr().err
    monkeypatch.setattr(_progress_bar, "EVERY", 0.0)
    with _progress_bar.progress_bar():
        share_reporter("reading")(0.4)
        heartbeat("counting")()
        share_reporter("reading")(1.0)
    assert capsys.readouterr().err == (
        "clusterdiff: reading: 40% after 0 s\nclusterdiff: counting: 0 s\n"
    )
