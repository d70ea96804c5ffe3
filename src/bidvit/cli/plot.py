"""`bidvit plot`: a picture of a tree."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.reporting import format_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bidvit.tree import ClusterTree

_FORMATS = (".png", ".svg", ".pdf")
_KINDS = ("clusters", "levels", "dendrogram", "icicle", "chunk", "partition")
# Which kinds each option belongs to.
_USES = {
    "level": ("clusters",),
    "n_clusters": ("clusters",),
    "radius": ("clusters",),
    "columns": ("clusters", "chunk", "partition"),
    "max_points": ("clusters", "chunk", "partition"),
    "max_nodes": ("dendrogram", "icicle"),
    "epsilon": ("chunk",),
    "steps": ("partition",),
}
_WANTED_CLUSTERS = 100


class _Columns(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on only
    """Two columns, or pca."""

    name = "i,j|pca"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str] | str:
        if not isinstance(value, str):
            first, second = value
            return first, second
        if value == "pca":
            return value
        names = next(csv.reader([value]))
        if len(names) != 2:
            self.fail(f"{value!r} is neither two columns such as 0,2 or x,y nor pca", param, ctx)
        return names[0].strip(), names[1].strip()


@click.command(
    epilog="\b\nExamples:\n"
    "  bidvit plot points.tree -o clusters.png -k 50\n"
    "  bidvit plot points.tree -o levels.pdf --kind levels"
)
@click.argument("tree", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The picture; ends in .png, .svg or .pdf.",
)
@click.option(
    "--kind",
    type=click.Choice(_KINDS),
    default="clusters",
    show_default=True,
    help="The points by cluster; k, epsilon and scores of all levels; the top of the tree in two "
    "ways; the picks of one chunk with their circles and cells; the median cut.",
)
@click.option(
    "-k", "--n-clusters", type=click.IntRange(min=1), help="clusters: a cut into so many."
)
@click.option("--radius", type=float, help="clusters: a cut within this radius.")
@click.option(
    "--level",
    type=int,
    help="clusters: a level, negative ones from the top; by default the finest of at most "
    f"{_WANTED_CLUSTERS} nodes.",
)
@click.option(
    "--columns",
    type=_Columns(),
    help="clusters, chunk, partition: two columns, by name or number from 0, or pca; by default "
    "pca where there are more than two.",
)
@click.option(
    "--max-points",
    type=click.IntRange(min=2),
    help="clusters, partition: most points drawn, 200,000 or 100,000 by default; chunk: most in "
    "it, 300.",
)
@click.option(
    "--max-nodes",
    type=click.IntRange(min=1),
    help="dendrogram, icicle: most nodes in the lowest level shown; 40 or 200 by default.",
)
@click.option(
    "--epsilon",
    type=float,
    help="chunk: epsilon; by default such that about every tenth point is picked.",
)
@click.option(
    "--steps", type=click.IntRange(min=0), help="partition: how often to halve; 5 by default."
)
@click.option(
    "--dpi",
    type=click.IntRange(10, 1200),
    default=200,
    show_default=True,
    help="Dots per inch; the picture is 7 inches wide.",
)
@click.option("--force", is_flag=True, help="Replace the output if it is there.")
@click.option("--quiet", is_flag=True, help="Print nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print what was drawn as JSON.")
def plot(
    tree: Path,
    output: Path,
    kind: str,
    dpi: int,
    force: bool,
    quiet: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Draw a picture of TREE.

    What is drawn are the distinct rows, in the tree's own coordinates. Options that name kinds
    belong to those.
    """
    from bidvit.io import check_output

    check_output(output, force=force, endings=_FORMATS)
    ctx = click.get_current_context()
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if kind not in _USES[name]:
            [flag] = [p.opts[-1] for p in ctx.command.params if p.name == name]
            raise click.UsageError(
                f"{flag} is for --kind {' or '.join(_USES[name])}, got --kind {kind}."
            )
    if sum(name in given for name in ("level", "n_clusters", "radius")) > 1:
        raise click.UsageError("only one of --level, -k and --radius can say where to cut.")

    from bidvit.plots.frame import make_figure
    from bidvit.tree import ClusterTree
    from bidvit.unfinished import make_file

    make_figure(1, 1)  # says at once if matplotlib is missing
    opened = ClusterTree.load(tree)
    if isinstance(given.get("columns"), tuple):
        given["columns"] = tuple(_find_column(opened, name) for name in given["columns"])
    ax = _draw(opened, kind, given)
    from matplotlib import rc_context

    # Text stays text, and the same picture is the same file.
    style: Any = {"svg.fonttype": "none", "svg.hashsalt": "bidvit", "pdf.fonttype": 42}
    form = output.suffix.lower()[1:]
    when = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form)
    with make_file(output) as file, rc_context(style):
        figure: Any = ax.figure
        figure.savefig(file, format=form, dpi=dpi, metadata=when)
    title = " ".join(ax.get_title(loc="left").split("\n"))
    size = output.stat().st_size
    if as_json:
        click.echo(json.dumps({"file": str(output), "kind": kind, "title": title, "bytes": size}))
    elif not quiet:
        click.echo(f"{output} ({size / 1e3:,.0f} kB): {title}")


def _find_column(tree: ClusterTree, name: str) -> int:
    """Return the number of a column; its name is that in the file of the tree."""
    features = [] if tree.origin is None else tree.origin.features
    if name in features:
        return features.index(name)
    if name.isdecimal():
        return int(name)
    known = f", only {format_names(features)}" if features else ", its columns have no names"
    raise ValueError(f"the tree has no column {name!r}{known}")


def _draw(tree: ClusterTree, kind: str, given: dict[str, Any]) -> Axes:
    from bidvit import plots

    if kind == "clusters":
        columns = given.pop("columns", None)
        n_levels = len(tree.levels)
        points = {"max_points": given.pop("max_points")} if "max_points" in given else {}
        if "level" in given:
            level = given["level"]
            if not -n_levels <= level < n_levels:
                raise ValueError(f"--level must be from {-n_levels} to {n_levels - 1}, got {level}")
        elif given:
            level = tree.cut(**given)
        else:
            sizes = [level.n_nodes for level in tree.levels]
            level = next((m for m, n in enumerate(sizes) if n <= _WANTED_CLUSTERS), len(sizes) - 1)
        return plots.plot_clusters(tree, None, level, columns=columns, **points)
    if kind == "levels":
        first: Axes = plots.plot_levels(tree)[0]
        return first
    if kind == "dendrogram":
        return plots.plot_dendrogram(tree, **given)
    if kind == "icicle":
        return plots.plot_icicle(tree, **given)

    from bidvit.plots.clusters import choose_plane, rows_of

    space = tree.nodes.space
    if space.on_sphere and space.name == "haversine":
        raise ValueError(f"--kind {kind} draws a plane, but the rows of this tree are on a sphere")
    points_in_space = rows_of(tree)
    plane = choose_plane(points_in_space, given.pop("columns", None))
    X = plane.project(points_in_space)
    if kind == "chunk":
        ax = plots.plot_coarsening(X, **given)
    else:
        given["n_steps"] = given.pop("steps", 5)
        ax = plots.plot_partition(X, **given)
    plane.name_axes(ax)
    return ax
