"""The versions of the site, and how a release adds one to the published versions."""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("make_versions", ROOT / "docs" / "make_versions.py")
make_versions = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(make_versions)


def site(folder, *versions):
    for version in versions:
        (folder / version).mkdir(parents=True)
        (folder / version / "index.html").write_text(f"the manual of {version}", encoding="utf-8")
    return folder


def listed(folder):
    entries = json.loads((folder / "versions.json").read_text(encoding="utf-8"))
    return [(entry["version"], entry["aliases"]) for entry in entries]


def test_versions_are_ordered_by_their_numbers(tmp_path):
    make_versions.main(site(tmp_path, "0.9.1", "0.10.0", "pictures", "0.2"))
    assert listed(tmp_path) == [("0.10.0", ["latest"]), ("0.9.1", []), ("0.2", [])]
    assert "url=0.10.0/index.html" in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_a_folder_without_versions_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="has no version of the site"):
        make_versions.main(tmp_path)


def git(*arguments):
    command = [shutil.which("git"), "-c", "init.defaultBranch=main", *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="the workflow runs on Linux")
def test_a_release_is_published_beside_earlier_ones(tmp_path):
    """The branch is made by the first release; a second run of the same release changes nothing."""
    origin, checkout = tmp_path / "origin.git", tmp_path / "checkout"
    git("init", "--quiet", "--bare", origin)
    for version in ("0.1.0", "0.2.0", "0.2.0"):
        built = site(tmp_path / f"built-{len(list(tmp_path.iterdir()))}", version)
        git("clone", "--quiet", origin, checkout)
        subprocess.run([ROOT / "tools" / "publish_site.sh", built, checkout], check=True)
        checkout.rename(tmp_path / f"done-{len(list(tmp_path.iterdir()))}")
    git("clone", "--quiet", "--branch", "gh-pages", origin, checkout)
    assert listed(checkout) == [("0.2.0", ["latest"]), ("0.1.0", [])]
    assert (checkout / "0.1.0" / "index.html").read_text(encoding="utf-8") == "the manual of 0.1.0"
    assert git("-C", checkout, "log", "--format=%s").splitlines() == [
        f"Publish the site of clusterdiff {version}" for version in ("0.2.0", "0.1.0")
    ]
