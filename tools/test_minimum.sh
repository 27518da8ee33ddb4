#!/usr/bin/env bash
# Installs the lowest versions that pyproject.toml declares into a separate environment, and runs
# the tests of
# everything that depends on them. PYTHON is the interpreter, which should be the oldest that is supported.
set -euo pipefail
cd "$(dirname "$0")/.."
FOLDER=build/minimum
EXTRAS=cli,files,frames,graphs
mkdir -p "$FOLDER"
"${PYTHON:-python3}" -m venv --clear "$FOLDER/venv"
"$FOLDER/venv/bin/python" tools/minimum_versions.py ${EXTRAS//,/ } > "$FOLDER/constraints.txt"
cat "$FOLDER/constraints.txt"
"$FOLDER/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint "$FOLDER/constraints.txt" ".[$EXTRAS]" pytest pytest-xdist hypothesis mpmath
"$FOLDER/venv/bin/python" -m pytest -q -n auto -p no:cacheprovider tests/kernel tests/table tests/labels tests/assignment \
    tests/measures/test_golden.py tests/analysis/test_compare.py tests/analysis/test_match.py tests/io/test_files.py \
    tests/io/test_header.py tests/io/test_misreadings.py tests/cli/test_commands.py tests/cli/test_output.py tests/cli/test_help.py tests/cli/test_parsing.py tests/cli/test_completion.py
