"""`bidvit info`: what is in a stored tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.options import TREE

if TYPE_CHECKING:
    from pathlib import Path

    from bidvit.tree import ClusterTree


@click.command(
    short_help="Show the levels of a tree and what it was made from.",
    epilog="\b\nExamples:\n  bidvit info points.tree\n  bidvit info points.tree --json",
)
@click.argument("tree", type=TREE)
@click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON.")
def info(tree: Path, as_json: bool) -> None:
    """Show the levels of TREE, what it was made from and how.

    The table has a line per level; below it are charts of the number of nodes and of the
    Calinski-Harabasz score by level.
    """
    from bidvit.cli.files import load_tree, measure_tree, print_json

    opened, size = load_tree(tree), measure_tree(tree)
    if as_json:
        print_json(_describe(opened, tree, size))
    else:
        _print(opened, tree, size)


def _describe(tree: ClusterTree, path: Path, size: int) -> dict[str, Any]:
    scores = tree.scores(davies_bouldin=0)
    largest, total, lightest, heaviest = tree.nodes.level_figures.tolist()
    origin = tree.origin
    return {
        "tree": str(path),
        "bytes": size,
        "n_rows": tree.n_rows,
        "n_features": tree.n_features,
        "n_distinct": tree.nodes.n_leaves,
        "n_roots": tree.levels[-1].n_nodes,
        "parameters": tree.parameters,
        "radii": tree.radii_kind,
        "seconds": _fit_seconds(tree),
        "origin": None if origin is None else origin.to_json() | {"n_dropped": len(origin.dropped)},
        "levels": [
            {
                "level": m,
                "epsilon": level.epsilon,
                "n_nodes": level.n_nodes,
                "largest_radius": largest[m],
                "mean_radius": total[m] / level.n_nodes,
                "lightest": lightest[m],
                "heaviest": heaviest[m],
                "inertia": float(scores.inertia[m]),
                "calinski_harabasz": float(scores.calinski_harabasz[m]),
            }
            for m, level in enumerate(tree.levels)
        ],
    }


def _fit_seconds(tree: ClusterTree) -> float:
    return sum(s for step, s in tree.seconds.items() if step not in ("edges", "measured"))


def _print(tree: ClusterTree, path: Path, size: int) -> None:
    from bidvit.cli.reporting import (
        choose_chart_width,
        count,
        format_bytes,
        format_chart,
        format_names,
        format_seconds,
        print_facts,
        print_table,
    )
    from bidvit.tables import TITLES, list_cells

    origin = tree.origin
    facts = [
        (
            "tree",
            f"{path}, {format_bytes(size)}, made in {format_seconds(_fit_seconds(tree))}",
        ),
        (
            "rows",
            (
                f"{tree.n_rows:,}, {tree.nodes.n_leaves:,} of them distinct; "
                f"{count(tree.n_features, 'column')} of {tree.nodes.rows.dtype}"
            ),
        ),
    ]
    if origin is not None:
        of = f", array {origin.array}" if origin.array else ""
        facts.append(("from", f"{'standard input' if origin.path == '-' else origin.path}{of}"))
        facts.append(("columns", format_names(origin.columns)))
        if origin.weights:
            facts.append(("weights", origin.weights))
        if len(origin.dropped):
            facts.append(("dropped", f"{count(len(origin.dropped), 'row')} with missing values"))
    facts += _facts_of_parameters(tree)
    facts.append(
        (
            "levels",
            (
                f"{len(tree.levels):,}, from {count(tree.levels[0].n_nodes, 'node')} to "
                f"{tree.levels[-1].n_nodes:,}"
            ),
        )
    )
    print_facts(facts)
    click.echo()
    print_table(TITLES, list_cells(tree.levels))
    click.echo()
    width = choose_chart_width()
    counts = [level.n_nodes for level in tree.levels]
    click.echo(format_chart("nodes", counts, logarithmic=True, width=width))
    scores = tree.scores(davies_bouldin=0).calinski_harabasz.tolist()
    click.echo()
    click.echo(format_chart("Calinski-Harabasz score", scores, logarithmic=False, width=width))


def _facts_of_parameters(tree: ClusterTree) -> list[tuple[str, str]]:
    shown = [
        f"{name}={value:.6g}" if isinstance(value, float) else f"{name}={value}"
        for name, value in (tree.parameters | {"radii": tree.radii_kind}).items()
        if value not in (None, {}) and name != "n_features"
    ]
    lines: list[str] = []
    for part in shown:
        if lines and len(lines[-1]) + len(part) < 80:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return [("made with" if i == 0 else "", line) for i, line in enumerate(lines)]
