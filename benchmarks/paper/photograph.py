"""The paper's application: a photograph with fewer colours."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image
from sklearn.cluster import KMeans
from sklearn.datasets import load_sample_image

from benchmarks.paper.results import Result, Task, draw_lines, make_axes, timed
from bidvit.images import ImageColors, find_error

if TYPE_CHECKING:
    from collections.abc import Callable

    Quantizer = Callable[[np.ndarray, int], np.ndarray]

N_COLORS = (16, 64, 256, 1024, 4096, 10_000)
QUICK_SIZE = 60  # pixels
MOST_INDEXED = 256
COLUMNS = {
    "method": "{}",
    "colours": "{:,}",
    "CPU seconds": "{:,.3f}",
    "mean squared error": "{:,.3f}",
}


def quantize_photograph(task: Task) -> Result:
    pixels, origin = load_photograph(task)
    if task.quick:
        pixels = np.ascontiguousarray(pixels[:QUICK_SIZE, :QUICK_SIZE])
    n_distinct = len(np.unique(pixels.reshape(-1, 3), axis=0))
    rows: list[dict[str, Any]] = []
    notes = ["The seconds of BiDViT hold the tree, which serves all numbers of colours, each time."]
    numbers = [k for k in N_COLORS if k <= n_distinct // 4]
    with timed() as tree:
        colors = ImageColors(pixels, random_state=0)
        colors.quantize(2)
    for n_steps, title in ((0, "BiDViT, cut"), (2, "BiDViT, cut + 2 steps")):
        for k in numbers:
            with timed() as clock:
                made = colors.quantize(k, n_steps=n_steps)
            row = {"method": title, "colours": k, "CPU seconds": tree.cpu_seconds}
            row["CPU seconds"] += clock.cpu_seconds
            rows.append({**row, "mean squared error": made.error})
    others: dict[str, tuple[Quantizer, int]] = {
        "k-means++": (run_kmeans, max(numbers)),
        "median cut (Pillow)": (run_median_cut, MOST_INDEXED),
    }
    if find_spec("imagequant"):
        others["libimagequant"] = run_imagequant, MOST_INDEXED
    else:
        notes.append("libimagequant was left out: pip install imagequant.")
    for title, (run, most) in others.items():
        for k in [k for k in numbers if k <= most]:
            with timed() as clock:
                pixels_made = run(pixels, k)
            row = {"method": title, "colours": k, "CPU seconds": clock.cpu_seconds}
            rows.append({**row, "mean squared error": find_error(pixels, pixels_made)})
            if clock.cpu_seconds > task.time_limit:
                notes.append(
                    f"{title}: larger palettes left out, {k:,} took {clock.cpu_seconds:,.0f} s."
                )
                break
    figure, (left, right) = make_axes(2)
    draw_lines(left, rows, "colours", "mean squared error", xscale="log", yscale="log")
    draw_lines(right, rows, "colours", "CPU seconds", xscale="log", yscale="log")
    height, width = pixels.shape[:2]
    return Result(
        "photograph",
        "Figure 7: a photograph with fewer colours",
        f"{origin}, {width} × {height}, {n_distinct:,} colours. The paper's image has 230,427; it "
        "says that BiDViT is slower than the median cut and more accurate, and that k-means meets "
        "its bottleneck at about 10,000 colours. Pillow and libimagequant make up to 256. "
        "The error is the mean squared difference per pixel and channel, of 255 steps.",
        rows,
        COLUMNS,
        figure,
        notes,
    )


def load_photograph(task: Task) -> tuple[np.ndarray, str]:
    path = task.image
    if path is None and task.data is not None and (task.data / "baboon.png").is_file():
        path = task.data / "baboon.png"
    if path is not None:
        return np.asarray(Image.open(path).convert("RGB")), path.name
    return load_sample_image("china.jpg"), "scikit-learn's china.jpg"


def run_kmeans(pixels: np.ndarray, k: int) -> np.ndarray:
    colors, index, counts = np.unique(
        pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    model = KMeans(k, n_init=1, random_state=0)
    labels = model.fit(colors.astype(np.float32), sample_weight=counts).labels_
    palette = model.cluster_centers_.round().astype(np.uint8)
    return np.asarray(palette[labels][index.ravel()].reshape(pixels.shape))


def run_median_cut(pixels: np.ndarray, k: int) -> np.ndarray:
    made = Image.fromarray(pixels).quantize(k, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return np.asarray(made.convert("RGB"))


def run_imagequant(pixels: np.ndarray, k: int) -> np.ndarray:
    import imagequant

    image = Image.fromarray(pixels).convert("RGBA")
    made = imagequant.quantize_pil_image(image, dithering_level=0.0, max_colors=k)
    return np.asarray(made.convert("RGB"))
