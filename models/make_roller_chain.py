#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# make_roller_chain.py [TEETH [SPAN]] - a roller chain on two equal sprockets, in their plane, on stdout;
# models/roller_chain.yaml has 18 teeth and a span of 10 pitches.
#
# Half an inch of pitch, rollers of 8.51 mm (08B). The seat of a tooth is an arc of 120 degrees, 0.505
# roller diameters in radius; straight flanks lead from its ends to the tip.

import math
import sys

teeth = int(sys.argv[1]) if len(sys.argv) > 1 else 18
span = int(sys.argv[2]) if len(sys.argv) > 2 else 10
if teeth < 10 or teeth % 2 or span < 2:
    sys.exit("usage: make_roller_chain.py [TEETH [SPAN]], an even number of teeth from 10, a span from 2 pitches")
pitch, roller = 0.0127, 0.00851
radius = 0.5 * pitch / math.sin(math.pi / teeth)
seat, tip, half_tip = 0.505 * roller, radius + 0.3 * roller, 0.07 * pitch
reach = math.radians(60)  # of the seat to each side
step = 2 * math.pi / teeth
distance = span * pitch


def sprocket():
    """[x, y, bulge], counter-clockwise: seat by seat its arc, which is hollow, and the tip behind it."""
    points = []
    for k in range(teeth):
        middle = 0.5 * math.pi + k * step
        for side in (-1, 1):
            turn = middle + math.pi - side * reach
            x = radius * math.cos(middle) + seat * math.cos(turn)
            y = radius * math.sin(middle) + seat * math.sin(turn)
            points.append((x, y, -math.tan(0.5 * reach) if side < 0 else 0))
        for side in (-1, 1):
            turn = middle + 0.5 * step + side * half_tip / tip
            points.append((tip * math.cos(turn), tip * math.sin(turn), 0))
    return ", ".join(f"[{x:.9f}, {y:.9f}, {bulge:.9f}]" if bulge else f"[{x:.9f}, {y:.9f}]" for x, y, bulge in points)


def pins():
    """Centres of the rollers, clockwise from the top of the driver."""
    top = [(pitch * k, radius) for k in range(span)]
    right = [(distance + radius * math.sin(step * k), radius * math.cos(step * k)) for k in range(teeth // 2)]
    bottom = [(distance - pitch * k, -radius) for k in range(span)]
    left = [(-radius * math.sin(step * k), -radius * math.cos(step * k)) for k in range(teeth // 2)]
    return top + right + bottom + left


places = pins()
count = len(places)
print(f"""# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# A roller chain of {count} links on two sprockets: the left one drives, the right one is braked.
# made by: models/make_roller_chain.py {teeth} {span}
abut: 1
title: "Roller chain"
gravity: [0, -9.81, 0]
materials: {{steel: {{density: 7850}}}}
pairs: [{{materials: [steel, steel], restitution: 0, sliding_friction: 0.1}}]
bodies:""")
for name, x in (("driver", 0), ("driven", distance)):
    print(f"  {name}: {{mobility: planar, position: [{x:.9g}, 0, 0], mass: 0.15, inertia: [1.0e-4, 1.0e-4, 1.0e-4],\n"
          f"    shapes: [{{outline: {{points: [{sprocket()}]}}, material: steel}}]}}")
for k, (x, y) in enumerate(places):
    ahead = places[(k + 1) % count]
    angle = math.atan2(ahead[1] - y, ahead[0] - x)
    print(f"  link{k + 1}: {{mobility: planar, position: [{x:.12g}, {y:.12g}, 0], rotation: [0, 0, {angle:.15g}], mass: 0.009,\n"
          f"    center_of_mass: [{0.5 * pitch:.9g}, 0, 0], inertia: [2.0e-7, 2.0e-7, 2.0e-7],\n"
          f"    shapes: [{{name: roller, outline: {{form: ball, radius: {0.5 * roller:.9g}}}, material: steel}},\n"
          f"             {{name: plate, outline: {{form: block, width: {pitch:.9g}, height: {0.45 * pitch:.6g}}}, position: [{0.5 * pitch:.9g}, 0, 0], material: steel, collides: false}}]}}")
print("joints:")
print("  - {name: motor, type: revolute, between: [world, driver], rz_speed: '-20*step5(t, 0, 0, 0.2, 1)'}")
print(f"  - {{name: axle, type: revolute, between: [world, driven], position: [{distance:.9g}, 0, 0]}}")
for k in range(count):
    print(f"  - {{name: pin{k + 1}, type: revolute, between: [link{k + 1}, link{(k + 1) % count + 1}], position: [{pitch:.9g}, 0, 0], position_b: [0, 0, 0]}}")
print("""forces:
  - {name: brake, type: applied, between: [world, driven], tz: '-0.01*WZ(driven)'}
contacts:
  - {between: [driver, all], normal: {law: rigid}, friction: {law: coulomb}}
  - {between: [driven, all], normal: {law: rigid}, friction: {law: coulomb}}
simulation: {method: stepping, step: 5.0e-4, tolerance: 1.0e-5, end_time: 0.5, output_interval: 0.005}
outputs: [driven.angular_velocity.z, "joint(motor).torque.z", "joint(pin1).force", energy.balance]""")
