# Two commands for a newcomer: `make run` and `make test`. Each prepares
# whatever it needs on a machine that has only Python 3.11+ and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

SERVICE := tests/browser tests/cli tests/house tests/plugin tests/web

.DELETE_ON_ERROR:
.PHONY: run tour test check bench clean

run: $(READY)
	@$(BIN)/houseway serve --open

tour: $(READY)
	@$(BIN)/python docs/tour.py

test: check
	@# The solvers are compiled once here, and not by two test processes side by side.
	@for game in $$($(BIN)/python -c 'from houseway.games import find_games; print(*find_games())'); do \
	    $(BIN)/houseway analyze $$game --json >/dev/null; \
	    $(BIN)/houseway simulate $$game --rounds 1000 --seats 2 --json >/dev/null; \
	done
	@$(BIN)/python -m tests.compile_kernels
	@# The rules are measured, the service is not: that would only slow it down. Both run, in any case.
	@failed=; \
	echo "The rules, the record and the mathematics, measured:"; \
	$(BIN)/python -m pytest -n 2 --cov --cov-report= $(SERVICE:%=--ignore=%) || failed=1; \
	echo "The service, the browser and the commands:"; \
	$(BIN)/python -m pytest -n 2 $(SERVICE) || failed=1; \
	test -z "$$failed"
	$(BIN)/python -m coverage report --fail-under=95 \
	    --include='src/houseway/codec.py,src/houseway/cards/*,src/houseway/chips/*,src/houseway/rulebook/*,src/houseway/games/*,src/houseway/felt/*,src/houseway/proof/*,src/houseway/table/*,src/houseway/fairness/*,src/houseway/ledger/*,src/houseway/lab/*,src/houseway/testing/*'

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	@$(BIN)/python bench/settlement.py
	@$(BIN)/python bench/table.py
	@$(BIN)/python bench/ledger.py
	@$(BIN)/python bench/lab.py
	@$(BIN)/python bench/house.py
	@$(BIN)/python bench/watching.py
	@$(BIN)/python bench/recovery.py
	@$(BIN)/python bench/pages.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .coverage*

$(READY): pyproject.toml constraints.txt build_hooks.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "Houseway needs Python 3.11 or newer: try make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	PIP_CONSTRAINT=$(abspath constraints.txt) $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[cluster,dev,parquet,lab,ledger,pdf,postgres,report,serve]'
	@$(BIN)/python tests/install_servers.py
	@touch $@
