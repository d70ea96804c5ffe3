"""A page about an image of few colours: side by side, and the error for other numbers of them."""

from __future__ import annotations

import base64
import io
import math
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from bidvit.images import QuantizedImage, find_error
from bidvit.plots.frame import PALETTE, make_figure

if TYPE_CHECKING:
    from collections.abc import Callable

    from bidvit.images import Dither, ImageColors

_MOST_OF_PILLOW = 256
_WIDEST = 1600  # pixels of an image on the page; larger ones are scaled down

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; margin: 2rem auto;
  max-width: 90rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.images { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); }
figure { margin: 0; }
figure img { width: 100%; height: auto; image-rendering: auto; display: block;
  background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0 / 16px 16px; }
figcaption { margin-top: .4rem; }
.swatches { display: flex; flex-wrap: wrap; gap: 2px; }
.swatches span { width: 1.4rem; height: 1.4rem; border-radius: 3px; }
table { border-collapse: collapse; text-align: right; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .9rem; border-bottom: 1px solid #e6e6e6; font-weight: normal; }
th { color: #555; } td.better { font-weight: 600; }
svg { max-width: 100%; height: auto; }
"""


def write_report(
    name: str,
    image: Any,
    colors: ImageColors,
    few: QuantizedImage,
    dither: Dither | None,
    on_compared: Callable[[int, int], object],
) -> str:
    """Return the page as HTML that needs nothing else.

    Parameters
    ----------
    name : str
        Of the image.
    image : PIL.Image.Image
        What `colors` are those of.
    colors : ImageColors
    few : QuantizedImage
        What came of it.
    dither : str or None
        How `few` was dithered; the comparison is without.
    on_compared : callable
        Told how many numbers of colours are done, and of how many.

    Returns
    -------
    str
    """
    numbers = _choose_numbers(few.n_colors, len(colors.colors))
    errors, rivals = [], []
    for done, k in enumerate(numbers):
        on_compared(done, len(numbers))
        errors.append(colors.quantize(k).error)
        rivals.append(_cut_by_pillow(image, k)[1] if k <= _MOST_OF_PILLOW else math.nan)
    shown = [
        _show(image, f"{escape(name)}: {len(colors.colors):,} colors"),
        _show(
            few.to_pillow(),
            f"bidvit: {_count(few.n_colors)}{', Floyd–Steinberg' if dither else ''}, "
            f"mean squared error {few.error:.4g}",
        ),
    ]
    if few.n_colors <= _MOST_OF_PILLOW:
        cut, error = _cut_by_pillow(image, few.n_colors)
        shown.append(
            _show(
                cut,
                f"Pillow's median cut: {_count(few.n_colors)}, mean squared error {error:.4g}",
            )
        )
    height, width = few.indices.shape
    title = f"{escape(name)} in {_count(few.n_colors)}"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body>\n<h1>{title}</h1>\n"
        f"<p>{width:,} × {height:,} pixels; colors compared in {colors.space}.</p>\n"
        f'<div class="images">{"".join(shown)}</div>\n{_show_palette(few)}'
        "<h2>Error against number of colors</h2>\n"
        "<p>Mean squared difference from the image per pixel and channel, in sRGB, without "
        "dithering; less is better. Pillow's median cut makes 256 colors at most.</p>\n"
        f"{_draw_errors(numbers, errors, rivals, few.n_colors)}\n"
        f"{_tabulate(numbers, errors, rivals)}\n</body></html>\n"
    )


def _choose_numbers(n_colors: int, n_distinct: int) -> list[int]:
    """Powers of two up to four times the number asked for, at least to 256, and that number."""
    most = max(min(4 * n_colors, n_distinct), min(_MOST_OF_PILLOW, n_distinct))
    powers = [2**i for i in range(1, 31) if 2**i <= most]
    return sorted({*powers, n_colors})


def _cut_by_pillow(image: Any, n_colors: int) -> tuple[Any, float]:
    """Pillow's median cut, which takes no alpha, and its error as ours is measured."""
    from PIL.Image import Dither as PillowDither
    from PIL.Image import Quantize

    has_alpha = image.has_transparency_data
    seen = _to_rgba(image) if has_alpha else _to_rgba(image).convert("RGB")
    cut = seen.convert("RGB").quantize(n_colors, Quantize.MEDIANCUT, dither=PillowDither.NONE)
    made = cut.convert("RGB")
    alpha = np.asarray(seen)[..., 3] if has_alpha else None
    error = find_error(np.asarray(seen)[..., :3], np.asarray(made), alpha)
    if has_alpha:
        made.putalpha(seen.getchannel("A"))
    return made, error


def _to_rgba(image: Any) -> Any:
    if image.mode.startswith("I"):
        from PIL.Image import fromarray

        grey = np.rint(np.asarray(image) * (255 / 65535)).astype(np.uint8)
        return fromarray(grey).convert("RGBA")
    return image.convert("RGBA")


def _show(image: Any, caption: str) -> str:
    if image.mode.startswith("I"):
        image = _to_rgba(image).convert("L")
    elif image.mode not in ("1", "L", "LA", "P", "RGB", "RGBA"):
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    if image.width > _WIDEST:
        from PIL.Image import Resampling

        smaller = round(image.height * _WIDEST / image.width) or 1
        form = "RGBA" if image.has_transparency_data else "RGB"
        image = image.convert(form).resize((_WIDEST, smaller), Resampling.LANCZOS)
    file = io.BytesIO()
    image.save(file, format="PNG")
    data = base64.b64encode(file.getvalue()).decode()
    return (
        f'<figure><img alt="{caption}" src="data:image/png;base64,{data}">'
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _show_palette(few: QuantizedImage) -> str:
    if few.n_colors > _MOST_OF_PILLOW:
        return ""
    scale = 255 / np.iinfo(few.palette.dtype).max
    rows = np.rint(np.broadcast_to(few.palette, (few.n_colors, 3)) * scale).astype(int)
    codes = [f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in rows.tolist()]
    swatches = "".join(f'<span style="background: {code}" title="{code}"></span>' for code in codes)
    return f'<h2>Palette</h2>\n<div class="swatches">{swatches}</div>\n'


def _draw_errors(numbers: list[int], errors: list[float], rivals: list[float], chosen: int) -> str:
    """Return the chart as SVG."""
    from matplotlib import rc_context
    from matplotlib.ticker import FuncFormatter, NullLocator

    figure = make_figure(7.0, 3.6)
    ax = figure.add_subplot()
    for values, name, colour, marker in (
        (rivals, "Pillow's median cut", PALETTE[3], "s"),
        (errors, "bidvit", PALETTE[0], "o"),
    ):
        # A logarithmic axis has no place for an error of 0.
        shown = [value if value > 0 else math.nan for value in values]
        ax.plot(numbers, shown, color=colour, marker=marker, ms=4, lw=1.5, label=name)
    ax.axvline(chosen, color="#999999", lw=0.8, ls=":", zorder=0)
    ax.set_xscale("log", base=2)
    if any(value > 0 for value in errors):
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    ax.set_xticks(numbers if len(numbers) <= 12 else numbers[::2])
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.tick_params(axis="x", labelsize="small")
    ax.set_xlabel("colors")
    ax.set_ylabel("mean squared error")
    ax.grid(axis="y", color="#e6e6e6", lw=0.8)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False)
    file = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "bidvit"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    text = file.getvalue()
    return text[text.index("<svg") :]


def _tabulate(numbers: list[int], errors: list[float], rivals: list[float]) -> str:
    rows = []
    for k, error, rival in zip(numbers, errors, rivals, strict=True):
        better = ' class="better"' if error < rival else ""
        other = "" if math.isnan(rival) else f"{rival:,.4g}"
        rows.append(f"<tr><td>{k:,}</td><td{better}>{error:,.4g}</td><td>{other}</td></tr>")
    return (
        "<table><thead><tr><th>colors</th><th>bidvit</th><th>Pillow's median cut</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _count(n_colors: int) -> str:
    return f"{n_colors:,} color{'s' * (n_colors != 1)}"
