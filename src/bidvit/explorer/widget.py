"""The explorer in a notebook: the same page, asking this process by messages."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from bidvit import inputs
from bidvit.explorer.answers import QUESTIONS, answer, answer_rows
from bidvit.explorer.view import TreeViews
from bidvit.selection.extras import import_extra

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from bidvit.tree import ClusterTree


def make_widget(
    tree: ClusterTree,
    *,
    height: int = 720,
    column_names: Sequence[str] | None = None,
    labels: npt.ArrayLike | None = None,
    title: str | None = None,
) -> Any:
    """Return the explorer of a tree as a widget; see `ClusterTree.widget`."""
    height = inputs.check_integer("height", height, 200)
    views = TreeViews(tree, column_names=column_names, labels=labels, title=title)
    return _widget_class()(views, height)


@cache
def _widget_class() -> Any:
    """Make the class of the widget when the packages it needs are asked for."""
    anywidget = import_extra("anywidget")
    traitlets = import_extra("traitlets")
    static = files("bidvit.explorer") / "static"

    class ExplorerWidget(anywidget.AnyWidget):  # type: ignore[misc, name-defined]
        """A tree in a notebook; ``selected_nodes`` are the nodes selected on the page."""

        _esm = (static / "explorer.js").read_text(encoding="utf-8")
        _css = (static / "explorer.css").read_text(encoding="utf-8")
        height = traitlets.Int(720).tag(sync=True)
        selected_nodes = traitlets.List(traitlets.Int()).tag(sync=True)

        def __init__(self, views: TreeViews, height: int) -> None:
            super().__init__(height=height)
            self._views = views
            self.on_msg(self._receive)

        @property
        def selected_rows(self) -> Any:
            """The rows of X below the selected nodes."""
            import numpy as np

            nodes = np.array(self.selected_nodes, np.int32)
            return self._views.tree.members(nodes)[0]

        def _receive(self, widget: Any, message: Any, buffers: Any) -> None:  # noqa: ARG002
            if not isinstance(message, dict) or not isinstance(message.get("id"), int):
                return
            reply, data = reply_to(self._views, message)
            self.send({"id": message["id"], **reply}, data)

    return ExplorerWidget


def reply_to(views: TreeViews, message: dict[str, Any]) -> tuple[dict[str, str], list[bytes]]:
    """Return what to send back: the answer as bytes, or what is wrong with the question."""
    question, given = message.get("question"), message.get("parameters")
    if not isinstance(given, dict) or not all(
        isinstance(text, str) for pair in given.items() for text in pair
    ):
        return {"error": "parameters must be texts by name"}, []
    try:
        if question == "rows.csv":
            return {}, ["".join(answer_rows(views, given)).encode()]
        if question not in QUESTIONS:
            return {"error": f"there is no question {json.dumps(question)[:60]}"}, []
        return {}, [answer(views, question, given)]
    except (ValueError, TypeError) as error:
        return {"error": str(error)}, []
