#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""same_objects.py BASE HEAD [WORDS] - whether two builds of the library made the same code.

BASE and HEAD are build folders (-O2 -DNDEBUG). Every object below CMakeFiles is reduced to its
instructions, constants and relocations; moved files, renamed types, fields, functions and split
headers leave these as they were. Objects are found by their content, so a file may move. WORDS is
a file of lines `old new`: symbols renamed on the way. Prints the objects that differ; exit 1 then.
"""
import hashlib
import pathlib
import re
import subprocess
import sys


def words_of(path):
    pairs = [line.split() for line in open(path) if line.strip()]
    return {old: new for old, new in pairs}


def reduced(path, words):
    dump = subprocess.run(
        ["objdump", "-d", "-r", "-s", "-j", ".text", "-j", ".rodata", "-j", ".data.rel.ro.local",
         "-j", ".text.unlikely", str(path)], capture_output=True, text=True).stdout
    lines = dump.splitlines()[3:]
    text = "\n".join(lines)
    if words:
        text = re.sub(r"[A-Za-z_]\w+", lambda m: words.get(m.group(0), m.group(0)), text)
    return hashlib.sha256(text.encode()).hexdigest()


def objects(build, words):
    found = {}
    for path in sorted(pathlib.Path(build).glob("**/abut_objects.dir/**/*.o")):
        found.setdefault(reduced(path, words), []).append(path.stem)
    return found


def main():
    words = words_of(sys.argv[3]) if len(sys.argv) > 3 else {}
    base, head = objects(sys.argv[1], words), objects(sys.argv[2], {})
    gone = sorted(n for key in base.keys() - head.keys() for n in base[key])
    new = sorted(n for key in head.keys() - base.keys() for n in head[key])
    same = sum(len(names) for key, names in head.items() if key in base)
    print(f"{same} objects are the same")
    if gone or new:
        print("only in base:", *gone)
        print("only in head:", *new)
    return 1 if gone or new else 0


sys.exit(main())
