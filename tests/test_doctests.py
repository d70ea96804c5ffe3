"""Every example that users read runs and says what it claims."""

import doctest
import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest

import bidvit

MODULES = [
    "bidvit",
    *(module.name for module in pkgutil.walk_packages(bidvit.__path__, "bidvit.")),
]
README = Path(__file__).parents[1] / "README.md"


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    with_examples = {
        test.name for name in MODULES for test in finder.find(import_module(name)) if test.examples
    }
    assert {
        "bidvit.coarsening.coarsen",
        "bidvit.coarsening.thin",
        "bidvit.engines.memory.cluster",
        "bidvit.tree.ClusterTree.labels",
        "bidvit.datasets.make_grid",
        "bidvit.plots.plot_clusters",
    } <= with_examples


def test_examples_in_the_readme(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    readme = README.read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    names = {}
    for example in examples:  # each goes on where the one before it ended
        exec(compile(example, "README.md", "exec"), names)
    assert names["model"].n_clusters_ == 5000
    assert names["bounded"].max_radius <= 2
    assert names["clusters"].shape == (10, 3)
    assert names["again"].labels(10).tolist() == names["tree"].labels(10).tolist()
    assert len(names["keep"]) < names["coarse"].n_representatives
    assert "largest radius" in capsys.readouterr().out
    assert (tmp_path / "clusters.png").stat().st_size > 10_000
