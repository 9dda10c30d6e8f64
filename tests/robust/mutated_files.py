#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""mutated_files.py CHECK_MANY KIND [--count N] [--first K] [--seed S] [--seconds S] [--keep FOLDER] -
models and meshes of this project, damaged at random, through `abut check` (check_many.c). Each has to
end with 0 or 3, in time, whatever the damage. KIND is yaml, xml or mesh. Input K of a seed is always
the same; those that fail stay in FOLDER. Damage: bits, cut and repeated pieces, pieces of other files,
lines in other order, numbers that nobody means, words of other models."""

import argparse
import collections
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

LARGEST = 60000  # bytes of a file that is damaged: larger ones take long and show no more
BATCH = 250      # files at a time
NUMBER = re.compile(rb"-?\d+\.?\d*(?:[eE][-+]?\d+)?")
WORD = re.compile(rb"[A-Za-z_]{3,}")
ODD = [b"0", b"-1", b"1e308", b"-1e308", b"1e-308", b".nan", b".inf", b"-.inf", b"4294967296", b"2147483647",
       b"-2147483648", b"1e12", b"1e-12", b"9" * 40, b"", b"0.5", b"3", b"1e6", b"t", b"[]", b"{}", b"~", b"true",
       b"'", b"1e-30"]
PLACES = {"yaml": ["models/**/*.yaml", "tests/**/*.yaml"],
          "xml": ["models/**/*.xml", "tests/**/*.xml"],
          "mesh": ["models/**/*.*", "tests/**/*.*"]}
MESHES = (".obj", ".stl", ".ply", ".gltf", ".glb", ".fem", ".nas", ".bdf")
WRONG = "tests/robust/models/"  # these are wrong before any damage: only pieces of them are used
SEEDS = "tests/robust/corpus/fuzz_mesh/*"  # NAME_FORMAT, behind a byte that also says the format
CARRIER = """abut: 1
materials: {s: {youngs_modulus: 1.0e9, poissons_ratio: 0.3, density: 1000}}
pairs: [{materials: [s, s], restitution: 0.5}]
bodies:
  g: {mobility: fixed, shapes: [{plane: {}, material: s}]}
  b: {position: [0, 0, 1], shapes: [{mesh: {file: %s, collide: %s}, material: s}]}
simulation: {end_time: 0.01}
"""


def odd_number(r, found):
    if r.random() < 0.7:
        return r.choice(ODD)
    return repr(float(found) * r.choice([-1, 1e3, 1e-3, 1e9, 1e-9, 2, 0])).encode()


def exchange_lines(r, data):
    lines = bytes(data).split(b"\n")
    a, b = r.randrange(len(lines)), r.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    if r.random() < 0.5:
        lines.insert(a, lines[b])
    return bytearray(b"\n".join(lines))


def exchange_words(r, data, pool):
    ours, theirs = WORD.findall(bytes(data)), WORD.findall(r.choice(pool))
    if not ours or not theirs:
        return data
    return bytearray(bytes(data).replace(r.choice(ours), r.choice(theirs), r.choice([1, 1, 100])))


def damage_once(r, data, pool):
    if not data:
        return bytearray(r.choice(pool))
    at, kind = r.randrange(len(data)), r.randrange(12)
    if kind == 0:
        data[at] ^= 1 << r.randrange(8)
    elif kind == 1:
        data[at] = r.randrange(256)
    elif kind == 2:
        del data[at : at + r.choice([1, 2, 4, 16, 64])]
    elif kind == 3:
        start = r.randrange(len(data))
        data[at:at] = data[start : start + r.choice([1, 4, 16, 64, 256])] * r.choice([1, 1, 2, 8])
    elif kind <= 7:
        numbers = list(NUMBER.finditer(bytes(data)))
        if numbers:
            it = r.choice(numbers)
            data[it.start() : it.end()] = odd_number(r, it.group())
    elif kind == 8:
        other = r.choice(pool)
        start = r.randrange(len(other))
        data[at : at + r.choice([0, 16, 64])] = other[start : start + r.choice([8, 32, 128, 512])]
    elif kind == 9:
        return exchange_lines(r, data)
    elif kind == 10:
        del data[at:]
    else:
        return exchange_words(r, data, pool)
    return data


def read(paths):
    """Ending and bytes of each."""
    files = [(os.path.splitext(path)[1], open(path, "rb").read()) for path in paths]
    return [file for file in files if 0 < len(file[1]) < LARGEST]


def corpus(kind):
    """The files that are damaged, and those that give pieces only."""
    found = sorted({path for place in PLACES[kind] for path in glob.glob(place, recursive=True)})
    if kind == "mesh":
        seeds = [("." + path.rsplit("_", 1)[1], open(path, "rb").read()[1:]) for path in sorted(glob.glob(SEEDS))]
        return read(path for path in found if path.lower().endswith(MESHES)) + seeds, []
    return (read(path for path in found if not path.startswith(WRONG)),
            read(path for path in found if path.startswith(WRONG)))


class Maker:
    def __init__(self, kind, seed, folder):
        self.kind, self.seed, self.folder = kind, seed, folder
        self.files, others = corpus(kind)
        self.pool = [data for _, data in self.files + others]

    def make(self, k):
        """The paths of what is written for input k, the model first."""
        r = random.Random(f"{self.kind}/{self.seed}/{k}")
        i = r.randrange(len(self.files))
        data = bytearray(self.files[i][1])
        for _ in range(r.choice([1, 1, 1, 2, 3, 5, 10])):
            data = damage_once(r, data, self.pool)
        path = os.path.join(self.folder, f"{self.kind}_{k}{self.files[i][0]}")
        with open(path, "wb") as file:
            file.write(data[:200000])
        if self.kind != "mesh":
            return [path]
        model = os.path.join(self.folder, f"{self.kind}_{k}.yaml")
        with open(model, "w") as file:
            file.write(CARRIER % (os.path.basename(path), r.choice(["hull", "surface"])))
        return [model, path]


def main():
    o = argparse.ArgumentParser(description=__doc__)
    o.add_argument("check_many")
    o.add_argument("kind", choices=sorted(PLACES))
    o.add_argument("--count", type=int, default=500)
    o.add_argument("--first", type=int, default=0)
    o.add_argument("--seed", type=int, default=1)
    o.add_argument("--seconds", type=int, default=20, help="what one may take")
    o.add_argument("--keep", default="build/mutated", help="where those that fail go")
    o = o.parse_args()
    tally, failures = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        maker = Maker(o.kind, o.seed, folder)
        for start in range(o.first, o.first + o.count, BATCH):
            written = [maker.make(k) for k in range(start, min(start + BATCH, o.first + o.count))]
            names = "".join(paths[0] + "\n" for paths in written)
            done = subprocess.run([o.check_many, str(o.seconds)], input=names, capture_output=True, text=True,
                                  errors="replace")
            lines = done.stdout.splitlines()
            if len(lines) != len(written):
                sys.exit(f"check_many itself failed: {done.stderr[-2000:]}")
            for paths, line in zip(written, lines):
                status = line[: -len(paths[0]) - 1]
                tally[status] += 1
                if status not in ("0", "3"):
                    failures += 1
                    os.makedirs(o.keep, exist_ok=True)
                    for path in paths:
                        shutil.copy(path, o.keep)
                    print(f"FAILED: seed {o.seed}, {os.path.basename(paths[0])}: {status}", flush=True)
                for path in paths:
                    os.remove(path)
            if done.stderr:
                print(done.stderr[-6000:], file=sys.stderr)
    ends = ", ".join(f"{n} with {status}" for status, n in sorted(tally.items()))
    print(f"{o.kind}: {sum(tally.values())} files made of {len(maker.files)}: {ends}")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
