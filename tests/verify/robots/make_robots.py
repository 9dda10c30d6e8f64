#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# make_robots.py - writes the models of a robot arm that grips a wooden ball, beside this file.
#
#   python3 tests/verify/robots/make_robots.py
#
# The lengths, masses, gears, controllers and programs are those of scenes of Modia3D (see SCENES).
# Its meshes are not used, so where the links have their centres of mass and how large their moments
# of inertia are is our own choice: a bar between two joints. The inertias of the motors are left out
# but for that of the gripper, which is a mass of the finger it moves. The drives are so stiff that
# all this changes the angles by 3e-6 rad: their motors turn 71 to 156 times for a turn of the joint.
import math
import os

V_MAX = [2.68512, 2.68512, 4.8879, 5.8997, 5.8997, 2.0]  # rad/s, the gripper m/s
A_MAX = [1.5, 1.5, 1.5, 1.5, 1.5, 0.5]
GEAR = [156.0, 156.0, 100.0, 71.0, 71.0]
MASS = [1.390, 1.318, 0.821, 0.769, 0.687]
FINGER, CARRIED = 0.010, 0.1  # kg: a finger, and what its motor moves along with it
HAND = 0.199
# frame of the next joint in that of the link before: rotation about x, y, z, then where it is
TURN = [(180, 0, 0), (90, 0, -90), (0, 0, -90), (0, 0, 0), (-90, 0, 0), (0, 0, -180)]
STEP = [(0.033, 0, 0), (0.155, 0, 0), (0, 0.135, 0), (0, 0.11316, 0), (0, 0, 0.05716)]
PI = math.pi
OPEN, SHUT = 0.06, 0.048

ABOVE = [PI, PI / 4, PI / 4, 0, 0]
DOWN = [PI, PI / 4, PI / 4, 1.04, 0]
LIFTED = [PI, PI / 4 - 0.1, PI / 4, 1.04, 0]
NEAR = [PI, PI / 4 - 0.015, PI / 4, 1.04, 0]
UP = [PI, 0, PI / 2, 0, 0]

# The program of a scene: points to drive to; "plate", "hand" or "free", to which the ball is locked
# from then on; seconds to wait. `start` is what it is locked to at first, `blind` says that it
# touches nothing while it is locked, `contact` whether there is contact at all.
SCENES = {
    "youbot_gripping": {
        "title": "A robot carries a ball from its back to a table, by friction",
        "source": "test/Robot/YouBotGripping.jl", "end": 14,
        "base": (-0.585, 0, 0.084), "ball": (-0.799, 0.005, 0.1842), "table": True,
        "program": [ABOVE + [OPEN], DOWN + [OPEN], DOWN + [SHUT], ABOVE + [SHUT],
                    [0, 0, PI / 2 - 0.3, 0, 0, SHUT], [0, 0.3, PI / 2 - 0.3, 0, 0, SHUT],
                    [0, 0.3, PI / 2 - 0.3, 0, 0, OPEN], [0, 0, PI / 2, 0, 0, OPEN],
                    [0, 0, 0, 0, 0, 0.03]]},
    "scenario_collision_only": {
        "title": "A robot lifts a ball, puts it back and lifts it again, by friction",
        "source": "test/Robot/ScenarioCollisionOnly.jl", "end": 13.5,
        "step": 2e-3,  # its hand moves as the run ends
        "base": (-0.569, 0, 0.084), "ball": (-0.78, 0, 0.1845),
        "program": [ABOVE + [OPEN], DOWN + [OPEN], DOWN + [SHUT], LIFTED + [SHUT], UP + [SHUT],
                    NEAR + [SHUT], NEAR + [OPEN], DOWN + [OPEN], UP + [OPEN], DOWN + [OPEN],
                    DOWN + [SHUT], LIFTED + [SHUT], UP + [SHUT]]},
    "youbot_sphere_transport": {
        "title": "A robot lifts a ball, sets it down and lifts it again, by friction",
        "source": "test/Robot/YouBotSphereTransport.jl", "end": 13.5,
        "base": (-0.569, 0, 0.084), "table": True,
        "ball": (-0.78, 0, 0.1842),  # there it begins 5 mm inside the plate
        "program": [ABOVE + [OPEN], DOWN + [OPEN], DOWN + [SHUT], UP + [SHUT], DOWN + [SHUT],
                    DOWN + [OPEN], UP + [OPEN], DOWN + [OPEN], DOWN + [SHUT], UP + [SHUT]]},
    "segmented_only": {
        "title": "A robot lifts a ball that is locked to its hand, without contact",
        "source": "test/Segmented/ScenarioSegmentedOnly.jl", "end": 13.5,
        "base": (-0.569, 0, 0.084), "ball": (-0.78, 0, 0.1845), "contact": False,
        "start": "plate",
        "program": [ABOVE + [OPEN], DOWN + [OPEN], DOWN + [SHUT], "hand", LIFTED + [SHUT],
                    UP + [SHUT], NEAR + [SHUT], NEAR + [OPEN], DOWN + [OPEN], "plate", UP + [OPEN],
                    DOWN + [OPEN], DOWN + [SHUT], "hand", LIFTED + [SHUT], UP + [SHUT]]},
    "segmented_collision_on": {
        "title": "A robot grips a ball and carries it locked to its hand",
        "source": "test/Segmented/ScenarioSegmentedCollisionOn.jl", "end": 13.5,
        "step": 2e-3,  # its hand moves as the run ends
        "base": (-0.569, 0, 0.084), "ball": (-0.78, 0, 0.1845), "start": "plate",
        "program": [ABOVE + [OPEN], DOWN + [OPEN], "free", DOWN + [SHUT], LIFTED + [SHUT], "hand",
                    UP + [SHUT], NEAR + [SHUT], NEAR + [OPEN], "free", DOWN + [OPEN], "plate",
                    UP + [OPEN], DOWN + [OPEN], "free", DOWN + [SHUT], LIFTED + [SHUT], "hand",
                    UP + [SHUT]]},
    "segmented_collision_off": {
        "title": "A robot grips a ball and carries it locked to its hand, then without contact",
        "source": "test/Segmented/ScenarioSegmentedCollisionOff.jl", "end": 13.5,
        "base": (-0.569, 0, 0.084), "ball": (-0.78, 0, 0.1845), "start": "plate", "blind": True,
        "step": 2e-3,  # its hand moves as the run ends
        "program": [ABOVE + [OPEN], DOWN + [OPEN], "free", DOWN + [SHUT], LIFTED + [SHUT], "hand",
                    UP + [SHUT], NEAR + [SHUT], NEAR + [OPEN], "free", DOWN + [OPEN], "plate",
                    UP + [OPEN], DOWN + [OPEN], "free", DOWN + [SHUT], LIFTED + [SHUT], "hand",
                    UP + [SHUT]]},
    "youbot_dynamic_state": {
        "title": "A robot carries a ball locked to its hand, drops it and takes it again",
        "source": "test/Segmented/YouBotDynamicState.jl", "end": 23,
        "base": (-0.569, 0, 0.084), "ball": (-0.78, 0, 0.1845), "fingers_touch": False,
        "program": [DOWN[:3] + [1.057, 0, OPEN], "hand", 0.1, UP + [SHUT], 0.2, "free", 0.1,
                    DOWN[:3] + [1.057, 0, OPEN], "hand", 0.1, ABOVE + [SHUT],
                    DOWN[:3] + [1.057, 0, SHUT], "plate", 0.1, ABOVE + [SHUT],
                    DOWN[:3] + [1.057, 0, SHUT], "hand", 0.1, ABOVE + [SHUT], UP + [SHUT], "free",
                    0.1, [PI, 0, 0, 0, 0, SHUT]]},
}


# ---- quaternions [w, x, y, z] and vectors ----

def product(a, b):
    return [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]]


def turned(q, v):
    w = product(product(q, [0.0] + list(v)), [q[0], -q[1], -q[2], -q[3]])
    return w[1:]


def rotation(degrees):
    q = [1.0, 0.0, 0.0, 0.0]
    for axis, angle in enumerate(degrees):
        half = math.radians(angle) / 2
        part = [math.cos(half), 0.0, 0.0, 0.0]
        part[axis + 1] = math.sin(half)
        q = product(q, part)
    return q


def text(numbers):
    return "[" + ", ".join("%.17g" % (0.0 if abs(x) < 1e-15 else x) for x in numbers) + "]"


# ---- the way through the points ----

# Moves (start, speed limit, acceleration limit, differences) of all six axes at once, the changes of
# what the ball is locked to, and when all is done. A share of the way from 0 to 1 keeps the limits
# of all axes; the next move starts when it has arrived.
def plan(program):
    at, time, moves, changes = [0.0] * 6, 0.0, [], []
    for item in program:
        if isinstance(item, str):
            changes.append((time, item))
        elif isinstance(item, float):
            time += item
        else:
            way = [b - a for a, b in zip(at, item)]
            v = min(V_MAX[i] / abs(way[i]) for i in range(6) if way[i] != 0)
            a = min(A_MAX[i] / abs(way[i]) for i in range(6) if way[i] != 0)
            moves.append((time, v, a, way))
            time += 1 / v + v / a if v * v <= a else 2 / math.sqrt(a)
            at = item
    return moves, changes, time


# ---- the model ----

def bodies(scene):
    out = []
    lock = "start" in scene or any(isinstance(x, str) for x in scene["program"])
    base = scene["base"]
    q, place = [1.0, 0.0, 0.0, 0.0], [base[0] + 0.167, base[1], base[2] + 0.161]
    plate = [base[0] - 0.16, base[1], base[2] + 0.0702]
    out.append("bodies:")
    out.append("  plate: {mobility: fixed, position: %s, shapes: [{box: {size: [0.22, 0.22, 0.01]}, "
               "material: DryWood, smoothing: 0.001}]}" % text(plate))
    if scene.get("table"):
        height = 0.355 if "Gripping" in scene["source"] else 0.365
        out.append("  table: {mobility: fixed, position: [0, 0, %g], shapes: [{box: {size: "
                   "[0.3, 0.3, 0.01]}, material: DryWood, smoothing: 0.001}]}" % height)
    out.append("  ball: {position: %s, shapes: [{sphere: {radius: 0.025}, material: DryWood}]}"
               % text(scene["ball"]))
    before, joints, forces = "world", [], []
    touch = "" if scene.get("fingers_touch", True) else ", collides: false"
    for i in range(5):
        here, turn = (place, rotation(TURN[0])) if i == 0 else (STEP[i - 1], rotation(TURN[i]))
        place = place if i == 0 else [p + s for p, s in zip(place, turned(q, STEP[i - 1]))]
        q = product(q, turn)
        name = "link%d" % (i + 1)
        next_turn = rotation(TURN[i + 1])
        way = STEP[i]
        thick = [abs(x) + 0.06 for x in way]
        mass = MASS[i] + (HAND + FINGER if i == 4 else 0)
        inertia = [mass / 12 * (thick[(k + 1) % 3] ** 2 + thick[(k + 2) % 3] ** 2) for k in range(3)]
        shapes = ["{box: {size: %s}, position: %s, material: DryWood, collides: false}"
                  % (text(thick), text([x / 2 for x in way]))]
        if i == 4:  # the hand with its right finger
            finger = [p + s for p, s in zip(way, turned(next_turn, (0, -0.0351, 0.0135)))]
            shapes.append("{name: finger, box: {size: [0.012, 0.01, 0.045]}, position: %s, "
                          "orientation: %s, material: DryWood, smoothing: 0.001%s}"
                          % (text(finger), text(next_turn), touch))
        out.append("  %s:" % name)
        out.append("    position: %s" % text(place))
        out.append("    orientation: %s" % text(q))
        out.append("    mass: %g" % mass)
        out.append("    center_of_mass: %s" % text([x / 2 for x in way]))
        out.append("    inertia: %s" % text(inertia))
        end = way if i < 4 else [p + s for p, s in zip(way, turned(next_turn, (0, -0.03, 0)))]
        out.append("    markers: {next: {position: %s, orientation: %s}}" % (text(end), text(next_turn)))
        out.append("    shapes: [%s]" % ", ".join(shapes))
        joints.append("  - {name: turn%d, type: revolute, between: [%s, %s], position: %s, orientation: %s}"
                      % (i + 1, before, name, text(here), text(turn)))
        frame = "world.foot" if i == 0 else before + ".next"
        forces.append("  - {name: drive%d, type: axis_torque, between: [%s, %s], torque: '%g*0.1*(sum%d + error%d)'}"
                      % (i + 1, frame, name, GEAR[i], i + 1, i + 1))
        before = name
    # the left finger; opens along y of the hand
    hand_turn = rotation(TURN[5])
    hand = [p + s for p, s in zip(place, turned(q, STEP[4]))]
    q = product(q, hand_turn)
    left = [p + s for p, s in zip(hand, turned(q, (0, -0.03, 0)))]
    out.append("  finger:")
    out.append("    position: %s" % text(left))
    out.append("    orientation: %s" % text(q))
    out.append("    mass: %g" % (FINGER + CARRIED))
    out.append("    center_of_mass: [0, 0.0051, 0.0135]")
    out.append("    inertia: [1.0e-5, 1.0e-5, 1.0e-5]")
    out.append("    shapes: [{name: finger, box: {size: [0.012, 0.01, 0.045]}, position: [0, 0.0051, 0.0135], "
               "material: DryWood, smoothing: 0.001%s}]" % touch)
    slide = product(hand_turn, rotation((-90, 0, 0)))
    joints.append("  - {name: slide, type: prismatic, between: [link5, finger], position: %s, orientation: %s}"
                  % (text(end), text(slide)))
    forces.append("  - {name: drive6, type: applied, between: [link5, finger], point: [0, 0.0051, 0.0135], "
                  "frame: body, fy: 10*(sum6 + error6)}")
    if lock:
        start = scene.get("start")
        joints.append("  - {name: hold_plate, type: fixed, between: [plate, ball], lock: %s}"
                      % ("closed" if start == "plate" else "open"))
        joints.append("  - {name: hold_hand, type: fixed, between: [link5, ball], lock: open}")
    return out, joints, forces


def variables(moves):
    out = ["variables:"]
    for k, (time, v, a, way) in enumerate(moves):
        out.append("  way%d: ptp(t, %.17g, 0, 1, %.17g, %.17g)" % (k + 1, time, v, a))
    frames = ["world.foot"] + ["link%d.next" % (i + 1) for i in range(5)]
    for i in range(6):
        terms = ["%.17g*way%d" % (way[i], k + 1) for k, (_, _, _, way) in enumerate(moves) if way[i] != 0]
        out.append("  wanted%d: %s" % (i + 1, " + ".join(terms) if terms else "0"))
        if i < 5:
            out.append("  angle%d: AZ(link%d, %s)" % (i + 1, i + 1, frames[i]))
            out.append("  speed%d: WZ(link%d, %s, %s)" % (i + 1, i + 1, frames[i], frames[i]))
            out.append("  error%d: %g*(50*(wanted%d - angle%d) - speed%d)"
                       % (i + 1, GEAR[i], i + 1, i + 1, i + 1))
        else:
            out.append("  opening: DY(finger, link5.next, link5.next)")
            out.append("  opening_speed: VY(finger, link5.next, link5.next, link5.next)")
            out.append("  error6: 50*(wanted6 - opening) - opening_speed")
    out.append("states: {%s}" % ", ".join("sum%d: {rate: error%d}" % (i, i) for i in range(1, 7)))
    return out


def changes_of(scene, changes):
    out, held = [], scene.get("start", "free")
    for time, to in changes:
        for joint in ("plate", "hand"):
            if joint == held and joint != to:
                out.append((time, "joints.hold_%s.lock" % joint, "open"))
        if to != "free":
            out.append((time, "joints.hold_%s.lock" % to, "closed"))
        if scene.get("blind") and (to == "free") != (held == "free"):
            out.append((time, "contacts.0.enabled", "true" if to == "free" else "false"))
        held = to
    return ["changes:"] + ["  - {time: %.17g, path: %s, value: %s}" % c for c in out] if out else []


def write(name, scene):
    moves, changes, done = plan(scene["program"])
    parts, joints, forces = bodies(scene)
    base = scene["base"]
    foot = [base[0] + 0.167, base[1], base[2] + 0.161]
    lines = ["# SPDX-FileCopyrightText: 2026 The Abut authors", "# SPDX-License-Identifier: Apache-2.0", "#",
             "# %s" % scene["title"], "#",
             "# Written by make_robots.py, which says what is ours. Its program ends at %.4f s." % done,
             "# Source: ModiaSim/Modia3D.jl 0.12.3 (MIT licence), %s." % scene["source"],
             "abut: 1", 'title: "%s"' % scene["title"], "gravity: [0, 0, -9.81]",
             "include: [abut:materials]",
             "markers: {foot: {position: %s, orientation: %s}}" % (text(foot), text(rotation(TURN[0])))]
    lines += parts
    lines += ["joints:"] + joints
    lines += variables(moves)
    lines += ["forces:"] + forces
    if scene.get("contact", True):
        enabled = ", enabled: false" if scene.get("blind") else ""
        lines += ["contacts:",
                  "  - {between: [ball, all], normal: {law: rigid}, friction: {law: coulomb}%s}" % enabled]
    else:
        lines += ["contacts: []"]
    lines += changes_of(scene, changes)
    how = ("method: stepping, step: %g" % scene.get("step", 2.5e-3) if scene.get("contact", True)
           else "integrator: bdf")
    lines += ["outputs:"]
    for i in range(1, 6):
        lines += ["  - {name: angle%d, unit: rad, expression: angle%d}" % (i, i),
                  "  - {name: speed%d, unit: rad/s, expression: speed%d}" % (i, i)]
    lines += ["  - {name: opening, unit: m, expression: opening}",
              "  - {name: opening_speed, unit: m/s, expression: opening_speed}",
              "  - {name: sum6, expression: sum6}",
              "  - {name: held_x, unit: m, expression: 'DX(ball, link5.next, link5.next)'}",
              "  - {name: held_z, unit: m, expression: 'DZ(ball, link5.next, link5.next)'}",
              "simulation: {%s, end_time: %g, tolerance: 1.0e-6, output_interval: 0.1}" % (how, scene["end"])]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".yaml"), "w") as file:
        file.write("\n".join(lines) + "\n")


for scene_name in SCENES:
    write(scene_name, SCENES[scene_name])
