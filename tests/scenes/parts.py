# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Random shapes, meshes, outlines and contact laws."""

import math

from scene import MATERIALS

SOLIDS = ("sphere", "box", "cylinder", "capsule", "ellipsoid", "cone", "frustum", "torus", "beam", "hull")
FORCE_LAWS = ("elastic", "hertz", "hunt_crossley", "lankarani_nikravesh", "flores", "impact",
              "poisson", "power_damper", "compliant")
CURVATURE_LAWS = ("hertz", "hunt_crossley", "lankarani_nikravesh", "flores")
SMOOTH_FRICTION = ("none", "regularized", "static_dynamic", "dynamic_only")
ALL_FRICTION = SMOOTH_FRICTION + ("coulomb", "bristle", "mindlin")


class Shape:
    """A shape: its keys, the radius of a ball around it and that of one inside it."""

    def __init__(self, keys, outer, inner):
        self.keys, self.outer, self.inner = keys, outer, inner


def sphere(radius):
    return Shape({"sphere": {"radius": radius}}, radius, radius)


def box(x, y, z):
    return Shape({"box": {"size": [x, y, z]}}, math.hypot(x, y, z) / 2, min(x, y, z) / 2)


def cylinder(radius, length, axis="z"):
    return Shape({"cylinder": {"radius": radius, "length": length, "axis": axis}},
                 math.hypot(radius, length / 2), min(radius, length / 2))


CUBE_POINTS = [[x, y, z] for z in (-1, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
CUBE_FACES = [[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7], [0, 1, 5], [0, 5, 4],
              [1, 2, 6], [1, 6, 5], [2, 3, 7], [2, 7, 6], [3, 0, 4], [3, 4, 7]]
TETRAHEDRON_POINTS = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
TETRAHEDRON_FACES = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]]


def octahedron(rng):
    """An irregular one: no symmetry to lean on."""
    points = [[s * rng.uniform(0.7, 1) if k == axis else rng.uniform(-0.15, 0.15) for k in range(3)]
              for axis in range(3) for s in (1, -1)]
    faces = []
    for x in (0, 1):
        for y in (2, 3):
            for z in (4, 5):
                odd = (x + y + z) % 2
                faces.append([x, z, y] if odd else [x, y, z])
    return points, faces


def mesh(rng, size, collide=None):
    points, faces = rng.choice([(CUBE_POINTS, CUBE_FACES), (TETRAHEDRON_POINTS, TETRAHEDRON_FACES),
                                octahedron(rng)])
    points = [[size * x for x in point] for point in points]
    keys = {"points": points, "faces": faces, "collide": collide or rng.choice(["hull", "surface"])}
    return Shape({"mesh": keys}, max(math.hypot(*p) for p in points), 0.4 * size)


def solid(rng, size, kinds=SOLIDS):
    """A solid of about half that size."""
    u = rng.uniform
    kind = rng.choice(kinds)
    if kind == "sphere":
        return sphere(size * u(0.6, 1))
    if kind == "box":
        return box(*(size * u(0.6, 2) for _ in range(3)))
    if kind == "cylinder":
        return cylinder(size * u(0.3, 1), size * u(0.4, 2), rng.choice("xyz"))
    if kind == "capsule":
        r, l = size * u(0.2, 0.6), size * u(0.3, 1.5)
        return Shape({"capsule": {"radius": r, "length": l, "axis": rng.choice("xyz")}}, r + l / 2, r)
    if kind == "ellipsoid":
        axes = [size * u(0.4, 1) for _ in range(3)]
        return Shape({"ellipsoid": {"semi_axes": axes}}, max(axes), min(axes))
    if kind in ("cone", "frustum"):
        r, l = size * u(0.4, 1), size * u(0.5, 1.2)
        top = r * u(0.2, 0.9) if kind == "frustum" else 0.0
        keys = {"radius": r, "length": l, **({"top_radius": top} if top else {})}
        return Shape({"cone": keys}, math.hypot(r, l), 0.25 * min(r, l))
    if kind == "torus":
        ring = size * u(0.5, 0.75)
        tube = ring * u(0.25, 0.5)
        return Shape({"torus": {"ring_radius": ring, "tube_radius": tube}}, ring + tube, tube)
    if kind == "beam":
        l, w = size * u(0.5, 1.5), size * u(0.3, 0.7)
        t = w * u(0.4, 1)
        return Shape({"beam": {"length": l, "width": w, "thickness": t}}, math.hypot(l + w, w, t) / 2, t / 2)
    if kind == "hull":
        return mesh(rng, size * u(0.5, 0.9), "hull")
    raise KeyError(kind)


OUTLINE_FORMS = ("block", "ball", "polygon", "random_polygon", "round_block")


def outline(rng, size, form=None):
    """A plane outline with the thickness of a plate."""
    u = rng.uniform
    form = form or rng.choice(OUTLINE_FORMS)
    if form == "block":
        w, h = size * u(0.7, 2), size * u(0.7, 2)
        keys, outer, inner = {"width": w, "height": h}, math.hypot(w, h) / 2, min(w, h) / 2
    elif form == "round_block":
        w, h = size * u(0.6, 1), size * u(1.4, 2.2)
        keys, outer, inner = {"width": w, "height": h}, h / 2, w / 2
    elif form == "ball":
        keys, outer, inner = {"radius": size}, size, size
    else:
        keys, outer, inner = {"radius": size, "sides": rng.randint(3, 8)}, size, 0.4 * size
        if form == "random_polygon":
            keys["seed"] = rng.randint(0, 99)
    return Shape({"outline": {"form": form, **keys, "thickness": size}}, outer, inner)


# ---- laws ----


def hertz_stiffness(material, radius):
    """4/3 E* sqrt(R) of two bodies of one material."""
    keys = MATERIALS[material]
    modulus = keys["youngs_modulus"] / (2 * (1 - keys["poissons_ratio"] ** 2))
    return 4 / 3 * modulus * math.sqrt(radius)


def impact_depth(stiffness, energy):
    """Depth at which F = K d^1.5 has stored that energy."""
    return (2.5 * energy / stiffness) ** 0.4


def normal_law(rng, name, material, size, energy):
    """A normal law in whose contacts an impact of that energy is at most a fiftieth of the size deep."""
    if name == "rigid":
        return {"law": "rigid"}
    needed = 2.5 * energy / (0.02 * size) ** 2.5  # K of F = K d^1.5
    keys = {"law": name}
    if name == "compliant":
        # U = d^2/(2 C); an oscillator of about the mass of the body, lightly damped
        stiffness = 2 * energy / (0.02 * size) ** 2
        mass = MATERIALS[material]["density"] * 4 * size ** 3
        return {**keys, "compliance": 1 / stiffness, "damping": rng.uniform(0, 0.5) * math.sqrt(stiffness * mass)}
    natural = hertz_stiffness(material, 0.1 * size)
    explicit = name in ("impact", "power_damper") or rng.random() < 0.6 or natural < needed
    if explicit and name not in ("elastic", "poisson"):
        stiffness = needed * 10 ** rng.uniform(0.3, 2)
        keys["stiffness"] = stiffness
        if name == "impact":
            keys.update(exponent=1.5, damping=rng.uniform(0, 0.2) * stiffness * (0.02 * size) ** 1.5,
                        full_damping_depth=0.01 * size)
        if name == "power_damper":
            keys["damping"] = rng.uniform(0, 1) * stiffness * (0.02 * size) ** -0.5
    elif explicit and name == "poisson":
        keys["penalty"] = needed * 10 ** rng.uniform(0.3, 2)
    elif natural > 30 * needed and rng.random() < 0.5:
        keys["reduction"] = max(1e-6, 3 * needed / natural)
    if name == "hertz":
        keys["damping"] = rng.choice([0.0, rng.uniform(0, 0.5)])
    if name in CURVATURE_LAWS and "stiffness" not in keys and rng.random() < 0.25:
        keys["stiffness"] = "curvature"
    return keys


def laws(rng, method, material, size, energy, rigid_share=0.4, has_friction=True):
    """A contact rule for all pairs, of laws that the method can run."""
    if method == "fixed":
        return {"between": ["all", "all"], "normal": {"law": "rigid"},
                "friction": {"law": rng.choice(["none", "coulomb"])}}
    rigid = rng.random() < rigid_share
    name = "rigid" if rigid else rng.choice(FORCE_LAWS)
    if rigid and method == "events":
        friction = rng.choice(["none", "coulomb"])
    elif method == "stepping":
        friction = rng.choice(SMOOTH_FRICTION + ("coulomb", "coulomb"))
    else:
        friction = rng.choice(ALL_FRICTION)
    if friction in ("bristle", "mindlin") and not has_friction:
        friction = "none"
    return {"between": ["all", "all"], "normal": normal_law(rng, name, material, size, energy),
            "friction": {"law": friction}}


def run_keys(rng, method, size, end):
    """The mapping `simulation` of a method; steps follow the time in which a body falls by its size."""
    keys = {"method": method, "end_time": end, "output_interval": end / 100}
    fall = math.sqrt(2 * size / 9.81)
    if method == "events":
        keys["tolerance"] = rng.choice([1e-5, 1e-6, 1e-7, 1e-8])
    elif method == "stepping":
        keys["step"] = fall * rng.choice([0.005, 0.01, 0.02])
        keys["tolerance"] = rng.choice([1e-6, 1e-8])
        if rng.random() < 0.4:
            keys.update(step_control="adaptive", tolerance=rng.choice([1e-3, 1e-4, 1e-5]))
    else:
        keys.update(step=fall * 0.02, contact_distance=min(0.01, size / 20),
                    stabilization=rng.choice(["none", "velocity_and_distance_joints"]),
                    impacts=rng.choice(["order_free", "simultaneous", "hybrid", "serial_grouped",
                                        "serial_separate"]),
                    integrator=rng.choice(["rk4", "adaptive"]))
    return keys
