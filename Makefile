# The Taverns of Tiefenthal as software. `make` alone lists the targets; each sets up what it needs by itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
READY := $(VENV)/.ready
PLAYABLE := $(VENV)/.playable
COMPILED := $(CURDIR)/build/compiled
BIOME := build/node/node_modules/.bin/biome
CODE := $(wildcard src tests scripts harness bench examples)

# Options for pytest on both builds: make test PYTEST="-n 4 -x"
PYTEST ?= -n auto --dist loadscope
# Tests that run on both builds, and tests that `make test` runs on the compiled build alone if there is one, because they
# search or step a lot, or read hundreds of broken editions (`make pytest` runs all of them on the pure build, `make quick`
# those of editions).
BOTH_BUILDS ?= tests/components tests/rules tests/modules tests/property tests/records tests/tooling/test_builds.py \
    tests/tooling/test_wheel.py
FAST_BUILD ?= tests/rl tests/train tests/arena tests/analysis tests/calibrate tests/puzzles tests/bots/neural \
    tests/bots/mcts tests/bots/search/test_positions.py tests/bots/search/test_search.py tests/bots/test_every_bot.py \
    tests/bots/test_every_setup.py tests/bots/test_levels.py tests/bots/test_planner.py \
    tests/components/test_editions.py tests/docs/test_readme.py tests/cli/test_analysis.py tests/cli/test_arena.py \
    tests/cli/test_language.py tests/cli/test_play.py \
    tests/server/golden tests/server/test_changes.py tests/server/test_live_tables.py tests/server/test_messages.py \
    tests/server/test_nothing_leaks.py tests/server/test_offers.py tests/server/test_protocol_games.py

export PYTHON
# Bytecode is cached, in build/ and not beside the sources: without it each of the many test processes compiles all
# its imports again.
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/pycache
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help setup play serve test test-postgres quick lint format types imports pytest pytest-most checked collected compiled wheel test-install pytest-compiled bench soak games crash load attack versions deployment test-ray \
    bench-rl kernel-games mutants bench-browser ppo test-train fuzz ratings balance measure-analysis calibrate adopt puzzles puzzles-check client-types lessons-tour browser-games screenshots docs lock audit clean
.DEFAULT_GOAL := help

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- set-up -----------------------------------------------------------------------------------------------------------

# An environment that was copied or moved here still points at its old folder: make it again.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
.PHONY: $(READY)
endif
ifneq ($(shell cat $(PLAYABLE) 2>/dev/null),$(CURDIR))
.PHONY: $(PLAYABLE)
endif

$(READY): pyproject.toml requirements.lock requirements-uv.lock scripts/setup scripts/client/package-lock.json
	@sh scripts/setup

# Playing needs neither the tools of the tests nor their browser.
$(PLAYABLE): pyproject.toml requirements-play.lock requirements-uv.lock scripts/setup
	@sh scripts/setup play

setup: $(READY)  ## make .venv with everything in it (other targets do this when needed)

# --- playing ----------------------------------------------------------------------------------------------------------

play: $(PLAYABLE)  ## play in the browser (ARGS=--terminal: here)
	@$(BIN)/tiefenthal play $(ARGS)

serve: $(PLAYABLE)  ## start a game server on this machine
	@$(BIN)/tiefenthal serve $(ARGS)

screenshots: $(READY)  ## pictures of every screen of the browser game, in build/screenshots (ARGS=--docs: those of the README)
	@$(PY) -m scripts.screenshots $(ARGS)

# --- checks -----------------------------------------------------------------------------------------------------------

# The fast engine is built while the checks and the tests of the pure build run; with -Og, because -O1 takes longer to
# compile than the tests gain by it.
test: export OPT_LEVEL = g
test: $(READY)  ## everything that must pass: checks, tests on both builds
	@$(MAKE) --no-print-directory -j2 compiled checked
	@$(MAKE) --no-print-directory pytest-compiled

checked: lint types imports collected
	@$(MAKE) --no-print-directory pytest-most

# Every pytest process collects all tests. One does so first and leaves the modules compiled in build/pycache; otherwise
# the processes of both parts would all compile them at the same time.
collected: $(READY)
	@echo "==> pytest, can all tests be collected?"
	@mkdir -p build
	@$(PY) -m pytest -qq --collect-only --no-header > build/collected.log 2>&1 || { cat build/collected.log; exit 1; }

quick: lint types imports  ## what breaks most easily, between two edits: checks, rules, records, one browser test
	@echo "==> pytest, the quick part"
	@$(PY) -m pytest -q -m "not slow" $(PYTEST) tests/components tests/rules tests/modules tests/records \
	    tests/browser/test_features.py::test_taking_back

client-types: $(READY)  ## TypeScript over the browser client (part of the tests)
	@$(PY) -m scripts.check_client

lint: $(READY)  ## style, formatting, spelling
	@echo "==> ruff, biome, codespell"
	@$(PY) -m ruff check --quiet .
	@$(PY) -m ruff format --check --quiet . || { echo "some files are not formatted: make format"; exit 1; }
	@[ -x $(BIOME) ] || { echo "biome is missing; with node and npm here, \`sh scripts/setup\` fetches it"; exit 1; }
	@$(BIOME) ci --error-on-warnings --colors=off --log-level=error
	@$(PY) -m codespell_lib

format: $(READY)  ## format the code and fix what ruff and biome can fix
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .
	@$(BIOME) check --write

types: $(READY)  ## mypy, strict
	@echo "==> mypy"
	@$(PY) -m mypy $(CODE)

imports: $(READY)  ## what may import what
	@echo "==> import-linter"
	@$(BIN)/lint-imports --no-logo

pytest: $(READY)  ## all tests on the pure build
	@echo "==> pytest"
	@$(PY) -m pytest -m "not slow" $(PYTEST)

test-postgres: $(READY)  ## the tests of the server on PostgreSQL, which they start themselves
	@echo "==> pytest, the server on PostgreSQL"
	@TIEFENTHAL_TEST_STORE=postgresql $(PY) -m pytest -m "not slow" $(PYTEST) tests/server

pytest-most:  # all but what `pytest-compiled` runs
	@$(MAKE) --no-print-directory pytest PYTEST="$(PYTEST) $(addprefix --ignore=,$(FAST_BUILD))"

compiled: $(READY)  ## build the fast engine into build/compiled (skipped without a C compiler)
	@$(PY) scripts/build_compiled.py $(addprefix --opt ,$(OPT_LEVEL))

wheel: compiled  ## a wheel with the compiled engine, for this Python and this system, into dist
	@TIEFENTHAL_WHEEL=compiled $(PY) -m hatchling build --target wheel

test-install: compiled  ## wheels in empty environments: does the command play, and compile in the background? (needs the network)
	@$(PY) -m pytest -m slow tests/engine

# The longest tests come first, so that no process is left alone with one at the end.
pytest-compiled: compiled  ## the tests of rules, searching bots and environments on the compiled build
	@if [ -f build/compiled/.stamp ]; then \
	    echo "==> pytest on the compiled build"; \
	    PYTHONPATH="$(COMPILED)" TIEFENTHAL_EXPECT_COMPILED=1 $(PY) -m pytest -m "not slow" $(PYTEST) --no-loadscope-reorder \
	        $(FAST_BUILD) $(BOTH_BUILDS); \
	else \
	    echo "==> pytest, the tests for the compiled build, without it"; \
	    $(PY) -m pytest -m "not slow" $(PYTEST) $(FAST_BUILD); \
	fi

soak: $(READY)  ## a million random decisions and a million illegal ones
	@$(PY) scripts/soak.py $(ARGS)

games: $(READY)  ## 20 whole games for each set-up through the real protocol, with disconnects, undos and restarts
	@$(PY) -m scripts.protocol_games $(ARGS)

crash: $(READY)  ## kill the server 200 times during play: is an acknowledged move ever lost?
	@$(PY) -m scripts.crash $(ARGS)

load: $(READY)  ## 300 tables with 1,200 sockets at once: how long does a move take?
	@$(PY) -m scripts.load --write $(ARGS)

browser-games: $(READY)  ## whole games in a real browser: all 15 set-ups by random presses, one by keyboard, one by two people with a link
	@$(PY) -m tests.browser.random_games $(ARGS)
	@$(PY) -m pytest -m slow tests/browser --ignore tests/browser/test_lessons.py --ignore tests/browser/test_covering.py

lessons-tour: $(READY)  ## every lesson in a real browser by pressing only what is highlighted, every tip and hint: in five languages, on desktop and phone
	@$(PY) -m pytest -m slow tests/browser/test_lessons.py tests/browser/test_covering.py $(PYTEST)

fuzz: $(READY)  ## 100,000 broken frames and requests: does anybody at a healthy table notice?
	@$(PY) -m scripts.fuzz $(ARGS)

deployment: $(READY)  ## every step of docs/deployment.md that one machine can test: nginx, PostgreSQL, upgrade, restore (ARGS=rolling: one part)
	@$(PY) -m scripts.deployment $(ARGS)

versions:  ## the tests of the server with the lowest and the newest versions of packages that pyproject.toml allows (needs the network)
	@sh scripts/versions $(ARGS)

test-ray: $(READY)  ## tournaments on two real Ray nodes on this machine, one of them killed in the middle (a minute)
	@$(PY) -m pytest -m slow tests/arena/test_cluster_nodes.py

attack: $(READY)  ## every known attack, each against a server of its own: does anybody at a healthy table notice?
	@$(PY) -m scripts.attack $(ARGS)

ratings: compiled  ## measure the bots and write docs/bots.md (long; continues where it stopped; ARGS=--small: a small run)
	@PYTHONPATH="$(COMPILED)" $(PY) -m scripts.write_ratings $(ARGS)

measure-analysis: compiled  ## measure analysis and review, into docs/analysis.md (an hour or two; continues where it stopped; ARGS=--errors: make its table again)
	@PYTHONPATH="$(COMPILED)" $(PY) -m tests.analysis.truth 1000
	@PYTHONPATH="$(COMPILED)" $(PY) -m scripts.measure_analysis $(ARGS)

balance: compiled  ## balance from 3,000 games and more per set-up, into docs/balance.md (long; continues where it stopped; joins the parts in build/balance)
	@PYTHONPATH="$(COMPILED)" $(BIN)/tiefenthal balance hasty --games 1000 --seed balance --out build/balance $(ARGS)
	@$(if $(findstring --part,$(ARGS)),,cp build/balance/balance.md docs/balance.md)

calibrate: compiled  ## look for better house figures, into build/calibration (ARGS='--minutes 60 --weights W'; continues where it stopped)
	@PYTHONPATH="$(COMPILED)" $(BIN)/tiefenthal calibrate --out build/calibration $(ARGS)

adopt: $(READY)  ## make an edition file the built-in one; the current one stays in the archive (EDITION=build/calibration/edition.toml VERSION=2)
	@$(PY) scripts/adopt_edition.py $(EDITION) $(VERSION)

puzzles: compiled  ## make the puzzles of the package again, in build/puzzles; those of before move to the archive (long; continues where it stopped; ARGS='--count 400')
	@PYTHONPATH="$(COMPILED)" $(BIN)/tiefenthal puzzles make --out build/puzzles $(ARGS)
	@$(PY) -m scripts.adopt_puzzles build/puzzles/puzzles.jsonl.xz

puzzles-check: compiled  ## solve every puzzle with the deep search: are the stored answers found again?
	@PYTHONPATH="$(COMPILED)" $(BIN)/tiefenthal puzzles check $(ARGS)

bench: compiled  ## speed, pure and compiled, compared with catanatron
	@$(PY) bench/speed.py $(ARGS)

bench-rl: compiled  ## speed of the learning environments compared with PettingZoo's and rlcard's (ARGS=--write: into docs/rl.md)
	@$(PY) bench/rl.py $(ARGS)

mutants: $(READY)  ## change 1,000 things in the rules, one at a time: does a test notice each? (an hour; continues where it stopped; ARGS=--again: survivors once more)
	@$(PY) -m scripts.mutants $(ARGS)

kernel-games: compiled  ## 20,000 games in the kernel and in the Python rules: is every decision the same?
	@PYTHONPATH="$(COMPILED)" $(PY) -m tests.rl.kernel_comparison $(ARGS)

bench-browser: $(READY)  ## how fast the browser game loads and responds (ARGS='--against DIR': compared with another checkout)
	@$(PY) -m bench.browser $(ARGS)

# --- learning ---------------------------------------------------------------------------------------------------------

# PyTorch is large and nothing else needs it, so it has a separate environment.
TORCH := build/torch-venv

$(TORCH)/.ready: pyproject.toml
	@$(PYTHON) -m venv $(TORCH)
	@$(TORCH)/bin/pip install --quiet -e '.[rl,train]' sb3-contrib pytest
	@touch $@

ppo: compiled $(TORCH)/.ready  ## train a small network until it beats the random bot, into build/ppo (minutes; downloads PyTorch)
	@PYTHONPATH="$(COMPILED)" $(TORCH)/bin/python examples/ppo.py $(ARGS)

test-train: $(TORCH)/.ready  ## the tests of the neural bot's training (downloads PyTorch)
	@$(TORCH)/bin/python -m pytest tests/train

# --- upkeep -----------------------------------------------------------------------------------------------------------

docs: $(READY)  ## write the generated pages of docs/ again
	@$(PY) scripts/write_docs.py
	@$(PY) scripts/write_rl_docs.py
	@$(PY) scripts/write_architecture.py

lock:  ## write the locks from pyproject.toml (ARGS=--upgrade takes the newest)
	@sh scripts/lock $(ARGS)

AUDIT := build/audit

$(AUDIT)/bin/pip-audit:
	@$(PYTHON) -m venv $(AUDIT)
	@$(AUDIT)/bin/pip install --quiet pip-audit

audit: $(AUDIT)/bin/pip-audit  ## are there known vulnerabilities in the pinned packages? (needs the network)
	@for lock in requirements-play.lock requirements.lock; do \
	    echo "==> $$lock"; $(AUDIT)/bin/pip-audit --strict --disable-pip --require-hashes -r $$lock || exit 1; \
	done

clean:  ## remove all that was built, .venv too
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .benchmarks
	find src tests scripts harness bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
