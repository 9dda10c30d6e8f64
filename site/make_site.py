#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""make_site.py FOLDER | --look PAGE - makes the site of the pages in FOLDER/html, without network. Ends with 1 when Sphinx has
a warning, when a page asks for something from outside, or when a link of a page leads to no file.

The pages are taken as they are. Notebooks become pages; links to folders of the source become text, links to
its files become downloads. --look: only looks at one page of HTML."""

import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

TOP = pathlib.Path(__file__).resolve().parent.parent
KATEX = pathlib.Path("/usr/share/javascript/katex")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def page_of_notebook(path: pathlib.Path) -> str:
    parts = []
    for cell in json.loads(path.read_text())["cells"]:
        text = "".join(cell["source"])
        parts.append(text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```")
    return "\n\n".join(parts) + f"\n\n[The notebook itself]({path.name})\n"


def with_links(text: str, folder: pathlib.Path) -> str:
    """Links to folders become text; those to notebooks lead to their pages."""
    def link(found: re.Match[str]) -> str:
        words, target, anchor = found.groups()
        if re.match(r"[a-z]+:", target):
            return found.group()
        if (folder / target).is_dir():
            return words
        if target.endswith(".ipynb") and words != "The notebook itself":
            return f"[{words}]({target[:-6]}.md)"
        return f"[{words}]({target}{anchor or ''})"

    parts = re.split(r"(^```.*?^```$|`[^`\n]*`)", text, flags=re.M | re.S)  # code stays as it is
    joined = "".join(part if i % 2 else LINK.sub(link, part) for i, part in enumerate(parts))
    return joined


def stage(source: pathlib.Path) -> None:
    """What the pages lead to, with the pages, below `source`."""
    listed = subprocess.check_output(["git", "-C", TOP, "ls-files", "-co", "--exclude-standard", "-z"], text=True)
    for name in listed.split("\0"):
        if name and (TOP / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / name, source / name)
    for notebook in (source / "docs/notebooks").glob("*.ipynb"):
        notebook.with_suffix(".md").write_text(page_of_notebook(notebook))
    for page in [*source.glob("*.md"), *source.glob("docs/**/*.md"), *source.glob("tests/*/README.md")]:
        text = with_links(page.read_text(), page.parent)
        page.unlink()
        page.write_text(text)
    for name in ("conf.py", "index.md", "static"):
        (source / "site" / name).rename(source / name)
    shutil.copytree(KATEX / "fonts", source / "static/katex/fonts")
    for name in ("katex.min.js", "katex.min.css"):
        shutil.copy(KATEX / name, source / "static/katex")


class Resources(html.parser.HTMLParser):
    """What a page loads by itself, and where its links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        of = {key: value or "" for key, value in attributes}
        if tag == "a" or (tag == "link" and of.get("rel") in ("next", "prev", "search", "index", "canonical")):
            self.links.append(of.get("href", ""))
        else:
            self.loads += [of[key] for key in ("src", "href", "data") if key in of]


def look_at(page: pathlib.Path) -> list[str]:
    resources = Resources()
    resources.feed(page.read_text())
    wrong = [f"{page}: loads {name} from outside" for name in resources.loads if re.match(r"(https?:)?//", name)]
    for name in resources.loads + resources.links:
        path = urllib.parse.unquote(name.split("#")[0].split("?")[0])
        if path and not re.match(r"([a-z]+:)|//", path) and not (page.parent / path).exists():
            wrong.append(f"{page}: {name} leads nowhere")
    return wrong


def main() -> int:
    if sys.argv[1] == "--look":
        wrong = look_at(pathlib.Path(sys.argv[2]))
        print("\n".join(wrong))
        return 1 if wrong else 0
    folder = pathlib.Path(sys.argv[1]).resolve()
    source, out = folder / "source", folder / "html"
    for old in (source, out):
        shutil.rmtree(old, ignore_errors=True)
    source.mkdir(parents=True)
    stage(source)
    said = subprocess.run(["/usr/bin/python3", "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "auto", "-d", folder / "doctrees",
                           source, out]).returncode
    pages = sorted(p for p in out.rglob("*.html") if "_downloads" not in p.parts and "_static" not in p.parts)
    wrong = [problem for page in pages for problem in look_at(page)]
    for style in out.rglob("*.css"):
        wrong += [f"{style}: loads {found} from outside"
                  for found in re.findall(r"url\([\"']?((?:https?:)?//[^)\"']+)", style.read_text())]
    print("\n".join(wrong) or f"site: {len(pages)} pages in {out}, nothing from outside, no dead link")
    return 1 if said or wrong or len(pages) < 50 else 0


sys.exit(main())
