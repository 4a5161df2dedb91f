# Everything runs in .venv, which is made and kept up to date here; nothing is installed by hand.
# Needed on the machine: Python 3.11 or later with pip and venv, make, and Rust.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
RUN    := $(BIN)/python

# One interpreter for every build of the bindings, so that cargo keeps its cache.
export PYO3_PYTHON := $(CURDIR)/$(VENV)/bin/python
export CARGO_TERM_COLOR ?= auto
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_PROGRESS_BAR := off
# Tests start hundreds of processes: none of them is to compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

# Cargo is told nothing of make's own jobs: it counts the cores itself.
CARGO := env -u MAKEFLAGS -u MFLAGS cargo

# What the compiled core is made of: its own sources, and the two folders it embeds.
# Folders count too: a file that is taken away changes its folder.
CORE_SOURCES := pyproject.toml Cargo.toml $(wildcard Cargo.lock) \
    $(shell find rust_core scenarios rules_asp \( -type f -o -type d \) -not -name '.*')

.DEFAULT_GOAL := help
.PHONY: help demo test lint lint-python lint-rust test-python test-rust agreement actions games \
    simulation fuzz browser browser-ready paint faults bench puzzles gallery site coverage rules-coverage wheel crates format renew clean

help:  ## Say what can be made
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or later is needed; say which with: make PYTHON=python3.12"; exit 1; }
	@command -v cargo >/dev/null || { echo "Rust is needed: https://rustup.rs"; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(RUN) -m pip install --quiet "maturin>=1.16,<2"
	@touch $@

# The package is installed for one purpose at a time; the newest stamp says for which.
INSTALL := env -u MAKEFLAGS -u MFLAGS VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop
STAMPS  := $(VENV)/.demo $(VENV)/.built $(VENV)/.released

# Only what the demo needs: no tables in files, no tools for tests.
$(VENV)/.demo: $(VENV)/.created $(CORE_SOURCES)
	$(INSTALL) --profile quick --no-default-features --extras png
	@rm -f $(STAMPS) && touch $@

$(VENV)/.built: $(VENV)/.created $(CORE_SOURCES)
	$(INSTALL) --profile quick --extras dev
	@rm -f $(STAMPS) && touch $@

# As users get it, for whatever measures time.
$(VENV)/.released: $(VENV)/.created $(CORE_SOURCES)
	$(INSTALL) --release --extras dev
	@rm -f $(STAMPS) && touch $@

# Enemies in the way, a fort too strong, somebody else's corps, too few points, and more.
demo: export ILLEGAL := $(strip \
    activate oltu move; activate batum attack; activate suez move; go ru_div_3 koprukoy; \
    go tu_xi_corps kars; go in_div_2 gaza; entrench oltu; entrench suez; land cape_helles; \
    activate kars move; activate tiflis move; go ru_yudenich_hq kars)
demo: $(firstword $(wildcard $(VENV)/.built $(VENV)/.released) $(VENV)/.demo)  ## Show supply on the 1914 map, the Allies' first operations, an illegal move, a picture
	@mkdir -p build
	@PATH="$(CURDIR)/$(BIN):$$PATH"; show() { printf '\n$$ %s\n\n' "$$*"; "$$@"; }; \
	show lexbelli supply 1914_campaign --side ap && \
	show lexbelli supply 1914_campaign --side cp && \
	show lexbelli supply 1914_campaign --as-if "control mosul ap" --why && \
	show lexbelli orders 1914_campaign --ops 4 && \
	show lexbelli moves 1914_campaign --ops 4 --sample 3 --seed 1 && \
	show lexbelli show 1914_campaign --around erzurum && \
	show lexbelli draw 1914_campaign --supply -o build/1914.png && \
	{ show lexbelli check 1914_campaign --ops 4 "$$ILLEGAL"; test $$? -eq 1; }

# The tests of Rust share what is built for Python; the lints have a folder of their own.
test: $(VENV)/.created  ## Everything that must hold: lint, Rust tests, Python tests
	@echo "Building, linting and testing Rust, two at a time: each tells when it has ended"
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target \
	    $(VENV)/.built lint-rust test-rust lint-python
	@$(MAKE) --no-print-directory test-python

lint: lint-python lint-rust  ## Formatting, types and lints of both languages

lint-python: $(VENV)/.built
	$(BIN)/ruff check python tests tools
	$(BIN)/ruff format --check python tests tools
	$(BIN)/mypy
	MYPYPATH=python $(RUN) -m mypy.stubtest lexbelli._core

lint-rust: $(VENV)/.created
	cargo fmt --all --check
	$(CARGO) clippy --workspace --all-targets --all-features -- -D warnings

test-rust: $(VENV)/.created
	$(CARGO) test --profile quick --workspace --exclude lexbelli-bench --all-features

# Whole files go to up to four processes, as many as the machine has cores, the longest first.
test-python: $(VENV)/.built
	$(BIN)/pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder

# Debian's Chromium, from its packages, and what drives it.
browser-ready: $(VENV)/.built  ## Install the browser for `make browser`; fails where it cannot be had (no root, no network)
	@{ command -v chromium && command -v chromedriver; } >/dev/null || \
	    { timeout 60 apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	      timeout 300 apt-get install -qq -y --no-install-recommends chromium chromium-driver; } >/dev/null
	@$(RUN) -c 'import selenium' 2>/dev/null || \
	    timeout 120 $(RUN) -m pip install --quiet "selenium>=4.30,<5"
	@timeout 60 chromium --headless=new --no-sandbox --disable-gpu --dump-dom about:blank >/dev/null 2>&1

browser: browser-ready  ## Both games played on the web page in a browser, by clicks and keys; pictures in build/browser (some minutes)
	LEXBELLI_BROWSER=1 $(BIN)/pytest --numprocesses=2 --dist=worksteal tests/browser

paint: browser-ready  ## How soon the board of a served game is painted in a browser
	$(RUN) tests/browser/paint.py

N    ?= 100000
SEED ?= 1
agreement: $(VENV)/.built  ## Law and core on N moves of operations, of battles, after the dice, of the small decisions of a turn, of whole games, of units that enter, and of the second game, N/5 of replacement points, N/20 redeployments, what becomes of N/20 of the second game's moves, 10 N rows, N/5 positions, N/100 hands dealt and N/100 stacks hidden anew, N/500 lists of orders of operations and N/50 of the second game, all moves of N/10 positions, 100 N moves against what is listed, N/200 searches, N/500 attacks' positions (long)
	$(RUN) tests/agreement/moves.py $(N) $(SEED)
	$(RUN) tests/agreement/offers.py $$(($(N) / 500)) $(SEED)
	$(RUN) tests/agreement/answer_lists.py $$(($(N) / 20)) $(SEED)
	$(RUN) tests/agreement/battles.py $(N) $(SEED)
	$(RUN) tests/agreement/afterwards.py $(N) $(SEED)
	$(RUN) tests/agreement/turns.py $(N) $(SEED)
	$(RUN) tests/agreement/decisions.py $(N) $(SEED)
	$(RUN) tests/agreement/reinforcements.py $(N) $(SEED)
	$(RUN) tests/agreement/replacement_points.py $$(($(N) / 5)) $(SEED)
	$(RUN) tests/agreement/redeployment.py $$(($(N) / 20)) $(SEED)
	$(RUN) tests/agreement/twilight_moves.py $(N) $(SEED)
	$(RUN) tests/agreement/twilight_offers.py $$(($(N) / 50)) $(SEED)
	$(RUN) tests/agreement/twilight_outcomes.py $$(($(N) / 20)) $(SEED)
	$(RUN) tests/agreement/hidden.py $$(($(N) / 100)) $(SEED)
	$(RUN) tests/agreement/twilight_hidden.py $$(($(N) / 100)) $(SEED)
	$(RUN) tests/perft/few.py $$(($(N) / 200)) $(SEED)
	$(RUN) tests/agreement/enumerations.py $$(($(N) / 10)) $(SEED) 20000
	$(RUN) tests/agreement/tables.py $$(($(N) * 10)) $$(($(N) / 10)) $(SEED)
	$(RUN) tests/agreement/millions.py $$(($(N) * 100)) $(SEED)
	LEXBELLI_AGREEMENT_POSITIONS=$$(($(N) / 5)) LEXBELLI_AGREEMENT_ATTACKS=$$(($(N) / 500)) \
	    LEXBELLI_AGREEMENT_FIRST=$$(($(N) * $(SEED))) \
	    $(BIN)/pytest -s tests/agreement/test_supply_agreement.py \
	    tests/agreement/test_victory_agreement.py \
	    tests/agreement/test_activation_agreement.py tests/agreement/test_attacks_agreement.py

actions: $(VENV)/.built  ## N / 10 random actions played to their end, battles and all, and their records again (long)
	$(RUN) tests/games/actions.py $$(($(N) / 10)) $(SEED)

games:  ## N random games of the campaign of 1914 and N / 3 of every other start, N of each scenario of the second game, with what was asked and which events happened (long)
	LEXBELLI_GAMES=$(N) $(CARGO) test --release --workspace --all-features --test all -- \
	    --nocapture whole_games_are_played random_games_are_played

BATTLES ?= 1000000
simulation: $(VENV)/.created  ## 200 attacks of each game fought BATTLES times with dice, against their odds (long)
	BATTLES=$(BATTLES) $(CARGO) test --release -p lexbelli-pursuit-of-glory \
	    -p lexbelli-twilight-of-the-habsburgs --test all -- --ignored fought

fuzz: $(VENV)/.built  ## Spoilt input to every reader: 10 N inputs, N / 50 to the command, N requests to a served game, and N / 50 of every kind in Rust (long)
	$(RUN) tests/fuzz/spoilt.py $$(($(N) * 10)) $(SEED)
	$(RUN) tests/fuzz/strangers.py $$(($(N) / 50)) $(SEED)
	$(RUN) tests/fuzz/http_requests.py $(N) $(SEED)
	PROPTEST_CASES=$$(($(N) / 50)) cargo test --release --workspace --all-features \
	    --test all -- reading:: reading_positions:: tables_damage::

faults: $(VENV)/.released  ## Runs over files killed, starved of disk and fed with monsters (long)
	$(RUN) tests/runs/long.py

bench: $(VENV)/.released  ## How fast supply is answered and moves are judged, by core and law, and how soon a served game answers a click
	@$(RUN) -m tools.pursuit_of_glory.bench
	@$(RUN) -m tools.twilight_of_the_habsburgs.bench
	@$(RUN) -m tools.serving_bench

puzzles: $(VENV)/.built  ## Solve every puzzle of the collection, and prove that these are all solutions; threats of 40 positions; 280 small positions by brute force
	LEXBELLI_ALL_PUZZLES=1 LEXBELLI_GOLDEN_THREATS=40 LEXBELLI_BRUTE_TRIED=280 \
	    $(BIN)/pytest -v tests/puzzles/test_collection.py tests/puzzles/test_threats.py \
	    tests/puzzles/test_brute.py

gallery: $(VENV)/.built  ## Build build/gallery/index.html, a page with every overlay and theme
	$(RUN) tests/draw/gallery.py build/gallery

site: gallery  ## Build build/site, the documentation with both rulebooks by chapter, the gallery and a page of the API; what it warns of fails
	$(RUN) -m pip install --quiet "mkdocs-material>=9.7,<10"
	NO_MKDOCS_2_WARNING=1 $(RUN) -m mkdocs build --quiet --strict

coverage: $(VENV)/.built  ## Which lines of the Python package the tests reach
	$(BIN)/pytest --cov --cov-report=term --cov-report=html

rules-coverage: $(VENV)/.created  ## Where every rule stands: write docs/coverage.md, say what is missing
	$(RUN) tests/rule_coverage.py --write

wheel: $(VENV)/.built  ## Build dist/*.whl and try it where nothing else of ours is
	rm -rf dist
	VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin build --release --out dist
	$(RUN) tests/wheel_check.py dist

CRATES := -p lexbelli-embed -p lexbelli-engine -p lexbelli-tables -p lexbelli-pursuit-of-glory -p lexbelli-twilight-of-the-habsburgs
crates:  ## Pack the crates, the games' with their tables, build what was packed, and make their reference: target/package, target/doc
	$(PYTHON) -m tools.crates
	RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --all-features $(CRATES)

format: $(VENV)/.built  ## Put both languages into shape
	$(BIN)/ruff check --fix python tests tools
	$(BIN)/ruff format python tests tools
	cargo fmt --all

renew: $(VENV)/.built  ## Write anew what is made of other files: answers of README and of other pages, docs/coverage.md and cards.md, counts of moves, pictures
	$(RUN) tests/readme.py --write
	$(RUN) tests/rule_coverage.py --write
	$(RUN) tests/card_table.py --write
	$(RUN) tests/perft/counts.py --write
	$(RUN) tests/perft/twilight_counts.py --write
	$(RUN) tests/draw/gallery.py --write

clean:  ## Take away everything that can be made again
	rm -rf $(VENV) target dist build coverage .coverage .coverage.* .pytest_cache .mypy_cache \
	    .ruff_cache .hypothesis python/lexbelli/_core*.so
	find python tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
