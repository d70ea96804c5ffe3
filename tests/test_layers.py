"""Who may import whom, who may start threads, and what importing the package costs."""

import ast
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import bidvit

PACKAGE = Path(bidvit.__file__).parent
CORE = Path(__file__).parents[1] / "core"

# From left to right; a module imports from its own layer or from those before it.
LAYERS = [
    {"_core"},
    {
        "buffers",
        "colors",
        "datasets",
        "inputs",
        "io",
        "levels",
        "nearest",
        "nodes",
        "parallel",
        "selection",
        "separation",
        "spaces",
        "unfinished",
    },
    {
        "classes",
        "cuts",
        "exports",
        "growing",
        "loading",
        "metrics",
        "origin",
        "pruning",
        "refining",
        "scores",
        "spreads",
        "storage",
        "tables",
        "tree",
    },
    {"coarsening", "engines", "estimator", "images", "instances", "progress"},
    {"cli", "explorer", "plots", "reports"},
]
LAYER_OF = {name: number for number, names in enumerate(LAYERS) for name in names}
# The front door leads to every room.
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def name_of(path):
    """Return the part of the package a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_by(path):
    """Return the full names of all that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_every_module_has_a_layer():
    assert {name_of(path) for path in MODULES} <= set(LAYER_OF)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_imports_to_the_right(path):
    own = {name.split(".")[1] for name in imported_by(path) if name.startswith("bidvit.")}
    to_the_right = {name for name in own if LAYER_OF[name] > LAYER_OF[name_of(path)]}
    assert not to_the_right


def test_only_one_file_starts_threads():
    modules = ("threading", "_thread", "multiprocessing", "concurrent", "joblib", "asyncio")
    starts = {
        name_of(path)
        for path in PACKAGE.rglob("*.py")
        if any(name.split(".")[0] in modules for name in imported_by(path))
    }
    assert starts == {"parallel"}


def test_kernels_know_nothing_of_python_nor_start_threads():
    sources = {
        path.name: path.read_text(encoding="utf-8")
        for path in [*CORE.glob("*.cpp"), *CORE.glob("*.hpp")]
    }
    of_python = {name for name, text in sources.items() if "nanobind" in text or "Python.h" in text}
    assert of_python == {"bindings.hpp"}
    bindings = {name for name, text in sources.items() if '#include "bindings.hpp"' in text}
    assert bindings == {"module.cpp", "bindings_selection.cpp", "bindings_measures.cpp"}
    for name, text in sources.items():
        for threads in ("#include <thread>", "#include <future>", "#pragma omp", "pthread"):
            assert threads not in text, name


def run_fresh(program):
    """Run a program in a new process; returns what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_costs_next_to_nothing():
    run_fresh("""
        import sys, threading
        import bidvit

        assert dir(bidvit) == sorted(bidvit.__all__)
        heavy = {"numpy", "scipy", "sklearn", "matplotlib", "bidvit._core", "bidvit.levels"}
        assert not heavy & set(sys.modules), heavy & set(sys.modules)
        assert threading.active_count() == 1
        for name in bidvit.__all__:
            assert getattr(bidvit, name) is not None
    """)


def test_nothing_is_loaded_or_set_that_was_not_asked_for():
    run_fresh("""
        import sys
        import numpy as np

        before = np.geterr(), np.get_printoptions()
        import bidvit
        from bidvit.datasets import make_grid
        from bidvit.plots import plot_clusters

        X, _ = make_grid(2, 10, random_state=0)
        tree = bidvit.cluster(X)
        repr(tree.levels)
        assert not {"scipy", "sklearn", "matplotlib"} & set(sys.modules)
        plot_clusters(tree, X, -5)
        assert "matplotlib.pyplot" not in sys.modules
        assert before == (np.geterr(), np.get_printoptions())
    """)
