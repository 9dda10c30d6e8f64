#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Random scenes resumed after each of their steps: the same bits.

  resumed.py PROGRAM FOLDER KIND:SEED...      PROGRAM is resume_everywhere (tests/golden), FOLDER is written to
  resumed.py PROGRAM FOLDER --count N         seeds 0 .. N-1 of each kind

A scene that the run itself does not get through, or not within a minute of processor time, says nothing here.
"""

import os
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from scenes import KINDS, scene_of  # noqa: E402  (the folder of this file comes first)

SECONDS = 60


def outcome(program, folder, name):
    path = os.path.join(folder, name.replace(":", "_") + ".yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(scene_of(name).text())

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 2))

    done = subprocess.run([program, path], capture_output=True, text=True, preexec_fn=limit, check=False)
    if done.returncode == 0:
        return "same"
    if done.returncode in (3, -24):  # the run ends early; SIGXCPU
        return "unknown"
    print(done.stdout.strip())
    return "other"


def main():
    program, folder, *names = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    if names[0] == "--count":
        names = [f"{kind}:{seed}" for seed in range(int(names[1])) for kind in KINDS]
    found = {name: outcome(program, folder, name) for name in names}
    others = [name for name in names if found[name] == "other"]
    count = {word: list(found.values()).count(word) for word in ("same", "other", "unknown")}
    print(f"resumed: {count['same']} scenes have the same bits, {count['other']} go on otherwise "
          f"({' '.join(others)}), {count['unknown']} do not end")
    return 1 if others or not count["same"] else 0


if __name__ == "__main__":
    sys.exit(main())
