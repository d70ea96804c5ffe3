"""The comparison as tables, in Markdown and CSV, and as pictures of quality against time."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

from benchmarks.rivals.methods import METHODS
from benchmarks.rivals.runs import SETS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Row = dict[str, Any]
COLUMNS = {
    "cpu_seconds": ("CPU s", "{:,.2f}"),
    "peak_mb": ("peak MB", "{:,.0f}"),
    "calinski_harabasz": ("Calinski–Harabasz ↑", "{:,.1f}"),
    "davies_bouldin": ("Davies–Bouldin ↓", "{:.3f}"),
    "inertia": ("inertia ↓", "{:.4g}"),
    "max_radius": ("max radius ↓", "{:.4g}"),
    "n_clusters": ("clusters", "{:,}"),
}
LEGEND = """\
One process for each run, one thread, seed 0, float32; imports and compilation are over before the
clock starts. CPU seconds are those of the processor until the labels are there, with the tree for
those who make one; peak MB is memory beyond the rows and the library. Radii are measured from the
means of the clusters. Rows marked * have another number of clusters than was asked for: their
scores cannot be compared with those of the others. What a table lacks was not run there."""
SETTINGS = """\
Settings are the libraries' own, apart from these. bidvit as in the paper: distance linkage, and the
level whose number of nodes is nearest to k. FAISS and superkmeans look at all rows, not a sample;
k-means of scikit-learn starts once, MiniBatchKMeans with batches of k rows, at least 1,024. Birch:
a threshold that leaves a few times k subclusters. betula-cluster: k-means over 8 k microclusters.
fast_hdbscan: leaves of half the mean size or more, noise to the nearest mean. Random and farthest
points: every row goes to the nearest."""
LEGEND_IN_A_ROW = """\
CPU seconds of one process, tree included, for twenty numbers of clusters from 100 to a tenth of the
rows, evenly by ratio. Where the time ran out, how many of them were done."""
COLORS = {"bidvit": "#d1495b", "floor": "#9aa0a6", "k-means": "#2e6f95", "tree": "#5b8c5a"}
# In pictures: so few clusters more or less make no difference to be seen.
MOST_MISSING = 0.02
SHORT = {"bidvit": "bidvit: cut", "bidvit+1": "+1", "bidvit+2": "+2", "bidvit+3": "+3 steps"}
SHORT["bidvit-radius"] = "bidvit: cut by radius"
GROUP_OF = {
    **dict.fromkeys((m.name for m in METHODS if m.package == "bidvit"), "bidvit"),
    **dict.fromkeys(("random", "farthest"), "floor"),
    **dict.fromkeys(
        ("faiss", "faiss++", "superkmeans", "superkmeans-h", "minibatch", "kmeans", "bisecting"),
        "k-means",
    ),
}


def make_report(rows: list[Row], machine: dict[str, Any]) -> str:
    """All tables, in Markdown."""
    parts = ["# bidvit and its rivals", describe(machine, rows), LEGEND, SETTINGS]
    singles = [row for row in rows if len(row["ks"]) == 1]
    for dataset, k in order_cases(singles):
        chosen = [row for row in singles if (row["dataset"], row["ks"][0]) == (dataset, k)]
        parts += [f"## {title_of(dataset, chosen)}, k = {k:,}", make_table(chosen, k)]
    in_a_row = [row for row in rows if len(row["ks"]) > 1]
    if in_a_row:
        parts += ["## Twenty numbers of clusters in a row", LEGEND_IN_A_ROW]
        parts.append(make_table_in_a_row(in_a_row))
    versions = sorted({row["version"] for row in rows})
    parts.append("Versions: " + ", ".join(versions) + ".")
    return "\n\n".join(parts) + "\n"


def describe(machine: dict[str, Any], rows: list[Row]) -> str:
    loads = [row["load"] for row in rows]
    return (
        "Measured on {processor} × {n_processors}, bidvit's kernels for {instruction_set}; "
        "Python {python}, NumPy {numpy}. ".format(**machine)
        + f"The 1-minute load when a run was started was between {min(loads):.0f} and "
        f"{max(loads):.0f}: what other programs do lengthens CPU seconds, too, though less than "
        "those on the clock."
    )


def title_of(dataset: str, rows: list[Row]) -> str:
    [title] = [d.title for d, _ in SETS if d.name == dataset]
    return f"{title}, {rows[0]['n_rows']:,} rows"


def order_cases(rows: Iterable[Row]) -> list[tuple[str, int]]:
    places = [dataset.name for dataset, _ in SETS]
    cases = {(row["dataset"], row["ks"][0]) for row in rows}
    return sorted(cases, key=lambda case: (places.index(case[0]), case[1]))


def order_methods(rows: list[Row]) -> list[Row]:
    places = [method.name for method in METHODS]
    return sorted(rows, key=lambda row: places.index(row["method"]))


def title_of_method(row: Row) -> str:
    [title] = [method.title for method in METHODS if method.name == row["method"]]
    return title


def make_table(rows: list[Row], k: int) -> str:
    lines = [("method", *(title for title, _ in COLUMNS.values()))]
    for row in order_methods(rows):
        if row["failure"] is not None:
            failed = (row["failure"], *("" for _ in list(COLUMNS)[1:]))
            lines.append((title_of_method(row), *failed))
            continue
        mark = "" if row["n_clusters"] == k else " *"
        cells = (form.format(row[key]) if key in row else "–" for key, (_, form) in COLUMNS.items())
        lines.append((title_of_method(row) + mark, *cells))
    return to_markdown(lines)


def make_table_in_a_row(rows: list[Row]) -> str:
    datasets = [d.name for d, _ in SETS if any(row["dataset"] == d.name for row in rows)]
    titles = [title_of(name, [row for row in rows if row["dataset"] == name]) for name in datasets]
    lines = [("method", *titles)]
    for method in METHODS:
        cells = []
        for dataset in datasets:
            found = [r for r in rows if (r["dataset"], r["method"]) == (dataset, method.name)]
            cells.append(tell_in_a_row(found[0]) if found else "–")
        if set(cells) != {"–"}:
            lines.append((method.title, *cells))
    return to_markdown(lines)


def tell_in_a_row(row: Row) -> str:
    if row["failure"] is None:
        return f"{row['cpu_seconds']:,.2f} s"
    done = len(row.get("clusters", []))
    return f"{row['failure']}: {done} of {len(row['ks'])}"


def to_markdown(lines: list[tuple[str, ...]]) -> str:
    first, *others = lines
    rule = ("---", *("---:" for _ in first[1:]))
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (first, rule, *others))


def write_csv(rows: list[Row], path: Path) -> None:
    """One line per run of one number of clusters."""
    titles = ["dataset", "n_rows", "method", "k", *COLUMNS, "seconds", "failure", "version"]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, titles, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for row in rows:
            if len(row["ks"]) == 1:
                writer.writerow({**row, "k": row["ks"][0]})


def draw(rows: list[Row], folder: Path) -> list[Path]:
    """Draw Calinski–Harabasz scores against time, a picture per data set and number of clusters."""
    singles = [r for r in rows if len(r["ks"]) == 1 and r["failure"] is None]
    paths = []
    for dataset, k in order_cases(singles):
        chosen = [
            row
            for row in singles
            if (row["dataset"], row["ks"][0]) == (dataset, k)
            and abs(row["n_clusters"] - k) <= MOST_MISSING * k
            and "calinski_harabasz" in row
        ]
        if len(chosen) > 1:
            paths.append(folder / f"rivals-{dataset}-{k}.png")
            draw_case(order_methods(chosen), f"{title_of(dataset, chosen)}, k = {k:,}", paths[-1])
    return paths


def draw_case(rows: list[Row], title: str, path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.4), layout="constrained")
    axes = figure.subplots()
    ours = [r for r in rows if r["method"] in {"bidvit", "bidvit+1", "bidvit+2", "bidvit+3"}]
    axes.plot(
        [r["cpu_seconds"] for r in ours],
        [r["calinski_harabasz"] for r in ours],
        color=COLORS["bidvit"],
        zorder=1,
    )
    for row in rows:
        group = GROUP_OF.get(row["method"], "tree")
        spot = row["cpu_seconds"], row["calinski_harabasz"]
        axes.scatter(*spot, s=28, color=COLORS[group], zorder=2)
        axes.annotate(
            SHORT.get(row["method"], title_of_method(row)),
            spot,
            xytext=(-14, 4) if row["method"] in {"bidvit+1", "bidvit+2"} else (6, -3),
            textcoords="offset points",
            fontsize=7.5,
            color=COLORS[group],
        )
    axes.set_xscale("log")
    axes.margins(x=0.16)
    axes.set(title=title, xlabel="CPU seconds, one thread", ylabel="Calinski–Harabasz score")
    axes.grid(visible=True, which="major", color="#eeeeee")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=110)
