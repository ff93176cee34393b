# Each target sets up what it needs: a virtual environment and, unless one is usable already, a private CBMC.
# What the machine has to bring: python3 (3.11 or newer) with venv, gcc, make.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Which folder of programs `make bench` runs over.
BENCH ?= tests/programs/true
# How many random programs `make soundness` runs, and from which seed on.
PROGRAMS ?= 20000
SEED ?= 1
# The folders and files of tests that `make test-long` runs.
LONG ?= tests
# The revision that `make bench-compare` compares with.
REV ?=
# The folder of programs that `make conformance` offers to the front end.
SUITE ?=

.DEFAULT_GOAL := help
.PHONY: man site results help demo test test-long test-all lint bench bench-compare bench-best ledger soundness conformance clean cbmc
.DELETE_ON_ERROR:

help:
	@echo "make demo      prove the example"
	@echo "make test      run the tests (2 processes)"
	@echo "make test-long run those that take longer: whole programs, mutants, proofs of every kind"
	@echo "make test-all  run all of them, the slow ones as well"
	@echo "make lint      check style and types"
	@echo "make bench     run the benchmark tasks"
	@echo "make bench-compare REV=...  run them with another revision as well, by turns; fails on a loss"
	@echo "make bench-best  run each strategy alone and all together; fails on what is lost in company"
	@echo "make ledger    record what becomes of a sample of all tasks, by work; fails on a changed verdict"
	@echo "make soundness run random programs against an oracle (PROGRAMS=20000, hours; goes on where it stopped)"
	@echo "make conformance SUITE=folder  compare what the front end reads with what gcc makes of other people's programs"
	@echo "make man       write the manual page, docs/options.md and docs/messages.md anew, from the code"
	@echo "make site      build the documents as a searchable site in build/site, without a network"
	@echo "make results   write docs/results.md anew, from the committed measurements"
	@echo "make clean     remove what was made here (a private CBMC stays)"

demo: cbmc
	$(BIN)/veriabs verify examples/demo.c

test: $(VENV)/.test-stamp cbmc
	$(BIN)/pytest -n 2 --durations 20 --durations-min 3

test-long: $(VENV)/.test-stamp cbmc
	$(BIN)/pytest -n 2 -m 'long and not slow' --durations 40 --durations-min 5 $(LONG)

test-all: $(VENV)/.test-stamp cbmc
	$(BIN)/pytest -n 2 -m ''

lint: $(VENV)/.test-stamp
	$(BIN)/ruff check .
	$(BIN)/mypy --strict
	$(BIN)/mypy --strict sv-comp/make_archive.py
	$(BIN)/mypy --strict sv-comp/scripts/veriabs

bench: cbmc
	$(BIN)/python benchmarks/array_programs.py $(BENCH)

bench-compare: cbmc
	@test -n "$(REV)" || { echo "make bench-compare REV=commit [BENCH=folder]"; exit 1; }
	$(BIN)/python benchmarks/compare_revisions.py $(REV) $(BENCH)

bench-best: cbmc
	$(BIN)/python benchmarks/virtual_best.py $(BENCH)

ledger: cbmc
	@mkdir -p build
	@rm -f build/ledger.jsonl
	$(BIN)/python benchmarks/ledger.py record build/ledger.jsonl
	$(BIN)/python benchmarks/ledger.py compare benchmarks/ledger.jsonl build/ledger.jsonl

soundness: $(VENV)/.test-stamp cbmc
	$(BIN)/python tests/soundness/laboratory.py --programs $(PROGRAMS) --seed $(SEED) --json build/soundness-$(SEED).json

conformance: $(VENV)/.test-stamp
	@test -n "$(SUITE)" || { echo "make conformance SUITE=folder (a folder of C programs, see docs/conformance.md)"; exit 1; }
	$(BIN)/python tests/conformance/runner.py $(SUITE)

cbmc: $(VENV)/.stamp
	@$(BIN)/veriabs setup --yes

# Made anew rather than brought up to date, so that a dropped dependency is gone here too.
$(VENV)/.stamp: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "python3 is older than 3.11: make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "venv is missing: sudo apt-get install python3-venv"; exit 1; }
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.test-stamp: $(VENV)/.stamp
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@

results: $(VENV)/.stamp
	$(BIN)/python benchmarks/results_page.py make > docs/results.md

site: $(VENV)/.test-stamp
	$(BIN)/sphinx-build -q -W --keep-going -c site . build/site
	@echo "build/site/index.html"

man: $(VENV)/.test-stamp
	$(BIN)/python benchmarks/manual.py > docs/veriabs.1
	$(BIN)/python benchmarks/manual.py options > docs/options.md
	$(BIN)/python benchmarks/message_catalogue.py > docs/messages.md

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
