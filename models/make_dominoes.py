#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# make_dominoes.py [COUNT] - a row of dominoes in their plane, on stdout; models/dominoes.yaml has 100.
#
# Each is 8 x 50 mm, 20 mm from the next. The first stands on its right lower corner, tilted by 0.25 rad.

import math
import sys

count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
width, height, pitch, tilt = 0.008, 0.05, 0.028, 0.25
length = count * pitch + 1

print(f"""# A row of {count} dominoes: the first is tilted and falls, a wave of impacts and slip runs through the row.
# made by: make_dominoes.py {count}
abut: 1
title: {count} dominoes
gravity: [0, -9.81, 0]
materials: {{wood: {{density: 700}}}}
pairs: [{{materials: [wood, wood], restitution: 0, sliding_friction: 0.3}}]
bodies:
  table: {{mobility: fixed, position: [{length / 2 - 0.5:g}, -0.05, 0], shapes: [{{outline: {{form: block, width: {length:g}, height: 0.1}}, material: wood}}]}}""")
for i in range(count):
    x, y, turn = i * pitch, height / 2, ""
    if i == 0:
        c, s = math.cos(tilt), math.sin(tilt)
        x, y = width / 2 - c * width / 2 + s * height / 2, s * width / 2 + c * height / 2
        turn = f" rotation: [0, 0, {-tilt}],"
    print(f"  d{i + 1}: {{mobility: planar, position: [{x:.17g}, {y:.17g}, 0],{turn} "
          f"shapes: [{{outline: {{form: block, width: {width}, height: {height}}}, material: wood}}]}}")
print("""contacts: [{between: ["*", "*"], normal: {law: rigid}, friction: {law: coulomb}}]
simulation: {method: stepping, step: 1.0e-3, end_time: 4, output_interval: 0.02}""")
