"""Trees and data as commands read and write them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.reporting import Reporter, format_names

if TYPE_CHECKING:
    from pathlib import Path

    from bidvit.cuts import Cut
    from bidvit.io import Points, Source
    from bidvit.tree import ClusterTree


def load_tree(path: Path) -> ClusterTree:
    """Open a stored tree."""
    from bidvit.tree import ClusterTree

    return ClusterTree.load(path)


def cut_tree(tree: ClusterTree, where: dict[str, Any], n_jobs: int = 1) -> Cut:
    """Cut a tree where the options say."""
    asked = dict(where)
    n_steps = asked.pop("refine")
    try:
        found = tree.cut(**asked, n_jobs=n_jobs)
    except IndexError as error:
        raise ValueError(str(error)) from None
    except ValueError as error:
        if "exactly one of" in str(error):
            raise click.UsageError(
                "say where to cut: exactly one of -k, --radius, --level and --max-weight."
            ) from None
        raise
    return found.refine(iterations=n_steps, n_jobs=n_jobs) if n_steps else found


def read_data(
    source: Source, reporter: Reporter, columns: list[str] | None, **options: Any
) -> Points:
    """Read points, showing how far that is and saying which columns were left out."""
    from bidvit.io import read_points

    points = read_points(
        source,
        columns=columns,
        progress=lambda n_done, n: reporter.count("rows read", n_done, n),
        **options,
    )
    if points.left_out:
        reporter.note(f"columns left out: {format_names(points.left_out)}")
    if len(points.dropped):
        reporter.note(
            f"{len(points.dropped):,} of {points.n_rows:,} rows dropped for missing values"
        )
    return points


def columns_of(tree: ClusterTree, source: Source, columns: list[str] | None) -> list[str]:
    """Return the columns of new data that are the coordinates of a tree."""
    from bidvit.io.reading import choose_columns

    if columns is None and tree.origin is not None:
        columns = tree.origin.columns
    chosen, _ = choose_columns(source, columns, [])
    n = len(source.features(chosen))
    if n != tree.n_features:
        raise ValueError(
            f"{source.path} must give {tree.n_features} coordinates, as the tree has, got {n}: "
            "say which columns to take (--columns)"
        )
    return chosen


def check_tree_output(path: Path, force: bool, *, resume: bool = False) -> None:
    """Raise unless a tree can be saved there, or a run that was interrupted there goes on."""
    from bidvit.storage import MANIFEST, UNFINISHED

    parent = path.absolute().parent
    if not parent.is_dir():
        raise FileNotFoundError(f"there is no folder {path.parent} to save {path.name} in")
    if not os.access(parent, os.W_OK):
        raise PermissionError(f"no permission to write into {parent}")
    if not path.exists() or (path.is_dir() and not any(path.iterdir())):
        return
    if not path.is_dir():
        raise FileExistsError(f"output must be a new name or a tree, got the file {path}")
    if (path / UNFINISHED).is_dir():
        if resume:
            return
        raise FileExistsError(
            f"{path} holds a run that has not finished: go on with it (--memory and --resume), or "
            f"remove {path / UNFINISHED}"
        )
    if not (path / MANIFEST).exists():
        raise FileExistsError(f"{path} holds something else than a tree: choose a new name")
    if not force:
        raise FileExistsError(
            f"{path} is there already: choose a new name, or replace it (--force)"
        )


def save_tree(tree: ClusterTree, path: Path) -> int:
    """Save a tree, in place of one that is there; returns how many bytes it takes."""
    from bidvit.unfinished import make_folder

    if path.exists() and any(path.iterdir()):
        # One step replaces the old tree.
        tree.save(path)
    else:
        with make_folder(path) as folder:
            tree.save(folder)
    return measure_tree(path)


def measure_tree(path: Path) -> int:
    """Return the size of a stored tree in bytes."""
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def print_json(content: dict[str, Any]) -> None:
    """Print JSON; what is no number is null."""
    click.echo(json.dumps(_plain(content), indent=1, ensure_ascii=False, allow_nan=False))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return value if value - value == 0 else None
    return value
