# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Two bodies that meet without any loss: is the force of a contact the slope of its stored energy?

Every pair of shapes in turn, by the number of the scene. No gravity, no friction, restitution 1, a
normal law without damping whose stiffness is given: the only force is that of the overlap, and
motion and stored energy are one constant sum at every instant. A sum that changes says that the
speed of the depth is not the rate of the depth where the force acts, so that the point or the
normal of that pair are not those of its depth. 
"""

import math

import parts
from checks import turned_over
from generate import kind
from rotations import add, dot, length, random_turn, scale, subtract, turn
from scene import Answer

# What changes with the tolerance is an error of the integration, not of the pair.
BOOK = {"events": 1e-4, "stepping": 5e-3}


def plane(rng, size):
    return parts.Shape({"plane": {}}, 0.0, math.inf)


def tube(rng, size):
    radius, length = size * rng.uniform(0.5, 1), size * rng.uniform(0.5, 2)
    inner = radius * rng.uniform(0.4, 0.8)
    return parts.Shape({"tube": {"radius": radius, "inner_radius": inner, "length": length}},
                       math.hypot(radius, length / 2), (radius - inner) / 2)


def surface(rng, size):
    return parts.mesh(rng, 0.7 * size, "surface")


SOLIDS = {name: (lambda rng, size, name=name: parts.solid(rng, size, (name,))) for name in parts.SOLIDS}
SOLIDS.update(tube=tube, surface=surface, plane=plane)
OUTLINES = {form: (lambda rng, size, form=form: parts.outline(rng, size, form)) for form in parts.OUTLINE_FORMS}
PAIRS = ([(a, b) for i, a in enumerate(SOLIDS) for b in list(SOLIDS)[i:] if a != "plane"]
         + [(a, b) for i, a in enumerate(OUTLINES) for b in list(OUTLINES)[i:]])


def pair_of(name):
    return PAIRS[int(name.split(":")[1]) % len(PAIRS)]


def lossless(rng, size, energy):
    """A law that gives back all: deep as 2 % of the size by that energy, times 1 to 1/4."""
    stiffness = 2.5 * energy / (0.02 * size) ** 2.5 * 10 ** rng.uniform(0, 1.5)
    law = rng.choice(["hertz", "hunt_crossley", "flores", "impact", "compliant"])
    if law == "compliant":
        return {"law": law, "compliance": 1 / (stiffness * math.sqrt(0.02 * size)), "damping": 0.0}
    keys = {"law": law, "stiffness": stiffness}
    if law == "hertz":
        keys["damping"] = 0.0
    if law == "impact":
        keys.update(exponent=1.5, damping=0.0, full_damping_depth=0.01 * size)
    return keys


@kind
def meeting(d):
    """One thrown at the other, mostly off its middle, both turning."""
    first, second = pair_of(d.name)
    flat = first in OUTLINES
    d.model["gravity"] = [0, 0, 0]
    d.model["pairs"][0].update(restitution=1, sliding_friction=0)
    d.model["pairs"][0].pop("rolling_resistance", None)
    shapes = [(OUTLINES if flat else SOLIDS)[name](d.rng, d.size) for name in (first, second)]

    def pose():
        return {"rotation": [0, 0, d.u(-3, 3)]} if flat else {"orientation": random_turn(d.rng)}

    axes = "z" if flat else "xyz"
    spin = 0.5 * d.pace() / d.size
    if second == "plane":
        towards = [0.0, 0.0, -1.0]
        d.fixed("b", shapes[1].keys)
    else:
        towards = turn(random_turn(d.rng), [0, 0, -1])
        if flat:
            angle = d.u(-3, 3)
            towards = [math.cos(angle), math.sin(angle), 0.0]
        still = {"mobility": "fixed"} if d.rng.random() < 0.3 else {
            "mobility": "planar" if flat else "free", "angular_velocity": d.vector(spin, axes)}
        d.free("b", shapes[1], (0, 0, 0), **pose(), **still)
    reach = shapes[0].outer + shapes[1].outer + 0.02 * d.size
    speed = d.pace() * d.u(0.3, 1)
    aside = d.vector(0.25 * min(shape.inner for shape in shapes if math.isfinite(shape.inner)), "xy" if flat else "xyz")
    aside = subtract(aside, scale(dot(aside, towards), towards))
    d.free("a", shapes[0], add(scale(-reach, towards), aside), **pose(), velocity=scale(speed, towards),
           angular_velocity=d.vector(spin, axes), **({"mobility": "planar"} if flat else {}))
    rule = {"between": ["all", "all"], "normal": lossless(d.rng, d.size, d.fall(0, speed)), "friction": {"law": "none"}}
    # one failure is enough: that of the answers
    scene = d.done(3 * reach / d.size * d.pace() / speed, 0, rule=rule, book=math.inf, energy_rise=math.inf,
                   loss_falls=math.inf, thin_share=1.0)
    scene.answers = [Answer("energy that comes or goes", lambda run: change_of(scene, run), 0.0, BOOK[d.method]),
                     Answer("hit", is_hit, 1, 1 if "torus" in (first, second) else 0)]  # a ring may let it through
    keys = scene.model["simulation"]
    keys.pop("step_control", None)
    keys["tolerance"] = 1e-8
    if d.method == "stepping":
        keys["step"] = keys["end_time"] / 5000
    return scene


# ---- the table of all pairs ----


def change_of(scene, run):
    """The greatest change of motion and stored energy, of what is turned over."""
    start = run.total(0)
    return max(abs(run.total(frame) - start) for frame in range(len(run.times))) / turned_over(scene, run)


def is_hit(run):
    before = run.velocity("a", 0)
    return any(length(subtract(run.velocity("a", frame), before)) > 1e-6 * length(before)
               for frame in range(len(run.times)))


def table(rows):
    """Lines of a page: each pair with its runs, those that were hit, the worst of them and its scene."""
    pairs = {}
    for row in rows:
        pair = pairs.setdefault((pair_of(row["scene"]), row["method"]), {"runs": 0, "hit": 0, "worst": 0.0, "scene": "", "stops": 0})
        pair["runs"] += 1
        if row.get("code") != 0:
            pair.update(stops=pair["stops"] + 1, scene=pair["scene"] or row["scene"])
            continue
        answers = {what: value for what, value, _, _ in row["answers"]}
        pair["hit"] += answers["hit"]
        if answers["energy that comes or goes"] > pair["worst"]:
            pair.update(worst=answers["energy that comes or goes"], scene=row["scene"])
    yield "| pair | method | runs | hit | stop | energy that comes or goes | in |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for ((a, b), method), pair in sorted(pairs.items(), key=lambda item: (-item[1]["stops"], -item[1]["worst"])):
        yield (f"| {a}, {b} | `{method}` | {pair['runs']} | {pair['hit']} | {pair['stops']} | "
               f"{pair['worst']:.1e} | {pair['scene']} |")
