# Two commands matter: `make demo` and `make test`.  Both need Python 3.11 or newer and make, nothing else:
# everything is installed into .venv, once, and again only after pyproject.toml has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO := examples/send-after-close.cs.json

.DEFAULT_GOAL := help
.PHONY: help demo test lint kernels check-mcc fuzz mutants proofs coq clean

help:
	@echo "make demo                  install, then audit a model with a sound and with an unsound reducer"
	@echo "make test                  install, then linters, type checker, all tests and a short campaign"
	@echo "make mutants               errors made on purpose, and which test of the campaign finds each (an hour)"
	@echo "make fuzz                  the differential campaign at its default length (see fuzz/README.md)"
	@echo "make proofs                compile the machine-checked proofs (see proofs/README.md); needs Coq"
	@echo "make check-mcc MCC=folder  compare with the known answers for nets of the Model Checking Contest"
	@echo "make clean                 remove .venv and everything else that was generated"
	@echo "PYTHON=/path/to/python3.11 chooses the interpreter"

# --- installation ---

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || \
	  { echo "$(PYTHON) is not installed; give another one: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$$($(PYTHON) --version) is too old, mazurka needs 3.11; give another one: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "$(PYTHON) lacks the module venv or ensurepip; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-for-tests: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ $(VENV)/.installed

# --- what there is to see ---

SOUND := mazurka audit $(DEMO) --reducer pset+sleep
UNSOUND := mazurka audit $(DEMO) --reducer broken/ignores-dependency

# The second audit is meant to fail: exit status 1, and no other, is what the demonstration shows.
demo: $(VENV)/.installed
	@echo "A sound reducer (its first run compiles the kernels, which takes up to a minute):"
	@echo; echo "$$ $(SOUND)"; $(BIN)/$(SOUND)
	@echo; echo "A reducer that ignores a dependency:"
	@echo; echo "$$ $(UNSOUND)"; $(BIN)/$(UNSOUND); status=$$?; \
	  [ $$status -eq 1 ] || { echo "expected exit status 1, got $$status"; exit 1; }
	@echo; echo "The exit status of this audit is 1: a lost deadlock, found."

# --- tests ---

# One run at the end holds every test and the quick campaign, so that its last line counts them all.
test: lint kernels
	$(BIN)/python -m pytest -q -n 2 tests proofs/smt fuzz --fuzz-profile quick

lint: $(VENV)/.installed-for-tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

# A kernel's index error is silent when compiled, and integers of mixed signs behave otherwise than
# in NumPy: the same tests also run interpreted, and compiled with bounds checks.
kernels: $(VENV)/.installed-for-tests
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n 2 tests/kernels
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -q -n 2 tests/kernels

mutants: $(VENV)/.installed-for-tests
	$(BIN)/python -m mazurka.fuzz.mutants $(MUTANTS)

fuzz: $(VENV)/.installed-for-tests
	$(BIN)/python -m pytest -q -n 2 fuzz --fuzz-profile default

# --- proofs ---

# `make test` needs no Coq.  Compiles the proofs, lists what they rest on, and compares the checker that Coq has
# proved correct with the Python criterion, on random systems.
proofs: coq $(VENV)/.installed-for-tests
	$(MAKE) -C proofs/coq
	$(MAKE) -C proofs/checker
	$(BIN)/python proofs/checker/compare.py

coq:
	@command -v coqc >/dev/null && command -v ocamlfind >/dev/null || \
	  { echo "Coq or OCaml is not installed; on Debian and Ubuntu: apt install coq ocaml-nox ocaml-findlib"; exit 1; }

check-mcc: $(VENV)/.installed
	@[ -n "$(MCC)" ] || { echo "say where the nets are: make check-mcc MCC=path/to/folder"; exit 2; }
	$(BIN)/python benchmarks/check_mcc.py $(MCC)

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .ruff_cache .pytest_cache src/*.egg-info
	$(MAKE) -s -C proofs/coq clean
	$(MAKE) -s -C proofs/checker clean
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
