"""How Sphinx builds the documentation: `make docs`."""

import os
import sys
import warnings
from importlib.metadata import version as version_of
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "extensions"))
# The classes of the reference are drawn from what is installed; pictures need no screen.
os.environ["MPLBACKEND"] = "agg"

project = "bidvit"
author = "The bidvit developers"
copyright = author
version = release = version_of("bidvit")
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "numpydoc",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
    "commands",
    "running",
]
exclude_patterns = ["_build", "extensions"]
templates_path = []
# What users' code would warn about is shown to them; here it must not happen.
nitpicky = False

# Text: quotation marks and dashes stay as they are written.
smartquotes = False

# Markdown
myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3

# The reference: a name in single backticks is a Python object if there is one.
default_role = "py:obj"
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "none"
numpydoc_show_class_members = False
add_module_names = False

# The gallery: every script is run, and a script that fails ends the build.
sphinx_gallery_conf = {
    "examples_dirs": "../examples/gallery",
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "within_subsection_order": "FileNameSortKey",
    "abort_on_example_error": True,
    "download_all_examples": False,
    "write_computation_times": False,
    "min_reported_time": 1e9,
    "remove_config_comments": True,
    "show_signature": False,
    "image_srcset": ["2x"],
    "thumbnail_size": (480, 360),
    "reset_modules": ("matplotlib",),
}
warnings.filterwarnings("error", module=r"bidvit(\.|$)")

# Pages
html_theme = "pydata_sphinx_theme"
html_title = "bidvit"
html_static_path = ["static"]
html_css_files = ["bidvit.css"]
html_show_sourcelink = False
html_theme_options = {
    "logo": {"text": "bidvit"},
    "header_links_before_dropdown": 7,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "footer_start": ["copyright"],
    "footer_end": ["sphinx-version"],
}
html_context = {"default_mode": "auto"}
html_sidebars = {"tutorial": []}
copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_selector = ", ".join(
    f"div.highlight-{kind} pre"
    for kind in ("python", "console", "bash", "default", "Python")
)
