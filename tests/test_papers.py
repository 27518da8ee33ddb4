"""The papers, reproduced: every number agrees, or it is said why not."""

import pytest

from clusterdiff.errors import ClusterdiffError
from clusterdiff.papers import PAPERS, merged_verdicts, reproduce, summary


@pytest.mark.parametrize("name", PAPERS)
def test_nothing_is_left_unexplained(name):
    (paper,) = reproduce(name)
    verdicts = paper.verdicts
    assert verdicts["agrees"] > 0
    assert set(verdicts) <= {"agrees", "differs, with reason", "not reproducible"}
    assert all(check.reason for section in paper.sections for check in section.checks if check.verdict != "agrees")
    assert paper.to_dict()["checks"]


def test_pages_and_figures_are_the_same_bytes_every_time(tmp_path):
    (paper,) = reproduce("xiang-2012")
    first = {path.name: path.read_bytes() for path in paper.write(tmp_path / "one")}
    again = {path.name: path.read_bytes() for path in paper.write(tmp_path / "two")}
    assert first == again
    assert {"xiang-2012.md", "xiang-2012-figure-1.svg", "xiang-2012-figure-3.png"} <= set(first)


def test_summary_and_unknown_names():
    assert "agrees" in summary(merged_verdicts(reproduce("wu-2009")))
    with pytest.raises(ClusterdiffError, match="did you mean"):
        reproduce("wu-2010")


def test_the_command_prints_and_writes(tmp_path):
    import json

    from tests.test_cli import run

    done = run("reproduce", "wu-2009", "-o", tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["verdicts"]["agrees"] > 30
    assert (tmp_path / "wu-2009.md").exists()
    assert "agrees" in run("reproduce", "sparse-vi", "-f", "table").stdout
