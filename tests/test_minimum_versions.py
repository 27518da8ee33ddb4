"""The lowest versions that are tested are those that pyproject.toml declares."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("minimum", ROOT / "tools" / "minimum_versions.py")
minimum = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(minimum)


def test_the_highest_of_the_lowest_versions_is_taken():
    project = {
        "name": "this",
        "dependencies": ["numpy>=2.0", "rich>=13.0"],
        "optional-dependencies": {
            "some": ["this[others]", "arrow>=9.1", "stubs"],
            "others": ["arrow>=10.0", "frames[extra]>=1.2"],
            "left-out": ["arrow>=20"],
        },
    }
    assert minimum.minimum_versions([], project) == {"numpy": "2.0", "rich": "13.0"}
    assert minimum.minimum_versions(["some"], project) == {
        "numpy": "2.0",
        "rich": "13.0",
        "arrow": "10.0",
        "frames": "1.2",
    }
