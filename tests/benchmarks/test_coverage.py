"""The tables of docs/chance-tables.md say what docs/chance.md says about them."""

import re

import numpy as np
import pytest

from benchmarks import coverage

CELL = re.compile(r"(\d+) (\d+) (\d+) (\d+)( c)?( \(\d+%\))?")


def cells(name):
    """Return the cells of a table: the coverage of each level, and whether they have a mark."""
    page = coverage.PAGE.read_text(encoding="utf-8")
    lines = [line for line in coverage.done(page, name) if line.startswith("| ")][1:]
    texts = [text.strip() for line in lines for text in line.split("|")[5:-1]]
    found = [CELL.fullmatch(text) for text in texts if text != "–"]
    return [([int(x) for x in each.groups()[:4]], each[5] is not None) for each in found]


def test_intervals_that_are_not_called_conservative_have_their_level():
    plain = np.array([shares for shares, marked in cells("coverage") if not marked])
    assert len(plain) > 100
    # 0.92 with its standard error of 1.4 %, apart from the one cell that the page explains.
    assert (plain[:, 2] < 91).sum() <= 1
    assert plain[:, 2].min() >= 90
    assert plain[:, 2].max() <= 99
    assert np.median(plain, axis=0) == pytest.approx([50, 80, 95, 99], abs=2)


def test_intervals_that_are_called_conservative_have_at_least_their_level():
    marked = np.array([shares for shares, marked in cells("coverage") if marked])
    assert len(marked) > 50
    assert marked[:, 2].min() >= 90  # a line may have 75 intervals: a standard error of 2.5 %
    assert (np.median(marked, axis=0) > [50, 80, 95, 98]).all()


def test_every_line_is_of_a_population_that_there_is():
    for name in ("coverage", "first coverage"):
        page = coverage.PAGE.read_text(encoding="utf-8")
        lines = [line for line in coverage.done(page, name) if line.startswith("| ")][1:]
        known = coverage.HELD_OUT if name == "coverage" else coverage.FIRST
        assert {line.split("|")[1].strip() for line in lines} <= known.keys()


def test_populations_have_shares_that_add_up_to_one():
    for shares in coverage.POPULATIONS.values():
        assert shares.sum() == pytest.approx(1)
        assert min(shares.sum(axis=0).min(), shares.sum(axis=1).min()) > 0
