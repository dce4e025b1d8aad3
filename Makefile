# Everything a newcomer needs: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Debian packages that the tests and the demo use beside Python's: the real ssh-keygen and age, and a browser.
PROGRAMS := ssh-keygen:openssh-client age:age chromium:chromium java:default-jre-headless \
  dovecot:dovecot-imapd openssl:openssl git:git

.PHONY: help setup programs bytecode demo play test quick nightly fuzz soak bench rules lint shots clean

help:
	@echo "make demo    play a campaign with bots and real keys, then show the page (DEMO=mail, DEMO=git, TITLE=any title)"
	@echo "make play    play a title against its bot, in this terminal (TITLE=wonders_duel)"
	@echo "make test    all tests, browser tests included"
	@echo "make quick   the everyday tests, under two minutes"
	@echo "make nightly the conformance suite beyond each title's budget; the engine in Firefox too, where there is one (firefox-esr)"
	@echo "make fuzz    a million hostile files, mails and pushes (COUNT=, SEED=)"
	@echo "make soak    a club by mail: twenty campaigns of all titles through real mail servers (CAMPAIGNS=, SEED=, PATIENCE=)"
	@echo "make lint    ruff and mypy --strict"
	@echo "make rules   which rules of each title have a test"
	@echo "make bench   figures, as ratios measured in one run"
	@echo "make shots   screenshots of every kind of page in shots/, and the README's in docs/shots"

setup: $(VENV)/.stamp

$(VENV)/.stamp: pyproject.toml
	@echo "setting up $(VENV) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# Installs what is missing, where that is possible; says what to do where it is not.
programs:
	@missing=""; for pair in $(PROGRAMS); do \
	  command -v $${pair%%:*} >/dev/null 2>&1 || missing="$$missing $${pair##*:}"; done; \
	if [ -n "$$missing" ]; then \
	  sudo=""; [ "$$(id -u)" = 0 ] || sudo="sudo"; \
	  if command -v apt-get >/dev/null 2>&1; then \
	    echo "installing:$$missing"; \
	    $$sudo apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing fonts-dejavu-core >/dev/null; \
	  else echo "please install:$$missing" >&2; exit 1; fi; fi

demo: setup
	@$(BIN)/python tools/demo.py $(or $(DEMO),$(TITLE))

TITLE ?= wonders_duel

play: setup
	@$(BIN)/pbem play $(TITLE)

# Tests and bench start the program hundreds of times; where Python may not keep its bytecode, each would compile it.
bytecode: setup
	@$(BIN)/python -m compileall -q pbem
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -c 'from pbem import titles; [titles.load(one) for one in titles.ids()]'

test: setup programs lint bytecode
	PBEM_ALL_PROGRAMS=1 $(if $(MEMORY),TMPDIR=$(MEMORY)) $(BIN)/python -m pytest -n 2 --durations=25 -m "not nightly"
	$(BIN)/pbem rules

# Campaigns sync every file they write: in memory, where there is enough, that takes no time.
MEMORY := $(shell [ "$$(df --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 2000000 ] 2>/dev/null && echo /dev/shm)

quick: bytecode
	PYTHONDONTWRITEBYTECODE= $(if $(MEMORY),TMPDIR=$(MEMORY)) $(BIN)/python -m pytest -n 2 -m "not slow and not browser and not nightly"

nightly: bytecode
	PYTHONDONTWRITEBYTECODE= $(if $(MEMORY),TMPDIR=$(MEMORY)) $(BIN)/python -m pytest -n 2 -m nightly

COUNT ?= 1000000
SEED ?= 1

fuzz: bytecode
	PYTHONDONTWRITEBYTECODE= $(if $(MEMORY),TMPDIR=$(MEMORY)) $(BIN)/python -m tests.fuzz --count $(COUNT) --seed $(SEED)

CAMPAIGNS ?= 20

soak: bytecode programs
	PYTHONDONTWRITEBYTECODE= $(if $(MEMORY),TMPDIR=$(MEMORY)) $(BIN)/python -m tests.soak --campaigns $(CAMPAIGNS) --seed $(SEED) $(if $(PATIENCE),--patience $(PATIENCE))

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check pbem tests tools bench
	$(BIN)/mypy

rules: setup
	@$(BIN)/pbem rules

bench: bytecode
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m bench

shots: setup programs
	@$(BIN)/python tools/shots.py --docs

clean:
	rm -rf $(VENV) .demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
