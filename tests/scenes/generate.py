# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Random valid scenes: a function per kind, each from a seed alone.

A scene is valid when a careful person could have written it: bodies start apart, materials are
real, contacts are stiff enough for what may hit them (an impact by all energy of the fall is a
fiftieth of a body deep), and steps resolve a fall by the body's own size.
"""

import math

import parts
from rotations import random_turn
from scene import GRAVITY, MATERIALS, Scene, body, finished, new_model, random_of

KINDS = {}


def kind(function):
    KINDS[function.__name__] = function
    return function


class Draft:
    """What all kinds choose alike: material, size, method, pair; and how a scene is finished."""

    def __init__(self, name, gravity=(0, 0, -GRAVITY), methods=("events", "events", "stepping", "stepping")):
        self.name = name
        self.rng = random_of(name)
        self.material = self.rng.choice(list(MATERIALS))
        self.size = self.rng.choice([0.005, 0.03, 0.1, 0.5])
        self.method = self.rng.choice(methods)
        self.model = new_model(name.replace(":", " "), self.material,
                               self.rng.choice([0, 0.5, 1, self.rng.uniform(0, 1)]),
                               self.rng.choice([0, 0.3, self.rng.uniform(0.05, 0.9)]), gravity)
        self.thin, self.thin_of = math.inf, {}
        if self.rng.random() < 0.2:
            self.model["pairs"][0]["rolling_resistance"] = self.rng.uniform(0, 0.05)

    def u(self, low, high):
        return self.rng.uniform(low, high)

    def ground(self):
        if self.rng.random() < 0.5:
            self.fixed("ground", {"plane": {}})
        else:
            side = 80 * self.size
            self.fixed("ground", parts.box(side, side, 4 * self.size).keys, (0, 0, -2 * self.size))

    def fixed(self, name, keys, position=(0, 0, 0), **more):
        self.model["bodies"][name] = body(keys, self.material, position, mobility="fixed", **more)

    def free(self, name, shape, position, **more):
        self.model["bodies"][name] = body(shape.keys, self.material, position, **more)
        self.thin = min(self.thin, shape.inner)
        self.thin_of[name] = shape.inner

    def fall(self, height, speed=0.0, spin=0.0):
        """Energy of a body of this scene after falling so far."""
        mass = MATERIALS[self.material]["density"] * 4 * self.size ** 3
        return mass * (GRAVITY * height + 0.5 * speed ** 2 + 0.5 * (spin * self.size) ** 2)

    def vector(self, bound, only="xyz"):
        return [self.u(-bound, bound) if axis in only else 0.0 for axis in "xyz"]

    def pace(self):
        """Speed after falling by one size."""
        return math.sqrt(2 * GRAVITY * self.size)

    def done(self, end, energy, rigid_share=0.4, rule=None, **limits):
        """`end` in times of a fall by one size."""
        end *= math.sqrt(2 * self.size / GRAVITY)
        self.model["contacts"] = [rule or parts.laws(self.rng, self.method, self.material, self.size,
                                                     energy, rigid_share,
                                                     self.model["pairs"][0]["sliding_friction"] > 0)]
        self.model["simulation"] = parts.run_keys(self.rng, self.method, self.size, end)
        return Scene(self.name, finished(self.model), self.size, self.thin, limits=limits, thin=self.thin_of)


@kind
def drop(d):
    d.ground()
    shape = parts.solid(d.rng, d.size)
    high = shape.outer + d.u(0.01, 5) * d.size
    d.free("a", shape, (0, 0, high), orientation=random_turn(d.rng),
           velocity=d.vector(d.pace()), angular_velocity=d.vector(d.pace() / d.size))
    return d.done(12, d.fall(6 * d.size, 2 * d.pace(), 2 * d.pace() / d.size))


@kind
def rolling(d):
    d.ground()
    shape = parts.solid(d.rng, d.size, ("sphere", "cylinder", "torus", "ellipsoid", "capsule", "cone"))
    d.free("a", shape, (0, 0, 1.02 * shape.outer), orientation=random_turn(d.rng),
           velocity=d.vector(2 * d.pace(), "xy"), angular_velocity=d.vector(3 * d.pace() / d.size))
    return d.done(15, d.fall(2 * d.size, 3 * d.pace(), 5 * d.pace() / d.size))


@kind
def slope(d):
    angle = math.radians(d.u(3, 45))
    d.model["gravity"] = [GRAVITY * math.sin(angle), 0.0, -GRAVITY * math.cos(angle)]
    d.ground()
    shape = parts.solid(d.rng, d.size, ("box", "cylinder", "sphere", "frustum", "beam", "hull"))
    turned = d.rng.choice([[1, 0, 0, 0], random_turn(d.rng)])
    d.free("a", shape, (0, 0, 1.01 * shape.outer), orientation=turned, velocity=d.vector(d.pace(), "x"))
    return d.done(10, d.fall(20 * d.size))


@kind
def pile(d):
    d.ground()
    pitch = 2.4 * d.size
    for i in range(d.rng.randint(2, 9)):
        shape = parts.solid(d.rng, d.size)
        fit = min(1.0, 1.1 * d.size / shape.outer)  # so that none overlaps its neighbour
        place = [(i % 2) * pitch + d.u(-0.05, 0.05) * d.size, (i // 2 % 2) * pitch,
                 (1.2 + 2.4 * (i // 4)) * d.size]
        if fit < 1.0:
            shape = parts.solid(d.rng, 0.6 * d.size, ("sphere", "box", "ellipsoid", "cylinder"))
            fit = min(1.0, 1.1 * d.size / shape.outer)
        if fit < 1.0:
            shape = parts.sphere(d.size)
        d.free(f"b{i}", shape, place, orientation=random_turn(d.rng),
               angular_velocity=d.vector(0.5 * d.pace() / d.size))
    return d.done(12, d.fall(6 * d.size, d.pace()))


@kind
def bin(d):
    d.ground()
    inside = 4 * d.size
    for k, (x, y) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        size = (d.size, 10 * d.size, 16 * d.size) if x else (10 * d.size, d.size, 16 * d.size)
        d.fixed(f"wall{k}", parts.box(*size).keys,
                ((inside + d.size / 2) * x, (inside + d.size / 2) * y, 8 * d.size))
    kinds = d.rng.choice([("sphere",), ("box",), ("capsule",), parts.SOLIDS])
    for i in range(d.rng.randint(2, 10)):
        shape = parts.solid(d.rng, 0.7 * d.size, kinds)
        d.free(f"b{i}", shape, (((i % 2) - 0.5) * 3.4 * d.size, ((i // 2 % 2) - 0.5) * 3.4 * d.size,
                                (1.7 + 3.4 * (i // 4)) * d.size),
               orientation=random_turn(d.rng), velocity=d.vector(d.pace(), "xy"))
    return d.done(12, d.fall(10 * d.size, d.pace()))


@kind
def tower(d):
    d.ground()
    high = 0.0
    for i in range(d.rng.randint(2, 7)):
        h = d.size * d.u(0.6, 2)
        shape = parts.box(2 * d.size, 2 * d.size, h) if d.rng.random() < 0.6 else parts.cylinder(d.size, h)
        d.free(f"b{i}", shape, (d.u(-0.1, 0.1) * d.size, d.u(-0.1, 0.1) * d.size, high + h / 2 + 1e-4 * d.size))
        high += h + 1e-4 * d.size
    return d.done(10, d.fall(0.5 * d.size))


@kind
def chain(d):
    d.ground()
    joint = d.rng.choice(["revolute", "spherical", "universal", "distance"])
    pitch, links = 2 * d.size, d.rng.randint(2, 7)
    high = links * pitch * d.u(0.5, 1.2)
    for i in range(links):
        shape = d.rng.choice([parts.box(0.7 * pitch, 0.3 * d.size, 0.3 * d.size),
                              parts.cylinder(0.2 * d.size, 0.7 * pitch, "x")])
        d.free(f"b{i}", shape, (pitch * (i + 0.5), 0, high))
        keys = {"name": f"j{i}", "type": joint, "between": ["world" if i == 0 else f"b{i - 1}", f"b{i}"],
                "position": [0, 0, high] if i == 0 else [pitch / 2 if joint != "distance" else 0.35 * pitch, 0, 0]}
        if joint == "revolute":
            keys["axis"] = [0, 1, 0]
        if joint == "distance":
            keys["position_b"] = [-0.35 * pitch, 0, 0]
            if i == 0:
                keys["position"] = [-0.5 * pitch, 0, high]
        d.model["joints"].append(keys)
    return d.done(8 * math.sqrt(links), d.fall(links * pitch))


@kind
def limits(d):
    d.ground()
    s, e = d.size, d.rng.choice([0, d.u(0, 1), 1])
    shape = parts.solid(d.rng, s, ("box", "capsule", "cylinder"))
    high = 7 * s
    d.free("a", shape, (s, 0, high), angular_velocity=d.vector(0.5, "y"))
    joint = d.rng.choice(["revolute", "prismatic", "screw", "cylindrical", "universal"])
    keys = {"name": "j", "type": joint, "between": ["world", "a"], "position": [0, 0, high], "restitution": e}
    if joint == "revolute":
        keys.update(axis=[0, 1, 0], rz_low=-d.u(0.1, 1), rz_high=d.u(0.1, 1.5))
    elif joint == "universal":
        keys.update(rx_low=-d.u(0.1, 1), rx_high=d.u(0.1, 1), ry_low=-d.u(0.1, 1), ry_high=d.u(0.1, 1))
    else:
        keys.update(axis=[0, d.u(-0.5, 0.5), 1], z_low=-d.u(0.5, 2) * s, z_high=d.u(0.5, 2) * s)
        if joint == "screw":
            keys["pitch"] = s * d.u(0.2, 2)
    if "angular_velocity" in d.model["bodies"]["a"] and joint != "revolute":
        del d.model["bodies"]["a"]["angular_velocity"]
    elif joint == "revolute":
        wheel = d.model["bodies"]["a"]["angular_velocity"][1]
        d.model["bodies"]["a"]["velocity"] = [0, 0, -wheel * s]
    d.model["joints"].append(keys)
    hung = parts.solid(d.rng, 0.7 * s, ("sphere", "box", "capsule", "ellipsoid"))
    d.free("c", hung, (6 * s, 0, 3 * s), velocity=d.vector(d.pace()))
    what = d.rng.choice(["rope", "stretchy", "spring"])
    if what == "spring":
        mass = MATERIALS[d.material]["density"] * s ** 3
        stiffness = mass * GRAVITY / s * d.u(0.5, 20)
        d.model["forces"].append({"name": "f", "type": "spring", "between": ["a", "c"], "stiffness": stiffness,
                                  "damping": d.u(0, 0.5) * math.sqrt(stiffness * mass)})
    else:
        rope = {"name": "f", "type": "rope", "between": ["world", "c"], "point_a": [6 * s, 0, 8 * s],
                "length": s * d.u(5.1, 7)}
        mass = MATERIALS[d.material]["density"] * s ** 3
        if what == "rope":
            rope["restitution"] = e
        else:
            rope.update(stiffness=mass * GRAVITY / s * d.u(20, 500))
        d.model["forces"].append(rope)
    return d.done(12, d.fall(8 * s, d.pace()))


@kind
def springs(d):
    d.ground()
    count = d.rng.randint(2, 6)
    mass = MATERIALS[d.material]["density"] * d.size ** 3
    for i in range(count):
        shape = parts.solid(d.rng, 0.7 * d.size, ("sphere", "box", "ellipsoid", "cylinder"))
        d.free(f"b{i}", shape, (2.6 * d.size * i, d.u(-0.3, 0.3) * d.size, d.u(2, 4) * d.size),
               velocity=d.vector(0.5 * d.pace()))
        if i == 0:
            continue
        stiffness = mass * GRAVITY / d.size * 10 ** d.u(0, 2)
        damping = d.u(0, 1) * math.sqrt(stiffness * mass)
        kind_of = d.rng.choice(["spring", "bushing", "spring", "rope"])
        keys = {"name": f"f{i}", "type": kind_of, "between": [f"b{i - 1}", f"b{i}"]}
        if kind_of == "bushing":
            torsion = stiffness * d.size ** 2
            keys.update(stiffness=[stiffness] * 3, damping=[damping] * 3, torsional_stiffness=[torsion] * 3,
                        torsional_damping=[damping * d.size ** 2] * 3)
        elif kind_of == "rope":
            keys.update(length=3.2 * d.size, stiffness=stiffness * 10, damping=damping)
        else:
            keys.update(stiffness=stiffness, damping=damping)
        d.model["forces"].append(keys)
    if d.rng.random() < 0.3:
        d.model["forces"].append({"name": "air", "type": "drag", "between": ["world", "b0"],
                                  "damping": d.u(0, 1) * mass / math.sqrt(d.size / GRAVITY)})
    return d.done(12, d.fall(6 * d.size, d.pace()))


@kind
def space(d):
    """No gravity, nothing fixed: momentum stays."""
    d.model["gravity"] = [0, 0, 0]
    for i in range(d.rng.randint(2, 6)):
        shape = parts.solid(d.rng, d.size)
        angle = 2.1 * i
        place = [2.2 * d.size * (i + 1) * math.cos(angle), 2.2 * d.size * (i + 1) * math.sin(angle),
                 d.u(-0.3, 0.3) * d.size]
        inward = [-x * d.pace() / (2.2 * d.size * (i + 1)) * d.u(0.5, 1.5) for x in place]
        d.free(f"b{i}", shape, place, orientation=random_turn(d.rng), velocity=inward,
               angular_velocity=d.vector(d.pace() / d.size))
    return d.done(12, d.fall(d.size, 2 * d.pace(), 2 * d.pace() / d.size))


@kind
def planar(d):
    d.model["gravity"] = [0, -GRAVITY, 0]
    d.method = d.rng.choice(["fixed", "events", "stepping"])
    s = d.size
    d.fixed("ground", {"outline": {"form": "wall", "width": 60 * s, "height": 2 * s, "face": "top"}}, (0, -s, 0))
    for i in range(d.rng.randint(1, 6)):
        shape = parts.outline(d.rng, s)
        d.free(f"b{i}", shape, ((i % 3 - 1) * 3.2 * s + d.u(-0.1, 0.1) * s, (1.7 + 3.2 * (i // 3)) * s, 0),
               mobility="planar", rotation=[0, 0, d.u(-3, 3)], velocity=d.vector(d.pace() / 2, "xy"))
    return d.done(12, d.fall(6 * s, d.pace()))


@kind
def meshes(d):
    d.ground()
    for i in range(d.rng.randint(1, 3)):
        shape = parts.mesh(d.rng, d.size)
        d.free(f"b{i}", shape, (d.u(-0.3, 0.3) * d.size, 0, (1.9 + 3.6 * i) * d.size),
               orientation=random_turn(d.rng), velocity=d.vector(d.pace() / 2, "xy"))
    return d.done(12, d.fall(10 * d.size, d.pace()))


@kind
def layer(d):
    """A mesh with an elastic layer, integrated over its surface."""
    d.ground()
    if "plane" in d.model["bodies"]["ground"]["shapes"][0]:
        d.fixed("ground", parts.box(20 * d.size, 20 * d.size, 2 * d.size).keys, (0, 0, -d.size))
    shape = parts.mesh(d.rng, d.size, "surface")
    d.free("a", shape, (0, 0, 1.02 * shape.outer), orientation=d.rng.choice([[1, 0, 0, 0], random_turn(d.rng)]))
    modulus = d.fall(2 * d.size) / d.size ** 3 * 10 ** d.u(3, 4)
    friction = d.rng.choice(SMOOTH + ("coulomb",))
    rule = {"between": ["all", "all"], "manifold": d.rng.choice(["faces", "vertices"]),
            "normal": {"law": "foundation", "youngs_modulus": modulus, "poissons_ratio": 0.4,
                       "thickness": 0.3 * d.size, "damping_by_force": d.u(0, 1) / d.pace()},
            "friction": {"law": friction}}
    # the rule for the contact of facets gives or takes energy (docs/theory/mesh_contact.md)
    return d.done(8, 0, rule=rule, energy_rise=0.1, thin_share=0.35)


SMOOTH = parts.SMOOTH_FRICTION


@kind
def paddle(d):
    """A body that is moved to and fro pushes others."""
    d.ground()
    s = d.size
    speed = d.u(0.5, 3) * d.pace() / s
    shape = parts.box(2 * s, 6 * s, 2 * s)
    d.model["bodies"]["paddle"] = body(shape.keys, d.material, (0, 0, 0), mobility="prescribed",
                                       motion={"x": f"{-4 * s:.7g} + {2.2 * s:.7g} * sin({speed:.7g} * t)",
                                               "z": f"{1.1 * s:.7g}"})
    for i in range(d.rng.randint(1, 4)):
        shape = parts.solid(d.rng, 0.9 * s)
        d.free(f"b{i}", shape, (1.5 * s + 3.6 * s * i, 0, 1.05 * shape.outer), orientation=random_turn(d.rng))
    return d.done(15, d.fall(8 * s, 3 * d.pace()))


@kind
def bowl(d):
    s = d.size
    d.ground()
    if d.rng.random() < 0.5:
        for k, side in enumerate((-1, 1)):
            d.fixed(f"side{k}", parts.box(8 * s, 20 * s, 0.6 * s).keys, (side * 3.4 * s, 0, 2.6 * s),
                    rotation=[0, -side * d.u(0.4, 0.9), 0])
    else:
        d.fixed("ring", {"torus": {"ring_radius": 2.2 * s, "tube_radius": s}}, (0, 0, s))
    for i in range(d.rng.randint(1, 4)):
        shape = parts.solid(d.rng, 0.7 * s)
        d.free(f"b{i}", shape, (d.u(-0.2, 0.2) * s, d.u(-0.2, 0.2) * s, (6.5 + 2.6 * i) * s),
               orientation=random_turn(d.rng))
    return d.done(15, d.fall(14 * s))


@kind
def tube(d):
    """Balls, capsules and rings in the bore of a tube that stands or lies."""
    s = d.size
    d.ground()
    bore, long = 2.6 * s, d.u(8, 14) * s
    lies = d.rng.random() < 0.5
    d.fixed("pipe", {"tube": {"radius": 1.2 * bore, "inner_radius": bore, "length": long, "axis": "x" if lies else "z"}},
            (0, 0, 1.3 * bore if lies else long / 2))
    for i in range(d.rng.randint(1, 4)):
        shape = parts.solid(d.rng, s, ("sphere", "capsule", "torus"))
        at = ((2.8 * i - 3) * s, 0, 1.3 * bore) if lies else (0.2 * s, 0, (1.6 + 2.8 * i) * s)
        d.free(f"b{i}", shape, at, orientation=random_turn(d.rng), velocity=d.vector(0.5 * d.pace()))
    return d.done(12, d.fall(8 * s, d.pace()))


@kind
def mechanism(d):
    """A crank drives a slider that pushes a box; or gears by a coupler turn a hammer."""
    d.ground()
    s = d.size
    turns = d.u(0.3, 1.5) * d.pace() / s
    if d.rng.random() < 0.5:
        r, l = 1.2 * s, 3.2 * s
        d.free("crank", parts.box(r, 0.3 * s, 0.3 * s), (-8 * s + r / 2, 0, 1.2 * s))
        d.free("rod", parts.box(l, 0.2 * s, 0.2 * s), (-8 * s + r + l / 2, 0, 1.2 * s))
        d.free("slider", parts.box(s, s, 0.8 * s), (-8 * s + r + l, 0, 1.2 * s))
        y = [0, 1, 0]
        d.model["joints"] += [
            {"name": "motor", "type": "revolute", "between": ["world", "crank"], "position": [-8 * s, 0, 1.2 * s],
             "axis": y, "rz": f"{turns:.7g} * t"},
            {"name": "pin", "type": "revolute", "between": ["crank", "rod"], "position": [r / 2, 0, 0], "axis": y},
            {"name": "wrist", "type": "revolute", "between": ["rod", "slider"], "position": [l / 2, 0, 0], "axis": y},
            {"name": "guide", "type": "prismatic", "between": ["world", "slider"],
             "position": [-8 * s + r + l, 0, 1.2 * s], "axis": [1, 0, 0]}]
        # the crank starts with its speed
        d.model["bodies"]["crank"].update(velocity=[0, 0, -turns * r / 2], angular_velocity=[0, turns, 0])
        spin = -turns * r / l
        d.model["bodies"]["rod"].update(velocity=[0, 0, -turns * r / 2], angular_velocity=[0, spin, 0])
        d.model["exclude"] = [["rod", "ground"], ["crank", "ground"], ["slider", "ground"]]
    else:
        for k, (name, x, z) in enumerate((("wheel", -4 * s, 4 * s), ("hammer", 0.0, 4 * s))):
            d.free(name, parts.box(4 * s, 0.5 * s, 0.5 * s), (x + (2 * s if k else 0), 0, z))
            d.model["joints"].append({"name": f"axle{k}", "type": "revolute", "between": ["world", name],
                                      "position": [x, 0, z], "axis": [0, 1, 0]})
        d.model["joints"].append({"name": "gears", "type": "coupler", "first": "axle0.rz",
                                  "second": "axle1.rz", "second_factor": d.u(0.5, 2)})
        d.model["exclude"] = [["wheel", "all"]]
    for i in range(d.rng.randint(1, 3)):
        shape = parts.solid(d.rng, 0.8 * s, ("box", "sphere", "cylinder", "ellipsoid"))
        d.free(f"b{i}", shape, (2.2 * s * (i + 1) - s, 3 * s * (i % 2) if i else 0.0, 1.05 * shape.outer))
    return d.done(12, d.fall(8 * s, 2 * d.pace()))


def random_scene(name):
    return KINDS[name.split(":")[0]](Draft(name))
