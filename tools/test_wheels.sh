#!/usr/bin/env bash
# Builds a wheel, installs it into a fresh environment and runs the quick tests, for every supported Python that is
# installed here: `python3.N` on the PATH or a version of pyenv. Wheels for 3.12 and newer have the stable ABI: the one
# that 3.12 builds is tested on 3.13 and 3.14, too.
set -euo pipefail
cd "$(dirname "$0")/.."
FOLDER=build/wheels
rm -rf "$FOLDER"
mkdir -p "$FOLDER"

interpreter() {
    local found
    for found in "$(command -v "python$1" || true)" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python; do
        if [ -n "$found" ] && "$found" -c "import sys; sys.exit(sys.version_info[:2] != (3, ${1#3.}))" 2>/dev/null; then
            echo "$found"
            return
        fi
    done
}

for version in 3.11 3.12 3.13 3.14; do
    python=$(interpreter "$version")
    if [ -z "$python" ]; then
        echo "Python $version is not installed here"
        continue
    fi
    "$python" -m venv "$FOLDER/venv-$version"
    pip=("$FOLDER/venv-$version/bin/python" -m pip --quiet --disable-pip-version-check)
    wheel=$(ls "$FOLDER"/clusterdiff-*-abi3-*.whl 2>/dev/null || true)
    if [ -z "$wheel" ]; then
        CLUSTERDIFF_REQUIRE_NATIVE=1 "${pip[@]}" wheel --no-deps --wheel-dir "$FOLDER/$version" .
        wheel=$(ls "$FOLDER/$version"/clusterdiff-*.whl)
        case "$wheel" in *-abi3-*) cp "$wheel" "$FOLDER" ;; esac
    fi
    echo "Python $version: $(basename "$wheel")"
    "${pip[@]}" install "$wheel"
    "$FOLDER/venv-$version/bin/clusterdiff" compare examples/iris.csv --columns truth,kmeans --measures ari
    "$FOLDER/venv-$version/bin/python" tools/check_wheel.py "$wheel"
    "${pip[@]}" install "$wheel[files,frames,graphs]" pytest pytest-xdist hypothesis mpmath
    "$FOLDER/venv-$version/bin/python" -m pytest -q -n auto -p no:cacheprovider tests/kernel tests/table tests/measures/test_golden.py
done
