# Everything one does with a clone. `make demo` and `make test` set themselves up: they need Python
# 3.11 or newer, a C++20 compiler and make, nothing else.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

# Stamps: each records that one installation is up to date.
INSTALLED := $(VENV)/.installed
LINTERS := $(VENV)/.linters
RIVALS := $(VENV)/.rivals
DOCS := $(VENV)/.docs
SANITIZED := .venv-sanitize/.installed

# The folder itself is listed so that a removed file counts as a change too.
CORE := core $(wildcard core/*.cpp core/*.hpp)

# The sanitizers' run-time libraries must be loaded before Python; libstdc++ with them, because
# exceptions cannot be intercepted when it arrives later.
SANITIZER_LIBRARIES = $(shell $(CXX) -print-file-name=libasan.so) \
  $(shell $(CXX) -print-file-name=libstdc++.so)

# The explorer's tests drive a real browser. Where there is none and it cannot be installed, they say
# so and are left out; in CI they fail.
BROWSERS := chromium chromium-browser google-chrome google-chrome-stable
has_browser = for b in $(BROWSERS); do command -v $$b >/dev/null && exit 0; done; exit 1
as_root = $(if $(filter 0,$(shell id -u)),,sudo -n)
install_browser = ($(has_browser)) || { echo "Installing Chromium for the explorer's tests ..."; \
  $(as_root) apt-get update -qq && $(as_root) apt-get install -qq -y --no-install-recommends chromium \
  >/dev/null; } || echo "Chromium is not here and could not be installed" >&2
without_browser = $$( ($(has_browser)) || echo env BIDVIT_NO_BROWSER=1 )

.DEFAULT_GOAL := help
.PHONY: help install demo test docs bench paper rivals lint format stubs sanitize clean

help: ## List these targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

install: $(INSTALLED) ## Install the package, editable, into .venv

demo: $(INSTALLED) ## Run the demonstration
	$(BIN)/bidvit demo

test: $(INSTALLED) $(DOCS) ## Run the whole test suite (ARGS="..." goes to pytest)
	@$(install_browser)
	$(without_browser) $(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

docs: $(DOCS) ## Build the documentation into docs/_build/html (ARGS="..." goes to sphinx-build)
	$(BIN)/python -m sphinx -W --keep-going -q $(ARGS) docs docs/_build/html
	@echo "The documentation is in docs/_build/html/index.html"

bench: $(INSTALLED) ## Run the benchmarks (DATA=folder with data sets, ARGS="...")
	$(BIN)/python -m benchmarks.engine $(if $(DATA),--data $(DATA)) $(ARGS)

paper: $(RIVALS) ## Make the paper's tables and figures again (DATA=folder, ARGS="...")
	$(BIN)/python -m benchmarks.paper $(if $(DATA),--data $(DATA)) $(ARGS)

rivals: $(RIVALS) ## Compare with other libraries (DATA=folder with data sets, ARGS="...")
	$(BIN)/python -m benchmarks.rivals $(if $(DATA),--data $(DATA)) $(ARGS)

lint: $(LINTERS) ## Check style, types, formatting and repository hygiene
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run -Werror $(filter %.cpp %.hpp,$(CORE))
	$(BIN)/repo-review --show err .

format: $(LINTERS) ## Rewrite Python and C++ files in the project's format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(filter %.cpp %.hpp,$(CORE))

stubs: $(INSTALLED) ## Rewrite src/bidvit/_core.pyi from the built core
	$(BIN)/python -m nanobind.stubgen -q -m bidvit._core -o src/bidvit/_core.pyi

sanitize: $(SANITIZED) ## Run the tests with the core under ASan and UBSan (needs GCC)
	LD_PRELOAD="$(strip $(SANITIZER_LIBRARIES))" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
	.venv-sanitize/bin/python -m pytest --numprocesses auto --dist worksteal -m "not slow" -q $(ARGS)

clean: ## Remove everything that was built or installed
	rm -rf .venv .venv-sanitize build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .tox
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml CMakeLists.txt $(CORE)
	$(call install_editable,$(VENV))

$(SANITIZED): pyproject.toml CMakeLists.txt $(CORE)
	$(call install_editable,.venv-sanitize,-Cbuild-dir=build/sanitize \
	  -Ccmake.build-type=Debug -Ccmake.define.BIDVIT_SANITIZE=ON)

$(LINTERS): $(INSTALLED)
	@echo "Installing the linters into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --group lint
	@touch $@

$(DOCS): $(INSTALLED)
	@echo "Installing what builds the documentation into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --group docs
	@touch $@

$(RIVALS): $(INSTALLED)
	@echo "Installing what bidvit is compared with into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --group bench
	@touch $@

# $(1) the environment, $(2) settings for the build. Without build isolation the compiler's include
# paths stay the same from one call to the next, so that only changed files are compiled.
define install_editable
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
  "bidvit needs Python 3.11 or newer, this is " + sys.version.split()[0] + \
  "; choose another one with PYTHON=...")'
@echo "Installing bidvit and what it needs into $(1) ..."
@test -x $(1)/bin/python || $(PYTHON) -m venv $(1)
@$(1)/bin/python -m pip install --quiet --upgrade "pip>=25.1"
@$(1)/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb")) \
  ["build-system"]["requires"], sep="\n")' >$(1)/build-requirements.txt
@$(1)/bin/python -m pip install --quiet --group build -r $(1)/build-requirements.txt
@$(1)/bin/python -m pip install --quiet --group test --no-build-isolation $(2) -e ".[all]"
@touch $(1)/.installed
endef
