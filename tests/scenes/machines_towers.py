# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Towers of 2 to 20 blocks by every law and method: they stand ten seconds.

The number of the scene counts through the ways to compute (law and method) and, slower, through the
heights: low, high and middle ones first, so that a few rounds see all of them.
"""

import math

from machines import box, cylinder, machine_kind
from scene import GRAVITY

LAWS = ("rigid", "elastic", "hertz", "hunt_crossley", "lankarani_nikravesh", "flores", "impact", "poisson",
        "power_damper", "compliant")
WAYS = [(law, method) for method in ("events", "stepping") for law in LAWS] + [("rigid", "fixed")]
ADAPTIVE_WAYS = [(law, "stepping adaptive") for law in LAWS]  # with numbers behind all others
HEIGHTS = (2, 20, 8, 5, 13, 3, 10, 16, 4, 6, 18, 7, 9, 11, 12, 14, 15, 17, 19)
COUNT = (len(WAYS) + len(ADAPTIVE_WAYS)) * len(HEIGHTS)


def tower_of(name):
    """Law, method and number of blocks of a scene."""
    number, ways = int(name.split(":")[1]) % COUNT, WAYS
    if number >= len(WAYS) * len(HEIGHTS):
        number, ways = number - len(WAYS) * len(HEIGHTS), ADAPTIVE_WAYS
    law, method = ways[number % len(ways)]
    return law, method, HEIGHTS[number // len(ways)]


def normal(law, load, mass, depth):
    """A law that carries the load at that depth, and comes to rest there within a few bounces."""
    stiffness, pace = load / depth ** 1.5, math.sqrt(GRAVITY * depth)
    return {"law": law, **{
        "rigid": {}, "elastic": {},
        "hertz": {"stiffness": stiffness, "damping": 0.5 / pace},
        "impact": {"stiffness": stiffness, "exponent": 1.5, "damping": math.sqrt(load / depth * mass),
                   "full_damping_depth": 0.5 * depth},
        "poisson": {"penalty": stiffness},
        "power_damper": {"stiffness": stiffness, "damping": 0.5 * stiffness * math.sqrt(depth) / pace, "depth_exponent": 1},
        "compliant": {"compliance": depth / load, "damping": math.sqrt(load / depth * mass)},
    }.get(law, {"stiffness": stiffness})}


@machine_kind
def standing(b):
    """A tower of boxes and cylinders, or of plane blocks by `fixed`: it stands, its foot carries all."""
    law, method, count = tower_of(b.name)
    b.method = method.split()[0]
    b.law = "rigid" if law == "rigid" else law
    s, plane = b.size, b.method == "fixed"
    reach = min(0.01, s / 20)
    gap = reach / 2 if plane else 0.0  # `fixed` holds bodies apart by half of its contact distance
    b.pair(0, b.u(0.3, 0.8))
    up, high, weights = (1 if plane else 2), 0.0, []
    if plane:
        b.model["gravity"] = [0, -GRAVITY, 0]
        b.add("ground", {"outline": {"form": "wall", "width": 20 * s, "height": 2 * s, "face": "top"}}, (0, -s, 0), mobility="fixed")
    else:
        b.add("ground", {"plane": {}}, (0, 0, 0), mobility="fixed")
    for i in range(count):
        h, x, y = s * b.u(0.5, 1.2), b.u(-0.03, 0.03) * s, b.u(-0.03, 0.03) * s
        volume = 4 * s * s * h
        if plane:
            shape, volume = {"outline": {"form": "block", "width": 2 * s, "height": h, "thickness": s}}, 2 * s * h * s
        elif b.rng.random() < 0.6:
            shape = box(2 * s, 2 * s, h)
        else:
            shape, volume = cylinder(s, h), math.pi * s * s * h
        high += gap
        place = (x, high + h / 2, 0) if plane else (x, y, high + h / 2)
        b.add(f"b{i}", shape, place, **({"mobility": "planar"} if plane else {}))
        high += h
        weights.append(b.density * volume * GRAVITY)
    b.model["contacts"] = [{"between": ["all", "all"], "friction": {"law": "coulomb"},
                            "normal": normal(law, sum(weights) / 4, max(weights) / GRAVITY, 1e-5 * s)}]
    top, start = f"b{count - 1}", b.model["bodies"][f"b{count - 1}"]["position"]
    b.answer("top stays", lambda run: math.dist(run.position(top), start), 0.0, 0.01 * s)
    b.answer("foot", lambda run: run.mean_contact_force("ground", "b0")[up], sum(weights), 0.01 * sum(weights))
    scene = b.done(10.0)
    keys = scene.model["simulation"]
    pace = math.sqrt(2 * s / GRAVITY)
    if b.method == "events":
        keys["tolerance"] = 1e-6
    elif plane:
        keys.pop("tolerance")
        keys.update(step=0.02 * pace, contact_distance=reach)
    else:
        keys["step"] = 0.02 * pace
    if method == "stepping adaptive":
        keys.update(step_control="adaptive", tolerance=1e-5)
    return scene


def table(rows):
    """Lines of a page: each law and method with the towers that stand and what they cost."""
    ways = {}
    for row in rows:
        law, method, count = tower_of(row["scene"])
        way = ways.setdefault((law, method), {"stand": [], "cost": (0.0, 0), "wrong": []})
        if "refused" in row:
            way["wrong"].append(f"{count}: refused")
            continue
        if not row["failures"]:
            way["stand"].append(count)
        else:
            kind, text = row["failures"][0]
            way["wrong"].append(f"{count}: {kind} ({text.split(':')[0][:40]})")
        way["cost"] = max(way["cost"], (row["cpu"], count))
    yield "| law | method | towers that stand | processor time of the slowest [s] | what does not stand |"
    yield "| --- | --- | --- | --- | --- |"
    for (law, method), way in ways.items():
        stand = ", ".join(map(str, sorted(way["stand"]))) or "none"
        seconds, count = way["cost"]
        yield f"| `{law}` | `{method}` | {stand} | {seconds:.2f} ({count} blocks) | {'; '.join(way['wrong'])} |"
