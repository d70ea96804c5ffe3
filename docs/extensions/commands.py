"""The directive ``commands``: what every command of ``bidvit`` says with ``--help``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import click
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from bidvit.cli import bidvit

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WIDTH = 90  # of a line of help, as a page is wide


class Commands(SphinxDirective):
    """A section for each command, in the order of ``bidvit --help``."""

    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        """Return the help of the group, and a section for each of its commands."""
        context = click.Context(bidvit, info_name="bidvit", max_content_width=WIDTH)
        context.terminal_width = WIDTH
        sections: list[nodes.Node] = [show(bidvit.get_help(context))]
        for name in bidvit.list_commands(context):
            command = bidvit.get_command(context, name)
            assert command is not None
            below = click.Context(
                command,
                context,
                info_name=name,
                terminal_width=WIDTH,
                max_content_width=WIDTH,
            )
            section = nodes.section(ids=[f"bidvit-{name}"], names=[f"bidvit {name}"])
            section += nodes.title(text=f"bidvit {name}")
            section += show(command.get_help(below))
            self.state.document.note_explicit_target(section)
            sections.append(section)
        return sections


def show(text: str) -> nodes.literal_block:
    """Return a block of text as it stands in a terminal."""
    block = nodes.literal_block(text, text)
    block["language"] = "text"
    return block


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_directive("commands", Commands)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
