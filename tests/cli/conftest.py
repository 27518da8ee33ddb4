"""Fixtures of the tests of the command line."""

import pytest


@pytest.fixture
def files(tmp_path):
    truth, found = tmp_path / "truth.csv", tmp_path / "found.tsv"
    truth.write_text("id,class\nx,cat\ny,cat\nz,dog\n", encoding="utf-8")
    found.write_text("id\tcluster\nz\t1\nx\t0\ny\t0\n", encoding="utf-8")
    return truth, found
