# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Machines that strike, brake, shake and index."""

import math

from machines import box, cylinder, machine_kind, sphere, sphere_mass
from machines_drives import turned
from scene import GRAVITY


@machine_kind
def wrecking_ball(b):
    """A ball on a rope strikes a block in its middle: V = (1 + e) m v/(m + M), then it slides V^2/(2 mu g).
    The ball turns back (e M > m, M = 10.6 m); else it would push on the block as friction brakes that."""
    s, e, mu = b.size, b.u(0.1, 0.9), b.u(0.2, 0.8)
    rope, angle = b.u(5, 10) * s, math.radians(b.u(20, 70))
    b.pair(e, mu)
    b.add("floor", {"plane": {}}, (0, 0, 0), mobility="fixed")
    high, r = 2.4 * s, 0.6 * s
    b.add("block", box(2 * s, 2 * s, high), (s + r, 0, high / 2))
    top = high / 2 + rope
    b.add("ball", sphere(r), (-rope * math.sin(angle), 0, top - rope * math.cos(angle)))
    b.force("rope", "rope", "world", "ball", point_a=[0, 0, top], length=rope)
    m, big = sphere_mass(b.density, r), b.density * 4 * s * s * high
    speed = math.sqrt(2 * GRAVITY * rope * (1 - math.cos(angle)))
    after = (1 + e) * m * speed / (m + big)
    b.rule(big * GRAVITY)
    b.rule(m * speed ** 2 / s, "none", ("ball", "block"))
    x, y = 1.0, math.cos(angle / 2)
    while abs(x - y) > 1e-15:  # the arithmetic-geometric mean
        x, y = 0.5 * (x + y), math.sqrt(x * y)
    hit = 0.5 * math.pi * math.sqrt(rope / GRAVITY) / x
    slide = after / (mu * GRAVITY)
    end = hit + min(2 * slide, 0.3 * hit)
    left = max(0.0, slide - (end - hit))
    right = s + r + 0.5 * mu * GRAVITY * (slide ** 2 - left ** 2)
    b.answer("place of the block", lambda run: run.position("block")[0], right, 5 * b.near * (right - s - r) + 1e-4 * s)
    b.answer("speed of the block", lambda run: run.velocity("block")[0], mu * GRAVITY * left, 5 * b.near * after)
    b.thin = r
    return b.done(end)


@machine_kind
def brake_drum(b):
    """A shoe pressed with N on a drum stops it after w^2/(2 mu N r/I), and holds it."""
    s, mu = b.size, b.u(0.2, 0.7)
    r, wide = b.u(1.5, 3) * s, s
    spin = b.u(2, 8) * math.sqrt(GRAVITY / s)
    inertia = 0.5 * b.density * math.pi * r ** 4 * wide
    press = b.density * s ** 3 * GRAVITY * b.u(2, 20)
    slow = mu * press * r / inertia
    stop = spin / slow
    b.pair(0, mu)
    b.model["gravity"] = [0, 0, 0]
    b.add("drum", cylinder(r, wide, "y"), (0, 0, 0), angular_velocity=[0, spin, 0])
    b.joint("axle", "revolute", "world", "drum", axis=[0, 1, 0])
    b.add("shoe", box(s, s, s), (0, 0, r + s / 2))
    b.joint("guide", "prismatic", "world", "shoe", (0, 0, r + s / 2), axis=[0, 0, 1])
    b.force("press", "applied", "world", "shoe", fz=-press)
    b.rule(press)
    heat = 0.5 * inertia * spin ** 2
    b.answer("spin on the way", lambda run: run.spin("drum", len(run.times) // 2)[1], spin * (1 - 0.5 * 1.2), 5 * b.near * spin)
    b.answer("it stands", lambda run: run.spin("drum")[1], 0.0, b.near * 0.1 * spin)
    b.answer("angle", lambda run: about_y(run, "drum"), spin * stop / 2, 5 * b.near * spin * stop / 2)
    b.answer("heat", lambda run: run.energies[-1][5], heat, 5 * b.near * heat)
    # less than a third of a turn between frames
    return b.done(1.2 * stop, frames=max(100, 2 * int(spin * stop / 2) // 100 * 100))


def about_y(run, name):
    total, last = 0.0, None
    for frame in range(len(run.times)):
        q = run.state(name, frame)
        angle = 2 * math.atan2(q[5], q[3])
        if last is not None:
            total += math.remainder(angle - last, 2 * math.pi)
        last = angle
    return total


@machine_kind
def up_and_back(b):
    """A block thrown up a slope turns and comes back, v' = v sqrt((sin - mu cos)/(sin + mu cos)), or stays."""
    s, angle = b.size, math.radians(b.u(10, 40))
    mu = math.tan(angle) * b.rng.choice([b.u(0.2, 0.8), b.u(1.2, 2)])
    speed = b.u(1, 4) * math.sqrt(GRAVITY * s)
    b.pair(0, mu)
    b.model["gravity"] = [-GRAVITY * math.sin(angle), 0, -GRAVITY * math.cos(angle)]
    b.add("slope", {"plane": {}}, (0, 0, 0), mobility="fixed")
    b.add("block", box(2 * s, s, 0.5 * s), (0, 0, 0.25 * s), velocity=[speed, 0, 0])
    b.rule(b.density * s ** 3 * GRAVITY / 4)
    up = GRAVITY * (math.sin(angle) + mu * math.cos(angle))
    down = max(0.0, GRAVITY * (math.sin(angle) - mu * math.cos(angle)))
    way = speed ** 2 / (2 * up)
    back = math.sqrt(2 * way / down) if down > 0 else speed / up
    b.answer("highest", lambda run: max(run.position("block", f)[0] for f in range(len(run.times))), way, 5 * b.near * way)
    b.answer("place", lambda run: run.position("block")[0], way - 0.5 * down * back ** 2, 10 * b.near * way)
    b.answer("speed", lambda run: run.velocity("block")[0], -down * back, 10 * b.near * speed)
    return b.done(speed / up + back, frames=400)


@machine_kind
def braked_cart(b):
    """A cart with locked wheels stops after v^2/(2 mu g); its front wheels carry m g (1/2 + mu h/base)."""
    s, mu = b.size, b.u(0.3, 0.6)
    r, base, deck_z = 0.4 * s, b.u(5, 7) * s, 1.2 * s
    speed = b.u(1, 1.8) * math.sqrt(GRAVITY * s)
    b.pair(0, mu)
    b.add("road", {"plane": {}}, (0, 0, 0), mobility="fixed")
    v = [speed, 0, 0]
    b.add("deck", box(base, 2 * s, 0.5 * s), (0, 0, deck_z), velocity=v)
    wheel, deck = b.density * math.pi * r * r * 0.4 * s, b.density * base * s * s
    for name, x, y in (("fl", 1, 1), ("fr", 1, -1), ("rl", -1, 1), ("rr", -1, -1)):
        b.add(name, cylinder(r, 0.4 * s, "y"), (0.5 * base * x, 1.3 * s * y, r), velocity=v)
        b.joint(f"lock_{name}", "fixed", "deck", name, (0.5 * base * x, 1.3 * s * y, r - deck_z))
    mass = deck + 4 * wheel
    height = (deck * deck_z + 4 * wheel * r) / mass
    b.rule(mass * GRAVITY / 4)
    stop = speed / (mu * GRAVITY)
    way = speed ** 2 / (2 * mu * GRAVITY)
    front = lambda run, f: sum(run.contact_force("road", name, f)[2] for name in ("fl", "fr"))
    # mean over the middle of the way: a stiff law rings
    load = lambda run: sum(front(run, f) for f in range(20, 60)) / 40
    b.answer("way", lambda run: run.position("deck")[0], way, 5 * b.near * way)
    b.answer("front wheels", load, mass * GRAVITY * (0.5 + mu * height / base), 5 * b.near * mass * GRAVITY)
    b.answer("it stands", lambda run: run.velocity("deck")[0], 0.0, b.near * 0.1 * speed)
    b.thin = r
    return b.done(1.25 * stop)


@machine_kind
def shaker(b):
    """A body on a table that goes up and down by A sin(w t): m (g - A w^2 sin) while that is above 0, else it flies."""
    s, flies = b.size, b.rng.random() < 0.5
    top = (b.u(1.2, 3) if flies else b.u(0.2, 0.9)) * GRAVITY  # A w^2
    swing = b.u(0.2, 1) * s
    rate = math.sqrt(top / swing)
    b.pair(0, 0.3)
    b.add("table", box(6 * s, 6 * s, s), (0, 0, 0), mobility="prescribed",
          motion={"z": f"{swing:.9g} * sin({rate:.9g} * t)"})
    b.add("load", box(s, s, s), (0, 0, s), velocity=[0, 0, swing * rate])
    mass = b.density * s ** 3
    b.rule(mass * GRAVITY)
    if flies:
        leaves = math.asin(GRAVITY / top) / rate
        z, v = swing * math.sin(rate * leaves), swing * rate * math.cos(rate * leaves)
        # until it can have met the table again
        late = leaves
        while z + v * (late - leaves) - 0.5 * GRAVITY * (late - leaves) ** 2 >= swing * math.sin(rate * late) and late < leaves + 4 / rate:
            late += 0.01 / rate
        end = leaves + 0.8 * (late - leaves)
        b.answer("height in the flight", lambda run: run.position("load")[2],
                 s + z + v * (end - leaves) - 0.5 * GRAVITY * (end - leaves) ** 2, 5 * b.near * swing)
    else:
        end = 2 * 2 * math.pi / rate
        for frame in (12, 40, 90):
            phase = 4 * math.pi * frame / 100
            b.answer(f"force in frame {frame}", lambda run, f=frame: run.contact_force("table", "load", f)[2],
                     mass * (GRAVITY - top * math.sin(phase)), 5 * b.near * mass * GRAVITY)
        b.answer("height", lambda run: run.position("load")[2], s, 5 * b.near * swing)
    return b.done(end)


@machine_kind
def geneva(b):
    """A pin on a crank turns a wheel of four slots by a quarter each turn, in the plane."""
    s = b.size
    b.pair(0, b.u(0, 0.2))
    b.model["gravity"] = [0, 0, 0]
    apart = 6 * s  # of the axles; the pin goes into a slot in its direction
    arm, pin, play = apart / math.sqrt(2), 0.25 * s, 0.03 * s
    rate = b.u(0.2, 0.6) * math.sqrt(GRAVITY / s)

    def ball(r):
        return {"outline": {"form": "ball", "radius": r, "thickness": s}}

    b.add("crank", [{**ball(pin), "position": [arm, 0, 0]}], (0, 0, 0), mobility="prescribed",
          motion={"rz": f"{math.pi:.9g} + {rate:.9g} * t"})
    inner, outer, thick = apart - arm - 2 * pin, 0.97 * arm, 0.3 * s
    parts = []
    for k in range(4):
        turn = math.pi / 4 + math.pi / 2 * k
        for side in (-1, 1):
            mid, off = 0.5 * (inner + outer), side * (pin + play + thick / 2)
            place = [mid * math.cos(turn) - off * math.sin(turn), mid * math.sin(turn) + off * math.cos(turn), 0]
            parts.append({"outline": {"form": "block", "width": outer - inner, "height": thick, "thickness": s},
                          "position": place, "rotation": [0, 0, turn]})
    b.add("wheel", parts, (apart, 0, 0), mobility="planar")
    b.joint("axle", "revolute", "world", "wheel", (apart, 0, 0), axis=[0, 0, 1])
    inertia = b.density * s * 8 * thick * (outer - inner) * (0.5 * (inner + outer)) ** 2
    b.force("brake", "drag", "world", "wheel", damping=0, rotational_damping=5 * inertia * rate)
    b.rule(inertia * rate ** 2 / s * 20)
    turns = b.rng.randint(1, 3)
    b.answer("way of the wheel", lambda run: turned(run, "wheel"), -turns * math.pi / 2, 0.06)
    b.thin = thick / 2
    return b.done(turns * 2 * math.pi / rate, frames=100 * turns)
