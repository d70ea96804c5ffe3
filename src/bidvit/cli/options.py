"""Options that several commands have in common, by the library's names."""

from __future__ import annotations

import csv
import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from collections.abc import Callable


class NumberOrWord(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on only
    """A number, whole if need be, or one of a few words."""

    def __init__(self, *words: str, whole: bool = False) -> None:
        self.words = words
        self.whole = whole
        self.name = "|".join(("whole number" if whole else "number", *words))

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float | str:
        """Return the number or the word."""
        if isinstance(value, (int, float)):
            return value
        if value in self.words:
            return str(value)
        try:
            return int(value) if self.whole else float(value)
        except ValueError:
            kind = "a whole number" if self.whole else "a number"
            self.fail(f"{value!r} is neither {kind} nor {' or '.join(self.words)}", param, ctx)


class Levels(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on only
    """Levels such as 1,2,5-8."""

    name = "levels"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[int]:
        """Return the levels, ascending."""
        if isinstance(value, list):
            return value
        levels: set[int] = set()
        for part in value.split(","):
            first, dash, last = part.partition("-")
            try:
                begin = int(first)
                end = int(last) if dash else begin
            except ValueError:
                self.fail(f"{part!r} is not a level or a range such as 5-8", param, ctx)
            if not 1 <= begin <= end:
                self.fail(f"{part!r} must be levels from 1 on, the lower one first", param, ctx)
            if end > 100_000:
                self.fail(f"{part!r} is more levels than there can be", param, ctx)
            levels.update(range(begin, end + 1))
        return sorted(levels)


_CLUSTER_OPTIONS = (
    click.option(
        "--metric",
        type=click.Choice(["euclidean", "manhattan", "chebyshev", "cosine", "haversine"]),
        default="euclidean",
        show_default=True,
        help="Distance between rows.",
    ),
    click.option(
        "--linkage",
        type=click.Choice(["ward", "distance"]),
        default="ward",
        show_default=True,
        help="What closer than epsilon means.",
    ),
    click.option(
        "--representation",
        type=click.Choice(["centroid", "point"]),
        default="centroid",
        show_default=True,
        help="Whether nodes stand on points of the data; needs --linkage distance.",
    ),
    click.option(
        "--initial-epsilon",
        type=NumberOrWord("auto"),
        default="auto",
        show_default=True,
        help="Radius of interest at the first level.",
    ),
    click.option(
        "--initial-collapse",
        type=float,
        default=0.3,
        show_default=True,
        help="With an automatic one: share of the nodes to collapse at the first level.",
    ),
    click.option(
        "--growth",
        type=float,
        default=1.1,
        show_default=True,
        help="Factor on epsilon from level to level.",
    ),
    click.option(
        "--max-chunk-size",
        type=NumberOrWord("auto", whole=True),
        default=1500,
        show_default=True,
        help="Most nodes in a chunk; auto: the solver's largest problem, or 1000.",
    ),
    click.option(
        "--weight-scaling",
        type=click.Choice(["linear", "logarithmic"]),
        help="Scale the weights that the selection sees.",
    ),
)
CLUSTER_PARAMETERS = (
    "metric",
    "linkage",
    "representation",
    "initial_epsilon",
    "initial_collapse",
    "growth",
    "max_chunk_size",
    "weight_scaling",
)


def cluster_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the parameters of `bidvit.cluster` to a command; it gets them as one dict."""

    @functools.wraps(command)
    def collected(**values: Any) -> Any:
        parameters = {name: values.pop(name) for name in CLUSTER_PARAMETERS}
        return command(**values, cluster_parameters=parameters)

    return _add(_CLUSTER_OPTIONS, collected)


class Names(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on only
    """Columns such as x,y or, by their numbers from 0, 0,3,5-8."""

    name = "columns"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[str]:
        """Return the names, ranges of numbers written out."""
        if isinstance(value, list):
            return value
        names: list[str] = []
        for part in next(csv.reader([value])):
            first, dash, last = part.partition("-")
            if dash and first.isdecimal() and last.isdecimal():
                if not int(first) <= int(last) < 100_000:
                    self.fail(f"{part!r} must be a range, the lower number first", param, ctx)
                names += map(str, range(int(first), int(last) + 1))
            elif not part.strip():
                self.fail(f"{value!r} has a name that is empty", param, ctx)
            else:
                names.append(part.strip())
        return names


class Setting(click.ParamType):  # type: ignore[type-arg] # generic from click 8.3 on only
    """A parameter of a solver, as NAME=VALUE."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        """Return name and value; what is not a number, true, false or null is a word."""
        if isinstance(value, tuple):
            return value
        name, sign, text = value.partition("=")
        if not sign or not name:
            self.fail(f"{value!r} is not NAME=VALUE", param, ctx)
        try:
            return name, json.loads(text)
        except ValueError:
            return name, text


_FIT_OPTIONS = (
    click.option("--max-levels", type=int, help="Most levels above level 0."),
    click.option(
        "--stop-at",
        type=int,
        default=1,
        show_default=True,
        help="Stop when no more than this many nodes are left.",
    ),
    click.option(
        "--radii",
        type=click.Choice(["exact", "bound"]),
        default="exact",
        show_default=True,
        help="Measure the radii, or only bound them.",
    ),
    click.option(
        "--selection",
        default="greedy",
        show_default=True,
        metavar="SOLVER",
        help="Who picks the nodes of a chunk: greedy, local-search, exact, annealing, ...",
    ),
    click.option(
        "--selection-params",
        type=Setting(),
        multiple=True,
        help="A parameter of that solver; may be given several times.",
    ),
    click.option(
        "--on-failure",
        type=click.Choice(["raise", "greedy"]),
        default="raise",
        show_default=True,
        help="What to do where the solver fails.",
    ),
    click.option(
        "--coarsening",
        type=click.Choice(["separated", "dense"]),
        default="separated",
        show_default=True,
        help="Whether picks are apart, or dense at small cost.",
    ),
)
FIT_PARAMETERS = (
    "max_levels",
    "stop_at",
    "radii",
    "selection",
    "selection_params",
    "on_failure",
    "coarsening",
)

_DATA_OPTIONS = (
    click.option(
        "--columns",
        type=Names(),
        help="Columns to take, by name or number from 0, such as x,y or 0,3,5-8. By default all "
        "that hold numbers.",
    ),
    click.option(
        "--array", help="Which array of an .npz or .zarr; X, or the only one, by default."
    ),
    click.option(
        "--drop-missing", is_flag=True, help="Leave out rows with missing or infinite values."
    ),
)

_DISK_OPTIONS = (
    click.option(
        "--memory",
        metavar="SIZE",
        help="Cluster on disk, in no more memory than this, such as 500MB or 2GB.",
    ),
    click.option(
        "--splits",
        type=click.Choice(["auto", "exact", "sample"]),
        help="With --memory: whether nodes that do not fit are cut at the exact medians, as in "
        "memory, or at those of a sample; auto, the default: exact while that is quick.",
    ),
    click.option(
        "--resume", is_flag=True, help="With --memory: go on with a run that was interrupted."
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Cluster on disk by the workers of a running Dask cluster, such as tcp://HOST:8786, "
        "which must see DATA and the tree; --memory is then for each.",
    ),
)
DISK_PARAMETERS = ("memory", "splits", "resume", "scheduler")

_RUN_OPTIONS = (
    click.option(
        "--random-state", type=click.IntRange(min=0), default=0, show_default=True, help="Seed."
    ),
    click.option(
        "--n-jobs",
        "--jobs",
        "n_jobs",
        type=int,
        default=1,
        show_default=True,
        help="Threads; -1: all processors.",
    ),
)

_OUTPUT_OPTIONS = (
    click.option("--force", is_flag=True, help="Replace the output if it is there already."),
    click.option("--quiet", is_flag=True, help="Show no progress, no notes and no summary."),
    click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON."),
)

_CUT_OPTIONS = (
    click.option("-k", "--n-clusters", type=int, help="Exactly this many clusters."),
    click.option("--radius", type=float, help="The fewest clusters with no larger radius."),
    click.option("--level", type=int, help="A level of the tree; negative: from the top."),
    click.option("--max-weight", type=float, help="The fewest clusters none of which is heavier."),
    click.option(
        "--min-weight", type=float, help="Drop lighter clusters; their rows get label -1."
    ),
    click.option(
        "--criterion",
        type=click.Choice(["inertia", "radius"]),
        default="inertia",
        show_default=True,
        help="What -k keeps small.",
    ),
    click.option(
        "--refine",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        help="Most steps of Lloyd's algorithm that improve the cut.",
    ),
)
CUT_PARAMETERS = (
    "n_clusters",
    "radius",
    "level",
    "max_weight",
    "min_weight",
    "criterion",
    "refine",
)


def _add(options: tuple[Any, ...], command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(options):
        command = option(command)
    return command


def fit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add those parameters of the estimator that `cluster_options` has not; one dict, too."""

    @functools.wraps(command)
    def collected(**values: Any) -> Any:
        parameters = {name: values.pop(name) for name in FIT_PARAMETERS}
        parameters["selection_params"] = dict(parameters["selection_params"]) or None
        return command(**values, fit_parameters=parameters)

    return _add(_FIT_OPTIONS, collected)


def disk_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add how to cluster on disk; the command gets that as one dict, or None."""

    @functools.wraps(command)
    def collected(**values: Any) -> Any:
        parameters = {name: values.pop(name) for name in DISK_PARAMETERS}
        if parameters["scheduler"] is not None:
            parameters["memory"] = parameters["memory"] or "2GB"
            context = click.get_current_context()
            if context.get_parameter_source("n_jobs") is not ParameterSource.DEFAULT:
                raise click.UsageError("--n-jobs is for threads of this process: leave it out")
            values["n_jobs"] = None
        if parameters["memory"] is None:
            for name in ("splits", "resume"):
                if parameters[name]:
                    raise click.UsageError(
                        f"--{name} is for clustering on disk: give --memory, too"
                    )
            return command(**values, disk_parameters=None)
        parameters["splits"] = parameters["splits"] or "auto"
        return command(**values, disk_parameters=parameters)

    return _add(_DISK_OPTIONS, collected)


def cut_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what `ClusterTree.cut` can be asked for; the command gets it as one dict."""

    @functools.wraps(command)
    def collected(**values: Any) -> Any:
        where = {name: values.pop(name) for name in CUT_PARAMETERS}
        return command(**values, where=where)

    return _add(_CUT_OPTIONS, collected)


def data_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what to take of a data file."""
    return _add(_DATA_OPTIONS, command)


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the seed and the number of threads."""
    return _add(_RUN_OPTIONS, command)


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add how to write and what to say."""
    return _add(_OUTPUT_OPTIONS, command)


def jobs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the number of threads alone."""
    return _add(_RUN_OPTIONS[1:], command)


DATA = click.Path(path_type=Path, allow_dash=True)
TREE = click.Path(path_type=Path)
FILE = click.Path(path_type=Path)
