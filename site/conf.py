# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Sphinx makes the site of the pages as they are. Nothing on it is fetched from elsewhere: formulas are
drawn by Debian's KaTeX, which make_site.py copies, and the search works from files."""

import pathlib
import re

here = pathlib.Path(__file__).resolve().parent
project = "Abut"
author = "The Abut authors"
copyright = "2026 The Abut authors"
release = re.search(r"^version: (.*)$", (here / "CITATION.cff").read_text(), re.M).group(1)
extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
source_suffix = {".md": "markdown"}
root_doc = "index"
include_patterns = ["index.md", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/**/*.md", "docs/*.md",
                    "tests/verify/README.md", "tests/scenes/README.md"]
exclude_patterns = []
html_theme = "furo"
html_title = f"Abut {release}"
html_static_path = ["static"]
html_css_files = ["katex/katex.min.css"]
html_js_files = ["katex/katex.min.js"]
mathjax_path = "formulas.js"  # instead of MathJax
html_copy_source = False
html_show_sourcelink = False
