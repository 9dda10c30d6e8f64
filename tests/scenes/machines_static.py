# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Machines and heaps at rest, and what carries them."""

import math

from machines import box, capsule, cylinder, machine_kind, sphere, sphere_mass, tilt
from scene import GRAVITY


@machine_kind
def vehicle(b):
    """A cart on four wheels: each axle carries its share of the load."""
    s = b.size
    r, base = b.u(0.4, 0.8) * s, b.u(3, 5) * s
    b.pair(0, b.u(0.3, 0.9))
    b.add("road", {"plane": {}}, (0, 0, 0), mobility="fixed")
    deck = [base + 2 * s, 1.5 * s, 0.4 * s]
    b.add("deck", box(*deck), (0, 0, r))
    load_x = b.u(-0.4, 0.4) * base
    b.add("load", box(s, s, s), (load_x, 0, r + 0.7 * s))
    b.joint("lashed", "fixed", "deck", "load", (load_x, 0, 0.2 * s))
    wheel = b.density * math.pi * r * r * 0.3 * s
    for name, x, y in (("fl", 1, 1), ("fr", 1, -1), ("rl", -1, 1), ("rr", -1, -1)):
        b.add(name, cylinder(r, 0.3 * s, "y"), (0.5 * base * x, 1.0 * s * y, r))
        b.joint(f"hub_{name}", "revolute", "deck", name, (0.5 * base * x, 1.0 * s * y, 0), axis=[0, 1, 0])
    deck_mass, load_mass = b.density * deck[0] * deck[1] * deck[2], b.density * s ** 3
    b.rule(deck_mass * GRAVITY / 8)
    front = GRAVITY * (2 * wheel + deck_mass / 2 + load_mass * (0.5 + load_x / base))
    total = GRAVITY * (4 * wheel + deck_mass + load_mass)
    axle = lambda run: sum(run.mean_contact_force("road", name)[2] for name in ("fl", "fr"))
    b.answer("front axle", axle, front, 2 * b.near * total)
    # the load swings no wheel: it stands still on level ground
    b.answer("place", lambda run: run.position("deck")[0], 0.0, b.near * s)
    return b.done(6 * math.sqrt(s / GRAVITY))


@machine_kind
def socket(b):
    """A ball between three smooth boards that lean alike: each carries m g / (3 cos a)."""
    s, lean = b.size, math.radians(b.u(25, 65))
    b.pair(0, 0)
    for k in range(3):
        turn = 2 * math.pi * k / 3
        normal = [-math.sin(lean) * math.cos(turn), -math.sin(lean) * math.sin(turn), math.cos(lean)]
        b.add(f"board{k}", {"plane": {"normal": normal}}, (0, 0, 0), mobility="fixed")
    b.add("ball", sphere(s), (0, 0, s / math.cos(lean)))
    weight = sphere_mass(b.density, s) * GRAVITY
    b.rule(weight, "none")
    for k in range(3):
        b.answer(f"board {k}", lambda run, k=k: math.hypot(*run.mean_contact_force(f"board{k}", "ball")),
                 weight / (3 * math.cos(lean)), 2 * b.near * weight)
    return b.done(5 * math.sqrt(s / GRAVITY))


@machine_kind
def block_tower(b):
    """A straight tower: each joint carries what is above it."""
    s, count = b.size, b.rng.randint(2, 6)
    b.pair(0, b.u(0.3, 0.8))
    b.add("ground", {"plane": {}}, (0, 0, 0), mobility="fixed")
    high, heights = 0.0, []
    for i in range(count):
        h = s * b.u(0.5, 1.2)
        shape = box(2 * s, 2 * s, h) if b.rng.random() < 0.6 else cylinder(s, h)
        b.add(f"b{i}", shape, (0, 0, high + h / 2))
        high += h
        heights.append(b.density * h * (4 * s * s if "box" in shape else math.pi * s * s) * GRAVITY)
    b.rule(sum(heights) / 4)
    for i in range(count):
        below = f"b{i - 1}" if i else "ground"
        b.answer(f"under b{i}", lambda run, i=i, below=below: run.mean_contact_force(below, f"b{i}")[2],
                 sum(heights[i:]), 2 * b.near * sum(heights[i:]))
    b.answer("top stays", lambda run: math.hypot(*run.position(f"b{count - 1}")[0:2]), 0.0, b.near * s)
    return b.done(6 * math.sqrt(s / GRAVITY))


@machine_kind
def toggle_press(b):
    """A side force F at the knee of two links at an angle a presses with F/(2 tan a)."""
    s, angle = b.size, math.radians(b.u(5, 30))
    link = 3 * s
    force = b.density * s ** 3 * GRAVITY * b.u(5, 50)
    press = force / (2 * math.tan(angle))
    b.law = "rigid"  # an elastic contact would change the angle
    b.pair(0, 0.3)
    b.model["gravity"] = [0, 0, 0]
    side, high = link * math.sin(angle), link * math.cos(angle)
    b.add("anvil", box(3 * s, 3 * s, s), (0, 0, -0.5 * s), mobility="fixed")
    b.add("ram", box(s, s, s), (0, 0, 0.5 * s))
    b.joint("guide", "prismatic", "world", "ram", (0, 0, 0.5 * s), axis=[0, 0, 1])
    for name, z, way in (("lower", s + 0.5 * high, 1), ("upper", s + 1.5 * high, -1)):
        b.add(name, box(0.2 * s, 0.2 * s, link), (0.5 * side, 0, z), rotation=[0, way * angle, 0])
    y = [0, 1, 0]
    b.joint("foot", "revolute", "ram", "lower", (0, 0, 0.5 * s), axis=y)
    b.joint("knee", "revolute", "lower", "upper", (0, 0, 0.5 * link), axis=y)
    b.joint("head", "revolute", "world", "upper", (0, 0, s + 2 * high), axis=y)
    b.force("push", "applied", "world", "lower", point=[0, 0, 0.5 * link], fx=-force)
    b.model["exclude"] = [["lower", "all"], ["upper", "all"]]
    b.rule(press / 4)
    b.answer("press", lambda run: run.mean_contact_force("ram", "anvil")[2], -press, 2 * b.near * press)
    return b.done(3 * math.sqrt(s / GRAVITY))


@machine_kind
def seesaw(b):
    """Loads on both ends of a beam with m1 a = m2 b: it stays level, the pivot carries all."""
    s = b.size
    half, small = 4 * s, b.u(0.5, 0.95)
    reach = b.u(2, 3) * s
    other = reach * small ** 3
    b.pair(0, 0.6)
    b.add("beam", box(2 * half, s, 0.3 * s), (0, 0, 0))
    # the pivot is above all weights, so that the balance is a stable one
    b.joint("pivot", "revolute", "world", "beam", (0, 0, 2 * s), axis=[0, 1, 0])
    b.add("heavy", box(s, s, s), (-other, 0, 0.65 * s))
    b.add("light", box(small * s, small * s, small * s), (reach, 0, (0.15 + 0.5 * small) * s))
    heavy, light = b.density * GRAVITY * s ** 3, b.density * GRAVITY * (small * s) ** 3
    b.rule(heavy / 4)
    b.answer("tilt", lambda run: tilt(run, "beam"), 0.0, b.near)
    all_of = heavy + light + b.density * GRAVITY * 2 * half * s * 0.3 * s
    b.answer("pivot", lambda run: run.joint_load("pivot")[2], all_of, 10 * b.near * all_of)
    b.answer("heavy", lambda run: run.mean_contact_force("beam", "heavy")[2], heavy, 2 * b.near * heavy)
    b.answer("light", lambda run: run.mean_contact_force("beam", "light")[2], light, 2 * b.near * light)
    return b.done(5 * math.sqrt(s / GRAVITY))


@machine_kind
def hung_ring(b):
    """A ring on a peg comes to rest and hangs with its weight on it."""
    s = b.size
    b.pair(0, b.u(0.2, 0.6))
    ring, tube, peg = 1.2 * s, 0.25 * s, 0.4 * s
    b.add("peg", capsule(peg, 6 * s, "y"), (0, 0, 0), mobility="fixed")
    b.add("ring", {"torus": {"ring_radius": ring, "tube_radius": tube, "axis": "y"}},
          (b.u(-0.2, 0.2) * s, 0, -(ring - tube - peg) + 0.1 * s))
    mass = b.density * 2 * math.pi ** 2 * ring * tube ** 2
    period = math.sqrt(s / GRAVITY)
    b.force("air", "drag", "world", "ring", damping=mass / period, rotational_damping=mass * s * s / period)
    b.rule(mass * GRAVITY)
    b.answer("carried", lambda run: run.mean_contact_force("peg", "ring")[2], mass * GRAVITY, 5 * b.near * mass * GRAVITY)
    b.thin = tube
    return b.done(30 * period, settles=True)


@machine_kind
def hopper(b):
    """Balls fall through a funnel into a bin: none is lost, the bin carries all that rest."""
    s, count = b.size, b.rng.randint(3, 8)
    b.pair(b.u(0, 0.4), b.u(0.2, 0.6))
    b.model["pairs"][0]["rolling_resistance"] = 0.05
    b.add("floor", box(12 * s, 12 * s, s), (0, 0, -0.5 * s), mobility="fixed")
    for k, (x, y) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        size = (s, 12 * s, 8 * s) if x else (12 * s, s, 8 * s)
        b.add(f"side{k}", box(*size), (5 * s * x, 5 * s * y, 4 * s), mobility="fixed")
        b.add(f"funnel{k}", box(*((5 * s, 12 * s, 0.5 * s) if x else (12 * s, 5 * s, 0.5 * s))),
              (3.9 * s * x, 3.9 * s * y, 10.5 * s), mobility="fixed",
              rotation=[0, -0.8 * x, 0] if x else [0.8 * y, 0, 0])
    r = 0.8 * s
    for i in range(count):
        b.add(f"ball{i}", sphere(r), (b.u(-0.3, 0.3) * s, b.u(-0.3, 0.3) * s, (12 + 2 * i) * s))
    b.rule(sphere_mass(b.density, r) * GRAVITY * 10)

    def inside(run):
        return sum(1 for i in range(count) if -4.6 * s < run.position(f"ball{i}")[0] < 4.6 * s
                   and -4.6 * s < run.position(f"ball{i}")[1] < 4.6 * s and run.position(f"ball{i}")[2] > 0.7 * r)

    b.answer("balls inside", inside, count, 0.5)
    return b.done(25 * math.sqrt(s / GRAVITY))


@machine_kind
def bearing(b):
    """A shaft in a plane bearing of balls, in the plane: the ring carries shaft and balls."""
    s, count = b.size, b.rng.randint(4, 8)
    b.pair(0, b.u(0.1, 0.4))
    b.model["pairs"][0]["rolling_resistance"] = 0.02
    b.model["gravity"] = [0, -GRAVITY, 0]
    mid = s * max(1.3, 0.75 / math.sin(math.pi / count))
    ball = 0.9 * min(mid * math.sin(math.pi / count), 0.7 * s)
    shaft, bore = mid - ball, mid + ball * 1.001
    b.add("ring", {"outline": {"form": "ring", "radius": bore + 0.5 * s, "wall": 0.5 * s, "thickness": s}},
          (0, 0, 0), mobility="fixed")
    b.add("shaft", {"outline": {"form": "ball", "radius": shaft, "thickness": s}}, (0, 0, 0), mobility="planar")
    for i in range(count):
        turn = 2 * math.pi * (i + 0.5) / count - math.pi / 2
        b.add(f"ball{i}", {"outline": {"form": "ball", "radius": ball, "thickness": s}},
              (mid * math.cos(turn), mid * math.sin(turn), 0), mobility="planar")
    weight = b.density * GRAVITY * s * math.pi * (shaft ** 2 + count * ball ** 2)
    b.rule(weight)
    b.answer("ring carries", lambda run: sum(run.mean_contact_force("ring", f"ball{i}")[1] for i in range(count)),
             weight, 10 * b.near * weight)
    b.thin = ball
    return b.done(20 * math.sqrt(s / GRAVITY))


@machine_kind
def nut_on_peg(b):
    """A nut of six blocks falls along a peg and lands on the floor around it."""
    s = b.size
    peg = b.u(0.6, 0.8) * s
    b.pair(b.rng.choice([0, 0.3]), b.u(0, 0.5))
    b.add("floor", {"plane": {}}, (0, 0, 0), mobility="fixed")
    b.add("peg", cylinder(peg, 6 * s), (0, 0, 3 * s), mobility="fixed")
    parts = []
    for k in range(6):
        turn = math.pi / 3 * k
        parts.append({**box(0.5 * s, 1.1 * s, 0.6 * s), "position": [1.15 * s * math.cos(turn), 1.15 * s * math.sin(turn), 0],
                      "rotation": [0, 0, turn]})
    b.add("nut", parts, (0, 0, b.u(1, 4) * s), rotation=[b.u(-0.05, 0.05), b.u(-0.05, 0.05), b.u(-1, 1)])
    b.rule(b.density * 2 * s ** 3 * GRAVITY)
    b.answer("around the peg", lambda run: max(0.0, math.hypot(*run.position("nut")[0:2]) - 0.5 * s), 0.0, 1e-9)
    b.thin = 0.25 * s
    return b.done(15 * math.sqrt(s / GRAVITY))
