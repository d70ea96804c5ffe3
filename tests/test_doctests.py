"""Every example that users read runs and says what it claims."""

import doctest
import inspect
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


def is_without_example(value):
    return ">>>" not in (inspect.getdoc(value) or "")


@pytest.mark.parametrize("package", ["bidvit"])
def test_everything_public_has_an_example(package):
    module = import_module(package)
    without = set()
    for name in module.__all__:
        value = getattr(module, name)
        if callable(value) and is_without_example(value):
            without.add(name)
        if inspect.isclass(value):
            methods = {m: f for m, f in vars(value).items() if not m.startswith("_")}
            functions = {m: getattr(f, "__func__", f) for m, f in methods.items()}
            without |= {
                f"{name}.{m}"
                for m, f in functions.items()
                if inspect.isfunction(f) and is_without_example(f)
            }
    # Shown in use in the example of its class.
    assert without <= {"ProgressBar.finish"}


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


def test_examples_in_the_page_on_annealers(capsys):
    page = (README.parent / "docs" / "howto" / "annealers.md").read_text(encoding="utf-8")
    names = {}
    for example in re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        exec(compile(example, "annealers.md", "exec"), names)
    assert "'solver': 'simulated-annealing'" in capsys.readouterr().out
    # The largest complete graph on a Pegasus P8.
    assert names["tree"].parameters["max_chunk_size"] == 84
