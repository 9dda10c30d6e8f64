# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Machines that slip or hold: a clutch, a valve on its seat, a lever that grips a bar."""

import math

from machines import box, cylinder, machine_kind, sphere, sphere_mass
from scene import GRAVITY


@machine_kind
def clutch(b):
    """Three pads pressed on a turning disc: torque mu N r until both turn alike, then none; the heat is that of a plastic impact."""
    s, mu = b.size, b.u(0.1, 0.6)
    radius, thick, pad, rim = 2 * s, 0.4 * s, 0.2 * s, b.u(1, 1.7) * s
    spin = b.u(1, 6) * math.sqrt(GRAVITY / s)
    disc = b.density * math.pi * radius ** 2 * thick
    ball = sphere_mass(b.density, pad)
    driving, driven = 0.5 * disc * radius ** 2, 0.5 * disc * radius ** 2 + 3 * ball * (0.4 * pad ** 2 + rim ** 2)
    press = disc * GRAVITY * b.u(0.5, 5)
    alike = spin / (mu * press * rim * (1 / driving + 1 / driven))
    both = driving * spin / (driving + driven)
    b.pair(0, mu)
    b.model["gravity"] = [0, 0, 0]
    b.add("driving", cylinder(radius, thick), (0, 0, 0), angular_velocity=[0, 0, spin])
    b.joint("shaft", "revolute", "world", "driving", axis=[0, 0, 1])
    pads = [{**sphere(pad), "position": [rim * math.cos(2 * math.pi * k / 3), rim * math.sin(2 * math.pi * k / 3), -thick / 2]}
            for k in range(3)]
    high = thick + pad
    b.add("driven", [cylinder(radius, thick)] + pads, (0, 0, high))
    b.joint("sleeve", "cylindrical", "world", "driven", (0, 0, high), axis=[0, 0, 1])
    b.force("press", "applied", "world", "driven", fz=-press)
    b.rule(press / 3)
    end = 1.3 * alike
    half = 0.5 * end * spin / alike  # of the difference lost by then
    b.answer("driving disc half-way", lambda run: run.spin("driving", len(run.times) // 2)[2],
             spin - half * driven / (driving + driven), 5 * b.near * spin)
    for name in ("driving", "driven"):
        b.answer(f"{name} at the end", lambda run, n=name: run.spin(n)[2], both, 2 * b.near * spin)
    heat = 0.5 * driving * driven / (driving + driven) * spin ** 2
    b.answer("heat", lambda run: run.energies[-1][5], heat, 5 * b.near * heat)
    b.thin = pad
    return b.done(end)


@machine_kind
def ball_valve(b):
    """A ball on the rim of a bore under a spring: it seats with what the spring leaves of the pressure, or swings about its lift."""
    s, opens = b.size, b.rng.random() < 0.5
    ball, bore, long = s, b.u(0.4, 0.8) * s, s
    mass = sphere_mass(b.density, ball)
    shut = mass * GRAVITY * b.u(1, 4)  # of the spring
    load = shut + mass * GRAVITY
    lift = b.u(0.1, 0.5) * s
    stiffness = load / s * b.u(0.5, 3)
    push = load + stiffness * lift if opens else b.u(0.1, 0.9) * load
    ratio = b.u(0.05, 0.5)
    w = math.sqrt(stiffness / mass)
    b.pair(0, 0)
    seat = long / 2 + math.sqrt(ball ** 2 - bore ** 2)
    b.add("seat", {"tube": {"radius": 2 * s, "inner_radius": bore, "length": long}}, (0, 0, 0), mobility="fixed")
    b.add("ball", sphere(ball), (0, 0, seat))
    b.joint("guide", "prismatic", "world", "ball", (0, 0, seat), axis=[0, 0, 1])
    b.force("spring", "spring", "world", "ball", point_a=[0, 0, seat + 5 * s], stiffness=stiffness, preload=-shut,
            damping=2 * ratio * mass * w)
    b.force("pressure", "applied", "world", "ball", fz=push)
    b.rule(load, "none")
    end = b.u(1, 2) * 2 * math.pi / w
    if opens:
        wd = w * math.sqrt(1 - ratio ** 2)
        swing = math.exp(-ratio * w * end) * (math.cos(wd * end) + ratio * w / wd * math.sin(wd * end))
        b.answer("lift", lambda run: run.position("ball")[2] - seat, lift * (1 - swing), 5 * b.near * lift)
    else:
        b.answer("lift", lambda run: run.position("ball")[2] - seat, 0.0, 5 * b.near * 0.1 * s)
        b.answer("on the seat", lambda run: run.mean_contact_force("seat", "ball")[2], load - push, 5 * b.near * load)
    b.thin = s - bore
    return b.done(end)


@machine_kind
def grip_lever(b):
    """A hanging lever drags on a bar that is pulled under it: it holds any pull where mu > tan(lean), else it brakes with
    mu W/(1 - mu/tan(lean))."""
    s, holds = b.size, b.rng.random() < 0.5
    tip, arm, angle = 0.5 * s, b.u(2, 4) * s, math.radians(b.u(15, 35))
    lean = arm * math.sin(angle) / (arm * math.cos(angle) + tip)  # from the axle to where it touches
    mu = lean * (b.u(1.2, 2) if holds else b.u(0.2, 0.7))
    long = 40 * s
    bar, weight = b.density * long * s * 0.5 * s, sphere_mass(b.density, tip) * GRAVITY
    press = weight / (1 - mu / lean)
    pull = weight * b.u(1, 5) if holds else mu * press + bar * GRAVITY * b.u(0.05, 0.3)
    b.pair(0, mu)
    b.add("floor", {"plane": {}}, (0, 0, 0), mobility="fixed")
    b.add("bar", box(long, s, 0.5 * s), (0, 0, 0.25 * s))
    b.add("lever", sphere(tip), (0, 0, 0.5 * s + tip))
    b.joint("axle", "revolute", "world", "lever", (arm * math.sin(angle), 0, 0.5 * s + tip + arm * math.cos(angle)), axis=[0, 1, 0])
    b.force("pull", "applied", "world", "bar", fx=pull)
    b.rule(bar * GRAVITY / 4, "none")
    b.rule(weight + pull / lean, "coulomb", ("bar", "lever"))
    push = (pull - mu * press) / bar
    end = 3 * math.sqrt(s / GRAVITY) if holds else math.sqrt(2 * 4 * s / push)
    if holds:
        b.answer("place of the bar", lambda run: run.position("bar")[0], 0.0, b.near * 0.1 * s)
        b.answer("grip", lambda run: run.mean_contact_force("bar", "lever")[2], weight + pull / lean, 5 * b.near * pull / lean)
    else:
        b.answer("way of the bar", lambda run: run.position("bar")[0], 4 * s, 5 * b.near * 4 * s)
        b.answer("press", lambda run: run.mean_contact_force("bar", "lever")[2], press, 5 * b.near * press)
    b.thin = 0.25 * s
    return b.done(end)
