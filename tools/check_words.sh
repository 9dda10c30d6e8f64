#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# check_words.sh - pages and messages use the terms of docs/glossary.md. Fails when a word that
# tools/words.tsv retires stands in a page or message it names, and when a term of the glossary is
# used nowhere else in the pages or the public headers. Names in code spans are free: keys, event
# kinds and statistics keep their words.

set -euo pipefail
cd "$(dirname "$0")/.."

exec python3 - <<'PYTHON'
import fnmatch
import pathlib
import re
import subprocess
import sys

tracked = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True,
                         text=True, check=True).stdout.split()
bad = 0


def complain(text):
    global bad
    bad += 1
    print(f"words: {text}")


def blank(match):  # the same lines, without the text
    return re.sub(r"[^\n]", " ", match.group(0))


def prose(text):
    text = re.sub(r"^```.*?^```", blank, text, flags=re.M | re.S)
    text = re.sub(r"<!--.*?-->", blank, text, flags=re.S)
    text = re.sub(r"\]\([^)]*\)", blank, text)
    return re.sub(r"``[^`\n]*``|`[^`\n]*`", blank, text)


def messages(text):
    text = re.sub(r"^\s*#\s*include.*$", blank, text, flags=re.M)
    quoted = r'"(?:\\.|[^"\\\n])*"'
    tokens = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])+'|" + quoted, re.S)
    out, end = [], 0
    for match in tokens.finditer(text):
        out.append(re.sub(r"[^\n]", " ", text[end:match.start()]))
        # a text of one word is a name: of a key, a kind, a column
        is_text = match.group(0)[0] == '"' and " " in match.group(0)
        out.append(match.group(0) if is_text else blank(match))
        end = match.end()
    return "".join(out)


# ---- retired words ----

texts = {}


def text_of(path, part):
    if (path, part) not in texts:
        texts[path, part] = part(pathlib.Path(path).read_text(errors="replace"))
    return texts[path, part]


rows = [line.rstrip("\n").split("\t") for line in open("tools/words.tsv")
        if line.strip() and not line.startswith("#")]
for row in rows:
    if len(row) != 3:
        complain(f"tools/words.tsv: a row has old word, new word, places: {row}")
        continue
    old, new, places = row
    word = re.compile(rf"\b(?:{old})\b", re.I)
    seen = 0
    for place in places.split(","):
        part = messages if place.startswith("messages:") else prose
        files = [f for f in tracked if fnmatch.fnmatch(f, place.removeprefix("messages:"))
                 and "_test." not in f and pathlib.Path(f).exists()]
        seen += len(files)
        for path in files:
            if path == "docs/glossary.md" and part is prose:
                continue  # it names the former words
            for number, line in enumerate(text_of(path, part).split("\n"), 1):
                for match in word.finditer(line):
                    complain(f"{path}:{number}: '{match.group(0)}' is now: {new}")
    if seen == 0:
        complain(f"tools/words.tsv: no file is named by {places}")

# ---- terms of the glossary ----

pages = [f for f in tracked if f.endswith(".md") and f != "docs/glossary.md"
         and (f.startswith("docs/") or f == "README.md")]
headers = [f for f in tracked if f.startswith("include/") and f.endswith(".h")]
everything = " ".join(" ".join(pathlib.Path(f).read_text().lower().split())
                      for f in pages + headers if pathlib.Path(f).exists())
everything = re.sub(r" // | \* ", " ", everything)
terms = 0
for line in open("docs/glossary.md"):
    match = re.match(r"\| \*\*(.+?)\*\*", line)
    if match:
        terms += 1
        term = match.group(1).replace("`", "").lower()
        stem = re.escape(term[:-1]) + "(y|ies)" if term.endswith("y") else re.escape(term)
        if not re.search(rf"\b{stem}", everything):
            complain(f"docs/glossary.md: '{term}' is used in no page and no header")
if terms == 0:
    complain("docs/glossary.md has no terms")

print(f"words: {len(rows)} retired, {terms} terms")
sys.exit(bad > 0)
PYTHON
