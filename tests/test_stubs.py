"""The committed stub of the compiled core says what the built core offers."""

from pathlib import Path

from nanobind.stubgen import StubGen

import bidvit
from bidvit import _core


def test_committed_stub_matches_built_core():
    generator = StubGen(_core)
    generator.put(_core)
    committed = Path(bidvit.__file__).with_name("_core.pyi")
    assert generator.get() == committed.read_text(encoding="utf-8"), "run `make stubs` and commit"
