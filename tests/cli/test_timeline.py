"""clusterdiff timeline."""

import json

from tests.helpers.program import run


def test_a_sequence_of_columns(tmp_path):
    lines = ["id,t0,t1,t2"] + [f"{i},{i // 6},{i // 3},{i // 12}" for i in range(12)]
    (tmp_path / "runs.csv").write_text("\n".join(lines) + "\n")
    words = ("timeline", tmp_path / "runs.csv", "--columns", "t0,t1,t2")
    done = run(*words)
    assert done.returncode == 0
    assert "t0 → t1: split 0 → 0 (3), 1 (3)" in done.stdout
    data = json.loads(run(*words, "--format", "json").stdout)
    assert [event["kind"] for event in data["events"]] == ["split", "split", "merged"]
    done = run(*words, "--plot", tmp_path / "tree.svg", "--draw", "clustree")
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert run(*words, "--plot", tmp_path / "tree.txt").returncode == 2
