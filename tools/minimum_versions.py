"""Print the lowest versions that pyproject.toml declares, as constraints for pip.

``python tools/minimum_versions.py [EXTRA...]`` prints ``name==version`` for each ``name>=version``
of the dependencies and of the extras.
"""

import re
import sys
import tomllib
from pathlib import Path

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[([A-Za-z0-9,_-]+)\])?(?:>=([0-9.]+))?")


def minimum_versions(extras, project):
    """Name and lowest version of each dependency; extras that refer to others are followed."""
    found = {}
    waiting = [*project["dependencies"], *(f"{project['name']}[{extra}]" for extra in extras)]
    while waiting:
        name, more, version = _REQUIREMENT.fullmatch(waiting.pop(0)).groups()
        if name == project["name"]:
            for extra in more.split(","):
                waiting += project["optional-dependencies"][extra]
        elif version:
            found[name] = max(found.get(name, version), version, key=_numbers)
    return found


def _numbers(version):
    return tuple(int(part) for part in version.split("."))


def main():
    pyproject = Path(__file__).resolve().parents[1] / "pyproject.toml"
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    for name, version in sorted(minimum_versions(sys.argv[1:], project).items()):
        print(f"{name}=={version}")


if __name__ == "__main__":
    main()
