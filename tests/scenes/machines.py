# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Machines of random sizes whose answer a textbook gives: the kinds, and how they are built.

Contacts are rigid or by `hunt_crossley`, so stiff that a body presses in by 1e-5 of its size where
it carries its weight, with restitution 0 where things are to rest. Friction is exact (`coulomb`).
The allowed difference of an answer is `near` times it: 2e-3 for `events`, 1e-2 for `stepping` with a
thousandth of the run as its step, ten times as much where a force law gives way or rings.
"""

import math

from scene import GRAVITY, MATERIALS, Answer, Scene, body, finished, new_model, random_of

KINDS = {}


def machine_kind(function):
    KINDS[function.__name__] = function
    return function


class Builder:
    """What machines choose alike, and how one is finished."""

    def __init__(self, name):
        self.name, self.rng = name, random_of(name)
        self.material = self.rng.choice(["steel", "plastic", "wood"])
        self.method = self.rng.choice(["events", "stepping"])
        self.law = self.rng.choice(["rigid", "hunt_crossley"])
        self.size = self.rng.choice([0.02, 0.1, 0.4])
        self.density = MATERIALS[self.material]["density"]
        self.model = new_model(name.replace(":", " "), self.material)
        self.thin = math.inf
        self.answers = []

    def u(self, low, high):
        return self.rng.uniform(low, high)

    def pair(self, restitution, friction):
        self.model["pairs"][0].update(restitution=restitution, sliding_friction=friction)

    def add(self, name, shape, position, **keys):
        self.model["bodies"][name] = body(shape, self.material, position, **keys)

    def joint(self, name, kind, a, b, position=(0, 0, 0), **keys):
        self.model["joints"].append({"name": name, "type": kind, "between": [a, b],
                                     "position": list(position), **keys})

    def force(self, name, kind, a, b, **keys):
        self.model["forces"].append({"name": name, "type": kind, "between": [a, b], **keys})

    def rule(self, load, friction="coulomb", between=("all", "all")):
        """Contacts that carry `load` at a depth of 1e-5 of the size."""
        normal = {"law": self.law}
        if self.law != "rigid":
            normal["stiffness"] = load / (1e-5 * self.size) ** 1.5
        self.model["contacts"].append({"between": list(between), "normal": normal, "friction": {"law": friction}})

    @property
    def near(self):
        return (2e-3 if self.method == "events" else 1e-2) * (1 if self.law == "rigid" else 5)

    def answer(self, what, value, right, allowed=None):
        self.answers.append(Answer(what, value, right, self.near * abs(right) if allowed is None else allowed))

    def done(self, end, settles=False, frames=100, **limits):
        keys = {"method": self.method, "end_time": end, "output_interval": end / frames}
        if self.method == "events":
            keys["tolerance"] = self.rng.choice([1e-6, 1e-7, 1e-8])
        else:
            keys.update(step=end / 1000, tolerance=1e-8)
        self.model["simulation"] = keys
        return Scene(self.name, finished(self.model), self.size, min(self.thin, 0.2 * self.size), self.answers,
                     settles, limits)


def box(x, y, z):
    return {"box": {"size": [x, y, z]}}


def sphere(radius):
    return {"sphere": {"radius": radius}}


def cylinder(radius, length, axis="z"):
    return {"cylinder": {"radius": radius, "length": length, "axis": axis}}


def capsule(radius, length, axis="z"):
    return {"capsule": {"radius": radius, "length": length, "axis": axis}}


def sphere_mass(density, radius):
    return density * 4 / 3 * math.pi * radius ** 3


def machine(name):
    return KINDS[name.split(":")[0]](Builder(name))


def integrate(slope, state, end, steps=20000):
    """The classical Runge-Kutta method for the few answers that are no closed form."""
    h = end / steps
    for i in range(steps):
        t = i * h
        a = slope(t, state)
        b = slope(t + h / 2, [x + h / 2 * k for x, k in zip(state, a)])
        c = slope(t + h / 2, [x + h / 2 * k for x, k in zip(state, b)])
        d = slope(t + h, [x + h * k for x, k in zip(state, c)])
        state = [x + h / 6 * (p + 2 * q + 2 * r + s) for x, p, q, r, s in zip(state, a, b, c, d)]
    return state


def tilt(run, name, frame=-1):
    """Angle between the z axis of a body and the vertical."""
    w, x, y, z = run.state(name, frame)[3:7]
    return math.acos(max(-1.0, min(1.0, 1 - 2 * (x * x + y * y))))


# The kinds stand in files of their own; they add themselves to KINDS.
import machines_drives  # noqa: E402,F401
import machines_friction  # noqa: E402,F401
import machines_grips  # noqa: E402,F401
import machines_links  # noqa: E402,F401
import machines_static  # noqa: E402,F401
import machines_towers  # noqa: E402,F401
import machines_works  # noqa: E402,F401
