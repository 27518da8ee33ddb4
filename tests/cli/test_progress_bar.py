"""The progress bar of the command line."""

import sys

from clusterdiff.cli import _progress_bar
from clusterdiff.progress import heartbeat, share_reporter, track


def test_a_progress_bar_appears_on_a_terminal_after_a_while(monkeypatch, capsys):
    with _progress_bar.progress_bar():
        list(track([1, 2], "counting"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with _progress_bar.progress_bar():
        list(track([1, 2], "counting"))
    assert not capsys.readouterr().err
    monkeypatch.setattr(_progress_bar, "PATIENCE", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with _progress_bar.progress_bar():
        share_reporter("reading")(0.5)
        list(track([1, 2], "counting"))
    assert "reading" in capsys.readouterr().err


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
