#!/usr/bin/env bash
# Builds the source distribution and checks that it has every file of the repository. Unpacks it outside of the repository,
# installs it from there, without a compiler and with one, and runs the tests of the kernels, of reference values and of
# what reads other files than the package: docs, examples and tools.
# PYTHON is an interpreter whose environment has everything that the tests need.
set -euo pipefail
cd "$(dirname "$0")/.."
PYTHON=$(realpath -s "${PYTHON:-python3}")
FOLDER=$(mktemp -d)
trap 'rm -rf "$FOLDER"' EXIT
"$PYTHON" -m venv "$FOLDER/venv"
pip=("$FOLDER/venv/bin/python" -m pip --quiet --disable-pip-version-check)
"${pip[@]}" install build
"$FOLDER/venv/bin/python" -m build --sdist --outdir "$FOLDER" . > "$FOLDER/log" 2>&1 || { cat "$FOLDER/log"; exit 1; }
tar -tf "$FOLDER"/clusterdiff-*.tar.gz | sed 's|^[^/]*/||' | sort > "$FOLDER/files"
missing=$(git ls-files | sort | comm -23 - "$FOLDER/files")
[ -z "$missing" ] || { echo "not in the source distribution:"; echo "$missing"; exit 1; }
tar -xf "$FOLDER"/clusterdiff-*.tar.gz -C "$FOLDER"
cd "$FOLDER"/clusterdiff-*/
CC=false CXX=false "${pip[@]}" wheel --no-deps --wheel-dir "$FOLDER/pure" .
ls "$FOLDER"/pure/clusterdiff-*-py3-none-any.whl
"${pip[@]}" install --no-deps .
# The libraries of the tests, without the editable installation of clusterdiff: its hook is in a .pth file, and such
# files are not read in a folder that a .pth file names.
"$PYTHON" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' > \
    "$("$FOLDER/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/libraries.pth"
"$FOLDER/venv/bin/python" -c "import clusterdiff, sys; assert clusterdiff.__file__.startswith('$FOLDER'), clusterdiff.__file__"
"$FOLDER/venv/bin/python" -m pytest -q -n auto -p no:cacheprovider tests/kernel tests/table tests/measures/test_golden.py \
    tests/datasets tests/test_docs.py tests/test_doctests.py tests/test_import.py tests/test_links.py tests/test_paper.py \
    tests/test_pictures.py tests/test_readme.py tests/test_release.py tests/test_structure.py tests/cli/test_docs.py
