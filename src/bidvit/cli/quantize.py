"""`bidvit quantize`: an image with fewer colours."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bidvit.cli.options import run_options
from bidvit.cli.reporting import Reporter

if TYPE_CHECKING:
    from bidvit.images import QuantizedImage


@click.command(
    epilog="\b\nExamples:\n"
    "  bidvit quantize photo.jpg -k 64 -o photo.png --dither floyd-steinberg\n"
    "  bidvit quantize photo.jpg -k 256 -o photo.png --report photo.html"
)
@click.argument("image", type=click.Path(path_type=Path))
@click.option(
    "-k",
    "--n-colors",
    type=click.IntRange(min=1),
    required=True,
    help="Most colours; of an image with fewer, all are kept.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The image; ends in .png.",
)
@click.option(
    "--space",
    type=click.Choice(["rgb", "linear-rgb", "lab", "oklab"]),
    default="rgb",
    show_default=True,
    help="Where colours are compared: rgb has the least error, lab and oklab suit the eye.",
)
@click.option(
    "--dither",
    type=click.Choice(["floyd-steinberg"]),
    help="Spread what each pixel misses over its neighbours.",
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write a page with the images side by side, and the error for other numbers of "
    "colours, against Pillow's median cut; ends in .html.",
)
@run_options
@click.option("--force", is_flag=True, help="Replace files that are there.")
@click.option("--quiet", is_flag=True, help="Show no progress and no summary.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def quantize(
    image: Path,
    n_colors: int,
    output: Path,
    space: Any,
    dither: Any,
    report: Path | None,
    random_state: int,
    n_jobs: int,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Reduce IMAGE to no more than so many colours.

    IMAGE is any file that Pillow reads; of an animation, the first frame. The result is an indexed
    PNG where 256 pairs of a colour and an alpha are enough, else one in RGB, or as grey as IMAGE.
    Alpha and colour profile are kept.
    """
    from bidvit.io import check_output

    check_output(output, force=force, endings=(".png",))
    if report is not None:
        check_output(report, force=force, endings=(".html",))
        if report.absolute() == output.absolute():
            raise click.UsageError("--report and --output must be two files.")

    from bidvit.images import ImageColors, open_image
    from bidvit.unfinished import make_file

    if report is not None:
        from bidvit.plots.frame import make_figure

        make_figure(1, 1)  # says at once if matplotlib is missing
    opened = open_image(image)
    reporter = Reporter(quiet or as_json)
    try:
        start = time.perf_counter()
        colors = ImageColors(
            opened,
            space=space,
            n_jobs=n_jobs,
            random_state=random_state,
            progress=reporter.follow_fit(opened.width * opened.height),
        )
        few = colors.quantize(n_colors, dither=dither)
        seconds = time.perf_counter() - start
        page = None
        if report is not None:
            from bidvit.reports import write_report

            page = write_report(
                image.name,
                opened,
                colors,
                few,
                dither,
                lambda n_done, n: reporter.count("numbers of colors compared", n_done, n),
            )
    finally:
        reporter.finish()
    profile = opened.info.get("icc_profile")
    with make_file(output) as file:
        few.to_pillow().save(file, format="PNG", icc_profile=profile)
        if report is not None and page is not None:
            # Both files appear, or none.
            with make_file(report) as report_file:
                report_file.write(page.encode())
    size = output.stat().st_size
    if as_json:
        click.echo(json.dumps(_describe(few, len(colors.colors), output, report, size, seconds)))
    elif not quiet:
        click.echo(
            f"{output}: {len(colors.colors):,} to {few.n_colors:,} colors in {seconds:.2f} s, mean "
            f"squared error {few.error:.4g}; {_name_mode(few)} PNG, {size / 1e3:,.0f} kB"
        )
        if report is not None:
            click.echo(f"{report}: the report")


def _name_mode(few: QuantizedImage) -> str:
    mode: str = few.to_pillow().mode
    return {"P": "indexed", "L": "grey", "LA": "grey and alpha", "I;16": "16-bit grey"}.get(
        mode, mode
    )


def _describe(
    few: QuantizedImage,
    n_before: int,
    output: Path,
    report: Path | None,
    size: int,
    seconds: float,
) -> dict[str, Any]:
    height, width = few.indices.shape
    return {
        "file": str(output),
        "report": None if report is None else str(report),
        "width": width,
        "height": height,
        "mode": few.to_pillow().mode,
        "n_colors_before": n_before,
        "n_colors": few.n_colors,
        "mean_squared_error": few.error,
        "seconds": round(seconds, 4),
        "bytes": size,
    }
