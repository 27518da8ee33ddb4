# clusterdiff: `make` lists what can be made. Every target makes the environment it needs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SOURCES := $(shell find native src -name '*.[ch]pp' -o -name '*.py' | grep -v _native)

.DEFAULT_GOAL := help
.PHONY: help demo test slow papers lint docs bench clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "clusterdiff needs Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	@echo "making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

# The stamps say which extras are installed; a change of the sources installs them anew.
$(VENV)/demo: $(BIN)/python pyproject.toml CMakeLists.txt $(SOURCES)
	@echo "building and installing clusterdiff ..."
	@$(PIP) '.[files]'
	@touch $@

$(VENV)/dev: $(BIN)/python pyproject.toml CMakeLists.txt $(SOURCES)
	@echo "building and installing clusterdiff and what its tests need ..."
	@$(PIP) '.[dev]'
	@touch $@

$(VENV)/bench: $(VENV)/dev
	@$(PIP) '.[bench]'
	@touch $@

demo: $(VENV)/demo  ## compare two clusterings of the example data
	@echo
	@echo '$$ clusterdiff compare examples/digits/truth.csv examples/digits/kmeans.csv'
	@$(BIN)/clusterdiff compare examples/digits/truth.csv examples/digits/kmeans.csv --format table

test: $(VENV)/dev  ## run the tests
	@$(BIN)/python -m pytest -q -n auto

slow: $(VENV)/dev  ## run the tests that take minutes
	@$(BIN)/python -m pytest -q -m slow

papers: $(VENV)/dev  ## recompute the source papers, write docs/papers/
	@$(BIN)/python -m reproductions -o docs/papers

docs: $(VENV)/dev  ## write the pages that are made from the measures' records
	@$(BIN)/python docs/make.py
	@$(BIN)/python docs/make_properties.py

lint: $(VENV)/dev  ## ruff, mypy, import-linter, and whether docs/ is stale
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python docs/make.py --check
	@$(BIN)/python docs/make_properties.py --check

bench: $(VENV)/bench  ## measure against other packages, write benchmarks/RESULTS.md
	@$(BIN)/python -m benchmarks

clean:  ## remove everything that was made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
