"""Check that a wheel has the license of every part that is bundled in it, and nothing that does not belong there.

``python tools/check_wheel.py WHEEL``
"""

import sys
from zipfile import ZipFile

# What the kernel is linked with, statically, and the file with its license.
BUNDLED = {"nanobind": "nanobind.txt", "robin_map": "robin_map.txt"}
KINDS = (".py", ".pyi", ".typed", ".so", ".pyd", ".toml", ".css", ".js", ".txt", ".html", ".json")


def problems(names):
    """Yield what is missing from the names of the files of a wheel, and what should not be there."""
    own = [name for name in names if ".dist-info/" not in name]
    licenses = {name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name}
    for part, file in BUNDLED.items():
        if file not in licenses:
            yield f"no license of {part}"
    if "LICENSE" not in licenses:
        yield "no license of clusterdiff"
    if not any("/_kernel/_native." in name and name.endswith((".so", ".pyd")) for name in own):
        yield "no native kernel"
    for name in own:
        if not name.startswith("clusterdiff/") or not name.endswith(KINDS):
            yield f"does not belong in a wheel: {name}"


def main():
    with ZipFile(sys.argv[1]) as wheel:
        found = list(problems(wheel.namelist()))
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
