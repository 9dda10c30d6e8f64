#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# check_sources.sh [--write] - docs/sources.md stays true: each test, case of `verify` and file that a
# row names exists, each row is whole, and the numbers at the top are those of the tables; --write
# writes them.

set -euo pipefail
cd "$(dirname "$0")/.."

exec python3 - "$@" <<'PYTHON'
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path("docs/sources.md")
tracked = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True,
                         text=True, check=True).stdout.split()
by_name = {}
for path in tracked:
    by_name.setdefault(path.rsplit("/", 1)[-1], []).append(path)
bad = 0


def complain(line, text):
    global bad
    bad += 1
    print(f"{PAGE}:{line}: {text}")


# ---- what a row may name ----

def has_function(path, name):
    text = pathlib.Path(path).read_text()
    if path.endswith(".c"):
        return f"AB_TEST({name})" in text
    return re.search(rf"\bdef {name}\(", text) is not None


data_words = set()
for path in tracked:
    if path.startswith("tests/verify/") and path.endswith((".yaml", ".xml", ".txt", ".table", ".points",
                                                           ".states", ".cases", ".problems")):
        data_words.add(path.rsplit("/", 1)[-1].rsplit(".", 1)[0])
        if not path.endswith((".yaml", ".xml")):
            data_words.update(pathlib.Path(path).read_text().split())


def has_case(family, case):
    literals = re.findall(r'"([^"\n]*)"', pathlib.Path(f"tests/verify/verify_{family}.c").read_text())
    for literal in literals:  # a name may be made: "slope_%g"
        pattern = re.sub(r"%[-.0-9]*[a-z]", ".+", re.escape(literal).replace(r"\%", "%").replace(r"\.", "."))
        if literal == case or ("%" in literal and re.match(r"[a-z]\w+_%", literal)
                               and re.fullmatch(pattern, case)):
            return True
    return case in data_words


def check_name(line, name):
    match = re.fullmatch(r"verify --family (\w+)(?: --case (\S+))?", name)
    if match:
        family, case = match.groups()
        if f"    F({family}, " not in pathlib.Path("tests/verify/families.h").read_text():
            complain(line, f"verify has no family {family}")
        elif case and not has_case(family, case):
            complain(line, f"the family {family} of verify has no case {case}")
        return
    file, _, function = name.partition(":")
    paths = [file] if file in tracked else by_name.get(file, []) if "/" not in file else []
    if len(paths) != 1:
        complain(line, f"there is no file {file}" if not paths else f"there are {len(paths)} files {file}")
    elif not re.search(r"(_test\.\w+|_tests\.mjs|/test_\w+\.py|\.yaml|\.xml)$", paths[0]):
        complain(line, f"{file} is no test and no model")
    elif function and not has_function(paths[0], function):
        complain(line, f"{file} has no test {function}")


# ---- the rows ----

sections, order, section = {}, [], None
lines = PAGE.read_text().split("\n")
for number, text in enumerate(lines, 1):
    if text.startswith("## "):
        section = text[3:]
        order.append(section)
        sections[section] = {"rows": 0, "same": 0, "differ": 0, "not here": 0, "no test": 0}
    if section is None or not text.startswith("|"):
        continue
    if text.count("|") != 5:
        complain(number, "a row has four cells")
        continue
    cells = [cell.strip() for cell in text.split("|")[1:5]]
    if cells[0] == "the source" or set(cells[0]) == {"-"}:
        continue
    what, here, held, difference = cells
    count = sections[section]
    count["rows"] += 1
    is_missing = difference.startswith("**not here**")
    count["not here" if is_missing else "differ" if difference else "same"] += 1
    if not what or not here or not held:
        complain(number, "an empty cell: write -")
    if "**not here**" in difference[1:]:
        complain(number, "**not here** stands at the beginning; make a row of its own of what is missing")
    if is_missing and len(difference) < 30:
        complain(number, "say why it is missing, or what to use instead")
    if held == "no test":
        count["no test"] += 1
    elif held == "-":
        if not is_missing:
            complain(number, "a row that is here names its test, or says: no test")
    else:
        names = re.findall(r"`([^`]+)`", held)
        if not names or re.sub(r"`[^`]+`", "", held).strip(" ,") != "":
            complain(number, f"'held by' is a list of tests in code spans: {held}")
        for name in names:
            check_name(number, name)

# ---- the numbers ----

keys = ["rows", "same", "differ", "not here", "no test"]
total = {key: sum(sections[s][key] for s in order) for key in keys}
table = ["| | rows | the same | differ | not here | no test |", "| --- | --- | --- | --- | --- | --- |"]
for name, count in [*((s, sections[s]) for s in order), ("all", total)]:
    table.append("| " + " | ".join([name] + [str(count[key]) for key in keys]) + " |")
begin, end = lines.index("<!-- counts -->"), lines.index("<!-- end of counts -->")
if "--write" in sys.argv[1:]:
    PAGE.write_text("\n".join(lines[:begin + 1] + table + lines[end:]))
elif lines[begin + 1:end] != table:
    complain(begin + 1, "the numbers are not those of the tables; tools/check_sources.sh --write")

print(f"sources: {total['rows']} rows, {total['same']} the same, {total['differ']} differ, "
      f"{total['not here']} not here, {total['no test']} without a test")
sys.exit(bad > 0)
PYTHON
