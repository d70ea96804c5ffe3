"""The built front end in the package: small, up to date, and there after an installation."""

import gzip
import os
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path

import pytest

WEB = Path(__file__).parents[1] / "web"
STATIC = Path(str(files("bidvit.explorer"))) / "static"
NAMES = ("explorer.css", "explorer.js", "index.html")


def test_the_bundle_is_there_and_small():
    assert {path.name for path in STATIC.iterdir()} == {*NAMES, "LICENSES.txt"}
    script, style = (STATIC / "explorer.js").read_bytes(), (STATIC / "explorer.css").read_bytes()
    assert len(gzip.compress(script)) + len(gzip.compress(style)) <= 120_000
    # Nothing is fetched from elsewhere: the addresses in it are names of XML namespaces.
    addresses = set(re.findall(rb"https?://[\w./-]+", script + style))
    assert {address.split(b"/")[2] for address in addresses} <= {b"www.w3.org"}


def test_the_licences_of_what_is_bundled_come_with_it():
    text = (STATIC / "LICENSES.txt").read_text(encoding="utf-8")
    for name in ("preact", "uplot", "flatbush", "d3-scale", "d3-hierarchy", "topojson-client"):
        assert re.search(rf"^{name} \d", text, re.MULTILINE), name


def test_the_lock_file_names_no_registry():
    lock = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in lock
    assert '"resolved"' not in lock


@pytest.mark.slow
def test_the_bundle_is_what_its_sources_make(tmp_path):
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        assert os.environ.get("CI") != "true", "CI must have Node to compare the bundle"
        pytest.skip("the bundle can be compared only where Node is")
    web = tmp_path / "web"
    shutil.copytree(WEB, web, ignore=shutil.ignore_patterns("node_modules"))
    for command in (
        ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"],
        ["npm", "run", "build"],
    ):
        done = subprocess.run(command, cwd=web, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    built = tmp_path / "src/bidvit/explorer/static"
    for name in (*NAMES, "LICENSES.txt"):
        assert (built / name).read_bytes() == (STATIC / name).read_bytes(), (
            f"{name} is not what web/ makes: run `npm ci && npm run build` there"
        )


def build(kind, folder, settings):
    """Pack the package as its build backend does; the core is left out, compiling takes minutes."""
    program = f"from scikit_build_core.build import {kind}; {kind}(r'{folder}', {settings})"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=WEB.parent, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.iterdir()
    return made


@pytest.mark.slow
def test_the_bundle_is_in_the_sdist(tmp_path):
    archive = build("build_sdist", tmp_path, {})
    shutil.unpack_archive(archive, tmp_path / "unpacked")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    for name in (*NAMES, "LICENSES.txt"):
        packed = unpacked / "src/bidvit/explorer/static" / name
        assert packed.read_bytes() == (STATIC / name).read_bytes()
    assert (unpacked / "web/src/main.ts").exists()
    assert not (unpacked / "web/node_modules").exists()


@pytest.mark.slow
def test_the_bundle_is_in_the_wheel_and_there_once_installed(tmp_path):
    (tmp_path / "wheel").mkdir()
    wheel = build(
        "build_wheel", tmp_path / "wheel", {"wheel.cmake": "false", "wheel.py-api": "py3"}
    )
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    home = next((environment / "lib").iterdir()) / "site-packages"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(home)
    program = (
        "from importlib.resources import files; import bidvit; "
        "print(*sorted(p.name for p in (files('bidvit.explorer') / 'static').iterdir()))"
    )
    done = subprocess.run(
        [environment / "bin/python", "-I", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout.split() == sorted([*NAMES, "LICENSES.txt"])
