#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""flexible_cost.py ABUT - what an evaluation of a flexible body costs, by its modes and by the vertices of
its surface, as tables; ABUT is the command. A bar with axial modes flies, or stands on a plane with its end,
pressed onto it; the same bar with frozen modes is the rigid limit.

Times are of the processor, the difference of a long and a short run by that of their evaluations, so that
reading and starting do not count; the least of three."""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile
from math import cos, pi

LENGTH, SIDE, MODULUS, DENSITY = 0.2, 0.01, 2.1e11, 7850.0
CORNERS = [(-1, -1), (1, -1), (1, 1), (-1, 1)]


def write_bar(folder, name, vertices, modes):
    """Four vertices to a section, cosines along the bar: exact for fewer modes than sections."""
    last = vertices // 4 - 1
    mass = DENSITY * SIDE * SIDE * LENGTH
    nodes = [(LENGTH * i / last, SIDE / 2 * y, SIDE / 2 * z) for i in range(last + 1) for y, z in CORNERS]
    masses = [mass / last / (8 if i in (0, last) else 4) for i in range(last + 1) for _ in CORNERS]
    lines = ["** RECORD GROUP 1, HEADER", f"REV0 {len(nodes)} {modes} 0 0 0", "** RECORD GROUP 2, NODES"]
    lines += [" ".join(str(i + 1) for i in range(len(nodes)))]
    for axis in range(3):
        lines += [f"** RECORD GROUP {5 + axis}, COORDINATES"] + ["%.17g" % p[axis] for p in nodes]
    lines += ["** RECORD GROUP 8, MODE SHAPES"]
    for j in range(1, modes + 1):
        lines += [f"** NORMAL MODE SHAPE # {j}"]
        lines += ["%.17g 0 0 0 0 0" % cos(j * pi * i / last) for i in range(last + 1) for _ in CORNERS]
    diagonals = [mass / 2] * modes, [mass / 2 * (j * pi / LENGTH) ** 2 * MODULUS / DENSITY for j in range(1, modes + 1)]
    for group, diagonal in zip((9, 10), diagonals):
        lines += [f"** RECORD GROUP {group}, MATRIX"]
        lines += [" ".join("%.17g" % (d if k == l else 0) for l in range(modes)) for k, d in enumerate(diagonal)]
    lines += ["** RECORD GROUP 11, LUMPED MASSES"] + ["%.17g %.17g %.17g 0 0 0" % (m, m, m) for m in masses]
    (folder / f"{name}.fem").write_text("\n".join(lines) + "\n")
    faces = [(0, 2, 1), (0, 3, 2), (4 * last, 4 * last + 1, 4 * last + 2), (4 * last, 4 * last + 2, 4 * last + 3)]
    for i in range(last):
        for e in range(4):
            a, b = 4 * i + e, 4 * i + (e + 1) % 4
            faces += [(a, b, b + 4), (a, b + 4, a + 4)]
    lines = ["v %.17g %.17g %.17g" % p for p in nodes] + ["f %d %d %d" % tuple(n + 1 for n in f) for f in faces]
    (folder / f"{name}.obj").write_text("\n".join(lines) + "\n")


def model(name, touches, rigid):
    """The end is pressed 1.6e-5 m onto the plane, half of what its weight gives."""
    return f"""abut: 1
gravity: [{-1e5 if touches else 0}, 0, 0]
materials: {{any: {{density: 7850}}}}
pairs: [{{materials: [any, any], restitution: 1}}]
bodies:
  wall: {{mobility: fixed, shapes: [{{plane: {{normal: [1, 0, 0]}}, collides: {str(touches).lower()}, material: any}}]}}
  bar:
    position: [{-1.6e-5 if touches else 0}, 0, 0]
    angular_velocity: [0, 0, {0 if touches else 30}]
    flexible: {{file: {name}.fem, surface: {name}.obj, damping: 0.05, rigid: {str(rigid).lower()}}}
    shapes: [{{flexible: {{}}, material: any}}]
contacts: [{{between: [wall, bar], friction: none, normal: {{law: compliant, compliance: 8e-9}}}}]
simulation: {{end_time: 1, output_interval: 1, tolerance: 1e-8, integrator: dormand_prince_5}}
"""


def run(abut, path, end):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run([abut, "run", path, "--json", "-q", "-o", path.with_suffix(".db"),
                          "--set", f"simulation.end_time={end}"], check=True, capture_output=True, text=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return seconds, json.loads(out.stdout)["statistics"]["evaluations"]


def cost(abut, folder, vertices, modes, touches, rigid=False):
    name = f"bar_{vertices}_{modes}"
    if not (folder / f"{name}.fem").exists():
        write_bar(folder, name, vertices, modes)
    path = folder / f"{name}_{touches}_{rigid}.yaml"
    path.write_text(model(name, touches, rigid))
    end = 1e-6
    while True:  # until the long run takes long enough longer
        short, long = run(abut, path, end), run(abut, path, 8 * end)
        if long[0] - short[0] > 0.2:
            break
        end *= 4
    times = []
    for _ in range(3):
        short, long = run(abut, path, end), run(abut, path, 8 * end)
        times.append((long[0] - short[0]) / (long[1] - short[1]))
    return 1e6 * min(times)


def main():
    abut = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        print("| modes | one evaluation in flight [us] | in contact, 800 vertices [us] |\n| ---: | ---: | ---: |")
        for modes in (1, 5, 10, 20, 50, 100):
            print(f"| {modes} | {cost(abut, folder, 800, modes, False):.2f} | {cost(abut, folder, 800, modes, True):.1f} |", flush=True)
        print("\n| vertices | in contact, 20 modes [us] | frozen modes [us] |\n| ---: | ---: | ---: |")
        for vertices in (200, 800, 3200):
            flexible = cost(abut, folder, vertices, 20, True)
            print(f"| {vertices} | {flexible:.1f} | {cost(abut, folder, vertices, 20, True, True):.2f} |", flush=True)


main()
