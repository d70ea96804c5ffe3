"""Runs the code of a page while the site is built, and shows what it printed and drew.

The ``python`` blocks of a page are run one after the other with the same names, in a
folder of their own. The lines of its ``bash`` blocks are run by a shell there. Below
each block stand its output and the figures that pyplot has open then. Whatever fails
ends the build. Blocks of other kinds, ``console`` and ``text`` among them, are only
shown.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
import traceback
import warnings
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from sphinx.errors import ExtensionError

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from sphinx.application import Sphinx

BLOCK = re.compile(r"^```(python|bash)\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)
PICTURES = "_build/drawn"


def run_page(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put what the blocks of a page print and draw below each of them."""
    if Path(app.env.doc2path(docname)).suffix != ".md":
        return
    with tempfile.TemporaryDirectory() as folder:
        page = Page(docname, source[0], Path(folder), Path(app.srcdir))
        source[0] = BLOCK.sub(page.run, source[0])


class Page:
    """A page that is being run."""

    def __init__(
        self, docname: str, text: str, folder: Path, source_folder: Path
    ) -> None:
        self.docname, self.text = docname, text
        self.folder, self.source_folder = folder, source_folder
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.n_pictures = 0

    def run(self, block: re.Match[str]) -> str:
        """Run a block; returns it with what came of it."""
        kind, code = block.groups()
        line = self.text.count("\n", 0, block.start()) + 2
        printed = (
            self.run_python(code, line)
            if kind == "python"
            else self.run_shell(code, line)
        )
        return block.group(0) + show_printed(printed) + self.show_drawn()

    def run_python(self, code: str, line: int) -> str:
        """Run Python; an error is reported with the line of the page."""
        printed = io.StringIO()
        try:
            compiled = compile("\n" * (line - 1) + code, f"{self.docname}.md", "exec")
            with chdir(self.folder), redirect_stdout(printed), warnings.catch_warnings():
                warnings.simplefilter("error")
                exec(compiled, self.names)
        except Exception as error:
            raise ExtensionError(
                f"{self.docname}.md: {traceback.format_exc()}"
            ) from error
        return printed.getvalue()

    def run_shell(self, code: str, line: int) -> str:
        """Run lines of a shell, with the commands of this environment first."""
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-e", "-c", code],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=os.environ | {"PATH": path, "COLUMNS": "100"},
        )
        if done.returncode != 0 or done.stderr:
            failed = f"{self.docname}.md, line {line}: exit code {done.returncode}"
            raise ExtensionError(f"{failed}\n{done.stderr}")
        return done.stdout

    def show_drawn(self) -> str:
        """Save the open figures; returns the lines that show them."""
        shown = []
        for number in plt.get_fignums():
            figure = plt.figure(number)
            self.n_pictures += 1
            name = f"{PICTURES}/{self.docname.replace('/', '-')}-{self.n_pictures}.png"
            file = self.source_folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            figure.savefig(file, dpi=150, bbox_inches="tight")
            shown.append(f"\n```{{image}} /{name}\n:alt: {describe(figure)}\n```\n")
        plt.close("all")
        return "".join(shown)


def show_printed(printed: str) -> str:
    """Return the lines that show an output."""
    if not printed.strip():
        return ""
    return f"\n````{{code-block}} text\n:class: printed\n\n{printed.rstrip()}\n````\n"


def describe(figure: Figure) -> str:
    """Say in words what a figure shows: its titles."""
    titles = [figure.get_suptitle(), *(ax.get_title() for ax in figure.axes)]
    return " ".join("; ".join(title for title in titles if title).split()) or "picture"


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to Sphinx."""
    app.connect("source-read", run_page)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
