"""Questions as text, answers as JSON or binary: what server, widget and exported page share.

A question is a name and parameters, all of them strings, from a browser that may say anything:
every one is checked, and what is wrong is a ValueError that says so.
"""

from __future__ import annotations

import json
import math
import struct
from typing import TYPE_CHECKING, Any

from bidvit.explorer.details import (
    describe_node,
    find_row,
    list_hierarchy,
    list_members,
    summarise_selection,
    write_rows,
)
from bidvit.explorer.view import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bidvit.explorer.view import TreeViews, View

_MOST_DIGITS = 18
_LONGEST_NUMBER = 40


def answer(views: TreeViews, question: str, parameters: Mapping[str, str]) -> bytes:
    """Return the answer to a question: JSON, or a view's columns behind a JSON header.

    Raises
    ------
    LookupError
        There is no such question.
    ValueError
        What is wrong with a parameter.
    """
    ask, allowed = QUESTIONS[question]
    unknown = set(parameters) - allowed
    if unknown:
        raise ValueError(
            f"{question} takes the parameters {', '.join(sorted(allowed)) or '(none)'}, "
            f"got {min(unknown)[:40]!r}"
        )
    return ask(views, parameters)


def answer_rows(views: TreeViews, parameters: Mapping[str, str]) -> Iterator[str]:
    """Return the rows of a node or of a selection as lines of CSV."""
    allowed = {"node", "polygon", "level", "axes", "root"}
    if unknown := set(parameters) - allowed:
        raise ValueError(f"rows.csv takes {', '.join(sorted(allowed))}, got {min(unknown)[:40]!r}")
    import numpy as np

    if "node" in parameters:
        if len(parameters) > 1:
            raise ValueError("rows.csv takes node or a selection, not both")
        node = views.check_node("node", _integer(parameters, "node"))
        return write_rows(views, np.array([node], np.int32))
    nodes, _ = _select(views, parameters)
    return write_rows(views, nodes)


def pack_view(view: View) -> bytes:
    """Return a view as bytes: length of the header, header, padding to 8 bytes, columns."""
    columns = view.to_columns()
    header = {
        "count": len(view.nodes),
        "level": view.level,
        "asked_level": view.asked_level,
        "color_level": view.color_level,
        "colors_apart": view.colors_apart,
        "n_left_out": view.n_left_out,
        "n_points": view.n_points,
        "max_radius": view.max_radius,
        "max_reach": view.max_reach,
        "bbox": list(view.viewport),
        "axes": str(view.plane.axes),
        "bound": view.plane.bound,
        "columns": COLUMNS,
    }
    text = json.dumps(header, allow_nan=False).encode()
    text += b" " * (-(len(text) + 4) % 8)
    return b"".join(
        [struct.pack("<I", len(text)), text, *(columns[name].tobytes() for name in COLUMNS)]
    )


def _pack(content: Any) -> bytes:
    return json.dumps(content, allow_nan=False, separators=(",", ":")).encode()


def _ask_meta(views: TreeViews, parameters: Mapping[str, str]) -> bytes:  # noqa: ARG001
    return _pack(views.meta())


def _ask_frame(views: TreeViews, parameters: Mapping[str, str]) -> bytes:
    return _pack(views.frame(parameters.get("axes", views.default_axes)))


def _ask_view(views: TreeViews, parameters: Mapping[str, str]) -> bytes:
    level = None
    if parameters.get("level", "auto") != "auto":
        level = _integer(parameters, "level")
    view = views.view(
        _numbers(_required(parameters, "bbox"), "bbox", 4),
        level=level,
        color_level=_integer(parameters, "color_level", None),
        axes=parameters.get("axes"),
        budget=_integer(parameters, "budget", 4000),
        root=_integer(parameters, "root", None),
        color_by=parameters.get("color_by", "cluster"),
    )
    return pack_view(view)


def _ask_scores(views: TreeViews, parameters: Mapping[str, str]) -> bytes:  # noqa: ARG001
    return _pack(views.scores())


def _ask_node(views: TreeViews, parameters: Mapping[str, str]) -> bytes:
    first_column = _integer(parameters, "first_column", 0)
    return _pack(
        describe_node(views, _integer(parameters, "id"), parameters.get("axes"), first_column)
    )


def _ask_members(views: TreeViews, parameters: Mapping[str, str]) -> bytes:
    limit, offset = _integer(parameters, "limit", 20), _integer(parameters, "offset", 0)
    return _pack(list_members(views, _integer(parameters, "id"), limit, offset))


def _ask_hierarchy(views: TreeViews, parameters: Mapping[str, str]) -> bytes:
    root, depth = _integer(parameters, "root", None), _integer(parameters, "depth", 5)
    return _pack(list_hierarchy(views, root, depth))


def _ask_search(views: TreeViews, parameters: Mapping[str, str]) -> bytes:
    return _pack(find_row(views, _integer(parameters, "row"), parameters.get("axes")))


def _ask_select(views: TreeViews, parameters: Mapping[str, str]) -> bytes:
    nodes, level = _select(views, parameters)
    return _pack(summarise_selection(views, nodes, level))


def _select(views: TreeViews, parameters: Mapping[str, str]) -> tuple[Any, int]:
    polygon = _numbers(_required(parameters, "polygon"), "polygon", None)
    level = _integer(parameters, "level")
    root = _integer(parameters, "root", None)
    return views.select(polygon, level=level, axes=parameters.get("axes"), root=root), level


QUESTIONS: dict[str, tuple[Callable[[TreeViews, Mapping[str, str]], bytes], set[str]]] = {
    "meta": (_ask_meta, set()),
    "scores": (_ask_scores, set()),
    "frame": (_ask_frame, {"axes"}),
    "view": (
        _ask_view,
        {"bbox", "level", "color_level", "axes", "budget", "root", "color_by"},
    ),
    "node": (_ask_node, {"id", "axes", "first_column"}),
    "members": (_ask_members, {"id", "limit", "offset"}),
    "hierarchy": (_ask_hierarchy, {"root", "depth"}),
    "search": (_ask_search, {"row", "axes"}),
    "select": (_ask_select, {"polygon", "level", "axes", "root"}),
}


def _required(parameters: Mapping[str, str], name: str) -> str:
    if name not in parameters:
        raise ValueError(f"{name} must be given")
    return parameters[name]


_NEEDED: Any = object()


def _integer(parameters: Mapping[str, str], name: str, default: Any = _NEEDED) -> Any:
    if name not in parameters and default is not _NEEDED:
        return default
    text = _required(parameters, name)
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS):
        raise ValueError(f"{name} must be a whole number, got {text[:40]!r}")
    return int(text)


def _numbers(text: str, name: str, count: int | None) -> list[float]:
    parts = text.split(",", 2000)
    try:
        if not text.isascii() or any(len(part) > _LONGEST_NUMBER for part in parts):
            raise ValueError(name)
        numbers = [float(part) for part in parts]
    except ValueError:
        raise ValueError(f"{name} must be numbers with commas between, got {text[:60]!r}") from None
    if (count is not None and len(numbers) != count) or not all(map(math.isfinite, numbers)):
        wanted = "" if count is None else f"{count} "
        raise ValueError(f"{name} must be {wanted}finite numbers, got {text[:60]!r}")
    return numbers
