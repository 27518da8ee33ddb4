"""Check that a wheel contains the license of every bundled library, and no unexpected files."""

import sys
from argparse import ArgumentParser
from zipfile import ZipFile

# Libraries that are linked statically into the kernel, and the files with their licenses.
BUNDLED = {"nanobind": "nanobind.txt", "robin_map": "robin_map.txt"}
DATA = "clusterdiff/datasets/digits.csv.gz"  # the example of the manual
KINDS = (".py", ".pyi", ".typed", ".so", ".pyd", ".toml", ".css", ".js", ".txt", ".html", ".json")


def problems(names):
    """Yield the missing and the unexpected files of a wheel."""
    own = [name for name in names if ".dist-info/" not in name]
    licenses = {name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name}
    for part, file in BUNDLED.items():
        if file not in licenses:
            yield f"no license of {part}"
    if "LICENSE" not in licenses:
        yield "no license of clusterdiff"
    if not any("/_kernel/_native." in name and name.endswith((".so", ".pyd")) for name in own):
        yield "no native kernel"
    if DATA not in own:
        yield f"no {DATA}"
    for name in own:
        if name != DATA and (not name.startswith("clusterdiff/") or not name.endswith(KINDS)):
            yield f"does not belong in a wheel: {name}"


def main():
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("wheel", metavar="WHEEL", help="the file")
    with ZipFile(parser.parse_args().wheel) as wheel:
        found = list(problems(wheel.namelist()))
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
