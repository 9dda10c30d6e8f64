# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Machines in which friction decides: belts, slopes, grippers, wheels, ladders."""

import math

from machines import box, capsule, cylinder, integrate, machine_kind, sphere, sphere_mass, tilt
from scene import GRAVITY


@machine_kind
def conveyor(b):
    """A crate at rest is put on a belt: it slides until v/(mu g), then goes with it."""
    s, mu = b.size, b.u(0.1, 0.6)
    speed = b.u(0.5, 2) * math.sqrt(GRAVITY * s)
    stick = speed / (mu * GRAVITY)
    end = 1.5 * stick
    long = 2 * speed * end + 10 * s
    b.pair(0, mu)
    b.add("belt", box(long, 4 * s, s), (0, 0, 0), mobility="prescribed",
          motion={"x": f"{speed:.9g} * t", "z": f"{-0.5 * s:.9g}"})
    b.add("crate", box(2 * s, s, s), (0, 0, 0.5 * s))
    mass = b.density * 2 * s ** 3
    b.rule(mass * GRAVITY / 4)
    b.answer("speed at the end", lambda run: run.velocity("crate")[0], speed)
    b.answer("speed at half of the slip", lambda run: run.velocity("crate", 33)[0], mu * GRAVITY * 0.33 * end)
    b.answer("way left behind", lambda run: run.position("belt")[0] - run.position("crate")[0],
             speed * stick / 2, 2 * b.near * speed * stick / 2)
    b.answer("heat of friction", lambda run: run.energies[-1][5], 0.5 * mass * speed ** 2, 2 * b.near * mass * speed ** 2)
    return b.done(end)


@machine_kind
def gripper(b):
    """Two pads press with N on a part: it stays up to 2 mu N, else it slides with g - 2 mu N/m."""
    s, mu, holds = b.size, b.u(0.2, 0.8), b.rng.random() < 0.5
    mass = b.density * s ** 3
    press = mass * GRAVITY / (2 * mu) * (b.u(1.15, 3) if holds else b.u(0.3, 0.85))
    b.pair(0, mu)
    b.add("part", box(s, s, s), (0, 0, 0))
    for name, side in (("left", -1), ("right", 1)):
        b.add(name, box(0.5 * s, s, 3 * s), (0.75 * s * side, 0, 0))
        b.joint(f"guide_{name}", "prismatic", "world", name, (0.75 * s * side, 0, 0), axis=[1, 0, 0])
    b.force("clamp", "spring", "left", "right", stiffness=0, preload=press)
    b.rule(press / 4)
    drop = GRAVITY - 2 * mu * press / mass
    end = math.sqrt(s / drop) if not holds else 5 * math.sqrt(s / GRAVITY)
    right = 0.0 if holds else -0.5 * drop * end ** 2
    b.answer("height at the end", lambda run: run.position("part")[2], right, 5 * b.near * (s if not holds else 0.1 * s))
    b.answer("press", lambda run: abs(run.mean_contact_force("left", "part")[0]), press, 2 * b.near * press)
    return b.done(end)


@machine_kind
def tilting_plate(b):
    """A plate tilts slowly under a block: it lies until arctan mu, then slides."""
    s, mu = b.size, b.u(0.15, 0.7)
    rate = b.u(0.05, 0.2) * math.sqrt(GRAVITY / s)
    b.pair(0, mu)
    b.add("plate", box(20 * s, 4 * s, 0.4 * s), (0, 0, 0), mobility="prescribed", motion={"ry": f"{rate:.9g} * t"})
    high = 0.2 * s + 0.25 * s
    b.add("block", box(s, s, 0.5 * s), (0, 0, high), velocity=[rate * high, 0, 0], angular_velocity=[0, rate, 0])
    b.rule(b.density * 0.5 * s ** 3 * GRAVITY / 4)

    def slides(t, state):
        way, speed = state
        angle = rate * t
        pull = rate ** 2 * way + GRAVITY * math.sin(angle)
        press = max(0.0, GRAVITY * math.cos(angle) - 2 * rate * speed - rate ** 2 * high)
        if speed <= 0 and pull <= mu * press:
            return [0.0, 0.0]
        return [speed, pull - mu * press]

    end = (math.atan(mu) + 2.5 * rate / math.sqrt(GRAVITY / s)) / rate
    way = integrate(slides, [0.0, 0.0], end)[0]
    while way > 4 * s:
        end = 0.5 * (end + math.atan(mu) / rate)
        way = integrate(slides, [0.0, 0.0], end)[0]

    def measured(run):
        x, z = run.position("block")[0], run.position("block")[2]
        angle = rate * run.times[-1]
        return x * math.cos(angle) - z * math.sin(angle)

    b.answer("way on the plate", measured, way, 5 * b.near * max(way, 0.1 * s))
    return b.done(end)


@machine_kind
def inclined_block(b):
    """A block on a slope slides with g (sin - mu cos), or stays."""
    s, mu, angle = b.size, b.u(0.1, 0.8), math.radians(b.u(5, 40))
    while abs(math.tan(angle) - mu) < 0.1 * mu:
        mu = b.u(0.1, 0.8)
    b.pair(0, mu)
    b.model["gravity"] = [GRAVITY * math.sin(angle), 0, -GRAVITY * math.cos(angle)]
    b.add("slope", {"plane": {}}, (0, 0, 0), mobility="fixed")
    b.add("block", box(2 * s, s, 0.8 * s), (0, 0, 0.4 * s))
    b.rule(b.density * 1.6 * s ** 3 * GRAVITY / 4)
    pull = max(0.0, GRAVITY * (math.sin(angle) - mu * math.cos(angle)))
    end = 3 * math.sqrt(s / GRAVITY)
    right = 0.5 * pull * end ** 2
    b.answer("way", lambda run: run.position("block")[0], right, 2 * b.near * right + 2e-3 * b.near * s)
    return b.done(end)


@machine_kind
def bowling(b):
    """A ball that slides at first rolls with 5/7 of its speed from 2 v/(7 mu g) on."""
    s, mu = b.size, b.u(0.05, 0.4)
    speed = b.u(1, 4) * math.sqrt(GRAVITY * s)
    rolls = 2 * speed / (7 * mu * GRAVITY)
    end = 1.4 * rolls
    b.pair(0, mu)
    b.add("lane", {"plane": {}}, (0, 0, 0), mobility="fixed")
    b.add("ball", sphere(s), (0, 0, s), velocity=[speed, 0, 0])
    b.rule(sphere_mass(b.density, s) * GRAVITY)
    b.answer("speed at the end", lambda run: run.velocity("ball")[0], 5 / 7 * speed)
    b.answer("spin at the end", lambda run: run.spin("ball")[1] * s, 5 / 7 * speed)
    right = speed * rolls - 0.5 * mu * GRAVITY * rolls ** 2 + 5 / 7 * speed * (end - rolls)
    b.answer("way", lambda run: run.position("ball")[0], right)
    return b.done(end)


@machine_kind
def rolls_down(b):
    """A ball or a roller goes down with g sin / (1 + k) where friction is enough, k = I/(m r^2)."""
    s, angle = b.size, math.radians(b.u(5, 30))
    share, shape = b.rng.choice([(0.4, sphere(s)), (0.5, cylinder(s, 1.5 * s, "y"))])
    grips = b.rng.random() < 0.6
    needed = math.tan(angle) * share / (1 + share)
    mu = needed * (b.u(1.3, 3) if grips else b.u(0.2, 0.8))
    b.pair(0, mu)
    b.model["gravity"] = [GRAVITY * math.sin(angle), 0, -GRAVITY * math.cos(angle)]
    b.add("slope", {"plane": {}} if b.rng.random() < 0.5 else box(100 * s, 10 * s, 2 * s),
          (0, 0, 0), mobility="fixed")
    if "box" in b.model["bodies"]["slope"]["shapes"][0]:
        b.model["bodies"]["slope"]["position"] = [0, 0, -s]
    b.add("roller", shape, (0, 0, s))
    b.rule(b.density * 4 * s ** 3 * GRAVITY)
    end = 5 * math.sqrt(s / GRAVITY)
    if grips:
        pull, spin = GRAVITY * math.sin(angle) / (1 + share), GRAVITY * math.sin(angle) / (1 + share) / s
    else:
        pull = GRAVITY * (math.sin(angle) - mu * math.cos(angle))
        spin = mu * GRAVITY * math.cos(angle) / (share * s)
    b.answer("way", lambda run: run.position("roller")[0], 0.5 * pull * end ** 2)
    b.answer("spin", lambda run: run.spin("roller")[1], spin * end)
    return b.done(end)


@machine_kind
def ladder(b):
    """A round ladder at a smooth wall stands where mu > w, w = cos a/(2 sin a + 2 r/s); the wall carries w m g."""
    s, angle, stands = 4 * b.size, math.radians(b.u(45, 75)), b.rng.random() < 0.6
    r = 0.02 * s  # it stands on the floor one radius below its lower end
    limit = math.cos(angle) / (2 * math.sin(angle) + 2 * r / s)
    mu = limit * (b.u(1.2, 2) if stands else b.u(0.2, 0.8))
    b.pair(0, mu)
    b.add("floor", {"plane": {}}, (0, 0, 0), mobility="fixed")
    b.add("wall", {"plane": {"normal": [-1, 0, 0]}}, (0, 0, 0), mobility="fixed")
    cos, sin = math.cos(angle), math.sin(angle)
    b.add("ladder", capsule(r, s, "x"), (-r - 0.5 * s * cos, 0, r + 0.5 * s * sin), rotation=[0, -angle, 0])
    mass = b.density * (math.pi * r * r * s + 4 / 3 * math.pi * r ** 3)
    b.rule(mass * GRAVITY)
    b.rule(mass * GRAVITY, "none", ("wall", "ladder"))
    end = 2 * math.sqrt(s / GRAVITY) if stands else 0.5 * math.sqrt(s / GRAVITY)
    if stands:
        b.answer("wall carries", lambda run: abs(run.mean_contact_force("wall", "ladder")[0]),
                 mass * GRAVITY * limit, 2 * b.near * mass * GRAVITY)
        b.answer("height", lambda run: run.position("ladder")[2], r + 0.5 * s * sin, b.near * 0.1 * s)
    else:
        b.answer("it slides: height lost by s", lambda run: min(1.0, (r + 0.5 * s * sin - run.position("ladder")[2]) / (2e-3 * s)),
                 1.0, 1e-9)
    b.thin = r
    return b.done(end)


@machine_kind
def turntable(b):
    """A block on a turning disc stays while w^2 r < mu g, else it leaves outwards."""
    s, mu, stays = b.size, b.u(0.2, 0.8), b.rng.random() < 0.6
    radius = b.u(2, 5) * s
    rate = math.sqrt(mu * GRAVITY / radius * (b.u(0.3, 0.85) if stays else b.u(1.3, 2.5)))
    b.pair(0, mu)
    b.add("disc", cylinder(10 * s, s), (0, 0, 0), mobility="prescribed",
          motion={"rz": f"{rate:.9g} * t", "z": f"{-0.5 * s:.9g}"})
    b.add("block", box(s, s, 0.6 * s), (radius, 0, 0.3 * s), velocity=[0, rate * radius, 0],
          angular_velocity=[0, 0, rate])
    b.rule(b.density * 0.6 * s ** 3 * GRAVITY / 4)
    end = 3.0 / rate
    out = lambda run: math.hypot(*run.position("block")[0:2])
    if stays:
        b.answer("radius", out, radius, b.near * 0.5 * s)
        b.answer("angle against the disc", lambda run: math.remainder(
            math.atan2(run.position("block")[1], run.position("block")[0]) - rate * run.times[-1], 2 * math.pi),
            0.0, b.near * s / radius)
    else:
        b.answer("it leaves", lambda run: min(out(run) / (1.1 * radius), 1.0), 1.0, 1e-9)
    return b.done(end)


@machine_kind
def toppling(b):
    """A tall block on a slope falls over where tan a > w/h, and stands below."""
    s, stands = b.size, b.rng.random() < 0.5
    width, high = s, b.u(2, 4) * s
    angle = math.atan(width / high * (b.u(0.5, 0.85) if stands else b.u(1.2, 1.6)))
    b.pair(0, 1.0)
    b.model["gravity"] = [GRAVITY * math.sin(angle), 0, -GRAVITY * math.cos(angle)]
    b.add("slope", {"plane": {}}, (0, 0, 0), mobility="fixed")
    b.add("block", box(width, s, high), (0, 0, 0.5 * high))
    b.rule(b.density * s * s * high * GRAVITY / 2)
    end = 8 * math.sqrt(high / GRAVITY) if not stands else 3 * math.sqrt(high / GRAVITY)
    b.answer("tilt at the end", lambda run: tilt(run, "block"), 0.0 if stands else math.pi / 2, 0.02)
    return b.done(end)


@machine_kind
def bolted_joint(b):
    """Plates under a bolt of preload P: a side load F is held up to mu (P + m g), else it slides."""
    s, mu, holds = b.size, b.u(0.15, 0.5), b.rng.random() < 0.5
    mass = b.density * 4 * s * 2 * s * 0.5 * s
    preload = mass * GRAVITY * b.u(1, 20)
    limit = mu * (preload + mass * GRAVITY)
    side = limit * (b.u(0.3, 0.9) if holds else b.u(1.15, 2))
    b.pair(0, mu)
    b.add("base", box(20 * s, 4 * s, s), (0, 0, -0.5 * s), mobility="fixed")
    b.add("plate", box(4 * s, 2 * s, 0.5 * s), (0, 0, 0.25 * s))
    # at the height of the joint, so that the plate does not lift
    b.force("bolt", "applied", "world", "plate", point=[0, 0, -0.25 * s], fz=-preload, fx=side)
    b.rule((preload + mass * GRAVITY) / 4)
    end = 0.5 * math.sqrt(s / GRAVITY) if not holds else 3 * math.sqrt(s / GRAVITY)
    pull = 0.0 if holds else (side - limit) / mass
    right = 0.5 * pull * end ** 2
    b.answer("way", lambda run: run.position("plate")[0], right, 3 * b.near * right + 1e-2 * b.near * s)
    b.answer("pressed together", lambda run: run.mean_contact_force("base", "plate")[2],
             preload + mass * GRAVITY, 2 * b.near * (preload + mass * GRAVITY))
    return b.done(end)
