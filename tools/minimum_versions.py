"""Print the lowest versions that pyproject.toml declares, as constraints for pip.

It prints ``name==version`` for each ``name>=version`` of the dependencies and of the extras.
"""

import re
import tomllib
from argparse import ArgumentParser
from pathlib import Path

_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[([A-Za-z0-9,_-]+)\])?(?:>=([0-9.]+))?")


def minimum_versions(extras, project):
    """Return the lowest version of each dependency by name, including extras of extras."""
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
    parser = ArgumentParser(description=__doc__)
    known = project["optional-dependencies"]
    parser.add_argument("extras", metavar="EXTRA", nargs="*", help=f"any of {', '.join(known)}")
    extras = parser.parse_args().extras
    unknown = [extra for extra in extras if extra not in known]
    if unknown:
        parser.error(f"No such extra: {unknown[0]}.")
    for name, version in sorted(minimum_versions(extras, project).items()):
        print(f"{name}=={version}")


if __name__ == "__main__":
    main()
