"""`bidvit plot` and `bidvit quantize`, driven as a user does."""

import json
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from commands import assert_refused_here, bidvit
from PIL import Image

import bidvit as package
from bidvit.datasets import make_grid
from bidvit.images import find_error


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    path = tmp_path_factory.mktemp("trees") / "grid.tree"
    package.cluster(make_grid(2, 30, random_state=0)[0], random_state=0).save(path)
    return path


@pytest.fixture
def photo(tmp_path):
    rng = np.random.default_rng(0)
    pixels = np.cumsum(rng.normal(size=(60, 80, 3)) * 12, axis=1) + 120
    path = tmp_path / "photo.png"
    Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).save(path)
    return path


def run(*arguments):
    code, out, err = bidvit(*arguments)
    assert (code, err) == (0, ""), err
    return out


# plot


@pytest.mark.parametrize(
    "options",
    [
        ["-k", 50],
        ["--kind", "levels"],
        ["--kind", "dendrogram", "--max-nodes", 12],
        ["--kind", "icicle"],
        ["--kind", "chunk", "--epsilon", 1.5],
        ["--kind", "partition", "--steps", 4],
    ],
    ids=str,
)
def test_plot(tree, tmp_path, options):
    path = tmp_path / "picture.png"
    out = run("plot", tree, "-o", path, *options, "--dpi", 100)
    assert out.startswith(f"{path} (")
    with Image.open(path) as picture:
        assert picture.format == "PNG"
        assert 650 <= picture.width <= 750
        assert len(set(picture.convert("L").tobytes())) > 10
    assert [file.name for file in tmp_path.iterdir()] == ["picture.png"]


@pytest.mark.parametrize("form", ["svg", "pdf"])
def test_vector_pictures_stay_small_and_the_same(tree, tmp_path, form):
    one, other = (tmp_path / f"{name}.{form}" for name in ("one", "other"))
    told = json.loads(run("plot", tree, "-o", one, "--json"))
    run("plot", tree, "-o", other, "--quiet")
    assert one.read_bytes() == other.read_bytes()
    assert told["bytes"] == one.stat().st_size < 1_000_000
    assert re.match(r"Level \d+: ε = ", told["title"])
    if form == "svg":
        assert "<text" in one.read_text(encoding="utf-8")


def test_plot_by_names_of_columns(tmp_path, capsys):
    data, tree = tmp_path / "a.csv", tmp_path / "a.tree"
    rows = np.random.default_rng(0).random((50, 3)).tolist()
    data.write_text("lat,lon,height\n" + "".join(f"{a},{b},{c}\n" for a, b, c in rows))
    run("fit", data, "-o", tree)
    by_name, by_number = tmp_path / "name.svg", tmp_path / "number.svg"
    run("plot", tree, "-o", by_name, "--columns", "height,lat")
    run("plot", tree, "-o", by_number, "--columns", "2,0")
    assert by_name.read_bytes() == by_number.read_bytes()
    arguments = ["plot", tree, "-o", tmp_path / "a.png", "--columns", "lat,x"]
    assert_refused_here(capsys, arguments, "no column 'x', only lat, lon, height")


def test_plot_refuses(tree, tmp_path, capsys):
    path = tmp_path / "picture.png"
    for arguments, message in (
        ([tree, "-o", tmp_path / "picture.gif"], "must end in .png, .svg or .pdf"),
        ([tmp_path / "none.tree", "-o", path], "none.tree"),
        ([tree, "-o", path, "--kind", "levels", "-k", 3], "for --kind clusters"),
        ([tree, "-o", path, "-k", 3, "--level", 1], "only one of --level"),
        ([tree, "-o", path, "--level", 999], "--level must be from"),
        ([tree, "-o", path, "--columns", "0,1,2"], "'0,1,2' is neither"),
        ([tree, "-o", path, "--columns", "0,x"], "the tree has no column 'x', its columns have"),
        ([tree, "-o", path, "--columns", "0,7"], "columns must be < 2"),
        ([tree, "-o", tmp_path / "no" / "a.png"], "there is no folder"),
    ):
        assert_refused_here(capsys, ["plot", *arguments], message)
    assert not list(tmp_path.iterdir())
    path.write_text("precious")
    assert_refused_here(capsys, ["plot", tree, "-o", path], "is there already")
    assert path.read_text() == "precious"
    run("plot", tree, "-o", path, "--force", "--quiet")
    assert path.read_bytes().startswith(b"\x89PNG")


# quantize


def test_quantize(photo, tmp_path):
    path = tmp_path / "few.png"
    out = run("quantize", photo, "-k", 30, "-o", path)
    assert "to 30 colors" in out
    assert "indexed PNG" in out
    with Image.open(photo) as before, Image.open(path) as after:
        assert after.mode == "P"
        assert len(after.getcolors()) == 30
        error = find_error(np.asarray(before), np.asarray(after.convert("RGB")))
    told = json.loads(
        run("quantize", photo, "-k", 30, "-o", path, "--force", "--json", "--jobs", 2)
    )
    assert told["mean_squared_error"] == pytest.approx(error)
    assert (told["n_colors"], told["mode"], told["width"], told["height"]) == (30, "P", 80, 60)
    run("quantize", photo, "-k", 1000, "-o", path, "--force", "--space", "oklab", "--quiet")
    with Image.open(path) as after:
        assert after.mode == "RGB"
        assert 900 < len(after.getcolors(5000)) <= 1000


def test_quantize_keeps_alpha_profile_and_the_way_up(tmp_path):
    rgba = np.random.default_rng(0).integers(0, 256, (20, 30, 4), dtype=np.uint8)
    rgba[..., 3] = np.where(rgba[..., 3] > 99, 255, 0)
    given, made = tmp_path / "given.png", tmp_path / "made.png"
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter
    Image.fromarray(rgba).save(given, icc_profile=b"a profile", exif=exif)
    run("quantize", given, "-k", 9, "-o", made, "--dither", "floyd-steinberg")
    with Image.open(made) as after:
        assert after.mode == "P"
        assert after.info["icc_profile"] == b"a profile"
        alpha = np.asarray(after.convert("RGBA"))[..., 3]
    assert (alpha == np.rot90(rgba[..., 3], -1)).all()


def test_report(photo, tmp_path):
    page, few = tmp_path / "page.html", tmp_path / "few.png"
    out = run("quantize", photo, "-k", 24, "-o", few, "--report", page)
    assert f"{page}: the report" in out
    text = page.read_text(encoding="utf-8")
    assert text.count("<img ") == 3
    assert not re.search(r'(src|href)="(?!data:|#)', text)
    assert text.count("<tr>") == 10  # a line of titles, 2 to 256, and 24
    rows = re.findall(r"<td>([\d,]+)</td><td[^>]*>([\d.,]+)</td><td>([\d.,]+)</td>", text)
    numbers = {
        int(k): (float(ours.replace(",", "")), float(other.replace(",", "")))
        for k, ours, other in rows
    }
    assert set(numbers) == {2, 4, 8, 16, 24, 32, 64, 128, 256}
    assert all(numbers[k][0] < numbers[k][1] for k in (16, 24, 32, 64, 128, 256))
    assert "<svg" in text
    assert text.count("background: #") >= 24


def test_quantize_refuses(photo, tmp_path, capsys):
    made = tmp_path / "made.png"
    text = tmp_path / "text.png"
    text.write_text("no image")
    cut_off = tmp_path / "cut_off.png"
    cut_off.write_bytes(photo.read_bytes()[:3000])
    there = sorted(tmp_path.iterdir())
    for arguments, message in (
        ([tmp_path / "none.png", "-k", 3, "-o", made], "there is no file"),
        ([text, "-k", 3, "-o", made], "cannot be read as an image"),
        ([cut_off, "-k", 3, "-o", made], "cannot be read as an image"),
        ([photo, "-k", 0, "-o", made], "-k"),
        ([photo, "-k", 3, "-o", tmp_path / "made.jpg"], "must end in .png"),
        ([photo, "-k", 3, "-o", tmp_path / "no" / "made.png"], "there is no folder"),
        ([photo, "-k", 3, "-o", photo], "is there already"),
        ([photo, "-k", 3, "-o", made, "--report", tmp_path / "page.txt"], "must end in .html"),
        ([photo, "-k", 3, "-o", made, "--space", "hsv"], "hsv"),
    ):
        assert_refused_here(capsys, ["quantize", *arguments], message)
    assert sorted(tmp_path.iterdir()) == there


# Interrupted and killed in the middle of writing, which is made slow

SLOW = """
import sys, time
import bidvit.cli, bidvit.unfinished as unfinished
open_file = unfinished.make_file
class Slow:
    def __init__(self, path):
        self.made = open_file(path)
    def __enter__(self):
        self.file = self.made.__enter__()
        return self
    def __exit__(self, *error):
        return self.made.__exit__(*error)
    def write(self, data):
        written = self.file.write(data)
        self.file.flush()
        print("slow", file=sys.stderr, flush=True)
        time.sleep(30)
        return written
    def __getattr__(self, name):
        return getattr(self.file, name)
unfinished.make_file = Slow
bidvit.cli.main()
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("command", ["plot", "quantize"])
def test_ended_in_the_middle_of_writing(sent, command, tree, photo, tmp_path):
    made, page = tmp_path / "made.png", tmp_path / "page.html"
    made.write_text("old")
    page.write_text("old")
    arguments = ["plot", tree, "-o", made]
    if command == "quantize":
        arguments = ["quantize", photo, "-k", 9, "-o", made, "--report", page]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, *map(str, arguments), "--force"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr.readline() == "slow\n"
    process.send_signal(sent)
    start = time.perf_counter()
    out, _ = process.communicate(timeout=60)
    assert time.perf_counter() - start < 10  # not 30; a second where nothing else runs
    assert process.returncode == {2: 130, 15: 143, 1: 129, 9: -9}[sent]
    assert out == ""
    after = {path: path.read_bytes() for path in tmp_path.iterdir()}
    if sent == signal.SIGKILL:
        # What is left has a hidden name of its own, and is in nobody's way.
        left = after.keys() - before.keys()
        assert len(left) == 1
        assert left.pop().name.startswith(".made.png.")
        assert before.items() <= after.items()
    else:
        assert after == before
