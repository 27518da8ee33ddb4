"""Write the files that list the versions of the site.

Each version is a folder that is named after it, as ``make docs`` builds it. The menu in the header of every page reads
``versions.json``, and ``index.html`` leads to the newest version.
"""

import json
import re
import sys
from argparse import ArgumentParser
from pathlib import Path

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>clusterdiff</title>
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url={version}/index.html">
<p><a href="{version}/index.html">clusterdiff {version}</a></p>
</html>
"""


def versions(folder):
    """Return the versions in a folder, the newest first."""
    names = [path.name for path in folder.iterdir() if path.is_dir()]
    numbers = [name for name in names if re.fullmatch(r"\d+(\.\d+)*", name)]
    return sorted(numbers, key=lambda name: [int(part) for part in name.split(".")], reverse=True)


def main(folder):
    found = versions(folder)
    if not found:
        sys.exit(f"{folder} has no version of the site.")
    entries = [{"version": name, "title": name, "aliases": []} for name in found]
    entries[0]["aliases"] = ["latest"]
    (folder / "versions.json").write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")
    (folder / "index.html").write_text(PAGE.format(version=found[0]), encoding="utf-8")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="the folder of the versions")
    main(parser.parse_args().folder)
