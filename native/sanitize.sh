#!/usr/bin/env bash
# Builds the kernels with sanitizers and runs their tests: ASan and UBSan from C++ and from Python, TSan from C++.
# PYTHON is the interpreter whose environment has numpy, pytest and hypothesis; SECONDS_EACH is the length of a fuzz run.
# `native/sanitize.sh fuzz` only calls the kernels from Python with random arguments.
set -euo pipefail
cd "$(dirname "$0")/.."
PYTHON=$(realpath -s "${PYTHON:-python3}")
SECONDS_EACH=${SECONDS_EACH:-15}
TOOLS=build/sanitize/tools

# nanobind is needed for the build only, so it is installed in a separate folder.
if [ ! -d "$TOOLS/nanobind" ]; then
    "$PYTHON" -m pip install --quiet --disable-pip-version-check --target "$TOOLS" nanobind
fi
NANOBIND=$(PYTHONPATH=$TOOLS "$PYTHON" -m nanobind --cmake_dir)

build() {  # folder, sanitizers, target...
    local folder=build/sanitize/$1
    cmake -S . -B "$folder" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O1 -DCLUSTERDIFF_SANITIZE="$2" \
        -DCLUSTERDIFF_NATIVE_TESTS=ON -DPython_EXECUTABLE="$PYTHON" -Dnanobind_DIR="$NANOBIND" > "$folder.log" 2>&1 ||
        { cat "$folder.log"; exit 1; }
    shift 2
    cmake --build "$folder" --parallel "$(nproc)" --target "$@" >> "$folder.log" 2>&1 || { tail -50 "$folder.log"; exit 1; }
}

mkdir -p build/sanitize
if [ "${1:-}" = fuzz ]; then
    build address address,undefined _native
else
    echo "thread sanitizer ..."
    build thread thread kernel_tests
    TSAN_OPTIONS=halt_on_error=1 build/sanitize/thread/kernel_tests "$SECONDS_EACH" fuzz
    echo "address and undefined-behavior sanitizers ..."
    build address address,undefined kernel_tests _native
    build/sanitize/address/kernel_tests "$SECONDS_EACH"
fi

# The tests from Python: a copy of the package with the sanitized kernel. Python does not free all
# memory at exit, so leaks are detected only in the C++ tests above.
PACKAGE=build/sanitize/package
rm -rf "$PACKAGE"
mkdir -p "$PACKAGE"
cp -r src/clusterdiff "$PACKAGE/"
rm -f "$PACKAGE"/clusterdiff/_kernel/_native*
cp build/sanitize/address/_native*.so "$PACKAGE/clusterdiff/_kernel/"
# An editable installation would take precedence over PYTHONPATH.
cat > "$PACKAGE/sitecustomize.py" << 'END'
import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in type(finder).__module__]
END
export ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=$PWD/$PACKAGE CLUSTERDIFF_KERNEL=native UBSAN_OPTIONS=halt_on_error=1
LIBRARIES="$("${CXX:-c++}" -print-file-name=libasan.so) $("${CXX:-c++}" -print-file-name=libstdc++.so)"
LD_PRELOAD=$LIBRARIES "$PYTHON" -c "from clusterdiff._kernel import _native; assert '$PACKAGE' in _native.__file__, _native.__file__"
LD_PRELOAD=$LIBRARIES "$PYTHON" tests/kernel/fuzz_bindings.py "$SECONDS_EACH"
if [ "${1:-}" = fuzz ]; then exit; fi
LD_PRELOAD=$LIBRARIES "$PYTHON" -m pytest -q -p no:cacheprovider -m "not slow" tests/kernel
