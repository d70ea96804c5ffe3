"""Colour quantisation: palettes, errors against median cuts, dithering, alpha, formats."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.cbook import get_sample_data
from PIL import Image
from sklearn.datasets import load_sample_images
from strategies import RNGS

from bidvit import _core
from bidvit.colors import SPACES, convert_from_rgb, convert_to_rgb, find_distinct_colors
from bidvit.images import ImageColors, find_error, open_image, quantize

CHINA, FLOWER = load_sample_images().images
with get_sample_data("grace_hopper.jpg") as file:
    HOPPER = np.asarray(Image.open(file).convert("RGB"))


def make_gradient(height=96, width=128):
    y, x = np.mgrid[:height, :width] / [[[height]], [[width]]]
    return np.rint(255 * np.stack([x, y, (x + y) / 2], axis=2)).astype(np.uint8)


def make_noise(rng, height=120, width=160):
    """Clouds of several scales, with hues of their own: like a photograph of nothing."""
    image = np.zeros((height, width, 3))
    for scale in (2, 4, 8, 16, 32):
        coarse = rng.normal(size=(height // scale + 2, width // scale + 2, 3)) * [1, 0.7, 0.4]
        image += scale * coarse.repeat(scale, 0).repeat(scale, 1)[:height, :width]
    image -= image.min()
    return np.rint(255 * image / image.max()).astype(np.uint8)


IMAGES = {
    "gradient": make_gradient(),
    "noise": make_noise(np.random.default_rng(0)),
    "random": np.random.default_rng(1).integers(0, 256, (90, 110, 3), dtype=np.uint8),
    "china": CHINA,
    "flower": FLOWER,
    "hopper": HOPPER,
}


def cut_by_pillow(image, k):
    cut = Image.fromarray(image).quantize(k, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return np.asarray(cut.convert("RGB"))


def cut_by_median(image, k):
    """A plain median cut, the part with most pixels next, with no limit on k."""
    pixels = image.reshape(-1, 3).astype(np.int64)
    parts = [np.arange(len(pixels))]
    while len(parts) < k:
        most = max(len(part) for part in parts)
        parts.sort(key=len)
        # All parts of about that size are cut in one go.
        large = [part for part in parts if 2 * len(part) > most][-(k - len(parts)) :]
        kept = parts[: len(parts) - len(large)]
        for part in large:
            axis = np.ptp(pixels[part], axis=0).argmax()
            order = part[np.argsort(pixels[part, axis], kind="stable")]
            kept += [order[: len(order) // 2], order[len(order) // 2 :]]
        parts = [part for part in kept if len(part)]
    made = np.empty_like(image.reshape(-1, 3))
    for part in parts:
        made[part] = np.rint(pixels[part].mean(axis=0))
    return made.reshape(image.shape)


@pytest.mark.parametrize(
    ("name", "k"),
    # With 16 colours a median cut of an even square, the gradient, is as good as can be.
    [*((name, 256) for name in IMAGES), *((name, 16) for name in IMAGES if name != "gradient")],
)
def test_error_is_less_than_that_of_pillows_median_cut(name, k):
    image = IMAGES[name]
    few = quantize(image, k, random_state=0)
    assert few.n_colors <= k
    assert few.error == pytest.approx(find_error(image, few.to_array()), rel=1e-6)
    assert few.error < find_error(image, cut_by_pillow(image, k))


@pytest.mark.parametrize("name", ["china", "flower", "hopper", "noise"])
def test_error_is_less_than_that_of_a_median_cut_into_ten_thousand(name):
    image = IMAGES[name]
    colors = ImageColors(image, random_state=0)
    k = min(10_000, len(colors.colors) // 2)
    few = colors.quantize(k)
    assert few.n_colors <= k
    assert few.error < find_error(image, cut_by_median(image, k))


def test_steps_lower_the_error_and_more_colours_do():
    colors = ImageColors(HOPPER, random_state=0)
    by_steps = [colors.quantize(32, n_steps=n).error for n in (0, 1, 4)]
    assert by_steps == sorted(by_steps, reverse=True)
    by_number = [colors.quantize(k).error for k in (2, 8, 64, 512)]
    assert by_number == sorted(by_number, reverse=True)


@pytest.mark.parametrize("space", SPACES)
def test_pixels_get_the_nearest_colour_of_the_palette_in_the_space(space):
    image = IMAGES["noise"]
    few = quantize(image, 20, space=space, random_state=0)
    pixels = convert_from_rgb(image.reshape(-1, 3), space)
    palette = convert_from_rgb(few.palette, space)
    far = np.square(pixels[:, None] - palette).sum(axis=2)
    chosen = np.take_along_axis(far, few.indices.reshape(-1, 1), axis=1)[:, 0]
    np.testing.assert_allclose(chosen, far.min(axis=1), rtol=1e-4, atol=1e-6 * far.max())
    assert set(few.indices.ravel().tolist()) == set(range(few.n_colors))


@pytest.mark.parametrize("n_jobs", [1, 3])
def test_same_seed_same_image_for_any_number_of_threads(n_jobs):
    one = quantize(IMAGES["noise"], 30, random_state=3)
    other = quantize(IMAGES["noise"], 30, random_state=3, n_jobs=n_jobs)
    assert one.palette.tolist() == other.palette.tolist()
    assert one.indices.tolist() == other.indices.tolist()


def test_few_colours_are_all_kept():
    image = np.array([[[1, 2, 3], [4, 5, 6]], [[4, 5, 6], [255, 0, 0]]], np.uint8)
    for k in (3, 4, 1000):
        few = quantize(image, k)
        assert (few.error, few.n_colors) == (0, 3)
        assert few.to_array().tolist() == image.tolist()
    one = quantize(image, 1)
    assert one.palette.tolist() == [[66, 3, 4]]
    assert one.error == pytest.approx(find_error(image, one.to_array()))


# Dithering


def dither_slowly(pixels, palette):
    """Floyd and Steinberg in plain Python, row after row in alternating directions."""
    low, high = pixels.min(axis=(0, 1)), pixels.max(axis=(0, 1))
    height, width, _ = pixels.shape
    errors = np.zeros((height + 1, width + 2, 3), np.float32)
    numbers = np.empty((height, width), int)
    for y in range(height):
        step = -1 if y % 2 else 1
        for x in range(width)[::step]:
            wanted = np.minimum(np.maximum(pixels[y, x] + errors[y, x + 1], low), high)
            d = wanted - palette
            chosen = int(((d[:, 0] ** 2 + d[:, 1] ** 2) + d[:, 2] ** 2).argmin())
            numbers[y, x] = chosen
            part = (wanted - palette[chosen]) / np.float32(16)
            errors[y, x + 1 + step] += 7 * part
            errors[y + 1, x + 1 - step] += 3 * part
            errors[y + 1, x + 1] += 5 * part
            errors[y + 1, x + 1 + step] += part
    return numbers


@given(RNGS, st.integers(1, 9), st.integers(1, 9), st.integers(1, 12))
def test_dithering_is_that_of_the_reference(rng, height, width, k):
    pixels = rng.integers(0, 256, (height, width, 3)).astype(np.float32)
    palette = rng.integers(0, 256, (k, 3)).astype(np.float32)
    flat = pixels.reshape(-1, 3)
    box = np.stack([flat.min(axis=0), flat.max(axis=0)])
    numbers = np.empty((height, width), np.int32)
    places = np.arange(height * width, dtype=np.int32).reshape(height, width)
    _core.dither(flat, places, palette, box, numbers, _core.Stop())
    assert numbers.tolist() == dither_slowly(pixels, palette).tolist()


@given(RNGS, st.integers(1, 300), st.integers(1, 200), st.sampled_from([1, 4, 256, 65536]))
def test_nearest_colours_are_those_of_all_distances(rng, n, k, steps):
    # Few steps: ties, and boxes that are flat.
    scale = rng.choice([0, 1, 255], 3).astype(np.float32)
    colours = rng.integers(0, steps, (n, 3)).astype(np.float32) * scale
    palette = rng.integers(0, steps, (k, 3)).astype(np.float32) * rng.choice([scale, [1, 1, 1]])
    box = np.stack([colours.min(axis=0), colours.max(axis=0)])
    nearest = np.full(n, -1, np.int32)
    palette = palette.astype(np.float32)
    _core.match_palette(colours, 0, n, palette, box, nearest, _core.Stop())
    d = colours[:, None] - palette
    far = (d[..., 0] ** 2 + d[..., 1] ** 2) + d[..., 2] ** 2
    assert nearest.tolist() == far.argmin(axis=1).tolist()


def test_stopped_kernels_raise():
    stop = _core.Stop()
    stop.set()
    colour = np.zeros((1, 3), np.float32)
    box, number = np.zeros((2, 3), np.float32), np.zeros((1, 1), np.int32)
    with pytest.raises(Exception, match="stopped"):
        _core.dither(colour, number, colour, box, number.copy(), stop)
    with pytest.raises(Exception, match="stopped"):
        _core.match_palette(colour, 0, 1, colour, box, number[0].copy(), stop)


@pytest.mark.parametrize("space", SPACES)
def test_dithered_areas_have_the_mean_of_the_image(space):
    # A smooth ramp between two greys: without dithering, bands; with it, the right mean everywhere.
    ramp = np.rint(np.linspace(60, 180, 64 * 64)).astype(np.uint8).reshape(64, 64)
    flat = quantize(ramp, 4, space=space, random_state=0)
    smooth = quantize(ramp, 4, space=space, dither="floyd-steinberg", random_state=0)
    assert smooth.n_colors <= 4

    def off(few):
        blocks = (few.to_array().astype(float) - ramp).reshape(8, 8, 8, 8).mean(axis=(1, 3))
        return np.abs(blocks[1:-1]).mean()

    assert off(smooth) < off(flat) / 2
    assert flat.error < smooth.error


# Alpha and formats


def test_alpha_is_kept_and_what_is_not_seen_takes_no_part():
    rng = np.random.default_rng(0)
    image = rng.integers(0, 256, (30, 40, 4), dtype=np.uint8)
    image[..., 3] = rng.choice([0, 128, 255], (30, 40))
    image[image[..., 3] == 0, :3] = [255, 0, 255]
    image[0, 0] = [10, 20, 30, 255]
    for dither in (None, "floyd-steinberg"):
        few = quantize(image, 20, dither=dither, random_state=0)
        made = few.to_array()
        assert (made[..., 3] == image[..., 3]).all()
        assert few.error == pytest.approx(
            find_error(image[..., :3], made[..., :3], image[..., 3]), rel=1e-6
        )
        opened = few.to_pillow()
        assert opened.mode == "P"
        seen = image[..., 3] > 0
        as_pillow = np.asarray(opened.convert("RGBA"))
        assert (as_pillow[..., 3] == image[..., 3]).all()
        assert (as_pillow[seen] == made[seen]).all()
    # With another colour where nothing is seen, all is the same.
    image[image[..., 3] == 0, :3] = 7
    assert (quantize(image, 20, dither=dither, random_state=0).indices == few.indices).all()


def test_an_image_of_nothing():
    few = quantize(np.zeros((3, 4, 4), np.uint8), 5)
    assert (few.error, few.n_colors, few.to_pillow().mode) == (0, 1, "P")
    assert not few.to_array().any()


def test_modes_of_what_is_made():
    rng = np.random.default_rng(0)
    rgb = rng.integers(0, 256, (50, 60, 3), dtype=np.uint8)
    rgba = rng.integers(0, 256, (50, 60, 4), dtype=np.uint8)
    assert quantize(rgb, 256, random_state=0).to_pillow().mode == "P"
    assert quantize(rgb, 257, random_state=0).to_pillow().mode == "RGB"
    assert quantize(rgba, 100, random_state=0).to_pillow().mode == "RGBA"
    assert quantize(rgb[..., :2], 100, random_state=0).to_pillow().mode == "LA"
    assert quantize(rgb[..., 0], 20, random_state=0).to_pillow().mode == "P"
    deep = rng.integers(0, 65536, (20, 30), dtype=np.uint16)
    few = quantize(deep, 30, random_state=0)
    assert few.to_pillow().mode == "I;16"
    assert (np.asarray(few.to_pillow()) == few.to_array()).all()
    assert few.to_array().dtype == np.uint16


MODES = ["1", "L", "LA", "P", "PA", "RGB", "RGBA", "CMYK", "YCbCr", "I;16"]


@pytest.mark.parametrize("mode", MODES)
def test_images_of_pillow_are_read_as_they_look(mode):
    if mode == "I;16":
        given = Image.fromarray(IMAGES["noise"][..., 0].astype(np.uint16) * 257)
        meant = np.asarray(given)
    else:
        given = Image.fromarray(IMAGES["gradient"]).convert("RGBA" if mode == "PA" else "RGB")
        given = given.convert("P").convert("PA") if mode == "PA" else given.convert(mode)
        grey = mode in ("1", "L", "LA")
        alpha = mode in ("LA", "PA", "RGBA")
        meant = np.asarray(given.convert({(1, 0): "L", (1, 1): "LA"}.get((grey, alpha), "RGBA")))
        meant = meant if alpha or grey else meant[..., :3]
    kept = quantize(given, 1 << 20)
    assert kept.error == 0
    assert kept.to_array().tolist() == meant.tolist()


def test_palettes_with_transparency(tmp_path):
    given = Image.fromarray(np.array([[0, 1, 2]], np.uint8)).convert("P")
    given.putpalette([255, 0, 0, 0, 255, 0, 0, 0, 255])
    given.save(tmp_path / "see.png", transparency=bytes([255, 0, 90]))
    few = quantize(tmp_path / "see.png", 8)
    assert few.to_array()[..., 3].tolist() == [[255, 0, 90]]
    assert few.n_colors == 2


def test_wrong_images(tmp_path):
    with pytest.raises(TypeError, match="uint8 or uint16, got float64"):
        quantize(np.zeros((3, 3)), 2)
    with pytest.raises(ValueError, match=r"got \(3, 3, 5\)"):
        quantize(np.zeros((3, 3, 5), np.uint8), 2)
    with pytest.raises(ValueError, match="must have pixels"):
        quantize(np.zeros((0, 3), np.uint8), 2)
    with pytest.raises(ValueError, match="mode F"):
        quantize(Image.new("F", (2, 2)), 2)
    with pytest.raises(ValueError, match="from 0 to 65535, got 70000"):
        quantize(Image.new("I", (2, 2), 70000), 2)
    with pytest.raises(ValueError, match="n_colors must be >= 1, got 0"):
        quantize(CHINA, 0)
    with pytest.raises(ValueError, match="dither must be"):
        quantize(CHINA, 2, dither="bayer")
    with pytest.raises(ValueError, match="space must be"):
        quantize(CHINA, 2, space="hsv")
    with pytest.raises(FileNotFoundError, match="there is no file"):
        open_image(tmp_path / "none.png")
    (tmp_path / "text.png").write_text("no image")
    with pytest.raises(OSError, match="cannot be read as an image"):
        open_image(tmp_path / "text.png")


# Colours


@given(RNGS)
def test_colours_survive_the_way_there_and_back(rng):
    for dtype in (np.uint8, np.uint16):
        colors = rng.integers(0, np.iinfo(dtype).max + 1, (50, 3)).astype(dtype)
        for space in SPACES:
            back = convert_to_rgb(convert_from_rgb(colors, space), space, dtype)
            assert back.dtype == dtype
            assert back.tolist() == colors.tolist()


def test_known_colours():
    red = np.array([[255, 0, 0]], np.uint8)
    np.testing.assert_allclose(convert_from_rgb(red, "lab"), [[53.24, 80.09, 67.20]], atol=0.01)
    np.testing.assert_allclose(
        convert_from_rgb(red, "oklab"), [[0.62796, 0.22486, 0.12585]], atol=1e-4
    )
    np.testing.assert_allclose(convert_from_rgb(red, "linear-rgb"), [[1, 0, 0]])
    grey = np.array([[119, 119, 119]], np.uint8)
    np.testing.assert_allclose(convert_from_rgb(grey, "lab"), [[50.03, 0, 0]], atol=0.01)
    np.testing.assert_allclose(convert_from_rgb(grey, "linear-rgb"), 0.18447, atol=1e-4)


@given(RNGS, st.integers(0, 200), st.sampled_from([2, 256]))
def test_distinct_colours_are_those_of_unique(rng, n, most):
    for dtype, factor in ((np.uint8, 1), (np.uint16, 255)):
        pixels = (rng.integers(0, most, (n, 3)) * factor).astype(dtype)
        colors, numbers = find_distinct_colors(pixels)
        expected, inverse = np.unique(pixels, axis=0, return_inverse=True)
        assert colors.tolist() == expected.tolist()
        assert numbers.tolist() == inverse.ravel().tolist()
