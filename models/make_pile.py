#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# make_pile.py wall COLUMNS ROWS | spheres COUNT [ROLLING [END]] | stack COUNT | pyramid BASE | mixed COUNT
#   - large models for method stepping, on stdout.
#
# wall      bricks of 0.2 x 0.1 x 0.1 m in running bond on the ground, resting from the start
# spheres   balls of 0.05 m radius, on a grid above the floor of a box that they fill; ROLLING is their
#           rolling_resistance, 0.01: without any, some roll on for long; END is the end of the run, 10 s;
#           models/thousand_balls.yaml has 1000 of them and ends after 2 s
# stack     cubes of 1 m, one on the other
# pyramid   squares of 1 m in the plane, BASE in the lowest row
# mixed     balls, boxes, capsules, cylinders and ellipsoids of 0.08 to 0.14 m, turned at random, that
#           fall into a box, 25 a layer
#
# The same numbers as in bench/stepping.

import random
import sys

HEAD = """abut: 1
title: {name}
gravity: {gravity}
materials:
  stone: {{density: {density}}}
pairs:
  - {{materials: [stone, stone], restitution: 0, sliding_friction: {friction}{more}}}
contacts:
  - between: ["*", "*"]
    normal: {{law: rigid}}
simulation: {{method: stepping, step: {step}, tolerance: {tolerance}, end_time: {end}, output_interval: {output}}}
bodies:
"""


def head(name, more="", gravity="[0, 0, -9.81]", **values):
    print(HEAD.format(name=name, more=more, gravity=gravity, **values), end="")


def wall(columns, rows):
    head(f"A wall of {columns * rows} bricks", density=2000, friction=0.5, step=0.01,
         tolerance="1e-5", end=5, output=0.1)
    print("  ground: {mobility: fixed, shapes: [{plane: {}, material: stone}]}")
    for row in range(rows):
        shift = 0.05 if row % 2 else -0.05
        for column in range(columns):
            x = 0.2 * (column - 0.5 * (columns - 1)) + shift
            z = 0.05 + 0.1 * row
            print(f"  b{row}_{column}: {{position: [{x:.6g}, 0, {z:.6g}], "
                  "shapes: [{box: {size: [0.2, 0.1, 0.1]}, material: stone}]}")


def stack(count):
    head(f"A stack of {count} cubes", density=1000, friction=0.5, step=0.01, tolerance="1e-9",
         end=60, output=1)
    print("  ground: {mobility: fixed, shapes: [{plane: {}, material: stone}]}")
    for k in range(count):
        print(f"  b{k}: {{position: [0, 0, {0.5 + k}], "
              "shapes: [{box: {size: [1, 1, 1]}, material: stone}]}")


def pyramid(base):
    head(f"A pyramid of {base * (base + 1) // 2} squares", gravity="[0, -9.81, 0]", density=1,
         friction=0.6, step=0.0166666666666667, tolerance="1e-5", end=5, output=0.5)
    print("  ground: {mobility: fixed, shapes: [{plane: {normal: [0, 1, 0]}, material: stone}]}")
    for row in range(base):
        for k in range(base - row):
            x = 1.05 * (k - 0.5 * (base - row - 1))
            print(f"  b{row}_{k}: {{mobility: planar, position: [{x:.6g}, {0.5 + row}, 0], "
                  "shapes: [{box: {size: [1, 1, 1]}, material: stone}]}")


def spheres(count, rolling=0.01, end=10):
    side = round(count ** (1 / 3))
    radius, spacing = 0.05, 0.11
    half = 0.5 * side * spacing
    head(f"{count} balls in a box", more=f", rolling_resistance: {rolling:g}", density=1000,
         friction=0.5, step=0.01, tolerance="1e-3", end=f"{end:g}", output=f"{min(0.1, 0.01 * end):g}")
    q = "0.7071067811865476"
    walls = {"left": ([-half, 0, 0], f"[{q}, 0, {q}, 0]"),
             "right": ([half, 0, 0], f"[{q}, 0, -{q}, 0]"),
             "front": ([0, -half, 0], f"[{q}, -{q}, 0, 0]"),
             "back": ([0, half, 0], f"[{q}, {q}, 0, 0]")}
    print("  floor: {mobility: fixed, shapes: [{plane: {}, material: stone}]}")
    for name, (place, turn) in walls.items():
        print(f"  {name}: {{mobility: fixed, position: {place}, orientation: {turn}, "
              "shapes: [{plane: {}, material: stone}]}")
    for k in range(count):
        layer, place = divmod(k, side * side)
        row, column = divmod(place, side)
        # every other layer stands a little off, so that no ball lies on the top of another
        off = 0.004 if layer % 2 else -0.004
        x = spacing * (column - 0.5 * (side - 1)) + off
        y = spacing * (row - 0.5 * (side - 1)) + 0.7 * off
        z = 0.06 + spacing * layer
        print(f"  s{k}: {{position: [{x:.6g}, {y:.6g}, {z:.6g}], "
              f"shapes: [{{sphere: {{radius: {radius}}}, material: stone}}]}}")


def mixed(count):
    shapes = ["sphere: {radius: 0.06}", "box: {size: [0.12, 0.1, 0.08]}",
              "capsule: {radius: 0.04, length: 0.08}", "cylinder: {radius: 0.05, length: 0.1}",
              "ellipsoid: {semi_axes: [0.07, 0.05, 0.04]}"]
    random.seed(1)
    head(f"{count} bodies of five shapes", density=1000, friction=0.5, step=0.005,
         tolerance="1e-8", end=3, output=0.05)
    print("  floor: {mobility: fixed, shapes: [{plane: {}, material: stone}]}")
    for k, (x, y, size) in enumerate([(0.55, 0, "[0.1, 1.2, 3]"), (-0.55, 0, "[0.1, 1.2, 3]"),
                                      (0, 0.55, "[1, 0.1, 3]"), (0, -0.55, "[1, 0.1, 3]")]):
        print(f"  w{k}: {{mobility: fixed, position: [{x}, {y}, 1.5], "
              f"shapes: [{{box: {{size: {size}}}, material: stone}}]}}")
    for k in range(count):
        layer, place = divmod(k, 25)
        row, column = divmod(place, 5)
        turn = [random.gauss(0, 1) for _ in range(4)]
        length = sum(x * x for x in turn) ** 0.5
        turn = ", ".join(f"{x / length:.15f}" for x in turn)
        print(f"  b{k}: {{position: [{0.19 * (row - 2):.6g}, {0.19 * (column - 2):.6g}, "
              f"{0.15 + 0.19 * layer:.6g}], orientation: [{turn}], "
              f"shapes: [{{{shapes[k % 5]}, material: stone}}]}}")


MAKERS = {"wall": (wall, int, int), "spheres": (spheres, int, float, float), "stack": (stack, int),
          "pyramid": (pyramid, int), "mixed": (mixed, int)}

name, numbers = (sys.argv + [""])[1], sys.argv[2:]
if name not in MAKERS or not 1 <= len(numbers) < len(MAKERS[name]) or (
        name == "wall" and len(numbers) < 2):
    sys.exit("usage: make_pile.py wall COLUMNS ROWS | spheres COUNT [ROLLING [END]] | stack COUNT | "
             "pyramid BASE | mixed COUNT")
MAKERS[name][0](*[kind(text) for kind, text in zip(MAKERS[name][1:], numbers)])
