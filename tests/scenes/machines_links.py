# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Machines of joints, ropes, springs and impacts."""

import math

from machines import box, cylinder, machine_kind, sphere, sphere_mass, tilt
from scene import GRAVITY


@machine_kind
def atwood(b):
    """Two weights on a rope over a pulley: a = g (m1 - m2)/(m1 + m2)."""
    s, ratio = b.size, b.u(0.4, 0.9)
    b.add("heavy", box(s, s, s), (-2 * s, 0, 0))
    b.add("light", box(s, s, ratio * s), (2 * s, 0, 0))
    for name, x in (("heavy", -2 * s), ("light", 2 * s)):
        b.joint(f"guide_{name}", "prismatic", "world", name, (x, 0, 0), axis=[0, 0, 1])
    b.joint("rope", "coupler", "", "", first="guide_heavy.z", second="guide_light.z")
    del b.model["joints"][-1]["between"], b.model["joints"][-1]["position"]
    b.model["contacts"] = []
    end = 4 * math.sqrt(s / GRAVITY)
    right = 0.5 * GRAVITY * (1 - ratio) / (1 + ratio) * end ** 2
    b.law = "rigid"
    b.answer("way of the light one", lambda run: run.position("light")[2], right)
    return b.done(end)


@machine_kind
def pendulum_rope(b):
    """A ball on a rope swings from rest at an angle a: after half a period it is on the other side."""
    s, angle = b.size, math.radians(b.u(20, 80))
    rope = b.u(3, 8) * s
    x, y = 1.0, math.cos(angle / 2)
    while abs(x - y) > 1e-15:  # the arithmetic-geometric mean
        x, y = 0.5 * (x + y), math.sqrt(x * y)
    half = math.pi * math.sqrt(rope / GRAVITY) / x
    b.law = "rigid"
    b.add("ball", sphere(0.5 * s), (rope * math.sin(angle), 0, -rope * math.cos(angle)))
    b.force("rope", "rope", "world", "ball", length=rope)
    b.model["contacts"] = []
    mass = sphere_mass(b.density, 0.5 * s)
    b.answer("other side", lambda run: run.position("ball")[0], -rope * math.sin(angle), b.near * rope)
    b.answer("pull at the bottom", lambda run: math.hypot(*run.force_load("rope", 50)[0:3]),
             mass * GRAVITY * (3 - 2 * math.cos(angle)))
    return b.done(half)


@machine_kind
def arm(b):
    """An arm with a load swung by its motor: torque = I a + m g l cos."""
    s, swing = b.size, b.u(0.2, 1.2)
    rate = b.u(0.5, 3) * math.sqrt(GRAVITY / (4 * s))
    b.law = "rigid"
    b.add("arm", box(4 * s, 0.5 * s, 0.5 * s), (2 * s, 0, 0), velocity=[0, 0, -2 * s * swing * rate],
          angular_velocity=[0, swing * rate, 0])
    b.joint("motor", "revolute", "world", "arm", (0, 0, 0), axis=[0, 1, 0], rz=f"{swing:.9g} * sin({rate:.9g} * t)")
    b.add("load", sphere(0.6 * s), (4 * s, 0, 0), velocity=[0, 0, -4 * s * swing * rate], angular_velocity=[0, swing * rate, 0])
    b.joint("grip", "fixed", "arm", "load", (2 * s, 0, 0))
    b.model["contacts"] = []
    arm_mass, load = b.density * 4 * s * 0.25 * s * s, sphere_mass(b.density, 0.6 * s)
    inertia = (arm_mass * ((16 + 0.25) / 12 * s * s + 4 * s * s) + load * (0.4 * 0.36 * s * s + 16 * s * s))
    moment = (arm_mass * 2 * s + load * 4 * s) * GRAVITY
    end = 2 * math.pi / rate
    for frame in (20, 45, 90):
        angle = swing * math.sin(rate * end * frame / 100)
        # turning about +y lowers the arm, so gravity turns it that way and the motor the other
        right = -inertia * rate ** 2 * angle - moment * math.cos(angle)
        b.answer(f"torque in frame {frame}", lambda run, frame=frame: run.joint_load("motor", frame)[4], right,
                 b.near * (moment + inertia * rate ** 2 * swing))
    return b.done(end)


@machine_kind
def screw(b):
    """A nut on a thread turns itself down: a = g/(1 + I (2 pi/p)^2/m)."""
    s, pitch = b.size, b.size * b.u(0.5, 4)
    b.law = "rigid"
    r = 0.8 * s
    b.add("nut", cylinder(r, s), (0, 0, 0))
    b.joint("thread", "screw", "world", "nut", axis=[0, 0, 1], pitch=pitch)
    b.model["contacts"] = []
    pull = GRAVITY / (1 + 0.5 * r * r * (2 * math.pi / pitch) ** 2)
    end = math.sqrt(8 * s / pull)
    b.answer("way", lambda run: run.position("nut")[2], -0.5 * pull * end ** 2)
    b.answer("spin", lambda run: run.spin("nut")[2], -2 * math.pi / pitch * pull * end)
    return b.done(end)


@machine_kind
def bounces(b):
    """A ball falls and rises with e times its speed."""
    s, e = b.size, b.u(0.3, 1)
    high = b.u(1, 5) * s
    b.pair(e, 0)
    b.add("ground", {"plane": {}}, (0, 0, 0), mobility="fixed")
    b.add("ball", sphere(s), (0, 0, s + high))
    weight = sphere_mass(b.density, s) * GRAVITY
    b.rule(1e4 * weight, "none")
    hit = math.sqrt(2 * high / GRAVITY)
    speed = e * GRAVITY * hit
    later = 1.2 * speed / GRAVITY
    right = s + speed * later - 0.5 * GRAVITY * later ** 2
    # a stiff contact is open again after about 0.1 % of the flight
    b.answer("height in the second flight", lambda run: run.position("ball")[2], right, 4 * b.near * high)
    b.answer("speed", lambda run: run.velocity("ball")[2], speed - GRAVITY * later, 4 * b.near * speed + b.near * GRAVITY * hit)
    return b.done(hit + later)


@machine_kind
def door(b):
    """A door swings on its hinge against a stop and comes back with e times its spin."""
    s, e, spin = b.size, b.u(0.1, 1), b.u(1, 5)
    wide, thick, r = 6 * s, 0.4 * s, 0.3 * s
    reach = b.u(3, 5.5) * s
    b.pair(e, 0)
    b.model["gravity"] = [0, 0, 0]
    b.add("door", box(wide, thick, 8 * s), (wide / 2, 0, 0), velocity=[0, spin * wide / 2, 0],
          angular_velocity=[0, 0, spin])
    b.joint("hinge", "revolute", "world", "door", (0, 0, 0), axis=[0, 0, 1])
    at = b.u(0.5, 1.5)
    b.add("stop", sphere(r), (reach * math.cos(at), reach * math.sin(at), 0), mobility="fixed")
    mass = b.density * wide * thick * 8 * s
    b.rule(mass * (spin * wide) ** 2 / s * 10, "none")
    hit = at - math.asin((thick / 2 + r) / reach)
    end = 2 * hit / spin
    b.answer("spin after the stop", lambda run: run.spin("door")[2], -e * spin, 2 * b.near * spin)
    angle = lambda run: 2 * math.atan2(run.state("door")[6], run.state("door")[3])
    b.answer("angle at the end", angle, hit - e * spin * (end - hit / spin), 4 * b.near * hit + 0.01)
    b.thin = thick / 2
    return b.done(end)


@machine_kind
def oscillator(b):
    """A weight on a spring and a damper, from soft to very stiff, falls to m g/k."""
    s = b.size
    mass = b.density * s ** 3
    stiffness = mass * GRAVITY / s * 10 ** b.u(0, 3)
    ratio = 10 ** b.u(-2, 2)  # of critical damping
    b.law = "rigid"
    b.add("weight", box(s, s, s), (0, 0, 0))
    b.joint("guide", "prismatic", "world", "weight", axis=[0, 0, 1])
    damping = 2 * ratio * math.sqrt(stiffness * mass)
    b.force("spring", "spring", "world", "weight", point_a=[0, 0, 4 * s], stiffness=stiffness, damping=damping, length=4 * s)
    b.model["contacts"] = []
    w = math.sqrt(stiffness / mass)
    sag = mass * GRAVITY / stiffness
    end = b.u(1, 3) * 2 * math.pi / w if ratio < 1 else b.u(1, 4) * 2 * ratio / w
    if ratio < 1:
        wd = w * math.sqrt(1 - ratio ** 2)
        right = -sag * (1 - math.exp(-ratio * w * end) * (math.cos(wd * end) + ratio * w / wd * math.sin(wd * end)))
    else:
        root = math.sqrt(ratio ** 2 - 1)
        slow, fast = -w / (ratio + root), -w * (ratio + root)
        right = -sag * (1 - (fast * math.exp(slow * end) - slow * math.exp(fast * end)) / (fast - slow))
    b.answer("place", lambda run: run.position("weight")[2], right, b.near * sag)
    return b.done(end)


@machine_kind
def wedge(b):
    """A block on a smooth wedge that can slide drives it: a = m g sin cos/(M + m sin^2)."""
    s, angle = b.size, math.radians(b.u(10, 50))
    b.pair(0, 0)
    long = 12 * s
    b.add("wedge", box(long, 3 * s, s), (0, 0, 0), rotation=[0, angle, 0])
    b.joint("rail", "prismatic", "world", "wedge", axis=[1, 0, 0])
    up = 0.5 * s + 0.4 * s
    b.add("block", box(s, s, 0.8 * s), (up * math.sin(angle), 0, up * math.cos(angle)), rotation=[0, angle, 0])
    m, big = b.density * 0.8 * s ** 3, b.density * long * 3 * s * s
    b.rule(m * GRAVITY / 4, "none")
    sin, cos = math.sin(angle), math.cos(angle)
    pull = m * GRAVITY * sin * cos / (big + m * sin * sin)
    along = (big + m) * GRAVITY * sin / (big + m * sin * sin)  # of the block on the wedge
    end = math.sqrt(2 * 4 * s / along)
    b.answer("way of the wedge", lambda run: run.position("wedge")[0], -0.5 * pull * end ** 2, 3 * b.near * 0.5 * pull * end ** 2)
    b.answer("way of the block", lambda run: run.position("block")[2] - up * cos, -along * sin * 0.5 * end ** 2,
             2 * b.near * 4 * s)
    return b.done(end)


@machine_kind
def cradle(b):
    """A row of equal balls with small gaps: the last leaves with the speed of the first."""
    s, count, speed = b.size, b.rng.randint(2, 5), b.u(0.3, 2)
    b.method = "events"  # the time step solves impacts of a row at once (docs/theory/stepping.md)
    b.pair(1, 0)
    b.model["gravity"] = [0, 0, 0]
    gap = 0.05 * s
    for i in range(count):
        b.add(f"b{i}", sphere(s), (i * (2 * s + gap) - (s if i == 0 else 0), 0, 0),
              velocity=[speed if i == 0 else 0, 0, 0])
    b.rule(1e3 * sphere_mass(b.density, s) * speed ** 2 / s, "none")
    end = (2 * s + count * gap) / speed
    b.answer("speed of the last", lambda run: run.velocity(f"b{count - 1}")[0], speed)
    b.answer("speed of the first", lambda run: run.velocity("b0")[0], 0.0, b.near * speed)
    return b.done(end)


@machine_kind
def cam(b):
    """An eccentric disc lifts a follower held by a spring: z = r - e sin(w t), force by the motion."""
    s = b.size
    r, e = 2 * s, b.u(0.2, 0.6) * s
    rate = b.u(0.3, 2) * math.sqrt(GRAVITY / s)
    b.pair(0, 0)
    mass = b.density * 3 * s * s * s
    # enough to keep it down: twice what the follower needs
    pull = max(mass * (rate ** 2 * e * 2 - GRAVITY), mass * GRAVITY)
    stiffness = pull / s
    b.add("cam", [{**cylinder(r, s, "y"), "position": [e, 0, 0]}], (0, 0, 0), mobility="prescribed",
          motion={"ry": f"{rate:.9g} * t"})
    b.add("follower", box(6 * s, s, 0.5 * s), (0, 0, r + 0.25 * s), velocity=[0, 0, -e * rate])
    b.joint("stem", "prismatic", "world", "follower", (0, 0, r + 0.25 * s), axis=[0, 0, 1])
    b.force("valve_spring", "spring", "world", "follower", point_a=[0, 0, r + 4 * s], stiffness=stiffness, preload=-pull)
    b.rule(mass * GRAVITY + pull, "none")
    end = 2 * math.pi / rate
    for frame in (25, 60, 80):
        phase = 2 * math.pi * frame / 100
        lift = -e * math.sin(phase)
        b.answer(f"place in frame {frame}", lambda run, f=frame: run.position("follower", f)[2], r + 0.25 * s + lift, b.near * e)
        force = mass * (GRAVITY + e * rate ** 2 * math.sin(phase)) + pull + stiffness * lift
        b.answer(f"force in frame {frame}", lambda run, f=frame: run.contact_force("cam", "follower", f)[2], force,
                 5 * b.near * (pull + mass * GRAVITY))
    return b.done(end)


@machine_kind
def dominoes(b):
    """The first of a row is pushed over its edge: all fall, the last lies flat."""
    s, count = b.size, b.rng.randint(3, 7)
    thick, high, pitch = 0.25 * s, 1.6 * s, b.u(0.6, 1.0) * s
    b.pair(0, b.u(0.2, 0.6))
    b.add("ground", {"plane": {}}, (0, 0, 0), mobility="fixed")
    lean, spin = 1.15 * math.atan(thick / high), 2 * math.sqrt(GRAVITY / high)
    for i in range(count):
        if i:
            place, turn = (i * pitch, 0, high / 2), [0, 0, 0]
        else:  # about its lower front edge
            x, z = -thick / 2, high / 2
            place = (thick / 2 + x * math.cos(lean) + z * math.sin(lean), 0, -x * math.sin(lean) + z * math.cos(lean))
            turn = [0, lean, 0]
        b.add(f"d{i}", box(thick, 0.8 * s, high), place, rotation=turn)
    b.model["bodies"]["d0"].update(  # it turns about that edge
        velocity=[spin * b.model["bodies"]["d0"]["position"][2], 0,
                  spin * (thick / 2 - b.model["bodies"]["d0"]["position"][0])], angular_velocity=[0, spin, 0])
    b.rule(b.density * thick * 0.8 * s * high * GRAVITY)
    end = (8 + 2 * count) * math.sqrt(s / GRAVITY)
    b.answer("tilt of the last", lambda run: tilt(run, f"d{count - 1}"), math.pi / 2, 0.1)
    b.answer("least tilt of the others", lambda run: min(min(tilt(run, f"d{i}") for i in range(count)), 0.7), 0.7, 0.1)
    b.thin = thick / 2
    return b.done(end)


@machine_kind
def table_edge(b):
    """A ball slides over the edge of a table and falls on a parabola, as it is fast enough to leave the edge at once."""
    s, speed = b.size, b.u(2, 6) * math.sqrt(GRAVITY * b.size)
    b.pair(0, 0)
    b.add("table", box(20 * s, 10 * s, s), (-10 * s, 0, -0.5 * s), mobility="fixed")
    start = b.u(1, 6) * s
    b.add("ball", sphere(s), (-start, 0, s), velocity=[speed, 0, 0])
    b.rule(sphere_mass(b.density, s) * GRAVITY, "none")
    fall = b.u(0.5, 2) * math.sqrt(s / GRAVITY)
    b.answer("height after the fall", lambda run: run.position("ball")[2], s - 0.5 * GRAVITY * fall ** 2, 5 * b.near * s)
    b.answer("way", lambda run: run.position("ball")[0], speed * fall, 5 * b.near * s)
    return b.done(start / speed + fall)
