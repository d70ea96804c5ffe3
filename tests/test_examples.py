"""The examples run as users run them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

RUN = "from bidvit.cli import main; main()"
EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.slow
def test_demo_prints_its_tables_and_draws_a_picture(tmp_path):
    picture = tmp_path / "picture.png"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUN, "demo", "--output", picture],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    titles = [line for line in lines if line.split()[:3] == ["level", "epsilon", "nodes"]]
    assert len(titles) == 2
    chosen = [line.split() for line in lines if line.startswith("->")]
    assert len(chosen) == 2
    assert all(90 <= int(cells[3]) <= 110 for cells in chosen)
    scores = [float(score) for score in re.findall(r"adjusted Rand index (0\.\d+)", done.stdout)]
    assert len(scores) == 3  # of both levels, and of the cut that the tree recommends
    assert min(scores) > 0.85
    assert str(picture) in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
    page, tree = picture.with_suffix(".html"), picture.with_suffix(".tree")
    assert sorted(tmp_path.iterdir()) == sorted([picture, page, tree])
    assert "default-src 'none'" in page.read_text(encoding="utf-8")[:1000]
    command = lines[-1].split()
    assert command[1:] == ["explore", str(tree)]
    assert Path(command[0]).exists()


def test_near_duplicates_are_reduced_to_the_places_they_report(tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / "near_duplicates.py", "--reports", "20000"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "20,000 reports of 2,000 places" in done.stdout
    kept = int(re.search(r"keeps ([\d,]+) of them", done.stdout).group(1).replace(",", ""))
    assert 1900 <= kept <= 2000
    assert float(re.search(r"The farthest is (\d+\.\d)", done.stdout).group(1)) < 50
    assert list(tmp_path.iterdir()) == []
