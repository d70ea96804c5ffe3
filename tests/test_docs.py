"""The documentation is built with warnings as errors; its links, names and programs are checked."""

import importlib
import inspect
import json
import shutil
import subprocess
import sys
import zlib
from functools import cached_property
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from bidvit.cli import COMMANDS

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
GALLERY = sorted((ROOT / "examples" / "gallery").glob("*.py"))
MODULES = [
    "bidvit",
    "bidvit.datasets",
    "bidvit.images",
    "bidvit.instances",
    "bidvit.io",
    "bidvit.metrics",
    "bidvit.plots",
    "bidvit.selection",
    "bidvit.selection.testing",
]

pytestmark = pytest.mark.slow
NO_SPHINX = find_spec("sphinx") is None
NO_KERNEL = find_spec("ipykernel") is None or find_spec("nbclient") is None
needs_group = "needs `pip install --group docs`"


@pytest.mark.skipif(NO_SPHINX, reason=needs_group)
def test_site(tmp_path):
    """All in one test, since the site is built once, by whichever process runs this."""
    site = build(tmp_path)
    # The theme keeps templates in _static.
    paths = [path for path in site.rglob("*.html") if "_static" not in path.parts]
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in paths}
    assert len(pages) > 40
    assert find_broken_links(site, pages) == []
    assert find_foreign_resources(pages) == []
    assert find_undocumented(site) == set()

    commands = pages[site / "reference" / "commands.html"]
    assert {f"bidvit-{name}" for name in COMMANDS} <= commands.anchors

    assert len(GALLERY) >= 8
    for script in GALLERY:
        shown = pages[site / "gallery" / f"{script.stem}.html"].sources
        assert any(f"sphx_glr_{script.stem}_" in source for source in shown), script.stem

    # Pages show what their code printed and drew.
    tutorial = pages[site / "tutorial.html"]
    assert "ClusterTree of 100,000 rows" in tutorial.text
    assert sum("tutorial-" in source for source in tutorial.sources) == 2
    assert "1,000 clusters of 100,000 rows" in tutorial.text


def build(folder):
    """Build a copy, so that nothing is written into the repository; returns the site."""
    for part in ("docs", "examples", "benchmarks/results"):
        shutil.copytree(
            ROOT / part,
            folder / part,
            ignore=shutil.ignore_patterns("_build", "__pycache__"),
        )
    shutil.rmtree(folder / "docs" / "gallery", ignore_errors=True)  # what an earlier build made
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q"]
    done = subprocess.run(
        [*command, folder / "docs", folder / "site"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-8000:]
    assert done.stderr == ""
    return folder / "site"


class Page(HTMLParser):
    """What a page points to, what can be pointed to in it, and its text."""

    def __init__(self, html):
        super().__init__()
        self.links, self.sources, self.anchors = [], [], set()
        self.words = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.anchors |= {attrs[name] for name in ("id", "name") if attrs.get(name)}
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        if tag == "link" and attrs.get("href") and attrs.get("rel") != "canonical":
            self.sources.append(attrs["href"])
        if tag in ("img", "script", "iframe") and attrs.get("src"):
            self.sources.append(attrs["src"])

    def handle_data(self, data):
        self.words.append(data)

    @cached_property
    def text(self):
        return "".join(self.words)


def find_broken_links(site, pages):
    """Return links to files and anchors that are not there."""
    broken = []
    for path, page in pages.items():
        for link in [*page.links, *page.sources]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            anchors = pages[target].anchors if target in pages else set()
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in anchors):
                broken.append((str(path.relative_to(site)), link))
    return broken


def find_foreign_resources(pages):
    """Return what a page would load from elsewhere."""
    return [source for page in pages.values() for source in page.sources if urlsplit(source).netloc]


def find_undocumented(site):
    """Return public names that the reference does not have."""
    inventory = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    lines = zlib.decompress(inventory).decode().splitlines()
    documented = {line.split(" ")[0] for line in lines if " py:" in line}
    return {name for module in MODULES for name in list_public(module)} - documented


def list_public(name):
    """Return the full names of what a module offers, and of the methods of its classes."""
    module = importlib.import_module(name)
    offered = getattr(module, "__all__", None) or [
        key
        for key, value in vars(module).items()
        if not key.startswith("_") and getattr(value, "__module__", None) == name
    ]
    for key in offered:
        value = getattr(module, key)
        if inspect.ismodule(value):
            assert value.__name__ in MODULES
            continue
        yield f"{name}.{key}"
        if inspect.isclass(value):
            for member, function in vars(value).items():
                if not member.startswith("_") and callable(getattr(function, "__func__", function)):
                    yield f"{name}.{key}.{member}"


@pytest.mark.skipif(NO_KERNEL, reason=needs_group)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_from_top_to_bottom(path, tmp_path):
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    )
    client.execute()
    ran = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in ran] == list(range(1, len(ran) + 1))
    printed = [output for cell in ran for output in cell.outputs if output.get("name") == "stderr"]
    assert printed == []


def test_there_are_three_notebooks_without_outputs():
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        assert all(cell.get("outputs", []) == [] for cell in cells)
        assert all(cell.get("execution_count") is None for cell in cells)
